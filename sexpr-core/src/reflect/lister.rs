//! `Lister`: a visitor that lists the parts of nodes of any type as data ([`ListedPart`]).
//!
//! The lister has a stack of pending parts. Recursion would be simpler, but would overflow the native stack on deep
//! values. The parts of a node are pushed onto the stack and then reversed. So the part that is listed first is taken
//! first, and all parts of the node are taken before the parts that were pending. An operation takes one part after the
//! other, and asks for the parts of each node that it visits. For example, when an operation lists `Add(x, y)` while
//! `z` is pending, the stack becomes `z, y, x`, with `x` on top.
//!
//! Both sides of a comparison are listed in step. Leaves, variants and lengths are compared where they are listed. One value
//! is listed as both sides, and its leaves are skipped, written down or shown.

use alloc::{boxed::Box, string::String, vec::Vec};
use core::any::Any;

use crate::{
    describe::{
        arena::{Arenas, Id, InColumns},
        options::Options,
        region::{Level, Region},
        structural::{Field, StructuralEq},
        visitor::Visitor,
    },
    engine::{
        frame::{Frame, prefetch_with_counts},
        path::Step,
        place::{Behind, Place},
        trail::{Mark, Trail},
    },
    reflect::{
        containers::{Elements, Items, Maps},
        node::{AnyNode, Pair},
        report::reason::{Obstacle, Reason},
        text::Text,
    },
};

/// How a lister treats leaves.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub(crate) enum Leaves {
    /// Skips them.
    #[default]
    Skipped,
    /// Compares both sides.
    Compared,
    /// Writes them to [`Lister::text`], with the numbers of variants and of elements.
    Written,
    /// Lists them as text, as reports show them.
    Shown,
}

/// The configuration of a lister.
#[derive(Clone, Copy, Debug, Default)]
pub(crate) struct ListerConfig {
    /// Whether paths to parts are not tracked.
    pub(crate) no_paths: bool,
    pub(crate) leaves: Leaves,
    /// Whether nodes with only leaves inside are listed even if leaves are skipped.
    pub(crate) flat: bool,
    /// Whether nodes with only leaves inside are listed if they may be variables or hold variables.
    pub(crate) flat_variables: bool,
    /// Whether leaves are listed as nodes.
    pub(crate) leaves_as_nodes: bool,
    /// Whether an unordered part is listed as one part, instead of element by element.
    pub(crate) unordered: bool,
    /// Whether a sequence is listed as one part, instead of element by element, and listing continues after a
    /// difference.
    pub(crate) aligned: bool,
    /// Whether obstacles to a fingerprint are listed.
    pub(crate) obstacles: bool,
    /// Whether only regions in which variables are predeclared are listed.
    pub(crate) declarations: bool,
    /// Whether types are written as numbers that are valid in one text only, instead of as type keys.
    pub(crate) numbers_types: bool,
}

/// See the [module](self).
pub(crate) struct Lister<'a> {
    /// The pending parts. The next one is last.
    pending: Vec<PendingPart<'a>>,
    /// Tasks of pending parts that are too large for [`Task`].
    large: Vec<Option<LargeTask<'a>>>,
    pub(crate) trail: Trail<'a>,
    pub(crate) options: Options,
    /// The number of scopes around the parts that are listed.
    pub(crate) depth: Level,
    pub(crate) config: ListerConfig,
    /// The leaves that were written.
    pub(crate) text: Text,
    /// Whether an opaque value without a stable form was listed since the operation reset this flag.
    pub(crate) is_indescribable: bool,
    /// Whether a value that has a meaning in this process only was listed since the operation reset this flag.
    pub(crate) is_process_local: bool,
    /// Whether an unordered part or a node with a custom comparison was listed since the operation reset this flag.
    pub(crate) is_irregular: bool,
    /// The step of the path to the part that is listed next.
    pub(super) mark: Mark,
}

impl<'a> Lister<'a> {
    pub(crate) fn new(options: Options, config: ListerConfig) -> Self {
        Lister {
            pending: Vec::new(),
            large: Vec::new(),
            trail: Trail::default(),
            options,
            depth: 0,
            config,
            text: Text::default(),
            is_indescribable: false,
            is_process_local: false,
            is_irregular: false,
            mark: Mark::TRANSPARENT,
        }
    }

    /// The next part.
    #[inline(always)]
    pub(crate) fn next(&mut self) -> Option<ListedPart<'a>> {
        self.next_above(0)
    }

    /// The next part; `None` unless more than `below` parts are pending.
    #[inline(always)]
    pub(crate) fn next_above(&mut self, below: usize) -> Option<ListedPart<'a>> {
        loop {
            if self.pending.len() == below {
                return None;
            }
            let PendingPart { trail, mark, task } = self.pending.pop()?;
            self.lead(trail, mark);
            match task {
                Task::Node(pair, at) => return Some(ListedPart::Node(pair, at)),
                Task::More(frame) => self.run(frame),
                Task::LeaveArenas => return Some(ListedPart::LeaveArenas),
                Task::Deferred => return Some(ListedPart::Deferred),
                Task::Large(index) => {
                    if let Some(part) = self.take_large(index) {
                        return Some(part);
                    }
                }
            }
        }
    }

    /// The next part, if it is a node that is already listed.
    #[inline(always)]
    pub(crate) fn next_node(&mut self) -> Option<(Pair<'a>, Region)> {
        let PendingPart { trail, mark, task: Task::Node(pair, at) } = self.pending.last()? else { return None };
        let (node, trail, mark) = ((*pair, *at), *trail, *mark);
        self.lead(trail, mark);
        self.pending.pop();
        Some(node)
    }

    /// Sets the trail to the path of a part.
    #[inline(always)]
    fn lead(&mut self, trail: u32, mark: Mark) {
        if !self.config.no_paths {
            self.trail.lead(trail as usize, mark);
        }
    }

    #[inline(never)]
    fn take_large(&mut self, index: usize) -> Option<ListedPart<'a>> {
        let task = self.large.get_mut(index).and_then(Option::take)?;
        while self.large.pop_if(|task| task.is_none()).is_some() {}
        match task {
            LargeTask::Part(part) => Some(part),
            LargeTask::Call(list) => {
                self.in_order(list);
                None
            }
        }
    }

    #[inline(never)]
    fn run(&mut self, frame: Frame<'a, Self>) {
        self.in_order(|lister| _ = frame.run(lister));
    }

    /// Begins a list of parts. Returns a number to be passed to [`end`](Self::end).
    #[inline(always)]
    pub(crate) fn begin(&mut self) -> usize {
        self.mark = Mark::TRANSPARENT;
        self.pending.len()
    }

    #[inline(always)]
    pub(crate) fn end(&mut self, first: usize) {
        self.pending[first..].reverse();
    }

    /// Lists parts, so that the part that is listed first is taken first.
    #[inline(always)]
    pub(crate) fn in_order(&mut self, list: impl FnOnce(&mut Self)) {
        let first = self.begin();
        list(self);
        self.end(first);
    }

    /// Lists the parts of two nodes.
    #[inline(always)]
    pub(crate) fn list(&mut self, pair: Pair<'a>, at: Region) {
        self.in_order(|lister| pair.list(at, lister));
    }

    /// Lists two values: as one part if they are nodes, otherwise the parts inside them.
    pub(crate) fn begin_with<T: StructuralEq + ?Sized>(&mut self, left: &'a T, right: &'a T, at: Region) {
        self.begin();
        match T::pair(left, right) {
            Some(pair) if T::NODE => _ = self.push(ListedPart::Node(pair, at)),
            _ => self.in_order(|lister| _ = lister.content(left, right, at)),
        }
    }

    /// Pushes a part, which is taken next.
    #[inline(always)]
    pub(crate) fn push_back(&mut self, part: ListedPart<'a>) {
        self.push_at(Mark::TRANSPARENT, part);
    }

    /// Lists the parts of a node of one value, then the fields of its row.
    #[inline(always)]
    pub(crate) fn list_node(&mut self, node: AnyNode<'a>, row: Option<InColumns<'a>>, at: Region) {
        self.list_in_columns(Pair::twice(node), [row; 2], at);
    }

    /// Lists the parts of two nodes, then the fields of their rows.
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
        let has_arenas = matches!(self.pending[first..].last(), Some(PendingPart { task: Task::LeaveArenas, .. }));
        let leave = if has_arenas { self.pending.pop() } else { None };
        let [left, right] = columns.map(InColumns::fields);
        self.virtual_fields(&left, &right, at);
        self.pending.extend(leave);
        self.end(first);
    }

    /// Lists the parts of two nodes. Compiled once for each type of nodes, however they are held.
    #[inline(never)]
    pub(super) fn content_of_nodes<T: StructuralEq + ?Sized>(&mut self, left: &'a T, right: &'a T, at: Region) {
        self.content(left, right, at);
    }

    #[inline(always)]
    pub(crate) fn content<T: StructuralEq + ?Sized>(&mut self, left: &'a T, right: &'a T, at: Region) -> bool {
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
        self.push_at(Mark::TRANSPARENT, ListedPart::EnterArenas(Box::new(arenas)));
        T::content(left, right, at, self) && self.push_at(Mark::TRANSPARENT, ListedPart::LeaveArenas)
    }

    #[inline(always)]
    pub(crate) fn push(&mut self, part: ListedPart<'a>) -> bool {
        self.push_at(self.mark, part)
    }

    #[inline(always)]
    pub(crate) fn push_at(&mut self, mark: Mark, part: ListedPart<'a>) -> bool {
        let task = match part {
            ListedPart::Node(pair, at) => return self.push_node(mark, pair, at),
            ListedPart::LeaveArenas => Task::LeaveArenas,
            ListedPart::Deferred => Task::Deferred,
            part => self.push_large(LargeTask::Part(part)),
        };
        self.push_task(mark, task)
    }

    /// Pushes a node. Inlined, so that the node is not passed through memory: a read of two words that were just
    /// written one by one has to wait for the writes.
    #[inline(always)]
    fn push_node(&mut self, mark: Mark, node: Pair<'a>, at: Region) -> bool {
        let trail = self.trail.length() as u32;
        self.pending.push(PendingPart { trail, mark, task: Task::Node(node, at) });
        true
    }

    #[inline(never)]
    pub(super) fn push_task(&mut self, mark: Mark, task: Task<'a>) -> bool {
        self.pending.push(PendingPart { trail: self.trail.length() as u32, mark, task });
        true
    }

    #[inline(never)]
    pub(super) fn push_large(&mut self, task: LargeTask<'a>) -> Task<'a> {
        self.large.push(Some(task));
        Task::Large(self.large.len() - 1)
    }

    /// Pushes a step, which lists parts when it is taken.
    #[inline(always)]
    pub(crate) fn push_more(&mut self, mark: Mark, step: Frame<'a, Self>) -> bool {
        self.push_task(mark, Task::More(step))
    }

    /// Lists a difference. Returns whether listing continues.
    pub(crate) fn differs(&mut self, reason: Reason) -> bool {
        self.differs_at(self.mark, reason)
    }

    #[cold]
    pub(crate) fn differs_at(&mut self, mark: Mark, reason: Reason) -> bool {
        self.push_at(mark, ListedPart::Differs(Box::new(reason)));
        self.config.aligned
    }

    #[cold]
    pub(super) fn obstructed_at(&mut self, mark: Mark, obstacle: Obstacle) {
        if self.config.obstacles {
            self.push_at(mark, ListedPart::Obstructed(obstacle));
        }
    }

    #[inline(always)]
    pub(crate) fn writes(&self) -> bool {
        self.config.leaves == Leaves::Written
    }

    #[inline(always)]
    pub(crate) fn compares(&self) -> bool {
        self.config.leaves == Leaves::Compared
    }

    /// Whether a value of this type may have parts to be listed.
    #[inline(always)]
    pub(crate) fn looks_at<T: StructuralEq + ?Sized>(&self) -> bool {
        if T::CLOSED && self.config.declarations {
            return false;
        }
        match self.config.leaves {
            Leaves::Skipped if const { T::INFO.is_leaf() } => self.config.leaves_as_nodes,
            Leaves::Skipped => !T::LEAF_FIELDS || self.config.flat || !T::CLOSED && self.config.flat_variables,
            Leaves::Compared | Leaves::Written | Leaves::Shown => true,
        }
    }

    /// Whether all parts in this region are skipped.
    #[inline(always)]
    pub(super) fn passes(&self, at: Region) -> bool {
        self.config.declarations && !at.is_predeclared()
    }

    /// Lists a value at a step of the path.
    #[inline(always)]
    pub(super) fn hold<T: Field>(&mut self, mark: Mark, left: &'a T, right: &'a T, at: Region) -> bool {
        if !self.looks_at::<T>() {
            return true;
        }
        if const { T::LISTS_FIELDS } {
            return self.push_more(mark, Frame::new(left, right, Self::value, at));
        }
        self.mark = mark;
        self.held(left, right, at)
    }

    /// Lists a node, and prefetches it.
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
        self.push_node(self.mark, Pair::new::<P>(left, right), at)
    }

    /// Pushes a function at this step of the path. The function lists parts when it is taken.
    pub(super) fn call(&mut self, list: impl FnOnce(&mut Self) + 'a) -> bool {
        let task = self.push_large(LargeTask::Call(Box::new(list)));
        self.push_task(self.mark, task)
    }

    /// Lists a difference if one side lacks an element.
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
        Lister::new(Options::new(), ListerConfig::default())
    }
}

/// A pending part, and the path to it.
#[derive(Clone, Copy)]
pub(super) struct PendingPart<'a> {
    /// The length of the path to the node or container that lists it.
    pub(super) trail: u32,
    /// The last step of the path.
    pub(super) mark: Mark,
    pub(super) task: Task<'a>,
}

const _: () = assert!(size_of::<PendingPart<'_>>() <= 64, "there is one for each part that is pending");

/// The work when a pending part is taken. Only frequent tasks are variants of this enum, since each task takes as much
/// memory as the largest.
#[derive(Clone, Copy)]
pub(super) enum Task<'a> {
    /// Run the step, which lists more parts.
    More(Frame<'a, Lister<'a>>),
    Node(Pair<'a>, Region),
    LeaveArenas,
    Deferred,
    /// The task at this index of [`Lister::large`].
    Large(usize),
}

/// A task that is too large for [`Task`].
pub(super) enum LargeTask<'a> {
    /// Call the function, which lists more parts.
    Call(Box<dyn FnOnce(&mut Lister<'a>) + 'a>),
    Part(ListedPart<'a>),
}

/// A part of a node or container, on both sides, or an event between parts.
pub(crate) enum ListedPart<'a> {
    /// A node, or a leaf or container behind a pointer.
    Node(Pair<'a>, Region),
    /// A leaf or an opaque value, if leaves are [shown](Leaves::Shown).
    Leaf(String),
    Id(Ids<'a>, Region),
    /// A map or a set.
    Map(Box<dyn Maps<'a> + 'a>, Region),
    /// An unordered part, if [`ListerConfig::unordered`] is set.
    Unordered(Box<dyn Elements<'a> + 'a>, Region),
    /// A sequence, if [`ListerConfig::aligned`] is set.
    Sequence(Box<dyn Items<'a> + 'a>, Region),
    /// The arenas of a node on either side, which are in force until `LeaveArenas`.
    EnterArenas(Box<[Arenas<'a>; 2]>),
    LeaveArenas,
    /// The sides differ here.
    Differs(Box<Reason>),
    /// An obstacle to a fingerprint, if [`ListerConfig::obstacles`] is set.
    Obstructed(Obstacle),
    /// A node with a custom comparison follows.
    Custom,
    /// The work on top of the operation's own stack of deferred work is due.
    Deferred,
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
