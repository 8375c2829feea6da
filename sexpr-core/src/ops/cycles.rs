//! A search for cycles: one value, and which of the nodes that can be reached from it lie on cycles.
//!
//! One pass finds the strongly connected components (Tarjan, "Depth-first search and linear graph algorithms", 1972). A
//! node lies on a cycle if its component has others, or if it leads to itself. What is held inline, or owned by a pointer,
//! belongs to the node around it.

use core::{hash::Hash, marker::PhantomData};

use alloc::vec::Vec;

use crate::{
    describe::{
        arena::{Arena, Id},
        containers::{Map, MapOrder, OwningPointer, Sequence, SharedPointer},
        custom::{CustomStructural, HashParts, HashValue, VirtualField, VirtualFields, VirtualValue},
        erased_arena::{InColumns, all_nodes},
        identity::Identity,
        keys::KeyValue,
        leaf::Leaf,
        names::{NameField, Namespace},
        options::Options,
        region::{Level, Region},
        structural::{Field, StructuralEq},
        visitor::{OpaqueForms, Operation, Visitor},
    },
    engine::{
        frame::{Frame, Row, RowStep, Step, VirtualPart},
        place::{Behind, Content, Inline, Owned, Place, Pointee, Referred, Value},
        recursion::Recursion,
    },
    rules::environments::{Environments, Found, Met, Numbers, Slots},
    tables::index::Table,
};

/// A search that is under way.
pub(crate) struct CycleSearch<'a> {
    recursion: Recursion<Frame<'a, Self>>,
    options: Options,
    environments: Environments<1>,
    slots: Slots<'a>,
    found: FoundCycles,
    /// The nodes whose components are not complete.
    incomplete: Vec<usize>,
    /// The nodes around, those inside others last.
    around: Vec<usize>,
}

/// What was found of cycles. A later search goes on from there, and looks at no node again.
#[derive(Default)]
pub(crate) struct FoundCycles {
    /// The nodes that were met, numbered as they were.
    numbers: Table<Identity, usize>,
    nodes: Vec<Node>,
    /// The nodes that lie on cycles, by where they are.
    pub(crate) on_cycle: Table<Identity, ()>,
}

/// A node that was met.
struct Node {
    identity: Identity,
    /// The least number of a node that it leads to, of those whose components are not complete; the least of its component,
    /// once that is.
    lowest: usize,
    leads_to_itself: bool,
    is_complete: bool,
}

impl FoundCycles {
    /// Whether a node was met, by where it is.
    pub(crate) fn has_met(&self, node: Identity) -> bool {
        self.numbers.contains_key(&node)
    }
}

impl<'a> CycleSearch<'a> {
    /// The nodes that lie on cycles, by where they are.
    pub(crate) fn run<T: StructuralEq + ?Sized>(
        root: &'a &T,
        options: Options,
        numbers: &mut Numbers,
        slots: &mut Slots<'a>,
    ) -> Table<Identity, ()> {
        let mut environments = Environments::with_numbers(core::mem::take(numbers));
        let mut found = FoundCycles::default();
        CycleSearch::go_on(*root, options, &mut environments, slots, &mut found);
        *numbers = environments.into_numbers();
        found.on_cycle
    }

    /// Finds the cycles that can be reached from a node in the present environment.
    pub(crate) fn go_on<T: StructuralEq + ?Sized>(
        from: &'a T,
        options: Options,
        environments: &mut Environments<1>,
        slots: &mut Slots<'a>,
        found: &mut FoundCycles,
    ) {
        if !T::kind(from).has_content() {
            return;
        }
        let mut search = CycleSearch::new(options, core::mem::take(environments), core::mem::take(found));
        search.slots = core::mem::take(slots);
        search.content(from, Region::NONE, None);
        search.finish();
        (*environments, *slots, *found) = (search.environments, search.slots, search.found);
    }

    fn new(options: Options, environments: Environments<1>, found: FoundCycles) -> Self {
        CycleSearch {
            recursion: Recursion::new(),
            options,
            environments,
            slots: Slots::default(),
            found,
            incomplete: Vec::new(),
            around: Vec::new(),
        }
    }

    /// Does all that was put off.
    fn finish(&mut self) {
        loop {
            if self.recursion.is_suspended() {
                self.recursion.resume();
            }
            let Some(frame) = self.recursion.next() else { return };
            frame.run(self);
        }
    }

    fn put_off<S: Step<'a, Self>>(&mut self, place: &'a S::Place) -> bool {
        self.recursion.put_off(Frame::new::<S>(place, place, Region::NONE));
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

    /// Meets what stands somewhere, or puts that off.
    #[inline(never)]
    fn meet<P: Place<'a>>(&mut self, holder: &'a P::Holder, at: Region) -> bool {
        if self.recursion.has_to_wait() {
            return self.put_off::<Meet<P>>(holder);
        }
        let node = P::node(holder);
        if !P::Node::kind(node).has_content() {
            return true;
        }
        if P::IS_OWNED {
            return self.content(node, at, None);
        }
        let identity = self.identity(node, None);
        self.meet_again(node, identity, at, None)
    }

    /// What a node is known by in the present environment, and by what it has in other tables.
    fn identity<T: StructuralEq + ?Sized>(&self, node: &T, columns: Option<InColumns<'_>>) -> Identity {
        let [environment] = self.environments.current();
        let [address] = InColumns::known_by([columns], [Identity::address(node)]);
        address.in_environment(environment)
    }

    /// Meets what may be met again, and what it has in other tables.
    fn meet_again<T: StructuralEq + ?Sized>(
        &mut self,
        node: &'a T,
        identity: Identity,
        at: Region,
        columns: Option<InColumns<'a>>,
    ) -> bool {
        let FoundCycles { numbers, nodes, .. } = &mut self.found;
        let next = nodes.len();
        let number = *numbers.entry(identity).or_insert(next);
        if number != next {
            self.lead_to(number);
            return true;
        }
        self.begin(identity);
        self.content(node, at, columns);
        if self.recursion.is_suspended() { self.put_off::<End>(&()) } else { self.end() }
    }

    fn begin(&mut self, identity: Identity) {
        let nodes = &mut self.found.nodes;
        let number = nodes.len();
        nodes.push(Node { identity, lowest: number, leads_to_itself: false, is_complete: false });
        self.incomplete.push(number);
        self.around.push(number);
    }

    /// Notes that the innermost node leads to one that was met before.
    fn lead_to(&mut self, number: usize) {
        let Some(from) = self.around.last().copied() else { return };
        let nodes = &mut self.found.nodes;
        if nodes[number].is_complete {
            return;
        }
        let node = &mut nodes[from];
        node.lowest = node.lowest.min(number);
        node.leads_to_itself |= from == number;
    }

    /// Ends the innermost node, and its component, if that began with it.
    fn end(&mut self) -> bool {
        let Some(number) = self.around.pop() else { return true };
        let FoundCycles { nodes, on_cycle, .. } = &mut self.found;
        let lowest = nodes[number].lowest;
        if lowest < number {
            if let Some(around) = self.around.last() {
                let around = &mut nodes[*around];
                around.lowest = around.lowest.min(lowest);
            }
            return true;
        }
        let first = self.incomplete.partition_point(|other| *other < number);
        let is_cycle = self.incomplete.len() - first > 1 || nodes[number].leads_to_itself;
        for member in self.incomplete.drain(first..) {
            let node = &mut nodes[member];
            (node.is_complete, node.lowest) = (true, number);
            if is_cycle {
                on_cycle.insert(node.identity, ());
            }
        }
        true
    }

    fn content<T: StructuralEq + ?Sized>(&mut self, node: &'a T, at: Region, columns: Option<InColumns<'a>>) -> bool {
        let met = if const { T::HAS_ARENAS } { Met::of([node]) } else { None };
        if let Some(met) = &met {
            self.slots.enter(met, &mut self.environments);
        }
        T::content(node, node, at, self);
        if columns.is_some() {
            self.virtual_fields(&InColumns::fields(columns), at);
        }
        met.is_none() || self.leave()
    }

    /// Returns to the environment around, when its turn comes.
    fn leave(&mut self) -> bool {
        if self.recursion.is_suspended() {
            return self.put_off::<Leave>(&());
        }
        self.environments.leave();
        true
    }

    fn follow_id<I: Id>(&mut self, id: &'a I, at: Region) -> bool {
        if self.recursion.has_to_wait() {
            return self.put_off::<Follow<I>>(id);
        }
        let Some(Found { environment, node, columns }) = self.slots.node(id, 0, &self.environments) else {
            return true;
        };
        let has_moved = self.environments.go_to([environment]);
        if I::Node::kind(node).has_content() {
            let identity = self.identity(node, columns);
            self.meet_again(node, identity, at, columns);
        }
        !has_moved || self.leave()
    }
}

impl Operation for CycleSearch<'_> {
    fn options(&self) -> Options {
        self.options
    }
    fn depth(&self) -> Level {
        0
    }
}

impl<'a> Visitor<'a> for CycleSearch<'a> {
    fn variant(&mut self, _: u32) {}

    fn variants_differ(&mut self, _: u32, _: u32) -> bool {
        true
    }

    fn part<T: Field>(&mut self, _: u32, value: &'a T, _: &'a T, at: Region) -> bool {
        self.value(value, at)
    }

    fn opaque<T: Eq + Hash>(&mut self, _: u32, _: &'a T, _: &'a T, _: OpaqueForms<T>) -> bool {
        true
    }

    fn ordered<M: Map + StructuralEq>(&mut self, _: u32, map: &'a M, _: &'a M, at: Region) -> bool {
        self.map(map, map, at, MapOrder::Container)
    }

    fn names<T: NameField, N: Namespace>(&mut self, _: u32, _: &'a T, _: &'a T, _: Region) -> bool {
        true
    }

    fn name<T: KeyValue, N: Namespace>(&mut self, _: &'a T, _: &'a T, _: Region) -> bool {
        true
    }

    fn names_in_order<S, N>(&mut self, _: &'a S, _: &'a S, _: Region) -> bool
    where
        S: Sequence<Item: NameField> + ?Sized,
        N: Namespace,
    {
        true
    }

    fn names_in_set<M, N>(&mut self, _: &'a M, _: &'a M, _: Region) -> bool
    where
        M: Map<Key: KeyValue>,
        N: Namespace,
    {
        true
    }

    fn leaf<L: Leaf + ?Sized>(&mut self, _: &'a L, _: &'a L) -> bool {
        true
    }

    fn owning<P: OwningPointer>(&mut self, pointer: &'a P, _: &'a P, at: Region) -> bool {
        self.meet::<Owned<P>>(pointer, at)
    }

    fn shared<P: SharedPointer>(&mut self, pointer: &'a P, _: &'a P, at: Region) -> bool {
        self.meet::<Pointee<P>>(pointer, at)
    }

    fn referred<T: StructuralEq>(&mut self, node: &'a T, _: &'a T, at: Region) -> bool {
        self.meet::<Referred<T>>(node, at)
    }

    fn id<I: Id>(&mut self, id: &'a I, _: &'a I, at: Region) -> bool {
        self.follow_id(id, at)
    }

    fn arena<A: Arena<I>, I: Id>(&mut self, _: u32, arena: &'a A, _: &'a A, at: Region) -> bool {
        all_nodes::<A, I>(arena).all(|node| self.meet::<Behind<I::Node>>(node, at))
    }

    fn sequence<S: Sequence + ?Sized>(&mut self, sequence: &'a S, _: &'a S, at: Region) -> bool {
        S::Item::FLAT || sequence.items().all(|item| self.value(item, at))
    }

    fn row<T: Field>(&mut self, values: &'a [T], _: &'a [T], at: Region) -> bool {
        values.iter().all(|value| self.value(value, at))
    }

    fn map<M: Map>(&mut self, map: &'a M, _: &'a M, at: Region, _: MapOrder) -> bool {
        M::Value::FLAT || map.entries().all(|(_, value)| self.value(value, at))
    }

    fn node<T: Field>(&mut self, node: &'a T, _: &'a T, at: Region) -> bool {
        self.meet::<Inline<T>>(node, at)
    }

    fn open(&mut self, node: VirtualPart<'a>, _: VirtualPart<'a>, at: Region) -> bool {
        self.run_or_put_off(node.single().cycles.at(at))
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
            HashValue::Part(part) => self.run_or_put_off(part.cycles.at(at)),
            HashValue::Leaf(_) => true,
        })
    }
}

impl<'a> CycleSearch<'a> {
    /// Searches what a function listed.
    fn virtual_fields(&mut self, fields: &[VirtualField<'a>], at: Region) -> bool {
        fields.iter().all(|field| match &field.value {
            VirtualValue::Part(part) => self.run_or_put_off(part.single().cycles.at(at)),
            VirtualValue::Slice(slice) => slice.elements().all(|part| self.run_or_put_off(part.single().cycles.at(at))),
            VirtualValue::Leaf(_) => true,
        })
    }

    /// Searches a value held inline, or puts that off.
    fn value<T: Field>(&mut self, value: &'a T, at: Region) -> bool {
        if T::FLAT {
            return true;
        }
        if self.recursion.is_suspended() {
            self.recursion.put_off(Frame::one::<Value<T>>(value, value, at));
            return true;
        }
        T::held(value, value, at, self)
    }
}

/// The step on what is behind a pointer.
struct Meet<P>(PhantomData<P>);

impl<'a, P: Place<'a>> Step<'a, CycleSearch<'a>> for Meet<P> {
    type Place = P::Holder;

    fn run(search: &mut CycleSearch<'a>, holder: &'a P::Holder, _: &'a P::Holder, at: Region) -> bool {
        search.meet::<P>(holder, at)
    }
}

/// The step on an id.
struct Follow<I>(PhantomData<I>);

impl<'a, I: Id> Step<'a, CycleSearch<'a>> for Follow<I> {
    type Place = I;

    fn run(search: &mut CycleSearch<'a>, id: &'a I, _: &'a I, at: Region) -> bool {
        search.follow_id(id, at)
    }
}

/// The step on values held inline.
impl<'a, T: Field + 'a> RowStep<'a, CycleSearch<'a>> for Value<T> {
    type Place = T;

    fn run(search: &mut CycleSearch<'a>, row: Row<'a, T>) -> bool {
        let (values, _, at) = row.slices();
        values.iter().all(|value| search.value(value, at))
    }
}

/// The step on the content of a node whose type was not known.
impl<'a, T: StructuralEq + 'a> Step<'a, CycleSearch<'a>> for Content<T> {
    type Place = T;

    fn run(search: &mut CycleSearch<'a>, node: &'a T, _: &'a T, at: Region) -> bool {
        search.content(node, at, None)
    }
}

/// The step after a node.
struct End;

impl<'a> Step<'a, CycleSearch<'a>> for End {
    type Place = ();

    fn run(search: &mut CycleSearch<'a>, (): &'a (), (): &'a (), _: Region) -> bool {
        search.end()
    }
}

/// The step after what is in an environment.
struct Leave;

impl<'a> Step<'a, CycleSearch<'a>> for Leave {
    type Place = ();

    fn run(search: &mut CycleSearch<'a>, (): &'a (), (): &'a (), _: Region) -> bool {
        search.environments.leave();
        true
    }
}
