//! Towers of shared nodes, beside recursion with a memo, and beside our own time for chains of as many nodes as the
//! towers have edges: two a level, for most. A baseline that recurses along every path would not end.

use std::rc::Rc;

use sexpr_core::StructuralEq;

use crate::{Pair, memo_equal, memo_hash, ours_equal, ours_hash};
use sexpr_test_support::layout::{Blocks, Layout};
use sexpr_tests::workloads::{
    chains,
    measure::{Case, Contender, Target::Times},
    memoized::Memoized,
    references,
    towers::{self, Sharing},
};

/// The number of levels.
const LEVELS: [usize; 3] = [1_000, 100_000, 1_000_000];

const ALIKE: (&str, [Sharing; 2]) = ("alike", [Sharing::Full; 2]);
const ONE_LEVEL: (&str, [Sharing; 2]) = ("one level on the left only", [Sharing::Full, Sharing::FullButOneLevel]);
const CROSSWISE: (&str, [Sharing; 2]) = ("halves crosswise", [Sharing::LowerHalf, Sharing::UpperHalf]);
const IN_PAIRS: (&str, [Sharing; 2]) = ("fully and in pairs", [Sharing::Full, Sharing::Pairs]);

/// Every case.
pub fn cases() -> Vec<Case> {
    let mut cases = Vec::new();
    for levels in LEVELS {
        let arcs = Tower::new("arcs", levels, towers::arcs, chains::chain);
        let references = Tower::new("references", levels, towers::references, references::chain);
        let for_good = Tower::new("bound for good", levels, towers::bound_for_good, chains::chain);
        let by_a_scope = Tower::new("bound by a scope", levels, towers::bound_by_a_scope, chains::chain).scoped();
        let of_scopes = Tower::new("of scopes", levels, towers::of_scopes, chains::chain).scoped();
        let of_scopes = Tower { edges: towers::EDGES_OF_SCOPES, ..of_scopes };
        let is_long = levels > 100_000;
        cases.extend([ALIKE, IN_PAIRS].map(|sides| arcs.equal(sides)));
        cases.extend([ONE_LEVEL, CROSSWISE].map(|sides| arcs.equal(sides).long(is_long)));
        cases.push(references.equal(ALIKE));
        cases.extend([ONE_LEVEL, CROSSWISE, IN_PAIRS].map(|sides| references.equal(sides).long(is_long)));
        cases.extend([for_good.equal(ALIKE), by_a_scope.equal(ALIKE), of_scopes.equal(ALIKE)]);
        cases.extend([for_good.equal(IN_PAIRS), by_a_scope.equal(IN_PAIRS)].map(|case| case.long(is_long)));
        cases.extend([arcs.hash(), references.hash()]);
        cases.extend([for_good.hash(), by_a_scope.hash(), of_scopes.hash()].map(|case| case.long(is_long)));
    }
    cases
}

/// A tower of one type, the chain that it stands beside, and the target beside recursion with a memo.
struct Tower<T, C> {
    name: &'static str,
    levels: usize,
    edges: usize,
    build: fn(Sharing, usize) -> T,
    chain: fn(usize) -> C,
    target: f64,
}

impl<T: StructuralEq + Memoized + 'static, C: StructuralEq + 'static> Tower<T, C> {
    fn new(name: &'static str, levels: usize, build: fn(Sharing, usize) -> T, chain: fn(usize) -> C) -> Tower<T, C> {
        Tower { name, levels, edges: 2, build, chain, target: 0.7 }
    }

    /// The same tower, of nodes that depend on scopes.
    fn scoped(self) -> Tower<T, C> {
        Tower { target: 1.4, ..self }
    }

    fn equal(&self, (shared, sides): (&str, [Sharing; 2])) -> Case {
        self.case(format!("towers/equal/{}/{shared}", self.name), sides, [ours_equal, memo_equal], ours_equal)
    }

    fn hash(&self) -> Case {
        self.case(format!("towers/hash/{}", self.name), ALIKE.1, [ours_hash, memo_hash], ours_hash)
    }

    fn case(
        &self,
        name: String,
        sides: [Sharing; 2],
        [ours, memo]: [fn(&Pair<T>) -> Contender; 2],
        chain: fn(&Pair<C>) -> Contender,
    ) -> Case {
        let Tower { levels, edges, build: build_tower, chain: build_chain, target, .. } = *self;
        Case::new(name, levels, "level", move || {
            let towers = fresh(|| sides.map(|sharing| build_tower(sharing, levels)));
            let chains = fresh(|| [(); 2].map(|()| build_chain(levels * edges)));
            vec![ours(&towers), memo(&towers).target(Times(target)), chain(&chains).called("our chain")]
        })
    }
}

/// Builds both sides. Nodes of all the types here are of a few sizes.
fn fresh<T>(build: impl FnOnce() -> [T; 2]) -> Pair<T> {
    let blocks = [24, 40, 56].map(|bytes| Blocks::of_bytes(bytes, 0));
    let [left, right] = Layout::Fresh.build(&blocks, build);
    Rc::new((left, right))
}
