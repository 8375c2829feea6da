//! The state of a walk, and its main loop.
//!
//! A walk visits the parts that equality compares, in the same order, and calls back with nodes. It tracks the bindings
//! of variables, the nodes that it met before, and the path from the root, if callbacks may ask for them. The rule for
//! variables is in `rules::bindings`.

mod nodes;
mod variables;

use alloc::{boxed::Box, vec::Vec};
use core::{
    any::{Any, TypeId},
    cell::RefCell,
    marker::PhantomData,
    ops::ControlFlow,
};

use crate::{
    describe::{
        closed_types::Property, identity::Identity, info::TypeInfo, key_table::Keys, options::Options, region::Region,
        structural::StructuralEq,
    },
    reflect::{
        lister::{ListedPart, Lister, ListerConfig},
        node::AnyNode,
        reading::ArenasInForce,
    },
    rules::{
        bindings::{Bindings, Occurrence},
        entries::ValueOrder,
        memo::one_value::BindingMemo,
        pairs::Pairs,
    },
    tables::index::Table,
    walk::{
        callback::{At, Next},
        visits::nodes::Encounter,
    },
};

/// The function that a walk calls with each visit.
pub(crate) type Calls<'c, 'a> = dyn FnMut(&Visit<'a>, &WalkState<'a>) -> Flow + 'c;

/// The result of a callback: whether the walk stops, and if not, how it continues.
pub(crate) type Flow = ControlFlow<(), Next>;

/// The parts that a walk visits, and the context that it tracks for its callbacks.
#[derive(Clone, Debug, Default)]
pub(crate) struct Wanted {
    pub(crate) options: Options,
    /// Callbacks are called with nodes of these types.
    pub(crate) types: Vec<TypeId>,
    /// Callbacks are called with nodes of all types.
    pub(crate) all_types: bool,
    /// Callbacks are also called with leaves.
    pub(crate) leaves: bool,
    /// Nodes with only leaves as children are visited one by one.
    pub(crate) flat: bool,
    /// Callbacks are also called after the contents of nodes.
    pub(crate) ends: bool,
    /// Each node is visited once.
    pub(crate) distinct: bool,
    /// Nodes behind shared pointers are visited once per distinct binding context.
    pub(crate) once_for_bindings: bool,
    /// The fields of variables are skipped.
    pub(crate) bare_variables: bool,
    /// Paths are tracked.
    pub(crate) paths: bool,
    /// Bindings are tracked, and the nodes that were met before.
    pub(crate) bindings: bool,
}

impl Wanted {
    /// Whether a walk over values of a type has to track the bindings of variables and the nodes that were met before.
    fn depends_on_bindings(&self, info: &'static TypeInfo) -> bool {
        self.bindings || self.distinct || self.once_for_bindings || self.leaves || !info.has(Property::Plain)
    }
}

/// A visit to a node, as callbacks see it.
#[derive(Clone, Copy)]
pub(crate) struct Visit<'a> {
    /// `None` for a leaf at the root.
    pub(crate) node: Option<AnyNode<'a>>,
    /// The node, if it is known to hold no references.
    pub(crate) typed: Option<&'a dyn Any>,
    /// Whether the visit is at the end of the node, after its contents.
    pub(crate) is_end: bool,
    pub(crate) at: Region,
    pub(crate) occurrence: Option<Occurrence>,
    pub(crate) met_before: bool,
    /// The number of enclosing nodes.
    pub(crate) depth: usize,
}

impl Visit<'_> {
    /// The place of the node, for callbacks.
    #[inline(always)]
    pub(super) fn at<'w, C>(&self, state: &'w WalkState<'_>) -> At<'w, C> {
        let Visit { at: region, occurrence, met_before, depth, .. } = *self;
        let WalkState { keys, bindings, lister: Lister { trail, .. }, variable, .. } = state;
        let variable = occurrence.and(*variable);
        let context = PhantomData;
        At { region, occurrence, variable, met_before, depth, keys, bindings, trail, remarks: None, context }
    }
}

/// The state of a walk that callbacks may query.
#[derive(Default)]
pub(crate) struct WalkState<'a> {
    pub(crate) lister: Lister<'a>,
    pub(crate) keys: RefCell<Keys>,
    pub(crate) bindings: Bindings,
    values: ValueOrder,
    /// The nodes that were met, and may be met again.
    seen: Pairs<1, ()>,
    /// The shared nodes that are visited once per distinct binding context, each with the number of occurrences of
    /// nodes in it.
    once: Option<Box<BindingMemo<u128>>>,
    /// The variable that was met last.
    pub(crate) variable: Option<Identity>,
    around: Around,
}

/// The context of a place.
#[derive(Clone, Copy, Default)]
struct Around {
    /// The number of enclosing nodes, if paths are tracked.
    nodes: usize,
    /// Whether an enclosing node was met before; its contents were met with it.
    met_before: bool,
    /// Set within a key of a map, in which nothing binds. If the key is a variable, contains its occurrence at the
    /// matching of keys.
    key: Option<Option<Occurrence>>,
}

impl<'a> WalkState<'a> {
    fn new(wanted: &Wanted, tracks: bool) -> Self {
        let config = ListerConfig {
            no_paths: !wanted.paths,
            leaves_as_nodes: wanted.leaves,
            flat: wanted.leaves || wanted.flat || wanted.all_types || wanted.once_for_bindings,
            flat_variables: tracks,
            ..ListerConfig::default()
        };
        let once = wanted.once_for_bindings.then(Box::default);
        WalkState { lister: Lister::new(wanted.options, config), once, ..WalkState::default() }
    }
}

/// A walk that is under way.
struct WalkInProgress<'a, 'c> {
    calls: &'c mut Calls<'c, 'a>,
    wanted: Wanted,
    /// Whether the walk tracks the bindings of variables and the nodes that were met before.
    tracks: bool,
    state: WalkState<'a>,
    /// The deferred work, one entry for each `ListedPart::Deferred` in the lister, the next one last.
    ends: Vec<Deferred<'a>>,
    arenas: ArenasInForce<'a>,
    /// The nodes behind ids that are being visited, each with the number of memoized nodes that enclose it.
    open: Table<Identity, usize>,
    /// The shared nodes that are known to declare nothing.
    no_decls: Table<(Identity, bool), ()>,
    /// The number of occurrences of nodes. It includes occurrences that were skipped because of the memo.
    occurrences: u128,
}

/// Work that is deferred until the parts listed before it were visited.
enum Deferred<'a> {
    /// Calls back with a node at its end.
    Node(Visit<'a>),
    /// Restores the context of the enclosing part.
    Around(Around),
    /// Binds a variable, after its fields.
    Bind(Identity, Occurrence, Region),
    /// Leaves a scope.
    Scope,
    /// Ends a node behind an id.
    BehindId(Identity),
    /// Memoizes a shared node, given the number of occurrences of nodes before it.
    Shared(u128),
    /// Begins a key of a map. If the key is a variable, contains its occurrence at the matching of keys.
    Key(Option<Occurrence>),
    /// Ends a map. The trail then forgets all names of keys and steps above these numbers.
    Map((usize, usize)),
}

/// Walks over a value that has an address. Returns the number of occurrences of nodes, or `None` if a callback stopped
/// the walk.
pub(crate) fn walk<'a, T: StructuralEq + ?Sized>(
    root: &'a T,
    wanted: Wanted,
    calls: &mut Calls<'_, 'a>,
) -> Option<u128> {
    let tracks = wanted.depends_on_bindings(T::INFO);
    let state = WalkState::new(&wanted, tracks);
    let mut walk = WalkInProgress {
        calls,
        wanted,
        tracks,
        state,
        ends: Vec::new(),
        arenas: ArenasInForce::default(),
        open: Table::default(),
        no_decls: Table::default(),
        occurrences: 0,
    };
    let at = walk.wanted.options.root_region();
    if T::INFO.is_leaf() && walk.wanted.types.contains(&typeid::of::<T>()) {
        walk.offer(Encounter::of(at, false, false), None, T::typed(root)).continue_value()?;
    }
    walk.state.lister.begin_with(root, root, at);
    walk.run().then_some(walk.occurrences)
}

impl<'a> WalkInProgress<'a, '_> {
    /// Visits all pending parts. Returns `false` if a callback stopped the walk.
    fn run(&mut self) -> bool {
        loop {
            let goes_on = match self.state.lister.next_node() {
                Some((pair, at)) => self.meet(pair.left(), at, None),
                None => match self.state.lister.next() {
                    Some(part) => self.go_on(part),
                    None => return true,
                },
            };
            if !goes_on {
                return false;
            }
        }
    }

    #[inline(never)]
    fn go_on(&mut self, part: ListedPart<'a>) -> bool {
        match part {
            ListedPart::Deferred => return self.end(),
            ListedPart::Node(pair, at) => return self.meet(pair.left(), at, None),
            ListedPart::Id(ids, at) => {
                if let Some(node) = self.arenas.follow_in(ids, &mut self.state.lister) {
                    return self.meet(node.erased, at, node.row);
                }
            }
            ListedPart::Map(maps, at) => self.entries(maps, at),
            ListedPart::EnterArenas(arenas) => self.arenas.enter(*arenas),
            ListedPart::LeaveArenas => self.arenas.leave(),
            _ => {}
        }
        true
    }

    /// Defers work until the parts that are pushed from now on were visited.
    fn leave(&mut self, end: Deferred<'a>) {
        self.ends.push(end);
        self.state.lister.push_back(ListedPart::Deferred);
    }

    fn end(&mut self) -> bool {
        match self.ends.pop() {
            Some(Deferred::Node(visit)) => return (self.calls)(&visit, &self.state).is_continue(),
            Some(Deferred::Around(around)) => self.state.around = around,
            Some(Deferred::Bind(variable, occurrence, at)) => self.bind(variable, occurrence, at),
            Some(Deferred::Scope) => {
                let WalkState { bindings, seen, lister, .. } = &mut self.state;
                bindings.leave_scope_with(|variable| {
                    seen.note(variable);
                });
                lister.depth = bindings.depth();
            }
            Some(Deferred::BehindId(place)) => _ = self.open.remove(&place),
            Some(Deferred::Shared(before)) => {
                let WalkState { once, bindings, .. } = &mut self.state;
                if let Some(once) = once {
                    once.end(self.occurrences - before, bindings);
                }
            }
            Some(Deferred::Key(occurrence)) => self.state.around.key = Some(occurrence),
            Some(Deferred::Map(names)) => self.state.lister.trail.forget_names(names),
            None => {}
        }
        true
    }
}
