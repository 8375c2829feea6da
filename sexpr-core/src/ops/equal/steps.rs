//! The steps of equality that are put off where it is suspended.

use core::marker::PhantomData;

use crate::{
    describe::{
        arena::Id,
        containers::{Map, MapOrder},
        identity::Identity,
        keys::{KeyValue, MapKey, ReadKey},
        names::Namespace,
        region::Region,
        structural::StructuralEq,
    },
    engine::{
        frame::{Frame, Step},
        place::{Content, Place},
    },
    ops::equal::Equal,
    rules::memo::equal_terms::Age,
};

/// Steps on two places of a type: what each does.
macro_rules! steps {
    ($($(#[$doc:meta])* $step:ident<$($parameter:ident),*>, [$($generics:tt)*] $place:ty,
        |$equal:ident, $left:ident, $right:ident, $at:pat_param| $run:expr;)*) => {$(
        $(#[$doc])*
        pub(super) struct $step<$($parameter),*>(PhantomData<($($parameter,)*)>);

        impl<'a, $($generics)*> Step<'a, Equal<'a>> for $step<$($parameter),*> {
            type Place = $place;

            fn run($equal: &mut Equal<'a>, $left: &'a $place, $right: &'a $place, $at: Region) -> bool {
                $run
            }
        }
    )*};
}

steps! {
    /// On nodes.
    Visit<P>, [P: Place<Holder: 'a, Node: 'a>] P::Holder, |equal, left, right, at| equal.visit::<P>(left, right, at);
    /// On nodes whose fields are leaves.
    VisitLeaves<P>, [P: Place<Holder: 'a, Node: 'a>] P::Holder,
        |equal, left, right, at| equal.enter_leaves::<P>(left, right, at);
    /// On two trees whose fields are equal, and took so long that it was put off. In place of a region, it has when
    /// their comparison began.
    EndOfTrees<P>, [P: Place<Holder: 'a, Node: 'a>] P::Holder, |equal, left, right, began| {
        let (left, right) = (Identity::address(P::node(left)), Identity::address(P::node(right)));
        equal.relation.remember_trees(left, right, began.bits() as Age);
        true
    };
    /// On names.
    VisitName<T, N>, [T: KeyValue + 'a, N: Namespace] T,
        |equal, left, right, at| equal.visit_name::<T, N>(left, right, at);
    /// On ids.
    Follow<I>, [I: Id] I, |equal, left, right, at| equal.follow(left, right, at);
    /// On nodes of the arenas in force.
    CompareBehindIds<T>, [T: StructuralEq + 'a] T, |equal, left, right, at| equal.compare_behind_ids(left, right, at);
    /// On maps that are matched by key.
    MatchByKey<M, R>, [M: Map + 'a, R: ReadKey<M::Key>] M,
        |equal, left, right, at| equal.match_maps::<M, R>(left, right, at, MapOrder::ByKey);
    /// On maps that are matched in the containers' order.
    MatchInOrder<M, R>, [M: Map + 'a, R: ReadKey<M::Key>] M,
        |equal, left, right, at| equal.match_maps::<M, R>(left, right, at, MapOrder::Container);
    /// On keys that must be equal.
    SameKeys<K>, [K: MapKey + 'a] K,
        |equal, left, right, at| equal.compare_keys(left, right, Frame::new::<Self>(left, right, at), false);
    /// On keys that may be equal.
    AskAboutKeys<K>, [K: MapKey + 'a] K,
        |equal, left, right, at| equal.compare_keys(left, right, Frame::new::<Self>(left, right, at), true);
}

/// The step on the content of two nodes whose type was not known.
impl<'a, T: StructuralEq + 'a> Step<'a, Equal<'a>> for Content<T> {
    type Place = T;

    fn run(equal: &mut Equal<'a>, left: &'a T, right: &'a T, at: Region) -> bool {
        equal.content(left, right, at)
    }
}
