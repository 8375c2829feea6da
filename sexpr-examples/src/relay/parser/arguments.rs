//! Type arguments, `<(10, 10), float32>`: the text alone does not always say of what kind they are.

use std::sync::Arc;

use super::{Outcome, Parser};
use crate::relay::ir::{BaseType, Dim, Kind, Shape, Type, TypeArgument, TypeParam};
use crate::relay::token::{TokenKind, WILDCARD};

impl Parser<'_, '_> {
    /// What stands behind the `<`, and that ends with `>`.
    pub(super) fn type_arguments(&mut self) -> Outcome<Vec<TypeArgument>> {
        let mut arguments = Vec::new();
        loop {
            arguments.push(self.type_argument()?);
            if !self.cursor.goes_on(">")? {
                return Ok(arguments);
            }
        }
    }

    fn type_argument(&mut self) -> Outcome<TypeArgument> {
        if self.arithmetic_sign(self.cursor.closing(0) + 1).is_some() {
            return Ok(TypeArgument::Dim(self.dim()?.node));
        }
        match self.cursor.next() {
            TokenKind::Int(..) | TokenKind::Symbol("?") => Ok(TypeArgument::Dim(self.dim()?.node)),
            TokenKind::Symbol("(") if self.shape_follows() => {
                self.cursor.take();
                Ok(TypeArgument::Shape(Shape::Dims(self.dims()?)))
            }
            TokenKind::Name(name) if !self.cursor.is(1, "[") => match self.params.get(name).map(Arc::clone) {
                Some(param) => {
                    self.cursor.take();
                    Ok(of_its_kind(param))
                }
                None => Ok(TypeArgument::Type(self.ty()?)),
            },
            _ => Ok(TypeArgument::Type(self.ty()?)),
        }
    }

    /// Whether the brackets here hold dimensions: nothing but what these are made of, and something that types are
    /// not made of.
    fn shape_follows(&self) -> bool {
        let mut is_shape = false;
        for ahead in 1..self.cursor.closing(0) {
            match self.cursor.peek(ahead) {
                TokenKind::Int(..) | TokenKind::Symbol("?") => is_shape = true,
                TokenKind::Name(name) if self.params.get(name).is_some_and(|param| param.kind == Kind::ShapeVar) => {
                    is_shape = true;
                }
                TokenKind::Name(_) if self.is_operand(ahead) => is_shape = true,
                TokenKind::Symbol("(" | ")" | "," | WILDCARD) => {}
                _ if self.arithmetic_sign(ahead).is_some() => is_shape = true,
                _ => return false,
            }
        }
        is_shape
    }

    /// Whether something is computed with the token so many tokens on.
    fn is_operand(&self, ahead: usize) -> bool {
        self.arithmetic_sign(ahead - 1).is_some() || self.arithmetic_sign(ahead + 1).is_some()
    }
}

fn of_its_kind(param: Arc<TypeParam>) -> TypeArgument {
    match param.kind {
        Kind::Type => TypeArgument::Type(Type::Param(param)),
        Kind::BaseType => TypeArgument::BaseType(BaseType::Param(param)),
        Kind::Shape => TypeArgument::Shape(Shape::Param(param)),
        Kind::ShapeVar => TypeArgument::Dim(Dim::Param(param)),
    }
}
