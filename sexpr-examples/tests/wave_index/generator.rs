//! Random expressions, and values for what they mention.

use proptest::collection::vec;
use proptest::prelude::*;
use sexpr_examples::wave::index::{Comparison, Condition, IndexExpr, Symbol};

/// What random expressions mention.
pub(crate) const SYMBOLS: [&str; 5] = ["x", "y", "z", "f", "g"];

/// A value for each symbol.
pub(crate) type Values = [i64; SYMBOLS.len()];

/// What a symbol stands for.
pub(crate) fn value_of(values: &Values, symbol: &Symbol) -> Option<i64> {
    SYMBOLS.iter().position(|name| *name == symbol.name()).map(|index| values[index])
}

/// The value of an expression.
pub(crate) fn evaluated(expr: &IndexExpr, values: &Values) -> Option<i128> {
    expr.evaluate(&|symbol| value_of(values, symbol))
}

/// Many small values.
pub(crate) fn many_values() -> impl Strategy<Value = Vec<Values>> {
    vec(prop_oneof![proptest::array::uniform5(-6..7_i64), proptest::array::uniform5(-1..2_i64)], 40)
}

/// Any expression.
pub(crate) fn any_expr() -> BoxedStrategy<IndexExpr> {
    leaf().prop_recursive(4, 20, 4, |part| composite(part, false)).boxed()
}

/// An expression that always has a value: only divided by numbers other than 0, and with a branch for each case.
pub(crate) fn total_expr() -> BoxedStrategy<IndexExpr> {
    leaf().prop_recursive(4, 20, 4, |part| composite(part, true)).boxed()
}

/// A small expression, of which there are so few that some are often equal.
pub(crate) fn small_expr() -> BoxedStrategy<IndexExpr> {
    let leaf = prop_oneof![(-2..3_i64).prop_map(IndexExpr::int), Just(IndexExpr::symbol("x"))];
    leaf.prop_recursive(3, 5, 2, |part| composite(part, false)).boxed()
}

/// Sums and products.
pub(crate) fn polynomial() -> BoxedStrategy<IndexExpr> {
    let leaf = prop_oneof![(-6..7_i64).prop_map(IndexExpr::int), symbol()];
    leaf.prop_recursive(2, 6, 2, |part| {
        (part.clone(), part, 0..3).prop_map(|(left, right, op)| match op {
            0 => left.add(&right),
            1 => left.subtract(&right),
            _ => left.multiply(&right),
        })
    })
    .boxed()
}

/// Any condition.
pub(crate) fn any_condition() -> BoxedStrategy<Condition> {
    condition_of(any_expr())
}

fn symbol() -> impl Strategy<Value = IndexExpr> {
    (0..SYMBOLS.len()).prop_map(|index| IndexExpr::symbol(SYMBOLS[index]))
}

fn leaf() -> BoxedStrategy<IndexExpr> {
    prop_oneof![(-6..7_i64).prop_map(IndexExpr::int), symbol()].boxed()
}

fn composite(part: BoxedStrategy<IndexExpr>, is_total: bool) -> BoxedStrategy<IndexExpr> {
    let number = (-6..7_i64).prop_filter("no 0", |number| *number != 0).prop_map(IndexExpr::int).boxed();
    let divisor = if is_total { number } else { prop_oneof![number, part.clone()].boxed() };
    let condition = condition_of(part.clone());
    let branches = (vec((part.clone(), condition), 0..4), part.clone()).prop_map(move |(mut branches, last)| {
        if is_total {
            branches.push((last, Condition::always()));
        }
        IndexExpr::piecewise(branches)
    });
    prop_oneof![
        (part.clone(), part.clone(), 0..4).prop_map(|(left, right, op)| match op {
            0 => left.add(&right),
            1 => left.subtract(&right),
            2 => left.multiply(&right),
            _ => left.negate(),
        }),
        (part.clone(), divisor, 0..3).prop_map(|(left, right, op)| match op {
            0 => left.floor_divide(&right),
            1 => left.ceil_divide(&right),
            _ => left.modulo(&right),
        }),
        (vec(part, 1..4), any::<bool>()).prop_map(|(arguments, least)| match least {
            true => IndexExpr::minimum(arguments),
            false => IndexExpr::maximum(arguments),
        }),
        branches,
    ]
    .boxed()
}

fn condition_of(part: BoxedStrategy<IndexExpr>) -> BoxedStrategy<Condition> {
    let leaf = prop_oneof![
        prop_oneof![Just("f"), Just("g"), Just("x")].prop_map(Condition::flag),
        (0..6_usize, part.clone(), part)
            .prop_map(|(how, left, right)| { Condition::compare(Comparison::ALL[how], &left, &right) }),
        any::<bool>().prop_map(Condition::constant),
    ];
    leaf.prop_recursive(2, 5, 2, |part| {
        (part.clone(), part, 0..3).prop_map(|(left, right, op)| match op {
            0 => left.and(&right),
            1 => left.or(&right),
            _ => left.not(),
        })
    })
    .boxed()
}
