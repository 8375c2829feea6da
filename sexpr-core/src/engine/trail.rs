//! `Trail`: the path from the root of a value to where an operation is.

use alloc::{
    string::{String, ToString},
    vec::Vec,
};

use crate::{
    describe::{
        info::{Shape, TypeInfo},
        keys::{KeyReader, MapKey},
    },
    engine::path::{Key, Path, Step},
    tables::index::Table,
};

/// The way from the root, on both sides, and what is being listed at its end.
///
/// What is put off is put off with a [`Mark`], and the length of the way at that time: later, the way
/// [leads](Trail::lead) there.
pub(crate) struct Trail<'a> {
    marks: Vec<Mark>,
    /// How many of the marks make the way. Those after them are kept: an operation that is suspended leads back there.
    length: usize,
    /// What marks name that does not go without saying.
    steps: Vec<(Step, Step)>,
    keys: Vec<&'a dyn ShownKey>,
    /// The names of virtual fields, and their numbers.
    virtual_names: Vec<String>,
    virtual_fields: Table<String, usize>,
    /// The numbers of the ids that were followed.
    ids: Vec<[u64; 2]>,
    /// The type whose content is being listed, and its variant.
    listing: (&'static TypeInfo, u32),
    /// The index of the first element of the row at hand.
    first_index: usize,
}

/// A step of the way, the same on both sides unless it is [`Named`](Mark::Named).
#[derive(Clone, Copy)]
pub(crate) enum Mark {
    /// No step.
    Transparent,
    /// A field of this variant of a type, at this position.
    Field(&'static TypeInfo, u16, u32),
    Index(usize),
    /// No step; what lies here is a row, from this index on.
    Row(usize),
    /// The key with this number.
    Key(usize),
    /// The steps with this number.
    Named(usize),
    /// The virtual field whose name has this number.
    Virtual(usize),
    /// No step; the ids with this number lead on.
    Ids(usize),
}

const _: () = assert!(size_of::<Mark>() <= 2 * size_of::<u64>(), "there is one for each part that is pending");

/// A key of a map, of any type.
pub(crate) trait ShownKey {
    fn shown(&self) -> Key;
}

impl<K: MapKey> ShownKey for K {
    fn shown(&self) -> Key {
        Key::new(KeyReader::text(self))
    }
}

/// What is being listed before anything is.
static NOTHING: TypeInfo = TypeInfo::leaf("");

impl<'a> Trail<'a> {
    pub(crate) fn new() -> Self {
        Trail {
            marks: Vec::new(),
            length: 0,
            steps: Vec::new(),
            keys: Vec::new(),
            virtual_names: Vec::new(),
            virtual_fields: Table::default(),
            ids: Vec::new(),
            listing: (&NOTHING, 0),
            first_index: 0,
        }
    }

    /// How long the way is.
    #[inline(always)]
    pub(crate) fn length(&self) -> usize {
        self.length
    }

    /// The marks of the way after the first ones.
    pub(crate) fn since(&self, length: usize) -> &[Mark] {
        &self.marks[length..self.length]
    }

    /// Goes back to where the way had this length.
    #[inline(always)]
    pub(crate) fn shorten(&mut self, length: usize) {
        self.length = length;
    }

    /// Goes back to where the way had this length, and on by one mark.
    #[inline(always)]
    pub(crate) fn lead(&mut self, length: usize, mark: Mark) {
        self.length = length;
        self.push(mark);
    }

    /// Goes on by one mark.
    #[inline(always)]
    pub(crate) fn push(&mut self, mark: Mark) {
        match mark {
            Mark::Transparent => {}
            Mark::Row(first) => self.first_index = first,
            mark => {
                match self.marks.get_mut(self.length) {
                    Some(place) => *place = mark,
                    None => self.marks.push(mark),
                }
                self.length += 1;
            }
        }
    }

    /// Where the row begins that is listed next: at its first element, unless the step to it says otherwise.
    #[inline(always)]
    pub(crate) fn take_first_index(&mut self) -> usize {
        core::mem::take(&mut self.first_index)
    }

    /// What is listed next is the content of values of this type.
    #[inline(always)]
    pub(crate) fn content_of(&mut self, info: &'static TypeInfo) {
        self.listing = (info, 0);
    }

    /// It is this variant's.
    #[inline(always)]
    pub(crate) fn variant(&mut self, index: u32) {
        self.listing.1 = index;
    }

    /// What is being listed.
    #[inline(always)]
    pub(crate) fn listing(&self) -> (&'static TypeInfo, u32) {
        self.listing
    }

    /// Goes on with what was being listed.
    #[inline(always)]
    pub(crate) fn list(&mut self, listing: (&'static TypeInfo, u32)) {
        self.listing = listing;
    }

    /// How many keys and steps marks name.
    pub(crate) fn names(&self) -> (usize, usize) {
        (self.keys.len(), self.steps.len())
    }

    /// Forgets what marks name, but for so many keys and steps.
    pub(crate) fn forget_names(&mut self, (keys, steps): (usize, usize)) {
        self.keys.truncate(keys);
        self.steps.truncate(steps);
    }

    /// The type whose content is being listed.
    pub(crate) fn listed(&self) -> &'static TypeInfo {
        self.listing.0
    }

    /// The mark of a field of the type that is being listed.
    #[inline(always)]
    pub(crate) fn field(&self, position: u32) -> Mark {
        let (info, variant) = self.listing;
        // Beyond 65,536 variants, paths go without the field.
        u16::try_from(variant).map_or(Mark::Transparent, |variant| Mark::Field(info, variant, position))
    }

    /// The step to a field of the type that is being listed, if it has one.
    pub(crate) fn field_step(&self, position: u32) -> Option<Step> {
        let (info, variant) = self.listing;
        field_step(info, variant, position)
    }

    /// A mark for a key of a map.
    pub(crate) fn key(&mut self, key: &'a dyn ShownKey) -> Mark {
        self.keys.push(key);
        Mark::Key(self.keys.len() - 1)
    }

    /// A mark for a step of each side.
    pub(crate) fn name(&mut self, lhs: Step, rhs: Step) -> Mark {
        self.steps.push((lhs, rhs));
        Mark::Named(self.steps.len() - 1)
    }

    /// A mark for one step of both sides.
    pub(crate) fn name_both(&mut self, step: Step) -> Mark {
        self.name(step.clone(), step)
    }

    /// A mark for a virtual field of this name. Many nodes have fields of one name, which is kept once.
    pub(crate) fn virtual_field(&mut self, name: &str) -> Mark {
        if let Some(number) = self.virtual_fields.get(name) {
            return Mark::Virtual(*number);
        }
        let number = self.virtual_names.len();
        self.virtual_fields.insert(name.to_string(), number);
        self.virtual_names.push(name.to_string());
        Mark::Virtual(number)
    }

    /// Goes on behind ids with these numbers.
    pub(crate) fn follow_ids(&mut self, numbers: [u64; 2]) {
        self.ids.push(numbers);
        self.push(Mark::Ids(self.ids.len() - 1));
    }

    /// The numbers of the ids that were followed last on the way, if any were.
    pub(crate) fn last_ids(&self) -> Option<[u64; 2]> {
        self.marks[..self.length].iter().rev().find_map(|mark| match mark {
            Mark::Ids(number) => self.ids.get(*number).copied(),
            _ => None,
        })
    }

    /// The path on each side.
    pub(crate) fn paths(&self) -> (Path, Path) {
        (self.path(), self.along(&self.marks[..self.length], |steps| &steps.1))
    }

    /// The path, where both sides are one.
    pub(crate) fn path(&self) -> Path {
        self.path_along(&self.marks[..self.length])
    }

    /// The path along marks, for one value.
    pub(crate) fn path_along(&self, marks: &[Mark]) -> Path {
        self.along(marks, |steps| &steps.0)
    }

    fn along(&self, marks: &[Mark], choose: fn(&(Step, Step)) -> &Step) -> Path {
        let steps = marks.iter().filter_map(|mark| match mark {
            Mark::Transparent | Mark::Row(_) | Mark::Ids(_) => None,
            Mark::Field(info, variant, position) => field_step(info, (*variant).into(), *position),
            Mark::Index(index) => Some(Step::Index(*index)),
            Mark::Key(number) => self.keys.get(*number).map(|key| Step::Key(key.shown())),
            Mark::Named(number) => self.steps.get(*number).map(choose).cloned(),
            Mark::Virtual(number) => {
                let name = self.virtual_names.get(*number)?.clone();
                Some(Step::Field { name: name.into(), variant: None })
            }
        });
        Path::new(steps.collect())
    }
}

/// The step to a field, if it adds one.
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
