//! `sexpr print`.

use std::path::PathBuf;

use miette::Report;

use super::console::Console;
use super::fragment::Fragment;
use super::input::{Input, each_input};

/// Prints programs in standard form; where there are several, each after a line with its name.
pub(super) fn run(files: &[PathBuf], fragment: &Fragment, wanted: Option<&str>, console: &mut Console) {
    let print = |input: &Input| -> Result<String, Report> {
        let language = input.language(wanted)?;
        let mut session = fragment.session(language, input)?.unwrap_or_else(|| language.session());
        session.print(&input.read()?)
    };
    let mut is_first = true;
    each_input(files, wanted, console, print, |console, file, are_several, text| {
        let Ok(text) = text else { return };
        if are_several {
            let separator = if is_first { "" } else { "\n" };
            console.print(&format!("{separator}==> {file} <==\n"));
        }
        is_first = false;
        console.print(text);
    });
}
