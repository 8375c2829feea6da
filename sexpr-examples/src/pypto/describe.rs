//! Types in messages.

use super::ir::{AssignStmt, Expr, Function, Program, Span, Type, Var};
use super::printer::print_fragment;
use crate::text::elided;

/// Types within types that are shown.
const MOST: usize = 3;

/// A type as people read it, which may leave much of it out.
pub(crate) fn described(ty: &Type) -> String {
    let mut text = String::new();
    describe(ty, MOST, &mut text);
    text
}

fn describe(ty: &Type, levels: usize, text: &mut String) {
    let (name, dtype, shape) = match ty {
        Type::Scalar(scalar) => return text.push_str(scalar.dtype.name()),
        Type::Unknown(_) => return text.push_str("Unknown"),
        Type::Tuple(tuple) => {
            text.push_str("tuple[");
            listed(&tuple.types, text, |ty, text| match levels {
                0 => text.push('…'),
                _ => describe(ty, levels - 1, text),
            });
            return text.push(']');
        }
        Type::Tensor(tensor) => ("Tensor((", tensor.dtype, &*tensor.shape),
        Type::Tile(tile) => ("Tile((", tile.dtype, tile.shape()),
    };
    text.push_str(name);
    listed(shape, text, extent);
    text.push_str(if shape.len() == 1 { ",), " } else { "), " });
    text.push_str(dtype.name());
    text.push(')');
}

fn extent(extent: &Expr, text: &mut String) {
    match (extent.const_int(), extent.name()) {
        (Some(value), _) => text.push_str(&value.to_string()),
        (_, Some(name)) => text.push_str(&elided(name)),
        _ => match written(extent) {
            written if written.is_empty() => text.push('…'),
            written => text.push_str(&elided(&written)),
        },
    }
}

/// An expression as a text.
fn written(expr: &Expr) -> String {
    let nameless = Var::new("", Type::unknown(), Span::unknown());
    let body = AssignStmt::new(nameless, expr.clone(), Span::unknown());
    let function = Function::new("", vec![], vec![], body, Span::unknown());
    let text =
        Program::new([function], "", Span::unknown()).map(|program| print_fragment(&program)).unwrap_or_default();
    text.trim_end().to_owned()
}

/// The first few things of a list.
fn listed<T>(items: &[T], text: &mut String, show: impl Fn(&T, &mut String)) {
    const MOST: usize = 8;
    for (at, item) in items.iter().take(MOST).enumerate() {
        if at > 0 {
            text.push_str(", ");
        }
        show(item, text);
    }
    if items.len() > MOST {
        text.push_str(", …");
    }
}
