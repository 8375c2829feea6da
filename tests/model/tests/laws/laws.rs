//! The laws, by their numbers in the specification. The tenth, on depth, is tested in `tests/adversity/depth`.

use proptest::prelude::*;
use sexpr_core::{Mismatch, Path, Reason, report::Step};
use sexpr_model::{
    conformance::{Mirror, NodeSpec, mirror::arc::nodes::Nodes, walk::step},
    differential,
    generate::{Pair, Recipe, Variation, change_leaf, has_contradictory_keys, reached},
    model::{self, Options, Reached},
};

use crate::strategies::{mutations, options, recipe, renaming, variation};

type Node = <Nodes as Mirror>::Node;

/// `PROPTEST_CASES` in the environment asks for more.
fn config() -> ProptestConfig {
    let default = ProptestConfig::default();
    ProptestConfig { cases: 2 * default.cases, failure_persistence: None, max_global_rejects: u32::MAX, ..default }
}

/// Compares through every mirror: verdict, hashes, presence of a mismatch, symmetry, reuse.
#[track_caller]
fn check(nodes: Vec<NodeSpec>, lhs: usize, rhs: usize, options: Options, equal: bool) {
    if let Err(disagreement) = differential::has_verdict(&Pair { nodes, lhs, rhs, options }, equal) {
        panic!("{disagreement}");
    }
}

/// Both sides of a pair.
fn built(pair: &Pair) -> (Node, Node) {
    let nodes = Nodes::build(&pair.nodes);
    (nodes[pair.lhs].clone(), nodes[pair.rhs].clone())
}

/// The graph with all its variables bound, and a copy: the original's root, the copy's nodes.
fn closed_pair(recipe: &Recipe, variation: Variation) -> (Vec<NodeSpec>, usize, Vec<usize>) {
    let mut nodes = recipe.closed_graph();
    let original = nodes.len();
    let copies = variation.keeping_variables(false).copy(&mut nodes, original);
    (nodes, original - 1, copies)
}

/// Whether a comparison may end at one of these: not at leaves that are the same, nor at nodes of one type that are
/// compared by their fields.
fn may_differ(nodes: &[NodeSpec], left: &[Reached], right: &[Reached]) -> bool {
    let by_identity = |spec: &NodeSpec| {
        let custom = matches!(spec, NodeSpec::Checked { .. } | NodeSpec::Virtual { .. });
        custom
            || spec.has_address()
            || matches!(spec, NodeSpec::NVar { .. } | NodeSpec::NDag { .. } | NodeSpec::NOp { .. })
    };
    let differ = |(left, right): (&Reached, &Reached)| match (left, right) {
        (Reached::Node(left), Reached::Node(right)) => {
            let (left, right) = (&nodes[*left], &nodes[*right]);
            by_identity(left) || by_identity(right) || std::mem::discriminant(left) != std::mem::discriminant(right)
        }
        (Reached::Missing | Reached::Nothing, Reached::Missing | Reached::Nothing) => left != right,
        (Reached::Name(_), Reached::Name(_)) | (Reached::Inside(_), Reached::Inside(_)) => true,
        (left, right) => left != right,
    };
    left.len() != right.len() || left.iter().zip(right).any(differ)
}

proptest! {
    #![proptest_config(config())]

    #[test]
    fn law_1_reflexive_and_symmetric(
        recipe in recipe(), variation in variation(), mutations in mutations(), options in options()
    ) {
        let pair = Pair::varied(&recipe, &variation, &mutations, options);
        prop_assume!(!has_contradictory_keys(&pair.nodes, [pair.lhs, pair.rhs]));
        let (left, right) = built(&pair);
        let library = options.of_the_library();
        prop_assert!(library.equal(&left, &left) && library.equal(&right, &right));
        prop_assert_eq!(library.equal(&left, &right), library.equal(&right, &left));
    }

    #[test]
    fn law_2_equal_implies_equal_hash_and_fingerprint(
        recipe in recipe(), variation in variation(), mutations in mutations(), options in options()
    ) {
        let pair = Pair::varied(&recipe, &variation, &mutations, options);
        prop_assume!(!has_contradictory_keys(&pair.nodes, [pair.lhs, pair.rhs]));
        let (left, right) = built(&pair);
        let library = options.of_the_library();
        if library.equal(&left, &right) {
            prop_assert_eq!(library.hash(&left), library.hash(&right));
            let fingerprints = (library.fingerprint(&left).ok(), library.fingerprint(&right).ok());
            prop_assert_eq!(fingerprints.0, fingerprints.1);
        }
    }

    #[test]
    fn law_3_a_mismatch_is_reported_exactly_where_the_sides_are_unequal(
        recipe in recipe(), variation in variation(), mutations in mutations(), options in options()
    ) {
        let pair = Pair::varied(&recipe, &variation, &mutations, options);
        prop_assume!(!has_contradictory_keys(&pair.nodes, [pair.lhs, pair.rhs]));
        let (left, right) = built(&pair);
        let library = options.of_the_library();
        prop_assert_eq!(library.equal(&left, &right), library.first_mismatch(&left, &right).is_none());
    }

    #[test]
    fn law_1_transitive(
        recipe in recipe(), one in variation(), two in variation(), mutation in mutations(), options in options()
    ) {
        let mut nodes = recipe.graph();
        let original = nodes.len();
        let first = one.copy(&mut nodes, original);
        let second = two.copy(&mut nodes, original);
        let own: Vec<usize> = second.iter().copied().filter(|copy| *copy >= original).collect();
        for mutation in mutation.iter().filter(|_| !own.is_empty()) {
            mutation.apply(&mut nodes, &own);
        }
        let root = original - 1;
        prop_assume!(!has_contradictory_keys(&nodes, [root, second[root]]));
        let built = Nodes::build(&nodes);
        let [a, b, c] = [root, first[root], second[root]].map(|index| &built[index]);
        let equal = |left: &Node, right: &Node| options.of_the_library().equal(left, right);
        for (a, b, c) in [(a, b, c), (b, a, c), (a, c, b)] {
            prop_assert!(!(equal(a, b) && equal(b, c)) || equal(a, c));
        }
    }

    #[test]
    fn law_4_renaming_bound_variables_changes_nothing(recipe in recipe(), variation in variation()) {
        let (nodes, root, copies) = closed_pair(&recipe, variation);
        let copy = copies[root];
        check(nodes, root, copy, Options::default(), true);
    }

    #[test]
    fn law_4_renaming_scope_by_scope_changes_nothing(recipe in recipe(), renaming in renaming()) {
        let mut nodes = recipe.closed_graph();
        let root = nodes.len() - 1;
        let copy = renaming.careful().apply(&mut nodes, root, Options::default());
        prop_assume!(copy.is_some());
        check(nodes, root, copy.unwrap(), Options::default(), true);
    }

    /// Sharing of `tree` nodes, ignored fields, the order of maps: none of them counts.
    #[test]
    fn laws_5_6_8_what_does_not_count_changes_nothing(
        recipe in recipe(), variation in variation(), options in options()
    ) {
        let Pair { nodes, lhs, rhs, .. } =
            Pair::varied(&recipe, &variation.keeping_variables(true), &[], options);
        prop_assume!(!model::compare(&nodes, lhs, rhs, options).hangs_on_addresses);
        check(nodes, lhs, rhs, options, true);
    }

    #[test]
    fn law_5_unsharing_a_dag_node_changes_the_verdict(recipe in recipe(), options in options()) {
        let mut nodes = recipe.graph();
        let value = nodes.len() - 1;
        let dag = nodes.len();
        nodes.extend([NodeSpec::Dag { value }, NodeSpec::Dag { value }]);
        let tuple = nodes.len();
        nodes.push(NodeSpec::Tuple { items: vec![dag, dag] });
        nodes.push(NodeSpec::Tuple { items: vec![dag, dag + 1] });
        prop_assume!(!model::compare(&nodes, tuple, tuple + 1, options).hangs_on_addresses);
        check(nodes, tuple, tuple + 1, options, false);
    }

    #[test]
    fn law_6_changing_one_compared_leaf_changes_the_verdict(
        recipe in recipe(), variation in variation(), which: u8
    ) {
        let (mut nodes, root, copies) = closed_pair(&recipe, variation);
        for node in &mut nodes {
            // The fields of an occurrence are not looked at, and its name may be that of another.
            match node {
                NodeSpec::NVar { dep, .. } => *dep = None,
                NodeSpec::NDag { value, .. } => *node = NodeSpec::Dag { value: *value },
                _ => {}
            }
        }
        let own = reached(&nodes, copies[root]);
        let leaves: Vec<usize> = own.into_iter().filter(|at| change_leaf(&mut nodes[*at].clone())).collect();
        prop_assume!(!leaves.is_empty());
        change_leaf(&mut nodes[leaves[usize::from(which) % leaves.len()]]);
        check(nodes, root, copies[root], Options::default(), false);
    }

    #[test]
    fn law_7_following_both_paths_reaches_values_that_differ(
        recipe in recipe(), variation in variation(), mutations in mutations(), options in options()
    ) {
        let Pair { nodes, lhs, rhs, .. } = Pair::varied(&recipe, &variation, &mutations, options);
        let built = Nodes::build(&nodes);
        let mismatch = options.of_the_library().first_mismatch(&built[lhs], &built[rhs]);
        // A path through a map with objects as keys names none of them.
        let through_objects = |mismatch: &Mismatch| {
            let steps = mismatch.lhs().steps().iter().chain(mismatch.rhs().steps());
            steps.into_iter().any(|step| matches!(step, Step::Key(key) | Step::MissingKey(key) if key.as_str().is_none()))
        };
        if let Some(mismatch) = mismatch.filter(|mismatch| !through_objects(mismatch)) {
            let follow = |root, path: &Path| model::follow(&nodes, root, &path.steps().iter().map(step).collect::<String>());
            let (left, right) = (follow(lhs, mismatch.lhs()), follow(rhs, mismatch.rhs()));
            prop_assert!(!left.is_empty() && !right.is_empty(), "{mismatch}\n{left:?} {right:?}\n{nodes:?}");
            // Where the order of a map counts, it may be the keys that differ.
            let keys_differ = matches!(mismatch.reason(), Reason::Keys);
            prop_assert!(keys_differ || may_differ(&nodes, &left, &right), "{mismatch}\n{left:?} {right:?}\n{nodes:?}");
        }
    }

    #[test]
    fn law_8_neither_addresses_nor_threads_count_in_the_hash_or_the_fingerprint_of_a_closed_term(recipe in recipe()) {
        let mut nodes = recipe.closed_graph();
        for node in &mut nodes {
            // Singletons are known by their addresses, and what is opaque has no stable bytes.
            if let NodeSpec::Op { name } | NodeSpec::Tensor { name, .. } = node {
                *node = NodeSpec::Str { value: name.clone() };
            }
        }
        let hash = |nodes: &[NodeSpec]| {
            let root = &Nodes::build(nodes)[nodes.len() - 1];
            (Options::default().of_the_library().hash(root), Options::default().of_the_library().fingerprint(root).unwrap())
        };
        let here = hash(&nodes);
        let _moves_what_follows = [Nodes::build(&nodes), Nodes::build(&nodes)];
        prop_assert_eq!(hash(&nodes), here);
        prop_assert_eq!(std::thread::spawn(move || hash(&nodes)).join().unwrap(), here);
    }

    #[test]
    fn law_9_swapping_the_sides_swaps_the_paths(
        recipe in recipe(), variation in variation(), mutations in mutations(), options in options()
    ) {
        let Pair { nodes, lhs, rhs, .. } = Pair::varied(&recipe, &variation, &mutations, options);
        prop_assume!(!has_contradictory_keys(&nodes, [lhs, rhs]));
        let built = Nodes::build(&nodes);
        let there = options.of_the_library().first_mismatch(&built[lhs], &built[rhs]);
        let back = options.of_the_library().first_mismatch(&built[rhs], &built[lhs]);
        prop_assert_eq!(there.is_some(), back.is_some());
        if let (Some(there), Some(back)) = (there, back) {
            let lacks_a_key = |mismatch: &Mismatch| {
                let last = [mismatch.lhs(), mismatch.rhs()].map(|path| path.steps().last());
                last.iter().any(|step| matches!(step, Some(Step::MissingKey(_))))
            };
            if !lacks_a_key(&there) && !lacks_a_key(&back) {
                prop_assert_eq!(there.lhs(), back.rhs());
                prop_assert_eq!(there.rhs(), back.lhs());
            }
        }
    }
}
