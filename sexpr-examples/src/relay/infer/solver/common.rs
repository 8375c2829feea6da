//! What two types that go together have in common.

use std::sync::Arc;

use super::{Clash, DEPTH_LIMIT, SIZE_LIMIT, Types};
use crate::relay::ir::{Dim, FunctionType, Shape, Type};

/// Which dimension is common to `?` and one that is known.
#[derive(Clone, Copy, PartialEq, Eq)]
enum Side {
    /// Of a value: `?`, since it may be any.
    Given,
    /// Of what a function takes: the one that is known, since it takes no other.
    Taken,
}

/// Two types are gone through together.
struct Common<'t> {
    types: &'t Types,
    left: usize,
}

impl Types {
    /// The type of something that is of the one type or of the other, which go together: where either gives `?`, so does
    /// it. Arguments of algebraic data types are taken to be given. It is nothing where it is the first one.
    pub(in crate::relay::infer) fn common(&self, left: &Type, right: &Type) -> Result<Option<Type>, Clash> {
        Common { types: self, left: SIZE_LIMIT }.ty(left, right, Side::Given, 0)
    }
}

impl Common<'_> {
    fn ty(&mut self, left: &Type, right: &Type, side: Side, depth: u32) -> Result<Option<Type>, Clash> {
        self.left = self.left.checked_sub(1).filter(|_| depth <= DEPTH_LIMIT).ok_or(Clash::TooLarge)?;
        Ok(match (self.types.head(left), self.types.head(right)) {
            (Type::Tensor(one), Type::Tensor(other)) if !Arc::ptr_eq(&one, &other) => {
                let shape = self.shape(&one.shape, &other.shape, side);
                shape.map(|shape| Type::tensor(shape, one.dtype.clone()))
            }
            (Type::Tuple(one), Type::Tuple(other)) if !Arc::ptr_eq(&one, &other) => {
                self.all(&one.fields, &other.fields, side, depth)?.map(Type::tuple)
            }
            (Type::Call(one), Type::Call(other)) if !Arc::ptr_eq(&one, &other) => {
                self.all(&one.args, &other.args, side, depth)?.map(|args| Type::call(one.handle.clone(), args))
            }
            // It is both given and taken.
            (Type::Ref(_), _) => None,
            (Type::Function(one), Type::Function(other))
                if !Arc::ptr_eq(&one, &other) && one.type_params.is_empty() =>
            {
                let args = self.all(&one.args, &other.args, side.opposite(), depth)?;
                let result = self.ty(&one.result, &other.result, side, depth + 1)?;
                (args.is_some() || result.is_some()).then(|| {
                    Type::from(FunctionType {
                        args: args.unwrap_or_else(|| one.args.clone()),
                        result: result.unwrap_or_else(|| one.result.clone()),
                        ..(*one).clone()
                    })
                })
            }
            _ => None,
        })
    }

    fn all(&mut self, left: &[Type], right: &[Type], side: Side, depth: u32) -> Result<Option<Vec<Type>>, Clash> {
        let both = left.iter().zip(right);
        let changed =
            both.map(|(one, other)| self.ty(one, other, side, depth + 1)).collect::<Result<Vec<_>, Clash>>()?;
        let is_changed = changed.iter().any(Option::is_some);
        let all = changed.into_iter().zip(left).map(|(changed, one)| changed.unwrap_or_else(|| one.clone()));
        Ok(is_changed.then(|| all.collect()))
    }

    fn shape(&self, left: &Shape, right: &Shape, side: Side) -> Option<Shape> {
        let (Shape::Dims(left), Shape::Dims(right)) = (self.types.head_of_shape(left), self.types.head_of_shape(right))
        else {
            return None;
        };
        let is_replaced = |one: &Dim, other: &Dim| match side {
            Side::Given => self.is_any(other) && !self.is_any(one),
            Side::Taken => self.is_any(one) && !self.is_any(other),
        };
        let is_changed = left.iter().zip(&right).any(|(one, other)| is_replaced(one, other));
        let dims = left.iter().zip(&right).map(|(one, other)| if is_replaced(one, other) { other } else { one });
        is_changed.then(|| Shape::Dims(dims.cloned().collect()))
    }

    /// Whether a dimension is only known when the program runs.
    fn is_any(&self, dim: &Dim) -> bool {
        matches!(self.types.simplified(dim), Ok(Dim::Any))
    }
}

impl Side {
    fn opposite(self) -> Self {
        match self {
            Self::Given => Self::Taken,
            Self::Taken => Self::Given,
        }
    }
}
