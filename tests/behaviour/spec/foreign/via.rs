//! `via`: a field counts as what a function makes of it.

use std::sync::Arc;

use sexpr_core::{
    StructuralEq,
    report::{FingerprintError, Obstacle},
    structural_equal, structural_fingerprint, structural_hash,
    walk::{Walk, nodes},
};
use sexpr_test_support::check::{assert_reason, differ_at, differ_at_paths, equal};

/// What another crate declares, with no derive.
mod foreign {
    /// A half-precision number.
    #[derive(Clone, Copy)]
    pub(super) struct Half(u16);

    impl Half {
        pub(super) fn new(bits: u16) -> Half {
            Half(bits)
        }
        pub(super) fn bits(&self) -> u16 {
            self.0
        }
    }

    /// Flags.
    #[derive(Clone, Copy)]
    pub(super) struct Flags(pub(super) u32);

    /// An interned string.
    #[derive(Clone, Copy)]
    pub(super) struct Symbol(pub(super) u32);

    pub(super) const SYMBOLS: [&str; 4] = ["x", "y", "z", "x"];

    impl Symbol {
        pub(super) fn as_str(&self) -> &'static str {
            SYMBOLS[self.0 as usize]
        }
    }

    /// A pointer into an arena.
    pub(super) struct ArenaBox<'a, T>(pub(super) &'a T);

    impl<T> ArenaBox<'_, T> {
        pub(super) fn get(&self) -> &T {
            self.0
        }
    }

    /// A sequence in an arena.
    pub(super) struct ArenaVec<'a, T>(pub(super) &'a [T]);

    impl<T> ArenaVec<'_, T> {
        pub(super) fn as_slice(&self) -> &[T] {
            self.0
        }
    }

    /// A string in an arena.
    pub(super) struct Atom<'a>(pub(super) &'a str);

    impl Atom<'_> {
        pub(super) fn as_str(&self) -> &str {
            self.0
        }
    }
}

use foreign::{ArenaBox, ArenaVec, Atom, Flags, Half, Symbol};

fn bits(flags: &Flags) -> u32 {
    flags.0
}

fn symbol(symbol: &Symbol) -> &'static str {
    symbol.as_str()
}

#[derive(StructuralEq)]
struct Constant {
    #[seq(via = Half::bits)]
    value: Half,
    #[seq(via = bits)]
    flags: Flags,
    line: u32,
}

fn constant(value: u16, flags: u32) -> Constant {
    Constant { value: Half::new(value), flags: Flags(flags), line: 0 }
}

#[test]
fn a_computed_leaf_counts_as_that_leaf() {
    equal(&constant(1, 2), &constant(1, 2));
    let mismatch = differ_at(".value", &constant(1, 2), &constant(3, 2));
    assert_reason(&mismatch, &["1", "3"]);
    differ_at(".flags", &constant(1, 2), &constant(1, 3));
}

#[test]
fn the_hash_is_that_of_the_leaves() {
    #[derive(StructuralEq)]
    struct Plain {
        value: u16,
        flags: u32,
        line: u32,
    }
    assert_eq!(structural_hash(&constant(1, 2)), structural_hash(&Plain { value: 1, flags: 2, line: 0 }));
}

#[derive(StructuralEq)]
enum Lambda<'a> {
    Var(#[seq(var, via = Atom::as_str)] Atom<'a>),
    #[seq(scope)]
    Binder {
        #[seq(var, def, via = Atom::as_str)]
        param: Atom<'a>,
        #[seq(via = ArenaBox::get)]
        body: ArenaBox<'a, Lambda<'a>>,
    },
    Call(#[seq(via = ArenaVec::as_slice)] ArenaVec<'a, Lambda<'a>>),
}

#[test]
fn names_in_another_form_are_variables() {
    let (x, y) = (Lambda::Var(Atom("x")), Lambda::Var(Atom("y")));
    let lambda = |param, body| Lambda::Binder { param: Atom(param), body: ArenaBox(body) };
    equal(&lambda("x", &x), &lambda("y", &y));
    differ_at(".Binder.body", &lambda("x", &x), &lambda("y", &x));
    differ_at(".Binder.body", &lambda("x", &y), &lambda("y", &y));
}

#[test]
fn a_slice_counts_as_a_sequence() {
    let var = Lambda::Var;
    let (one, other) = ([var(Atom("x")), var(Atom("y"))], [var(Atom("x"))]);
    let call = |items| Lambda::Call(ArenaVec(items));
    equal(&call(&one), &call(&one));
    differ_at_paths("[1]", "[1]?", &call(&one), &call(&other));
    assert!(structural_equal(&call(&one[..1]), &call(&other)));
}

#[test]
fn a_key_may_be_what_a_function_makes_of_it() {
    #[derive(StructuralEq)]
    #[seq(kind = "var")]
    struct Var {
        #[seq(key, via = symbol)]
        name: Symbol,
        bits: u32,
    }
    #[derive(StructuralEq)]
    struct Uses(#[seq(def)] Vec<Var>, Vec<Var>);
    let var = |index| Var { name: Symbol(index), bits: 8 };
    equal(&Uses(vec![var(0)], vec![var(3)]), &Uses(vec![var(1)], vec![var(1)]));
    differ_at(".1[0]", &Uses(vec![var(0)], vec![var(3)]), &Uses(vec![var(1)], vec![var(0)]));
}

#[derive(StructuralEq)]
#[seq(kind = "var")]
struct Var(
    #[seq(ignore)]
    #[expect(dead_code, reason = "a name for people")]
    &'static str,
);

/// What a pointer of another crate holds.
struct Handle(Arc<Var>);

fn var(handle: &Handle) -> &Var {
    &handle.0
}

#[derive(StructuralEq)]
struct Function {
    #[seq(def, via = var)]
    param: Handle,
    #[seq(via = var)]
    used: Handle,
    plain: Arc<Var>,
}

#[test]
fn a_reference_counts_as_a_reference() {
    let function = |param: &Arc<Var>, used: &Arc<Var>, plain: &Arc<Var>| Function {
        param: Handle(param.clone()),
        used: Handle(used.clone()),
        plain: plain.clone(),
    };
    let (x, y) = (Arc::new(Var("x")), Arc::new(Var("y")));
    equal(&function(&x, &x, &x), &function(&y, &y, &y));
    differ_at(".used", &function(&x, &x, &x), &function(&x, &y, &x));
    differ_at(".plain", &function(&x, &x, &x), &function(&x, &x, &y));
}

#[test]
fn walks_go_through() {
    let x = Arc::new(Var("x"));
    let function = Function { param: Handle(x.clone()), used: Handle(x.clone()), plain: x };
    let mut places = Vec::new();
    Walk::new().with_paths().on(|_: &Var, at| places.push(at.path().to_string())).run(&function);
    assert_eq!(places, [".param", ".used", ".plain"]);
    assert_eq!(nodes::<Var>(&function).count(), 1);
}

#[test]
fn depth_takes_no_stack() {
    let mut list = Lambda::Var(Atom("x"));
    for _ in 0..100_000 {
        let body: &Lambda = Box::leak(Box::new(list));
        list = Lambda::Binder { param: Atom("x"), body: ArenaBox(body) };
    }
    assert!(structural_equal(&list, &list));
    structural_hash(&list);
}

#[test]
fn what_means_something_in_this_process_only_has_no_fingerprint() {
    #[derive(StructuralEq)]
    #[seq(process_local)]
    struct Index(u32);
    struct Foreign(Index);
    fn index(foreign: &Foreign) -> &Index {
        &foreign.0
    }
    #[derive(StructuralEq)]
    struct Node {
        #[seq(via = index)]
        foreign: Foreign,
    }
    let error: FingerprintError = structural_fingerprint(&Node { foreign: Foreign(Index(3)) }).unwrap_err();
    assert_eq!(error.path().to_string(), ".foreign");
    assert_eq!(*error.obstacle(), Obstacle::ProcessLocal);
    assert!(structural_fingerprint(&constant(1, 2)).is_ok());
}

#[test]
fn generic_fields_are_projected_too() {
    struct Wrapper<T>(T);
    fn inner<T>(wrapper: &Wrapper<T>) -> &T {
        &wrapper.0
    }
    #[derive(StructuralEq)]
    #[seq(bound = "T: sexpr_core::Field")]
    struct Node<T> {
        #[seq(via = inner)]
        wrapper: Wrapper<T>,
    }
    equal(&Node { wrapper: Wrapper(1) }, &Node { wrapper: Wrapper(1) });
    differ_at(".wrapper", &Node { wrapper: Wrapper(1) }, &Node { wrapper: Wrapper(2) });
}
