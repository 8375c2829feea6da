//! Pairs the elements of two unordered parts in the context of a comparison. A variable that is bound around the parts
//! counts by its correspondence, so that equal elements have equal hashes on both sides.
//!
//! Each side has a [`Numbering`](crate::rules::numbering::Numbering) that repeats the changes to the correspondences of
//! the comparison. So it has the de Bruijn indices that a hash would have there. Hashes of elements are memoized with
//! their dependencies: when the comparison descends into an element, the hashes of the elements inside are known.
//!
//! Hashes are keyed, so nobody can make elements that collide. But the `Hash` of an opaque part may be coarse. So
//! elements of one hash that may contain opaque parts are compared, to find out which are equal. Equality is an
//! equivalence here, so pairing an element with the first equal element is right. It is no equivalence where free
//! variables may correspond to others; there, elements of one hash are paired in order.
//!
//! All of this decides only which elements are paired. Each pair is then compared like any other parts.

use alloc::{boxed::Box, collections::VecDeque, vec::Vec};

use crate::{
    describe::{
        closed_types::Property, identity::Identity, key_table::Keys, options::Options, region::Region,
        structural::Field,
    },
    engine::recursion::DepthLimit,
    ops::{
        equal::Equal,
        hash::{
            Hash, HashBuffers,
            items::{Keyed, KeyedHash},
        },
    },
    rules::{memo::equal_terms::ByOptions, relation::Relation, var_pairs::in_parts::Event},
    tables::index::Table,
};

/// The maximal nesting of unordered parts in which elements of one hash are compared with each other, since each level
/// takes native stack. In parts nested deeper, elements of one hash are paired in order.
const NESTED_QUESTIONS: usize = 16;

/// Two elements with the same hash, and that hash.
type Question = ([Identity; 2], [u64; 2]);

/// The state of pairing: hashes of elements on both sides of a comparison, and answers to questions.
#[derive(Debug, Default)]
pub(crate) struct InContext {
    /// The hashes of elements that may reach variables.
    open: Option<Box<Sides>>,
    /// The hashes of elements that reach no variable, for each set of options that was in force.
    closed: ByOptions<Sides>,
    /// The verdicts on elements of one hash. Contexts in which the elements have the same hash have the same verdict.
    answers: Option<Table<Question, bool>>,
    /// The number of questions around the comparison.
    questions_around: usize,
    /// The limit of the native stack in questions, once there was a question.
    pub(crate) depth_limit: Option<DepthLimit>,
}

#[derive(Debug, Default)]
struct Sides {
    numberings: [HashBuffers<Keyed>; 2],
    /// The number of permanent correspondences on each side.
    made: [u64; 2],
}

/// The rank of an element of an unordered part. Elements of equal rank are paired.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub(crate) struct ElementRank {
    hash: KeyedHash,
    /// The class of equal elements among those of one hash; 0 if no elements were compared.
    class: usize,
}

impl InContext {
    /// The ranks of elements, on the left and on the right. Enters the unordered part if the elements may reach
    /// variables.
    pub(crate) fn ranks<T: Field>(
        &mut self,
        elements: [&[&T]; 2],
        at: Region,
        options: Options,
        relation: &mut Relation,
    ) -> [Vec<ElementRank>; 2] {
        let events = if T::CLOSED { Vec::new() } else { relation.variables.events() };
        let hashes = self.hashes(elements, at, options, &mut relation.keys, &events);
        if !T::CLOSED {
            relation.variables.enter_part();
        }
        let mut ranks = hashes.map(|of_side| of_side.into_iter().map(|hash| ElementRank { hash, class: 0 }).collect());
        let is_equivalence = T::CLOSED || !options.maps_free_vars();
        if is_equivalence && self.questions_around < NESTED_QUESTIONS {
            self.questions_around += 1;
            self.tell_apart(elements, &mut ranks, at, options, relation);
            self.questions_around -= 1;
        }
        ranks
    }

    /// Compares elements of one hash that may contain opaque parts, and gives unequal elements different classes.
    fn tell_apart<T: Field>(
        &mut self,
        [left, right]: [&[&T]; 2],
        ranks: &mut [Vec<ElementRank>; 2],
        at: Region,
        options: Options,
        relation: &mut Relation,
    ) {
        let [of_left, of_right] = ranks.each_ref().map(|ranks| by_rank(ranks));
        let are_alike = |ranks: &[(ElementRank, usize)]| ranks.windows(2).any(|pair| pair[0].0 == pair[1].0);
        if !(are_alike(&of_left) || are_alike(&of_right))
            || relation.keys.known_types.have(Property::WithoutOpaque, T::INFO)
        {
            return;
        }
        for group in of_left.chunk_by(|(one, _), (other, _)| one == other) {
            let first = of_right.partition_point(|(rank, _)| *rank < group[0].0);
            let others = of_right[first..].iter().take_while(|(rank, _)| *rank == group[0].0);
            let mut others: VecDeque<usize> = others.map(|(_, r)| *r).collect();
            if group.len() == 1 && others.len() == 1 {
                continue;
            }
            for (ElementRank { hash, .. }, l) in group {
                let partner = others.iter().position(|r| {
                    let question = ([left[*l], right[*r]].map(Identity::address), [hash.plain, hash.keyed]);
                    if let Some(answer) = self.answers.as_ref().and_then(|answers| answers.get(&question)) {
                        return *answer;
                    }
                    let answer = Equal::are_equal_elements([left[*l], right[*r]], at, options, relation, self);
                    self.answers.get_or_insert_default().insert(question, answer);
                    answer
                });
                ranks[0][*l].class = l + 1;
                if let Some(r) = partner.and_then(|partner| others.remove(partner)) {
                    ranks[1][r].class = l + 1;
                }
            }
            others.into_iter().for_each(|r| ranks[1][r].class = left.len() + r + 1);
        }
    }

    /// The hashes of elements, on the left and on the right. `events` has the events since the last call.
    fn hashes<T: Field>(
        &mut self,
        elements: [&[&T]; 2],
        at: Region,
        options: Options,
        keys: &mut Keys,
        events: &[Event<2>],
    ) -> [Vec<KeyedHash>; 2] {
        let sides = if T::CLOSED { self.closed.under(options) } else { self.open(events, options) };
        let mut side = 0;
        sides.numberings.each_mut().map(|buffers| {
            core::mem::swap(&mut buffers.numbering.keys, keys);
            let mut hash = Hash::begin(options, buffers);
            let hashes = hash.hashes_of(elements[side], at);
            hash.end();
            core::mem::swap(&mut buffers.numbering.keys, keys);
            side += 1;
            hashes
        })
    }

    fn open(&mut self, events: &[Event<2>], options: Options) -> &mut Sides {
        let sides = self.open.get_or_insert_with(|| {
            let mut sides = Box::<Sides>::default();
            for HashBuffers { numbering, .. } in &mut sides.numberings {
                numbering.variables.track();
                numbering.variables.follow_parts(options.maps_free_vars());
            }
            sides
        });
        for (side, buffers) in sides.numberings.iter_mut().enumerate() {
            events.iter().for_each(|event| buffers.numbering.repeat(side, *event, &mut sides.made[side]));
        }
        sides
    }
}

/// The ranks, sorted, each with the index of its element.
pub(crate) fn by_rank(ranks: &[ElementRank]) -> Vec<(ElementRank, usize)> {
    let mut by_rank: Vec<_> = ranks.iter().copied().zip(0..).collect();
    by_rank.sort_unstable();
    by_rank
}
