//! A search for what a scope predeclares: one value, and the binding occurrences below a field of it, in order.
//!
//! Regions say where to look: below the field they are [predeclared](Region::is_predeclared), as far as the next boundary.
//! So each scope looks at its own field, and no further than the next scope. Shared nodes below which there was nothing are
//! *barren*, for all searches of an operation.

use core::{hash::Hash, marker::PhantomData};

use alloc::vec::Vec;

use crate::{
    describe::{
        arena::{Arena, Id},
        containers::{Map, MapOrder, OwningPointer, Sequence, SharedPointer, Sharing},
        custom::{CustomStructural, HashParts, HashValue, VirtualField, VirtualFields, VirtualValue},
        erased_arena::{InColumns, all_nodes},
        identity::{Identity, Keys},
        info::Kind,
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
    rules::{
        environments::{Found, Met, Slots},
        predeclared::{Declaration, Lent},
    },
    tables::index::Table,
};

/// A search that is under way.
pub(crate) struct DeclarationSearch<'a> {
    recursion: Recursion<Frame<'a, Self>>,
    options: Options,
    depth: Level,
    keys: Keys,
    slots: Slots<'a>,
    lent: Lent,
    found: Vec<Declaration>,
    /// The shared nodes around, those inside others last.
    around: Vec<Open>,
    /// The shared nodes below which something is declared, and whether variables bind where they stand. Met once more,
    /// they declare nothing that they did not declare before.
    declaring: Table<(Identity, bool), ()>,
    /// How often such a node was left out.
    left_out: usize,
    /// How many nodes were looked at.
    visits: u64,
}

/// A shared node that is being looked at.
struct Open {
    place: (Identity, bool),
    /// How many declarations were found or left out with shared nodes, and how many nodes looked at, before.
    declared: usize,
    visits: u64,
}

/// So many nodes are worth to be remembered.
const MANY: u64 = 4;

impl<'a> DeclarationSearch<'a> {
    /// What a scope predeclares that was entered as the innermost of so many, in this region.
    pub(crate) fn run<T: StructuralEq + ?Sized>(
        scope: &'a T,
        at: Region,
        depth: Level,
        options: Options,
        keys: &mut Keys,
        slots: &mut Slots<'a>,
        lent: &mut Lent,
    ) -> Vec<Declaration> {
        let mut search = DeclarationSearch {
            recursion: Recursion::new(),
            options,
            depth,
            keys: core::mem::take(keys),
            slots: core::mem::take(slots),
            lent: core::mem::take(lent),
            found: Vec::new(),
            around: Vec::new(),
            declaring: Table::default(),
            left_out: 0,
            visits: 0,
        };
        search.content(scope, at.past_boundary(), None);
        search.finish();
        (*keys, *slots, *lent) = (search.keys, search.slots, search.lent);
        search.found
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

    fn put_off<S: Step<'a, Self>>(&mut self, place: &'a S::Place, at: Region) -> bool {
        self.recursion.put_off(Frame::new::<S>(place, place, at));
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
    fn meet<P: Place<Holder: 'a, Node: 'a>>(&mut self, holder: &'a P::Holder, at: Region) -> bool {
        if P::Node::CLOSED || !at.is_predeclared() {
            return true;
        }
        if self.recursion.has_to_wait() {
            return self.put_off::<Meet<P>>(holder, at);
        }
        self.node(P::node(holder), P::IS_BEHIND_ID, P::sharing(holder), at, None)
    }

    /// Meets a node, which an id may lead to, and what it has in other tables.
    fn node<T: StructuralEq + ?Sized>(
        &mut self,
        node: &'a T,
        is_behind_id: bool,
        sharing: Sharing,
        at: Region,
        columns: Option<InColumns<'a>>,
    ) -> bool {
        self.visits += 1;
        let kind = if columns.is_some() { InColumns::kind(T::kind(node)) } else { T::kind(node) };
        match kind {
            Kind::Var => {
                if at.is_binding_occurrence() {
                    let [variable] = InColumns::known_by([columns], [self.keys.identify(node)]);
                    let variable = if is_behind_id { self.in_environment(variable) } else { variable };
                    self.found.push(Declaration { variable, at });
                }
                true
            }
            Kind::Dag | Kind::Singleton | Kind::ConstTree => true,
            Kind::Tree if T::is_scope(node) => true,
            Kind::Tree if sharing == Sharing::Unique => self.content(node, at, columns),
            Kind::Tree => {
                let [address] = InColumns::known_by([columns], [Identity::address(node)]);
                self.meet_shared(node, self.in_environment(address), at, columns)
            }
        }
    }

    /// Looks at a `tree` node that may be met again, unless it is barren.
    fn meet_shared<T: StructuralEq + ?Sized>(
        &mut self,
        node: &'a T,
        identity: Identity,
        at: Region,
        columns: Option<InColumns<'a>>,
    ) -> bool {
        let place = (identity, at.is_binding_occurrence());
        let barren = &mut self.lent.barren;
        if barren.contains_key(&place) {
            return true;
        }
        if self.declaring.contains_key(&place) {
            self.left_out += 1;
            return true;
        }
        // Inside itself, it declares nothing more.
        barren.insert(place, ());
        self.around.push(Open { place, declared: self.declared(), visits: self.visits });
        self.content(node, at, columns);
        if self.recursion.is_suspended() { self.put_off::<End>(&(), Region::NONE) } else { self.end() }
    }

    /// Ends the innermost shared node.
    fn end(&mut self) -> bool {
        let Some(Open { place, declared, visits }) = self.around.pop() else { return true };
        let declares = self.declared() > declared;
        if declares {
            self.declaring.insert(place, ());
        }
        if declares || self.visits - visits < MANY {
            self.lent.barren.remove(&place);
        }
        true
    }

    /// How many declarations were found or left out, with shared nodes counting for one each.
    fn declared(&self) -> usize {
        self.found.len() + self.left_out
    }

    /// What a node is known by where arenas are in force.
    fn in_environment(&self, node: Identity) -> Identity {
        let environments = &self.lent.environments;
        match environments.is_used() && node.as_address().is_some() {
            true => node.in_environment(environments.current()[0]),
            false => node,
        }
    }

    fn content<T: StructuralEq + ?Sized>(&mut self, node: &'a T, at: Region, columns: Option<InColumns<'a>>) -> bool {
        let met = if const { T::HAS_ARENAS } { Met::of([node]).filter(|_| self.lent.follows_ids) } else { None };
        if let Some(met) = &met {
            self.slots.enter(met, &mut self.lent.environments);
        }
        T::content(node, node, at, self);
        if columns.is_some() {
            self.virtual_fields(&InColumns::fields(columns), at);
        }
        met.is_none() || self.leave()
    }

    /// Looks at what a function listed.
    fn virtual_fields(&mut self, fields: &[VirtualField<'a>], at: Region) -> bool {
        fields.iter().all(|field| {
            let at = at.enter(field.def, self.depth);
            match &field.value {
                VirtualValue::Part(part) => self.run_or_put_off(part.single().declarations.at(at)),
                VirtualValue::Slice(slice) => {
                    slice.elements().all(|part| self.run_or_put_off(part.single().declarations.at(at)))
                }
                VirtualValue::Leaf(_) => true,
            }
        })
    }

    /// Returns to the environment around, when its turn comes.
    fn leave(&mut self) -> bool {
        if self.recursion.is_suspended() {
            return self.put_off::<Leave>(&(), Region::NONE);
        }
        self.lent.environments.leave();
        true
    }

    fn follow_id<I: Id>(&mut self, id: &'a I, at: Region) -> bool {
        if !at.is_predeclared() {
            return true;
        }
        if self.recursion.has_to_wait() {
            return self.put_off::<Follow<I>>(id, at);
        }
        let Some(Found { environment, node, columns }) = self.slots.node(id, 0, &self.lent.environments) else {
            return true;
        };
        if I::Node::CLOSED && columns.is_none() {
            return true;
        }
        let has_moved = self.lent.environments.go_to([environment]);
        self.node(node, true, Sharing::Unknown, at, columns);
        !has_moved || self.leave()
    }

    /// Looks at a value held inline, or puts that off.
    fn value<T: Field>(&mut self, value: &'a T, at: Region) -> bool {
        if T::CLOSED || !at.is_predeclared() {
            return true;
        }
        if self.recursion.is_suspended() {
            self.recursion.put_off(Frame::one::<Value<T>>(value, value, at));
            return true;
        }
        T::held(value, value, at, self)
    }
}

impl Operation for DeclarationSearch<'_> {
    fn options(&self) -> Options {
        self.options
    }
    fn depth(&self) -> Level {
        self.depth
    }
}

impl<'a> Visitor<'a> for DeclarationSearch<'a> {
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

    fn ordered<M: Map + StructuralEq>(&mut self, _: u32, _: &'a M, _: &'a M, _: Region) -> bool {
        true
    }

    fn names<T: NameField, N: Namespace>(&mut self, _: u32, value: &'a T, _: &'a T, at: Region) -> bool {
        !(at.is_predeclared() && at.is_binding_occurrence()) || T::names::<N, Self>(value, value, at, self)
    }

    fn name<T: KeyValue, N: Namespace>(&mut self, name: &'a T, _: &'a T, at: Region) -> bool {
        if self.recursion.is_suspended() {
            return self.put_off::<MeetName<T, N>>(name, at);
        }
        let variable = self.keys.identify_name::<T, N>(name);
        self.found.push(Declaration { variable, at });
        true
    }

    fn names_in_order<S, N>(&mut self, names: &'a S, _: &'a S, at: Region) -> bool
    where
        S: Sequence<Item: NameField> + ?Sized,
        N: Namespace,
    {
        names.items().all(|name| S::Item::names::<N, Self>(name, name, at, self))
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
        !at.is_predeclared() || all_nodes::<A, I>(arena).all(|node| self.meet::<Behind<I::Node>>(node, at))
    }

    fn sequence<S: Sequence + ?Sized>(&mut self, sequence: &'a S, _: &'a S, at: Region) -> bool {
        if S::Item::CLOSED || !at.is_predeclared() {
            return true;
        }
        // Where that is so, elements are put off.
        _ = self.recursion.has_to_wait();
        sequence.items().all(|item| self.value(item, at))
    }

    fn row<T: Field>(&mut self, values: &'a [T], _: &'a [T], at: Region) -> bool {
        _ = self.recursion.has_to_wait();
        values.iter().all(|value| self.value(value, at))
    }

    fn map<M: Map>(&mut self, _: &'a M, _: &'a M, _: Region, _: MapOrder) -> bool {
        true
    }

    fn node<T: Field>(&mut self, node: &'a T, _: &'a T, at: Region) -> bool {
        self.meet::<Inline<T>>(node, at)
    }

    fn open(&mut self, node: VirtualPart<'a>, _: VirtualPart<'a>, at: Region) -> bool {
        self.run_or_put_off(node.single().declarations.at(at))
    }

    fn listed<T: ?Sized>(
        &mut self,
        node: &'a T,
        _: &'a T,
        list: fn(&'a T, &mut VirtualFields<'a>),
        at: Region,
    ) -> bool {
        !at.is_predeclared() || self.virtual_fields(&VirtualFields::of(node, list), at)
    }

    fn custom<T: CustomStructural>(&mut self, node: &'a T, _: &'a T, at: Region) -> bool {
        if !at.is_predeclared() {
            return true;
        }
        let mut parts = HashParts::default();
        node.s_hash(&mut parts);
        parts.parts.iter().all(|(def, part)| match part {
            HashValue::Part(part) => self.run_or_put_off(part.declarations.at(at.enter(*def, self.depth))),
            HashValue::Leaf(_) => true,
        })
    }
}

/// The step on what is behind a pointer.
struct Meet<P>(PhantomData<P>);

impl<'a, P: Place<Holder: 'a, Node: 'a>> Step<'a, DeclarationSearch<'a>> for Meet<P> {
    type Place = P::Holder;

    fn run(search: &mut DeclarationSearch<'a>, holder: &'a P::Holder, _: &'a P::Holder, at: Region) -> bool {
        search.meet::<P>(holder, at)
    }
}

/// The step on a name.
struct MeetName<T, N>(PhantomData<(T, N)>);

impl<'a, T: KeyValue + 'a, N: Namespace> Step<'a, DeclarationSearch<'a>> for MeetName<T, N> {
    type Place = T;

    fn run(search: &mut DeclarationSearch<'a>, name: &'a T, _: &'a T, at: Region) -> bool {
        search.name::<T, N>(name, name, at)
    }
}

/// The step on an id.
struct Follow<I>(PhantomData<I>);

impl<'a, I: Id> Step<'a, DeclarationSearch<'a>> for Follow<I> {
    type Place = I;

    fn run(search: &mut DeclarationSearch<'a>, id: &'a I, _: &'a I, at: Region) -> bool {
        search.follow_id(id, at)
    }
}

/// The step on values held inline.
impl<'a, T: Field + 'a> RowStep<'a, DeclarationSearch<'a>> for Value<T> {
    type Place = T;

    fn run(search: &mut DeclarationSearch<'a>, row: Row<'a, T>) -> bool {
        let (values, _, at) = row.slices();
        values.iter().all(|value| search.value(value, at))
    }
}

/// The step on the content of a node whose type was not known.
impl<'a, T: StructuralEq + 'a> Step<'a, DeclarationSearch<'a>> for Content<T> {
    type Place = T;

    fn run(search: &mut DeclarationSearch<'a>, node: &'a T, _: &'a T, at: Region) -> bool {
        search.content(node, at, None)
    }
}

/// The step after a shared node.
struct End;

impl<'a> Step<'a, DeclarationSearch<'a>> for End {
    type Place = ();

    fn run(search: &mut DeclarationSearch<'a>, (): &'a (), (): &'a (), _: Region) -> bool {
        search.end()
    }
}

/// The step after what is in an environment.
struct Leave;

impl<'a> Step<'a, DeclarationSearch<'a>> for Leave {
    type Place = ();

    fn run(search: &mut DeclarationSearch<'a>, (): &'a (), (): &'a (), _: Region) -> bool {
        search.lent.environments.leave();
        true
    }
}
