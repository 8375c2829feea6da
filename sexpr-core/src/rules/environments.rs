//! Which arenas are in force: numbered environments, and the present environment of each side.
//!
//! An environment is entered at a node that has arenas: in it, these arenas and the others around are in force. An id leads
//! into the environment to which its arena belongs, since scoping is lexical: a node in an arena is always compared in that
//! environment. So an environment and an address identify such a node ([`Identity::in_environment`]).
//!
//! A node behind another pointer may be met in several environments. Its result depends on the arenas that were *consulted*:
//! for each type of ids, the environment in which its arena was found. A [`Consultation`] is a number for that.
//!
//! [`Identity::in_environment`]: crate::describe::identity::Identity::in_environment

use alloc::vec::Vec;
use core::{
    any::{Any, TypeId},
    ops::Range,
};

use crate::{
    describe::{
        arena::Id,
        erased_arena::{Arenas, ErasedArena, InColumns, InForce, Meaning},
        identity::token,
        structural::StructuralEq,
    },
    rules::pairs::PerSide,
    tables::index::{Numbered, Table, reset},
};

/// The number of an environment. Environments that see the same arenas share a number: so functions that call functions
/// have few, though each has its own arenas.
pub(crate) type Environment = usize;

/// The environment around the root, in which there are no arenas.
pub(crate) const OUTERMOST: Environment = 0;

/// The number of an arena that is in force in some environment.
pub(crate) type Slot = usize;

/// The number of a consultation: a type of ids, and the environment in which its arena was found on each side.
pub(crate) type Consultation = usize;

/// The type of an arena's ids, and where the arena is.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
struct Place {
    id: TypeId,
    address: usize,
}

/// All environments that were entered.
#[derive(Debug, Default)]
pub(crate) struct Numbers {
    /// The arenas in force in each environment, sorted by the types of their ids.
    in_force: Vec<ArenaInForce>,
    /// The ranges of these, for the environments inside the outermost one, from 1 on.
    ranges: Vec<(usize, usize)>,
    /// The arenas that environments put in force.
    slots: Vec<Place>,
    /// Finds environments by a hash of the arenas in force.
    by_arenas: Table<u64, Vec<Environment>>,
}

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
    /// The environments around, the innermost last, each with whether it was left by putting arenas in force.
    around: Vec<(PerSide<SIDES, Environment>, bool)>,
    consultations: Numbered<(TypeId, [Environment; SIDES])>,
}

/// The arenas of one operation, by their slots.
#[derive(Default)]
pub(crate) struct Slots<'a>(Vec<ErasedArena<'a>>);

/// The node to which an id leads.
pub(crate) struct Found<'a, T> {
    /// The environment that it is in.
    pub(crate) environment: Environment,
    pub(crate) node: &'a T,
    /// Its row, if its arena has rows: then [that](InColumns::known_by) identifies it.
    pub(crate) columns: Option<InColumns<'a>>,
}

/// The arenas of nodes that meet.
pub(crate) struct NodeArenas<'a, const SIDES: usize> {
    arenas: [Arenas<'a>; SIDES],
    places: [Vec<Place>; SIDES],
}

impl<'a, const SIDES: usize> NodeArenas<'a, SIDES> {
    /// The arenas of nodes, if they have any.
    pub(crate) fn of<T: StructuralEq + ?Sized>(nodes: [&'a T; SIDES]) -> Option<Self> {
        let met = NodeArenas::in_force(nodes.map(Arenas::of));
        met.places.iter().any(|places| !places.is_empty()).then_some(met)
    }

    /// Arenas that nodes were found to have.
    pub(crate) fn in_force(arenas: [Arenas<'a>; SIDES]) -> Self {
        let place = |arena: &ErasedArena<'_>| Place { id: arena.id, address: arena.address };
        let places = arenas.each_ref().map(|arenas| arenas.list.iter().map(place).collect());
        NodeArenas { arenas, places }
    }
}

impl<'a> Slots<'a> {
    /// Enters the environments of nodes that have arenas.
    pub(crate) fn enter<const SIDES: usize>(
        &mut self,
        met: &NodeArenas<'a, SIDES>,
        environments: &mut Environments<SIDES>,
    ) {
        let places = met.places.each_ref().map(Vec::as_slice);
        environments.enter(places, |side, index| self.0.push(met.arenas[side].list[index]));
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

    /// The node to which an id of any type leads in the arena that was found for it; with its environment, and its row.
    pub(crate) fn erased_node(
        &self,
        id: &'a dyn Any,
        (environment, slot): (Environment, Slot),
    ) -> Option<(Environment, &'a dyn Any, Option<InColumns<'a>>)> {
        let arena = self.0.get(slot)?;
        Some((environment, arena.erased_node(id)?, arena.columns(id)))
    }

    pub(crate) fn clear(&mut self) {
        self.0.clear();
    }
}

/// The arenas in force on a side, for keys of maps that are ids.
pub(crate) struct OnSide<'r, 'a, const SIDES: usize> {
    pub(crate) side: usize,
    /// None, if no arena was met.
    pub(crate) environments: Option<&'r Environments<SIDES>>,
    pub(crate) slots: &'r Slots<'a>,
}

impl<const SIDES: usize> InForce for OnSide<'_, '_, SIDES> {
    fn meaning<'i>(&'i self, ty: TypeId, id: &'i dyn Any) -> Option<Meaning<'i>> {
        let (environment, slot) = self.environments?.find(self.side, ty)?;
        let arena = self.slots.0.get(slot)?;
        Some(Meaning { environment, node: arena.erased_node(id)?, columns: arena.columns(id) })
    }
}

/// The arenas in force for ids of a type: on each side, the environment to which it belongs, and its slot.
pub(crate) type ArenasFound<const SIDES: usize> = [Option<(Environment, Slot)>; SIDES];

impl Numbers {
    /// The environment inside another one in which these arenas are in force, and those around that they do not shadow.
    fn inside(&mut self, around: Environment, arenas: &[Place], added: impl FnMut(usize)) -> Environment {
        if arenas.is_empty() {
            return around;
        }
        let (next, first_slot, from) = (self.ranges.len() + 1, self.slots.len(), self.in_force.len());
        let is_shadowed = |outer: &ArenaInForce| arenas.iter().any(|arena| arena.id == outer.id);
        for index in self.listed(around) {
            let outer = self.in_force[index];
            if !is_shadowed(&outer) {
                self.in_force.push(outer);
            }
        }
        let own = arenas.iter().zip(first_slot..);
        self.in_force.extend(own.map(|(arena, slot)| ArenaInForce { id: arena.id, environment: next, slot }));
        self.in_force[from..].sort_by_key(|arena| arena.id);
        self.slots.extend_from_slice(arenas);

        let hash = self.in_force[from..].iter().fold(0, |hash, arena| {
            let is_own = arena.environment == next;
            let place = if is_own { self.slots[arena.slot].address } else { arena.slot };
            mix(mix(hash, token(arena.id)), (place as u64).rotate_left(1) ^ u64::from(is_own))
        });
        let alike = self.by_arenas.get(&hash).into_iter().flatten().copied();
        if let Some(known) = alike.into_iter().find(|known| self.has_same_in_force(*known, next, from)) {
            self.slots.truncate(first_slot);
            self.in_force.truncate(from);
            return known;
        }
        (0..arenas.len()).for_each(added);
        self.by_arenas.entry(hash).or_default().push(next);
        self.ranges.push((from, self.in_force.len()));
        next
    }

    /// Whether in a known environment the same arenas are in force as in a new one, whose list begins here.
    fn has_same_in_force(&self, known: Environment, new: Environment, from: usize) -> bool {
        let (of_known, of_new) = (&self.in_force[self.listed(known)], &self.in_force[from..]);
        let is_same =
            |(one, other): (&ArenaInForce, &ArenaInForce)| match (one.environment == known, other.environment == new) {
                (true, true) => self.slots[one.slot] == self.slots[other.slot],
                (false, false) => one == other,
                _ => false,
            };
        of_known.len() == of_new.len() && of_known.iter().zip(of_new).all(is_same)
    }

    /// The range of the arenas in force in an environment.
    fn listed(&self, environment: Environment) -> Range<usize> {
        match environment.checked_sub(1) {
            Some(index) => self.ranges[index].0..self.ranges[index].1,
            None => 0..0,
        }
    }

    /// The arena in force for ids of a type in an environment, and the environment to which it belongs.
    fn find(&self, environment: Environment, id: TypeId) -> Option<(Environment, Slot)> {
        let in_force = &self.in_force[self.listed(environment)];
        let arena = in_force.iter().find(|arena| arena.id == id)?;
        Some((arena.environment, arena.slot))
    }

    fn clear(&mut self) {
        self.in_force.clear();
        self.ranges.clear();
        self.slots.clear();
        reset(&mut self.by_arenas);
    }
}

/// Adds a word to a hash.
fn mix(hash: u64, with: u64) -> u64 {
    (hash.rotate_left(26) ^ with).wrapping_mul(0x9e37_79b9_7f4a_7c15)
}

impl<const SIDES: usize> Environments<SIDES> {
    /// Enters the environments of nodes that have these arenas. Tells which slots are new, in order.
    fn enter(&mut self, arenas: [&[Place]; SIDES], mut added: impl FnMut(usize, usize)) {
        self.around.push((self.current, true));
        for (side, arenas) in arenas.into_iter().enumerate() {
            self.current[side] = self.numbers.inside(self.current[side], arenas, |index| added(side, index));
        }
    }

    /// Continues with environments that were entered before.
    pub(crate) fn with_numbers(numbers: Numbers) -> Self {
        Environments { numbers, ..Environments::default() }
    }

    /// Lends the environments of one side, until they are [given back](Self::give_back).
    pub(crate) fn lend(&mut self, side: usize) -> Environments<1> {
        let lent = Environments::with_numbers(core::mem::take(&mut self.numbers));
        Environments { current: PerSide([self.current[side]]), ..lent }
    }

    /// Takes back the environments that were [lent](Self::lend).
    pub(crate) fn give_back(&mut self, lent: Environments<1>) {
        self.numbers = lent.numbers;
    }

    /// Goes to other environments, until [`leave`](Self::leave); returns `false` if they are the present ones.
    #[inline(always)]
    pub(crate) fn go_to(&mut self, environments: [Environment; SIDES]) -> bool {
        if *self.current == environments {
            return false;
        }
        self.around.push((self.current, false));
        self.current = PerSide(environments);
        true
    }

    /// Returns to the environments around.
    pub(crate) fn leave(&mut self) {
        self.current = self.around.pop().map_or_else(PerSide::default, |(around, _)| around);
    }

    /// Whether any arena was met.
    #[inline(always)]
    pub(crate) fn is_used(&self) -> bool {
        !self.numbers.slots.is_empty()
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

    /// The consultation of an operation that follows an id of a type here.
    pub(crate) fn consultation(&mut self, id: TypeId) -> Consultation {
        let found = (id, core::array::from_fn(|side| self.of_arena(side, id)));
        self.consultations.number(found)
    }

    /// Whether a consultation would find the same here, on a side.
    pub(crate) fn holds(&self, consultation: Consultation, side: usize) -> bool {
        let (id, found) = *self.consultations.get(consultation);
        self.of_arena(side, id) == found[side]
    }

    /// Whether the node that is [left](Self::leave) next put arenas in force.
    pub(crate) fn are_put_in_force(&self) -> bool {
        self.around.last().is_some_and(|(_, puts_in_force)| *puts_in_force)
    }

    /// Translates the consultations inside a node that put arenas in force, and is left next, for the node around. Its own
    /// arenas are no dependencies outside. But nodes in them are identified by all arenas that are in force there.
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
                let in_force = &numbers.in_force[numbers.listed(*environment)];
                in_force.iter().filter(|arena| arena.environment != *environment).map(|arena| arena.id)
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

#[cfg(test)]
mod tests {
    use core::any::TypeId;

    use super::{Environments, OUTERMOST, Place};

    #[test]
    fn the_innermost_arena_is_in_force_however_many_are_around() {
        let [outer, own] = [TypeId::of::<u8>(), TypeId::of::<u16>()];
        let mut environments = Environments::<1>::default();
        environments.enter([&[Place { id: outer, address: 1 }]], |_, _| {});
        for depth in 1..100 {
            let id = if depth == 50 { outer } else { own };
            environments.enter([&[Place { id, address: 1 + depth }]], |_, _| {});
            let [current] = environments.current();
            let expected = if depth < 50 { (1, 0) } else { (51, 50) };
            assert_eq!((environments.find(0, outer), current), (Some(expected), depth + 1));
            let expected = if depth == 50 { (50, 49) } else { (depth + 1, depth) };
            assert_eq!(environments.find(0, own), Some(expected));
            assert_eq!(environments.find(0, TypeId::of::<u32>()), None);
        }
    }

    #[test]
    fn what_is_shadowed_tells_no_environments_apart() {
        let [types, expressions] = [TypeId::of::<u8>(), TypeId::of::<u16>()];
        let [module, caller, other_caller, callee] = [1, 2, 3, 4];
        let mut environments = Environments::<1>::default();
        environments.enter([&[Place { id: types, address: module }]], |_, _| {});
        let mut callees = [caller, other_caller].map(|caller| {
            environments.enter([&[Place { id: expressions, address: caller }]], |_, _| {});
            environments.enter([&[Place { id: expressions, address: callee }]], |_, _| {});
            let [current] = environments.current();
            environments.leave();
            environments.leave();
            current
        });
        assert_eq!(callees[0], callees[1]);

        // A type may mean an expression of the caller's, if both tables belong to it.
        callees = [caller, other_caller].map(|caller| {
            let own = [Place { id: expressions, address: caller }, Place { id: types, address: module }];
            environments.enter([&own], |_, _| {});
            environments.enter([&[Place { id: expressions, address: callee }]], |_, _| {});
            let [current] = environments.current();
            environments.leave();
            environments.leave();
            current
        });
        assert_ne!(callees[0], callees[1]);
    }

    #[test]
    fn environments_that_share_an_arena_are_told_apart_by_the_others() {
        let [shared, own] = [TypeId::of::<u8>(), TypeId::of::<u16>()];
        let mut environments = Environments::<1>::default();
        for expected in [(); 2].map(|()| 1..100).into_iter().flatten() {
            environments.enter([&[Place { id: shared, address: 1 }, Place { id: own, address: expected }]], |_, _| {});
            assert_eq!(environments.current(), [expected]);
            environments.leave();
        }
        assert!(environments.numbers.by_arenas.values().all(|alike| alike.len() == 1), "none is searched for");
    }

    #[test]
    fn an_arena_is_in_force_in_what_is_inside_and_nowhere_else() {
        let (expressions, types) = (TypeId::of::<u8>(), TypeId::of::<u16>());
        let [module, function] = [1, 2].map(|address| Place { id: expressions, address });
        let type_arena = Place { id: types, address: 3 };
        let mut environments = Environments::<1>::default();
        assert_eq!(environments.find(0, expressions), None);
        environments.enter([&[module, type_arena]], |_, _| {});
        let [outer] = environments.current();
        environments.enter([&[function]], |_, _| {});
        let [inner] = environments.current();
        assert_eq!(environments.find(0, expressions), Some((inner, 2)));
        assert_eq!(environments.find(0, types), Some((outer, 1)));
        let consultation = environments.consultation(types);
        assert!(environments.go_to([outer]) && environments.holds(consultation, 0));
        assert_eq!(environments.find(0, expressions), Some((outer, 0)));
        environments.leave();
        environments.leave();
        environments.leave();
        assert_eq!(environments.current(), [OUTERMOST]);
        assert!(!environments.holds(consultation, 0));
        environments.enter([&[module, type_arena]], |_, _| unreachable!("it is known"));
        assert_eq!(environments.current(), [outer]);
    }
}
