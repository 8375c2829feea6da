//! `Trail`: the path from the root of a value to the present part of an operation.

use alloc::{
    string::{String, ToString},
    vec::Vec,
};

use crate::{
    describe::{
        arena::NoArenas,
        info::{Shape, TypeInfo},
        keys::{KeyReader, MapKey},
    },
    engine::path::{Key, Path, Step},
    tables::index::Numbered,
};

/// The path from the root on both sides, and the type whose parts are listed at the end of the path.
///
/// A part that is put off keeps its [`Mark`] and the length of the path to its holder. From these,
/// [`lead`](Trail::lead) restores the path to the part.
#[derive(Default)]
pub(crate) struct Trail<'a> {
    marks: Vec<Mark>,
    /// The number of marks in the path. Later marks are not erased, since a suspended operation may lengthen the path
    /// again.
    length: usize,
    /// The numbered paths, from 1 on. Each has the number of the path without its last step, and the mark of that step.
    numbered: Vec<(usize, Mark)>,
    /// For each mark, the number of the path up to and including the mark.
    numbers: Vec<usize>,
    /// How many of the first entries of `numbers` are valid. The marks after these may have changed after they were
    /// numbered.
    unchanged: usize,
    /// The steps of the marks of the kind [`Named`](MarkKind::Named).
    steps: Vec<(Step, Step)>,
    keys: Vec<&'a dyn ShownKey>,
    /// The names of virtual fields.
    virtual_names: Numbered<String>,
    /// The numbers of the ids that were followed.
    ids: Vec<[u64; 2]>,
    listing: Listing,
    /// The index of the first element of the next row.
    first_index: usize,
}

/// The type whose content is listed, if there is one, and its variant.
type Listing = (Option<&'static TypeInfo>, u32);

/// A step of the path. It is the same on both sides unless it is [`Named`](MarkKind::Named). A mark takes two words, so
/// that it is passed in registers.
#[derive(Clone, Copy)]
pub(crate) struct Mark {
    /// The type of a field.
    info: Option<&'static TypeInfo>,
    /// The number, and the kind in the lowest three bits.
    bits: u64,
}

/// The kinds of [`Mark`]s, and the meaning of their numbers.
#[derive(Clone, Copy)]
enum MarkKind {
    /// No step.
    Transparent,
    /// A field: its position and, from bit 32 on, its variant. There are fewer than 2²⁹ variants.
    Field,
    /// An element: its index.
    Index,
    /// No step: a row begins here, at this index.
    Row,
    /// A key, in `Trail::keys`.
    Key,
    /// The steps of both sides, in `Trail::steps`.
    Named,
    /// A virtual field, in `Trail::virtual_names`.
    Virtual,
    /// No step: the path follows ids, in `Trail::ids`.
    Ids,
}

const _: () = assert!(size_of::<Mark>() <= 2 * size_of::<u64>(), "there is one for each part that is pending");

impl Mark {
    /// No step.
    pub(crate) const TRANSPARENT: Mark = Mark::new(MarkKind::Transparent, 0);

    #[inline(always)]
    const fn new(kind: MarkKind, number: usize) -> Self {
        Mark { info: None, bits: ((number as u64) << 3) | kind as u64 }
    }

    /// An element of a sequence.
    #[inline(always)]
    pub(crate) fn index(index: usize) -> Self {
        Mark::new(MarkKind::Index, index)
    }

    /// No step: a row begins here, at this index.
    #[inline(always)]
    pub(crate) fn row(first: usize) -> Self {
        Mark::new(MarkKind::Row, first)
    }

    #[inline(always)]
    fn kind(self) -> MarkKind {
        use MarkKind::{Field, Ids, Index, Key, Named, Row, Transparent, Virtual};
        static KINDS: [MarkKind; 8] = [Transparent, Field, Index, Row, Key, Named, Virtual, Ids];
        KINDS[(self.bits & 7) as usize]
    }

    #[inline(always)]
    fn number(self) -> usize {
        (self.bits >> 3) as usize
    }
}

/// A key of a map, of any type.
pub(crate) trait ShownKey {
    fn shown(&self) -> Key;
}

impl<K: MapKey> ShownKey for K {
    fn shown(&self) -> Key {
        Key::new(KeyReader::text_in(self, &NoArenas))
    }
}

impl<'a> Trail<'a> {
    /// The length of the path, in marks.
    #[inline(always)]
    pub(crate) fn length(&self) -> usize {
        self.length
    }

    /// The number of this path, from which the path can be rebuilt later. The root has the number zero, and a prefix
    /// has a lower number. A path that was left and is reached again may get another number. Takes amortized constant
    /// time for each step.
    pub(crate) fn number(&mut self) -> usize {
        self.numbers.truncate(self.unchanged);
        let mut number = self.numbers.last().copied().unwrap_or(0);
        for mark in &self.marks[self.unchanged..self.length] {
            self.numbered.push((number, *mark));
            number = self.numbered.len();
            self.numbers.push(number);
        }
        self.unchanged = self.length;
        number
    }

    /// The marks of a numbered path after its prefix with the number `first`.
    fn marks_between(&self, first: usize, number: usize) -> Vec<Mark> {
        let paths = core::iter::successors(Some(number), |path| Some(self.numbered[path.checked_sub(1)?].0));
        let mut marks: Vec<Mark> =
            paths.take_while(|path| *path > first).map(|path| self.numbered[path - 1].1).collect();
        marks.reverse();
        marks
    }

    /// The part of a numbered path after its prefix with the number `first`, for one value.
    pub(crate) fn path_between(&self, first: usize, number: usize) -> Path {
        self.path_along(&self.marks_between(first, number))
    }

    /// A numbered path on a side.
    pub(crate) fn numbered_path(&self, side: usize, number: usize) -> Path {
        self.along(&self.marks_between(0, number), side)
    }

    /// The marks of the path after the first `length` marks.
    pub(crate) fn since(&self, length: usize) -> &[Mark] {
        &self.marks[length..self.length]
    }

    /// Shortens the path to this length.
    #[inline(always)]
    pub(crate) fn shorten(&mut self, length: usize) {
        self.length = length;
        self.unchanged = self.unchanged.min(length);
    }

    /// Shortens the path to this length, and appends a mark.
    #[inline(always)]
    pub(crate) fn lead(&mut self, length: usize, mark: Mark) {
        self.shorten(length);
        self.push(mark);
    }

    /// Appends a mark.
    #[inline(always)]
    pub(crate) fn push(&mut self, mark: Mark) {
        match mark.kind() {
            MarkKind::Transparent => {}
            MarkKind::Row => self.first_index = mark.number(),
            _ => {
                match self.marks.get_mut(self.length) {
                    Some(place) => *place = mark,
                    None => self.marks.push(mark),
                }
                self.length += 1;
            }
        }
    }

    /// The index of the first element of the next row: 0, unless the mark before the row says otherwise.
    #[inline(always)]
    pub(crate) fn take_first_index(&mut self) -> usize {
        core::mem::take(&mut self.first_index)
    }

    /// Notes that the parts listed next belong to a value of this type.
    #[inline(always)]
    pub(crate) fn content_of(&mut self, info: &'static TypeInfo) {
        self.listing = (Some(info), 0);
    }

    /// Notes that the parts listed next belong to this variant.
    #[inline(always)]
    pub(crate) fn variant(&mut self, index: u32) {
        self.listing.1 = index;
    }

    /// The type and variant whose parts are listed.
    #[inline(always)]
    pub(crate) fn listing(&self) -> Listing {
        self.listing
    }

    /// Continues with the parts of this type and variant.
    #[inline(always)]
    pub(crate) fn list(&mut self, listing: Listing) {
        self.listing = listing;
    }

    /// The lengths of `keys` and `steps`.
    pub(crate) fn names(&self) -> (usize, usize) {
        (self.keys.len(), self.steps.len())
    }

    /// Shortens `keys` and `steps` to these lengths.
    pub(crate) fn forget_names(&mut self, (keys, steps): (usize, usize)) {
        self.keys.truncate(keys);
        self.steps.truncate(steps);
    }

    /// The mark of a field of the type whose parts are listed.
    #[inline(always)]
    pub(crate) fn field(&self, position: u32) -> Mark {
        let (info, variant) = self.listing;
        Mark { info, bits: (u64::from(variant) << 35) | (u64::from(position) << 3) | MarkKind::Field as u64 }
    }

    /// The step to a field of the type whose parts are listed. `None` if the field adds no step.
    pub(crate) fn field_step(&self, position: u32) -> Option<Step> {
        let (info, variant) = self.listing;
        field_step(info?, variant, position)
    }

    /// A mark for a key of a map.
    pub(crate) fn key(&mut self, key: &'a dyn ShownKey) -> Mark {
        self.keys.push(key);
        Mark::new(MarkKind::Key, self.keys.len() - 1)
    }

    /// A mark for a step of each side.
    pub(crate) fn name(&mut self, lhs: Step, rhs: Step) -> Mark {
        self.steps.push((lhs, rhs));
        Mark::new(MarkKind::Named, self.steps.len() - 1)
    }

    /// A mark for one step of both sides.
    pub(crate) fn name_both(&mut self, step: Step) -> Mark {
        self.name(step.clone(), step)
    }

    /// A mark for a virtual field of this name. Names are deduplicated.
    pub(crate) fn virtual_field(&mut self, name: &str) -> Mark {
        let known = self.virtual_names.find(name);
        let number = known.unwrap_or_else(|| self.virtual_names.number(name.to_string()));
        Mark::new(MarkKind::Virtual, number)
    }

    /// Appends a mark: the path follows ids with these numbers.
    pub(crate) fn follow_ids(&mut self, numbers: [u64; 2]) {
        self.ids.push(numbers);
        self.push(Mark::new(MarkKind::Ids, self.ids.len() - 1));
    }

    /// The numbers of the last ids in the path; `None` if the path follows no ids.
    pub(crate) fn last_ids(&self) -> Option<[u64; 2]> {
        self.marks[..self.length].iter().rev().find_map(|mark| match mark.kind() {
            MarkKind::Ids => self.ids.get(mark.number()).copied(),
            _ => None,
        })
    }

    /// The path on each side.
    pub(crate) fn paths(&self) -> [Path; 2] {
        [0, 1].map(|side| self.along(&self.marks[..self.length], side))
    }

    /// The path, for one value.
    pub(crate) fn path(&self) -> Path {
        self.path_along(&self.marks[..self.length])
    }

    /// The path along marks, for one value.
    pub(crate) fn path_along(&self, marks: &[Mark]) -> Path {
        self.along(marks, 0)
    }

    fn along(&self, marks: &[Mark], side: usize) -> Path {
        let steps = marks.iter().filter_map(|mark| match mark.kind() {
            MarkKind::Transparent | MarkKind::Row | MarkKind::Ids => None,
            MarkKind::Field => field_step(mark.info?, (mark.bits >> 35) as u32, (mark.bits >> 3) as u32),
            MarkKind::Index => Some(Step::Index(mark.number())),
            MarkKind::Key => self.keys.get(mark.number()).map(|key| Step::Key(key.shown())),
            MarkKind::Named => {
                self.steps.get(mark.number()).map(|(left, right)| if side == 0 { left } else { right }).cloned()
            }
            MarkKind::Virtual => {
                let name = self.virtual_names.get(mark.number()).clone();
                Some(Step::Field { name: name.into(), variant: None })
            }
        });
        Path::new(steps.collect())
    }
}

/// The step to a field. `None` if the field adds no step.
pub(crate) fn field_step(info: &'static TypeInfo, variant: u32, position: u32) -> Option<Step> {
    let (fields, variant) = match (info.shape(), info.variant(variant)) {
        (_, Some(variant)) if variant.is_newtype() => return None,
        (Shape::Enum([_, _, ..]), Some(variant)) => (variant.fields(), Some(variant.name())),
        (_, Some(variant)) => (variant.fields(), None),
        (Shape::Tuple(fields), None) => (fields, None),
        (_, None) => return None,
    };
    fields.get(position as usize).map(|field| Step::Field { name: field.name().into(), variant })
}
