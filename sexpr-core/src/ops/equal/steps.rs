//! The steps of equality that are put off where it is suspended.

use core::marker::PhantomData;

use crate::{
    describe::{identity::Identity, region::Region, structural::StructuralEq},
    engine::{
        frame::Step,
        place::{Content, Place},
    },
    ops::equal::Equal,
    rules::shared_trees::Age,
};

/// The step on two trees whose fields are equal, and took so long that it was put off. In place of a region, it has
/// when their comparison began.
pub(super) struct EndOfTrees<P>(PhantomData<P>);

impl<'a, P: Place<Holder: 'a, Node: 'a>> Step<'a, Equal<'a>> for EndOfTrees<P> {
    type Place = P::Holder;

    fn run(equal: &mut Equal<'a>, left: &'a P::Holder, right: &'a P::Holder, at: Region) -> bool {
        let [left, right] = [left, right].map(|holder| Identity::address(P::node(holder)));
        equal.relation.remember_trees(left, right, at.bits() as Age);
        true
    }
}

/// The step on nodes.
pub(super) struct Visit<P>(PhantomData<P>);

impl<'a, P: Place<Holder: 'a, Node: 'a>> Step<'a, Equal<'a>> for Visit<P> {
    type Place = P::Holder;

    fn run(equal: &mut Equal<'a>, left: &'a P::Holder, right: &'a P::Holder, at: Region) -> bool {
        equal.visit::<P>(left, right, at)
    }
}

/// The step on nodes whose fields are leaves.
pub(super) struct VisitLeaves<P>(PhantomData<P>);

impl<'a, P: Place<Holder: 'a, Node: 'a>> Step<'a, Equal<'a>> for VisitLeaves<P> {
    type Place = P::Holder;

    fn run(equal: &mut Equal<'a>, left: &'a P::Holder, right: &'a P::Holder, at: Region) -> bool {
        equal.enter_leaves::<P>(left, right, at)
    }
}

/// The step on the content of two nodes whose type was not known.
impl<'a, T: StructuralEq + 'a> Step<'a, Equal<'a>> for Content<T> {
    type Place = T;

    fn run(equal: &mut Equal<'a>, left: &'a T, right: &'a T, at: Region) -> bool {
        equal.content(left, right, at)
    }
}
