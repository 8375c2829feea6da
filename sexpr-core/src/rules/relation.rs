//! The rules for two nodes that meet, and the relation of two values so far: the heart of the semantics.
//!
//! `Equal` and `Report` share [`Relation`], so they cannot disagree about two nodes. `numbering` is the one-sided
//! counterpart, for the hash: two nodes that are equal here contribute the same there. Both use the rule for variables
//! (`variables`), the rule for scopes (`stacks`), and the dependencies of results. These are generic over the number of
//! sides (`VarPairs<2, ()>`, `VarPairs<1, Value>`). Walks use neither: they compare no nodes, and look up occurrences
//! of variables in `bindings`.

use alloc::boxed::Box;

use crate::{
    describe::{
        closed_types::Closedness, identity::Identity, info::Kind, key_table::Keys, options::Options, region::Region,
    },
    rules::{
        cycles::BindOrder,
        entries::ValueOrder,
        environments::{OnSide, Slots},
        memo::{
            LastingResults, Memo,
            equal_terms::{Age, EqualTrees},
        },
        pairs::{ArenaDags, ArenaMatch, Known, Ordinal, Pairs},
        var_pairs::VarPairs,
        variables::{self, AfterFields, Lookup, Source},
    },
};

/// The relation of two values: the correspondences of variables, the records of dag nodes, and the verdicts on trees so
/// far.
#[derive(Debug, Default)]
pub(crate) struct Relation {
    pub(crate) keys: Keys,
    pub(crate) values: ValueOrder,
    /// The correspondences of variables, and the arenas in force.
    pub(crate) variables: VarPairs<2, ()>,
    dags: Pairs<2, ()>,
    /// The dag nodes in arenas, without tracking.
    dags_in_arenas: ArenaDags<2, ()>,
    pub(crate) reuse: Memo<2, EqualTrees, ()>,
}

/// Two nodes that meet where arenas are in force.
#[derive(Clone, Copy)]
pub(crate) struct NodesInArenas {
    pub(crate) kind: Kind,
    /// The identities of the nodes: their keys or places.
    pub(crate) nodes: [Identity; 2],
    /// The places of the nodes. Equal to `nodes` for nodes without a key to which ids led.
    pub(crate) places: [Identity; 2],
    /// Whether ids led to the nodes.
    pub(crate) is_behind_id: bool,
    pub(crate) at: Region,
    /// Whether a `tree` node need not be remembered.
    pub(crate) once: bool,
    /// Whether the type of the nodes reaches no id and no variable.
    pub(crate) is_closed: bool,
}

/// The action on two nodes that meet.
pub(crate) enum Action {
    /// The nodes are equal, whatever their fields.
    Equal,
    /// The nodes differ, whatever their fields.
    Different(Difference),
    /// The fields decide, compared in this region. If the fields are equal, this step follows.
    Compare(Region, LastStep),
    /// The comparison has to start over.
    StartOver,
}

impl Action {
    /// If the fields decide, their region and the step after them; otherwise, whether the nodes are equal.
    #[inline(always)]
    pub(crate) fn fields(self) -> Result<(Region, LastStep), bool> {
        match self {
            Action::Compare(inside, last) => Ok((inside, last)),
            Action::Equal => Err(true),
            Action::Different(_) | Action::StartOver => Err(false),
        }
    }
}

/// The step that follows equal fields of two nodes.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum LastStep {
    Nothing,
    /// [`Relation::remember`].
    Remember,
    /// [`Relation::relate`].
    Relate,
    /// [`Relation::close_dags`], for this record.
    Close(Ordinal),
    /// [`VarPairs::leave_variables`]. The variables are related already, with this ordinal.
    EndVariables(Ordinal),
}

impl LastStep {
    /// Whether cycles may pass through such nodes.
    pub(crate) fn ends_cycles(self) -> bool {
        matches!(self, LastStep::Close(_) | LastStep::EndVariables(_))
    }
}

/// A reason why two nodes differ, apart from their fields.
pub(crate) enum Difference {
    /// At least one variable corresponds to a variable other than the one it meets: the correspondence of each
    /// variable.
    BoundElsewhere(Option<Ordinal>, Option<Ordinal>),
    /// Two different variables without a correspondence meet where nothing binds.
    Free,
    /// At least one dag node was met before with another partner: the pair of each node.
    Sharing(Option<Ordinal>, Option<Ordinal>),
    /// Two different singletons.
    Singletons,
    /// At least one node is met inside itself, and no node in between ends cycles: for each side, whether its node is.
    Cycle([bool; 2]),
    /// A node is met again inside itself, where other variables are bound than at its beginning, and the sides differ
    /// in these variables.
    Shadowed,
}

impl Relation {
    /// The rules for two nodes of one kind. `once` says that a `tree` node need not be remembered.
    #[inline(always)]
    pub(crate) fn meet(&mut self, kind: Kind, nodes: [Identity; 2], at: Region, once: bool) -> Action {
        match kind {
            Kind::Tree => self.meet_trees(nodes, at, once),
            Kind::ConstTree | Kind::Singleton if nodes[0] == nodes[1] => Action::Equal,
            Kind::ConstTree => self.meet_trees(nodes, at, once),
            Kind::Singleton => Action::Different(Difference::Singletons),
            Kind::Dag => self.meet_dags(nodes, at),
            Kind::Var => self.meet_variables(nodes, at),
        }
    }

    /// The kind by which to compare nodes that may be met again. A closed `tree` counts as a `const-tree`, since it is
    /// equal to itself in every context.
    #[inline(always)]
    pub(crate) fn kind(&mut self, kind: Kind, closedness: Closedness, is_itself: bool) -> Kind {
        if kind == Kind::Tree && is_itself && self.is_closed(closedness) { Kind::ConstTree } else { kind }
    }

    /// Begins a comparison of terms by themselves. Returns the state of the enclosing comparison, for
    /// [`take_up`](Self::take_up).
    pub(crate) fn set_aside(&mut self) -> Box<Relation> {
        let keys = core::mem::take(&mut self.keys);
        let around = core::mem::replace(self, Relation { keys, ..Relation::default() });
        self.variables.track();
        Box::new(around)
    }

    /// Ends a comparison that [`set_aside`](Self::set_aside) began, and restores the enclosing one.
    pub(crate) fn take_up(&mut self, around: Box<Relation>) {
        let keys = core::mem::take(&mut self.keys);
        *self = Relation { keys, ..*around };
    }

    /// Whether a node reaches no id and no variable, judging by its type.
    #[inline]
    pub(crate) fn is_closed(&mut self, closedness: Closedness) -> bool {
        self.keys.known_types.are_closed(closedness)
    }

    /// Whether two variables correspond, where correspondences are permanent; `None` if the left variable has no
    /// correspondence.
    #[inline(never)]
    pub(crate) fn decided(&self, left: Identity, right: Identity) -> Option<bool> {
        self.variables.decided(left, right)
    }

    /// The rule for two variables with equal fields, where correspondences are permanent and the left variable has
    /// none.
    #[inline(never)]
    pub(crate) fn relate_new_variables(&mut self, left: Identity, right: Identity, at: Region) -> bool {
        let after_fields = variables::after_fields(at, |_| None::<()>);
        !after_fields.are_different_free(left, right) && self.variables.bind_for_good(left, right)
    }

    #[inline(never)]
    fn meet_dags(&mut self, nodes: [Identity; 2], at: Region) -> Action {
        if self.variables.tracking() {
            return self.meet_scoped_dags(nodes, at, false);
        }
        match self.dags.look_up(nodes[0], nodes[1]) {
            Known::Paired(_) => Action::Equal,
            Known::Apart(one, other) => Action::Different(Difference::Sharing(one, other)),
            Known::Unknown => Action::Compare(at, LastStep::Relate),
        }
    }

    #[inline(never)]
    fn meet_variables(&mut self, nodes: [Identity; 2], at: Region) -> Action {
        match self.look_up_variables(nodes, at) {
            Err(decided) => decided,
            Ok(inside) => {
                if self.variables.tracking() {
                    self.variables.open_collector();
                }
                Action::Compare(inside, LastStep::Relate)
            }
        }
    }

    /// The region of the fields of two variables; an action if a correspondence decides and the fields are skipped.
    #[inline(always)]
    fn look_up_variables(&mut self, nodes: [Identity; 2], at: Region) -> Result<Region, Action> {
        match variables::meet(at, || self.corresponding(Source::Present, nodes)) {
            Lookup::Decided(Ok(correspondence)) => {
                self.variables.consult(correspondence);
                Err(Action::Equal)
            }
            Lookup::Decided(Err(difference)) => Err(Action::Different(difference)),
            Lookup::LookInside(inside) => Ok(inside),
        }
    }

    /// The correspondence of two variables, or an error if one corresponds to another variable; `None` if neither has a
    /// correspondence.
    #[inline(always)]
    fn corresponding(&self, source: Source, nodes: [Identity; 2]) -> Option<Result<Ordinal, Difference>> {
        match self.variables.look_up(source, nodes) {
            Known::Paired(correspondence) => Some(Ok(correspondence)),
            Known::Apart(one, other) => Some(Err(Difference::BoundElsewhere(one, other))),
            Known::Unknown => None,
        }
    }

    #[inline(always)]
    fn meet_trees(&mut self, nodes: [Identity; 2], at: Region, once: bool) -> Action {
        if once {
            return Action::Compare(at, LastStep::Nothing);
        }
        let is_known = match self.variables.tracking() {
            true => self.reuse.find(nodes, at, &mut self.variables).is_some(),
            false => self.are_known_trees(nodes),
        };
        if is_known { Action::Equal } else { Action::Compare(at, LastStep::Remember) }
    }

    /// Whether two `tree` nodes are known to be equal, without tracking.
    #[inline(always)]
    pub(crate) fn are_known_trees(&mut self, nodes: [Identity; 2]) -> bool {
        self.reuse.outside.find(nodes).is_some()
    }

    /// The present age: [`remember`](Self::remember) needs the age at which the comparison of two nodes began.
    #[inline(always)]
    pub(crate) fn age(&self) -> Age {
        self.reuse.outside.age()
    }

    /// Remembers that two `tree` nodes with equal fields are equal, if comparing them again would have no effect and
    /// would be expensive. They met in region `at`. `age` is the age at which their comparison began.
    #[inline(always)]
    pub(crate) fn remember(&mut self, nodes: [Identity; 2], at: Region, age: Age, is_expensive: bool) {
        if self.variables.tracking() {
            self.reuse.keep(nodes, (), at, is_expensive, &mut self.variables);
        } else if is_expensive {
            self.variables.note_expensive(nodes[0]);
            self.remember_trees(nodes, age);
        }
    }

    /// Remembers that two `tree` nodes, which are expensive to compare, are equal, without tracking.
    #[inline(always)]
    pub(crate) fn remember_trees(&mut self, nodes: [Identity; 2], age: Age) {
        if age == self.reuse.outside.age() {
            self.reuse.outside.note(nodes, ());
        }
    }

    /// Notes that two dag nodes meet in these places.
    #[inline(always)]
    pub(crate) fn note_dags(&mut self, nodes: [Identity; 2], places: [Identity; 2]) {
        if self.variables.tracking() {
            self.reuse.dags().note(nodes, places);
        }
    }

    /// The rule for two dag nodes, with tracking. `opens` says that they are recorded before their fields are compared.
    #[cold]
    #[inline(never)]
    fn meet_scoped_dags(&mut self, nodes: [Identity; 2], at: Region, opens: bool) -> Action {
        let Relation { reuse, variables, .. } = self;
        let [one, other] = reuse.dags().in_force(nodes, variables);
        match Known::of(one, other) {
            Known::Paired(record) => {
                reuse.dags().use_record(record, variables);
                Action::Equal
            }
            Known::Apart(one, other) => Action::Different(Difference::Sharing(one, other)),
            Known::Unknown if opens => {
                let record = reuse.dags().open_dags(nodes, (), variables);
                Action::Compare(at.past_boundary(), LastStep::Close(record))
            }
            Known::Unknown => {
                variables.open_collector();
                Action::Compare(at.past_boundary(), LastStep::Relate)
            }
        }
    }

    /// Relates two nodes of one kind, `dag` or `var`, with equal fields. They were unrelated when they met in region
    /// `at`. Returns the ordinal of their pair if it is new.
    #[inline(never)]
    pub(crate) fn relate(
        &mut self,
        kind: Kind,
        nodes: [Identity; 2],
        at: Region,
    ) -> Result<Option<Ordinal>, Difference> {
        if kind == Kind::Dag {
            return Ok(Some(self.relate_dags(nodes)));
        }
        let tracking = self.variables.tracking();
        let (ordinal, is_new) =
            if tracking { self.relate_scoped_variables(nodes, at) } else { self.relate_variables(nodes, at) }?;
        Ok(is_new.then_some(ordinal))
    }

    #[cold]
    #[inline(never)]
    fn relate_scoped_variables(&mut self, nodes: [Identity; 2], at: Region) -> Result<(Ordinal, bool), Difference> {
        self.variables.close_fields(at);
        let related = self.relate_variables(nodes, at)?;
        if !at.is_binding_occurrence() {
            self.variables.note_unbound(nodes);
        }
        Ok(related)
    }

    /// Relates two variables. Returns their correspondence, and whether it is new.
    #[inline(always)]
    fn relate_variables(&mut self, nodes: [Identity; 2], at: Region) -> Result<(Ordinal, bool), Difference> {
        let after_fields = variables::after_fields(at, |source| self.corresponding(source, nodes));
        if after_fields.are_different_free(nodes[0], nodes[1]) {
            return Err(Difference::Free);
        }
        match after_fields {
            AfterFields::Decided(declared) => {
                let declared = declared?;
                self.variables.decided_by(declared, at);
                Ok((declared, false))
            }
            AfterFields::Binds | AfterFields::Free => Ok((self.variables.bind(nodes, at, ()), true)),
        }
    }

    #[inline(always)]
    fn relate_dags(&mut self, nodes: [Identity; 2]) -> Ordinal {
        if self.variables.tracking() {
            return self.reuse.dags().record_dags(nodes, &mut self.variables, |_, _| ());
        }
        // A dag node that is known by its key may be met below its own fields, with another partner. Verdicts that
        // relied on the former pair are no longer known.
        let [one, other] = self.dags.stack(nodes, ());
        if one != other {
            self.reuse.outside.forget();
            self.reuse.forget_under_others();
        }
        self.dags.next() - 1
    }

    /// Records that a variable matched as a key of both maps. A free variable corresponds to itself from now on.
    /// Returns the ordinal of that pair if it is new.
    pub(crate) fn match_key(&mut self, left: Identity) -> Option<Ordinal> {
        match variables::match_key(|| self.variables.top(0, left)) {
            (AfterFields::Decided(correspondence), _) => {
                self.variables.consult(correspondence);
                // Values are compared in the order in which their keys got their correspondences.
                self.variables.note_order_sensitive();
                None
            }
            (AfterFields::Binds | AfterFields::Free, at) => Some(self.variables.bind([left, left], at, ())),
        }
    }

    /// Resets the state if the comparison has to start over. Returns whether it has to.
    pub(crate) fn restart_if_needed(&mut self) -> bool {
        let starts_over = self.variables.starts_over();
        if starts_over {
            self.clear();
            self.variables.track();
        }
        starts_over
    }

    /// Notes that a custom comparison took part.
    pub(crate) fn custom_met(&mut self) {
        self.reuse.outside.compose_no_more();
        if self.variables.tracking() {
            self.reuse.everywhere().compose_no_more();
        }
        self.variables.note_context_sensitive();
        self.variables.note_order_sensitive();
    }

    pub(crate) fn clear(&mut self) {
        self.keys.clear();
        self.values.clear();
        self.reuse.clear(self.variables.tracking());
        self.variables.clear();
        self.dags.clear();
        self.dags_in_arenas.clear();
    }
}

impl Relation {
    /// The region for comparing the fields of two free variables that were related in the enclosing unordered part;
    /// `None` for all other nodes. Each element of the part is compared as if no other element came before it. So these
    /// variables do not count as met there, and their fields are compared at every occurrence. A variable needs no
    /// comparison with itself.
    #[inline(always)]
    pub(crate) fn inside_free_in_part(
        &mut self,
        kind: Kind,
        nodes: [Identity; 2],
        places: [Identity; 2],
        options: Options,
        at: Region,
    ) -> Option<Region> {
        if kind != Kind::Var || places[0] == places[1] || !self.variables.are_in_part() {
            return None;
        }
        if options.maps_free_vars() || at.is_binding_occurrence() {
            return None;
        }
        let Known::Paired(ordinal) = self.variables.look_up(Source::Present, nodes) else { return None };
        if !self.variables.was_made_in_part_around(ordinal) {
            return None;
        }
        self.variables.consult(ordinal);
        Some(at.inside_variable())
    }
}

/// The rules where arenas are in force: for the nodes to which ids lead, and for cycles.
impl Relation {
    /// The arenas in force on a side.
    pub(crate) fn arenas<'r, 'a>(&'r self, side: usize, slots: &'r Slots<'a>) -> OnSide<'r, 'a, 2> {
        OnSide { side, environments: self.variables.environments(), slots }
    }

    /// The rules for two nodes of one kind, where arenas are in force. If ids led to the nodes, or the nodes end
    /// cycles, the caller must call [`leave_nodes`](VarPairs::leave_nodes) after their fields.
    #[inline(never)]
    pub(crate) fn meet_in_arenas(&mut self, meet: NodesInArenas) -> Action {
        let NodesInArenas { kind, nodes, places, is_behind_id, at, once, is_closed } = meet;
        let Some(order) = self.variables.bind_order(kind, nodes[0], is_behind_id, is_closed) else {
            return Action::StartOver;
        };
        let action = match order {
            BindOrder::RecordFirst if self.variables.tracking() => self.meet_scoped_dags(nodes, at, true),
            BindOrder::RecordFirst => self.open_lasting_dags(nodes, at),
            BindOrder::BindFirst => self.bind_first(nodes, at),
            BindOrder::Plain => self.meet(kind, nodes, at, once),
        };
        if !matches!(action, Action::Compare(..)) || !(is_behind_id || order.ends_cycles()) {
            return action;
        }
        if is_behind_id {
            self.variables.note_behind_id();
        }
        match self.variables.enter_nodes(places, order.ends_cycles()) {
            Ok(()) => action,
            Err(sides) => {
                if self.variables.tracking() {
                    self.variables.close_collector();
                }
                Action::Different(Difference::Cycle(sides))
            }
        }
    }

    /// The rule for two dag nodes that are recorded before their fields, without tracking. All verdicts are final.
    #[inline(always)]
    pub(crate) fn open_lasting_dags(&mut self, nodes: [Identity; 2], at: Region) -> Action {
        let Relation { dags_in_arenas, variables, .. } = self;
        match dags_in_arenas.meet(nodes, ()) {
            ArenaMatch::Apart(one, other) => Action::Different(Difference::Sharing(one, other)),
            ArenaMatch::Paired(_) => Action::Equal,
            ArenaMatch::Opened(record) => Action::Compare(at, LastStep::Close(record)),
            ArenaMatch::Full => {
                variables.want_tracking();
                Action::StartOver
            }
        }
    }

    /// Closes the record of these nodes, which was opened last. If no ids led to the nodes, they may have met other
    /// partners inside themselves, where other arenas were in force.
    pub(crate) fn close_dags(&mut self, record: Ordinal, nodes: [Identity; 2]) -> Result<(), Difference> {
        if !self.variables.tracking() {
            self.dags_in_arenas.close();
            return Ok(());
        }
        let Relation { reuse, variables, .. } = self;
        if reuse.dags().close_dags(record, variables, |_, _, _| ()).differs {
            return Err(Difference::Shadowed);
        }
        // The record itself may be in force on one side only: below the node, a binding may hide a variable that the
        // record consulted.
        let [one, other] = reuse.dags().in_force(nodes, variables).map(|known| known.filter(|known| *known != record));
        match Known::of(one, other) {
            Known::Apart(one, other) => Err(Difference::Sharing(one, other)),
            Known::Paired(_) | Known::Unknown => Ok(()),
        }
    }

    /// The rule for two variables that are bound before their fields are compared, since the fields may mention the
    /// variables.
    fn bind_first(&mut self, nodes: [Identity; 2], at: Region) -> Action {
        let are_inside = self.variables.open_records().are_directly_inside(nodes);
        if at.is_binding_occurrence() && are_inside != [false; 2] {
            return Action::Different(Difference::Cycle(are_inside));
        }
        let inside = match self.look_up_variables(nodes, at) {
            Err(decided) => return decided,
            Ok(inside) => inside,
        };
        match self.relate_variables(nodes, at) {
            Err(difference) => Action::Different(difference),
            Ok((made, _)) => {
                self.variables.enter_variables(nodes, at);
                Action::Compare(inside, LastStep::EndVariables(made))
            }
        }
    }
}
