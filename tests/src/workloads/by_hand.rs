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

/// Compares terms, up to renaming of bound variables.
#[derive(Default)]
pub struct Comparison {
    variables: Variables,
}

impl Comparison {
    /// Whether two terms are equal.
    pub fn equal(&mut self, left: &Term, right: &Term) -> bool {
        self.variables.clear();
        self.terms(left, right)
    }

    fn terms(&mut self, left: &Term, right: &Term) -> bool {
        match (left, right) {
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

/// Compares terms as [`Comparison`] does, but each pair of nodes of which one is shared only once.
///
/// Bindings are never undone, so a pair that was found equal is equal wherever it is met again.
#[derive(Default)]
pub struct MemoComparison {
    variables: Variables,
    /// The pairs that were met. The first that is unequal ends the comparison.
    equal: HashSet<(*const Term, *const Term), RandomState>,
}

impl MemoComparison {
    /// Whether two terms are equal.
    pub fn equal(&mut self, left: &Arc<Term>, right: &Arc<Term>) -> bool {
        self.variables.clear();
        self.equal.clear();
        self.terms(left, right)
    }

    fn terms(&mut self, left: &Arc<Term>, right: &Arc<Term>) -> bool {
        if (Arc::strong_count(left) > 1 || Arc::strong_count(right) > 1)
            && !self.equal.insert((Arc::as_ptr(left), Arc::as_ptr(right)))
        {
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

#[cfg(test)]
mod tests {
    use sexpr_core::{structural_equal, structural_hash};

    use super::*;
    use sexpr_test_support::{
        random::Random,
        terms::{Made, interned, random},
    };

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

    /// A term that shares nodes, or an equal one that shares none, with parameters of its own. It uses two variables
    /// that are free unless it binds them.
    fn graph(seed: u64, shares: bool, free: &[Arc<Var>; 2]) -> Arc<Term> {
        let mut random = Random::new(seed);
        let vars = [free[0].clone(), free[1].clone(), var(8), var(8 << random.below(2))];
        let mut nodes = vec![Arc::new(Term::Int(1))];
        nodes.extend(vars.iter().map(|var| Arc::new(Term::Use(var.clone()))));
        for _ in 0..10 {
            // Mostly the latest ones, so that what comes out is deep.
            let mut one = || {
                let node = &nodes[nodes.len() - 1 - random.below(nodes.len()).min(random.below(nodes.len()))];
                if shares { node.clone() } else { copy(node) }
            };
            let (left, right) = (one(), one());
            let node = match random.below(2) {
                0 => Term::Add(left, right),
                _ => Term::Lambda { param: vars[random.below(4)].clone(), body: left },
            };
            nodes.push(Arc::new(node));
        }
        nodes.swap_remove(nodes.len() - 1)
    }

    fn copy(term: &Arc<Term>) -> Arc<Term> {
        Arc::new(match &**term {
            Term::Use(var) => Term::Use(var.clone()),
            Term::Int(value) => Term::Int(*value),
            Term::Add(left, right) => Term::Add(copy(left), copy(right)),
            Term::Lambda { param, body } => Term::Lambda { param: param.clone(), body: copy(body) },
        })
    }

    #[test]
    fn with_a_memo_agrees_with_the_library() {
        let free = [var(8), var(8)];
        let graphs = (0..40).flat_map(|seed| [true, false].map(|shares| graph(seed, shares, &free)));
        let trees = (0..4).map(|seed| random(Made::WithVariables, 50, seed / 2));
        let terms: Vec<_> = graphs.chain(trees).collect();
        let _interners: Vec<_> = terms.iter().skip(1).step_by(2).map(interned).collect();
        let (mut comparison, mut hashing) = (MemoComparison::default(), MemoHashing::default());
        let mut verdicts = [0, 0];
        for left in &terms {
            for right in &terms {
                let equal = structural_equal(left, right);
                assert_eq!(comparison.equal(left, right), equal);
                assert_eq!(hashing.hash(left) == hashing.hash(right), equal);
                verdicts[usize::from(equal)] += 1;
            }
        }
        assert!(verdicts[0] > 1_000 && verdicts[1] > 100, "{verdicts:?}");
    }
}
