//! Sequences, unordered parts and maps with their types erased, each on both sides.

use alloc::vec::Vec;
use core::{any::TypeId, marker::PhantomData};

use crate::{
    describe::{
        arena::InForce,
        containers::{Map, MapOrder, Namespace, Sequence},
        identity::Identity,
        info::Shape,
        key_table::Keys,
        keys::{AsKeys, AsNames, KeyReader, KeyText, KeyValue, MapKey, ReadKey},
        options::Options,
        region::Region,
        structural::Field,
    },
    engine::{
        frame::Frame,
        path::{Key, Step},
        place::Named,
        trail::{Mark, Trail, field_step},
    },
    ops::{
        equal::{Equal, EqualBuffers},
        in_context::{ElementRank, InContext},
    },
    reflect::{
        lister::{ListedPart, Lister},
        node::Pair,
    },
    rules::{
        entries::ValueOrder,
        entries::{Entries, Ranked},
        matching::Entry,
        pairs::Ordinal,
        relation::Relation,
    },
};

/// The elements of a sequence or of an unordered part, on both sides.
pub(crate) trait Items<'a> {
    fn ty(&self) -> TypeId;
    fn length(&self, side: usize) -> usize;
    /// The step of the path to an element.
    fn step(&self, index: usize) -> Step;
    /// The identity by address of an element.
    fn place(&self, side: usize, index: usize) -> Identity;
    /// A step that lists an element of each side.
    fn pair(&self, left: usize, right: usize, at: Region) -> Frame<'a, Lister<'a>>;
    /// A step that lists an element of one side as both.
    fn one(&self, side: usize, index: usize, at: Region) -> Frame<'a, Lister<'a>>;
}

/// The elements of an unordered part, on both sides.
pub(crate) trait Elements<'a>: Items<'a> {
    /// Whether the type of the elements is closed.
    fn are_closed(&self) -> bool;
    /// Whether the elements are fields of a node, and not elements of a sequence.
    fn are_fields(&self) -> bool;
    /// The ranks of the elements of each side in the context of a comparison: see [`InContext`].
    fn ranks(
        &self,
        at: Region,
        options: Options,
        relation: &mut Relation,
        in_context: &mut InContext,
    ) -> [Vec<ElementRank>; 2];
}

impl<'a> Lister<'a> {
    /// Lists the elements of an unordered part in order, like those of a sequence.
    pub(super) fn list_elements(&mut self, elements: &dyn Elements<'a>, at: Region) {
        let [left, right] = [0, 1].map(|side| elements.length(side));
        self.in_order(|lister| {
            for index in 0..left.min(right) {
                let mark = lister.mark_of_element(elements, index);
                lister.push_more(mark, elements.pair(index, index, at));
            }
            lister.missing_element(left, right);
        });
    }

    /// The step of the path to an element.
    pub(super) fn mark_of_element(&mut self, elements: &dyn Elements<'a>, index: usize) -> Mark {
        match elements.step(index) {
            Step::Index(index) => Mark::index(index),
            step => self.trail.name_both(step),
        }
    }
}

pub(super) struct ElementPair<'a, T> {
    sides: [Vec<&'a T>; 2],
    /// The steps to the elements, if these are fields.
    fields: Option<Vec<Step>>,
}

impl<'a, T: Field> ElementPair<'a, T> {
    pub(super) fn of_items<S: Sequence<Item = T> + ?Sized>(left: &'a S, right: &'a S) -> Self {
        ElementPair { sides: [left.items().collect(), right.items().collect()], fields: None }
    }

    pub(super) fn of_sequences<S: Sequence<Item = T> + Field>(left: &'a S, right: &'a S) -> Self {
        let fields = match S::INFO.shape() {
            Shape::Tuple(_) => Some((0..).map_while(|position| field_step(S::INFO, 0, position)).collect()),
            _ => None,
        };
        ElementPair { fields, ..Self::of_items(left, right) }
    }

    pub(super) fn of_fields(positions: &[u32], sides: [&[&'a T]; 2], trail: &Trail<'_>) -> Self {
        let fields = positions.iter().filter_map(|position| trail.field_step(*position)).collect();
        ElementPair { sides: sides.map(<[_]>::to_vec), fields: Some(fields) }
    }
}

impl<'a, T: Field> Items<'a> for ElementPair<'a, T> {
    fn ty(&self) -> TypeId {
        typeid::of::<T>()
    }
    fn length(&self, side: usize) -> usize {
        self.sides[side].len()
    }
    fn step(&self, index: usize) -> Step {
        let field = self.fields.as_ref().and_then(|fields| fields.get(index));
        field.cloned().unwrap_or(Step::Index(index))
    }
    fn place(&self, side: usize, index: usize) -> Identity {
        Identity::address(self.sides[side][index])
    }
    fn pair(&self, left: usize, right: usize, at: Region) -> Frame<'a, Lister<'a>> {
        Frame::new(self.sides[0][left], self.sides[1][right], Lister::value, at)
    }
    fn one(&self, side: usize, index: usize, at: Region) -> Frame<'a, Lister<'a>> {
        let element = self.sides[side][index];
        Frame::new(element, element, Lister::value, at)
    }
}

impl<'a, T: Field> Elements<'a> for ElementPair<'a, T> {
    fn are_closed(&self) -> bool {
        T::CLOSED
    }
    fn are_fields(&self) -> bool {
        self.fields.is_some()
    }
    fn ranks(
        &self,
        at: Region,
        options: Options,
        relation: &mut Relation,
        in_context: &mut InContext,
    ) -> [Vec<ElementRank>; 2] {
        in_context.ranks(self.sides.each_ref().map(Vec::as_slice), at, options, relation)
    }
}

/// The maps of both sides. Their entries are read lazily, one side at a time.
pub(crate) trait Maps<'a> {
    fn order(&self) -> MapOrder;
    /// The type of the keys, if these are ids.
    fn ids(&self) -> Option<TypeId>;
    /// Whether keys consist of leaves and are not names.
    fn keys_are_content(&self) -> bool;
    /// Reads the entries of a side, and ranks them.
    fn read(
        &mut self,
        side: usize,
        keys: &mut Keys,
        values: &mut ValueOrder,
        bound: &dyn Fn(Identity) -> Option<Ordinal>,
        arenas: &dyn InForce,
    );
    fn arrange(&mut self, side: usize, values: &mut ValueOrder, options: Options) -> bool;
    /// Orders the left entries by the values of both sides, given the pairs of matching entries.
    fn arrange_beside(&mut self, pairs: &[(usize, usize)], values: &mut ValueOrder, options: Options) -> bool;
    fn ranked(&self, side: usize) -> &[Ranked];
    fn ranked_mut(&mut self, side: usize) -> &mut Vec<Ranked>;
    fn are_same_keys(&self, one: Entry, other: Entry, buffers: &mut EqualBuffers) -> bool;
    fn key_text(&self, side: usize, index: usize, arenas: &dyn InForce) -> KeyText;
    fn key_options(&self, side: usize, index: usize) -> Options;
    /// The step of the path to a left entry. An id is shown as the key of its node in the arena in force.
    fn mark(&self, index: usize, arenas: &dyn InForce, lister: &mut Lister<'a>) -> Mark;
    /// Lists a left key.
    fn push_key(&self, index: usize, mark: Mark, at: Region, lister: &mut Lister<'a>);
    /// Lists the values of two entries.
    fn push_values(&self, left: Entry, right: Entry, mark: Mark, at: Region, lister: &mut Lister<'a>);
    /// Lists the value of a left entry as both sides.
    fn push_value(&self, index: usize, mark: Mark, at: Region, lister: &mut Lister<'a>) {
        let entry = Entry { side: 0, index };
        self.push_values(entry, entry, mark, at, lister);
    }
    /// Lists all left entries in the container's order, without steps of a path.
    fn push_all(&self, at: Region, lister: &mut Lister<'a>);
}

/// Two maps of one type, whose keys are read by `R`: as keys or as names.
pub(super) struct MapPair<'a, M: Map, R> {
    sides: [Entries<'a, M>; 2],
    reads: PhantomData<R>,
}

impl<'a, M: Map, R> MapPair<'a, M, R> {
    pub(super) fn new(left: &'a M, right: &'a M, order: MapOrder) -> Self {
        MapPair { sides: [left, right].map(|map| Entries::unread(map, order)), reads: PhantomData }
    }
}

impl<'a, M: Map, R: PushKey<M::Key>> Maps<'a> for MapPair<'a, M, R> {
    fn order(&self) -> MapOrder {
        self.sides[0].order
    }
    fn ids(&self) -> Option<TypeId> {
        R::IDS
    }
    fn keys_are_content(&self) -> bool {
        M::Key::IS_CONTENT && R::IS_PLAIN
    }
    fn read(
        &mut self,
        side: usize,
        keys: &mut Keys,
        values: &mut ValueOrder,
        bound: &dyn Fn(Identity) -> Option<Ordinal>,
        arenas: &dyn InForce,
    ) {
        let Entries { map, order, .. } = self.sides[side];
        self.sides[side] = Entries::read::<R>(map, order, keys, bound, arenas);
        if const { !M::Key::IS_CONTENT } {
            self.sides[side].tell_terms_apart(false, |key| values.digest(key));
        }
    }
    fn arrange(&mut self, side: usize, values: &mut ValueOrder, options: Options) -> bool {
        if const { M::Key::IS_CONTENT } { false } else { self.sides[side].arrange(values, options) }
    }
    fn arrange_beside(&mut self, pairs: &[(usize, usize)], values: &mut ValueOrder, options: Options) -> bool {
        if const { M::Key::IS_CONTENT } {
            return false;
        }
        let [left, right] = &mut self.sides;
        left.arrange_beside(right, pairs, values, options)
    }
    fn ranked(&self, side: usize) -> &[Ranked] {
        &self.sides[side].ranked
    }
    fn ranked_mut(&mut self, side: usize) -> &mut Vec<Ranked> {
        &mut self.sides[side].ranked
    }
    fn are_same_keys(&self, one: Entry, other: Entry, buffers: &mut EqualBuffers) -> bool {
        if const { M::Key::IS_CONTENT } {
            return true;
        }
        let [one, other] = [one, other].map(|entry| self.sides[entry.side].key(entry.index));
        Equal::are_same_keys(one, other, buffers)
    }
    fn key_text(&self, side: usize, index: usize, arenas: &dyn InForce) -> KeyText {
        KeyReader::text_in(self.sides[side].key(index), arenas)
    }
    fn key_options(&self, side: usize, index: usize) -> Options {
        KeyReader::options(self.sides[side].key(index))
    }
    fn mark(&self, index: usize, arenas: &dyn InForce, lister: &mut Lister<'a>) -> Mark {
        match R::IDS {
            _ if lister.config.no_paths => Mark::TRANSPARENT,
            Some(_) => lister.trail.name_both(Step::Key(Key::new(self.key_text(0, index, arenas)))),
            None => lister.trail.key(self.sides[0].key(index)),
        }
    }
    fn push_key(&self, index: usize, mark: Mark, at: Region, lister: &mut Lister<'a>) {
        R::push(self.sides[0].key(index), mark, at, lister);
    }
    fn push_values(&self, left: Entry, right: Entry, mark: Mark, at: Region, lister: &mut Lister<'a>) {
        let [left, right] = [left, right].map(|entry| self.sides[entry.side].value(entry.index));
        push(left, right, mark, at, lister);
    }
    fn push_all(&self, at: Region, lister: &mut Lister<'a>) {
        for (key, value) in self.sides[0].map.entries() {
            R::push(key, Mark::TRANSPARENT, at, lister);
            push(value, value, Mark::TRANSPARENT, at, lister);
        }
    }
}

fn push<'a, T: Field>(left: &'a T, right: &'a T, mark: Mark, at: Region, lister: &mut Lister<'a>) {
    if lister.looks_at::<T>() {
        lister.push_more(mark, Frame::new(left, right, Lister::value, at));
    }
}

/// A way to list keys: as nodes, or as names.
pub(super) trait PushKey<K>: ReadKey<K> {
    fn push<'a>(key: &'a K, mark: Mark, at: Region, lister: &mut Lister<'a>);
}

impl<K: MapKey> PushKey<K> for AsKeys {
    fn push<'a>(key: &'a K, mark: Mark, at: Region, lister: &mut Lister<'a>) {
        push(key, key, mark, at, lister);
    }
}

impl<K: KeyValue, N: Namespace> PushKey<K> for AsNames<N> {
    fn push<'a>(key: &'a K, mark: Mark, at: Region, lister: &mut Lister<'a>) {
        lister.push_at(mark, ListedPart::Node(Pair::new::<Named<K, N>>(key, key), at));
    }
}
