//! Keys that contradict each other: the author's error.
//!
//! Of two keys of one identity in one map nothing is specified but that nothing panics. Of two dag nodes with one key,
//! but not the same content, the verdict is; laws need not hold.

use std::collections::HashMap;

use super::reached;
use crate::conformance::NodeSpec;

/// Removes entries of maps whose key is that of another entry.
pub fn remove_duplicate_keys(nodes: &[NodeSpec], spec: &mut NodeSpec) {
    fn keep_first<T, K: PartialEq>(entries: &mut Vec<T>, key: impl Fn(&T) -> K) {
        let mut kept: Vec<K> = vec![];
        entries.retain(|entry| {
            let key = key(entry);
            let is_new = !kept.contains(&key);
            kept.push(key);
            is_new
        });
    }
    let variable = |index: usize| match &nodes[index] {
        NodeSpec::NVar { name, .. } => Err(name.clone()),
        _ => Ok(index),
    };
    match spec {
        NodeSpec::Subst { entries } | NodeSpec::OrderedSubst { entries } => {
            keep_first(entries, |(key, _)| variable(*key));
        }
        NodeSpec::Attrs { entries } | NodeSpec::Ordered { entries } | NodeSpec::Registry { entries } => {
            keep_first(entries, |(key, _)| key.clone());
        }
        NodeSpec::Pairs { entries } => keep_first(entries, |(key, _)| key.clone()),
        NodeSpec::Memo { entries } => keep_first(entries, |(key, _)| *key),
        NodeSpec::NameSet { names } => keep_first(names, String::clone),
        NodeSpec::Sets { texts, variables } => {
            keep_first(texts, String::clone);
            keep_first(variables, |key| variable(*key));
        }
        _ => {}
    }
}

/// Whether two entries of a map have one key.
pub fn has_duplicate_keys(nodes: &[NodeSpec]) -> bool {
    nodes.iter().any(|node| {
        let mut kept = node.clone();
        remove_duplicate_keys(nodes, &mut kept);
        // `NaN` is not the same as itself, and no key.
        kept != *node && !matches!(node, NodeSpec::Float { .. })
    })
}

/// Whether two dag nodes below a root have one key, and not the same content.
fn has_ambiguous_keys(nodes: &[NodeSpec], root: usize) -> bool {
    let mut known: HashMap<&str, String> = HashMap::new();
    reached(nodes, root).into_iter().any(|index| {
        let NodeSpec::NDag { name, value } = &nodes[index] else { return false };
        let written = written(nodes, *value);
        *known.entry(name).or_insert_with(|| written.clone()) != written
    })
}

/// A node and all below it; what is known by its address, by its place.
fn written(nodes: &[NodeSpec], index: usize) -> String {
    let spec = &nodes[index];
    if spec.has_address() {
        return format!("at {index}");
    }
    let mut shape = spec.clone();
    shape.each_reference(&mut |to, _| *to = 0);
    let (any, variables) = spec.references();
    let below: Vec<String> = any.into_iter().chain(variables).map(|below| written(nodes, below)).collect();
    format!("{shape:?} of ({})", below.join(", "))
}

/// Whether keys contradict each other below either root, or in any map.
pub fn has_contradictory_keys(nodes: &[NodeSpec], roots: [usize; 2]) -> bool {
    has_duplicate_keys(nodes) || roots.into_iter().any(|root| has_ambiguous_keys(nodes, root))
}
