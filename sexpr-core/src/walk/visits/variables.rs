//! Visits to variables, scopes, maps (whose keys may be variables), and nodes behind ids.
//!
//! If an id leads to an enclosing node, callbacks are called with the node again, but its contents are skipped. So a
//! walk of a cycle ends.

use alloc::boxed::Box;

use hashbrown::hash_map::Entry;

use crate::{
    describe::{arena::InColumns, identity::Identity, info::Kind, region::Region},
    reflect::{
        containers::Maps,
        lister::ListedPart,
        node::{AnyNode, NodeInfo},
        search::DeclarationSearch,
    },
    rules::{bindings::Occurrence, cycles::BindOrder, memo::one_value::Consulted, var_pairs::predeclared::DeclCache},
    walk::visits::{Deferred, WalkInProgress, WalkState, nodes::Encounter},
};

/// The identity of a node, and its state where arenas are in force.
pub(super) struct Known {
    pub(super) identity: Identity,
    /// The key of its visits in the memo. It depends on the arenas in force.
    pub(super) place: Identity,
    pub(super) is_behind_id: bool,
    /// Whether an id led to the node, and the node is being visited.
    pub(super) is_open: bool,
}

impl<'a> WalkInProgress<'a, '_> {
    /// Meets a variable, on a walk that knows its bindings.
    pub(super) fn meet_variable(
        &mut self,
        node: AnyNode<'a>,
        info: &NodeInfo,
        at: Region,
        columns: Option<InColumns<'a>>,
    ) -> bool {
        let identity = node.identify(self.state.keys.get_mut());
        let known = self.known(identity, node, info, columns);
        let variable = known.identity;
        // A variable is not bound again inside its own fields.
        let at = if known.is_open { Region::NONE } else { at };
        let WalkState { bindings, seen, once, around, .. } = &mut self.state;
        let ordinal = bindings.ordinal(variable);
        // `seen` gets the variables that are bound in a scope only when the scope is left.
        let is_known = bindings.tells_met(ordinal) || seen.top(0, variable).is_some();
        if is_known && self.wanted.distinct {
            return true;
        }
        // The fields of a new variable are visited before it is bound.
        let (occurrence, is_new) = match around.key {
            Some(occurrence) => (occurrence.unwrap_or(Occurrence::Free), false),
            None => bindings.look_up(variable, ordinal, at),
        };
        if let Some(ordinal) = ordinal {
            bindings.note_met(ordinal);
        }
        if let Some(once) = once
            && !(self.wanted.bare_variables || occurrence.is_binding())
        {
            once.consult(Consulted::new(variable, Some(occurrence), false));
        }
        let has_content = is_new && !self.wanted.bare_variables && !known.is_open;
        if has_content {
            let has_key = variable.as_address().is_none();
            if (!info.has_leaf_fields || columns.is_some()) && !is_known {
                // The fields of the variable may mention it.
                seen.note(variable);
            }
            let way = BindOrder::of(Kind::Var, known.is_behind_id, false, has_key);
            if info.is_name || way == BindOrder::BindFirst {
                self.bind(variable, occurrence, at);
            } else {
                self.leave(Deferred::Bind(variable, occurrence, at));
            }
        }
        self.state.variable = Some(variable);
        let met_before = is_known || self.state.around.met_before;
        let (inside, occurrence) = (at.inside_variable(), Some(occurrence));
        self.enter(node, info, Encounter { at, inside, occurrence, met_before, has_content, columns })
    }

    /// Binds a variable whose fields were visited.
    pub(super) fn bind(&mut self, variable: Identity, occurrence: Occurrence, at: Region) {
        let WalkState { bindings, once, .. } = &mut self.state;
        bindings.bind_after_fields(variable, occurrence, at);
        if let (Some(binding), Some(once)) = (occurrence.number(), once) {
            once.bind(variable, binding, at);
        }
    }

    /// Enters a scope, binds the variables that it predeclares, and lists its fields.
    #[inline(never)]
    pub(super) fn enter_scope(&mut self, node: AnyNode<'a>, at: Region, columns: Option<InColumns<'a>>) {
        self.leave(Deferred::Scope);
        let WalkState { bindings, lister, .. } = &mut self.state;
        bindings.enter_scope();
        lister.depth = bindings.depth();
        if node.details().predeclares {
            self.predeclare(node, at);
        }
        self.state.lister.list_node(node, columns, at.past_boundary());
    }

    /// Binds the variables that a scope predeclares.
    fn predeclare(&mut self, scope: AnyNode<'a>, at: Region) {
        let WalkState { bindings, once, keys, lister, .. } = &mut self.state;
        let environments = self.arenas.environments.lend(0);
        let mut lent = DeclCache { environments, follows_ids: true, no_decls: core::mem::take(&mut self.no_decls) };
        let (keys, slots) = (keys.get_mut(), &mut self.arenas.slots);
        let declarations = DeclarationSearch::run(scope, at, lister, keys, slots, &mut lent, None);
        self.arenas.environments.give_back(lent.environments);
        self.no_decls = lent.no_decls;
        bindings.predeclare(&declarations, |variable, binding, at| {
            if let Some(once) = once {
                once.bind(variable, binding, at);
            }
        });
    }

    /// The identity of a node, and the facts that follow from the arenas in force. A node behind an id counts as being
    /// visited from now on.
    #[inline(always)]
    pub(super) fn known(
        &mut self,
        identity: Identity,
        node: AnyNode<'a>,
        info: &NodeInfo,
        columns: Option<InColumns<'a>>,
    ) -> Known {
        match self.arenas.is_used() {
            true => self.known_in_arenas(identity, node, info, columns),
            false => Known { identity, place: identity, is_behind_id: false, is_open: false },
        }
    }

    #[cold]
    fn known_in_arenas(
        &mut self,
        identity: Identity,
        node: AnyNode<'a>,
        info: &NodeInfo,
        columns: Option<InColumns<'a>>,
    ) -> Known {
        let is_behind_id = info.is_behind_id;
        let identity = self.arenas.identity(identity, columns, info);
        let [address] = InColumns::known_by([columns], [node.details().address]);
        let place = self.arenas.place(address);
        let is_open = is_behind_id && self.is_open(place);
        Known { identity, place, is_behind_id, is_open }
    }

    /// Whether a node behind an id is being visited. Marks the node as being visited.
    fn is_open(&mut self, place: Identity) -> bool {
        let mut once = self.state.once.as_mut();
        let around = once.as_ref().map_or(0, |once| once.around());
        match self.open.entry(place) {
            Entry::Vacant(vacant) => {
                vacant.insert(around);
                self.leave(Deferred::BehindId(place));
                false
            }
            Entry::Occupied(open) => {
                // The memoized nodes on the cycle depend on parts of this node that were not visited yet.
                if let Some(once) = &mut once {
                    once.depend_on(*open.get());
                }
                true
            }
        }
    }

    /// Lists the entries of a map in the order of comparison. All keys are matched first.
    pub(super) fn entries(&mut self, mut maps: Box<dyn Maps<'a> + 'a>, at: Region) {
        let at = at.past_boundary();
        let around = self.state.around;
        let names = self.state.lister.trail.names();
        self.leave(Deferred::Map(names));
        let WalkState { lister, keys, bindings, values, .. } = &mut self.state;
        let arenas = self.arenas.in_force();
        maps.read(0, keys.get_mut(), values, &|variable| bindings.ordinal(variable), &arenas);
        maps.arrange(0, values, lister.options);
        bindings.meet_keys(maps.ranked(0));
        values.note_ties(maps.ranked(0), |variable| bindings.ordinal(variable));
        let (first, first_end) = (lister.begin(), self.ends.len());
        for entry in maps.ranked(0) {
            let mark = maps.mark(entry.index, &arenas, lister);
            // Values before this entry may bind the variable again.
            let occurrence = entry.variable.and_then(|variable| bindings.meaning(variable));
            self.ends.push(Deferred::Key(occurrence));
            lister.push_back(ListedPart::Deferred);
            maps.push_key(entry.index, mark, Region::NONE, lister);
            self.ends.push(Deferred::Around(around));
            lister.push_back(ListedPart::Deferred);
            maps.push_value(entry.index, mark, at, lister);
        }
        lister.end(first);
        self.ends[first_end..].reverse();
    }
}
