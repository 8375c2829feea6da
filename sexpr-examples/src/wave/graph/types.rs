//! What values are.

use serde::{Deserialize, Serialize};
use sexpr_core::StructuralEq;

use crate::wave::index::{IndexExpr, Symbol};

/// Where something is kept.
#[derive(StructuralEq, Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "snake_case", expecting = "`global`, `shared` or `register`")]
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
#[serde(deny_unknown_fields, expecting = "a tensor's type: an object with `space`, `shape` and `dtype`")]
pub struct TensorType {
    /// Where it is.
    pub space: Space,
    /// How large it is along each of its dimensions, in order: a symbol, which names the dimension, or what is computed
    /// of symbols.
    #[seq(opaque)]
    pub shape: Vec<IndexExpr>,
    /// What its elements are.
    pub dtype: String,
}

/// The type of a value.
#[derive(StructuralEq, Clone, Debug, PartialEq, Eq)]
pub enum Type {
    /// A tensor: `{"space": "global", "shape": ["M", "K"], "dtype": "f16"}`.
    Tensor(TensorType),
    /// A single element: `"i32"`.
    Scalar(String),
    /// Several values: `["i32", "i32"]`.
    Tuple(Vec<Type>),
}

impl TensorType {
    /// Its dimensions, if each is named by a symbol.
    pub fn dimensions(&self) -> Option<Vec<Symbol>> {
        self.shape.iter().map(|size| size.as_symbol().cloned()).collect()
    }
}

impl Type {
    /// The tensor that it is.
    pub fn as_tensor(&self) -> Option<&TensorType> {
        match self {
            Self::Tensor(tensor) => Some(tensor),
            Self::Scalar(_) | Self::Tuple(_) => None,
        }
    }

    /// What elements of it are; nothing, of several values.
    pub fn dtype(&self) -> Option<&str> {
        match self {
            Self::Tensor(TensorType { dtype, .. }) | Self::Scalar(dtype) => Some(dtype),
            Self::Tuple(_) => None,
        }
    }

    /// Whether it is in memory.
    pub fn is_memory(&self) -> bool {
        self.as_tensor().is_some_and(|tensor| tensor.space != Space::Register)
    }

    /// Whether two types of one value, as far as they are written, are the same.
    pub(in crate::wave) fn agree(one: Option<&Self>, other: Option<&Self>) -> bool {
        one.zip(other).is_none_or(|(one, other)| one == other)
    }
}

/// Whether elements of this type are integers.
pub(in crate::wave) fn is_integer_type(dtype: &str) -> bool {
    let bits = dtype.trim_start_matches(['s', 'u']).strip_prefix('i').or_else(|| dtype.strip_prefix("int"));
    dtype == "index" || bits.is_some_and(|bits| bits.parse::<u16>().is_ok())
}

/// Whether something can be made of elements of this type.
pub(in crate::wave) fn is_data_type(dtype: &str) -> bool {
    // `f8E4M3FN`: the bits of the exponent and of the mantissa, and what there is besides.
    let is_small = |rest: &str| {
        let mut chars = rest.chars();
        matches!(chars.next(), Some('4' | '6' | '8'))
            && chars.next() == Some('E')
            && chars.all(|c| c.is_ascii_digit() || c.is_ascii_uppercase())
    };
    matches!(dtype, "f16" | "bf16" | "f32" | "f64" | "bool")
        || is_integer_type(dtype)
        || dtype.strip_prefix('f').is_some_and(is_small)
}

/// The least and the largest of the integers that elements of this type are, if they are integers.
pub(in crate::wave) fn integers(dtype: &str) -> Option<(f64, f64)> {
    if !is_integer_type(dtype) || dtype == "index" {
        return None;
    }
    let bits: i32 = dtype.trim_start_matches(|c: char| !c.is_ascii_digit()).parse().ok()?;
    // Integers without a sign are written either way.
    let least = if dtype.starts_with('u') { 0.0 } else { -(2_f64.powi(bits - 1)) };
    let most = if dtype.starts_with('s') { 2_f64.powi(bits - 1) - 1.0 } else { 2_f64.powi(bits) - 1.0 };
    Some((least, most))
}

impl From<TensorType> for Type {
    fn from(tensor: TensorType) -> Self {
        Self::Tensor(tensor)
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
        self.shape.iter().try_for_each(|size| write!(f, "{size} x "))?;
        write!(f, "{}>", self.dtype)
    }
}

impl std::fmt::Display for Type {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        match self {
            Self::Tensor(tensor) => write!(f, "{tensor}"),
            Self::Scalar(dtype) => f.write_str(dtype),
            Self::Tuple(types) => {
                f.write_str("(")?;
                for (place, ty) in types.iter().enumerate() {
                    write!(f, "{}{ty}", if place > 0 { ", " } else { "" })?;
                }
                f.write_str(")")
            }
        }
    }
}
