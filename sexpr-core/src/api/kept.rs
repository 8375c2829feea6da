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
pub(crate) trait Reused: Default + 'static {
    /// Lends an operation what the thread keeps. Compiled here once for each kind of memory: with code that drops it in each
    /// caller, a program that compares would be half as large again.
    fn lend(run: &mut dyn FnMut(&mut Self));
}

macro_rules! kept {
    ($($buffers:ty;)*) => {$(
        impl Reused for $buffers {
            #[cfg(feature = "std")]
            #[inline(never)]
            fn lend(run: &mut dyn FnMut(&mut Self)) {
                std::thread_local! {
                    static KEPT: core::cell::Cell<Option<Box<$buffers>>> = const { core::cell::Cell::new(None) };
                }
                // While a thread ends, it keeps nothing.
                let mut kept = KEPT.try_with(core::cell::Cell::take).ok().flatten().unwrap_or_default();
                run(&mut kept);
                if kept.is_small() {
                    _ = KEPT.try_with(|place| place.set(Some(kept)));
                }
            }

            #[cfg(not(feature = "std"))]
            #[inline(never)]
            fn lend(run: &mut dyn FnMut(&mut Self)) {
                run(&mut Box::<$buffers>::default());
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
pub(crate) fn with<K: Reused, R: Default>(run: impl FnOnce(&mut K) -> R) -> R {
    let (mut run, mut result) = (Some(run), R::default());
    K::lend(&mut |kept| result = run.take().map(|run| run(kept)).unwrap_or_default());
    result
}
