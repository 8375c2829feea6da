//! Types.
//!
//! ```text
//! type  := "Tensor" "[" shape "," base "]" | "(" [ type { "," type } [ "," ] ] ")" | NAME [ "[" types "]" ] | "_"
//!        | "fn" [ tparams ] "(" types ")" "->" type [ "where" relation { "," relation } ]
//! shape := "(" [ dim { "," dim } [ "," ] ] ")" | NAME | "_"
//! base  := DTYPE | NAME | "_"
//! ```

use std::sync::Arc;

use super::cursor::TYPE;
use super::{Outcome, Parser, fail};
use crate::relay::error::ErrorKind;
use crate::relay::ir::{BaseType, DataType, FunctionType, GlobalTypeVar, Shape, Type, TypeParam};
use crate::relay::token::{Place, TENSOR, TokenKind, WILDCARD};

impl<'s> Parser<'_, 's> {
    pub(super) fn ty(&mut self) -> Outcome<Type> {
        self.enter()?;
        let place = self.cursor.here();
        let ty = match self.cursor.next() {
            TokenKind::Symbol("(") => {
                self.cursor.take();
                self.bracketed_type()?
            }
            TokenKind::Symbol(WILDCARD) => {
                self.cursor.take();
                Type::Incomplete(self.hole())
            }
            TokenKind::Keyword("fn") => {
                self.cursor.take();
                self.function_type()?
            }
            TokenKind::Name(TENSOR) => {
                self.cursor.take();
                self.tensor()?
            }
            TokenKind::Name(name) => {
                self.cursor.take();
                self.named_type(name, place)?
            }
            _ => return self.cursor.refuse(TYPE),
        };
        self.leave();
        Ok(ty)
    }

    /// Types up to the symbol that ends them, which is taken.
    pub(super) fn types(&mut self, closing: &'static str) -> Outcome<Vec<Type>> {
        let mut types = Vec::new();
        if self.cursor.takes(closing) {
            return Ok(types);
        }
        loop {
            types.push(self.ty()?);
            if !self.cursor.goes_on(closing)? {
                return Ok(types);
            }
        }
    }

    /// What stands behind a `(`: a tuple, or a type in brackets.
    fn bracketed_type(&mut self) -> Outcome<Type> {
        if self.cursor.takes(")") {
            return Ok(Type::tuple(Vec::new()));
        }
        let first = self.ty()?;
        if self.cursor.takes(")") {
            return Ok(first);
        }
        self.cursor.expect(",")?;
        let mut fields = vec![first];
        fields.extend(self.types(")")?);
        Ok(Type::tuple(fields))
    }

    /// What stands behind `fn`.
    fn function_type(&mut self) -> Outcome<Type> {
        let mark = self.params.mark();
        let type_params = self.type_params()?;
        self.cursor.expect("(")?;
        let args = self.types(")")?;
        self.cursor.expect("->")?;
        let result = self.ty()?;
        let constraints = if self.cursor.takes("where") { self.relations(&args, &result)? } else { Vec::new() };
        self.params.leave(mark);
        Ok(FunctionType { type_params, args, result, constraints }.into())
    }

    /// What stands behind `Tensor`.
    fn tensor(&mut self) -> Outcome<Type> {
        self.cursor.expect("[")?;
        let shape = self.shape()?;
        self.cursor.expect(",")?;
        let dtype = self.base_type()?;
        self.cursor.takes(",");
        self.cursor.expect("]")?;
        Ok(Type::tensor(shape, dtype))
    }

    fn named_type(&mut self, name: &'s str, place: Place) -> Outcome<Type> {
        let has_arguments = self.cursor.is(0, "[");
        if let Some(param) = self.params.get(name) {
            if has_arguments {
                return fail(ErrorKind::ParameterArguments(name.to_owned()), place);
            }
            return Ok(Type::Param(Arc::clone(param)));
        }
        if self.names.types.contains(name) {
            let args = if self.cursor.takes("[") { self.types("]")? } else { Vec::new() };
            return Ok(Type::call(GlobalTypeVar::new(name), args));
        }
        match name.parse::<DataType>() {
            Ok(dtype) => Ok(Type::scalar(dtype)),
            Err(_) => fail(ErrorKind::UnknownType(name.to_owned()), place),
        }
    }

    fn shape(&mut self) -> Outcome<Shape> {
        match self.cursor.next() {
            TokenKind::Symbol("(") => {
                self.cursor.take();
                Ok(Shape::Dims(self.dims()?))
            }
            TokenKind::Symbol(WILDCARD) => {
                self.cursor.take();
                Ok(Shape::Incomplete(self.hole()))
            }
            TokenKind::Name(name) => Ok(Shape::Param(self.param(name)?)),
            _ => self.cursor.refuse("a shape"),
        }
    }

    fn base_type(&mut self) -> Outcome<BaseType> {
        match self.cursor.next() {
            TokenKind::Symbol(WILDCARD) => {
                self.cursor.take();
                Ok(BaseType::Incomplete(self.hole()))
            }
            TokenKind::Name(name) => match name.parse() {
                Ok(dtype) => {
                    self.cursor.take();
                    Ok(BaseType::Data(dtype))
                }
                Err(_) if self.params.get(name).is_some() => Ok(BaseType::Param(self.param(name)?)),
                Err(_) => fail(ErrorKind::UnknownType((*name).to_owned()), self.cursor.here()),
            },
            _ => self.cursor.refuse("a data type"),
        }
    }

    /// A type parameter of this name, which stands here.
    pub(super) fn param(&mut self, name: &str) -> Outcome<Arc<TypeParam>> {
        let Some(param) = self.params.get(name).map(Arc::clone) else {
            return fail(ErrorKind::UnknownParameter(name.to_owned()), self.cursor.here());
        };
        self.cursor.take();
        Ok(param)
    }
}
