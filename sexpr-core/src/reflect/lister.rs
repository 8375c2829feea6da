//! `Lister`: the one visitor that lists the parts of nodes of all types, as data.
//!
//! It pushes them directly onto its stack: what is listed first is taken first, and before what was there. A node is
//! listed when it is taken, so a value of any depth takes a bounded amount of native stack.
//!
//! Both sides of a comparison are listed in step: leaves, and all else that says at once whether it differs, are compared
//! where they are listed. One value is listed with itself, and its leaves are skipped or written down.

use alloc::{boxed::Box, string::ToString, vec::Vec};
use core::{fmt, hash::Hash, marker::PhantomData};

use crate::{
    describe::{
        arena::{Arena, Id},
        containers::{Map, MapOrder, OwningPointer, Sequence, SharedPointer},
        custom::{CustomStructural, VirtualFields},
        erased_arena::{Arenas, InColumns, all_nodes},
        info::TypeInfo,
        keys::{AsKeys, AsNames, KeyValue},
        leaf::{Leaf, Shown, as_one_run},
        names::{NameField, Namespace},
        options::Options,
        region::{Level, Region},
        structural::{Field, StructuralEq},
        virtual_part::VirtualPart,
        visitor::{OpaqueForms, Operation, Show, Visitor},
    },
    engine::{
        frame::{Frame, Row, RowStep, Step as TakeStep, prefetch, prefetch_with_counts},
        path::Step,
        place::{Behind, Content, Inline, Owned, Place, Pointee, Referred, Value},
        trail::{Mark, Trail},
    },
    reflect::{
        elements::Unordered,
        maps::Entries,
        node::Pair,
        part::{Ids, Other, Part, Task, What},
        report::{obstacle::Obstacle, reason::Reason},
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

/// Elements of a row that are listed at once.
const ELEMENTS: usize = 32;

pub(crate) struct Lister<'a> {
    /// What waits. What is next is last.
    waiting: Vec<Part<'a>>,
    /// What waits and is not in place.
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
    mark: Mark,
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
                Task::End(code, pair, at) => return Some(What::End(code, pair, at)),
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
                let first = self.begin();
                list(self);
                self.end(first);
                None
            }
        }
    }

    #[inline(never)]
    fn run(&mut self, frame: Frame<'a, Self>) {
        let first = self.begin();
        frame.run(self);
        self.end(first);
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

    /// Lists what is in two nodes.
    #[inline(always)]
    pub(crate) fn list(&mut self, pair: Pair<'a>, at: Region) {
        let first = self.begin();
        pair.list(at, self);
        self.end(first);
    }

    /// Begins with two values, which are nodes or hold some.
    pub(crate) fn begin_with<T: StructuralEq + ?Sized>(&mut self, left: &'a T, right: &'a T, at: Region) {
        self.begin();
        match T::pair(left, right) {
            Some(pair) if T::NODE => _ = self.push(What::Node(pair, at)),
            _ => self.list_value(left, right, at),
        }
    }

    /// Leaves something to be done that concerns no node.
    pub(crate) fn then(&mut self, code: u8) {
        self.then_at(Mark::Transparent, code);
    }

    /// The same, at a step of the path.
    pub(crate) fn then_at(&mut self, mark: Mark, code: u8) {
        self.push_at(mark, What::End(code, Pair::of(&(), &()), Region::NONE));
    }

    /// Leaves something to be done before what waits.
    #[inline(always)]
    pub(crate) fn push_back(&mut self, what: What<'a>) {
        self.push_at(Mark::Transparent, what);
    }

    /// Lists what is in two nodes, with what they have in other tables.
    #[cold]
    #[inline(never)]
    pub(crate) fn list_in_columns(&mut self, pair: Pair<'a>, columns: [Option<InColumns<'a>>; 2], at: Region) {
        let first = self.begin();
        pair.list(at, self);
        if columns.iter().any(Option::is_some) {
            // The arenas of the node are in force for these, too.
            let has_arenas = matches!(self.waiting[first..].last(), Some(Part { task: Task::LeaveArenas, .. }));
            let leave = if has_arenas { self.waiting.pop() } else { None };
            let [left, right] = columns.map(InColumns::fields);
            self.virtual_fields(&left, &right, at);
            self.waiting.extend(leave);
        }
        self.end(first);
    }

    /// Lists what is in a value that is no node.
    pub(crate) fn list_value<T: StructuralEq + ?Sized>(&mut self, left: &'a T, right: &'a T, at: Region) {
        let first = self.begin();
        self.content(left, right, at);
        self.end(first);
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
            What::End(code, pair, at) => Task::End(code, pair, at),
            What::LeaveArenas => Task::LeaveArenas,
            What::Own => Task::Own,
            what => self.put_apart(Other::Part(what)),
        };
        self.push_task(mark, task)
    }

    #[inline(always)]
    fn push_task(&mut self, mark: Mark, task: Task<'a>) -> bool {
        let mark = if self.wants.no_paths { Mark::Transparent } else { mark };
        self.waiting.push(Part { trail: self.trail.length() as u32, mark, task });
        true
    }

    #[inline(never)]
    fn put_apart(&mut self, other: Other<'a>) -> Task<'a> {
        self.others.push(Some(other));
        Task::Other(self.others.len() - 1)
    }

    /// Has parts listed by a step when their turn comes.
    #[inline(always)]
    pub(crate) fn push_more(&mut self, mark: Mark, step: Frame<'a, Self>) -> bool {
        self.push_task(mark, Task::More(step))
    }

    /// Leaves something to be done after all that is listed of the node.
    #[inline(always)]
    pub(crate) fn leave(&mut self, code: u8, pair: Pair<'a>, at: Region) {
        self.push_task(Mark::Transparent, Task::End(code, pair, at));
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
        if !self.wants.no_paths {
            self.mark = mark;
        }
        if const { T::INFO.is_leaf() } && self.wants.leaves == Leaves::Skipped {
            return self.push(What::Node(Pair::new::<Inline<T>>(left, right), at));
        }
        self.trail.content_of(T::INFO);
        T::held(left, right, at, self)
    }

    #[inline(always)]
    fn meet<P: Place + 'a>(&mut self, left: &'a P::Holder, right: &'a P::Holder, at: Region) -> bool {
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

    /// Has the rest of what is at this step of the path listed when its turn comes.
    fn call(&mut self, list: impl FnOnce(&mut Self) + 'a) -> bool {
        let task = self.put_apart(Other::Call(Box::new(list)));
        self.push_task(self.mark, task)
    }

    pub(super) fn missing_element(&mut self, lhs: usize, rhs: usize) -> bool {
        if lhs == rhs {
            return true;
        }
        let [one, other] = missing_element(lhs, rhs);
        let mark = self.trail.name(one, other);
        self.differs_at(mark, Reason::Lengths { lhs, rhs })
    }

    #[inline(always)]
    fn write_length(&mut self, length: usize) {
        if self.writes() {
            self.text.number(length);
        }
    }
}

/// The steps to the first element that one side lacks.
pub(super) fn missing_element(lhs: usize, rhs: usize) -> [Step; 2] {
    if lhs < rhs { [Step::MissingIndex(lhs), Step::Index(lhs)] } else { [Step::Index(rhs), Step::MissingIndex(rhs)] }
}

impl Default for Lister<'_> {
    fn default() -> Self {
        Lister::new(Options::new(), Wants::default())
    }
}

impl Operation for Lister<'_> {
    #[inline(always)]
    fn options(&self) -> Options {
        self.options
    }
    #[inline(always)]
    fn depth(&self) -> Level {
        self.depth
    }
}

impl<'a> Visitor<'a> for Lister<'a> {
    const MEETS_INLINE: bool = true;

    #[inline(always)]
    fn content_of(&mut self, info: &'static TypeInfo) {
        self.trail.content_of(info);
    }

    #[inline(always)]
    fn variant(&mut self, index: u32) {
        self.trail.variant(index);
        if self.writes() {
            self.text.number(index as usize);
        }
    }

    #[cold]
    fn variants_differ(&mut self, left: u32, right: u32) -> bool {
        let info = self.trail.listed();
        let name = |index| info.variant(index).map_or(info.name(), |variant| variant.name());
        self.differs(Reason::Variants { lhs: name(left), rhs: name(right) })
    }

    #[inline(always)]
    fn part<T: Field>(&mut self, position: u32, left: &'a T, right: &'a T, at: Region) -> bool {
        if !self.looks_at::<T>() || self.passes(at) {
            return true;
        }
        if self.wants.no_paths {
            return self.hold(Mark::Transparent, left, right, at);
        }
        let listing = self.trail.listing();
        let goes_on = self.hold(self.trail.field(position), left, right, at);
        self.trail.list(listing);
        goes_on
    }

    fn opaque<T: Eq + Hash>(&mut self, position: u32, left: &'a T, right: &'a T, forms: OpaqueForms<T>) -> bool {
        let mark = self.trail.field(position);
        match self.wants.leaves {
            Leaves::Skipped => {}
            Leaves::Compared => {
                if left != right {
                    let [lhs, rhs] = [left, right].map(|value| Opaque(value, forms.show).to_string());
                    if !self.differs_at(mark, Reason::Leaves { lhs, rhs }) {
                        return false;
                    }
                }
                if forms.stable.is_none() {
                    self.obstructed_at(mark, Obstacle::Opaque);
                }
            }
            Leaves::Shown => _ = self.push_at(mark, What::Leaf(Opaque(left, forms.show).to_string())),
            Leaves::Written => match forms.stable {
                Some(stable) => {
                    as_one_run(&mut self.text, |run| stable(left, run));
                    self.text.end_leaf();
                }
                None => self.is_indescribable = true,
            },
        }
        true
    }

    fn names<T: NameField, N: Namespace>(&mut self, position: u32, left: &'a T, right: &'a T, at: Region) -> bool {
        if self.passes(at) {
            return true;
        }
        let mark = self.trail.field(position);
        if const { !T::INFO.is_leaf() } {
            return self.push_more(mark, Frame::new::<Names<T, N>>(left, right, at));
        }
        self.mark = mark;
        T::names::<N, Self>(left, right, at, self)
    }

    fn name<T: KeyValue, N: Namespace>(&mut self, left: &'a T, right: &'a T, at: Region) -> bool {
        self.push(What::Node(Pair::of_names::<T, N>(left, right), at))
    }

    fn names_in_order<S, N>(&mut self, left: &'a S, right: &'a S, at: Region) -> bool
    where
        S: Sequence<Item: NameField> + ?Sized,
        N: Namespace,
    {
        self.write_length(left.length());
        for (index, (l, r)) in left.items().zip(right.items()).enumerate() {
            self.push_more(Mark::Index(index), Frame::new::<Names<S::Item, N>>(l, r, at));
        }
        self.missing_element(left.length(), right.length())
    }

    fn names_in_set<M, N>(&mut self, left: &'a M, right: &'a M, at: Region) -> bool
    where
        M: Map<Key: KeyValue>,
        N: Namespace,
    {
        let names = Entries::<_, AsNames<N>>::new(left, right, MapOrder::ByKey);
        self.push(What::Map(Box::new(names), at))
    }

    fn process_local(&mut self) {
        self.is_process_local = true;
        self.obstructed_at(self.mark, Obstacle::ProcessLocal);
    }

    fn ordered<M: Map + StructuralEq>(&mut self, position: u32, left: &'a M, right: &'a M, at: Region) -> bool {
        self.mark = self.trail.field(position);
        self.map(left, right, at, MapOrder::Container)
    }

    fn unordered<S: Sequence + Field>(&mut self, position: u32, left: &'a S, right: &'a S, at: Region) -> bool {
        if !self.wants.unordered {
            self.is_irregular = true;
            return self.part(position, left, right, at);
        }
        let elements = Unordered::of_sequences(left, right);
        self.push_at(self.trail.field(position), What::Unordered(Box::new(elements), at))
    }

    fn operands<T: Field>(&mut self, positions: &[u32], left: &[&'a T], right: &[&'a T], at: Region) -> bool {
        if !self.wants.unordered {
            self.is_irregular = true;
            return self.fields_in_order(positions, left, right, at);
        }
        let elements = Unordered::of_fields(positions, [left, right], &self.trail);
        self.push_at(Mark::Transparent, What::Unordered(Box::new(elements), at))
    }

    fn commuting(&mut self, commutes: bool) {
        if self.writes() {
            self.text.number(commutes.into());
        }
    }

    fn commuting_differs(&mut self, lhs: bool, rhs: bool) -> bool {
        self.differs_at(Mark::Transparent, Reason::Commuting { lhs, rhs })
    }

    #[inline(always)]
    fn leaf<L: Leaf + ?Sized>(&mut self, left: &'a L, right: &'a L) -> bool {
        match self.wants.leaves {
            Leaves::Skipped => true,
            Leaves::Compared => {
                if L::PROCESS_LOCAL {
                    self.obstructed_at(self.mark, Obstacle::ProcessLocal);
                }
                left.same(right) || self.leaves_differ(left, right)
            }
            Leaves::Shown => self.push(What::Leaf(Shown(left).to_string())),
            Leaves::Written => {
                self.is_process_local |= L::PROCESS_LOCAL;
                left.encode(&mut self.text);
                self.text.end_leaf();
                true
            }
        }
    }

    #[inline(always)]
    fn owning<P: OwningPointer>(&mut self, left: &'a P, right: &'a P, at: Region) -> bool {
        self.meet::<Owned<P>>(left, right, at)
    }

    #[inline(always)]
    fn shared<P: SharedPointer>(&mut self, left: &'a P, right: &'a P, at: Region) -> bool {
        self.meet::<Pointee<P>>(left, right, at)
    }

    fn id<I: Id>(&mut self, left: &'a I, right: &'a I, at: Region) -> bool {
        self.push(What::Id(Ids { left, right }, at))
    }

    fn arena<A: Arena<I>, I: Id>(&mut self, position: u32, left: &'a A, right: &'a A, at: Region) -> bool {
        self.passes(at) || self.push_more(self.trail.field(position), Frame::new::<WholeArena<A, I>>(left, right, at))
    }

    fn referred<T: StructuralEq>(&mut self, left: &'a T, right: &'a T, at: Region) -> bool {
        self.meet::<Referred<T>>(left, right, at)
    }

    #[inline(always)]
    fn sequence<S: Sequence + ?Sized>(&mut self, left: &'a S, right: &'a S, at: Region) -> bool {
        if !self.looks_at::<S::Item>() {
            return true;
        }
        if self.wants.sequences {
            self.write_length(left.length());
            return self.push(What::Sequence(Box::new(Unordered::of_items(left, right)), at));
        }
        self.elements(left, right, at)
    }

    fn map<M: Map>(&mut self, left: &'a M, right: &'a M, at: Region, order: MapOrder) -> bool {
        if !self.looks_at::<M::Key>() && !self.looks_at::<M::Value>() {
            return true;
        }
        self.push(What::Map(Box::new(Entries::<_, AsKeys>::new(left, right, order)), at))
    }

    #[inline(always)]
    fn node<T: Field>(&mut self, left: &'a T, right: &'a T, at: Region) -> bool {
        self.meet::<Inline<T>>(left, right, at)
    }

    #[inline(always)]
    fn inline<T: StructuralEq + ?Sized>(&mut self, left: &'a T, right: &'a T, at: Region) -> bool {
        match T::pair(left, right) {
            Some(pair) if T::NODE && self.looks_at::<T>() => self.push(What::Node(pair, at)),
            Some(_) if T::NODE => true,
            _ => T::content(left, right, at, self),
        }
    }

    fn open(&mut self, left: VirtualPart<'a>, right: VirtualPart<'a>, at: Region) -> bool {
        match left.pair(&right) {
            Some(pair) => pair.lists.at(at).run(self),
            None => self.differs(Reason::Types { lhs: left.info(), rhs: right.info() }),
        }
    }

    fn listed<T: ?Sized>(
        &mut self,
        left: &'a T,
        right: &'a T,
        list: fn(&'a T, &mut VirtualFields<'a>),
        at: Region,
    ) -> bool {
        let fields = VirtualFields::of(left, list);
        match core::ptr::eq(left, right) {
            true => self.virtual_fields(&fields, &fields, at),
            false => self.virtual_fields(&fields, &VirtualFields::of(right, list), at),
        }
    }

    fn custom<T: CustomStructural>(&mut self, left: &'a T, right: &'a T, at: Region) -> bool {
        self.is_irregular = true;
        match self.compares() {
            true => self.compare_custom(left, right, at),
            false => self.custom_parts(left, at),
        }
    }
}

impl<'a> Lister<'a> {
    #[cold]
    #[inline(never)]
    fn leaves_differ<L: Leaf + ?Sized>(&mut self, left: &L, right: &L) -> bool {
        self.differs(Reason::Leaves { lhs: Shown(left).to_string(), rhs: Shown(right).to_string() })
    }

    #[inline(never)]
    fn elements<S: Sequence + ?Sized>(&mut self, left: &'a S, right: &'a S, at: Region) -> bool {
        let (lhs, rhs) = (left.length(), right.length());
        self.write_length(lhs);
        if lhs == rhs
            && let (Some(left), Some(right)) = (left.as_slice(), right.as_slice())
        {
            return self.row_at(self.mark, left, right, at);
        }
        if !self.compares() {
            return self.call(move |lister| {
                for (index, item) in left.items().enumerate() {
                    lister.hold(Mark::Index(index), item, item, at);
                }
            });
        }
        self.call(move |lister| {
            for (index, (l, r)) in left.items().zip(right.items()).enumerate() {
                if !lister.hold(Mark::Index(index), l, r, at) {
                    return;
                }
            }
            lister.missing_element(lhs, rhs);
        })
    }

    fn row_at<T: Field>(&mut self, mark: Mark, left: &'a [T], right: &'a [T], at: Region) -> bool {
        let mut done = 0;
        while let Some((row, count)) = Row::first_of(&left[done..], &right[done..], at) {
            let mark = if done == 0 { mark } else { Mark::Row(done) };
            self.push_more(mark, Frame::row::<Elements<T>>(row));
            done += count;
        }
        true
    }
}

/// The step on elements that lie side by side.
struct Elements<T>(PhantomData<T>);

impl<'a, T: Field + 'a> RowStep<'a, Lister<'a>> for Elements<T> {
    type Place = T;

    fn run(lister: &mut Lister<'a>, row: Row<'a, T>) -> bool {
        let (left, right, at) = row.slices();
        let first = lister.trail.take_first_index();
        let count = left.len().min(ELEMENTS);
        for (index, (l, r)) in left.iter().zip(right).take(count).enumerate() {
            if let Some(address) = left.get(index + 1).and_then(T::elsewhere) {
                prefetch(address);
            }
            if !lister.hold(Mark::Index(first + index), l, r, at) {
                return false;
            }
        }
        match Row::first_of(&left[count..], &right[count..], at) {
            Some((rest, _)) => lister.push_more(Mark::Row(first + count), Frame::row::<Self>(rest)),
            None => true,
        }
    }
}

impl<'a, T: Field + 'a> TakeStep<'a, Lister<'a>> for Value<T> {
    type Place = T;

    fn run(lister: &mut Lister<'a>, left: &'a T, right: &'a T, at: Region) -> bool {
        lister.trail.content_of(T::INFO);
        match const { T::LISTS_FIELDS } {
            true => T::held(left, right, at, lister),
            false => lister.hold(Mark::Transparent, left, right, at),
        }
    }
}

/// The step on the content of a node whose type was not known.
impl<'a, T: StructuralEq + 'a> TakeStep<'a, Lister<'a>> for Content<T> {
    type Place = T;

    fn run(lister: &mut Lister<'a>, left: &'a T, right: &'a T, at: Region) -> bool {
        lister.content(left, right, at)
    }
}

/// The step on what holds names.
struct Names<T, N>(PhantomData<(T, N)>);

impl<'a, T: NameField + 'a, N: Namespace> TakeStep<'a, Lister<'a>> for Names<T, N> {
    type Place = T;

    fn run(lister: &mut Lister<'a>, left: &'a T, right: &'a T, at: Region) -> bool {
        lister.trail.content_of(T::INFO);
        T::names::<N, _>(left, right, at, lister)
    }
}

/// The step on an arena, all of whose nodes count.
struct WholeArena<A, I>(PhantomData<(A, I)>);

impl<'a, A: Arena<I>, I: Id> TakeStep<'a, Lister<'a>> for WholeArena<A, I> {
    type Place = A;

    fn run(lister: &mut Lister<'a>, left: &'a A, right: &'a A, at: Region) -> bool {
        let mut length = 0;
        for (index, (left, right)) in all_nodes::<A, I>(left).zip(all_nodes::<A, I>(right)).enumerate() {
            let pair = Pair::new::<Behind<I::Node>>(left, right);
            lister.push_at(Mark::Index(index), What::Node(pair, at));
            length += 1;
        }
        lister.write_length(length);
        !lister.compares() || lister.missing_element(all_nodes::<A, I>(left).count(), all_nodes::<A, I>(right).count())
    }
}

/// An opaque value, and how it is shown.
struct Opaque<'t, T>(&'t T, Option<Show<T>>);

impl<T> fmt::Display for Opaque<'_, T> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self.1 {
            Some(show) => show(self.0, f),
            None => f.write_str("_"),
        }
    }
}
