//! Hashes of variables that are known by their values.

use crate::{
    describe::{info::Kind, keys::KeyValue, names::Namespace, region::Region},
    engine::frame::Frame,
    ops::hash::{Hash, items::Hashing},
    rules::numbering::Contribution,
};

impl<'a, I: Hashing> Hash<'a, I> {
    /// Hashes a name, or puts that off.
    #[inline(never)]
    pub(super) fn visit_name<T: KeyValue, N: Namespace>(&mut self, name: &'a T, at: Region) -> bool {
        if self.recursion.is_suspended() {
            self.recursion.put_off(Frame::on(name, Self::visit_name::<T, N>, at));
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
