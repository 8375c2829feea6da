//! What a type is at its root, as far as it is known.

use super::{State, Types};
use crate::relay::ir::{BaseType, Dim, Incomplete, Shape, Type, TypeArgument};

impl Types {
    /// The type, or the hole that stands for all that are the same.
    pub(in crate::relay) fn head(&self, ty: &Type) -> Type {
        let Type::Incomplete(hole) = ty else { return ty.clone() };
        match self.filled(*hole) {
            Ok(TypeArgument::Type(ty)) => self.head(ty),
            Ok(_) => ty.clone(),
            Err(hole) => Type::Incomplete(hole),
        }
    }

    /// The shape, or the hole that stands for all that are the same.
    pub(in crate::relay) fn head_of_shape(&self, shape: &Shape) -> Shape {
        let Shape::Incomplete(hole) = shape else { return shape.clone() };
        match self.filled(*hole) {
            Ok(TypeArgument::Shape(shape)) => self.head_of_shape(shape),
            Ok(_) => shape.clone(),
            Err(hole) => Shape::Incomplete(hole),
        }
    }

    /// The base type, or the hole that stands for all that are the same.
    pub(in crate::relay) fn head_of_base_type(&self, base: &BaseType) -> BaseType {
        let BaseType::Incomplete(hole) = base else { return base.clone() };
        match self.filled(*hole) {
            Ok(TypeArgument::BaseType(base)) => self.head_of_base_type(base),
            Ok(_) => base.clone(),
            Err(hole) => BaseType::Incomplete(hole),
        }
    }

    /// The dimension, or the hole that stands for all that are the same.
    pub(in crate::relay) fn head_of_dim(&self, dim: &Dim) -> Dim {
        let Dim::Incomplete(hole) = dim else { return dim.clone() };
        match self.filled(*hole) {
            Ok(TypeArgument::Dim(dim)) => self.head_of_dim(dim),
            Ok(_) => dim.clone(),
            Err(hole) => Dim::Incomplete(hole),
        }
    }

    /// What fills a hole, or else the hole that stands for it.
    pub(super) fn filled(&self, hole: Incomplete) -> Result<&TypeArgument, Incomplete> {
        let number = self.find(hole);
        match &self.holes[number as usize].state {
            State::Filled(argument) => Ok(argument),
            State::Open | State::Same(_) | State::Poisoned => Err(Incomplete { number }),
        }
    }

    /// Whether a hole agrees with everything, since a mistake was reported.
    pub(in crate::relay) fn is_poisoned(&self, hole: Incomplete) -> bool {
        matches!(self.holes[self.find(hole) as usize].state, State::Poisoned)
    }
}
