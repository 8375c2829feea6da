//! Expressions. Operators are kept on a stack of their own, so that only brackets make the parser recurse.

use winnow::Parser;
use winnow::combinator::delimited;

use super::attribute;
use super::input::{Input, Outcome, name};
use crate::pypto::error::{ErrorKind, Mistake};
use crate::pypto::ir::{Associativity, AttrValue, BinaryOp, Precedence, UnaryOp};
use crate::pypto::syntax::{Attributes, CallExpr, Expr, ExprKind, Name};
use crate::pypto::token::{INDEX, TokenKind};
use crate::text::{Place, Unique, labelled, list, mistake, nested, token, word};

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
                && before.precedence() == op.precedence()
                && op.precedence().associativity() == Associativity::None
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
    let (own, next) = match waiting {
        Waiting::Binary(op, ..) => (op.precedence(), next.precedence()),
        Waiting::Prefix(op, _) => (op.precedence(), next.precedence()),
    };
    own > next || own == next && next.associativity() != Associativity::Right
}

/// Puts the prefix operators that stand here on the stack, up to a negative literal, if that follows.
fn prefixes<'s>(input: &mut Input<'_, 's>, waiting: &mut Vec<Waiting<'s>>) -> Outcome<Option<Expr<'s>>> {
    loop {
        let op = match input.next() {
            TokenKind::Symbol("-") => UnaryOp::Neg,
            TokenKind::Symbol("~") => UnaryOp::BitNot,
            TokenKind::Keyword("not") => UnaryOp::Not,
            _ => return Ok(None),
        };
        if op == UnaryOp::Neg && is_negative_literal(input) {
            let start = input.start();
            input.take();
            let kind = attribute::number(true, input)?;
            return Ok(Some(built(kind, input.place_since(start))?));
        }
        let place = input.here();
        let least = match waiting.last() {
            None => Precedence::Or,
            Some(Waiting::Binary(binary, ..)) => binary.operand_precedences().1,
            Some(Waiting::Prefix(prefix, _)) => prefix.precedence(),
        };
        if op.precedence() < least {
            return Err(mistake(ErrorKind::Prefix(op), place));
        }
        waiting.push(Waiting::Prefix(op, place));
        input.take();
    }
}

/// Whether a minus here belongs to a literal: `-5`, but not `-5 ** 2`, which is `-(5 ** 2)`.
fn is_negative_literal(input: &Input<'_, '_>) -> bool {
    attribute::number_length(input, 1).is_some_and(|length| !input.is(1 + length, "**") && !input.is(1 + length, "["))
}

/// The operator on two values that stands here, if one does.
fn operator(input: &mut Input<'_, '_>) -> Option<(BinaryOp, Place)> {
    let operator = token("an operator", |token| match token.kind {
        TokenKind::Symbol(word) | TokenKind::Keyword(word) => {
            BinaryOp::from_symbol(word).map(|op| (op, token.place.clone()))
        }
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

/// `"(" expr ")" | NAME "(" args ")" | NAME | literals`
fn primary<'s>(input: &mut Input<'_, 's>) -> Outcome<Expr<'s>> {
    let start = input.start();
    match input.next() {
        TokenKind::Symbol("(") => {
            let mut inner = delimited(word("("), nested(expr), word(")")).parse_next(input)?;
            inner.place = input.place_since(start);
            Ok(inner)
        }
        TokenKind::Name(_) if input.is(1, "(") => {
            let name = name(input)?;
            let (args, attributes) = arguments(input)?;
            let call = CallExpr { name, args, attributes };
            built(ExprKind::Call(Box::new(call)), input.place_since(start))
        }
        TokenKind::Name(word) if !input.is(1, ".") => {
            let place = name(input)?.place;
            built(ExprKind::Name(word), place)
        }
        TokenKind::Keyword(word @ ("True" | "False")) => {
            let place = input.here();
            input.take();
            built(ExprKind::Bool(*word == "True"), place)
        }
        _ => {
            let kind = attribute::number(false, input)?;
            built(kind, input.place_since(start))
        }
    }
}

/// `"(" [ argument { "," argument } [ "," ] ] ")"`, the arguments before the attributes.
fn arguments<'s>(input: &mut Input<'_, 's>) -> Outcome<(Vec<Expr<'s>>, Attributes<'s>)> {
    let mut args = Vec::new();
    let mut attributes: Attributes<'s> = Vec::new();
    let mut unique = Unique::new("attribute");
    for argument in list("(", nested(argument), ")").parse_next(input)? {
        match argument {
            Argument::Positional(arg) if attributes.is_empty() => args.push(arg),
            Argument::Positional(arg) => return Err(mistake(ErrorKind::Positional, arg.place)),
            Argument::Attribute(name, value) => {
                unique.add(name.text, name.place.clone())?;
                attributes.push((name, value));
            }
        }
    }
    Ok((args, attributes))
}

enum Argument<'s> {
    Positional(Expr<'s>),
    Attribute(Name<'s>, AttrValue),
}

/// `expr | NAME "=" constant`
fn argument<'s>(input: &mut Input<'_, 's>) -> Outcome<Argument<'s>> {
    if input.is(1, "=") {
        let name = labelled("an argument", name).parse_next(input)?;
        word("=").parse_next(input)?;
        let value = attribute::constant(input)?;
        return Ok(Argument::Attribute(name, value));
    }
    expr.map(Argument::Positional).parse_next(input)
}
