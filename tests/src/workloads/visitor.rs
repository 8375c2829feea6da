//! The baseline for walks over [`Term`]: a visitor as it is written by hand for one IR, if depth does not matter.

use super::terms::{Term, Var};

/// Visits the nodes of a term. What a method does not say goes on inside.
pub trait Visitor {
    /// A term.
    fn term(&mut self, term: &Term) {
        self.inside(term);
    }

    /// A variable, where it is bound or used.
    fn var(&mut self, _: &Var) {}

    /// What is in a term.
    fn inside(&mut self, term: &Term) {
        match term {
            Term::Use(var) => self.var(var),
            Term::Int(_) => {}
            Term::Add(left, right) => {
                self.term(left);
                self.term(right);
            }
            Term::Lambda { param, body } => {
                self.var(param);
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
