//! The laws of equality where variables have fields that mention other variables, and sums stand inside of dag nodes.

use std::sync::Arc;

use proptest::prelude::*;
use sexpr_core::{Options, StructuralEq};

use super::language::numbers;

#[derive(Debug, StructuralEq)]
#[seq(kind = "var")]
struct Var {
    size: Option<Arc<Term>>,
}

#[derive(Debug, StructuralEq)]
#[seq(kind = "var")]
struct Name {
    #[seq(key)]
    name: usize,
    size: Option<Arc<Term>>,
}

#[derive(Debug, StructuralEq)]
enum Term {
    Number(usize),
    Use(Arc<Var>),
    Named(Name),
    Pair(Arc<Term>, Arc<Term>),
    Bag(#[seq(unordered)] Vec<Arc<Term>>),
    #[seq(unordered(0, 1))]
    Sum(Arc<Term>, Arc<Term>),
    #[seq(scope)]
    Bind(#[seq(def)] Arc<Var>, Arc<Term>),
    #[seq(scope)]
    BindSimple(#[seq(def = "simple")] Arc<Var>, Arc<Term>),
    #[seq(scope)]
    BindNamed(#[seq(def)] Name, Arc<Term>),
}

#[derive(Debug, StructuralEq)]
#[seq(kind = "dag")]
struct Node(Block);

/// What is around terms.
#[derive(Debug, StructuralEq)]
enum Block {
    Term(Arc<Term>),
    Node(Arc<Node>),
    Then(Box<Block>, Box<Block>),
    /// Binds for what comes after it.
    Assign(#[seq(def)] Arc<Var>),
    #[seq(scope)]
    Scope(#[seq(def)] Arc<Var>, Box<Block>),
}

/// Makes terms that are alike: each choice is another one once in a while, and elements are in any order.
struct Maker<'n> {
    choices: &'n mut dyn FnMut(usize) -> usize,
    changes: &'n mut dyn FnMut(usize) -> usize,
    vars: Vec<Arc<Var>>,
    terms: Vec<Arc<Term>>,
    nodes: Vec<Arc<Node>>,
}

impl Maker<'_> {
    fn choose(&mut self, below: usize) -> usize {
        let choice = (self.choices)(below);
        if (self.changes)(60) == 0 { (self.changes)(below) } else { choice }
    }

    fn var(&mut self) -> Arc<Var> {
        let index = self.choose(self.vars.len());
        self.vars[index].clone()
    }

    fn size(&mut self) -> Option<Arc<Term>> {
        (self.choose(3) == 0).then(|| Arc::new(Term::Use(self.var())))
    }

    fn name(&mut self) -> Name {
        Name { name: self.choose(2), size: self.size() }
    }

    fn below(&mut self) -> Arc<Term> {
        let latest = self.terms.len().min(6);
        let back = 1 + self.choose(latest);
        self.terms[self.terms.len() - back].clone()
    }

    fn term(&mut self) -> Term {
        match self.choose(10) {
            0 => Term::Number(self.choose(2)),
            1 => Term::Use(self.var()),
            2 => Term::Named(self.name()),
            3 => Term::Pair(self.below(), self.below()),
            4 | 5 => {
                let count = self.choose(4);
                let mut elements: Vec<_> = (0..count).map(|_| self.below()).collect();
                for last in (1..count).rev() {
                    elements.swap(last, (self.changes)(last + 1));
                }
                Term::Bag(elements)
            }
            6 => {
                let (one, other) = (self.below(), self.below());
                if (self.changes)(2) == 0 { Term::Sum(one, other) } else { Term::Sum(other, one) }
            }
            7 => Term::Bind(self.var(), self.below()),
            8 => Term::BindSimple(self.var(), self.below()),
            _ => Term::BindNamed(self.name(), self.below()),
        }
    }

    fn block(&mut self, depth: usize) -> Block {
        match self.choose(if depth == 0 { 2 } else { 6 }) {
            0 => Block::Assign(self.var()),
            1 => Block::Term(self.below()),
            2 => {
                if self.nodes.is_empty() || self.choose(2) == 0 {
                    let node = Arc::new(Node(self.block(depth - 1)));
                    self.nodes.push(node);
                }
                let index = self.choose(self.nodes.len());
                Block::Node(self.nodes[index].clone())
            }
            3 => Block::Scope(self.var(), Box::new(self.block(depth - 1))),
            _ => Block::Then(Box::new(self.block(depth - 1)), Box::new(self.block(depth - 1))),
        }
    }

    fn program(mut self) -> Block {
        for number in 0..6 {
            let size = if number == 0 { None } else { self.size() };
            if number < 3 || self.choose(2) == 0 {
                self.vars.push(Arc::new(Var { size }));
            }
            let below = self.term();
            self.terms.push(Arc::new(below));
        }
        for _ in 0..10 {
            let term = self.term();
            self.terms.push(Arc::new(term));
        }
        let rest = self.block(4);
        let last = self.below();
        Block::Then(Box::new(Block::Term(last)), Box::new(rest))
    }
}

proptest! {
    #![proptest_config(ProptestConfig::with_cases(1500))]

    #[test]
    fn equality_is_an_equivalence_and_equal_terms_have_one_hash(
        choices in any::<u64>(),
        changes in any::<[u64; 3]>(),
        map_free_vars in any::<bool>(),
    ) {
        let options = Options::new().map_free_vars(map_free_vars);
        // One stock of variables, some of which are free.
        let shared: Vec<Arc<Var>> = (0..2).map(|_| Arc::new(Var { size: None })).collect();
        let programs = changes.map(|seed| {
            let (mut choices, mut changes) = (numbers(choices), numbers(seed));
            let number = Arc::new(Term::Number(0));
            let (vars, terms) = (shared.clone(), vec![number]);
            Maker { choices: &mut choices, changes: &mut changes, vars, terms, nodes: vec![] }.program()
        });
        let [a, b, c] = &programs;
        for one in &programs {
            prop_assert!(options.equal(one, one));
            for other in &programs {
                let are_equal = options.equal(one, other);
                prop_assert_eq!(options.equal(other, one), are_equal);
                prop_assert_eq!(options.first_mismatch(one, other).is_none(), are_equal);
                if are_equal {
                    prop_assert_eq!(options.hash(one), options.hash(other));
                    if let (Ok(one), Ok(other)) = (options.fingerprint(one), options.fingerprint(other)) {
                        prop_assert_eq!(one, other);
                    }
                }
            }
        }
        let [ab, bc, ac] = [options.equal(a, b), options.equal(b, c), options.equal(a, c)];
        prop_assert!([ab, bc, ac].iter().filter(|are_equal| **are_equal).count() != 2);
    }
}
