//! A loop that assigns names from outside of it, written so that it carries their values: the help for such a loop.

use std::collections::HashSet;

use crate::pypto::lexer;
use crate::pypto::syntax::{ForLoop, StatementKind};
use crate::pypto::token::TokenKind;
use crate::text::{Place, Token};

/// Loops of more lines are not shown.
const MOST_LINES: usize = 40;

/// A name that the loop is to carry, and what its value is called inside.
struct Value<'s> {
    name: &'s str,
    carried: String,
    now: String,
}

/// The loop's text, with the names carried that its body assigns and that mean something outside; `None` if the loop is long,
/// carries something already, or would have to hand on values from inner blocks.
pub(super) fn carrying<'s>(
    text: &str,
    module: &str,
    counted: &ForLoop<'s>,
    is_outside: impl Fn(&str) -> bool,
) -> Option<String> {
    let Place { start, .. } = counted.head;
    let end = counted.body.place.end;
    let yields = |kind: &StatementKind<'_>| matches!(kind, StatementKind::Yield { .. });
    let statements = &counted.body.statements;
    if !counted.iter_args.is_empty()
        || statements.iter().any(|statement| yields(&statement.kind))
        || text[start..end].lines().count() > MOST_LINES
    {
        return None;
    }
    let (tokens, _) = lexer::tokens(text).ok()?;
    let mut taken: HashSet<String> = tokens.words.iter().filter_map(name_of).map(str::to_owned).collect();
    let mut fresh = |mut name: String| {
        while !taken.insert(name.clone()) {
            name.push('_');
        }
        name
    };

    let mut values: Vec<Value<'s>> = Vec::new();
    for statement in statements {
        if let StatementKind::Assign { name, .. } = &statement.kind
            && is_outside(name.text)
            && !values.iter().any(|value| value.name == name.text)
        {
            let carried = fresh(format!("{}_in", name.text));
            values.push(Value { name: name.text, now: carried.clone(), carried });
        }
    }
    let mut edits: Vec<(Place, String)> = Vec::new();
    for statement in statements {
        let target = match &statement.kind {
            StatementKind::Assign { name, .. } => {
                values.iter().position(|value| value.name == name.text).zip(Some(name))
            }
            _ => None,
        };
        for (at, token) in tokens.words.iter().enumerate() {
            let is_inside = statement.place.start <= token.place.start && token.place.end <= statement.place.end;
            let is_target = target.is_some_and(|(_, name)| name.place == token.place);
            if !is_inside || is_target {
                continue;
            }
            let Some(value) = values.iter().find(|value| name_of(token) == Some(value.name)) else { continue };
            let is = |at: usize, word| tokens.words.get(at).is_some_and(|token| token.kind == TokenKind::Symbol(word));
            if is(at + 1, "=") {
                // The name of an attribute, or an assignment in an inner block.
                return None;
            }
            if !(is(at.wrapping_sub(1), ".") || is(at + 1, ".") || is(at + 1, "(")) {
                edits.push((token.place.clone(), value.now.clone()));
            }
        }
        if let Some((value, name)) = target {
            values[value].now = fresh(format!("{}_next", name.text));
            edits.push((name.place.clone(), values[value].now.clone()));
        }
    }
    let results: Vec<String> = values.iter().map(|value| fresh(format!("{}_out", value.name))).collect();

    let joined = |part: for<'v> fn(&'v Value<'s>) -> &'v str| values.iter().map(part).collect::<Vec<_>>().join(", ");
    let (names, carried) = (joined(|value| value.name), joined(|value| &value.carried));
    let comma = if values.len() == 1 { "," } else { "" };
    let line = text[..start].rfind('\n').map_or(0, |newline| newline + 1);
    let around: String = text[line..start].chars().take_while(|c| c.is_whitespace()).collect();
    let first = statements.first()?.place.start;
    let first_line = text[..first].rfind('\n').map_or(0, |newline| newline + 1);
    let is_inline = first_line <= start;
    let inside = if is_inline { format!("{around}    ") } else { text[first_line..first].to_owned() };
    edits.push((counted.var.place.end..counted.var.place.end, format!(", ({carried}{comma})")));
    let bracket = counted.head.end - 1;
    let separator = if text[start..bracket].trim_end().ends_with(',') { " " } else { ", " };
    edits.push((bracket..bracket, format!("{separator}init_values=[{names}]")));
    if is_inline {
        edits.push((first..first, format!("\n{inside}")));
    }
    let now = joined(|value| &value.now);
    edits.push((
        end..end,
        format!("\n{inside}{carried} = {module}.yield({now})\n{around}{} = {carried}", results.join(", ")),
    ));

    edits.sort_by_key(|(place, _)| (place.start, place.end));
    let (mut written, mut at) = (around.clone(), start);
    for (place, replacement) in edits {
        written.push_str(&text[at..place.start]);
        written.push_str(&replacement);
        at = place.end;
    }
    Some(written)
}

fn name_of<'s>(token: &Token<TokenKind<'s>>) -> Option<&'s str> {
    match token.kind {
        TokenKind::Name(name) => Some(name),
        _ => None,
    }
}
