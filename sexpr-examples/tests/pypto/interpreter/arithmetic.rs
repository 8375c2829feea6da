//! Operations on values.

use sexpr_examples::pypto::ir::{BinaryOp, DataType, Type, UnaryOp};

use super::value::{integer_type, width};
use super::{Frame, Halt, Machine, Step, Stop, Value, made_up};

fn stop<T>(stop: Stop) -> Step<T> {
    Err(Halt::Stopped(stop))
}

impl Machine<'_> {
    pub(super) fn binary(&mut self, op: BinaryOp, left: Value, right: Value, ty: &Type, frame: &Frame) -> Step<Value> {
        use BinaryOp as B;
        match op {
            B::FloorDiv | B::FloorMod | B::FloatDiv if right.is_zero() => return stop(Stop::DivisionByZero),
            B::BitShiftLeft | B::BitShiftRight => {
                // Where the width is not known, it may be this one.
                let bits = integer_type(ty).and_then(width).map_or(8, |(bits, _)| bits);
                if !(0..i128::from(bits)).contains(&right.integer()) {
                    return stop(Stop::Shift);
                }
            }
            B::Pow => {
                let is_negative = match &right {
                    Value::Int { value, .. } => *value < 0,
                    Value::Float { bits, .. } => f64::from_bits(*bits) < 0.0,
                    other => other.integer() < 0,
                };
                if is_negative {
                    return stop(Stop::NegativeExponent);
                }
            }
            _ => {}
        }
        if let (Value::Int { value: a, .. }, Value::Int { value: b, .. }, Some(dtype)) =
            (&left, &right, integer_type(ty))
            && op != B::FloatDiv
        {
            return Ok(Value::wrapped(integers(op, *a, *b, dtype), dtype));
        }
        let commutes = self.rules.commutes && op.is_commutative();
        if commutes && matches!(op, B::And | B::Or) {
            let [left, right] = [left, right].map(|operand| operand.is_true());
            let result = if op == B::And { left && right } else { left || right };
            return self.converted(Value::wrapped(result.into(), DataType::Bool), ty, frame);
        }
        let mut operands = [left, right];
        if commutes {
            operands.sort_by_key(made_up);
        }
        self.of_type(made_up(&(op.symbol(), operands)), ty, frame)
    }

    pub(super) fn unary(&mut self, op: UnaryOp, operand: Value, ty: &Type, frame: &Frame) -> Step<Value> {
        if let (Value::Int { value, .. }, Some(dtype)) = (&operand, integer_type(ty)) {
            let result = match op {
                UnaryOp::Abs => value.abs(),
                UnaryOp::Neg => -value,
                UnaryOp::Not => i128::from(*value == 0),
                UnaryOp::BitNot => -value - 1,
            };
            return Ok(Value::wrapped(result, dtype));
        }
        self.of_type(made_up(&("unary", op.symbol(), operand)), ty, frame)
    }
}

/// An operation on integers, before the result is cut to its width.
fn integers(op: BinaryOp, a: i128, b: i128, dtype: DataType) -> i128 {
    use BinaryOp as B;
    let truth = i128::from;
    match op {
        B::Add => a + b,
        B::Sub => a - b,
        // Factors have 64 bits, and only the lowest of the product count.
        B::Mul => a.wrapping_mul(b),
        B::FloorDiv => a.div_euclid(b) - truth(b < 0 && a.rem_euclid(b) != 0),
        B::FloorMod => a.rem_euclid(b) + if b < 0 && a.rem_euclid(b) != 0 { b } else { 0 },
        B::FloatDiv => unreachable!("it is made up"),
        B::Min => a.min(b),
        B::Max => a.max(b),
        B::Pow => power(a, b, dtype),
        B::Eq => truth(a == b),
        B::Ne => truth(a != b),
        B::Lt => truth(a < b),
        B::Le => truth(a <= b),
        B::Gt => truth(a > b),
        B::Ge => truth(a >= b),
        B::And => truth(a != 0 && b != 0),
        B::Or => truth(a != 0 || b != 0),
        B::Xor => truth((a != 0) != (b != 0)),
        B::BitAnd => a & b,
        B::BitOr => a | b,
        B::BitXor => a ^ b,
        B::BitShiftLeft => a.wrapping_mul(1 << b),
        B::BitShiftRight => a.div_euclid(1 << b),
    }
}

fn power(base: i128, exponent: i128, dtype: DataType) -> i128 {
    let wrap = |value: i128| match Value::wrapped(value, dtype) {
        Value::Int { value, .. } => value,
        _ => unreachable!("an integer"),
    };
    let mut result = 1;
    for bit in (0..128).rev() {
        result = wrap(i128::wrapping_mul(result, result));
        if exponent >> bit & 1 == 1 {
            result = wrap(result.wrapping_mul(base));
        }
    }
    result
}
