//! The rules for two nodes where arenas are in force: what ids lead to, and what lies on cycles.

use crate::{
    describe::{identity::Identity, info::Kind, region::Region, structural::StructuralEq},
    rules::{
        correspondences::Correspondences,
        cycles::Way,
        environments::{Numbers, OnSide, Slots},
        in_place::Met as MetInPlace,
        pairs::{Known, Ordinal},
        relation::{Difference, Meeting, Relation, table},
        variables::{self, AfterFields, Met, Source},
    },
    tables::index::Table,
};

/// Two nodes that meet where arenas are in force.
#[derive(Clone, Copy)]
pub(crate) struct Meet {
    pub(crate) kind: Kind,
    /// What they are known by.
    pub(crate) nodes: [Identity; 2],
    /// Where they are: the same for nodes without a key that ids led to.
    pub(crate) places: [Identity; 2],
    /// Whether ids led to them.
    pub(crate) is_behind_id: bool,
    pub(crate) at: Region,
    /// Whether a `tree` node need not be remembered.
    pub(crate) once: bool,
    /// Whether their type reaches no id and no variable.
    pub(crate) is_closed: bool,
}

impl Meet {
    /// Whether what is recorded of two nodes holds where the same arenas are consulted: other pointers, or a key, may lead
    /// to them where others are in force.
    fn is_by_consultation(&self) -> bool {
        self.kind == Kind::Dag && !self.is_closed && !(self.is_behind_id && self.nodes[0].as_address().is_some())
    }
}

impl Relation {
    /// Whether arenas are in force, or were.
    #[inline(always)]
    pub(crate) fn has_arenas(&self) -> bool {
        self.variables.has_arenas()
    }

    /// Which variables correspond, and which arenas are in force.
    #[inline(always)]
    pub(crate) fn variables(&mut self) -> &mut Correspondences<2, ()> {
        &mut self.variables
    }

    /// The arenas in force on a side.
    pub(crate) fn arenas<'r, 'a>(&'r self, side: usize, slots: &'r Slots<'a>) -> OnSide<'r, 'a, 2> {
        OnSide { side, environments: self.variables.environments(), slots }
    }

    /// Whether dag nodes without keys that no ids led to, and whose fields were compared, were not met below these with
    /// others: on a cycle that leads to where other arenas are in force.
    #[cold]
    #[inline(never)]
    pub(super) fn met_meanwhile(&mut self, nodes: [Identity; 2]) -> Result<(), Difference> {
        if nodes.iter().any(|node| node.as_address().is_none()) {
            return Ok(());
        }
        let Relation { reuse, dags, variables, .. } = self;
        let known = match variables.tracking() {
            true => {
                let [one, other] = reuse.records_in_force(nodes, variables);
                Known::of(one, other)
            }
            false => dags.look_up(nodes[0], nodes[1]),
        };
        match known {
            Known::Apart(one, other) => Err(Difference::Sharing(one, other)),
            Known::Paired(_) | Known::Unknown => Ok(()),
        }
    }

    /// Whether no scope was met, and no node inside itself.
    #[inline(always)]
    pub(crate) fn is_without_cycles(&self) -> bool {
        self.variables.have_arenas_alone()
    }

    /// Whether the type of a node reaches no id and no variable.
    pub(crate) fn is_closed_type<T: StructuralEq + ?Sized>(&mut self, node: &T) -> bool {
        T::CLOSED || !T::OPEN && self.is_closed(table(node))
    }

    /// What two nodes of a kind are known by. What ids led to is known in the present environments, and so is, where
    /// nothing is tracked, a tree that means something else in others.
    #[inline]
    pub(crate) fn identities_in_arenas(
        &self,
        kind: Kind,
        nodes: [Identity; 2],
        is_behind_id: bool,
        is_closed: bool,
    ) -> [Identity; 2] {
        match is_behind_id || kind == Kind::Tree && !is_closed && !self.tracks() {
            true => self.behind_ids(nodes),
            false => nodes,
        }
    }

    /// What two nodes are known by that ids led to, in the present environments.
    pub(crate) fn behind_ids(&self, nodes: [Identity; 2]) -> [Identity; 2] {
        self.variables.behind_ids(nodes)
    }

    /// Whether the comparison has to start over with what is known of cycles.
    pub(crate) fn wants_cycles(&self) -> bool {
        self.variables.wants_cycles()
    }

    /// Makes the comparison ready to start over with what is known of cycles, which `find` finds.
    pub(crate) fn know_cycles(&mut self, find: impl FnOnce(&mut Numbers) -> [Table<Identity, ()>; 2]) {
        let Relation { variables, reuse, keys, values, dags, dags_in_arenas, .. } = self;
        keys.clear();
        values.clear();
        reuse.clear(true);
        dags.clear();
        dags_in_arenas.clear();
        variables.know_cycles(find);
    }

    /// The rules for two nodes of one kind. After their fields, [`leave_behind_ids`](Self::leave_behind_ids) is told of
    /// nodes that ids led to.
    #[inline(never)]
    pub(crate) fn meet_in_arenas(&mut self, meet: Meet) -> Meeting {
        let Meet { kind, nodes: [left, right], places, is_behind_id, at, once, .. } = meet;
        if self.variables.starts_over() {
            return Meeting::StartOver;
        }
        let on_cycle = self.variables.cycles().contain(places);
        let is_on_cycle = on_cycle == [true; 2];
        if matches!(kind, Kind::Tree | Kind::Dag) && on_cycle[0] != on_cycle[1] {
            return Meeting::Different(Difference::Cycle(on_cycle[0]));
        }
        let meeting = match Way::of(kind, is_on_cycle, is_behind_id, left.as_address().is_none()) {
            _ if !self.tracks() && meet.is_by_consultation() => {
                self.variables.want_tracking();
                Meeting::StartOver
            }
            // What a tree is depends on the arenas in force.
            Way::RecordFirst if kind == Kind::Tree => self.open_dags(places, at),
            Way::RecordFirst => self.open_dags([left, right], at),
            Way::BindFirst => self.bind_first([left, right], at),
            Way::Plain => self.meet(kind, left, right, at, once),
        };
        match meeting {
            // Variables with keys, whose fields are looked at.
            Meeting::CompareAndRelate(_) if on_cycle[0] != on_cycle[1] => {
                if self.tracks() {
                    self.variables.finish();
                }
                Meeting::Different(Difference::Cycle(on_cycle[0]))
            }
            // One with a key that is on a cycle is bound before its fields, whatever has that key around.
            Meeting::Equal | Meeting::Different(_)
                if is_behind_id && kind == Kind::Var && !self.variables.cycles().note_mention(places) =>
            {
                Meeting::StartOver
            }
            Meeting::Equal | Meeting::Different(_) | Meeting::StartOver => meeting,
            _ if !self.is_noted_on_entering(kind, is_behind_id) => meeting,
            _ if !self.variables.enter_behind_ids(places) => Meeting::StartOver,
            _ => {
                self.variables.is_behind_id();
                meeting
            }
        }
    }

    /// Whether it is noted when nodes of a kind are entered, and left, since they might be met inside themselves. What has
    /// an open record is known by that, where nothing is tracked.
    fn is_noted_on_entering(&self, kind: Kind, is_behind_id: bool) -> bool {
        is_behind_id && (kind != Kind::Dag || self.tracks())
    }

    /// The rule for two dag nodes that are recorded before their fields are compared.
    fn open_dags(&mut self, nodes: [Identity; 2], at: Region) -> Meeting {
        if !self.tracks() {
            return self.open_lasting_dags(nodes, at);
        }
        let Relation { reuse, variables, .. } = self;
        let [one, other] = reuse.records_in_force(nodes, variables);
        match Known::of(one, other) {
            Known::Paired(record) if reuse.dags().is_open(record) && !variables.cycles().are_known() => {
                variables.cycles().want();
                Meeting::StartOver
            }
            Known::Paired(record) => {
                reuse.dags().use_record(record, variables);
                Meeting::Equal
            }
            Known::Apart(one, other) => Meeting::Different(Difference::Sharing(one, other)),
            Known::Unknown => {
                Meeting::CompareAndClose(at.past_boundary(), reuse.dags().open_dags(nodes, (), variables))
            }
        }
    }

    /// The same, where nothing is tracked: what is found holds for good, or else all is different.
    #[inline(always)]
    pub(crate) fn open_lasting_dags(&mut self, nodes: [Identity; 2], at: Region) -> Meeting {
        let Relation { dags_in_arenas, variables, .. } = self;
        match dags_in_arenas.meet(nodes, ()) {
            MetInPlace::Paired(record) if dags_in_arenas.open_around(record).is_some() => {
                if variables.cycles().are_known() {
                    return Meeting::Equal;
                }
                variables.cycles().want();
                Meeting::StartOver
            }
            MetInPlace::Apart(one, other) => Meeting::Different(Difference::Sharing(one, other)),
            MetInPlace::Paired(_) => Meeting::Equal,
            MetInPlace::Opened(record) => Meeting::CompareAndClose(at, record),
            MetInPlace::Full => {
                variables.want_tracking();
                Meeting::StartOver
            }
        }
    }

    /// Closes the record that was opened last, where nothing is tracked.
    #[inline(always)]
    pub(crate) fn close_lasting_dags(&mut self) {
        self.dags_in_arenas.close();
    }

    /// Closes the record that was opened last.
    pub(crate) fn close_dags(&mut self, record: Ordinal) -> Result<(), Difference> {
        if !self.tracks() {
            self.close_lasting_dags();
            return Ok(());
        }
        let Relation { reuse, variables, .. } = self;
        let shadowed = reuse.dags().close_dags(record, variables, |_, _, _| ());
        if shadowed.differs { Err(Difference::Shadowed) } else { Ok(()) }
    }

    /// The rule for two variables that are bound before their fields are compared, which may mention them.
    fn bind_first(&mut self, [left, right]: [Identity; 2], at: Region) -> Meeting {
        let at = self.variables.cycles().region_of([left, right], at);
        match variables::meet(at, || self.corresponding(Source::Present, left, right)) {
            Met::Decided(Ok(correspondence)) => {
                self.variables.consult(correspondence);
                Meeting::Equal
            }
            Met::Decided(Err(difference)) => Meeting::Different(difference),
            Met::LookInside(inside) => {
                let after_fields = variables::after_fields(at, |source| match source {
                    Source::Present => None,
                    Source::Predeclared => self.corresponding(source, left, right),
                });
                if after_fields.are_different_free(left, right) {
                    return Meeting::Different(Difference::Free);
                }
                let Relation { variables, .. } = self;
                let made = match after_fields {
                    AfterFields::Decided(Err(difference)) => return Meeting::Different(difference),
                    AfterFields::Decided(Ok(declared)) => {
                        variables.decided_by(declared, at);
                        declared
                    }
                    AfterFields::Binds | AfterFields::Free => variables.bind([left, right], at, ()),
                };
                if variables.tracking() {
                    if !at.is_binding_occurrence() {
                        variables.looked_up_in_vain([left, right]);
                    }
                    variables.open();
                }
                variables.cycles().enter_variables([left, right]);
                Meeting::CompareAndEnd(inside, made)
            }
        }
    }

    /// Ends the fields of variables that were bound before them.
    pub(crate) fn end_variables(&mut self, at: Region) {
        let Relation { variables, .. } = self;
        variables.cycles().leave_variables();
        if !variables.tracking() {
            return;
        }
        let fields = variables.finish();
        if !at.is_binding_occurrence() && fields.found_something() {
            // They are looked at this once.
            variables.varies();
        }
    }

    /// Notes that the fields of two trees in arenas are compared from now on, where nothing is tracked; `false` if the
    /// comparison is to start over.
    #[inline(always)]
    pub(crate) fn enter_lasting_trees(&mut self, nodes: [Identity; 2]) -> bool {
        !self.variables.starts_over() && self.variables.enter_behind_ids(nodes)
    }

    /// What was between nodes of a kind that ids led to and their last step is done.
    pub(crate) fn leave_behind_ids(&mut self, kind: Kind) {
        if self.is_noted_on_entering(kind, true) {
            self.variables.cycles().leave();
        }
    }
}
