//! Elements in no order, as an operation sees them.

use alloc::vec::Vec;
use core::any::TypeId;

use crate::{
    describe::{
        containers::Sequence, identity::Identity, info::Shape, options::Options, region::Region, structural::Field,
    },
    engine::{
        frame::Frame,
        path::Step,
        place::Value,
        trail::{Mark, Trail, field_step},
    },
    ops::in_context::{InContext, Rank},
    reflect::lister::Lister,
    rules::relation::Relation,
};

/// The elements of a sequence, or of an unordered part, on both sides.
pub(crate) trait Items<'a> {
    fn ty(&self) -> TypeId;
    fn length(&self, side: usize) -> usize;
    /// The step of the path to an element.
    fn step(&self, index: usize) -> Step;
    /// Where an element is.
    fn place(&self, side: usize, index: usize) -> Identity;
    /// What lists an element of each side.
    fn pair(&self, left: usize, right: usize, at: Region) -> Frame<'a, Lister<'a>>;
    /// What lists an element of one side, with itself.
    fn one(&self, side: usize, index: usize, at: Region) -> Frame<'a, Lister<'a>>;
}

/// The elements of an unordered part, on both sides.
pub(crate) trait Elements<'a>: Items<'a> {
    /// See [`StructuralEq::CLOSED`].
    fn are_closed(&self) -> bool;
    /// Whether they are fields, and not elements of a sequence.
    fn are_fields(&self) -> bool;
    /// What tells elements apart in the context of a comparison: see [`InContext`].
    fn ranks(
        &self,
        at: Region,
        options: Options,
        relation: &mut Relation,
        in_context: &mut InContext,
    ) -> [Vec<Rank>; 2];
    /// Lists them as if they had an order.
    fn list_in_order(&self, at: Region, lister: &mut Lister<'a>);
}

pub(super) struct Unordered<'a, T> {
    sides: [Vec<&'a T>; 2],
    /// The steps to the elements, if these are fields.
    fields: Option<Vec<Step>>,
}

impl<'a, T: Field> Unordered<'a, T> {
    pub(super) fn of_items<S: Sequence<Item = T> + ?Sized>(left: &'a S, right: &'a S) -> Self {
        Unordered { sides: [left.items().collect(), right.items().collect()], fields: None }
    }

    pub(super) fn of_sequences<S: Sequence<Item = T> + Field>(left: &'a S, right: &'a S) -> Self {
        let fields = match S::INFO.shape() {
            Shape::Tuple(_) => Some((0..).map_while(|position| field_step(S::INFO, 0, position)).collect()),
            _ => None,
        };
        Unordered { fields, ..Self::of_items(left, right) }
    }

    pub(super) fn of_fields(positions: &[u32], sides: [&[&'a T]; 2], trail: &Trail<'_>) -> Self {
        let fields = positions.iter().filter_map(|position| trail.field_step(*position)).collect();
        Unordered { sides: sides.map(<[_]>::to_vec), fields: Some(fields) }
    }
}

impl<'a, T: Field> Items<'a> for Unordered<'a, T> {
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
        Frame::new::<Value<T>>(self.sides[0][left], self.sides[1][right], at)
    }
    fn one(&self, side: usize, index: usize, at: Region) -> Frame<'a, Lister<'a>> {
        let element = self.sides[side][index];
        Frame::new::<Value<T>>(element, element, at)
    }
}

impl<'a, T: Field> Elements<'a> for Unordered<'a, T> {
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
    ) -> [Vec<Rank>; 2] {
        in_context.ranks(self.sides.each_ref().map(Vec::as_slice), at, options, relation)
    }
    fn list_in_order(&self, at: Region, lister: &mut Lister<'a>) {
        let [left, right] = &self.sides;
        for (index, (l, r)) in left.iter().zip(right).enumerate() {
            let mark = match &self.fields {
                Some(_) => lister.trail.name_both(self.step(index)),
                None => Mark::Index(index),
            };
            if !lister.hold(mark, *l, *r, at) {
                return;
            }
        }
        lister.missing_element(left.len(), right.len());
    }
}
