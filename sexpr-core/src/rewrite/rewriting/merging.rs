//! Merging: equal nodes behind shared pointers become one, for `hash_cons`.

use alloc::boxed::Box;
use core::{
    any::{Any, TypeId},
    marker::PhantomData,
};

use crate::{
    describe::{containers::SharedPointer, identity::Identity, region::Region, structural::StructuralEq},
    rewrite::{
        containers::RewritablePointer,
        part::Part,
        parts::Parts,
        pointee::Pointee,
        rewritable::Rewritable,
        rewriting::{
            Purpose, Rewriting,
            tasks::{PartInProgress, Step},
        },
    },
    tables::index::Table,
};

/// Has nodes behind shared pointers become one.
pub(crate) fn merge<T: Rewritable>(root: &mut T, merging: Merging) {
    let mut rewriting = Rewriting::new(Purpose::Merging(Box::new(merging)));
    rewriting.run(Part::Owned(root), Region::NONE);
    // Nodes were given up after what is in them. Dropped last one first, each drops no other, however deep they were.
    while rewriting.retired.pop().is_some() {}
}

/// Nodes behind shared pointers of which those of one class become one.
///
/// What a pointer becomes depends only on what it points to. So each is rewritten once, and everything that was one is
/// one afterwards, variables and dag nodes included.
#[derive(Default)]
pub(crate) struct Merging {
    /// By where they are.
    classes: Table<Identity, usize>,
    /// What stays the very same.
    fixed: Table<Identity, ()>,
    /// The pointer that stays of each class, for each type of pointers.
    kept: Table<(usize, TypeId), Box<dyn Any>>,
    /// What pointers become to what was dealt with: none for those that stay.
    done: Table<(Identity, TypeId), Option<Box<dyn Any>>>,
}

impl Merging {
    /// Without nodes. These stay the very same: variables, and what is in them.
    pub(crate) fn new(fixed: Table<Identity, ()>) -> Self {
        Merging { fixed, ..Merging::default() }
    }

    /// Adds a node to a class.
    pub(crate) fn add(&mut self, node: Identity, class: usize) {
        self.classes.insert(node, class);
    }

    /// What a pointer becomes, if what it points to was dealt with.
    fn find<P: Clone + 'static>(&self, node: Identity) -> Option<Option<P>> {
        if self.fixed.contains_key(&node) {
            return Some(None);
        }
        let becomes = self.done.get(&(node, TypeId::of::<P>()))?;
        Some(becomes.as_ref().and_then(|pointer| pointer.downcast_ref::<P>()).cloned())
    }

    /// Settles what a pointer becomes, all behind which was dealt with: what it is given, or the first one of its
    /// class.
    fn settle<P: SharedPointer + Clone + 'static>(
        &mut self,
        node: Identity,
        pointer: &P,
        replacement: Option<P>,
    ) -> Option<P> {
        let becomes = match self.classes.get(&node) {
            None => replacement,
            Some(class) => {
                let new = replacement.as_ref().unwrap_or(pointer);
                let kept = self.kept.entry((*class, TypeId::of::<P>())).or_insert_with(|| Box::new(new.clone()));
                match kept.downcast_ref::<P>() {
                    Some(kept) if !core::ptr::addr_eq(kept.target(), new.target()) => Some(kept.clone()),
                    _ => replacement,
                }
            }
        };
        let done = becomes.clone().map(|pointer| Box::new(pointer) as Box<dyn Any>);
        self.done.insert((node, TypeId::of::<P>()), done);
        becomes
    }
}

impl<'a> Parts<'a, '_, '_> {
    /// Visits a pointer whose pointee may become one with others.
    pub(super) fn visit_merged<P: RewritablePointer + Rewritable>(&mut self, part: Part<'a, P>, at: Region) {
        let Purpose::Merging(merging) = &self.rewriting.purpose else { return };
        if let Some(becomes) = merging.find::<P>(Identity::address(part.get().target())) {
            if let Some(pointer) = becomes {
                self.rewriting.write(part, Box::new(pointer));
            }
            return;
        }
        if self.rewriting.is_bare_key(P::Target::kind(part.get().target())) {
            return;
        }
        let open = self.opened(None);
        self.before_end_of_pointer::<EndMerged<P>>(part, at, open, |target, parts| {
            P::Target::visit(target, at, parts);
        });
    }
}

/// The step after what is behind such a pointer.
struct EndMerged<P>(PhantomData<P>);

impl<P: RewritablePointer + Rewritable> Step for EndMerged<P> {
    type Of = P;

    fn run<'a>(part: Part<'a, P>, at: Region, open: PartInProgress, parts: &mut Parts<'a, '_, '_>) {
        let rewriting = &mut *parts.rewriting;
        let node = Identity::address(part.get().target());
        let copy = rewriting.pointer_after(part.get(), at, open);
        let Purpose::Merging(merging) = &mut rewriting.purpose else { return };
        if let Some(pointer) = merging.settle(node, part.get(), copy.map(|copy| *copy)) {
            // What is only read may be given up with what is around it, and then must not drop what is below.
            rewriting.retire(part.get().clone());
            rewriting.write(part, Box::new(pointer));
        }
    }
}
