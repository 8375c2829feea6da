//! The operators that have signs, for the parser and the printer.

use super::ir::DimOp;

levels! {
    /// How tightly a text holds together. Signs of one level are read from left to right.
    pub(super) enum Level {
        /// Everything that is not in brackets.
        Whole,
        /// `==`, `!=`
        Equality,
        /// `<`, `>=`
        Comparison,
        /// `+`, `-`
        Sum,
        /// `*`, `/`
        Product,
        /// `-x`
        Negation,
        /// Single words, calls and projections.
        Primary,
    }
}

/// An operator between its operands.
#[derive(Debug)]
pub(super) struct Sign {
    pub(super) sign: &'static str,
    /// What it calls.
    pub(super) operator: &'static str,
    pub(super) level: Level,
}

/// What a minus before its operand calls.
pub(super) const NEGATIVE: &str = "negative";

static SIGNS: [Sign; 10] = [
    Sign { sign: "+", operator: "add", level: Level::Sum },
    Sign { sign: "-", operator: "subtract", level: Level::Sum },
    Sign { sign: "*", operator: "multiply", level: Level::Product },
    Sign { sign: "/", operator: "divide", level: Level::Product },
    Sign { sign: "==", operator: "equal", level: Level::Equality },
    Sign { sign: "!=", operator: "not_equal", level: Level::Equality },
    Sign { sign: "<", operator: "less", level: Level::Comparison },
    Sign { sign: "<=", operator: "less_equal", level: Level::Comparison },
    Sign { sign: ">", operator: "greater", level: Level::Comparison },
    Sign { sign: ">=", operator: "greater_equal", level: Level::Comparison },
];

/// The operator that is written so.
pub(super) fn sign(sign: &str) -> Option<&'static Sign> {
    SIGNS.iter().find(|found| found.sign == sign)
}

/// How an operator is written.
pub(super) fn sign_of(operator: &str) -> Option<&'static Sign> {
    SIGNS.iter().find(|found| found.operator == operator)
}

/// What is computed with dimensions by this sign.
pub(super) fn dim_op(sign: &str) -> Option<DimOp> {
    DimOp::ALL.into_iter().find(|op| op.sign() == if sign == "//" { "/" } else { sign })
}

/// How tightly dimensions hold together.
pub(super) fn dim_level(op: DimOp) -> Level {
    match op {
        DimOp::Add | DimOp::Sub => Level::Sum,
        DimOp::Mul | DimOp::Div => Level::Product,
    }
}
