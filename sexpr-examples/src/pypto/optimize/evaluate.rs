//! Operations on integers: two's complement at the width of the operation's type.

use crate::pypto::ir::{BinaryOp, Integers, UnaryOp};

/// What an operation on two integers gives: the exact result, cut to the width. Nothing where it stops the program, nor
/// for what is no operation on integers.
pub(super) fn binary(op: BinaryOp, left: i128, right: i128, integers: Integers) -> Option<i128> {
    use BinaryOp as B;
    let result = match op {
        B::Add => left + right,
        B::Sub => left - right,
        // Only the lowest 64 bits of the product count.
        B::Mul => left.wrapping_mul(right),
        B::FloorDiv if right != 0 => floor_div(left, right),
        B::FloorMod if right != 0 => left - right * floor_div(left, right),
        B::FloorDiv | B::FloorMod | B::FloatDiv => return None,
        B::Min => left.min(right),
        B::Max => left.max(right),
        B::Pow if right >= 0 => power(left, right, integers),
        B::Pow => return None,
        B::Eq => (left == right).into(),
        B::Ne => (left != right).into(),
        B::Lt => (left < right).into(),
        B::Le => (left <= right).into(),
        B::Gt => (left > right).into(),
        B::Ge => (left >= right).into(),
        B::And | B::BitAnd => left & right,
        B::Or | B::BitOr => left | right,
        B::Xor | B::BitXor => left ^ right,
        B::BitShiftLeft => left.wrapping_shl(distance(right, integers)?),
        B::BitShiftRight => left >> distance(right, integers)?,
    };
    Some(integers.wrap(result))
}

/// What an operation on an integer gives.
pub(super) fn unary(op: UnaryOp, operand: i128, integers: Integers) -> i128 {
    integers.wrap(match op {
        UnaryOp::Abs => operand.abs(),
        UnaryOp::Neg => -operand,
        UnaryOp::Not => (operand == 0).into(),
        UnaryOp::BitNot => !operand,
    })
}

/// The quotient, rounded down.
fn floor_div(left: i128, right: i128) -> i128 {
    let quotient = left / right;
    if left % right != 0 && (left < 0) != (right < 0) { quotient - 1 } else { quotient }
}

fn power(base: i128, exponent: i128, integers: Integers) -> i128 {
    let (mut result, mut square, mut rest) = (integers.wrap(1), integers.wrap(base), exponent);
    while rest > 0 {
        if rest & 1 == 1 {
            result = integers.wrap(result.wrapping_mul(square));
        }
        square = integers.wrap(square.wrapping_mul(square));
        rest >>= 1;
    }
    result
}

/// How far to shift, if that is less than the width.
fn distance(right: i128, integers: Integers) -> Option<u32> {
    u32::try_from(right).ok().filter(|distance| *distance < integers.bits())
}
