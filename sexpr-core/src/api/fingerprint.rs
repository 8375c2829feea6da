//! `Fingerprint`: 128 bits that identify a value's structure in every process, and its errors.
//!
//! A fingerprint is the hash of a value as `Digested` items. An item that is not the same in every process sets the flag
//! `Numbering::process_local`. If the flag is set at the end, `Report::obstacle` compares the value with itself to find
//! the first such place.

use alloc::boxed::Box;
use core::{error::Error, fmt, str::FromStr};

use crate::{
    describe::{keys::stable_hash_128, options::Options, structural::StructuralEq},
    engine::path::Path,
    ops::hash::Hashed,
    reflect::report::{Report, reason::Obstacle},
};

/// A 128-bit hash, stable across processes: the key of a cache that outlives the process.
///
/// Structurally equal values have equal fingerprints; different values collide with a probability of about 2⁻¹²⁸. A
/// fingerprint is the same in every run, on every machine, and in every build with one version of this crate, as long
/// as types keep their type keys, and fields and variants keep their order and meaning. Names of fields and variants do
/// not enter the fingerprint, so a cache that outlives the program's source should have a version in `#[seq(type_key =
/// "…")]`. The hash function is [XXH3], which does not resist deliberate collisions.
///
/// `Display` writes 32 hexadecimal digits, which `FromStr` reads. With the feature `serde`, human-readable formats
/// contain these digits, and binary formats contain 16 bytes.
///
/// ```
/// use sexpr_core::{Fingerprint, structural_fingerprint};
///
/// let fingerprint = structural_fingerprint(&vec![1, 2, 3])?;
/// assert_eq!(fingerprint.to_string().parse(), Ok(fingerprint));
/// # Ok::<(), sexpr_core::report::FingerprintError>(())
/// ```
///
/// [XXH3]: https://github.com/Cyan4973/xxHash/blob/dev/doc/xxhash_spec.md
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub struct Fingerprint(u128);

impl Fingerprint {
    /// The fingerprint with these bits.
    pub const fn from_u128(bits: u128) -> Fingerprint {
        Fingerprint(bits)
    }

    /// The bits.
    pub const fn to_u128(self) -> u128 {
        self.0
    }
}

impl fmt::Display for Fingerprint {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{:032x}", self.0)
    }
}

impl fmt::Debug for Fingerprint {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "Fingerprint({self})")
    }
}

impl fmt::LowerHex for Fingerprint {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        fmt::LowerHex::fmt(&self.0, f)
    }
}

impl fmt::UpperHex for Fingerprint {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        fmt::UpperHex::fmt(&self.0, f)
    }
}

/// The error for a text that is not a fingerprint.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct ParseFingerprintError {
    found: Found,
}

impl fmt::Display for ParseFingerprintError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str("expected the 32 hexadecimal digits of a fingerprint, found ")?;
        match self.found {
            Found::Length(length) => write!(f, "{length} characters"),
            Found::Character(character, position) => write!(f, "{character:?} at position {position}"),
        }
    }
}

impl Error for ParseFingerprintError {}

#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum Found {
    Length(usize),
    Character(char, usize),
}

impl FromStr for Fingerprint {
    type Err = ParseFingerprintError;

    /// Reads 32 hexadecimal digits, in either case.
    fn from_str(text: &str) -> Result<Fingerprint, ParseFingerprintError> {
        let mut bits = 0;
        for (position, character) in text.chars().enumerate() {
            let digit = character.to_digit(16).ok_or(Found::Character(character, position));
            bits = bits << 4 | u128::from(digit.map_err(|found| ParseFingerprintError { found })?);
        }
        match text.len() {
            32 => Ok(Fingerprint(bits)),
            length => Err(ParseFingerprintError { found: Found::Length(length) }),
        }
    }
}

/// Why a value has no fingerprint, and where.
///
/// ```
/// use std::sync::Arc;
/// use sexpr_core::{StructuralEq, report::Obstacle, structural_fingerprint};
///
/// #[derive(StructuralEq)]
/// #[seq(kind = "var")]
/// struct Var { bits: u32 }
///
/// let error = structural_fingerprint(&(1, [Arc::new(Var { bits: 8 })])).unwrap_err();
/// assert_eq!(error.path().to_string(), ".1[0]");
/// assert_eq!(*error.obstacle(), Obstacle::FreeVariable);
/// ```
#[derive(Clone, PartialEq, Eq)]
pub struct FingerprintError {
    inner: Box<(Path, Obstacle)>,
}

/// The message, so that `unwrap` shows it.
impl fmt::Debug for FingerprintError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        fmt::Display::fmt(self, f)
    }
}

impl fmt::Display for FingerprintError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "no fingerprint: at {}, {}", self.path(), self.obstacle())
    }
}

impl Error for FingerprintError {}

impl FingerprintError {
    /// The place of the first obstacle, in the order of comparison.
    pub fn path(&self) -> &Path {
        &self.inner.0
    }

    /// The obstacle.
    pub fn obstacle(&self) -> &Obstacle {
        &self.inner.1
    }
}

/// The fingerprint of a value under the default options.
///
/// Takes a few times as long as the hash, and memory for each level of depth.
///
/// # Errors
///
/// The value is not closed. The obstacle is a free variable or singleton that is known by its address, an opaque field
/// whose type is not [`StableBytes`](crate::containers::StableBytes), a value of a type marked `process_local`, or a type
/// argument that [no table describes](Obstacle::TypeName). Bound variables are no obstacle.
///
/// ```
/// use sexpr_core::{StructuralEq, structural_fingerprint};
///
/// #[derive(StructuralEq)]
/// enum Expr {
///     Var(#[seq(var)] String),
///     #[seq(scope)]
///     Lambda(#[seq(var, def)] String, Box<Expr>),
/// }
///
/// let identity = |name: &str| Expr::Lambda(name.into(), Box::new(Expr::Var(name.into())));
/// assert_eq!(structural_fingerprint(&identity("x"))?, structural_fingerprint(&identity("y"))?);
/// # Ok::<(), sexpr_core::report::FingerprintError>(())
/// ```
pub fn structural_fingerprint<T: StructuralEq + ?Sized>(value: &T) -> Result<Fingerprint, FingerprintError> {
    Options::new().fingerprint(value)
}

/// The fingerprint of a value with this hash.
pub(crate) fn fingerprint<T: StructuralEq + ?Sized>(
    value: &T,
    options: Options,
    hashed: Hashed<u128>,
) -> Result<Fingerprint, FingerprintError> {
    if hashed.is_process_local {
        let inner = Report::obstacle(value, options).unwrap_or((Path::default(), Obstacle::ProcessLocal));
        return Err(FingerprintError { inner: Box::new(inner) });
    }
    let Some(key) = T::INFO.root_key() else {
        return Err(FingerprintError { inner: Box::new((Path::default(), Obstacle::TypeName)) });
    };
    let text = alloc::format!("{key}\n{options}\n{:032x}", hashed.value);
    Ok(Fingerprint(stable_hash_128(text.as_bytes())))
}

#[cfg(feature = "serde")]
mod serde_form {
    use core::fmt;

    use serde::{
        Deserialize, Deserializer, Serialize, Serializer,
        de::{Error, Visitor},
    };

    use super::Fingerprint;

    impl Serialize for Fingerprint {
        fn serialize<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
            if serializer.is_human_readable() {
                serializer.collect_str(self)
            } else {
                self.to_u128().to_be_bytes().serialize(serializer)
            }
        }
    }

    impl<'de> Deserialize<'de> for Fingerprint {
        fn deserialize<D: Deserializer<'de>>(deserializer: D) -> Result<Fingerprint, D::Error> {
            if deserializer.is_human_readable() {
                deserializer.deserialize_str(Digits)
            } else {
                <[u8; 16]>::deserialize(deserializer).map(u128::from_be_bytes).map(Fingerprint::from_u128)
            }
        }
    }

    struct Digits;

    impl Visitor<'_> for Digits {
        type Value = Fingerprint;

        fn expecting(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
            f.write_str("the 32 hexadecimal digits of a fingerprint")
        }
        fn visit_str<E: Error>(self, text: &str) -> Result<Fingerprint, E> {
            text.parse().map_err(E::custom)
        }
    }
}
