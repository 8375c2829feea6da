//! The baselines for [`Term`]: what a good engineer writes for one IR, if depth does not matter.
//!
//! They recurse, keep their tables' memory, and mean what the library means. With a memo, they take time linear in
//! nodes; without one, in paths.

use std::{
    collections::{HashMap, HashSet, hash_map::Entry},
    hash::{BuildHasher, Hasher},
    ptr,
    sync::Arc,
};

use ahash::{AHasher, RandomState};

use sexpr_test_support::terms::{Term, Var};

/// The correspondence between the variables of two terms.
#[derive(Default)]
struct Variables {
    to_right: HashMap<*const Var, *const Var, RandomState>,
    to_left: HashMap<*const Var, *const Var, RandomState>,
}

impl Variables {
    fn clear(&mut self) {
        self.to_right.clear();
        self.to_left.clear();
    }

    /// Whether two uses are equal.
    fn correspond(&mut self, left: &Arc<Var>, right: &Arc<Var>) -> bool {
        match self.to_right.get(&Arc::as_ptr(left)) {
            Some(partner) => ptr::eq(*partner, &**right),
            None => Arc::ptr_eq(left, right) && self.bind(left, right),
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

/// Remembers pairs of nodes that were met. The first pair that is unequal ends the comparison.
pub trait Memo: Default {
    /// Forgets all pairs.
    fn clear(&mut self);

    /// Whether a pair was met before and remembered.
    fn has_met(&mut self, left: &Arc<Term>, right: &Arc<Term>) -> bool;
}

/// Remembers nothing.
impl Memo for () {
    fn clear(&mut self) {}

    fn has_met(&mut self, _: &Arc<Term>, _: &Arc<Term>) -> bool {
        false
    }
}

/// Remembers pairs of which one is shared.
impl Memo for HashSet<(*const Term, *const Term), RandomState> {
    fn clear(&mut self) {
        HashSet::clear(self);
    }

    fn has_met(&mut self, left: &Arc<Term>, right: &Arc<Term>) -> bool {
        (Arc::strong_count(left) > 1 || Arc::strong_count(right) > 1)
            && !self.insert((Arc::as_ptr(left), Arc::as_ptr(right)))
    }
}

/// Compares terms, up to renaming of bound variables.
///
/// Bindings are never undone, so a pair that was found equal is equal wherever it is met again.
#[derive(Default)]
pub struct Comparing<M> {
    variables: Variables,
    memo: M,
}

/// Compares each pair of nodes wherever it is met.
pub type Comparison = Comparing<()>;

/// Compares each pair of nodes of which one is shared only once.
pub type MemoComparison = Comparing<HashSet<(*const Term, *const Term), RandomState>>;

impl<M: Memo> Comparing<M> {
    /// Whether two terms are equal.
    pub fn equal(&mut self, left: &Arc<Term>, right: &Arc<Term>) -> bool {
        self.variables.clear();
        self.memo.clear();
        self.terms(left, right)
    }

    fn terms(&mut self, left: &Arc<Term>, right: &Arc<Term>) -> bool {
        if self.memo.has_met(left, right) {
            return true;
        }
        match (&**left, &**right) {
            (Term::Use(left), Term::Use(right)) => self.variables.correspond(left, right),
            (Term::Int(left), Term::Int(right)) => left == right,
            (Term::Add(left, left_second), Term::Add(right, right_second)) => {
                self.terms(left, right) && self.terms(left_second, right_second)
            }
            (Term::Lambda { param: left, body: left_body }, Term::Lambda { param: right, body: right_body }) => {
                left.width == right.width && self.variables.bind(left, right) && self.terms(left_body, right_body)
            }
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

/// Hashes terms with a memo: each shared node once.
///
/// Variables are numbered as they are bound. Each enters as what it was where it was met first, so that a node's hash
/// is the same wherever it is met again.
pub struct MemoHashing {
    /// The number of each variable that was met; none if it is free.
    numbers: HashMap<*const Var, Option<usize>, RandomState>,
    hashes: HashMap<*const Term, u64, RandomState>,
    hasher: AHasher,
}

impl Default for MemoHashing {
    fn default() -> MemoHashing {
        let hasher = RandomState::with_seeds(1, 2, 3, 4).build_hasher();
        MemoHashing { numbers: HashMap::default(), hashes: HashMap::default(), hasher }
    }
}

impl MemoHashing {
    /// The hash of a term.
    pub fn hash(&mut self, term: &Arc<Term>) -> u64 {
        self.numbers.clear();
        self.hashes.clear();
        self.term(term)
    }

    fn term(&mut self, term: &Arc<Term>) -> u64 {
        let is_shared = Arc::strong_count(term) > 1;
        if is_shared && let Some(hash) = self.hashes.get(&Arc::as_ptr(term)) {
            return *hash;
        }
        let mut hasher = self.hasher.clone();
        match &**term {
            Term::Use(var) => {
                let number = *self.numbers.entry(Arc::as_ptr(var)).or_insert(None);
                write_var(var, number, &mut hasher);
            }
            Term::Int(value) => {
                hasher.write_u8(2);
                hasher.write_i64(*value);
            }
            Term::Add(left, right) => {
                hasher.write_u8(3);
                hasher.write_u64(self.term(left));
                hasher.write_u64(self.term(right));
            }
            Term::Lambda { param, body } => {
                hasher.write_u8(4);
                hasher.write_u32(param.width);
                let next = self.numbers.len();
                let number = *self.numbers.entry(Arc::as_ptr(param)).or_insert(Some(next));
                write_var(param, number, &mut hasher);
                hasher.write_u64(self.term(body));
            }
        }
        let hash = hasher.finish();
        if is_shared {
            self.hashes.insert(Arc::as_ptr(term), hash);
        }
        hash
    }
}

fn write_var(var: &Arc<Var>, number: Option<usize>, hasher: &mut AHasher) {
    hasher.write_u8(u8::from(number.is_none()));
    hasher.write_usize(number.unwrap_or_else(|| Arc::as_ptr(var).addr()));
}
