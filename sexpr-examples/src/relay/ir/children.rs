//! What expressions consist of, and how deep ones are dropped.

use std::collections::HashSet;
use std::sync::Arc;

use super::{Expr, ExprKind, Name};

/// What consists of no other expressions.
macro_rules! leaf {
    () => {
        ExprKind::Local(_)
            | ExprKind::Global(_)
            | ExprKind::Constructor(_)
            | ExprKind::Operator(_)
            | ExprKind::Constant(_)
            | ExprKind::Meta(_)
    };
}

impl Expr {
    /// The expressions that it directly consists of, in the order of the text.
    pub(in crate::relay) fn children(&self) -> Vec<&Self> {
        match &self.kind {
            leaf!() => Vec::new(),
            ExprKind::Tuple(members) => members.iter().collect(),
            ExprKind::Project(project) => vec![&project.tuple],
            ExprKind::Call(call) => std::iter::once(&call.function).chain(&call.args).collect(),
            ExprKind::Function(function) => vec![&function.body],
            ExprKind::Let(node) => node.bindings.iter().map(|binding| &binding.value).chain([&node.body]).collect(),
            ExprKind::If(node) => vec![&node.condition, &node.then, &node.otherwise],
            ExprKind::Match(node) => {
                std::iter::once(&node.scrutinee).chain(node.clauses.iter().map(|clause| &clause.body)).collect()
            }
            ExprKind::Shared(shared) => vec![&shared.0],
        }
    }

    /// Calls back with the expression and all that it consists of. What is shared is looked at once.
    pub(in crate::relay) fn each<'e>(&'e self, mut see: impl FnMut(&'e Self)) {
        let (mut open, mut seen) = (vec![self], HashSet::new());
        while let Some(expr) = open.pop() {
            if expr.address().is_none_or(|address| seen.insert(address)) {
                see(expr);
                open.extend(expr.children());
            }
        }
    }

    /// [`children`](Self::children), to be changed: none, if something else shares them.
    pub(in crate::relay) fn children_mut(&mut self) -> Vec<&mut Self> {
        self.kind.children_mut()
    }

    /// Where what it consists of lies. Two expressions of one address are the same one.
    pub(in crate::relay) fn address(&self) -> Option<usize> {
        fn of<T>(node: &Arc<T>) -> Option<usize> {
            Some(Arc::as_ptr(node).addr())
        }
        match &self.kind {
            leaf!() => None,
            ExprKind::Tuple(members) if members.is_empty() => None,
            ExprKind::Tuple(node) => of(node),
            ExprKind::Project(node) => of(node),
            ExprKind::Call(node) => of(node),
            ExprKind::Function(node) => of(node),
            ExprKind::Let(node) => of(node),
            ExprKind::If(node) => of(node),
            ExprKind::Match(node) => of(node),
            ExprKind::Shared(node) => of(node),
        }
    }
}

impl ExprKind {
    fn children_mut(&mut self) -> Vec<&mut Expr> {
        fn unshared<T>(node: &mut Arc<T>) -> Option<&mut T> {
            Arc::get_mut(node)
        }
        let children = match self {
            leaf!() => None,
            Self::Tuple(members) => unshared(members).map(|members| members.iter_mut().collect()),
            Self::Project(project) => unshared(project).map(|project| vec![&mut project.tuple]),
            Self::Call(call) => {
                unshared(call).map(|call| std::iter::once(&mut call.function).chain(call.args.iter_mut()).collect())
            }
            Self::Function(function) => unshared(function).map(|function| vec![&mut function.body]),
            Self::Let(node) => unshared(node).map(|node| {
                let values = node.bindings.iter_mut().map(|binding| &mut binding.value);
                values.chain([&mut node.body]).collect()
            }),
            Self::If(node) => unshared(node).map(|node| vec![&mut node.condition, &mut node.then, &mut node.otherwise]),
            Self::Match(node) => unshared(node).map(|node| {
                let bodies = node.clauses.iter_mut().map(|clause| &mut clause.body);
                std::iter::once(&mut node.scrutinee).chain(bodies).collect()
            }),
            Self::Shared(shared) => unshared(shared).map(|shared| vec![&mut shared.0]),
        };
        children.unwrap_or_default()
    }

    /// Moves what graph variables name out of an expression, into a list.
    fn take_named(&mut self, taken: &mut Vec<Self>) {
        for child in self.children_mut() {
            if child.graph_var().is_some() {
                taken.push(std::mem::replace(&mut child.kind, Self::nothing()));
            } else {
                child.kind.take_named(taken);
            }
        }
    }

    /// An expression that holds nothing.
    fn nothing() -> Self {
        Self::Constructor(Name::from(""))
    }
}

impl Drop for Expr {
    /// A text binds graph variables in a row, and each may hold the one before: they are dropped one after the other.
    fn drop(&mut self) {
        if self.graph_var().is_none() {
            return;
        }
        let mut left = Vec::new();
        self.kind.take_named(&mut left);
        while let Some(mut kind) = left.pop() {
            kind.take_named(&mut left);
        }
    }
}
