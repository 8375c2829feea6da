//! `ArenaParts`: the interface through which a node hands over its arenas while it is rewritten, and gets them back.

use alloc::{boxed::Box, vec::Vec};
use core::fmt;

use crate::{
    describe::{arena::Id, arena_mut::ArenaMut},
    rewrite::{
        part::Part,
        rewritable::Kept,
        rewriting::{Rewriting, arenas::Held},
    },
};

/// Takes the arenas of a node, or gives them back.
pub struct ArenaParts<'e, 'c> {
    pub(crate) held: Vec<Held>,
    /// Where what replaces an arena goes that is only read; none while arenas are taken.
    pub(crate) back_to: Option<&'e mut Rewriting<'c>>,
}

impl ArenaParts<'_, '_> {
    /// An arena. Of two for one type of ids, the first one counts.
    #[doc(hidden)]
    pub fn arena<A: ArenaMut<I> + Kept, I: Id>(&mut self, part: Part<'_, A>) {
        const {
            assert!(size_of::<A>() != 0, "an arena of size zero has no place that tells it from others");
            assert!(
                A::COLUMNS.is_none(),
                "an arena whose nodes have fields in other tables is not rewritten, since what a function lists cannot be \
                 put back: remove `rewrite` from what holds it, or keep all fields in the nodes"
            );
        }
        let known = self.held.iter().position(Held::is_for::<I>);
        match (&mut self.back_to, known) {
            (None, Some(_)) | (Some(_), None) => {}
            (None, None) => {
                let arena = match part {
                    Part::Owned(arena) => core::mem::take(arena),
                    Part::Read(arena) => arena.clone(),
                };
                self.held.push(Held::new::<A, I>(arena));
            }
            (Some(rewriting), Some(known)) => {
                let held = self.held.remove(known);
                let is_changed = held.is_changed();
                let Some((arena, originals)) = held.into_arena::<A, I>() else { return };
                rewriting.retire(originals);
                match part {
                    Part::Owned(place) => {
                        *place = *arena;
                        rewriting.note_change(is_changed);
                    }
                    Part::Read(place) if is_changed => rewriting.write(Part::Read(place), Box::new(*arena)),
                    Part::Read(_) => {}
                }
            }
        }
    }
}

impl fmt::Debug for ArenaParts<'_, '_> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_struct("ArenaParts").finish_non_exhaustive()
    }
}
