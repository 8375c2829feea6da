//! The rules for two nodes where arenas are in force: what ids lead to, and cycles.

use crate::{
    describe::{identity::Identity, info::Kind, region::Region},
    rules::{
        cycles::{BindOrder, is_recorded_by_consultation},
        environments::{OnSide, Slots},
        in_place::Numbered,
        pairs::{Known, Ordinal},
        relation::{Action, Difference, LastStep, Relation},
        variables::{self, AfterFields, Lookup, Source},
    },
};

/// Two nodes that meet where arenas are in force.
#[derive(Clone, Copy)]
pub(crate) struct NodesInArenas {
    pub(crate) kind: Kind,
    /// Their keys or places.
    pub(crate) nodes: [Identity; 2],
    /// Their places: the same for nodes without a key that ids led to.
    pub(crate) places: [Identity; 2],
    /// Whether ids led to them.
    pub(crate) is_behind_id: bool,
    pub(crate) at: Region,
    /// Whether a `tree` node need not be remembered.
    pub(crate) once: bool,
    /// Whether their type reaches no id and no variable.
    pub(crate) is_closed: bool,
}

impl Relation {
    /// The arenas in force on a side.
    pub(crate) fn arenas<'r, 'a>(&'r self, side: usize, slots: &'r Slots<'a>) -> OnSide<'r, 'a, 2> {
        OnSide { side, environments: self.variables.environments(), slots }
    }

    /// The rules for two nodes of one kind. After the fields of nodes that ids led to, or that end cycles,
    /// [`leave_nodes`](VarPairs::leave_nodes) is told.
    #[inline(never)]
    pub(crate) fn meet_in_arenas(&mut self, meet: NodesInArenas) -> Action {
        let NodesInArenas { kind, nodes, places, is_behind_id, at, once, is_closed } = meet;
        if self.variables.starts_over() {
            return Action::StartOver;
        }
        let has_key = nodes[0].as_address().is_none();
        let order = BindOrder::of(kind, is_behind_id, is_closed, has_key);
        let action = match order {
            _ if !self.variables.tracking() && is_recorded_by_consultation(kind, is_behind_id, is_closed, has_key) => {
                self.variables.want_tracking();
                Action::StartOver
            }
            BindOrder::RecordFirst if self.variables.tracking() => self.meet_scoped_dags(nodes, at, true),
            BindOrder::RecordFirst => self.open_lasting_dags(nodes, at),
            BindOrder::BindFirst => self.bind_first(nodes, at),
            BindOrder::Plain => self.meet(kind, nodes, at, once),
        };
        if !matches!(action, Action::Compare(..)) || !(is_behind_id || order.ends_cycles()) {
            return action;
        }
        if is_behind_id {
            self.variables.is_behind_id();
        }
        match self.variables.enter_nodes(places, order.ends_cycles()) {
            Ok(()) => action,
            Err(sides) => {
                if self.variables.tracking() {
                    self.variables.finish();
                }
                Action::Different(Difference::Cycle(sides))
            }
        }
    }

    /// The rule for two dag nodes that are recorded before their fields, where nothing is tracked: all verdicts are final.
    #[inline(always)]
    pub(crate) fn open_lasting_dags(&mut self, nodes: [Identity; 2], at: Region) -> Action {
        let Relation { dags_in_arenas, variables, .. } = self;
        match dags_in_arenas.meet(nodes, ()) {
            Numbered::Apart(one, other) => Action::Different(Difference::Sharing(one, other)),
            Numbered::Paired(_) => Action::Equal,
            Numbered::Opened(record) => Action::Compare(at, LastStep::Close(record)),
            Numbered::Full => {
                variables.want_tracking();
                Action::StartOver
            }
        }
    }

    /// Closes the record that was opened last, where nothing is tracked.
    #[inline(always)]
    pub(crate) fn close_lasting_dags(&mut self) {
        self.dags_in_arenas.close();
    }

    /// Closes the record of these nodes, which was opened last. Where no ids led to them, they may have been met inside
    /// themselves with others, where other arenas were in force.
    pub(crate) fn close_dags(&mut self, record: Ordinal, nodes: [Identity; 2]) -> Result<(), Difference> {
        if !self.variables.tracking() {
            self.close_lasting_dags();
            return Ok(());
        }
        let Relation { reuse, variables, .. } = self;
        if reuse.dags().close_dags(record, variables, |_, _, _| ()).differs {
            return Err(Difference::Shadowed);
        }
        // Its own record may be in force on one side alone: it may bind there what hides a variable that it consulted.
        let [one, other] = reuse.dags().in_force(nodes, variables).map(|known| known.filter(|known| *known != record));
        match Known::of(one, other) {
            Known::Apart(one, other) => Err(Difference::Sharing(one, other)),
            Known::Paired(_) | Known::Unknown => Ok(()),
        }
    }

    /// The rule for two variables that are bound before their fields are compared, which may mention them.
    fn bind_first(&mut self, nodes: [Identity; 2], at: Region) -> Action {
        let are_inside = self.variables.open_records().are_directly_inside(nodes);
        if at.is_binding_occurrence() && are_inside != [false; 2] {
            return Action::Different(Difference::Cycle(are_inside));
        }
        match variables::meet(at, || self.corresponding(Source::Present, nodes)) {
            Lookup::Decided(Ok(correspondence)) => {
                self.variables.consult(correspondence);
                Action::Equal
            }
            Lookup::Decided(Err(difference)) => Action::Different(difference),
            Lookup::LookInside(inside) => {
                let after_fields = variables::after_fields(at, |source| match source {
                    Source::Present => None,
                    Source::Predeclared => self.corresponding(source, nodes),
                });
                if after_fields.are_different_free(nodes[0], nodes[1]) {
                    return Action::Different(Difference::Free);
                }
                let made = match after_fields {
                    AfterFields::Decided(Err(difference)) => return Action::Different(difference),
                    AfterFields::Decided(Ok(declared)) => {
                        self.variables.decided_by(declared, at);
                        declared
                    }
                    AfterFields::Binds | AfterFields::Free => self.variables.bind(nodes, at, ()),
                };
                self.variables.enter_variables(nodes, at);
                Action::Compare(inside, LastStep::EndVariables(made))
            }
        }
    }
}
