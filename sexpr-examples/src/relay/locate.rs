//! From a mismatch's path to a place in the text.

use std::sync::Arc;

use sexpr_core::{Path, report::Step};

use super::ir::{
    Binding, Clause, Constructor, Expr, ExprKind, Function, GlobalTypeVar, GlobalVar, LocalVar, Module, Name, Pattern,
    PatternKind, Relation, TypeData,
};
use crate::text::{Cursor, Span};

/// Where a path from the module's root leads to: the span of the last node on it that has one and lies within the
/// text of the node before. So what is wrong with a variable's type leads to where the variable is used. Where
/// something is missing, this is what stands before the gap.
pub fn locate(module: &Module, path: &Path) -> Span {
    place(module).along(path).span()
}

/// The module's root, as a place that leads on.
pub(crate) fn place(module: &Module) -> Place<'_> {
    Place { node: Node::Module(module), is_before_gap: false, span: Span::unknown() }
}

/// What stands somewhere, and where that is in the text.
#[derive(Clone)]
pub(crate) struct Place<'p> {
    node: Node<'p>,
    /// What comes after the node is missing.
    is_before_gap: bool,
    span: Span,
}

impl Cursor for Place<'_> {
    fn step(&mut self, step: &Step) {
        if self.is_before_gap {
            return;
        }
        let Some(next) = self.node.child(step) else {
            self.is_before_gap = true;
            return;
        };
        // What a graph variable stands for is written elsewhere.
        if let Node::Kind(ExprKind::Shared(shared)) = self.node {
            self.span = shared.0.span.span();
        }
        self.node = next;
        if let Node::Expr(bound) = next
            && bound.graph_var().is_some()
            && !matches!(bound.kind, ExprKind::Shared(_))
        {
            self.span = bound.span.span();
        }
        if let Some(inner) = next.span()
            && !inner.is_unknown()
            && (self.span.is_unknown() || self.span.contains(&inner))
        {
            self.span = inner;
        }
    }

    fn span(&self) -> Span {
        // A binding and a clause are shown at their beginnings; what they hold stands behind these.
        match self.node {
            Node::Binding(node) if !node.var.span.is_unknown() => node.var.span.span(),
            Node::Clause(node) if !node.pattern.span.is_unknown() => node.pattern.span.span(),
            _ => self.span.clone(),
        }
    }
}

/// The variable that a path leads to, whether it is bound or used there.
pub(super) fn local_var<'p>(module: &'p Module, path: &Path) -> Option<&'p LocalVar> {
    match path.steps().iter().try_fold(Node::Module(module), |node, step| node.child(step))? {
        Node::Local(var) => Some(var),
        Node::Kind(ExprKind::Local(var)) | Node::PatternKind(PatternKind::Var(var)) => Some(var),
        _ => None,
    }
}

/// What stands at a path.
#[derive(Clone, Copy)]
enum Node<'p> {
    Module(&'p Module),
    Types(&'p Module),
    Relations(&'p Module),
    Definitions(&'p Module),
    Relation(&'p Relation),
    TypeData(&'p TypeData),
    Constructor(&'p Constructor),
    Constructors(&'p [Constructor]),
    Function(&'p Function),
    Expr(&'p Expr),
    Exprs(&'p [Expr]),
    /// What an expression is: its fields are those of the variant.
    Kind(&'p ExprKind),
    Local(&'p LocalVar),
    Locals(&'p [Arc<LocalVar>]),
    Binding(&'p Binding),
    Bindings(&'p [Binding]),
    Clause(&'p Clause),
    Clauses(&'p [Clause]),
    Pattern(&'p Pattern),
    PatternKind(&'p PatternKind),
    Patterns(&'p [Pattern]),
}

impl<'p> Node<'p> {
    fn span(self) -> Option<Span> {
        let location = match self {
            Self::TypeData(node) => &node.span,
            Self::Relation(node) => &node.span,
            Self::Constructor(node) => &node.span,
            Self::Function(node) => &node.span,
            Self::Expr(node) => &node.span,
            Self::Local(node) => &node.span,
            Self::Pattern(node) => &node.span,
            _ => return None,
        };
        Some(location.span())
    }

    fn child(self, step: &Step) -> Option<Self> {
        match step {
            Step::Field { name, .. } => self.field(name),
            Step::Index(index) => self.item(*index),
            Step::MissingIndex(index) => self.item(index.checked_sub(1)?),
            Step::Key(key) => match self {
                Self::Types(module) => module.types.get(&GlobalTypeVar::new(key.as_str()?)).map(Self::TypeData),
                Self::Relations(module) => module.relations.get(&Name::from(key.as_str()?)).map(Self::Relation),
                Self::Definitions(module) => module.definitions.get(&GlobalVar::new(key.as_str()?)).map(Self::Function),
                _ => None,
            },
            _ => None,
        }
    }

    fn item(self, index: usize) -> Option<Self> {
        Some(match self {
            Self::Constructors(list) => Self::Constructor(list.get(index)?),
            Self::Exprs(list) => Self::Expr(list.get(index)?),
            Self::Locals(list) => Self::Local(list.get(index)?),
            Self::Bindings(list) => Self::Binding(list.get(index)?),
            Self::Clauses(list) => Self::Clause(list.get(index)?),
            Self::Patterns(list) => Self::Pattern(list.get(index)?),
            // Their variants have no other fields.
            Self::Kind(ExprKind::Tuple(list)) => Self::Expr(list.get(index)?),
            Self::PatternKind(PatternKind::Tuple(list)) => Self::Pattern(list.get(index)?),
            _ => return None,
        })
    }

    fn field(self, name: &str) -> Option<Self> {
        Some(match (self, name) {
            (Self::Module(module), "types") => Self::Types(module),
            (Self::Module(module), "relations") => Self::Relations(module),
            (Self::Module(module), "definitions") => Self::Definitions(module),
            (Self::TypeData(node), "constructors") => Self::Constructors(node.constructors.as_ref()?),
            (Self::Function(node), "params") => Self::Locals(&node.params),
            (Self::Function(node), "body") => Self::Expr(&node.body),
            (Self::Expr(node), "kind") => Self::Kind(&node.kind),
            (Self::Kind(kind), _) => return kind_field(kind, name),
            (Self::Binding(node), "var") => Self::Local(&node.var),
            (Self::Binding(node), "value") => Self::Expr(&node.value),
            (Self::Clause(node), "pattern") => Self::Pattern(&node.pattern),
            (Self::Clause(node), "body") => Self::Expr(&node.body),
            (Self::Pattern(node), "kind") => Self::PatternKind(&node.kind),
            (Self::PatternKind(PatternKind::Constructor { args, .. }), "args") => Self::Patterns(args),
            (Self::PatternKind(PatternKind::Var(var)), _) => Self::Local(var),
            _ => return None,
        })
    }
}

fn kind_field<'p>(kind: &'p ExprKind, name: &str) -> Option<Node<'p>> {
    Some(match (kind, name) {
        (ExprKind::Project(node), "tuple") => Node::Expr(&node.tuple),
        (ExprKind::Call(node), "function") => Node::Expr(&node.function),
        (ExprKind::Call(node), "args") => Node::Exprs(&node.args),
        (ExprKind::Let(node), "bindings") => Node::Bindings(&node.bindings),
        (ExprKind::Let(node), "body") => Node::Expr(&node.body),
        (ExprKind::If(node), "condition") => Node::Expr(&node.condition),
        (ExprKind::If(node), "then") => Node::Expr(&node.then),
        (ExprKind::If(node), "otherwise") => Node::Expr(&node.otherwise),
        (ExprKind::Match(node), "scrutinee") => Node::Expr(&node.scrutinee),
        (ExprKind::Match(node), "clauses") => Node::Clauses(&node.clauses),
        (ExprKind::Shared(shared), _) => return Node::Expr(&shared.0).field(name),
        (ExprKind::Function(function), _) => return Node::Function(function).field(name),
        _ => return None,
    })
}
