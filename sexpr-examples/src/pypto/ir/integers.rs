//! Integers of a width.

use super::DataType;

/// The integers of a data type: two's complement of a number of bits, or none of them negative. Truth values are those
/// of one bit.
///
/// ```
/// use sexpr_examples::pypto::ir::{DataType, Integers};
///
/// let bytes = Integers::of(DataType::Int8).expect("a type of integers");
/// assert!(bytes.contains(-128) && !bytes.contains(128));
/// assert_eq!(bytes.wrap(128), -128);
/// assert!(Integers::of(DataType::FP32).is_none());
/// ```
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Integers {
    bits: u32,
    signed: bool,
}

impl Integers {
    /// The integers of a data type, if it is one of integers.
    pub fn of(dtype: DataType) -> Option<Self> {
        use DataType as D;
        let (bits, signed) = match dtype {
            D::Bool => (1, false),
            D::Int4 => (4, true),
            D::Int8 => (8, true),
            D::Int16 => (16, true),
            D::Int32 => (32, true),
            D::Int64 => (64, true),
            D::UInt4 => (4, false),
            D::UInt8 => (8, false),
            D::UInt16 => (16, false),
            D::UInt32 => (32, false),
            D::UInt64 => (64, false),
            _ => return None,
        };
        Some(Self { bits, signed })
    }

    /// How many bits they have.
    pub fn bits(self) -> u32 {
        self.bits
    }

    /// Whether an integer is one of them.
    pub fn contains(self, value: i128) -> bool {
        self.wrap(value) == value
    }

    /// The one that agrees with an integer in the lowest bits.
    pub fn wrap(self, value: i128) -> i128 {
        let unused = i128::BITS - self.bits;
        if self.signed { (value << unused) >> unused } else { ((value as u128) << unused >> unused) as i128 }
    }
}
