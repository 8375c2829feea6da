//! Concrete types: what tells one from another, and what they are called.

use std::sync::Arc;

use sexpr_core::{
    Reason, StructuralEq,
    custom::DynStructural,
    reflect::{Shape, TypeInfo},
    structural_hash,
};
use sexpr_test_support::check::{assert_reason, differ_at, equal};

use super::{Load, Op, Store};

/// The concrete types of two values that differ at the root.
#[track_caller]
fn types(lhs: &dyn Op, rhs: &dyn Op) -> [&'static TypeInfo; 2] {
    let mismatch = differ_at("", lhs, rhs);
    match mismatch.reason() {
        Reason::Types { lhs, rhs, .. } => [lhs, rhs],
        reason => panic!("{reason}"),
    }
}

fn keys(types: [&'static TypeInfo; 2]) -> [String; 2] {
    types.map(|info| info.type_key().to_string())
}

#[test]
fn of_equal_content_hash_differently() {
    let (load, store) = (Load { address: 1 }, Store { address: 1 });
    assert_eq!(structural_hash(&load), structural_hash(&store), "their types are known statically");
    assert_ne!(structural_hash::<dyn Op>(&load), structural_hash::<dyn Op>(&store));
}

#[test]
fn a_reason_has_their_tables() {
    let [lhs, rhs] = types(&Load { address: 1 }, &Store { address: 1 });
    assert_eq!([lhs, rhs], [Load::type_info(), Store::type_info()]);
    assert_eq!(keys([lhs, rhs]), ["spec::open::Load", "spec::open::Store"]);
}

mod one {
    use super::*;

    #[derive(StructuralEq)]
    pub(super) struct Load {
        pub(super) address: i64,
    }
    impl Op for Load {}
}

#[test]
fn of_one_name_in_different_modules() {
    let here: Arc<dyn Op> = Arc::new(Load { address: 1 });
    let there: Arc<dyn Op> = Arc::new(one::Load { address: 1 });
    let mismatch = differ_at("", &here, &there);
    assert_reason(&mismatch, &["spec::open::Load", "spec::open::types::one::Load"]);
    assert_eq!(keys(types(&*here, &*there)), ["spec::open::Load", "spec::open::types::one::Load"]);
    equal(&there, &(Arc::new(one::Load { address: 1 }) as Arc<dyn Op>));
}

#[test]
fn generic_ones_differ_by_their_arguments() {
    #[derive(StructuralEq)]
    struct Constant<T>(T);
    impl<T: 'static> Op for Constant<T> where Constant<T>: DynStructural {}
    #[derive(StructuralEq)]
    struct Shift<const BITS: u32>;
    impl<const BITS: u32> Op for Shift<BITS> {}

    assert_eq!(
        keys(types(&Constant(1_u8), &Constant(1_u16))),
        ["u8", "u16"].map(|ty| format!("spec::open::types::Constant<{ty}>"))
    );
    assert_eq!(
        keys(types(&Constant(vec![Load { address: 1 }]), &Constant(vec![one::Load { address: 1 }]))),
        ["spec::open::Load", "spec::open::types::one::Load"]
            .map(|ty| format!("spec::open::types::Constant<Vec<{ty}>>"))
    );
    assert_eq!(keys(types(&Shift::<1>, &Shift::<2>)), [1, 2].map(|bits| format!("spec::open::types::Shift<{bits}>")));
    let pointers: [Arc<dyn Op>; 2] = [Arc::new(Constant(Arc::new(1))), Arc::new(Constant(Box::new(1)))];
    types(&*pointers[0], &*pointers[1]);
    equal(&Constant(Shift::<1>), &Constant(Shift::<1>));
}

mod type_keys {
    use super::*;

    #[derive(StructuralEq)]
    #[seq(type_key = "ops/load@2")]
    struct Versioned {
        address: i64,
    }
    impl Op for Versioned {}

    #[derive(StructuralEq)]
    #[seq(type_key = "ops/pair")]
    struct Pair<T>(T, T);
    impl<T: 'static> Op for Pair<T> where Pair<T>: DynStructural {}

    #[test]
    fn come_from_the_attribute() {
        assert_eq!(Versioned::type_info().type_key().to_string(), "ops/load@2");
        assert_eq!(Versioned::type_info().full_name().to_string(), "Versioned");
        assert_eq!(<Pair<Versioned>>::type_info().type_key().to_string(), "ops/pair<ops/load@2>");
        assert_eq!(keys(types(&Versioned { address: 1 }, &Pair(1, 1))), ["ops/load@2", "ops/pair<i32>"]);
    }

    /// A declaration elsewhere, with the key that this one has: the values hash alike, and differ.
    #[test]
    fn are_what_enters_the_hash() {
        mod elsewhere {
            #[derive(sexpr_core::StructuralEq)]
            #[seq(type_key = "ops/load@2")]
            pub(super) struct Moved {
                pub(super) place: i64,
            }
            impl crate::open::Op for Moved {}
        }
        let here: &dyn Op = &Versioned { address: 1 };
        let there: &dyn Op = &elsewhere::Moved { place: 1 };
        assert_eq!(structural_hash(here), structural_hash(there));
        assert!(!sexpr_core::structural_equal(here, there), "they are two types in this process");
    }
}

#[test]
fn a_trait_object_has_a_table_of_its_own() {
    #[derive(StructuralEq)]
    #[allow(dead_code, reason = "the type is what is looked at")]
    struct Block {
        ops: Vec<Arc<dyn Op + Send>>,
        last: Option<Box<dyn Op>>,
    }
    let table = <dyn Op>::type_info();
    assert!(matches!(table.shape(), Shape::Open));
    assert_eq!(table.to_string(), "dyn Op");
    assert_eq!(table.type_key().to_string(), "dyn spec::open::Op");
    let text = "struct Block (tree) { ops: Vec<Arc<dyn Op>>, last: Option<Box<dyn Op>> }";
    assert_eq!(Block::type_info().to_string(), text);
    assert_eq!(<Vec<Arc<dyn Op>>>::type_info().type_key().to_string(), "Vec<Arc<dyn spec::open::Op>>");
}

impl Op for i64 {}
impl Op for String {}
impl Op for Vec<Box<dyn Op>> {}
impl Op for (i64, Option<&'static str>) {}

/// Types of other crates and containers can stand behind a trait object as well.
#[test]
fn that_derive_nothing_themselves() {
    let ops = |last| -> Vec<Box<dyn Op>> {
        let inner: Vec<Box<dyn Op>> = vec![Box::new(1_i64), Box::new((last, Some("a")))];
        vec![Box::new(1_i64), Box::new(String::from("a")), Box::new(inner)]
    };
    equal(&ops(1), &ops(1));
    differ_at("[2][1].0", &ops(1), &ops(2));
    assert_eq!(keys(types(&1_i64, &String::from("a"))), ["i64", "String"]);
}
