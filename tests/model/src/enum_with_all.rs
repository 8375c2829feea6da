//! Enums that know their variants.

/// Declares an enum, and with it the list of all its variants, in which none can be forgotten.
#[macro_export]
macro_rules! enum_with_all {
    (
        $(#[$meta:meta])*
        $visibility:vis enum $name:ident {
            $($(#[$doc:meta])* $variant:ident,)*
        }
    ) => {
        $(#[$meta])*
        $visibility enum $name {
            $($(#[$doc])* $variant,)*
        }

        impl $name {
            /// All of them.
            $visibility const ALL: &[$name] = &[$($name::$variant,)*];
        }
    };
}
