//! Random terms.

use std::sync::Arc;

use proptest::{collection::vec, prelude::*};
use sexpr_core::{first_structural_mismatch, structural_equal, terms::hash_cons};

use crate::language::{Recipe, build, variables};

proptest! {
    #![proptest_config(crate::cases(4))]

    #[test]
    fn the_result_equals_what_was_given(recipes in vec(any::<Recipe>(), 1..40), have_types: bool) {
        let vars = variables(have_types);
        let [given, same] = [(), ()].map(|()| build(&recipes, &vars));
        prop_assert!(structural_equal(&given, &same));
        let copied = hash_cons(given.clone()).expect("no ids");
        prop_assert!(structural_equal(&copied, &same), "of what others hold: {:?} {same:?} became {copied:?}", first_structural_mismatch(&same, &copied));
        prop_assert!(structural_equal(&given, &same), "which stays");
        drop(copied);
        let shared = hash_cons(given).expect("no ids");
        prop_assert!(structural_equal(&shared, &same), "of what nobody else holds: {same:?} became {shared:?}");
        let again = hash_cons(shared.clone()).expect("no ids");
        prop_assert!(Arc::ptr_eq(&again, &shared), "there is nothing left to share");
    }
}
