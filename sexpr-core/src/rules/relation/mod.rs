//! The rules for two nodes that meet, and what two values have in common so far: the heart of the semantics.
//!
//! `Equal` and `Report` share [`Relation`], so they cannot disagree about two nodes. `numbering` is its one-sided
//! counterpart: what a node counts for in the hash is the same where this finds two nodes equal. What both need is
//! written once: the rule for variables in `variables`, the rule for scopes in `stacks`, and what results are derived
//! from, generic over the number of sides (`VarPairs<2, ()>`, `VarPairs<1, Value>`). Walks ask neither,
//! since they find nothing out about nodes: `bindings` tells them what an occurrence refers to.

pub(crate) mod in_arenas;
mod in_parts;

use alloc::boxed::Box;

use crate::{
    describe::{
        closed_types::Closedness,
        identity::{Identity, Keys},
        info::Kind,
        options::Options,
        region::{Level, Region},
    },
    rules::{
        entries::Ranked,
        in_place::InPlace,
        memo::Memo,
        memo::equal_terms::{Age, EqualTrees},
        pairs::{Known, Ordinal, Pairs},
        value_order::ValueOrder,
        var_pairs::VarPairs,
        var_pairs::predeclared::Declaration,
        variables::{self, AfterFields, Lookup, Source},
    },
};

/// What two values have in common so far.
#[derive(Debug, Default)]
pub(crate) struct Relation {
    pub(crate) keys: Keys,
    pub(crate) values: ValueOrder,
    variables: VarPairs<2, ()>,
    dags: Pairs<2, ()>,
    /// Those in arenas, where nothing is tracked.
    dags_in_arenas: InPlace<2, ()>,
    reuse: Memo<2, EqualTrees, ()>,
}

/// What to do with two nodes that meet.
pub(crate) enum Action {
    /// They are equal; their fields are not looked at.
    Equal,
    /// They differ; their fields are not looked at.
    Different(Difference),
    /// Their fields decide, in this region.
    Compare(Region),
    /// Their fields decide, in this region; then [`Relation::remember`] is told.
    CompareAndRemember(Region),
    /// Their fields decide, in this region; then [`Relation::relate`] does.
    CompareAndRelate(Region),
    /// Their fields decide, in this region; then [`Relation::close_dags`] does, for this record.
    CompareAndClose(Region, Ordinal),
    /// Their fields decide, in this region; then [`Relation::end_variables`] is told. They are related already, with this
    /// ordinal.
    CompareAndEnd(Region, Ordinal),
    /// The comparison has to start over.
    StartOver,
}

/// Why two nodes differ, apart from their fields.
pub(crate) enum Difference {
    /// At least one variable has a correspondence, and not with the other: which, on each side.
    BoundElsewhere(Option<Ordinal>, Option<Ordinal>),
    /// Variables without a correspondence that are not the same one, where nothing binds.
    Free,
    /// At least one dag node was met before, and not with the other: in which pair, on each side.
    Sharing(Option<Ordinal>, Option<Ordinal>),
    /// Singletons that are not the same one.
    Singletons,
    /// At least one is met inside itself, and nothing in between ends cycles: which, on each side.
    Cycle([bool; 2]),
    /// Where one of two nodes is met again inside itself, other variables are bound than where it began, and not alike on
    /// both sides.
    Shadowed,
}

impl Relation {
    /// The rules for two nodes of one kind. `once` says that a `tree` node need not be remembered.
    #[inline(always)]
    pub(crate) fn meet(&mut self, kind: Kind, left: Identity, right: Identity, at: Region, once: bool) -> Action {
        match kind {
            Kind::Tree => self.meet_trees(left, right, at, once),
            Kind::ConstTree if left == right => Action::Equal,
            Kind::ConstTree => self.meet_trees(left, right, at, once),
            Kind::Singleton if left == right => Action::Equal,
            Kind::Singleton => Action::Different(Difference::Singletons),
            Kind::Dag => self.meet_dags(left, right, at),
            Kind::Var => self.meet_variables(left, right, at),
        }
    }

    /// The kind by which nodes of one kind are compared that may be met again: a closed `tree` is a `const-tree`, since
    /// it is equal to itself whatever is around it.
    #[inline(always)]
    pub(crate) fn kind(&mut self, kind: Kind, closedness: Closedness, is_itself: bool) -> Kind {
        if kind == Kind::Tree && is_itself && self.is_closed(closedness) { Kind::ConstTree } else { kind }
    }

    /// Begins a comparison of terms by themselves, and gives what is known of all around them, for
    /// [`take_up`](Self::take_up).
    pub(crate) fn set_aside(&mut self) -> Box<Relation> {
        let keys = core::mem::take(&mut self.keys);
        let around = core::mem::replace(self, Relation { keys, ..Relation::default() });
        self.variables.track();
        Box::new(around)
    }

    /// Ends such a comparison.
    pub(crate) fn take_up(&mut self, around: Box<Relation>) {
        let keys = core::mem::take(&mut self.keys);
        *self = Relation { keys, ..*around };
    }

    /// Whether a node reaches no id and no variable, by its type.
    #[inline]
    pub(crate) fn is_closed(&mut self, closedness: Closedness) -> bool {
        self.keys.known_types.are_closed(closedness)
    }

    /// Whether two variables correspond, where correspondences last, and the left one has any.
    #[inline(never)]
    pub(crate) fn decided(&self, left: Identity, right: Identity) -> Option<bool> {
        self.variables.decided(left, right)
    }

    /// The rule for two variables whose fields are equal and of which the left has no correspondence, where
    /// correspondences last.
    #[inline(never)]
    pub(crate) fn relate_new_variables(&mut self, left: Identity, right: Identity, at: Region) -> bool {
        let after_fields = variables::after_fields(at, |_| None::<()>);
        !after_fields.are_different_free(left, right) && self.variables.bind_for_good(left, right)
    }

    #[inline(never)]
    fn meet_dags(&mut self, left: Identity, right: Identity, at: Region) -> Action {
        if self.variables.tracking() {
            return self.meet_scoped_dags(left, right, at);
        }
        match self.dags.look_up(left, right) {
            Known::Paired(_) => Action::Equal,
            Known::Apart(one, other) => Action::Different(Difference::Sharing(one, other)),
            Known::Unknown => Action::CompareAndRelate(at),
        }
    }

    #[inline(never)]
    fn meet_variables(&mut self, left: Identity, right: Identity, at: Region) -> Action {
        match variables::meet(at, || self.corresponding(Source::Present, left, right)) {
            Lookup::Decided(Ok(correspondence)) => {
                self.variables.consult(correspondence);
                Action::Equal
            }
            Lookup::Decided(Err(difference)) => Action::Different(difference),
            Lookup::LookInside(inside) => {
                if self.variables.tracking() {
                    self.variables.open();
                }
                Action::CompareAndRelate(inside)
            }
        }
    }

    /// The correspondence of two variables, or that at least one of them corresponds to another; `None` if neither
    /// has one.
    #[inline(always)]
    fn corresponding(&self, source: Source, left: Identity, right: Identity) -> Option<Result<Ordinal, Difference>> {
        let known = match source {
            Source::Present => self.variables.look_up(left, right),
            Source::Predeclared => self.variables.look_up_predeclared(left, right),
        };
        match known {
            Known::Paired(correspondence) => Some(Ok(correspondence)),
            Known::Apart(one, other) => Some(Err(Difference::BoundElsewhere(one, other))),
            Known::Unknown => None,
        }
    }

    #[inline(always)]
    fn meet_trees(&mut self, left: Identity, right: Identity, at: Region, once: bool) -> Action {
        if once {
            Action::Compare(at)
        } else if self.variables.tracking() {
            self.meet_scoped_trees(left, right, at)
        } else if self.reuse.outside.knows(left, right) {
            Action::Equal
        } else {
            Action::CompareAndRemember(at)
        }
    }

    /// Whether no scope was met, and no arena.
    #[inline(always)]
    pub(crate) fn is_plain(&self) -> bool {
        self.variables.are_plain()
    }

    /// Whether it is tracked what is derived from what, as where there are scopes.
    #[inline(always)]
    pub(crate) fn tracks(&self) -> bool {
        self.variables.tracking()
    }

    /// Whether two `tree` nodes, where nothing is tracked, are known to be equal.
    #[inline(always)]
    pub(crate) fn are_known_trees(&mut self, left: Identity, right: Identity) -> bool {
        self.reuse.outside.knows(left, right)
    }

    /// What [`remember`](Self::remember) is to be told of when the comparison of two nodes began.
    #[inline(always)]
    pub(crate) fn age(&self) -> Age {
        self.reuse.outside.age()
    }

    #[cold]
    #[inline(never)]
    fn meet_scoped_trees(&mut self, left: Identity, right: Identity, at: Region) -> Action {
        match self.reuse.find([left, right], at, &mut self.variables) {
            Some(()) => Action::Equal,
            None => Action::CompareAndRemember(at),
        }
    }

    /// Remembers two `tree` nodes that met in region `at`, and whose fields are equal, if comparing them again would
    /// have no effect, and would be expensive. `age` is from when their comparison began.
    #[inline(always)]
    pub(crate) fn remember(&mut self, left: Identity, right: Identity, at: Region, age: Age, is_expensive: bool) {
        if self.variables.tracking() {
            self.reuse.keep([left, right], (), at, is_expensive, &mut self.variables);
        } else if is_expensive {
            self.variables.note_expensive(left);
            self.remember_trees(left, right, age);
        }
    }

    /// The same of nodes that are expensive to compare, where nothing is tracked.
    #[inline(always)]
    pub(crate) fn remember_trees(&mut self, left: Identity, right: Identity, age: Age) {
        if age == self.reuse.outside.age() {
            self.reuse.outside.note(left, right);
        }
    }

    /// Notes that two dag nodes meet, at these addresses.
    #[inline(always)]
    pub(crate) fn note_dags(&mut self, nodes: [Identity; 2], addresses: [usize; 2]) {
        if self.variables.tracking() {
            self.reuse.note_dags(nodes, addresses);
        }
    }

    #[cold]
    #[inline(never)]
    fn meet_scoped_dags(&mut self, left: Identity, right: Identity, at: Region) -> Action {
        let [one, other] = self.reuse.records_in_force([left, right], &mut self.variables);
        match Known::of(one, other) {
            Known::Paired(record) => {
                self.reuse.dags().use_record(record, &mut self.variables);
                Action::Equal
            }
            Known::Apart(one, other) => Action::Different(Difference::Sharing(one, other)),
            Known::Unknown => {
                self.variables.open();
                Action::CompareAndRelate(at.past_boundary())
            }
        }
    }

    /// The rule for two nodes of one kind, `dag` or `var`, that were not related when they met in region `at`, and
    /// whose fields are equal. Gives the ordinal, if they are related from now on.
    #[inline(never)]
    pub(crate) fn relate(
        &mut self,
        kind: Kind,
        left: Identity,
        right: Identity,
        at: Region,
    ) -> Result<Option<Ordinal>, Difference> {
        if kind == Kind::Dag {
            return Ok(Some(self.relate_dags(left, right)));
        }
        if self.variables.tracking() {
            return self.relate_scoped_variables(left, right, at);
        }
        self.relate_variables(left, right, at)
    }

    #[cold]
    #[inline(never)]
    fn relate_scoped_variables(
        &mut self,
        left: Identity,
        right: Identity,
        at: Region,
    ) -> Result<Option<Ordinal>, Difference> {
        let fields = self.variables.finish();
        if !at.is_binding_occurrence() && fields.found_something() {
            // They are looked at this once.
            self.variables.context_sensitive();
        }
        let related = self.relate_variables(left, right, at)?;
        if !at.is_binding_occurrence() {
            self.variables.looked_up_in_vain([left, right]);
        }
        Ok(related)
    }

    #[inline(always)]
    fn relate_variables(&mut self, left: Identity, right: Identity, at: Region) -> Result<Option<Ordinal>, Difference> {
        let after_fields = variables::after_fields(at, |source| self.corresponding(source, left, right));
        self.relate_after_fields(after_fields, left, right, at)
    }

    #[inline(always)]
    fn relate_after_fields(
        &mut self,
        after_fields: AfterFields<Result<Ordinal, Difference>>,
        left: Identity,
        right: Identity,
        at: Region,
    ) -> Result<Option<Ordinal>, Difference> {
        if after_fields.are_different_free(left, right) {
            return Err(Difference::Free);
        }
        match after_fields {
            AfterFields::Decided(Ok(correspondence)) => {
                self.variables.decided_by(correspondence, at);
                Ok(None)
            }
            AfterFields::Decided(Err(difference)) => Err(difference),
            AfterFields::Binds | AfterFields::Free => Ok(Some(self.variables.bind([left, right], at, ()))),
        }
    }

    #[inline(always)]
    fn relate_dags(&mut self, left: Identity, right: Identity) -> Ordinal {
        if self.variables.tracking() {
            return self.relate_scoped_dags(left, right);
        }
        // A dag node known by its key may be met below its own fields, with another partner. What was found equal on
        // those terms is no longer known to be.
        let [one, other] = self.dags.stack([left, right], ());
        if one != other {
            self.reuse.outside.forget();
            self.reuse.forget_under_others();
        }
        self.dags.next() - 1
    }

    #[cold]
    #[inline(never)]
    fn relate_scoped_dags(&mut self, left: Identity, right: Identity) -> Ordinal {
        self.reuse.dags().record_dags([left, right], &mut self.variables, |_, _| ())
    }

    /// Records that a free variable, a map's key on both sides, matched itself, or that a bound one matched. Gives the
    /// ordinal, if it is related from now on.
    pub(crate) fn match_key(&mut self, left: Identity) -> Option<Ordinal> {
        match variables::match_key(|| self.variables.top(0, left)) {
            (AfterFields::Decided(correspondence), _) => {
                self.variables.consult(correspondence);
                // Values are compared in the order in which their keys got their correspondences.
                self.variables.order_sensitive();
                None
            }
            (AfterFields::Binds | AfterFields::Free, at) => Some(self.variables.bind([left, left], at, ())),
        }
    }

    /// Notes which keys of a map were recorded in an order that nothing but addresses told.
    pub(crate) fn note_ties(&mut self, left: &[Ranked]) {
        let Relation { variables, values, .. } = self;
        values.note_ties(left, |variable| variables.top(0, variable));
    }

    /// The correspondence of a variable of a side.
    pub(crate) fn ordinal(&self, side: usize, variable: Identity) -> Option<Ordinal> {
        self.variables.top_in_order(side, variable)
    }

    /// How many scopes are around.
    #[inline(always)]
    pub(crate) fn depth(&self) -> Level {
        self.variables.depth()
    }

    /// Enters a scope; `false` if the comparison has to start over instead.
    pub(crate) fn enter_scope(&mut self) -> bool {
        self.variables.enter()
    }

    /// Has the variables correspond that the innermost scope predeclares, as far as both sides do, and tells which these
    /// are.
    pub(crate) fn predeclare(&mut self, declarations: [&[Declaration]; 2], made: impl FnMut([Identity; 2], Ordinal)) {
        self.variables.predeclare(declarations, (), made);
    }

    /// Leaves the innermost scope.
    pub(crate) fn leave_scope(&mut self) {
        self.variables.leave();
    }

    /// Whether the comparison has to start over. Makes it ready for that.
    pub(crate) fn starts_over(&mut self) -> bool {
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
        self.variables.context_sensitive();
        self.variables.order_sensitive();
    }

    /// Goes on with what is remembered of `tree` nodes under other options.
    pub(crate) fn take_options(&mut self, from: Options, to: Options) {
        self.reuse.take_options(from, to);
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
