//! Values as keys of maps: `StructuralKey` compares them by structure, `ByIdentity` by address.

use core::{
    any::TypeId,
    cmp::Ordering,
    fmt,
    hash::{Hash, Hasher},
    ops::Deref,
};

use crate::{
    describe::{
        containers::SharedPointer,
        info::{Shape, TypeInfo},
        keys::{KeyReader, MapKey, PointeeKey, read_as},
        options::Options,
        reach::KeyTerm,
        structural::{Field, StructuralEq, content},
    },
    ops::hash::items::KeyedHash,
};

/// A value that is `Eq` and `Hash` by structure: the key of a `HashMap` of terms. It has no `Ord`.
///
/// The hash is computed once, when the key is made. With `std`, a table's hasher gets a hash under a key that is drawn
/// at random for each process, so nobody can construct terms that collide in a table. Without `std` there is no
/// randomness: the key is a constant, and a table of terms that collide under it takes quadratic time. The unkeyed hash
/// is [`structural_hash`](StructuralKey::structural_hash).
///
/// Equality compares the hashes first. This decides for nearly all unequal keys; equal keys cost one comparison of the
/// values. Keys with different options are different. The compared parts of the value must not change.
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
    /// The hash under the key that was drawn for this process.
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

/// These are functions, since methods would hide those of the value.
impl<T> StructuralKey<T> {
    /// The value's [`structural_hash`](crate::structural_hash()) under the key's options.
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

    content!(Self, |left, right, at, visitor| visitor.held(&left.value, &right.value, at));
}

impl<T: Field> Field for StructuralKey<T> {}

/// No bound requires a closed term: whether a type that holds such a map is closed would then depend on itself.
impl<T: Field> MapKey for StructuralKey<T> {
    type Terms = KeyTerm<T::Reach>;

    fn read(key: &Self, reader: &mut KeyReader<'_>) {
        reader.structural(&key.value, key.hash, key.keyed, key.options);
    }
}

/// A shared pointer that is `Eq`, `Ord` and `Hash` by the address of its pointee, such as a variable as a map's key.
///
/// Structural comparison ignores the addresses: a key matches the key of the corresponding variable.
///
/// ```
/// use std::{collections::HashMap, sync::Arc};
/// use sexpr_core::{ByIdentity, StructuralEq, structural_equal};
///
/// #[derive(StructuralEq)]
/// #[seq(kind = "var")]
/// struct Var { #[seq(ignore)] name: String }
///
/// #[derive(StructuralEq)]
/// struct Frame {
///     #[seq(def)]
///     locals: Vec<Arc<Var>>,
///     values: HashMap<ByIdentity<Arc<Var>>, i64>,
/// }
///
/// fn frame(name: &str) -> Frame {
///     let local = Arc::new(Var { name: name.into() });
///     Frame { values: HashMap::from([(ByIdentity(local.clone()), 1)]), locals: vec![local] }
/// }
///
/// assert!(structural_equal(&frame("x"), &frame("y")));
/// ```
#[derive(Clone, Copy, Debug, Default)]
pub struct ByIdentity<P>(
    /// The pointer.
    pub P,
);

impl<P: SharedPointer> ByIdentity<P> {
    fn address(&self) -> *const () {
        core::ptr::from_ref(self.0.target()).cast()
    }
}

impl<P: SharedPointer> PartialEq for ByIdentity<P> {
    fn eq(&self, other: &Self) -> bool {
        self.address() == other.address()
    }
}

impl<P: SharedPointer> Eq for ByIdentity<P> {}

impl<P: SharedPointer> PartialOrd for ByIdentity<P> {
    fn partial_cmp(&self, other: &Self) -> Option<Ordering> {
        Some(self.cmp(other))
    }
}

impl<P: SharedPointer> Ord for ByIdentity<P> {
    fn cmp(&self, other: &Self) -> Ordering {
        self.address().cmp(&other.address())
    }
}

impl<P: SharedPointer> Hash for ByIdentity<P> {
    fn hash<H: Hasher>(&self, state: &mut H) {
        self.address().hash(state);
    }
}

impl<P> Deref for ByIdentity<P> {
    type Target = P;

    fn deref(&self) -> &P {
        &self.0
    }
}

impl<P> From<P> for ByIdentity<P> {
    fn from(pointer: P) -> Self {
        ByIdentity(pointer)
    }
}

impl<P: fmt::Pointer> fmt::Pointer for ByIdentity<P> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        self.0.fmt(f)
    }
}

/// A shared pointer that a field can hold. The structural comparison of a `ByIdentity` requires this trait.
#[doc(hidden)]
#[diagnostic::on_unimplemented(
    message = "`{Self}` is not a shared pointer, so it has no identity [SEQ444]",
    label = "`ByIdentity` is for shared pointers to nodes",
    note = "hold the node behind `Arc`, `Rc` or `&`, as in `ByIdentity<Arc<Var>>`"
)]
pub trait Identifying: SharedPointer<Target = <Self as Identifying>::Node> + Field {
    /// The type of the pointee.
    type Node: StructuralEq + ?Sized;
}

#[diagnostic::do_not_recommend]
impl<P: SharedPointer + Field> Identifying for P {
    type Node = P::Target;
}

impl<P: Identifying> StructuralEq for ByIdentity<P> {
    const INFO: &'static TypeInfo = &TypeInfo::known_container("ByIdentity", Shape::Pointer(P::TABLE));
    const OPEN: bool = P::OPEN;
    const REFERS_TO_NOTHING: bool = P::REFERS_TO_NOTHING;
    type Reach = P::Reach;

    content!(Self, |left, right, at, visitor| P::content(&left.0, &right.0, at, visitor));
}

impl<P: Identifying> Field for ByIdentity<P> {}

impl<P: Identifying<Node: PointeeKey>> MapKey for ByIdentity<P> {
    read_as!(P::Node as PointeeKey, |key: Self| key.0.target());
}
