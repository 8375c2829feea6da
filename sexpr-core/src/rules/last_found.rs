//! The arenas that were found last for types of ids, so that most look-ups need no search.

use core::any::TypeId;

use crate::{
    describe::identity::token,
    rules::environments::{Environment, OUTERMOST, Slot},
};

/// How many are remembered: as many as most nodes that have arenas have, and those around them.
const MANY: usize = 16;

/// The arenas in force for ids of a type: on each side, the environment to which it belongs, and its slot.
pub(crate) type ArenasFound<const SIDES: usize> = [Option<(Environment, Slot)>; SIDES];

/// Arenas that were found from environments of `SIDES` sides, each where it replaced another.
#[derive(Debug)]
pub(crate) struct LastFound<const SIDES: usize>([Place<SIDES>; MANY]);

/// What was found from environments.
#[derive(Clone, Copy, Debug)]
struct Place<const SIDES: usize> {
    from: [Environment; SIDES],
    id: TypeId,
    found: ArenasFound<SIDES>,
}

impl<const SIDES: usize> Default for LastFound<SIDES> {
    /// From the outermost environments, nothing is found.
    fn default() -> Self {
        LastFound([Place { from: [OUTERMOST; SIDES], id: TypeId::of::<()>(), found: [None; SIDES] }; MANY])
    }
}

impl<const SIDES: usize> LastFound<SIDES> {
    /// The arenas for ids of a type, from these environments.
    #[inline(always)]
    pub(crate) fn get_or_find(
        &mut self,
        from: [Environment; SIDES],
        id: TypeId,
        find: impl FnOnce() -> ArenasFound<SIDES>,
    ) -> ArenasFound<SIDES> {
        let at = from.iter().fold(token(id), |at, environment| at.wrapping_add(*environment as u64));
        let place = &mut self.0[at as usize % MANY];
        if place.from != from || place.id != id {
            *place = Place { from, id, found: find() };
        }
        place.found
    }
}
