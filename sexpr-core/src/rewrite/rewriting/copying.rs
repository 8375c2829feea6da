//! Copies of values, down to what is shared: without native recursion, for nodes that are rebuilt.

use crate::{
    describe::region::Region,
    rewrite::{
        part::Part,
        parts::Parts,
        rewritable::Rewritable,
        rewriting::{Purpose, Rewriting, edits::Edits},
    },
};

/// A copy of a value, down to what is shared.
pub(crate) fn deep_copy<T: Rewritable>(value: &T) -> T {
    if const { T::INFO.is_leaf() } {
        return value.rebuild(&mut Edits::default());
    }
    let mut rewriting = Rewriting::new(Purpose::Copying);
    rewriting.edits.of_everything = true;
    rewriting.run(Part::Read(value), Region::NONE);
    rewriting.edits.rebuild(0, |edits| match edits.take(value) {
        Some(copy) => copy,
        // What is no node has no copy of its own, but nodes in it do.
        None => value.rebuild(edits),
    })
}

impl Parts<'_, '_, '_> {
    /// Whether everything that is read is copied.
    pub(crate) fn copies(&self) -> bool {
        matches!(self.rewriting.purpose, Purpose::Copying)
    }
}
