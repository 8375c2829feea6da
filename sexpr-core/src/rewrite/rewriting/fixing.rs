//! Everything behind shared pointers in variables that stay: `hash_cons` must not replace it.

use alloc::boxed::Box;

use crate::{
    describe::{identity::Identity, region::Region, structural::StructuralEq},
    engine::trail::Mark,
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

/// The variables, and all that is behind shared pointers in them.
pub(crate) fn fixed<T: Rewritable>(root: &T, variables: Table<Identity, ()>) -> Table<Identity, ()> {
    let mut rewriting = Rewriting::new(Purpose::Fixing(Box::new(Fixing::new(variables))));
    rewriting.run(Part::Read(root), Region::NONE);
    match rewriting.purpose {
        Purpose::Fixing(fixing) => fixing.into_fixed(),
        Purpose::Replacing | Purpose::Copying | Purpose::Merging(_) => Table::default(),
    }
}

/// What is behind shared pointers in some variables, however far below.
#[derive(Default)]
pub(crate) struct Fixing {
    variables: Table<Identity, ()>,
    fixed: Table<Identity, ()>,
    /// What was met outside of these variables.
    met: Table<Identity, ()>,
    /// How many of the variables are around.
    around: usize,
}

impl Fixing {
    pub(super) fn new(variables: Table<Identity, ()>) -> Self {
        Fixing { variables, ..Fixing::default() }
    }

    /// The variables, and all behind shared pointers in them.
    pub(super) fn into_fixed(self) -> Table<Identity, ()> {
        let Fixing { variables, mut fixed, .. } = self;
        fixed.extend(variables);
        fixed
    }
}

impl<'a> Parts<'a, '_, '_> {
    /// Visits a pointer: once outside of the variables, and once in them.
    pub(super) fn visit_fixed<P: RewritablePointer>(&mut self, part: Part<'a, P>, at: Region) {
        if self.rewriting.is_bare_key(P::Target::kind(part.get().target())) {
            return;
        }
        // Nothing is replaced, so everything is only read.
        let (Purpose::Fixing(fixing), Part::Read(pointer)) = (&mut self.rewriting.purpose, part) else { return };
        let target = pointer.target();
        let node = Identity::address(target);
        let is_variable = fixing.variables.contains_key(&node);
        let known = if fixing.around > 0 || is_variable { &mut fixing.fixed } else { &mut fixing.met };
        if known.insert(node, ()).is_some() {
            return;
        }
        fixing.around += usize::from(is_variable);
        P::Target::visit(Part::Read(target), at, self);
        if is_variable {
            self.at_mark::<EndFixed>(Part::Read(&()), Mark::Transparent, at);
        }
    }
}

/// The step after what is in one of the variables.
struct EndFixed;

impl Step for EndFixed {
    type Of = ();

    fn run<'a>(_: Part<'a, ()>, _: Region, _: PartInProgress, parts: &mut Parts<'a, '_, '_>) {
        if let Purpose::Fixing(fixing) = &mut parts.rewriting.purpose {
            fixing.around -= 1;
        }
    }
}
