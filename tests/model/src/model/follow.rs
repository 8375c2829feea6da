//! Where a mismatch's path leads.

use super::describe::{Content, Description, Entry, EntryKey, Field, Identity, describe};
use crate::conformance::NodeSpec;

/// What a path leads to.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Reached {
    /// A node.
    Node(usize),
    /// The node behind a pointer of its own that another holds.
    Inside(usize),
    /// A leaf, as text.
    Leaf(String),
    /// A name that is a variable.
    Name(String),
    /// A field without a value, or a member of a set.
    Nothing,
    /// What this side lacks.
    Missing,
}

/// Where the path leads, whose steps are written as by [`step`](crate::conformance::walk::step); nothing if it leads nowhere. It may
/// lead to several parts of one field. Of keys, it finds those that are strings.
pub fn follow(nodes: &[NodeSpec], root: usize, path: &str) -> Vec<Reached> {
    if path.is_empty() {
        return vec![Reached::Node(root)];
    }
    described(nodes, describe(nodes, root, None), path)
}

fn described(nodes: &[NodeSpec], description: Description<'_>, path: &str) -> Vec<Reached> {
    let leads_into = |field: &Field<'_>| {
        let rest = path.strip_prefix(field.path).filter(|_| !field.path.is_empty());
        rest.filter(|rest| rest.is_empty() || rest.starts_with(['.', '[']))
    };
    let fields = description.fields.into_iter();
    let with_rest = fields.filter_map(|field| leads_into(&field).map(|rest| (field.content, rest)));
    with_rest.flat_map(|(content, rest)| self::content(nodes, content, rest)).collect()
}

fn content(nodes: &[NodeSpec], content: Content<'_>, rest: &str) -> Vec<Reached> {
    match content {
        Content::Leaf(text) if rest.is_empty() => vec![Reached::Leaf(text)],
        Content::Leaf(_) => vec![],
        Content::Node(None) if rest.is_empty() => vec![Reached::Nothing],
        Content::Node(None) => vec![],
        Content::Node(Some(node)) => follow(nodes, node, rest),
        Content::Leaves(leaves) => element(&leaves, rest, |leaf, _| vec![Reached::Leaf(leaf.clone())]),
        Content::Nodes(items) => element(items, rest, |node, rest| follow(nodes, *node, rest)),
        // A field that holds one name has no index.
        Content::Names(_, [name]) if rest.is_empty() => vec![Reached::Name(name.clone())],
        Content::Names(_, names) => element(names, rest, |name, _| vec![Reached::Name(name.clone())]),
        Content::Map(entries, _) => entry(nodes, &entries, rest),
        Content::Inside(owner, _) if rest.is_empty() => vec![Reached::Inside(owner)],
        Content::Inside(_, inside) => described(nodes, inside, rest),
    }
}

/// The step in brackets at the beginning of a path, whether it is missing on this side, and what follows.
fn bracketed(path: &str) -> Option<(&str, bool, &str)> {
    let (step, rest) = path.strip_prefix('[')?.split_once(']')?;
    Some(match rest.strip_prefix('?') {
        Some(rest) => (step, true, rest),
        None => (step, false, rest),
    })
}

fn element<T>(items: &[T], path: &str, reach: impl Fn(&T, &str) -> Vec<Reached>) -> Vec<Reached> {
    let Some((index, missing, rest)) = bracketed(path) else { return vec![] };
    match index.parse::<usize>() {
        Ok(index) if missing && index >= items.len() => vec![Reached::Missing],
        Ok(index) if !missing => items.get(index).map_or(vec![], |item| reach(item, rest)),
        _ => vec![],
    }
}

fn entry(nodes: &[NodeSpec], entries: &[Entry], path: &str) -> Vec<Reached> {
    let Some((key, missing, rest)) = bracketed(path) else { return vec![] };
    // Strings are written as in Rust.
    let is_called = |entry: &&Entry| match &entry.key {
        EntryKey::Content(text) | EntryKey::Keyed(text) | EntryKey::Variable(Identity::Variable(_, text), _) => {
            format!("{text:?}") == key
        }
        EntryKey::Pair(..) | EntryKey::Structural(_) | EntryKey::Variable(..) => false,
    };
    match entries.iter().find(is_called) {
        // The key of a variable that is missing is the other side's: here it may be called the same.
        _ if missing => vec![Reached::Missing],
        Some(Entry { value: Some(value), .. }) => follow(nodes, *value, rest),
        Some(Entry { value: None, .. }) => vec![Reached::Nothing],
        None => vec![],
    }
}
