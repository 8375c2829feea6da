//! Type parameters get the bounds that their uses need, and no others.

use std::{
    cell::Cell,
    collections::{BTreeMap, HashMap},
    marker::PhantomData,
    rc::Rc,
    sync::Arc,
};

use sexpr_core::{
    ByIdentity, Field, StructuralEq, StructuralKey, containers::Closed, custom::VirtualFields, reflect::Def,
    structural_equal,
};

/// Known by its address, so no `Field`.
#[derive(StructuralEq)]
#[seq(kind = "var")]
struct Var {
    ty: u32,
}

/// Not compared at all.
#[derive(Clone)]
struct Tag;

trait Language {
    type Op;
    type Leaf: ?Sized;
}

impl Language for Tag {
    type Op = u32;
    type Leaf = str;
}

/// `P` need only be pointed to.
#[derive(StructuralEq)]
struct Pointed<'a, P: ?Sized> {
    shared: Arc<P>,
    counted: Option<Rc<P>>,
    borrowed: &'a P,
    next: Option<Box<Pointed<'a, P>>>,
}

/// `L` need not be compared.
#[derive(StructuralEq)]
struct Term<L: Language> {
    op: L::Op,
    leaf: Arc<<L as Language>::Leaf>,
    children: Vec<Term<L>>,
    language: PhantomData<L>,
    #[seq(ignore)]
    ignored: Option<L>,
}

#[derive(StructuralEq)]
struct Maps<K, V, S>
where
    K: Clone,
{
    by_hash: HashMap<K, V, S>,
    by_order: BTreeMap<K, Vec<V>>,
}

/// As a key, `P` need only be pointed to, and `T` be closed.
#[derive(StructuralEq)]
struct Keys<P, T> {
    by_identity: HashMap<ByIdentity<Arc<P>>, u32>,
    by_structure: HashMap<StructuralKey<T>, u32>,
}

#[derive(StructuralEq)]
struct Matrix<T, const ROWS: usize, const COLUMNS: usize = 2>([[T; COLUMNS]; ROWS]);

#[derive(StructuralEq)]
struct Defaults<T = u32, U: Clone + Into<T> = T>(T, U)
where
    Vec<U>: Clone;

#[derive(StructuralEq)]
struct OfItself
where
    Self: Sized,
{
    children: Vec<Self>,
}

#[derive(StructuralEq)]
struct Opaque<T>(#[seq(opaque)] Vec<T>);

#[derive(StructuralEq)]
#[seq(kind = "var")]
struct Named<K>(#[seq(key)] K);

#[derive(StructuralEq)]
#[seq(kind = "dag")]
struct Scoped<K>(#[seq(key)] (K, Option<K>));

#[derive(StructuralEq)]
#[seq(kind = "const-tree")]
struct Constant<T> {
    value: T,
    typed: Vec<Wrapper<T>>,
    next: Option<Arc<Constant<T>>>,
}

#[derive(StructuralEq)]
struct Wrapper<T>(T);

/// `T` is held inline in a scope, and `P` only pointed to.
#[derive(StructuralEq)]
#[seq(scope)]
struct Scope<'a, T, P: ?Sized> {
    #[seq(def)]
    params: Vec<Arc<P>>,
    body: T,
    by_reference: &'a [Box<Scope<'a, T, P>>],
}

#[derive(StructuralEq)]
enum Binder<N, T> {
    #[seq(scope)]
    Lambda(#[seq(var, def)] N, Box<Binder<N, T>>),
    Use(#[seq(var)] N),
    Leaf(T),
}

/// The user knows better.
#[derive(StructuralEq)]
#[seq(bound = "")]
struct Unbound<T: StructuralEq>(Arc<T>);

#[derive(StructuralEq)]
#[seq(bound = "L: Language, L::Op: sexpr_core::Field")]
struct Bound<L>
where
    L: Language,
{
    op: Box<L::Op>,
}

/// A function lists what is in it, which need not be comparable.
#[derive(StructuralEq)]
#[seq(with = lists::value)]
struct Listed<T>
where
    T: Field + 'static,
{
    value: T,
    cache: Cell<Option<T>>,
}

mod lists {
    use super::*;

    pub(super) fn value<'n, T: Field + 'static>(node: &'n Listed<T>, fields: &mut VirtualFields<'n>) {
        fields.field("value", Def::Inherit, &node.value);
    }
}

fn closed<T: Closed>(_: &T) {}

/// What is known of the parameter does not say that a field may have its type: the derive asks for that.
#[derive(Clone, StructuralEq)]
#[seq(rewrite, dismantle)]
struct Pair<T: StructuralEq + 'static> {
    first: T,
    second: Box<T>,
}

fn main() {
    let var = Var { ty: 1 };
    let pointed = Pointed { shared: Arc::new(Var { ty: 1 }), counted: None, borrowed: &var, next: None };
    assert!(structural_equal(&pointed, &pointed));

    let term =
        |op, leaf: &str| Term::<Tag> { op, leaf: leaf.into(), children: vec![], language: PhantomData, ignored: None };
    assert!(structural_equal(&term(1, "a"), &term(1, "a")));
    assert!(!structural_equal(&term(1, "a"), &term(1, "b")));

    let keys = Keys {
        by_identity: HashMap::from([(ByIdentity(Arc::new(Var { ty: 1 })), 1)]),
        by_structure: HashMap::from([(StructuralKey::new(vec![1]), 1)]),
    };
    assert!(structural_equal(&keys, &keys));
    let maps = Maps { by_hash: HashMap::from([("a".to_owned(), 1)]), by_order: BTreeMap::new() };
    assert!(structural_equal(&maps, &maps));
    assert!(!structural_equal(&Matrix([[1, 2]]), &Matrix([[1, 3]])));
    assert!(structural_equal(&Defaults(1_u32, 2_u32), &Defaults(1, 2)));
    let leaf = || OfItself { children: vec![] };
    assert!(!structural_equal(&leaf(), &OfItself { children: vec![leaf()] }));
    assert!(structural_equal(&Opaque(vec!["a"]), &Opaque(vec!["a"])));
    assert!(!structural_equal(&Named(1), &Named(2)));
    assert!(structural_equal(&Scoped((1, None)), &Scoped((1, None))));

    let scope = |ty| Scope { params: vec![Arc::new(Var { ty })], body: 1, by_reference: &[] };
    assert!(structural_equal(&scope(1), &scope(1)));
    assert!(!structural_equal(&scope(1), &scope(2)));
    let identity = |name| Binder::<u8, Wrapper<u32>>::Lambda(name, Box::new(Binder::Use(name)));
    assert!(structural_equal(&identity(1), &identity(2)));
    assert!(!structural_equal(&identity(1), &Binder::Leaf(Wrapper(1))));

    let constant = Constant { value: 1, typed: vec![Wrapper(2)], next: None };
    closed(&constant);
    assert!(structural_equal(&constant, &constant));
    assert!(!structural_equal(&Unbound(Arc::new(1)), &Unbound(Arc::new(2))));
    let pair = Pair { first: 1, second: Box::new(2) };
    assert!(structural_equal(&pair, &pair.clone()));
    let listed = |value, cache| Listed { value, cache: Cell::new(cache) };
    assert!(structural_equal(&listed(1, None), &listed(1, Some(2))));
    assert!(!structural_equal(&listed(1, None), &listed(2, None)));
    assert!(structural_equal(&Bound::<Tag> { op: Box::new(1) }, &Bound::<Tag> { op: Box::new(1) }));
}
