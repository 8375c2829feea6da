//! The baselines for walks over [`Term`]: a visitor as it is written by hand for one IR, if depth does not matter.

use std::collections::hash_map::Entry;
use std::sync::Arc;

use ahash::AHashMap;

use sexpr_test_support::terms::{Term, Var};

/// Visits the nodes of a term. What a method does not say goes on inside.
pub trait Visitor {
    /// A term.
    fn term(&mut self, term: &Term) {
        self.inside(term);
    }

    /// A variable, where it is bound or used.
    fn var(&mut self, _: &Arc<Var>, _binds: bool) {}

    /// What is in a term.
    fn inside(&mut self, term: &Term) {
        match term {
            Term::Use(var) => self.var(var, false),
            Term::Int(_) => {}
            Term::Add(left, right) => {
                self.term(left);
                self.term(right);
            }
            Term::Lambda { param, body } => {
                self.var(param, true);
                self.term(body);
            }
        }
    }
}

/// Counts terms.
#[derive(Default)]
pub struct Count(pub usize);

impl Visitor for Count {
    fn term(&mut self, term: &Term) {
        self.0 += 1;
        self.inside(term);
    }
}

/// Counts terms, and learns of each variable what a walk tells: what binds it, and whether it was met before.
#[derive(Default)]
pub struct Tell {
    /// How many terms there are.
    pub terms: usize,
    /// Of the variables that were met, what each is bound to.
    bindings: AHashMap<*const Var, Option<usize>>,
    made: usize,
    /// How many occurrences are bound and were met before: what is learned is used.
    pub bound_again: usize,
}

impl Visitor for Tell {
    fn term(&mut self, term: &Term) {
        self.terms += 1;
        self.inside(term);
    }

    fn var(&mut self, var: &Arc<Var>, binds: bool) {
        match self.bindings.entry(Arc::as_ptr(var)) {
            Entry::Occupied(known) => self.bound_again += usize::from(known.get().is_some()),
            Entry::Vacant(new) => {
                self.made += usize::from(binds);
                new.insert(binds.then_some(self.made));
            }
        }
    }
}
