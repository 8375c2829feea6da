//! What a call of an operator says besides its arguments.

use std::collections::BTreeMap;
use std::fmt;

use sexpr_core::StructuralEq;

use super::Meta;

/// The attributes of a call, by name: `strides=[1, 1]`.
pub type Attributes = BTreeMap<String, Attribute>;

/// An attribute's value.
#[derive(StructuralEq, Clone, Debug)]
#[seq(rewrite)]
pub enum Attribute {
    /// `None`
    None,
    /// `3`
    Int(i64),
    /// `0.5`
    Float(f64),
    /// `True`
    Bool(bool),
    /// `"NCHW"`
    Text(String),
    /// `[1, 1]`
    List(Vec<Self>),
    /// `meta[relay.attrs][0]`: something that the text keeps apart.
    Meta(Meta),
}

impl fmt::Display for Attribute {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::None => f.write_str("None"),
            Self::Int(value) => write!(f, "{value}"),
            Self::Float(value) => write!(f, "{value:?}"),
            Self::Bool(true) => f.write_str("True"),
            Self::Bool(false) => f.write_str("False"),
            Self::Text(text) => write!(f, "{text:?}"),
            Self::Meta(Meta { key, index }) => write!(f, "meta[{key}][{index}]"),
            Self::List(items) => {
                f.write_str("[")?;
                for (index, item) in items.iter().enumerate() {
                    write!(f, "{}{item}", if index == 0 { "" } else { ", " })?;
                }
                f.write_str("]")
            }
        }
    }
}
