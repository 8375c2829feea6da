//! Variables known by their values.

use core::marker::PhantomData;

use super::Hash;
use crate::walker::{descent::visit_once, frame::Step, items::Items, numbering::Contribution};
use crate::{keys::KeyValue, names::Namespace, region::Region, table::Kind};

/// The step on a name.
pub(super) struct VisitName<T, N>(PhantomData<(T, N)>);

impl<'a, I: Items, T: KeyValue + 'a, N: Namespace> Step<'a, Hash<'a, I>> for VisitName<T, N> {
    type Place = T;

    fn run(hash: &mut Hash<'a, I>, name: &'a T, _: &'a T, at: Region) -> bool {
        let name = hash.numbering.keys.identify_name::<T, N>(name);
        let value = match hash.numbering.meet(Kind::Var, name, at, true) {
            Contribution::Value(value) => value,
            // A name has no fields.
            _ => hash.numbering.number_variable(name, I::EMPTY, at),
        };
        visit_once(hash, |listing| {
            listing.value(value);
            true
        })
    }
}
