//! Expressions take the place of symbols.

use proptest::prelude::*;
use sexpr_examples::wave::index::{IndexExpr, Symbol};

use crate::generator::{SYMBOLS, any_expr, evaluated, many_values, polynomial, total_expr, value_of};
use crate::{condition, expr};

proptest! {
    #![proptest_config(ProptestConfig { failure_persistence: None, ..ProptestConfig::default() })]

    #[test]
    fn the_value_is_that_for_the_values_of_what_takes_the_place(
        written in any_expr(),
        (x, f) in (total_expr(), total_expr()),
        many in many_values(),
    ) {
        let by = |symbol: &Symbol| match symbol.name() {
            "x" => Some(x.clone()),
            "f" => Some(f.clone()),
            _ => None,
        };
        let substituted = written.substitute(&by);
        for values in many {
            let value = |symbol: &Symbol| match by(symbol) {
                Some(replacement) => evaluated(&replacement, &values)?.try_into().ok(),
                None => value_of(&values, symbol),
            };
            if ["x", "f"].iter().all(|name| value(&Symbol::new(*name)).is_some()) {
                prop_assert_eq!(evaluated(&substituted, &values), written.evaluate(&value), "{}", substituted);
            }
        }
    }

    #[test]
    fn the_same_in_place_of_each_symbol_changes_nothing(written in any_expr()) {
        let same = written.substitute(&|symbol| Some(IndexExpr::symbol(symbol)));
        prop_assert_eq!(same.to_string(), written.to_string());
        prop_assert_eq!(same, written);
    }

    #[test]
    fn equal_expressions_stay_equal(one in polynomial(), other in polynomial(), x in polynomial()) {
        let by = |symbol: &Symbol| (symbol.name() == "x").then(|| x.clone());
        let (sum, turned) = (one.add(&other).floor_divide(&x), other.add(&one).floor_divide(&x));
        prop_assert_eq!(sum.substitute(&by), turned.substitute(&by));
    }

    #[test]
    fn what_is_resolved_has_the_same_values(written in any_expr(), flag in -1..2_i64, many in many_values()) {
        let by = |symbol: &Symbol| (symbol.name() == "f").then(|| IndexExpr::int(flag));
        let (substituted, specialized) = (written.substitute(&by), written.specialize(&by));
        for values in many {
            // What is left out may have had no value.
            if let Some(expected) = evaluated(&substituted, &values) {
                prop_assert_eq!(Some(expected), evaluated(&specialized, &values), "{}", specialized);
            }
        }
        prop_assert!(!specialized.symbols().contains("f"));
    }

    #[test]
    fn what_is_replaced_is_no_more_mentioned(written in any_expr()) {
        let replaced = written.substitute(&|symbol| (symbol.name() == "x").then(|| IndexExpr::symbol("new")));
        let expected = written.symbols().into_iter().map(|symbol| match symbol.name() {
            "x" => Symbol::new("new"),
            _ => symbol,
        });
        prop_assert_eq!(replaced.symbols(), expected.collect());
        prop_assert!(written.symbols().iter().all(|symbol| SYMBOLS.contains(&symbol.name())));
    }
}

#[test]
fn a_symbol_in_place_of_a_condition_is_replaced_by_what_a_condition_may_be() {
    let by = |replacement: &str| {
        let replacement = expr(replacement);
        condition("f & g").substitute(&move |symbol| (symbol.name() == "f").then(|| replacement.clone())).to_string()
    };
    assert_eq!(by("0"), "False & g");
    assert_eq!(by("-3"), "True & g");
    assert_eq!(by("h"), "h & g");
    assert_eq!(by("x mod 2"), "x mod 2 != 0 & g");
}

#[test]
fn what_is_known_then_is_resolved() {
    let acc = |text: &str, value: i64| {
        let by = |symbol: &Symbol| (symbol.name() == "$MMA_ACC").then(|| IndexExpr::int(value));
        expr(text).specialize(&by).to_string()
    };
    let text = "4 * Piecewise((x + 1, ~$MMA_ACC), (y, $MMA_ACC & f), (z, g | $MMA_ACC))";
    assert_eq!(acc(text, 0), "4 * (x + 1)");
    assert_eq!(acc(text, 1), "4 * Piecewise((y, f), (z, True))");
}
