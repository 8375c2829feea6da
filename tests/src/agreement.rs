//! The library against the model.

use crate::{
    conformance::{
        Case, Mirror,
        mirror::{arc, borrowed, rc, variants::Variants},
        run::{Problem, Reused},
        run_case,
        walk::walks,
    },
    generate::{Pair, has_duplicate_keys},
    model::{self, How, Met, Options},
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
    has_verdict(pair, verdict.equal)?;
    walks_agree(pair).map(|()| true)
}

/// Compares a pair whose verdict is known, like [`agrees`].
///
/// # Errors
///
/// As for [`agrees`].
pub fn has_verdict(pair: &Pair, equal: bool) -> Result<(), String> {
    let Pair { nodes, lhs, rhs, options } = pair.clone();
    let peer_hash_equal = model::may_collide(&nodes, lhs, rhs, options);
    let Options { map_free_vars, skip_payload } = options;
    let (lhs_path, rhs_path) = (None, None);
    let case = Case { nodes, lhs, rhs, map_free_vars, skip_payload, equal, peer_hash_equal, lhs_path, rhs_path };
    let failures = run_case(&case, &mut Reused::default());
    let failures = failures.iter().filter(|failure| failure.problem != Problem::SharedCollision);
    let shown: Vec<String> = failures.map(ToString::to_string).collect();
    if shown.is_empty() { Ok(()) } else { Err(format!("{}\n{}", shown.join("\n"), case.line())) }
}

/// Compares what walks over the nodes meet with what they should, in all ways and, over one node or the other, in every
/// mirror.
///
/// # Errors
///
/// As for [`agrees`].
pub fn walks_agree(pair: &Pair) -> Result<(), String> {
    let expected = |root| How::ALL.map(|how| model::walk(&pair.nodes, root, pair.options, how));
    let (left, right) = (expected(pair.lhs), expected(pair.rhs));
    walks_agree_in::<arc::nodes::Nodes>(pair, pair.lhs, false, &left)?;
    walks_agree_in::<Variants>(pair, pair.lhs, true, &left)?;
    walks_agree_in::<rc::nodes::Nodes>(pair, pair.rhs, true, &right)?;
    walks_agree_in::<borrowed::nodes::Nodes>(pair, pair.rhs, false, &right)?;
    walks_agree_in::<Variants>(pair, pair.rhs, false, &right)
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
