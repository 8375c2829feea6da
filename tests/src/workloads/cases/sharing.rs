//! Towers of shared nodes beside chains of as many nodes as the towers have edges: two a level. A baseline that
//! recurses along every path would not end.

use std::rc::Rc;

use sexpr_core::StructuralEq;

use super::{Pair, ours_equal, ours_hash};
use crate::workloads::{
    chains,
    layout::{Blocks, Layout},
    measure::{
        Case, Contender,
        Target::{self, Times},
    },
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
        let arcs = Tower { name: "arcs", levels, edges: 2, build: towers::arcs, chain: chains::chain };
        let references =
            Tower { name: "references", levels, edges: 2, build: towers::references, chain: references::chain };
        let for_good =
            Tower { name: "bound for good", levels, edges: 2, build: towers::bound_for_good, chain: chains::chain };
        let by_a_scope =
            Tower { name: "bound by a scope", levels, edges: 2, build: towers::bound_by_a_scope, chain: chains::chain };
        let of_scopes = Tower {
            name: "of scopes",
            levels,
            edges: towers::EDGES_OF_SCOPES,
            build: towers::of_scopes,
            chain: chains::chain,
        };
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

/// A tower of one type, and the chain that it is held against.
struct Tower<T, C> {
    name: &'static str,
    levels: usize,
    edges: usize,
    build: fn(Sharing, usize) -> T,
    chain: fn(usize) -> C,
}

impl<T: StructuralEq + 'static, C: StructuralEq + 'static> Tower<T, C> {
    fn equal(&self, (shared, sides): (&str, [Sharing; 2])) -> Case {
        self.case(format!("towers/equal/{}/{shared}", self.name), sides, ours_equal, ours_equal)
    }

    fn hash(&self) -> Case {
        self.case(format!("towers/hash/{}", self.name), ALIKE.1, ours_hash, ours_hash)
    }

    fn case(
        &self,
        name: String,
        sides: [Sharing; 2],
        tower: fn(&Pair<T>) -> Contender,
        chain: fn(&Pair<C>) -> Contender,
    ) -> Case {
        let Tower { levels, edges, build: build_tower, chain: build_chain, .. } = *self;
        Case::new(name, levels, "level", move || {
            let towers = fresh(|| sides.map(|sharing| build_tower(sharing, levels)));
            let chains = fresh(|| [(); 2].map(|()| build_chain(levels * edges)));
            vec![tower(&towers), chain(&chains).called("our chain").target(target(levels))]
        })
    }
}

/// What is wanted of a level.
fn target(levels: usize) -> Target {
    Times(if levels <= 100_000 { 3.0 } else { 8.0 })
}

/// Builds both sides. Nodes of all the types here are of a few sizes.
fn fresh<T>(build: impl FnOnce() -> [T; 2]) -> Pair<T> {
    let blocks = [24, 40, 56].map(|bytes| Blocks::of_bytes(bytes, 0));
    let [left, right] = Layout::Fresh.build(&blocks, build);
    Rc::new((left, right))
}
