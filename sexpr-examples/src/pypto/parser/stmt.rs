//! Statements and blocks.

use winnow::Parser;
use winnow::combinator::{delimited, opt, preceded, separated, terminated};

use super::expr::expr;
use super::input::{Input, Outcome, module, name, newline};
use super::types;
use crate::pypto::syntax::{Block, Expr, ForLoop, Name, Statement, StatementKind};
use crate::pypto::token::TokenKind;
use crate::text::{end, items, labelled, list, nested, token, word};

/// How statements are laid out.
#[derive(Clone, Copy, PartialEq, Eq)]
enum Layout {
    /// On lines of their own.
    Lines,
    /// Behind the colon of what they belong to, on its line.
    Inline,
}

/// A function's body.
pub(super) fn body<'s>(input: &mut Input<'_, 's>) -> Outcome<Block<'s>> {
    let block = block(input)?;
    if !input.is_after_layout() {
        newline(input)?;
    }
    Ok(block)
}

/// `expr NEWLINE | statements`, up to the end of the text. An expression is assigned to no name.
pub(super) fn fragment<'s>(input: &mut Input<'_, 's>) -> Outcome<Block<'s>> {
    let start = input.start();
    if let Some(value) = opt(terminated(expr, (newline, end))).parse_next(input)? {
        let place = value.place.clone();
        let name = Name { text: "", place: start..start };
        let kind = StatementKind::Assign { name, ty: None, value };
        return Ok(Block { statements: vec![Statement { kind, place: place.clone() }], place });
    }
    statements(input, Layout::Lines)
}

/// `":" NEWLINE [ INDENT statements DEDENT ] | ":" inline`
fn block<'s>(input: &mut Input<'_, 's>) -> Outcome<Block<'s>> {
    let line = word(":").parse_next(input)?.end;
    if *input.next() != TokenKind::Newline {
        let label = "a statement, or a new line with the block indented below";
        return labelled(label, nested(|input: &mut _| statements(input, Layout::Inline))).parse_next(input);
    }
    input.take();
    let empty = Block { statements: Vec::new(), place: line..line };
    // Looked at, and not tried, so that an indented line is not expected where a block may be empty.
    if *input.next() != TokenKind::Indent {
        return Ok(empty);
    }
    input.take();
    nested(|input: &mut _| statements(input, Layout::Lines)).parse_next(input)
}

/// `statement { ( NEWLINE | ";" ) statement }`. Between a loop and the names of its final values, no separator is needed.
/// Lines go on to the end of the block; on one line, the end of the line is left to be read.
fn statements<'s>(input: &mut Input<'_, 's>, layout: Layout) -> Outcome<Block<'s>> {
    let start = input.start();
    let mut statements: Vec<Statement<'s>> = Vec::new();
    let mut names_finals = false;
    loop {
        let statement = labelled("a statement", |input: &mut _| statement(input, layout)).parse_next(input)?;
        names_finals = match &statement.kind {
            StatementKind::For(_) => true,
            StatementKind::Assign { value, .. } => names_finals && value.is_name(),
            _ => false,
        };
        statements.push(statement);
        let is_after_block = input.is_after_layout();
        if layout == Layout::Lines {
            let goes_on = is_after_block || names_finals && begins_final(input);
            if !goes_on && (!input.takes(";") || *input.next() == TokenKind::Newline) {
                newline(input)?;
            }
            if matches!(input.next(), TokenKind::Dedent | TokenKind::End) {
                input.take();
                break;
            }
        } else if is_after_block
            || !(names_finals && begins_final(input) || input.takes(";") && *input.next() != TokenKind::Newline)
        {
            break;
        }
    }
    let end = statements.last().map_or(start, |last| last.place.end);
    Ok(Block { statements, place: start..end })
}

/// Whether a name is assigned here.
fn begins_final(input: &Input<'_, '_>) -> bool {
    matches!(input.next(), TokenKind::Name(_)) && (input.is(1, "=") || input.is(1, ":"))
}

fn statement<'s>(input: &mut Input<'_, 's>, layout: Layout) -> Outcome<Statement<'s>> {
    let start = input.start();
    let kind = match input.next() {
        TokenKind::Keyword("if") => conditional(input, layout)?,
        TokenKind::Keyword("for") => counted(input)?,
        TokenKind::Keyword(keyword @ ("yield" | "return")) => {
            input.take();
            let values =
                if ends_statement(input) { Vec::new() } else { separated(1.., expr, word(",")).parse_next(input)? };
            StatementKind::Yield { names: None, ty: None, values, is_return: *keyword == "return" }
        }
        TokenKind::Keyword("pass") => {
            input.take();
            StatementKind::Pass
        }
        _ => named(input)?,
    };
    Ok(Statement { kind, place: input.place_since(start) })
}

/// Whether nothing follows that belongs to the statement.
fn ends_statement(input: &Input<'_, '_>) -> bool {
    *input.next() == TokenKind::Newline || ["else", "return", ";"].iter().any(|word| input.is(0, word))
}

/// `NAME [ ":" type ] "=" expr | NAME ":" type "=" P ".yield(" expr ")" | names "=" P ".yield(" … ")" | names "=" names`
fn named<'s>(input: &mut Input<'_, 's>) -> Outcome<StatementKind<'s>> {
    let first = name(input)?;
    if input.is(0, ":") {
        let ty = preceded(word(":"), types::ty).parse_next(input)?;
        word("=").parse_next(input)?;
        if begins_yield(input) {
            let values = yielded(input)?;
            return Ok(StatementKind::Yield { names: Some(vec![first]), ty: Some(ty), values, is_return: false });
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
        return Ok(StatementKind::Yield { names: Some(names), ty: None, values, is_return: false });
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

/// `"if" expr block [ "else" block ] [ "return" names ]`. The last names the values that the branches yield, if these have no
/// names there.
fn conditional<'s>(input: &mut Input<'_, 's>, layout: Layout) -> Outcome<StatementKind<'s>> {
    let condition = preceded(word("if"), expr).parse_next(input)?;
    let mut then_block = block(input)?;
    // Where a block is on the line of what it belongs to, this may go on in the next line.
    let newlines = |input: &Input<'_, 's>| usize::from(layout == Layout::Lines && *input.next() == TokenKind::Newline);
    let mut else_block = None;
    let ahead = newlines(input);
    if input.is(ahead, "else") {
        (0..ahead).for_each(|_| input.take());
        else_block = Some(preceded(word("else"), block).parse_next(input)?);
    }
    let ahead = newlines(input);
    if then_block.unnamed().is_some() && input.is(ahead, "return") && lists_names(input, ahead + 1) {
        (0..ahead).for_each(|_| input.take());
        let names: Vec<Name<'s>> = preceded(word("return"), separated(1.., name, word(","))).parse_next(input)?;
        for unnamed in [Some(&mut then_block), else_block.as_mut()].into_iter().flatten().filter_map(Block::unnamed) {
            *unnamed = Some(names.clone());
        }
    }
    Ok(StatementKind::If { condition, then_block, else_block })
}

/// Whether nothing but names is at this distance, up to the end of the statement.
fn lists_names(input: &Input<'_, '_>, mut ahead: usize) -> bool {
    while matches!(input.peek(ahead), TokenKind::Name(_)) {
        match input.peek(ahead + 1) {
            TokenKind::Symbol(",") => ahead += 2,
            next => return matches!(next, TokenKind::Newline | TokenKind::Symbol(";")),
        }
    }
    false
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
