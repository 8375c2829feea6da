//! The baselines for terms that share nodes: recursion with a memo, as a good engineer writes it for one IR, if depth
//! does not matter.
//!
//! Of `Arc`s, the shared ones are remembered. References have no counts, so all nodes behind them are.

use std::{
    collections::{HashMap, HashSet, hash_map::Entry},
    hash::{BuildHasher, Hash, Hasher},
    mem,
    sync::Arc,
};

use ahash::{AHasher, RandomState};

use super::{
    by_hand::{MemoComparison, MemoHashing},
    references, scoped, towers,
};
use sexpr_test_support::terms::{self, Var};

/// A value that is compared and hashed by hand with a memo.
pub trait Memoized {
    /// The tables for equality. They keep their memory from one comparison to the next.
    type Comparison: Default + 'static;

    /// The tables for hashes.
    type Hashing: Default + 'static;

    /// Whether two values are equal.
    fn equal(&self, other: &Self, comparison: &mut Self::Comparison) -> bool;

    /// The value's hash.
    fn hash(&self, hashing: &mut Self::Hashing) -> u64;
}

/// The pairs of nodes that were met. The first that is unequal ends the comparison.
type Pairs<T> = HashSet<(*const T, *const T), RandomState>;

/// Hashes by `K`, and what new ones are made with.
pub struct Hashes<K> {
    known: HashMap<K, u64, RandomState>,
    hasher: AHasher,
}

impl<K> Default for Hashes<K> {
    fn default() -> Hashes<K> {
        Hashes { known: HashMap::default(), hasher: RandomState::with_seeds(1, 2, 3, 4).build_hasher() }
    }
}

impl<K> Hashes<K> {
    fn of(&self, value: impl Hash) -> u64 {
        let mut hasher = self.hasher.clone();
        value.hash(&mut hasher);
        hasher.finish()
    }
}

impl Memoized for Arc<terms::Term> {
    type Comparison = MemoComparison;
    type Hashing = MemoHashing;

    fn equal(&self, other: &Self, comparison: &mut MemoComparison) -> bool {
        comparison.equal(self, other)
    }

    fn hash(&self, hashing: &mut MemoHashing) -> u64 {
        hashing.hash(self)
    }
}

/// A reference to a node that is a number or a pair.
pub trait Plain: 'static {
    /// The node.
    type Node;

    /// Where the node lies.
    fn address(&self) -> *const Self::Node;

    /// Whether others may refer to the node, and remembering it is worth while.
    fn may_be_shared(&self) -> bool;

    /// The number, or else the pair.
    fn content(&self) -> Result<i64, [&Self; 2]>;
}

impl Plain for Arc<towers::Node> {
    type Node = towers::Node;

    fn address(&self) -> *const towers::Node {
        Arc::as_ptr(self)
    }

    fn may_be_shared(&self) -> bool {
        Arc::strong_count(self) > 1
    }

    fn content(&self) -> Result<i64, [&Self; 2]> {
        match &**self {
            towers::Node::Int(value) => Ok(*value),
            towers::Node::Pair(left, right) => Err([left, right]),
        }
    }
}

impl Plain for &'static references::Node {
    type Node = references::Node;

    fn address(&self) -> *const references::Node {
        *self
    }

    fn may_be_shared(&self) -> bool {
        matches!(self, references::Node::Pair(..))
    }

    fn content(&self) -> Result<i64, [&Self; 2]> {
        match self {
            references::Node::Int(value) => Ok(*value),
            references::Node::Pair(left, right) => Err([left, right]),
        }
    }
}

fn plain_equal<P: Plain>(left: &P, right: &P, pairs: &mut Pairs<P::Node>) -> bool {
    if (left.may_be_shared() || right.may_be_shared()) && !pairs.insert((left.address(), right.address())) {
        return true;
    }
    match (left.content(), right.content()) {
        (Ok(left), Ok(right)) => left == right,
        (Err(left), Err(right)) => plain_equal(left[0], right[0], pairs) && plain_equal(left[1], right[1], pairs),
        _ => false,
    }
}

fn plain_hash<P: Plain>(node: &P, hashes: &mut Hashes<*const P::Node>) -> u64 {
    let is_shared = node.may_be_shared();
    if is_shared && let Some(known) = hashes.known.get(&node.address()) {
        return *known;
    }
    let found = match node.content() {
        Ok(value) => hashes.of((0_u8, value)),
        Err([left, right]) => {
            let parts = (plain_hash(left, hashes), plain_hash(right, hashes));
            hashes.of((1_u8, parts))
        }
    };
    if is_shared {
        hashes.known.insert(node.address(), found);
    }
    found
}

impl<P: Plain> Memoized for P {
    type Comparison = Pairs<P::Node>;
    type Hashing = Hashes<*const P::Node>;

    fn equal(&self, other: &Self, pairs: &mut Self::Comparison) -> bool {
        pairs.clear();
        plain_equal(self, other, pairs)
    }

    fn hash(&self, hashes: &mut Self::Hashing) -> u64 {
        hashes.known.clear();
        plain_hash(self, hashes)
    }
}

/// Compares scoped terms, up to renaming of bound variables.
///
/// In one scope, and outside of those inside it, nothing that is bound changes. So a pair that was found equal there is
/// equal where it is met there again, and compared again elsewhere.
#[derive(Default)]
pub struct ScopedComparison {
    /// The number of the correspondence in force of each left variable, and of each right one.
    left: HashMap<*const Var, usize, RandomState>,
    right: HashMap<*const Var, usize, RandomState>,
    /// How many correspondences were made.
    made: usize,
    /// The number of the innermost scope: that of the correspondence made for it.
    scope: usize,
    /// With the scope in which they were met.
    equal: HashSet<(*const scoped::Term, *const scoped::Term, usize), RandomState>,
}

impl ScopedComparison {
    fn clear(&mut self) {
        self.left.clear();
        self.right.clear();
        self.made = 0;
        self.scope = 0;
        self.equal.clear();
    }

    /// Makes two variables correspond, and returns the correspondences that this hides.
    fn bind(&mut self, left: &Arc<Var>, right: &Arc<Var>) -> [Option<usize>; 2] {
        self.made += 1;
        [self.left.insert(Arc::as_ptr(left), self.made), self.right.insert(Arc::as_ptr(right), self.made)]
    }

    fn terms(&mut self, left: &Arc<scoped::Term>, right: &Arc<scoped::Term>) -> bool {
        use scoped::Term::{Add, Lambda, Use};
        let is_shared = Arc::strong_count(left) > 1 || Arc::strong_count(right) > 1;
        if is_shared && !self.equal.insert((Arc::as_ptr(left), Arc::as_ptr(right), self.scope)) {
            return true;
        }
        match (&**left, &**right) {
            (Use(left), Use(right)) => match (self.left.get(&Arc::as_ptr(left)), self.right.get(&Arc::as_ptr(right))) {
                (Some(left), Some(right)) => left == right,
                (None, None) => {
                    let is_same = Arc::ptr_eq(left, right);
                    if is_same {
                        self.bind(left, right);
                    }
                    is_same
                }
                _ => false,
            },
            (Add(left, left_second), Add(right, right_second)) => {
                self.terms(left, right) && self.terms(left_second, right_second)
            }
            (Lambda { param: left, body: left_body }, Lambda { param: right, body: right_body }) => {
                if left.width != right.width {
                    return false;
                }
                let hidden = self.bind(left, right);
                let around = mem::replace(&mut self.scope, self.made);
                let is_equal = self.terms(left_body, right_body);
                self.scope = around;
                restore(&mut self.left, left, hidden[0]);
                restore(&mut self.right, right, hidden[1]);
                is_equal
            }
            _ => false,
        }
    }
}

/// Has a variable mean what it did before.
fn restore<V>(meanings: &mut HashMap<*const Var, V, RandomState>, var: &Arc<Var>, before: Option<V>) {
    match before {
        Some(before) => meanings.insert(Arc::as_ptr(var), before),
        None => meanings.remove(&Arc::as_ptr(var)),
    };
}

/// Hashes scoped terms. What is found in a scope is remembered for it.
#[derive(Default)]
pub struct ScopedHashing {
    meanings: HashMap<*const Var, Meaning, RandomState>,
    /// How many scopes are around.
    depth: usize,
    /// How many were entered.
    entered: usize,
    /// The number of the innermost one.
    scope: usize,
    /// By node, and the scope in which it was met.
    hashes: Hashes<(*const scoped::Term, usize)>,
}

/// What a use of a variable enters a hash as.
#[derive(Clone, Copy, Debug, Hash)]
enum Meaning {
    /// The depth of the scope that binds it.
    Bound(usize),
    /// Bound outside of all scopes.
    Global,
    /// Its address.
    Free(usize),
}

impl ScopedHashing {
    fn clear(&mut self) {
        self.meanings.clear();
        self.depth = 0;
        self.entered = 0;
        self.scope = 0;
        self.hashes.known.clear();
    }

    fn term(&mut self, term: &Arc<scoped::Term>) -> u64 {
        use scoped::Term::{Add, Lambda, Use};
        let key = (Arc::as_ptr(term), self.scope);
        let is_shared = Arc::strong_count(term) > 1;
        if is_shared && let Some(known) = self.hashes.known.get(&key) {
            return *known;
        }
        let found = match &**term {
            Use(var) => {
                let address = Arc::as_ptr(var);
                let meaning = match self.meanings.entry(address) {
                    Entry::Occupied(meaning) => *meaning.get(),
                    Entry::Vacant(free) => *free.insert(Meaning::Free(address.addr())),
                };
                self.hashes.of((0_u8, meaning))
            }
            Add(left, right) => {
                let parts = (self.term(left), self.term(right));
                self.hashes.of((1_u8, parts))
            }
            Lambda { param, body } => {
                self.depth += 1;
                self.entered += 1;
                let around = mem::replace(&mut self.scope, self.entered);
                let hidden = self.meanings.insert(Arc::as_ptr(param), Meaning::Bound(self.depth));
                let body = self.term(body);
                restore(&mut self.meanings, param, hidden);
                self.scope = around;
                self.depth -= 1;
                self.hashes.of((2_u8, param.width, body))
            }
        };
        if is_shared {
            self.hashes.known.insert(key, found);
        }
        found
    }
}

impl Memoized for Arc<scoped::Term> {
    type Comparison = ScopedComparison;
    type Hashing = ScopedHashing;

    fn equal(&self, other: &Self, comparison: &mut ScopedComparison) -> bool {
        comparison.clear();
        comparison.terms(self, other)
    }

    fn hash(&self, hashing: &mut ScopedHashing) -> u64 {
        hashing.clear();
        hashing.term(self)
    }
}

impl Memoized for scoped::Program {
    type Comparison = ScopedComparison;
    type Hashing = ScopedHashing;

    fn equal(&self, other: &Self, comparison: &mut ScopedComparison) -> bool {
        comparison.clear();
        comparison.bind(&self.global, &other.global);
        self.global.width == other.global.width && comparison.terms(&self.body, &other.body)
    }

    fn hash(&self, hashing: &mut ScopedHashing) -> u64 {
        hashing.clear();
        hashing.meanings.insert(Arc::as_ptr(&self.global), Meaning::Global);
        let body = hashing.term(&self.body);
        hashing.hashes.of((self.global.width, body))
    }
}

#[cfg(test)]
mod tests {
    use sexpr_core::{StructuralEq, structural_equal, structural_hash};

    use super::*;
    use crate::workloads::{
        by_hand::{Comparison, Hashing},
        towers::Sharing,
    };
    use sexpr_test_support::random::Random;

    /// Asserts that of every two values, verdicts and hashes are those of the library. How many are unequal, and equal.
    fn agrees<T: Memoized + StructuralEq>(values: &[T]) -> [usize; 2] {
        let (mut comparison, mut hashing) = (T::Comparison::default(), T::Hashing::default());
        let mut verdicts = [0, 0];
        for left in values {
            for right in values {
                let equal = structural_equal(left, right);
                assert_eq!(left.equal(right, &mut comparison), equal);
                assert_eq!(left.hash(&mut hashing) == right.hash(&mut hashing), equal);
                assert_eq!(structural_hash(left) == structural_hash(right), equal);
                verdicts[usize::from(equal)] += 1;
            }
        }
        verdicts
    }

    const ALL: [Sharing; 5] =
        [Sharing::Full, Sharing::FullButOneLevel, Sharing::LowerHalf, Sharing::UpperHalf, Sharing::Pairs];

    /// Towers of two heights.
    fn of_all_kinds<T>(build: fn(Sharing, usize) -> T) -> Vec<T> {
        [6, 7].into_iter().flat_map(|levels| ALL.map(|sharing| build(sharing, levels))).collect()
    }

    #[test]
    fn towers_of_one_height_are_equal_and_agree_with_the_library() {
        assert_eq!(agrees(&of_all_kinds(towers::arcs)), [50, 50]);
        assert_eq!(agrees(&of_all_kinds(towers::references)), [50, 50]);
        assert_eq!(agrees(&of_all_kinds(towers::bound_for_good)), [50, 50]);
        assert_eq!(agrees(&of_all_kinds(towers::bound_by_a_scope)), [50, 50]);
        assert_eq!(agrees(&of_all_kinds(towers::of_scopes)), [50, 50]);
    }

    #[test]
    fn pairs_that_differ_in_order_or_in_one_number_agree_with_the_library() {
        use references::leak;
        let pairs = [(0, 0), (0, 1), (1, 0), (1, 1)];
        let ints = |left, right| [left, right].map(|value| Arc::new(towers::Node::Int(value)));
        assert_eq!(agrees(&pairs.map(|(l, r)| ints(l, r)).map(|[l, r]| Arc::new(towers::Node::Pair(l, r)))), [12, 4]);
        let ints = |left, right| [left, right].map(|value| leak(references::Node::Int(value)));
        assert_eq!(agrees(&pairs.map(|(l, r)| ints(l, r)).map(|[l, r]| leak(references::Node::Pair(l, r)))), [12, 4]);
    }

    fn var(width: u32) -> Arc<Var> {
        Arc::new(Var { name: String::new(), width })
    }

    /// A term of either language, made of nodes below it.
    enum Node<P> {
        Use(Arc<Var>),
        Add(P, P),
        Lambda(Arc<Var>, P),
    }

    fn term(node: Node<Arc<terms::Term>>) -> Arc<terms::Term> {
        Arc::new(match node {
            Node::Use(var) => terms::Term::Use(var),
            Node::Add(left, right) => terms::Term::Add(left, right),
            Node::Lambda(param, body) => terms::Term::Lambda { param, body },
        })
    }

    fn scoped_term(node: Node<Arc<scoped::Term>>) -> Arc<scoped::Term> {
        Arc::new(match node {
            Node::Use(var) => scoped::Term::Use(var),
            Node::Add(left, right) => scoped::Term::Add(left, right),
            Node::Lambda(param, body) => scoped::Term::Lambda { param, body },
        })
    }

    /// Terms of which each two share nodes in different ways, and have parameters of their own. They use two variables
    /// that are free unless they bind them, and bind variables again inside themselves.
    fn random_terms<P: Clone>(free: &[Arc<Var>; 2], make: fn(Node<P>) -> P) -> Vec<P> {
        let graph = |seed: u64, vars: &[Arc<Var>; 4], shares: bool| {
            let mut random = Random::new(seed);
            let twice = |node: &dyn Fn() -> P| {
                let first = node();
                [if shares { first.clone() } else { node() }, first]
            };
            let mut nodes: Vec<[P; 2]> = vars.iter().map(|var| twice(&|| make(Node::Use(var.clone())))).collect();
            for _ in 0..10 {
                // Mostly the latest ones, so that what comes out is deep.
                let mut one = || {
                    let back = random.below(nodes.len()).min(random.below(nodes.len()));
                    nodes[nodes.len() - 1 - back].clone()
                };
                let ([left, _], [_, right]) = (one(), one());
                let (is_lambda, param) = (random.below(3) == 0, &vars[random.below(4)]);
                let node = twice(&|| match is_lambda {
                    true => make(Node::Lambda(param.clone(), left.clone())),
                    false => make(Node::Add(left.clone(), right.clone())),
                });
                nodes.push(node);
            }
            let [root, _] = nodes.swap_remove(nodes.len() - 1);
            root
        };
        let graphs = (0..120).flat_map(|seed| {
            let vars = [free[0].clone(), free[1].clone(), var(8), var(if seed % 4 == 3 { 16 } else { 8 })];
            [true, false].map(|shares| graph(seed / 2, &vars, shares))
        });
        graphs.collect()
    }

    #[test]
    fn random_terms_agree_with_the_library() {
        let terms = random_terms(&[var(8), var(8)], term);
        let verdicts = agrees(&terms);
        assert!(verdicts[0] > 1_000 && verdicts[1] > 480, "{verdicts:?}");
        let (mut comparison, mut hashing) = (Comparison::default(), Hashing::default());
        for left in &terms {
            for right in &terms {
                let equal = structural_equal(left, right);
                assert_eq!(comparison.equal(left, right), equal);
                assert_eq!(hashing.hash(left) == hashing.hash(right), equal);
            }
        }
    }

    #[test]
    fn random_scoped_terms_agree_with_the_library() {
        let free = [var(8), var(8)];
        let terms = random_terms(&free, scoped_term);
        let programs = terms.iter().map(|body| scoped::Program { global: free[0].clone(), body: body.clone() });
        for verdicts in [agrees(&terms), agrees(&programs.collect::<Vec<_>>())] {
            assert!(verdicts[0] > 1_000 && verdicts[1] > 480, "{verdicts:?}");
        }
    }
}
