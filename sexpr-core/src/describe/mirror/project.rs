//! Fields that count as the result of a function: `#[seq(via = path)]`.
//!
//! Operations see such a field as an `As<Via<P>, T>`. They keep references to the field, and call the function whenever
//! they list the content of the field. So results need not be stored.
//!
//! The result type of the function implements [`Projection`], and the implementation decides what the field counts as.
//! The parameter of that trait keeps the implementations apart: the compiler infers the parameter, as only one
//! implementation fits. Generated code cannot name the result type. So it passes the function to [`projection`], which
//! infers the type. Generated code mentions the function in no other way, so that the compiler reports a mistake once
//! (see `mention`).

use alloc::{string::String, vec::Vec};
use core::marker::PhantomData;

use crate::describe::{
    containers::listed_names,
    info::TypeInfo,
    keys::KeyReader,
    leaf::Leaf,
    mirror::{As, Describe, DescribeField, DescribeKey, DescribeNames, DescribeValue},
    reach::{Anything, Variable},
    region::Region,
    structural::{Field, StructuralEq, content, held_as_content},
    visitor::Visitor,
};

/// The properties of a projected field, which depend on the function's result.
#[derive(Clone, Copy)]
#[doc(hidden)]
pub struct Form {
    pub(crate) info: &'static TypeInfo,
    /// Whether the field is a leaf.
    is_flat: bool,
    /// Whether the field can be a key or a name.
    is_value: bool,
}

impl Form {
    /// The form of a result with parts.
    const fn of(info: &'static TypeInfo) -> Form {
        Form { info, is_flat: false, is_value: false }
    }

    const fn of_leaf<L: Leaf + StructuralEq + ?Sized>() -> Form {
        Form { info: L::INFO, is_flat: true, is_value: true }
    }
}

/// The result of a function given by `via`: a reference, a slice, a string or a leaf.
#[doc(hidden)]
#[diagnostic::on_unimplemented(
    message = "a field cannot count as `{Self}` [SEQ420]",
    label = "`via` wants a function that returns a reference or a leaf",
    note = "a function for `via` takes a reference to the field, and returns a reference to a type that implements \
            `StructuralEq`, a slice of such, a `&str`, or a leaf such as a number or a `String`"
)]
pub trait Projection<Sort>: Sized {
    /// The type itself. Without an implementation, this type is unknown, so the compiler reports only one error.
    type Itself: Projection<Sort>;
    const FORM: Form;
    /// Whether results are known to reach no variable and no dag node. It is not part of `FORM`, since a constant cannot depend
    /// on itself.
    const IS_CLOSED: bool = true;

    /// Lists the results for two fields.
    fn list<'a, V: Visitor<'a>>(self, other: Self, at: Region, visitor: &mut V) -> bool
    where
        Self: 'a;
}

/// The sorts of result types.
#[doc(hidden)]
pub enum ToReference {}
#[doc(hidden)]
pub enum ToSlice {}
#[doc(hidden)]
pub enum ToText {}
#[doc(hidden)]
pub enum ToLeaf {}
#[doc(hidden)]
pub enum ToNothing {}

/// The allowed result types: the form of each, whether results are known to be closed, and how two results are listed.
macro_rules! projections {
    ($(
        $(#[$result:meta])*
        [$($generics:tt)*] $ty:ty: $sort:ident, $form:expr, $is_closed:expr,
        |$one:ident, $other:ident, $at:ident, $visitor:ident| $listed:expr;
    )*) => {$(
        $(#[$result])*
        impl<$($generics)*> Projection<$sort> for $ty {
            type Itself = Self;
            const FORM: Form = $form;
            const IS_CLOSED: bool = $is_closed;

            #[inline(always)]
            fn list<'a, V: Visitor<'a>>(self, $other: Self, $at: Region, $visitor: &mut V) -> bool
            where
                Self: 'a,
            {
                let $one = self;
                $listed
            }
        }
    )*};
}

projections! {
    /// A reference, which counts as a shared pointer: the pointee has an identity and may occur again.
    #[diagnostic::do_not_recommend]
    [U: StructuralEq] &U: ToReference,
    Form { is_value: U::INFO.is_leaf(), ..Form::of(<Self as StructuralEq>::INFO) }, U::FLAT,
    |one, other, at, visitor| visitor.referred(one, other, at);

    /// A slice: its elements, in order.
    #[diagnostic::do_not_recommend]
    [U: Field] &[U]: ToSlice, Form::of(<[U] as StructuralEq>::INFO), U::FLAT,
    |one, other, at, visitor| visitor.sequence(one, other, at);

    /// A slice whose elements are described by a mirror.
    #[diagnostic::do_not_recommend]
    [D: DescribeField<U>, U] &As<[D], [U]>: ToSlice, Form::of(<[D] as Describe<[U]>>::INFO), D::FLAT,
    |one, other, at, visitor| <[D]>::content(one, other, at, visitor);

    /// A string inside the field: a leaf.
    #[diagnostic::do_not_recommend]
    [] &str: ToText, Form::of_leaf::<str>(), true, |one, other, _at, visitor| visitor.leaf(one, other);

    /// A computed leaf.
    [O: Leaf + StructuralEq] O: ToLeaf, Form::of_leaf::<O>(), true,
    |one, other, _at, visitor| visitor.leaf(&one, &other);
}

/// A trait that no type implements. Its implementation of `Projection` stands beside that of leaves, so that the
/// compiler does not commit itself to leaves, and reports which result types are allowed.
#[doc(hidden)]
pub trait Nothing {}

#[diagnostic::do_not_recommend]
impl<N: Nothing> Projection<ToNothing> for N {
    type Itself = Self;
    const FORM: Form = Form::of(<() as StructuralEq>::INFO);

    fn list<'a, V: Visitor<'a>>(self, _: Self, _: Region, _: &mut V) -> bool
    where
        Self: 'a,
    {
        false
    }
}

/// A function, with its inferred result type.
#[doc(hidden)]
pub struct Function<'x, T, O, Sort> {
    function: fn(&'x T) -> O,
    sort: PhantomData<Sort>,
}

/// The function that a field names.
#[doc(hidden)]
pub const fn projection<'x, T, O, Sort>(function: fn(&'x T) -> O) -> Function<'x, T, O::Itself, Sort>
where
    O: Projection<Sort, Itself = O>,
{
    Function { function, sort: PhantomData }
}

impl<'a, T, O: Projection<Sort> + 'a, Sort> Function<'a, T, O, Sort> {
    pub const fn form(self) -> Form {
        O::FORM
    }
    pub const fn is_closed(&self) -> bool {
        O::IS_CLOSED
    }
    pub const fn is_value(&self) -> bool {
        O::FORM.is_value
    }

    #[inline(always)]
    pub fn list<P, V>(self, left: &'a As<Via<P>, T>, right: &'a As<Via<P>, T>, at: Region, visitor: &mut V) -> bool
    where
        P: Project<T>,
        V: Visitor<'a>,
    {
        let [one, other] = [left, right].map(|field| (self.function)(field.get()));
        one.list(other, at, visitor)
    }
}

/// The result types of getters for a field of type `T`.
#[doc(hidden)]
#[diagnostic::on_unimplemented(
    message = "a getter for a field of type `{T}` cannot return `{Self}` [SEQ421]",
    label = "returns `{Self}`",
    note = "declare the field with the type that the getter returns, or returns a reference to"
)]
pub trait Gives<T: ?Sized> {}

impl<T> Gives<T> for T {}
impl<T: ?Sized> Gives<T> for &T {}
impl Gives<String> for &str {}
impl<T> Gives<Vec<T>> for &[T] {}

/// Checks the result type of a getter.
#[doc(hidden)]
pub fn gives<T: ?Sized, G: Gives<T>>(_: G) {}

/// The function that a field names, as a type. Implemented by the derive.
#[doc(hidden)]
pub trait Project<T>: Sized {
    const FORM: Form;
    /// See [`StructuralEq::Reach`].
    type Reach;
    /// Whether the result can be a key or a name: an [`IsValue`].
    type IsValue;

    fn list<'a, V: Visitor<'a>>(
        left: &'a As<Via<Self>, T>,
        right: &'a As<Via<Self>, T>,
        at: Region,
        visitor: &mut V,
    ) -> bool;
}

/// The shadow of a result: `()` if the result is closed, otherwise [`Anything`].
#[doc(hidden)]
pub type ProjectedReach<const CLOSED: bool> = <IsClosed<CLOSED> as HasReach>::Reach;

#[doc(hidden)]
pub enum IsClosed<const CLOSED: bool> {}

#[doc(hidden)]
pub trait HasReach {
    type Reach;
}

impl HasReach for IsClosed<true> {
    type Reach = ();
}

impl HasReach for IsClosed<false> {
    type Reach = Anything;
}

/// Whether a result can be a key or a name.
#[doc(hidden)]
pub enum IsValue<const VALUE: bool> {}

/// The mirror of a field that counts as the result of the function `P`.
#[doc(hidden)]
pub struct Via<P>(PhantomData<P>);

impl<P: Project<T>, T> Describe<T> for Via<P> {
    const INFO: &'static TypeInfo = P::FORM.info;
    const FLAT: bool = P::FORM.is_flat;
    type Reach = P::Reach;

    content!(As<Self, T>, |left, right, at, visitor| P::list(left, right, at, visitor));
}

impl<P: Project<T>, T> DescribeField<T> for Via<P> {
    held_as_content!(As<Self, T> as Describe<T>);
}

impl<P: Project<T, IsValue = IsValue<true>>, T> DescribeKey<T> for Via<P> {
    type Terms = ();
    const IS_CONTENT: bool = true;

    fn read(key: &As<Self, T>, reader: &mut KeyReader<'_>) {
        reader.value(key);
    }
}

impl<P: Project<T, IsValue = IsValue<true>>, T> DescribeValue<T> for Via<P> {}

impl<P: Project<T, IsValue = IsValue<true>>, T> DescribeNames<T> for Via<P> {
    type NamesReach = Variable;

    listed_names!(As<Self, T>, |left, right, at, visitor| visitor.name::<_, Names>(left, right, at));
}
