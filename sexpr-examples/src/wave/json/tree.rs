//! JSON texts as trees that know where their parts are written.

use std::collections::HashSet;
use std::ops::Range;

use serde_json::{Map, Number, Value};

use super::number::{is_too_large, too_large};
use super::{JsonError, Position};
use crate::text::elided;
use crate::wave::reference::GRAPH;

/// The greatest depth of brackets: that of as many regions within each other as [`check`](crate::wave::check) allows,
/// each of which takes five, and of what stands in the innermost one.
const DEPTH_LIMIT: usize = 1200;

/// The greatest depth of brackets in an attribute or in the fields of an operation.
const VALUE_LIMIT: usize = 120;

/// A value, and the bytes where it is written.
#[derive(Debug)]
pub(super) struct Json {
    pub(super) kind: Kind,
    pub(super) place: Range<usize>,
}

/// What a value is.
#[derive(Debug)]
pub(super) enum Kind {
    Null,
    Bool(bool),
    Number(Number),
    Text(String),
    List(Vec<Json>),
    /// Its fields, whose names differ.
    Object(Vec<(String, Json)>),
}

impl Json {
    /// What it is, as messages call it.
    pub(super) fn form(&self) -> &'static str {
        match self.kind {
            Kind::Null => "`null`",
            Kind::Bool(_) => "a truth value",
            Kind::Number(_) => "a number",
            Kind::Text(_) => "a text",
            Kind::List(_) => "a list",
            Kind::Object(_) => "an object",
        }
    }

    /// The bytes of the part to which these names and numbers lead, and `true`; or those of what lacks it, and `false`.
    /// Objects that only say what their one member is are passed.
    pub(super) fn part(self, keys: &[String]) -> Option<(Range<usize>, bool)> {
        let mut found = self;
        for (depth, key) in keys.iter().enumerate() {
            let place = found.place.clone();
            let member = match found.kind {
                Kind::Object(fields) => fields.into_iter().find(|(name, _)| name == key).map(|(_, value)| value),
                Kind::List(items) => key.parse().ok().and_then(|number| items.into_iter().nth(number)),
                _ => None,
            };
            match member {
                Some(member) => found = member.untagged(depth == 0 && key == "op"),
                None => return (depth > 0).then_some((place, false)),
            }
        }
        Some((found.place, true))
    }

    /// The member of an object that says what it is: an operation, or a value of an attribute.
    fn untagged(self, is_operation: bool) -> Self {
        match self.kind {
            Kind::Object(mut fields) if fields.len() == 1 && (is_operation || fields[0].0.ends_with(':')) => {
                fields.swap_remove(0).1
            }
            kind => Self { kind, place: self.place },
        }
    }

    /// The same without places.
    ///
    /// # Errors
    ///
    /// It is nested too deeply.
    pub(super) fn into_value(self) -> Result<Value, String> {
        self.value_within(0)
    }

    fn value_within(self, depth: usize) -> Result<Value, String> {
        if depth > VALUE_LIMIT {
            return Err(format!("its lists and objects are nested more than {VALUE_LIMIT} deep; nest fewer"));
        }
        Ok(match self.kind {
            Kind::Null => Value::Null,
            Kind::Bool(value) => Value::Bool(value),
            Kind::Number(number) => Value::Number(number),
            Kind::Text(text) => Value::String(text),
            Kind::List(items) => {
                Value::Array(items.into_iter().map(|item| item.value_within(depth + 1)).collect::<Result<_, _>>()?)
            }
            Kind::Object(fields) => {
                let field = |(name, value): (String, Self)| Ok((name, value.value_within(depth + 1)?));
                Value::Object(fields.into_iter().map(field).collect::<Result<Map<_, _>, String>>()?)
            }
        })
    }
}

/// Reads a text, without native recursion.
pub(super) fn parse(text: &str) -> Result<Json, JsonError> {
    let mut reader = Reader { text, at: 0, open: Vec::new() };
    reader.whole().map_err(|message| JsonError::Form {
        position: Position::of(text, reader.at),
        message,
        row: GRAPH.name,
    })
}

struct Reader<'t> {
    text: &'t str,
    at: usize,
    open: Vec<Open>,
}

/// A list or object of which the end is not yet read.
struct Open {
    start: usize,
    content: Content,
}

enum Content {
    List(Vec<Json>),
    /// The fields, their names, and the name of the one that is being read.
    Object(Vec<(String, Json)>, HashSet<String>, String),
}

impl Reader<'_> {
    fn whole(&mut self) -> Result<Json, String> {
        loop {
            let mut value = match self.begin()? {
                Some(value) => value,
                None => continue,
            };
            loop {
                let Some(open) = self.open.last_mut() else {
                    self.skip();
                    let is_end = self.at == self.text.len();
                    return if is_end {
                        Ok(value)
                    } else {
                        Err("expected the end, since the graph is read".to_owned())
                    };
                };
                let closing = match &mut open.content {
                    Content::List(items) => {
                        items.push(value);
                        b']'
                    }
                    Content::Object(fields, _, name) => {
                        fields.push((std::mem::take(name), value));
                        b'}'
                    }
                };
                self.skip();
                match self.peek() {
                    Some(b',') => {
                        self.at += 1;
                        if closing == b'}' {
                            self.name()?;
                        }
                        break;
                    }
                    Some(found) if found == closing => value = self.close(),
                    _ => return Err(self.expected(&format!("`,` or `{}`", char::from(closing)))),
                }
            }
        }
    }

    /// Reads a value, or the beginning of a list or object that is not empty.
    fn begin(&mut self) -> Result<Option<Json>, String> {
        self.skip();
        let start = self.at;
        let kind = match self.peek() {
            Some(opening @ (b'[' | b'{')) => {
                if self.open.len() == DEPTH_LIMIT {
                    return Err(format!("brackets are nested more than {DEPTH_LIMIT} deep; nest fewer"));
                }
                self.at += 1;
                let (closing, content) = match opening {
                    b'[' => (b']', Content::List(Vec::new())),
                    _ => (b'}', Content::Object(Vec::new(), HashSet::new(), String::new())),
                };
                self.open.push(Open { start, content });
                self.skip();
                if self.peek() == Some(closing) {
                    return Ok(Some(self.close()));
                }
                if opening == b'{' {
                    self.name()?;
                }
                return Ok(None);
            }
            Some(b'"') => Kind::Text(self.string()?),
            Some(b'-' | b'0'..=b'9') => Kind::Number(self.number()?),
            _ => self.word()?,
        };
        Ok(Some(Json { kind, place: start..self.at }))
    }

    fn close(&mut self) -> Json {
        self.at += 1;
        let (start, kind) = match self.open.pop() {
            Some(Open { start, content: Content::List(items) }) => (start, Kind::List(items)),
            Some(Open { start, content: Content::Object(fields, ..) }) => (start, Kind::Object(fields)),
            None => (self.at, Kind::Null),
        };
        Json { kind, place: start..self.at }
    }

    /// Reads the name of a field, and the colon.
    fn name(&mut self) -> Result<(), String> {
        self.skip();
        if self.peek() != Some(b'"') {
            return Err(self.expected("a field's name in quotes"));
        }
        let start = self.at;
        let found = self.string()?;
        if let Some(Open { content: Content::Object(_, known, name), .. }) = self.open.last_mut() {
            if !known.insert(found.clone()) {
                self.at = start;
                return Err(format!("duplicate field `{}`; remove one of them", elided(&found)));
            }
            *name = found;
        }
        self.skip();
        if self.peek() != Some(b':') {
            return Err(self.expected("`:`"));
        }
        self.at += 1;
        Ok(())
    }

    fn string(&mut self) -> Result<String, String> {
        let start = self.at;
        let mut end = start + 1;
        loop {
            match self.text.as_bytes().get(end) {
                None | Some(b'\n') => return Err("this text has no closing `\"` on its line".to_owned()),
                Some(b'"') => break,
                Some(b'\\') => end += 2,
                Some(_) => end += 1,
            }
        }
        let text = self.text.get(start..=end).unwrap_or_default();
        let read = serde_json::from_str(text).map_err(|_| {
            "this text has an escape that JSON does not know, or a control character; write \\n, \\t or \\u0000"
                .to_owned()
        })?;
        self.at = end + 1;
        Ok(read)
    }

    fn number(&mut self) -> Result<Number, String> {
        let start = self.at;
        let rest = &self.text[start..];
        let length = rest.find(|c: char| !matches!(c, '0'..='9' | '+' | '-' | '.' | 'e' | 'E')).unwrap_or(rest.len());
        let read = serde_json::from_str(&rest[..length]);
        let number: Number = read.map_err(|_| format!("`{}` is no number that JSON has", elided(&rest[..length])))?;
        if is_too_large(&rest[..length], &number) {
            return Err(too_large(&rest[..length]));
        }
        self.at += length;
        Ok(number)
    }

    fn word(&mut self) -> Result<Kind, String> {
        let rest = &self.text[self.at..];
        let length = rest.find(|c: char| !c.is_alphanumeric()).unwrap_or(rest.len());
        let kind = match &rest[..length] {
            "null" => Kind::Null,
            "true" => Kind::Bool(true),
            "false" => Kind::Bool(false),
            _ => return Err(self.expected("a value")),
        };
        self.at += length;
        Ok(kind)
    }

    fn skip(&mut self) {
        let blank = |byte: &&u8| matches!(byte, b' ' | b'\t' | b'\r' | b'\n');
        self.at += self.text.as_bytes()[self.at..].iter().take_while(blank).count();
    }

    fn peek(&self) -> Option<u8> {
        self.text.as_bytes().get(self.at).copied()
    }

    fn expected(&self, what: &str) -> String {
        match self.text[self.at..].chars().next() {
            Some(found) => format!("expected {what}, found `{}`", found.escape_debug()),
            None => format!("expected {what}, found the end of the text"),
        }
    }
}
