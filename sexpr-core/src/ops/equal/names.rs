//! Equality of variables that are known by their values.

use core::marker::PhantomData;

use crate::{
    describe::{info::Kind, keys::KeyValue, names::Namespace, region::Region},
    engine::frame::{Frame, Step},
    ops::equal::Equal,
    rules::relation::Meeting,
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
            Meeting::Equal => true,
            Meeting::Different(_) => false,
            // A name has no fields.
            _ => relation.relate(Kind::Var, left, right, at).is_ok(),
        }
    }
}

/// The step on two names.
struct VisitName<T, N>(PhantomData<(T, N)>);

impl<'a, T: KeyValue + 'a, N: Namespace> Step<'a, Equal<'a>> for VisitName<T, N> {
    type Place = T;

    fn run(equal: &mut Equal<'a>, left: &'a T, right: &'a T, at: Region) -> bool {
        equal.visit_name::<T, N>(left, right, at)
    }
}
