//! `--map-free-vars`, of `sexpr compare` and `sexpr hash`.

use clap::Args;
use miette::{Diagnostic, Report};
use sexpr_core::Options;

use super::input::Input;
use crate::language::{AnyLanguage, LANGUAGES};

/// What free variables are equal to.
#[derive(Args, Debug)]
pub(super) struct FreeVariables {
    /// Let free variables correspond to one another like bound ones. Otherwise a free variable is equal only to the one
    /// of the same name.
    #[arg(long)]
    map_free_vars: bool,
}

/// In the language's programs, no variable can be free.
#[derive(Debug, thiserror::Error, Diagnostic)]
#[error(
    "`--map-free-vars` is for programs of {}, and {file} is written in {language}, where no variable is free",
    languages()
)]
#[diagnostic(help("leave it out"))]
struct NothingIsFree {
    file: String,
    language: &'static str,
}

impl FreeVariables {
    /// How programs of this language are compared, of which this is one.
    pub(super) fn options(&self, language: &dyn AnyLanguage, input: &Input) -> Result<Options, Report> {
        if self.map_free_vars && !language.has_free_variables() {
            return Err(NothingIsFree { file: input.to_string(), language: language.name() }.into());
        }
        Ok(Options::new().map_free_vars(self.map_free_vars))
    }
}

/// The languages that have free variables: "pypto, lambda and relay".
fn languages() -> String {
    let languages = LANGUAGES.iter().filter(|language| language.has_free_variables());
    let names: Vec<&str> = languages.map(|language| language.name()).collect();
    match names.as_slice() {
        [names @ .., last] if !names.is_empty() => format!("{} and {last}", names.join(", ")),
        names => names.concat(),
    }
}
