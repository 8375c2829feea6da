//! The library against the model.

use std::collections::{HashMap, HashSet};

#[cfg(feature = "long")]
use crate::conformance::mirror::{borrowed, rc, variants::Variants};
use crate::{
    conformance::{
        Case, Mirror, NodeSpec,
        mirror::{arc, by_ids},
        run::{Arenas, Failure, Reused, run_case_by_ids, run_case_with_arc},
        run_case,
        walk::walks,
    },
    generate::{Cyclic, Pair, has_duplicate_keys},
    model::{self, How, Met, Options, Reach},
};

/// Compares a pair with every mirror and every operation, and each answer with the model's. Answers with whether the
/// pair was compared: the specification says nothing of some pairs.
///
/// # Errors
///
/// What disagrees, for a reader, with the pair as a line of a file of cases.
pub fn agrees(pair: &Pair) -> Result<bool, String> {
    if has_duplicate_keys(&pair.nodes) {
        return Ok(false);
    }
    let verdict = model::compare(&pair.nodes, pair.lhs, pair.rhs, pair.options);
    if verdict.hangs_on_addresses {
        return Ok(false);
    }
    if verdict.hangs_on_ranks {
        has_verdict_in(pair, verdict.equal, run_case_with_arc)?;
    } else {
        has_verdict(pair, verdict.equal)?;
    }
    walks_agree(pair)?;
    searches_agree(pair)?;
    Ok(true)
}

/// Compares a pair whose verdict is known, like [`agrees`].
///
/// # Errors
///
/// As for [`agrees`].
pub fn has_verdict(pair: &Pair, equal: bool) -> Result<(), String> {
    has_verdict_in(pair, equal, run_case)
}

fn has_verdict_in(pair: &Pair, equal: bool, run: fn(&Case, &mut Reused) -> Vec<Failure>) -> Result<(), String> {
    let Pair { nodes, lhs, rhs, options } = pair.clone();
    let Options { map_free_vars, skip_payload } = options;
    let (peer_hash_equal, lhs_path, rhs_path) = (equal, None, None);
    let case = Case { nodes, lhs, rhs, map_free_vars, skip_payload, equal, peer_hash_equal, lhs_path, rhs_path };
    let failures = run(&case, &mut Reused::default());
    let shown: Vec<String> = failures.iter().map(ToString::to_string).collect();
    if shown.is_empty() { Ok(()) } else { Err(format!("{}\n{}", shown.join("\n"), case.line())) }
}

/// Compares three graphs with cycles with each other, in one arena, in several, and in nested ones. Answers with the
/// model's verdicts, in one arena, on the first and the second, the second and the third, and the first and the third;
/// nothing, where the model gives up.
///
/// # Errors
///
/// As for [`agrees`].
pub fn agrees_by_ids(cyclic: &Cyclic) -> Result<Option<[bool; 3]>, String> {
    let Cyclic { nodes, roots: [one, other, third], options } = cyclic;
    let (twice, unnested) = (twice(nodes), by_ids::unnested(nodes));
    let reused = &mut Reused::default();
    let mut verdicts = [false; 3];
    for (verdict, (lhs, rhs)) in verdicts.iter_mut().zip([(*one, *other), (*other, *third), (*one, *third)]) {
        let equal = [
            (Arenas::One, model::compare_by_ids(nodes, lhs, rhs, *options)),
            (Arenas::OneEach, model::compare_by_ids(&twice, lhs, rhs + nodes.len(), *options)),
            (Arenas::Nested, model::compare_by_ids(&unnested, lhs, rhs, *options)),
        ];
        for (arenas, equal) in equal {
            let Some(equal) = equal else { return Ok(None) };
            *verdict = if arenas == Arenas::One { equal } else { *verdict };
            let Options { map_free_vars, skip_payload } = *options;
            let (nodes, peer_hash_equal, lhs_path, rhs_path) = (nodes.clone(), equal, None, None);
            let case =
                Case { nodes, lhs, rhs, map_free_vars, skip_payload, equal, peer_hash_equal, lhs_path, rhs_path };
            let failures = run_case_by_ids(&case, arenas, reused);
            if !failures.is_empty() {
                let shown: Vec<String> = failures.iter().map(ToString::to_string).collect();
                return Err(format!("{}\n{}", shown.join("\n"), case.line()));
            }
        }
    }
    if verdicts.iter().filter(|equal| **equal).count() == 2 {
        return Err(format!("equality is not transitive: {verdicts:?} on {cyclic:?}"));
    }
    Ok(Some(verdicts))
}

/// The nodes, and all of them once more.
fn twice(nodes: &[NodeSpec]) -> Vec<NodeSpec> {
    let mut again = nodes.to_vec();
    again.iter_mut().for_each(|spec| spec.each_reference(&mut |to, _| *to += nodes.len()));
    [nodes, &again].concat()
}

/// Compares what walks over either node meet with what they should, in all ways and in every mirror.
///
/// # Errors
///
/// As for [`agrees`].
pub fn walks_agree(pair: &Pair) -> Result<(), String> {
    for (root, held) in [(pair.lhs, false), (pair.rhs, true)] {
        let expected = How::ALL.map(|how| model::walk(&pair.nodes, root, pair.options, how));
        let with_arc = expected.each_ref().map(|walk| walk.as_ref().map(|(met, _)| met.clone()));
        walks_agree_in::<arc::nodes::Nodes>(pair, root, held, &with_arc)?;
        #[cfg(feature = "long")]
        {
            let with_any = expected.map(|walk| walk.filter(|(_, hangs_on_ranks)| !hangs_on_ranks).map(|(met, _)| met));
            walks_agree_in::<rc::nodes::Nodes>(pair, root, held, &with_any)?;
            walks_agree_in::<borrowed::nodes::Nodes>(pair, root, !held, &with_any)?;
            walks_agree_in::<Variants>(pair, root, !held, &with_any)?;
        }
    }
    Ok(())
}

fn walks_agree_in<M: Mirror>(
    pair: &Pair,
    root: usize,
    held: bool,
    expected: &[Option<Vec<Met>>],
) -> Result<(), String> {
    let Pair { nodes, options, .. } = pair;
    let walks = walks::<M>(nodes, root, *options, held);
    for ((how, expected), met) in How::ALL.iter().zip(expected).zip(&walks) {
        let Some(expected) = expected else { continue };
        let Some(at) = first_difference::<M>(expected, met) else { continue };
        let [expected, met] =
            [expected, met].map(|list| list.get(at).map_or("nothing".into(), |met| format!("{met:?}")));
        let nodes = serde_json::to_string(nodes).unwrap_or_else(|error| error.to_string());
        return Err(format!(
            "a walk over node {root} with {options:?}, {how:?} [{}] meets, as number {at},\n{met}, \
             and should\n{expected}\n{nodes}",
            M::NAME
        ));
    }
    Ok(())
}

/// Compares what searches for the nodes of each type find with what can be reached from either node, in every mirror.
///
/// # Errors
///
/// As for [`agrees`].
pub fn searches_agree(pair: &Pair) -> Result<(), String> {
    for root in [pair.lhs, pair.rhs] {
        let Some(reach) = model::reach(&pair.nodes, root) else { continue };
        search_agrees::<arc::nodes::Nodes>(&pair.nodes, root, &reach)?;
        #[cfg(feature = "long")]
        {
            search_agrees::<rc::nodes::Nodes>(&pair.nodes, root, &reach)?;
            search_agrees::<borrowed::nodes::Nodes>(&pair.nodes, root, &reach)?;
            search_agrees::<Variants>(&pair.nodes, root, &reach)?;
        }
    }
    Ok(())
}

/// Compares what searches for the nodes of each type find in a mirror with what can be reached from a node.
///
/// # Errors
///
/// As for [`agrees`].
pub fn search_agrees<M: Mirror>(nodes: &[NodeSpec], root: usize, reach: &Reach) -> Result<(), String> {
    let built = M::build(nodes);
    let places: HashMap<usize, usize> = built.iter().map(M::address_of).zip(0..).collect();
    // What is held inline may lie at a place that stands for no node of the graph, and the other way around.
    let has_place = |node: &usize| !(M::HOLDS_INLINE && is_held_inline(&nodes[*node]));
    let order: HashMap<usize, usize> = reach.nodes.iter().copied().filter(has_place).zip(0..).collect();
    let mut missing: HashSet<usize> = order.keys().copied().collect();
    let error = |what: String| {
        let nodes = serde_json::to_string(nodes).unwrap_or_else(|error| error.to_string());
        Err(format!("a search in node {root} [{}] {what}; there are {reach:?} in\n{nodes}", M::NAME))
    };
    for addresses in M::addresses_by_type(&built[root]) {
        let found = addresses.iter().filter_map(|address| places.get(address).copied());
        let found: Vec<usize> = found.filter(has_place).collect();
        if let Some(node) = found.iter().find(|node| !missing.remove(node)) {
            return error(format!("finds {node} in vain or again"));
        }
        if reach.is_ordered && !found.iter().map(|node| order[node]).is_sorted() {
            return error(format!("finds {found:?} in another order"));
        }
    }
    if missing.is_empty() { Ok(()) } else { error(format!("does not find {missing:?}")) }
}

/// Whether a mirror may hold a node inline.
fn is_held_inline(node: &NodeSpec) -> bool {
    use NodeSpec::{NDag, NOp, NVar, Param, Var};
    matches!(node, Var { .. } | NVar { .. } | Param { .. } | NDag { .. } | NOp { .. })
}

/// Where two lists begin to differ of what a walk should meet, and what it does in a mirror.
pub fn first_difference<M: Mirror>(expected: &[Met], met: &[Met]) -> Option<usize> {
    let is_met = |(expected, met): (&Met, &Met)| {
        let index = met.index.or(expected.index.filter(|_| M::HOLDS_INLINE));
        let name = if met.name.is_empty() { &expected.name } else { &met.name };
        Met { index, name: name.clone(), ..met.clone() } == *expected
    };
    let same = expected.iter().zip(met).take_while(|pair| is_met(*pair)).count();
    (same < expected.len().max(met.len())).then_some(same)
}
