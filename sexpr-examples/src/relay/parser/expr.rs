//! Expressions of several parts: bindings and operators.
//!
//! ```text
//! expr := "let" LOCAL [ ":" type ] "=" expr ";" expr | LOCAL "=" expr ";" expr | expr SIGN expr | "-" expr | postfix
//! ```

use std::sync::Arc;

use super::{Deep, Outcome, Parser, Read};
use crate::relay::ir::{Binding, Expr, ExprKind, LocalVar};
use crate::relay::syntax::{Level, NEGATIVE, Sign, sign};
use crate::relay::token::TokenKind;

/// A left operand and its sign, whose right operand follows.
struct Begun {
    left: Read,
    sign: &'static Sign,
    start: usize,
}

impl<'s> Parser<'_, 's> {
    pub(super) fn expr(&mut self) -> Outcome<Read> {
        self.enter()?;
        let start = self.cursor.start();
        let mark = self.locals.mark();
        let (mut bindings, mut depth) = (Vec::new(), 0);
        while self.binding_follows() {
            let binding = self.binding()?;
            depth = depth.max(binding.depth);
            bindings.push(binding.node);
        }
        let body = self.operation()?;
        self.locals.leave(mark);
        self.leave();
        if bindings.is_empty() {
            return Ok(body);
        }
        let depth = self.around(start, [depth, body.depth])?;
        Ok(Deep { node: Box::new(Expr::let_in(bindings, *body.node, self.cursor.span_since(start))), depth })
    }

    /// `"{" expr "}"`
    pub(super) fn block(&mut self) -> Outcome<Read> {
        self.cursor.expect("{")?;
        let body = self.expr()?;
        self.cursor.expect("}")?;
        Ok(body)
    }

    fn binding_follows(&self) -> bool {
        self.cursor.is(0, "let") || matches!(self.cursor.next(), TokenKind::Local(_)) && self.cursor.is(1, "=")
    }

    fn binding(&mut self) -> Outcome<Deep<Binding>> {
        self.cursor.takes("let");
        let (name, place) = self.cursor.local()?;
        let annotation = self.annotation()?;
        let span = self.cursor.span_since(place.start);
        let var = Arc::new(LocalVar { name: name.to_owned(), annotation, span });
        self.cursor.expect("=")?;
        let is_function = self.function_follows();
        if is_function {
            self.locals.bind(name, Arc::clone(&var));
        }
        let value = self.expr()?;
        self.cursor.expect(";")?;
        if !is_function {
            self.locals.bind(name, Arc::clone(&var));
        }
        Ok(Deep { node: Binding { var, value: *value.node }, depth: value.depth })
    }

    /// Whether what stands before the next `;` is a function, perhaps in brackets, and nothing else.
    fn function_follows(&self) -> bool {
        let mut at = 0;
        while self.cursor.is(at, "(") {
            at += 1;
        }
        let brackets = at;
        if !self.cursor.is(at, "fn") {
            return false;
        }
        while !self.cursor.is(at, "{") {
            if matches!(self.cursor.peek(at), TokenKind::End | TokenKind::Symbol(";" | ")" | "}")) {
                return false;
            }
            at = self.cursor.closing(at) + 1;
        }
        at = self.cursor.closing(at) + 1;
        (0..brackets).all(|bracket| self.cursor.is(at + bracket, ")")) && self.cursor.is(at + brackets, ";")
    }

    /// Operands and the signs between them.
    fn operation(&mut self) -> Outcome<Read> {
        let mut begun: Vec<Begun> = Vec::new();
        loop {
            let mut start = self.cursor.start();
            let mut read = self.operand()?;
            let sign = match self.cursor.next() {
                TokenKind::Symbol(found) => sign(found),
                _ => None,
            };
            let level = sign.map_or(Level::Whole, |sign| sign.level);
            while let Some(last) = begun.pop_if(|last| last.sign.level >= level) {
                start = last.start;
                let depth = self.around(start, [last.left.depth, read.depth])?;
                let args = vec![*last.left.node, *read.node];
                read = self.operator_call(last.sign.operator, args, start, depth);
            }
            let Some(sign) = sign else { return Ok(read) };
            self.cursor.take();
            begun.push(Begun { left: read, sign, start });
        }
    }

    /// An operand, with minuses before it.
    fn operand(&mut self) -> Outcome<Read> {
        let mut minuses = Vec::new();
        while self.cursor.is(0, "-") {
            minuses.push(self.cursor.start());
            self.cursor.take();
        }
        let is_literal = matches!(self.cursor.next(), TokenKind::Int(..) | TokenKind::Float(..));
        let minus = if is_literal { minuses.pop() } else { None };
        let mut read = self.postfix(minus)?;
        for start in minuses.into_iter().rev() {
            let depth = self.around(start, [read.depth])?;
            read = self.operator_call(NEGATIVE, vec![*read.node], start, depth);
        }
        Ok(read)
    }

    fn operator_call(&self, operator: &str, args: Vec<Expr>, start: usize, depth: usize) -> Read {
        let span = self.cursor.span_since(start);
        let function = Expr { kind: ExprKind::Operator(operator.to_owned()), span: span.clone() };
        Deep { node: Box::new(Expr::call(function, args, span)), depth }
    }
}
