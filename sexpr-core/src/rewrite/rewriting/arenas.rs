//! The arenas in force in a rewriting. They are taken out of their nodes as long as these are visited.
//!
//! A node behind an id may not be borrowed while the arena gets new nodes. So its copy is rewritten, and put back in its
//! place if it changed: what nothing replaces stays the very same. As arenas may move their nodes, a node is known by the
//! number of its arena and the index of its id, and not by its address.

use alloc::{boxed::Box, vec::Vec};
use core::{
    any::{Any, TypeId},
    cell::OnceCell,
    marker::PhantomData,
};

use crate::{
    describe::{
        arena::Id,
        arena_mut::{ArenaMut, HeldArena},
        erased_arena::{self, Arenas, ErasedArena, FindErased, IdsErased, InForce},
        identity::Identity,
        options::Options,
        region::Region,
    },
    ops::cycles::{CycleSearch, FoundCycles},
    rewrite::{
        arena_parts::ArenaParts,
        part::Part,
        parts::Parts,
        rewritable::Rewritable,
        rewriting::{
            Rewriting,
            tasks::{Open, Step},
        },
    },
    rules::{
        environments::{Environment, Environments, Met, OUTERMOST, Place, Slot, Slots},
        held_arenas::{HeldInForce, KnownAs},
    },
    tables::index::Table,
};

/// An arena that was taken out of its node.
pub(crate) struct Held {
    id: TypeId,
    /// [`Nodes`], for the type of its ids.
    nodes: Box<dyn Any>,
    find: FindErased,
    ids: IdsErased,
    is_changed: bool,
}

/// Nodes as they were before they were replaced, by the indices of their ids.
type Originals<I> = Table<u64, <I as Id>::Node>;

/// The nodes of an arena.
struct Nodes<I: Id> {
    arena: Box<dyn HeldArena<I>>,
    /// Those of replaced nodes, where what they were makes a difference.
    originals: Originals<I>,
    /// All ids, once they were asked for.
    ids: OnceCell<Vec<I>>,
}

impl Held {
    pub(crate) fn new<A: ArenaMut<I>, I: Id>(arena: A) -> Self {
        let nodes = Nodes::<I> { arena: Box::new(arena), originals: Table::default(), ids: OnceCell::new() };
        Held { id: TypeId::of::<I>(), nodes: Box::new(nodes), find: find::<I>, ids: ids::<I>, is_changed: false }
    }

    pub(crate) fn is_for<I: Id>(&self) -> bool {
        self.id == TypeId::of::<I>()
    }

    /// Whether a node was replaced or allocated.
    pub(crate) fn is_changed(&self) -> bool {
        self.is_changed
    }

    /// The arena, and what was replaced in it.
    pub(crate) fn into_arena<A: ArenaMut<I>, I: Id>(self) -> Option<(Box<A>, Originals<I>)> {
        let nodes: Box<Nodes<I>> = self.nodes.downcast().ok()?;
        Some((nodes.arena.into_any().downcast().ok()?, nodes.originals))
    }

    fn nodes<I: Id>(&self) -> Option<&Nodes<I>> {
        self.nodes.downcast_ref()
    }

    fn arena<I: Id>(&self) -> Option<&dyn HeldArena<I>> {
        self.nodes().map(|nodes| &*nodes.arena)
    }

    /// The nodes, to be changed.
    fn nodes_mut<I: Id>(&mut self) -> Option<&mut Nodes<I>> {
        self.is_changed = true;
        self.nodes.downcast_mut()
    }
}

impl<I: Id> Nodes<I> {
    /// The node of an id as it was at first.
    fn original(&self, id: &I) -> Option<&I::Node> {
        let replaced = if self.originals.is_empty() { None } else { self.originals.get(&id.index()) };
        replaced.or_else(|| self.arena.node(id))
    }
}

fn find<'a, I: Id>(nodes: &'a dyn Any, id: &dyn Any) -> Option<&'a dyn Any> {
    let node = nodes.downcast_ref::<Nodes<I>>()?.original(id.downcast_ref()?)?;
    Some(node)
}

fn ids<I: Id>(nodes: &dyn Any) -> Option<&dyn Any> {
    let Nodes { arena, ids, .. } = nodes.downcast_ref::<Nodes<I>>()?;
    Some(ids.get_or_init(|| arena.ids()))
}

/// The arenas that were taken, and those in force.
#[derive(Default)]
pub(crate) struct HeldArenas {
    environments: Environments<1>,
    /// By slot. Those that were given back are none.
    slots: Vec<Option<Held>>,
    /// How many were taken. Their numbers tell them from each other, wherever they were.
    taken: usize,
}

/// Where the node of an id is.
#[derive(Clone, Copy)]
pub(super) struct Meaning {
    pub(super) environment: Environment,
    pub(super) slot: Slot,
    pub(super) identity: Identity,
}

impl HeldArenas {
    /// Puts arenas in force, inside those that are.
    pub(crate) fn enter(&mut self, held: Vec<Held>) {
        let places = held.iter().map(|held| {
            self.taken += 1;
            Place { id: held.id, address: self.taken }
        });
        let places: Vec<Place> = places.collect();
        let mut held = held.into_iter();
        let HeldArenas { environments, slots, .. } = self;
        environments.enter([&places], |_, _| slots.push(held.next()));
    }

    /// Has arenas in force no longer that were put in force last, and gives them back.
    pub(crate) fn leave(&mut self) -> Vec<Held> {
        let HeldArenas { environments, slots, .. } = self;
        let own = environments.own_slots(0);
        environments.leave();
        slots.get_mut(own).into_iter().flatten().filter_map(Option::take).collect()
    }

    /// Whether any arena is in force, or was.
    #[inline(always)]
    pub(super) fn is_used(&self) -> bool {
        self.environments.is_used()
    }

    /// What something is known by that is not behind an id: what becomes of it depends on the arenas in force.
    #[inline(always)]
    pub(super) fn in_force(&self, node: Identity) -> Identity {
        if !self.is_used() {
            return node;
        }
        let [environment] = self.environments.current();
        node.in_environment(environment)
    }

    /// The number of the present environment.
    fn environment(&self) -> Environment {
        let [environment] = self.environments.current();
        environment
    }

    /// The arenas in force, with their nodes as they were at first.
    pub(super) fn lend(&self) -> HeldInForce<'_> {
        let (mut environments, mut slots) = (Environments::default(), Slots::default());
        let mut known_as = alloc::vec![OUTERMOST];
        for (environment, level) in self.environments.chain(0) {
            let held = level.filter_map(|slot| {
                let Place { id, address } = self.environments.place(slot)?;
                let Held { nodes, find, ids, .. } = self.slots.get(slot)?.as_ref()?;
                Some(ErasedArena::held(id, address, &**nodes, *find, *ids))
            });
            slots.enter(&Met::held(Arenas { list: held.collect() }), &mut environments);
            known_as.push(environment);
        }
        HeldInForce { environments, slots, known_as: KnownAs(known_as) }
    }

    /// Goes to the environment of a node behind an id; `false` if it is there already.
    pub(super) fn go_to(&mut self, environment: Environment) -> bool {
        self.environments.go_to([environment])
    }

    /// Returns to where it was before it went to an environment.
    pub(super) fn come_back(&mut self) {
        self.environments.leave();
    }

    /// Where the node of an id is; nothing, if it is dangling.
    pub(super) fn meaning<I: Id>(&self, id: &I) -> Option<Meaning> {
        let (environment, slot) = self.environments.find(0, TypeId::of::<I>())?;
        let number = self.environments.place(slot)?.address;
        let identity = Identity::behind_id(number, id.index());
        let meaning = Meaning { environment, slot, identity };
        self.node_at(&meaning, id).is_some().then_some(meaning)
    }

    /// The node of an id that means this.
    pub(super) fn node_at<I: Id>(&self, meaning: &Meaning, id: &I) -> Option<&I::Node> {
        self.slots.get(meaning.slot)?.as_ref()?.arena::<I>()?.node(id)
    }

    /// What the node of an id that means this was at first.
    pub(super) fn original_at<I: Id>(&self, meaning: &Meaning, id: &I) -> Option<&I::Node> {
        self.slots.get(meaning.slot)?.as_ref()?.nodes::<I>()?.original(id)
    }

    /// Whether what the node of an id that means this was at first is kept, since it was replaced.
    pub(super) fn has_original<I: Id>(&self, meaning: &Meaning, id: &I) -> bool {
        let held = self.slots.get(meaning.slot).and_then(Option::as_ref);
        held.and_then(Held::nodes::<I>).is_some_and(|nodes| nodes.originals.contains_key(&id.index()))
    }

    /// The node of an id.
    pub(crate) fn node<I: Id>(&self, id: &I) -> Option<&I::Node> {
        self.node_at(&self.meaning(id)?, id)
    }

    /// Replaces the node of an id in the arena where this is, and gives the one before.
    pub(super) fn replace<I: Id>(&mut self, within: &Meaning, id: &I, node: I::Node) -> Option<I::Node> {
        let place = self.slots.get_mut(within.slot)?.as_mut()?.nodes_mut::<I>()?.arena.node_mut(id)?;
        Some(core::mem::replace(place, node))
    }

    /// Keeps what the node of an id was before it was replaced for the first time.
    pub(super) fn keep_original<I: Id>(&mut self, within: &Meaning, id: &I, original: I::Node) {
        let held = self.slots.get_mut(within.slot).and_then(Option::as_mut);
        if let Some(nodes) = held.and_then(Held::nodes_mut::<I>) {
            nodes.originals.entry(id.index()).or_insert(original);
        }
    }

    /// Allocates a node in the arena where this is.
    pub(super) fn allocate_at<I: Id>(&mut self, within: &Meaning, node: I::Node) -> Option<I> {
        Some(self.slots.get_mut(within.slot)?.as_mut()?.nodes_mut::<I>()?.arena.allocate(node))
    }

    /// Allocates a node in the arena in force.
    pub(crate) fn allocate<I: Id>(&mut self, node: I::Node) -> Option<I> {
        let (_, slot) = self.environments.find(0, TypeId::of::<I>())?;
        Some(self.slots.get_mut(slot)?.as_mut()?.nodes_mut::<I>()?.arena.allocate(node))
    }

    /// The ids of all nodes of the arena in force.
    pub(super) fn ids<I: Id>(&self) -> Vec<I> {
        let held = self.environments.find(0, TypeId::of::<I>()).and_then(|(_, slot)| self.slots.get(slot)?.as_ref());
        held.and_then(Held::arena::<I>).map(|arena| arena.ids()).unwrap_or_default()
    }
}

impl InForce for HeldArenas {
    fn meaning<'i>(&'i self, ty: TypeId, id: &'i dyn Any) -> Option<erased_arena::Meaning<'i>> {
        let (environment, slot) = self.environments.find(0, ty)?;
        let held = self.slots.get(slot)?.as_ref()?;
        Some(erased_arena::Meaning { environment, node: (held.find)(&*held.nodes, id)?, columns: None })
    }

    fn known_by(&self, variable: Identity, _: usize, ty: TypeId, index: u64) -> Identity {
        let place = self.environments.find(0, ty).and_then(|(_, slot)| self.environments.place(slot));
        place.map_or(variable, |place| Identity::behind_id(place.address, index))
    }
}

impl Rewriting<'_> {
    /// Finds the cycles that lead through arenas that were put in force inside this environment, where that makes a
    /// difference.
    fn find_cycles(
        &mut self,
        outside: Environment,
        search: impl FnOnce(HeldInForce<'_>, Option<Identity>, Options, &mut FoundCycles),
    ) {
        if self.follows_variables && self.is_replacing() {
            let around = self.shared_node_around();
            let Rewriting { state, ids, wanted, .. } = self;
            // The arenas around were searched when they were put in force.
            if outside != OUTERMOST && ids.cycles.has_searched_inside(around) {
                return;
            }
            search(state.arenas.get_mut().lend(), around, wanted.options, &mut ids.cycles);
        }
    }
}

impl<'a> Parts<'a, '_, '_> {
    /// Visits the fields of a node with its arenas in force.
    #[inline(never)]
    pub(super) fn visit_in_arenas<T: Rewritable>(&mut self, mut part: Part<'a, T>, inside: Region) {
        let mut arenas = ArenaParts { held: Vec::new(), back_to: None };
        T::own_arenas(part.again(), &mut arenas);
        if arenas.held.is_empty() {
            return self.visit_fields_in_force(part, inside);
        }
        let owner = Identity::address(part.get());
        let held = self.rewriting.state.arenas.get_mut();
        let around = held.environment();
        held.enter(arenas.held);
        let environment = held.environment();
        self.rewriting.note_owner(owner, around, environment);
        self.rewriting.find_cycles(around, |lent, around, options, found| {
            CycleSearch::run_held(part.get(), around, options, lent, found);
        });
        self.before_end::<LeaveArenas<T>>(part, inside, Open::default(), |part, parts| {
            parts.visit_fields_in_force(part, inside);
        });
    }
}

/// The step after the fields of a node with arenas.
struct LeaveArenas<T>(PhantomData<T>);

impl<T: Rewritable> Step for LeaveArenas<T> {
    type Of = T;

    fn run<'a>(part: Part<'a, T>, _: Region, _: Open, parts: &mut Parts<'a, '_, '_>) {
        let held = parts.rewriting.state.arenas.get_mut().leave();
        T::own_arenas(part, &mut ArenaParts { held, back_to: Some(parts.rewriting) });
    }
}
