//! The rules for the nodes of one value where arenas are in force, for the hash: the one-sided counterpart of
//! `relation_in_arenas`.

use crate::{
    describe::{identity::Identity, info::Kind, region::Region},
    rules::{
        cycles::Shadowed,
        items::Items,
        numbering::{Contribution, Numbering, Tag, occurrence_of_dag, tag},
        pairs::Ordinal,
        variables::{self, AfterFields, Met},
    },
};

/// A node that is met where arenas are in force.
#[derive(Clone, Copy)]
pub(crate) struct Meet {
    pub(crate) kind: Kind,
    /// What it is known by.
    pub(crate) node: Identity,
    /// Where it is: the same for a node without a key that an id led to.
    pub(crate) place: Identity,
    /// Whether an id led to it.
    pub(crate) is_behind_id: bool,
    pub(crate) at: Region,
}

impl<I: Items> Numbering<I> {
    /// Whether arenas are in force, or were.
    #[inline(always)]
    pub(crate) fn has_arenas(&mut self) -> bool {
        self.collects() && self.variables().environments().is_some_and(|environments| environments.is_used())
    }

    /// The rules for a node. What a shared `tree` node contributes may be [known](Self::recall).
    #[cold]
    #[inline(never)]
    pub(crate) fn meet_in_arenas(&mut self, meet: Meet) -> Contribution<I> {
        let Meet { kind, node, place, is_behind_id, at } = meet;
        let [is_on_cycle] = self.variables().cycles().contain([place]);
        let is_first = is_on_cycle || is_behind_id && node.as_address().is_some();
        let contribution = match kind {
            // What it is depends on the arenas in force.
            Kind::Tree if is_on_cycle => self.open_dag(place, at),
            Kind::Dag if is_first => self.open_dag(node, at),
            Kind::Var if is_first => self.bind_first(node, at),
            _ => self.meet(kind, node, at),
        };
        let is_mention = is_behind_id && kind == Kind::Var && matches!(contribution, Contribution::Value(_));
        if is_mention && !self.variables().cycles().note_mention([place]) {
            return Contribution::StartOver;
        }
        contribution
    }

    /// Notes that a node is hashed from now on that an id led to; `false` if the computation has to start over.
    pub(crate) fn enter_behind_id(&mut self, place: Identity) -> bool {
        self.variables().enter_behind_ids([place])
    }

    /// What was between a node that an id led to and its last step is done.
    pub(crate) fn leave_behind_id(&mut self) {
        self.variables().cycles().leave();
    }

    /// The rule for a dag node that is recorded before its fields are hashed.
    fn open_dag(&mut self, node: Identity, at: Region) -> Contribution<I> {
        let depth = self.depth();
        let (reuse, variables) = self.reuse_and_variables();
        let [record] = reuse.records_in_force([node], variables);
        match record {
            Some(record) if reuse.dags().is_open(record) => {
                if !variables.cycles().are_known() {
                    variables.cycles().want();
                    return Contribution::StartOver;
                }
                reuse.dags().use_record(record, variables);
                let around = variables.cycles().around(record);
                Contribution::Value(I::of([tag(Tag::OpenDag), I::Value::from(around as u64)]))
            }
            Some(record) => {
                let (value, derivation) = reuse.dags().use_record(record, variables);
                Contribution::Value(occurrence_of_dag::<I>(value, &derivation, depth))
            }
            None => {
                let record = reuse.dags().open_dags([node], I::Value::default(), variables);
                Contribution::OpenDag(at, record)
            }
        }
    }

    /// Numbers a dag node that was recorded before, by its fields, and gives its value.
    pub(crate) fn close_dag(&mut self, record: Ordinal, fields: I::Part) -> I::Value {
        let mut recorded = core::mem::take(self.dags_recorded());
        let (reuse, variables) = self.reuse_and_variables();
        let memory = reuse.dags();
        memory.close_dags(record, variables, |variables, derivation, shadowed| {
            let number = variables.count_dag(derivation, &mut recorded);
            let fields = with_shadowed::<I>(I::finish(fields), shadowed);
            I::of([tag(Tag::Dag), fields, I::Value::from(number)])
        });
        let (value, derivation) = memory.value_of(record);
        let depth = variables.depth();
        *self.dags_recorded() = recorded;
        occurrence_of_dag::<I>(value, &derivation, depth)
    }

    /// The rule for a variable that is bound before its fields are hashed, which may mention it.
    fn bind_first(&mut self, variable: Identity, at: Region) -> Contribution<I> {
        match variables::meet(at, || self.variables().top_with_value(0, variable)) {
            Met::Decided((ordinal, value)) => Contribution::Value(self.occurrence(ordinal, value)),
            Met::LookInside(inside) => {
                let value = match variables::after_fields(at, || None::<()>) {
                    AfterFields::Binds if at.level() > 0 => I::Value::default(),
                    AfterFields::Binds => I::of([tag(Tag::Bound), I::Value::from(self.bound_for_good())]),
                    AfterFields::Free | AfterFields::Decided(()) => I::of([tag(Tag::Free), self.key(variable)]),
                };
                let variables = self.variables();
                let ordinal = variables.bind([variable], at, value);
                if !at.is_binding_occurrence() {
                    variables.looked_up_in_vain([variable]);
                }
                variables.open();
                Contribution::BoundVariable(inside, ordinal)
            }
        }
    }

    /// Ends the fields of a variable that was bound before them, and gives its value.
    pub(crate) fn end_variable(&mut self, ordinal: Ordinal, fields: I::Part, at: Region) -> I::Value {
        let collected = self.variables().finish();
        if at.is_binding_occurrence() {
            return I::of([tag(Tag::Binder), I::finish(fields)]);
        }
        if collected.found_something() {
            // They are looked at this once.
            self.variables().varies();
        }
        if at.level() > 0 {
            return I::of([tag(Tag::First), I::finish(fields)]);
        }
        self.variables().revalue(ordinal, |mention| I::of([tag(Tag::MentionsItself), I::finish(fields), mention]))
    }
}

/// What a dag node contributes, with what it depends on that was shadowed where it was met inside itself.
fn with_shadowed<I: Items>(fields: I::Value, shadowed: &Shadowed) -> I::Value {
    shadowed.seen.iter().fold(fields, |fields, (consulted, place, there)| {
        let there = there.map_or(0, |ordinal| ordinal as u64 + 1);
        let numbers = [*consulted as u64, *place as u64, there].map(I::Value::from);
        I::of([tag(Tag::Shadowed), fields, numbers[0], numbers[1], numbers[2]])
    })
}
