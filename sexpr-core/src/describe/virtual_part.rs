//! Virtual parts: values of an erased type that a function or a trait object hands over, with a step for each operation
//! that is compiled for each type, and one that lists them.
//!
//! The operations are in later rooms. This module alone names them: for trait objects, which only know the functions in their
//! table; for `StructuralEq::pair`; and for the rule that orders map entries by hashes.

use core::any::{Any, TypeId};

pub(crate) use crate::ops::hash::{
    HashBuffers,
    items::{Digested, Summed},
};
pub use crate::reflect::node::Pair;
use crate::{
    describe::{
        info::TypeInfo,
        region::Region,
        structural::{Field, StructuralEq},
    },
    engine::frame::Frame,
    ops::{
        equal::Equal,
        hash::{Hash, items::Keyed, of_nodes::NodeHashes},
    },
    reflect::lister::Lister,
};

/// A part of one node.
pub struct VirtualPart<'a> {
    value: &'a dyn Any,
    info: &'static TypeInfo,
    pair: fn(&'a dyn Any, &'a dyn Any) -> Option<PairPart<'a>>,
    single: fn(&'a dyn Any) -> Option<SinglePart<'a>>,
}

/// Parts of two nodes, for operations on two values.
#[derive(Clone, Copy)]
pub(crate) struct PairPart<'a> {
    pub(crate) equal: Frame<'a, Equal<'a>>,
    pub(crate) lists: Frame<'a, Lister<'a>>,
}

/// A part of a node, for operations on one value.
#[derive(Clone, Copy)]
pub(crate) struct SinglePart<'a> {
    pub(crate) hash: Frame<'a, Hash<'a, Summed>>,
    pub(crate) keyed: Frame<'a, Hash<'a, Keyed>>,
    pub(crate) fingerprint: Frame<'a, Hash<'a, Digested>>,
    pub(crate) of_nodes: Frame<'a, NodeHashes<'a>>,
    pub(crate) lists: Frame<'a, Lister<'a>>,
}

impl<'a> VirtualPart<'a> {
    pub(crate) fn new<T: Field + 'static>(value: &'a T) -> Self {
        VirtualPart {
            value,
            info: T::INFO,
            pair: |left, right| Some(PairPart::new::<T>(left.downcast_ref()?, right.downcast_ref()?)),
            single: |value| Some(SinglePart::new::<T>(value.downcast_ref()?)),
        }
    }

    /// The content of a node, whose type need not be that of a field.
    pub(crate) fn content<T: StructuralEq + 'static>(value: &'a T) -> Self {
        VirtualPart {
            value,
            info: T::INFO,
            pair: |left, right| Some(PairPart::content::<T>(left.downcast_ref()?, right.downcast_ref()?)),
            single: |value| Some(SinglePart::content::<T>(value.downcast_ref()?)),
        }
    }

    /// The part's type.
    pub(crate) fn ty(&self) -> TypeId {
        self.value.type_id()
    }

    /// The table of the part's type.
    pub(crate) fn info(&self) -> &'static TypeInfo {
        self.info
    }

    /// Both parts; `None` if their types differ.
    pub(crate) fn pair(&self, right: &Self) -> Option<PairPart<'a>> {
        (self.pair)(self.value, right.value)
    }

    /// The part by itself.
    pub(crate) fn single(&self) -> SinglePart<'a> {
        match (self.single)(self.value) {
            Some(part) => part,
            None => unreachable!("the function was made for the value's type"),
        }
    }
}

impl<'a> PairPart<'a> {
    pub(crate) fn new<T: Field>(left: &'a T, right: &'a T) -> Self {
        let at = Region::NONE;
        PairPart {
            equal: Frame::one(left, right, Equal::values, at),
            lists: Frame::new(left, right, Lister::value, at),
        }
    }

    fn content<T: StructuralEq>(left: &'a T, right: &'a T) -> Self {
        let at = Region::NONE;
        PairPart {
            equal: Frame::new(left, right, Equal::content, at),
            lists: Frame::new(left, right, Lister::content, at),
        }
    }
}

impl<'a> SinglePart<'a> {
    pub(crate) fn new<T: Field>(value: &'a T) -> Self {
        let at = Region::NONE;
        SinglePart {
            hash: Frame::one(value, value, Hash::values, at),
            keyed: Frame::one(value, value, Hash::values, at),
            fingerprint: Frame::one(value, value, Hash::values, at),
            of_nodes: Frame::on(value, NodeHashes::held, at),
            lists: Frame::new(value, value, Lister::value, at),
        }
    }

    fn content<T: StructuralEq>(value: &'a T) -> Self {
        let at = Region::NONE;
        SinglePart {
            hash: Frame::on(value, Hash::content, at),
            keyed: Frame::on(value, Hash::content, at),
            fingerprint: Frame::on(value, Hash::content, at),
            of_nodes: Frame::on(value, NodeHashes::content, at),
            lists: Frame::new(value, value, Lister::content, at),
        }
    }
}
