//! A rewriting that is under way: one value, and what replaces parts of it.
//!
//! A rewriting descends as a walk does, but types hand themselves over by another function, `Rewritable::visit`: a
//! visitor gets references, and these are parts that may be replaced. A [`Part`] is one of two:
//!
//! - *owned*: nobody else holds it, so its replacement is written there;
//! - *read*: it is below a pointer that something else holds as well. Its replacement becomes an edit, known by the
//!   part's place and type ([`Edits`]). Edits wait for the node around them to end. Then `Rewritable::rebuild` makes a
//!   copy of that node, in which each part is an edit or a copy, and the copy is an edit in turn, up to the pointer,
//!   which gets a pointee of its own. Where there are no edits, nothing is made.
//!
//! What was replaced is kept to the end of the run (`retire`), if addresses were noted by then: nothing else may come
//! to lie where a variable or a shared node was. Right results depend on that, but memory safety does not: a part is
//! replaced before anything in it is put off, or after all of that is done.
//!
//! What replaces a shared node is kept in a `BindingMemo`, with the bindings that it depends on. Variables are not
//! visited where neither callbacks nor the memo can depend on them (`variable_types`).
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
        identity::{Identity, Keys},
        info::Kind,
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
            variables::Replacements,
        },
        variable_types::variables_matter,
    },
    rules::{
        bindings::Bindings,
        memo::one_value::{BindingMemo, Consulted},
        value_order::ValueOrder,
        var_pairs::predeclared::DeclCache,
    },
};

/// What a rewriting visits, and what it keeps for its callbacks.
#[derive(Clone, Debug, Default)]
pub(crate) struct WantedParts {
    pub(crate) options: Options,
    /// Whether callbacks are called with leaves.
    pub(crate) leaves: bool,
    /// What variables are bound to.
    pub(crate) bindings: bool,
    /// The way to each part.
    pub(crate) paths: bool,
}

/// What is around a part.
#[derive(Clone, Copy, Default)]
pub(crate) struct Surroundings {
    /// How many nodes are around, if the way to each part is kept.
    pub(crate) nodes: usize,
    /// A key of a map is around, in which nothing binds.
    in_key: bool,
    /// This is on the way to declarations: see `predeclared`.
    is_declaring: bool,
}

/// What a rewriting knows of where it is, to be asked for in callbacks.
pub(crate) struct RewritingState {
    pub(crate) keys: RefCell<Keys>,
    pub(crate) bindings: Bindings,
    pub(crate) trail: Trail<'static>,
    pub(crate) around: Surroundings,
    /// What callbacks asked for: what becomes of the part depends on that.
    pub(crate) consulted: RefCell<Vec<Consulted>>,
    /// Free variables in what callbacks replace as a whole: they are met there, as elsewhere.
    pub(crate) met_free: RefCell<Vec<Identity>>,
    /// Where the callback that was called last has the rewriting go on.
    pub(crate) flow: Cell<Flow>,
    /// The variables whose fields are being visited: each is bound after these.
    open_variables: Vec<Identity>,
    /// The variable that is asked about, if it is known by its value.
    name: Option<Identity>,
}

impl RewritingState {
    /// The variable that is asked about.
    pub(crate) fn variable(&self) -> Option<Identity> {
        // A name is looked up and asked about in one go, a node while it waits to be bound.
        self.name.or(self.open_variables.last().copied())
    }
}

/// A rewriting that is under way.
pub(crate) struct Rewriting<'c> {
    callbacks: Callbacks<'c>,
    /// On the way to declarations, the callbacks; else none.
    callbacks_aside: Callbacks<'c>,
    pub(crate) wanted: WantedParts,
    /// Whether parts are not just visited: ways to them are kept, or they are on the way to declarations.
    is_detoured: bool,
    recursion: Recursion<Task>,
    pub(crate) state: RewritingState,
    /// Whether it matters what variables refer to.
    follows_variables: bool,
    /// How many scopes are around what is listed. What is put off takes place in its turn, and so does the end of a
    /// scope.
    pub(crate) depth: Level,
    edits: Edits,
    values: ValueOrder,
    /// Pointers to what replaces shared nodes; none for nodes that stay.
    memo: BindingMemo<Option<Box<dyn Any>>>,
    replacements: Replacements,
    /// A variable is about to be visited that is declared where it stands.
    visits_declaration: bool,
    /// What searches for declarations leave.
    lent: DeclCache,
    /// How often something was replaced.
    writes: u64,
    /// What was replaced, as long as its address may stand for it.
    retired: Vec<Box<dyn Any>>,
    purpose: Purpose<'c>,
    stopped: bool,
}

/// What a rewriting is for.
pub(crate) enum Purpose<'c> {
    /// To call back, and to replace parts and variables by the results.
    Replacing,
    /// To copy everything, down to shared pointers.
    Copying,
    /// To replace shared pointers.
    Pointers(&'c mut dyn PointerCallbacks),
}

/// Rewrites a value, unless a callback stops it.
pub(crate) fn rewrite<T: Rewritable>(root: &mut T, wanted: WantedParts, callbacks: Callbacks<'_>) {
    Rewriting::for_callbacks::<T>(wanted, callbacks).run_from_root(Part::Owned(root));
}

/// Replaces shared pointers in a value.
pub(crate) fn replace_pointers<T: Rewritable>(root: &mut T, callbacks: &mut dyn PointerCallbacks) {
    let mut rewriting = Rewriting::new(Purpose::Pointers(callbacks));
    rewriting.run(Part::Owned(root), Region::NONE);
    // Nodes were given up after what is in them. Dropped last one first, each drops no other, however deep they were.
    while rewriting.retired.pop().is_some() {}
}

/// Calls back with the shared pointers in a value.
pub(crate) fn visit_pointers<T: Rewritable>(root: &T, callbacks: &mut dyn PointerCallbacks) {
    Rewriting::new(Purpose::Pointers(callbacks)).run(Part::Read(root), Region::NONE);
}

/// Calls back as if a value were rewritten.
pub(crate) fn look<T: Rewritable>(root: &T, wanted: WantedParts, callbacks: Callbacks<'_>) {
    Rewriting::for_callbacks::<T>(wanted, callbacks).run_from_root(Part::Read(root));
}

impl<'c> Rewriting<'c> {
    /// A rewriting of a value of this type.
    fn for_callbacks<T: Rewritable>(wanted: WantedParts, callbacks: Callbacks<'c>) -> Self {
        let follows_variables = wanted.bindings || variables_matter::<T>(callbacks.types());
        let is_detoured = wanted.paths;
        Rewriting { callbacks, wanted, is_detoured, follows_variables, ..Rewriting::new(Purpose::Replacing) }
    }

    /// A rewriting without callbacks.
    fn new(purpose: Purpose<'c>) -> Self {
        Rewriting {
            callbacks: Callbacks::default(),
            callbacks_aside: Callbacks::default(),
            is_detoured: false,
            visits_declaration: false,
            wanted: WantedParts::default(),
            recursion: Recursion::new(),
            state: RewritingState {
                keys: RefCell::default(),
                bindings: Bindings::default(),
                trail: Trail::new(),
                around: Surroundings::default(),
                consulted: RefCell::default(),
                met_free: RefCell::default(),
                flow: Cell::default(),
                open_variables: Vec::new(),
                name: None,
            },
            follows_variables: false,
            depth: 0,
            edits: Edits::default(),
            values: ValueOrder::default(),
            memo: BindingMemo::default(),
            replacements: Replacements::default(),
            lent: DeclCache::default(),
            writes: 0,
            retired: Vec::new(),
            purpose,
            stopped: false,
        }
    }

    /// Whether parts are replaced by what callbacks return.
    #[inline(always)]
    fn is_replacing(&self) -> bool {
        matches!(self.purpose, Purpose::Replacing)
    }

    /// Whether variables are left alone, as they do not matter.
    #[inline(always)]
    fn passes_by_variables(&self) -> bool {
        !self.follows_variables && self.is_replacing()
    }

    /// Whether a node is not looked into since it is a key: a dag node, which is known by its own key. Nothing is noted
    /// of it there, since elsewhere it is looked into.
    #[inline(always)]
    fn is_bare_key(&self, kind: Kind) -> bool {
        kind == Kind::Dag && self.state.around.in_key
    }

    fn run_from_root<T: Rewritable>(&mut self, root: Part<'_, T>) {
        let at = self.wanted.options.root_region();
        self.run(root, at);
    }

    /// Visits a part, and all that is put off meanwhile, unless a callback stops everything.
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
            (task.call)(self);
        }
    }

    /// Puts a value in the place of a part.
    pub(crate) fn write<T: 'static>(&mut self, part: Part<'_, T>, value: Box<T>) {
        match part {
            Part::Owned(place) => self.replace(place, *value),
            Part::Read(place) => {
                self.writes += 1;
                self.edits.push(place, value);
            }
        }
    }

    /// Puts a value in the place of a part, if there is one.
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

    /// Keeps what was replaced, if the address of something in it was noted: nothing else may come to lie there.
    pub(crate) fn retire<T: 'static>(&mut self, replaced: T) {
        let (RewritingState { bindings, open_variables, .. }, DeclCache { no_decls, .. }) = (&self.state, &self.lent);
        let has_noted =
            !(self.memo.is_empty() && bindings.is_empty() && open_variables.is_empty() && no_decls.is_empty());
        if has_noted || matches!(self.purpose, Purpose::Pointers(_)) {
            self.retired.push(Box::new(replaced));
        }
    }
}
