//! A search for nodes: one value, each node in it once, and nothing known of it but itself.
//!
//! What can be reached does not depend on what binds what, so neither regions nor bindings are kept, and no path. What
//! can hold nothing that is wanted is skipped.
//!
//! A search also suspends when it has found some nodes, which an iterator then hands out. What it has left to do waits
//! on its stack until more nodes are asked for.

mod ids;

use core::{hash::Hash, marker::PhantomData};

use crate::{
    describe::{
        arena::{Arena, Id},
        containers::{Addressable, Map, MapOrder, OwningPointer, Sequence, SharedPointer, Sharing},
        custom::{CustomStructural, HashParts, HashValue, VirtualField, VirtualFields, VirtualValue},
        erased_arena::InColumns,
        identity::{Identity, Keys},
        keys::KeyValue,
        leaf::Leaf,
        names::{NameField, Namespace},
        options::Options,
        region::{Level, Region},
        structural::{Field, StructuralEq},
        visitor::{OpaqueForms, Operation, Visitor},
    },
    engine::{
        frame::{Frame, Places, Row, RowStep, Step, VirtualPart, prefetch},
        nothing::is_light,
        place::{Content, Owned, Place, Pointee, Referred, Value},
        recursion::Recursion,
    },
    rules::{
        environments::{Environments, Slots},
        pairs::Pairs,
    },
};

/// A search that is under way: finds the values of a type that can be reached from a root, in order.
pub(crate) struct NodeSearch<'a> {
    recursion: Recursion<Frame<'a, Self>>,
    met: MetNodes,
    environments: Environments<1>,
    /// The arenas that were met.
    slots: Slots<'a>,
    /// Whether what is met next is what an id led to.
    is_behind_id: bool,
    /// Its row, if it has one.
    columns: Option<InColumns<'a>>,
    /// Whether ids are searched for: then nodes of one key are not one, since their fields may differ.
    seeks_ids: bool,
    /// Whether an id was met, or a node with an arena.
    has_met_ids: bool,
    /// Whether leaves are wanted.
    leaves: bool,
    /// Whether leaves are wanted, or nodes that have nothing but leaves inside.
    flat: bool,
    /// What was found since the last pause.
    found: Places<'a>,
    /// How much makes the next pause.
    enough: usize,
}

/// How many values a search finds at most before it pauses, for these to be handed out: one at first, so that nothing
/// is looked at in vain, and then so many times as many each time. A pause takes time for each level of what it is in.
const ENOUGH: usize = 512;
const MORE: usize = 8;

/// The nodes that were met, of those that may be met again.
#[derive(Default)]
struct MetNodes {
    keys: Keys,
    nodes: Pairs<1, ()>,
}

impl<'a> NodeSearch<'a> {
    /// A search below a root, which may be found itself, for values of type `N`, each of them once.
    pub(crate) fn new<N: StructuralEq + 'static, T: StructuralEq + ?Sized>(root: &'a T, _: Addressable<T>) -> Self {
        let leaves = N::INFO.is_leaf();
        NodeSearch::begin(root, leaves, leaves || N::LEAF_FIELDS, Places::of::<N>())
    }

    fn begin<T: StructuralEq + ?Sized>(root: &'a T, leaves: bool, flat: bool, found: Places<'a>) -> Self {
        let mut search = NodeSearch {
            recursion: Recursion::new(),
            met: MetNodes::default(),
            environments: Environments::default(),
            slots: Slots::default(),
            is_behind_id: false,
            columns: None,
            seeks_ids: false,
            has_met_ids: false,
            leaves,
            flat,
            found,
            enough: 1,
        };
        // All that it is made of is put off: it is looked for when it is asked for.
        search.recursion.suspend();
        search.find(root);
        search.list(root);
        search
    }

    /// Goes on until some more values are found, or there are no more, and gives these in the place of others.
    pub(crate) fn go_on(&mut self, found: &mut Places<'a>) {
        self.recursion.begin_again();
        while self.found.length() < self.enough && !(self.seeks_ids && self.has_met_ids) {
            let Some(frame) = self.recursion.next() else { break };
            frame.run(self);
            if self.recursion.is_suspended() {
                self.recursion.resume();
            }
        }
        self.enough = (MORE * self.enough).min(ENOUGH);
        found.clear();
        core::mem::swap(found, &mut self.found);
    }

    /// Has many values found from now on before the search pauses: all will be asked for.
    pub(crate) fn find_many(&mut self) {
        self.enough = ENOUGH;
    }

    /// Whether something wanted may be in values of a type, themselves included.
    #[inline(always)]
    fn looks_at<T: StructuralEq + ?Sized>(&self) -> bool {
        if const { T::INFO.is_leaf() } { self.leaves } else { !T::LEAF_FIELDS || self.flat }
    }

    /// Notes a value if it is of the wanted type. When there are enough, the search is suspended.
    #[inline(always)]
    fn find<T: StructuralEq + ?Sized>(&mut self, value: &'a T) {
        if let Some(value) = T::as_any(value)
            && self.found.add(value)
            && self.found.length() >= self.enough
        {
            self.recursion.suspend();
        }
    }

    /// Lists what a value is made of.
    #[inline(always)]
    fn list<T: StructuralEq + ?Sized>(&mut self, value: &'a T) -> bool {
        !T::kind(value).has_content() || self.content(value, Region::NONE)
    }

    /// Lists what a node is made of whose kind has content.
    #[inline(always)]
    fn content<T: StructuralEq + ?Sized>(&mut self, node: &'a T, at: Region) -> bool {
        if const { T::HAS_ARENAS } {
            return self.within_arenas(node, at);
        }
        T::content(node, node, at, self)
    }

    /// Goes on to what a pointer points to.
    #[inline(always)]
    fn follow<P: Place<'a>>(&mut self, holder: &'a P::Holder, at: Region) -> bool {
        if !self.looks_at::<P::Node>() {
            return true;
        }
        if self.recursion.may_have_to_wait() {
            return self.meet_or_wait::<P>(holder, at);
        }
        self.meet::<P>(holder, at)
    }

    /// Puts a step off. Its frame is made here, so that what calls this needs no place for it on the native stack.
    #[cold]
    #[inline(never)]
    fn put_off<S: Step<'a, Self>>(&mut self, place: &'a S::Place, at: Region) -> bool {
        self.recursion.put_off(Frame::new::<S>(place, place, at));
        true
    }

    #[cold]
    #[inline(never)]
    fn meet_or_wait<P: Place<'a>>(&mut self, holder: &'a P::Holder, at: Region) -> bool {
        if self.recursion.has_to_wait() {
            return self.put_off::<Meet<P>>(holder, at);
        }
        self.meet::<P>(holder, at)
    }

    /// Meets what stands somewhere.
    #[inline(always)]
    fn meet<P: Place<'a>>(&mut self, holder: &'a P::Holder, at: Region) -> bool {
        let node = P::node(holder);
        if P::sharing(holder) == Sharing::Unique && P::Node::kind(node).is_tree() {
            self.find(node);
            if !self.flat {
                // There is nothing wanted in these. To tell them from each other would take as long as all the rest.
                if is_light(node) {
                    return true;
                }
            } else if let Some(goes_on) = P::Node::light(node, node, at, self) {
                return goes_on;
            }
            return self.enter::<P>(holder, at);
        }
        self.meet_again::<P>(holder, at)
    }

    /// Meets what may be met again.
    #[inline(never)]
    fn meet_again<P: Place<'a>>(&mut self, holder: &'a P::Holder, at: Region) -> bool {
        let node = P::node(holder);
        if self.note(node) {
            return true;
        }
        self.find(node);
        self.enter::<P>(holder, at)
    }

    /// Notes that a node is met, and says whether it was before.
    #[inline(always)]
    fn note<T: StructuralEq + ?Sized>(&mut self, node: &'a T) -> bool {
        let identity = if self.seeks_ids { Identity::address(node) } else { self.met.keys.identify(node) };
        if self.environments.is_used() {
            return self.note_in_environment(identity, T::kind(node));
        }
        self.met.nodes.note(identity)
    }

    /// Searches what is in a node, or puts that off.
    #[inline(never)]
    fn enter<P: Place<'a>>(&mut self, holder: &'a P::Holder, at: Region) -> bool {
        if self.recursion.is_suspended() {
            return self.put_off::<Enter<P>>(holder, at);
        }
        let node = P::node(holder);
        !P::Node::kind(node).has_content() || self.content(node, at)
    }

    /// Searches values that lie side by side, or puts that off.
    #[inline(always)]
    fn values<T: Field>(&mut self, values: &'a [T], at: Region) -> bool {
        if self.recursion.has_to_wait() {
            return self.put_off_values(values, at);
        }
        for (index, value) in values.iter().enumerate() {
            if let Some(address) = values.get(index + 1).and_then(T::elsewhere) {
                prefetch(address);
            }
            T::held(value, value, at, self);
            if self.recursion.is_suspended() {
                return self.put_off_values(&values[index + 1..], at);
            }
        }
        true
    }

    #[cold]
    #[inline(never)]
    fn put_off_values<T: Field>(&mut self, values: &'a [T], at: Region) -> bool {
        self.recursion.put_off_row::<Value<T>>(values, values, at);
        true
    }

    /// Takes a step, or puts it off.
    fn run_or_put_off(&mut self, frame: Frame<'a, Self>) -> bool {
        if self.recursion.has_to_wait() {
            self.recursion.put_off(frame);
            return true;
        }
        frame.run(self)
    }
}

/// Whether a value holds ids, or a node that has an arena.
pub(crate) fn holds_ids<T: StructuralEq + ?Sized>(root: &T) -> bool {
    /// No node is of this type.
    struct Nothing;

    let mut found = Places::of::<Nothing>();
    // A node that has an arena is looked for where all that is compared is leaves, too.
    let mut search = NodeSearch::begin(root, false, true, Places::of::<Nothing>());
    search.seeks_ids = true;
    search.go_on(&mut found);
    search.has_met_ids
}

impl Operation for NodeSearch<'_> {
    #[inline(always)]
    fn options(&self) -> Options {
        Options::new()
    }
    #[inline(always)]
    fn depth(&self) -> Level {
        0
    }
}

impl<'a> Visitor<'a> for NodeSearch<'a> {
    const MEETS_INLINE: bool = true;
    #[inline(always)]
    fn ahead<T: Field>(&mut self, value: &'a T, _: &'a T) {
        if let Some(address) = T::elsewhere(value) {
            prefetch(address);
        }
    }

    #[inline(always)]
    fn variant(&mut self, _: u32) {}

    fn variants_differ(&mut self, _: u32, _: u32) -> bool {
        true
    }

    #[inline(always)]
    fn part<T: Field>(&mut self, _: u32, value: &'a T, _: &'a T, at: Region) -> bool {
        match self.looks_at::<T>() {
            false => true,
            // It is put off where it has to wait.
            true if T::POINTER => T::held(value, value, at, self),
            true => self.value(value, at),
        }
    }

    fn opaque<T: Eq + Hash>(&mut self, _: u32, _: &'a T, _: &'a T, _: OpaqueForms<T>) -> bool {
        true
    }

    fn ordered<M: Map + StructuralEq>(&mut self, _: u32, map: &'a M, _: &'a M, at: Region) -> bool {
        self.map(map, map, at, MapOrder::Container)
    }

    fn names<T: NameField, N: Namespace>(&mut self, _: u32, value: &'a T, _: &'a T, at: Region) -> bool {
        T::names::<N, Self>(value, value, at, self)
    }

    fn name<T: KeyValue, N: Namespace>(&mut self, name: &'a T, _: &'a T, at: Region) -> bool {
        // Names that are written as another type may be the same variable, and do not count.
        let Some(written) = T::as_any(name).filter(|written| self.found.are_of_type_of(*written)) else { return true };
        if self.recursion.is_suspended() {
            return self.put_off::<SearchName<T, N>>(name, at);
        }
        let identity = self.met.keys.identify_name::<T, N>(name);
        if !self.met.nodes.note(identity) && self.found.add(written) && self.found.length() >= self.enough {
            self.recursion.suspend();
        }
        true
    }

    fn names_in_order<S, N>(&mut self, names: &'a S, _: &'a S, at: Region) -> bool
    where
        S: Sequence<Item: NameField> + ?Sized,
        N: Namespace,
    {
        names.items().all(|name| S::Item::names::<N, Self>(name, name, at, self))
    }

    fn names_in_set<M, N>(&mut self, names: &'a M, _: &'a M, at: Region) -> bool
    where
        M: Map<Key: KeyValue>,
        N: Namespace,
    {
        names.entries().all(|(name, _)| self.name::<M::Key, N>(name, name, at))
    }

    #[inline(always)]
    fn leaf<L: Leaf + ?Sized>(&mut self, _: &'a L, _: &'a L) -> bool {
        true
    }

    #[inline(always)]
    fn owning<P: OwningPointer>(&mut self, pointer: &'a P, _: &'a P, at: Region) -> bool {
        self.follow::<Owned<P>>(pointer, at)
    }

    #[inline(always)]
    fn shared<P: SharedPointer>(&mut self, pointer: &'a P, _: &'a P, at: Region) -> bool {
        self.follow::<Pointee<P>>(pointer, at)
    }

    fn id<I: Id>(&mut self, id: &'a I, _: &'a I, at: Region) -> bool {
        self.follow_id(id, at)
    }

    fn arena<A: Arena<I>, I: Id>(&mut self, _: u32, arena: &'a A, _: &'a A, at: Region) -> bool {
        self.whole_arena::<A, I>(arena, at)
    }

    #[inline(always)]
    fn referred<T: StructuralEq>(&mut self, node: &'a T, _: &'a T, at: Region) -> bool {
        self.follow::<Referred<T>>(node, at)
    }

    #[inline(always)]
    fn sequence<S: Sequence + ?Sized>(&mut self, sequence: &'a S, _: &'a S, at: Region) -> bool {
        if !self.looks_at::<S::Item>() {
            return true;
        }
        if let Some(values) = sequence.as_slice() {
            return self.values(values, at);
        }
        _ = self.recursion.has_to_wait();
        sequence.items().all(|item| self.value(item, at))
    }

    #[inline(always)]
    fn row<T: Field>(&mut self, values: &'a [T], _: &'a [T], at: Region) -> bool {
        self.values(values, at)
    }

    fn map<M: Map>(&mut self, map: &'a M, _: &'a M, at: Region, _: MapOrder) -> bool {
        let (looks_at_keys, looks_at_values) = (self.looks_at::<M::Key>(), self.looks_at::<M::Value>());
        if !looks_at_keys && !looks_at_values {
            return true;
        }
        _ = self.recursion.has_to_wait();
        map.entries()
            .all(|(key, value)| (!looks_at_keys || self.value(key, at)) && (!looks_at_values || self.value(value, at)))
    }

    #[inline(always)]
    fn node<T: Field>(&mut self, node: &'a T, _: &'a T, at: Region) -> bool {
        self.inline(node, node, at)
    }

    #[inline(always)]
    fn inline<T: StructuralEq + ?Sized>(&mut self, value: &'a T, _: &'a T, at: Region) -> bool {
        if !self.looks_at::<T>() {
            return true;
        }
        if !T::kind(value).is_tree() && self.note(value) {
            return true;
        }
        self.find(value);
        !T::kind(value).has_content() || self.content(value, at)
    }

    fn open(&mut self, node: VirtualPart<'a>, _: VirtualPart<'a>, at: Region) -> bool {
        self.run_or_put_off(node.single().nodes.at(at))
    }

    fn listed<T: ?Sized>(
        &mut self,
        node: &'a T,
        _: &'a T,
        list: fn(&'a T, &mut VirtualFields<'a>),
        at: Region,
    ) -> bool {
        self.virtual_fields(&VirtualFields::of(node, list), at)
    }

    fn custom<T: CustomStructural>(&mut self, node: &'a T, _: &'a T, at: Region) -> bool {
        let mut parts = HashParts::default();
        node.s_hash(&mut parts);
        parts.parts.iter().all(|(_, part)| match part {
            HashValue::Part(part) => self.run_or_put_off(part.nodes.at(at)),
            _ => true,
        })
    }
}

impl<'a> NodeSearch<'a> {
    /// Searches what a function listed.
    fn virtual_fields(&mut self, fields: &[VirtualField<'a>], at: Region) -> bool {
        fields.iter().all(|field| match &field.value {
            VirtualValue::Part(part) => self.run_or_put_off(part.single().nodes.at(at)),
            VirtualValue::Slice(slice) => slice.elements().all(|part| self.run_or_put_off(part.single().nodes.at(at))),
            VirtualValue::Leaf(_) => true,
        })
    }

    /// Searches a value, or puts that off.
    #[inline(always)]
    fn value<T: Field>(&mut self, value: &'a T, at: Region) -> bool {
        if self.recursion.is_suspended() {
            return self.put_off_values(core::slice::from_ref(value), at);
        }
        T::held(value, value, at, self)
    }
}

/// The step on what is behind a pointer.
struct Meet<P>(PhantomData<P>);

impl<'a, P: Place<'a>> Step<'a, NodeSearch<'a>> for Meet<P> {
    type Place = P::Holder;

    fn run(search: &mut NodeSearch<'a>, holder: &'a P::Holder, _: &'a P::Holder, at: Region) -> bool {
        search.meet::<P>(holder, at)
    }
}

/// The step on what is in a node that was met.
struct Enter<P>(PhantomData<P>);

impl<'a, P: Place<'a>> Step<'a, NodeSearch<'a>> for Enter<P> {
    type Place = P::Holder;

    fn run(search: &mut NodeSearch<'a>, holder: &'a P::Holder, _: &'a P::Holder, at: Region) -> bool {
        search.enter::<P>(holder, at)
    }
}

/// The step on values held inline.
impl<'a, T: Field + 'a> RowStep<'a, NodeSearch<'a>> for Value<T> {
    type Place = T;

    fn run(search: &mut NodeSearch<'a>, row: Row<'a, T>) -> bool {
        let (values, _, at) = row.slices();
        search.values(values, at)
    }
}

/// The step on the content of a node whose type was not known.
impl<'a, T: StructuralEq + 'a> Step<'a, NodeSearch<'a>> for Content<T> {
    type Place = T;

    fn run(search: &mut NodeSearch<'a>, node: &'a T, _: &'a T, at: Region) -> bool {
        search.content(node, at)
    }
}

/// The step on a name.
struct SearchName<T, N>(PhantomData<(T, N)>);

impl<'a, T: KeyValue + 'a, N: Namespace> Step<'a, NodeSearch<'a>> for SearchName<T, N> {
    type Place = T;

    fn run(search: &mut NodeSearch<'a>, name: &'a T, _: &'a T, at: Region) -> bool {
        search.name::<T, N>(name, name, at)
    }
}
