//! Index expressions as JSON: texts, or numbers where they are numbers.

use std::fmt;
use std::str::FromStr;

use serde::de::{DeserializeOwned, Error, Visitor};
use serde::{Deserialize, Deserializer, Serialize, Serializer};
use serde_json::Value;

use crate::text::shortened;
use crate::wave::graph::{Formula, Term, Type};
use crate::wave::index::{Condition, IndexExpr, IndexSequence, Symbol};
use crate::wave::mapping::{Entry, IndexMapping};

/// What a text says.
fn parsed<T: FromStr<Err: fmt::Display>, E: Error>(text: &str) -> Result<T, E> {
    text.parse().map_err(|error| E::custom(format!("`{}`: {error}", shortened(text.to_owned()))))
}

/// What each item of a list says.
fn all<T: DeserializeOwned, E: Error>(items: Vec<Value>) -> Result<Vec<T>, E> {
    items.into_iter().map(serde_json::from_value).collect::<Result<_, _>>().map_err(E::custom)
}

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
            Error::custom(format!(
                "`{}` is to be a symbol: letters, digits, `_` and `$`, no digit first",
                shortened(text.clone())
            ))
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
                parsed(text)
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
        parsed(&String::deserialize(deserializer)?)
    }
}

/// `{"iterators": 2, "inputs": [["A", "i0"], ["B", "i1"]], "outputs": […]}`: lists, since their order matters.
#[derive(Serialize, Deserialize)]
#[serde(deny_unknown_fields, expecting = "a mapping: an object with `iterators`, `inputs` and `outputs`")]
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

/// `["$T0", 4, 1]`: start, size and stride.
impl Serialize for IndexSequence {
    fn serialize<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        self.components().serialize(serializer)
    }
}

impl<'de> Deserialize<'de> for IndexSequence {
    fn deserialize<D: Deserializer<'de>>(deserializer: D) -> Result<Self, D::Error> {
        let parts = Vec::<IndexExpr>::deserialize(deserializer)?;
        let [start, size, stride] = <[IndexExpr; 3]>::try_from(parts).map_err(|parts| {
            Error::custom(format!("expected start, size and stride, found {} part(s)", parts.len()))
        })?;
        Ok(Self { start, size, stride })
    }
}

/// A text or number; of several terms, a list.
impl Serialize for Term {
    fn serialize<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        match self {
            Self::Expr(expr) => expr.serialize(serializer),
            Self::Relation(condition) => condition.serialize(serializer),
            Self::Tuple(terms) => terms.serialize(serializer),
        }
    }
}

impl<'de> Deserialize<'de> for Term {
    fn deserialize<D: Deserializer<'de>>(deserializer: D) -> Result<Self, D::Error> {
        match Value::deserialize(deserializer)? {
            Value::Array(items) => all(items).map(Self::Tuple),
            Value::String(text) => parsed(&text),
            number => serde_json::from_value(number).map(Self::Expr).map_err(Error::custom),
        }
    }
}

impl Serialize for Formula {
    fn serialize<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        self.expr.serialize(serializer)
    }
}

impl<'de> Deserialize<'de> for Formula {
    fn deserialize<D: Deserializer<'de>>(deserializer: D) -> Result<Self, D::Error> {
        Term::deserialize(deserializer).map(|expr| Self { expr })
    }
}

/// A tensor's type as an object, a scalar's as a text, and several types as a list.
impl Serialize for Type {
    fn serialize<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        match self {
            Self::Tensor(tensor) => tensor.serialize(serializer),
            Self::Scalar(dtype) => dtype.serialize(serializer),
            Self::Tuple(types) => types.serialize(serializer),
        }
    }
}

impl<'de> Deserialize<'de> for Type {
    fn deserialize<D: Deserializer<'de>>(deserializer: D) -> Result<Self, D::Error> {
        match Value::deserialize(deserializer)? {
            Value::String(dtype) => Ok(Self::Scalar(dtype)),
            Value::Array(items) => all(items).map(Self::Tuple),
            other => serde_json::from_value(other).map(Self::Tensor).map_err(Error::custom),
        }
    }
}
