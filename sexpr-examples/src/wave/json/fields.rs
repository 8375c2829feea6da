//! The fields of objects, read one by one.

use std::ops::Range;

use super::tree::{Json, Kind};

/// What is wrong, and where.
pub(super) type Wrong = (String, Range<usize>);

/// The fields of an object that are not yet read.
pub(super) struct Fields {
    left: Vec<(String, Json)>,
    place: Range<usize>,
}

impl Fields {
    /// Those of a value that is to be an object; messages call it so.
    pub(super) fn of(json: Json, what: &str) -> Result<Self, Wrong> {
        let form = json.form();
        match json.kind {
            Kind::Object(left) => Ok(Self { left, place: json.place }),
            _ => Err((format!("expected {what}: an object, found {form}"), json.place)),
        }
    }

    pub(super) fn place(&self) -> Range<usize> {
        self.place.clone()
    }

    pub(super) fn optional(&mut self, name: &str) -> Option<Json> {
        let at = self.left.iter().position(|(known, _)| known == name)?;
        Some(self.left.swap_remove(at).1)
    }

    pub(super) fn required(&mut self, name: &str) -> Result<Json, Wrong> {
        self.optional(name).ok_or_else(|| (format!("missing field `{name}`"), self.place()))
    }

    /// The only field, if there is one, with its name.
    pub(super) fn only(mut self) -> Option<(String, Json)> {
        if self.left.len() == 1 { self.left.pop() } else { None }
    }

    /// Refuses fields that are not read. The names are those that there may be.
    pub(super) fn end(self, known: &[&str]) -> Result<(), Wrong> {
        // Fields that were read were taken out, so that the others are in any order.
        match self.left.into_iter().min_by_key(|(_, value)| value.place.start) {
            None => Ok(()),
            Some((name, value)) => {
                let name = crate::text::elided(&name);
                Err((format!("unknown field `{name}`; there may be `{}`", known.join("`, `")), value.place))
            }
        }
    }

    /// All fields that are not yet read.
    pub(super) fn into_all(self) -> Vec<(String, Json)> {
        self.left
    }
}

pub(super) fn text(json: Json, what: &str) -> Result<String, Wrong> {
    let form = json.form();
    match json.kind {
        Kind::Text(text) => Ok(text),
        _ => Err((format!("expected {what}: a text, found {form}"), json.place)),
    }
}

pub(super) fn list(json: Json, what: &str) -> Result<Vec<Json>, Wrong> {
    let form = json.form();
    match json.kind {
        Kind::List(items) => Ok(items),
        _ => Err((format!("expected {what}: a list, found {form}"), json.place)),
    }
}

pub(super) fn number(json: &Json, what: &str) -> Result<usize, Wrong> {
    match &json.kind {
        Kind::Number(number) => number.as_u64().and_then(|number| usize::try_from(number).ok()),
        _ => None,
    }
    .ok_or_else(|| (format!("expected {what}: an integer from 0, found {}", json.form()), json.place.clone()))
}

/// A value of a type that knows how to read itself.
pub(super) fn value<T: serde::de::DeserializeOwned>(json: Json) -> Result<T, Wrong> {
    let place = json.place.clone();
    let value = json.into_value().map_err(|message| (message, place.clone()))?;
    serde_json::from_value(value).map_err(|error| (super::message(&error), place))
}
