//! What a node lists: its parts, as data.

use alloc::{boxed::Box, string::String};
use core::any::{Any, TypeId};

use crate::{
    describe::{arena::Id, erased_arena::Arenas, region::Region},
    engine::{frame::Frame, place::Behind, trail::Mark},
    reflect::{
        elements::{Elements, Items},
        lister::Lister,
        maps::Maps,
        node::Pair,
        report::{obstacle::Obstacle, reason::Reason},
    },
};

/// A part that waits: the way to it from the node around it, and what it is.
#[derive(Clone, Copy)]
pub(super) struct Part<'a> {
    /// How long the path to what lists it is.
    pub(super) trail: u32,
    /// The last step of the path.
    pub(super) mark: Mark,
    pub(super) task: Task<'a>,
}

const _: () = assert!(size_of::<Part<'_>>() <= 64, "there is one for each part that is pending");

/// What is to be done with a part: what most are in place, the rest apart.
#[derive(Clone, Copy)]
pub(super) enum Task<'a> {
    /// More parts, which the step lists.
    More(Frame<'a, Lister<'a>>),
    Node(Pair<'a>, Region),
    LeaveArenas,
    Own,
    /// What is at this index of [`Lister::others`].
    Other(usize),
}

/// What waits apart.
pub(super) enum Other<'a> {
    /// More parts, which the function lists.
    Call(Box<dyn FnOnce(&mut Lister<'a>) + 'a>),
    Part(What<'a>),
}

/// What a part is.
pub(crate) enum What<'a> {
    /// A node; or a value that is none, behind a pointer.
    Node(Pair<'a>, Region),
    /// A leaf or an opaque value. Listed where leaves are shown.
    Leaf(String),
    /// An id.
    Id(Ids<'a>, Region),
    /// A map, or a set; of names, or of keys.
    Map(Box<dyn Maps<'a> + 'a>, Region),
    /// Elements in no order. Listed so where that is asked for.
    Unordered(Box<dyn Elements<'a> + 'a>, Region),
    /// The elements of a sequence, in order. Listed so where that is asked for.
    Sequence(Box<dyn Items<'a> + 'a>, Region),
    /// A node has arenas, on either side: these are in force until `LeaveArenas`.
    EnterArenas(Box<[Arenas<'a>; 2]>),
    LeaveArenas,
    /// What two sides list differs here.
    Differs(Box<Reason>),
    /// Why a value has no fingerprint. Listed where that is asked for.
    Obstructed(Obstacle),
    /// A node with a custom comparison follows.
    Custom,
    /// What an operation left to be done, and keeps on a stack of its own.
    Own,
}

/// Two ids of one type.
#[derive(Clone, Copy)]
pub(crate) struct Ids<'a> {
    pub(crate) left: &'a (dyn ErasedId + 'a),
    pub(crate) right: &'a (dyn ErasedId + 'a),
}

/// An id of any type.
pub(crate) trait ErasedId {
    fn id_type(&self) -> TypeId;
    fn index(&self) -> u64;
    fn as_any(&self) -> &dyn Any;
    /// The nodes that the ids of two sides lead to, each in its arena.
    fn pair<'a>(&self, nodes: [&'a dyn Any; 2]) -> Option<Pair<'a>>;
}

impl<I: Id> ErasedId for I {
    fn id_type(&self) -> TypeId {
        TypeId::of::<I>()
    }
    fn index(&self) -> u64 {
        I::index(self)
    }
    fn as_any(&self) -> &dyn Any {
        self
    }
    fn pair<'a>(&self, [left, right]: [&'a dyn Any; 2]) -> Option<Pair<'a>> {
        Some(Pair::new::<Behind<I::Node>>(left.downcast_ref()?, right.downcast_ref()?))
    }
}
