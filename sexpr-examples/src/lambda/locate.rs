//! From a mismatch's path to a place in the text.

use sexpr_core::{Path, report::Step};

use super::ast::{Arm, Expr, Pattern};
use crate::text::{Cursor, Span};

/// Where a path from the program's root leads to: the span of the last node on it. Names that have none of their own
/// are found by what stands next to them: a parameter at the head of its function, a name of a `letrec` at its value.
/// Where something is missing, this is what stands before the gap.
pub fn locate(program: &Expr, path: &Path) -> Span {
    place(program).along(path).span()
}

/// The program's root, as a place that leads on.
pub(crate) fn place(program: &Expr) -> Place<'_> {
    Place { node: Some(Node::Expr(program)), span: program.span().clone() }
}

/// What stands somewhere, and where that is in the text.
#[derive(Clone)]
pub(crate) struct Place<'p> {
    /// Nothing behind a gap.
    node: Option<Node<'p>>,
    span: Span,
}

impl Cursor for Place<'_> {
    fn step(&mut self, step: &Step) {
        self.node = self.node.and_then(|node| node.child(step));
        if let Some(span) = self.node.and_then(Node::span) {
            self.span = span;
        }
    }

    fn span(&self) -> Span {
        self.span.clone()
    }
}

/// What stands at a path.
#[derive(Clone, Copy)]
pub(super) enum Node<'p> {
    Expr(&'p Expr),
    Exprs(&'p [Expr]),
    Arm(&'p Arm),
    Arms(&'p [Arm]),
    Pattern(&'p Pattern),
    Patterns(&'p [Pattern]),
    /// The parameters of the function from the first place to the second.
    Params(&'p Span, &'p Span),
}

impl<'p> Node<'p> {
    fn span(self) -> Option<Span> {
        match self {
            Self::Expr(node) => Some(node.span().clone()),
            Self::Arm(node) => Some(node.span.clone()),
            Self::Pattern(node) => Some(node.span().clone()),
            Self::Params(whole, body) => {
                Some(Span { end_line: body.begin_line, end_column: body.begin_column, ..whole.clone() })
            }
            Self::Exprs(_) | Self::Arms(_) | Self::Patterns(_) => None,
        }
    }

    pub(super) fn child(self, step: &Step) -> Option<Self> {
        match step {
            Step::Field { name, .. } => self.field(name),
            Step::Index(index) => self.item(*index),
            Step::MissingIndex(index) => self.item(index.checked_sub(1)?),
            _ => None,
        }
    }

    fn item(self, index: usize) -> Option<Self> {
        Some(match self {
            Self::Exprs(list) => Self::Expr(list.get(index)?),
            Self::Arms(list) => Self::Arm(list.get(index)?),
            Self::Patterns(list) => Self::Pattern(list.get(index)?),
            _ => return None,
        })
    }

    fn field(self, name: &str) -> Option<Self> {
        Some(match (self, name) {
            (Self::Expr(Expr::Apply { function, .. }), "function") => Self::Expr(function),
            (Self::Expr(Expr::Apply { argument, .. }), "argument") => Self::Expr(argument),
            (Self::Expr(Expr::Lambda { body, span, .. }), "params") => Self::Params(span, body.span()),
            (Self::Expr(Expr::Lambda { body, .. }), "body") => Self::Expr(body),
            (Self::Expr(Expr::Let { value, .. }), "value") => Self::Expr(value),
            (Self::Expr(Expr::Let { body, .. }), "body") => Self::Expr(body),
            (Self::Expr(Expr::LetRec { values, .. }), "names" | "values") => Self::Exprs(values),
            (Self::Expr(Expr::LetRec { body, .. }), "body") => Self::Expr(body),
            (Self::Expr(Expr::Match { scrutinee, .. }), "scrutinee") => Self::Expr(scrutinee),
            (Self::Expr(Expr::Match { arms, .. }), "arms") => Self::Arms(arms),
            (Self::Arm(arm), "pattern") => Self::Pattern(&arm.pattern),
            (Self::Arm(arm), "body") => Self::Expr(&arm.body),
            (Self::Pattern(Pattern::Constructor { arguments, .. }), "arguments") => Self::Patterns(arguments),
            _ => return None,
        })
    }
}
