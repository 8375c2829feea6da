//! Tuples up to twelve elements: their paths name positions.

use sexpr_test_support::check::{differ_at, equal};

macro_rules! tuples {
    ($($name:ident: ($($element:tt),+);)+) => {
        $(
            #[test]
            fn $name() {
                let zero = || ($({ let _ = $element; 0_i64 },)+);
                equal(&zero(), &zero());
                $(
                    let mut other = zero();
                    other.$element = 1;
                    differ_at(concat!(".", $element), &zero(), &other);
                )+
            }
        )+
    };
}

tuples! {
    tuple_1: (0);
    tuple_2: (0, 1);
    tuple_3: (0, 1, 2);
    tuple_4: (0, 1, 2, 3);
    tuple_5: (0, 1, 2, 3, 4);
    tuple_6: (0, 1, 2, 3, 4, 5);
    tuple_7: (0, 1, 2, 3, 4, 5, 6);
    tuple_8: (0, 1, 2, 3, 4, 5, 6, 7);
    tuple_9: (0, 1, 2, 3, 4, 5, 6, 7, 8);
    tuple_10: (0, 1, 2, 3, 4, 5, 6, 7, 8, 9);
    tuple_11: (0, 1, 2, 3, 4, 5, 6, 7, 8, 9, 10);
    tuple_12: (0, 1, 2, 3, 4, 5, 6, 7, 8, 9, 10, 11);
}

#[test]
fn elements_of_different_types() {
    let make = |last: Option<u8>| (1_i32, "two", vec!['3'], (4.0, last));
    equal(&make(Some(5)), &make(Some(5)));
    differ_at(".3.1", &make(Some(5)), &make(None));
}
