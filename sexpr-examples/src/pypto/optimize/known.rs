//! Expressions whose values are known.

use crate::pypto::ir::{ConstInt, DataType, Expr, Integers, Type};

/// A value that is known before the program runs.
#[derive(Clone, Debug)]
pub(super) enum Known {
    /// An integer or truth value, of a type.
    Int(i128, DataType),
    /// A floating-point number that is written in the program. Nothing is computed with it.
    Float(Expr),
}

impl Known {
    /// What is known of a constant.
    pub(super) fn of_constant(expr: &Expr) -> Option<Self> {
        match expr {
            Expr::ConstInt(node) => {
                let dtype = node.r#type.scalar_dtype().filter(|dtype| Integers::of(*dtype).is_some())?;
                Some(Self::Int(node.value.into(), dtype))
            }
            Expr::ConstFloat(_) => Some(Self::Float(expr.clone())),
            _ => None,
        }
    }

    /// A truth value.
    pub(super) fn truth(value: bool) -> Self {
        Self::Int(value.into(), DataType::Bool)
    }

    pub(super) fn int(&self) -> Option<i128> {
        match self {
            Self::Int(value, _) => Some(*value),
            Self::Float(_) => None,
        }
    }

    /// The value as a variable of a type has it.
    pub(super) fn converted(&self, ty: &Type) -> Option<Self> {
        match self {
            Self::Int(value, _) => Some(Self::Int(ty.integers()?.wrap(*value), ty.scalar_dtype()?)),
            Self::Float(constant) => (constant.ty().scalar_dtype() == ty.scalar_dtype()).then(|| self.clone()),
        }
    }
}

/// An expression with what is known of its value.
///
/// A known integer is written as a literal, of type `Int64` or `Bool`. So what may be written depends on whether a place
/// makes something of the type of what stands in it.
#[derive(Clone, Debug)]
pub(super) struct Folded {
    pub(super) expr: Expr,
    pub(super) known: Option<Known>,
}

impl Folded {
    pub(super) fn int(&self) -> Option<i128> {
        self.known.as_ref().and_then(Known::int)
    }

    /// For a place where the type counts.
    pub(super) fn exactly(&self) -> Expr {
        match &self.known {
            Some(Known::Int(value, dtype @ (DataType::Int64 | DataType::Bool))) => self.literal(*value, *dtype),
            Some(Known::Float(constant)) => constant.clone(),
            _ => self.expr.clone(),
        }
    }

    /// For a place where only the integer counts.
    pub(super) fn number(&self) -> Expr {
        match &self.known {
            Some(Known::Int(value, dtype)) => self.literal(*value, *dtype),
            _ => self.exactly(),
        }
    }

    /// For a place where the value is converted to a type.
    pub(super) fn given(&self, ty: &Type) -> Expr {
        match (&self.known, ty.integers(), ty.scalar_dtype()) {
            (Some(Known::Int(value, _)), Some(integers), Some(dtype)) => self.literal(integers.wrap(*value), dtype),
            _ => self.exactly(),
        }
    }

    /// A literal, unless there is one, or the integer is too large for it.
    fn literal(&self, value: i128, dtype: DataType) -> Expr {
        let dtype = if dtype == DataType::Bool { dtype } else { DataType::Int64 };
        match i64::try_from(value) {
            Ok(value) if self.expr.const_int() != Some(value) => {
                ConstInt::new(value, dtype, self.expr.span().clone()).into()
            }
            _ => self.expr.clone(),
        }
    }
}
