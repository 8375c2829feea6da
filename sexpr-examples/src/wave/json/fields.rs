//! The fields of objects, read one by one.

use std::ops::Range;

use super::tree::{Json, Kind};
use crate::wave::reference::{Formed, Row};

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

    /// Those of an object of the reference, which has no others, and has all that are required.
    pub(super) fn of_row(json: Json, what: &str, row: &Row) -> Result<Self, Wrong> {
        let fields = Self::of(json, what)?;
        let names = row.names();
        for (name, value) in &fields.left {
            let name = crate::text::elided(name);
            if !names.contains(&name.as_str()) {
                let message = format!("unknown field `{name}`; there may be `{}`", names.join("`, `"));
                return Err((message, value.place.clone()));
            }
            if matches!(value.kind, Kind::Null) {
                let message = format!("its field `{name}`: `null` is no value; leave out what is not set");
                return Err((message, value.place.clone()));
            }
        }
        let is_given = |name: &str| fields.left.iter().any(|(given, _)| given == name);
        match row.fields.iter().find(|field| field.default.is_none() && !is_given(field.name)) {
            Some(missing) => Err(fields.missing(missing.name)),
            None => Ok(fields),
        }
    }

    fn missing(&self, name: &str) -> Wrong {
        (format!("missing field `{name}`"), self.place())
    }

    pub(super) fn place(&self) -> Range<usize> {
        self.place.clone()
    }

    pub(super) fn optional(&mut self, name: &str) -> Option<Json> {
        let at = self.left.iter().position(|(known, _)| known == name)?;
        Some(self.left.swap_remove(at).1)
    }

    pub(super) fn required(&mut self, name: &str) -> Result<Json, Wrong> {
        self.optional(name).ok_or_else(|| self.missing(name))
    }

    /// The only field, if there is one, with its name.
    pub(super) fn only(mut self) -> Option<(String, Json)> {
        if self.left.len() == 1 { self.left.pop() } else { None }
    }

    /// A field of a type that knows how to read itself, or its default.
    pub(super) fn value<T: Formed>(&mut self, name: &str) -> Result<T, Wrong> {
        match self.optional(name) {
            Some(json) => value(json).map_err(|(message, place)| (format!("its field `{name}`: {message}"), place)),
            None => T::unset().ok_or_else(|| self.missing(name)),
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

/// A value of a type that knows how to read itself.
pub(super) fn value<T: Formed>(json: Json) -> Result<T, Wrong> {
    let place = json.place.clone();
    let value = json.into_value().map_err(|message| (message, place.clone()))?;
    T::read(value).map_err(|error| (super::message(&error), place))
}
