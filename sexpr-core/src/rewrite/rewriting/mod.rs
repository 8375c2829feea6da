//! A rewriting that is under way: one value, and what replaces parts of it.
//!
//! A rewriting descends as a walk does, but types hand over their parts by `Rewritable::visit` and not to a `Visitor`,
//! which gets references: parts may be replaced. A [`Part`] is one of two:
//!
//! - *owned*: nothing else holds the part, so its replacement is written there;
//! - *read*: the part is below a pointer that something else holds as well. Its replacement becomes an edit, known by the
//!   part's place and type ([`Edits`]). At the end of the node around, `Rewritable::rebuild` makes a copy of that node, in
//!   which each part is an edit or a copy. The copy is an edit in turn, up to the pointer, which gets a pointee of its own.
//!   Without edits, nothing is copied.
//!
//! Replaced values are kept to the end of the run (`retire`), if addresses were noted by then: no other value may come to
//! lie where a variable or a shared node was. Right results depend on that. Memory safety does not: a part is replaced
//! before anything in it is put off, or after all of that was called.
//!
//! Replacements of shared nodes are kept in a `BindingMemo`, with the bindings that they depend on. Variables are not
//! visited where neither callbacks nor the memo can depend on them (`variables_matter`).
//!
//! - `callbacks`: the functions that are called with parts;
//! - `nodes`: visits to nodes, containers and leaves; `pointers`, `variables` and `maps`: visits to these;
//! - `tasks`: calls that are put off, with the unsafe code for them; `edits`: replacements, and copies.

pub(crate) mod callbacks;
pub(crate) mod edits;
pub(crate) mod maps;
pub(crate) mod nodes;
pub(crate) mod pointers;
#[allow(unsafe_code)]
pub(crate) mod tasks;
pub(crate) mod variables;

use alloc::{boxed::Box, vec::Vec};
use core::{
    any::Any,
    cell::{Cell, RefCell},
};

use crate::{
    describe::{
        identity::Identity,
        info::Kind,
        key_table::Keys,
        options::Options,
        region::{Level, Region},
    },
    engine::{recursion::Recursion, trail::Trail},
    rewrite::{
        parts::{Part, Parts},
        rewritable::Rewritable,
        rewriting::{
            callbacks::{Callbacks, Flow},
            edits::Edits,
            pointers::PointerCallbacks,
            tasks::Task,
            variables::{OpenVariable, Replacements, variables_matter},
        },
    },
    rules::{bindings::Bindings, entries::ValueOrder, memo::one_value::BindingMemo, var_pairs::predeclared::DeclCache},
    walk::callback::Remarks,
};

/// What a rewriting visits, and what it keeps for its callbacks.
#[derive(Clone, Debug, Default)]
pub(crate) struct WantedParts {
    pub(crate) options: Options,
    /// Whether callbacks are called with leaves.
    pub(crate) leaves: bool,
    /// Whether callbacks may ask what variables are bound to.
    pub(crate) bindings: bool,
    /// Whether callbacks may ask for paths.
    pub(crate) paths: bool,
}

/// The surroundings of a part.
#[derive(Clone, Copy, Default)]
pub(crate) struct Surroundings {
    /// The number of nodes around, if paths are kept.
    pub(crate) nodes: usize,
    /// A key of a map is around, in which nothing binds.
    in_key: bool,
    /// Declarations are being visited: see `variables`.
    is_declaring: bool,
}

/// What a rewriting knows of where it is, to be asked for in callbacks.
#[derive(Default)]
pub(crate) struct RewritingState {
    pub(crate) keys: RefCell<Keys>,
    pub(crate) bindings: Bindings,
    pub(crate) trail: Trail<'static>,
    pub(crate) around: Surroundings,
    pub(crate) remarks: RefCell<Remarks>,
    /// How the callback that was called last has the rewriting go on.
    pub(crate) flow: Cell<Flow>,
    /// The variables whose fields are being visited: each is bound after these.
    open_variables: Vec<OpenVariable>,
    /// The variable that callbacks are called with, if it is known by its value.
    name: Option<Identity>,
}

impl RewritingState {
    /// The variable that callbacks are called with.
    pub(crate) fn variable(&self) -> Option<Identity> {
        // A name is looked up and asked about in one go, a node while it waits to be bound.
        self.name.or(self.open_variables.last().map(|open| open.variable))
    }
}

/// A rewriting that is under way.
#[derive(Default)]
pub(crate) struct Rewriting<'c> {
    callbacks: Callbacks<'c>,
    /// The callbacks, while declarations are visited; else none.
    callbacks_aside: Callbacks<'c>,
    pub(crate) wanted: WantedParts,
    /// Whether visits take the long way: paths are kept, or declarations are visited.
    is_detoured: bool,
    recursion: Recursion<Task>,
    pub(crate) state: RewritingState,
    /// Whether it matters what variables refer to.
    follows_variables: bool,
    /// The number of scopes around the fields that are listed. `bindings` has another one while the end of a scope is put
    /// off.
    pub(crate) depth: Level,
    edits: Edits,
    values: ValueOrder,
    /// For shared nodes, the pointers that replace the pointers to them; none if these stay.
    memo: BindingMemo<Option<Box<dyn Any>>>,
    replacements: Replacements,
    /// Whether the variable that is visited next is visited as a declaration.
    visits_declaration: bool,
    /// The memory of searches for declarations.
    lent: DeclCache,
    /// The number of replacements.
    writes: u64,
    /// Replaced values whose addresses were noted.
    retired: Vec<Box<dyn Any>>,
    /// The new keys of maps around, as vectors of their types.
    keys_at_end: Vec<Box<dyn Any>>,
    purpose: Purpose<'c>,
    stopped: bool,
}

/// What a rewriting is for.
#[derive(Default)]
pub(crate) enum Purpose<'c> {
    /// To call back, and to replace parts and variables by the results.
    #[default]
    Replacing,
    /// To copy everything, down to shared pointers.
    Copying,
    /// To call back with shared pointers, and to replace these.
    Pointers(&'c mut dyn PointerCallbacks),
}

/// Rewrites a value, unless a callback stops the rewriting.
pub(crate) fn rewrite<T: Rewritable>(root: &mut T, wanted: WantedParts, callbacks: Callbacks<'_>) {
    let at = wanted.options.root_region();
    let follows_variables = wanted.bindings || variables_matter::<T>(callbacks.types());
    let is_detoured = wanted.paths;
    Rewriting { callbacks, wanted, is_detoured, follows_variables, ..Rewriting::default() }.run(Part::Owned(root), at);
}

/// Calls back with the shared pointers in a value, and replaces them if the value is owned.
pub(crate) fn visit_pointers<T: Rewritable>(root: Part<'_, T>, callbacks: &mut dyn PointerCallbacks) {
    let mut rewriting = Rewriting { purpose: Purpose::Pointers(callbacks), ..Rewriting::default() };
    rewriting.run(root, Region::NONE);
    // Nodes were given up after what is in them. Dropped last one first, each drops no other, however deep they were.
    while rewriting.retired.pop().is_some() {}
}

impl Rewriting<'_> {
    /// Whether parts are replaced by what callbacks return.
    #[inline(always)]
    fn is_replacing(&self) -> bool {
        matches!(self.purpose, Purpose::Replacing)
    }

    /// Whether variables are not visited, as they do not matter.
    #[inline(always)]
    fn passes_by_variables(&self) -> bool {
        !self.follows_variables && self.is_replacing()
    }

    /// Whether the contents of a node are skipped since it is the key of a map: a dag node, which is known by its own key.
    /// Nothing is recorded of it there, since elsewhere its contents are visited.
    #[inline(always)]
    fn is_bare_key(&self, kind: Kind) -> bool {
        kind == Kind::Dag && self.state.around.in_key
    }

    /// Visits a part, and makes all calls that are put off, unless a callback stops the rewriting.
    fn run<T: Rewritable>(&mut self, part: Part<'_, T>, at: Region) {
        T::visit(part, at, &mut Parts::new(self));
        self.do_tasks();
    }

    fn do_tasks(&mut self) {
        while !self.stopped {
            if self.recursion.is_suspended() {
                self.recursion.resume();
            }
            let Some(task) = self.recursion.next() else { return };
            self.state.trail.lead(task.trail as usize, task.mark);
            self.set_declaring(task.around.is_declaring);
            self.state.around = task.around;
            self.depth = self.state.bindings.depth();
            task.run(self);
        }
    }

    /// Replaces a part.
    pub(crate) fn write<T: 'static>(&mut self, part: Part<'_, T>, value: Box<T>) {
        match part {
            Part::Owned(place) => self.replace(place, *value),
            Part::Read(place) => {
                self.writes += 1;
                self.edits.push(place, value);
            }
        }
    }

    /// Replaces a part, if there is a replacement.
    #[inline(always)]
    fn write_some<T: 'static>(&mut self, part: Part<'_, T>, value: Option<Box<T>>) {
        if let Some(value) = value {
            self.write(part, value);
        }
    }

    fn replace<T: 'static>(&mut self, place: &mut T, value: T) {
        self.writes += 1;
        let replaced = core::mem::replace(place, value);
        self.retire(replaced);
    }

    /// Keeps a replaced value if addresses were noted: no other value may come to lie at such an address.
    pub(crate) fn retire<T: 'static>(&mut self, replaced: T) {
        let (RewritingState { bindings, open_variables, .. }, DeclCache { no_decls, .. }) = (&self.state, &self.lent);
        let has_noted =
            !(self.memo.is_empty() && bindings.is_empty() && open_variables.is_empty() && no_decls.is_empty());
        if has_noted || matches!(self.purpose, Purpose::Pointers(_)) {
            self.retired.push(Box::new(replaced));
        }
    }
}
