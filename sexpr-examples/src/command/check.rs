//! `sexpr check`.

use std::path::PathBuf;

use clap::Args;
use miette::Report;

use super::Verdict;
use super::console::Console;
use super::input::{Input, each_input};
use super::show::{Lines, json_of_check};
use crate::text::Source;

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
    source: Source,
    problems: Vec<Report>,
}

/// Says for each file whether it is well formed, and what is wrong with it.
pub(super) fn run(arguments: &Arguments, wanted: Option<&str>, console: &mut Console) -> Verdict {
    let check = |input: &Input| -> Result<Checked, Report> {
        let (language, source) = (input.language(wanted)?, input.read()?);
        let problems = language.session().check(&source)?;
        Ok(Checked { language: language.name(), source, problems })
    };
    let mut verdict = Verdict::Fine;
    each_input(&arguments.files, wanted, console, check, |console, input, _, checked| {
        let Checked { language, source, problems } = checked;
        if !problems.is_empty() {
            verdict = Verdict::Amiss;
        }
        match arguments.format {
            Lines::Json => console.print_json(json_of_check(language, &source, &problems)),
            Lines::Text if problems.is_empty() => console.print_success(&format!("{input}: well formed\n")),
            Lines::Text => {
                let screen = console.screen();
                let shown: String = problems.iter().map(|problem| screen.trouble(&**problem)).collect();
                console.print(&format!("{shown}{input}: {} problem(s)\n", problems.len()));
            }
        }
    });
    verdict
}
