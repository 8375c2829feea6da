//! Functions of blocks with parameters, in tables of entities.

use proptest::prelude::*;
use sexpr_core::{first_structural_mismatch, structural_equal, structural_fingerprint, structural_hash};
use sexpr_foreign::cranelift::{
    ir::{Op, Type},
    outline::{BlockOutline, End, Line, LineKind, Outline, outlines},
};

/// Asserts that two outlines give equal functions, however they are allocated, if they are the same, or else different ones.
fn assert_agrees(one: &Outline, other: &Outline, seeds: [u64; 2]) -> bool {
    let is_same = one.canonical() == other.canonical();
    let (left, right) = (one.function(seeds[0]), other.function(seeds[1]));
    let mismatch = first_structural_mismatch(&left, &right);
    let seen = || format!("{mismatch:?}\n{}\n{}", one.canonical(), other.canonical());
    assert_eq!(structural_equal(&left, &right), is_same, "{}", seen());
    assert_eq!(structural_equal(&right, &left), is_same, "{}", seen());
    assert_eq!(mismatch.is_none(), is_same, "{}", seen());
    assert_eq!(structural_hash(&left) == structural_hash(&right), is_same, "{}", seen());
    let [one, other] = [left, right].map(|function| structural_fingerprint(&function).unwrap());
    assert_eq!(one == other, is_same, "{}", seen());
    is_same
}

fn line(kind: LineKind) -> Line {
    Line { kind, results: vec![Type::I64] }
}

fn block(dominator: usize, parameters: usize, lines: Vec<Line>, end: End) -> BlockOutline {
    BlockOutline { dominator, is_cold: false, parameters: vec![Type::I64; parameters], lines, end }
}

/// Sums up the numbers below its parameter.
fn sum() -> Outline {
    use LineKind::{Binary, Const};
    let entry = block(0, 1, vec![line(Const(0))], End::Jump(1, vec![(0, 1), (0, 1)]));
    let header = block(
        0,
        2,
        vec![line(Binary(Op::Less, [(1, 0), (0, 0)]))],
        End::Branch((1, 2), [(2, vec![]), (3, vec![(1, 1)])]),
    );
    let body = block(
        1,
        0,
        vec![line(Const(1)), line(Binary(Op::Add, [(1, 0), (2, 0)])), line(Binary(Op::Add, [(1, 1), (1, 0)]))],
        End::Jump(1, vec![(2, 1), (2, 2)]),
    );
    let exit = block(1, 1, vec![], End::Return(vec![(3, 0)]));
    Outline { blocks: vec![entry, header, body, exit] }
}

/// Chooses one of two calls with several results, in a loop in a loop.
fn nested() -> Outline {
    use LineKind::{Binary, Call, Unary};
    let call = |callee: &str, args| Line { kind: Call(callee.to_owned(), args), results: vec![Type::I32, Type::I64] };
    let entry = block(0, 2, vec![line(Unary(Op::Negate, (0, 0)))], End::Jump(1, vec![(0, 2)]));
    let outer =
        block(0, 1, vec![call("g", vec![(1, 0), (0, 1)])], End::Branch((1, 1), [(2, vec![(1, 2)]), (5, vec![])]));
    let inner = block(1, 1, vec![call("h", vec![(2, 0)])], End::Branch((2, 1), [(3, vec![]), (4, vec![])]));
    let again = block(2, 0, vec![line(Binary(Op::Mul, [(2, 2), (1, 2)]))], End::Jump(2, vec![(3, 0)]));
    let next = block(2, 0, vec![], End::Jump(1, vec![(2, 2)]));
    let exit = block(1, 0, vec![], End::Return(vec![(1, 2), (0, 0)]));
    Outline { blocks: vec![entry, outer, inner, again, next, exit] }
}

#[test]
fn how_a_function_is_allocated_does_not_count() {
    for outline in [sum(), nested()] {
        for seed in 0..50 {
            assert!(assert_agrees(&outline, &outline, [0, seed]));
        }
    }
}

#[test]
fn every_single_change_counts() {
    let mut changes = 0;
    for outline in [sum(), nested()] {
        for (seed, changed) in outline.changes().iter().enumerate() {
            changes += usize::from(!assert_agrees(&outline, changed, [0, seed as u64]));
        }
    }
    assert!(changes > 200, "{changes}");
}

#[test]
fn a_mismatch_shows_where() {
    let mut other = sum();
    other.blocks[2].lines[0].kind = LineKind::Const(2);
    let mismatch = first_structural_mismatch(&sum().function(0), &other.function(7)).unwrap();
    assert_eq!(mismatch.lhs().to_string(), ".entry.layout[1].to.layout[1].then.layout[0].value");
}

proptest! {
    #[test]
    fn how_a_random_function_is_allocated_does_not_count(outline in outlines(), seeds: [u64; 2]) {
        prop_assert!(assert_agrees(&outline, &outline, seeds));
    }

    #[test]
    fn a_change_of_a_random_function_counts(outline in outlines(), which: prop::sample::Index, seeds: [u64; 2]) {
        let changes = outline.changes();
        assert_agrees(&outline, &changes[which.index(changes.len())], seeds);
    }

    #[test]
    fn random_functions_are_equal_if_they_are_the_same(outlines in [outlines(), outlines()], seeds: [u64; 2]) {
        assert_agrees(&outlines[0], &outlines[1], seeds);
    }
}
