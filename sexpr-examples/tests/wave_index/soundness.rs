//! What is equal has the same values.

use proptest::collection::vec;
use proptest::prelude::*;

use crate::generator::{any_condition, any_expr, evaluated, many_values, small_expr, total_expr, value_of};
use crate::{condition, expr};

#[test]
fn divisions_are_rounded_down_whatever_the_signs() {
    for left in -20..20_i64 {
        for right in (-7..8_i64).filter(|right| *right != 0) {
            let exact = left as f64 / right as f64;
            let (down, up) = (exact.floor() as i64, exact.ceil() as i64);
            for (sign, expected) in [("//", down), ("ceildiv", up), ("mod", left - right * down)] {
                let written = expr(&format!("{left} {sign} {right}"));
                assert_eq!(written.evaluate(&|_| None), Some(expected.into()), "{written}");
                assert_eq!(written.as_int(), Some(expected), "{written}");
            }
        }
    }
}

#[test]
fn what_has_no_result_has_no_value() {
    for sign in ["//", "ceildiv", "mod"] {
        for text in [format!("1 {sign} 0"), format!("{} * {} * -2 {sign} -1", i64::MIN, i64::MIN)] {
            assert_eq!(expr(&text).evaluate(&|_| None), None, "{text}");
        }
    }
}

proptest! {
    #![proptest_config(ProptestConfig { failure_persistence: None, cases: 1000, ..ProptestConfig::default() })]

    #[test]
    fn a_normal_form_has_the_values_of_what_was_written(written in any_expr(), many in many_values()) {
        let normal = expr(&written.normal_text());
        for values in many {
            if let (Some(expected), Some(found)) = (evaluated(&written, &values), evaluated(&normal, &values)) {
                prop_assert_eq!(expected, found, "{} became {} at {:?}", written, normal, values);
            }
        }
    }

    #[test]
    fn a_normal_form_has_a_value_wherever_there_is_no_division_by_unknowns(
        written in total_expr(),
        many in many_values(),
    ) {
        let normal = expr(&written.normal_text());
        for values in many {
            prop_assert!(evaluated(&written, &values).is_some());
            prop_assert_eq!(evaluated(&written, &values), evaluated(&normal, &values), "{} at {:?}", written, values);
        }
    }

    #[test]
    fn a_condition_in_normal_form_holds_where_what_was_written_does(written in any_condition(), many in many_values()) {
        let normal = condition(&written.normal_text());
        for values in many {
            let truth = written.evaluate(&|symbol| value_of(&values, symbol));
            let normal_truth = normal.evaluate(&|symbol| value_of(&values, symbol));
            if let (Some(expected), Some(found)) = (truth, normal_truth) {
                prop_assert_eq!(expected, found, "{} became {} at {:?}", written, normal, values);
            }
        }
    }

    #[test]
    fn numbers_and_symbols_are_found_only_where_they_are_the_value(written in small_expr(), many in many_values()) {
        for values in many {
            let Some(value) = evaluated(&written, &values) else { continue };
            prop_assert!(!written.is_undefined());
            if let Some(number) = written.as_int() {
                prop_assert_eq!(value, i128::from(number));
            }
            if let Some(symbol) = written.as_symbol() {
                prop_assert_eq!(value, value_of(&values, symbol).map_or(0, i128::from));
            }
        }
    }

    #[test]
    fn normal_texts_are_equal_exactly_if_expressions_are(written in vec(small_expr(), 12)) {
        for (index, one) in written.iter().enumerate() {
            prop_assert_eq!(&expr(&one.normal_text()), one);
            for other in &written[..index] {
                prop_assert_eq!(one == other, one.normal_text() == other.normal_text());
            }
        }
    }
}
