//! Modules and what they define.

use std::collections::HashMap;

use super::cursor::GLOBAL;
use super::names::Form;
use super::{Outcome, Parser, bind_once, fail};
use crate::relay::error::ErrorKind;
use crate::relay::ir::{Constructor, GlobalTypeVar, GlobalVar, Module, Type, TypeData};
use crate::relay::token::{CONSTANT, HEADER, Place, TokenKind, VERSION, is_builtin_type};

/// What messages call a constructor that is defined.
const CONSTRUCTOR: &str = "a constructor";

/// Where each name of a module is defined.
#[derive(Default)]
struct Defined<'s> {
    definitions: HashMap<&'s str, Place>,
    types: HashMap<&'s str, Place>,
    constructors: HashMap<&'s str, Place>,
}

impl<'s> Parser<'_, 's> {
    pub(super) fn module(mut self) -> Outcome<Module> {
        self.header()?;
        let mut module = Module::default();
        let mut defined = Defined::default();
        loop {
            self.holes = 0;
            let start = self.cursor.start();
            match self.cursor.next() {
                TokenKind::Keyword("def") => {
                    self.cursor.take();
                    let place = self.cursor.here();
                    let TokenKind::Global(name) = self.cursor.next() else { return self.cursor.refuse(GLOBAL) };
                    self.cursor.take();
                    bind_once("the definition", name, place, &mut defined.definitions)?;
                    let function = self.function(start)?;
                    module.definitions.insert(GlobalVar::new(*name), function.node);
                }
                TokenKind::End => return Ok(module),
                word => match Form::of(word) {
                    Some(form) => self.type_data(form, &mut module, &mut defined)?,
                    None => {
                        self.cursor.misses("a type");
                        return self.cursor.refuse("a definition");
                    }
                },
            }
        }
    }

    /// `#[version = "0.0.5"]`
    fn header(&mut self) -> Outcome<()> {
        if !self.cursor.is(0, HEADER) {
            return Ok(());
        }
        self.cursor.take();
        if *self.cursor.next() != TokenKind::Name(VERSION) {
            return self.cursor.refuse("`version`");
        }
        self.cursor.take();
        self.cursor.expect("=")?;
        let TokenKind::String(_) = self.cursor.next() else { return self.cursor.refuse("a string") };
        self.cursor.take();
        self.cursor.expect("]")
    }

    fn type_data(&mut self, form: Form, module: &mut Module, defined: &mut Defined<'s>) -> Outcome<()> {
        let start = self.cursor.start();
        self.cursor.take();
        let (name, place) = self.cursor.name("a type's name")?;
        if is_builtin_type(name) {
            return fail(ErrorKind::Reserved(name.to_owned()), place);
        }
        bind_once("the type", name, place, &mut defined.types)?;
        let mark = self.params.mark();
        let params = self.type_params()?;
        self.cursor.expect("{")?;
        let mut constructors = Vec::new();
        while !self.cursor.takes("}") {
            let start = self.cursor.start();
            let (constructor, place) = self.cursor.name(CONSTRUCTOR)?;
            if constructor == CONSTANT {
                return fail(ErrorKind::Reserved(constructor.to_owned()), place);
            }
            bind_once("the constructor", constructor, place, &mut defined.constructors)?;
            let args = self.constructor_types(form, name)?;
            let span = self.cursor.span_since(start);
            constructors.push(Constructor { name: constructor.to_owned(), args, span });
            if !self.cursor.takes(",") && form == Form::Type {
                self.cursor.expect("}")?;
                break;
            }
        }
        self.params.leave(mark);
        let data = TypeData { params, constructors, span: self.cursor.span_since(start) };
        module.types.insert(GlobalTypeVar::new(name), data);
        Ok(())
    }

    /// What stands behind a constructor's name: its arguments' types.
    fn constructor_types(&mut self, form: Form, name: &str) -> Outcome<Vec<Type>> {
        if form == Form::Type {
            return if self.cursor.takes("(") { self.types(")") } else { Ok(Vec::new()) };
        }
        self.cursor.expect(":")?;
        self.cursor.expect("(")?;
        let args = self.types(")")?;
        self.cursor.expect("->")?;
        let (found, place) = self.cursor.name("the type's name")?;
        if found != name {
            let kind = ErrorKind::Result { expected: name.to_owned(), found: found.to_owned() };
            return fail(kind, place);
        }
        if self.cursor.takes("[") {
            self.types("]")?;
        }
        Ok(args)
    }
}
