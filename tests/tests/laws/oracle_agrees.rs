//! The library agrees with the oracle, and with itself.

use proptest::{collection::vec, prelude::*};
use sexpr_tests::{
    conformance::{
        Case, NodeSpec,
        run::{Problem, Reused},
        run_case,
    },
    oracle,
};

use crate::{
    generate::{Recipe, has_duplicate_keys, recipe},
    places::places,
    vary::{Mutation, Variation, mutations, variation},
};

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

/// How a term is renamed, scope by scope.
#[derive(Clone, Debug)]
pub(crate) struct Renaming {
    careless: bool,
    decisions: Vec<u8>,
}

pub(crate) fn renaming() -> impl Strategy<Value = Renaming> {
    (any::<bool>(), vec(any::<u8>(), 1..24)).prop_map(|(careless, decisions)| Renaming { careless, decisions })
}

impl Renaming {
    /// The same, without capture.
    pub(crate) fn careful(self) -> Renaming {
        Renaming { careless: false, ..self }
    }

    /// Appends the renamed term; nothing, if it is too large.
    pub(crate) fn apply(&self, nodes: &mut Vec<NodeSpec>, root: usize, map_free_vars: bool) -> Option<usize> {
        let mut decisions = self.decisions.iter().cycle();
        let mut decide = |below| decisions.next().map_or(0, |decision| usize::from(*decision) % below);
        oracle::rename(nodes, root, map_free_vars, self.careless, &mut decide)
    }
}

/// A term and what became of it by renaming and mutations.
fn renamed_pair(
    recipe: &Recipe,
    renaming: &Renaming,
    mutations: &[Mutation],
    map_free_vars: bool,
) -> Option<(Vec<NodeSpec>, usize, usize)> {
    let mut nodes = recipe.graph();
    let original = nodes.len();
    let copy = renaming.apply(&mut nodes, original - 1, map_free_vars)?;
    let own: Vec<usize> = (original..nodes.len()).collect();
    for mutation in mutations.iter().filter(|_| !own.is_empty()) {
        mutation.apply(&mut nodes, &own);
    }
    Some((nodes, original - 1, copy))
}

/// Compares through every mirror: verdict, hashes, presence of a mismatch, symmetry, reuse.
#[track_caller]
pub(crate) fn check(nodes: Vec<NodeSpec>, lhs: usize, rhs: usize, map_free_vars: bool, equal: bool) {
    let peer_hash_equal = oracle::may_collide(&nodes, lhs, rhs, map_free_vars);
    let case = Case { nodes, lhs, rhs, map_free_vars, equal, peer_hash_equal, lhs_path: None, rhs_path: None };
    let failures = run_case(&case, &mut Reused::default());
    let failures = failures.iter().filter(|failure| failure.problem != Problem::SharedCollision);
    let shown: Vec<String> = failures.map(ToString::to_string).collect();
    assert!(shown.is_empty(), "{}\n{}", shown.join("\n"), case.line());
}

/// Checks a pair against the oracle.
fn agrees(nodes: Vec<NodeSpec>, lhs: usize, rhs: usize, map_free_vars: bool) -> Result<(), TestCaseError> {
    prop_assume!(!has_duplicate_keys(&nodes));
    let verdict = oracle::compare(&nodes, lhs, rhs, map_free_vars);
    prop_assume!(!verdict.hangs_on_addresses);
    check(nodes, lhs, rhs, map_free_vars, verdict.equal);
    Ok(())
}

/// `PROPTEST_CASES` in the environment asks for more.
fn config() -> ProptestConfig {
    let default = ProptestConfig::default();
    ProptestConfig { cases: 8 * default.cases, failure_persistence: None, max_global_rejects: u32::MAX, ..default }
}

proptest! {
    #![proptest_config(config())]

    /// A graph against a variation of it with up to two mutations.
    #[test]
    fn on_a_graph_and_its_mutations(
        recipe in recipe(), variation in variation(), mutations in mutations(), map_free_vars: bool
    ) {
        let (nodes, lhs, rhs) = pair(&recipe, &variation, &mutations);
        agrees(nodes, lhs, rhs, map_free_vars)?;
    }

    /// A term against itself renamed scope by scope, with up to two mutations.
    #[test]
    fn on_a_term_and_its_renaming(
        recipe in recipe(), renaming in renaming(), mutations in mutations(), map_free_vars: bool
    ) {
        let pair = renamed_pair(&recipe, &renaming, &mutations, map_free_vars);
        prop_assume!(pair.is_some());
        let (nodes, lhs, rhs) = pair.unwrap();
        agrees(nodes, lhs, rhs, map_free_vars)?;
    }

    /// Two terms at several places each.
    #[test]
    fn on_terms_at_several_places(places in places(), map_free_vars: bool) {
        let (nodes, lhs, rhs) = places.pair();
        agrees(nodes, lhs, rhs, map_free_vars)?;
    }

    /// Two parts of one graph, which share much.
    #[test]
    fn on_two_nodes_of_one_graph(recipe in recipe(), lhs: u8, map_free_vars: bool) {
        let nodes = recipe.graph();
        let (lhs, rhs) = (usize::from(lhs) % nodes.len(), nodes.len() - 1);
        agrees(nodes, lhs, rhs, map_free_vars)?;
    }
}

proptest! {
    #![proptest_config(config())]

    /// The oracle alone: what is renamed without capture is equal, and equal terms are hashed from the same items.
    #[test]
    fn the_oracle_agrees_with_itself(
        recipe in recipe(), renaming in renaming(), mutations in mutations(), map_free_vars: bool
    ) {
        let mut nodes = recipe.closed_graph();
        let root = nodes.len() - 1;
        if let Some(copy) = renaming.clone().careful().apply(&mut nodes, root, false) {
            prop_assert!(oracle::compare(&nodes, root, copy, false).equal, "{nodes:#?}");
        }
        if let Some((nodes, lhs, rhs)) = renamed_pair(&recipe, &renaming, &mutations, map_free_vars) {
            prop_assume!(!has_duplicate_keys(&nodes));
            let items = |root| oracle::items(&nodes, root, map_free_vars);
            let equal = oracle::compare(&nodes, lhs, rhs, map_free_vars).equal;
            prop_assert!(!equal || items(lhs) == items(rhs), "{nodes:#?}");
            prop_assert_eq!(equal, oracle::compare(&nodes, rhs, lhs, map_free_vars).equal);
        }
    }
}

/// The oracle itself is held against the conformance cases, and what it hashes against its verdicts.
#[test]
fn the_oracle_agrees_with_the_conformance_cases() {
    for name in ["cases.jsonl", "scopes.jsonl", "shared.jsonl"] {
        let file = std::path::Path::new(env!("CARGO_MANIFEST_DIR")).join("conformance").join(name);
        for (line, case) in sexpr_tests::conformance::read_file(&file).unwrap() {
            let verdict = oracle::compare(&case.nodes, case.lhs, case.rhs, case.map_free_vars);
            assert_eq!(verdict.equal, case.equal, "{name}:{line}");
            let items = |root| oracle::items(&case.nodes, root, case.map_free_vars);
            let same_items = items(case.lhs) == items(case.rhs);
            assert!(same_items || !case.equal, "{name}:{line}");
            assert!(!same_items || case.peer_hash_equal, "{name}:{line}");
        }
    }
}

/// The generators make equal pairs and unequal ones, and graphs in which much is reached.
#[test]
fn the_generators_are_worth_their_while() {
    use proptest::{strategy::ValueTree, test_runner::TestRunner};
    let mut runner = TestRunner::deterministic();
    let (mut varied, mut renamed, mut placed, mut sizes, mut too_large) = (0, 0, 0, 0, 0);
    for _ in 0..1_000 {
        let (nodes, lhs, rhs) = places().new_tree(&mut runner).unwrap().current().pair();
        placed += usize::from(oracle::compare(&nodes, lhs, rhs, true).equal);
        let mut draw = || (recipe(), variation(), renaming(), mutations()).new_tree(&mut runner).unwrap().current();
        let (recipe, variation, renaming, mutations) = draw();
        let (nodes, lhs, rhs) = pair(&recipe, &variation, &mutations);
        varied += usize::from(oracle::compare(&nodes, lhs, rhs, true).equal);
        sizes += crate::generate::reached(&nodes, lhs).len();
        let Some((nodes, lhs, rhs)) = renamed_pair(&recipe, &renaming, &mutations, true) else {
            too_large += 1;
            continue;
        };
        renamed += usize::from(oracle::compare(&nodes, lhs, rhs, true).equal);
    }
    assert!((200..800).contains(&varied), "{varied} of 1000 pairs are equal");
    assert!((200..800).contains(&renamed), "{renamed} of 1000 renamed pairs are equal");
    assert!((200..800).contains(&placed), "{placed} of 1000 pairs at several places are equal");
    assert!(too_large < 100, "{too_large} of 1000 terms are too large to be renamed");
    assert!(sizes > 5_000, "{} nodes are reached on average", sizes / 1_000);
}
