//! Expressions. Operators are kept on a stack of their own, so that only brackets make the parser recurse.

use winnow::Parser;
use winnow::combinator::{delimited, opt, separated, terminated};
use winnow::stream::Stream;

use super::attribute;
use super::input::{
    INDEX, Input, Outcome, fail, here, is_symbol, labelled, name, nested, next, place_since, refuse, repeated, start,
    symbol, token,
};
use crate::pypto::error::{ErrorKind, Mistake};
use crate::pypto::ir::{Associativity, AttrValue, BinaryOp, Precedence, UnaryOp};
use crate::pypto::syntax::{Attributes, CallExpr, Expr, ExprKind, Name, Place};
use crate::pypto::token::TokenKind;

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
                return Err(fail(mistake.with(first.clone(), "the first comparison")));
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
        let op = match next(input) {
            TokenKind::Symbol("-") => UnaryOp::Neg,
            TokenKind::Symbol("~") => UnaryOp::BitNot,
            TokenKind::Keyword("not") => UnaryOp::Not,
            _ => return Ok(None),
        };
        if op == UnaryOp::Neg && is_negative_literal(input) {
            let start = start(input);
            input.next_token();
            let kind = attribute::number(true, input)?;
            return Ok(Some(built(kind, place_since(input, start))?));
        }
        let place = here(input);
        let least = match waiting.last() {
            None => Precedence::Or,
            Some(Waiting::Binary(binary, ..)) => binary.operand_precedences().1,
            Some(Waiting::Prefix(prefix, _)) => prefix.precedence(),
        };
        if op.precedence() < least {
            return Err(refuse(ErrorKind::Prefix(op), place));
        }
        waiting.push(Waiting::Prefix(op, place));
        input.next_token();
    }
}

/// Whether a minus here belongs to a literal: `-5`, but not `-5 ** 2`, which is `-(5 ** 2)`.
fn is_negative_literal(input: &Input<'_, '_>) -> bool {
    attribute::number_length(input, 1)
        .is_some_and(|length| !is_symbol(input, 1 + length, "**") && !is_symbol(input, 1 + length, "["))
}

/// The operator on two values that stands here, if one does.
fn operator(input: &mut Input<'_, '_>) -> Option<(BinaryOp, Place)> {
    let operator = token("an operator", |token| match token.kind {
        TokenKind::Symbol(word) | TokenKind::Keyword(word) => {
            BinaryOp::from_symbol(word).map(|op| (op, token.range.clone()))
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
    Expr::new(kind, place).map_err(fail)
}

/// `primary { "[" INT "]" }`
fn element<'s>(input: &mut Input<'_, 's>) -> Outcome<Expr<'s>> {
    let start = start(input);
    let mut tuple = primary(input)?;
    while is_symbol(input, 0, "[") {
        let index = delimited(symbol("["), index, symbol("]")).parse_next(input)?;
        tuple = built(ExprKind::Element(Box::new(tuple), index), place_since(input, start))?;
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
    let start = start(input);
    match next(input) {
        TokenKind::Symbol("(") => {
            let mut inner = delimited(symbol("("), nested(expr), symbol(")")).parse_next(input)?;
            inner.place = place_since(input, start);
            Ok(inner)
        }
        TokenKind::Name(_) if is_symbol(input, 1, "(") => {
            let name = name(input)?;
            let (args, attributes) = delimited(symbol("("), nested(arguments), symbol(")")).parse_next(input)?;
            let call = CallExpr { name, args, attributes };
            built(ExprKind::Call(Box::new(call)), place_since(input, start))
        }
        TokenKind::Name(word) if !is_symbol(input, 1, ".") => {
            let place = name(input)?.place;
            built(ExprKind::Name(word), place)
        }
        TokenKind::Keyword(word @ ("True" | "False")) => {
            let place = here(input);
            input.next_token();
            built(ExprKind::Bool(*word == "True"), place)
        }
        _ => {
            let kind = attribute::number(false, input)?;
            built(kind, place_since(input, start))
        }
    }
}

/// `[ argument { "," argument } [ "," ] ]`, the arguments before the attributes.
fn arguments<'s>(input: &mut Input<'_, 's>) -> Outcome<(Vec<Expr<'s>>, Attributes<'s>)> {
    let arguments: Vec<Argument<'s>> =
        terminated(separated(0.., argument, symbol(",")), opt(symbol(","))).parse_next(input)?;
    let mut args = Vec::new();
    let mut attributes: Attributes<'s> = Vec::new();
    for argument in arguments {
        match argument {
            Argument::Positional(arg) if attributes.is_empty() => args.push(arg),
            Argument::Positional(arg) => return Err(refuse(ErrorKind::Positional, arg.place)),
            Argument::Attribute(name, value) => attributes.push((name, value)),
        }
    }
    if let Some(twice) = repeated(attributes.iter().map(|(name, _)| name)) {
        let kind = ErrorKind::Duplicate { what: "the attribute", name: twice.text.to_owned() };
        return Err(refuse(kind, twice.place.clone()));
    }
    Ok((args, attributes))
}

enum Argument<'s> {
    Positional(Expr<'s>),
    Attribute(Name<'s>, AttrValue),
}

/// `expr | NAME "=" constant`
fn argument<'s>(input: &mut Input<'_, 's>) -> Outcome<Argument<'s>> {
    if is_symbol(input, 1, "=") {
        let name = labelled("an argument", name).parse_next(input)?;
        symbol("=").parse_next(input)?;
        let value = attribute::constant(input)?;
        return Ok(Argument::Attribute(name, value));
    }
    expr.map(Argument::Positional).parse_next(input)
}
