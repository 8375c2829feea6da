//! Code that lies where the library calls it: verdicts may be anything, but there is one, without a panic.

use std::{cell::RefCell, ops::ControlFlow};

use sexpr_core::{ByIdentity, Comparer, Options, StructuralKey, walk::Walk};
use sexpr_test_support::{hashes::Words, random::Random};

use super::{
    calls::lying,
    user_code::{Closed, Custom, Dag, Foreign, Keyed, List, Listed, Node, Owner, Pairs, Pointer, Stable, Var, Word},
};

/// Draws terms in which every kind of node may be below every other, and many are shared.
struct Generator {
    random: Random,
    variables: Vec<Pointer<Var>>,
    dags: Vec<Pointer<Dag>>,
    nodes: Vec<Pointer<Node>>,
}

impl Generator {
    fn new(seed: u64) -> Generator {
        let var = |number: u64| Pointer::new(Var(Word(number % 2), vec![]));
        Generator { random: Random::new(seed), variables: (0..4).map(var).collect(), dags: vec![], nodes: vec![] }
    }

    fn word(&mut self) -> Word {
        Word(self.random.below(3) as u64)
    }

    fn foreign(&mut self) -> Foreign {
        Foreign(self.random.below(3) as u64)
    }

    fn variable(&mut self) -> Pointer<Var> {
        let start = self.random.below(self.variables.len());
        let pointer = Pointer::to_any(&self.variables[start..]);
        if self.random.once_in(4) {
            let (word, fields) = (self.word(), self.nodes(1));
            self.variables.push(Pointer::new(Var(word, fields)));
        }
        pointer
    }

    fn dag(&mut self, depth: usize) -> Pointer<Dag> {
        if self.dags.is_empty() || self.random.once_in(2) {
            let (word, fields) = (self.word(), self.nodes(depth));
            self.dags.push(Pointer::new(Dag(word, fields)));
        }
        let start = self.random.below(self.dags.len());
        Pointer::to_any(&self.dags[start..])
    }

    fn pointer(&mut self, depth: usize) -> Pointer<Node> {
        if self.nodes.is_empty() || self.random.once_in(2) {
            let node = self.node(depth);
            self.nodes.push(Pointer::new(node));
        }
        let start = self.random.below(self.nodes.len());
        Pointer::to_any(&self.nodes[start..self.nodes.len().min(start + 3)])
    }

    fn nodes(&mut self, depth: usize) -> Vec<Node> {
        let count = if depth == 0 { 0 } else { self.random.below(3) };
        (0..count).map(|_| self.node(depth - 1)).collect()
    }

    fn entries<K>(&mut self, depth: usize, key: impl Fn(&mut Self) -> K) -> Pairs<K, Vec<Node>> {
        Pairs((0..self.random.below(4)).map(|_| (key(self), self.nodes(depth))).collect())
    }

    fn node(&mut self, depth: usize) -> Node {
        if depth == 0 {
            return Node::Word(self.word());
        }
        let depth = depth - 1;
        match self.random.below(15) {
            0 => Node::Word(self.word()),
            1 => Node::Tree(List((0..self.random.below(4)).map(|_| self.pointer(depth)).collect())),
            2 => Node::Owner(Owner(Box::new([self.nodes(depth), self.nodes(depth)]))),
            3 => Node::Opaque(self.foreign()),
            4 => Node::Stable(Stable(self.random.below(3) as u64)),
            5 => Node::Listed(Box::new(Listed(self.nodes(depth), self.word()))),
            6 => Node::Custom(Box::new(Custom(self.nodes(depth), self.word()))),
            7 => Node::Uses((0..self.random.below(3)).map(|_| self.word()).collect()),
            8 => Node::Keys(self.entries(depth, Self::word)),
            9 => Node::Terms(self.entries(depth, |generator| {
                let words = Words::of_one_hash(generator.random.below(2) as u64);
                StructuralKey::new(Closed(words, generator.foreign()))
            })),
            10 => Node::Variables(self.entries(depth, |generator| ByIdentity(generator.variable()))),
            11 => Node::Use(self.variable()),
            12 => Node::Dag(self.dag(depth)),
            13 => {
                let fields = (0..self.random.below(3)).map(|_| self.pointer(depth)).collect();
                Node::Keyed(Keyed(self.word(), fields))
            }
            _ => {
                let (param, name, body) = (self.variable(), self.word(), self.nodes(depth));
                if self.random.once_in(2) {
                    Node::Bind { param, name, body }
                } else {
                    Node::Scope { param, name, body }
                }
            }
        }
    }

    fn term(&mut self) -> Vec<Node> {
        (0..4).map(|_| self.node(5)).collect()
    }
}

/// Whatever is met, each node ends after those that began in it. Lies about sharing make walks long, so these stop.
fn walks_end_what_they_begin(term: &Vec<Node>) {
    const MANY: usize = 2_000;
    for distinct in [false, true] {
        let (open, begun) = (RefCell::new(vec![]), RefCell::new(0));
        let walk = Walk::breakable()
            .with_paths()
            .on_any(|node, at| {
                assert_eq!(at.depth(), open.borrow().len());
                assert!(!at.path().to_string().is_empty());
                open.borrow_mut().push(node.type_info());
                *begun.borrow_mut() += 1;
                if *begun.borrow() < MANY { ControlFlow::Continue(()) } else { ControlFlow::Break(()) }
            })
            .after_any(|node, _| assert!(open.borrow_mut().pop() == Some(node.type_info())));
        let walk = if distinct { walk.distinct() } else { walk };
        if walk.try_run(term).is_continue() {
            assert!(open.borrow().is_empty());
        }
    }
}

const CASES: u64 = if cfg!(miri) { 5 } else { 3_000 };

/// An `Eq` that is not reflexive, a `Hash` that varies, lists, lengths, keys and pointers that change from call to
/// call.
#[test]
fn code_gets_an_answer() {
    let mut comparer = Comparer::new();
    let calm = || Generator::new(0).term();
    let (hash, fingerprint) = (Options::new().hash(&calm()), Options::new().fingerprint(&calm()));
    for seed in 0..CASES {
        let (left, same, other) =
            (Generator::new(seed).term(), Generator::new(seed).term(), Generator::new(seed + 1).term());
        lying(seed, || {
            for (one, two) in [(&left, &same), (&left, &left), (&left, &other)] {
                comparer.equal(one, two);
                if let Some(mismatch) = comparer.first_mismatch(one, two) {
                    assert!(!mismatch.to_string().is_empty());
                }
            }
            comparer.hash(&left);
            if let Err(error) = comparer.fingerprint(&left) {
                assert!(!error.to_string().is_empty());
            }
            walks_end_what_they_begin(&left);
        });
        if seed % 100 == 0 {
            assert!(comparer.equal(&calm(), &calm()) && comparer.first_mismatch(&calm(), &calm()).is_none());
            assert_eq!((comparer.hash(&calm()), comparer.fingerprint(&calm())), (hash, fingerprint.clone()));
        }
    }
}
