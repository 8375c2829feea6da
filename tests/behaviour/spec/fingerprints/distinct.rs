//! Different values: that no encoding is ambiguous.

use std::{
    any::Any,
    collections::HashMap,
    hash::{Hash, Hasher},
    marker::PhantomData,
    ops::Range,
    sync::Arc,
};

use sexpr_core::{
    StructuralEq, StructuralKey,
    containers::{Encoder, StableBytes},
    custom::{DynStructural, VirtualFields},
    reflect::Def,
    structural_equal, structural_hash,
};

use super::fingerprint;

/// Asserts that the values differ, by fingerprint and hash too.
#[track_caller]
fn distinct<T: StructuralEq>(lhs: &T, rhs: &T) {
    assert!(!structural_equal(lhs, rhs), "the values are meant to differ");
    assert_ne!(structural_hash(lhs), structural_hash(rhs), "the hashes are the same");
    assert_ne!(fingerprint(lhs), fingerprint(rhs), "the fingerprints are the same");
}

/// [`distinct`], pair by pair.
#[track_caller]
fn all_distinct<T: StructuralEq>(values: &[T]) {
    for (i, one) in values.iter().enumerate() {
        assert!(structural_equal(one, one));
        for other in &values[i + 1..] {
            distinct(one, other);
        }
    }
}

mod containers {
    use super::*;

    #[test]
    fn where_one_ends_and_the_next_begins() {
        all_distinct(&[
            (vec![1_u64, 2], vec![3]),
            (vec![1], vec![2, 3]),
            (vec![], vec![1, 2, 3]),
            (vec![1, 2, 3], vec![]),
        ]);
        all_distinct(&[("ab", "c"), ("a", "bc"), ("", "abc"), ("abc", "")]);
        all_distinct(&[vec!["ab"], vec!["a", "b"], vec!["", "ab"], vec![], vec![""]]);
        all_distinct(&[vec![vec![], vec![1_u8]], vec![vec![1], vec![]], vec![vec![1]], vec![vec![], vec![], vec![1]]]);
    }

    #[test]
    fn nested_options_and_results() {
        all_distinct(&[None, Some(None), Some(Some(None)), Some(Some(Some(0_u64))), Some(Some(Some(1)))]);
        all_distinct(&[Ok(None), Err(None), Ok(Some(0_u64)), Err(Some(0_u64))]);
        all_distinct(&[vec![None, Some(1_u64)], vec![Some(0), None], vec![None, None, None], vec![Some(1)]]);
    }
}

/// A variant's index and fields look like what a variable, a dag node or a singleton contributes.
mod nodes_that_look_like_others {
    use super::*;

    #[derive(StructuralEq)]
    #[allow(dead_code, reason = "variants that are counted")]
    enum Node {
        Zero,
        One(u64, u64, u64, u64, u64),
        Two(u64, u64, u64, u64, u64),
        Three(u64, u64, u64, u64, u64),
        Four(u64, u64, u64, u64, u64),
        Five(u64, u64, u64),
        Six(u64, u64, u64),
        Seven(u64, u64, u64),
        Eight(u64, u64, u64),
        #[seq(scope)]
        Lambda(#[seq(def)] Arc<Node>, Arc<Node>),
        #[seq(kind = "var")]
        Var,
    }

    fn lambda(body: Option<Node>) -> Node {
        let var = Arc::new(Node::Var);
        Node::Lambda(var.clone(), body.map_or(var, Arc::new))
    }

    #[test]
    fn a_use_of_a_variable() {
        distinct(&lambda(None), &lambda(Some(Node::Seven(0, 0, 0))));
        distinct(&lambda(None), &lambda(Some(Node::Five(0, 0, 0))));
    }
}

/// Types of which nothing tells them apart but themselves.
mod types {
    use super::*;

    trait Op: DynStructural {}
    sexpr_core::open!(Op);

    #[derive(StructuralEq)]
    struct Empty<T> {
        items: Vec<T>,
    }
    impl<T: 'static> Op for Empty<T> where Empty<T>: DynStructural {}

    fn empty<T: 'static>() -> Box<dyn Op>
    where
        Empty<T>: DynStructural,
    {
        Box::new(Empty::<T> { items: vec![] })
    }

    #[test]
    fn arguments_of_generic_types() {
        all_distinct(&[empty::<u8>(), empty::<u16>(), empty::<Vec<u8>>(), empty::<Option<u8>>(), empty::<(u8, u8)>()]);
    }

    #[test]
    fn lengths_of_arrays() {
        all_distinct(&[empty::<[u8; 2]>(), empty::<[u8; 3]>(), empty::<Box<[u8]>>()]);
    }

    #[test]
    fn parameters_that_only_mark() {
        #[derive(StructuralEq)]
        #[seq(bound = "Unit: StructuralEq")]
        struct Quantity<Unit> {
            value: u64,
            unit: PhantomData<Unit>,
        }
        #[derive(StructuralEq)]
        struct Meter;
        #[derive(StructuralEq)]
        struct Foot;
        impl<Unit: StructuralEq + 'static> Op for Quantity<Unit> {}
        fn quantity<Unit: StructuralEq + 'static>() -> Box<dyn Op> {
            Box::new(Quantity::<Unit> { value: 1, unit: PhantomData })
        }
        all_distinct(&[quantity::<Meter>(), quantity::<Foot>()]);
    }

    macro_rules! namesakes {
        ($($module:ident)*) => {$(
            mod $module {
                pub(super) trait Op: sexpr_core::custom::DynStructural {}
                sexpr_core::open!(Op);
                pub(super) struct Dim(pub(super) u64);
                impl sexpr_core::containers::Leaf for Dim {
                    fn same(&self, other: &Self) -> bool {
                        self.0 == other.0
                    }
                    fn encode<E: sexpr_core::containers::Encoder>(&self, into: &mut E) {
                        into.word(self.0);
                    }
                    fn show(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
                        write!(f, "{}", self.0)
                    }
                }
                sexpr_core::leaf!(Dim);
            }
        )*};
    }
    namesakes!(one other);

    #[derive(StructuralEq)]
    struct Load(u64);
    impl one::Op for Load {}
    impl other::Op for Load {}

    /// Lists whatever it holds as one field.
    #[derive(StructuralEq)]
    #[seq(with = value)]
    struct Dynamic(#[allow(dead_code, reason = "read by the function")] Box<dyn Any>);

    fn value<'a>(node: &'a Dynamic, fields: &mut VirtualFields<'a>) {
        macro_rules! list {
            ($($ty:ty)*) => {$(
                if let Some(value) = node.0.downcast_ref::<$ty>() {
                    fields.field("value", Def::Inherit, value);
                }
            )*};
        }
        list!(u8 u16 Box<dyn one::Op> Box<dyn other::Op> one::Dim other::Dim Range<u8> Range<u16>);
    }

    /// Hashes take the names of types that are listed; fingerprints, their keys.
    #[track_caller]
    fn distinct_fingerprints(lhs: impl Any, rhs: impl Any) {
        let (lhs, rhs) = (Dynamic(Box::new(lhs)), Dynamic(Box::new(rhs)));
        assert!(!structural_equal(&lhs, &rhs));
        assert_ne!(fingerprint(&lhs), fingerprint(&rhs));
    }

    #[test]
    fn traits_and_leaves_of_one_name() {
        let one: Box<dyn one::Op> = Box::new(Load(1));
        let other: Box<dyn other::Op> = Box::new(Load(1));
        distinct_fingerprints(one, other);
        distinct_fingerprints(one::Dim(1), other::Dim(1));
    }
}

mod keys_with_a_weak_hash {
    use sexpr_core::terms::Subterms;

    use super::*;

    #[derive(Clone, Copy, PartialEq, Eq)]
    struct Weak(u64);
    impl Hash for Weak {
        fn hash<H: Hasher>(&self, _: &mut H) {}
    }
    impl StableBytes for Weak {
        fn stable_bytes(&self, into: &mut dyn Encoder) {
            into.word(self.0);
        }
    }

    #[derive(StructuralEq)]
    struct Key(#[seq(opaque)] Weak);

    /// Text that writes no length, so that one may be the beginning of another.
    #[derive(PartialEq, Eq, Hash)]
    struct Letters(&'static str);
    impl StableBytes for Letters {
        fn stable_bytes(&self, into: &mut dyn Encoder) {
            self.0.bytes().for_each(|byte| into.word(byte.into()));
        }
    }

    #[derive(StructuralEq)]
    struct Words(#[seq(opaque)] Vec<Option<Letters>>);

    #[test]
    fn elements_are_told_apart_wherever_they_end() {
        let lists: [&[Option<&str>]; 8] = [
            &[],
            &[None],
            &[None, None],
            &[Some("")],
            &[Some("ab"), Some("c")],
            &[Some("a"), Some("bc")],
            &[Some("abc")],
            &[Some("abc"), None],
        ];
        let words =
            |list: &[Option<&'static str>]| fingerprint(&Words(list.iter().map(|word| word.map(Letters)).collect()));
        for (index, one) in lists.iter().enumerate() {
            for (other_index, other) in lists.iter().enumerate() {
                assert_eq!(words(one) == words(other), index == other_index, "{one:?} {other:?}");
            }
        }
    }

    #[derive(StructuralEq)]
    struct Two(#[seq(opaque)] Letters, #[seq(opaque)] Letters);

    #[test]
    fn fields_are_told_apart_wherever_they_end() {
        let (one, other) = (Two(Letters("ab"), Letters("c")), Two(Letters("a"), Letters("bc")));
        assert!(!structural_equal(&one, &other));
        assert_ne!(fingerprint(&one), fingerprint(&other));
        let of_root = |two: &Two| Subterms::new().fingerprint_of_root(two).expect("a node with stable fields");
        assert_ne!(of_root(&one), of_root(&other));
    }

    #[test]
    fn values_belong_to_their_keys() {
        let map = |entries: [(u64, u64); 2]| -> HashMap<StructuralKey<Key>, u64> {
            entries.into_iter().map(|(key, value)| (StructuralKey::new(Key(Weak(key))), value)).collect()
        };
        let (one, other) = (map([(1, 1), (2, 2)]), map([(1, 2), (2, 1)]));
        assert!(!structural_equal(&one, &other));
        assert_ne!(fingerprint(&one), fingerprint(&other));
        assert_eq!(fingerprint(&one), fingerprint(&map([(2, 2), (1, 1)])));
    }
}
