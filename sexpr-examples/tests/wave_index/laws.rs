//! Laws that normal forms know, for any operands: what is written by one side equals what is written by the other.

use proptest::prelude::*;
use sexpr_examples::wave::index::{Comparison, Condition, IndexExpr};

use crate::generator::{any_condition, any_expr, evaluated, many_values, polynomial};

fn int(value: i64) -> IndexExpr {
    IndexExpr::int(value)
}

/// Laws of any operands.
fn general(a: &IndexExpr, b: &IndexExpr) -> Vec<(IndexExpr, IndexExpr)> {
    let mut laws = vec![
        (a.add(b), b.add(a)),
        (a.multiply(b), b.multiply(a)),
        (a.subtract(b), a.add(&b.negate())),
        (a.add(a), int(2).multiply(a)),
        (a.multiply(&int(1)), a.clone()),
        (a.negate().negate(), a.clone()),
        (a.modulo(b), a.subtract(&b.multiply(&a.floor_divide(b)))),
        (a.ceil_divide(b), a.negate().floor_divide(b).negate()),
        (IndexExpr::minimum([a.clone(), b.clone()]), IndexExpr::minimum([b.clone(), a.clone(), b.clone()])),
        (IndexExpr::maximum([a.clone(), b.clone()]), IndexExpr::minimum([a.negate(), b.negate()]).negate()),
        (IndexExpr::minimum([a.clone(), a.add(&int(2))]), a.clone()),
        (IndexExpr::maximum([a.clone(), a.add(&int(2))]), a.add(&int(2))),
    ];
    if b.as_int() != Some(0) {
        laws.push((a.floor_divide(b), a.negate().floor_divide(&b.negate())));
    }
    laws
}

/// Laws of sums and products, and of a positive number.
fn of_polynomials(a: &IndexExpr, b: &IndexExpr, c: &IndexExpr, k: i64) -> Vec<(IndexExpr, IndexExpr)> {
    let k = &int(k);
    let nested = |k: &IndexExpr, by: &IndexExpr| a.floor_divide(k).add(b).floor_divide(by);
    let minimum = |arguments: &[&IndexExpr]| IndexExpr::minimum(arguments.iter().copied().cloned());
    let maximum = |arguments: &[&IndexExpr]| IndexExpr::maximum(arguments.iter().copied().cloned());
    vec![
        (a.add(b).add(c), a.add(&b.add(c))),
        (a.multiply(b).multiply(c), a.multiply(&b.multiply(c))),
        (a.multiply(&b.add(c)), a.multiply(b).add(&a.multiply(c))),
        // Divisions by a number.
        (k.multiply(a).add(b).floor_divide(k), a.add(&b.floor_divide(k))),
        (k.multiply(a).add(b).modulo(k), b.modulo(k)),
        (a.ceil_divide(k), a.add(k).subtract(&int(1)).floor_divide(k)),
        (a.floor_divide(k).floor_divide(&int(3)), a.floor_divide(&k.multiply(&int(3)))),
        (nested(k, &int(3)), a.add(&k.multiply(b)).floor_divide(&k.multiply(&int(3)))),
        (a.modulo(k).modulo(k), a.modulo(k)),
        (int(2).multiply(a).floor_divide(&int(2).multiply(k)), a.floor_divide(k)),
        (int(2).multiply(a).add(&int(1)).floor_divide(&int(2).multiply(k)), a.floor_divide(k)),
        (k.multiply(&a.floor_divide(k)).add(&a.modulo(k)), a.clone()),
        // Minima and maxima.
        (minimum(&[&a.add(c), &b.add(c)]), minimum(&[a, b]).add(c)),
        (maximum(&[&a.add(c), &b.add(c)]), maximum(&[a, b]).add(c)),
        (minimum(&[&a.multiply(k), &b.multiply(k)]), minimum(&[a, b]).multiply(k)),
        (minimum(&[a, &minimum(&[b, c])]), minimum(&[a, b, c])),
        (maximum(&[a, &maximum(&[b, c])]), maximum(&[a, b, c])),
        (minimum(&[a, b]).add(&maximum(&[a, b])), a.add(b)),
    ]
}

/// Laws of any conditions.
fn of_conditions(p: &Condition, q: &Condition) -> Vec<(Condition, Condition)> {
    vec![
        (p.and(q), q.and(p)),
        (p.or(q), q.or(p)),
        (p.not().not(), p.clone()),
        (p.and(q).not(), p.not().or(&q.not())),
        (p.and(p), p.clone()),
        (p.or(&Condition::never()), p.clone()),
        (p.and(&Condition::never()), Condition::never()),
    ]
}

/// Laws of comparisons.
fn of_comparisons(a: &IndexExpr, b: &IndexExpr, k: i64) -> Vec<(Condition, Condition)> {
    use Comparison::{Equal, Greater, GreaterEqual, Less, LessEqual, NotEqual};
    let compare = Condition::compare;
    let scaled = |expr: &IndexExpr| expr.multiply(&int(k));
    vec![
        (compare(Less, a, b), compare(Greater, b, a)),
        (compare(Less, a, b), compare(LessEqual, &a.add(&int(1)), b)),
        (compare(Less, a, b).not(), compare(GreaterEqual, a, b)),
        (compare(Equal, a, b), compare(Equal, b, a)),
        (compare(Equal, a, b).not(), compare(NotEqual, a, b)),
        (compare(LessEqual, a, b).and(&compare(GreaterEqual, a, b)), compare(Equal, a, b)),
        (compare(Less, a, b).or(&compare(Greater, a, b)), compare(NotEqual, a, b)),
        (compare(Less, a, b).and(&compare(Equal, a, b)), Condition::never()),
        (compare(LessEqual, &scaled(a), &scaled(b)), compare(LessEqual, a, b)),
        (compare(Equal, &scaled(a), &scaled(b)), compare(Equal, a, b)),
    ]
}

/// Laws of choices.
fn of_choices(a: &IndexExpr, b: &IndexExpr, p: &Condition, q: &Condition) -> Vec<(IndexExpr, IndexExpr)> {
    let piecewise = |branches: &[(&IndexExpr, &Condition)]| {
        IndexExpr::piecewise(branches.iter().map(|(value, when)| ((*value).clone(), (*when).clone())))
    };
    let (always, never) = (&Condition::always(), &Condition::never());
    vec![
        (piecewise(&[(a, always), (b, p)]), a.clone()),
        (piecewise(&[(b, never), (a, p)]), piecewise(&[(a, p)])),
        (piecewise(&[(a, p), (b, &p.not())]), piecewise(&[(b, &p.not()), (a, p)])),
        (piecewise(&[(a, p), (b, &p.not())]), piecewise(&[(a, p), (b, always)])),
        (piecewise(&[(a, p), (b, p), (b, q)]), piecewise(&[(a, p), (b, q)])),
        (piecewise(&[(a, p), (a, q)]), piecewise(&[(a, &p.or(q))])),
        (piecewise(&[(a, p), (a, always)]), a.clone()),
        (piecewise(&[(&piecewise(&[(a, p), (b, always)]), p), (b, always)]), piecewise(&[(a, p), (b, always)])),
    ]
}

/// Conditions of few simple ones.
fn simple_condition() -> impl Strategy<Value = Condition> {
    let texts = ["f", "~g", "f & g", "f | ~g", "x < 3", "x >= 1 & f", "x == 2 | g", "2 * y > x + 1", "x != y"];
    (0..texts.len()).prop_map(move |index| crate::condition(texts[index]))
}

proptest! {
    #![proptest_config(ProptestConfig { failure_persistence: None, ..ProptestConfig::default() })]

    #[test]
    fn laws_of_any_operands_are_known(a in any_expr(), b in any_expr(), many in many_values()) {
        for (number, (left, right)) in general(&a, &b).into_iter().enumerate() {
            for values in &many {
                if let (Some(left), Some(right)) = (evaluated(&left, values), evaluated(&right, values)) {
                    prop_assert_eq!(left, right, "law {} does not hold", number);
                }
            }
            // What is too large is known by what is written.
            if a.normal_text().len().max(b.normal_text().len()) < 60 {
                prop_assert_eq!(left.normal_text(), right.normal_text(), "law {}: {} and {}", number, left, right);
            }
        }
    }

    #[test]
    fn laws_of_sums_and_products_are_known(
        (a, b, c) in (polynomial(), polynomial(), polynomial()),
        k in 1..7_i64,
        many in many_values(),
    ) {
        for (number, (left, right)) in of_polynomials(&a, &b, &c, k).into_iter().enumerate() {
            for values in &many {
                prop_assert_eq!(evaluated(&left, values), evaluated(&right, values), "law {} does not hold", number);
            }
            prop_assert_eq!(left.normal_text(), right.normal_text(), "law {}: {} and {}", number, left, right);
        }
    }

    #[test]
    fn laws_of_conditions_are_known(p in simple_condition(), q in simple_condition()) {
        for (left, right) in of_conditions(&p, &q) {
            prop_assert_eq!(left.normal_text(), right.normal_text(), "{} and {}", left, right);
        }
    }

    #[test]
    fn what_is_known_of_conditions_does_not_depend_on_what_they_are_about(p in any_condition()) {
        prop_assert_eq!(p.not().not(), p.clone());
        prop_assert_eq!(p.and(&p), p.clone());
        prop_assert_eq!(p.or(&Condition::always()).as_constant(), Some(true));
    }

    #[test]
    fn laws_of_comparisons_are_known(a in polynomial(), b in polynomial(), k in 1..7_i64) {
        for (left, right) in of_comparisons(&a, &b, k) {
            prop_assert_eq!(left.normal_text(), right.normal_text(), "{} and {}", left, right);
        }
    }

    #[test]
    fn laws_of_choices_are_known(
        a in polynomial(),
        b in polynomial(),
        p in simple_condition(),
        q in simple_condition(),
    ) {
        for (left, right) in of_choices(&a, &b, &p, &q) {
            prop_assert_eq!(left.normal_text(), right.normal_text(), "{} and {}", left, right);
        }
    }
}
