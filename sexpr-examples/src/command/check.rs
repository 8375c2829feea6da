//! `sexpr check`.

use std::path::PathBuf;

use miette::Report;

use super::show::Screen;
use super::{Verdict, pypto_program};
use crate::pypto;

/// Tells for each file whether it is well formed, and what is wrong with it.
pub(super) fn check(
    files: &[PathBuf],
    wanted: Option<&str>,
    out: &mut String,
    screen: Screen,
) -> Result<Verdict, Report> {
    let mut verdict = Verdict::Fine;
    for file in files {
        let (source, program) = pypto_program(file, wanted)?;
        let problems = pypto::check(&program);
        if problems.is_empty() {
            out.push_str(&format!("{}: well formed\n", file.display()));
            continue;
        }
        verdict = Verdict::Amiss;
        for problem in &problems {
            out.push_str(&screen.trouble(&problem.reported(&source)));
        }
        out.push_str(&format!("{}: {} problem(s)\n", file.display(), problems.len()));
    }
    Ok(verdict)
}
