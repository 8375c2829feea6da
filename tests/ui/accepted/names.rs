//! Everything that may be a name, or hold names.

use std::{
    borrow::Cow,
    collections::{LinkedList, VecDeque},
    num::NonZero,
    rc::Rc,
    sync::Arc,
};

use sexpr_core::{StructuralEq, containers::NameField, structural_equal};

/// One name as a whole, wherever it was written.
#[derive(StructuralEq)]
struct Ident {
    text: String,
    #[seq(ignore)]
    span: (u32, u32),
}

#[derive(StructuralEq)]
enum Symbol {
    Interned(u32),
    Path([Arc<str>; 2]),
    Fresh { prefix: &'static str, index: NonZero<u64> },
}

#[derive(StructuralEq)]
struct Leaves<'s> {
    #[seq(var)]
    string: String,
    #[seq(var)]
    borrowed: &'s str,
    #[seq(var)]
    shared: Arc<str>,
    #[seq(var)]
    counted: Rc<String>,
    #[seq(var)]
    owned: Box<str>,
    #[seq(var)]
    cow: Cow<'s, str>,
    #[seq(var)]
    number: u32,
    #[seq(var)]
    character: char,
    #[seq(var)]
    ident: Ident,
    #[seq(var)]
    symbol: Symbol,
}

#[derive(StructuralEq)]
struct Containers<'s> {
    #[seq(var)]
    sequence: Vec<String>,
    #[seq(var)]
    optional: Option<String>,
    #[seq(var)]
    array: [u32; 2],
    #[seq(var)]
    slice: &'s [Ident],
    #[seq(var)]
    shared: Arc<[Arc<str>]>,
    #[seq(var)]
    queue: VecDeque<Option<Symbol>>,
    #[seq(var)]
    list: Box<Vec<LinkedList<char>>>,
}

/// `N` is a name, `S` a name behind pointers, and `L::Name` in a container.
#[derive(StructuralEq)]
struct Generic<'s, N, S: ?Sized, L: Language, const LENGTH: usize> {
    #[seq(var)]
    name: N,
    #[seq(var, def)]
    names: Vec<[N; LENGTH]>,
    #[seq(var)]
    shared: Arc<S>,
    #[seq(var)]
    borrowed: &'s S,
    #[seq(var)]
    slice: &'s [N],
    #[seq(var)]
    associated: Option<L::Name>,
    #[seq(var = "wrapped")]
    wrapped: Wrapped<N>,
}

#[derive(StructuralEq)]
struct Wrapped<T>(T, #[seq(ignore)] u32);

trait Language {
    type Name;
}

struct Words;

impl Language for Words {
    type Name = Symbol;
}

fn names<T: NameField>() {}

fn main() {
    names::<Ident>();
    names::<Wrapped<(u8, String)>>();

    let ident = |text: &str, at| Ident { text: text.into(), span: (at, at) };
    let idents = [ident("x", 1), ident("y", 2)];
    let containers = |first: &str| Containers {
        sequence: vec![first.into()],
        optional: None,
        array: [1, 2],
        slice: &idents,
        shared: Arc::new(["a".into()]),
        queue: VecDeque::from([Some(Symbol::Path(["a".into(), "b".into()])), None]),
        list: Box::new(vec![LinkedList::from(['c'])]),
    };
    assert!(structural_equal(&containers("x"), &containers("x")));
    assert!(!structural_equal(&containers("x"), &containers("y")));

    let generic = |name: u8, symbol: u64| Generic::<u8, str, Words, 2> {
        name,
        names: vec![[name, 2]],
        shared: "s".into(),
        borrowed: "s",
        slice: &[3],
        associated: NonZero::new(symbol).map(|index| Symbol::Fresh { prefix: "s", index }),
        wrapped: Wrapped(name, 0),
    };
    assert!(structural_equal(&generic(1, 1), &generic(1, 1)));
    assert!(!structural_equal(&generic(1, 1), &generic(1, 0)));
}
