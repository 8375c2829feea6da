//! Maps: their entries matched, then their values.

use core::marker::PhantomData;

use super::Report;
use crate::walker::{
    entries::{entries, match_entries},
    frame::{Frame, Step as TakeStep},
    place::Held,
};
use crate::{
    containers::{Map, MapOrder},
    keys::{KeyReader, MapKey},
    mismatch::Reason,
    path::{Key, Step},
    region::Region,
    table::Kind,
};

impl<'a> Report<'a> {
    pub(super) fn match_maps<M: Map>(&mut self, left: &'a M, right: &'a M, at: Region, order: MapOrder) -> bool {
        let mut keys = core::mem::take(&mut self.relation.keys);
        let left = entries(left, order, &mut keys, |variable| self.relation.left_ordinal(variable));
        let right = entries(right, order, &mut keys, |variable| self.relation.right_ordinal(variable));
        self.relation.keys = keys;
        let matching = match_entries(left, right, order, |left, right, _| M::Key::same(left, right));
        for variable in matching.pairs.iter().filter_map(|(left, _)| left.free_variable()) {
            self.relation.record_free(variable);
            self.watch(Kind::Var);
        }
        let key = |key: &M::Key| Key::new(KeyReader::text(key));
        let missing = match (order, matching.only_left, matching.only_right) {
            (_, None, None) => None,
            (MapOrder::Container, Some(lhs), Some(rhs)) => {
                Some((Step::Key(key(lhs)), Step::Key(key(rhs)), Reason::Keys))
            }
            (_, Some(lhs), _) => Some((Step::Key(key(lhs)), Step::MissingKey(key(lhs)), Reason::MissingKey)),
            (_, None, Some(rhs)) => Some((Step::MissingKey(key(rhs)), Step::Key(key(rhs)), Reason::MissingKey)),
        };
        if let Some((lhs, rhs, reason)) = missing {
            let mark = self.name(lhs, rhs);
            if order == MapOrder::ByKey && matching.only_left.is_some() {
                self.path.push(mark);
                return self.fail_for(reason);
            }
            self.put_off_failure(mark, reason);
        }
        for (left, right) in matching.pairs.iter().rev() {
            let mark = self.name(Step::Key(key(left.key)), Step::Key(key(right.key)));
            self.put_off(mark, Frame::new::<Held<M::Value>>(left.value, right.value, at));
        }
        true
    }
}

/// The step on two maps that are matched in the containers' order.
pub(super) struct MatchInOrder<M>(PhantomData<M>);

impl<'a, M: Map + 'a> TakeStep<'a, Report<'a>> for MatchInOrder<M> {
    type Place = M;

    fn run(report: &mut Report<'a>, left: &'a M, right: &'a M, at: Region) -> bool {
        report.match_maps(left, right, at, MapOrder::Container)
    }
}
