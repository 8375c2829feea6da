//! Graphs whose nodes refer to each other by ids, and which have cycles: the library agrees with the model, and equality is
//! what it should be.

use proptest::test_runner::Config;
use sexpr_model::{
    conformance::NodeSpec,
    differential,
    generate::Cyclic,
    model::{self, Options},
};
use sexpr_test_support::random::Random;

/// Graphs that are the same in every run.
fn graphs(seed: u64) -> impl Iterator<Item = Cyclic> {
    let mut random = Random::new(seed);
    let bytes = move || Vec::from_iter((0..40 + random.below(160)).map(|_| random.bits() as u8));
    std::iter::repeat_with(bytes).map(|bytes| Cyclic::from_bytes(&bytes))
}

/// All pairs of three graphs: verdicts are the model's, equality is reflexive, symmetric and transitive, the order of
/// allocation makes no difference, and hashes are equal where graphs are. `PROPTEST_CASES` in the environment asks for
/// more.
#[test]
fn of_ids_are_compared_as_the_model_does() {
    let triples = 7_000.max(2 * Config::default().cases as usize);
    let given_up = graphs(2).take(triples).filter(|graph| match differential::agrees_by_ids(graph) {
        Ok(verdicts) => verdicts.is_none(),
        Err(disagreement) => panic!("{disagreement}"),
    });
    let given_up = given_up.count();
    assert!(given_up < triples / 100, "the model gives up on {given_up} of {triples}");
}

/// `L1 = λx. D1`, `D1 = (y, L2)`, `L2 = λy. D2` and `D2 = (x, L1)`, with dag nodes `D1` and `D2`: a comparison that looks into each as often as other variables are bound around
/// it never ends.
#[test]
fn of_functions_in_each_other_are_compared_to_the_end() {
    let variable = |name: &str| NodeSpec::NVar { name: name.into(), dep: None };
    let function = |variable, body| NodeSpec::NLam { params: vec![variable], body };
    let both = |lhs, rhs| NodeSpec::Add { lhs, rhs, span: String::new() };
    let dag = |value| NodeSpec::Dag { value };
    let functions = [function(0, 6), both(1, 4), function(1, 7), both(0, 2), dag(3), dag(5)];
    let nodes = [variable("x"), variable("y")].into_iter().chain(functions).collect();
    let graph = Cyclic { nodes, roots: [2, 2, 4], options: Options::default() };
    assert_eq!(differential::agrees_by_ids(&graph), Ok(Some([true, false, false])));
}

/// `A = { r; B }`, `B = let rec r = C in C` and `C = { A; r; … }`, where `A` and `C` are behind dag nodes, once with one `C` and
/// once with two equal ones: a node counts as shared wherever it is met until the record around it is closed, also where `r`
/// is bound in between. As long as it is open, what `A` consulted counts for none of them.
#[test]
fn of_shared_nodes_are_shared_until_the_record_around_them_is_closed() {
    let block = |body, items| NodeSpec::Block { body, items };
    let rec = |value, body| NodeSpec::NRec { vars: vec![0], values: vec![value], body };
    let dag = |value| NodeSpec::Dag { value };
    let variables = [NodeSpec::NVar { name: "r".into(), dep: None }, NodeSpec::Int { value: 1 }];
    let once = [dag(3), block(1, vec![0, 4]), rec(5, 5), dag(6), block(0, vec![2, 0])];
    let twice =
        [dag(8), block(1, vec![0, 9]), rec(10, 11), dag(12), dag(13), block(0, vec![7, 0]), block(0, vec![7, 0])];
    let nodes = variables.into_iter().chain(once).chain(twice).collect();
    let options = Options { map_free_vars: true, ..Options::default() };
    let graph = Cyclic { nodes, roots: [2, 7, 2], options };
    assert_eq!(differential::agrees_by_ids(&graph), Ok(Some([false, false, true])));
}

/// The generator makes graphs with cycles, equal ones and unequal ones.
#[test]
fn the_generator_is_worth_its_while() {
    const GRAPHS: usize = 1_000;
    let (mut cyclic, mut equal) = (0, 0);
    for Cyclic { nodes, roots, options } in graphs(1).take(GRAPHS) {
        cyclic += usize::from(model::on_cycles(&nodes)[roots[0]]);
        equal += usize::from(model::compare_by_ids(&nodes, roots[0], roots[1], options) == Some(true));
    }
    assert!(cyclic > GRAPHS / 4, "{cyclic} of {GRAPHS} nodes are on cycles");
    assert!((GRAPHS / 5..GRAPHS * 4 / 5).contains(&equal), "{equal} of {GRAPHS} pairs are equal");
}
