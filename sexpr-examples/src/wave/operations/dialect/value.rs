//! Attributes and index entries. An attribute is written as JSON has it, in the signs of MLIR.

use std::collections::BTreeSet;

use serde_json::{Map, Value};

use super::cursor::{Cursor, Result, parts};
use super::types::{expression, symbol};
use crate::text::elided;
use crate::wave::index::{Index, IndexExpr, IndexSequence, Symbol};
use crate::wave::json::number::{is_too_large, too_large};

/// How deep lists and objects may be in others.
const DEPTH_LIMIT: usize = 120;

/// A value that JSON has, as text.
pub(super) fn text(value: &Value) -> String {
    match value {
        Value::Array(items) => format!("[{}]", items.iter().map(text).collect::<Vec<_>>().join(", ")),
        Value::Object(fields) => match tagged(fields) {
            Some((tag, value)) => format!("#wave.{tag}<{}>", text(value)),
            None => dictionary(fields.iter().map(|(name, value)| (name.as_str(), value))),
        },
        other => other.to_string(),
    }
}

/// `{a = 1, b = "c"}`
pub(super) fn dictionary<'v>(fields: impl IntoIterator<Item = (&'v str, &'v Value)>) -> String {
    let field = |(name, value): (&str, &Value)| format!("{} = {}", key(name), text(value));
    format!("{{{}}}", fields.into_iter().map(field).collect::<Vec<_>>().join(", "))
}

/// A name as it is, if it is a word, and else quoted.
pub(super) fn key(name: &str) -> String {
    let is_word = name.starts_with(|c: char| c.is_ascii_alphabetic() || c == '_')
        && name.chars().all(|letter| letter.is_ascii_alphanumeric() || "_$.".contains(letter));
    if is_word { name.to_owned() } else { Value::from(name).to_string() }
}

/// The tag of an object whose only field is one: `{"expr:": …}`.
fn tagged(fields: &Map<String, Value>) -> Option<(&str, &Value)> {
    let mut all = fields.iter();
    let (name, value) = all.next().filter(|_| fields.len() == 1)?;
    let tag = name.strip_suffix(':')?;
    (!tag.is_empty() && tag.chars().all(|c| c.is_ascii_lowercase())).then_some((tag, value))
}

/// Reads a value.
pub(super) fn read(cursor: &mut Cursor<'_>, depth: usize) -> Result<Value> {
    cursor.skip();
    let at = cursor.at();
    if depth > DEPTH_LIMIT {
        return cursor.mistake(at, format!("lists and objects are nested more than {DEPTH_LIMIT} deep; nest fewer"));
    }
    if cursor.is("\"") {
        return cursor.string().map(Value::String);
    }
    if cursor.takes("[") {
        return cursor.list("]", |cursor| read(cursor, depth + 1)).map(Value::Array);
    }
    if cursor.takes("{") {
        let mut fields = Map::new();
        cursor.list("}", |cursor| {
            let name = new_key(cursor, |name| fields.contains_key(name))?;
            cursor.take("=")?;
            fields.insert(name, read(cursor, depth + 1)?);
            Ok(())
        })?;
        return Ok(Value::Object(fields));
    }
    if cursor.takes("#wave.") {
        let tag = cursor.word("a kind of attribute, such as `expr`")?.to_owned();
        cursor.take("<")?;
        let value = read(cursor, depth + 1)?;
        cursor.take(">")?;
        return Ok(Value::Object(Map::from_iter([(format!("{tag}:"), value)])));
    }
    for (word, value) in [("true", Value::Bool(true)), ("false", Value::Bool(false)), ("null", Value::Null)] {
        if cursor.takes_word(word) {
            return Ok(value);
        }
    }
    let number = match cursor.number() {
        Ok(number) => number,
        Err(_) => return cursor.expected("a value: a number, `true`, a text, `[…]`, `{…}` or `#wave.expr<…>`"),
    };
    match serde_json::from_str(number) {
        Ok(Value::Number(read)) if is_too_large(number, &read) => cursor.mistake(at, too_large(number)),
        Ok(number @ Value::Number(_)) => Ok(number),
        _ => cursor.mistake(at, format!("`{}` is no number", elided(number))),
    }
}

/// The name of a field that is not yet there.
pub(super) fn new_key(cursor: &mut Cursor<'_>, is_there: impl Fn(&str) -> bool) -> Result<String> {
    cursor.skip();
    let at = cursor.at();
    let name = cursor.name("a name")?;
    if is_there(&name) {
        return cursor.mistake(at, format!("`{}` is set twice; remove one of them", elided(&name)));
    }
    Ok(name)
}

/// The text of an expression, without what begins a comment.
pub(super) fn expression_text(expr: &impl ToString) -> String {
    expr.to_string().replace(" // ", " floordiv ")
}

/// `{M : [#wave.index_symbol<T0>] -> ($T0, 1, 1)}`
pub(super) fn index_text(index: &Index) -> String {
    let dim = |(dim, sequence): (&Symbol, &IndexSequence)| {
        let symbols: Vec<String> = sequence.symbols().iter().map(symbol_text).collect();
        let parts = sequence.components().map(expression_text);
        format!("{dim} : [{}] -> ({})", symbols.join(", "), parts.join(", "))
    };
    format!("{{{}}}", index.iter().map(dim).collect::<Vec<_>>().join(", "))
}

fn symbol_text(symbol: &Symbol) -> String {
    match symbol.name().strip_prefix('$').filter(|name| !name.is_empty()) {
        Some(name) => format!("#wave.index_symbol<{name}>"),
        None => format!("#wave.symbol<\"{symbol}\">"),
    }
}

/// Reads index entries.
pub(super) fn read_indices(cursor: &mut Cursor<'_>) -> Result<Vec<Index>> {
    cursor.take("[")?;
    cursor.list("]", read_index)
}

fn read_index(cursor: &mut Cursor<'_>) -> Result<Index> {
    cursor.take("{")?;
    let mut index = Index::new();
    while !cursor.takes("}") {
        if !index.is_empty() {
            cursor.take(",")?;
        }
        cursor.skip();
        let at = cursor.at();
        let dim = symbol(cursor)?;
        if index.contains_key(&dim) {
            return cursor.mistake(at, format!("`{dim}` has an entry before; remove one of them"));
        }
        cursor.take(":")?;
        let listed_at = cursor.at();
        let listed = read_symbols(cursor)?;
        cursor.take("->")?;
        cursor.take("(")?;
        let (start, inside) = cursor.within('(', ')')?;
        let exprs: Vec<IndexExpr> =
            parts(inside).into_iter().map(|(at, text)| expression(cursor, start + at, text)).collect::<Result<_>>()?;
        let found = exprs.len();
        let Ok([first, size, stride]) = <[IndexExpr; 3]>::try_from(exprs) else {
            return cursor.mistake(start, format!("expected start, size and stride, found {found} part(s)"));
        };
        let sequence = IndexSequence { start: first, size, stride };
        let used: BTreeSet<String> = sequence.symbols().iter().map(symbol_text).collect();
        if used != listed {
            let used: Vec<String> = used.into_iter().collect();
            let used = crate::text::shortened(used.join(", "));
            return cursor.mistake(listed_at, format!("expected the symbols of the expressions, which are [{used}]"));
        }
        index.insert(dim, sequence);
    }
    Ok(index)
}

/// `[#wave.index_symbol<T0>, #wave.symbol<"M">]`
fn read_symbols(cursor: &mut Cursor<'_>) -> Result<BTreeSet<String>> {
    cursor.take("[")?;
    let symbols = cursor.list("]", |cursor| {
        let symbol = if cursor.takes("#wave.index_symbol<") {
            format!("#wave.index_symbol<{}>", cursor.word("a symbol")?)
        } else if cursor.takes("#wave.symbol<") {
            format!("#wave.symbol<\"{}\">", cursor.name("a symbol")?)
        } else {
            return cursor.expected("`#wave.index_symbol<…>` or `#wave.symbol<…>`");
        };
        cursor.take(">")?;
        Ok(symbol)
    })?;
    Ok(symbols.into_iter().collect())
}
