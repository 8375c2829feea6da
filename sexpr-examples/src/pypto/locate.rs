//! From a mismatch's path to a place in the text.

use std::collections::BTreeMap;
use std::sync::Arc;

use sexpr_core::{Path, report::Step};

use super::ir::{
    AssignStmt, AttrValue, Expr, ExprView, ForStmt, Function, GlobalVar, IfStmt, IterArg, Program, Span, Stmt, Type,
    Var,
};
use crate::text::Cursor;

/// Where a path from the program's root leads to: the span of the last node on it whose text lies within that of
/// the node before. So a type that was inferred leads to the expression and not to where the type was written. Where
/// something is missing, this is what stands before the gap.
pub fn locate(program: &Program, path: &Path) -> Span {
    place(program).along(path).span()
}

/// The program's root, as a place that leads on.
pub(crate) fn place(program: &Program) -> Place<'_> {
    Place { node: Some(Node::Program(program)), span: &program.span, around: &program.span }
}

/// What stands somewhere, and where that is in the text.
#[derive(Clone, Copy)]
pub(crate) struct Place<'p> {
    /// Nothing behind a gap.
    node: Option<Node<'p>>,
    span: &'p Span,
    /// What the spans of the nodes below have to lie in.
    around: &'p Span,
}

impl Cursor for Place<'_> {
    fn step(&mut self, step: &Step) {
        self.node = self.node.and_then(|node| node.child(step));
        if let Some(node) = self.node
            && let Some(inner) = node.span()
            && !inner.is_unknown()
            && (self.around.is_unknown() || self.around.contains(inner))
        {
            self.span = inner;
            // A carried value's initial value is not written next to its name, but in the same loop.
            if !matches!(node, Node::IterArg(_)) {
                self.around = inner;
            }
        }
    }

    fn span(&self) -> Span {
        self.span.clone()
    }
}

/// A variable's node, as [`variables`](super::variables()) looks for it.
pub(super) struct Named<'p> {
    /// What tells it from others.
    pub(super) address: usize,
    pub(super) name: &'p str,
    /// Where it is bound.
    pub(super) span: &'p Span,
}

/// The variable that a path leads to, whether it is bound or used there.
pub(super) fn named<'p>(program: &'p Program, path: &Path) -> Option<Named<'p>> {
    let node = path.steps().iter().try_fold(Node::Program(program), |node, step| node.child(step))?;
    let of_var = |var: &'p Var| Named { address: std::ptr::from_ref(var).addr(), name: &var.name, span: &var.span };
    let of_arg = |arg: &'p IterArg| Named { address: std::ptr::from_ref(arg).addr(), name: &arg.name, span: &arg.span };
    match node {
        Node::Var(var) => Some(of_var(var)),
        Node::Expr(Expr::Var(used)) => Some(of_var(&used.variable)),
        Node::IterArg(arg) => Some(of_arg(arg)),
        Node::Expr(Expr::IterArg(used)) => Some(of_arg(&used.variable)),
        _ => None,
    }
}

/// What stands at a path.
#[derive(Clone, Copy)]
enum Node<'p> {
    Program(&'p Program),
    Functions(&'p BTreeMap<GlobalVar, Arc<Function>>),
    Function(&'p Function),
    Stmt(&'p Stmt),
    Assign(&'p AssignStmt),
    Expr(&'p Expr),
    Var(&'p Var),
    IterArg(&'p IterArg),
    Type(&'p Type),
    Stmts(&'p [Stmt]),
    Assigns(&'p [Arc<AssignStmt>]),
    Exprs(&'p [Expr]),
    Vars(&'p [Arc<Var>]),
    IterArgs(&'p [Arc<IterArg>]),
    Types(&'p [Type]),
    Attributes(&'p BTreeMap<String, AttrValue>),
    Attribute(&'p AttrValue),
}

impl<'p> Node<'p> {
    fn span(self) -> Option<&'p Span> {
        Some(match self {
            Self::Program(node) => &node.span,
            Self::Function(node) => &node.span,
            Self::Stmt(node) => node.span(),
            Self::Assign(node) => &node.span,
            Self::Expr(node) => node.span(),
            Self::Var(node) => &node.span,
            Self::IterArg(node) => &node.span,
            Self::Type(node) => node.span(),
            _ => return None,
        })
    }

    fn child(self, step: &Step) -> Option<Self> {
        match step {
            Step::Field { name, .. } => self.field(name),
            Step::Index(index) => self.item(*index),
            Step::MissingIndex(index) => self.item(index.checked_sub(1)?),
            Step::Key(key) => match self {
                Self::Functions(functions) => {
                    functions.get(&GlobalVar::new(key.as_str()?)).map(|function| Self::Function(function))
                }
                Self::Attributes(attributes) => attributes.get(key.as_str()?).map(Self::of_attribute),
                _ => None,
            },
            _ => None,
        }
    }

    /// The value of an attribute: an expression stands for itself.
    fn of_attribute(value: &'p AttrValue) -> Self {
        match value {
            AttrValue::Expr(expr) => Self::Expr(expr),
            value => Self::Attribute(value),
        }
    }

    fn item(self, index: usize) -> Option<Self> {
        Some(match self {
            Self::Stmts(list) => Self::Stmt(list.get(index)?),
            Self::Assigns(list) => Self::Assign(list.get(index)?),
            Self::Exprs(list) => Self::Expr(list.get(index)?),
            Self::Vars(list) => Self::Var(list.get(index)?),
            Self::IterArgs(list) => Self::IterArg(list.get(index)?),
            Self::Types(list) => Self::Type(list.get(index)?),
            Self::Attribute(AttrValue::List(list)) => Self::of_attribute(list.get(index)?),
            _ => return None,
        })
    }

    fn field(self, name: &str) -> Option<Self> {
        match self {
            Self::Program(node) => (name == "functions").then_some(Self::Functions(&node.functions)),
            Self::Function(node) => match name {
                "params" => Some(Self::Vars(&node.params)),
                "return_types" => Some(Self::Types(&node.return_types)),
                "body" => Some(Self::Stmt(&node.body)),
                _ => None,
            },
            Self::Stmt(node) => stmt_field(node, name),
            Self::Assign(node) => assign_field(node, name),
            Self::Expr(node) => expr_field(node, name),
            Self::Var(node) => (name == "type").then_some(Self::Type(&node.r#type)),
            Self::IterArg(node) => match name {
                "type" => Some(Self::Type(&node.r#type)),
                "init_value" => Some(Self::Expr(&node.init_value)),
                _ => None,
            },
            Self::Type(node) => match (node, name) {
                (Type::Tensor(node), "shape") => Some(Self::Exprs(&node.shape)),
                (Type::Tile(node), "shape") => Some(Self::Exprs(node.shape())),
                (Type::Tuple(node), "types") => Some(Self::Types(&node.types)),
                _ => None,
            },
            _ => None,
        }
    }
}

fn stmt_field<'p>(stmt: &'p Stmt, name: &str) -> Option<Node<'p>> {
    match stmt {
        Stmt::Assign(node) => assign_field(node, name),
        Stmt::If(node) => if_field(node, name),
        Stmt::For(node) => for_field(node, name),
        Stmt::Yield(node) => (name == "values").then_some(Node::Exprs(&node.values)),
        Stmt::Seq(node) => (name == "statements").then_some(Node::Stmts(&node.statements)),
        Stmt::Op(node) => (name == "statements").then_some(Node::Assigns(&node.statements)),
    }
}

fn assign_field<'p>(node: &'p AssignStmt, name: &str) -> Option<Node<'p>> {
    match name {
        "var" => Some(Node::Var(&node.var)),
        "value" => Some(Node::Expr(&node.value)),
        _ => None,
    }
}

fn if_field<'p>(node: &'p IfStmt, name: &str) -> Option<Node<'p>> {
    match name {
        "condition" => Some(Node::Expr(&node.condition)),
        "then_body" => Some(Node::Stmt(&node.then_body)),
        "else_body" => node.else_body.as_ref().map(Node::Stmt),
        "return_vars" => Some(Node::Vars(&node.return_vars)),
        _ => None,
    }
}

fn for_field<'p>(node: &'p ForStmt, name: &str) -> Option<Node<'p>> {
    match name {
        "loop_var" => Some(Node::Var(&node.loop_var)),
        "start" => Some(Node::Expr(&node.start)),
        "stop" => Some(Node::Expr(&node.stop)),
        "step" => Some(Node::Expr(&node.step)),
        "iter_args" => Some(Node::IterArgs(&node.iter_args)),
        "body" => Some(Node::Stmt(&node.body)),
        "return_vars" => Some(Node::Vars(&node.return_vars)),
        _ => None,
    }
}

fn expr_field<'p>(expr: &'p Expr, name: &str) -> Option<Node<'p>> {
    if name == "type" {
        return Some(Node::Type(expr.ty()));
    }
    match (expr.view(), name) {
        (ExprView::Binary(_, node), "left") => Some(Node::Expr(&node.left)),
        (ExprView::Binary(_, node), "right") => Some(Node::Expr(&node.right)),
        (ExprView::Unary(_, node), "operand") => Some(Node::Expr(&node.operand)),
        (ExprView::Call(node), "args") => Some(Node::Exprs(&node.args)),
        (ExprView::Call(node), "attributes") => Some(Node::Attributes(&node.attributes)),
        (ExprView::TupleGetItem(node), "tuple") => Some(Node::Expr(&node.tuple)),
        (ExprView::IterArg(node), "init_value") => Some(Node::Expr(&node.init_value)),
        _ => None,
    }
}
