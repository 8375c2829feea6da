//! `sexpr wave`.

use std::path::{Path, PathBuf};

use clap::{Args, Subcommand};
use miette::{Diagnostic, Report};

use super::console::Console;
use super::input::Input;
use super::show::{Compared, page_of_graphs};
use crate::language::Wave;
use crate::text::{Source, elided};
use crate::wave::index::{IndexExpr, Symbol};
use crate::wave::{self, Comparison, Graph};

#[derive(Subcommand, Debug)]
pub(super) enum Action {
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
    /// Prints the reference of graphs as JSON: every operation with its fields.
    Reference {
        /// Only this section: an operation, or a form of values.
        section: Option<String>,
        /// Print a JSON Schema for editors instead.
        #[arg(long, conflicts_with = "section")]
        schema: bool,
    },
    /// Prints which index each dimension of the memory takes, for each read and write that has a mapping.
    Permutations {
        /// The graph.
        file: PathBuf,
    },
    /// Prints a picture of a graph in Graphviz's language.
    #[command(
        mut_arg("ignore_unset", |option| option.requires("against")),
        mut_arg("directional", |option| option.requires("against")),
        mut_arg("subs", |option| option.requires("against"))
    )]
    Draw {
        /// The graph.
        file: PathBuf,
        /// Mark the node at which it differs first from this graph.
        #[arg(long, value_name = "FILE")]
        against: Option<PathBuf>,
        #[command(flatten)]
        how: HowGraphs,
    },
}

/// How graphs are compared.
#[derive(Args, Debug)]
#[command(next_help_heading = "Options for graphs of Wave")]
pub(super) struct HowGraphs {
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

impl HowGraphs {
    /// Whether one of the options is given.
    pub(super) fn are_given(&self) -> bool {
        self.ignore_unset || self.directional || !self.subs.is_empty()
    }

    /// How graphs are compared.
    pub(super) fn comparison(&self) -> Result<Comparison, Report> {
        let comparison = match (self.directional, self.ignore_unset) {
            (true, _) => Comparison::new().directional(true),
            (_, ignores) => Comparison::new().ignore_unset(ignores),
        };
        let substitute = |how: Comparison, (symbol, by): &(Symbol, IndexExpr)| {
            how.substitute(symbol.clone(), by.clone()).map_err(|error| miette::miette!("--subs: {error}"))
        };
        self.subs.iter().flat_map(|given| given.iter()).try_fold(comparison, substitute)
    }

    /// Refuses a substitution for a symbol that no graph has.
    pub(super) fn check(&self, graphs: [&Source; 2]) -> Result<(), Report> {
        let occurs =
            |symbol: &Symbol| graphs.iter().any(|graph| graph.word(0..graph.text().len(), symbol.name()).is_some());
        match self.subs.iter().flat_map(|given| given.iter()).find(|(symbol, _)| !occurs(symbol)) {
            Some((symbol, _)) => Err(NoSymbol(symbol.clone()).into()),
            None => Ok(()),
        }
    }

    /// A page with a picture of each graph, and both texts.
    pub(super) fn page(&self, compared: &Compared) -> Result<String, Report> {
        let Compared { left, right, is_all, .. } = compared;
        let (comparison, one, other) = (self.comparison()?, Wave::read(left)?.0, Wave::read(right)?.0);
        let differences = if *is_all {
            comparison.differences(&one, &other).all
        } else {
            comparison.first_difference(&one, &other).into_iter().collect()
        };
        Ok(page_of_graphs(compared, [&one, &other], &differences))
    }
}

/// Something is to be put in place of a symbol that does not occur.
#[derive(Debug, thiserror::Error, Diagnostic)]
#[error("`--subs` names `{0}`, which occurs in neither graph")]
#[diagnostic(help("write the symbol as the graphs do, such as `M` or `$T0`"))]
struct NoSymbol(Symbol);

/// A graph has no counterpart in the other form.
#[derive(Debug, thiserror::Error, Diagnostic)]
#[error("{file} cannot be converted: {reason}")]
#[diagnostic(help("the chapter \"Graphs of Wave\" of the book describes both forms"))]
struct NotConverted {
    file: String,
    reason: String,
}

pub(super) fn run(action: &Action, console: &mut Console) -> Result<(), Report> {
    match action {
        Action::Convert { file, isolated, non_isolated, back } => {
            let not_converted = |reason: String| NotConverted { file: file.display().to_string(), reason };
            let mut function =
                wave::to_operations(&well_formed(file)?).map_err(|error| not_converted(error.to_string()))?;
            if *isolated {
                function = wave::make_isolated(&function);
            }
            if *non_isolated {
                function = wave::make_non_isolated(&function);
            }
            if *back {
                let graph = wave::to_graph(&function).map_err(|error| not_converted(error.to_string()))?;
                console.print(&wave::write(&graph).map_err(|error| not_converted(error.to_string()))?);
            } else {
                console.print(&wave::print(&function));
            }
        }
        Action::Reference { section: None, schema: true } => {
            console.print(&format!("{:#}\n", wave::reference::schema()));
        }
        Action::Reference { section: None, .. } => console.print(&wave::reference::page()),
        Action::Reference { section: Some(name), .. } => match wave::reference::section(name) {
            Some(section) => console.print(&section),
            None => {
                let help = "`sexpr wave reference` prints all sections";
                return Err(miette::miette!(help = help, "the reference has no section `{}`", elided(name)));
            }
        },
        Action::Permutations { file } => {
            for (node, permutation) in wave::permutations(&well_formed(file)?) {
                let shown = match permutation {
                    Ok(permutation) => permutation.to_string(),
                    Err(problems) => {
                        let problems: Vec<String> = problems.iter().map(ToString::to_string).collect();
                        format!("no permutation: {}", problems.join("; "))
                    }
                };
                console.print(&format!("{}: {shown}\n", elided(&node)));
            }
        }
        Action::Draw { file, against, how } => {
            let comparison = how.comparison()?;
            let source = Input::new(file).read_as(Wave::NAME)?;
            let graph = Wave::read_well_formed(&source)?.0;
            let difference = match against {
                Some(other) => {
                    let other = Input::new(other).read_as(Wave::NAME)?;
                    how.check([&source, &other])?;
                    comparison.first_difference(&graph, &Wave::read_well_formed(&other)?.0)
                }
                None => None,
            };
            let reason = difference.as_ref().map(ToString::to_string).unwrap_or_default();
            let marked = difference.as_ref().and_then(|difference| difference.left.as_deref());
            console.print(&wave::dot(&graph, marked.map(|name| (name, reason.as_str()))));
        }
    }
    Ok(())
}

/// What is not well formed is neither converted nor drawn.
fn well_formed(file: &Path) -> Result<Graph, Report> {
    Ok(Wave::read_well_formed(&Input::new(file).read_as(Wave::NAME)?)?.0)
}
