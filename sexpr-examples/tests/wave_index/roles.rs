//! Indices of matrix products are taken apart by operand, and put together.

use proptest::collection::btree_map;
use proptest::prelude::*;
use sexpr_examples::wave::index::roles::{ByRole, merge, split};
use sexpr_examples::wave::index::{Condition, Index, IndexExpr, IndexSequence, Role, Symbol};

use crate::generator::{SYMBOLS, total_expr};
use crate::index;

/// The same as a text.
fn shown(index: &Index) -> String {
    let entries: Vec<_> = index.iter().map(|(symbol, sequence)| format!("{symbol}: {sequence}")).collect();
    entries.join(", ")
}

/// Few different expressions, so that operands agree often.
fn component() -> impl Strategy<Value = IndexExpr> {
    prop_oneof![3 => (0..3_i64).prop_map(IndexExpr::int), 1 => total_expr()]
}

fn sequence_of(component: impl Strategy<Value = IndexExpr> + Clone) -> impl Strategy<Value = IndexSequence> {
    (component.clone(), component.clone(), component).prop_map(|(start, size, stride)| IndexSequence {
        start,
        size,
        stride,
    })
}

fn index_of(component: impl Strategy<Value = IndexExpr> + Clone) -> impl Strategy<Value = Index> {
    btree_map((0..3_usize).prop_map(|which| Symbol::new(["M", "N", "K"][which])), sequence_of(component), 0..4)
}

fn by_role() -> impl Strategy<Value = ByRole> {
    let part = || index_of(component().boxed());
    (part(), part(), part()).prop_map(|(lhs, rhs, acc)| ByRole { lhs, rhs, acc })
}

/// An expression that depends on the operand, with branches that are missing or never taken.
fn by_operand() -> BoxedStrategy<IndexExpr> {
    // Some symbols become the operands' ones.
    let renamed = |symbol: &Symbol| match symbol.name() {
        "f" => Some(IndexExpr::symbol(Role::Acc.symbol())),
        "g" => Some(IndexExpr::symbol(Role::Lhs.symbol())),
        _ => None,
    };
    let branches = proptest::collection::vec((component(), 0..5_usize), 0..4).prop_map(|branches| {
        let condition = |which| match which {
            3 => Condition::always(),
            4 => Condition::flag(Role::Acc.symbol()).not(),
            role => Condition::flag(Role::ALL[role].symbol()),
        };
        IndexExpr::piecewise(branches.into_iter().map(|(value, which)| (value, condition(which))))
    });
    prop_oneof![branches, crate::generator::any_expr().prop_map(move |expr| expr.substitute(&renamed))].boxed()
}

proptest! {
    #![proptest_config(ProptestConfig { failure_persistence: None, ..ProptestConfig::default() })]

    #[test]
    fn what_was_merged_is_split_into_the_same(by_role in by_role()) {
        let merged = merge(&by_role);
        prop_assert_eq!(split(&merged), by_role, "{}", shown(&merged));
    }

    #[test]
    fn what_was_split_is_merged_into_something_with_the_same_split(written in index_of(by_operand())) {
        let by_role = split(&written);
        prop_assert_eq!(split(&merge(&by_role)), by_role, "{}", shown(&written));
    }

    #[test]
    fn what_was_split_mentions_no_operand(written in index_of(by_operand())) {
        let by_role = split(&written);
        for role in Role::ALL {
            for sequence in by_role.of(role).values() {
                prop_assert!(sequence.symbols().iter().all(|symbol| SYMBOLS.contains(&symbol.name())));
            }
        }
    }
}

#[test]
fn what_all_operands_agree_on_is_plain() {
    let plain = index(&[("M", "x + x : 4 : 1")]);
    let other = index(&[("M", "2 * x : 4 : 1")]);
    let merged = merge(&ByRole { lhs: plain.clone(), rhs: other.clone(), acc: other });
    assert_eq!(shown(&merged), "M: x + x : 4 : 1");
    let by_role = split(&plain);
    assert_eq!((by_role.lhs, by_role.rhs, by_role.acc), (plain.clone(), plain.clone(), plain));
}

#[test]
fn operands_are_told_apart_only_where_they_differ() {
    let by_role = ByRole {
        lhs: index(&[("M", "x : 4 : 1"), ("K", "k : 8 : 1")]),
        rhs: index(&[("M", "x : 4 : 1"), ("K", "k : 8 : 1"), ("N", "y : 1 : 1")]),
        acc: index(&[("M", "z : 4 : 16"), ("N", "z : 1 : 2")]),
    };
    let merged = merge(&by_role);
    assert_eq!(
        merged["M"].to_string(),
        "Piecewise((x, ~$MMA_ACC), (z, $MMA_ACC)) : 4 : Piecewise((1, ~$MMA_ACC), (16, $MMA_ACC))"
    );
    assert_eq!(
        merged["K"].to_string(),
        "Piecewise((k, ~$MMA_ACC)) : Piecewise((8, ~$MMA_ACC)) : Piecewise((1, ~$MMA_ACC))"
    );
    assert_eq!(
        merged["N"].to_string(),
        "Piecewise((y, $MMA_RHS), (z, $MMA_ACC)) : Piecewise((1, ~$MMA_LHS)) : \
         Piecewise((1, $MMA_RHS), (2, $MMA_ACC))"
    );
    assert_eq!(split(&merged), by_role);
}

#[test]
fn a_dimension_is_left_out_for_operands_without_a_branch() {
    let merged = index(&[("K", "Piecewise((k, $MMA_LHS | $MMA_RHS)) : 8 : 1"), ("M", "x : Piecewise((1, 2 < 1)) : 1")]);
    let by_role = split(&merged);
    assert_eq!(shown(&by_role.lhs), "K: k : 8 : 1");
    assert_eq!(shown(&by_role.rhs), "K: k : 8 : 1");
    assert_eq!(shown(&by_role.acc), "");
}

#[test]
fn branches_that_are_never_taken_make_no_difference() {
    let plain = index(&[("M", "Piecewise((x, ~$MMA_ACC), (y, $MMA_ACC)) : 1 : 1")]);
    let dead = index(&[("M", "Piecewise((x, ~$MMA_ACC), (w, $MMA_LHS), (y, $MMA_ACC), (v, True)) : 1 : 1")]);
    assert_eq!(split(&plain), split(&dead));
    assert_eq!(merge(&split(&plain)), merge(&split(&dead)));
    assert_eq!(shown(&split(&dead).acc), "M: y : 1 : 1");
}
