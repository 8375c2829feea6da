//! Equality of variables that are known by their values.

use crate::{
    describe::{info::Kind, keys::KeyValue, names::Namespace, region::Region},
    engine::frame::Frame,
    ops::equal::{Equal, steps::VisitName},
    rules::relation::Action,
};

impl<'a> Equal<'a> {
    /// Compares two names, or puts that off.
    #[inline(never)]
    pub(super) fn visit_name<T: KeyValue, N: Namespace>(&mut self, left: &'a T, right: &'a T, at: Region) -> bool {
        if self.recursion.is_suspended() {
            self.recursion.put_off(Frame::new::<VisitName<T, N>>(left, right, at));
            return true;
        }
        if self.is_not_closed() {
            return false;
        }
        self.visits += 1;
        let relation = &mut self.relation;
        let (left, right) = (relation.keys.identify_name::<T, N>(left), relation.keys.identify_name::<T, N>(right));
        match relation.meet(Kind::Var, left, right, at, true) {
            Action::Equal => true,
            Action::Different(_) => false,
            // A name has no fields.
            _ => relation.relate(Kind::Var, left, right, at).is_ok(),
        }
    }
}
