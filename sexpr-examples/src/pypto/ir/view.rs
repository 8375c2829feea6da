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

impl Expr {
    /// A look at what it is made of.
    pub fn view(&self) -> ExprView<'_> {
        use {BinaryOp as B, ExprView as V, UnaryOp as U};
        match self {
            Self::Var(node) => V::Var(node),
            Self::IterArg(node) => V::IterArg(node),
            Self::ConstInt(node) => V::ConstInt(node),
            Self::ConstFloat(node) => V::ConstFloat(node),
            Self::Add(node) => V::Binary(B::Add, node),
            Self::Sub(node) => V::Binary(B::Sub, node),
            Self::Mul(node) => V::Binary(B::Mul, node),
            Self::FloorDiv(node) => V::Binary(B::FloorDiv, node),
            Self::FloorMod(node) => V::Binary(B::FloorMod, node),
            Self::FloatDiv(node) => V::Binary(B::FloatDiv, node),
            Self::Min(node) => V::Binary(B::Min, node),
            Self::Max(node) => V::Binary(B::Max, node),
            Self::Pow(node) => V::Binary(B::Pow, node),
            Self::Eq(node) => V::Binary(B::Eq, node),
            Self::Ne(node) => V::Binary(B::Ne, node),
            Self::Lt(node) => V::Binary(B::Lt, node),
            Self::Le(node) => V::Binary(B::Le, node),
            Self::Gt(node) => V::Binary(B::Gt, node),
            Self::Ge(node) => V::Binary(B::Ge, node),
            Self::And(node) => V::Binary(B::And, node),
            Self::Or(node) => V::Binary(B::Or, node),
            Self::Xor(node) => V::Binary(B::Xor, node),
            Self::BitAnd(node) => V::Binary(B::BitAnd, node),
            Self::BitOr(node) => V::Binary(B::BitOr, node),
            Self::BitXor(node) => V::Binary(B::BitXor, node),
            Self::BitShiftLeft(node) => V::Binary(B::BitShiftLeft, node),
            Self::BitShiftRight(node) => V::Binary(B::BitShiftRight, node),
            Self::Abs(node) => V::Unary(U::Abs, node),
            Self::Neg(node) => V::Unary(U::Neg, node),
            Self::Not(node) => V::Unary(U::Not, node),
            Self::BitNot(node) => V::Unary(U::BitNot, node),
            Self::Call(node) => V::Call(node),
            Self::TupleGetItem(node) => V::TupleGetItem(node),
        }
    }

    /// An operation on two values.
    pub fn binary(op: BinaryOp, node: Arc<BinaryExpr>) -> Self {
        use BinaryOp as B;
        match op {
            B::Add => Self::Add(node),
            B::Sub => Self::Sub(node),
            B::Mul => Self::Mul(node),
            B::FloorDiv => Self::FloorDiv(node),
            B::FloorMod => Self::FloorMod(node),
            B::FloatDiv => Self::FloatDiv(node),
            B::Min => Self::Min(node),
            B::Max => Self::Max(node),
            B::Pow => Self::Pow(node),
            B::Eq => Self::Eq(node),
            B::Ne => Self::Ne(node),
            B::Lt => Self::Lt(node),
            B::Le => Self::Le(node),
            B::Gt => Self::Gt(node),
            B::Ge => Self::Ge(node),
            B::And => Self::And(node),
            B::Or => Self::Or(node),
            B::Xor => Self::Xor(node),
            B::BitAnd => Self::BitAnd(node),
            B::BitOr => Self::BitOr(node),
            B::BitXor => Self::BitXor(node),
            B::BitShiftLeft => Self::BitShiftLeft(node),
            B::BitShiftRight => Self::BitShiftRight(node),
        }
    }

    /// An operation on one value.
    pub fn unary(op: UnaryOp, node: Arc<UnaryExpr>) -> Self {
        match op {
            UnaryOp::Abs => Self::Abs(node),
            UnaryOp::Neg => Self::Neg(node),
            UnaryOp::Not => Self::Not(node),
            UnaryOp::BitNot => Self::BitNot(node),
        }
    }

    /// The type of its values.
    pub fn ty(&self) -> &Type {
        match self.view() {
            ExprView::Var(node) => &node.r#type,
            ExprView::IterArg(node) => &node.r#type,
            ExprView::ConstInt(node) => &node.r#type,
            ExprView::ConstFloat(node) => &node.r#type,
            ExprView::Binary(_, node) => &node.r#type,
            ExprView::Unary(_, node) => &node.r#type,
            ExprView::Call(node) => &node.r#type,
            ExprView::TupleGetItem(node) => &node.r#type,
        }
    }

    /// Where it is written; for a variable, where it is used.
    pub fn span(&self) -> &Span {
        match self.view() {
            ExprView::Var(node) => &node.span,
            ExprView::IterArg(node) => &node.span,
            ExprView::ConstInt(node) => &node.span,
            ExprView::ConstFloat(node) => &node.span,
            ExprView::Binary(_, node) => &node.span,
            ExprView::Unary(_, node) => &node.span,
            ExprView::Call(node) => &node.span,
            ExprView::TupleGetItem(node) => &node.span,
        }
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
