//! Expressions. Operators are kept on a stack of their own, so that only brackets make the parser recurse.

use winnow::Parser;
use winnow::combinator::{delimited, opt, separated_pair, terminated};

use super::input::{Input, Outcome, module, name};
use super::{call, number, types};
use crate::pypto::error::{ErrorKind, Mistake};
use crate::pypto::ir::{Associativity, BinaryOp, DataType, Precedence, UnaryOp};
use crate::pypto::syntax::{Expr, ExprKind, Literal};
use crate::pypto::token::{INDEX, TokenKind};
use crate::text::{Place, labelled, mistake, nested, token, word};

/// An operator that waits for its last operand.
enum Waiting<'s> {
    Binary(BinaryOp, Expr<'s>, Place),
    Prefix(UnaryOp, Place),
}

/// `expr`
pub(super) fn expr<'s>(input: &mut Input<'_, 's>) -> Outcome<Expr<'s>> {
    labelled("an expression", operators).parse_next(input)
}

fn operators<'s>(input: &mut Input<'_, 's>) -> Outcome<Expr<'s>> {
    let mut waiting = Vec::new();
    loop {
        let mut operand = match prefixes(input, &mut waiting)? {
            Some(literal) => literal,
            None => labelled("an expression", element).parse_next(input)?,
        };
        let Some((op, place)) = operator(input) else {
            while let Some(top) = waiting.pop() {
                operand = apply(top, operand)?;
            }
            return Ok(operand);
        };
        while let Some(top) = waiting.pop_if(|top| takes_first(top, op)) {
            if let Waiting::Binary(before, _, first) = &top
                && infix(*before) == infix(op)
                && infix(op).associativity() == Associativity::None
            {
                let mistake = Mistake::new(ErrorKind::Chain, place);
                return Err(mistake.with(first.clone(), "the first comparison").into());
            }
            operand = apply(top, operand)?;
        }
        waiting.push(Waiting::Binary(op, operand, place));
    }
}

/// Whether a waiting operator takes the operand between it and the next operator.
fn takes_first(waiting: &Waiting<'_>, next: BinaryOp) -> bool {
    let own = match waiting {
        Waiting::Binary(op, ..) => infix(*op),
        Waiting::Prefix(op, _) => prefix(*op),
    };
    let next = infix(next);
    own > next || own == next && next.associativity() != Associativity::Right
}

/// How tightly an operator holds its operands together that stands between them. `min` and `max` are printed as calls.
fn infix(op: BinaryOp) -> Precedence {
    match op {
        BinaryOp::Min | BinaryOp::Max => Precedence::BitOr,
        op => op.precedence(),
    }
}

/// The same of one that stands before its operand. `abs` is printed as a call.
fn prefix(op: UnaryOp) -> Precedence {
    if op == UnaryOp::Abs { Precedence::Unary } else { op.precedence() }
}

/// Puts the prefix operators that stand here on the stack, up to a negative literal, if that follows.
fn prefixes<'s>(input: &mut Input<'_, 's>, waiting: &mut Vec<Waiting<'s>>) -> Outcome<Option<Expr<'s>>> {
    loop {
        let op = match input.next() {
            TokenKind::Symbol("-") => UnaryOp::Neg,
            TokenKind::Symbol("~") => UnaryOp::BitNot,
            TokenKind::Keyword("not") => UnaryOp::Not,
            TokenKind::Name("abs") if begins_operand(input) => UnaryOp::Abs,
            _ => return Ok(None),
        };
        if op == UnaryOp::Neg && is_negative_literal(input) {
            let start = input.start();
            input.take();
            let value = number::number(true, input)?;
            return Ok(Some(built(ExprKind::Literal(value), input.place_since(start))?));
        }
        let place = input.here();
        let least = match waiting.last() {
            None => Precedence::Or,
            Some(Waiting::Binary(BinaryOp::Min | BinaryOp::Max, ..)) => Precedence::BitOr.tighter(),
            Some(Waiting::Binary(binary, ..)) => binary.operand_precedences().1,
            Some(Waiting::Prefix(outer, _)) => prefix(*outer),
        };
        if prefix(op) < least {
            return Err(mistake(ErrorKind::Prefix(op), place));
        }
        waiting.push(Waiting::Prefix(op, place));
        input.take();
    }
}

/// Whether the token after the next one begins an operand of `abs`. A bracket does not, since that is a call; `-` and `min(` do
/// unless a variable is called `abs`.
fn begins_operand(input: &Input<'_, '_>) -> bool {
    match input.peek(1) {
        TokenKind::Name("min" | "max") => !input.context.binds_abs && input.is(2, "("),
        TokenKind::Name(_) => true,
        TokenKind::Int(_) | TokenKind::Float(_) | TokenKind::Keyword("True" | "False") | TokenKind::Symbol("~") => true,
        TokenKind::Symbol("-") => !input.context.binds_abs,
        _ => false,
    }
}

/// Whether a minus here belongs to a literal: `-5`, but not `-5 ** 2`, which is `-(5 ** 2)`, nor `-pi.inf(x)`, which is
/// that of a call.
fn is_negative_literal(input: &Input<'_, '_>) -> bool {
    let number = number::number_length(input, 1);
    number.is_some_and(|length| !["**", "[", "(", "."].iter().any(|word| input.is(1 + length, word)))
}

/// The operator on two values that stands here, if one does.
fn operator(input: &mut Input<'_, '_>) -> Option<(BinaryOp, Place)> {
    let operator = token("an operator", |token| match token.kind {
        TokenKind::Symbol(word) | TokenKind::Keyword(word) => {
            BinaryOp::from_symbol(word).map(|op| (op, token.place.clone()))
        }
        TokenKind::Name("min") => Some((BinaryOp::Min, token.place.clone())),
        TokenKind::Name("max") => Some((BinaryOp::Max, token.place.clone())),
        _ => None,
    })
    .parse_next(input);
    operator.ok()
}

fn apply<'s>(waiting: Waiting<'s>, operand: Expr<'s>) -> Outcome<Expr<'s>> {
    match waiting {
        Waiting::Binary(op, left, _) => {
            let place = left.place.start..operand.place.end;
            built(ExprKind::Binary(op, Box::new([left, operand])), place)
        }
        Waiting::Prefix(op, prefix) => {
            let place = prefix.start..operand.place.end;
            built(ExprKind::Unary(op, Box::new(operand)), place)
        }
    }
}

fn built<'s>(kind: ExprKind<'s>, place: Place) -> Outcome<Expr<'s>> {
    Ok(Expr::new(kind, place)?)
}

/// `primary { "[" INT "]" }`
fn element<'s>(input: &mut Input<'_, 's>) -> Outcome<Expr<'s>> {
    let start = input.start();
    let mut tuple = primary(input)?;
    while input.is(0, "[") {
        let index = delimited(word("["), index, word("]")).parse_next(input)?;
        tuple = built(ExprKind::Element(Box::new(tuple), index), input.place_since(start))?;
    }
    Ok(tuple)
}

fn index(input: &mut Input<'_, '_>) -> Outcome<u32> {
    token(INDEX, |token| match token.kind {
        TokenKind::Int(index) => u32::try_from(index).ok(),
        _ => None,
    })
    .parse_next(input)
}

/// `"(" expr ")" | call | P ".const(" number "," P "." DTYPE ")" | NAME | literals`
fn primary<'s>(input: &mut Input<'_, 's>) -> Outcome<Expr<'s>> {
    let start = input.start();
    match input.next() {
        TokenKind::Symbol("(") => {
            let mut inner = delimited(word("("), nested(expr), word(")")).parse_next(input)?;
            inner.place = input.place_since(start);
            Ok(inner)
        }
        TokenKind::Name(_) if call::begins_call(input) => {
            let call = call::call(input)?;
            built(ExprKind::Call(Box::new(call)), input.place_since(start))
        }
        TokenKind::Name(_) if begins_typed_constant(input) => {
            let (value, dtype) = typed_constant(input)?;
            built(ExprKind::Typed(value, dtype), input.place_since(start))
        }
        TokenKind::Name(word) if !input.is(1, ".") => {
            let place = name(input)?.place;
            built(ExprKind::Name(word), place)
        }
        TokenKind::Keyword(word @ ("True" | "False")) => {
            let place = input.here();
            input.take();
            built(ExprKind::Literal(Literal::Bool(*word == "True")), place)
        }
        _ => {
            let value = number::number(false, input)?;
            built(ExprKind::Literal(value), input.place_since(start))
        }
    }
}

fn begins_typed_constant(input: &Input<'_, '_>) -> bool {
    matches!(input.next(), TokenKind::Name(name) if *name == input.context.module)
        && input.is(1, ".")
        && *input.peek(2) == TokenKind::Name("const")
}

/// `P ".const(" [ "-" ] number "," P "." DTYPE [ "," ] ")"`
fn typed_constant(input: &mut Input<'_, '_>) -> Outcome<(Literal, DataType)> {
    (module, name).parse_next(input)?;
    let value = labelled("a number", number::signed_number);
    let dtype = (labelled("a data type", module), types::data_type).map(|(_, dtype)| dtype);
    let both = terminated(separated_pair(value, word(","), dtype), opt(word(",")));
    delimited(word("("), both, word(")")).parse_next(input)
}
