//! Towers without variables, with variables bound outside, and with variables bound in scopes inside.

use std::collections::HashSet;

use sexpr_core::{Comparer, StructuralEq, structural_equal, structural_fingerprint, structural_hash};

use super::{
    counted::within,
    shapes::{Shape, crossed, shapes, single},
    terms::{self, Terms},
};

/// Names on the right start here, so that they are others.
const RIGHT: u32 = 1 << 24;

/// How often a node may be looked at: what takes less than eight visits is not remembered, but visited again.
const TIMES: usize = 4;

/// How many nodes may be looked at for each level of a tower: the shapes have up to two a level on each side.
const PER_LEVEL: usize = 4 * TIMES;

/// Builds a term around or along a tower of so many levels, with names from that number on.
type Build<W> = fn(usize, Shape<<W as Terms>::Term>, u32) -> <W as Terms>::Term;

/// Whatever the sides share, each operation looks at a bounded number of nodes a level.
#[track_caller]
fn is_linear<W: Terms>(build: Build<W>) {
    for levels in [1_000, 30_000] {
        let bound = PER_LEVEL * levels;
        let mut comparer = Comparer::new();
        let mut hashes = HashSet::new();
        let lefts = [single, crossed].map(|shape| build(levels, shape, 0));
        for shape in shapes() {
            let right = build(levels, shape, RIGHT);
            for left in &lefts {
                assert!(within(bound, || comparer.equal(left, &right)));
            }
            hashes.insert(within(bound, || comparer.hash(&right)));
        }
        for left in &lefts {
            hashes.insert(within(bound, || comparer.hash(left)));
        }
        assert_eq!(hashes.len(), 1, "equal terms have one hash");
        let fingerprints = lefts.map(|left| within(bound, || comparer.fingerprint(&left).unwrap()));
        assert_eq!(fingerprints[0], fingerprints[1]);
    }
}

/// To compare two terms, and to hash each, looks at no more nodes than that.
#[track_caller]
fn are_equal_within<T: StructuralEq>([compared, hashed]: [usize; 2], left: &T, right: &T) {
    assert!(within(compared, || structural_equal(left, right)));
    let hashes = [left, right].map(|term| within(hashed, || structural_hash(term)));
    assert_eq!(hashes[0], hashes[1]);
}

fn without_variables<W: Terms>(levels: usize, shape: Shape<W::Term>, _: u32) -> W::Term {
    shape(levels, W::constant(), &|_, left, right| W::pair(left, right))
}

/// The bottom uses what the top binds.
fn bound_outside_for_good<W: Terms>(levels: usize, shape: Shape<W::Term>, names: u32) -> W::Term {
    let param = W::var(names);
    let tower = shape(levels, W::usage(&param), &|_, left, right| W::pair(left, right));
    W::sticky(&param, &tower, &tower)
}

fn bound_outside_in_a_scope<W: Terms>(levels: usize, shape: Shape<W::Term>, names: u32) -> W::Term {
    let param = W::var(names);
    let tower = shape(levels, W::usage(&param), &|_, left, right| W::pair(left, right));
    W::scope(&param, &param, &tower, &tower)
}

/// Every node is a scope that binds a variable of its own and uses it.
fn bound_inside<W: Terms>(levels: usize, shape: Shape<W::Term>, names: u32) -> W::Term {
    shape(levels, W::constant(), &|level, left, right| {
        let param = W::var(names + level as u32);
        W::scope(&param, &param, left, right)
    })
}

/// The same, and the bottom uses what a scope around the tower binds.
fn bound_inside_and_outside<W: Terms>(levels: usize, shape: Shape<W::Term>, names: u32) -> W::Term {
    let outer = W::var(names);
    let tower = shape(levels, W::usage(&outer), &|level, left, right| {
        let param = W::var(names + 1 + level as u32);
        W::scope(&param, &param, left, right)
    });
    W::scope(&outer, &outer, &tower, &tower)
}

/// All scopes bind the same variable, each for its own use and for the bottom's.
fn shadowed_at_every_level<W: Terms>(levels: usize, shape: Shape<W::Term>, names: u32) -> W::Term {
    let param = W::var(names);
    shape(levels, W::usage(&param), &|_, left, right| W::scope(&param, &param, left, right))
}

/// Every node is a scope, and uses the variable that the level above binds. Where a level has two nodes, both bind the
/// same variable, so that what they share is open, and means the same in both.
fn bound_at_the_level_above<W: Terms>(levels: usize, shape: Shape<W::Term>, names: u32) -> W::Term {
    let vars: Vec<_> = (0..=levels as u32).map(|level| W::var(names + level)).collect();
    let tower =
        shape(levels, W::usage(&vars[0]), &|level, left, right| W::scope(&vars[level], &vars[level + 1], left, right));
    W::scope(&vars[levels], &vars[levels], &tower, &tower)
}

const COPIES: usize = 30;

/// Every copy of a tower on the left meets every copy on the right. So many expansions of a level should do.
#[track_caller]
fn copies_that_all_meet<W: Terms>(around: fn(&W::Var, &W::Term) -> W::Term, expansions: usize) {
    const LEVELS: usize = 1_000;
    let build = |names, shift: usize| {
        let param = W::var(names);
        let copies: Vec<_> =
            (0..COPIES).map(|_| single(LEVELS, W::usage(&param), &|_, left, right| W::pair(left, right))).collect();
        let list = (0..COPIES * COPIES).fold(W::constant(), |list, at| {
            let (row, column) = (at / COPIES, at % COPIES);
            W::pair(&copies[(column + shift * row) % COPIES], &list)
        });
        around(&param, &list)
    };
    let (left, right) = (build(0, 0), build(RIGHT, 1));
    let edges = COPIES * COPIES;
    are_equal_within([TIMES * (4 * edges + expansions * LEVELS), 4 * TIMES * (edges + COPIES * LEVELS)], &left, &right);
}

/// A tower that uses what is bound around all of a nest of scopes, each of which holds it.
#[track_caller]
fn an_open_tower_at_every_depth_is_compared_once<W: Terms>() {
    const DEPTHS: usize = 100;
    const LEVELS: usize = 1_000;
    let build = |names, shape: Shape<W::Term>| {
        let outer = W::var(names);
        let tower = shape(LEVELS, W::usage(&outer), &|_, left, right| W::pair(left, right));
        let nest = (1..=DEPTHS as u32).fold(W::constant(), |nest, depth| {
            let param = W::var(names + depth);
            W::scope(&param, &param, &tower, &nest)
        });
        W::scope(&outer, &outer, &tower, &nest)
    };
    let (left, right) = (build(0, single), build(RIGHT, crossed));
    // A use hashes as the number of binders between it and its own, so it hashes differently at each depth.
    are_equal_within([4 * TIMES * (LEVELS + DEPTHS), 4 * TIMES * LEVELS * DEPTHS], &left, &right);
    let fingerprints =
        [&left, &right].map(|term| within(4 * TIMES * LEVELS * DEPTHS, || structural_fingerprint(term).unwrap()));
    assert_eq!(fingerprints[0], fingerprints[1]);
}

/// A tower that uses a variable which each of a nest of scopes binds, and which holds it.
#[track_caller]
fn an_open_tower_bound_anew_at_every_depth_is_compared_once<W: Terms>() {
    const DEPTHS: usize = 100;
    const LEVELS: usize = 1_000;
    let build = |names, shape: Shape<W::Term>| {
        let param = W::var(names);
        let tower = shape(LEVELS, W::usage(&param), &|_, left, right| W::pair(left, right));
        (0..DEPTHS).fold(W::constant(), |nest, _| W::scope(&param, &param, &tower, &nest))
    };
    let (left, right) = (build(0, single), build(RIGHT, crossed));
    are_equal_within([4 * TIMES * (LEVELS + DEPTHS), 4 * TIMES * LEVELS * DEPTHS], &left, &right);
}

/// Each node holds the one below in two scopes, each of which binds one of the two variables that the bottom uses. So
/// these mean the same everywhere, while their de Bruijn indices depend on the path, in as many ways as there are
/// levels.
#[track_caller]
fn an_open_tower_in_which_two_variables_are_bound_in_turn<W: Terms>() {
    const LEVELS: usize = 100;
    let build = |names| {
        let (one, other) = (W::var(names), W::var(names + 1));
        let bottom = W::pair(&W::usage(&one), &W::usage(&other));
        let tower = (0..LEVELS).fold(bottom, |below, _| {
            W::pair(&W::scope(&one, &one, &below, &below), &W::scope(&other, &other, &below, &below))
        });
        let tower = W::scope(&other, &other, &tower, &tower);
        W::scope(&one, &one, &tower, &tower)
    };
    let (left, right) = (build(0), build(RIGHT));
    are_equal_within([4 * TIMES * 3 * LEVELS, 4 * TIMES * 3 * LEVELS * LEVELS], &left, &right);
}

/// A tower in many scopes side by side, which uses the variable that each of them binds, or one bound around them all.
#[track_caller]
fn an_open_tower_in_scopes_side_by_side_is_looked_at_once<W: Terms>(bound_by_each: bool) {
    const SCOPES: usize = 100;
    const LEVELS: usize = 1_000;
    let build = |names, shape: Shape<W::Term>| {
        let (outer, param) = (W::var(names), W::var(names + 1));
        let used = if bound_by_each { &param } else { &outer };
        let tower = shape(LEVELS, W::usage(used), &|_, left, right| W::pair(left, right));
        let list = (0..SCOPES).fold(W::constant(), |list, _| {
            let scope = W::scope(&param, &param, &tower, &tower);
            W::pair(&scope, &list)
        });
        W::scope(&outer, &outer, &list, &list)
    };
    let (left, right) = (build(0, single), build(RIGHT, crossed));
    let bound = 4 * TIMES * (LEVELS + SCOPES);
    are_equal_within([bound, bound], &left, &right);
}

/// The tests of a way to write terms.
macro_rules! tests {
    ($terms:ident) => {
        mod $terms {
            use super::*;
            use terms::$terms::Written;

            tests! {
                without_variables: is_linear::<Written>(super::without_variables::<Written>);
                with_a_variable_bound_outside_for_good: is_linear::<Written>(bound_outside_for_good::<Written>);
                with_a_variable_bound_outside_in_a_scope: is_linear::<Written>(bound_outside_in_a_scope::<Written>);
                with_a_variable_bound_inside_by_each_node: is_linear::<Written>(bound_inside::<Written>);
                with_variables_bound_inside_and_outside: is_linear::<Written>(bound_inside_and_outside::<Written>);
                with_a_variable_shadowed_at_every_level: is_linear::<Written>(shadowed_at_every_level::<Written>);
                with_variables_bound_at_the_level_above: is_linear::<Written>(bound_at_the_level_above::<Written>);
                // As many as there are nodes: equal to the same is equal.
                copies_that_all_meet: super::copies_that_all_meet::<Written>(
                    |param, list| Written::sticky(param, list, list),
                    4 * COPIES,
                );
                // As many as there are pairs: what depends on a scope is remembered as a pair.
                copies_that_all_meet_in_a_scope: super::copies_that_all_meet::<Written>(
                    |param, list| Written::scope(param, param, list, list),
                    COPIES * COPIES,
                );
                an_open_tower_at_every_depth: an_open_tower_at_every_depth_is_compared_once::<Written>();
                an_open_tower_bound_anew_at_every_depth:
                    an_open_tower_bound_anew_at_every_depth_is_compared_once::<Written>();
                an_open_tower_with_two_variables: an_open_tower_in_which_two_variables_are_bound_in_turn::<Written>();
                an_open_tower_in_scopes_side_by_side:
                    an_open_tower_in_scopes_side_by_side_is_looked_at_once::<Written>(false);
                an_open_tower_in_scopes_that_all_bind_its_variable:
                    an_open_tower_in_scopes_side_by_side_is_looked_at_once::<Written>(true);
            }
        }
    };
    ($($name:ident: $test:expr;)*) => {$(
        #[test]
        fn $name() {
            $test;
        }
    )*};
}

tests!(arc);
tests!(arc_names);

#[test]
fn a_million_levels() {
    const LEVELS: usize = 1_000_000;
    let [left, right] = [single, crossed].map(|shape| without_variables::<terms::arc::Written>(LEVELS, shape, 0));
    are_equal_within([PER_LEVEL * LEVELS, PER_LEVEL * LEVELS], &left, &right);
}
