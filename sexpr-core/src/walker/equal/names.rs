//! Variables known by their values.

use core::marker::PhantomData;

use super::Equal;
use crate::walker::{frame::Step, relation::Meeting};
use crate::{keys::KeyValue, names::Namespace, region::Region, table::Kind};

/// The step on two names.
pub(super) struct VisitName<T, N>(PhantomData<(T, N)>);

impl<'a, T: KeyValue + 'a, N: Namespace> Step<'a, Equal<'a>> for VisitName<T, N> {
    type Place = T;

    fn run(equal: &mut Equal<'a>, left: &'a T, right: &'a T, at: Region) -> bool {
        if equal.is_not_closed() {
            return false;
        }
        let relation = &mut equal.relation;
        let (left, right) = (relation.keys.identify_name::<T, N>(left), relation.keys.identify_name::<T, N>(right));
        match relation.meet(Kind::Var, left, right, at, true) {
            Meeting::Equal => true,
            Meeting::Different(_) => false,
            // A name has no fields.
            _ => relation.relate(Kind::Var, left, right, at).is_ok(),
        }
    }
}
