//! The library beside the model.

use proptest::{
    prelude::*,
    strategy::ValueTree,
    test_runner::{Config, TestRunner},
};
use sexpr_core::{first_structural_mismatch, structural_diff, structural_equal, structural_hash};

use super::{
    language::{Shape, numbers, unordered},
    model::{MISTAKES, are_equal},
};

/// Pairs of terms: many are equal, and most of the others are nearly so.
fn pair() -> impl Strategy<Value = [Shape; 2]> {
    (Shape::of_many(), any::<bool>(), any::<u64>(), 0_usize..12, 0..4).prop_map(
        |(term, is_closed, seed, changes, how)| {
            let term = if is_closed { term.closed() } else { term };
            let other = term.variant(&mut numbers(seed), changes);
            match how {
                0 => [term, other.with_captures()],
                1 => [term.with_captures(), other],
                _ => [term, other],
            }
        },
    )
}

fn check([left, right]: &[Shape; 2]) -> Result<(), TestCaseError> {
    let expected = are_equal(left, right, None);
    let variables = unordered::Variables::new();
    let (one, other) = (variables.build(left), variables.build(right));
    prop_assert_eq!(structural_equal(&one, &other), expected);
    prop_assert_eq!(structural_equal(&other, &one), expected);
    prop_assert_eq!(first_structural_mismatch(&one, &other).is_none(), expected);
    prop_assert_eq!(structural_diff(&one, &other).is_empty(), expected);
    let have_fine_hashes = [left, right].iter().all(|shape| shape.with_fine_hashes() == **shape);
    if expected || have_fine_hashes {
        prop_assert_eq!(structural_hash(&one) == structural_hash(&other), expected);
    }
    Ok(())
}

proptest! {
    #![proptest_config(ProptestConfig::with_cases(1000))]

    #[test]
    fn library_and_model_agree_on_bags_of_up_to_six_elements(pair in pair()) {
        check(&pair)?;
    }

    #[test]
    fn library_and_model_agree_on_terms_that_have_little_in_common(left in Shape::any(), right in Shape::any()) {
        check(&[left, right])?;
    }
}

#[test]
fn each_mistake_of_the_model_is_noticed() {
    let mut runner = TestRunner::new(Config::default());
    let mut pairs = || pair().new_tree(&mut runner).expect("a strategy without filters").current();
    for mistake in MISTAKES {
        let is_noticed = (0..5000).map(|_| pairs()).any(|[left, right]| {
            let variables = unordered::Variables::new();
            let verdict = structural_equal(&variables.build(&left), &variables.build(&right));
            are_equal(&left, &right, Some(mistake)) != verdict
        });
        assert!(is_noticed, "nothing shows the mistake {mistake:?}");
    }
}
