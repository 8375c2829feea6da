//! The hashes of the elements of an unordered part, each in the context of a comparison: what is bound around the part
//! counts by what it corresponds to, so that equal elements have one hash on both sides.
//!
//! Each side has a [`Numbering`](crate::rules::numbering::Numbering) that repeats what happened to the correspondences of
//! the comparison, and so has the de Bruijn indices that a hash would have there. What was hashed of elements is
//! remembered, with what it was derived from: when the comparison descends into an element, those of the parts inside are
//! known.
//!
//! Hashes are keyed, so nobody can make elements that collide. They decide which elements are compared, and nothing
//! else: whatever is found equal was compared.

use alloc::{boxed::Box, vec::Vec};

use crate::{
    describe::{identity::Keys, options::Options, region::Region, structural::Field},
    ops::hash::{
        Hash,
        buffers::HashBuffers,
        keyed_items::{Keyed, KeyedHash},
    },
    rules::correspondences::in_parts::Event,
};

/// What is known of both sides of a comparison.
#[derive(Debug, Default)]
pub(crate) struct InContext {
    /// For elements that may reach variables.
    open: Option<Box<Sides>>,
    /// For elements that reach none, under each of the options that were in force.
    closed: Vec<(Options, Sides)>,
}

#[derive(Debug, Default)]
struct Sides {
    numberings: [HashBuffers<Keyed>; 2],
    /// How many correspondences were made for good, on each side.
    made: [u64; 2],
}

impl InContext {
    /// The hashes of elements, on the left and on the right, where this has happened since the last time.
    pub(crate) fn hashes<'a, T: Field + 'a>(
        &mut self,
        elements: [&[&'a T]; 2],
        at: Region,
        options: Options,
        keys: &mut Keys,
        events: &[Event<2>],
    ) -> [Vec<KeyedHash>; 2] {
        let sides = if T::CLOSED { self.closed(options) } else { self.open(events, options) };
        let mut side = 0;
        sides.numberings.each_mut().map(|buffers| {
            core::mem::swap(buffers.keys(), keys);
            let mut hash = Hash::begin(options, buffers);
            let hashes = hash.hashes_of(elements[side], at);
            hash.end();
            core::mem::swap(buffers.keys(), keys);
            side += 1;
            hashes
        })
    }

    fn open(&mut self, events: &[Event<2>], options: Options) -> &mut Sides {
        let sides = self.open.get_or_insert_with(|| {
            let mut sides = Box::<Sides>::default();
            sides.numberings.iter_mut().for_each(|buffers| buffers.begin_in_context(options));
            sides
        });
        for (side, buffers) in sides.numberings.iter_mut().enumerate() {
            events.iter().for_each(|event| buffers.repeat(side, *event, &mut sides.made[side]));
        }
        sides
    }

    fn closed(&mut self, options: Options) -> &mut Sides {
        let known = self.closed.iter().position(|(known, _)| *known == options);
        let index = known.unwrap_or_else(|| {
            self.closed.push((options, Sides::default()));
            self.closed.len() - 1
        });
        &mut self.closed[index].1
    }
}
