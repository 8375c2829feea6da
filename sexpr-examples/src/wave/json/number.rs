//! Numbers as JSON, in which those that are not finite are texts.

use std::fmt;

use serde::de::{Error, Visitor};
use serde::{Deserializer, Serializer};
use serde_json::Number;

use crate::text::elided;

/// The largest integer up to which each one is a number of this type.
const EXACT: u64 = 1 << f64::MANTISSA_DIGITS;

/// Whether a text is that of an integer that floats do not hold exactly, or may not.
pub(in crate::wave) fn is_inexact(text: &str) -> bool {
    is_integer(text) && !text.parse::<i64>().is_ok_and(|value| value.unsigned_abs() <= EXACT)
}

/// What is wrong with an integer that floats do not hold.
pub(in crate::wave) fn inexact(text: &str) -> String {
    format!("{} is not exact as a float; write `.0` after it, if the nearest float is meant", elided(text))
}

/// Whether a text is that of an integer that was read as a float, since it is too large.
pub(in crate::wave) fn is_too_large(text: &str, read: &Number) -> bool {
    // There is only one 0 among integers, and two among floats.
    is_integer(text) && read.as_f64().is_some_and(|value| read.is_f64() && value != 0.0)
}

/// What is wrong with an integer that is too large.
pub(in crate::wave) fn too_large(text: &str) -> String {
    format!("{} is too large for an integer; write `.0` after it, if it is a float", elided(text))
}

fn is_integer(text: &str) -> bool {
    let digits = text.strip_prefix(['+', '-']).unwrap_or(text);
    !digits.is_empty() && digits.bytes().all(|digit| digit.is_ascii_digit())
}

/// A number; `"inf"`, `"-inf"` or `"nan"`.
pub(in crate::wave) fn serialize<S: Serializer>(value: &f64, serializer: S) -> Result<S::Ok, S::Error> {
    match *value {
        finite if finite.is_finite() => serializer.serialize_f64(finite),
        f64::INFINITY => serializer.serialize_str("inf"),
        f64::NEG_INFINITY => serializer.serialize_str("-inf"),
        _ => serializer.serialize_str("nan"),
    }
}

pub(in crate::wave) fn deserialize<'de, D: Deserializer<'de>>(deserializer: D) -> Result<f64, D::Error> {
    deserializer.deserialize_any(FloatVisitor)
}

struct FloatVisitor;

impl Visitor<'_> for FloatVisitor {
    type Value = f64;

    fn expecting(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str("a number, \"inf\", \"-inf\" or \"nan\"")
    }

    fn visit_f64<E: Error>(self, value: f64) -> Result<f64, E> {
        Ok(value)
    }

    fn visit_u64<E: Error>(self, value: u64) -> Result<f64, E> {
        if value <= EXACT { Ok(value as f64) } else { Err(E::custom(format!("{value} is not exact as a float"))) }
    }

    fn visit_i64<E: Error>(self, value: i64) -> Result<f64, E> {
        let is_exact = value.unsigned_abs() <= EXACT;
        if is_exact { Ok(value as f64) } else { Err(E::custom(format!("{value} is not exact as a float"))) }
    }

    fn visit_str<E: Error>(self, text: &str) -> Result<f64, E> {
        match text {
            "inf" => Ok(f64::INFINITY),
            "-inf" => Ok(f64::NEG_INFINITY),
            "nan" => Ok(f64::NAN),
            _ => Err(E::custom(format!("`{text}` is to be a number, `inf`, `-inf` or `nan`"))),
        }
    }
}
