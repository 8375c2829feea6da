//! `sexpr check`.

use std::path::PathBuf;

use miette::Report;

use super::input::{Input, Troubles, inputs};
use super::show::Screen;
use super::{OtherLanguage, Verdict};
use crate::language::{Language, Pypto};
use crate::pypto::{self, ir::Program};
use crate::text::Source;

/// Tells for each file whether it is well formed, and what is wrong with it.
pub(super) fn check(
    files: &[PathBuf],
    wanted: Option<&str>,
    out: &mut String,
    troubles: &mut Troubles,
    screen: Screen,
) -> Verdict {
    let mut verdict = Verdict::Fine;
    for input in inputs(files, |language| language.name() == Pypto::NAME) {
        let read = input.map_err(Report::from).and_then(|input| Ok((program(&input, wanted)?, input)));
        let Some(((source, program), input)) = troubles.note(read) else { continue };
        let problems = pypto::check(&program);
        if problems.is_empty() {
            out.push_str(&format!("{input}: well formed\n"));
            continue;
        }
        verdict = Verdict::Amiss;
        for problem in &problems {
            out.push_str(&screen.trouble(&problem.reported(&source)));
        }
        out.push_str(&format!("{input}: {} problem(s)\n", problems.len()));
    }
    verdict
}

/// Reads a program of pypto.
fn program(input: &Input, wanted: Option<&str>) -> Result<(Source, Program), Report> {
    let language = input.language(wanted)?;
    if language.name() != Pypto::NAME {
        return Err(OtherLanguage { file: input.to_string(), language: language.name() }.into());
    }
    let source = input.read()?;
    let program = Pypto::parse(&source, &mut Default::default())?;
    Ok((source, program))
}
