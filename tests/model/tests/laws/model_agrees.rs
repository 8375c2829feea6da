//! The library agrees with the model, and with itself.

use std::collections::BTreeMap;

use proptest::{prelude::*, strategy::ValueTree, test_runner::TestRunner};
use sexpr_model::{
    differential,
    generate::{Draw, Mutation, Pair, Recipe, Variation, has_contradictory_keys, reached},
    model::{self, Options},
};
use sexpr_test_support::random::Random;

use crate::{
    corners::{Corner, corners},
    strategies::{mutations, options, places, recipe, renaming, variation},
};

/// Checks a pair against the model.
fn agrees(pair: &Pair) -> Result<(), TestCaseError> {
    match differential::agrees(pair) {
        Ok(true) => Ok(()),
        Ok(false) => Err(TestCaseError::reject("nothing is specified")),
        Err(disagreement) => Err(TestCaseError::fail(disagreement)),
    }
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
        recipe in recipe(), variation in variation(), mutations in mutations(), options in options()
    ) {
        agrees(&Pair::varied(&recipe, &variation, &mutations, options))?;
    }

    /// A term against itself renamed scope by scope, with up to two mutations.
    #[test]
    fn on_a_term_and_its_renaming(
        recipe in recipe(), renaming in renaming(), mutations in mutations(), options in options()
    ) {
        let pair = Pair::renamed(&recipe, &renaming, &mutations, options);
        prop_assume!(pair.is_some());
        agrees(&pair.unwrap())?;
    }

    /// Two terms at several places each.
    #[test]
    fn on_terms_at_several_places(places in places(), options in options()) {
        agrees(&Pair::at_places(&places, options))?;
    }

    /// Two parts of one graph, which share much.
    #[test]
    fn on_two_nodes_of_one_graph(recipe in recipe(), which: u8, options in options()) {
        agrees(&Pair::parts(&recipe, which, options))?;
    }
}

/// What fuzzing runs.
#[test]
fn on_pairs_made_of_bytes() {
    let mut random = Random::new(1);
    let (mut equal, mut compared) = (0, 0);
    for _ in 0..2_000 {
        let bytes: Vec<u8> = (0..40 + random.below(160)).map(|_| random.bits() as u8).collect();
        let pair = Pair::from_bytes(&bytes);
        compared += usize::from(differential::agrees(&pair).unwrap());
        equal += usize::from(model::compare(&pair.nodes, pair.lhs, pair.rhs, pair.options).equal);
    }
    assert!((500..1_500).contains(&equal), "{equal} of 2000 pairs are equal");
    assert!(compared > 1_800, "of {compared} of 2000 pairs something is specified");
}

proptest! {
    #![proptest_config(config())]

    /// The model alone: what is renamed without capture is equal, and equal terms are hashed from the same items.
    #[test]
    fn the_model_agrees_with_itself(
        recipe in recipe(), renaming in renaming(), mutations in mutations(), options in options()
    ) {
        let mut nodes = recipe.closed_graph();
        let root = nodes.len() - 1;
        if let Some(copy) = renaming.clone().careful().apply(&mut nodes, root, Options::default()) {
            prop_assert!(model::compare(&nodes, root, copy, Options::default()).equal, "{nodes:?}");
        }
        if let Some(Pair { nodes, lhs, rhs, .. }) = Pair::renamed(&recipe, &renaming, &mutations, options) {
            prop_assume!(!has_contradictory_keys(&nodes, [lhs, rhs]));
            let items = |root| model::items(&nodes, root, options);
            let equal = model::compare(&nodes, lhs, rhs, options).equal;
            prop_assert!(!equal || items(lhs) == items(rhs), "{nodes:?}");
            prop_assert_eq!(equal, model::compare(&nodes, rhs, lhs, options).equal);
        }
    }
}

/// The model itself is held against the conformance cases, and what it hashes against its verdicts.
#[test]
fn the_model_agrees_with_the_conformance_cases() {
    for name in ["cases.jsonl", "scopes.jsonl", "shared.jsonl"] {
        let file = std::path::Path::new(env!("CARGO_MANIFEST_DIR")).join("conformance").join(name);
        for (line, case) in sexpr_model::conformance::read_file(&file).unwrap() {
            let verdict = model::compare(&case.nodes, case.lhs, case.rhs, case.options());
            assert_eq!(verdict.equal, case.equal, "{name}:{line}");
            let items = |root| model::items(&case.nodes, root, case.options());
            assert_eq!(items(case.lhs) == items(case.rhs), case.equal, "{name}:{line}");
        }
    }
}

const MAPPING: Options = Options { map_free_vars: true, skip_payload: false };

/// The generators make equal pairs and unequal ones, and graphs in which much is reached.
#[test]
fn the_generators_are_worth_their_while() {
    let equal = |pair: &Pair| model::compare(&pair.nodes, pair.lhs, pair.rhs, pair.options).equal;
    let mut runner = TestRunner::deterministic();
    let (mut varied, mut renamed, mut placed, mut sizes, mut too_large) = (0, 0, 0, 0, 0);
    for _ in 0..1_000 {
        let places = places().new_tree(&mut runner).unwrap().current();
        placed += usize::from(equal(&Pair::at_places(&places, MAPPING)));
        let mut draw = || (recipe(), variation(), renaming(), mutations()).new_tree(&mut runner).unwrap().current();
        let (recipe, variation, renaming, mutations) = draw();
        let pair = Pair::varied(&recipe, &variation, &mutations, MAPPING);
        varied += usize::from(equal(&pair));
        sizes += reached(&pair.nodes, pair.lhs).len();
        match Pair::renamed(&recipe, &renaming, &mutations, MAPPING) {
            Some(pair) => renamed += usize::from(equal(&pair)),
            None => too_large += 1,
        }
    }
    assert!((200..800).contains(&varied), "{varied} of 1000 pairs are equal");
    assert!((200..800).contains(&renamed), "{renamed} of 1000 renamed pairs are equal");
    assert!((200..800).contains(&placed), "{placed} of 1000 pairs at several places are equal");
    assert!(too_large < 100, "{too_large} of 1000 terms are too large to be renamed");
    assert!(sizes > 5_000, "{} nodes are reached on average", sizes / 1_000);
}

/// The corners in which mistakes are made occur in many random graphs.
#[test]
fn the_generators_reach_every_corner() {
    const GRAPHS: usize = 1_000;
    let mut random = Random::new(3);
    let mut counts = BTreeMap::from_iter(Corner::ALL.iter().map(|corner| (*corner, 0)));
    let mut differ_in_one_place = 0;
    for _ in 0..GRAPHS {
        let bytes: Vec<u8> = (0..40 + random.below(160)).map(|_| random.bits() as u8).collect();
        let Pair { nodes, lhs, .. } = Pair::from_bytes(&bytes);
        for corner in corners(&nodes, lhs) {
            *counts.entry(corner).or_insert(0) += 1;
        }
        let draw = &mut Draw::new(&bytes);
        let (variation, mutation) = (Variation::draw(draw), Mutation { at: draw.byte(), to: draw.byte() });
        let recipe = Recipe::draw(draw, 40);
        let equal = |mutations: &[Mutation]| {
            let Pair { nodes, lhs, rhs, options } = Pair::varied(&recipe, &variation, mutations, MAPPING);
            model::compare(&nodes, lhs, rhs, options).equal
        };
        differ_in_one_place += usize::from(equal(&[]) && !equal(&[mutation]));
    }
    println!("{counts:?}, {differ_in_one_place} differ in one place");
    assert!(counts.values().all(|count| *count > GRAPHS / 50), "{counts:?} of {GRAPHS} graphs");
    assert!(differ_in_one_place > GRAPHS / 10, "{differ_in_one_place} of {GRAPHS} pairs differ in one place alone");
}
