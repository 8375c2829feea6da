//! `sexpr check`.

use std::path::PathBuf;

use clap::Args;
use miette::Report;

use super::Verdict;
use super::console::Console;
use super::input::{Input, each_input};
use super::show::{Lines, json_of_check};

#[derive(Args, Debug)]
pub(super) struct Arguments {
    /// The programs: files, directories, patterns, or `-` for the standard input.
    #[arg(required = true)]
    files: Vec<PathBuf>,
    /// The format.
    #[arg(long, value_enum, default_value_t)]
    format: Lines,
}

/// A program, with all that is wrong with it.
struct Checked {
    language: &'static str,
    problems: Vec<Report>,
}

/// Says for each file whether it is well formed, and what is wrong with it.
pub(super) fn run(arguments: &Arguments, wanted: Option<&str>, console: &mut Console) -> Verdict {
    let check = |input: &Input| -> Result<Checked, Report> {
        let (language, source) = (input.language(wanted)?, input.read()?);
        let problems = language.session().check(&source)?;
        Ok(Checked { language: language.name(), problems })
    };
    let mut verdict = Verdict::Fine;
    each_input(&arguments.files, wanted, console, check, |console, file, _, checked| {
        if checked.as_ref().is_ok_and(|checked| !checked.problems.is_empty()) {
            verdict = Verdict::Amiss;
        }
        match (arguments.format, checked) {
            (Lines::Json, Ok(Checked { language, problems })) => {
                console.print_json(json_of_check(file, Some(language), problems));
            }
            (Lines::Json, Err(report)) => console.print_json(json_of_check(file, None, std::slice::from_ref(report))),
            (Lines::Text, Ok(Checked { problems, .. })) if problems.is_empty() => {
                console.print_success(&format!("{file}: well formed\n"));
            }
            (Lines::Text, Ok(Checked { problems, .. })) => {
                let shown = console.screen().mistakes(problems);
                console.print(&format!("{shown}\n{file}: {} problem(s)\n", problems.len()));
            }
            (Lines::Text, Err(_)) => {}
        }
    });
    verdict
}
