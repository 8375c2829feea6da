//! What would else be written for type after type.

/// An enumeration of values without fields, each with its name in texts. The word after the enumeration is what the
/// method is called that gives the name.
macro_rules! named {
    (
        $(#[$about:meta])*
        $visible:vis enum $type:ident, $method:ident { $($(#[$doc:meta])* $variant:ident = $name:literal,)* }
    ) => {
        $(#[$about])*
        $visible enum $type { $($(#[$doc])* $variant,)* }

        impl $type {
            /// All of them.
            pub const ALL: [Self; [$($name),*].len()] = [$(Self::$variant),*];

            /// How texts name it.
            pub fn $method(self) -> &'static str {
                match self { $(Self::$variant => $name),* }
            }
        }
    };
}

/// An enumeration of how tightly things hold together, from loose to tight.
macro_rules! levels {
    ($(#[$about:meta])* $visible:vis enum $type:ident { $($(#[$doc:meta])* $level:ident,)* }) => {
        $(#[$about])*
        #[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
        $visible enum $type { $($(#[$doc])* $level,)* }

        impl $type {
            /// The next tighter one; for the tightest, itself.
            $visible fn tighter(self) -> Self {
                [$(Self::$level),*].into_iter().find(|level| *level > self).unwrap_or(self)
            }
        }
    };
}

/// Lets the parts of an enumeration, or what can be made one, stand where the enumeration is wanted.
macro_rules! parts {
    ($whole:ident: $($part:ty => $variant:ident,)*) => {$(
        impl From<$part> for $whole {
            fn from(part: $part) -> Self {
                Self::$variant(part.into())
            }
        }
    )*};
}

/// Writes values for debugging as they are displayed.
macro_rules! debug_as_displayed {
    ($($type:ty),*) => {$(
        impl std::fmt::Debug for $type {
            fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
                std::fmt::Display::fmt(self, f)
            }
        }
    )*};
}

/// What is the same in every language of a kind of tokens with keywords, symbols and an end.
macro_rules! fixed_words {
    () => {
        const END: Self = Self::End;

        fn symbol(symbol: &'static str) -> Self {
            Self::Symbol(symbol)
        }

        fn fixed(&self) -> Option<&'static str> {
            match self {
                Self::Keyword(word) | Self::Symbol(word) => Some(word),
                _ => None,
            }
        }
    };
}
