//! The arenas in force: numbered environments, and the present environment of each side.
//!
//! A node that has arenas opens an environment, in which these arenas are in force, together with the enclosing arenas
//! that they do not shadow. Scoping is lexical: an id leads into the environment to which its arena belongs, and a node
//! in an arena is always compared in that environment. So an environment and an address identify such a node
//! ([`Identity::in_environment`]).
//!
//! A node behind another pointer may be met in several environments. Its result depends on the arenas that were
//! *consulted*. A [`Consultation`] is the number of a type of ids together with the environment in which its arena was
//! found.
//!
//! [`Identity::in_environment`]: crate::describe::identity::Identity::in_environment

use alloc::vec::Vec;
use core::any::{Any, TypeId};

use crate::{
    describe::{
        arena::{Arenas, ErasedArena, Id, InColumns, InForce, Meaning},
        structural::StructuralEq,
    },
    rules::pairs::PerSide,
    tables::index::{Numbered, Table, reset},
};

/// The number of an environment. Environments that see the same arenas share a number, so functions that call functions
/// have few numbers, although each function has its own arenas.
pub(crate) type Environment = usize;

/// The environment around the root, in which there are no arenas.
pub(crate) const OUTERMOST: Environment = 0;

/// The number of an arena that is in force in some environment.
pub(crate) type Slot = usize;

/// The number of a consultation: a type of ids, and the environment in which its arena was found on each side.
pub(crate) type Consultation = usize;

/// All environments that were entered.
#[derive(Debug, Default)]
pub(crate) struct Numbers {
    /// The arenas in force in each environment inside the outermost one, from 1 on, sorted by the types of their ids.
    in_force: Vec<Vec<ArenaInForce>>,
    /// Finds the environment with given arenas. Its own arenas are given by address, others by slot.
    by_arenas: Table<Vec<KeyInForce>, Environment>,
}

/// Identifies an arena in force: the type of its ids, and its address or the environment to which it belongs.
type KeyInForce = (TypeId, Result<usize, Environment>);

/// The type of an arena's ids, the environment to which it belongs, and its slot.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
struct ArenaInForce {
    id: TypeId,
    environment: Environment,
    slot: Slot,
}

/// The environments of `SIDES` values.
#[derive(Debug, Default)]
pub(crate) struct Environments<const SIDES: usize> {
    pub(crate) numbers: Numbers,
    current: PerSide<SIDES, Environment>,
    /// The enclosing environments, the innermost last. Each has a flag: whether a node that put arenas in force left
    /// the environment.
    around: Vec<(PerSide<SIDES, Environment>, bool)>,
    consultations: Numbered<(TypeId, [Environment; SIDES])>,
}

/// The arenas of one operation, by their slots.
#[derive(Default)]
pub(crate) struct Slots<'a>(Vec<ErasedArena<'a>>);

/// The node to which an id leads.
pub(crate) struct Found<'a, T> {
    /// The environment of the node.
    pub(crate) environment: Environment,
    pub(crate) node: &'a T,
    /// The node's row, if its arena has rows. Then [`InColumns::known_by`] identifies the node.
    pub(crate) columns: Option<InColumns<'a>>,
}

/// The arenas of nodes that meet, if a node has any.
pub(crate) fn arenas_of<T: StructuralEq + ?Sized, const SIDES: usize>(
    nodes: [&T; SIDES],
) -> Option<[Arenas<'_>; SIDES]> {
    let arenas = nodes.map(Arenas::of);
    arenas.iter().any(|arenas| !arenas.list.is_empty()).then_some(arenas)
}

impl<'a> Slots<'a> {
    /// Enters the environments of nodes that have these arenas.
    pub(crate) fn enter<const SIDES: usize>(
        &mut self,
        arenas: &[Arenas<'a>; SIDES],
        Environments { numbers, current, around, .. }: &mut Environments<SIDES>,
    ) {
        around.push((*current, true));
        for (current, arenas) in current.iter_mut().zip(arenas) {
            *current = numbers.inside(*current, &arenas.list, self);
        }
    }

    /// The node to which an id leads in the arena that was found for its type.
    #[inline(always)]
    pub(crate) fn node_in<I: Id>(
        &self,
        id: &'a I,
        (environment, slot): (Environment, Slot),
    ) -> Option<Found<'a, I::Node>> {
        let arena = self.0.get(slot)?;
        Some(Found { environment, node: arena.node(id)?, columns: arena.columns(id) })
    }

    /// The node to which an id of any type leads in the arena that was found for it, with the node's environment and
    /// row.
    pub(crate) fn erased_node(&self, id: &'a dyn Any, (environment, slot): (Environment, Slot)) -> Option<Meaning<'a>> {
        let arena = self.0.get(slot)?;
        Some(Meaning { environment, node: arena.erased_node(id)?, columns: arena.columns(id) })
    }
}

/// The arenas in force on a side, for keys of maps that are ids.
pub(crate) struct OnSide<'r, 'a, const SIDES: usize> {
    pub(crate) side: usize,
    /// `None` if no arena was met.
    pub(crate) environments: Option<&'r Environments<SIDES>>,
    pub(crate) slots: &'r Slots<'a>,
}

impl<const SIDES: usize> InForce for OnSide<'_, '_, SIDES> {
    fn meaning<'i>(&'i self, ty: TypeId, id: &'i dyn Any) -> Option<Meaning<'i>> {
        self.slots.erased_node(id, self.environments?.find(self.side, ty)?)
    }
}

/// The arena in force for ids of a type on each side: the environment to which the arena belongs, and its slot.
pub(crate) type ArenasFound<const SIDES: usize> = [Option<(Environment, Slot)>; SIDES];

impl Numbers {
    /// The environment in which these arenas are in force, together with those of `around` that they do not shadow.
    fn inside<'a>(&mut self, around: Environment, arenas: &[ErasedArena<'a>], slots: &mut Slots<'a>) -> Environment {
        if arenas.is_empty() {
            return around;
        }
        let (next, first_slot) = (self.in_force.len() + 1, slots.0.len());
        let is_shadowed = |outer: &&ArenaInForce| arenas.iter().any(|arena| arena.id == outer.id);
        let outer = self.listed(around).iter().filter(|outer| !is_shadowed(outer)).copied();
        let own = arenas.iter().zip(first_slot..);
        let own = own.map(|(arena, slot)| ArenaInForce { id: arena.id, environment: next, slot });
        let mut in_force: Vec<_> = outer.chain(own).collect();
        in_force.sort_by_key(|arena| arena.id);
        let key = |arena: &ArenaInForce| match arena.environment == next {
            true => Ok(arenas[arena.slot - first_slot].address),
            false => Err(arena.environment),
        };
        let by = in_force.iter().map(|arena| (arena.id, key(arena))).collect();
        *self.by_arenas.entry(by).or_insert_with(|| {
            slots.0.extend_from_slice(arenas);
            self.in_force.push(in_force);
            next
        })
    }

    /// The arenas in force in an environment.
    fn listed(&self, environment: Environment) -> &[ArenaInForce] {
        environment.checked_sub(1).map_or(&[], |index| &self.in_force[index])
    }

    /// The arena in force for ids of a type in an environment, and the environment to which it belongs.
    fn find(&self, environment: Environment, id: TypeId) -> Option<(Environment, Slot)> {
        let arena = self.listed(environment).iter().find(|arena| arena.id == id)?;
        Some((arena.environment, arena.slot))
    }

    fn clear(&mut self) {
        self.in_force.clear();
        reset(&mut self.by_arenas);
    }
}

impl<const SIDES: usize> Environments<SIDES> {
    /// Continues with environments that were entered before.
    pub(crate) fn with_numbers(numbers: Numbers) -> Self {
        Environments { numbers, ..Environments::default() }
    }

    /// Lends the environments of one side, until they are [given back](Self::give_back).
    pub(crate) fn lend(&mut self, side: usize) -> Environments<1> {
        let numbers = core::mem::take(&mut self.numbers);
        Environments { current: PerSide([self.current[side]]), ..Environments::with_numbers(numbers) }
    }

    /// Takes back the environments that were [lent](Self::lend).
    pub(crate) fn give_back(&mut self, lent: Environments<1>) {
        self.numbers = lent.numbers;
    }

    /// Goes to other environments until [`leave`](Self::leave). Returns `false`, and does nothing, if they are the
    /// present ones.
    #[inline(always)]
    pub(crate) fn go_to(&mut self, environments: [Environment; SIDES]) -> bool {
        if *self.current == environments {
            return false;
        }
        self.around.push((self.current, false));
        self.current = PerSide(environments);
        true
    }

    /// Returns to the enclosing environments.
    pub(crate) fn leave(&mut self) {
        self.current = self.around.pop().map_or_else(PerSide::default, |(around, _)| around);
    }

    /// Whether any arena was met.
    #[inline(always)]
    pub(crate) fn is_used(&self) -> bool {
        !self.numbers.in_force.is_empty()
    }

    /// The present environments.
    pub(crate) fn current(&self) -> [Environment; SIDES] {
        *self.current
    }

    /// The arena in force for ids of a type, and the environment to which it belongs.
    #[inline]
    pub(crate) fn find(&self, side: usize, id: TypeId) -> Option<(Environment, Slot)> {
        self.numbers.find(self.current[side], id)
    }

    /// The environment to which the arena for ids of a type belongs; the outermost one, if there is none.
    fn of_arena(&self, side: usize, id: TypeId) -> Environment {
        self.find(side, id).map_or(OUTERMOST, |(environment, _)| environment)
    }

    /// The consultation for following an id of this type here.
    pub(crate) fn consultation(&mut self, id: TypeId) -> Consultation {
        let found = (id, core::array::from_fn(|side| self.of_arena(side, id)));
        self.consultations.number(found)
    }

    /// Whether a consultation would find the same environment here, on a side.
    pub(crate) fn holds(&self, consultation: Consultation, side: usize) -> bool {
        let (id, found) = *self.consultations.get(consultation);
        self.of_arena(side, id) == found[side]
    }

    /// Whether the node that will be [left](Self::leave) next put arenas in force.
    pub(crate) fn are_put_in_force(&self) -> bool {
        self.around.last().is_some_and(|(_, puts_in_force)| *puts_in_force)
    }

    /// Translates the consultations inside a node that put arenas in force, and will be left next, into consultations
    /// of the enclosing node. The node's own arenas are not dependencies outside. But all arenas in force inside
    /// identify the nodes in the node's own arenas.
    pub(crate) fn consulted_outside(&mut self, inside: &[Consultation]) -> Vec<Consultation> {
        let current = self.current;
        let is_own = |consultation: &Consultation| {
            let (_, found) = self.consultations.get(*consultation);
            found.iter().zip(*current).any(|(found, current)| *found == current)
        };
        let mut outside: Vec<Consultation> = inside.iter().copied().filter(|one| !is_own(one)).collect();
        if outside.len() < inside.len() {
            let numbers = &self.numbers;
            let others = current.iter().flat_map(|environment| {
                let in_force = numbers.listed(*environment).iter();
                in_force.filter(|arena| arena.environment != *environment).map(|arena| arena.id)
            });
            let mut others: Vec<TypeId> = others.collect();
            others.sort_unstable();
            others.dedup();
            outside.extend(others.into_iter().map(|id| self.consultation(id)));
        }
        outside
    }

    pub(crate) fn clear(&mut self) {
        self.numbers.clear();
        self.current = PerSide::default();
        self.around.clear();
        self.consultations.clear();
    }
}
