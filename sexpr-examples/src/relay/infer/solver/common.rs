//! What two types that go together have in common.

use super::{DEPTH_LIMIT, Types};
use crate::relay::ir::{Dim, FunctionType, Shape, Type};

impl Types {
    /// The type of something that is of the one type or of the other, which go together: where either has `?`, so has
    /// it. It is nothing where it is the first one.
    pub(in crate::relay::infer) fn common(&self, left: &Type, right: &Type) -> Option<Type> {
        self.common_type(left, right, 0)
    }

    fn common_type(&self, left: &Type, right: &Type, depth: u32) -> Option<Type> {
        // Deeper ones were refused before.
        if depth > DEPTH_LIMIT {
            return None;
        }
        match (self.head(left), self.head(right)) {
            (Type::Tensor(one), Type::Tensor(other)) => {
                let shape = self.common_shape(&one.shape, &other.shape)?;
                Some(Type::tensor(shape, one.dtype.clone()))
            }
            (Type::Tuple(one), Type::Tuple(other)) => {
                self.common_types(&one.fields, &other.fields, depth).map(Type::tuple)
            }
            (Type::Call(one), Type::Call(other)) => {
                let args = self.common_types(&one.args, &other.args, depth)?;
                Some(Type::call(one.handle.clone(), args))
            }
            (Type::Function(one), Type::Function(other)) if one.type_params.is_empty() => {
                let args = self.common_types(&one.args, &other.args, depth);
                let result = self.common_type(&one.result, &other.result, depth + 1);
                (args.is_some() || result.is_some()).then(|| {
                    Type::from(FunctionType {
                        args: args.unwrap_or_else(|| one.args.clone()),
                        result: result.unwrap_or_else(|| one.result.clone()),
                        ..(*one).clone()
                    })
                })
            }
            _ => None,
        }
    }

    fn common_types(&self, left: &[Type], right: &[Type], depth: u32) -> Option<Vec<Type>> {
        let both = || left.iter().zip(right);
        let changed: Vec<Option<Type>> = both().map(|(one, other)| self.common_type(one, other, depth + 1)).collect();
        let is_changed = changed.iter().any(Option::is_some);
        is_changed
            .then(|| both().zip(changed).map(|((one, _), changed)| changed.unwrap_or_else(|| one.clone())).collect())
    }

    fn common_shape(&self, left: &Shape, right: &Shape) -> Option<Shape> {
        let (Shape::Dims(left), Shape::Dims(right)) = (self.head_of_shape(left), self.head_of_shape(right)) else {
            return None;
        };
        let loses = |one: &Dim, other: &Dim| self.is_any(other) && !self.is_any(one);
        let is_changed = left.iter().zip(&right).any(|(one, other)| loses(one, other));
        let dims = left.iter().zip(&right);
        is_changed
            .then(|| dims.map(|(one, other)| if loses(one, other) { Dim::Any } else { one.clone() }).collect())
            .map(Shape::Dims)
    }

    /// Whether a dimension is only known when the program runs.
    fn is_any(&self, dim: &Dim) -> bool {
        matches!(self.simplified(dim), Ok(Dim::Any))
    }
}
