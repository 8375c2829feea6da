//! Types: `!wave.tensor<[@M, (K * 2)] of f16, <global>>`, `f32`, `tuple<f32, i32>`.

use super::cursor::{Cursor, Result, parts};
use super::value::expression_text;
use crate::wave::graph::{Space, TensorType, Type};
use crate::wave::index::{IndexExpr, Symbol};

/// How deep types may be in types.
const DEPTH_LIMIT: usize = 100;

pub(super) fn text(ty: &Type) -> String {
    match ty {
        Type::Tensor(TensorType { space, shape, dtype }) => {
            let size = |size: &IndexExpr| match size.as_symbol() {
                // Something that is written as another expression may be known to be a symbol.
                Some(symbol) if symbol.name() == size.to_string() => format!("@{symbol}"),
                _ => format!("({})", expression_text(size)),
            };
            let shape: Vec<String> = shape.iter().map(size).collect();
            format!("!wave.tensor<[{}] of {}, <{space}>>", shape.join(", "), element_text(dtype))
        }
        Type::Scalar(dtype) => element_text(dtype),
        Type::Tuple(types) => format!("tuple<{}>", types.iter().map(text).collect::<Vec<_>>().join(", ")),
    }
}

/// The text of a type that may not be known.
pub(super) fn maybe(ty: Option<&Type>) -> String {
    ty.map_or_else(|| "_".to_owned(), text)
}

fn element_text(dtype: &str) -> String {
    let is_word = dtype.starts_with(|c: char| c.is_ascii_alphabetic())
        && dtype.chars().all(|c| c.is_ascii_alphanumeric() || c == '_')
        && dtype != "tuple";
    if is_word { dtype.to_owned() } else { serde_json::Value::from(dtype).to_string() }
}

/// Reads a type, or `_`.
pub(super) fn read_maybe(cursor: &mut Cursor<'_>) -> Result<Option<Type>> {
    if cursor.takes_word("_") { Ok(None) } else { read(cursor, 0).map(Some) }
}

fn read(cursor: &mut Cursor<'_>, depth: usize) -> Result<Type> {
    cursor.skip();
    let at = cursor.at();
    if depth > DEPTH_LIMIT {
        return cursor.mistake(at, format!("types are nested more than {DEPTH_LIMIT} deep; nest fewer"));
    }
    if cursor.takes("!wave.tensor<") {
        return tensor(cursor).map(Type::Tensor);
    }
    if cursor.takes("tuple<") {
        return cursor.list(">", |cursor| read(cursor, depth + 1)).map(Type::Tuple);
    }
    cursor.name("a type: `!wave.tensor<[@M] of f32, <global>>`, `f32`, `tuple<f32, i32>` or `_`").map(Type::Scalar)
}

/// A tensor's type; where it does not say where it is, it is in registers.
fn tensor(cursor: &mut Cursor<'_>) -> Result<TensorType> {
    cursor.take("[")?;
    let shape = cursor.list("]", |cursor| {
        if cursor.takes("@") {
            return symbol(cursor).map(IndexExpr::symbol);
        }
        cursor.take("(")?;
        let (start, inside) = cursor.within('(', ')')?;
        match parts(inside).as_slice() {
            [(_, text)] => expression(cursor, start, text),
            _ => cursor.mistake(start, "expected one expression for each dimension"),
        }
    })?;
    if !cursor.takes_word("of") {
        return cursor.expected("`of`");
    }
    let dtype = cursor.name("what the elements are, such as f32")?;
    let space = if cursor.takes(",") {
        cursor.take("<")?;
        let space = if cursor.takes_word("global") {
            Space::Global
        } else if cursor.takes_word("shared") {
            Space::Shared
        } else if cursor.takes_word("register") {
            Space::Register
        } else {
            return cursor.expected("`global`, `shared` or `register`");
        };
        cursor.take(">")?;
        space
    } else {
        Space::Register
    };
    cursor.take(">")?;
    Ok(TensorType { space, shape, dtype })
}

/// The name of a symbol, after `@`.
pub(super) fn symbol(cursor: &mut Cursor<'_>) -> Result<Symbol> {
    cursor.skip();
    let at = cursor.at();
    let name = cursor.word("a symbol")?;
    let read: Option<Symbol> = name.parse().ok().and_then(|expr: IndexExpr| expr.as_symbol().cloned());
    match read.filter(|symbol| symbol.name() == name) {
        Some(symbol) => Ok(symbol),
        None => cursor.mistake(at, "expected a symbol: letters, digits, `_` and `$`, no digit first"),
    }
}

/// An expression in a text, of which this is the beginning.
pub(super) fn expression(cursor: &Cursor<'_>, start: usize, text: &str) -> Result<IndexExpr> {
    let blank = text.len() - text.trim_start().len();
    match text.parse() {
        Ok(expr) => Ok(expr),
        Err(error) => cursor.mistake(start + blank, format!("this is no expression: {error}")),
    }
}
