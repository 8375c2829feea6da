//! Statements and blocks.

use winnow::Parser;
use winnow::combinator::{delimited, opt, preceded, repeat_till, separated, terminated};

use super::expr::expr;
use super::input::{Input, Outcome, module, name, newline};
use super::types;
use crate::pypto::syntax::{Block, Expr, ForLoop, Name, Statement, StatementKind};
use crate::pypto::token::TokenKind;
use crate::text::{items, labelled, list, nested, token, word};

/// `":"`, the end of the line, and the statements that are indented more.
pub(super) fn block<'s>(input: &mut Input<'_, 's>) -> Outcome<Block<'s>> {
    let line = word(":").parse_next(input)?.end;
    labelled("a new line, with the block indented below", newline).parse_next(input)?;
    let empty = Block { statements: Vec::new(), place: line..line };
    // Looked at, and not tried, so that an indented line is not expected where a block may be empty.
    if *input.next() != TokenKind::Indent {
        return Ok(empty);
    }
    input.take();
    let start = input.start();
    let dedent = token("the end of the block", |token| (token.kind == TokenKind::Dedent).then_some(()));
    let statements = repeat_till(1.., labelled("a statement", statement), dedent);
    let (statements, ()): (Vec<Statement<'s>>, ()) = nested(statements).parse_next(input)?;
    let end = statements.last().map_or(start, |last| last.place.end);
    Ok(Block { statements, place: start..end })
}

fn statement<'s>(input: &mut Input<'_, 's>) -> Outcome<Statement<'s>> {
    let start = input.start();
    let kind = match input.next() {
        TokenKind::Keyword("if") => conditional(input)?,
        TokenKind::Keyword("for") => counted(input)?,
        TokenKind::Keyword("yield" | "return") => {
            input.take();
            terminated(separated(0.., expr, word(",")), newline)
                .map(|values| StatementKind::Yield { names: None, ty: None, values })
                .parse_next(input)?
        }
        TokenKind::Keyword("pass") => {
            terminated(word("pass"), newline).parse_next(input)?;
            StatementKind::Pass
        }
        _ => terminated(named, newline).parse_next(input)?,
    };
    Ok(Statement { kind, place: input.place_since(start) })
}

/// `NAME [ ":" type ] "=" expr | NAME ":" type "=" P ".yield(" expr ")" | names "=" P ".yield(" … ")" | names "=" names`
fn named<'s>(input: &mut Input<'_, 's>) -> Outcome<StatementKind<'s>> {
    let first = name(input)?;
    if input.is(0, ":") {
        let ty = preceded(word(":"), types::ty).parse_next(input)?;
        word("=").parse_next(input)?;
        if begins_yield(input) {
            let values = yielded(input)?;
            return Ok(StatementKind::Yield { names: Some(vec![first]), ty: Some(ty), values });
        }
        let value = expr(input)?;
        return Ok(StatementKind::Assign { name: first, ty: Some(ty), value });
    }
    let mut names = vec![first];
    while input.is(0, ",") {
        names.push(preceded(word(","), name).parse_next(input)?);
    }
    word("=").parse_next(input)?;

    if begins_yield(input) {
        let values = yielded(input)?;
        return Ok(StatementKind::Yield { names: Some(names), ty: None, values });
    }
    if names.len() > 1 || ends_in_names(input) {
        let values = separated(1.., name, word(",")).parse_next(input)?;
        return Ok(StatementKind::Finals { names, values });
    }
    let value = expr(input)?;
    let name = names.swap_remove(0);
    Ok(StatementKind::Assign { name, ty: None, value })
}

fn begins_yield(input: &Input<'_, '_>) -> bool {
    input.is(1, ".") && *input.peek(2) == TokenKind::Keyword("yield")
}

/// Whether the line goes on with a name and a comma.
fn ends_in_names(input: &Input<'_, '_>) -> bool {
    matches!(input.next(), TokenKind::Name(_)) && input.is(1, ",")
}

/// `P ".yield(" [ expr { "," expr } ] ")"`
fn yielded<'s>(input: &mut Input<'_, 's>) -> Outcome<Vec<Expr<'s>>> {
    module(input)?;
    word("yield").parse_next(input)?;
    list("(", nested(expr), ")").parse_next(input)
}

/// `"if" expr ":" block [ "else" ":" block ]`
fn conditional<'s>(input: &mut Input<'_, 's>) -> Outcome<StatementKind<'s>> {
    let condition = preceded(word("if"), expr).parse_next(input)?;
    let then_block = block(input)?;
    let else_block = opt(preceded(word("else"), block)).parse_next(input)?;
    Ok(StatementKind::If { condition, then_block, else_block })
}

/// `"for" NAME [ "," "(" NAME { "," NAME } [ "," ] ")" ] "in" range ":" block`
fn counted<'s>(input: &mut Input<'_, 's>) -> Outcome<StatementKind<'s>> {
    let start = input.start();
    let var = preceded(word("for"), name).parse_next(input)?;
    let carried = delimited((word(","), word("(")), items(name), word(")"));
    let iter_args: Option<Vec<Name<'s>>> = opt(carried).parse_next(input)?;
    word("in").parse_next(input)?;
    range_word(input)?;
    let (range, init_values) = delimited(word("("), nested(bounds), word(")")).parse_next(input)?;
    let head = input.place_since(start);
    let body = block(input)?;
    Ok(StatementKind::For(Box::new(ForLoop {
        var,
        iter_args: iter_args.unwrap_or_default(),
        range,
        init_values,
        head,
        body,
    })))
}

/// `"range" | P ".range"`
fn range_word(input: &mut Input<'_, '_>) -> Outcome<()> {
    if input.is(1, ".") {
        module(input)?;
    }
    token("`range`", |token| (token.kind == TokenKind::Name("range")).then_some(())).parse_next(input)
}

/// `[ expr "," ] expr [ "," expr ] [ "," "init_values" "=" "[" [ expr { "," expr } ] "]" ] [ "," ]`
fn bounds<'s>(input: &mut Input<'_, 's>) -> Outcome<(Vec<Expr<'s>>, Vec<Expr<'s>>)> {
    let mut range = vec![expr(input)?];
    let mut init_values = Vec::new();
    while input.is(0, ",") && !input.is(1, ")") {
        word(",").parse_next(input)?;
        if input.is(1, "=") {
            init_values = preceded((init_values_word, word("=")), list("[", nested(expr), "]")).parse_next(input)?;
            break;
        }
        if range.len() == 3 {
            init_values_word(input)?;
        }
        range.push(labelled("an expression or `init_values`", expr).parse_next(input)?);
    }
    opt(word(",")).parse_next(input)?;
    Ok((range, init_values))
}

fn init_values_word(input: &mut Input<'_, '_>) -> Outcome<()> {
    token("`init_values`", |token| (token.kind == TokenKind::Name("init_values")).then_some(())).parse_next(input)
}
