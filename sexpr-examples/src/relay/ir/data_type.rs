//! What the elements of tensors are.

use std::fmt;
use std::str::FromStr;

use sexpr_core::StructuralEq;

named! {
    /// How an element's bits are read.
    #[derive(StructuralEq, Clone, Copy, Debug, PartialEq, Eq, Hash)]
    #[seq(rewrite)]
    pub enum TypeCode, name {
        /// `bool`, of one bit.
        Bool = "bool",
        /// `int8` and the like.
        Int = "int",
        /// `uint8` and the like.
        UInt = "uint",
        /// `float16` and the like.
        Float = "float",
        /// `bfloat16`.
        BFloat = "bfloat",
    }
}

impl TypeCode {
    fn widths(self) -> &'static [u16] {
        match self {
            Self::Bool => &[1],
            Self::Int | Self::UInt => &[1, 2, 4, 8, 16, 32, 64],
            Self::Float => &[8, 16, 32, 64],
            Self::BFloat => &[16],
        }
    }
}

/// What the elements of a tensor are: `float32`, or `int8x4` for vectors of four.
///
/// ```
/// use sexpr_examples::relay::ir::DataType;
///
/// let vector: DataType = "int8x4".parse()?;
/// assert_eq!((vector.bits(), vector.lanes()), (8, 4));
/// assert_eq!(vector.to_string(), "int8x4");
/// assert_eq!("int".parse(), Ok(DataType::INT32));
/// assert!("int7".parse::<DataType>().is_err());
/// # Ok::<(), sexpr_examples::relay::ir::UnknownDataType>(())
/// ```
#[derive(StructuralEq, Clone, Copy, Debug, PartialEq, Eq, Hash)]
#[seq(rewrite)]
pub struct DataType {
    code: TypeCode,
    bits: u16,
    lanes: u16,
}

impl DataType {
    /// Truth values.
    pub const BOOL: Self = Self { code: TypeCode::Bool, bits: 1, lanes: 1 };
    /// What `3` is.
    pub const INT32: Self = Self { code: TypeCode::Int, bits: 32, lanes: 1 };
    /// What `3000000000` is.
    pub const INT64: Self = Self { code: TypeCode::Int, bits: 64, lanes: 1 };
    /// What `3f` is.
    pub const FLOAT32: Self = Self { code: TypeCode::Float, bits: 32, lanes: 1 };

    /// How bits are read.
    pub fn code(self) -> TypeCode {
        self.code
    }

    /// How many bits an element has.
    pub fn bits(self) -> u16 {
        self.bits
    }

    /// How many elements make a vector; 1, if it is none.
    pub fn lanes(self) -> u16 {
        self.lanes
    }

    /// Whether these are truth values.
    pub fn is_bool(self) -> bool {
        self.code == TypeCode::Bool
    }

    /// The same, one bit each, of as many lanes.
    pub fn as_bool(self) -> Self {
        Self { lanes: self.lanes, ..Self::BOOL }
    }
}

impl fmt::Display for DataType {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(self.code.name())?;
        if self.code != TypeCode::Bool {
            write!(f, "{}", self.bits)?;
        }
        if self.lanes != 1 {
            write!(f, "x{}", self.lanes)?;
        }
        Ok(())
    }
}

/// No data type has this name.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
#[error("`{0}` is not a data type")]
pub struct UnknownDataType(pub String);

impl FromStr for DataType {
    type Err = UnknownDataType;

    fn from_str(name: &str) -> Result<Self, UnknownDataType> {
        data_type(name).ok_or_else(|| UnknownDataType(name.to_owned()))
    }
}

fn data_type(name: &str) -> Option<DataType> {
    let (code, rest) = TypeCode::ALL.into_iter().find_map(|code| Some((code, name.strip_prefix(code.name())?)))?;
    let (bits, lanes) = match rest.split_once('x') {
        Some((bits, lanes)) => (bits, Some(lanes)),
        None => (rest, None),
    };
    let bits = match code {
        TypeCode::Bool if bits.is_empty() => 1,
        TypeCode::Int | TypeCode::UInt | TypeCode::Float if bits.is_empty() => 32,
        _ => number(bits)?,
    };
    let lanes = lanes.map_or(Some(1), |lanes| number(lanes).filter(|&lanes| lanes > 1))?;
    (code.widths().contains(&bits) && (code != TypeCode::Bool || !rest.starts_with('1'))).then_some(DataType {
        code,
        bits,
        lanes,
    })
}

/// A number that is written in no other way.
fn number(digits: &str) -> Option<u16> {
    let is_plain = digits.bytes().all(|byte| byte.is_ascii_digit()) && !digits.starts_with('0');
    digits.parse().ok().filter(|_| is_plain)
}
