//! What an expression is made of, in a form that needs no list of its variants.

use std::mem::discriminant;
use std::sync::Arc;

use super::{
    BinaryExpr, BinaryOp, Call, ConstFloat, ConstInt, Expr, IterArg, TupleGetItemExpr, Type, UnaryExpr, UnaryOp, Use,
    Var, Variable,
};
use crate::text::Span;

/// A look at an expression, with the operations on two values under one name, and those on one value.
#[derive(Clone, Copy, Debug)]
#[allow(missing_docs, reason = "each is what its name says")]
pub enum ExprView<'a> {
    Var(&'a Use<Var>),
    IterArg(&'a Use<IterArg>),
    ConstInt(&'a Arc<ConstInt>),
    ConstFloat(&'a Arc<ConstFloat>),
    Binary(BinaryOp, &'a Arc<BinaryExpr>),
    Unary(UnaryOp, &'a Arc<UnaryExpr>),
    Call(&'a Arc<Call>),
    TupleGetItem(&'a Arc<TupleGetItemExpr>),
}

/// Something that the nodes of all expressions have.
macro_rules! of_node {
    ($expr:expr, $node:ident => $part:expr) => {
        match $expr.view() {
            ExprView::Var($node) => $part,
            ExprView::IterArg($node) => $part,
            ExprView::ConstInt($node) => $part,
            ExprView::ConstFloat($node) => $part,
            ExprView::Binary(_, $node) => $part,
            ExprView::Unary(_, $node) => $part,
            ExprView::Call($node) => $part,
            ExprView::TupleGetItem($node) => $part,
        }
    };
}

/// The operations, each of which is a variant of [`Expr`] and one of [`BinaryOp`] or [`UnaryOp`].
macro_rules! operations {
    (binary: $($binary:ident)*, unary: $($unary:ident)*) => {
        impl Expr {
            /// A look at what it is made of.
            pub fn view(&self) -> ExprView<'_> {
                match self {
                    Self::Var(node) => ExprView::Var(node),
                    Self::IterArg(node) => ExprView::IterArg(node),
                    Self::ConstInt(node) => ExprView::ConstInt(node),
                    Self::ConstFloat(node) => ExprView::ConstFloat(node),
                    $(Self::$binary(node) => ExprView::Binary(BinaryOp::$binary, node),)*
                    $(Self::$unary(node) => ExprView::Unary(UnaryOp::$unary, node),)*
                    Self::Call(node) => ExprView::Call(node),
                    Self::TupleGetItem(node) => ExprView::TupleGetItem(node),
                }
            }

            /// An operation on two values.
            pub fn binary(op: BinaryOp, node: Arc<BinaryExpr>) -> Self {
                match op { $(BinaryOp::$binary => Self::$binary(node),)* }
            }

            /// An operation on one value.
            pub fn unary(op: UnaryOp, node: Arc<UnaryExpr>) -> Self {
                match op { $(UnaryOp::$unary => Self::$unary(node),)* }
            }
        }
    };
}

operations! {
    binary: Add Sub Mul FloorDiv FloorMod FloatDiv Min Max Pow Eq Ne Lt Le Gt Ge And Or Xor BitAnd BitOr BitXor
            BitShiftLeft BitShiftRight,
    unary: Abs Neg Not BitNot
}

impl Expr {
    /// The type of its values.
    pub fn ty(&self) -> &Type {
        of_node!(self, node => &node.r#type)
    }

    /// Where it is written; for a variable, where it is used.
    pub fn span(&self) -> &Span {
        of_node!(self, node => &node.span)
    }

    /// A variable's name.
    pub fn name(&self) -> Option<&str> {
        match self {
            Self::Var(var) => Some(&var.name),
            Self::IterArg(arg) => Some(&arg.name),
            _ => None,
        }
    }

    /// Which variable this is a use of.
    pub fn variable(&self) -> Option<Variable> {
        match self {
            Self::Var(var) => Some(Variable::from(&var.variable)),
            Self::IterArg(arg) => Some(Variable::from(&arg.variable)),
            _ => None,
        }
    }

    /// The integer or truth value, if it is a constant one.
    pub fn const_int(&self) -> Option<i64> {
        match self {
            Self::ConstInt(node) => Some(node.value),
            _ => None,
        }
    }

    /// What tells the node from every other one that is there; of a variable, the variable.
    pub(crate) fn address(&self) -> usize {
        match self.view() {
            ExprView::Var(node) => Arc::as_ptr(&node.variable).addr(),
            ExprView::IterArg(node) => Arc::as_ptr(&node.variable).addr(),
            ExprView::ConstInt(node) => Arc::as_ptr(node).addr(),
            ExprView::ConstFloat(node) => Arc::as_ptr(node).addr(),
            ExprView::Binary(_, node) => Arc::as_ptr(node).addr(),
            ExprView::Unary(_, node) => Arc::as_ptr(node).addr(),
            ExprView::Call(node) => Arc::as_ptr(node).addr(),
            ExprView::TupleGetItem(node) => Arc::as_ptr(node).addr(),
        }
    }

    /// Whether both are one node; of variables, whether both are uses of one.
    pub fn is(&self, other: &Self) -> bool {
        discriminant(self) == discriminant(other) && self.address() == other.address()
    }

    /// The same expression with these operands, as many as it has. If all are those that it has, it stays the same
    /// node.
    pub fn with_operands(&self, operands: Vec<Self>) -> Self {
        if self.operands().zip(&operands).all(|(old, new)| old.is(new)) {
            return self.clone();
        }
        self.rebuilt(self.ty().clone(), operands)
    }

    /// The same expression of another type, with these operands, as many as it has.
    pub(crate) fn rebuilt(&self, r#type: Type, operands: Vec<Self>) -> Self {
        let span = self.span().clone();
        if let ExprView::Call(node) = self.view() {
            return node.with_operands(r#type, operands, span).into();
        }
        let mut operands = operands.into_iter();
        match (self.view(), operands.next(), operands.next()) {
            (ExprView::Binary(op, _), Some(left), Some(right)) => {
                Self::binary(op, BinaryExpr::new(r#type, left, right, span))
            }
            (ExprView::Unary(op, _), Some(operand), _) => Self::unary(op, UnaryExpr::new(r#type, operand, span)),
            (ExprView::TupleGetItem(node), Some(tuple), _) => {
                Self::TupleGetItem(Arc::new(TupleGetItemExpr { r#type, tuple, index: node.index, span }))
            }
            _ => self.clone(),
        }
    }

    /// The expressions directly within it, in order: of a call, the arguments and then those in the attributes. A
    /// variable has none.
    pub fn operands(&self) -> impl DoubleEndedIterator<Item = &Self> {
        let mut attributes = Vec::new();
        let (few, many): ([Option<&Self>; 2], &[Self]) = match self.view() {
            ExprView::Binary(_, node) => ([Some(&node.left), Some(&node.right)], &[]),
            ExprView::Unary(_, node) => ([Some(&node.operand), None], &[]),
            ExprView::TupleGetItem(node) => ([Some(&node.tuple), None], &[]),
            ExprView::Call(node) => {
                attributes = node.attribute_exprs();
                ([None, None], &node.args)
            }
            _ => ([None, None], &[]),
        };
        few.into_iter().flatten().chain(many).chain(attributes)
    }
}
