//! `Kept`: a pointer of any type that keeps what it points to alive, and with that its address.

use alloc::boxed::Box;
use core::fmt;

use crate::describe::{
    containers::{SharedPointer, Sharing},
    identity::address,
    structural::StructuralEq,
};

/// A pointer that keeps its pointee alive, so that the pointee's address is not used for another.
///
/// What [`SharedPointer::keep`] returns, and a [`FingerprintCache`](crate::FingerprintCache) holds.
///
/// ```
/// use std::sync::Arc;
/// use sexpr_core::containers::{Kept, SharedPointer};
///
/// let pointer = Arc::new(5);
/// let kept: Option<Kept> = pointer.keep();
/// assert_eq!(Arc::strong_count(&pointer), 2);
/// drop(kept);
/// assert_eq!(Arc::strong_count(&pointer), 1);
/// ```
pub struct Kept(Box<dyn Keeps>);

impl Kept {
    /// Keeps what a pointer points to, by that pointer: a clone that points to the same address.
    pub fn new<P: SharedPointer + 'static>(pointer: P) -> Kept {
        Kept(Box::new(pointer))
    }

    /// Whether this is the only pointer to it.
    pub(crate) fn is_alone(&self) -> bool {
        self.0.is_alone()
    }

    /// Where the pointee is.
    pub(crate) fn address(&self) -> usize {
        self.0.address()
    }
}

impl fmt::Debug for Kept {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "Kept({:#x})", self.address())
    }
}

/// A pointer whose type was forgotten.
trait Keeps {
    fn is_alone(&self) -> bool;
    fn address(&self) -> usize;
}

impl<P: SharedPointer> Keeps for P {
    fn is_alone(&self) -> bool {
        self.sharing() == Sharing::Unique
    }
    fn address(&self) -> usize {
        address(self.target())
    }
}

/// A pointer that is met in a term, and may be kept.
pub(crate) trait Keepable {
    /// A pointer that keeps the pointee alive, if there can be one.
    fn keep(&self) -> Option<Kept>;
}

impl<P: SharedPointer> Keepable for P {
    fn keep(&self) -> Option<Kept> {
        P::Target::keep(self)
    }
}
