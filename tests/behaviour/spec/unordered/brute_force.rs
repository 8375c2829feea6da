//! Unordered equality against all reorderings.

use proptest::prelude::*;
use sexpr_core::{Options, first_structural_mismatch, structural_diff, structural_equal, structural_hash};

use super::language::{Shape, numbers, ordered, unordered};

/// How many reorderings are tried at most.
const LIMIT: usize = 3000;

/// Whether some reordering of the left equals the right, where order counts.
fn some_reordering_is_equal(left: &Shape, right: &Shape, options: Options) -> Option<bool> {
    let variables = ordered::Variables::new();
    let right = variables.build(right);
    Some(left.reorderings(LIMIT)?.iter().any(|left| options.equal(&variables.build(left), &right)))
}

fn check(left: &Shape, right: &Shape) -> Result<(), TestCaseError> {
    let Some(expected) = some_reordering_is_equal(left, right, Options::new()) else { return Ok(()) };
    let variables = unordered::Variables::new();
    let (one, other) = (variables.build(left), variables.build(right));
    prop_assert_eq!(structural_equal(&one, &other), expected);
    prop_assert_eq!(structural_equal(&other, &one), expected);
    prop_assert_eq!(first_structural_mismatch(&one, &other).is_none(), expected);
    prop_assert_eq!(structural_diff(&one, &other).is_empty(), expected);
    if expected {
        prop_assert_eq!(structural_hash(&one), structural_hash(&other));
    }
    Ok(())
}

proptest! {
    #![proptest_config(ProptestConfig::with_cases(1000))]

    #[test]
    fn two_terms_are_equal_if_some_reordering_of_one_is(left in Shape::any(), right in Shape::any()) {
        check(&left, &right)?;
    }

    #[test]
    fn renamed_and_reordered_terms_are_equal(term in Shape::any(), seed in any::<u64>()) {
        let variant = term.variant(&mut numbers(seed), 0);
        let variables = unordered::Variables::new();
        let (one, other) = (variables.build(&term), variables.build(&variant));
        prop_assert!(structural_equal(&one, &other));
        prop_assert_eq!(structural_hash(&one), structural_hash(&other));
        prop_assert!(first_structural_mismatch(&one, &other).is_none());
    }

    #[test]
    fn terms_with_a_change_are_equal_if_some_reordering_is(
        term in Shape::any(),
        seed in any::<u64>(),
        changes in 2_usize..8,
    ) {
        check(&term, &term.variant(&mut numbers(seed), changes))?;
    }

    #[test]
    fn equality_is_transitive(term in Shape::any(), seeds in any::<[u64; 2]>(), changes in 3_usize..9) {
        let variables = unordered::Variables::new();
        let [one, two] = seeds.map(|seed| term.variant(&mut numbers(seed), changes));
        let [a, b, c] = [&term, &one, &two].map(|shape| variables.build(shape));
        if structural_equal(&a, &b) {
            prop_assert_eq!(structural_equal(&b, &c), structural_equal(&a, &c));
        }
    }
}

proptest! {
    #![proptest_config(ProptestConfig::with_cases(200))]

    /// Under `map_free_vars`, two terms may differ of which some reordering is equal, and not the other way round.
    #[test]
    fn terms_with_renamed_free_variables_are_equal_only_if_some_reordering_is(
        term in Shape::any(),
        other in Shape::any(),
        seeds in any::<[u64; 3]>(),
        changes in 0_usize..9,
    ) {
        let options = Options::new().map_free_vars(true);
        let variables = unordered::Variables::new();
        let [one, two, three] = seeds.map(|seed| term.variant(&mut numbers(seed), changes));
        let shapes = [&term, &one.with_free_variables_renamed(), &two, &three, &other];
        let terms = shapes.map(|shape| variables.build(shape));
        for (a, left) in shapes.into_iter().zip(&terms) {
            prop_assert!(options.equal(left, left));
            for (b, right) in shapes.into_iter().zip(&terms) {
                let are_equal = options.equal(left, right);
                prop_assert_eq!(options.equal(right, left), are_equal);
                prop_assert_eq!(options.first_mismatch(left, right).is_none(), are_equal);
                if are_equal {
                    prop_assert_eq!(options.hash(left), options.hash(right));
                    prop_assert_ne!(some_reordering_is_equal(a, b, options), Some(false));
                }
                for third in &terms {
                    prop_assert!(!(are_equal && options.equal(left, third)) || options.equal(right, third));
                }
            }
        }
    }

    #[test]
    fn closed_terms_are_equal_whether_free_variables_are_mapped_or_not(term in Shape::any(), seed in any::<u64>()) {
        let term = term.with_fine_hashes().closed();
        let variant = term.variant(&mut numbers(seed), 0);
        let options = Options::new().map_free_vars(true);
        let variables = unordered::Variables::new();
        let (one, other) = (variables.build(&term), variables.build(&variant));
        prop_assert!(structural_equal(&one, &other));
        prop_assert!(options.equal(&one, &other));
        prop_assert_eq!(options.hash(&one), options.hash(&other));
    }
}
