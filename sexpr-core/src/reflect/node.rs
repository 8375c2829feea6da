//! `NodeRef`: a node of any type, and `Pair`: two of one type.
//!
//! A node is reached through what holds it: a pointer, or the place where it lies ([`Place`]). [`Held`] is a holder under
//! the rules of its place, and [`Name`] a name in its namespace; [`ErasedNode`] is implemented for these two alone. So a
//! reference to a holder is a reference to a node of any type, with the operations that need the type behind it.
//!
//! A [`Pair`] keeps the type of its right side to itself: it was made of two holders of one type, and lists both.

use alloc::string::String;
use core::{
    any::{Any, TypeId},
    marker::PhantomData,
    mem::ManuallyDrop,
};

use crate::{
    describe::{
        closed_types::Closedness,
        containers::Sharing,
        identity::{Identity, Keys},
        info::{Kind, TypeInfo},
        keys::{KeyReader, KeyValue},
        names::Namespace,
        region::Region,
        structural::StructuralEq,
    },
    engine::place::{Inline, Place},
    reflect::lister::Lister,
};

/// A holder, under the rules of its place. It is never dropped, so that no code is made for that.
#[repr(transparent)]
struct Held<P: Place>(ManuallyDrop<P::Holder>);

impl<P: Place> Held<P> {
    #[inline(always)]
    fn of<'a>(holder: &'a P::Holder) -> &'a Self
    where
        P: 'a,
    {
        // SAFETY: `Held<P>` is a transparent wrapper of `ManuallyDrop<P::Holder>`, which is one of `P::Holder`; neither has an
        // invariant of its own.
        unsafe { &*core::ptr::from_ref(holder).cast() }
    }

    #[inline(always)]
    fn node(&self) -> &P::Node {
        P::node(&self.0)
    }
}

/// A name, in its namespace.
#[repr(transparent)]
struct Name<T, N>(ManuallyDrop<T>, PhantomData<N>);

/// The properties of a node that every operation reads. Most are those of its type, and of the way in which it is held.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Look {
    /// The type, or the one behind a trait object, whatever lifetimes are in it.
    pub(crate) ty: TypeId,
    pub(crate) kind: Kind,
    pub(crate) sharing: Sharing,
    pub(crate) is_scope: bool,
    /// Whether values are nodes: what is not is looked through.
    pub(crate) is_node: bool,
    /// Whether it is a leaf, that is not a name.
    pub(crate) is_leaf: bool,
    /// Whether it is a variable that is known by its value.
    pub(crate) is_name: bool,
    /// See [`StructuralEq::CLOSED`].
    pub(crate) is_closed: bool,
    /// See [`StructuralEq::LEAF_FIELDS`].
    pub(crate) has_leaf_fields: bool,
    /// Whether ids lead to the node.
    pub(crate) is_behind_id: bool,
    /// Whether what holds the node owns it alone, by its type.
    pub(crate) is_owned: bool,
}

/// The properties of a node that few operations read.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Facts {
    /// The table of the type as it is written, and of the one behind a trait object.
    pub(crate) info: &'static TypeInfo,
    pub(crate) concrete: Option<&'static TypeInfo>,
    pub(crate) variant: u32,
    pub(crate) predeclares: bool,
    pub(crate) closedness: Closedness,
    pub(crate) address: Identity,
    pub(crate) place: usize,
}

/// A node of any type, behind what holds it.
///
/// There is a table of these functions for each type and each way to hold it: so there are few.
///
/// # Safety
///
/// `beside` and `list_with` take what they point to for a value of `Self`, and `beside` gives that value as `Self`.
pub(crate) unsafe trait ErasedNode {
    fn look(&self) -> Look;
    fn facts(&self) -> Facts;
    fn identify(&self, keys: &mut Keys) -> Identity;
    fn typed(&self) -> Option<&dyn Any>;
    /// Its key or its name, as reports show it.
    fn text(&self) -> Option<String>;

    /// # Safety
    ///
    /// `right` points to a holder of exactly the same type, which is alive for `'a`.
    unsafe fn list_with<'a>(&'a self, right: *const (), at: Region, lister: &mut Lister<'a>);

    /// # Safety
    ///
    /// `other` points to a holder of exactly the same type, which is alive for `'a`.
    unsafe fn beside<'a>(&'a self, other: *const ()) -> &'a (dyn ErasedNode + 'a);
}

impl dyn ErasedNode + '_ {
    /// The table of the type behind a trait object, or of the type itself.
    pub(crate) fn table(&self) -> &'static TypeInfo {
        let Facts { info, concrete, .. } = self.facts();
        concrete.unwrap_or(info)
    }
}

// SAFETY: both methods cast to `Self`, and give nothing else.
unsafe impl<P: Place> ErasedNode for Held<P> {
    #[inline]
    fn look(&self) -> Look {
        let node = self.node();
        Look {
            ty: match P::Node::concrete_type(node) {
                Some(concrete) => concrete.id,
                None => typeid::of::<P::Node>(),
            },
            kind: P::Node::kind(node),
            sharing: P::sharing(&self.0),
            is_scope: P::Node::is_scope(node),
            is_node: P::Node::NODE,
            is_leaf: const { P::Node::INFO.is_leaf() },
            is_name: false,
            is_closed: P::Node::CLOSED,
            has_leaf_fields: P::Node::LEAF_FIELDS,
            is_behind_id: P::IS_BEHIND_ID,
            is_owned: P::IS_OWNED,
        }
    }
    fn facts(&self) -> Facts {
        let node = self.node();
        Facts {
            info: P::Node::INFO,
            concrete: P::Node::concrete_type(node).map(|concrete| concrete.info),
            variant: P::Node::variant(node),
            predeclares: P::Node::predeclares(node),
            closedness: Closedness::of(node),
            address: Identity::address(node),
            place: core::ptr::from_ref(node).addr(),
        }
    }
    fn identify(&self, keys: &mut Keys) -> Identity {
        keys.identify(self.node())
    }
    #[inline]
    fn typed(&self) -> Option<&dyn Any> {
        P::Node::typed(self.node())
    }
    fn text(&self) -> Option<String> {
        KeyReader::text_of_node(self.node())
    }
    #[inline]
    unsafe fn list_with<'a>(&'a self, right: *const (), at: Region, lister: &mut Lister<'a>) {
        // SAFETY: the caller's promise.
        let right: &'a Self = unsafe { &*right.cast() };
        lister.content_of_nodes(self.node(), right.node(), at);
    }
    #[inline]
    unsafe fn beside<'a>(&'a self, other: *const ()) -> &'a (dyn ErasedNode + 'a) {
        // SAFETY: the caller's promise.
        let other: &'a Self = unsafe { &*other.cast() };
        other
    }
}

// SAFETY: `beside` casts to `Self`, and `list_with` looks at nothing.
unsafe impl<T: KeyValue, N: Namespace> ErasedNode for Name<T, N> {
    fn look(&self) -> Look {
        Look {
            ty: typeid::of::<T>(),
            kind: Kind::Var,
            sharing: Sharing::Unique,
            is_scope: false,
            is_node: true,
            is_leaf: false,
            is_name: true,
            is_closed: false,
            has_leaf_fields: true,
            is_behind_id: false,
            is_owned: true,
        }
    }
    fn facts(&self) -> Facts {
        let name: &T = &self.0;
        Facts {
            info: T::INFO,
            concrete: None,
            variant: T::variant(name),
            predeclares: false,
            closedness: Closedness::Known(false),
            address: Identity::address(name),
            place: core::ptr::from_ref(name).addr(),
        }
    }
    fn identify(&self, keys: &mut Keys) -> Identity {
        keys.identify_name::<T, N>(&self.0)
    }
    fn typed(&self) -> Option<&dyn Any> {
        T::typed(&self.0)
    }
    fn text(&self) -> Option<String> {
        Some(KeyReader::text_of_value(&*self.0))
    }
    unsafe fn list_with<'a>(&'a self, _: *const (), _: Region, _: &mut Lister<'a>) {}
    unsafe fn beside<'a>(&'a self, other: *const ()) -> &'a (dyn ErasedNode + 'a) {
        // SAFETY: the caller's promise.
        let other: &'a Self = unsafe { &*other.cast() };
        other
    }
}

/// Two nodes of one type, each behind a holder of one type: `left` is a `Held<P>` or a `Name<T, N>`, and `right` points to
/// another one, from the same call of `new` or `of_names`.
#[doc(hidden)]
#[derive(Clone, Copy)]
pub struct Pair<'a> {
    left: &'a (dyn ErasedNode + 'a),
    right: *const (),
}

impl<'a> Pair<'a> {
    #[inline(always)]
    pub(crate) fn new<P: Place + 'a>(left: &'a P::Holder, right: &'a P::Holder) -> Self {
        let (left, right) = (Held::<P>::of(left), Held::<P>::of(right));
        Pair { left, right: core::ptr::from_ref(right).cast() }
    }

    /// Two values held inline.
    #[inline(always)]
    pub fn of<T: StructuralEq>(left: &'a T, right: &'a T) -> Self {
        Pair::new::<Inline<T>>(left, right)
    }

    pub(crate) fn of_names<T: KeyValue, N: Namespace>(left: &'a T, right: &'a T) -> Self {
        fn name<T, N>(of: &T) -> &Name<T, N> {
            // SAFETY: `Name` is a transparent wrapper of `ManuallyDrop<T>`, which is one of `T`; neither has an invariant of its
            // own.
            unsafe { &*core::ptr::from_ref(of).cast() }
        }
        Pair { left: name::<T, N>(left), right: core::ptr::from_ref(name::<T, N>(right)).cast() }
    }

    #[inline(always)]
    pub(crate) fn left(self) -> &'a (dyn ErasedNode + 'a) {
        self.left
    }

    #[inline(always)]
    pub(crate) fn right(self) -> &'a (dyn ErasedNode + 'a) {
        // SAFETY: `right` points to a value of the type behind `left`, and both live for `'a`, as `new` and `of_names` see to.
        unsafe { self.left.beside(self.right) }
    }

    /// One side, with itself.
    pub(crate) fn side(self, side: usize) -> Self {
        let node = if side == 0 { core::ptr::from_ref(self.left).cast() } else { self.right };
        // SAFETY: `right` points to a value of the type behind `left`, and both live for `'a`, as `new` and `of_names` see to.
        Pair { left: unsafe { self.left.beside(node) }, right: node }
    }

    /// Both sides.
    pub(crate) fn sides(self) -> [&'a (dyn ErasedNode + 'a); 2] {
        [self.left, self.right()]
    }

    /// Lists what is in the nodes, on both sides.
    #[inline(always)]
    pub(crate) fn list(self, at: Region, lister: &mut Lister<'a>) {
        // SAFETY: `right` points to a value of the type behind `left`, and both live for `'a`, as `new` and `of_names` see to.
        unsafe { self.left.list_with(self.right, at, lister) }
    }
}
