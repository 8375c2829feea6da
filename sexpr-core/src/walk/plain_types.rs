//! Types whose values a walk may visit without knowing what is bound.

use crate::describe::{
    closed_types::{KnownTypes, Property},
    info::TypeInfo,
};

/// Whether a type is [`Property::Plain`], which the thread remembers with `std`.
pub(super) fn is_plain(info: &'static TypeInfo) -> bool {
    #[cfg(feature = "std")]
    {
        std::thread_local! {
            static KNOWN: core::cell::RefCell<KnownTypes> = core::cell::RefCell::default();
        }
        let known = KNOWN.try_with(|known| Some(known.try_borrow_mut().ok()?.have(Property::Plain, info)));
        if let Ok(Some(is_plain)) = known {
            return is_plain;
        }
    }
    KnownTypes::default().have(Property::Plain, info)
}
