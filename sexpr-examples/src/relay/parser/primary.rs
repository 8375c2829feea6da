//! Expressions that need no brackets, apart from calls and projections.
//!
//! ```text
//! primary := LOCAL | GLOBAL | NAME | literal | "Constant" "(" literal "," shape "," DTYPE ")" | "fn" function
//!          | "(" [ expr { "," expr } [ "," ] ] ")" | "if" "(" expr ")" block "else" block
//!          | ( "match" | "match?" ) "(" expr { "," expr } ")" "{" { pattern "=>" ( expr | block ) "," } "}"
//! ```

use std::sync::Arc;

use super::cursor::EXPRESSION;
use super::{Deep, Outcome, Parser, Read, fail};
use crate::relay::error::ErrorKind;
use crate::relay::ir::{Clause, Constant, Expr, ExprKind, GlobalVar};
use crate::relay::token::{CONSTANT, TokenKind};

impl<'s> Parser<'_, 's> {
    /// `minus` is where the sign of a literal stands, which was taken.
    pub(super) fn primary(&mut self, minus: Option<usize>) -> Outcome<Read> {
        let start = minus.unwrap_or(self.cursor.start());
        match self.cursor.next() {
            TokenKind::Local(name) => self.local_use(name),
            TokenKind::Global(name) => {
                self.cursor.take();
                self.named(ExprKind::Global(GlobalVar::new(*name)), start)
            }
            TokenKind::Name(CONSTANT) if self.cursor.is(1, "(") => self.constant(minus, start),
            TokenKind::Name(name) => self.name_use(name),
            TokenKind::Int(..) | TokenKind::Float(..) | TokenKind::Keyword("True" | "False") => {
                self.constant(minus, start)
            }
            TokenKind::Keyword("fn") => self.function_value(start),
            TokenKind::Keyword("if") => self.condition(),
            TokenKind::Keyword("match") => self.matching(true),
            TokenKind::Keyword("match?") => self.matching(false),
            TokenKind::Symbol("(") => {
                self.cursor.take();
                self.bracketed(start)
            }
            _ => self.cursor.refuse(EXPRESSION),
        }
    }

    fn constant(&mut self, minus: Option<usize>, start: usize) -> Outcome<Read> {
        let constant = if let TokenKind::Name(_) = self.cursor.next() {
            self.cursor.take();
            self.filled()?
        } else {
            let (value, dtype) = self.scalar(minus)?;
            Constant::Scalar { value, dtype }
        };
        Ok(self.leaf(ExprKind::Constant(constant), start))
    }

    fn function_value(&mut self, start: usize) -> Outcome<Read> {
        self.cursor.take();
        let function = self.function(start)?;
        let depth = self.around(start, [function.depth])?;
        Ok(self.read(ExprKind::Function(Box::new(function.node)), start, depth))
    }

    pub(super) fn leaf(&self, kind: ExprKind, start: usize) -> Read {
        self.read(kind, start, 1)
    }

    /// What begins there and was read to here.
    pub(super) fn read(&self, kind: ExprKind, start: usize, depth: usize) -> Read {
        Deep { node: Box::new(Expr { kind, span: self.cursor.span_since(start) }), depth }
    }

    fn local_use(&mut self, name: &'s str) -> Outcome<Read> {
        let place = self.cursor.here();
        let Some(var) = self.locals.get(name).map(Arc::clone) else {
            return fail(ErrorKind::Unbound(name.to_owned()), place);
        };
        self.cursor.take();
        Ok(self.leaf(ExprKind::Local(var), place.start))
    }

    /// A constructor, a definition or an operator. A constructor without arguments is called without brackets, too.
    fn name_use(&mut self, name: &'s str) -> Outcome<Read> {
        let start = self.cursor.start();
        self.cursor.take();
        let Some(&has_arguments) = self.names.constructors.get(name) else {
            let is_defined = self.names.definitions.contains(name);
            let kind =
                if is_defined { ExprKind::Global(GlobalVar::new(name)) } else { ExprKind::Operator(name.to_owned()) };
            return self.named(kind, start);
        };
        let read = self.named(ExprKind::Constructor(name.to_owned()), start)?;
        if has_arguments || self.cursor.is(0, "(") || !matches!(read.node.kind, ExprKind::Constructor(_)) {
            return Ok(read);
        }
        let span = read.node.span.clone();
        Ok(Deep { node: Box::new(Expr::call(*read.node, Vec::new(), span)), depth: 2 })
    }

    /// What stands behind a `(`: a tuple, or an expression in brackets.
    fn bracketed(&mut self, start: usize) -> Outcome<Read> {
        let (mut members, depth, is_tuple) = self.members()?;
        match members.pop() {
            Some(only) if !is_tuple => Ok(self.read(only.kind, start, depth)),
            last => {
                members.extend(last);
                let depth = self.around(start, [depth])?;
                Ok(self.read(ExprKind::Tuple(members), start, depth))
            }
        }
    }

    /// What stands behind a `(`, up to the `)`: with its depth, and whether it is a tuple.
    fn members(&mut self) -> Outcome<(Vec<Expr>, usize, bool)> {
        let (mut members, mut depth) = (Vec::new(), 0);
        if self.cursor.takes(")") {
            return Ok((members, depth, true));
        }
        loop {
            let member = self.expr()?;
            depth = depth.max(member.depth);
            members.push(*member.node);
            if members.len() == 1 && self.cursor.takes(")") {
                return Ok((members, depth, false));
            }
            if !self.cursor.goes_on(")")? {
                return Ok((members, depth, true));
            }
        }
    }

    fn condition(&mut self) -> Outcome<Read> {
        let start = self.cursor.start();
        self.cursor.take();
        self.cursor.expect("(")?;
        let condition = self.expr()?;
        self.cursor.expect(")")?;
        let then = self.block()?;
        self.cursor.expect("else")?;
        let otherwise = self.block()?;
        let depth = self.around(start, [condition.depth, then.depth, otherwise.depth])?;
        let [condition, then, otherwise] = [condition, then, otherwise].map(|read| read.node);
        Ok(self.read(ExprKind::If { condition, then, otherwise }, start, depth))
    }

    fn matching(&mut self, is_complete: bool) -> Outcome<Read> {
        let start = self.cursor.start();
        self.cursor.take();
        let bracket = self.cursor.start();
        self.cursor.expect("(")?;
        if self.cursor.is(0, ")") {
            return self.cursor.refuse(EXPRESSION);
        }
        let scrutinee = self.bracketed(bracket)?;
        self.cursor.expect("{")?;
        let (mut clauses, mut depth) = (Vec::new(), scrutinee.depth);
        while !self.cursor.takes("}") {
            let clause = self.clause()?;
            depth = depth.max(clause.depth);
            clauses.push(clause.node);
            if !self.cursor.goes_on("}")? {
                break;
            }
        }
        let depth = self.around(start, [depth])?;
        Ok(self.read(ExprKind::Match { scrutinee: scrutinee.node, clauses, is_complete }, start, depth))
    }

    fn clause(&mut self) -> Outcome<Deep<Clause>> {
        let mark = self.locals.mark();
        let pattern = self.clause_pattern()?;
        self.cursor.expect("=>")?;
        let body = if self.cursor.is(0, "{") { self.block()? } else { self.expr()? };
        self.locals.leave(mark);
        Ok(Deep { node: Clause { pattern, body: *body.node }, depth: body.depth })
    }
}
