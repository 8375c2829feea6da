//! The passes, by name.

use std::collections::BTreeSet;
use std::fmt;
use std::str::FromStr;

use super::effects::Effects;
use super::{common, dead, fold, inline};
use crate::pypto::ir::Program;

named! {
    /// A pass.
    #[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
    pub enum Pass, name {
        /// Calls of functions of the program become what the functions do.
        Inlining = "inlining",
        /// What is computed from constants is computed once.
        ConstantFolding = "constant-folding",
        /// What is computed several times is computed once.
        CommonSubexpressions = "common-subexpressions",
        /// What nobody needs is removed.
        DeadCode = "dead-code",
    }
}

impl Pass {
    /// Runs the pass once.
    pub(super) fn run(self, program: &Program, pure: &BTreeSet<String>) -> Program {
        let effects = Effects::of(program, pure);
        let functions = match self {
            Self::Inlining => return inline::inline(program, &effects),
            _ => program.functions.iter().map(|(name, function)| {
                let function = match self {
                    Self::ConstantFolding => fold::fold(program, function, &effects),
                    Self::CommonSubexpressions => common::eliminate(function, &effects),
                    Self::DeadCode | Self::Inlining => dead::eliminate(function, &effects),
                };
                (name.clone(), function)
            }),
        };
        Program { name: program.name.clone(), functions: functions.collect(), span: program.span.clone() }
    }
}

impl fmt::Display for Pass {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(self.name())
    }
}

/// No pass has this name.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
#[error("`{0}` is no pass")]
pub struct UnknownPass(pub String);

impl FromStr for Pass {
    type Err = UnknownPass;

    fn from_str(name: &str) -> Result<Self, UnknownPass> {
        Self::ALL.into_iter().find(|pass| pass.name() == name).ok_or_else(|| UnknownPass(name.to_owned()))
    }
}
