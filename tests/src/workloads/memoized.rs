//! The baselines for terms that share nodes: recursion with a memo, as a good engineer writes it for one IR, if depth
//! does not matter.
//!
//! Of `Arc`s, the shared ones are remembered. References have no counts, so all nodes behind them are.

use std::{
    collections::{HashMap, HashSet, hash_map::Entry},
    hash::{BuildHasher, Hash, Hasher},
    mem, ptr,
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

fn either_is_shared<T>(left: &Arc<T>, right: &Arc<T>) -> bool {
    Arc::strong_count(left) > 1 || Arc::strong_count(right) > 1
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

impl Memoized for Arc<towers::Node> {
    type Comparison = Pairs<towers::Node>;
    type Hashing = Hashes<*const towers::Node>;

    fn equal(&self, other: &Self, pairs: &mut Self::Comparison) -> bool {
        fn equal(left: &Arc<towers::Node>, right: &Arc<towers::Node>, pairs: &mut Pairs<towers::Node>) -> bool {
            use towers::Node::{Int, Pair};
            if either_is_shared(left, right) && !pairs.insert((Arc::as_ptr(left), Arc::as_ptr(right))) {
                return true;
            }
            match (&**left, &**right) {
                (Int(left), Int(right)) => left == right,
                (Pair(left, left_second), Pair(right, right_second)) => {
                    equal(left, right, pairs) && equal(left_second, right_second, pairs)
                }
                _ => false,
            }
        }
        pairs.clear();
        equal(self, other, pairs)
    }

    fn hash(&self, hashes: &mut Self::Hashing) -> u64 {
        fn hash(node: &Arc<towers::Node>, hashes: &mut Hashes<*const towers::Node>) -> u64 {
            use towers::Node::{Int, Pair};
            let is_shared = Arc::strong_count(node) > 1;
            if is_shared && let Some(known) = hashes.known.get(&Arc::as_ptr(node)) {
                return *known;
            }
            let found = match &**node {
                Int(value) => hashes.of((0_u8, value)),
                Pair(left, right) => {
                    let parts = (hash(left, hashes), hash(right, hashes));
                    hashes.of((1_u8, parts))
                }
            };
            if is_shared {
                hashes.known.insert(Arc::as_ptr(node), found);
            }
            found
        }
        hashes.known.clear();
        hash(self, hashes)
    }
}

impl Memoized for &'static references::Node {
    type Comparison = Pairs<references::Node>;
    type Hashing = Hashes<*const references::Node>;

    fn equal(&self, other: &Self, pairs: &mut Self::Comparison) -> bool {
        fn equal(left: &references::Node, right: &references::Node, pairs: &mut Pairs<references::Node>) -> bool {
            use references::Node::{Int, Pair};
            match (left, right) {
                (Int(left), Int(right)) => left == right,
                (Pair(..), Pair(..)) if !pairs.insert((left, right)) => true,
                (Pair(left, left_second), Pair(right, right_second)) => {
                    equal(left, right, pairs) && equal(left_second, right_second, pairs)
                }
                _ => false,
            }
        }
        pairs.clear();
        equal(self, other, pairs)
    }

    fn hash(&self, hashes: &mut Self::Hashing) -> u64 {
        fn hash(node: &references::Node, hashes: &mut Hashes<*const references::Node>) -> u64 {
            use references::Node::{Int, Pair};
            match node {
                Int(value) => hashes.of((0_u8, value)),
                Pair(left, right) => {
                    if let Some(known) = hashes.known.get(&ptr::from_ref(node)) {
                        return *known;
                    }
                    let parts = (hash(left, hashes), hash(right, hashes));
                    let found = hashes.of((1_u8, parts));
                    hashes.known.insert(node, found);
                    found
                }
            }
        }
        hashes.known.clear();
        hash(self, hashes)
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
        if either_is_shared(left, right) && !self.equal.insert((Arc::as_ptr(left), Arc::as_ptr(right), self.scope)) {
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
    use sexpr_core::{StructuralEq, structural_equal};

    use super::*;
    use crate::workloads::towers::Sharing;
    use sexpr_test_support::random::Random;

    /// Asserts that of every two values, verdicts and hashes are those of the library.
    fn agrees<T: Memoized + StructuralEq>(values: &[T]) {
        let (mut comparison, mut hashing) = (T::Comparison::default(), T::Hashing::default());
        let mut verdicts = [0, 0];
        for left in values {
            for right in values {
                let equal = structural_equal(left, right);
                assert_eq!(left.equal(right, &mut comparison), equal);
                assert_eq!(left.hash(&mut hashing) == right.hash(&mut hashing), equal);
                verdicts[usize::from(equal)] += 1;
            }
        }
        assert!(verdicts.iter().all(|count| *count > values.len()), "{verdicts:?}");
    }

    const ALL: [Sharing; 5] =
        [Sharing::Full, Sharing::FullButOneLevel, Sharing::LowerHalf, Sharing::UpperHalf, Sharing::Pairs];

    /// Towers of two heights.
    fn of_all_kinds<T>(build: fn(Sharing, usize) -> T) -> Vec<T> {
        [6, 7].into_iter().flat_map(|levels| ALL.map(|sharing| build(sharing, levels))).collect()
    }

    #[test]
    fn towers_agree_with_the_library() {
        agrees(&of_all_kinds(towers::arcs));
        agrees(&of_all_kinds(towers::references));
        agrees(&of_all_kinds(towers::bound_for_good));
        agrees(&of_all_kinds(towers::bound_by_a_scope));
        agrees(&of_all_kinds(towers::of_scopes));
    }

    /// Levels that are built from random nodes below: each kind of node is made by a function.
    fn graph<P: Clone>(seed: u64, mut nodes: Vec<P>, make: impl Fn(&mut Random, P, P) -> P, pick: fn(&P) -> P) -> P {
        let mut random = Random::new(seed);
        for _ in 0..10 {
            // Mostly the latest ones, so that what comes out is deep.
            let mut one = || {
                let back = random.below(nodes.len()).min(random.below(nodes.len()));
                pick(&nodes[nodes.len() - 1 - back])
            };
            let (left, right) = (one(), one());
            nodes.push(make(&mut random, left, right));
        }
        nodes.swap_remove(nodes.len() - 1)
    }

    fn copy_of_arc(node: &Arc<towers::Node>) -> Arc<towers::Node> {
        use towers::Node::{Int, Pair};
        Arc::new(match &**node {
            Int(value) => Int(*value),
            Pair(left, right) => Pair(copy_of_arc(left), copy_of_arc(right)),
        })
    }

    fn copy_of_reference(node: &&'static references::Node) -> &'static references::Node {
        use references::Node::{Int, Pair};
        references::leak(match node {
            Int(value) => Int(*value),
            Pair(left, right) => Pair(copy_of_reference(left), copy_of_reference(right)),
        })
    }

    fn copy_of_term(term: &Arc<scoped::Term>) -> Arc<scoped::Term> {
        use scoped::Term::{Add, Lambda, Use};
        Arc::new(match &**term {
            Use(var) => Use(var.clone()),
            Add(left, right) => Add(copy_of_term(left), copy_of_term(right)),
            Lambda { param, body } => Lambda { param: param.clone(), body: copy_of_term(body) },
        })
    }

    #[test]
    fn random_nodes_agree_with_the_library() {
        use towers::Node::{Int, Pair};
        let pair = |_: &mut Random, left, right| Arc::new(Pair(left, right));
        let ints = || [0, 1].map(|value| Arc::new(Int(value))).to_vec();
        let graphs = (0..30).flat_map(|seed| [Arc::clone, copy_of_arc].map(|pick| graph(seed / 2, ints(), pair, pick)));
        agrees(&graphs.collect::<Vec<_>>());
    }

    #[test]
    fn random_nodes_behind_references_agree_with_the_library() {
        use references::{
            Node::{self, Int, Pair},
            leak,
        };
        let pair = |_: &mut Random, left, right| leak(Pair(left, right));
        let ints = || [0, 1].map(|value| leak(Int(value))).to_vec();
        let picks: [fn(&&'static Node) -> &'static Node; 2] = [|node| node, copy_of_reference];
        let graphs = (0..30).flat_map(|seed| picks.map(|pick| graph(seed / 2, ints(), pair, pick)));
        agrees(&graphs.collect::<Vec<_>>());
    }

    fn var(width: u32) -> Arc<Var> {
        Arc::new(Var { name: String::new(), width })
    }

    /// Terms that share nodes, or equal ones that share none, with parameters of their own. They use two variables that
    /// are free unless they bind them, and bind variables again inside themselves.
    fn random_terms(free: &[Arc<Var>; 2]) -> Vec<Arc<scoped::Term>> {
        use scoped::Term::{Add, Lambda, Use};
        type Pick = fn(&Arc<scoped::Term>) -> Arc<scoped::Term>;
        let picks: [Pick; 2] = [Arc::clone, copy_of_term];
        let graphs = (0..120).flat_map(|seed| {
            picks.map(|pick| {
                let vars = [free[0].clone(), free[1].clone(), var(8), var(if seed % 4 == 3 { 16 } else { 8 })];
                let uses = vars.iter().map(|var| Arc::new(Use(var.clone()))).collect();
                let make = |random: &mut Random, left, right| {
                    Arc::new(match random.below(3) {
                        0 => Lambda { param: vars[random.below(4)].clone(), body: left },
                        _ => Add(left, right),
                    })
                };
                graph(seed / 2, uses, make, pick)
            })
        });
        graphs.collect()
    }

    /// `(λx. x) + λy. x`, where both uses of `x` are one node; or `(λx. x) + λy. y`.
    fn in_two_scopes(uses_again: bool) -> Arc<scoped::Term> {
        use scoped::Term::{Add, Lambda, Use};
        let (x, y) = (var(8), var(8));
        let (of_x, of_y) = (Arc::new(Use(x.clone())), Arc::new(Use(y.clone())));
        let used = if uses_again { of_x.clone() } else { of_y };
        let [first, second] = [(x, of_x), (y, used)].map(|(param, body)| Arc::new(Lambda { param, body }));
        Arc::new(Add(first, second))
    }

    /// `λparam. (used + λinner. used) + used`, where the uses are one node.
    fn at_two_depths(param: &Arc<Var>, inner: &Arc<Var>) -> Arc<scoped::Term> {
        use scoped::Term::{Add, Lambda, Use};
        let used = Arc::new(Use(param.clone()));
        let inner = Arc::new(Lambda { param: inner.clone(), body: used.clone() });
        let body = Arc::new(Add(Arc::new(Add(used.clone(), inner)), used));
        Arc::new(Lambda { param: param.clone(), body })
    }

    #[test]
    fn what_is_found_in_one_scope_does_not_hold_in_another() {
        let in_two_scopes = [true, true, false, false].map(in_two_scopes);
        let (x, y) = (var(8), var(8));
        let at_two_depths = [(&x, &y), (&y, &x), (&x, &x), (&y, &y)].map(|(param, inner)| at_two_depths(param, inner));
        let copies = at_two_depths.clone().map(|term| copy_of_term(&term));
        agrees(&[&in_two_scopes[..], &at_two_depths, &copies].concat());
    }

    #[test]
    fn random_scoped_terms_agree_with_the_library() {
        let free = [var(8), var(8)];
        let terms = random_terms(&free);
        agrees(&terms);
        let programs: Vec<_> =
            terms.into_iter().map(|body| scoped::Program { global: free[0].clone(), body }).collect();
        agrees(&programs);
    }
}
