//! Elements in no order, as an operation sees them.

use alloc::{vec, vec::Vec};

use crate::{
    describe::{containers::Sequence, info::Shape, options::Options, region::Region, structural::Field},
    engine::{
        frame::Frame,
        path::Step,
        place::Value,
        trail::{Mark, Trail},
    },
    ops::in_context::{InContext, Rank},
    reflect::lister::Lister,
    rules::relation::Relation,
};

/// The elements of an unordered part, on both sides.
pub(crate) trait Elements<'a> {
    /// See [`StructuralEq::CLOSED`].
    fn are_closed(&self) -> bool;
    fn length(&self, side: usize) -> usize;
    /// The step of the path to an element.
    fn step(&self, index: usize) -> Step;
    /// What tells elements apart in the context of a comparison: see [`InContext`].
    fn ranks(
        &self,
        at: Region,
        options: Options,
        relation: &mut Relation,
        in_context: &mut InContext,
    ) -> [Vec<Rank>; 2];
    /// What lists an element of each side.
    fn pair(&self, left: usize, right: usize, at: Region) -> Frame<'a, Lister<'a>>;
    /// What lists an element of one side, with itself.
    fn one(&self, side: usize, index: usize, at: Region) -> Frame<'a, Lister<'a>>;
    /// Lists them as if they had an order.
    fn list_in_order(&self, at: Region, lister: &mut Lister<'a>);
}

pub(super) struct Unordered<'a, T> {
    sides: [Vec<&'a T>; 2],
    /// The steps to the elements, if these are fields.
    fields: Option<Vec<Step>>,
    positions: Vec<u32>,
}

impl<'a, T: Field> Unordered<'a, T> {
    pub(super) fn of_sequences<S: Sequence<Item = T> + Field>(left: &'a S, right: &'a S) -> Self {
        let sides = [left, right].map(|side| side.items().collect());
        match S::INFO.shape() {
            Shape::Tuple(fields) => {
                let steps = fields.iter().map(|field| Step::Field(field.name().into())).collect();
                Unordered { sides, fields: Some(steps), positions: vec![] }
            }
            _ => Unordered { sides, fields: None, positions: vec![] },
        }
    }

    pub(super) fn of_fields(positions: &[u32], sides: [&[&'a T]; 2], trail: &Trail<'_>) -> Self {
        let fields = positions.iter().filter_map(|position| trail.field_step(*position)).collect();
        Unordered { sides: sides.map(<[_]>::to_vec), fields: Some(fields), positions: positions.to_vec() }
    }
}

impl<'a, T: Field> Elements<'a> for Unordered<'a, T> {
    fn are_closed(&self) -> bool {
        T::CLOSED
    }
    fn length(&self, side: usize) -> usize {
        self.sides[side].len()
    }
    fn step(&self, index: usize) -> Step {
        let field = self.fields.as_ref().and_then(|fields| fields.get(index));
        field.cloned().unwrap_or(Step::Index(index))
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
    fn pair(&self, left: usize, right: usize, at: Region) -> Frame<'a, Lister<'a>> {
        Frame::new::<Value<T>>(self.sides[0][left], self.sides[1][right], at)
    }
    fn one(&self, side: usize, index: usize, at: Region) -> Frame<'a, Lister<'a>> {
        let element = self.sides[side][index];
        Frame::new::<Value<T>>(element, element, at)
    }
    fn list_in_order(&self, at: Region, lister: &mut Lister<'a>) {
        let [left, right] = &self.sides;
        for (index, (l, r)) in left.iter().zip(right).enumerate() {
            let mark = match &self.fields {
                Some(_) => {
                    let step = self.step(index);
                    lister.trail.name(step.clone(), step)
                }
                None => Mark::Index(index),
            };
            if !lister.hold(mark, *l, *r, at) {
                return;
            }
        }
        lister.missing_element(left.len(), right.len());
    }
}
