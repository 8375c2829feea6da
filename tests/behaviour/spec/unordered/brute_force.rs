//! Unordered equality where free variables are mapped, against all reorderings.

use proptest::prelude::*;
use sexpr_core::{Options, structural_equal};

use super::language::{Shape, numbers, ordered, unordered};

/// How many reorderings are tried at most.
const LIMIT: usize = 3000;

/// Whether some reordering of the left equals the right, where order counts.
fn some_reordering_is_equal(left: &Shape, right: &Shape, options: Options) -> Option<bool> {
    let variables = ordered::Variables::new();
    let right = variables.build(right);
    Some(left.reorderings(LIMIT)?.iter().any(|left| options.equal(&variables.build(left), &right)))
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
