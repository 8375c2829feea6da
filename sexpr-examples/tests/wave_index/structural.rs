//! Index expressions as leaves of terms.

use proptest::prelude::*;
use sexpr_core::{StructuralEq, first_structural_mismatch, structural_equal, structural_fingerprint, structural_hash};
use sexpr_examples::wave::index::{Condition, Index, IndexExpr, IndexSequence};

use crate::generator::{any_expr, polynomial};
use crate::{condition, index};

/// A node that accesses a tensor.
#[derive(StructuralEq)]
struct Read {
    index: Index,
    #[seq(opaque)]
    bound: Condition,
}

fn read(entries: &[(&str, &str)], bound: &str) -> Read {
    Read { index: index(entries), bound: condition(bound) }
}

#[test]
fn indices_are_equal_if_their_expressions_are_in_any_order() {
    let one = read(&[("M", "x + x : 4 : 1"), ("N", "y : 1 : 1")], "x < M");
    let other = read(&[("N", "y : 2 - 1 : 1"), ("M", "2 * x : 4 : 1")], "M > x");
    assert!(structural_equal(&one, &other));
    assert_eq!(structural_hash(&one), structural_hash(&other));
    let fingerprints = [&one, &other].map(|read| structural_fingerprint(read).expect("it has one"));
    assert_eq!(fingerprints[0], fingerprints[1]);
}

#[test]
fn a_mismatch_names_the_dimension_and_shows_what_is_written() {
    let one = read(&[("M", "x + x : 4 : 1")], "f");
    let other = read(&[("M", "x + y : 4 : 1")], "f");
    let mismatch = first_structural_mismatch(&one, &other).expect("the starts differ");
    assert_eq!(mismatch.lhs().to_string(), ".index[\"M\"].start");
    let shown = mismatch.to_string();
    assert!(shown.contains("x + x") && shown.contains("x + y"), "{shown}");
    let missing = read(&[], "f");
    assert!(!structural_equal(&one, &missing));
    let bound = read(&[("M", "x + x : 4 : 1")], "g");
    assert_eq!(
        first_structural_mismatch(&one, &bound).map(|mismatch| mismatch.lhs().to_string()),
        Some(".bound".into())
    );
}

fn sequence(start: &IndexExpr) -> IndexSequence {
    IndexSequence::new(start.clone(), 4, 1)
}

proptest! {
    #![proptest_config(ProptestConfig { failure_persistence: None, ..ProptestConfig::default() })]

    #[test]
    fn hashes_and_fingerprints_go_by_equality(a in polynomial(), b in any_expr()) {
        let (one, other) = (sequence(&a.add(&b).add(&a)), sequence(&b.add(&IndexExpr::int(2).multiply(&a))));
        prop_assert!(structural_equal(&one, &other));
        prop_assert_eq!(structural_hash(&one), structural_hash(&other));
        prop_assert_eq!(structural_fingerprint(&one), structural_fingerprint(&other));

        let different = sequence(&a.add(&b).add(&a).add(&IndexExpr::symbol("other")));
        prop_assert_eq!(structural_equal(&one, &different), one == different);
        prop_assert_eq!(structural_fingerprint(&one) == structural_fingerprint(&different), one == different);
    }
}
