//! The library against the model.

use crate::{
    conformance::{
        Case,
        run::{Problem, Reused},
        run_case,
    },
    generate::{Pair, has_duplicate_keys},
    model::{self, Options},
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
    has_verdict(pair, verdict.equal).map(|()| true)
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
