//! As much of an HTML parser as the command's pages need.

use std::collections::BTreeMap;

/// A tag that begins an element, or the text up to the next tag.
#[derive(Debug)]
pub(crate) enum Part {
    Begin { name: String, attributes: BTreeMap<String, String> },
    End { name: String },
    Text(String),
}

/// Elements without content.
const VOID: &[&str] = &["meta", "br"];

/// The parts of a page, in order. Panics where the page is malformed: where elements overlap, an attribute has no quotes or
/// is there twice, or a text has a character that must be escaped.
pub(crate) fn parse(page: &str) -> Vec<Part> {
    let mut rest = page.strip_prefix("<!DOCTYPE html>\n").expect("a document type");
    let (mut parts, mut open) = (Vec::new(), Vec::new());
    while !rest.is_empty() {
        let is_raw = matches!(open.last(), Some(name) if ["script", "style"].contains(&String::as_str(name)));
        let end = if is_raw { rest.find("</") } else { rest.find('<') }.unwrap_or(rest.len());
        let (text, after) = rest.split_at(end);
        if !text.is_empty() {
            parts.push(Part::Text(if is_raw { text.to_owned() } else { unescaped(text) }));
        }
        let Some(tag) = after.strip_prefix('<') else { break };
        let end = tag_end(tag);
        let inside = &tag[..end];
        rest = &tag[end + 1..];
        if let Some(name) = inside.strip_prefix('/') {
            assert_eq!(open.pop().as_deref(), Some(name), "elements overlap");
            parts.push(Part::End { name: name.to_owned() });
            continue;
        }
        let (name, attributes) = inside.split_once(' ').unwrap_or((inside, ""));
        assert!(name.chars().all(|c| c.is_ascii_alphanumeric()), "{name:?} is no element");
        if !VOID.contains(&name) {
            open.push(name.to_owned());
        }
        parts.push(Part::Begin { name: name.to_owned(), attributes: self::attributes(attributes) });
    }
    assert!(open.is_empty(), "{open:?} do not end");
    parts
}

/// Where a tag ends: at the first `>` outside of quotes.
fn tag_end(tag: &str) -> usize {
    let mut in_quotes = false;
    let end = tag.find(|c| {
        in_quotes ^= c == '"';
        c == '>' && !in_quotes
    });
    end.expect("the tag ends")
}

fn attributes(mut text: &str) -> BTreeMap<String, String> {
    let mut attributes = BTreeMap::new();
    while !text.is_empty() {
        let (name, value) = match text.split_once('=') {
            Some((name, rest)) if !name.contains(' ') => {
                let rest = rest.strip_prefix('"').expect("quotes");
                let (value, rest) = rest.split_once('"').expect("quotes end");
                text = rest.trim_start();
                (name, unescaped(value))
            }
            _ => {
                let (name, rest) = text.split_once(' ').unwrap_or((text, ""));
                text = rest;
                (name, String::new())
            }
        };
        assert!(attributes.insert(name.to_owned(), value).is_none(), "`{name}` is there twice");
    }
    attributes
}

fn unescaped(text: &str) -> String {
    assert!(!text.contains(['<', '>', '"']), "{text:?} must be escaped");
    let text = text.replace("&lt;", "<").replace("&gt;", ">").replace("&quot;", "\"").replace("&#39;", "'");
    assert!(text.matches('&').count() == text.matches("&amp;").count(), "{text:?} must be escaped");
    text.replace("&amp;", "&")
}
