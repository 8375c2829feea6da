//! Pointers and containers of other crates, by types that stand for them.

use std::{collections::BTreeMap, marker::PhantomData, rc::Rc};

use sexpr_core::{
    StructuralEq,
    containers::{MapKey, MapReach, OwningPointer, SharedPointer},
    custom::{Region, Visitor},
    mirror::{As, Describe, DescribeField, DescribeMap, DescribeSequence, Same},
    reflect::{Shape, TypeInfo},
    walk::nodes,
};
use sexpr_test_support::check::{differ_at, equal};

/// Stands for another crate.
#[allow(unreachable_pub, reason = "another crate would be public")]
mod foreign {
    use std::{collections::BTreeMap, rc::Rc};

    /// A pointer that owns its pointee.
    pub struct Own<T>(pub Box<T>);
    /// A pointer that shares it.
    pub struct Gc<T>(pub Rc<T>);
    /// Elements that do not lie side by side.
    pub struct Rope<T>(pub Vec<Vec<T>>);
    /// Entries by key.
    pub struct Table<K, V>(pub BTreeMap<K, V>);

    pub enum Expr {
        Number(i64),
        Negate(Own<Expr>),
        Both(Option<Gc<Expr>>, Gc<Expr>),
        Sum(Rope<Expr>),
        Record(Table<String, Expr>),
    }
}

/// Stand for the pointers and containers of what `D` describes.
struct Own<D>(PhantomData<D>);
struct Gc<D>(PhantomData<D>);
struct Rope<D>(PhantomData<D>);
struct Table<K, D>(PhantomData<(K, D)>);

impl<D: DescribeField<T>, T> OwningPointer<Own<D>> for As<Own<D>, foreign::Own<T>> {
    type Target = As<D, T>;

    fn target(&self) -> &As<D, T> {
        As::new(&self.0)
    }
}

impl<D: Describe<T>, T> SharedPointer<Gc<D>> for As<Gc<D>, foreign::Gc<T>> {
    type Target = As<D, T>;
    const DISTINCT: bool = true;

    fn target(&self) -> &As<D, T> {
        As::new(&self.0)
    }
}

impl<D: DescribeField<T>, T> DescribeSequence<foreign::Rope<T>> for Rope<D> {
    type Item = As<D, T>;

    fn length(rope: &As<Self, foreign::Rope<T>>) -> usize {
        rope.0.iter().map(Vec::len).sum()
    }
    fn items(rope: &As<Self, foreign::Rope<T>>) -> impl DoubleEndedIterator<Item = &As<D, T>> {
        rope.get().0.iter().flatten().map(As::new)
    }
}

impl<K: DescribeField<L>, L, D: DescribeField<T>, T> DescribeMap<foreign::Table<L, T>> for Table<K, D>
where
    As<K, L>: MapKey,
{
    type Key = As<K, L>;
    type Value = As<D, T>;

    fn length(table: &As<Self, foreign::Table<L, T>>) -> usize {
        table.0.len()
    }
    fn entries(table: &As<Self, foreign::Table<L, T>>) -> impl Iterator<Item = (&As<K, L>, &As<D, T>)> {
        table.get().0.iter().map(|(key, value)| (As::new(key), As::new(value)))
    }
}

/// What each of them is, and what it hands to visitors.
macro_rules! describes {
    ([$($bounds:tt)*] $name:ty, $ty:ty, $info:expr, $reach:ty, $method:ident $(, $order:expr)? $(, where $key:ty)?) => {
        impl<$($bounds)*> Describe<$ty> for $name $(where $key: MapKey)? {
            const INFO: &'static TypeInfo = &$info;
            type Reach = $reach;

            fn content<'a, V: Visitor<'a>>(
                left: &'a As<Self, $ty>,
                right: &'a As<Self, $ty>,
                at: Region,
                visitor: &mut V,
            ) -> bool {
                visitor.$method(left, right, at $(, $order)?)
            }
        }
        impl<$($bounds)*> DescribeField<$ty> for $name $(where $key: MapKey)? {}
    };
}

describes!(
    [D: DescribeField<T>, T] Own<D>, foreign::Own<T>, TypeInfo::container("Own", Shape::Pointer(D::TABLE)), D::Reach, owning
);
describes!(
    [D: DescribeField<T>, T] Gc<D>, foreign::Gc<T>, TypeInfo::container("Gc", Shape::Pointer(D::TABLE)), D::Reach, shared
);
describes!(
    [D: DescribeField<T>, T] Rope<D>, foreign::Rope<T>, TypeInfo::container("Rope", Shape::Sequence(D::TABLE)), D::Reach,
    sequence
);
describes!(
    [K: DescribeField<L>, L, D: DescribeField<T>, T] Table<K, D>, foreign::Table<L, T>,
    TypeInfo::container("Table", Shape::Map(K::TABLE, D::TABLE)), MapReach<As<K, L>, As<D, T>>, map,
    where As<K, L>
);

#[derive(StructuralEq)]
#[seq(remote = "foreign::Expr")]
enum Expr {
    Number(i64),
    Negate(#[seq(as = "Own<Expr>")] foreign::Own<foreign::Expr>),
    Both(
        #[seq(as = "Option<Gc<Expr>>")] Option<foreign::Gc<foreign::Expr>>,
        #[seq(as = "Gc<Expr>")] foreign::Gc<foreign::Expr>,
    ),
    Sum(#[seq(as = "Rope<Expr>")] foreign::Rope<foreign::Expr>),
    Record(#[seq(as = "Table<Same, Expr>")] foreign::Table<String, foreign::Expr>),
}

use foreign::Expr::{Both, Negate, Number, Record, Sum};

type Seen = As<Expr, foreign::Expr>;

fn gc(expr: foreign::Expr) -> foreign::Gc<foreign::Expr> {
    foreign::Gc(Rc::new(expr))
}

#[test]
fn a_pointer_that_owns_is_followed() {
    let negated = |number| Negate(foreign::Own(Box::new(Number(number))));
    equal(Seen::new(&negated(1)), Seen::new(&negated(1)));
    differ_at("", Seen::new(&negated(1)), Seen::new(&negated(2)));
}

#[test]
fn a_pointer_that_shares_is_followed_once() {
    let shared = Rc::new(Number(1));
    let twice = Both(Some(foreign::Gc(Rc::clone(&shared))), foreign::Gc(shared));
    equal(Seen::new(&twice), Seen::new(&Both(Some(gc(Number(1))), gc(Number(1)))));
    differ_at(".Both.1", Seen::new(&twice), Seen::new(&Both(Some(gc(Number(1))), gc(Number(2)))));
    assert_eq!(nodes::<Seen>(Seen::new(&twice)).count(), 2);
}

#[test]
fn a_sequence_has_its_elements_wherever_they_lie() {
    let rope = |chunks: &[&[i64]]| {
        Sum(foreign::Rope(chunks.iter().map(|chunk| chunk.iter().copied().map(Number).collect()).collect()))
    };
    equal(Seen::new(&rope(&[&[1, 2], &[3]])), Seen::new(&rope(&[&[1], &[], &[2, 3]])));
    differ_at("[2]", Seen::new(&rope(&[&[1, 2], &[3]])), Seen::new(&rope(&[&[1], &[2, 4]])));
}

#[test]
fn a_map_has_its_entries_by_key() {
    let record = |entries: &[(&str, i64)]| {
        let entries = entries.iter().map(|&(key, value)| (key.to_owned(), Number(value)));
        Record(foreign::Table(entries.collect::<BTreeMap<_, _>>()))
    };
    equal(Seen::new(&record(&[("a", 1), ("b", 2)])), Seen::new(&record(&[("b", 2), ("a", 1)])));
    differ_at("[\"b\"]", Seen::new(&record(&[("a", 1), ("b", 2)])), Seen::new(&record(&[("a", 1), ("b", 3)])));
}
