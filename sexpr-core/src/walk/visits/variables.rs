//! How a walk meets variables, and enters scopes.

use crate::{
    describe::{erased_arena::InColumns, identity::Identity, info::Kind, region::Region},
    reflect::{
        declarations::DeclarationSearch,
        node::{NodeInfo, Pair},
    },
    rules::{cycles::BindOrder, memo::one_value::Consulted, occurrence::Occurrence, var_pairs::predeclared::DeclCache},
    walk::visits::{Deferred, Visits, nodes::Meeting, state::VisitState},
};

impl<'a> Visits<'a, '_> {
    /// Meets a variable, on a walk that knows its bindings.
    pub(super) fn meet_variable(
        &mut self,
        pair: Pair<'a>,
        info: &NodeInfo,
        at: Region,
        columns: Option<InColumns<'a>>,
    ) -> bool {
        let node = pair.left();
        let identity = node.identify(self.state.keys.get_mut());
        let known = self.known(identity, pair, info, columns);
        let variable = known.identity;
        // Inside its own fields, it is bound no second time.
        let at = if known.is_open { Region::NONE } else { at };
        let VisitState { bindings, seen, once, around, .. } = &mut self.state;
        let ordinal = bindings.ordinal(variable);
        // Those that were bound in scopes are noted when these are left.
        let is_known = bindings.tells_met(ordinal) || seen.top(0, variable).is_some();
        if is_known && self.wanted.distinct {
            return true;
        }
        // What is new is looked into, and bound then.
        let (occurrence, is_new) = match around.key {
            true => (around.key_occurrence.unwrap_or(Occurrence::Free), false),
            false => bindings.look_up(variable, ordinal, at),
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
                // Its fields may mention it.
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
        self.enter(pair, info, Meeting { at, inside, occurrence, met_before, has_content, columns })
    }

    /// Binds a variable that was looked into.
    pub(super) fn bind(&mut self, variable: Identity, occurrence: Occurrence, at: Region) {
        let VisitState { bindings, once, .. } = &mut self.state;
        bindings.bind_after_fields(variable, occurrence, at);
        if let (Some(binding), Some(once)) = (occurrence.number(), once) {
            once.bind(variable, binding, at);
        }
    }

    /// Lists what is in a scope, after what it predeclares was bound.
    #[inline(never)]
    pub(super) fn enter_scope(&mut self, pair: Pair<'a>, at: Region, columns: Option<InColumns<'a>>) {
        self.leave(Deferred::Scope);
        self.state.enter_scope();
        if pair.left().details().predeclares {
            self.predeclare(pair, at);
        }
        self.state.lister.list_in_columns(pair, [columns; 2], at.past_boundary());
    }

    /// Binds what a scope predeclares.
    fn predeclare(&mut self, scope: Pair<'a>, at: Region) {
        let VisitState { bindings, once, keys, lister, .. } = &mut self.state;
        let environments = self.arenas.environments.lend(0);
        let mut lent = DeclCache { environments, follows_ids: true, no_decls: core::mem::take(&mut self.no_decls) };
        let (depth, options, slots) = (lister.depth, lister.options, &mut self.arenas.slots);
        let declarations = DeclarationSearch::run(scope, at, depth, options, keys.get_mut(), slots, &mut lent);
        self.arenas.environments.give_back(lent.environments);
        self.no_decls = lent.no_decls;
        bindings.predeclare(&declarations, |variable, binding, at| {
            if let Some(once) = once {
                once.bind(variable, binding, at);
            }
        });
    }
}
