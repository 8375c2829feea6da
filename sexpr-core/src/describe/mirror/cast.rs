//! `As`: a value that counts as something else.

use core::{fmt, marker::PhantomData, ops::Deref};

/// A value of type `T` as what the type `D` says.
///
/// There are only references to it, each made from a reference to a value of type `T`, at no cost.
#[doc(hidden)]
#[repr(transparent)]
pub struct As<D: ?Sized, T: ?Sized> {
    counts_as: PhantomData<fn(&D)>,
    value: T,
}

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

    /// The value as what it is.
    #[inline(always)]
    pub const fn get(&self) -> &T {
        &self.value
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
