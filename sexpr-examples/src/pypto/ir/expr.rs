//! Expressions. The first compared field of each is its type.

use std::collections::BTreeMap;
use std::sync::Arc;

use sexpr_core::StructuralEq;

use super::{AttrValue, DataType, Type, Use};
use crate::text::Span;

/// An expression: a pointer to its node, cheap to clone.
///
/// Each operation is a variant of its own, so that `a + b` against `a - b` is a difference of
/// variants and not of a field.
#[derive(StructuralEq, Clone, Debug)]
#[seq(rewrite)]
#[allow(missing_docs, reason = "the operations are what their names say")]
pub enum Expr {
    /// A use of a variable.
    Var(Use<Var>),
    /// A use of a loop's carried value.
    IterArg(Use<IterArg>),
    /// An integer, or a truth value, of type `Bool`.
    ConstInt(Arc<ConstInt>),
    /// A floating-point number.
    ConstFloat(Arc<ConstFloat>),
    Add(Arc<BinaryExpr>),
    Sub(Arc<BinaryExpr>),
    Mul(Arc<BinaryExpr>),
    FloorDiv(Arc<BinaryExpr>),
    FloorMod(Arc<BinaryExpr>),
    FloatDiv(Arc<BinaryExpr>),
    Min(Arc<BinaryExpr>),
    Max(Arc<BinaryExpr>),
    Pow(Arc<BinaryExpr>),
    Eq(Arc<BinaryExpr>),
    Ne(Arc<BinaryExpr>),
    Lt(Arc<BinaryExpr>),
    Le(Arc<BinaryExpr>),
    Gt(Arc<BinaryExpr>),
    Ge(Arc<BinaryExpr>),
    And(Arc<BinaryExpr>),
    Or(Arc<BinaryExpr>),
    Xor(Arc<BinaryExpr>),
    BitAnd(Arc<BinaryExpr>),
    BitOr(Arc<BinaryExpr>),
    BitXor(Arc<BinaryExpr>),
    BitShiftLeft(Arc<BinaryExpr>),
    BitShiftRight(Arc<BinaryExpr>),
    Abs(Arc<UnaryExpr>),
    Neg(Arc<UnaryExpr>),
    Not(Arc<UnaryExpr>),
    BitNot(Arc<UnaryExpr>),
    /// A call of an operation or of a function of the program.
    Call(Arc<Call>),
    /// An element of a tuple.
    TupleGetItem(Arc<TupleGetItemExpr>),
}

/// A variable. Two are the same when they are one node, whatever their names.
#[derive(StructuralEq, Debug)]
#[seq(kind = "var", rewrite)]
pub struct Var {
    /// Its values' type.
    pub r#type: Type,
    /// What programs' texts call it.
    #[seq(ignore, name)]
    pub name: String,
    /// Where it is bound.
    #[seq(ignore)]
    pub span: Span,
}

/// A value that a loop carries from one turn to the next: a variable with a value for the first turn.
#[derive(StructuralEq, Debug)]
#[seq(kind = "var", rewrite)]
pub struct IterArg {
    /// Its values' type.
    pub r#type: Type,
    /// What programs' texts call it.
    #[seq(ignore, name)]
    pub name: String,
    /// The value in the first turn.
    pub init_value: Expr,
    /// Where it is bound.
    #[seq(ignore)]
    pub span: Span,
}

/// An integer. A truth value is one of type `Bool`: 0 or 1.
#[derive(StructuralEq, Debug)]
#[seq(rewrite)]
pub struct ConstInt {
    /// Its type.
    pub r#type: Type,
    /// The integer.
    pub value: i64,
    /// Where it is written.
    #[seq(ignore)]
    pub span: Span,
}

/// A floating-point number. Compared by its bits, except that every NaN equals every NaN.
#[derive(StructuralEq, Debug)]
#[seq(rewrite)]
pub struct ConstFloat {
    /// Its type.
    pub r#type: Type,
    /// The number.
    pub value: f64,
    /// Where it is written.
    #[seq(ignore)]
    pub span: Span,
}

/// The operands of an operation on two values.
#[derive(StructuralEq, Debug)]
#[seq(rewrite, unordered(left, right, if = BinaryExpr::commutes))]
pub struct BinaryExpr {
    /// The result's type.
    pub r#type: Type,
    /// The first operand.
    pub left: Expr,
    /// The second operand.
    pub right: Expr,
    /// Whether the operands count in any order.
    #[seq(ignore)]
    commutes: bool,
    /// Where it is written.
    #[seq(ignore)]
    pub span: Span,
}

/// The operand of an operation on one value.
#[derive(StructuralEq, Debug)]
#[seq(rewrite)]
pub struct UnaryExpr {
    /// The result's type.
    pub r#type: Type,
    /// The operand.
    pub operand: Expr,
    /// Where it is written.
    #[seq(ignore)]
    pub span: Span,
}

/// A call.
#[derive(StructuralEq, Debug)]
#[seq(rewrite)]
pub struct Call {
    /// The result's type.
    pub r#type: Type,
    /// What is called.
    pub op: Callee,
    /// The arguments.
    pub args: Vec<Expr>,
    /// What the operation is configured with, by name.
    pub attributes: BTreeMap<String, AttrValue>,
    /// Where it is written.
    #[seq(ignore)]
    pub span: Span,
}

/// An element of a tuple.
#[derive(StructuralEq, Debug)]
#[seq(rewrite)]
pub struct TupleGetItemExpr {
    /// The element's type.
    pub r#type: Type,
    /// The tuple.
    pub tuple: Expr,
    /// Which element, from 0.
    pub index: u32,
    /// Where it is written.
    #[seq(ignore)]
    pub span: Span,
}

/// What a call calls.
#[derive(StructuralEq, Clone, Debug, PartialEq, Eq)]
#[seq(rewrite)]
pub enum Callee {
    /// An operation.
    Op(Op),
    /// A function of the program.
    GlobalVar(GlobalVar),
}

impl Callee {
    /// The name in a program's text.
    pub fn name(&self) -> &str {
        match self {
            Self::Op(op) => &op.name,
            Self::GlobalVar(function) => &function.name,
        }
    }
}

/// An operation, known by its name.
#[derive(StructuralEq, Clone, Debug, PartialEq, Eq, Hash, PartialOrd, Ord)]
#[seq(kind = "singleton", rewrite)]
pub struct Op {
    /// The name.
    #[seq(key)]
    pub name: Arc<str>,
}

/// A function of the program, known by its name.
#[derive(StructuralEq, Clone, Debug, PartialEq, Eq, Hash, PartialOrd, Ord)]
#[seq(kind = "singleton", rewrite)]
pub struct GlobalVar {
    /// The name.
    #[seq(key)]
    pub name: Arc<str>,
}

impl Var {
    /// A new variable, different from every other.
    pub fn new(name: impl Into<String>, r#type: Type, span: Span) -> Arc<Self> {
        Arc::new(Self { r#type, name: name.into(), span })
    }
}

impl IterArg {
    /// A new variable, different from every other.
    pub fn new(name: impl Into<String>, r#type: Type, init_value: impl Into<Expr>, span: Span) -> Arc<Self> {
        Arc::new(Self { r#type, name: name.into(), init_value: init_value.into(), span })
    }
}

impl ConstInt {
    /// A new node.
    pub fn new(value: i64, dtype: DataType, span: Span) -> Arc<Self> {
        Self::with_type(value, Type::scalar(dtype), span)
    }

    /// A new node whose type is there already.
    pub fn with_type(value: i64, r#type: Type, span: Span) -> Arc<Self> {
        Arc::new(Self { r#type, value, span })
    }
}

impl ConstFloat {
    /// A new node.
    pub fn new(value: f64, dtype: DataType, span: Span) -> Arc<Self> {
        Self::with_type(value, Type::scalar(dtype), span)
    }

    /// A new node whose type is there already.
    pub fn with_type(value: f64, r#type: Type, span: Span) -> Arc<Self> {
        Arc::new(Self { r#type, value, span })
    }
}

impl BinaryExpr {
    /// A new node, which still lacks its operation: `Expr::Add(BinaryExpr::new(…))`.
    pub fn new(r#type: Type, left: impl Into<Expr>, right: impl Into<Expr>, span: Span) -> Arc<Self> {
        Arc::new(Self { r#type, left: left.into(), right: right.into(), commutes: false, span })
    }

    /// A new node whose operands count in any order, for an operation that [commutes](super::BinaryOp::is_commutative).
    /// It differs from one whose operands count in their order.
    ///
    /// ```
    /// use sexpr_core::structural_equal;
    /// use sexpr_examples::pypto::ir::{BinaryExpr, ConstInt, DataType, Expr, Span, Type};
    ///
    /// let number = |value| ConstInt::new(value, DataType::Int64, Span::unknown());
    /// let int = || Type::scalar(DataType::Int64);
    /// let sum = |left, right| Expr::Add(BinaryExpr::commuting(int(), number(left), number(right), Span::unknown()));
    /// assert!(structural_equal(&sum(1, 2), &sum(2, 1)));
    /// assert!(!structural_equal(&sum(1, 2), &sum(1, 1)));
    /// ```
    pub fn commuting(r#type: Type, left: impl Into<Expr>, right: impl Into<Expr>, span: Span) -> Arc<Self> {
        Arc::new(Self { r#type, left: left.into(), right: right.into(), commutes: true, span })
    }

    /// Whether the operands count in any order.
    pub fn commutes(&self) -> bool {
        self.commutes
    }
}

impl UnaryExpr {
    /// A new node, which still lacks its operation: `Expr::Neg(UnaryExpr::new(…))`.
    pub fn new(r#type: Type, operand: impl Into<Expr>, span: Span) -> Arc<Self> {
        Arc::new(Self { r#type, operand: operand.into(), span })
    }
}

impl Call {
    /// A new node without attributes.
    pub fn new(r#type: Type, op: impl Into<Callee>, args: Vec<Expr>, span: Span) -> Arc<Self> {
        Self::with_attributes(r#type, op, args, BTreeMap::new(), span)
    }

    /// A new node.
    pub fn with_attributes(
        r#type: Type,
        op: impl Into<Callee>,
        args: Vec<Expr>,
        attributes: BTreeMap<String, AttrValue>,
        span: Span,
    ) -> Arc<Self> {
        Arc::new(Self { r#type, op: op.into(), args, attributes, span })
    }

    /// The expressions in the attributes, in order.
    pub fn attribute_exprs(&self) -> Vec<&Expr> {
        let mut found = Vec::new();
        self.attributes.values().for_each(|value| value.find_exprs(&mut found));
        found
    }

    /// The same call of another type, with these operands: the arguments, then the expressions in the attributes.
    pub(crate) fn with_operands(&self, r#type: Type, operands: Vec<Expr>, span: Span) -> Arc<Self> {
        let mut operands = operands.into_iter();
        let args = operands.by_ref().take(self.args.len()).collect();
        let attributes = self.attributes.iter();
        let attributes = attributes.map(|(name, value)| (name.clone(), value.with_exprs(&mut operands))).collect();
        Self::with_attributes(r#type, self.op.clone(), args, attributes, span)
    }
}

impl TupleGetItemExpr {
    /// A new node. Its type is that of the tuple's element, and unknown where the tuple has no such element.
    pub fn new(tuple: impl Into<Expr>, index: u32, span: Span) -> Arc<Self> {
        let tuple = tuple.into();
        let r#type = match tuple.ty() {
            Type::Tuple(types) => types.types.get(index as usize).cloned(),
            _ => None,
        };
        Arc::new(Self { r#type: r#type.unwrap_or_else(Type::unknown), tuple, index, span })
    }
}

impl Op {
    /// The operation of that name.
    pub fn new(name: impl Into<Arc<str>>) -> Self {
        Self { name: name.into() }
    }
}

impl GlobalVar {
    /// The function of that name.
    pub fn new(name: impl Into<Arc<str>>) -> Self {
        Self { name: name.into() }
    }
}

parts! {
    Expr:
    Use<Var> => Var,
    Use<IterArg> => IterArg,
    Arc<Var> => Var,
    Arc<IterArg> => IterArg,
    Arc<ConstInt> => ConstInt,
    Arc<ConstFloat> => ConstFloat,
    Arc<Call> => Call,
    Arc<TupleGetItemExpr> => TupleGetItem,
}

parts! {
    Callee:
    Op => Op,
    GlobalVar => GlobalVar,
}
