//! What a walk is to give, what it gives, and what it knows of where it is.

use alloc::{boxed::Box, vec::Vec};
use core::{any::TypeId, cell::RefCell};

use crate::{
    describe::{
        any_node::AnyNode,
        identity::{Identity, Keys},
        info::TypeInfo,
        options::Options,
        region::Region,
        structural::StructuralEq,
    },
    engine::{frame::Places, trail::Trail},
    rules::{
        binding_memo::BindingMemo,
        bindings::Bindings,
        occurrence::Occurrence,
        pairs::{Ordinal, Pairs},
        value_order::ValueOrder,
    },
    walk::plain_types::is_plain,
};

/// What a walk knows of where it is, to be asked for in callbacks.
pub(crate) struct VisitState<'a> {
    pub(super) keys: RefCell<Keys>,
    pub(super) bindings: Bindings,
    pub(super) values: ValueOrder,
    /// The nodes that were met, of those that may be met again.
    pub(super) seen: Pairs<1, ()>,
    /// On a walk that visits shared nodes once per distinct binding context, how many nodes occur in those that were visited.
    pub(super) once: Option<Box<BindingMemo<u128>>>,
    /// The variable that was met last.
    pub(super) variable: Option<Identity>,
    /// The hash of what it is written as, if it is known by its value.
    pub(super) spelling: u64,
    /// The type that it is written as, lifetimes apart.
    pub(super) variable_type: TypeId,
    pub(super) trail: Trail<'a>,
    pub(super) around: Around,
}

/// What is called with nodes.
pub(crate) trait VisitCallbacks<'a> {
    /// Calls with a node.
    fn call(&mut self, visit: &Visit<'a>, state: &VisitState<'a>) -> Flow;

    /// Calls with several nodes, one after the other, that stand alike: tree nodes, in a region.
    fn call_with_all(&mut self, nodes: &Places<'a>, at: Region, state: &VisitState<'a>) -> Flow;
}

/// Where a walk goes on after a node was given.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Flow {
    Inside,
    Skip,
    Stop,
}

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
    /// What the names of variables are written as, hashed.
    pub(crate) spellings: bool,
    /// The way to each node.
    pub(crate) paths: bool,
    /// What variables are bound to, and which nodes were met before.
    pub(crate) bindings: bool,
    /// Nodes of one type, several at a time where they stand alike: what is in them is never left out.
    pub(crate) in_batches: bool,
}

impl Wanted {
    /// Whether nodes are wanted before what is in them, wherever they occur, and nothing else of where they stand than
    /// what they are bound to.
    pub(super) fn is_brief(&self) -> bool {
        !(self.ends || self.paths || self.once_for_bindings)
    }

    /// Whether it makes a difference, for values of a type, what variables are bound to and which nodes were met
    /// before.
    pub(super) fn depends_on_bindings(&self, info: &'static TypeInfo) -> bool {
        self.bindings || self.distinct || self.once_for_bindings || self.leaves || !is_plain(info)
    }
}

/// A node that is met.
#[derive(Clone, Copy)]
pub(crate) struct Visit<'a> {
    pub(crate) node: AnyNode<'a>,
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

/// What is around a place.
#[derive(Clone, Copy, Default)]
pub(super) struct Around {
    pub(super) nodes: usize,
    /// A node around was met before, so all in it was.
    pub(super) met_before: bool,
    /// A key of a map is around, in which nothing binds.
    pub(super) key: bool,
    /// What that was when keys were matched, if it is a variable.
    pub(super) key_occurrence: Option<Occurrence>,
}

impl<'a> VisitState<'a> {
    pub(super) fn new(wanted: &Wanted) -> Self {
        VisitState {
            keys: RefCell::default(),
            bindings: Bindings::default(),
            values: ValueOrder::default(),
            seen: Pairs::default(),
            once: wanted.once_for_bindings.then(Box::default),
            variable: None,
            spelling: 0,
            variable_type: TypeId::of::<()>(),
            trail: Trail::new(),
            around: Around::default(),
        }
    }

    /// The type of the variable that was given last, lifetimes apart.
    pub(crate) fn variable_type(&self) -> TypeId {
        self.variable_type
    }

    /// What a use of a variable would refer to here.
    pub(crate) fn meaning<V: StructuralEq>(&self, variable: &V) -> Option<Occurrence> {
        self.bindings.meaning(self.keys.borrow_mut().identify(variable))
    }

    /// What tells a variable from others, on other walks as well.
    pub(crate) fn tag(&self, variable: Identity) -> u128 {
        self.keys.borrow().tag(variable)
    }

    /// What the variable is written as that was given last, hashed.
    pub(crate) fn spelling(&self) -> u64 {
        self.spelling
    }

    /// The variable that was given last.
    pub(crate) fn variable(&self) -> Option<Identity> {
        self.variable
    }

    /// The way to the node that was given last.
    pub(crate) fn trail(&self) -> &Trail<'a> {
        &self.trail
    }

    /// Whether what stands here is in a node that was met before.
    pub(crate) fn is_in_known(&self) -> bool {
        self.around.met_before
    }

    /// Whether a variable was met before, which has this ordinal. Those that were bound in scopes are noted when these
    /// are left.
    #[inline(always)]
    pub(super) fn knows(&self, variable: Identity, ordinal: Option<Ordinal>) -> bool {
        self.bindings.tells_met(ordinal) || self.seen.top(0, variable).is_some()
    }

    pub(super) fn leave_scope(&mut self) {
        let VisitState { bindings, seen, .. } = self;
        bindings.leave_scope_with(|variable| {
            seen.note(variable);
        });
    }
}
