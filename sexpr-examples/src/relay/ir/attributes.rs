//! What a call of an operator says besides its arguments.

use std::collections::BTreeMap;
use std::fmt;
use std::ops::Deref;

use sexpr_core::StructuralEq;

use super::Meta;

/// The attributes of a call, by name: `strides=[1, 1]`. Most calls have none, which takes one word.
#[derive(StructuralEq, Clone, Debug, Default)]
#[seq(rewrite)]
#[allow(clippy::box_collection, reason = "a map takes three words, also if it is empty")]
pub struct Attributes(Option<Box<BTreeMap<String, Attribute>>>);

static NONE: BTreeMap<String, Attribute> = BTreeMap::new();

impl Attributes {
    /// None.
    pub fn new() -> Self {
        Self::default()
    }

    /// Adds an attribute; gives what it was before.
    pub fn insert(&mut self, name: String, value: Attribute) -> Option<Attribute> {
        self.0.get_or_insert_default().insert(name, value)
    }

    /// Removes those for which that is not true.
    pub fn retain(&mut self, keep: impl FnMut(&String, &mut Attribute) -> bool) {
        if let Some(attributes) = &mut self.0 {
            attributes.retain(keep);
            self.0.take_if(|attributes| attributes.is_empty());
        }
    }
}

impl Deref for Attributes {
    type Target = BTreeMap<String, Attribute>;

    fn deref(&self) -> &Self::Target {
        self.0.as_deref().unwrap_or(&NONE)
    }
}

impl FromIterator<(String, Attribute)> for Attributes {
    fn from_iter<I: IntoIterator<Item = (String, Attribute)>>(attributes: I) -> Self {
        let attributes: BTreeMap<String, Attribute> = attributes.into_iter().collect();
        Self((!attributes.is_empty()).then(|| Box::new(attributes)))
    }
}

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
