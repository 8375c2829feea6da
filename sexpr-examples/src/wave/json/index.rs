//! Index expressions as JSON: texts, or numbers where they are numbers.

use std::fmt;

use serde::de::{Error, Visitor};
use serde::{Deserialize, Deserializer, Serialize, Serializer};

use crate::wave::graph::Formula;
use crate::wave::index::{Condition, IndexExpr, Symbol};
use crate::wave::mapping::{Entry, IndexMapping};

impl Serialize for Symbol {
    fn serialize<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        serializer.serialize_str(self.name())
    }
}

impl<'de> Deserialize<'de> for Symbol {
    fn deserialize<D: Deserializer<'de>>(deserializer: D) -> Result<Self, D::Error> {
        let text = String::deserialize(deserializer)?;
        let expr: IndexExpr = text.parse().map_err(Error::custom)?;
        expr.as_symbol().filter(|symbol| symbol.name() == text).cloned().ok_or_else(|| {
            Error::custom(format!("`{text}` is to be a symbol: letters, digits, `_` and `$`, no digit first"))
        })
    }
}

impl Serialize for IndexExpr {
    fn serialize<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        let text = self.to_string();
        match text.parse::<i64>() {
            Ok(value) => serializer.serialize_i64(value),
            Err(_) => serializer.serialize_str(&text),
        }
    }
}

impl<'de> Deserialize<'de> for IndexExpr {
    fn deserialize<D: Deserializer<'de>>(deserializer: D) -> Result<Self, D::Error> {
        struct Expr;
        impl Visitor<'_> for Expr {
            type Value = IndexExpr;

            fn expecting(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
                f.write_str("an index expression: an integer, or a text such as \"M // 2\"")
            }

            fn visit_i64<E: Error>(self, value: i64) -> Result<IndexExpr, E> {
                Ok(IndexExpr::int(value))
            }

            fn visit_u64<E: Error>(self, value: u64) -> Result<IndexExpr, E> {
                let value = i64::try_from(value).map_err(|_| E::custom(format!("{value} is too large")))?;
                Ok(IndexExpr::int(value))
            }

            fn visit_str<E: Error>(self, text: &str) -> Result<IndexExpr, E> {
                text.parse().map_err(|error| E::custom(format!("`{text}`: {error}")))
            }
        }
        deserializer.deserialize_any(Expr)
    }
}

impl Serialize for Condition {
    fn serialize<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        serializer.collect_str(self)
    }
}

impl<'de> Deserialize<'de> for Condition {
    fn deserialize<D: Deserializer<'de>>(deserializer: D) -> Result<Self, D::Error> {
        let text = String::deserialize(deserializer)?;
        text.parse().map_err(|error| Error::custom(format!("`{text}`: {error}")))
    }
}

/// `{"iterators": 2, "inputs": [["A", "i0"], ["B", "i1"]], "outputs": […]}`: lists, since their order matters.
#[derive(Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
struct MappingText {
    iterators: usize,
    inputs: Vec<(Symbol, IndexExpr)>,
    outputs: Vec<(Symbol, IndexExpr)>,
}

impl Serialize for IndexMapping {
    fn serialize<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        let pairs =
            |entries: &[Entry]| entries.iter().map(|entry| (entry.symbol.clone(), entry.expr.clone())).collect();
        let Self { iterators, inputs, outputs } = self;
        MappingText { iterators: *iterators, inputs: pairs(inputs), outputs: pairs(outputs) }.serialize(serializer)
    }
}

impl<'de> Deserialize<'de> for IndexMapping {
    fn deserialize<D: Deserializer<'de>>(deserializer: D) -> Result<Self, D::Error> {
        let MappingText { iterators, inputs, outputs } = MappingText::deserialize(deserializer)?;
        let entries =
            |pairs: Vec<(Symbol, IndexExpr)>| pairs.into_iter().map(|(symbol, expr)| Entry { symbol, expr }).collect();
        Ok(Self { iterators, inputs: entries(inputs), outputs: entries(outputs) })
    }
}

impl Serialize for Formula {
    fn serialize<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        self.expr.serialize(serializer)
    }
}

impl<'de> Deserialize<'de> for Formula {
    fn deserialize<D: Deserializer<'de>>(deserializer: D) -> Result<Self, D::Error> {
        IndexExpr::deserialize(deserializer).map(|expr| Self { expr })
    }
}
