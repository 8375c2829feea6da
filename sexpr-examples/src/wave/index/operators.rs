//! Operators: how they are written, and how tightly they bind.

levels! {
    /// How tightly something binds, from loose to tight.
    pub(super) enum Level {
        Or,
        And,
        Comparison,
        Sum,
        Product,
        Prefix,
        Primary,
    }
}

/// What is computed from two integers.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Arithmetic {
    Add,
    Subtract,
    Multiply,
    FloorDivide,
    Modulo,
    CeilDivide,
}

impl Arithmetic {
    pub(super) fn sign(self) -> &'static str {
        match self {
            Self::Add => "+",
            Self::Subtract => "-",
            Self::Multiply => "*",
            Self::FloorDivide => "//",
            Self::Modulo => "mod",
            Self::CeilDivide => "ceildiv",
        }
    }

    /// What is written so, perhaps in another spelling.
    pub(super) fn written(word: &str) -> Option<Self> {
        Some(match word {
            "+" => Self::Add,
            "-" => Self::Subtract,
            "*" => Self::Multiply,
            "//" | "floordiv" => Self::FloorDivide,
            "mod" | "%" => Self::Modulo,
            "ceildiv" => Self::CeilDivide,
            _ => return None,
        })
    }

    pub(super) fn level(self) -> Level {
        match self {
            Self::Add | Self::Subtract => Level::Sum,
            Self::Multiply | Self::FloorDivide | Self::Modulo | Self::CeilDivide => Level::Product,
        }
    }

    /// The result, if there is one and it is not too large.
    pub(super) fn evaluate(self, left: i128, right: i128) -> Option<i128> {
        match self {
            Self::Add => left.checked_add(right),
            Self::Subtract => left.checked_sub(right),
            Self::Multiply => left.checked_mul(right),
            Self::FloorDivide => floor_divide(left, right),
            Self::Modulo => {
                let rest = left.checked_rem(right)?;
                if rest != 0 && (rest < 0) != (right < 0) { rest.checked_add(right) } else { Some(rest) }
            }
            Self::CeilDivide => floor_divide(left.checked_neg()?, right)?.checked_neg(),
        }
    }
}

fn floor_divide(left: i128, right: i128) -> Option<i128> {
    let quotient = left.checked_div(right)?;
    let is_rounded_up = left % right != 0 && (left < 0) != (right < 0);
    if is_rounded_up { quotient.checked_sub(1) } else { Some(quotient) }
}

/// Which one of several integers is meant.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Extremum {
    Minimum,
    Maximum,
}

impl Extremum {
    pub(super) fn name(self) -> &'static str {
        match self {
            Self::Minimum => "min",
            Self::Maximum => "max",
        }
    }
}

named! {
    /// How two integers are compared.
    #[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
    pub enum Comparison, sign {
        /// `<`
        Less = "<",
        /// `<=`
        LessEqual = "<=",
        /// `>`
        Greater = ">",
        /// `>=`
        GreaterEqual = ">=",
        /// `==`
        Equal = "==",
        /// `!=`
        NotEqual = "!=",
    }
}

impl Comparison {
    /// Whether it holds of two integers.
    pub fn holds(self, left: i128, right: i128) -> bool {
        match self {
            Self::Less => left < right,
            Self::LessEqual => left <= right,
            Self::Greater => left > right,
            Self::GreaterEqual => left >= right,
            Self::Equal => left == right,
            Self::NotEqual => left != right,
        }
    }
}
