//! Mutants of the model: the conformance cases and random graphs catch each deliberate mistake.

use std::path::Path;

use sexpr_model::{
    conformance::{
        Case, Mirror, NodeSpec,
        mirror::{arc::nodes::Nodes, by_ids},
        read_file,
        walk::walks,
    },
    differential::{first_difference, search_agrees},
    generate::{Cyclic, Pair, has_contradictory_keys},
    model::{self, How, Mistake, Options, Reach},
};
use sexpr_test_support::random::Random;

/// What the library has been asked about.
trait Catches {
    /// Whether the library disagrees with a model that makes a mistake.
    fn catches(&self, mistake: Mistake) -> bool;
}

/// A pair, and what the library says of it.
struct Compared {
    pair: Pair,
    equal: bool,
    same_hash: bool,
}

impl Compared {
    /// Nothing, if nothing is specified.
    fn by_the_library(pair: Pair) -> Option<Compared> {
        let Pair { nodes, lhs, rhs, options } = &pair;
        if has_contradictory_keys(nodes, [*lhs, *rhs]) || model::compare(nodes, *lhs, *rhs, *options).hangs_on_addresses
        {
            return None;
        }
        let built = Nodes::build(nodes);
        let (left, right, library) = (&built[*lhs], &built[*rhs], options.of_the_library());
        let equal = library.equal(left, right);
        let same_hash = library.hash(left) == library.hash(right);
        // What a mistake is caught by is no mistake of the library's.
        assert_eq!(model::compare(nodes, *lhs, *rhs, *options).equal, equal);
        Some(Compared { pair, equal, same_hash })
    }

    fn walks_catch(&self, mistake: Mistake) -> bool {
        let Pair { nodes, lhs, options, .. } = &self.pair;
        let walks = walks::<Nodes>(nodes, *lhs, *options, false);
        How::ALL.iter().zip(&walks).any(|(how, met)| {
            let disagree = |expected: Option<Vec<_>>| {
                expected.is_some_and(|expected| first_difference::<Nodes>(&expected, met).is_some())
            };
            // What a mistake is caught by is no mistake of the library's.
            assert!(!disagree(model::walk(nodes, *lhs, *options, *how).map(|(expected, _)| expected)));
            disagree(model::walk_with(mistake, nodes, *lhs, *options, *how))
        })
    }

    fn searches_catch(&self, mistake: Mistake) -> bool {
        let Pair { nodes, lhs, .. } = &self.pair;
        let disagree =
            |reach: Option<Reach>| reach.is_some_and(|reach| search_agrees::<Nodes>(nodes, *lhs, &reach).is_err());
        // What a mistake is caught by is no mistake of the library's.
        assert!(!disagree(model::reach(nodes, *lhs)));
        disagree(model::reach_with(mistake, nodes, *lhs))
    }
}

impl Catches for Compared {
    fn catches(&self, mistake: Mistake) -> bool {
        let Pair { nodes, lhs, rhs, options } = &self.pair;
        if mistake.is_of_walks() {
            return self.walks_catch(mistake);
        }
        if mistake.is_of_searches() {
            return self.searches_catch(mistake);
        }
        let verdict = model::compare_with(mistake, nodes, *lhs, *rhs, *options);
        let items = |root: &usize| model::items_with(mistake, nodes, *root, *options);
        let hashes_disagree = || (items(lhs) == items(rhs)) != self.same_hash;
        verdict.equal != self.equal || hashes_disagree()
    }
}

/// Three nodes of a graph with cycles, and what the library says of the first two, and of the first and the third.
struct ComparedByIds {
    graphs: Cyclic,
    equal: [bool; 2],
}

impl ComparedByIds {
    /// Nothing, if the model gives up.
    fn by_the_library(graphs: Cyclic) -> Option<ComparedByIds> {
        let Cyclic { nodes, roots: [one, others @ ..], options } = &graphs;
        let built = by_ids::build(nodes, |index| index);
        let equal = others.map(|other| options.of_the_library().equal(&built[*one], &built[other]));
        let expected = others.map(|other| model::compare_by_ids(nodes, *one, other, *options));
        let [Some(first), Some(second)] = expected else { return None };
        // What a mistake is caught by is no mistake of the library's.
        assert_eq!(equal, [first, second], "{graphs:?}");
        Some(ComparedByIds { graphs, equal })
    }
}

impl Catches for ComparedByIds {
    fn catches(&self, mistake: Mistake) -> bool {
        let Cyclic { nodes, roots: [one, others @ ..], options } = &self.graphs;
        let verdict = |other| model::compare_by_ids_with(mistake, nodes, *one, other, *options);
        others.map(verdict) != self.equal.map(Some)
    }
}

fn cases() -> impl Iterator<Item = Compared> {
    let folder = Path::new(env!("CARGO_MANIFEST_DIR")).join("conformance");
    let files = ["cases.jsonl", "scopes.jsonl", "shared.jsonl"];
    let cases = files.into_iter().flat_map(move |name| read_file(&folder.join(name)).unwrap());
    let pair = |case: Case| Pair { options: case.options(), nodes: case.nodes, lhs: case.lhs, rhs: case.rhs };
    cases.filter_map(move |(_, case)| Compared::by_the_library(pair(case)))
}

/// How many random graphs are made at most.
const GRAPHS: usize = 60_000;

fn random_graphs() -> impl Iterator<Item = Compared> {
    let mut random = Random::new(2);
    let bytes = move |_| Vec::from_iter((0..40 + random.below(160)).map(|_| random.bits() as u8));
    (0..GRAPHS).map(bytes).filter_map(|bytes| Compared::by_the_library(Pair::from_bytes(&bytes)))
}

/// `λx. D` with `D = (x, E)` and `E = (D, λ… . E)`, for dag nodes `D` and `E`: on one side alone, `x` is shadowed where `E`, which
/// used the open record of `D`, is met inside itself. Random graphs seldom are such.
fn uses_of_a_user() -> Cyclic {
    let function = |variable, body| NodeSpec::NLam { params: vec![variable], body };
    let both = |lhs, rhs| NodeSpec::Add { lhs, rhs, span: String::new() };
    let dag = |value| NodeSpec::Dag { value };
    let side = |first: usize, binder| {
        let at = |index| first + index;
        [function(0, at(1)), dag(at(2)), both(0, at(3)), dag(at(4)), both(at(1), at(5)), function(binder, at(3))]
    };
    let variable = |name: &str| NodeSpec::NVar { name: name.into(), dep: None };
    let sides = side(2, 1).into_iter().chain(side(8, 0));
    let nodes = [variable("x"), variable("y")].into_iter().chain(sides).collect();
    Cyclic { nodes, roots: [2, 8, 2], options: Options::default() }
}

/// How many random graphs with cycles are made at most.
const CYCLIC_GRAPHS: usize = 60_000;

fn random_graphs_with_cycles() -> impl Iterator<Item = ComparedByIds> {
    let mut random = Random::new(2);
    let bytes = move |_| Vec::from_iter((0..40 + random.below(160)).map(|_| random.bits() as u8));
    let graphs = (0..CYCLIC_GRAPHS).map(bytes).map(|bytes| Cyclic::from_bytes(&bytes));
    std::iter::once(uses_of_a_user()).chain(graphs).filter_map(ComparedByIds::by_the_library)
}

/// Pairs that are made as they are asked for, and kept.
struct Pairs<I: Iterator> {
    made: Vec<I::Item>,
    more: I,
}

impl<I: Iterator<Item: Catches>> Pairs<I> {
    fn new(more: I) -> Self {
        Pairs { made: vec![], more }
    }

    /// Which pair is the first to catch a mistake, from 1.
    fn first_that_catches(&mut self, mistake: Mistake) -> Option<usize> {
        let known = self.made.iter().position(|pair| pair.catches(mistake));
        let found = known.or_else(|| {
            self.more.by_ref().find_map(|pair| {
                let catches = pair.catches(mistake);
                self.made.push(pair);
                catches.then(|| self.made.len() - 1)
            })
        });
        found.map(|at| at + 1)
    }
}

#[test]
fn each_mistake_is_caught_by_a_random_graph() {
    let (mut cases, mut graphs) = (Pairs::new(cases()), Pairs::new(random_graphs()));
    let mut missed: Vec<Mistake> = vec![];
    for mistake in Mistake::ALL.iter().filter(|mistake| !mistake.is_of_cycles()) {
        let [case, graph] = [cases.first_that_catches(*mistake), graphs.first_that_catches(*mistake)];
        let shown = |first: Option<usize>| first.map_or("none".into(), |first| first.to_string());
        println!("{mistake:?}: case {}, graph {}", shown(case), shown(graph));
        missed.extend(graph.is_none().then_some(*mistake));
    }
    assert!(missed.is_empty(), "not caught: {missed:?}");
}

#[test]
fn each_mistake_about_cycles_is_caught_by_a_random_graph_that_has_some() {
    let mut graphs = Pairs::new(random_graphs_with_cycles());
    let mut missed: Vec<Mistake> = vec![];
    for mistake in Mistake::ALL.iter().filter(|mistake| mistake.is_of_cycles()) {
        let graph = graphs.first_that_catches(*mistake);
        println!("{mistake:?}: graph {graph:?}");
        missed.extend(graph.is_none().then_some(*mistake));
    }
    assert!(missed.is_empty(), "not caught: {missed:?}");
}
