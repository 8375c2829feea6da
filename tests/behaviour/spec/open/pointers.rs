//! Every pointer to a trait object, of every form.

use std::{rc::Rc, sync::Arc};

use sexpr_core::{Field, Reason, StructuralEq, custom::DynStructural};
use sexpr_test_support::check::{assert_reason, differ, differ_at, equal};

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
}
