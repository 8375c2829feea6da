//! `sexpr wave compare`.

use std::path::PathBuf;

use clap::{Args, ValueEnum};
use miette::Report;
use serde::Serialize;

use super::{How, located_graph};
use crate::command::Verdict;
use crate::command::show::{Destination, page_of_graphs};
use crate::wave::{Difference, Differences, Places, Position, Reason};

/// What `sexpr wave compare` is told.
#[derive(Args, Debug)]
pub(in crate::command) struct Arguments {
    /// The first graph.
    left: PathBuf,
    /// The second graph.
    right: PathBuf,
    /// Show all differences, and not only the first.
    #[arg(long)]
    all: bool,
    /// The format.
    #[arg(long, value_enum, default_value_t)]
    format: Format,
    #[command(flatten)]
    destination: Destination,
    #[command(flatten)]
    how: How,
}

/// A format of output.
#[derive(ValueEnum, Clone, Copy, Debug, Default, PartialEq, Eq)]
enum Format {
    /// For people: a line for each difference.
    #[default]
    Text,
    /// For programs: an object as `schema/wave-compare-1.json` describes it.
    Json,
    /// For browsers: a page with a picture of each graph, in one file.
    Html,
}

/// The version of the format: see `schema/wave-compare-1.json`.
const VERSION: u32 = 1;

#[derive(Serialize)]
struct Comparison {
    version: u32,
    left: File,
    right: File,
    equivalent: bool,
    all: bool,
    complete: bool,
    differences: Vec<DifferenceInFiles>,
}

#[derive(Serialize)]
struct File {
    file: String,
}

#[derive(Serialize)]
struct DifferenceInFiles {
    reason: &'static str,
    message: String,
    part: Option<String>,
    left: Option<NodeInFile>,
    right: Option<NodeInFile>,
}

#[derive(Serialize)]
struct NodeInFile {
    node: String,
    start: Option<Start>,
}

#[derive(Serialize)]
struct Start {
    line: usize,
    column: usize,
}

/// Shows in what two graphs differ.
pub(super) fn run(arguments: &Arguments, out: &mut String) -> Result<Verdict, Report> {
    let Arguments { left, right, all, format, destination, how } = arguments;
    let comparison = how.comparison()?;
    let ((one, one_places), (other, other_places)) = (located_graph(left)?, located_graph(right)?);
    let differences = if *all {
        comparison.differences(&one, &other)
    } else {
        let first = comparison.first_difference(&one, &other);
        Differences { all: first.into_iter().collect(), are_complete: true }
    };
    let [left_name, right_name] = [left, right].map(|file| file.display().to_string());
    let shown = match format {
        Format::Text => text(&differences),
        Format::Json => {
            let in_files = |difference: &Difference| DifferenceInFiles {
                reason: word(&difference.reason),
                message: difference.to_string(),
                part: difference.part.clone(),
                left: difference.left.as_deref().map(|node| NodeInFile::new(node, &one_places)),
                right: difference.right.as_deref().map(|node| NodeInFile::new(node, &other_places)),
            };
            let comparison = Comparison {
                version: VERSION,
                left: File { file: left_name },
                right: File { file: right_name },
                equivalent: differences.all.is_empty(),
                all: *all,
                complete: differences.are_complete,
                differences: differences.all.iter().map(in_files).collect(),
            };
            serde_json::to_string_pretty(&comparison).map_err(|error| miette::miette!("{error}"))? + "\n"
        }
        Format::Html => page_of_graphs([(&left_name, &one), (&right_name, &other)], &differences),
    };
    destination.write(&shown, out)?;
    Ok(if differences.all.is_empty() { Verdict::Fine } else { Verdict::Amiss })
}

fn text(differences: &Differences) -> String {
    if differences.all.is_empty() {
        return "equivalent\n".to_owned();
    }
    let mut text: String = differences.all.iter().map(|difference| format!("different: {difference}\n")).collect();
    if !differences.are_complete {
        text.push_str("what comes after this was not compared: the graphs differ too much\n");
    }
    text
}

/// A reason as a word for programs.
fn word(reason: &Reason) -> &'static str {
    match reason {
        Reason::LostOnTheRight => "lost-on-the-right",
        Reason::NotSetOnTheLeft => "not-set-on-the-left",
        Reason::More => "more",
        Reason::Other(_) => "other",
    }
}

impl NodeInFile {
    fn new(node: &str, places: &Places) -> Self {
        let start = places.of(node).map(|Position { line, column }| Start { line, column });
        Self { node: node.to_owned(), start }
    }
}
