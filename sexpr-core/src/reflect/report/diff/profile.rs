//! Profiles: hashes of the elements of sequences, for their alignment.
//!
//! One pass over a value profiles the elements of all its sequences, from the inside out, in time linear in the size of
//! the value. A profile has a hash for each of several levels of detail. On the first level, variables count by their
//! *labels*: the label of a variable is a hash of the element that binds the variable. So variables with different
//! names are alike if the elements that bind them are alike. For example, in `[let a = 1, use a]` and `[let b = 1, use
//! b]`, both variables have the hash of `let _ = 1` as their label, so `use a` and `use b` are alike.
//!
//! Profiles only determine the pairs of elements that are compared. They never decide whether elements are equal.

use alloc::{boxed::Box, vec::Vec};
use core::cmp::Reverse;

use crate::{
    describe::{
        identity::{Identity, token},
        info::Kind,
        options::Options,
        region::Region,
    },
    engine::{frame::Frame, trail::Mark},
    reflect::{
        containers::Items,
        lister::{Leaves, ListedPart, Lister, ListerConfig},
        node::{AnyNode, Pair},
        reading::{Node, Read, Reading},
        text::Written,
    },
    tables::index::{Table, mix},
};

/// The profile of an element. Two elements with the same hash on a level are alike on that level.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub(crate) struct Profile {
    /// Hashes from detailed to coarse: with labels of variables; without variables; without variables and leaves; of the
    /// outermost node only.
    pub(super) alike: [u64; 4],
    /// The number of parts: variants of enums, leaves, variables and lengths. Shared parts count at each occurrence.
    pub(crate) size: usize,
}

impl Profile {
    /// The number of levels of an alignment.
    pub(super) const LEVELS: usize = 5;
    /// The level on which variables count by their labels.
    pub(super) const LABELLED: usize = 0;
    const OUTERMOST: usize = 3;
    /// The minimal size of moved elements. A small element may well have been inserted independently.
    pub(super) const WORTH_MOVING: usize = 4;

    /// The hash on a level of an alignment: the hashes from detailed to coarse, and before the coarsest one, the outermost
    /// node with the magnitude of the size. So a small element that was inserted among larger ones is not taken for one of them.
    pub(super) fn on_level(&self, level: usize) -> u64 {
        match level {
            Profile::OUTERMOST => mix(self.alike[Profile::OUTERMOST], u64::from(self.size.max(1).ilog2())),
            _ => self.alike[level.min(Profile::OUTERMOST)],
        }
    }

    /// Adds a word to each level except the last.
    fn add(&mut self, words: [u64; 3]) {
        for (alike, word) in self.alike.iter_mut().zip(words) {
            *alike = mix(*alike, word);
        }
        self.size = self.size.saturating_add(1);
        if self.alike[Profile::OUTERMOST] == 0 {
            self.alike[Profile::OUTERMOST] = mix(1, words[2]);
        }
    }

    /// Adds a part that was profiled by itself.
    fn add_part(&mut self, part: &Profile) {
        let [labelled, shape, skeleton, _] = part.alike;
        let (size, outermost) = (self.size.saturating_add(part.size), self.alike[Profile::OUTERMOST]);
        self.add([labelled, shape, skeleton]);
        self.size = size;
        self.alike[Profile::OUTERMOST] = if outermost == 0 { part.alike[Profile::OUTERMOST] } else { outermost };
    }
}

/// The profile of a single element, with its first leaves.
pub(crate) struct Sketch {
    pub(crate) profile: Profile,
    /// The hashes of the element's first leaves.
    leaves: Vec<u64>,
}

impl Sketch {
    /// The maximal number of leaves that are kept.
    const LEAVES: usize = 64;

    /// The sketch of an element in the region of a root.
    pub(crate) fn of<'a>(element: Frame<'a, Lister<'a>>, options: Options) -> Sketch {
        let mut profiler = Profiler::of(element, options, None);
        Sketch { profile: profiler.open.pop().unwrap_or_default().profile, leaves: profiler.leaves }
    }

    /// A hash of an element, in which variables count by the order of first occurrence. `None` if the element holds
    /// opaque values without a stable form.
    pub(super) fn hash_of<'a>(element: Frame<'a, Lister<'a>>, options: Options) -> Option<u64> {
        let mut profiler = Profiler::of(element, options, Some(Table::default()));
        let is_described = !profiler.reading.lister.is_indescribable;
        Some(profiler.open.pop()?.profile.alike[Profile::LABELLED]).filter(|_| is_described)
    }

    /// The likeness of two elements: the number of levels and the number of leaves in which they agree, and the
    /// difference of their sizes.
    pub(crate) fn likeness(&self, other: &Sketch) -> (usize, usize, Reverse<usize>) {
        let [one, two] = [&self.profile, &other.profile];
        let levels = one.alike.iter().zip(&two.alike).filter(|(one, other)| one == other).count();
        let leaves = self.leaves.iter().zip(&other.leaves).filter(|(one, other)| one == other).count();
        (levels, leaves, Reverse(one.size.abs_diff(two.size)))
    }
}

/// The words for a binding occurrence of a variable, and for a use.
const BINDER: u64 = 0x6269_6e64;
const USE: u64 = 0x7573_6573;
/// The word for a leaf or a use on levels without them.
const LEAF: u64 = 0x6c65_6166;
/// The word for a node inside itself. If variables are numbered, also for another occurrence of a dag node.
const AGAIN: u64 = 0x6167_6169;

/// The profiles of the elements in a value, by their addresses.
#[derive(Default)]
pub(crate) struct Profiles(Table<Identity, Profile>);

impl Profiles {
    /// Profiles the elements of all sequences in a value.
    pub(super) fn of(root: AnyNode<'_>, options: Options) -> Profiles {
        let mut profiler = Profiler::new(options);
        profiler.reading.lister.push_back(ListedPart::Node(Pair::twice(root), options.root_region()));
        profiler.run();
        profiler.profiles
    }

    /// The profile of the element at an address.
    pub(super) fn get(&self, place: Identity) -> Profile {
        self.0.get(&place).copied().unwrap_or_default()
    }
}

/// A pass that makes profiles.
#[derive(Default)]
struct Profiler<'a> {
    reading: Reading<'a>,
    profiles: Profiles,
    /// The enclosing sequences, each with the index of its next element and its region.
    sequences: Vec<(Box<dyn Items<'a> + 'a>, usize, Region)>,
    /// The enclosing elements and nodes, the innermost last.
    open: Vec<OpenPart>,
    /// The profiles of shared nodes, in regions that bind and in others. `None` for an enclosing node.
    shared: Table<(Identity, bool), Option<Profile>>,
    /// The labels of bindings, in the order in which they were made.
    labels: Vec<u64>,
    /// The bindings of variables.
    bound: Table<Identity, usize>,
    /// The variables that were bound in the enclosing scopes, each with its previous binding.
    bound_before: Vec<(Identity, Option<usize>)>,
    /// The bindings in the enclosing elements, except in elements that ended.
    unlabelled: Vec<usize>,
    /// The number of elements with binders, by their hashes.
    alike: Table<u64, u64>,
    /// The hashes of the first leaves.
    leaves: Vec<u64>,
    /// The numbers of variables bound outside of the element, in the order of first occurrence; `None` if variables do
    /// not count by numbers. If variables count by numbers, the fields of variables and the keys of maps count, too.
    numbers: Option<Table<Identity, u64>>,
}

/// An enclosing element or node.
#[derive(Default)]
struct OpenPart {
    profile: Profile,
    known_by: KnownBy,
    /// The number of `unlabelled` bindings at the beginning of the innermost element or shared node.
    origin: usize,
    /// If the part is a scope, the number of variables that were bound before it.
    bound_outside: Option<usize>,
}

#[derive(Clone, Copy, Default)]
enum KnownBy {
    Element(Identity),
    Shared(Identity, bool),
    /// A uniquely owned node. Like a shared node, it is a part of its own, so that nodes that differ only in sharing
    /// are alike.
    #[default]
    Unique,
}

impl<'a> Profiler<'a> {
    fn new(options: Options) -> Profiler<'a> {
        let config = ListerConfig { no_paths: true, leaves: Leaves::Written, aligned: true, ..ListerConfig::default() };
        let reading = Reading::new(options, config);
        Profiler { reading, open: Vec::from([OpenPart::default()]), ..Profiler::default() }
    }

    /// Profiles an element by itself.
    fn of(element: Frame<'a, Lister<'a>>, options: Options, numbers: Option<Table<Identity, u64>>) -> Self {
        let mut profiler = Profiler { numbers, ..Profiler::new(options) };
        profiler.reading.lister.push_more(Mark::TRANSPARENT, element);
        profiler.run();
        profiler
    }

    fn run(&mut self) {
        loop {
            let next = self.reading.next();
            self.add_text();
            match next {
                None => return,
                Some(Read::Node(node, at)) => self.node(node, at),
                Some(Read::Other(ListedPart::Sequence(items, at))) => {
                    self.sequences.push((items, 0, at));
                    self.next_element();
                }
                Some(Read::Other(ListedPart::Map(mut maps, at))) => {
                    let length = self.reading.list_entries(&mut *maps, self.numbers.is_some(), at);
                    self.add(length as u64);
                }
                Some(Read::Other(ListedPart::Deferred)) => self.end(),
                Some(Read::Other(_)) => {}
            }
        }
    }

    /// Adds the text that was written to the innermost part.
    fn add_text(&mut self) {
        let Some(part) = self.open.last_mut() else { return };
        self.reading.lister.text.take(|written| match written {
            Written::Number(number) => part.profile.add([number; 3]),
            Written::Leaf(leaf) => {
                part.profile.add([leaf, leaf, LEAF]);
                if self.leaves.len() < Sketch::LEAVES {
                    self.leaves.push(leaf);
                }
            }
        });
    }

    fn add(&mut self, word: u64) {
        if let Some(part) = self.open.last_mut() {
            part.profile.add([word; 3]);
        }
    }

    /// Adds an occurrence of a variable. A free variable counts by its key, if it has one.
    fn variable(&mut self, variable: Identity, at: Region) {
        let Some(part) = self.open.last_mut() else { return };
        let binds_anew = self.numbers.is_none() || at.is_binding_occurrence() || !self.bound.contains_key(&variable);
        if at.binds() && binds_anew {
            let binding = self.labels.len();
            self.labels.push(mix(BINDER, (self.unlabelled.len() - part.origin) as u64));
            self.unlabelled.push(binding);
            part.profile.add([BINDER; 3]);
            self.bound_before.push((variable, self.bound.insert(variable, binding)));
            return;
        }
        let label = match (self.bound.get(&variable), &mut self.numbers) {
            (Some(binding), None) => self.labels[*binding],
            (Some(binding), Some(_)) => mix(BINDER, *binding as u64),
            (None, Some(numbers)) => {
                let next = numbers.len() as u64;
                mix(USE, *numbers.entry(variable).or_insert(next))
            }
            (None, None) => {
                let hash = self.reading.keys.hash(variable);
                if hash.content.is_some() { hash.bits as u64 } else { USE }
            }
        };
        part.profile.add([label, USE, LEAF]);
    }

    fn leave_scope(&mut self, outside: usize) {
        self.reading.lister.depth -= 1;
        for (variable, before) in self.bound_before.drain(outside..).rev() {
            match before {
                Some(binding) => self.bound.insert(variable, binding),
                None => self.bound.remove(&variable),
            };
        }
    }

    fn node(&mut self, node: Node<'a>, at: Region) {
        let info = node.info();
        let kind = info.kind;
        if matches!(kind, Kind::Var | Kind::Singleton) {
            let identity = self.reading.identify(node);
            let tells_all = self.numbers.is_some();
            if tells_all && kind == Kind::Singleton {
                return self.add(self.reading.keys.hash(identity).bits as u64);
            }
            self.variable(identity, if kind == Kind::Var { at } else { Region::NONE });
            if tells_all && self.shared.insert((identity, at.binds()), None).is_none() {
                node.list(at.inside(kind, false), &mut self.reading.lister);
            }
            return;
        }
        let is_unique = info.is_owned || info.is_unique;
        if is_unique && kind != Kind::Dag && !info.is_behind_id {
            let origin = self.open.last().map_or(0, |around| around.origin);
            self.open.push(OpenPart { origin, ..OpenPart::default() });
        } else {
            let place = (self.reading.identify(node), at.binds());
            match self.shared.get(&place).copied() {
                Some(Some(profile)) => {
                    if let Some(part) = self.open.last_mut() {
                        part.profile.add_part(&profile);
                    }
                    if self.numbers.is_some() && kind == Kind::Dag {
                        self.add(AGAIN);
                    }
                    return;
                }
                Some(None) => return self.add(AGAIN),
                None => _ = self.shared.insert(place, None),
            }
            let (known_by, origin) = (KnownBy::Shared(place.0, place.1), self.unlabelled.len());
            self.open.push(OpenPart { known_by, origin, ..OpenPart::default() });
        }
        if self.numbers.is_some() && node.erased.details().concrete.is_some() {
            self.add(token(node.erased.details().ty));
        }
        self.reading.lister.push_back(ListedPart::Deferred);
        if let Some(part) = self.open.last_mut().filter(|_| info.is_scope) {
            part.bound_outside = Some(self.bound_before.len());
            self.reading.lister.depth += 1;
        }
        node.list(at.inside(kind, info.is_scope), &mut self.reading.lister);
    }

    /// Begins the next element of the innermost sequence, or ends the sequence.
    fn next_element(&mut self) {
        let Some((items, index, at)) = self.sequences.last_mut().filter(|(items, index, _)| *index < items.length(0))
        else {
            return drop(self.sequences.pop());
        };
        let (known_by, origin) = (KnownBy::Element(items.place(0, *index)), self.unlabelled.len());
        self.open.push(OpenPart { known_by, origin, ..OpenPart::default() });
        self.reading.lister.push_back(ListedPart::Deferred);
        self.reading.lister.push_more(Mark::TRANSPARENT, items.one(0, *index, *at));
        *index += 1;
    }

    /// Ends the innermost part.
    fn end(&mut self) {
        let Some(OpenPart { profile, known_by, origin, bound_outside }) = self.open.pop() else { return };
        if let Some(outside) = bound_outside {
            self.leave_scope(outside);
        }
        match known_by {
            KnownBy::Element(element) => {
                self.label(origin, profile.alike[Profile::LABELLED]);
                self.profiles.0.insert(element, profile);
            }
            KnownBy::Shared(node, binds_there) => _ = self.shared.insert((node, binds_there), Some(profile)),
            KnownBy::Unique => {}
        }
        if let Some(around) = self.open.last_mut() {
            around.profile.add_part(&profile);
        }
        if let KnownBy::Element(_) = known_by {
            self.next_element();
        }
    }

    /// Labels the bindings that were made since the beginning of an element with this hash.
    fn label(&mut self, origin: usize, element: u64) {
        if self.unlabelled.len() == origin {
            return;
        }
        let before = self.alike.entry(element).or_insert(0);
        for (index, binding) in self.unlabelled.drain(origin..).enumerate() {
            self.labels[binding] = mix(mix(element, *before), index as u64);
        }
        *before += 1;
    }
}
