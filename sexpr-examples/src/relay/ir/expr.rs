//! Expressions.

use std::sync::Arc;

use sexpr_core::StructuralEq;

use super::{Attributes, Constant, GlobalVar, LocalVar, Location, Name, Pattern, Type, TypeArgument, TypeParam};

/// An expression. Cheap to clone: what it consists of is shared.
///
/// Sharing alone means nothing: two occurrences of one [`Call`] are equal to two calls that are alike. What a text shares,
/// by `%0 = …;`, is [`ExprKind::Shared`].
#[derive(StructuralEq, Clone, Debug)]
#[seq(rewrite)]
pub struct Expr {
    /// What it is.
    pub kind: ExprKind,
    /// Where it is written, and under which name.
    #[seq(ignore)]
    pub span: Location,
}

/// What an expression is.
#[derive(StructuralEq, Clone, Debug)]
#[seq(rewrite)]
pub enum ExprKind {
    /// `%x`
    Local(Arc<LocalVar>),
    /// `@f`
    Global(Arc<GlobalVar>),
    /// `Cons`, as a function. A constructor without arguments is called in the text without brackets.
    Constructor(Name),
    /// `nn.dense`
    Operator(Name),
    /// `3`
    Constant(Arc<Constant>),
    /// `(%x, %y)`
    Tuple(Arc<Vec<Expr>>),
    /// `%x.1`
    Project(Arc<Project>),
    /// `f<A>(%x, axis=1)`
    Call(Arc<Call>),
    /// `fn (%x: int32) { %x }`
    Function(Arc<Function>),
    /// `let %x = 1; let %y = 2; %x`
    Let(Arc<Let>),
    /// `if (%c) { %x } else { %y }`
    If(Arc<If>),
    /// `match (%xs) { Nil => 0, }`
    Match(Arc<Match>),
    /// `meta[relay.Constant][0]`
    Meta(Arc<Meta>),
    /// `%0`, of which there are several.
    Shared(Arc<Shared>),
}

/// An expression that is computed once and used in several places: `%0 = f(%x); (%0, %0)`.
///
/// It differs from one that is written several times, `(f(%x), f(%x))`, and from one that a `let` binds.
#[derive(StructuralEq, Clone, Debug)]
#[seq(kind = "dag", rewrite)]
pub struct Shared(pub Expr);

/// Something that a text keeps apart, in its metadata: `meta[relay.Constant][0]`. Of its type nothing is known.
#[derive(StructuralEq, Clone, Debug)]
#[seq(rewrite)]
pub struct Meta {
    /// What kind of thing it is.
    pub key: String,
    /// Which of these.
    pub index: u64,
}

/// A member of a tuple: `%x.1`.
#[derive(StructuralEq, Clone, Debug)]
#[seq(rewrite)]
pub struct Project {
    /// Of what.
    pub tuple: Expr,
    /// Which member, from 0.
    pub index: u32,
}

/// A call: `f<A>(%x, axis=1)`.
#[derive(StructuralEq, Clone, Debug)]
#[seq(rewrite)]
pub struct Call {
    /// What is called.
    pub function: Expr,
    /// What stands for its type parameters; empty where that is to be found.
    pub type_args: Box<[TypeArgument]>,
    /// The arguments.
    #[seq(unordered(if = Call::commutes, assume_tree))]
    pub args: Box<[Expr]>,
    /// What else the call says.
    pub attributes: Attributes,
    /// Whether the arguments count in any order. Then no argument holds a [`Shared`] expression.
    #[seq(ignore)]
    commutes: bool,
}

/// Bindings in order, of which the body is none.
///
/// A variable is bound before its value, since a function may call itself.
#[derive(StructuralEq, Clone, Debug)]
#[seq(scope, rewrite)]
pub struct Let {
    /// What is bound; at least one.
    pub bindings: Vec<Binding>,
    /// What they are for.
    pub body: Expr,
}

/// `if (%c) { %x } else { %y }`
#[derive(StructuralEq, Clone, Debug)]
#[seq(rewrite)]
pub struct If {
    /// A scalar truth value.
    pub condition: Expr,
    /// What it is if that is true.
    pub then: Expr,
    /// What it is otherwise.
    pub otherwise: Expr,
}

/// `match (%xs) { Nil => 0, }`
#[derive(StructuralEq, Clone, Debug)]
#[seq(rewrite)]
pub struct Match {
    /// What is looked at.
    pub scrutinee: Expr,
    /// What it may be; the first that fits counts.
    pub clauses: Vec<Clause>,
    /// Whether every case must be covered: `match`, and not `match?`.
    pub is_complete: bool,
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
    /// What else it says: `Primitive=1`.
    pub attributes: Attributes,
    /// The type of the result, where it is written.
    pub result: Option<Type>,
    /// What it gives.
    pub body: Expr,
    /// Where it is written.
    #[seq(ignore)]
    pub span: Location,
}

impl Expr {
    /// An expression of no file.
    pub fn new(kind: impl Into<ExprKind>) -> Self {
        Self::at(kind, Location::unknown())
    }

    /// An expression and its place.
    pub fn at(kind: impl Into<ExprKind>, span: Location) -> Self {
        Self { kind: kind.into(), span }
    }

    /// Bindings for an expression. Those of the body come after them, so that a `let` is never the body of another.
    pub fn let_in(mut bindings: Vec<Binding>, body: Self, span: Location) -> Self {
        bindings.shrink_to_fit();
        match &body.kind {
            ExprKind::Let(inner) => {
                bindings.extend(inner.bindings.iter().cloned());
                Self::at(Let { bindings, body: inner.body.clone() }, span)
            }
            _ if bindings.is_empty() => body,
            _ => Self::at(Let { bindings, body }, span),
        }
    }

    /// A call without type arguments and attributes.
    pub fn call(function: Self, args: Vec<Self>, span: Location) -> Self {
        Self::at(Call::new(function, Box::default(), args.into(), Attributes::new()), span)
    }

    /// The graph variable that the text binds it to, without the `%`: `%0 = f(%x); g(%0)` is `g(f(%x))`.
    pub fn graph_var(&self) -> Option<&str> {
        self.span.graph_var()
    }

    /// A tuple of no file.
    pub fn tuple(members: Vec<Self>) -> Self {
        Self::new(ExprKind::Tuple(Arc::new(members)))
    }
}

impl Call {
    /// A call whose arguments count in their order.
    pub fn new(function: Expr, type_args: Box<[TypeArgument]>, args: Box<[Expr]>, attributes: Attributes) -> Self {
        Self { function, type_args, args, attributes, commutes: false }
    }

    /// The same call with other parts, whose arguments count in any order if it is said so. Then none of them holds a
    /// [`Shared`] expression.
    pub(in crate::relay) fn rebuilt(&self, function: Expr, args: Box<[Expr]>, commutes: bool) -> Self {
        let (type_args, attributes) = (self.type_args.clone(), self.attributes.clone());
        Self { function, type_args, args, attributes, commutes }
    }

    /// Whether the arguments count in any order: see [`commutative`](crate::relay::commutative()).
    pub fn commutes(&self) -> bool {
        self.commutes
    }
}

parts! {
    ExprKind:
    Call => Call,
    GlobalVar => Global,
    Let => Let,
    If => If,
    Match => Match,
    Project => Project,
    Meta => Meta,
    Function => Function,
    Constant => Constant,
}
