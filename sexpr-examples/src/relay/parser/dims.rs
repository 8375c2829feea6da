//! The dimensions of shapes.
//!
//! ```text
//! dim := INT | NAME | "?" | "_" | "(" dim ")" | dim ( "+" | "-" | "*" | "/" | "//" ) dim
//! ```

use winnow::Parser;
use winnow::combinator::delimited;

use super::types::param;
use super::{Deep, Input, Outcome, around, hole};
use crate::relay::ir::{Dim, DimOp};
use crate::relay::syntax::{Level, dim_level, dim_op};
use crate::relay::token::{TokenKind, WILDCARD};
use crate::text::{list, nested, word};

/// What messages call a dimension.
const DIMENSION: &str = "a dimension";

/// `"(" [ dim { "," dim } [ "," ] ] ")"`
pub(super) fn dims(input: &mut Input<'_, '_>) -> Outcome<Vec<Dim>> {
    list("(", dim.map(|dim: Deep<Dim>| dim.node), ")").parse_next(input)
}

pub(super) fn dim(input: &mut Input<'_, '_>) -> Outcome<Deep<Dim>> {
    nested(operation).parse_next(input)
}

/// Operands and the signs between them.
fn operation(input: &mut Input<'_, '_>) -> Outcome<Deep<Dim>> {
    let start = input.start();
    let mut begun: Vec<(Deep<Dim>, DimOp)> = Vec::new();
    loop {
        let mut read = operand(input)?;
        let op = arithmetic_sign(input, 0);
        let level = op.map_or(Level::Whole, dim_level);
        while let Some((left, op)) = begun.pop_if(|(_, op)| dim_level(*op) >= level) {
            let depth = around(input, start, [left.depth, read.depth])?;
            read = Deep { node: Dim::binary(op, left.node, read.node), depth };
        }
        let Some(op) = op else { return Ok(read) };
        input.take();
        begun.push((read, op));
    }
}

/// The sign so many tokens on.
pub(super) fn arithmetic_sign(input: &Input<'_, '_>, ahead: usize) -> Option<DimOp> {
    match input.peek(ahead) {
        TokenKind::Symbol(sign) => dim_op(sign),
        _ => None,
    }
}

fn operand(input: &mut Input<'_, '_>) -> Outcome<Deep<Dim>> {
    let node = match input.next() {
        TokenKind::Int(value, None) => {
            input.take();
            Dim::Constant(*value)
        }
        TokenKind::Symbol("?") => {
            input.take();
            Dim::Any
        }
        TokenKind::Symbol(WILDCARD) => {
            input.take();
            Dim::Incomplete(hole(input))
        }
        TokenKind::Symbol("(") => {
            return delimited(word("("), dim, word(")")).parse_next(input);
        }
        TokenKind::Name(name) => Dim::Param(param(input, name)?),
        _ => return input.refuse(DIMENSION),
    };
    Ok(Deep { node, depth: 1 })
}
