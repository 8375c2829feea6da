//! The free variables of a value, in the order in which the hash meets them. With those that would be uses were they bound
//! around the value, and bind in it because they are not: in the fields of a variable that is bound.

use alloc::vec::Vec;

use crate::{
    describe::identity::Identity,
    rules::{items::Items, numbering::Numbering},
};

/// A variable that was met, and is bound to nothing there. One may be met several times.
#[derive(Clone, Copy, Debug)]
pub(crate) struct FreeVariable<V> {
    pub(crate) variable: V,
    pub(crate) met: MetFree,
}

/// Where a free variable was met.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum MetFree {
    /// Where the order of the hash is that of the value.
    InOrder,
    /// In an unordered part.
    InPart,
    /// As the key of a map, whose entries are hashed in an order that its name or its address decides.
    AsKey,
}

impl<I: Items> Numbering<I> {
    /// Has the free variables noted that are met from now on.
    pub(crate) fn begin_noting_free(&mut self) {
        self.free = Some(Vec::new());
    }

    /// Ends that, and gives those that were met, each by a tag that is the same in other computations.
    pub(crate) fn end_noting_free(&mut self) -> Vec<FreeVariable<u128>> {
        let tagged =
            |free: FreeVariable<Identity>| FreeVariable { variable: self.keys.tag(free.variable), met: free.met };
        self.free.take().unwrap_or_default().into_iter().map(tagged).collect()
    }

    /// Forgets those that were noted: the computation starts over.
    pub(super) fn forget_noted_free(&mut self) {
        if let Some(free) = &mut self.free {
            free.clear();
        }
    }

    /// Notes a free variable, if that is asked for.
    pub(super) fn note_free(&mut self, variable: Identity, is_key: bool) {
        let met = match () {
            () if is_key => MetFree::AsKey,
            () if self.variables.are_in_part() => MetFree::InPart,
            () => MetFree::InOrder,
        };
        if let Some(free) = &mut self.free {
            free.push(FreeVariable { variable, met });
        }
    }
}
