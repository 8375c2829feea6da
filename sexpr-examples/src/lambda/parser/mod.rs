//! The grammar, over tokens.
//!
//! ```text
//! expr    := "\" NAME { NAME } "." expr
//!          | "let" NAME "=" expr "in" expr
//!          | "letrec" NAME "=" expr { "and" NAME "=" expr } "in" expr
//!          | "match" expr "{" [ arm { ";" arm } [ ";" ] ] "}"
//!          | atom { atom }
//! atom    := NAME | CONSTRUCTOR | INTEGER | STRING | "(" expr ")"
//! arm     := pattern "->" expr
//! pattern := CONSTRUCTOR { part } | part
//! part    := "_" | NAME | CONSTRUCTOR | INTEGER | STRING | "(" pattern ")"
//! ```
//!
//! One token decides each time. Expressions in expressions, and patterns in patterns, are read in loops with a stack of
//! what is begun: a program may be as deep as memory allows.

mod cursor;
mod pattern;

use std::collections::HashMap;

use self::cursor::{ARGUMENT, Cursor, EXPRESSION, NAME, PARAMETER};
use super::ast::{Arm, Expr, Pattern};
use super::error::{ErrorKind, Mistake};
use super::lexer;
use super::token::{Place, TokenKind};
use crate::text::Source;

/// Reads a text.
pub(super) fn program(source: &Source) -> Result<Expr, Mistake> {
    let tokens = lexer::tokens(source.text())?;
    Parser { cursor: Cursor::new(source, &tokens), begun: Vec::new() }.program()
}

struct Parser<'t, 's> {
    cursor: Cursor<'t, 's>,
    begun: Vec<Begun<'s>>,
}

/// What is begun and goes on with an expression.
struct Begun<'s> {
    what: Construct<'s>,
    /// The byte where it begins.
    start: usize,
}

/// What was read of it so far.
enum Construct<'s> {
    Bracket,
    /// A function; its argument follows.
    Apply(Expr),
    /// Parameters; the body follows.
    Lambda(Vec<String>),
    /// A name; its value follows.
    LetValue(String),
    /// A name and its value; the body follows.
    LetBody(String, Expr),
    /// Bindings; the last one's value follows.
    LetRecValue(Bindings<'s>),
    /// Bindings; the body follows.
    LetRecBody(Bindings<'s>),
    /// Nothing; the scrutinee follows.
    Scrutinee,
    /// A scrutinee, arms, and the next one's pattern; that one's body follows.
    Arm {
        scrutinee: Expr,
        arms: Vec<Arm>,
        pattern: Pattern,
        start: usize,
    },
}

#[derive(Default)]
struct Bindings<'s> {
    names: Vec<String>,
    values: Vec<Expr>,
    places: HashMap<&'s str, Place>,
}

/// An expression that was read to its end.
struct Read {
    expr: Expr,
    start: usize,
    /// Whether what stands behind it is its argument, if that is an atom.
    takes_arguments: bool,
}

impl<'s> Parser<'_, 's> {
    fn program(mut self) -> Result<Expr, Mistake> {
        loop {
            let Some(mut read) = self.begin()? else { continue };
            // What was read may end what was begun before, and that, what was begun before that.
            loop {
                if read.takes_arguments && !self.is_argument() && self.argument_follows() {
                    self.begun.push(Begun { what: Construct::Apply(read.expr), start: read.start });
                    break;
                }
                let Some(begun) = self.begun.pop() else {
                    self.cursor.end()?;
                    return Ok(read.expr);
                };
                match self.go_on(begun, read.expr)? {
                    Some(whole) => read = whole,
                    None => break,
                }
            }
        }
    }

    /// Reads an expression's beginning: all of an atom, or as much as stands before the first expression in it.
    fn begin(&mut self) -> Result<Option<Read>, Mistake> {
        let start = self.cursor.here().start;
        let what = match self.cursor.next() {
            TokenKind::Symbol("(") => {
                self.cursor.take();
                Construct::Bracket
            }
            TokenKind::Symbol("\\") => {
                self.cursor.take();
                Construct::Lambda(self.params()?)
            }
            TokenKind::Keyword("let") => {
                self.cursor.take();
                let (name, _) = self.cursor.name(NAME)?;
                self.cursor.expect("=")?;
                Construct::LetValue(name.to_owned())
            }
            TokenKind::Keyword("letrec") => {
                self.cursor.take();
                let mut bindings = Bindings::default();
                self.binding(&mut bindings)?;
                Construct::LetRecValue(bindings)
            }
            TokenKind::Keyword("match") => {
                self.cursor.take();
                Construct::Scrutinee
            }
            _ => return self.word(start).map(Some),
        };
        self.begun.push(Begun { what, start });
        Ok(None)
    }

    /// `NAME | CONSTRUCTOR | INTEGER | STRING`
    fn word(&mut self, start: usize) -> Result<Read, Mistake> {
        let span = self.cursor.next_span();
        let expr = match self.cursor.next() {
            TokenKind::Name(name) => Expr::Variable { name: (*name).to_owned(), span },
            TokenKind::Constructor(name) => Expr::Constructor { name: (*name).to_owned(), span },
            TokenKind::Integer(value) => Expr::Integer { value: *value, span },
            TokenKind::String(value) => Expr::String { value: value.clone(), span },
            _ => {
                self.cursor.misses(EXPRESSION);
                return Err(self.cursor.mistake());
            }
        };
        self.cursor.take();
        Ok(Read { expr, start, takes_arguments: true })
    }

    /// `NAME { NAME } "."`
    fn params(&mut self) -> Result<Vec<String>, Mistake> {
        let mut params = Vec::new();
        loop {
            let (name, _) = self.cursor.name(PARAMETER)?;
            params.push(name.to_owned());
            if self.cursor.takes(".") {
                return Ok(params);
            }
        }
    }

    /// `NAME "="`
    fn binding(&mut self, bindings: &mut Bindings<'s>) -> Result<(), Mistake> {
        let (name, place) = self.cursor.name(NAME)?;
        bind_once("the `letrec`", name, place, &mut bindings.places)?;
        bindings.names.push(name.to_owned());
        self.cursor.expect("=")
    }

    /// Whether what is read next is the argument of what stands before it.
    fn is_argument(&self) -> bool {
        self.begun.last().is_some_and(|begun| matches!(begun.what, Construct::Apply(_)))
    }

    /// Whether an atom begins here.
    fn argument_follows(&mut self) -> bool {
        let follows = matches!(
            self.cursor.next(),
            TokenKind::Name(_)
                | TokenKind::Constructor(_)
                | TokenKind::Integer(_)
                | TokenKind::String(_)
                | TokenKind::Symbol("(")
        );
        if !follows {
            self.cursor.misses(ARGUMENT);
        }
        follows
    }

    /// Gives what was begun the expression that it waited for. The outcome is the whole of it, or nothing where it
    /// waits for another one.
    fn go_on(&mut self, begun: Begun<'s>, read: Expr) -> Result<Option<Read>, Mistake> {
        let Begun { what, start } = begun;
        let span = self.cursor.span_since(start);
        let waits = match what {
            Construct::Bracket => {
                self.cursor.expect(")")?;
                let mut expr = read;
                *expr.span_mut() = self.cursor.span_since(start);
                return Ok(Some(Read { expr, start, takes_arguments: true }));
            }
            Construct::Apply(function) => {
                let expr = Expr::Apply { function: Box::new(function), argument: Box::new(read), span };
                return Ok(Some(Read { expr, start, takes_arguments: true }));
            }
            Construct::Lambda(params) => {
                let expr = Expr::Lambda { params, body: Box::new(read), span };
                return Ok(Some(Read { expr, start, takes_arguments: false }));
            }
            Construct::LetBody(name, value) => {
                let expr = Expr::Let { name, value: Box::new(value), body: Box::new(read), span };
                return Ok(Some(Read { expr, start, takes_arguments: false }));
            }
            Construct::LetRecBody(Bindings { names, values, .. }) => {
                let expr = Expr::LetRec { names, values, body: Box::new(read), span };
                return Ok(Some(Read { expr, start, takes_arguments: false }));
            }
            Construct::LetValue(name) => {
                self.cursor.expect("in")?;
                Construct::LetBody(name, read)
            }
            Construct::LetRecValue(mut bindings) => {
                bindings.values.push(read);
                if self.cursor.takes("and") {
                    self.binding(&mut bindings)?;
                    Construct::LetRecValue(bindings)
                } else {
                    self.cursor.expect("in")?;
                    Construct::LetRecBody(bindings)
                }
            }
            Construct::Scrutinee => {
                self.cursor.expect("{")?;
                return self.next_arm(read, Vec::new(), start);
            }
            Construct::Arm { scrutinee, mut arms, pattern, start: arm_start } => {
                arms.push(Arm { pattern, body: read, span: self.cursor.span_since(arm_start) });
                if self.cursor.takes(";") {
                    return self.next_arm(scrutinee, arms, start);
                }
                self.cursor.expect("}")?;
                return Ok(Some(self.matched(scrutinee, arms, start)));
            }
        };
        self.begun.push(Begun { what: waits, start });
        Ok(None)
    }

    /// An arm up to its body, or the end of the arms.
    fn next_arm(&mut self, scrutinee: Expr, arms: Vec<Arm>, start: usize) -> Result<Option<Read>, Mistake> {
        if self.cursor.takes("}") {
            return Ok(Some(self.matched(scrutinee, arms, start)));
        }
        let arm_start = self.cursor.here().start;
        let pattern = pattern::pattern(&mut self.cursor)?;
        self.cursor.expect("->")?;
        self.begun.push(Begun { what: Construct::Arm { scrutinee, arms, pattern, start: arm_start }, start });
        Ok(None)
    }

    fn matched(&self, scrutinee: Expr, arms: Vec<Arm>, start: usize) -> Read {
        let expr = Expr::Match { scrutinee: Box::new(scrutinee), arms, span: self.cursor.span_since(start) };
        Read { expr, start, takes_arguments: false }
    }
}

/// Refuses a name that the same place has bound before.
fn bind_once<'s>(
    binder: &'static str,
    name: &'s str,
    place: Place,
    bound: &mut HashMap<&'s str, Place>,
) -> Result<(), Mistake> {
    match bound.insert(name, place.clone()) {
        None => Ok(()),
        Some(first) => {
            let kind = ErrorKind::Duplicate { place: binder, name: name.to_owned() };
            Err(Mistake::new(kind, place).with(first, "the first one"))
        }
    }
}
