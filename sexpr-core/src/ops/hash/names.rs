//! Hashes of variables that are known by their values.

use core::marker::PhantomData;

use crate::{
    describe::{info::Kind, keys::KeyValue, names::Namespace, region::Region},
    engine::frame::{Frame, Step},
    ops::hash::{Hash, items::Hashing},
    rules::numbering::Contribution,
};

impl<'a, I: Hashing> Hash<'a, I> {
    /// Hashes a name, or puts that off.
    #[inline(never)]
    pub(super) fn visit_name<T: KeyValue, N: Namespace>(&mut self, name: &'a T, at: Region) -> bool {
        if self.recursion.is_suspended() {
            self.recursion.put_off(Frame::new::<VisitName<T, N>>(name, name, at));
            return true;
        }
        self.visits += 1;
        let name = self.numbering.keys.identify_name::<T, N>(name);
        let value = match self.numbering.meet(Kind::Var, name, at) {
            Contribution::Value(value) => value,
            // A name has no fields.
            _ => self.numbering.number_variable(name, I::EMPTY, at),
        };
        self.items.value(value);
        true
    }
}

/// The step on a name.
struct VisitName<T, N>(PhantomData<(T, N)>);

impl<'a, I: Hashing, T: KeyValue + 'a, N: Namespace> Step<'a, Hash<'a, I>> for VisitName<T, N> {
    type Place = T;

    fn run(hash: &mut Hash<'a, I>, name: &'a T, _: &'a T, at: Region) -> bool {
        hash.visit_name::<T, N>(name, at)
    }
}
