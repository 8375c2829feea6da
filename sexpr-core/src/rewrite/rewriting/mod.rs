//! A rewriting that is under way: the state for one value, and the replacements of its parts.
//!
//! A rewriting descends like a walk. But a `Visitor` gets only references, and a rewriting has to replace parts. So
//! types hand over their parts by `Rewritable::visit`. A [`Part`] is either owned or read:
//!
//! - *owned*: the part has no other owner, so its replacement is written in place;
//! - *read*: the part is below a pointer whose pointee has other owners. Its replacement becomes an edit, identified by
//!   the part's place and type ([`Edits`]). At the end of the enclosing node, `Rewritable::rebuild` makes a copy of
//!   that node, in which each part is an edit or a copy. The copy is an edit in turn, up to the pointer, which gets a
//!   pointee of its own. Without edits, no node is copied.
//!
//! For example, let a callback replace `1` in `Add(Arc(Neg(1)), 2)`, where the `Arc` has another owner. The `1` is only
//! read, so its replacement is an edit. At the end of `Neg`, the edit goes into a copy of `Neg`, and the `Arc` in `Add`
//! is replaced in place by an `Arc` of that copy.
//!
//! Replaced values are kept to the end of the run (`retire`), if addresses were noted before: no other value may get
//! the address of a variable or a shared node. Only the results depend on this rule. Memory safety does not: a part is
//! replaced either before calls with pieces of it are put off, or after all these calls were made.
//!
//! Replacements of shared nodes are memoized in a `BindingMemo`, with the bindings that they depend on. Variables are
//! not visited if neither callbacks nor the memo can depend on them (`variables_matter`).
//!
//! - `callbacks`: the functions that are called with parts;
//! - `nodes`: visits to nodes, containers and leaves; `pointers`, `variables`, `maps`: visits to the parts that they
//!   name;
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

/// The parts that a rewriting visits, and the context that it tracks for its callbacks.
#[derive(Clone, Debug, Default)]
pub(crate) struct WantedParts {
    pub(crate) options: Options,
    /// Whether callbacks are called with leaves.
    pub(crate) leaves: bool,
    /// Whether callbacks may ask for bindings.
    pub(crate) bindings: bool,
    /// Whether callbacks may ask for paths.
    pub(crate) paths: bool,
}

/// The context of a part.
#[derive(Clone, Copy, Default)]
pub(crate) struct Surroundings {
    /// The number of enclosing nodes, if paths are tracked.
    pub(crate) nodes: usize,
    /// Whether the part is in a key of a map, where nothing binds.
    in_key: bool,
    /// Whether declarations are being visited: see `variables`.
    is_declaring: bool,
}

/// The state of a rewriting that callbacks may query.
#[derive(Default)]
pub(crate) struct RewritingState {
    pub(crate) keys: RefCell<Keys>,
    pub(crate) bindings: Bindings,
    pub(crate) trail: Trail<'static>,
    pub(crate) around: Surroundings,
    pub(crate) remarks: RefCell<Remarks>,
    /// How the rewriting continues after the callback that was called last.
    pub(crate) flow: Cell<Flow>,
    /// The variables whose fields are being visited. Each is bound after its fields.
    open_variables: Vec<OpenVariable>,
    /// The variable that callbacks are called with, if it is known by its value.
    name: Option<Identity>,
}

impl RewritingState {
    /// The variable that callbacks are called with.
    pub(crate) fn variable(&self) -> Option<Identity> {
        // Callbacks get a name when it is looked up, and a node between its lookup and its binding.
        self.name.or(self.open_variables.last().map(|open| open.variable))
    }
}

/// A rewriting that is under way.
#[derive(Default)]
pub(crate) struct Rewriting<'c> {
    callbacks: Callbacks<'c>,
    /// The callbacks, while declarations are visited; otherwise empty.
    callbacks_aside: Callbacks<'c>,
    pub(crate) wanted: WantedParts,
    /// Whether visits take the slow path, since paths are tracked or declarations are visited.
    is_detoured: bool,
    recursion: Recursion<Task>,
    pub(crate) state: RewritingState,
    /// Whether the meanings of variables matter.
    follows_variables: bool,
    /// The number of scopes around the fields that are listed. While the end of a scope is put off,
    /// `bindings` still counts that scope; this number no longer does.
    pub(crate) depth: Level,
    edits: Edits,
    values: ValueOrder,
    /// For shared nodes, the replacements of the pointers to them; `None` if the pointers stay.
    memo: BindingMemo<Option<Box<dyn Any>>>,
    replacements: Replacements,
    /// Whether the variable that is visited next is visited as a declaration.
    visits_declaration: bool,
    /// The state that searches for declarations share.
    lent: DeclCache,
    /// The number of replacements.
    writes: u64,
    /// Replaced values whose addresses were noted.
    retired: Vec<Box<dyn Any>>,
    /// The new keys of the enclosing maps, as vectors of their types.
    keys_at_end: Vec<Box<dyn Any>>,
    purpose: Purpose<'c>,
    stopped: bool,
}

/// The purpose of a rewriting.
#[derive(Default)]
pub(crate) enum Purpose<'c> {
    /// To call back, and to replace parts and variables by the results.
    #[default]
    Replacing,
    /// To copy all parts, down to shared pointers.
    Copying,
    /// To call back with shared pointers, and to replace them by the results.
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
    // A node is retired after the nodes inside it. So in reverse order, each drop leaves the inner nodes alive, and no
    // drop recurses.
    while rewriting.retired.pop().is_some() {}
}

impl Rewriting<'_> {
    /// Whether parts are replaced by what callbacks return.
    #[inline(always)]
    fn is_replacing(&self) -> bool {
        matches!(self.purpose, Purpose::Replacing)
    }

    /// Whether variables are not visited, since their meanings do not matter.
    #[inline(always)]
    fn passes_by_variables(&self) -> bool {
        !self.follows_variables && self.is_replacing()
    }

    /// Whether the contents of a node are skipped since it is a dag node in a key of a map, which is identified by its
    /// own key. No result is recorded for such a node, since its contents are visited elsewhere.
    #[inline(always)]
    fn is_bare_key(&self, kind: Kind) -> bool {
        kind == Kind::Dag && self.state.around.in_key
    }

    /// Visits a part, and makes all calls that were put off, until a callback stops the rewriting.
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

    /// Keeps a replaced value if addresses were noted: no other value may get one of these addresses.
    pub(crate) fn retire<T: 'static>(&mut self, replaced: T) {
        let (RewritingState { bindings, open_variables, .. }, DeclCache { no_decls, .. }) = (&self.state, &self.lent);
        let has_noted =
            !(self.memo.is_empty() && bindings.is_empty() && open_variables.is_empty() && no_decls.is_empty());
        if has_noted || matches!(self.purpose, Purpose::Pointers(_)) {
            self.retired.push(Box::new(replaced));
        }
    }
}
