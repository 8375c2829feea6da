//! Functions, and the parameters of functions and types.

use std::collections::HashMap;
use std::sync::Arc;

use super::cursor::PARAMETER;
use super::{Deep, Outcome, Parser, bind_once, fail};
use crate::relay::error::ErrorKind;
use crate::relay::ir::{Function, Kind, LocalVar, Type, TypeParam};
use crate::relay::token::{TokenKind, is_builtin_type};

impl Parser<'_, '_> {
    /// `[A](%x: A) -> A { %x }`: what stands behind the word that begins it there.
    pub(super) fn function(&mut self, start: usize) -> Outcome<Deep<Function>> {
        let (locals, type_scope) = (self.locals.mark(), self.params.mark());
        let type_params = self.type_params()?;
        let params = self.function_params()?;
        let result = if self.cursor.takes("->") { Some(self.ty()?) } else { None };
        let body = self.block()?;
        self.locals.leave(locals);
        self.params.leave(type_scope);
        let span = self.cursor.span_since(start);
        Ok(Deep { node: Function { type_params, params, result, body: *body.node, span }, depth: body.depth })
    }

    /// `[A, B]`, `<s : Shape, A : Type>` or nothing. They are bound until the caller leaves their scope.
    pub(super) fn type_params(&mut self) -> Outcome<Vec<Arc<TypeParam>>> {
        let closing = if self.cursor.takes("[") {
            "]"
        } else if self.cursor.takes("<") {
            ">"
        } else {
            return Ok(Vec::new());
        };
        let mut params = Vec::new();
        let mut bound = HashMap::new();
        loop {
            let (name, place) = self.cursor.name(PARAMETER)?;
            if is_builtin_type(name) {
                return fail(ErrorKind::Reserved(name.to_owned()), place);
            }
            bind_once("the type parameter", name, place, &mut bound)?;
            let kind = if self.cursor.takes(":") { self.kind()? } else { Kind::Type };
            let param = TypeParam::new(name, kind);
            self.params.bind(name, Arc::clone(&param));
            params.push(param);
            if !self.cursor.goes_on(closing)? {
                return Ok(params);
            }
        }
    }

    fn kind(&mut self) -> Outcome<Kind> {
        let kind = match self.cursor.next() {
            TokenKind::Name(name) => Kind::ALL.into_iter().find(|kind| kind.name() == *name),
            _ => None,
        };
        let Some(kind) = kind else { return self.cursor.refuse("a kind") };
        self.cursor.take();
        Ok(kind)
    }

    /// `(%x: A, %y)`
    fn function_params(&mut self) -> Outcome<Vec<Arc<LocalVar>>> {
        let mut params = Vec::new();
        let mut bound = HashMap::new();
        self.cursor.expect("(")?;
        if self.cursor.takes(")") {
            return Ok(params);
        }
        loop {
            let (name, place) = self.cursor.local()?;
            bind_once("the parameter", name, place.clone(), &mut bound)?;
            let annotation = self.annotation()?;
            let span = self.cursor.span_since(place.start);
            let param = Arc::new(LocalVar { name: name.to_owned(), annotation, span });
            self.locals.bind(name, Arc::clone(&param));
            params.push(param);
            if !self.cursor.goes_on(")")? {
                return Ok(params);
            }
        }
    }

    /// `: A`, or nothing.
    pub(super) fn annotation(&mut self) -> Outcome<Option<Type>> {
        if self.cursor.takes(":") { Ok(Some(self.ty()?)) } else { Ok(None) }
    }
}
