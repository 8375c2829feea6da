//! What a node knows besides its operation's fields.

use std::collections::BTreeMap;
use std::sync::Arc;

use serde::{Deserialize, Serialize};
use sexpr_core::StructuralEq;

use super::{Term, Type};
use crate::wave::index::{Index, IndexExpr, Symbol};

/// Attributes that do not count when graphs are compared: they are left behind by scheduling, or are for debugging.
pub const NOT_SEMANTIC: [&str; 3] = ["location", "expanded_dims", "scheduling_parameters"];

/// The attribute that holds the type of a node's value.
pub(in crate::wave) const TYPE: &str = "type";

/// The attributes of a node, by name. One of a name that nobody knows counts: to ignore it could hide a difference.
#[derive(Clone, Debug, Default)]
pub struct Attributes {
    /// Copies of a node share it.
    by_name: Arc<BTreeMap<String, Attribute>>,
}

/// What an attribute is.
#[derive(StructuralEq, Clone, Debug)]
pub enum Attribute {
    /// `true`
    Flag(bool),
    /// `16`
    Int(i64),
    /// `0.5`
    Float(f64),
    /// `"K"`
    Text(String),
    /// `[1, 2]`
    List(Vec<Self>),
    /// Which part of a tensor is accessed: `{"M": ["$T0", 1, 1]}`.
    Index(Index),
    /// A number for each dimension: `{"M": 16}`.
    Sizes(BTreeMap<Symbol, Size>),
    /// What is computed of symbols: `{"expr:": "M * 2"}`, `{"expr:": "$T0 < M"}`.
    Expr(Term),
    /// A type. The one of the node's value is called `type`.
    Type(Type),
    /// Other attributes by name: `{"fields:": {"to": "f32"}}`.
    Fields(BTreeMap<String, Self>),
}

/// A number that is computed.
#[derive(StructuralEq, Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(transparent)]
pub struct Size {
    /// The number.
    #[seq(opaque)]
    pub value: IndexExpr,
}

impl Attributes {
    /// No attributes.
    pub fn new() -> Self {
        Self::default()
    }

    /// An attribute.
    pub fn get(&self, name: &str) -> Option<&Attribute> {
        self.by_name.get(name)
    }

    /// Sets an attribute, and gives what it was.
    pub fn set(&mut self, name: impl Into<String>, attribute: Attribute) -> Option<Attribute> {
        Arc::make_mut(&mut self.by_name).insert(name.into(), attribute)
    }

    /// Takes an attribute away.
    pub fn remove(&mut self, name: &str) -> Option<Attribute> {
        Arc::make_mut(&mut self.by_name).remove(name)
    }

    /// Which part of a tensor the node accesses, if that is set.
    pub fn index(&self) -> Option<&Index> {
        match self.get("index") {
            Some(Attribute::Index(index)) => Some(index),
            _ => None,
        }
    }

    /// The type of the node's value, if that is set.
    pub fn ty(&self) -> Option<&Type> {
        match self.get(TYPE) {
            Some(Attribute::Type(ty)) => Some(ty),
            _ => None,
        }
    }

    /// All attributes, by name.
    pub fn iter(&self) -> impl Iterator<Item = (&str, &Attribute)> {
        self.by_name.iter().map(|(name, attribute)| (name.as_str(), attribute))
    }

    /// Those that count when graphs are compared.
    pub fn semantic(&self) -> impl Iterator<Item = (&str, &Attribute)> {
        self.iter().filter(|(name, _)| is_semantic(name))
    }
}

impl FromIterator<(String, Attribute)> for Attributes {
    fn from_iter<I: IntoIterator<Item = (String, Attribute)>>(attributes: I) -> Self {
        Self { by_name: Arc::new(attributes.into_iter().collect()) }
    }
}

/// Whether an attribute of this name counts when graphs are compared.
pub fn is_semantic(name: &str) -> bool {
    !NOT_SEMANTIC.contains(&name)
}
