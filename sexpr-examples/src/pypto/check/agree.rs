//! Which types agree.

use std::collections::HashSet;

use sexpr_core::structural_equal;

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

/// Whether a value can stand where there is a type.
pub(super) enum Fit<'e> {
    Fits,
    /// It adapts to types like this one, but not to this one, which does not have this literal.
    Literal(&'e Expr),
    Differs,
}

/// Whether a value can stand where there is a type.
pub(super) fn fit<'e>(value: &'e Expr, ty: &Type) -> Fit<'e> {
    if agree(value.ty(), ty) {
        return Fit::Fits;
    }
    let adapts = scalar_sort(value.ty()).is_some() && scalar_sort(value.ty()) == scalar_sort(ty);
    let Some(literals) = adapts.then(|| literals(value)).flatten() else { return Fit::Differs };
    let has = |literal: &Expr| match (ty.integers(), literal.const_int()) {
        (Some(integers), Some(value)) => integers.contains(value.into()),
        _ => true,
    };
    literals.into_iter().find(|literal| !has(literal)).map_or(Fit::Fits, Fit::Literal)
}

/// Whether two operands have the same type, or one adapts to that of the other.
pub(super) fn operands_fit<'e>(left: &'e Expr, right: &'e Expr) -> Fit<'e> {
    // One that has no operands is looked at first: of operators in a row, the other operand is all that is before.
    let is_leaf = |expr: &Expr| expr.operands().next().is_none();
    let (first, other) = if is_leaf(right) { (right, left) } else { (left, right) };
    let found = fit(first, other.ty());
    if matches!(found, Fit::Fits) {
        return Fit::Fits;
    }
    match (found, fit(other, first.ty())) {
        (Fit::Fits, _) | (_, Fit::Fits) => Fit::Fits,
        (Fit::Literal(literal), _) | (_, Fit::Literal(literal)) => Fit::Literal(literal),
        (Fit::Differs, Fit::Differs) => Fit::Differs,
    }
}

/// The literals that an expression is made of, if it is made of nothing else, so that it adapts to the types of other
/// values: numbers whose types are not written with them, and operations whose types are those of their operands.
fn literals(expr: &Expr) -> Option<Vec<&Expr>> {
    let mut found = Vec::new();
    let mut seen = HashSet::new();
    let mut rest = vec![expr];
    while let Some(expr) = rest.pop() {
        match expr.view() {
            ExprView::ConstInt(_) | ExprView::ConstFloat(_) => {
                let goes_without_saying =
                    matches!(expr.ty().scalar_dtype(), Some(DataType::Int64 | DataType::FP32 | DataType::Bool));
                if !goes_without_saying {
                    return None;
                }
                found.push(expr);
            }
            ExprView::Binary(op, _) if op.result().is_none() => {}
            ExprView::Unary(op, _) if op.result().is_none() => {}
            _ => return None,
        }
        if seen.insert(expr.address()) {
            rest.extend(expr.operands().rev());
        }
    }
    Some(found)
}
