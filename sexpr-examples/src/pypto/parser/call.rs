//! Calls, and what they are given.

use winnow::Parser;
use winnow::combinator::{preceded, separated};

use super::expr::expr;
use super::input::{Input, Outcome, module, name};
use super::{MODULE, types};
use crate::pypto::error::ErrorKind;
use crate::pypto::ir::DataType;
use crate::pypto::syntax::{Attribute, Attributes, CallExpr, Expr, ExprKind, Name};
use crate::pypto::token::{TokenKind, is_dotted_name};
use crate::text::{Unique, elided, labelled, list, mistake, nested, token, word};

/// Whether a call begins here: names with dots between them, and a bracket.
pub(super) fn begins_call(input: &Input<'_, '_>) -> bool {
    let mut ahead = 0;
    while matches!(input.peek(ahead), TokenKind::Name(_)) {
        if input.is(ahead + 1, "(") {
            return ahead != 2 || !is_of_module(input);
        }
        if !input.is(ahead + 1, ".") {
            return false;
        }
        ahead += 2;
    }
    false
}

/// Whether a name of the module is here.
fn is_of_module(input: &Input<'_, '_>) -> bool {
    matches!(input.next(), TokenKind::Name(name) if *name == input.context.module)
        && matches!(input.peek(2), TokenKind::Name(name) if module_has(name))
}

/// Whether the module has this, so that it is no operation: a type, a typed constant, or what heads a loop.
fn module_has(name: &str) -> bool {
    name == "range" || name == "const" || types::OTHER_TYPES.contains(&name) || name.parse::<DataType>().is_ok()
}

/// Whether a text can call an operation so: by names with dots between them that are not those of the module.
pub(crate) fn is_operation(name: &str) -> bool {
    let of_module = name.split_once('.').filter(|(module, _)| *module == MODULE).map(|(_, name)| name);
    is_dotted_name(name) && !of_module.is_some_and(module_has)
}

/// `NAME { "." NAME } "(" args ")"`. The module is called by its standard name.
pub(super) fn call<'s>(input: &mut Input<'_, 's>) -> Outcome<CallExpr<'s>> {
    let mut callee: Vec<Name<'s>> = separated(1.., name, word(".")).parse_next(input)?;
    if let [first, _, ..] = &mut *callee {
        if first.text == input.context.module {
            first.text = MODULE;
        } else if first.text == MODULE {
            let kind = ErrorKind::Module { found: MODULE.to_owned(), module: elided(input.context.module) };
            return Err(mistake(kind, first.place.clone()));
        }
    }
    let (args, attributes) = arguments(input)?;
    Ok(CallExpr { callee, args, attributes })
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
    Attribute(Name<'s>, Attribute<'s>),
}

/// `expr | NAME "=" value`
fn argument<'s>(input: &mut Input<'_, 's>) -> Outcome<Argument<'s>> {
    if input.is(1, "=") {
        let name = labelled("an argument", name).parse_next(input)?;
        word("=").parse_next(input)?;
        let value = labelled("an attribute's value", value).parse_next(input)?;
        return Ok(Argument::Attribute(name, value));
    }
    expr.map(Argument::Positional).parse_next(input)
}

/// `STRING | P "." DTYPE | "[" [ value { "," value } [ "," ] ] "]" | expr`
fn value<'s>(input: &mut Input<'_, 's>) -> Outcome<Attribute<'s>> {
    match input.next() {
        TokenKind::Str(_) => token("a string", |token| match &token.kind {
            TokenKind::Str(value) => Some(Attribute::Str(value.clone())),
            _ => None,
        })
        .parse_next(input),
        TokenKind::Symbol("[") => list("[", nested(value), "]").map(Attribute::List).parse_next(input),
        _ if begins_data_type(input) => preceded(module, types::data_type).map(Attribute::DataType).parse_next(input),
        _ => {
            let expr = expr(input)?;
            Ok(match expr.kind {
                ExprKind::Literal(literal) => Attribute::Literal(literal),
                _ => Attribute::Expr(expr),
            })
        }
    }
}

/// Whether something of the module is here that is neither a number nor called.
fn begins_data_type(input: &Input<'_, '_>) -> bool {
    matches!(input.next(), TokenKind::Name(name) if *name == input.context.module)
        && input.is(1, ".")
        && matches!(input.peek(2), TokenKind::Name(name) if !matches!(*name, "inf" | "nan"))
        && !input.is(3, "(")
        && !input.is(3, ".")
}
