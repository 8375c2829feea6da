//! `sexpr print`.

use std::path::PathBuf;

use miette::Report;

use super::input::{Input, Troubles, inputs};

/// Prints programs in standard form; where there are several, each after a line with its name.
pub(super) fn run(files: &[PathBuf], wanted: Option<&str>, out: &mut String, troubles: &mut Troubles) {
    let inputs = inputs(files, |language| wanted.is_none_or(|wanted| wanted == language.name()));
    let are_several = inputs.len() > 1;
    for input in inputs {
        let printed =
            |input: &Input| -> Result<String, Report> { input.language(wanted)?.session().print(&input.read()?) };
        let printed = input.map_err(Report::from).and_then(|input| Ok((printed(&input)?, input)));
        if let Some((text, input)) = troubles.note(printed) {
            if are_several {
                let separator = if out.is_empty() { "" } else { "\n" };
                out.push_str(&format!("{separator}==> {input} <==\n"));
            }
            out.push_str(&text);
        }
    }
}
