//! Operators: names, spelling, precedence.

use super::{DataType, Expr, ExprView, Type};

named! {
    /// An operation on two values.
    #[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
    #[allow(missing_docs, reason = "each is what its name says")]
    pub enum BinaryOp, symbol {
        Add = "+",
        Sub = "-",
        Mul = "*",
        FloorDiv = "//",
        FloorMod = "%",
        FloatDiv = "/",
        Min = "min",
        Max = "max",
        Pow = "**",
        Eq = "==",
        Ne = "!=",
        Lt = "<",
        Le = "<=",
        Gt = ">",
        Ge = ">=",
        And = "and",
        Or = "or",
        Xor = "xor",
        BitAnd = "&",
        BitOr = "|",
        BitXor = "^",
        BitShiftLeft = "<<",
        BitShiftRight = ">>",
    }
}

named! {
    /// An operation on one value.
    #[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
    #[allow(missing_docs, reason = "each is what its name says")]
    pub enum UnaryOp, symbol {
        Abs = "abs",
        Neg = "-",
        Not = "not",
        BitNot = "~",
    }
}

levels! {
    /// How tightly an expression holds together: Python's precedence, loosest first.
    #[allow(missing_docs, reason = "each is named after its operators")]
    pub enum Precedence {
        Or,
        Xor,
        And,
        Not,
        Comparison,
        BitOr,
        BitXor,
        BitAnd,
        Shift,
        Sum,
        Product,
        /// `-x` and `~x`.
        Unary,
        Power,
        /// Literals, names, calls, elements, and what is in brackets.
        Primary,
    }
}

/// How operators of one precedence in a row group.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Associativity {
    /// `a - b - c` is `(a - b) - c`.
    Left,
    /// `a ** b ** c` is `a ** (b ** c)`.
    Right,
    /// `a < b < c` is refused.
    None,
}

impl Precedence {
    /// How operators of this precedence in a row group.
    pub fn associativity(self) -> Associativity {
        match self {
            Self::Comparison => Associativity::None,
            Self::Power => Associativity::Right,
            _ => Associativity::Left,
        }
    }
}

impl BinaryOp {
    /// The operator with that spelling; `min` and `max` are functions and not operators.
    pub fn from_symbol(symbol: &str) -> Option<Self> {
        Self::ALL.into_iter().find(|op| op.precedence() != Precedence::Primary && op.symbol() == symbol)
    }

    /// How tightly the operation holds together.
    pub fn precedence(self) -> Precedence {
        match self {
            Self::Or => Precedence::Or,
            Self::Xor => Precedence::Xor,
            Self::And => Precedence::And,
            Self::Eq | Self::Ne | Self::Lt | Self::Le | Self::Gt | Self::Ge => Precedence::Comparison,
            Self::BitOr => Precedence::BitOr,
            Self::BitXor => Precedence::BitXor,
            Self::BitAnd => Precedence::BitAnd,
            Self::BitShiftLeft | Self::BitShiftRight => Precedence::Shift,
            Self::Add | Self::Sub => Precedence::Sum,
            Self::Mul | Self::FloorDiv | Self::FloorMod | Self::FloatDiv => Precedence::Product,
            Self::Pow => Precedence::Power,
            Self::Min | Self::Max => Precedence::Primary,
        }
    }

    /// What its operands must hold together at least to stand without brackets.
    pub fn operand_precedences(self) -> (Precedence, Precedence) {
        let own = self.precedence();
        match own {
            // `-a ** -b` is `-(a ** (-b))`.
            Precedence::Power => (Precedence::Primary, Precedence::Unary),
            _ => match own.associativity() {
                Associativity::Left => (own, own.tighter()),
                Associativity::Right => (own.tighter(), own),
                Associativity::None => (own.tighter(), own.tighter()),
            },
        }
    }

    /// Whether the result stays the same where the operands change places. Of floating-point numbers, it is another NaN at
    /// most.
    ///
    /// ```
    /// use sexpr_examples::pypto::ir::BinaryOp;
    ///
    /// assert!(BinaryOp::Add.is_commutative() && BinaryOp::Ne.is_commutative());
    /// assert!(!BinaryOp::Sub.is_commutative() && !BinaryOp::Lt.is_commutative());
    /// ```
    pub fn is_commutative(self) -> bool {
        matches!(
            self,
            Self::Add
                | Self::Mul
                | Self::Min
                | Self::Max
                | Self::Eq
                | Self::Ne
                | Self::And
                | Self::Or
                | Self::Xor
                | Self::BitAnd
                | Self::BitOr
                | Self::BitXor
        )
    }

    /// Whether the left operand may decide the result, so that the right one need not be computed.
    pub(crate) fn may_skip_right(self) -> bool {
        matches!(self, Self::And | Self::Or)
    }

    /// Whether an operation of this type can stop the program: it divides by what may be zero, shifts by what may be the
    /// width or more, or has an exponent that may be negative.
    pub(crate) fn may_stop(self, ty: &Type, right: &Expr) -> bool {
        let number = match right.view() {
            ExprView::ConstInt(node) => Some(node.value as f64),
            ExprView::ConstFloat(node) => Some(node.value),
            _ => None,
        };
        match self {
            Self::FloorDiv | Self::FloorMod | Self::FloatDiv => number.is_none_or(|divisor| divisor == 0.0),
            Self::Pow => number.is_none_or(|exponent| exponent < 0.0),
            Self::BitShiftLeft | Self::BitShiftRight => match (right.const_int(), ty.integers()) {
                (Some(distance), Some(integers)) => !(0..i64::from(integers.bits())).contains(&distance),
                _ => true,
            },
            _ => false,
        }
    }

    /// The result's data type where it is not that of the left operand.
    pub fn result(self) -> Option<DataType> {
        match self.precedence() {
            Precedence::Or | Precedence::Xor | Precedence::And | Precedence::Comparison => Some(DataType::Bool),
            _ => None,
        }
    }
}

impl UnaryOp {
    /// How tightly the operation holds together; also what its operand must at least.
    pub fn precedence(self) -> Precedence {
        match self {
            Self::Abs => Precedence::Primary,
            Self::Not => Precedence::Not,
            Self::Neg | Self::BitNot => Precedence::Unary,
        }
    }

    /// The result's data type where it is not that of the operand.
    pub fn result(self) -> Option<DataType> {
        (self == Self::Not).then_some(DataType::Bool)
    }
}
