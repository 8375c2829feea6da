//! `--explain`, of `sexpr optimize` and `sexpr relay fuse`: what passes changed.

use std::path::PathBuf;

use clap::Args;
use miette::Report;

use super::console::Console;
use super::show::{Compared, Destination, Format, Screen, Width, json_of_passes, page_of_passes};
use crate::language::Language;
use crate::text::Source;

/// What is shown of the work of passes, and where.
#[derive(Args, Debug)]
#[command(mut_arg("width", |option| option.requires("explain")))]
pub(super) struct Explain {
    /// Show what each pass changed, instead of the program.
    #[arg(long)]
    explain: bool,
    /// The format of what `--explain` shows.
    #[arg(long, value_enum, default_value_t, requires = "explain")]
    format: Format,
    #[command(flatten)]
    width: Width,
    #[command(flatten)]
    destination: Destination,
}

/// What a pass changed in a round.
pub(super) struct Change {
    pub(super) pass: &'static str,
    /// From 1 on.
    pub(super) round: usize,
    /// The program before and after it, as it is printed: programs that passes make have no text.
    pub(super) texts: [String; 2],
}

impl Explain {
    /// Refuses options that do not go together, and a file that is read.
    pub(super) fn check(&self, file: &PathBuf) -> Result<(), Report> {
        self.width.check(self.format == Format::Text)?;
        self.destination.check([file])
    }

    /// Whether changes are shown.
    pub(super) fn is_wanted(&self) -> bool {
        self.explain
    }

    /// Writes the program that passes made of a file, or what each of them changed.
    pub(super) fn write<L: Language + Sync + 'static>(
        &self,
        name: &str,
        program: &L::Program,
        changes: Vec<Change>,
        console: &mut Console,
    ) -> Result<(), Report> {
        let text = if self.explain {
            let changes = changes.into_iter().map(compared::<L>).collect::<Result<Vec<_>, _>>()?;
            match self.format {
                Format::Text => explained(&changes, self.width.of(self.destination.screen(console.screen()))),
                Format::Json => json_of_passes(name, &changes).map_err(|error| miette::miette!("{error}"))?,
                Format::Html => page_of_passes(name, &headed(&changes)),
            }
        } else {
            L::print(program)
        };
        self.destination.write(&text, console)
    }
}

/// A pass, its round, and what it was given compared with what it made.
type PassCompared = (&'static str, usize, Compared);

fn compared<L: Language + Sync + 'static>(Change { pass, round, texts }: Change) -> Result<PassCompared, Report> {
    let [left, right] = ["before", "after"].map(|when| format!("{when} {}", heading(pass, round)));
    let [before, after] = texts;
    let (left, right) = (Source::new(left, before), Source::new(right, after));
    let differences = L::session().differences(&left, &right, &sexpr_core::Options::new())?;
    Ok((pass, round, Compared { language: L::entry(), left, right, is_all: true, differences }))
}

fn heading(pass: &str, round: usize) -> String {
    if round == 1 { pass.to_owned() } else { format!("{pass}, round {round}") }
}

fn headed(changes: &[PassCompared]) -> Vec<(String, &Compared)> {
    changes.iter().map(|(pass, round, compared)| (heading(pass, *round), compared)).collect()
}

/// What passes changed, one after the other.
fn explained(changes: &[PassCompared], screen: Screen) -> String {
    if changes.is_empty() {
        return "no pass changed anything\n".to_owned();
    }
    let shown = |(heading, compared): (String, &Compared)| {
        format!("{}\n{}", screen.heading(&format!("{heading}:")), screen.differences(&compared.differences))
    };
    headed(changes).into_iter().map(shown).collect::<Vec<_>>().join("\n")
}
