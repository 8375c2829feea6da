//! Sketches: what is known of the elements of sequences before they are compared.
//!
//! A pass over a value sketches the elements of all its sequences, from the inside out, so that it takes time linear in the
//! value's size. A sketch is a few hashes that differ in what they say of variables. The *label* of a variable is a hash of
//! the element that binds it. So variables that were computed alike are alike whatever their names.
//!
//! Sketches decide which elements are compared with which, and never whether they are equal.

use alloc::vec::Vec;
use core::{cmp::Reverse, marker::PhantomData};

use crate::{
    describe::{
        containers::{Sequence, Sharing},
        erased_arena::InColumns,
        identity::Identity,
        info::Kind,
        leaf::{Encoder, Leaf},
        options::Options,
        region::Region,
        structural::{Field, StructuralEq},
        visitor::Visitor,
    },
    engine::{
        frame::{Frame, Row, RowStep, Step as TakeStep},
        place::Root,
        trail::Mark,
    },
    ops::mismatch::{Report, watched::Watched},
    tables::index::{Table, mix},
};

/// What is known of an element: two that have a hash in common are alike in some way, the closest first.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub(in crate::ops::mismatch) struct Sketch {
    /// With the labels of variables; without variables; without leaves, too; the outermost node alone.
    pub(super) alike: [u64; Sketch::LEVELS],
    /// How many parts it has: variants of enums, leaves, variables and lengths, what is shared each time.
    pub(super) size: usize,
}

impl Sketch {
    pub(super) const LEVELS: usize = 4;
    /// The level on which variables count by their labels.
    pub(super) const LABELLED: usize = 0;
    const OUTERMOST: usize = 3;
    /// An element with fewer parts than these is not said to be moved: another one like it is easily inserted.
    pub(super) const WORTH_MOVING: usize = 4;

    /// Adds a word on each level but the last.
    fn add(&mut self, words: [u64; 3]) {
        for (alike, word) in self.alike.iter_mut().zip(words) {
            *alike = mix(*alike, word);
        }
        self.size = self.size.saturating_add(1);
        if self.alike[Sketch::OUTERMOST] == 0 {
            self.alike[Sketch::OUTERMOST] = mix(1, words[2]);
        }
    }

    /// Adds a part that was sketched by itself.
    fn add_part(&mut self, part: &Sketch) {
        let [labelled, shape, skeleton, _] = part.alike;
        let (size, outermost) = (self.size.saturating_add(part.size), self.alike[Sketch::OUTERMOST]);
        self.add([labelled, shape, skeleton]);
        self.size = size;
        self.alike[Sketch::OUTERMOST] = if outermost == 0 { part.alike[Sketch::OUTERMOST] } else { outermost };
    }
}

/// What is known of an element by itself.
pub(in crate::ops::mismatch) struct Portrait {
    sketch: Sketch,
    /// The first leaves.
    leaves: Vec<u64>,
}

impl Portrait {
    /// How many leaves are looked at.
    const LEAVES: usize = 64;

    pub(in crate::ops::mismatch) fn of<T: StructuralEq + ?Sized>(value: &T, options: Options) -> Portrait {
        let mut sketching = Sketching::run(value, options);
        Portrait { sketch: sketching.open.pop().unwrap_or_default().sketch, leaves: sketching.leaves }
    }

    /// How much an element is like another: on how many levels, in how many leaves, and how close their sizes are.
    pub(in crate::ops::mismatch) fn likeness(&self, other: &Portrait) -> (usize, usize, Reverse<usize>) {
        let [one, two] = [&self.sketch, &other.sketch];
        let levels = one.alike.iter().zip(&two.alike).filter(|(one, other)| one == other).count();
        let leaves = self.leaves.iter().zip(&other.leaves).filter(|(one, other)| one == other).count();
        (levels, leaves, Reverse(one.size.abs_diff(two.size)))
    }

    /// How many parts it has.
    pub(in crate::ops::mismatch) fn size(&self) -> usize {
        self.sketch.size
    }
}

/// The words that stand for a variable that is bound where it is met, and for one that is used.
const BINDER: u64 = 0x6269_6e64;
const USE: u64 = 0x7573_6573;
/// Where leaves and uses of variables are left out.
const LEAF: u64 = 0x6c65_6166;
/// Where a node is met inside itself.
const AGAIN: u64 = 0x6167_6169;

/// The sketches of a value's elements, by where they are.
#[derive(Default)]
pub(in crate::ops::mismatch) struct Sketches(Table<Identity, Sketch>);

impl Sketches {
    /// Sketches the elements of all sequences in a value.
    pub(super) fn of<T: StructuralEq + ?Sized>(value: &T, options: Options) -> Sketches {
        Sketching::run(value, options).sketches
    }

    /// What is known of an element.
    pub(super) fn get<T: Field>(&self, element: &T) -> Sketch {
        self.0.get(&Identity::address(element)).copied().unwrap_or_default()
    }
}

/// Sketches that are being made.
#[derive(Default)]
pub(in crate::ops::mismatch) struct Sketching {
    sketches: Sketches,
    /// The elements and shared nodes around, the innermost last.
    open: Vec<Part>,
    /// Shared nodes that were met, in regions that bind and elsewhere. None of one that is around.
    shared: Table<(Identity, bool), Option<Sketch>>,
    /// The labels of bindings, in the order in which they were made.
    labels: Vec<u64>,
    /// What variables are bound to, and what those that were bound in the scopes around were bound to before.
    bound: Table<Identity, usize>,
    bound_before: Vec<(Identity, Option<usize>)>,
    /// For each scope around, how many were bound outside.
    scopes: Vec<usize>,
    /// How many elements with binders had one hash, those in values of maps apart.
    alike: Table<u64, u64>,
    /// How many maps are around, whose values are sketched in any order.
    maps_around: usize,
    /// The first leaves.
    leaves: Vec<u64>,
}

/// An element or a shared node, as far as it was read.
#[derive(Default)]
struct Part {
    sketch: Sketch,
    known_by: Option<KnownBy>,
    /// The bindings that are made in it, and in no element inside.
    binds: Vec<usize>,
    /// How many were made before in the parts around it that belong to the same element or shared node.
    bound_around: usize,
}

#[derive(Clone, Copy)]
enum KnownBy {
    Element(Identity),
    Shared(Identity, bool),
    /// A node that is met once. It is a part like a shared one, so that two that differ only in this are alike.
    Unique,
}

impl Sketching {
    fn run<T: StructuralEq + ?Sized>(value: &T, options: Options) -> Sketching {
        let value = &value;
        let mut reading = Report::new(options, Watched::default());
        // To start over would take the keys.
        reading.relation.variables().track();
        reading.sketching = Some(Sketching { open: Vec::from([Part::default()]), ..Sketching::default() });
        let at = options.root_region();
        reading.next_failure(|reading| reading.visit::<Root<'_, T>>(value, value, at));
        reading.sketching.unwrap_or_default()
    }

    fn add(&mut self, word: u64) {
        if let Some(part) = self.open.last_mut() {
            part.sketch.add([word; 3]);
        }
    }

    /// A variable is met, which counts by its key, if it has one and is free.
    fn variable(&mut self, variable: Identity, at: Region, key: impl FnOnce() -> Option<u64>) {
        let Some(part) = self.open.last_mut() else { return };
        if at.binds() {
            let binding = self.labels.len();
            self.labels.push(mix(BINDER, (part.bound_around + part.binds.len()) as u64));
            part.binds.push(binding);
            part.sketch.add([BINDER; 3]);
            self.bound_before.push((variable, self.bound.insert(variable, binding)));
        } else {
            let label = match self.bound.get(&variable) {
                Some(binding) => self.labels[*binding],
                None => key().unwrap_or(USE),
            };
            part.sketch.add([label, USE, LEAF]);
        }
    }

    fn leave_scope(&mut self) {
        let outside = self.scopes.pop().unwrap_or_default();
        for (variable, before) in self.bound_before.drain(outside..).rev() {
            match before {
                Some(binding) => self.bound.insert(variable, binding),
                None => self.bound.remove(&variable),
            };
        }
    }

    /// A node begins that is met once.
    fn begin_unique(&mut self) {
        let bound_around = self.open.last().map_or(0, |around| around.bound_around + around.binds.len());
        self.open.push(Part { known_by: Some(KnownBy::Unique), bound_around, ..Part::default() });
    }

    /// Ends the innermost part.
    fn end(&mut self) {
        let Some(Part { sketch, known_by, binds, .. }) = self.open.pop() else { return };
        match known_by {
            Some(KnownBy::Element(element)) => {
                self.label(binds, sketch.alike[Sketch::LABELLED]);
                self.sketches.0.insert(element, sketch);
            }
            Some(KnownBy::Shared(node, binds_there)) => {
                self.shared.insert((node, binds_there), Some(sketch));
                self.bind_around(binds);
            }
            Some(KnownBy::Unique) => self.bind_around(binds),
            // The values of a map have no order.
            None => {
                self.maps_around = self.maps_around.saturating_sub(1);
                return;
            }
        }
        if let Some(around) = self.open.last_mut() {
            around.sketch.add_part(&sketch);
        }
    }

    /// What is bound in a shared node is bound in the element around.
    fn bind_around(&mut self, binds: Vec<usize>) {
        if let Some(around) = self.open.last_mut() {
            around.binds.extend(binds);
        }
    }

    /// Labels bindings that were made in an element with this hash.
    fn label(&mut self, binds: Vec<usize>, element: u64) {
        if binds.is_empty() {
            return;
        }
        let mut unordered = 0;
        let before = if self.maps_around > 0 { &mut unordered } else { self.alike.entry(element).or_insert(0) };
        for (index, binding) in binds.into_iter().enumerate() {
            self.labels[binding] = mix(mix(element, *before), index as u64);
        }
        *before += 1;
    }
}

impl<'a> Report<'a> {
    /// Whether values are not compared, but read.
    #[inline(always)]
    pub(in crate::ops::mismatch) fn is_reading(&self) -> bool {
        self.scan.is_some() || self.sketching.is_some()
    }

    /// Adds to the sketches of what is around, if values are sketched.
    pub(in crate::ops::mismatch) fn sketch(&mut self, word: u64) {
        if let Some(sketching) = &mut self.sketching {
            sketching.add(word);
        }
    }

    /// Adds a leaf to the sketches; `false` if values are not sketched.
    pub(in crate::ops::mismatch) fn sketch_leaf<L: Leaf + ?Sized>(&mut self, leaf: &L) -> bool {
        let Some(sketching) = &mut self.sketching else { return false };
        let mut words = Words(0);
        leaf.encode(&mut words);
        if let Some(part) = sketching.open.last_mut() {
            part.sketch.add([words.0, words.0, LEAF]);
        }
        if sketching.leaves.len() < Portrait::LEAVES {
            sketching.leaves.push(words.0);
        }
        true
    }

    pub(in crate::ops::mismatch) fn sketch_variable(&mut self, variable: Identity, at: Region) {
        let keys = &self.relation.keys;
        if let Some(sketching) = &mut self.sketching {
            sketching.variable(variable, at, || {
                let hash = keys.hash(variable);
                hash.content.is_some().then_some(hash.bits as u64)
            });
        }
    }

    /// Reads a node for the sketches of what is around it.
    pub(in crate::ops::mismatch) fn sketch_node<T: StructuralEq + ?Sized>(
        &mut self,
        node: &'a T,
        sharing: Sharing,
        at: Region,
    ) -> bool {
        if let Some(concrete) = T::concrete_type(node) {
            self.content_of(concrete.info);
        }
        let kind = T::kind(node);
        let columns = core::mem::take(&mut self.columns);
        let is_behind_id = core::mem::take(&mut self.is_behind_id);
        let mut identity = self.relation.keys.identify(node);
        if is_behind_id {
            [identity] = InColumns::known_by([columns[0]], [identity]);
            [identity, _] = self.relation.behind_ids([identity; 2]);
        }
        if matches!(kind, Kind::Var | Kind::Singleton) {
            self.sketch_variable(identity, if kind == Kind::Var { at } else { Region::NONE });
            return true;
        }
        let Some(sketching) = &mut self.sketching else { return false };
        let is_scope = T::is_scope(node);
        let inside = if kind == Kind::Dag || is_scope { at.past_boundary() } else { at };
        if sharing == Sharing::Unique && kind != Kind::Dag && !is_behind_id {
            sketching.begin_unique();
            return self.sketch_content(node, is_scope, inside, columns) && self.put_off_end_of_sketch();
        }
        let place = (identity, at.binds());
        match sketching.shared.get(&place) {
            Some(Some(sketch)) => {
                let sketch = *sketch;
                if let Some(part) = sketching.open.last_mut() {
                    part.sketch.add_part(&sketch);
                }
                return true;
            }
            Some(None) => {
                sketching.add(AGAIN);
                return true;
            }
            None => {}
        }
        sketching.shared.insert(place, None);
        let known_by = Some(KnownBy::Shared(place.0, place.1));
        sketching.open.push(Part { known_by, ..Part::default() });
        self.sketch_content(node, is_scope, inside, columns) && self.put_off_end_of_sketch()
    }

    fn sketch_content<T: StructuralEq + ?Sized>(
        &mut self,
        node: &'a T,
        is_scope: bool,
        at: Region,
        columns: [Option<InColumns<'a>>; 2],
    ) -> bool {
        if let Some(sketching) = self.sketching.as_mut().filter(|_| is_scope) {
            sketching.scopes.push(sketching.bound_before.len());
        }
        self.content(node, node, at, columns)
            && (!is_scope || self.put_off(Mark::Transparent, Frame::new::<EndOfScope>(&(), &(), Region::NONE)))
    }

    /// Puts off the elements of a sequence.
    #[inline(never)]
    pub(in crate::ops::mismatch) fn sketch_elements<S: Sequence + ?Sized>(&mut self, sequence: &'a S, at: Region) {
        self.sketch(sequence.length() as u64);
        let Some(elements) = sequence.as_slice() else {
            for element in sequence.items() {
                self.put_off(Mark::Transparent, Frame::one::<SketchElements<S::Item>>(element, element, at));
            }
            return;
        };
        let mut done = 0;
        while let Some((row, count)) = Row::first_of(&elements[done..], &elements[done..], at) {
            self.put_off(Mark::Transparent, Frame::row::<SketchElements<S::Item>>(row));
            done += count;
        }
    }

    /// What is put off from here on stands in no order, up to [`end_values`](Self::end_values).
    pub(in crate::ops::mismatch) fn begin_values(&mut self) {
        if self.sketching.is_some() {
            self.put_off(Mark::Transparent, Frame::new::<BeginOfValues>(&(), &(), Region::NONE));
        }
    }

    pub(in crate::ops::mismatch) fn end_values(&mut self) {
        if self.sketching.is_some() {
            self.put_off_end_of_sketch();
        }
    }

    fn sketch_element<T: Field>(&mut self, element: &'a T, at: Region) -> bool {
        let Some(sketching) = &mut self.sketching else { return false };
        let known_by = Some(KnownBy::Element(Identity::address(element)));
        sketching.open.push(Part { known_by, ..Part::default() });
        self.content_of(T::INFO);
        T::held(element, element, at, self) && self.put_off_end_of_sketch()
    }

    fn put_off_end_of_sketch(&mut self) -> bool {
        self.put_off(Mark::Transparent, Frame::new::<EndOfSketch>(&(), &(), Region::NONE))
    }
}

/// The words of a leaf, hashed.
struct Words(u64);

impl Encoder for Words {
    fn word(&mut self, word: u64) {
        self.0 = mix(self.0, word);
    }

    fn bytes(&mut self, bytes: &[u8]) {
        self.word(bytes.len() as u64);
        for chunk in bytes.chunks(8) {
            self.word(chunk.iter().fold(0, |word, byte| word << 8 | u64::from(*byte)));
        }
    }
}

/// The step on the elements of a row: the first; then come the others.
struct SketchElements<T>(PhantomData<T>);

impl<'a, T: Field + 'a> RowStep<'a, Report<'a>> for SketchElements<T> {
    type Place = T;

    fn run(report: &mut Report<'a>, row: Row<'a, T>) -> bool {
        let (element, _, at) = row.first();
        report.sketch_element(element, at)
            && row.others().is_none_or(|others| report.put_off(Mark::Transparent, Frame::row::<Self>(others)))
    }
}

/// The step after a scope.
struct EndOfScope;

impl<'a> TakeStep<'a, Report<'a>> for EndOfScope {
    type Place = ();

    fn run(report: &mut Report<'a>, (): &'a (), (): &'a (), _: Region) -> bool {
        if let Some(sketching) = &mut report.sketching {
            sketching.leave_scope();
        }
        true
    }
}

/// The step before the values of a map.
struct BeginOfValues;

impl<'a> TakeStep<'a, Report<'a>> for BeginOfValues {
    type Place = ();

    fn run(report: &mut Report<'a>, (): &'a (), (): &'a (), _: Region) -> bool {
        if let Some(sketching) = &mut report.sketching {
            sketching.open.push(Part::default());
            sketching.maps_around += 1;
        }
        true
    }
}

/// The step after an element, a shared node, or the values of a map.
struct EndOfSketch;

impl<'a> TakeStep<'a, Report<'a>> for EndOfSketch {
    type Place = ();

    fn run(report: &mut Report<'a>, (): &'a (), (): &'a (), _: Region) -> bool {
        if let Some(sketching) = &mut report.sketching {
            sketching.end();
        }
        true
    }
}
