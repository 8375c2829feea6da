//! Expressions.

use std::sync::Arc;

use sexpr_core::StructuralEq;

use super::{Attributes, Constant, GlobalVar, LocalVar, Pattern, Type, TypeArgument, TypeParam};
use crate::text::Span;

/// An expression.
#[derive(StructuralEq, Clone, Debug)]
#[seq(rewrite)]
pub struct Expr {
    /// What it is.
    pub kind: ExprKind,
    /// Where it is written.
    #[seq(ignore)]
    pub span: Span,
}

/// What an expression is.
#[derive(StructuralEq, Clone, Debug)]
#[seq(rewrite)]
pub enum ExprKind {
    /// `%x`
    Local(Arc<LocalVar>),
    /// `@f`
    Global(GlobalVar),
    /// `Cons`, as a function. A constructor without arguments is called in the text without brackets.
    Constructor(String),
    /// `nn.dense`
    Operator(String),
    /// `3`
    Constant(Constant),
    /// `(%x, %y)`
    Tuple(Vec<Expr>),
    /// `%x.1`
    Project {
        /// Of what.
        tuple: Box<Expr>,
        /// Which member, from 0.
        index: u32,
    },
    /// `f<A>(%x, axis=1)`
    Call {
        /// What is called.
        function: Box<Expr>,
        /// What stands for its type parameters; empty where that is to be found.
        type_args: Vec<TypeArgument>,
        /// The arguments.
        args: Vec<Expr>,
        /// What else the call says.
        attributes: Attributes,
    },
    /// `fn (%x: int32) { %x }`
    Function(Box<Function>),
    /// `let %x = 1; let %y = 2; %x`: bindings in order, of which the body is none.
    ///
    /// A variable is bound before its value, since a function may call itself.
    #[seq(scope)]
    Let {
        /// What is bound; at least one.
        bindings: Vec<Binding>,
        /// What they are for.
        body: Box<Expr>,
    },
    /// `if (%c) { %x } else { %y }`
    If {
        /// A scalar truth value.
        condition: Box<Expr>,
        /// What it is if that is true.
        then: Box<Expr>,
        /// What it is otherwise.
        otherwise: Box<Expr>,
    },
    /// `match (%xs) { Nil => 0, }`
    Match {
        /// What is looked at.
        scrutinee: Box<Expr>,
        /// What it may be; the first that fits counts.
        clauses: Vec<Clause>,
        /// Whether every case must be covered: `match`, and not `match?`.
        is_complete: bool,
    },
}

/// One `let`.
#[derive(StructuralEq, Clone, Debug)]
#[seq(rewrite)]
pub struct Binding {
    /// The variable. Only a value that is a function may mention it.
    #[seq(def = "simple")]
    pub var: Arc<LocalVar>,
    /// What it stands for.
    pub value: Expr,
}

/// A case of a `match`.
#[derive(StructuralEq, Clone, Debug)]
#[seq(scope, rewrite)]
pub struct Clause {
    /// What fits.
    #[seq(def = "simple")]
    pub pattern: Pattern,
    /// What the `match` is then.
    pub body: Expr,
}

/// A function, or what a module defines.
#[derive(StructuralEq, Clone, Debug)]
#[seq(scope, rewrite)]
pub struct Function {
    /// The type parameters.
    #[seq(def)]
    pub type_params: Vec<Arc<TypeParam>>,
    /// The parameters.
    #[seq(def = "simple")]
    pub params: Vec<Arc<LocalVar>>,
    /// The type of the result, where it is written.
    pub result: Option<Type>,
    /// What it gives.
    pub body: Expr,
    /// Where it is written.
    #[seq(ignore)]
    pub span: Span,
}

impl Expr {
    /// An expression of no file.
    pub fn new(kind: ExprKind) -> Self {
        Self { kind, span: Span::unknown() }
    }

    /// Bindings for an expression. Those of the body come after them, so that a `let` is never the body of another.
    pub fn let_in(mut bindings: Vec<Binding>, body: Self, span: Span) -> Self {
        match body.kind {
            ExprKind::Let { bindings: inner, body } => {
                bindings.extend(inner);
                Self { kind: ExprKind::Let { bindings, body }, span }
            }
            _ if bindings.is_empty() => body,
            _ => Self { kind: ExprKind::Let { bindings, body: Box::new(body) }, span },
        }
    }

    /// A call without type arguments and attributes.
    pub fn call(function: Self, args: Vec<Self>, span: Span) -> Self {
        let function = Box::new(function);
        Self { kind: ExprKind::Call { function, type_args: Vec::new(), args, attributes: Attributes::new() }, span }
    }
}
