//! `--fragment`, of `sexpr compare` and `sexpr print`.

use clap::Args;
use miette::{Diagnostic, Report};

use super::input::Input;
use crate::language::{AnyLanguage, LANGUAGES, Session};

/// Whether texts are parts of programs.
#[derive(Args, Debug)]
pub(super) struct Fragment {
    /// Read statements, or an expression, without a function around them. For pypto.
    #[arg(long)]
    fragment: bool,
}

/// The language has no parts that stand on their own.
#[derive(Debug, thiserror::Error, Diagnostic)]
#[error("`--fragment` is for programs of {}, and {file} is written in {language}", languages())]
#[diagnostic(help("leave it out"))]
struct NoFragments {
    file: String,
    language: &'static str,
}

impl Fragment {
    /// A place to read parts of programs of this language, of which this is one; `None` where whole programs are read.
    pub(super) fn session(
        &self,
        language: &dyn AnyLanguage,
        input: &Input,
    ) -> Result<Option<Box<dyn Session>>, Report> {
        if !self.fragment {
            return Ok(None);
        }
        let none = || NoFragments { file: input.to_string(), language: language.name() };
        Ok(Some(language.fragment_session().ok_or_else(none)?))
    }
}

/// The languages that have such parts.
fn languages() -> String {
    let languages = LANGUAGES.iter().filter(|language| language.fragment_session().is_some());
    languages.map(|language| language.name()).collect::<Vec<_>>().join(" and ")
}
