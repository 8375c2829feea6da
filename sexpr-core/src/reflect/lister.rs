//! `Lister`: the one visitor that lists the parts of nodes of all types, as data; and what a part is.
//!
//! It pushes them directly onto its stack: what is listed first is taken first, and before what was there. A node is
//! listed when it is taken, so a value of any depth takes a bounded amount of native stack.
//!
//! Both sides of a comparison are listed in step: leaves, and all else that says at once whether it differs, are compared
//! where they are listed. One value is listed with itself, and its leaves are skipped or written down.

use alloc::{boxed::Box, string::String, vec::Vec};
use core::any::Any;

use crate::{
    describe::{
        arena::Id,
        erased_arena::{Arenas, InColumns},
        options::Options,
        region::{Level, Region},
        structural::{Field, StructuralEq},
        visitor::Visitor,
    },
    engine::{
        frame::{Frame, prefetch_with_counts},
        path::Step,
        place::{Behind, Place, Value},
        trail::{Mark, Trail},
    },
    reflect::{
        containers::{Elements, Items, Maps},
        node::Pair,
        report::reason::{Obstacle, Reason},
        text::Text,
    },
};

/// What is done with leaves.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub(crate) enum Leaves {
    /// They are skipped.
    #[default]
    Skipped,
    /// Two sides are compared.
    Compared,
    /// They are written down, with numbers of variants and elements.
    Written,
    /// They are listed, as reports show them.
    Shown,
}

/// What is to be listed.
#[derive(Clone, Copy, Debug, Default)]
pub(crate) struct Wants {
    /// Whether nobody asks for the path to what is listed.
    pub(crate) no_paths: bool,
    pub(crate) leaves: Leaves,
    /// Whether nodes that hold nothing but leaves are listed where leaves are skipped.
    pub(crate) flat: bool,
    /// Whether such nodes are listed if variables may be among them.
    pub(crate) flat_variables: bool,
    /// Whether leaves that are behind pointers are listed as nodes.
    pub(crate) leaves_as_nodes: bool,
    /// Whether unordered elements are listed together, and not each in its place.
    pub(crate) unordered: bool,
    /// Whether elements of sequences are listed together, and not each in its place.
    pub(crate) sequences: bool,
    /// Whether what stands in the way of a fingerprint is listed.
    pub(crate) obstacles: bool,
    /// Whether listing goes on after a difference.
    pub(crate) all_differences: bool,
    /// Whether nothing is listed but what may be predeclared.
    pub(crate) declarations: bool,
    /// Whether types are written by numbers that mean something in one text only.
    pub(crate) numbers_types: bool,
}

pub(crate) struct Lister<'a> {
    /// Pending parts; the next one is last.
    waiting: Vec<Part<'a>>,
    /// Pending parts that do not fit there.
    others: Vec<Option<Other<'a>>>,
    pub(crate) trail: Trail<'a>,
    pub(crate) options: Options,
    /// How many scopes are around what is listed.
    pub(crate) depth: Level,
    pub(crate) wants: Wants,
    /// What is written of the leaves.
    pub(crate) text: Text,
    /// Whether something was listed that has no stable form, since this was reset.
    pub(crate) is_indescribable: bool,
    /// Whether something was listed that means something in this process only, since this was reset.
    pub(crate) is_process_local: bool,
    /// Whether the order of what was listed means nothing, or a node has a comparison of its own, since this was reset.
    pub(crate) is_irregular: bool,
    /// The step of the path to what is listed next.
    pub(super) mark: Mark,
}

impl<'a> Lister<'a> {
    pub(crate) fn new(options: Options, wants: Wants) -> Self {
        Lister {
            waiting: Vec::new(),
            others: Vec::new(),
            trail: Trail::new(),
            options,
            depth: 0,
            wants,
            text: Text::default(),
            is_indescribable: false,
            is_process_local: false,
            is_irregular: false,
            mark: Mark::Transparent,
        }
    }

    /// The next part that an operation has to look at.
    #[inline(always)]
    pub(crate) fn next(&mut self) -> Option<What<'a>> {
        self.next_above(0)
    }

    /// The next of the parts that wait above so many others.
    #[inline(always)]
    pub(crate) fn next_above(&mut self, others: usize) -> Option<What<'a>> {
        loop {
            if self.waiting.len() == others {
                return None;
            }
            let Part { trail, mark, task } = self.waiting.pop()?;
            self.lead(trail, mark);
            match task {
                Task::Node(pair, at) => return Some(What::Node(pair, at)),
                Task::More(frame) => self.run(frame),
                Task::LeaveArenas => return Some(What::LeaveArenas),
                Task::Own => return Some(What::Own),
                Task::Other(index) => {
                    if let Some(what) = self.take_other(index) {
                        return Some(what);
                    }
                }
            }
        }
    }

    /// The next part, if it is a node at once. Nothing else of it is copied.
    #[inline(always)]
    pub(crate) fn next_node(&mut self) -> Option<(Pair<'a>, Region)> {
        let Part { trail, mark, task: Task::Node(pair, at) } = self.waiting.last()? else { return None };
        let (node, trail, mark) = ((*pair, *at), *trail, *mark);
        self.lead(trail, mark);
        self.waiting.pop();
        Some(node)
    }

    /// Goes to where a part is.
    #[inline(always)]
    fn lead(&mut self, trail: u32, mark: Mark) {
        if !self.wants.no_paths {
            self.trail.lead(trail as usize, mark);
        }
    }

    #[inline(never)]
    fn take_other(&mut self, index: usize) -> Option<What<'a>> {
        let other = self.others.get_mut(index).and_then(Option::take)?;
        while self.others.pop_if(|other| other.is_none()).is_some() {}
        match other {
            Other::Part(what) => Some(what),
            Other::Call(list) => {
                self.in_order(list);
                None
            }
        }
    }

    #[inline(never)]
    fn run(&mut self, frame: Frame<'a, Self>) {
        self.in_order(|lister| _ = frame.run(lister));
    }

    /// Parts that are listed from here on come first to last, once they are ended.
    #[inline(always)]
    pub(crate) fn begin(&mut self) -> usize {
        self.mark = Mark::Transparent;
        self.waiting.len()
    }

    #[inline(always)]
    pub(crate) fn end(&mut self, first: usize) {
        self.waiting[first..].reverse();
    }

    /// Has parts listed that come first to last.
    #[inline(always)]
    pub(crate) fn in_order(&mut self, list: impl FnOnce(&mut Self)) {
        let first = self.begin();
        list(self);
        self.end(first);
    }

    /// Lists what is in two nodes.
    #[inline(always)]
    pub(crate) fn list(&mut self, pair: Pair<'a>, at: Region) {
        self.in_order(|lister| pair.list(at, lister));
    }

    /// Begins with two values, which are nodes or hold some.
    pub(crate) fn begin_with<T: StructuralEq + ?Sized>(&mut self, left: &'a T, right: &'a T, at: Region) {
        self.begin();
        match T::pair(left, right) {
            Some(pair) if T::NODE => _ = self.push(What::Node(pair, at)),
            _ => self.list_value(left, right, at),
        }
    }

    /// Pushes a part that comes before all pending ones.
    #[inline(always)]
    pub(crate) fn push_back(&mut self, what: What<'a>) {
        self.push_at(Mark::Transparent, what);
    }

    /// Lists what is in two nodes, with what they have in other tables.
    #[inline(always)]
    pub(crate) fn list_in_columns(&mut self, pair: Pair<'a>, columns: [Option<InColumns<'a>>; 2], at: Region) {
        match columns {
            [None, None] => self.list(pair, at),
            _ => self.list_and_columns(pair, columns, at),
        }
    }

    #[cold]
    #[inline(never)]
    fn list_and_columns(&mut self, pair: Pair<'a>, columns: [Option<InColumns<'a>>; 2], at: Region) {
        let first = self.begin();
        pair.list(at, self);
        // `content_in_arenas` pushes `LeaveArenas` last. The node's arenas are in force for its columns, too.
        let has_arenas = matches!(self.waiting[first..].last(), Some(Part { task: Task::LeaveArenas, .. }));
        let leave = if has_arenas { self.waiting.pop() } else { None };
        let [left, right] = columns.map(InColumns::fields);
        self.virtual_fields(&left, &right, at);
        self.waiting.extend(leave);
        self.end(first);
    }

    /// Lists what is in a value that is no node.
    pub(crate) fn list_value<T: StructuralEq + ?Sized>(&mut self, left: &'a T, right: &'a T, at: Region) {
        self.in_order(|lister| _ = lister.content(left, right, at));
    }

    /// Lists what is in two nodes: compiled once for each type of nodes, however they are held.
    #[inline(never)]
    pub(super) fn content_of_nodes<T: StructuralEq + ?Sized>(&mut self, left: &'a T, right: &'a T, at: Region) {
        self.content(left, right, at);
    }

    #[inline(always)]
    pub(super) fn content<T: StructuralEq + ?Sized>(&mut self, left: &'a T, right: &'a T, at: Region) -> bool {
        self.trail.content_of(T::INFO);
        if const { T::HAS_ARENAS } {
            return self.content_in_arenas(left, right, at);
        }
        T::content(left, right, at, self)
    }

    fn content_in_arenas<T: StructuralEq + ?Sized>(&mut self, left: &'a T, right: &'a T, at: Region) -> bool {
        let arenas = [left, right].map(Arenas::of);
        if arenas.iter().all(|arenas| arenas.list.is_empty()) {
            return T::content(left, right, at, self);
        }
        self.push_at(Mark::Transparent, What::EnterArenas(Box::new(arenas)));
        T::content(left, right, at, self) && self.push_at(Mark::Transparent, What::LeaveArenas)
    }

    #[inline(always)]
    pub(crate) fn push(&mut self, what: What<'a>) -> bool {
        self.push_at(self.mark, what)
    }

    #[inline(always)]
    pub(crate) fn push_at(&mut self, mark: Mark, what: What<'a>) -> bool {
        let task = match what {
            What::Node(pair, at) => Task::Node(pair, at),
            What::LeaveArenas => Task::LeaveArenas,
            What::Own => Task::Own,
            what => self.put_apart(Other::Part(what)),
        };
        self.push_task(mark, task)
    }

    #[inline(never)]
    pub(super) fn push_task(&mut self, mark: Mark, task: Task<'a>) -> bool {
        self.waiting.push(Part { trail: self.trail.length() as u32, mark, task });
        true
    }

    #[inline(never)]
    pub(super) fn put_apart(&mut self, other: Other<'a>) -> Task<'a> {
        self.others.push(Some(other));
        Task::Other(self.others.len() - 1)
    }

    /// Has parts listed by a step when their turn comes.
    #[inline(always)]
    pub(crate) fn push_more(&mut self, mark: Mark, step: Frame<'a, Self>) -> bool {
        self.push_task(mark, Task::More(step))
    }

    pub(crate) fn differs(&mut self, reason: Reason) -> bool {
        self.differs_at(self.mark, reason)
    }

    #[cold]
    pub(crate) fn differs_at(&mut self, mark: Mark, reason: Reason) -> bool {
        self.push_at(mark, What::Differs(Box::new(reason)));
        self.wants.all_differences
    }

    #[cold]
    pub(super) fn obstructed_at(&mut self, mark: Mark, obstacle: Obstacle) {
        if self.wants.obstacles {
            self.push_at(mark, What::Obstructed(obstacle));
        }
    }

    #[inline(always)]
    pub(crate) fn writes(&self) -> bool {
        self.wants.leaves == Leaves::Written
    }

    #[inline(always)]
    pub(crate) fn compares(&self) -> bool {
        self.wants.leaves == Leaves::Compared
    }

    /// Whether anything in a value of this type is to be listed.
    #[inline(always)]
    pub(crate) fn looks_at<T: StructuralEq + ?Sized>(&self) -> bool {
        if T::CLOSED && self.wants.declarations {
            return false;
        }
        match self.wants.leaves {
            Leaves::Skipped if const { T::INFO.is_leaf() } => self.wants.leaves_as_nodes,
            Leaves::Skipped => !T::LEAF_FIELDS || self.wants.flat || !T::CLOSED && self.wants.flat_variables,
            Leaves::Compared | Leaves::Written | Leaves::Shown => true,
        }
    }

    /// Whether nothing in this region is to be listed.
    #[inline(always)]
    pub(super) fn passes(&self, at: Region) -> bool {
        self.wants.declarations && !at.is_predeclared()
    }

    /// Lists a value that stands at a step of the path.
    #[inline(always)]
    pub(super) fn hold<T: Field>(&mut self, mark: Mark, left: &'a T, right: &'a T, at: Region) -> bool {
        if !self.looks_at::<T>() {
            return true;
        }
        if const { T::LISTS_FIELDS } {
            return self.push_more(mark, Frame::new::<Value<T>>(left, right, at));
        }
        self.mark = mark;
        self.held(left, right, at)
    }

    #[inline(always)]
    pub(super) fn meet<P: Place + 'a>(&mut self, left: &'a P::Holder, right: &'a P::Holder, at: Region) -> bool {
        if !self.looks_at::<P::Node>() {
            return true;
        }
        if let Some(address) = P::elsewhere(left) {
            prefetch_with_counts(address);
            if self.compares()
                && let Some(other) = P::elsewhere(right)
            {
                prefetch_with_counts(other);
            }
        }
        self.push(What::Node(Pair::new::<P>(left, right), at))
    }

    /// Defers the remaining parts at this step of the path.
    pub(super) fn call(&mut self, list: impl FnOnce(&mut Self) + 'a) -> bool {
        let task = self.put_apart(Other::Call(Box::new(list)));
        self.push_task(self.mark, task)
    }

    /// Lists that one side lacks an element, if it does.
    pub(super) fn missing_element(&mut self, lhs: usize, rhs: usize) -> bool {
        if lhs == rhs {
            return true;
        }
        let first = lhs.min(rhs);
        let [one, other] = match lhs < rhs {
            true => [Step::MissingIndex(first), Step::Index(first)],
            false => [Step::Index(first), Step::MissingIndex(first)],
        };
        let mark = self.trail.name(one, other);
        self.differs_at(mark, Reason::Lengths { lhs, rhs })
    }

    #[inline(always)]
    pub(super) fn write_length(&mut self, length: usize) {
        if self.writes() {
            self.text.number(length);
        }
    }
}

impl Default for Lister<'_> {
    fn default() -> Self {
        Lister::new(Options::new(), Wants::default())
    }
}

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
    pub(crate) left: &'a (dyn ErasedId + 'static),
    pub(crate) right: &'a (dyn ErasedId + 'static),
}

/// An id of any type.
pub(crate) trait ErasedId: Any {
    fn index(&self) -> u64;
    /// The nodes that the ids of two sides lead to, each in its arena.
    fn pair<'a>(&self, nodes: [&'a dyn Any; 2]) -> Option<Pair<'a>>;
}

impl<I: Id> ErasedId for I {
    fn index(&self) -> u64 {
        I::index(self)
    }
    fn pair<'a>(&self, [left, right]: [&'a dyn Any; 2]) -> Option<Pair<'a>> {
        Some(Pair::new::<Behind<I::Node>>(left.downcast_ref()?, right.downcast_ref()?))
    }
}
