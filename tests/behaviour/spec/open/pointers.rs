//! Every pointer to a trait object, of every form.

use std::{rc::Rc, sync::Arc};

use sexpr_core::{Comparer, Field, Options, Reason, StructuralEq, StructuralKey, custom::DynStructural};
use sexpr_test_support::check::{assert_reason, differ, differ_at, equal, equal_under};

use super::{Load, Op, Store};

const LOAD: Load = Load { address: 1 };
const OTHER: Load = Load { address: 2 };
const STORE: Store = Store { address: 1 };

/// Two values of one type that are made alike, one of that type with other content, and one of another type.
#[track_caller]
fn four<P: Field>(one: P, same: P, other: P, of_another_type: P) {
    equal(&one, &same);
    equal(&one, &one);
    differ_at(".address", &one, &other);
    let mismatch = differ_at("", &one, &of_another_type);
    let Reason::Types { lhs, rhs, .. } = mismatch.reason() else { panic!("{mismatch}") };
    assert_eq!((lhs.name(), rhs.name()), ("Load", "Store"));
    assert_reason(&mismatch, &["Load", "Store"]);
    // Held by others.
    let (one, same, other) = ((1, vec![Some(one)]), (1, vec![Some(same)]), (1, vec![Some(other)]));
    equal(&one, &same);
    differ_at(".1[0].address", &one, &other);
    differ_at(".1[0]", &one, &(1, vec![Some(of_another_type)]));
}

macro_rules! forms {
    ($($name:ident: $object:ty;)*) => {$(
        mod $name {
            use super::*;

            #[test]
            fn behind_a_box() {
                four::<Box<$object>>(Box::new(LOAD), Box::new(LOAD), Box::new(OTHER), Box::new(STORE));
            }

            #[test]
            fn behind_an_arc() {
                four::<Arc<$object>>(Arc::new(LOAD), Arc::new(LOAD), Arc::new(OTHER), Arc::new(STORE));
            }

            #[test]
            fn behind_an_rc() {
                four::<Rc<$object>>(Rc::new(LOAD), Rc::new(LOAD), Rc::new(OTHER), Rc::new(STORE));
            }

            #[test]
            fn behind_a_reference() {
                four::<&$object>(&LOAD, &LOAD.clone(), &OTHER, &STORE);
            }

            #[test]
            fn as_the_root() {
                let (one, same, other): (&$object, &$object, &$object) = (&LOAD, &Load { address: 1 }, &OTHER);
                equal(one, same);
                differ_at(".address", one, other);
                differ::<$object>(one, &STORE);
            }
        }
    )*};
}

forms! {
    plain: dyn Op;
    send: dyn Op + Send;
    sync: dyn Op + Sync;
    send_and_sync: dyn Op + Send + Sync;
}

#[test]
fn a_lifetime_of_its_own() {
    fn alike<'a>(one: &'a (dyn Op + 'a), other: &'a (dyn Op + 'a)) {
        equal(one, other);
        equal(&[one, one], &[other, one]);
    }
    let (one, other) = (Load { address: 1 }, Load { address: 1 });
    alike(&one, &other);

    #[derive(StructuralEq)]
    struct Block<'a> {
        ops: Vec<&'a (dyn Op + Send + 'a)>,
        last: Option<Box<dyn Op + 'a>>,
    }
    let block = |address| Block { ops: vec![&LOAD, &STORE], last: Some(Box::new(Load { address })) };
    equal(&block(1), &block(1));
    differ_at(".last.address", &block(1), &block(2));
}

#[test]
fn pointers_to_pointers() {
    let make = |address| Arc::new(Box::new(Rc::new(Load { address }) as Rc<dyn Op>));
    equal(&make(1), &make(1));
    differ_at(".address", &make(1), &make(2));
}

/// A pointer to a trait object can stand behind another trait object.
#[test]
fn trait_objects_behind_trait_objects() {
    trait Outer: DynStructural {}
    sexpr_core::open!(Outer);
    impl Outer for Arc<dyn Op> {}
    impl Outer for Vec<Box<dyn Outer>> {}
    let outer = |address| -> Box<dyn Outer> {
        Box::new(vec![Box::new(Arc::new(Load { address }) as Arc<dyn Op>) as Box<dyn Outer>])
    };
    equal(&outer(1), &outer(1));
    differ_at("[0].address", &outer(1), &outer(2));
}

mod generic_traits {
    use super::*;

    trait Rule<Context, const LEVEL: u8>: DynStructural {
        fn applies(&self, to: &Context) -> bool;
    }
    sexpr_core::open!(Rule<Context, LEVEL>, [Context, const LEVEL: u8]);

    #[derive(StructuralEq)]
    struct Above {
        limit: u64,
    }
    impl Rule<u64, 1> for Above {
        fn applies(&self, to: &u64) -> bool {
            *to > self.limit
        }
    }
    impl Rule<String, 2> for Above {
        fn applies(&self, to: &String) -> bool {
            to.len() as u64 > self.limit
        }
    }

    #[test]
    fn with_arguments_of_any_type() {
        struct NotStructural;
        #[derive(StructuralEq)]
        struct Never;
        impl Rule<NotStructural, 0> for Never {
            fn applies(&self, _: &NotStructural) -> bool {
                false
            }
        }
        let rule = || -> Box<dyn Rule<NotStructural, 0> + Send> { Box::new(Never) };
        equal(&rule(), &rule());
        assert!(!rule().applies(&NotStructural));

        let numbers = |limit| -> Vec<Arc<dyn Rule<u64, 1>>> { vec![Arc::new(Above { limit })] };
        let texts = |limit| -> Vec<Arc<dyn Rule<String, 2> + Send + Sync>> { vec![Arc::new(Above { limit })] };
        equal(&numbers(1), &numbers(1));
        differ_at("[0].limit", &numbers(1), &numbers(2));
        differ_at("[0].limit", &texts(1), &texts(2));
        assert!(numbers(1)[0].applies(&2) && !texts(1)[0].applies(&String::new()));
    }

    trait Bounded<T: Clone + 'static>: DynStructural
    where
        T: Send,
    {
        fn get(&self) -> T;
    }
    sexpr_core::open!(Bounded<T>, [T: Clone + Send + 'static]);

    #[test]
    fn with_bounds() {
        #[derive(StructuralEq)]
        struct Constant(u8);
        impl Bounded<u8> for Constant {
            fn get(&self) -> u8 {
                self.0
            }
        }
        let bounded = |value| -> Box<dyn Bounded<u8>> { Box::new(Constant(value)) };
        equal(&bounded(1), &bounded(1));
        differ_at("", &bounded(1), &bounded(2));
        assert_eq!(bounded(7).get(), 7);
    }
}

mod supertraits {
    use super::*;

    trait Named: DynStructural {
        fn name(&self) -> &str;
    }
    trait Pass: Named + Send {}
    sexpr_core::open!(Named);
    sexpr_core::open!(Pass);

    #[derive(StructuralEq)]
    struct Inline {
        depth: u32,
    }
    impl Named for Inline {
        fn name(&self) -> &str {
            "inline"
        }
    }
    impl Pass for Inline {}

    #[test]
    fn that_have_the_supertrait_themselves() {
        let pass = |depth| -> Box<dyn Pass> { Box::new(Inline { depth }) };
        equal(&pass(1), &pass(1));
        differ_at(".depth", &pass(1), &pass(2));
        let upcast = |depth| -> Box<dyn Named> { pass(depth) };
        equal(&upcast(1), &upcast(1));
        assert_eq!(upcast(1).name(), "inline");
    }
}

#[test]
fn operations_of_all_kinds() {
    let one: Arc<dyn Op + Send + Sync> = Arc::new(LOAD);
    let other: Arc<dyn Op + Send + Sync> = Arc::new(OTHER);
    let mut comparer = Comparer::new();
    assert!(comparer.equal(&one, &one) && !comparer.equal(&one, &other));
    assert!(comparer.hash(&*one) != comparer.hash(&*other));
    assert_eq!(comparer.fingerprint(&*one), comparer.fingerprint(&one));
    assert!(StructuralKey::new(one.clone()) == StructuralKey::new(one.clone()));
    assert!(StructuralKey::new(one.clone()) != StructuralKey::new(other));
    sexpr_core::assert_structural_equal!(one, one);
    equal_under(Options::new().map_free_vars(true).skip_payload(true), &one, &one);
}
