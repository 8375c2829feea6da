//! What inference finds.

use std::collections::HashMap;
use std::fmt;
use std::sync::Arc;

use indexmap::IndexMap;
use sexpr_core::ByIdentity;

use super::error::TypeProblem;
use crate::relay::ir::{Expr, ExprKind, GlobalVar, LocalVar, Type};

/// The types of a module. It displays as a line for each definition, in the order of the text.
#[derive(Clone, Debug)]
pub struct Inferred {
    constructors: IndexMap<String, Type>,
    definitions: IndexMap<GlobalVar, Type>,
    locals: HashMap<ByIdentity<Arc<LocalVar>>, Type>,
    /// By address.
    exprs: HashMap<usize, Type>,
}

impl Inferred {
    pub(super) fn new(
        constructors: IndexMap<String, Type>,
        definitions: IndexMap<GlobalVar, Type>,
        locals: HashMap<ByIdentity<Arc<LocalVar>>, Type>,
        exprs: HashMap<usize, Type>,
    ) -> Self {
        Self { constructors, definitions, locals, exprs }
    }

    /// The types of all constructors, as functions, in the order of the text.
    pub fn constructors(&self) -> &IndexMap<String, Type> {
        &self.constructors
    }

    /// The type of a definition.
    pub fn definition(&self, name: &str) -> Option<&Type> {
        self.definitions.get(&GlobalVar::new(name))
    }

    /// The types of all definitions, in the order of the text.
    pub fn definitions(&self) -> &IndexMap<GlobalVar, Type> {
        &self.definitions
    }

    /// The type of a variable of the module.
    pub fn local(&self, var: &Arc<LocalVar>) -> Option<&Type> {
        self.locals.get(&ByIdentity(var.clone()))
    }

    /// The type of a variable, or of an expression of the module that is no name and no constant. Nothing
    /// unless [`infer_exprs`](super::infer_exprs) was asked.
    pub(in crate::relay) fn expr(&self, expr: &Expr) -> Option<&Type> {
        match &expr.kind {
            ExprKind::Local(var) => self.local(var),
            ExprKind::Shared(shared) => self.expr(&shared.0),
            _ => self.exprs.get(&expr.address()?),
        }
    }
}

impl fmt::Display for Inferred {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        self.definitions.iter().try_for_each(|(name, ty)| writeln!(f, "{name} : {ty}"))
    }
}

/// Everything that is wrong with the types of a module, in the order of the text. It displays as a line for each.
#[derive(Clone, Debug)]
pub struct Problems {
    problems: Vec<TypeProblem>,
}

impl Problems {
    pub(super) fn new(mut problems: Vec<TypeProblem>) -> Self {
        problems.sort_by_key(|problem| (problem.span().begin_line, problem.span().begin_column));
        problems.dedup();
        Self { problems }
    }

    /// The problems, of which there is at least one.
    pub fn all(&self) -> &[TypeProblem] {
        &self.problems
    }
}

impl fmt::Display for Problems {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        for (index, problem) in self.problems.iter().enumerate() {
            write!(f, "{}{problem}", if index == 0 { "" } else { "\n" })?;
        }
        Ok(())
    }
}

impl std::error::Error for Problems {}
