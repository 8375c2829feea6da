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

use winnow::Parser;
use winnow::combinator::{delimited, separated, separated_pair, terminated};

use super::condition::Condition;
use super::error::{ErrorKind, IndexError};
use super::expr::IndexExpr;
use super::limits::{Excess, Extent, Operand};
use super::operators::{Arithmetic, Comparison, Extremum, Level};
use super::sequence::IndexSequence;
use super::symbol::Symbol;
use super::token::{TokenKind, tokens};
use crate::text::{self, Rule, SyntaxError, Word, mistake, nested, word};

/// What messages call expressions.
const EXPRESSION: &str = "an expression";
/// What messages call conditions.
const CONDITION: &str = "a condition";
/// What messages call the operators between two terms.
const OPERATOR: &str = "an operator";

type Input<'t, 's> = text::Input<'t, TokenKind<'s>>;
type Failure = text::Failure<ErrorKind>;
type Outcome<T> = Result<T, Failure>;

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
        Ok(text::parse(&tokens(text)?, (), expr)?)
    }
}

impl FromStr for Condition {
    type Err = IndexError;

    fn from_str(text: &str) -> Result<Self, IndexError> {
        Ok(text::parse(&tokens(text)?, (), condition)?)
    }
}

impl FromStr for IndexSequence {
    type Err = IndexError;

    fn from_str(text: &str) -> Result<Self, IndexError> {
        let parts = (terminated(expr, word(":")), terminated(expr, word(":")), expr);
        let (start, size, stride) = text::parse(&tokens(text)?, (), parts)?;
        Ok(Self { start, size, stride })
    }
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

fn expr(input: &mut Input<'_, '_>) -> Outcome<IndexExpr> {
    term(input, Level::Or)?.into_expr()
}

fn condition(input: &mut Input<'_, '_>) -> Outcome<Condition> {
    term(input, Level::Or)?.into_condition()
}

/// A term whose operators outside of brackets bind at least so tightly.
fn term(input: &mut Input<'_, '_>, least: Level) -> Outcome<Term> {
    let mut left = prefixed(input)?;
    while let Some((infix, level)) = infix(input).filter(|(_, level)| *level >= least) {
        input.take();
        let right = term(input, level.tighter())?;
        left = left.combined(infix, right)?;
    }
    Ok(left)
}

/// The operator here, which is not taken.
fn infix(input: &mut Input<'_, '_>) -> Option<(Infix, Level)> {
    let word = input.next().fixed();
    let arithmetic = word.and_then(Arithmetic::written).map(|op| (Infix::Arithmetic(op), op.level()));
    let comparison = || Comparison::ALL.into_iter().find(|how| Some(how.sign()) == word);
    let infix = match word {
        Some("&") => Some((Infix::And, Level::And)),
        Some("|") => Some((Infix::Or, Level::Or)),
        _ => arithmetic.or_else(|| comparison().map(|how| (Infix::Comparison(how), Level::Comparison))),
    };
    if infix.is_none() {
        input.misses(OPERATOR);
    }
    infix
}

/// Operators in front of a term are kept in a list, so that any number of them needs no stack.
fn prefixed(input: &mut Input<'_, '_>) -> Outcome<Term> {
    let mut prefixes = Vec::new();
    loop {
        let prefix = match input.next() {
            TokenKind::Symbol("-") => Prefix::Minus,
            TokenKind::Symbol("~") => Prefix::Not,
            _ => break,
        };
        prefixes.push((prefix, input.start()));
        input.take();
    }
    let mut term = match (input.next(), prefixes.last()) {
        // The least number has no positive one.
        (&TokenKind::Int(value), Some(&(Prefix::Minus, at))) if i64::try_from(value).is_err() => {
            let number = 0_i64.checked_sub_unsigned(value).ok_or_else(|| out_of_range(input, value))?;
            input.take();
            prefixes.pop();
            Term { kind: TermKind::Expr(IndexExpr::int(number)), at }
        }
        _ => primary(input)?,
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

fn primary(input: &mut Input<'_, '_>) -> Outcome<Term> {
    let at = input.start();
    let kind = match input.next() {
        &TokenKind::Int(value) => {
            let number = i64::try_from(value).map_err(|_| out_of_range(input, value))?;
            TermKind::Expr(IndexExpr::int(number))
        }
        TokenKind::Name(name) => TermKind::Expr(IndexExpr::symbol(Symbol::new(*name))),
        TokenKind::Keyword(word @ ("True" | "False")) => TermKind::Condition(Condition::constant(*word == "True")),
        TokenKind::Keyword(function) => {
            if let Some(call) = call(input, function, at)? {
                return Ok(Term { kind: TermKind::Expr(call), at });
            }
            return input.refuse(EXPRESSION);
        }
        TokenKind::Symbol("(") => {
            let term = bracketed(|input: &mut Input<'_, '_>| term(input, Level::Or)).parse_next(input)?;
            return Ok(Term { at, ..term });
        }
        _ => return input.refuse(EXPRESSION),
    };
    input.take();
    Ok(Term { kind, at })
}

/// A function with its arguments, if there is one of this name.
fn call(input: &mut Input<'_, '_>, function: &str, at: usize) -> Outcome<Option<IndexExpr>> {
    let which = match function {
        "min" | "Min" => Extremum::Minimum,
        "max" | "Max" => Extremum::Maximum,
        "Mod" => return modulo(input, at).map(Some),
        "Piecewise" => return piecewise(input, at).map(Some),
        _ => return Ok(None),
    };
    input.take();
    let arguments: Vec<IndexExpr> = bracketed(separated(1.., expr, word(","))).parse_next(input)?;
    fits(at, arguments.iter().map(Operand::Expr))?;
    Ok(Some(IndexExpr::extremum(which, arguments)))
}

fn modulo(input: &mut Input<'_, '_>, at: usize) -> Outcome<IndexExpr> {
    input.take();
    let (left, right) = bracketed(separated_pair(expr, word(","), expr)).parse_next(input)?;
    fits(at, [Operand::Expr(&left), Operand::Expr(&right)])?;
    Ok(left.modulo(&right))
}

fn piecewise(input: &mut Input<'_, '_>, at: usize) -> Outcome<IndexExpr> {
    input.take();
    let branch = bracketed(separated_pair(expr, word(","), condition));
    let branches: Vec<(IndexExpr, Condition)> = bracketed(separated(0.., branch, word(","))).parse_next(input)?;
    fits(at, branches.iter().flat_map(|(value, when)| [Operand::Expr(value), Operand::Condition(when)]))?;
    Ok(IndexExpr::piecewise(branches))
}

/// A rule in brackets, which nest only so deep.
fn bracketed<'t, 's: 't, T>(rule: impl Rule<'t, TokenKind<'s>, (), T>) -> impl Rule<'t, TokenKind<'s>, (), T> {
    nested(delimited(word("("), rule, word(")")))
}

fn out_of_range(input: &Input<'_, '_>, value: u64) -> Failure {
    mistake(SyntaxError::Integer(value.to_string()), input.here())
}

impl Term {
    fn into_expr(self) -> Outcome<IndexExpr> {
        match self.kind {
            TermKind::Expr(expr) => Ok(expr),
            TermKind::Condition(_) => Err(mismatched(self.at, EXPRESSION, CONDITION)),
        }
    }

    fn into_condition(self) -> Outcome<Condition> {
        match self.kind {
            TermKind::Condition(condition) => Ok(condition),
            TermKind::Expr(expr) => match expr.written_symbol() {
                Some(symbol) => Ok(Condition::flag(symbol)),
                None => Err(mismatched(self.at, CONDITION, EXPRESSION)),
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

fn mismatched(at: usize, expected: &str, found: &str) -> Failure {
    mistake(SyntaxError::expected(&[expected.to_owned()], found, None), at..at)
}

/// Refuses operands that are too large for an operation on them.
fn fits<'e>(at: usize, operands: impl IntoIterator<Item = Operand<'e>>) -> Outcome<()> {
    match Extent::around(operands) {
        Ok(_) => Ok(()),
        Err(Excess::Depth) => Err(mistake(ErrorKind::TooDeep, at..at)),
        Err(Excess::Parts) => Err(mistake(ErrorKind::TooLarge, at..at)),
    }
}
