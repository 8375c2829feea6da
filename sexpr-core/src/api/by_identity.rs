//! `ByIdentity`: shared pointers as map keys, compared by address.

use core::{
    any::TypeId,
    cmp::Ordering,
    fmt,
    hash::{Hash, Hasher},
    ops::Deref,
};

use crate::describe::{
    containers::SharedPointer,
    info::{Shape, TypeInfo},
    keys::{KeyReader, MapKey, PointeeKey},
    region::Region,
    structural::{Field, StructuralEq},
    visitor::Visitor,
};

/// A shared pointer that is `Eq`, `Ord` and `Hash` by the address of its pointee, so that it can be a map's key.
///
/// A map keyed by variables is compared by which variables correspond, whatever the addresses.
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

/// A shared pointer that a field can hold: what a `ByIdentity` holds where it is compared structurally.
#[doc(hidden)]
#[diagnostic::on_unimplemented(
    message = "`{Self}` is not a shared pointer, so it has no identity [SEQ444]",
    label = "`ByIdentity` is for shared pointers to nodes",
    note = "hold the node behind `Arc`, `Rc` or `&`, as in `ByIdentity<Arc<Var>>`"
)]
pub trait Identifying: SharedPointer<Target = <Self as Identifying>::Node> + Field {
    /// What it points to.
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

    #[inline(always)]
    fn content<'a, V: Visitor<'a>>(left: &'a Self, right: &'a Self, at: Region, visitor: &mut V) -> bool {
        P::content(&left.0, &right.0, at, visitor)
    }
}

impl<P: Identifying> Field for ByIdentity<P> {}

impl<P: Identifying<Node: PointeeKey>> MapKey for ByIdentity<P> {
    type Terms = <P::Node as PointeeKey>::Terms;
    const IS_CONTENT: bool = <P::Node as PointeeKey>::IS_CONTENT;
    const IDS: Option<TypeId> = <P::Node as PointeeKey>::IDS;

    fn read(key: &Self, reader: &mut KeyReader<'_>) {
        PointeeKey::read(key.0.target(), reader);
    }
}
