//! Data types and the types of values.

use std::fmt;
use std::str::FromStr;
use std::sync::Arc;

use sexpr_core::StructuralEq;

use super::{Expr, Integers};
use crate::text::Span;

/// Declares [`DataType`] together with the table of names.
macro_rules! data_types {
    ($($name:ident)*) => {
        /// What a number is made of.
        #[derive(StructuralEq, Clone, Copy, Debug, PartialEq, Eq, Hash)]
        #[seq(rewrite)]
        #[allow(missing_docs, reason = "each is what its name says")]
        pub enum DataType {
            $($name),*
        }

        impl DataType {
            /// Every data type, in the order of the list in the documentation.
            pub const ALL: &'static [Self] = &[$(Self::$name),*];

            /// The name in a program's text.
            pub fn name(self) -> &'static str {
                match self {
                    $(Self::$name => stringify!($name)),*
                }
            }
        }
    };
}

data_types! {
    Bool
    Int4 Int8 Int16 Int32 Int64
    UInt4 UInt8 UInt16 UInt32 UInt64
    FP4 FP8 FP16 FP32 FP64
    BFloat16
    HF4 HF8
}

impl fmt::Display for DataType {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(self.name())
    }
}

/// No data type has this name.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
#[error("`{0}` is not a data type")]
pub struct UnknownDataType(pub String);

impl FromStr for DataType {
    type Err = UnknownDataType;

    /// Accepts the names of the text and the same in capitals, as `INT64`; and `BF16`, `FLOAT16`, `FLOAT32` and `FLOAT64`.
    fn from_str(name: &str) -> Result<Self, UnknownDataType> {
        let standard = match name {
            "BF16" => "BFloat16",
            "FLOAT16" => "FP16",
            "FLOAT32" => "FP32",
            "FLOAT64" => "FP64",
            name => name,
        };
        let found =
            Self::ALL.iter().copied().find(|dtype| [dtype.name(), &dtype.name().to_uppercase()].contains(&standard));
        found.ok_or_else(|| UnknownDataType(name.to_owned()))
    }
}

/// The type of a value. Shared by its nodes, and cheap to clone.
#[derive(StructuralEq, Clone, Debug)]
#[seq(rewrite)]
pub enum Type {
    /// One number.
    Scalar(Arc<ScalarType>),
    /// Numbers in memory, in any number of dimensions.
    Tensor(Arc<TensorType>),
    /// Numbers in a core's buffer, in at most two dimensions.
    Tile(Arc<TileType>),
    /// Several values.
    Tuple(Arc<TupleType>),
    /// Nothing is known.
    Unknown(Arc<UnknownType>),
}

impl Type {
    /// A scalar's type, of no file.
    pub fn scalar(dtype: DataType) -> Self {
        ScalarType::new(dtype, Span::unknown()).into()
    }

    /// A tensor's type, of no file.
    pub fn tensor(dtype: DataType, shape: Vec<Expr>) -> Self {
        TensorType::new(dtype, shape, Span::unknown()).into()
    }

    /// A tile's type, of no file.
    ///
    /// # Errors
    ///
    /// A tile has at most two dimensions.
    pub fn tile(dtype: DataType, shape: Vec<Expr>) -> Result<Self, TileShapeError> {
        Ok(TileType::new(dtype, shape, Span::unknown())?.into())
    }

    /// A tuple's type, of no file.
    pub fn tuple(types: Vec<Self>) -> Self {
        TupleType::new(types, Span::unknown()).into()
    }

    /// The unknown type, of no file.
    pub fn unknown() -> Self {
        UnknownType::new(Span::unknown()).into()
    }

    /// Where the type is written.
    pub fn span(&self) -> &Span {
        match self {
            Self::Scalar(t) => &t.span,
            Self::Tensor(t) => &t.span,
            Self::Tile(t) => &t.span,
            Self::Tuple(t) => &t.span,
            Self::Unknown(t) => &t.span,
        }
    }

    /// What a scalar is made of.
    pub fn scalar_dtype(&self) -> Option<DataType> {
        match self {
            Self::Scalar(scalar) => Some(scalar.dtype),
            _ => None,
        }
    }

    /// The integers of a scalar's type, if these are integers or truth values.
    pub fn integers(&self) -> Option<Integers> {
        self.scalar_dtype().and_then(Integers::of)
    }

    /// Whether this is the unknown type.
    pub fn is_unknown(&self) -> bool {
        matches!(self, Self::Unknown(_))
    }
}

/// One number.
#[derive(StructuralEq, Debug)]
#[seq(rewrite)]
pub struct ScalarType {
    /// What the number is made of.
    pub dtype: DataType,
    /// Where it is written.
    #[seq(ignore)]
    pub span: Span,
}

/// Numbers in memory.
#[derive(StructuralEq, Debug)]
#[seq(rewrite)]
pub struct TensorType {
    /// What each number is made of.
    pub dtype: DataType,
    /// The extents.
    pub shape: Vec<Expr>,
    /// Where it is written.
    #[seq(ignore)]
    pub span: Span,
}

/// Numbers in a core's buffer.
#[derive(StructuralEq, Debug)]
#[seq(rewrite)]
pub struct TileType {
    /// What each number is made of.
    pub dtype: DataType,
    shape: Vec<Expr>,
    /// Where it is written.
    #[seq(ignore)]
    pub span: Span,
}

/// Several values.
#[derive(StructuralEq, Debug)]
#[seq(rewrite)]
pub struct TupleType {
    /// The elements' types.
    pub types: Vec<Type>,
    /// Where it is written.
    #[seq(ignore)]
    pub span: Span,
}

/// The type of a value of which nothing is known.
#[derive(StructuralEq, Debug)]
#[seq(rewrite)]
pub struct UnknownType {
    /// Where it is written.
    #[seq(ignore)]
    pub span: Span,
}

/// A tile was to have more than two dimensions.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
#[error("a tile has at most two dimensions, and this one has {0}")]
pub struct TileShapeError(pub usize);

impl ScalarType {
    /// A new node.
    pub fn new(dtype: DataType, span: Span) -> Arc<Self> {
        Arc::new(Self { dtype, span })
    }
}

impl TensorType {
    /// A new node.
    pub fn new(dtype: DataType, shape: Vec<Expr>, span: Span) -> Arc<Self> {
        Arc::new(Self { dtype, shape, span })
    }
}

impl TileType {
    /// The most dimensions that a tile can have.
    pub const MAX_DIMENSIONS: usize = 2;

    /// A new node.
    ///
    /// # Errors
    ///
    /// A tile has at most two dimensions.
    pub fn new(dtype: DataType, shape: Vec<Expr>, span: Span) -> Result<Arc<Self>, TileShapeError> {
        if shape.len() > Self::MAX_DIMENSIONS {
            return Err(TileShapeError(shape.len()));
        }
        Ok(Arc::new(Self { dtype, shape, span }))
    }

    /// The extents, at most two.
    pub fn shape(&self) -> &[Expr] {
        &self.shape
    }
}

impl TupleType {
    /// A new node.
    pub fn new(types: Vec<Type>, span: Span) -> Arc<Self> {
        Arc::new(Self { types, span })
    }
}

impl UnknownType {
    /// A new node.
    pub fn new(span: Span) -> Arc<Self> {
        Arc::new(Self { span })
    }
}

parts! {
    Type:
    Arc<ScalarType> => Scalar,
    Arc<TensorType> => Tensor,
    Arc<TileType> => Tile,
    Arc<TupleType> => Tuple,
    Arc<UnknownType> => Unknown,
}
