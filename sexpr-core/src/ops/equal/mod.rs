//! Equality: compares two values, and returns a verdict.
//!
//! [`Equal`] asks [`Relation`] for a verdict on two nodes of one kind, and compares their fields if `Relation` says so.
//! The first difference ends the comparison. Some short cuts bypass `Relation`, but change no verdict:
//!
//! - a `tree` node that is met only once on both sides is not looked up (`visit`);
//! - leaves, and values that contain only leaves, are compared where they are listed;
//! - values of variants that contain only leaves and pointers to variables are compared where a pointer to the value is
//!   listed, without a call. The derive generates a second list of these variants (`StructuralEq::light`);
//! - for two shared `tree` nodes, while no scope was met, only the known equal trees are consulted
//!   (`memo::equal_terms`);
//! - a variable whose fields are leaves (`LEAF_FIELDS`) is met and related in one step, by special rules of `Relation`
//!   (`enter_leaves`, `visit_leaves`).
//!
//! The `visitor` prefetches the pointee of the next field, announced by `Visitor::ahead`.
//!
//! - `visitor`: `Visitor` for equality, and adjacent values; `ids`: nodes in arenas;
//! - `unordered`: maps, with a fast path for keys that are leaves; unordered parts; and trial comparisons of two
//!   elements, to find out whether they belong together;
//! - `keys`: structural keys, each with a verdict of its own.

mod ids;
pub(crate) mod keys;
pub(crate) mod unordered;
pub(crate) mod visitor;

use alloc::{boxed::Box, vec::Vec};

use crate::{
    describe::{
        arena::InColumns,
        containers::Namespace,
        custom::Pair,
        identity::{Identity, address},
        info::Kind,
        keys::KeyValue,
        options::Options,
        region::{Level, Region},
        structural::{StructuralEq, predeclares},
    },
    engine::{
        frame::Frame,
        place::{Place, Root},
        recursion::{PutOff, Recursion, Suspendable},
    },
    ops::{EndState, Node, equal::keys::KeyComparison, forget, in_context::InContext},
    rules::{
        environments::Slots,
        memo::{
            EXPENSIVE,
            equal_terms::{Age, Classes, ClosedTerms},
        },
        relation::{LastStep, Relation},
    },
};

/// One comparison.
pub(crate) struct Equal<'a> {
    recursion: Recursion<Frame<'a, Self>>,
    options: Options,
    relation: &'a mut Relation,
    /// The amount of work so far: roughly, the number of nodes.
    visits: u64,
    /// The number of scopes around the parts that are being listed. The depth of `relation` may differ, since
    /// `relation` leaves scopes later while steps are put off.
    depth: Level,
    /// The nodes whose last steps were put off.
    open: PutOff<PairInProgress>,
    /// The comparisons of structural keys that are under way, the innermost last.
    comparisons: Vec<KeyComparison<'a>>,
    /// Steps that were put off and do not fit in a frame: unordered parts, and maps that wait for comparisons of keys
    /// to find out which of their keys match.
    large_steps: PutOff<LargeStep<'a>>,
    /// Pairs the elements of unordered parts.
    in_context: InContext,
    /// The arenas that were met.
    slots: Slots<'a>,
    /// Whether ids led to the nodes that are compared next.
    is_behind_id: bool,
    /// The fields in other tables of the nodes that are compared next.
    columns: Columns<'a>,
    closed_terms: &'a mut ClosedTerms,
    /// Whether the innermost comparison of keys assumes closed terms.
    in_closed_term: bool,
    /// Whether these are elements of an unordered part, compared in the context of another comparison.
    are_elements: bool,
    /// Whether a term that was assumed closed turned out to be open.
    leaves_closed_term: bool,
}

/// A step that does not fit in a frame.
type LargeStep<'a> = Box<dyn FnOnce(&mut Equal<'a>) -> bool + 'a>;

/// The columns of two nodes.
type Columns<'a> = [Option<InColumns<'a>>; 2];

/// Compares the contents of two nodes of any type, and the fields in these columns.
type Contents<'c, 'a> = dyn Fn(&mut Equal<'a>, Region, Option<&Columns<'a>>) -> bool + 'c;

/// Two nodes whose fields are being compared.
#[derive(Clone, Copy, Debug)]
struct PairInProgress {
    kind: Kind,
    nodes: [Identity; 2],
    last: LastStep,
    /// Whether ids led to the nodes.
    is_behind_id: bool,
    /// The age at which their comparison began.
    age: Age,
}

/// The memory of a comparison, which the next comparison reuses. Empty in between.
#[derive(Debug, Default)]
pub(crate) struct EqualBuffers {
    relation: Relation,
    closed_terms: ClosedTerms,
    open: PutOff<PairInProgress>,
    pub(crate) end_state: EndState,
}

impl<'a> Equal<'a> {
    /// Whether two values are equal.
    pub(crate) fn run<T: StructuralEq + ?Sized>(
        left: &T,
        right: &T,
        options: Options,
        buffers: &mut EqualBuffers,
    ) -> bool {
        let (left, right) = (&left, &right);
        let verdict = loop {
            let verdict = Equal::run_in(options, buffers, |equal| {
                let verdict = equal.visit::<Root<'_, T>>(left, right, options.root_region());
                equal.finish(verdict)
            });
            if !buffers.relation.restart_if_needed() {
                break verdict;
            }
        };
        buffers.relation.clear();
        buffers.closed_terms.each().for_each(Classes::clear);
        verdict
    }

    /// Runs a comparison in the memory of others. Keeps its relation, and its verdicts on closed terms.
    fn run_in<'b>(options: Options, buffers: &'b mut EqualBuffers, run: impl FnOnce(&mut Equal<'b>) -> bool) -> bool {
        if buffers.end_state.in_use {
            forget(buffers);
        }
        let EqualBuffers { relation, closed_terms, open, end_state } = buffers;
        end_state.in_use = true;
        let recursion = Recursion::borrow(&mut end_state.recursion);
        let mut equal = Equal::new(options, relation, closed_terms, recursion);
        equal.open = core::mem::take(open);
        let verdict = run(&mut equal);
        equal.open.cut_back(0);
        *open = equal.open;
        equal.recursion.give_back(&mut end_state.recursion);
        end_state.visits = equal.visits;
        end_state.in_use = false;
        verdict
    }

    #[inline(always)]
    fn new(
        options: Options,
        relation: &'a mut Relation,
        closed_terms: &'a mut ClosedTerms,
        recursion: Recursion<Frame<'a, Self>>,
    ) -> Self {
        Equal {
            recursion,
            options,
            relation,
            visits: 0,
            depth: 0,
            open: PutOff::default(),
            comparisons: Vec::new(),
            large_steps: PutOff::default(),
            in_context: InContext::default(),
            slots: Slots::default(),
            is_behind_id: false,
            columns: [None; 2],
            closed_terms,
            in_closed_term: false,
            are_elements: false,
            leaves_closed_term: false,
        }
    }

    /// Runs all steps that were put off. A difference ends the comparison, unless it is in keys that may differ.
    fn finish(&mut self, mut verdict: bool) -> bool {
        loop {
            if !verdict && !self.goes_on_around() {
                return false;
            }
            if self.recursion.is_suspended() {
                self.recursion.resume();
                self.open.resume();
                self.large_steps.resume();
                self.depth = self.relation.variables.depth();
            }
            let Some(frame) = self.recursion.next() else { return true };
            verdict = frame.run(self);
        }
    }

    /// Puts off a step that does not fit in a frame.
    fn put_off_large(&mut self, step: impl FnOnce(&mut Equal<'a>) -> bool + 'a) {
        let take = |equal: &mut Self, _| equal.large_steps.pop().is_none_or(|step| step(equal));
        self.recursion.put_off(Frame::call(take, Region::NONE));
        self.large_steps.push(Box::new(step));
    }

    /// Compares the nodes in two places, now or later.
    #[inline(always)]
    fn enter<P: Place<Holder: 'a, Node: 'a>>(&mut self, left: &'a P::Holder, right: &'a P::Holder, at: Region) -> bool {
        if self.recursion.may_have_to_wait() {
            return self.enter_or_wait::<P>(left, right, at);
        }
        if let Some(verdict) = P::Node::light(P::node(left), P::node(right), at, self) {
            return verdict;
        }
        self.visit::<P>(left, right, at)
    }

    #[cold]
    #[inline(never)]
    fn enter_or_wait<P>(&mut self, left: &'a P::Holder, right: &'a P::Holder, at: Region) -> bool
    where
        P: Place<Holder: 'a, Node: 'a>,
    {
        let visit = |equal: &mut Self, left, right, at| equal.visit::<P>(left, right, at);
        self.run_or_put_off(Frame::new(left, right, visit, at))
    }

    /// Compares two nodes by their kind, then by their fields.
    #[inline(never)]
    fn visit<P: Place<Holder: 'a, Node: 'a>>(&mut self, left: &'a P::Holder, right: &'a P::Holder, at: Region) -> bool {
        let (l, r) = (P::node(left), P::node(right));
        if const { P::Node::INFO.is_open() }
            && let (Some(one), Some(other)) = (P::Node::concrete_type(l), P::Node::concrete_type(r))
            && one.id != other.id
        {
            return false;
        }
        let kind = P::Node::kind(l);
        if kind != P::Node::kind(r) {
            return false;
        }
        self.visits += 1;
        let once = P::is_unique(left) & P::is_unique(right);
        if kind == Kind::Tree && once {
            return self.fields(l, r, at);
        }
        if kind.is_tree() && !self.in_closed_term && self.relation.variables.are_plain() && address(l) != address(r) {
            return self.shared_trees::<P>(left, right, at);
        }
        self.visit_again(kind, l, r, once, at)
    }

    /// Compares two nodes that may be met again, or are not trees.
    #[inline(never)]
    fn visit_again<T: StructuralEq + ?Sized>(
        &mut self,
        kind: Kind,
        l: &'a T,
        r: &'a T,
        once: bool,
        at: Region,
    ) -> bool {
        let contents = |equal: &mut Self, at, columns: Option<&Columns<'a>>| equal.contents(l, r, at, columns);
        let keys = &mut self.relation.keys;
        let nodes = [Node::of(l, kind, keys), Node::of(r, kind, keys)];
        self.meet(&nodes, once, at, &contents)
    }

    /// Compares two nodes whose fields are leaves, now or later. Most such nodes are uses of bound variables.
    #[inline(always)]
    fn enter_leaves<P: Place<Holder: 'a, Node: 'a>>(
        &mut self,
        left: &'a P::Holder,
        right: &'a P::Holder,
        at: Region,
    ) -> bool {
        let (l, r) = (P::node(left), P::node(right));
        if const { !P::Node::INFO.has_key() }
            && P::Node::kind(l) == Kind::Var
            && !(self.in_closed_term || self.recursion.is_suspended())
            && let Some(verdict) = self.relation.decided(Identity::address(l), Identity::address(r))
        {
            return verdict;
        }
        self.visit_leaves::<P>(left, right, at)
    }

    #[inline(never)]
    fn visit_leaves<P: Place<Holder: 'a, Node: 'a>>(
        &mut self,
        left: &'a P::Holder,
        right: &'a P::Holder,
        at: Region,
    ) -> bool {
        if self.recursion.is_suspended() {
            let visit = |equal: &mut Self, left, right, at| equal.enter_leaves::<P>(left, right, at);
            self.recursion.put_off(Frame::new(left, right, visit, at));
            return true;
        }
        let (l, r) = (P::node(left), P::node(right));
        let kind = P::Node::kind(l);
        if kind != Kind::Var || self.in_closed_term {
            return self.visit::<P>(left, right, at);
        }
        if kind != P::Node::kind(r) {
            return false;
        }
        self.visits += 1;
        let keys = &mut self.relation.keys;
        let (one, other) = (keys.identify(l), keys.identify(r));
        if !self.relation.variables.are_plain() {
            return self.visit_again(kind, l, r, true, at);
        }
        // For variables without a key, `enter_leaves` has looked up the correspondence already.
        if const { P::Node::INFO.has_key() }
            && let Some(verdict) = self.relation.decided(one, other)
        {
            return verdict;
        }
        P::Node::content(l, r, at, self) && self.relation.relate_new_variables(one, other, at)
    }

    /// Compares two trees that may be met again, while no scope was met, so that equality lasts.
    #[inline(never)]
    fn shared_trees<P: Place<Holder: 'a, Node: 'a>>(
        &mut self,
        left: &'a P::Holder,
        right: &'a P::Holder,
        at: Region,
    ) -> bool {
        let (l, r) = (P::node(left), P::node(right));
        if self.relation.are_known_trees([Identity::address(l), Identity::address(r)]) {
            return true;
        }
        let (visits, age) = (self.visits, self.relation.age());
        let verdict = self.fields(l, r, at);
        if verdict {
            if self.recursion.is_suspended() {
                let remember = |equal: &mut Self, left, right, began: Region| {
                    let trees = [Identity::address(P::node(left)), Identity::address(P::node(right))];
                    equal.relation.remember_trees(trees, began.bits() as Age);
                    true
                };
                // In place of a region, the frame holds the age at which the comparison of the trees began.
                self.recursion.put_off(Frame::new(left, right, remember, Region::from_bits(age.into())));
            } else if self.visits - visits >= EXPENSIVE {
                self.relation.remember_trees([Identity::address(l), Identity::address(r)], age);
            }
        }
        verdict
    }

    /// Compares two nodes that are not plain trees.
    fn meet(&mut self, nodes: &[Node; 2], once: bool, at: Region, contents: &Contents<'_, 'a>) -> bool {
        let kind = nodes[0].kind;
        let identities = nodes.map(|node| node.identity);
        if self.in_closed_term {
            let fields = self.meet_closed(kind, identities, once, at);
            return self.compare_as(fields, kind, identities, at, contents);
        }
        let places = nodes.map(|node| node.place);
        if let Some(inside) = self.relation.inside_free_in_part(kind, identities, places, self.options, at) {
            let trees = nodes.map(|node| Node { kind: Kind::Tree, identity: node.place, ..node });
            return self.meet_by_rule(&trees, once, inside, contents);
        }
        self.meet_by_rule(nodes, once, at, contents)
    }

    #[inline(always)]
    fn meet_by_rule(&mut self, nodes: &[Node; 2], once: bool, at: Region, contents: &Contents<'_, 'a>) -> bool {
        if self.relation.variables.has_arenas() {
            return self.meet_in_arenas(nodes, once, at, contents);
        }
        let identities = nodes.map(|node| node.identity);
        let kind = self.relation.kind(nodes[0].kind, nodes[0].closedness, identities[0] == identities[1]);
        if kind == Kind::Dag {
            self.relation.note_dags(identities, nodes.map(|node| node.place));
        }
        let action = self.relation.meet(kind, identities, at, once);
        self.compare_as(action.fields(), kind, identities, at, contents)
    }

    /// Compares two nodes by the rules, where no arenas are in force.
    fn compare_as(
        &mut self,
        fields: Result<(Region, LastStep), bool>,
        kind: Kind,
        nodes: [Identity; 2],
        at: Region,
        contents: &Contents<'_, 'a>,
    ) -> bool {
        let (inside, last) = match fields {
            Ok(fields) => fields,
            Err(verdict) => return verdict,
        };
        let (visits, age) = (self.visits, self.relation.age());
        let verdict = contents(self, inside, None);
        self.end(verdict, PairInProgress { kind, nodes, last, is_behind_id: false, age }, visits, at)
    }

    /// Takes the last step on two nodes, now or later. `visits` is the count at which their comparison began.
    #[inline(never)]
    fn end(&mut self, verdict: bool, nodes: PairInProgress, visits: u64, at: Region) -> bool {
        if !verdict {
            self.note_difference(nodes);
            return false;
        }
        if nodes.last == LastStep::Nothing {
            return true;
        }
        if self.recursion.is_suspended() {
            self.open.push(nodes);
            // A pair of nodes whose last step was put off counts as expensive.
            let last_step =
                |equal: &mut Self, at| equal.open.pop().is_none_or(|nodes| equal.take_last_step(nodes, at, true));
            self.recursion.put_off(Frame::call(last_step, at));
            return true;
        }
        let is_expensive = self.visits - visits >= EXPENSIVE;
        self.take_last_step(nodes, at, is_expensive)
    }

    fn take_last_step(&mut self, pair: PairInProgress, at: Region, is_expensive: bool) -> bool {
        let PairInProgress { kind, nodes, last, is_behind_id, age } = pair;
        if is_behind_id || last.ends_cycles() {
            self.relation.variables.leave_nodes(last.ends_cycles());
        }
        match last {
            LastStep::Nothing => {}
            LastStep::Remember if self.in_closed_term => {
                if is_expensive {
                    self.closed_terms.under(self.options).note(nodes[0], nodes[1], true);
                }
            }
            LastStep::Remember => self.relation.remember(nodes, at, age, is_expensive),
            LastStep::Relate => return self.relation.relate(kind, nodes, at).is_ok(),
            LastStep::Close(record) => return self.relation.close_dags(record, nodes).is_ok(),
            LastStep::EndVariables(_) => self.relation.variables.leave_variables(at),
        }
        true
    }

    /// Compares the fields of two nodes.
    #[inline(always)]
    fn fields<T: StructuralEq + ?Sized>(&mut self, left: &'a T, right: &'a T, at: Region) -> bool {
        if const { T::INFO.may_be_scope() } && T::is_scope(left) {
            return self.contents(left, right, at, None);
        }
        self.content(left, right, at)
    }

    /// Compares the fields of two nodes, and their fields in other tables.
    #[inline(never)]
    fn contents<T: StructuralEq + ?Sized>(
        &mut self,
        left: &'a T,
        right: &'a T,
        at: Region,
        columns: Option<&Columns<'a>>,
    ) -> bool {
        if const { !T::INFO.may_be_scope() } || !T::is_scope(left) || self.in_closed_term {
            return self.parts(left, right, at, columns);
        }
        if !self.relation.variables.enter_scope() {
            return false;
        }
        let around = core::mem::replace(&mut self.depth, self.relation.variables.depth());
        if const { T::INFO.may_predeclare() } && predeclares(left) {
            self.predeclare(left, right, at);
        }
        let verdict = self.parts(left, right, at.past_boundary(), columns);
        self.depth = around;
        self.now_or_later(Self::leave_scope);
        verdict
    }

    fn leave_scope(&mut self) {
        self.relation.variables.leave_scope();
        self.depth = self.relation.variables.depth();
    }

    /// Compares the parts of two nodes.
    #[inline(always)]
    pub(crate) fn content<T: StructuralEq + ?Sized>(&mut self, left: &'a T, right: &'a T, at: Region) -> bool {
        self.parts(left, right, at, None)
    }

    /// Compares the parts of two nodes, and their fields in other tables, where their arenas are in force.
    #[inline(always)]
    fn parts<T: StructuralEq + ?Sized>(
        &mut self,
        left: &'a T,
        right: &'a T,
        at: Region,
        columns: Option<&Columns<'a>>,
    ) -> bool {
        let enters_arenas = const { T::HAS_ARENAS } && self.enter_arenas([left, right]);
        let verdict = T::content(left, right, at, self) && columns.is_none_or(|columns| self.columns(columns, at));
        if enters_arenas {
            self.leave_environments();
        }
        verdict
    }

    /// Relates the variables that two scopes predeclare.
    #[inline(never)]
    fn predeclare<T: StructuralEq + ?Sized>(&mut self, left: &'a T, right: &'a T, at: Region) {
        let Equal { relation, slots, options, depth, .. } = self;
        let mut side = 0;
        let declarations = [left, right].map(|scope| {
            let mut lent = relation.variables.lend(side);
            let found = Pair::declared_by(scope, at, *depth, *options, &mut relation.keys, slots, &mut lent);
            relation.variables.give_back(lent);
            side += 1;
            found
        });
        relation.variables.predeclare(declarations.each_ref().map(Vec::as_slice), ());
    }
}

impl<'a> Suspendable<'a> for Equal<'a> {
    #[inline(always)]
    fn recursion(&mut self) -> &mut Recursion<Frame<'a, Self>> {
        &mut self.recursion
    }
}

impl<'a> Equal<'a> {
    /// Compares two names, now or later.
    #[inline(never)]
    pub(super) fn visit_name<T: KeyValue, N: Namespace>(&mut self, left: &'a T, right: &'a T, at: Region) -> bool {
        if self.recursion.is_suspended() {
            self.recursion.put_off(Frame::new(left, right, Self::visit_name::<T, N>, at));
            return true;
        }
        if self.is_not_closed() {
            return false;
        }
        self.visits += 1;
        let relation = &mut self.relation;
        let names = [relation.keys.identify_name::<T, N>(left), relation.keys.identify_name::<T, N>(right)];
        match relation.meet(Kind::Var, names, at, true).fields() {
            Err(verdict) => verdict,
            // A name has no fields.
            Ok(_) => relation.relate(Kind::Var, names, at).is_ok(),
        }
    }
}
