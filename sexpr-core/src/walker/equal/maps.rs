//! Maps: their entries matched, then their values.

use core::marker::PhantomData;

use super::Equal;
use crate::walker::{
    descent::{Listing, visit_once},
    entries::{Entries, match_entries},
    frame::{Frame, Step},
    place::Value,
};
use crate::{
    containers::{Map, MapOrder},
    keys::{AsKeys, MapKey, ReadKey},
    region::Region,
    structural::Field,
};

/// The step on two maps that are matched by key.
pub(super) struct MatchByKey<M, R>(PhantomData<(M, R)>);

impl<'a, M: Map + 'a, R: ReadKey<M::Key>> Step<'a, Equal<'a>> for MatchByKey<M, R> {
    type Place = M;

    fn run(equal: &mut Equal<'a>, left: &'a M, right: &'a M, at: Region) -> bool {
        visit_once(equal, |listing| listing.match_maps::<M, R>(left, right, at, MapOrder::ByKey))
    }
}

/// The step on two maps that are matched in the containers' order.
pub(super) struct MatchInOrder<M>(PhantomData<M>);

impl<'a, M: Map + 'a> Step<'a, Equal<'a>> for MatchInOrder<M> {
    type Place = M;

    fn run(equal: &mut Equal<'a>, left: &'a M, right: &'a M, at: Region) -> bool {
        visit_once(equal, |listing| listing.match_maps::<M, AsKeys>(left, right, at, MapOrder::Container))
    }
}

impl<'a> Listing<'_, 'a, Equal<'a>> {
    fn match_maps<M, R>(&mut self, left: &'a M, right: &'a M, at: Region, order: MapOrder) -> bool
    where
        M: Map,
        R: ReadKey<M::Key>,
    {
        let Equal { relation, apart, .. } = &mut *self.operation;
        let mut keys = core::mem::take(&mut relation.keys);
        let left = Entries::read::<R>(left, order, &mut keys, &|variable| relation.left_ordinal(variable));
        let right = Entries::read::<R>(right, order, &mut keys, &|variable| relation.right_ordinal(variable));
        relation.keys = keys;
        let matching = match_entries(&left.ranked, &right.ranked, order, &mut |l, r, alone| {
            let (left, right) = (left.key(l), right.key(r));
            if !alone {
                return M::Key::same(left, right);
            }
            // Closed terms bind nothing: they can wait, and need no native recursion.
            apart.push(Frame::new::<ClosedKey<M::Key>>(left, right, Region::NONE));
            true
        });
        if matching.only_left.is_some() || matching.only_right.is_some() {
            return false;
        }
        for variable in matching.variables {
            self.operation.relation.match_key(variable);
        }
        matching.pairs.iter().rev().all(|(l, r)| {
            let (left, right) = (left.value(*l), right.value(*r));
            if M::Value::LEAVES {
                M::Value::held(left, right, at, self)
            } else {
                self.put_off(Frame::one::<Value<M::Value>>(left, right, at))
            }
        })
    }
}

/// The step on two structural keys with one hash, when all else was compared.
struct ClosedKey<K>(PhantomData<K>);

impl<'a, K: MapKey + 'a> Step<'a, Equal<'a>> for ClosedKey<K> {
    type Place = K;

    fn run(equal: &mut Equal<'a>, left: &'a K, right: &'a K, at: Region) -> bool {
        let options = K::options(left);
        if options != equal.options {
            equal.relation.forget_shared();
            equal.options = options;
        }
        visit_once(equal, |listing| K::content(left, right, at, listing))
    }
}
