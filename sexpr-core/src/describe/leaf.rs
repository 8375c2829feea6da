//! Leaves, values with no nodes inside: `Leaf`, `Encoder`, `StableBytes` and the macro `leaf!`.

use core::fmt;

/// Receives the canonical encoding of leaves, from which hashes, keys and the order of keys are computed.
pub trait Encoder {
    /// A number of up to 64 bits.
    fn word(&mut self, word: u64);
    /// A run of bytes, together with its length.
    fn bytes(&mut self, bytes: &[u8]);
}

impl<E: Encoder + ?Sized> Encoder for &mut E {
    fn word(&mut self, word: u64) {
        (**self).word(word);
    }
    fn bytes(&mut self, bytes: &[u8]) {
        (**self).bytes(bytes);
    }
}

/// The classes of leaves: names of different classes are different variables, whatever their encodings.
pub(crate) mod class {
    pub(crate) const SIGNED: u64 = 1;
    pub(crate) const FLOAT_32: u64 = 2;
    pub(crate) const FLOAT_64: u64 = 3;
    pub(crate) const BOOL: u64 = 4;
    pub(crate) const CHAR: u64 = 5;
    pub(crate) const UNIT: u64 = 6;
    pub(crate) const ORDERING: u64 = 7;
    pub(crate) const DURATION: u64 = 8;
    pub(crate) const ADDRESS: u64 = 9;
    #[cfg(feature = "std")]
    pub(crate) const PATH: u64 = 10;
    #[cfg(any(feature = "bytes", feature = "num-bigint"))]
    pub(crate) const BYTES: u64 = 11;
    pub(crate) const RANGE: u64 = 16;

    /// The class of a leaf that consists of leaves of another class.
    pub(crate) const fn of(outer: u64, inner: u64) -> u64 {
        inner.wrapping_mul(32).wrapping_add(outer)
    }
}

/// A value with no nodes inside, compared by content.
///
/// Implement it for a leaf type of your own if `#[seq(opaque)]` does not suffice: the encoding makes the leaf usable as
/// a key, and makes its hash the same on every platform.
///
/// Two leaves of one type are the same exactly if their encodings are equal. An encoding contains nothing process-local,
/// such as an address or an interner's index, unless [`PROCESS_LOCAL`](Leaf::PROCESS_LOCAL) is `true`. If leaves write
/// different numbers of words, write the number of words first, so that no encoding is a prefix of another.
///
/// ```
/// use core::fmt;
/// use sexpr_core::{Field, StructuralEq, containers::{Encoder, KeyValue, Leaf, MapKey}, structural_equal};
///
/// /// A dimension, known by its name without regard to case.
/// struct Dim(String);
///
/// impl Leaf for Dim {
///     fn same(&self, other: &Self) -> bool {
///         self.0.eq_ignore_ascii_case(&other.0)
///     }
///     fn encode<E: Encoder>(&self, into: &mut E) {
///         into.bytes(self.0.to_ascii_lowercase().as_bytes());
///     }
///     fn show(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
///         f.write_str(&self.0)
///     }
/// }
/// sexpr_core::leaf!(Dim);
///
/// assert!(structural_equal(&Dim("M".into()), &Dim("m".into())));
/// ```
#[diagnostic::on_unimplemented(
    message = "`{Self}` is not a leaf [SEQ443]",
    label = "`Leaf` is not implemented for `{Self}`",
    note = "implement `sexpr_core::containers::Leaf` for it, and invoke `sexpr_core::leaf!({Self});`",
    note = "a struct that is made of leaves needs neither: derive `StructuralEq`"
)]
pub trait Leaf {
    /// Whether values are meaningful in this process only, such as an interner's index. Such a value has no
    /// fingerprint, except as the name or the key of a bound variable.
    const PROCESS_LOCAL: bool = false;
    /// Distinguishes names of this class from names of other classes with the same encoding. 0 for texts and unsigned integers.
    /// Also 0 for leaves of your own: such a leaf is the same name as a text or number with its encoding. See [`class`].
    #[doc(hidden)]
    const CLASS: u64 = 0;
    /// Whether two leaves are equal.
    fn same(&self, other: &Self) -> bool;
    /// Writes the canonical encoding.
    fn encode<E: Encoder>(&self, into: &mut E);
    /// Writes the leaf for a report.
    fn show(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result;
    /// The text of the leaf, if the leaf is a string.
    fn as_str(&self) -> Option<&str> {
        None
    }
}

/// A type with a form that is the same in every process. The form takes the place of `Hash` in the hashes and
/// fingerprints of a field marked `#[seq(opaque)]`.
///
/// Equal values must write the same, and different values must write differently. `Vec` and `Option` of such a type
/// implement this trait.
///
/// ```
/// use sexpr_core::containers::{Encoder, StableBytes};
///
/// #[derive(PartialEq, Eq, Hash)]
/// struct Version { major: u32, minor: u32 }
///
/// impl StableBytes for Version {
///     fn stable_bytes(&self, into: &mut dyn Encoder) {
///         into.word(self.major.into());
///         into.word(self.minor.into());
///     }
/// }
/// ```
pub trait StableBytes {
    /// Writes the value.
    fn stable_bytes(&self, into: &mut dyn Encoder);
}

/// A leaf as a report shows it.
pub(crate) struct Shown<'a, L: ?Sized>(pub(crate) &'a L);

impl<L: Leaf + ?Sized> fmt::Display for Shown<'_, L> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        self.0.show(f)
    }
}

/// Makes types that implement [`Leaf`] usable as fields, roots and keys.
///
/// Generics follow in brackets: `leaf!(Wrapper<T>, [T: Bound])`.
#[macro_export]
macro_rules! leaf {
    ($ty:ty $(, [$($generics:tt)*])?) => {
        $crate::leaf!(@named $ty, [$($($generics)*)?], {
            __seq::TypeInfo::leaf(__seq::stringify!($ty)).with_path(__seq::module_path!())
        });
    };
    // A type whose key is its name alone, without a module.
    (@foreign $ty:ty $(, [$($generics:tt)*])?) => {
        $crate::leaf!(@named $ty, [$($($generics)*)?], { __seq::TypeInfo::leaf(__seq::stringify!($ty)) });
    };
    // A type that is also a name. The block is its table.
    (@named $ty:ty, [$($generics:tt)*], $info:block) => {
        $crate::leaf!(@typed $ty, [$($generics)*], $info);
        const _: () = {
            use $crate::__private as __seq;

            impl<$($generics)*> __seq::NameField for $ty {
                type NamesReach = __seq::Variable;

                fn names<'__a, __N: __seq::Namespace, __V: __seq::Visitor<'__a>>(
                    left: &'__a Self,
                    right: &'__a Self,
                    at: __seq::Region,
                    visitor: &mut __V,
                ) -> __seq::bool {
                    __seq::Visitor::name::<Self, __N>(visitor, left, right, at)
                }
            }
        };
    };
    // A type without parameters holds no references.
    (@typed $ty:ty, [], $info:block) => {
        $crate::leaf!(@as $ty, [], $info, {
            const TYPE_ID: __seq::Option<__seq::TypeId> = __seq::Option::Some(__seq::TypeId::of::<Self>());

            fn typed(value: &Self) -> __seq::Option<&dyn __seq::Any> {
                __seq::Option::Some(value)
            }
        });
    };
    (@typed $ty:ty, [$($generics:tt)*], $info:block) => {
        $crate::leaf!(@as $ty, [$($generics)*], $info, {});
    };
    // A type that is not a name, with its table and further items.
    (@as $ty:ty, [$($generics:tt)*], $info:block, { $($typed:tt)* }) => {
        const _: () = {
            use $crate::__private as __seq;

            impl<$($generics)*> __seq::StructuralEq for $ty {
                const INFO: &'static __seq::TypeInfo = &__seq::TypeInfo::complete($info);
                const FLAT: __seq::bool = true;
                type Reach = ();
                $($typed)*

                #[inline(always)]
                fn content<'__a, __V: __seq::Visitor<'__a>>(
                    left: &'__a Self,
                    right: &'__a Self,
                    _: __seq::Region,
                    visitor: &mut __V,
                ) -> __seq::bool {
                    visitor.leaf(left, right)
                }
            }
            impl<$($generics)*> __seq::Field for $ty {
                const LIGHT: __seq::bool = true;
            }
            impl<$($generics)*> __seq::KeyValue for $ty {}
            impl<$($generics)*> __seq::MapKey for $ty {
                type Terms = ();
                const IS_CONTENT: bool = true;

                fn read(key: &Self, reader: &mut __seq::KeyReader<'_>) {
                    reader.value(key)
                }
            }
        };
    };
}
