//! The IR that most cases are about: sums and lambdas, with shared variables that are bound for good.

use std::sync::Arc;

use sexpr_core::StructuralEq;

use crate::{layout::Blocks, random::Random};

/// A variable, known by where it is bound.
#[derive(StructuralEq, PartialEq, Hash)]
#[seq(kind = "var", rewrite)]
pub struct Var {
    /// Not part of the program, but the derives of the standard library compare it.
    #[seq(ignore)]
    pub name: String,
    /// Compared where the variable is bound.
    pub width: u32,
}

/// A term.
#[derive(StructuralEq, PartialEq, Hash)]
#[seq(rewrite)]
pub enum Term {
    /// A variable's use.
    Use(Arc<Var>),
    /// A number.
    Int(i64),
    /// A sum.
    Add(Arc<Term>, Arc<Term>),
    /// A function of one parameter.
    Lambda {
        /// What it binds.
        #[seq(def)]
        param: Arc<Var>,
        /// What may use it.
        body: Arc<Term>,
    },
}

/// What a random term is made of.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Made {
    /// One node in eight is a lambda, half of the leaves use variables.
    WithVariables,
    /// Sums of numbers.
    WithoutVariables,
}

/// A random term of about so many nodes. Those of the same seed are equal, and share nothing.
pub fn random(made: Made, nodes: usize, seed: u64) -> Arc<Term> {
    let leaves = match made {
        Made::WithVariables => (nodes * 7).div_ceil(16),
        Made::WithoutVariables => nodes.div_ceil(2),
    };
    Generator { random: Random::new(seed), made, scope: Vec::new(), binders: 0 }.term(leaves)
}

/// What such a term allocates.
pub fn blocks(nodes: usize) -> Vec<Blocks> {
    let (variables, name) = (nodes / 7 + 8, 8);
    vec![Blocks::of_arcs::<Term>(nodes), Blocks::of_arcs::<Var>(variables), Blocks::of_bytes(name, variables)]
}

struct Generator {
    random: Random,
    made: Made,
    scope: Vec<Arc<Var>>,
    binders: usize,
}

impl Generator {
    fn term(&mut self, leaves: usize) -> Arc<Term> {
        // The root is a lambda, so that every leaf may use something.
        let is_lambda = self.made == Made::WithVariables && (self.scope.is_empty() || self.random.once_in(8));
        Arc::new(if is_lambda {
            self.binders += 1;
            let param = Arc::new(Var { name: format!("x{}", self.binders), width: 8 << self.random.below(4) });
            self.scope.push(param.clone());
            let body = self.term(leaves);
            self.scope.pop();
            Term::Lambda { param, body }
        } else if leaves > 1 {
            let (left, right) = self.random.split(leaves);
            Term::Add(self.term(left), self.term(right))
        } else if self.made == Made::WithVariables && self.random.once_in(2) {
            let used = self.random.below(self.scope.len());
            Term::Use(self.scope[used].clone())
        } else {
            Term::Int(self.random.below(1000) as i64)
        })
    }
}

impl Term {
    /// The number of its nodes, without variables.
    pub fn nodes(&self) -> usize {
        1 + match self {
            Term::Use(_) | Term::Int(_) => 0,
            Term::Add(left, right) => left.nodes() + right.nodes(),
            Term::Lambda { body, .. } => body.nodes(),
        }
    }
}

/// Everything below a term, and itself, as an interner would hold it.
pub fn interned(term: &Arc<Term>) -> Vec<Arc<Term>> {
    fn intern(term: &Arc<Term>, interner: &mut Vec<Arc<Term>>) {
        interner.push(term.clone());
        match &**term {
            Term::Use(_) | Term::Int(_) => {}
            Term::Add(left, right) => {
                intern(left, interner);
                intern(right, interner);
            }
            Term::Lambda { body, .. } => intern(body, interner),
        }
    }
    let mut interner = Vec::new();
    intern(term, &mut interner);
    interner
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn have_the_shape_that_is_promised() {
        let term = random(Made::WithVariables, 10_000, 1);
        let interner = interned(&term);
        let count = |is: fn(&Term) -> bool| interner.iter().filter(|term| is(term)).count();
        let lambdas = count(|term| matches!(term, Term::Lambda { .. }));
        let uses = count(|term| matches!(term, Term::Use(_)));
        let leaves = uses + count(|term| matches!(term, Term::Int(_)));
        assert_eq!(term.nodes(), interner.len());
        assert!((9_500..10_500).contains(&term.nodes()), "{}", term.nodes());
        assert!((7..9).contains(&(term.nodes() / lambdas)), "{lambdas}");
        assert!((leaves * 9 / 20..leaves * 11 / 20).contains(&uses), "{uses} of {leaves}");
    }
}
