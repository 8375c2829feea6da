//! The baseline for [`Term`]: what a good engineer writes for one IR, if depth does not matter.
//!
//! Recursive, with tables that keep their memory. It means what the library means.

use std::{
    collections::{HashMap, hash_map::Entry},
    hash::{BuildHasher, Hasher},
    ptr,
    sync::Arc,
};

use ahash::{AHasher, RandomState};

use super::terms::{Term, Var};

/// Compares terms, up to renaming of bound variables.
#[derive(Default)]
pub struct Comparison {
    to_right: HashMap<*const Var, *const Var, RandomState>,
    to_left: HashMap<*const Var, *const Var, RandomState>,
}

impl Comparison {
    /// Whether two terms are equal.
    pub fn equal(&mut self, left: &Term, right: &Term) -> bool {
        self.to_right.clear();
        self.to_left.clear();
        self.terms(left, right)
    }

    fn terms(&mut self, left: &Term, right: &Term) -> bool {
        match (left, right) {
            (Term::Use(left), Term::Use(right)) => match self.to_right.get(&Arc::as_ptr(left)) {
                Some(partner) => ptr::eq(*partner, &**right),
                None => Arc::ptr_eq(left, right) && self.bind(left, right),
            },
            (Term::Int(left), Term::Int(right)) => left == right,
            (Term::Add(left, left_second), Term::Add(right, right_second)) => {
                self.terms(left, right) && self.terms(left_second, right_second)
            }
            (Term::Lambda { param: left, body: left_body }, Term::Lambda { param: right, body: right_body }) => {
                left.width == right.width && self.bind(left, right) && self.terms(left_body, right_body)
            }
            _ => false,
        }
    }

    /// Makes two variables correspond, unless one of them corresponds to another.
    fn bind(&mut self, left: &Var, right: &Var) -> bool {
        match (self.to_right.entry(left), self.to_left.entry(right)) {
            (Entry::Vacant(to_right), Entry::Vacant(to_left)) => {
                to_right.insert(right);
                to_left.insert(left);
                true
            }
            (Entry::Occupied(partner), Entry::Occupied(_)) => ptr::eq(*partner.get(), right),
            _ => false,
        }
    }
}

/// Hashes terms: variables are numbered as they are bound.
pub struct Hashing {
    numbers: HashMap<*const Var, u32, RandomState>,
    hasher: AHasher,
}

impl Default for Hashing {
    fn default() -> Hashing {
        Hashing { numbers: HashMap::default(), hasher: RandomState::with_seeds(1, 2, 3, 4).build_hasher() }
    }
}

impl Hashing {
    /// The hash of a term.
    pub fn hash(&mut self, term: &Term) -> u64 {
        self.numbers.clear();
        let mut hasher = self.hasher.clone();
        self.term(term, &mut hasher);
        hasher.finish()
    }

    fn term(&mut self, term: &Term, hasher: &mut AHasher) {
        match term {
            Term::Use(var) => match self.numbers.get(&Arc::as_ptr(var)) {
                Some(&number) => {
                    hasher.write_u8(0);
                    hasher.write_u32(number);
                }
                None => {
                    hasher.write_u8(1);
                    hasher.write_usize(Arc::as_ptr(var).addr());
                }
            },
            Term::Int(value) => {
                hasher.write_u8(2);
                hasher.write_i64(*value);
            }
            Term::Add(left, right) => {
                hasher.write_u8(3);
                self.term(left, hasher);
                self.term(right, hasher);
            }
            Term::Lambda { param, body } => {
                hasher.write_u8(4);
                hasher.write_u32(param.width);
                let next = self.numbers.len() as u32;
                hasher.write_u32(*self.numbers.entry(Arc::as_ptr(param)).or_insert(next));
                self.term(body, hasher);
            }
        }
    }
}

#[cfg(test)]
mod tests {
    use sexpr_core::{structural_equal, structural_hash};

    use super::*;
    use crate::workloads::terms::{Made, random};

    fn var(width: u32) -> Arc<Var> {
        Arc::new(Var { name: String::new(), width })
    }

    /// `λparam. used + 1`
    fn lambda(param: &Arc<Var>, used: &Arc<Var>) -> Term {
        let body = Term::Add(Arc::new(Term::Use(used.clone())), Arc::new(Term::Int(1)));
        Term::Lambda { param: param.clone(), body: Arc::new(body) }
    }

    #[test]
    fn agrees_with_the_library() {
        let (x, y, z, wide) = (var(8), var(8), var(8), var(16));
        let terms: Vec<_> = [(&x, &x), (&y, &y), (&x, &z), (&y, &z), (&x, &y), (&wide, &wide)]
            .map(|(param, used)| lambda(param, used))
            .into_iter()
            .chain((0..4).map(|seed| Arc::into_inner(random(Made::WithVariables, 50, seed / 2)).unwrap()))
            .collect();
        let (mut comparison, mut hashing) = (Comparison::default(), Hashing::default());
        for left in &terms {
            for right in &terms {
                let equal = structural_equal(left, right);
                assert_eq!(comparison.equal(left, right), equal);
                assert_eq!(hashing.hash(left) == hashing.hash(right), equal);
                assert_eq!(structural_hash(left) == structural_hash(right), equal);
            }
        }
    }
}
