//! Statements and blocks.

use winnow::Parser;
use winnow::combinator::{delimited, opt, preceded, repeat_till, separated, terminated};
use winnow::stream::Stream;

use super::expr::expr;
use super::input::{
    Input, Outcome, is_symbol, keyword, labelled, module, name, nested, newline, next, peek, place_since, start,
    symbol, token,
};
use super::types;
use crate::pypto::syntax::{Block, Expr, ForLoop, Name, Statement, StatementKind};
use crate::pypto::token::TokenKind;

/// `":"`, the end of the line, and the statements that are indented more.
pub(super) fn block<'s>(input: &mut Input<'_, 's>) -> Outcome<Block<'s>> {
    let line = symbol(":").parse_next(input)?.end;
    labelled("a new line, with the block indented below", newline).parse_next(input)?;
    let empty = Block { statements: Vec::new(), place: line..line };
    // Looked at, and not tried, so that an indented line is not expected where a block may be empty.
    if *next(input) != TokenKind::Indent {
        return Ok(empty);
    }
    input.next_token();
    let start = start(input);
    let dedent = token("the end of the block", |token| (token.kind == TokenKind::Dedent).then_some(()));
    let statements = repeat_till(1.., labelled("a statement", statement), dedent);
    let (statements, ()): (Vec<Statement<'s>>, ()) = nested(statements).parse_next(input)?;
    let end = statements.last().map_or(start, |last| last.place.end);
    Ok(Block { statements, place: start..end })
}

fn statement<'s>(input: &mut Input<'_, 's>) -> Outcome<Statement<'s>> {
    let start = start(input);
    let kind = match next(input) {
        TokenKind::Keyword("if") => conditional(input)?,
        TokenKind::Keyword("for") => counted(input)?,
        TokenKind::Keyword("yield" | "return") => {
            input.next_token();
            terminated(separated(0.., expr, symbol(",")), newline)
                .map(|values| StatementKind::Yield { names: None, values })
                .parse_next(input)?
        }
        _ => terminated(named, newline).parse_next(input)?,
    };
    Ok(Statement { kind, place: place_since(input, start) })
}

/// `NAME [ ":" type ] "=" expr | names "=" P ".yield(" … ")" | names "=" names`
fn named<'s>(input: &mut Input<'_, 's>) -> Outcome<StatementKind<'s>> {
    let first = name(input)?;
    if is_symbol(input, 0, ":") {
        let ty = preceded(symbol(":"), types::ty).parse_next(input)?;
        let value = preceded(symbol("="), expr).parse_next(input)?;
        return Ok(StatementKind::Assign { name: first, ty: Some(ty), value });
    }
    let mut names = vec![first];
    while is_symbol(input, 0, ",") {
        names.push(preceded(symbol(","), name).parse_next(input)?);
    }
    symbol("=").parse_next(input)?;

    if is_symbol(input, 1, ".") && peek(input, 2) == Some(&TokenKind::Keyword("yield")) {
        let values = yielded(input)?;
        return Ok(StatementKind::Yield { names: Some(names), values });
    }
    if names.len() > 1 || ends_in_names(input) {
        let values = separated(1.., name, symbol(",")).parse_next(input)?;
        return Ok(StatementKind::Finals { names, values });
    }
    let value = expr(input)?;
    let name = names.swap_remove(0);
    Ok(StatementKind::Assign { name, ty: None, value })
}

/// Whether the line goes on with a name and a comma.
fn ends_in_names(input: &Input<'_, '_>) -> bool {
    matches!(next(input), TokenKind::Name(_)) && is_symbol(input, 1, ",")
}

/// `P ".yield(" [ expr { "," expr } ] ")"`
fn yielded<'s>(input: &mut Input<'_, 's>) -> Outcome<Vec<Expr<'s>>> {
    module(input)?;
    keyword("yield").parse_next(input)?;
    delimited(symbol("("), nested(exprs), symbol(")")).parse_next(input)
}

/// `[ expr { "," expr } [ "," ] ]`
fn exprs<'s>(input: &mut Input<'_, 's>) -> Outcome<Vec<Expr<'s>>> {
    terminated(separated(0.., expr, symbol(",")), opt(symbol(","))).parse_next(input)
}

/// `"if" expr ":" block [ "else" ":" block ]`
fn conditional<'s>(input: &mut Input<'_, 's>) -> Outcome<StatementKind<'s>> {
    let condition = preceded(keyword("if"), expr).parse_next(input)?;
    let then_block = block(input)?;
    let else_block = opt(preceded(keyword("else"), block)).parse_next(input)?;
    Ok(StatementKind::If { condition, then_block, else_block })
}

/// `"for" NAME [ "," "(" NAME { "," NAME } [ "," ] ")" ] "in" range ":" block`
fn counted<'s>(input: &mut Input<'_, 's>) -> Outcome<StatementKind<'s>> {
    let start = start(input);
    let var = preceded(keyword("for"), name).parse_next(input)?;
    let carried = delimited(
        (symbol(","), symbol("(")),
        terminated(separated(1.., name, symbol(",")), opt(symbol(","))),
        symbol(")"),
    );
    let iter_args: Option<Vec<Name<'s>>> = opt(carried).parse_next(input)?;
    keyword("in").parse_next(input)?;
    range_word(input)?;
    let (range, init_values) = delimited(symbol("("), nested(bounds), symbol(")")).parse_next(input)?;
    let head = place_since(input, start);
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
    if is_symbol(input, 1, ".") {
        module(input)?;
    }
    token("`range`", |token| (token.kind == TokenKind::Name("range")).then_some(())).parse_next(input)
}

/// `[ expr "," ] expr [ "," expr ] [ "," "init_values" "=" "[" [ expr { "," expr } ] "]" ] [ "," ]`
fn bounds<'s>(input: &mut Input<'_, 's>) -> Outcome<(Vec<Expr<'s>>, Vec<Expr<'s>>)> {
    let mut range = vec![expr(input)?];
    let mut init_values = Vec::new();
    while is_symbol(input, 0, ",") && !is_symbol(input, 1, ")") {
        symbol(",").parse_next(input)?;
        if is_symbol(input, 1, "=") {
            let values = delimited(symbol("["), nested(exprs), symbol("]"));
            init_values = preceded((init_values_word, symbol("=")), values).parse_next(input)?;
            break;
        }
        if range.len() == 3 {
            init_values_word(input)?;
        }
        range.push(labelled("an expression or `init_values`", expr).parse_next(input)?);
    }
    opt(symbol(",")).parse_next(input)?;
    Ok((range, init_values))
}

fn init_values_word(input: &mut Input<'_, '_>) -> Outcome<()> {
    token("`init_values`", |token| (token.kind == TokenKind::Name("init_values")).then_some(())).parse_next(input)
}
