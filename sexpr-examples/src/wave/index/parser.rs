//! From text to expressions.
//!
//! ```text
//! term     := term op term | "~" term | "-" term | "(" term ")" | INT | NAME | "True" | "False" | function
//! op       := "|"   < "&"   < "<" "<=" ">" ">=" "==" "!="   < "+" "-"   < "*" "//" "mod" "%" "ceildiv" "floordiv"
//! function := ("min" | "max") "(" term, … ")" | "Mod" "(" term, term ")" | "Piecewise" "(" ("(" term, term ")"), … ")"
//! sequence := term ":" term ":" term
//! ```
//!
//! Operators in a row group to the left, and signs in front bind tightest. Whether a term is an expression or a
//! condition is found out where it is used, since of a symbol it is not known before.

use std::str::FromStr;

use super::condition::Condition;
use super::error::IndexError;
use super::expr::IndexExpr;
use super::limits::{Excess, Extent, NEST_LIMIT, Operand};
use super::operators::{Arithmetic, Comparison, Extremum, Level};
use super::sequence::IndexSequence;
use super::symbol::Symbol;
use super::token::{Function, Token, TokenKind, tokens};
use crate::text::elided;

/// What messages call expressions.
const EXPRESSION: &str = "an expression";
/// What messages call conditions.
const CONDITION: &str = "a condition";

type Outcome<T> = Result<T, IndexError>;

/// ```
/// use sexpr_examples::wave::index::IndexExpr;
///
/// let expr: IndexExpr = "Min(7 % x, y floordiv 2)".parse()?;
/// assert_eq!(expr.to_string(), "min(7 mod x, y // 2)");
/// # Ok::<(), sexpr_examples::wave::index::IndexError>(())
/// ```
impl FromStr for IndexExpr {
    type Err = IndexError;

    fn from_str(text: &str) -> Result<Self, IndexError> {
        let tokens = tokens(text)?;
        let mut parser = Parser { tokens: &tokens, nesting: 0 };
        let expr = parser.expr()?;
        parser.end("an operator or the end of the text")?;
        Ok(expr)
    }
}

impl FromStr for Condition {
    type Err = IndexError;

    fn from_str(text: &str) -> Result<Self, IndexError> {
        let tokens = tokens(text)?;
        let mut parser = Parser { tokens: &tokens, nesting: 0 };
        let condition = parser.condition()?;
        parser.end("an operator or the end of the text")?;
        Ok(condition)
    }
}

impl FromStr for IndexSequence {
    type Err = IndexError;

    fn from_str(text: &str) -> Result<Self, IndexError> {
        let tokens = tokens(text)?;
        let mut parser = Parser { tokens: &tokens, nesting: 0 };
        let start = parser.expr()?;
        parser.expect(":", "an operator or `:`")?;
        let size = parser.expr()?;
        parser.expect(":", "an operator or `:`")?;
        let stride = parser.expr()?;
        parser.end("an operator or the end of the text")?;
        Ok(Self { start, size, stride })
    }
}

struct Parser<'t, 's> {
    /// What is left. The last one is never taken.
    tokens: &'t [Token<'s>],
    /// How many brackets are open.
    nesting: usize,
}

/// Something that was read, and where it begins.
struct Term {
    kind: TermKind,
    at: usize,
}

enum TermKind {
    Expr(IndexExpr),
    Condition(Condition),
}

/// An operator between two terms.
#[derive(Clone, Copy)]
enum Infix {
    Arithmetic(Arithmetic),
    Comparison(Comparison),
    And,
    Or,
}

/// An operator in front of a term.
#[derive(Clone, Copy)]
enum Prefix {
    Minus,
    Not,
}

impl Parser<'_, '_> {
    fn expr(&mut self) -> Outcome<IndexExpr> {
        self.term(Level::Or)?.into_expr()
    }

    fn condition(&mut self) -> Outcome<Condition> {
        self.term(Level::Or)?.into_condition()
    }

    /// A term whose operators outside of brackets bind at least so tightly.
    fn term(&mut self, least: Level) -> Outcome<Term> {
        let mut left = self.prefixed()?;
        while let Some((infix, level)) = self.infix().filter(|(_, level)| *level >= least) {
            self.take();
            let right = self.term(level.tighter())?;
            left = left.combined(infix, right)?;
        }
        Ok(left)
    }

    fn infix(&self) -> Option<(Infix, Level)> {
        Some(match self.next().kind {
            TokenKind::Arithmetic(op) => (Infix::Arithmetic(op), op.level()),
            TokenKind::Comparison(how) => (Infix::Comparison(how), Level::Comparison),
            TokenKind::Sign("&") => (Infix::And, Level::And),
            TokenKind::Sign("|") => (Infix::Or, Level::Or),
            _ => return None,
        })
    }

    fn prefixed(&mut self) -> Outcome<Term> {
        let mut prefixes = Vec::new();
        loop {
            let Token { kind, at } = self.next();
            let prefix = match kind {
                TokenKind::Arithmetic(Arithmetic::Subtract) => Prefix::Minus,
                TokenKind::Sign("~") => Prefix::Not,
                _ => break,
            };
            self.take();
            prefixes.push((prefix, at));
        }
        let mut term = match (self.next().kind, prefixes.last()) {
            // The least number has no positive one.
            (TokenKind::Int(digits), Some((Prefix::Minus, at))) if digits.parse::<i64>().is_err() => {
                let (at, number) = (*at, int(&format!("-{digits}"), self.next().at)?);
                self.take();
                prefixes.pop();
                Term { kind: TermKind::Expr(number), at }
            }
            _ => self.primary()?,
        };
        for (prefix, at) in prefixes.into_iter().rev() {
            let kind = match prefix {
                Prefix::Minus => {
                    let operand = term.into_expr()?;
                    fits(at, [Operand::Expr(&operand)])?;
                    TermKind::Expr(operand.negate())
                }
                Prefix::Not => {
                    let operand = term.into_condition()?;
                    fits(at, [Operand::Condition(&operand)])?;
                    TermKind::Condition(operand.not())
                }
            };
            term = Term { kind, at };
        }
        Ok(term)
    }

    fn primary(&mut self) -> Outcome<Term> {
        let Token { kind, at } = self.next();
        let kind = match kind {
            TokenKind::Int(digits) => TermKind::Expr(int(digits, at)?),
            TokenKind::Name(name) => TermKind::Expr(IndexExpr::symbol(Symbol::new(name))),
            TokenKind::Truth(value) => TermKind::Condition(Condition::constant(value)),
            TokenKind::Function(function) => {
                self.take();
                return Ok(Term { kind: TermKind::Expr(self.call(function, at)?), at });
            }
            TokenKind::Sign("(") => {
                self.open()?;
                let term = self.term(Level::Or)?;
                self.close("an operator or `)`")?;
                return Ok(Term { at, ..term });
            }
            found => return Err(IndexError::Expected { at, expected: EXPRESSION, found: found.to_string() }),
        };
        self.take();
        Ok(Term { kind, at })
    }

    /// What stands behind a function's name.
    fn call(&mut self, function: Function, at: usize) -> Outcome<IndexExpr> {
        self.open()?;
        match function {
            Function::Minimum => self.extremum(Extremum::Minimum, at),
            Function::Maximum => self.extremum(Extremum::Maximum, at),
            Function::Modulo => {
                let left = self.expr()?;
                self.expect(",", "an operator or `,`")?;
                let right = self.expr()?;
                self.close("an operator or `)`")?;
                fits(at, [Operand::Expr(&left), Operand::Expr(&right)])?;
                Ok(left.modulo(&right))
            }
            Function::Piecewise => {
                let mut branches = Vec::new();
                while branches.is_empty() && !self.is(")") || self.takes(",") {
                    self.open()?;
                    let value = self.expr()?;
                    self.expect(",", "an operator or `,`")?;
                    let condition = self.condition()?;
                    self.close("an operator or `)`")?;
                    branches.push((value, condition));
                }
                self.close("`,` or `)`")?;
                let operands =
                    branches.iter().flat_map(|(value, when)| [Operand::Expr(value), Operand::Condition(when)]);
                fits(at, operands)?;
                Ok(IndexExpr::piecewise(branches))
            }
        }
    }

    fn extremum(&mut self, which: Extremum, at: usize) -> Outcome<IndexExpr> {
        let mut arguments = vec![self.expr()?];
        while self.takes(",") {
            arguments.push(self.expr()?);
        }
        self.close("an operator, `,` or `)`")?;
        fits(at, arguments.iter().map(Operand::Expr))?;
        Ok(IndexExpr::extremum(which, arguments))
    }
}

impl<'s> Parser<'_, 's> {
    fn next(&self) -> Token<'s> {
        self.tokens.first().copied().unwrap_or(Token { kind: TokenKind::End, at: 0 })
    }

    fn take(&mut self) {
        if let [_, rest @ ..] = self.tokens
            && !rest.is_empty()
        {
            self.tokens = rest;
        }
    }

    fn is(&self, sign: &'static str) -> bool {
        self.next().kind == TokenKind::Sign(sign)
    }

    fn takes(&mut self, sign: &'static str) -> bool {
        let found = self.is(sign);
        if found {
            self.take();
        }
        found
    }

    fn expect(&mut self, sign: &'static str, expected: &'static str) -> Outcome<()> {
        if self.takes(sign) { Ok(()) } else { Err(self.refused(expected)) }
    }

    fn open(&mut self) -> Outcome<()> {
        let at = self.next().at;
        self.expect("(", "`(`")?;
        self.nesting += 1;
        if self.nesting > NEST_LIMIT { Err(IndexError::Nest { at }) } else { Ok(()) }
    }

    fn close(&mut self, expected: &'static str) -> Outcome<()> {
        self.expect(")", expected)?;
        self.nesting -= 1;
        Ok(())
    }

    fn end(&self, expected: &'static str) -> Outcome<()> {
        if self.next().kind == TokenKind::End { Ok(()) } else { Err(self.refused(expected)) }
    }

    fn refused(&self, expected: &'static str) -> IndexError {
        let Token { kind, at } = self.next();
        IndexError::Expected { at, expected, found: kind.to_string() }
    }
}

impl Term {
    fn into_expr(self) -> Outcome<IndexExpr> {
        match self.kind {
            TermKind::Expr(expr) => Ok(expr),
            TermKind::Condition(_) => {
                Err(IndexError::Expected { at: self.at, expected: EXPRESSION, found: CONDITION.to_owned() })
            }
        }
    }

    fn into_condition(self) -> Outcome<Condition> {
        match self.kind {
            TermKind::Condition(condition) => Ok(condition),
            TermKind::Expr(expr) => match expr.written_symbol() {
                Some(symbol) => Ok(Condition::flag(symbol)),
                None => Err(IndexError::Expected { at: self.at, expected: CONDITION, found: EXPRESSION.to_owned() }),
            },
        }
    }

    fn combined(self, infix: Infix, right: Self) -> Outcome<Self> {
        let at = self.at;
        let kind = match infix {
            Infix::Arithmetic(op) => {
                let (left, right) = (self.into_expr()?, right.into_expr()?);
                fits(at, [Operand::Expr(&left), Operand::Expr(&right)])?;
                TermKind::Expr(IndexExpr::arithmetic(op, &left, &right))
            }
            Infix::Comparison(how) => {
                let (left, right) = (self.into_expr()?, right.into_expr()?);
                fits(at, [Operand::Expr(&left), Operand::Expr(&right)])?;
                TermKind::Condition(Condition::compare(how, &left, &right))
            }
            Infix::And | Infix::Or => {
                let (left, right) = (self.into_condition()?, right.into_condition()?);
                fits(at, [Operand::Condition(&left), Operand::Condition(&right)])?;
                let is_and = matches!(infix, Infix::And);
                TermKind::Condition(if is_and { left.and(&right) } else { left.or(&right) })
            }
        };
        Ok(Self { kind, at })
    }
}

fn int(digits: &str, at: usize) -> Outcome<IndexExpr> {
    let number = digits.parse().map_err(|_| IndexError::Number { at, found: elided(digits) })?;
    Ok(IndexExpr::int(number))
}

/// Refuses operands that are too large for an operation on them.
fn fits<'e>(at: usize, operands: impl IntoIterator<Item = Operand<'e>>) -> Outcome<()> {
    match Extent::around(operands) {
        Ok(_) => Ok(()),
        Err(Excess::Depth) => Err(IndexError::TooDeep { at }),
        Err(Excess::Parts) => Err(IndexError::TooLarge { at }),
    }
}
