//! The functions of elements that instructions name.

use serde::{Deserialize, Serialize};
use sexpr_core::StructuralEq;

/// An enumeration of functions, each with the name that texts have for it.
macro_rules! functions {
    ($(#[$about:meta])* $name:ident { $($(#[doc = $doc:literal])* $variant:ident = $text:literal,)* }) => {
        $(#[$about])*
        #[derive(StructuralEq, Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
        #[serde(expecting = "the name of a function")]
        pub enum $name {
            $($(#[doc = $doc])* #[serde(rename = $text)] $variant,)*
        }

        impl $name {
            /// All of them.
            pub const ALL: &[Self] = &[$(Self::$variant),*];

            /// Its name in texts.
            pub fn text(self) -> &'static str {
                match self { $(Self::$variant => $text),* }
            }

            /// The one of this name.
            pub fn named(text: &str) -> Option<Self> {
                match text { $($text => Some(Self::$variant),)* _ => None }
            }
        }
    };
}

/// The instruction that computes the function of this name.
pub(in crate::wave) fn of_function(name: &str) -> Option<&'static str> {
    if Unary::named(name).is_some() {
        Some("unary")
    } else if Binary::named(name).is_some() {
        Some("binary")
    } else {
        Reduction::named(name).map(|_| "reduce")
    }
}

functions! {
    /// How elements are taken together.
    Reduction {
        /// Added.
        Sum = "sum",
        /// The largest.
        Max = "max",
        /// The smallest.
        Min = "min",
        /// Multiplied.
        Prod = "prod",
        /// Their mean.
        Mean = "mean",
    }
}

functions! {
    /// A function of one element.
    Unary {
        /// The absolute value.
        Abs = "abs",
        /// The cube root.
        Cbrt = "cbrt",
        /// The cosine.
        Cos = "cos",
        /// The exponential function.
        Exp = "exp",
        /// A power of 2.
        Exp2 = "exp2",
        /// The natural logarithm.
        Log = "log",
        /// The logarithm to the base 2.
        Log2 = "log2",
        /// The logarithm to the base 10.
        Log10 = "log10",
        /// The negative.
        Neg = "neg",
        /// Whether it does not hold, or the complement of the bits.
        Not = "not",
        /// The reciprocal.
        Reciprocal = "reciprocal",
        /// The nearest integer, of two the one that is farther from 0.
        Round = "round",
        /// The nearest integer, of two the even one.
        Roundeven = "roundeven",
        /// The reciprocal of the square root.
        Rsqrt = "rsqrt",
        /// The logistic function.
        Sigmoid = "sigmoid",
        /// The sine.
        Sin = "sin",
        /// The hyperbolic sine.
        Sinh = "sinh",
        /// The quotient of the element and one more than its absolute value.
        Softsign = "softsign",
        /// The square root.
        Sqrt = "sqrt",
        /// The hyperbolic tangent.
        Tanh = "tanh",
        /// The hyperbolic tangent, nearly.
        TanhApprox = "tanh_approx",
    }
}

functions! {
    /// A function of two elements.
    Binary {
        /// The sum.
        Add = "add",
        /// The difference.
        Sub = "sub",
        /// The product.
        Mul = "mul",
        /// The quotient.
        Div = "div",
        /// The quotient, rounded down.
        Floordiv = "floordiv",
        /// What a division leaves.
        Mod = "mod",
        /// What a division of floating-point numbers leaves.
        Remf = "remf",
        /// The power.
        Pow = "pow",
        /// The power of floating-point numbers.
        Powf = "powf",
        /// The angle of a point.
        Atan2 = "atan2",
        /// The larger one; of a number and a NaN the number.
        Max = "max",
        /// The smaller one; of a number and a NaN the number.
        Min = "min",
        /// The larger one.
        Maximum = "maximum",
        /// The smaller one.
        Minimum = "minimum",
        /// Whether both are the same.
        Eq = "eq",
        /// Whether they differ.
        Ne = "ne",
        /// Whether the left one is less.
        Lt = "lt",
        /// Whether the left one is less or the same.
        Le = "le",
        /// Whether the left one is greater.
        Gt = "gt",
        /// Whether the left one is greater or the same.
        Ge = "ge",
        /// Whether both hold, or the bits that both have.
        And = "and",
        /// Whether one holds, or the bits that one has.
        Or = "or",
        /// Whether just one holds, or the bits that just one has.
        Xor = "xor",
        /// The bits, moved to the left.
        Shl = "shl",
        /// The bits, moved to the right.
        Shr = "shr",
    }
}

impl Binary {
    /// Whether it tells if something holds.
    pub fn is_comparison(self) -> bool {
        matches!(self, Self::Eq | Self::Ne | Self::Lt | Self::Le | Self::Gt | Self::Ge)
    }
}
