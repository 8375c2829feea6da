//! `sexpr wave`.

mod compare;

use std::path::{Path, PathBuf};

use clap::{Args, Subcommand};
use miette::{Diagnostic, Report};

use super::Verdict;
use crate::text::{Source, elided};
use crate::wave::index::{IndexExpr, Symbol};
use crate::wave::operations::Violation;
use crate::wave::{self, Comparison, Graph, GraphError, GraphProblem, Places, Position};

#[derive(Subcommand, Debug)]
pub(super) enum Action {
    /// Says whether two graphs do the same, and if not, at which nodes they differ first, in what, and why.
    ///
    /// Exit code: 0 if they are equivalent, 1 if they are not, 2 if something went wrong.
    Compare(compare::Arguments),
    /// Prints the operations that do what a graph does.
    Convert {
        /// The graph.
        file: PathBuf,
        /// Make all that regions use from around them their arguments.
        #[arg(long, conflicts_with = "non_isolated")]
        isolated: bool,
        /// Have regions use everything from around them directly.
        #[arg(long)]
        non_isolated: bool,
        /// Convert the operations to a graph again, and print that.
        #[arg(long)]
        back: bool,
    },
    /// Says whether graphs are well formed, and if not, everything that is wrong with them.
    ///
    /// Exit code: 0 if all are well formed, 1 if one is not, 2 if something went wrong.
    Check {
        /// The graphs.
        #[arg(required = true)]
        files: Vec<PathBuf>,
    },
    /// Prints a picture of a graph in Graphviz's language.
    Draw {
        /// The graph.
        file: PathBuf,
        /// Mark the node at which it differs first from this graph.
        #[arg(long, value_name = "FILE")]
        against: Option<PathBuf>,
        #[command(flatten)]
        how: How,
    },
}

/// How graphs are compared.
#[derive(Args, Debug)]
pub(super) struct How {
    /// Ignore attributes that are set on only one side.
    #[arg(long)]
    ignore_unset: bool,
    /// Let the first graph leave attributes and types unset that the second one sets, but not the reverse: what the
    /// compiler's round trip may do.
    #[arg(long, conflicts_with = "ignore_unset")]
    directional: bool,
    /// Put integers or expressions in place of symbols before comparing: `M=128,N=2*K`.
    #[arg(long, value_name = "SYMBOL=EXPR", value_parser = substitutions)]
    subs: Vec<Substitutions>,
}

/// What `--subs` is given.
type Substitutions = std::sync::Arc<[(Symbol, IndexExpr)]>;

/// Reads `M=128,N=min(a, b)`. Commas in brackets are part of an expression.
fn substitutions(text: &str) -> Result<Substitutions, String> {
    let mut depth = 0_usize;
    let separates = |c: char| {
        match c {
            '(' => depth += 1,
            ')' => depth = depth.saturating_sub(1),
            _ => {}
        }
        c == ',' && depth == 0
    };
    text.split(separates).map(substitution).collect()
}

/// Reads `M=128`.
fn substitution(text: &str) -> Result<(Symbol, IndexExpr), String> {
    let expected = || format!("expected a symbol, `=` and an expression, such as M=128, found `{}`", elided(text));
    let (symbol, expr) = text.split_once('=').ok_or_else(expected)?;
    let symbol: IndexExpr = symbol.trim().parse().map_err(|_| expected())?;
    let symbol = symbol.as_symbol().cloned().ok_or_else(expected)?;
    let by = expr.trim().parse().map_err(|error| format!("{symbol}: {error}"))?;
    Ok((symbol, by))
}

impl How {
    fn comparison(&self) -> Result<Comparison, Report> {
        let comparison = match (self.directional, self.ignore_unset) {
            (true, _) => Comparison::new().directional(true),
            (_, ignores) => Comparison::new().ignore_unset(ignores),
        };
        let substitute = |how: Comparison, (symbol, by): &(Symbol, IndexExpr)| {
            how.substitute(symbol.clone(), by.clone()).map_err(|error| miette::miette!("--subs: {error}"))
        };
        self.subs.iter().flat_map(|given| given.iter()).try_fold(comparison, substitute)
    }
}

/// A graph's file is not what is wanted.
#[derive(Debug, thiserror::Error, Diagnostic)]
#[error("{file}: {reason}")]
#[diagnostic(help("the chapter \"Graphs of Wave\" of the book says how graphs and lists of operations are written"))]
struct Unreadable {
    file: String,
    reason: String,
}

/// A graph is not well formed, so that it cannot be compared, converted or drawn.
#[derive(Debug, thiserror::Error, Diagnostic)]
#[error("{problem}")]
#[diagnostic(help("`sexpr wave check` lists everything that is wrong with the graph"))]
struct IllFormed {
    problem: String,
}

impl Unreadable {
    fn new(file: &Path, reason: &impl ToString) -> Self {
        Self { file: file.display().to_string(), reason: reason.to_string() }
    }
}

pub(super) fn run(action: &Action, out: &mut String) -> Result<Verdict, Report> {
    match action {
        Action::Compare(arguments) => compare::run(arguments, out),
        Action::Convert { file, isolated, non_isolated, back } => {
            let mut function =
                wave::to_operations(&well_formed(file)?).map_err(|error| Unreadable::new(file, &error))?;
            if *isolated {
                function = wave::make_isolated(&function);
            }
            if *non_isolated {
                function = wave::make_non_isolated(&function);
            }
            if *back {
                let graph = wave::to_graph(&function).map_err(|error| Unreadable::new(file, &error))?;
                out.push_str(&wave::write(&graph).map_err(|error| Unreadable::new(file, &error))?);
            } else {
                out.push_str(&wave::print(&function));
            }
            Ok(Verdict::Fine)
        }
        Action::Check { files } => {
            let mut verdict = Verdict::Fine;
            for file in files {
                let (graph, places) = read(file)?;
                let problems = wave::check(&graph);
                for problem in &problems {
                    verdict = Verdict::Amiss;
                    out.push_str(&(located(file, &places, problem) + "\n"));
                }
                if problems.is_empty() {
                    out.push_str(&format!("{}: well formed\n", file.display()));
                }
            }
            Ok(verdict)
        }
        Action::Draw { file, against, how } => {
            let comparison = how.comparison()?;
            let graph = well_formed(file)?;
            let difference = match against {
                Some(other) => comparison.first_difference(&graph, &well_formed(other)?),
                None => None,
            };
            let reason = difference.as_ref().map(ToString::to_string).unwrap_or_default();
            let marked = difference.as_ref().and_then(|difference| difference.left.as_deref());
            out.push_str(&wave::dot(&graph, marked.map(|name| (name, reason.as_str()))));
            Ok(Verdict::Fine)
        }
    }
}

/// A graph, and where its nodes are written, if that is known.
fn read(file: &Path) -> Result<(Graph, Places), Report> {
    let source = Source::read(file)?;
    if file.extension().is_some_and(|ending| ending == "mlir") {
        let (function, places) =
            wave::parse_with_places(source.text()).map_err(|error| Unreadable::new(file, &error))?;
        let graph = wave::to_graph(&function).map_err(|GraphError(violations)| {
            let place = |violation: &Violation| violation.results.first().and_then(|value| places.of(value));
            let placed = |violation: &Violation| match place(violation) {
                Some(position) => format!("{position}: {violation}"),
                None => violation.to_string(),
            };
            Unreadable::new(file, &violations.first().map(placed).unwrap_or_default())
        })?;
        return Ok((graph, places));
    }
    Ok(wave::read_with_places(source.text()).map_err(|error| Unreadable::new(file, &error))?)
}

/// A problem with the place of its node.
fn located(file: &Path, places: &Places, problem: &GraphProblem) -> String {
    match places.of(&problem.node) {
        Some(Position { line, column }) => format!("{}:{line}:{column}: {problem}", file.display()),
        None => format!("{}: {problem}", file.display()),
    }
}

/// What is not well formed is neither compared nor converted.
fn well_formed(file: &Path) -> Result<Graph, Report> {
    located_graph(file).map(|(graph, _)| graph)
}

/// A well-formed graph, and where its nodes are written.
fn located_graph(file: &Path) -> Result<(Graph, Places), Report> {
    let (graph, places) = read(file)?;
    match wave::check(&graph).first() {
        None => Ok((graph, places)),
        Some(problem) => Err(IllFormed { problem: located(file, &places, problem) }.into()),
    }
}
