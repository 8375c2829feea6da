//! Mirrors: types that describe values of other types. [`As`] is a value that counts as what its mirror says.
//!
//! Operations know values of one type, whose traits say what they are. So they see a mirrored value as an `As`, which is
//! the value behind a reference, of another type. Its casts are unsafe code.
//!
//! - `describe`: the traits by which a mirror describes values, which `As` implements accordingly;
//! - `containers`: mirrors of pointers, containers, ids and arenas of other crates;
//! - `project`: fields that count as the result of a function.

pub(crate) mod containers;
pub(crate) mod describe;
pub(crate) mod project;

use core::{fmt, marker::PhantomData, ops::Deref};

/// A value of type `T` as what the type `D` says of it, by [`Describe`](crate::mirror::Describe).
///
/// There are references to it, each made from a reference to a value of type `T`, at no cost; by value, there are ids alone. It takes part as `D`
/// says, and dereferences to the value. So it is what operations get for values of other crates, and what callbacks of
/// walks are given.
///
/// ```
/// use sexpr_core::{StructuralEq, mirror::As, structural_equal, walk::nodes};
///
/// mod foreign {
///     pub enum Expr {
///         Number(i64),
///         Negate(Box<Expr>),
///     }
/// }
///
/// #[derive(StructuralEq)]
/// #[seq(remote = "foreign::Expr")]
/// enum Expr {
///     Number(i64),
///     Negate(#[seq(as = "Box<Expr>")] Box<foreign::Expr>),
/// }
///
/// let negated = |number| foreign::Expr::Negate(Box::new(foreign::Expr::Number(number)));
/// let (one, other) = (vec![negated(1)], vec![negated(1)]);
/// assert!(structural_equal(As::<Vec<Expr>, _>::new(&one), As::<Vec<Expr>, _>::new(&other)));
///
/// let is_number = |expr: &&As<Expr, foreign::Expr>| matches!(expr.get(), foreign::Expr::Number(_));
/// assert_eq!(nodes::<As<Expr, foreign::Expr>>(As::<Vec<Expr>, _>::new(&one)).filter(is_number).count(), 1);
/// ```
#[repr(transparent)]
pub struct As<D: ?Sized, T: ?Sized> {
    counts_as: PhantomData<fn(&D)>,
    value: T,
}

#[allow(unsafe_code, reason = "casts to a transparent wrapper")]
impl<D: ?Sized, T: ?Sized> As<D, T> {
    /// The value as what `D` says.
    #[inline(always)]
    pub const fn new(value: &T) -> &Self {
        let this = core::ptr::from_ref(value) as *const Self;
        // SAFETY: `As` is `repr(transparent)` around `T`, beside which it has a `PhantomData`. So the pointer is to a
        // valid `As`, of the same size and alignment, with the same metadata, and of the same provenance. It lives as
        // long, and can be read alone, as the reference says.
        unsafe { &*this }
    }

    /// The value as what `D` says, to be replaced.
    #[inline(always)]
    #[doc(hidden)]
    pub const fn new_mut(value: &mut T) -> &mut Self {
        let this = core::ptr::from_mut(value) as *mut Self;
        // SAFETY: as above. Whatever is written there is an `As` around a valid `T`, and so a valid `T`. The reference is
        // given up for as long as the one that is made of it lives.
        unsafe { &mut *this }
    }

    /// The value itself.
    #[inline(always)]
    pub const fn get(&self) -> &T {
        &self.value
    }
}

impl<D: ?Sized, T> As<D, T> {
    /// A value as what `D` says, by itself: an id that an arena gives out.
    pub(crate) const fn by_value(value: T) -> Self {
        As { counts_as: PhantomData, value }
    }

    /// The value by itself.
    #[doc(hidden)]
    pub fn into_value(self) -> T {
        self.value
    }
}

impl<D: ?Sized, T: Clone> Clone for As<D, T> {
    fn clone(&self) -> Self {
        As::by_value(self.value.clone())
    }
}

#[allow(unsafe_code, reason = "casts to a transparent wrapper")]
impl<D, T> As<D, T> {
    /// Values side by side, each as what `D` says.
    #[inline(always)]
    pub const fn each(values: &[T]) -> &[Self] {
        let these = core::ptr::from_ref(values) as *const [Self];
        // SAFETY: `As` is `repr(transparent)` around `T`, so a slice of it has the layout of a slice of `T` of the same
        // length. The pointer is valid for as long as the reference, which it comes from, and can be read alone.
        unsafe { &*these }
    }
}

impl<D: ?Sized, T: ?Sized> Deref for As<D, T> {
    type Target = T;

    #[inline(always)]
    fn deref(&self) -> &T {
        &self.value
    }
}

impl<D: ?Sized, T: fmt::Debug + ?Sized> fmt::Debug for As<D, T> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        self.value.fmt(f)
    }
}
