//! The rules for the nodes of one value where arenas are in force, for the hash. `relation` has the same rules for two
//! values.

use crate::{
    describe::{identity::Identity, info::Kind, region::Region},
    rules::{
        cycles::{BindOrder, Shadowed},
        environments::{OnSide, Slots},
        items::Items,
        numbering::{Contribution, LastStep, Numbering, Tag, occurrence_of_dag, tag},
        pairs::{ArenaMatch, Ordinal},
        variables::{self, AfterFields, Lookup},
    },
};

impl<I: Items> Numbering<I> {
    /// The arenas in force.
    pub(crate) fn arenas<'r, 'a>(&'r self, slots: &'r Slots<'a>) -> OnSide<'r, 'a, 1> {
        OnSide { side: 0, environments: self.variables.environments(), slots }
    }

    /// The contribution of an id that leads to no node.
    pub(crate) fn dangling(&mut self, index: u64) -> I::Value {
        self.process_local = true;
        I::of([tag(Tag::Dangling), I::Value::from(index)])
    }

    /// The rules for a node where arenas are in force. The contribution of a shared `tree` node may be
    /// [known](Self::recall).
    #[inline(never)]
    pub(crate) fn meet_in_arenas(
        &mut self,
        kind: Kind,
        node: Identity,
        is_behind_id: bool,
        is_closed: bool,
        at: Region,
    ) -> Contribution<I> {
        let Some(order) = self.variables.bind_order(kind, node, is_behind_id, is_closed) else {
            return Contribution::StartOver;
        };
        match order {
            BindOrder::RecordFirst if self.variables.tracking() => self.meet_scoped_dag(node, at, true),
            BindOrder::RecordFirst => self.open_lasting_dag(node, at),
            BindOrder::BindFirst => self.bind_first(node, at),
            BindOrder::Plain => self.meet(kind, node, at),
        }
    }

    /// Enters a node to which an id led, or that ends cycles. Returns `false` if the node is inside itself with no node
    /// in between that ends cycles. The hash of such a value means nothing.
    #[inline(always)]
    pub(crate) fn enter_in_arenas(&mut self, place: Identity, is_behind_id: bool, ends_cycles: bool) -> bool {
        if is_behind_id {
            self.variables.note_behind_id();
        }
        let is_entered = self.variables.enter_nodes([place], ends_cycles).is_ok();
        self.process_local |= !is_entered;
        is_entered
    }

    /// The rule for a dag node that is recorded before its fields, without tracking.
    #[inline(always)]
    pub(crate) fn open_lasting_dag(&mut self, node: Identity, at: Region) -> Contribution<I> {
        let Numbering { dags_in_arenas, variables, .. } = self;
        let record = match dags_in_arenas.meet([node], I::Value::default()) {
            ArenaMatch::Opened(record) => return Contribution::Fields(at, LastStep::CloseDag(record)),
            ArenaMatch::Paired(record) => record,
            ArenaMatch::Apart(..) | ArenaMatch::Full => {
                variables.want_tracking();
                return Contribution::StartOver;
            }
        };
        let Some(around) = dags_in_arenas.open_around(record) else {
            return Contribution::Value(dags_in_arenas.value(record));
        };
        self.contributes_once();
        Contribution::Value(I::of([tag(Tag::OpenDag), I::Value::from(around as u64)]))
    }

    /// Numbers a dag node that was recorded before its fields. Returns its value.
    pub(crate) fn close_dag(&mut self, record: Ordinal, fields: I::Part) -> I::Value {
        if !self.variables.tracking() {
            return self.close_lasting_dag(record, fields);
        }
        let Numbering { reuse, variables, dags_recorded, .. } = self;
        let records = reuse.dags();
        records.close_dags(record, variables, |variables, dependencies, shadowed| {
            let number = variables.count_dag(dependencies, dags_recorded);
            let fields = with_shadowed::<I>(I::finish(fields), shadowed);
            I::of([tag(Tag::Dag), fields, I::Value::from(number)])
        });
        let (value, dependencies) = records.value_of(record);
        occurrence_of_dag::<I>(value, &dependencies, variables.depth())
    }

    /// As [`close_dag`](Self::close_dag), without tracking.
    #[inline(always)]
    pub(crate) fn close_lasting_dag(&mut self, record: Ordinal, fields: I::Part) -> I::Value {
        self.dags_recorded += 1;
        let value = I::of([tag(Tag::Dag), I::finish(fields), I::Value::from(self.dags_recorded)]);
        self.dags_in_arenas.set_value(record, value);
        self.dags_in_arenas.close();
        value
    }

    /// The rule for a variable that is bound before its fields are hashed, since the fields may mention the variable.
    fn bind_first(&mut self, variable: Identity, at: Region) -> Contribution<I> {
        let [is_inside] = self.variables.open_records().are_inside([variable]);
        if at.is_binding_occurrence() && self.variables.open_records().are_directly_inside([variable]) == [true] {
            self.process_local = true;
            return Contribution::StartOver;
        }
        match variables::meet(at, || self.variables.top_with_value(0, variable)) {
            Lookup::Decided((ordinal, value)) => {
                if is_inside {
                    // After its fields are hashed, the variable has another value.
                    self.contributes_once();
                    self.variables.note_open_variable();
                }
                Contribution::Value(self.occurrence(ordinal, value))
            }
            Lookup::LookInside(inside) => {
                let value = match variables::after_fields(at, |source| self.variables.find(source, 0, variable)) {
                    AfterFields::Decided((ordinal, _)) => Err(ordinal),
                    AfterFields::Binds if at.level() > 0 => Ok(I::Value::default()),
                    AfterFields::Binds => {
                        self.bound += 1;
                        Ok(I::of([tag(Tag::Bound), I::Value::from(self.bound)]))
                    }
                    AfterFields::Free => Ok(I::of([tag(Tag::Free), self.key(variable)])),
                };
                let ordinal =
                    value.map_or_else(|declared| declared, |value| self.variables.bind([variable], at, value));
                self.variables.enter_variables([variable], at);
                Contribution::Fields(inside, LastStep::EndVariable(ordinal))
            }
        }
    }

    /// Ends the fields of a variable that was bound before them. Returns its value.
    pub(crate) fn end_variable(&mut self, ordinal: Ordinal, fields: I::Part, at: Region) -> I::Value {
        self.variables.leave_variables(at);
        if at.is_binding_occurrence() && at.is_predeclared() {
            return self.declared(ordinal, I::finish(fields), at);
        }
        if at.is_binding_occurrence() {
            return I::of([tag(Tag::Binder), I::finish(fields)]);
        }
        if at.level() > 0 {
            return I::of([tag(Tag::First), I::finish(fields)]);
        }
        self.variables.revalue(ordinal, |mention| I::of([tag(Tag::MentionsItself), I::finish(fields), mention]))
    }
}

/// The contribution of a dag node, including the dependencies that were shadowed where the node was met inside itself.
fn with_shadowed<I: Items>(fields: I::Value, shadowed: &Shadowed) -> I::Value {
    shadowed.seen.iter().fold(fields, |fields, (consulted, place, there)| {
        let numbers = [*consulted as u64, *place, *there as u64].map(I::Value::from);
        I::of([tag(Tag::Shadowed), fields, numbers[0], numbers[1], numbers[2]])
    })
}
