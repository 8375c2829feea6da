//! The arenas that were found last for types of ids, so that most look-ups need no search.

use core::any::TypeId;

use crate::{
    describe::identity::token,
    rules::{
        environments::{Environment, OUTERMOST, Slot},
        known_ids::{ArenasMet, NO_ARENAS},
    },
    tables::index::{Table, reset},
};

/// How many are remembered: as many as most nodes that have arenas have, and those around them.
const MANY: usize = 16;

/// Arenas that were found from environments of `SIDES` sides, each where it replaced another.
#[derive(Debug)]
pub(crate) struct LastFound<const SIDES: usize> {
    places: [Place<SIDES>; MANY],
    /// Numbers of the arenas that were found, one for those of all sides.
    numbers: Table<[Slot; SIDES], ArenasMet>,
}

/// The arenas in force for ids of a type.
#[derive(Clone, Copy, Debug)]
pub(crate) struct ArenasFound<const SIDES: usize> {
    /// On each side, the environment to which it belongs, and its slot.
    pub(crate) arenas: [Option<(Environment, Slot)>; SIDES],
    /// Their number; [`NO_ARENAS`], if a side has none.
    pub(crate) number: ArenasMet,
}

/// What was found from environments.
#[derive(Clone, Copy, Debug)]
struct Place<const SIDES: usize> {
    /// The environments, as [`one_number`].
    from: u64,
    id: TypeId,
    found: ArenasFound<SIDES>,
}

impl<const SIDES: usize> Place<SIDES> {
    /// From the outermost environments, nothing is found.
    fn none() -> Self {
        let found = ArenasFound { arenas: [None; SIDES], number: NO_ARENAS };
        Place { from: one_number([OUTERMOST; SIDES]), id: TypeId::of::<()>(), found }
    }

    #[inline(always)]
    fn is_for(&self, from: u64, id: TypeId) -> bool {
        self.from == from && self.id == id
    }
}

impl<const SIDES: usize> Default for LastFound<SIDES> {
    fn default() -> Self {
        LastFound { places: [Place::none(); MANY], numbers: Table::default() }
    }
}

impl<const SIDES: usize> LastFound<SIDES> {
    /// The arenas for ids of a type, if these were found from these environments, and nothing took their place since.
    #[inline(always)]
    pub(crate) fn get(&self, from: [Environment; SIDES], id: TypeId) -> Option<&ArenasFound<SIDES>> {
        let from = one_number(from);
        let place = &self.places[at(from, id)];
        place.is_for(from, id).then_some(&place.found)
    }

    /// The same, which finds them otherwise.
    #[inline(always)]
    pub(crate) fn get_or_find(
        &mut self,
        from: [Environment; SIDES],
        id: TypeId,
        find: impl FnOnce() -> [Option<(Environment, Slot)>; SIDES],
    ) -> &ArenasFound<SIDES> {
        let from = one_number(from);
        let at = at(from, id);
        if !self.places[at].is_for(from, id) {
            self.places[at] = Place { from, id, found: self.numbered(find()) };
        }
        &self.places[at].found
    }

    #[inline(never)]
    fn numbered(&mut self, arenas: [Option<(Environment, Slot)>; SIDES]) -> ArenasFound<SIDES> {
        let next = self.numbers.len();
        let number = match arenas.iter().all(Option::is_some) {
            true => *self.numbers.entry(arenas.map(|found| found.map_or(0, |(_, slot)| slot))).or_insert(next),
            false => NO_ARENAS,
        };
        ArenasFound { arenas, number }
    }

    pub(crate) fn clear(&mut self) {
        self.places = [Place::none(); MANY];
        reset(&mut self.numbers);
    }
}

/// One number for the environments of all sides. There is no memory for more than 32 bits can tell apart.
#[inline(always)]
fn one_number<const SIDES: usize>(environments: [Environment; SIDES]) -> u64 {
    environments.into_iter().fold(0, |number: u64, environment| number.rotate_left(32) ^ environment as u64)
}

/// The place for what was found from environments, for a type of ids.
#[inline(always)]
fn at(from: u64, id: TypeId) -> usize {
    from.wrapping_add(token(id)) as usize % MANY
}
