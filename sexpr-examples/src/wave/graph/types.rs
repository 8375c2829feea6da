//! What tensors are.

use serde::{Deserialize, Serialize};
use sexpr_core::StructuralEq;

use crate::wave::index::Symbol;

/// Where something is kept.
#[derive(StructuralEq, Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "snake_case")]
pub enum Space {
    /// The memory that everyone sees.
    Global,
    /// The memory that a group of threads shares.
    Shared,
    /// The registers of a thread.
    Register,
}

/// A tensor's type: `global<M x K x f16>`.
#[derive(StructuralEq, Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct TensorType {
    /// Where it is.
    pub space: Space,
    /// Its dimensions, in order.
    pub shape: Vec<Symbol>,
    /// What its elements are.
    pub dtype: String,
}

impl TensorType {
    /// Whether two types of one value, as far as they are written, are the same.
    pub(in crate::wave) fn agree(one: Option<&Self>, other: Option<&Self>) -> bool {
        one.zip(other).is_none_or(|(one, other)| one == other)
    }
}

impl std::fmt::Display for Space {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        f.write_str(match self {
            Self::Global => "global",
            Self::Shared => "shared",
            Self::Register => "register",
        })
    }
}

impl std::fmt::Display for TensorType {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        write!(f, "{}<", self.space)?;
        self.shape.iter().try_for_each(|dim| write!(f, "{dim} x "))?;
        write!(f, "{}>", self.dtype)
    }
}
