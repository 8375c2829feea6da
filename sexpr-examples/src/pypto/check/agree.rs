//! Which types agree.

use std::ops::ControlFlow;

use sexpr_core::{
    structural_equal,
    walk::{Next, Walk},
};

use crate::pypto::ir::{DataType, Expr, ExprView, Integers, Type};

/// What kind of value a type has.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Sort {
    Truth,
    Integer,
    Float,
}

impl Sort {
    pub(super) fn of(dtype: DataType) -> Self {
        match Integers::of(dtype) {
            _ if dtype == DataType::Bool => Self::Truth,
            Some(_) => Self::Integer,
            None => Self::Float,
        }
    }
}

/// What a type's values are made of. Tuples are made of several things, and of unknown types nothing is known.
pub(super) fn sort(ty: &Type) -> Option<Sort> {
    match ty {
        Type::Scalar(scalar) => Some(Sort::of(scalar.dtype)),
        Type::Tensor(tensor) => Some(Sort::of(tensor.dtype)),
        Type::Tile(tile) => Some(Sort::of(tile.dtype)),
        Type::Tuple(_) | Type::Unknown(_) => None,
    }
}

/// What a scalar type's values are.
pub(super) fn scalar_sort(ty: &Type) -> Option<Sort> {
    ty.scalar_dtype().map(Sort::of)
}

/// Whether two types agree.
pub(super) fn agree(left: &Type, right: &Type) -> bool {
    match (left, right) {
        (Type::Unknown(_), _) | (_, Type::Unknown(_)) => true,
        (Type::Scalar(left), Type::Scalar(right)) => left.dtype == right.dtype,
        _ if structural_equal(left, right) => true,
        (Type::Tuple(left), Type::Tuple(right)) => {
            left.types.len() == right.types.len()
                && left.types.iter().zip(&right.types).all(|(left, right)| agree(left, right))
        }
        _ => false,
    }
}

/// Whether a value agrees with a type.
pub(super) fn value_agrees(value: &Expr, ty: &Type) -> bool {
    if let (Some(constant), Some(integers)) = (value.const_int(), ty.integers())
        && scalar_sort(value.ty()) == scalar_sort(ty)
    {
        return integers.contains(constant.into());
    }
    agree(value.ty(), ty) || (scalar_sort(value.ty()) == scalar_sort(ty) && is_of_numbers(value))
}

/// Whether two operands have the same type.
pub(super) fn operands_agree(left: &Expr, right: &Expr) -> bool {
    agree(left.ty(), right.ty())
        || (scalar_sort(left.ty()).is_some()
            && scalar_sort(left.ty()) == scalar_sort(right.ty())
            && (is_of_numbers(left) || is_of_numbers(right)))
}

/// Whether an expression is made of constants alone.
fn is_of_numbers(expr: &Expr) -> bool {
    let other = Walk::breakable()
        .distinct()
        .on(|_: &Type, _| Next::Skip)
        .on(|expr: &Expr, _| match expr.view() {
            ExprView::Var(_) | ExprView::IterArg(_) | ExprView::Call(_) => ControlFlow::Break(()),
            _ => ControlFlow::Continue(()),
        })
        .try_run(expr);
    other.is_continue()
}
