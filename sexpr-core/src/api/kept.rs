//! The memory that each thread keeps between operations, for calls that bring none.
//!
//! Making tables for a small term costs more than comparing it. With `std`, the free functions and
//! [`StructuralKey`](crate::StructuralKey) reuse the memory of the previous operation; without `std`, they allocate new
//! memory. An operation that user code calls while another one is under way allocates its own.

use alloc::boxed::Box;

use crate::ops::{
    equal::EqualBuffers,
    hash::{
        buffers::HashBuffers,
        items::{Digested, Summed},
        keyed_items::Keyed,
    },
};

/// What an operation works with.
pub(crate) trait Kept: Default + 'static {
    /// Whether the last operation was small, so that this takes little memory.
    #[cfg(feature = "std")]
    fn is_small(&self) -> bool;

    /// Where the thread keeps it.
    #[cfg(feature = "std")]
    fn place() -> &'static std::thread::LocalKey<core::cell::Cell<Option<Box<Self>>>>;
}

macro_rules! kept {
    ($($buffers:ty;)*) => {$(
        impl Kept for $buffers {
            #[cfg(feature = "std")]
            fn is_small(&self) -> bool {
                <$buffers>::is_small(self)
            }

            #[cfg(feature = "std")]
            fn place() -> &'static std::thread::LocalKey<core::cell::Cell<Option<Box<Self>>>> {
                std::thread_local! {
                    static PLACE: core::cell::Cell<Option<Box<$buffers>>> = const { core::cell::Cell::new(None) };
                }
                &PLACE
            }
        }
    )*};
}

kept! {
    EqualBuffers;
    HashBuffers<Summed>;
    HashBuffers<Keyed>;
    HashBuffers<Digested>;
}

/// Runs an operation with what the thread keeps.
pub(crate) fn with<K: Kept, R>(run: impl FnOnce(&mut K) -> R) -> R {
    #[cfg(feature = "std")]
    {
        // While a thread ends, it keeps nothing.
        let mut kept = K::place().try_with(core::cell::Cell::take).ok().flatten().unwrap_or_default();
        let result = run(&mut kept);
        if kept.is_small() {
            _ = K::place().try_with(|place| place.set(Some(kept)));
        }
        result
    }
    #[cfg(not(feature = "std"))]
    run(&mut Box::<K>::default())
}
