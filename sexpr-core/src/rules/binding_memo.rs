//! A memo for the shared nodes of one value: results, and the bindings that they depend on, for walks and rewritings.
//!
//! A result holds again wherever the variables that were consulted for it refer to the same bindings: the rule for
//! records of dag nodes in the semantics. A tree that binds something around it does so each time, so nothing is kept
//! of it. A rewriting keeps what replaces a shared node; `Walk::once_per_binding`, which nodes need no second visit.

use alloc::{rc::Rc, vec::Vec};
use core::hash::Hash;

use crate::{
    describe::{
        identity::Identity,
        info::Kind,
        region::{Level, Region},
    },
    rules::{bindings::Bindings, occurrence::Occurrence},
    tables::index::Table,
};

/// Memoized results for shared nodes.
pub(crate) struct BindingMemo<Value> {
    found: Table<(Identity, Region), Vec<Found<Value>>>,
    variables: Lists<Identity>,
    bound_to: Lists<Option<u64>>,
    /// What was consulted in the shared nodes around, those of an inner one last.
    consulted: Vec<Meaning>,
    open: Vec<Open>,
    /// What variables are bound to now that a result depends on.
    now: Vec<Option<u64>>,
}

/// The results for one node that depend on the same variables.
struct Found<Value> {
    variables: Rc<[Identity]>,
    /// By what these were bound to.
    values: Table<Rc<[Option<u64>]>, Value>,
}

/// Lists of which each is kept once, since many results depend on the same variables.
struct Lists<Item>(Table<Rc<[Item]>, ()>);

impl<Item> Default for Lists<Item> {
    fn default() -> Self {
        Lists(Table::default())
    }
}

impl<Item: Clone + Eq + Hash> Lists<Item> {
    fn one_for_all(&mut self, list: &[Item]) -> Rc<[Item]> {
        if let Some((known, ())) = self.0.get_key_value(list) {
            return known.clone();
        }
        let list: Rc<[Item]> = list.into();
        self.0.insert(list.clone(), ());
        list
    }
}

/// What a variable meant: the number of a binding; or none, of a free one.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord)]
pub(crate) struct Meaning {
    variable: Identity,
    binding: Option<u64>,
}

/// A shared node that is being visited.
struct Open {
    place: (Identity, Region),
    kind: Kind,
    /// Where in `consulted` its part begins, and how long that may get before what is there twice is taken out.
    first: usize,
    enough: usize,
    /// The last binding before.
    made_before: u64,
    /// How many scopes are around it.
    depth: Level,
    /// The level of the outermost scope in which something was bound within it, those for good apart.
    binds_at: Level,
}

impl Open {
    /// Fewer meanings than these are not worth the trouble.
    const FEW: usize = 64;

    /// Takes repeats out of what was consulted in it, once this has doubled.
    fn take_out_repeats(&mut self, consulted: &mut Vec<Meaning>) {
        if consulted.len() - self.first < self.enough {
            return;
        }
        let mut own = consulted.split_off(self.first);
        own.sort_unstable();
        own.dedup();
        self.enough = (2 * own.len()).max(Self::FEW);
        consulted.append(&mut own);
    }
}

impl<Value> Default for BindingMemo<Value> {
    fn default() -> Self {
        BindingMemo {
            found: Table::default(),
            variables: Lists::default(),
            bound_to: Lists::default(),
            consulted: Vec::new(),
            open: Vec::new(),
            now: Vec::new(),
        }
    }
}

impl<Value> BindingMemo<Value> {
    /// What was found of a node, if it was met where its variables meant the same.
    pub(crate) fn find(&mut self, node: Identity, kind: Kind, at: Region, bindings: &Bindings) -> Option<&Value> {
        let BindingMemo { found, consulted, open, now, .. } = self;
        for Found { variables, values } in found.get(&place(node, kind, at, bindings))? {
            now.clear();
            now.extend(variables.iter().map(|variable| binding(*variable, bindings)));
            if let Some(value) = values.get(&**now) {
                if let Some(open) = open.last_mut() {
                    let meanings = variables.iter().zip(now.iter());
                    consulted
                        .extend(meanings.map(|(variable, binding)| Meaning { variable: *variable, binding: *binding }));
                    open.take_out_repeats(consulted);
                }
                return Some(value);
            }
        }
        None
    }

    /// A shared node begins.
    pub(crate) fn begin(&mut self, node: Identity, kind: Kind, at: Region, bindings: &Bindings) {
        let place = place(node, kind, at, bindings);
        let (first, made_before, depth) = (self.consulted.len(), bindings.made(), bindings.depth());
        self.open.push(Open { place, kind, first, enough: Open::FEW, made_before, depth, binds_at: Level::MAX });
    }

    /// A variable is consulted.
    #[inline]
    pub(crate) fn consult(&mut self, variable: Identity, binding: Option<u64>) {
        if self.open.last().is_some_and(|open| binding.is_none_or(|binding| binding <= open.made_before)) {
            self.consulted.push(Meaning { variable, binding });
        }
    }

    /// A variable is bound, in the scope of this level, or for good.
    pub(crate) fn bind(&mut self, variable: Identity, binding: u64, level: Level) {
        let Some(open) = self.open.last_mut() else { return };
        self.consulted.push(Meaning { variable, binding: Some(binding) });
        if level > 0 {
            open.binds_at = open.binds_at.min(level);
        }
    }

    /// The innermost shared node ends: this is found of it.
    pub(crate) fn end(&mut self, value: Value, bindings: &Bindings) {
        let Some(open) = self.open.pop() else { return };
        // What was forgotten by now does not count.
        let mut derived_from = self.consulted.split_off(open.first);
        derived_from.retain(|meaning| match meaning.binding {
            Some(binding) => binding <= open.made_before || bindings.exists(meaning.variable, binding),
            None => true,
        });
        derived_from.sort_unstable();
        derived_from.dedup();
        let binds_around = open.binds_at <= open.depth;
        if let Some(outer) = self.open.last_mut() {
            self.consulted.extend_from_slice(&derived_from);
            outer.take_out_repeats(&mut self.consulted);
            outer.binds_at = outer.binds_at.min(open.binds_at);
        }
        // A tree that binds around it does so at each occurrence anew, and no variable means two things at once.
        let is_contradictory = derived_from.windows(2).any(|pair| pair[0].variable == pair[1].variable);
        if is_contradictory || binds_around && open.kind != Kind::Dag {
            return;
        }
        let variables: Vec<Identity> = derived_from.iter().map(|meaning| meaning.variable).collect();
        let bound_to: Vec<Option<u64>> = derived_from.iter().map(|meaning| meaning.binding).collect();
        let found = self.found.entry(open.place).or_default();
        let position = found.iter().position(|found| *found.variables == *variables).unwrap_or_else(|| {
            found.push(Found { variables: self.variables.one_for_all(&variables), values: Table::default() });
            found.len() - 1
        });
        found[position].values.insert(self.bound_to.one_for_all(&bound_to), value);
    }

    pub(crate) fn is_empty(&self) -> bool {
        self.found.is_empty() && self.open.is_empty()
    }
}

/// What results are known by: the node, and where it stands, as far as that makes a difference. A dag node is what it
/// was found to be wherever it stands.
fn place(node: Identity, kind: Kind, at: Region, bindings: &Bindings) -> (Identity, Region) {
    match kind {
        Kind::Dag => (node, Region::NONE),
        _ => (node, at.class(bindings.depth())),
    }
}

/// What a variable is bound to; nothing, if it is free or was not met.
fn binding(variable: Identity, bindings: &Bindings) -> Option<u64> {
    bindings.meaning(variable).and_then(Occurrence::number)
}
