//! Random modules that are well typed by the way they are made.

use proptest::prelude::*;
use sexpr_core::structural_equal;
use sexpr_examples::relay;

use crate::generator::{ill_typed, well_typed};
use crate::module;

proptest! {
    #![proptest_config(ProptestConfig { failure_persistence: None, ..ProptestConfig::default() })]

    #[test]
    fn modules_that_are_well_typed_by_construction_have_these_types(seed in any::<u64>()) {
        let (text, results) = well_typed(seed);
        let inferred = relay::infer(&module(&text));
        prop_assert!(inferred.is_ok(), "{}\n{text}", inferred.unwrap_err());
        let inferred = inferred.unwrap();
        for (name, expected) in ["a", "b", "c"].into_iter().zip(results) {
            prop_assert_eq!(inferred.definition(name).map(ToString::to_string), Some(expected));
        }
    }

    #[test]
    fn modules_with_a_mistake_are_refused(seed in any::<u64>(), place in any::<u64>()) {
        let text = ill_typed(seed, place);
        if let Ok(inferred) = relay::infer(&module(&text)) {
            prop_assert!(false, "{inferred}{text}");
        }
    }

    #[test]
    fn types_that_are_not_written_are_found_again(seed in any::<u64>()) {
        let (text, _) = well_typed(seed);
        let module = module(&text);
        let erased = relay::print(&relay::erase(&module));
        let read = relay::parse("erased.rly", &erased);
        prop_assert!(read.is_ok(), "{}\n{erased}", read.unwrap_err());
        let (before, after) = (relay::infer(&module), relay::infer(&read.unwrap()));
        prop_assert!(after.is_ok(), "{}\n{text}\n{erased}", after.unwrap_err());
        let (before, after) = (before.expect("it is well typed"), after.unwrap());
        for (name, ty) in before.definitions() {
            prop_assert!(structural_equal(ty, after.definition(&name.name).expect("it is there")), "{name} {text}");
        }
    }
}

/// A relation is asked late, so that a mistake may already have gone into what is expected elsewhere.
#[test]
fn one_mistake_is_hardly_ever_told_twice() {
    let told = |seed: u64| relay::infer(&module(&ill_typed(seed, seed / 3))).expect_err("it has a mistake").all().len();
    let often = (0..1000).filter(|seed| told(*seed) > 1).count();
    assert!(often <= 5, "{often} of 1000");
}
