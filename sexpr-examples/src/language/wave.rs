//! Graphs of [`crate::wave`] as a language of the command.

use std::fmt;
use std::ops::Range;
use std::path::Path;

use miette::{Diagnostic, Report};
use sexpr_core::reflect::NodeRef;
use sexpr_core::{Fingerprint, Options, report::FingerprintError};

use super::subterms::{Located, subterms};
use super::{AnyLanguage, Difference, Differences, Kind, NoFingerprint, Place, PlaceKind, Session, Subterms};
use crate::text::{Mistake, MistakeKind, ParseError, Source, Span, elided};
use crate::wave::operations::{Function, Violation};
use crate::wave::{
    self, Comparison, DialectError, Graph, GraphError, GraphProblem, JsonError, Part, Places, Position, Reason,
};

/// The language of [`crate::wave`]: graphs in JSON, and lists of operations.
#[derive(Debug)]
pub struct Wave;

/// A graph is not well formed, so that it cannot be compared, hashed, converted or drawn.
#[derive(Debug, thiserror::Error, Diagnostic)]
#[error("{0} is not well formed")]
#[diagnostic(help("`sexpr check` lists everything that is wrong with the graph"))]
struct IllFormed(String, #[related] [ParseError<GraphMistake>; 1]);

/// What is wrong with a graph's text, or with the graph.
#[derive(Clone, Debug, PartialEq, Eq)]
struct GraphMistake {
    message: String,
    help: Option<String>,
}

impl fmt::Display for GraphMistake {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(&self.message)
    }
}

impl MistakeKind for GraphMistake {
    fn help(&self) -> Option<String> {
        self.help.clone()
    }
}

const FORMATS: &str = "the chapter \"Graphs of Wave\" of the book describes lists of operations (.mlir)";

impl Wave {
    /// What `--language` calls it.
    pub const NAME: &'static str = "wave";

    /// A place to compare graphs in another way than by default.
    pub fn session(comparison: Comparison) -> Box<dyn Session> {
        Box::new(Graphs(comparison))
    }

    /// A graph, and where its nodes are written. The text is a list of operations if its name ends with `.mlir`, and if it
    /// has another ending than `.json` and is no JSON object.
    ///
    /// # Errors
    ///
    /// The text is no graph.
    pub fn read(source: &Source) -> Result<(Graph, Places), Report> {
        if !is_operations(source) {
            return wave::read_with_places(source.text()).map_err(|error| of_json(&error, source).into());
        }
        let (function, places) = operations(source)?;
        let not_well_formed = |GraphError(all): GraphError| match all.first() {
            Some(violation) => Report::from(of_violation(violation, &places, source)),
            None => miette::miette!("{}: these operations are no graph", source.name()),
        };
        let graph = wave::to_graph(&function).map_err(not_well_formed)?;
        Ok((graph, places))
    }

    /// The same for what needs well-formed graphs.
    ///
    /// # Errors
    ///
    /// The text is no graph, or the graph is not well formed.
    pub fn read_well_formed(source: &Source) -> Result<(Graph, Places), Report> {
        let (graph, places) = Self::read(source)?;
        match wave::check(&graph).first() {
            None => Ok((graph, places)),
            Some(problem) => Err(IllFormed(source.name().to_owned(), [located(problem, &places, source)]).into()),
        }
    }
}

impl AnyLanguage for Wave {
    fn name(&self) -> &'static str {
        Self::NAME
    }

    fn endings(&self) -> &'static [&'static str] {
        &["json", "mlir"]
    }

    /// JSON is also what others write: a graph is an object with nodes.
    fn looks_like_one(&self, path: &Path) -> bool {
        let is_json = path.extension().is_some_and(|ending| ending == "json");
        // That a file cannot be read is told when it is.
        !is_json
            || Source::read(path).map_or(true, |source| {
                source.text().trim_start().starts_with('{') && source.text().contains("\"nodes\"")
            })
    }

    fn session(&self) -> Box<dyn Session> {
        Self::session(Comparison::new())
    }

    fn commutative_session(&self) -> Option<Box<dyn Session>> {
        None
    }

    fn has_free_variables(&self) -> bool {
        false
    }
}

fn is_operations(source: &Source) -> bool {
    let is_json = || source.name().ends_with(".json") || source.text().trim_start().starts_with('{');
    source.name().ends_with(".mlir") || !is_json()
}

fn operations(source: &Source) -> Result<(Function, Places), Report> {
    let mistake =
        |DialectError { position, message }| mistake(message, Some(FORMATS.to_owned()), source, Some(position)).into();
    wave::parse_with_places(source.text()).map_err(mistake)
}

/// A mistake at the position, or at the beginning of the text.
fn mistake(
    message: String,
    help: Option<String>,
    source: &Source,
    position: Option<Position>,
) -> ParseError<GraphMistake> {
    ParseError::new(source, Mistake::new(GraphMistake { message, help }, range(source, position)))
}

/// From the position to the end of its line.
fn range(source: &Source, position: Option<Position>) -> Range<usize> {
    let Some(Position { line, column }) = position else { return 0..0 };
    let line = source.line(line.try_into().unwrap_or(u32::MAX));
    let text = &source.text()[line.clone()];
    let before = text.char_indices().nth(column.saturating_sub(1)).map_or(text.len(), |(at, _)| at);
    line.start + before..line.end
}

fn of_json(error: &JsonError, source: &Source) -> ParseError<GraphMistake> {
    let (message, position) = (error.to_string(), error.position());
    let place = position.map(|position| format!("{position}: ")).unwrap_or_default();
    let message = message.strip_prefix(&place).unwrap_or(&message).to_owned();
    let help = error.row().map(|row| format!("see `{row}` in the reference: `sexpr wave reference {row}`"));
    mistake(message, help, source, position)
}

fn of_violation(violation: &Violation, places: &Places, source: &Source) -> ParseError<GraphMistake> {
    let position = violation.results.first().and_then(|value| places.of(value));
    mistake(violation.to_string(), Some(FORMATS.to_owned()), source, position)
}

fn located(problem: &GraphProblem, places: &Places, source: &Source) -> ParseError<GraphMistake> {
    mistake(problem.to_string(), None, source, places.of(&problem.node))
}

/// Graphs that are compared in one way.
struct Graphs(Comparison);

impl Graphs {
    fn compared(
        &self,
        left: &Source,
        right: &Source,
        compare: impl Fn(&Graph, &Graph) -> wave::Differences,
    ) -> Result<Differences, Report> {
        let ((one, one_places), (other, other_places)) =
            (Wave::read_well_formed(left)?, Wave::read_well_formed(right)?);
        let wave::Differences { all, are_complete } = compare(&one, &other);
        let difference = |difference: wave::Difference| Difference {
            kind: kind(&difference),
            reason: Some(word(&difference.reason)),
            left: place(difference.left.as_deref(), difference.part.as_ref(), left, &one_places),
            right: place(difference.right.as_deref(), difference.part.as_ref(), right, &other_places),
            message: difference.sentence(),
            size: None,
            hints: [None, None],
        };
        Ok(Differences { all: all.into_iter().map(difference).collect(), are_complete })
    }
}

/// What becomes of the left graph.
fn kind(difference: &wave::Difference) -> Kind {
    match (&difference.reason, &difference.right) {
        (Reason::LostOnTheRight, _) | (Reason::More, None) => Kind::Removed,
        (Reason::NotSetOnTheLeft | Reason::More, _) => Kind::Inserted,
        _ => Kind::Replaced,
    }
}

/// A reason as a word for programs.
fn word(reason: &Reason) -> &'static str {
    match reason {
        Reason::LostOnTheRight => "lost-on-the-right",
        Reason::NotSetOnTheLeft => "not-set-on-the-left",
        Reason::More => "more",
        Reason::Values { .. } => "leaves",
        Reason::Swapped { .. } => "swapped",
        Reason::Other(_) => "other",
    }
}

/// The place of a node, or of the graph that lacks it.
fn place(node: Option<&str>, part: Option<&Part>, source: &Source, places: &Places) -> Place {
    let path = match (node, part) {
        (Some(node), Some(part)) => format!("`{}`, {part}", elided(node)),
        (Some(node), None) => format!("`{}`", elided(node)),
        (None, _) => "the graph".to_owned(),
    };
    let found = node.zip(part).and_then(|(node, part)| places.part_of(node, &part.keys()));
    let (range, is_there) = match found {
        Some((range, is_there)) => (range, is_there),
        None => (range(source, node.and_then(|node| places.of(node))), node.is_some()),
    };
    let kind = if is_there { PlaceKind::Here } else { PlaceKind::GapIn };
    Place { source: source.clone(), path, range, kind, variable: None }
}

/// Where a node of a graph is; nothing else has a place.
struct OfNode<'p> {
    source: &'p Source,
    places: &'p Places,
    span: Option<Span>,
}

impl Located for OfNode<'_> {
    fn inner(&self, _: &sexpr_core::Path, node: NodeRef<'_>) -> Self {
        let range = node.downcast::<wave::graph::Node>().and_then(|node| self.places.range_of(&node.name));
        Self { span: range.map(|range| self.source.span(range)), ..*self }
    }

    fn span(&self) -> Option<Span> {
        self.span.clone()
    }
}

impl Session for Graphs {
    fn compare(&mut self, left: &Source, right: &Source, _: &Options) -> Result<Option<Difference>, Report> {
        let first = |one: &Graph, other: &Graph| wave::Differences {
            all: self.0.first_difference(one, other).into_iter().collect(),
            are_complete: true,
        };
        Ok(self.compared(left, right, first)?.all.pop())
    }

    fn differences(&mut self, left: &Source, right: &Source, _: &Options) -> Result<Differences, Report> {
        self.compared(left, right, |one, other| self.0.differences(one, other))
    }

    fn hash(&mut self, source: &Source, _: &Options) -> Result<u64, Report> {
        Ok(wave::graph_hash(&Wave::read_well_formed(source)?.0))
    }

    fn fingerprint(&mut self, source: &Source, _: &Options) -> Result<Result<Fingerprint, NoFingerprint>, Report> {
        let (graph, _) = Wave::read_well_formed(source)?;
        let none = |error: FingerprintError| NoFingerprint::new(*error.obstacle(), source, &source.span(0..0));
        Ok(wave::graph_fingerprint(&graph).map_err(none))
    }

    /// Subterms of the form in which graphs are compared. Nodes have places; other subterms have none.
    fn subterms(&mut self, source: &Source, least: u64) -> Result<Subterms, Report> {
        let (graph, places) = Wave::read_well_formed(source)?;
        let graph = wave::canonical(&graph);
        let fingerprint = Options::new().fingerprint(&graph).ok();
        let root = OfNode { source, places: &places, span: None };
        Ok(Subterms { fingerprint, all: subterms(&graph, least, root) })
    }

    fn print(&mut self, source: &Source) -> Result<String, Report> {
        if is_operations(source) {
            return Ok(wave::print(&operations(source)?.0));
        }
        wave::write(&Wave::read(source)?.0).map_err(|error| of_json(&error, source).into())
    }

    fn check(&mut self, source: &Source) -> Result<Vec<Report>, Report> {
        let (graph, places) = if is_operations(source) {
            let (function, places) = operations(source)?;
            match wave::to_graph(&function) {
                Ok(graph) => (graph, places),
                Err(GraphError(all)) => {
                    return Ok(all.iter().map(|violation| of_violation(violation, &places, source).into()).collect());
                }
            }
        } else {
            let (read, amiss) = wave::read_to_check(source.text());
            let read = read.map_err(|error| of_json(&error, source))?;
            if !amiss.is_empty() {
                // The text can be read; it is the graph that is wrong.
                return Ok(amiss.iter().map(|error| of_json(error, source).into()).collect());
            }
            read
        };
        Ok(wave::check(&graph).iter().map(|problem| located(problem, &places, source).into()).collect())
    }

    fn another(&self) -> Box<dyn Session> {
        Box::new(Self(self.0.clone()))
    }
}
