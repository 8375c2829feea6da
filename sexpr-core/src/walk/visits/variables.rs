//! How a walk meets variables, and enters and leaves scopes.

use crate::{
    describe::{
        any_node::AnyNode, identity::Identity, info::Kind, keys::KeyValue, names::Namespace, region::Region,
        structural::StructuralEq,
    },
    engine::trail::Mark,
    rules::{binding_memo::Consulted, cycles::Way, occurrence::Occurrence},
    walk::visits::{
        Visits, What,
        ids::Known,
        nodes::Meeting,
        state::{Flow, VisitState},
    },
};

/// What an occurrence of a variable is.
#[derive(Clone, Copy)]
struct MetVariable {
    occurrence: Occurrence,
    /// Whether it is looked into, and bound then.
    is_new: bool,
    /// Whether it was met before.
    known: bool,
}

impl<'a> Visits<'a, '_> {
    /// Meets a variable that is a node.
    #[inline(never)]
    pub(super) fn meet_variable<T: StructuralEq + ?Sized>(&mut self, node: &'a T, at: Region) -> bool {
        let is_given = self.index_of(node).is_some();
        if T::LEAF_FIELDS
            && self.passes_variables
            && !(is_given || self.state.around.key || self.arenas.columns.is_some())
        {
            return self.pass_variable(node, at);
        }
        self.meet_any_variable(node, is_given, at)
    }

    /// Meets a variable of leaves of which nothing is wanted but what it is bound to.
    #[inline(always)]
    fn pass_variable<T: StructuralEq + ?Sized>(&mut self, node: &'a T, at: Region) -> bool {
        if !self.tracks {
            return true;
        }
        let Known { identity: variable, place, is_behind_id, .. } = self.in_environment(node, Kind::Var);
        if is_behind_id {
            self.end_behind_id(place);
        }
        let ordinal = self.state.bindings.ordinal(variable);
        if let Some(ordinal) = ordinal
            && !at.is_binding_occurrence()
        {
            self.state.bindings.note_met(ordinal);
            return true;
        }
        let goes_on = self.end_batch();
        let (occurrence, _) = self.state.bindings.look_up_at(variable, ordinal, at);
        self.state.bindings.bind_after_leaves(variable, ordinal, occurrence, at);
        goes_on
    }

    /// Meets a variable on any walk.
    #[inline(never)]
    fn meet_any_variable<T: StructuralEq + ?Sized>(&mut self, node: &'a T, is_given: bool, at: Region) -> bool {
        if !self.tracks {
            return self.enter(node, Meeting { has_content: false, ..Meeting::of_tree(at, false) });
        }
        let Known { identity: variable, place, is_behind_id, is_open } = self.in_environment(node, Kind::Var);
        // Inside its own fields, it is bound no second time.
        let at = if is_open { Region::NONE } else { at };
        let has_columns = self.arenas.columns.is_some();
        let met = self.occurrence(variable, at, is_given || !T::LEAF_FIELDS || has_columns);
        let known = Known { identity: variable, place, is_behind_id, is_open };
        let goes_on = met.is_none_or(|met| self.enter_variable(node, known, met, at));
        goes_on && (!is_behind_id || is_open || self.end_behind_id(place))
    }

    fn enter_variable<T: StructuralEq + ?Sized>(
        &mut self,
        node: &'a T,
        known: Known,
        met: MetVariable,
        at: Region,
    ) -> bool {
        let Known { identity: variable, is_behind_id, is_open, .. } = known;
        let has_content = met.is_new && !self.wanted.bare_variables && !is_open;
        let columns = self.arenas.columns.take();
        if has_content && (!T::LEAF_FIELDS || columns.is_some()) && !met.known {
            // Its fields may mention it.
            self.state.seen.note(variable);
        }
        self.state.variable = Some(variable);
        self.state.variable_type = typeid::of::<T>();
        let met_before = met.known || self.state.around.met_before;
        let (occurrence, inside) = (met.occurrence, at.inside_variable());
        let has_key = variable.as_address().is_none();
        let binds_first = has_content && Way::of(Kind::Var, is_behind_id, false, has_key) == Way::BindFirst;
        if binds_first && !self.bind(variable, occurrence, at) {
            return false;
        }
        let meeting = Meeting { at, inside, occurrence: Some(occurrence), met_before, has_content };
        let goes_on = match columns {
            Some(_) => self.enter_behind_id(node, meeting, columns),
            None => self.enter(node, meeting),
        };
        goes_on && (!has_content || binds_first || self.bind(variable, occurrence, at))
    }

    /// Meets a variable that is known by its value.
    pub(super) fn meet_name<T: KeyValue, N: Namespace>(
        &mut self,
        name: &'a T,
        at: Region,
        spelling: impl Fn() -> u64,
    ) -> bool {
        let variable = self.state.keys.get_mut().identify_name::<T, N>(name);
        let Some(met) = self.occurrence(variable, at, true) else { return true };
        if met.is_new && !self.wanted.bare_variables && !self.bind(variable, met.occurrence, at) {
            return false;
        }
        let met_before = met.known || self.state.around.met_before;
        let meeting = Meeting { at, inside: at, occurrence: Some(met.occurrence), met_before, has_content: false };
        self.state.variable = Some(variable);
        self.state.variable_type = typeid::of::<T>();
        if self.wanted.spellings {
            self.state.spelling = spelling();
        }
        self.count();
        let any = |name| AnyNode::new(name).as_variable();
        self.offer(name, meeting, any) != Flow::Stop && (!self.wanted.ends || self.offer_end(name, meeting, any))
    }

    /// What an occurrence of a variable is; nothing, if it is to be left out. Whether it was met before is found out if
    /// that is asked for.
    #[inline(always)]
    fn occurrence(&mut self, variable: Identity, at: Region, asks_if_known: bool) -> Option<MetVariable> {
        let ordinal = self.state.bindings.ordinal(variable);
        let known = (asks_if_known || self.wanted.distinct) && self.state.knows(variable, ordinal);
        if known && self.wanted.distinct {
            return None;
        }
        let (occurrence, is_new) = match self.state.around.key {
            true => (self.state.around.key_occurrence.unwrap_or(Occurrence::Free), false),
            false => self.state.bindings.look_up_at(variable, ordinal, at),
        };
        if let Some(ordinal) = ordinal {
            self.state.bindings.note_met(ordinal);
        }
        if let Some(once) = &mut self.state.once
            && !(self.wanted.bare_variables || occurrence.is_binding())
        {
            once.consult(Consulted::reference(variable, Some(occurrence)));
        }
        Some(MetVariable { occurrence, is_new, known })
    }

    /// Binds what a scope predeclares.
    #[inline(never)]
    pub(super) fn predeclare<T: StructuralEq + ?Sized>(&mut self, scope: &'a T, at: Region) {
        let Visits { state, arenas, barren, depth, wanted, .. } = self;
        let declarations = arenas.declarations(scope, at, *depth, wanted.options, state.keys.get_mut(), barren);
        let VisitState { bindings, once, .. } = state;
        bindings.predeclare(&declarations, |variable, binding, at| {
            if let Some(once) = once {
                once.bind(variable, binding, at);
            }
        });
    }

    /// Binds a variable that was looked into.
    pub(super) fn bind(&mut self, variable: Identity, occurrence: Occurrence, at: Region) -> bool {
        if self.recursion.is_suspended() {
            return self.put_off(Mark::Transparent, What::Bind(variable, occurrence, at));
        }
        let goes_on = self.end_batch();
        self.state.bindings.bind_after_fields(variable, occurrence, at);
        if let (Some(binding), Some(once)) = (occurrence.number(), &mut self.state.once) {
            once.bind(variable, binding, at);
        }
        goes_on
    }

    pub(super) fn leave_scope(&mut self) -> bool {
        if self.recursion.is_suspended() {
            return self.put_off(Mark::Transparent, What::LeaveScope);
        }
        let goes_on = self.end_batch();
        self.state.leave_scope();
        goes_on
    }
}
