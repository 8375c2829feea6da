//! Concrete types of every kind, behind every pointer.

use std::sync::Arc;

use sexpr_core::{Options, Reason, StructuralEq};
use sexpr_test_support::check::{assert_reason, differ_at, differ_under, equal, equal_under};

use super::Op;
use crate::nodes::{Dag, Known, Singleton, Tree, Var};

impl Op for Var {}
impl Op for Dag {}
impl Op for Singleton {}
impl Op for Tree {}
impl Op for Known<&'static str> {}

/// Binds what its first field holds.
#[derive(StructuralEq)]
struct Fun<P> {
    #[seq(def)]
    param: P,
    body: P,
}

/// A test of a function that puts an operation behind a pointer, once for each pointer.
macro_rules! behind_every_pointer {
    ($($(#[$about:meta])* fn $test:ident($behind:ident) $body:block)*) => {$(
        mod $test {
            use super::*;

            $(#[$about])*
            #[test]
            fn an_arc() {
                fn $behind(op: impl Op + 'static) -> Arc<dyn Op> {
                    Arc::new(op)
                }
                $body
            }

            $(#[$about])*
            #[test]
            #[allow(noop_method_call, clippy::clone_on_copy, reason = "other pointers are cloned")]
            fn a_reference() {
                fn $behind(op: impl Op + 'static) -> &'static dyn Op {
                    Box::leak(Box::new(op))
                }
                $body
            }

            /// Which is met again below something shared.
            $(#[$about])*
            #[test]
            fn a_box_below_an_arc() {
                fn $behind(op: impl Op + 'static) -> Arc<Box<dyn Op>> {
                    Arc::new(Box::new(op))
                }
                $body
            }
        }
    )*};
}

behind_every_pointer! {
    fn a_tree_behind(behind) {
        let one = behind(Tree { value: 1 });
        equal(&[one.clone(), one.clone()], &[behind(Tree { value: 1 }), behind(Tree { value: 1 })]);
        differ_at(".value", &one, &behind(Tree { value: 2 }));
    }

    fn a_variable_behind(behind) {
        let var = |ty| behind(Var { ty });
        let bound = |ty| {
            let param = var(ty);
            Fun { body: param.clone(), param }
        };
        equal(&bound(1), &bound(1));
        differ_at(".param.ty", &bound(1), &bound(2));
        let mismatch = differ_at(".body", &bound(1), &Fun { param: var(1), body: var(1) });
        assert!(matches!(mismatch.reason(), Reason::BoundElsewhere { .. }), "{mismatch}");

        let free = var(1);
        equal(&free, &free);
        let mismatch = differ_at("", &free, &var(1));
        assert!(matches!(mismatch.reason(), Reason::FreeVariables { .. }), "{mismatch}");

        let mapping = Options::new().map_free_vars(true);
        let twice = || { let var = var(1); [var.clone(), var] };
        equal_under(mapping, &twice(), &twice());
        differ_under(mapping, &twice(), &[var(1), var(1)]);
    }

    fn a_dag_node_behind(behind) {
        let dag = || behind(Dag { value: 1 });
        let (one, two) = (dag(), dag());
        equal(&[one.clone(), one.clone()], &[two.clone(), two.clone()]);
        equal(&[dag(), dag()], &[dag(), dag()]);
        let mismatch = differ_at("[1]", &[one.clone(), one.clone()], &[two, dag()]);
        assert!(matches!(mismatch.reason(), Reason::Sharing { .. }), "{mismatch}");
        differ_at(".value", &one, &behind(Dag { value: 2 }));
    }

    fn a_singleton_behind(behind) {
        let (one, other) = (behind(Singleton { value: 1 }), behind(Singleton { value: 1 }));
        equal(&one, &one);
        let mismatch = differ_at("", &one, &other);
        assert!(matches!(mismatch.reason(), Reason::Singletons { .. }), "{mismatch}");
    }

    fn keyed_nodes_behind(behind) {
        #[derive(StructuralEq)]
        #[seq(kind = "var")]
        struct Name { #[seq(key)] name: &'static str, ty: i64 }
        impl Op for Name {}
        #[derive(StructuralEq)]
        #[seq(kind = "dag")]
        struct Label { #[seq(key)] name: &'static str, size: i64 }
        impl Op for Label {}

        let name = |name| behind(Name { name, ty: 1 });
        equal(&Fun { param: name("x"), body: name("x") }, &Fun { param: name("y"), body: name("y") });
        differ_at(".body", &Fun { param: name("x"), body: name("x") }, &Fun { param: name("y"), body: name("x") });
        equal(&name("x"), &name("x"));
        let mismatch = differ_at("", &name("x"), &name("y"));
        assert_reason(&mismatch, &["x", "y"]);
        let label = |name| behind(Label { name, size: 1 });
        equal(&[label("a"), label("a")], &[label("b"), label("b")]);
        differ_at("[1]", &[label("a"), label("a")], &[label("a"), label("b")]);
        equal(&behind(Known("add")), &behind(Known("add")));
        differ_at("", &behind(Known("add")), &behind(Known("sub")));
        // One key, of nodes of two types.
        #[derive(StructuralEq)]
        #[seq(kind = "singleton")]
        struct Other(#[seq(key)] &'static str);
        impl Op for Other {}
        differ_at("", &behind(Known("add")), &behind(Other("add")));
    }
}

mod identity {
    use super::*;

    /// A node that is met through a pointer to its type, and through one to a trait object, is one node.
    #[derive(StructuralEq)]
    struct Mixed {
        #[seq(def)]
        params: Vec<Arc<Var>>,
        body: Vec<Arc<dyn Op>>,
    }

    fn mixed(used: &[usize]) -> Mixed {
        let params: Vec<_> = (0..3).map(|_| Arc::new(Var { ty: 1 })).collect();
        let body = used.iter().map(|index| params[*index].clone() as Arc<dyn Op>).collect();
        Mixed { params, body }
    }

    #[test]
    fn of_a_variable_met_through_its_type_first() {
        equal(&mixed(&[0, 2, 0]), &mixed(&[0, 2, 0]));
        differ_at(".body[1]", &mixed(&[0, 2, 0]), &mixed(&[0, 1, 0]));
    }

    /// A struct and its first field lie at one address.
    #[test]
    fn of_a_first_field_is_another() {
        #[derive(StructuralEq)]
        #[seq(kind = "var")]
        #[repr(C)]
        struct Whole {
            #[seq(ignore)]
            part: Var,
            ty: i64,
        }
        impl Op for Whole {}
        #[derive(StructuralEq)]
        struct Fun<'a> {
            #[seq(def)]
            params: [&'a dyn Op; 2],
            body: &'a dyn Op,
        }
        let wholes = [0, 1].map(|_| Whole { part: Var { ty: 1 }, ty: 1 });
        let fun = |side: usize, whole: bool| {
            let Whole { part, .. } = &wholes[side];
            let params: [&dyn Op; 2] = [&wholes[side], part];
            assert_eq!(params[0] as *const dyn Op as *const (), params[1] as *const dyn Op as *const ());
            Fun { params, body: params[usize::from(!whole)] }
        };
        equal(&fun(0, true), &fun(1, true));
        equal(&fun(0, false), &fun(1, false));
        differ_at(".body", &fun(0, true), &fun(1, false));
    }

    /// The vtable is no part of it: one type's may lie at several addresses.
    #[test]
    fn is_not_the_vtable() {
        let var = Arc::new(Var { ty: 1 });
        let as_op: Arc<dyn Op> = var.clone();
        let as_send: Arc<dyn Op + Send> = var.clone();
        equal(&(&*as_op, &*as_send, &var), &(&*as_op, &*as_send, &var));
        let free: &dyn Op = &*as_op;
        equal(free, &*(var as Arc<dyn Op>));
    }
}

/// What has no size has no fields that could differ, and a key where it is a node with an identity.
#[test]
fn nodes_without_a_size() {
    #[derive(StructuralEq)]
    struct Nop;
    impl Op for Nop {}
    #[derive(StructuralEq)]
    struct Barrier;
    impl Op for Barrier {}
    let ops = || -> Vec<Box<dyn Op>> { vec![Box::new(Nop), Box::new(Barrier), Box::new(Nop)] };
    equal(&ops(), &ops());
    let other: Vec<Box<dyn Op>> = vec![Box::new(Nop), Box::new(Nop), Box::new(Nop)];
    differ_at("[1]", &ops(), &other);
}
