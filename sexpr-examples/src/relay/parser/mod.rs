//! The grammar, over tokens; names get their meanings while it is read.
//!
//! ```text
//! module  := [ "#[" "version" "=" STRING "]" ] { "def" GLOBAL function | type | data }
//! type    := "type" NAME [ tparams ] "{" { CTOR [ "(" types ")" ] "," } "}"
//! data    := "data" NAME [ tparams ] "{" { CTOR ":" "(" types ")" "->" NAME [ "," ] } "}"
//! tparams := "[" param { "," param } "]" | "<" param { "," param } ">"         param := NAME [ ":" KIND ]
//! function := [ tparams ] "(" { LOCAL [ ":" type ] "," } ")" [ "->" type ] "{" expr "}"
//! ```
//!
//! Expressions are in `expr`, `primary` and `call`, types in `types`. Where something nests, rules call themselves;
//! what stands in a row is read in loops.

mod arguments;
mod attribute;
mod call;
mod constant;
mod cursor;
mod dims;
mod expr;
mod function;
mod module;
mod names;
mod pattern;
mod primary;
mod relation;
mod scope;
mod types;

use std::collections::HashMap;
use std::sync::Arc;

use self::cursor::Cursor;
use self::names::Names;
use self::scope::Scope;
use super::error::{ErrorKind, Mistake};
use super::ir::{Expr, Incomplete, LocalVar, Module, Type, TypeParam};
use super::lexer;
use super::limits::{DEPTH_LIMIT, NEST_LIMIT};
use super::token::Place;
use crate::text::Source;

/// What a rule gives. Mistakes are boxed, and so are expressions: what calls itself needs little stack then.
type Outcome<T> = Result<T, Box<Mistake>>;

/// An expression that was read.
type Read = Deep<Box<Expr>>;

/// Reads a module.
pub(super) fn module(source: &Source) -> Outcome<Module> {
    let tokens = lexer::tokens(source.text())?;
    let names = Names::of_tokens(&tokens);
    Parser::new(Cursor::new(source, &tokens), &names).module()
}

/// Reads an expression with the names of a module.
pub(super) fn expr(source: &Source, module: &Module) -> Outcome<Expr> {
    let tokens = lexer::tokens(source.text())?;
    let names = Names::of_module(module);
    let mut parser = Parser::new(Cursor::new(source, &tokens), &names);
    let read = parser.expr()?;
    parser.cursor.end()?;
    Ok(*read.node)
}

/// Reads a type with the names of a module.
pub(super) fn ty(source: &Source, module: &Module) -> Outcome<Type> {
    let tokens = lexer::tokens(source.text())?;
    let names = Names::of_module(module);
    let mut parser = Parser::new(Cursor::new(source, &tokens), &names);
    let ty = parser.ty()?;
    parser.cursor.end()?;
    Ok(ty)
}

struct Parser<'t, 's> {
    cursor: Cursor<'t, 's>,
    names: &'t Names<'t>,
    locals: Scope<'s, Arc<LocalVar>>,
    params: Scope<'s, Arc<TypeParam>>,
    /// How many incomplete types this definition has so far.
    holes: u32,
    /// How many brackets and the like are open.
    nest: usize,
}

/// Something that was read, and how many of its kind are in one another.
struct Deep<T> {
    node: T,
    depth: usize,
}

impl<'t, 's> Parser<'t, 's> {
    fn new(cursor: Cursor<'t, 's>, names: &'t Names<'t>) -> Self {
        Self { cursor, names, locals: Scope::new(), params: Scope::new(), holes: 0, nest: 0 }
    }

    /// Enters something that may nest; what fails need not be left.
    fn enter(&mut self) -> Outcome<()> {
        if self.nest == NEST_LIMIT {
            return fail(ErrorKind::Nest, self.cursor.here());
        }
        self.nest += 1;
        Ok(())
    }

    fn leave(&mut self) {
        self.nest -= 1;
    }

    /// The depth of what begins there and has parts of these depths.
    fn around(&self, start: usize, parts: impl IntoIterator<Item = usize>) -> Outcome<usize> {
        let depth = 1 + parts.into_iter().max().unwrap_or(0);
        if depth > DEPTH_LIMIT {
            return fail(ErrorKind::Depth, self.cursor.place_since(start));
        }
        Ok(depth)
    }

    /// `_`, whose token was taken.
    fn hole(&mut self) -> Incomplete {
        let number = self.holes;
        self.holes = self.holes.saturating_add(1);
        Incomplete { number }
    }
}

fn fail<T>(kind: ErrorKind, place: Place) -> Outcome<T> {
    Err(Box::new(Mistake::new(kind, place)))
}

/// Refuses a name that the same place has bound before.
fn bind_once<'s>(what: &'static str, name: &'s str, place: Place, bound: &mut HashMap<&'s str, Place>) -> Outcome<()> {
    match bound.insert(name, place.clone()) {
        None => Ok(()),
        Some(first) => {
            let kind = ErrorKind::Duplicate { what, name: name.to_owned() };
            Err(Box::new(Mistake::new(kind, place).with(first, "the first one")))
        }
    }
}
