//! The operations on terms: walks, searches, rewritings, substitution, hash-consing and common subexpressions. And the
//! scenarios of the documents on structural equality.

mod common_subexpressions;
mod diff;
mod hash_cons;
mod rewrite;
mod scenarios;
mod terms;
mod walk;

/// Shared by these modules.
mod lambda;
/// Shared by `hash_cons` and `common_subexpressions`.
mod language;

/// So many times the usual number of cases, with nothing kept of those that fail.
fn cases(times: u32) -> proptest::test_runner::Config {
    let default = proptest::test_runner::Config::default();
    let cases = if cfg!(miri) { 10 } else { times * default.cases };
    proptest::test_runner::Config { cases, failure_persistence: None, ..default }
}
