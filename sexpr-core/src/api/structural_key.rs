//! `StructuralKey`: values as map keys, compared by structure.

use core::{
    hash::{Hash, Hasher},
    ops::Deref,
};

use crate::{
    describe::{
        info::{Shape, TypeInfo},
        keys::{KeyReader, MapKey},
        options::Options,
        reach::KeyTerm,
        region::Region,
        structural::{Field, StructuralEq},
        visitor::Visitor,
    },
    ops::hash::keyed_items::KeyedHash,
};

/// A value that is `Eq` and `Hash` by structure. The hash is computed once, when the key is made.
///
/// With `std`, what a table's hasher is given is a hash under a key that is drawn at random for each process. So nobody
/// can make terms that collide in a table, whatever its hasher. Without `std` there is no randomness: the key is always
/// the same, and a table of terms that are made for it takes quadratic time. The hash without a key is kept as well:
/// see [`structural_hash`](StructuralKey::structural_hash).
///
/// Equality compares the hashes first, so unequal keys are told apart at once, and equal ones cost one comparison.
/// Keys with different options are different. The value must not change in what is compared.
///
/// ```
/// use std::{collections::HashMap, sync::Arc};
/// use sexpr_core::{StructuralEq, StructuralKey};
///
/// #[derive(StructuralEq)]
/// enum Expr { Int(i64), Add(Arc<Expr>, Arc<Expr>) }
///
/// let sum = || Arc::new(Expr::Add(Arc::new(Expr::Int(1)), Arc::new(Expr::Int(2))));
/// let mut values = HashMap::new();
/// values.insert(StructuralKey::new(sum()), 3);
/// assert_eq!(values.get(&StructuralKey::new(sum())), Some(&3));
/// ```
#[derive(Clone, Copy, Debug)]
pub struct StructuralKey<T> {
    value: T,
    options: Options,
    hash: u64,
    /// The hash under the key of this process.
    keyed: u64,
}

impl<T: StructuralEq> StructuralKey<T> {
    /// A key that is compared under the default options.
    pub fn new(value: T) -> Self {
        StructuralKey::with_options(value, Options::new())
    }

    /// A key that is compared under these options.
    ///
    /// ```
    /// use std::sync::Arc;
    /// use sexpr_core::{Options, StructuralEq, StructuralKey};
    ///
    /// #[derive(StructuralEq)]
    /// #[seq(kind = "var")]
    /// struct Var;
    ///
    /// let key = || StructuralKey::with_options(Arc::new(Var), Options::new().map_free_vars(true));
    /// assert!(key() == key());
    /// ```
    pub fn with_options(value: T, options: Options) -> Self {
        let KeyedHash { plain: hash, keyed } = options.keyed_hash(&value);
        StructuralKey { value, options, hash, keyed }
    }
}

/// Functions, not methods: those of the value would be hidden.
impl<T> StructuralKey<T> {
    /// The value's hash, which is that of [`structural_hash`](crate::structural_hash()) under the key's options.
    pub fn structural_hash(key: &Self) -> u64 {
        key.hash
    }

    /// The options under which the key is compared.
    pub fn options(key: &Self) -> Options {
        key.options
    }

    /// The value.
    pub fn into_inner(key: Self) -> T {
        key.value
    }

    /// A key with a copy of the value.
    pub(crate) fn with_copy(&self, value: T) -> Self {
        StructuralKey { value, options: self.options, hash: self.hash, keyed: self.keyed }
    }
}

impl<T> Deref for StructuralKey<T> {
    type Target = T;

    fn deref(&self) -> &T {
        &self.value
    }
}

impl<T> AsRef<T> for StructuralKey<T> {
    fn as_ref(&self) -> &T {
        &self.value
    }
}

impl<T: StructuralEq> From<T> for StructuralKey<T> {
    fn from(value: T) -> Self {
        StructuralKey::new(value)
    }
}

impl<T: StructuralEq> PartialEq for StructuralKey<T> {
    fn eq(&self, other: &Self) -> bool {
        self.keyed == other.keyed
            && self.hash == other.hash
            && self.options == other.options
            && self.options.equal(&self.value, &other.value)
    }
}

impl<T: StructuralEq> Eq for StructuralKey<T> {}

impl<T> Hash for StructuralKey<T> {
    fn hash<H: Hasher>(&self, state: &mut H) {
        state.write_u64(self.keyed);
    }
}

impl<T: Field> StructuralEq for StructuralKey<T> {
    const INFO: &'static TypeInfo = &TypeInfo::known_container("StructuralKey", Shape::Pointer(T::TABLE));
    const OPEN: bool = T::OPEN;
    const REFERS_TO_NOTHING: bool = T::REFERS_TO_NOTHING;
    type Reach = T::Reach;

    #[inline(always)]
    fn content<'a, V: Visitor<'a>>(left: &'a Self, right: &'a Self, at: Region, visitor: &mut V) -> bool {
        visitor.held(&left.value, &right.value, at)
    }
}

impl<T: Field> Field for StructuralKey<T> {}

/// That the term is closed cannot be a bound: the question whether a type is closed that holds such a map would depend
/// on its own answer.
impl<T: Field> MapKey for StructuralKey<T> {
    type Terms = KeyTerm<T::Reach>;

    fn read(key: &Self, reader: &mut KeyReader<'_>) {
        reader.structural(&key.value, key.hash, key.keyed, key.options);
    }
}
