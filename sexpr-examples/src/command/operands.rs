//! `--commutative`, of `sexpr compare` and `sexpr hash`.

use clap::Args;
use miette::{Diagnostic, Report};

use super::input::Input;
use crate::language::{AnyLanguage, LANGUAGES, Session};

/// Whether operands count in their order.
#[derive(Args, Debug)]
pub(super) struct Operands {
    /// Let the operands of commutative operators count in any order: `a + b` equals `b + a`. For pypto and relay. Operands
    /// stay in order where it may be noticed which of them is computed first.
    #[arg(long)]
    commutative: bool,
}

/// The language has no commutative operators.
#[derive(Debug, thiserror::Error, Diagnostic)]
#[error("`--commutative` is for programs of {}, and {file} is written in {language}", languages())]
#[diagnostic(help("leave it out"))]
struct NothingCommutes {
    file: String,
    language: &'static str,
}

impl Operands {
    /// A place to read texts of this language, of which this is one.
    pub(super) fn session(&self, language: &dyn AnyLanguage, input: &Input) -> Result<Box<dyn Session>, Report> {
        if !self.commutative {
            return Ok(language.session());
        }
        let none = || NothingCommutes { file: input.to_string(), language: language.name() };
        Ok(language.commutative_session().ok_or_else(none)?)
    }

    /// Whether they count in any order where that can be.
    pub(super) fn are_commutative(&self) -> bool {
        self.commutative
    }
}

/// The languages that have commutative operators: "pypto and relay".
fn languages() -> String {
    let languages = LANGUAGES.iter().filter(|language| language.commutative_session().is_some());
    languages.map(|language| language.name()).collect::<Vec<_>>().join(" and ")
}
