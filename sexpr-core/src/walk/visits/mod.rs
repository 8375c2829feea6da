//! A walk that is under way: one value, and every node in it.
//!
//! A walk visits what equality looks at, and calls back with nodes on its way. It knows what variables are bound to,
//! which nodes it met before, and the path from the root, as far as that is asked for. It has the rule for variables
//! from `rules::bindings`.

mod arenas;
mod nodes;
mod state;
mod variables;

use alloc::vec::Vec;

pub(crate) use self::state::{Calls, Visit, VisitState, Wanted};
use crate::{
    describe::{identity::Identity, region::Region, structural::StructuralEq},
    reflect::{lister::ListedPart, reading::ArenasInForce},
    rules::occurrence::Occurrence,
    tables::index::Table,
    walk::visits::{nodes::Meeting, state::Around},
};

/// A walk that is under way.
struct Visits<'a, 'c> {
    calls: &'c mut Calls<'c, 'a>,
    wanted: Wanted,
    /// Whether it makes a difference what variables are bound to and which nodes were met before.
    tracks: bool,
    state: VisitState<'a>,
    /// What is to be done at each part that the lister was given for it, the next one last.
    ends: Vec<Deferred<'a>>,
    arenas: ArenasInForce<'a>,
    /// What ids led to that is being visited, and how many nodes were around each of which something is to be kept.
    open: Table<Identity, usize>,
    /// The shared nodes below which nothing is predeclared.
    no_decls: Table<(Identity, bool), ()>,
    /// How many nodes occurred, those included that needed no second look.
    occurrences: u128,
}

/// What is done when what was listed before it has been visited.
enum Deferred<'a> {
    /// Calls back with a node at its end.
    Node(Visit<'a>),
    /// Returns to what is around.
    Around(Around),
    /// Binds a variable, after its fields.
    Bind(Identity, Occurrence, Region),
    Scope,
    /// What an id led to ends.
    BehindId(Identity),
    /// Notes what was found of a shared node, of which so many nodes had occurred before.
    Shared(u128),
    /// A key of a map begins; this is what it was when keys were matched, if it is a variable.
    Key(Option<Occurrence>),
    /// A map ends: so many keys and steps are named by marks around it.
    Map((usize, usize)),
}

/// Walks over a value that has an address, and returns how many nodes occurred; nothing, if a callback stopped it.
pub(crate) fn walk<'a, T: StructuralEq + ?Sized>(
    root: &'a T,
    wanted: Wanted,
    calls: &mut Calls<'_, 'a>,
) -> Option<u128> {
    let tracks = wanted.depends_on_bindings(T::INFO);
    let state = VisitState::new(&wanted, tracks);
    let mut visits = Visits {
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
    let at = visits.wanted.options.root_region();
    if T::INFO.is_leaf() {
        let leaf = visits.offer(typeid::of::<T>(), Meeting::of(at, false, false), None, || T::typed(root));
        leaf.continue_value()?;
    }
    visits.state.lister.begin_with(root, root, at);
    visits.run().then_some(visits.occurrences)
}

impl<'a> Visits<'a, '_> {
    /// Visits all that waits. Whether no callback stopped it.
    fn run(&mut self) -> bool {
        loop {
            let goes_on = match self.state.lister.next_node() {
                Some((pair, at)) => self.meet(pair, at, None),
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
            ListedPart::Node(pair, at) => return self.meet(pair, at, None),
            ListedPart::Id(ids, at) => {
                if let Some(node) = self.arenas.follow_in(ids, &mut self.state.lister) {
                    return self.meet(node.pair, at, node.row);
                }
            }
            ListedPart::Map(maps, at) => self.entries(maps, at),
            ListedPart::EnterArenas(arenas) => self.arenas.enter(*arenas),
            ListedPart::LeaveArenas => self.arenas.leave(),
            _ => {}
        }
        true
    }

    /// Leaves something to be done before what waits.
    fn leave(&mut self, end: Deferred<'a>) {
        self.ends.push(end);
        self.state.lister.push_back(ListedPart::Deferred);
    }

    fn end(&mut self) -> bool {
        match self.ends.pop() {
            Some(Deferred::Node(visit)) => return (self.calls)(&visit, &self.state).is_continue(),
            Some(Deferred::Around(around)) => self.state.around = around,
            Some(Deferred::Bind(variable, occurrence, at)) => self.bind(variable, occurrence, at),
            Some(Deferred::Scope) => self.state.leave_scope(),
            Some(Deferred::BehindId(place)) => _ = self.open.remove(&place),
            Some(Deferred::Shared(before)) => {
                let VisitState { once, bindings, .. } = &mut self.state;
                if let Some(once) = once {
                    once.end(self.occurrences - before, bindings);
                }
            }
            Some(Deferred::Key(occurrence)) => {
                (self.state.around.key, self.state.around.key_occurrence) = (true, occurrence)
            }
            Some(Deferred::Map(names)) => self.state.lister.trail.forget_names(names),
            None => {}
        }
        true
    }
}
