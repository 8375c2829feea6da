//! Identity: what makes two occurrences the same node.

use std::sync::Arc;

use sexpr_core::{ByIdentity, Options, StructuralEq};
use sexpr_test_support::check::{differ_under, equal_under};

/// A variable whose first field, at the same address, is a variable of another type.
#[derive(StructuralEq)]
#[seq(kind = "var")]
#[repr(C)]
struct Outer {
    #[seq(ignore)]
    inner: Inner,
}

#[derive(StructuralEq)]
#[seq(kind = "var")]
struct Inner {
    ty: u8,
}

fn outer() -> Outer {
    Outer { inner: Inner { ty: 0 } }
}

#[test]
fn values_at_one_address_but_of_different_types_are_different_nodes() {
    let (one, two, three) = (outer(), outer(), outer());
    assert!(std::ptr::addr_eq(&one, &one.inner));
    let mapping = Options::new().map_free_vars(true);
    equal_under(mapping, &(&one, &one.inner), &(&two, &three.inner));
    equal_under(mapping, &(&one.inner, &one), &(&two.inner, &three));
    differ_under(mapping, &(&one, &one), &(&two, &three));
}

mod by_identity {
    use super::*;
    use std::{
        collections::{BTreeMap, HashMap},
        hash::{BuildHasher, RandomState},
    };

    #[test]
    fn equality_and_hash_are_those_of_the_address() {
        let (x, y) = (Arc::new(Inner { ty: 0 }), Arc::new(Inner { ty: 0 }));
        assert!(ByIdentity(x.clone()) == ByIdentity(x.clone()));
        assert!(ByIdentity(x.clone()) != ByIdentity(y.clone()));
        let hasher = RandomState::new();
        assert_eq!(hasher.hash_one(ByIdentity(x.clone())), hasher.hash_one(ByIdentity(x.clone())));
        let map = HashMap::from([(ByIdentity(x.clone()), 1), (ByIdentity(y.clone()), 2)]);
        assert_eq!((map[&ByIdentity(x)], map[&ByIdentity(y)]), (1, 2));
    }

    #[test]
    fn order_is_total_and_agrees_with_equality() {
        let nodes: Vec<_> = (0..10).map(|ty| Arc::new(Inner { ty })).collect();
        let map: BTreeMap<_, _> = nodes.iter().cloned().map(ByIdentity).zip(0..).collect();
        assert_eq!(map.len(), 10);
        for (at, node) in (0..).zip(&nodes) {
            assert_eq!(map[&ByIdentity(node.clone())], at);
        }
        let mut addresses: Vec<_> = map.keys().map(|key| Arc::as_ptr(&key.0)).collect();
        assert!(
            addresses.is_sorted() || {
                addresses.reverse();
                addresses.is_sorted()
            }
        );
    }
}
