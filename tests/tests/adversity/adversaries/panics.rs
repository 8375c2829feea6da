//! Code that panics where the library calls it: the panic arrives, and a comparer is as good as new.

use std::panic::{AssertUnwindSafe, catch_unwind};

use sexpr_core::{
    ByIdentity, Comparer, Fingerprint, Mismatch, Options, StructuralKey,
    report::FingerprintError,
    walk::{Walk, nodes},
};
use sexpr_test_support::hashes::Words;

use super::{
    calls::panicking_at,
    user_code::{Closed, Custom, Dag, Foreign, Keyed, List, Listed, Node, Owner, Pairs, Pointer, Stable, Var, Word},
};

fn word(number: u64) -> Node {
    Node::Word(Word(number))
}

/// A node for each place where user code is called, in one term without scopes. The number stands in it last.
fn everything(number: u64) -> Vec<Node> {
    let var = || Pointer::new(Var(Word(1), vec![word(2)]));
    let (param, free) = (var(), var());
    let dag = Pointer::new(Dag(Word(3), vec![word(4)]));
    let shared = Pointer::new(word(5));
    let term = |number| StructuralKey::new(Closed(Words::of_one_hash(number), Foreign(number)));
    let body = vec![
        Node::Tree(List(vec![shared.clone(), shared])),
        Node::Owner(Owner(Box::new([vec![word(6)], vec![]]))),
        Node::Opaque(Foreign(7)),
        Node::Stable(Stable(8)),
        Node::Listed(Box::new(Listed(vec![word(9)], Word(10)))),
        Node::Custom(Box::new(Custom(vec![Node::Use(param.clone())], Word(11)))),
        Node::Uses(vec![Word(12), Word(13)]),
        Node::Keys(Pairs(vec![(Word(14), vec![word(15)]), (Word(16), vec![])])),
        Node::Terms(Pairs(vec![(term(17), vec![word(18)]), (term(19), vec![]), (term(20), vec![])])),
        Node::Variables(Pairs(vec![(ByIdentity(param.clone()), vec![word(21)])])),
        Node::Use(param.clone()),
        Node::Dag(dag.clone()),
        Node::Dag(dag),
        Node::Keyed(Keyed(Word(22), vec![Pointer::new(word(23))])),
        word(number),
    ];
    vec![Node::Bind { param: free, name: Word(24), body: vec![] }, Node::Bind { param, name: Word(12), body }]
}

/// The same, in a scope inside a scope.
fn everything_in_scopes(number: u64) -> Vec<Node> {
    let scope = |body| Node::Scope { param: Pointer::new(Var(Word(25), vec![])), name: Word(26), body };
    vec![scope(vec![scope(everything(number)), Node::Uses(vec![Word(26)])])]
}

/// What is done with a term.
type Operation = fn(&mut Comparer, &[Vec<Node>; 3]) -> Answer;

#[derive(Debug, PartialEq)]
enum Answer {
    Verdicts(bool, bool),
    Hash(u64),
    Mismatch(Option<Mismatch>),
    Fingerprint(Result<Fingerprint, FingerprintError>),
    Met(Vec<String>),
    Found(usize, usize),
}

const OPERATIONS: [Operation; 6] = [
    |comparer, [left, right, other]| Answer::Verdicts(comparer.equal(left, right), comparer.equal(left, other)),
    |comparer, [left, _, _]| Answer::Hash(comparer.hash(left)),
    |comparer, [left, _, other]| Answer::Mismatch(comparer.first_mismatch(left, other)),
    |comparer, [left, _, _]| Answer::Fingerprint(comparer.fingerprint(left)),
    |_, [left, _, _]| Answer::Met(met(left, &mut |_| ())),
    |_, [left, _, _]| Answer::Found(nodes::<Node>(left).count(), nodes::<u64>(left).count()),
];

/// What a walk meets, after a callback was told how many nodes came before.
fn met(term: &Vec<Node>, callback: &mut dyn FnMut(usize)) -> Vec<String> {
    let mut met = vec![];
    Walk::new()
        .with_paths()
        .with_bindings()
        .on_any(|node, at| {
            callback(met.len());
            met.push(format!("{} {} {:?}", node.type_info().name(), at.path(), at.occurrence()));
        })
        .run(term);
    met
}

/// Each call of user code panics in turn, and after each the same comparer answers everything as a new one does.
#[track_caller]
fn is_as_good_as_new_after_each_panic(make: fn(u64) -> Vec<Node>, step: usize) {
    let terms = [100, 100, 101].map(make);
    let new = OPERATIONS.map(|operation| operation(&mut Comparer::new(), &terms));
    assert_eq!(new[0], Answer::Verdicts(true, false));
    assert!(matches!(&new[2], Answer::Mismatch(Some(mismatch)) if mismatch.reason().to_string().contains("100")));
    let mut comparer = Comparer::new();
    for (operation, answer) in OPERATIONS.iter().zip(&new) {
        let mut panics = 0;
        for number in (0..).step_by(step) {
            match panicking_at(number, || operation(&mut comparer, &terms)) {
                None => panics += 1,
                Some(calm) => {
                    assert_eq!(calm, *answer);
                    break;
                }
            }
            for (operation, answer) in OPERATIONS.iter().zip(&new) {
                assert_eq!(operation(&mut comparer, &terms), *answer, "after a panic in call {number}");
            }
        }
        assert!(panics * step > 30, "user code is called in many places");
    }
}

/// Under Miri, which takes long, some calls panic.
const STEP: usize = if cfg!(miri) { 79 } else { 1 };

#[test]
fn in_each_call() {
    is_as_good_as_new_after_each_panic(everything, STEP);
}

#[test]
fn in_each_call_in_scopes() {
    is_as_good_as_new_after_each_panic(everything_in_scopes, STEP);
}

/// What is on its way up the stack when user code panics is not in the way of others on the same thread.
#[test]
fn in_free_functions() {
    let terms = [100, 100, 101].map(everything);
    let options = Options::new();
    for number in (0..60).step_by(STEP) {
        let nothing = panicking_at(number, || options.equal(&terms[0], &terms[1]));
        assert_eq!(nothing, None);
        assert_eq!(panicking_at(number, || options.hash(&terms[0])), None);
        assert!(options.equal(&terms[0], &terms[1]));
        assert!(!options.equal(&terms[0], &terms[2]));
        assert_eq!(options.hash(&terms[0]), options.hash(&terms[1]));
    }
}

/// A callback that panics, at each node in turn, ends a walk, and is in the way of no other.
#[test]
fn in_callbacks_of_walks() {
    for term in [everything(1), everything_in_scopes(1)] {
        let all = met(&term, &mut |_| ());
        assert!(all.len() > 30);
        for number in (0..all.len()).step_by(STEP) {
            let mut calls = 0;
            let walk = || {
                met(&term, &mut |before| {
                    calls += 1;
                    assert!(before < number, "{PANIC}");
                })
            };
            let panic = catch_unwind(AssertUnwindSafe(walk)).expect_err("a callback panics");
            assert_eq!(panic.downcast_ref::<String>().map(String::as_str), Some(PANIC));
            assert_eq!(calls, number + 1);
            assert_eq!(met(&term, &mut |_| ()), all);
        }
    }
}

const PANIC: &str = "a callback panics";
