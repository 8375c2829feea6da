//! What a walk is to give, what it gives, and what it knows of where it is.

use alloc::{boxed::Box, vec::Vec};
use core::{
    any::{Any, TypeId},
    cell::RefCell,
    ops::ControlFlow,
};

use crate::{
    describe::{
        identity::{Identity, Keys},
        info::TypeInfo,
        options::Options,
        region::Region,
        structural::StructuralEq,
    },
    engine::trail::Trail,
    reflect::{
        lister::{Lister, ListerConfig},
        node::ErasedNode,
    },
    rules::{
        bindings::Bindings, memo::one_value::BindingMemo, occurrence::Occurrence, pairs::Pairs, value_order::ValueOrder,
    },
    walk::{next::Next, plain_types::is_plain},
};

/// What is called with nodes.
pub(crate) type Calls<'c, 'a> = dyn FnMut(&Visit<'a>, &VisitState<'a>) -> Flow + 'c;

/// Where a walk goes on after a node was given, unless it is stopped.
pub(crate) type Flow = ControlFlow<(), Next>;

/// What a walk is to give.
#[derive(Clone, Debug, Default)]
pub(crate) struct Wanted {
    pub(crate) options: Options,
    /// Nodes of these types.
    pub(crate) types: Vec<TypeId>,
    /// Nodes of all types.
    pub(crate) all_types: bool,
    /// Leaves, too.
    pub(crate) leaves: bool,
    /// Nodes that have nothing but leaves inside.
    pub(crate) flat: bool,
    /// Nodes also when all was given that is in them.
    pub(crate) ends: bool,
    /// Each node once.
    pub(crate) distinct: bool,
    /// What is behind shared pointers once per distinct binding context.
    pub(crate) once_for_bindings: bool,
    /// Variables without their fields.
    pub(crate) bare_variables: bool,
    /// The way to each node.
    pub(crate) paths: bool,
    /// What variables are bound to, and which nodes were met before.
    pub(crate) bindings: bool,
}

impl Wanted {
    /// Whether it makes a difference, for values of a type, what variables are bound to and which nodes were met
    /// before.
    pub(super) fn depends_on_bindings(&self, info: &'static TypeInfo) -> bool {
        self.bindings || self.distinct || self.once_for_bindings || self.leaves || !is_plain(info)
    }
}

/// A node that is met.
#[derive(Clone, Copy)]
pub(crate) struct Visit<'a> {
    /// Unknown of a leaf at the root.
    pub(crate) node: Option<&'a dyn ErasedNode>,
    /// The node, if it is known to hold no references.
    pub(crate) typed: Option<&'a dyn Any>,
    /// Whether all was given that is in it.
    pub(crate) is_end: bool,
    pub(crate) at: Region,
    pub(crate) occurrence: Option<Occurrence>,
    pub(crate) met_before: bool,
    /// How many nodes are around it.
    pub(crate) depth: usize,
    /// Its type's index among those that are wanted, or their number.
    pub(crate) ty: u32,
}

/// What a walk knows of where it is, to be asked for in callbacks.
#[derive(Default)]
pub(crate) struct VisitState<'a> {
    pub(super) lister: Lister<'a>,
    pub(super) keys: RefCell<Keys>,
    pub(super) bindings: Bindings,
    pub(super) values: ValueOrder,
    /// The nodes that were met, of those that may be met again.
    pub(super) seen: Pairs<1, ()>,
    /// On a walk that visits shared nodes once per distinct binding context, how many nodes occur in those that were visited.
    pub(super) once: Option<Box<BindingMemo<u128>>>,
    /// The variable that was met last.
    pub(super) variable: Option<Identity>,
    pub(super) around: Around,
}

/// What is around a place.
#[derive(Clone, Copy, Default)]
pub(super) struct Around {
    /// How many nodes, where paths are wanted.
    pub(super) nodes: usize,
    /// A node around was met before, so all in it was.
    pub(super) met_before: bool,
    /// A key of a map is around, in which nothing binds.
    pub(super) key: bool,
    /// What that was when keys were matched, if it is a variable.
    pub(super) key_occurrence: Option<Occurrence>,
}

impl<'a> VisitState<'a> {
    pub(super) fn new(wanted: &Wanted, tracks: bool) -> Self {
        let config = ListerConfig {
            no_paths: !wanted.paths,
            leaves_as_nodes: wanted.leaves,
            flat: wanted.leaves || wanted.flat || wanted.all_types || wanted.once_for_bindings,
            flat_variables: tracks,
            ..ListerConfig::default()
        };
        let once = wanted.once_for_bindings.then(Box::default);
        VisitState { lister: Lister::new(wanted.options, config), once, ..VisitState::default() }
    }

    /// What a use of a variable would refer to here.
    pub(crate) fn meaning<V: StructuralEq>(&self, variable: &V) -> Option<Occurrence> {
        self.bindings.meaning(self.keys.borrow_mut().identify(variable))
    }

    /// What tells a variable from others, on other walks as well.
    pub(crate) fn tag(&self, variable: Identity) -> u128 {
        self.keys.borrow().tag(variable)
    }

    pub(crate) fn value_tag(&self, variable: Identity) -> Option<u128> {
        self.keys.borrow().value_tag(variable)
    }

    /// The variable that was given last.
    pub(crate) fn variable(&self) -> Option<Identity> {
        self.variable
    }

    /// The way to the node that was given last.
    pub(crate) fn trail(&self) -> &Trail<'a> {
        &self.lister.trail
    }

    pub(super) fn enter_scope(&mut self) {
        self.bindings.enter_scope();
        self.lister.depth = self.bindings.depth();
    }

    pub(super) fn leave_scope(&mut self) {
        let VisitState { bindings, seen, .. } = self;
        bindings.leave_scope_with(|variable| {
            seen.note(variable);
        });
        self.lister.depth = self.bindings.depth();
    }
}
