//! The library agrees with the oracle, and with itself.

use proptest::prelude::*;
use sexpr_tests::{
    conformance::{Case, NodeSpec, run::Reused, run_case},
    oracle,
};

use crate::generate::{Mutation, Recipe, Variation, mutations, recipe, variation};

/// Two graphs in one: the original and a variation of it with mutations.
pub(crate) fn pair(recipe: &Recipe, variation: &Variation, mutations: &[Mutation]) -> (Vec<NodeSpec>, usize, usize) {
    let mut nodes = recipe.graph();
    let original = nodes.len();
    let copies = variation.copy(&mut nodes, original);
    let own: Vec<usize> = copies.iter().copied().filter(|copy| *copy >= original).collect();
    for mutation in mutations.iter().filter(|_| !own.is_empty()) {
        mutation.apply(&mut nodes, &own);
    }
    let (lhs, rhs) = (original - 1, copies[original - 1]);
    (nodes, lhs, rhs)
}

/// Compares through every mirror: verdict, hashes, presence of a mismatch, symmetry, reuse.
#[track_caller]
pub(crate) fn check(nodes: Vec<NodeSpec>, lhs: usize, rhs: usize, map_free_vars: bool, equal: bool) {
    let case = Case { nodes, lhs, rhs, map_free_vars, equal, peer_hash_equal: false, lhs_path: None, rhs_path: None };
    let failures = run_case(&case, &mut Reused::default());
    let shown: Vec<String> = failures.iter().map(ToString::to_string).collect();
    assert!(shown.is_empty(), "{}\n{:#?}", shown.join("\n"), case.nodes);
}

/// `PROPTEST_CASES` in the environment asks for more.
fn config() -> ProptestConfig {
    let default = ProptestConfig::default();
    ProptestConfig { cases: 8 * default.cases, failure_persistence: None, ..default }
}

proptest! {
    #![proptest_config(config())]

    /// A graph against a variation of it with up to two mutations.
    #[test]
    fn on_a_graph_and_its_mutations(
        recipe in recipe(), variation in variation(), mutations in mutations(), map_free_vars: bool
    ) {
        let (nodes, lhs, rhs) = pair(&recipe, &variation, &mutations);
        let verdict = oracle::compare(&nodes, lhs, rhs, map_free_vars);
        prop_assume!(!verdict.hangs_on_addresses);
        check(nodes, lhs, rhs, map_free_vars, verdict.equal);
    }

    /// Two parts of one graph, which share much.
    #[test]
    fn on_two_nodes_of_one_graph(recipe in recipe(), lhs: u8, map_free_vars: bool) {
        let nodes = recipe.graph();
        let (lhs, rhs) = (usize::from(lhs) % nodes.len(), nodes.len() - 1);
        let verdict = oracle::compare(&nodes, lhs, rhs, map_free_vars);
        prop_assume!(!verdict.hangs_on_addresses);
        check(nodes, lhs, rhs, map_free_vars, verdict.equal);
    }
}

/// The oracle itself is held against the conformance cases.
#[test]
fn the_oracle_agrees_with_the_conformance_cases() {
    let file = std::path::Path::new(env!("CARGO_MANIFEST_DIR")).join("conformance/cases.jsonl");
    for (line, case) in sexpr_tests::conformance::read_file(&file).unwrap() {
        let verdict = oracle::compare(&case.nodes, case.lhs, case.rhs, case.map_free_vars);
        assert_eq!(verdict.equal, case.equal, "line {line}");
    }
}

/// The generator makes equal pairs and unequal ones, and graphs in which much is reached.
#[test]
fn the_generator_is_worth_its_while() {
    use proptest::{strategy::ValueTree, test_runner::TestRunner};
    let mut runner = TestRunner::deterministic();
    let (mut equal, mut sizes) = (0, 0);
    for _ in 0..1_000 {
        let mut draw = || (recipe(), variation(), mutations()).new_tree(&mut runner).unwrap().current();
        let (recipe, variation, mutations) = draw();
        let (nodes, lhs, rhs) = pair(&recipe, &variation, &mutations);
        equal += usize::from(oracle::compare(&nodes, lhs, rhs, true).equal);
        sizes += crate::generate::reached(&nodes, lhs).len();
    }
    assert!((200..800).contains(&equal), "{equal} of 1000 pairs are equal");
    assert!(sizes > 5_000, "{} nodes are reached on average", sizes / 1_000);
}
