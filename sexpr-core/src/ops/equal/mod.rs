//! Equality: two values, a verdict.
//!
//! [`Equal`] asks [`Relation`] what the kind of two nodes means, and lets the fields decide where that is the answer.
//! The first difference ends it. It has short cuts past `Relation`, none of which changes a verdict:
//!
//! - a `tree` node that is met once on both sides has no identity to look up (`visit`);
//! - leaves, and values made of leaves alone, are compared where they are listed;
//! - values of variants that hold nothing but leaves and pointers to variables are compared where a pointer to them is
//!   listed, without a call: the derive lists these variants once more (`StructuralEq::light`);
//! - two shared `tree` nodes, while no scope was met, are only asked whether they are known to be equal
//!   (`memo::equal_terms`);
//! - a variable whose fields are leaves (`LEAF_FIELDS`) is met and related in one step, by rules that `Relation` has for
//!   that (`enter_leaves`, `visit_leaves`).
//!
//! The `visitor` prefetches what the next field points to, which `Visitor::ahead` names.
//!
//! - `visitor`, `maps`, `unordered`, `names`: what a type lists; `rows`: what lies side by side; `ids`: what lies in arenas;
//! - `steps`: what is put off;
//! - `elements`: whether two elements of unordered parts are equal, asked before it is known that they belong together;
//! - `leaf_keys`: a faster way for maps with leaves as keys;
//! - `keys`: structural keys, each with a verdict of its own.

mod elements;
mod ids;
pub(crate) mod keys;
pub(crate) mod leaf_keys;
pub(crate) mod maps;
pub(crate) mod names;
mod rows;
mod steps;
pub(crate) mod unordered;
pub(crate) mod visitor;

use alloc::{boxed::Box, vec::Vec};

use crate::{
    describe::{
        containers::Sharing,
        erased_arena::InColumns,
        identity::{Identity, address},
        info::Kind,
        options::Options,
        region::{Level, Region},
        structural::StructuralEq,
        virtual_part::Pair,
    },
    engine::{
        frame::Frame,
        place::{Place, Root},
        recursion::{EXPENSIVE, IdleRecursion, Recursion, SMALL, Suspendable},
    },
    ops::{
        equal::{
            keys::KeyComparison,
            leaf_keys::LeafKeys,
            steps::{EndOfTrees, Visit, VisitLeaves},
        },
        in_context::InContext,
        node::Node,
    },
    rules::{
        environments::Slots,
        memo::equal_terms::Age,
        memo::equal_terms::{Classes, ClosedTerms},
        pairs::Ordinal,
        relation::{Action, Relation},
    },
};

/// One comparison.
pub(crate) struct Equal<'a> {
    recursion: Recursion<Frame<'a, Self>>,
    options: Options,
    relation: &'a mut Relation,
    /// How much was compared so far: roughly, how many nodes.
    visits: u64,
    /// How many scopes are around what is listed. What is put off takes place in its turn, and so does the end of a
    /// scope.
    depth: Level,
    /// The nodes whose last steps are on the stack.
    open: Vec<PairInProgress>,
    /// Those whose last steps were put off, in the order of these.
    put_off_open: Vec<PairInProgress>,
    /// Comparisons of structural keys that are under way, those inside others last.
    comparisons: Vec<KeyComparison<'a>>,
    /// Maps that wait for such a comparison to tell which of their keys match.
    undecided: Vec<Later<'a>>,
    /// Unordered parts whose steps are on the stack.
    parts: Vec<Later<'a>>,
    /// Those whose steps were put off, in the order of these.
    put_off_parts: Vec<Later<'a>>,
    /// What tells which of their elements belong together.
    in_context: InContext,
    /// The arenas that were met.
    slots: Slots<'a>,
    /// Whether what is visited next is what ids led to.
    is_behind_id: bool,
    /// What these have in other tables.
    columns: Columns<'a>,
    leaf_keys: &'a mut LeafKeys,
    closed_terms: &'a mut ClosedTerms,
    /// Whether the innermost of the comparisons of keys is one of closed terms.
    in_closed_term: bool,
    /// Whether it turned out not to be.
    leaves_closed_term: bool,
}

/// The rest of a step that does not fit in a frame. It waits on a stack of its own until the step is taken.
type Later<'a> = Box<dyn FnOnce(&mut Equal<'a>) -> bool + 'a>;

/// The columns of two nodes.
type Columns<'a> = [Option<InColumns<'a>>; 2];

/// Compares what is in two nodes, whatever their type is, and in these columns of theirs.
type Contents<'c, 'a> = dyn Fn(&mut Equal<'a>, Region, &Columns<'a>) -> bool + 'c;

/// Two nodes whose fields are being compared.
#[derive(Clone, Copy, Debug)]
struct PairInProgress {
    kind: Kind,
    left: Identity,
    right: Identity,
    last: Last,
    /// Whether ids led to them.
    is_behind_id: bool,
    /// When their comparison began.
    age: Age,
}

/// What is done with two nodes whose fields are equal.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum Last {
    Nothing,
    Remember,
    Relate,
    /// Close this record.
    Close(Ordinal),
    EndVariables,
}

/// What to do with two nodes that meet.
enum Outcome {
    /// Their fields are not looked at.
    Known(bool),
    /// Their fields decide, in this region.
    Compare(Region, Last),
}

/// What a comparison leaves to the next: memory, and nothing in it.
#[derive(Debug, Default)]
pub(crate) struct EqualBuffers {
    relation: Relation,
    leaf_keys: LeafKeys,
    closed_terms: ClosedTerms,
    recursion: IdleRecursion,
    open: [Vec<PairInProgress>; 2],
    /// How much the last comparison compared.
    visits: u64,
    /// A comparison began and did not end: user code panicked.
    in_use: bool,
}

impl EqualBuffers {
    #[cold]
    #[inline(never)]
    fn forget(&mut self) {
        *self = EqualBuffers::default();
    }

    /// Whether the last comparison was small.
    #[cfg_attr(not(feature = "std"), expect(dead_code, reason = "without `std`, no thread keeps anything"))]
    pub(crate) fn is_small(&self) -> bool {
        self.visits <= SMALL
    }
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
        let verdict = Equal::run_in(options, buffers, |equal| {
            let mut verdict = equal.root::<T>(left, right);
            while equal.starts_over() {
                equal.recursion.cut_back(0);
                equal.open.clear();
                equal.put_off_open.clear();
                equal.undecided.clear();
                equal.parts.clear();
                equal.put_off_parts.clear();
                equal.in_context = InContext::default();
                equal.depth = 0;
                verdict = equal.root::<T>(left, right);
            }
            verdict
        });
        buffers.closed_terms.each().for_each(Classes::clear);
        verdict
    }

    /// Runs a comparison with the memory of others. What it finds of closed terms is kept.
    fn run_in<'b>(options: Options, buffers: &'b mut EqualBuffers, run: impl FnOnce(&mut Equal<'b>) -> bool) -> bool {
        if buffers.in_use {
            buffers.forget();
        }
        buffers.in_use = true;
        let [open, put_off_open] = core::mem::take(&mut buffers.open);
        let recursion = Recursion::borrow(&mut buffers.recursion);
        let EqualBuffers { relation, leaf_keys, closed_terms, .. } = buffers;
        let mut equal = Equal::new(options, relation, leaf_keys, closed_terms, recursion);
        (equal.open, equal.put_off_open) = (open, put_off_open);
        let verdict = run(&mut equal);
        let Equal { recursion, relation, mut open, mut put_off_open, visits, .. } = equal;
        relation.clear();
        open.clear();
        put_off_open.clear();
        recursion.give_back(&mut buffers.recursion);
        buffers.open = [open, put_off_open];
        buffers.visits = visits;
        buffers.in_use = false;
        verdict
    }

    #[inline(always)]
    fn new(
        options: Options,
        relation: &'a mut Relation,
        leaf_keys: &'a mut LeafKeys,
        closed_terms: &'a mut ClosedTerms,
        recursion: Recursion<Frame<'a, Self>>,
    ) -> Self {
        Equal {
            recursion,
            options,
            relation,
            visits: 0,
            depth: 0,
            open: Vec::new(),
            put_off_open: Vec::new(),
            comparisons: Vec::new(),
            undecided: Vec::new(),
            parts: Vec::new(),
            put_off_parts: Vec::new(),
            in_context: InContext::default(),
            slots: Slots::default(),
            is_behind_id: false,
            columns: [None; 2],
            leaf_keys,
            closed_terms,
            in_closed_term: false,
            leaves_closed_term: false,
        }
    }

    fn root<T: StructuralEq + ?Sized>(&mut self, left: &'a &T, right: &'a &T) -> bool {
        let verdict = self.visit::<Root<'_, T>>(left, right, self.options.root_region());
        self.finish(verdict)
    }

    /// Compares all that was put off. A difference ends it, unless it is one of keys that need not be the same.
    fn finish(&mut self, mut verdict: bool) -> bool {
        loop {
            if !verdict && !self.goes_on_around() {
                return false;
            }
            if self.recursion.is_suspended() {
                self.recursion.resume();
                self.open.extend(self.put_off_open.drain(..).rev());
                self.parts.extend(self.put_off_parts.drain(..).rev());
                self.depth = self.relation.depth();
            }
            let Some(frame) = self.recursion.next() else { return true };
            verdict = frame.run(self);
        }
    }

    /// Compares what places hold, or puts that off.
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
        self.run_or_put_off(Frame::new::<Visit<P>>(left, right, at))
    }

    /// Compares two nodes: what their kind asks for, then their fields.
    #[inline(never)]
    fn visit<P: Place<Holder: 'a, Node: 'a>>(&mut self, left: &'a P::Holder, right: &'a P::Holder, at: Region) -> bool {
        let (l, r) = (P::node(left), P::node(right));
        if let (Some(one), Some(other)) = (P::Node::concrete_type(l), P::Node::concrete_type(r))
            && one.id != other.id
        {
            return false;
        }
        let kind = P::Node::kind(l);
        if kind != P::Node::kind(r) {
            return false;
        }
        self.visits += 1;
        let once = (P::sharing(left) == Sharing::Unique) & (P::sharing(right) == Sharing::Unique);
        if kind == Kind::Tree && once {
            return self.fields(l, r, at);
        }
        if kind.is_tree() && !self.in_closed_term && self.relation.is_plain() && address(l) != address(r) {
            return self.shared_trees::<P>(left, right, at);
        }
        self.visit_again(kind, l, r, once, at)
    }

    /// Compares two nodes that may be met again, or are no trees.
    #[inline(never)]
    fn visit_again<T: StructuralEq + ?Sized>(
        &mut self,
        kind: Kind,
        l: &'a T,
        r: &'a T,
        once: bool,
        at: Region,
    ) -> bool {
        let contents = |equal: &mut Self, at, columns: &Columns<'a>| equal.contents(l, r, at, columns);
        let keys = &mut self.relation.keys;
        let nodes = [Node::of(l, kind, keys), Node::of(r, kind, keys)];
        self.meet(&nodes, once, at, &contents)
    }

    /// Compares two nodes whose fields are leaves, or puts that off. Most are uses of bound variables.
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
            self.recursion.put_off(Frame::new::<VisitLeaves<P>>(left, right, at));
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
        if !self.relation.is_plain() {
            return self.visit_again(kind, l, r, true, at);
        }
        // Whether others have a correspondence was asked before (`enter_leaves`).
        if const { P::Node::INFO.has_key() }
            && let Some(verdict) = self.relation.decided(one, other)
        {
            return verdict;
        }
        P::Node::content(l, r, at, self) && self.relation.relate_new_variables(one, other, at)
    }

    /// Compares two trees that may be met again, where what is found equal lasts.
    #[inline(never)]
    fn shared_trees<P: Place<Holder: 'a, Node: 'a>>(
        &mut self,
        left: &'a P::Holder,
        right: &'a P::Holder,
        at: Region,
    ) -> bool {
        let (l, r) = (P::node(left), P::node(right));
        if self.relation.are_known_trees(Identity::address(l), Identity::address(r)) {
            return true;
        }
        let (visits, age) = (self.visits, self.relation.age());
        let verdict = self.fields(l, r, at);
        if verdict {
            if self.recursion.is_suspended() {
                self.recursion.put_off(Frame::new::<EndOfTrees<P>>(left, right, Region::from_bits(age.into())));
            } else if self.visits - visits >= EXPENSIVE {
                self.relation.remember_trees(Identity::address(l), Identity::address(r), age);
            }
        }
        verdict
    }

    /// Compares two nodes that are not plain trees.
    fn meet(&mut self, nodes: &[Node; 2], once: bool, at: Region, contents: &Contents<'_, 'a>) -> bool {
        let [left, right] = nodes;
        let (kind, identities) = (left.kind, [left.identity, right.identity]);
        let addresses = [left.address, right.address];
        if let Some(inside) = self.relation.inside_free_in_part(kind, identities, addresses, self.options, at) {
            return self.meet_as(Kind::Tree, [left.place, right.place], addresses, once, inside, contents);
        }
        if self.relation.has_arenas() && !self.in_closed_term {
            return self.meet_in_arenas(nodes, once, at, contents);
        }
        let kind = match self.in_closed_term {
            true => kind,
            false => self.relation.kind(kind, left.closedness, left.identity == right.identity),
        };
        self.meet_as(kind, identities, addresses, once, at, contents)
    }

    /// Compares two nodes of this kind that are known by these.
    fn meet_as(
        &mut self,
        kind: Kind,
        [left, right]: [Identity; 2],
        addresses: [usize; 2],
        once: bool,
        at: Region,
        contents: &Contents<'_, 'a>,
    ) -> bool {
        let (inside, last) = match self.meet_by_rule(kind, [left, right], addresses, once, at) {
            Outcome::Known(verdict) => return verdict,
            Outcome::Compare(inside, last) => (inside, last),
        };
        let (visits, age) = (self.visits, self.relation.age());
        let verdict = contents(self, inside, &[None; 2]);
        self.end(verdict, PairInProgress { kind, left, right, last, is_behind_id: false, age }, visits, at)
    }

    fn meet_by_rule(
        &mut self,
        kind: Kind,
        [left, right]: [Identity; 2],
        addresses: [usize; 2],
        once: bool,
        at: Region,
    ) -> Outcome {
        if self.in_closed_term {
            return self.meet_closed(kind, left, right, once, at);
        }
        if kind == Kind::Dag {
            self.relation.note_dags([left, right], addresses);
        }
        Self::outcome(self.relation.meet(kind, left, right, at, once))
    }

    fn outcome(action: Action) -> Outcome {
        match action {
            Action::Equal => Outcome::Known(true),
            Action::Different(_) | Action::StartOver => Outcome::Known(false),
            Action::Compare(inside) => Outcome::Compare(inside, Last::Nothing),
            Action::CompareAndRemember(inside) => Outcome::Compare(inside, Last::Remember),
            Action::CompareAndRelate(inside) => Outcome::Compare(inside, Last::Relate),
            Action::CompareAndClose(inside, record) => Outcome::Compare(inside, Last::Close(record)),
            Action::CompareAndEnd(inside, _) => Outcome::Compare(inside, Last::EndVariables),
        }
    }

    /// Takes the last step on two nodes, or puts it off. `visits` is from when their comparison began.
    #[inline(never)]
    fn end(&mut self, verdict: bool, nodes: PairInProgress, visits: u64, at: Region) -> bool {
        if !verdict {
            self.note_difference(nodes);
            return false;
        }
        if nodes.last == Last::Nothing {
            return true;
        }
        if self.recursion.is_suspended() {
            self.put_off_open.push(nodes);
            // What took so long that it was put off is expensive.
            let last_step =
                |equal: &mut Self, at| equal.open.pop().is_none_or(|nodes| equal.take_last_step(nodes, at, true));
            self.recursion.put_off(Frame::call(last_step, at));
            return true;
        }
        let is_expensive = self.visits - visits >= EXPENSIVE;
        self.take_last_step(nodes, at, is_expensive)
    }

    fn take_last_step(&mut self, nodes: PairInProgress, at: Region, is_expensive: bool) -> bool {
        let PairInProgress { kind, left, right, last, is_behind_id, age } = nodes;
        let ends_cycles = matches!(last, Last::Close(_) | Last::EndVariables);
        if is_behind_id || ends_cycles {
            self.relation.variables().leave_nodes(ends_cycles);
        }
        match last {
            Last::Nothing => true,
            Last::Remember if self.in_closed_term => {
                if is_expensive {
                    self.closed_terms.under(self.options).note(left, right, true);
                }
                true
            }
            Last::Remember => {
                self.relation.remember(left, right, at, age, is_expensive);
                true
            }
            Last::Relate => self.relation.relate(kind, left, right, at).is_ok(),
            Last::Close(record) => self.relation.close_dags(record, [left, right]).is_ok(),
            Last::EndVariables => {
                self.relation.end_variables(at);
                true
            }
        }
    }

    /// Compares the fields of two nodes.
    #[inline(always)]
    fn fields<T: StructuralEq + ?Sized>(&mut self, left: &'a T, right: &'a T, at: Region) -> bool {
        if T::is_scope(left) {
            return self.contents(left, right, at, &[None; 2]);
        }
        self.content(left, right, at)
    }

    /// Compares the fields of two nodes, and what they have in other tables.
    #[inline(never)]
    fn contents<T: StructuralEq + ?Sized>(
        &mut self,
        left: &'a T,
        right: &'a T,
        at: Region,
        columns: &Columns<'a>,
    ) -> bool {
        let fields = |equal: &mut Self, at| {
            T::content(left, right, at, equal) && (columns.iter().all(Option::is_none) || equal.columns(columns, at))
        };
        let content = |equal: &mut Self, at| match const { T::HAS_ARENAS } {
            true => equal.in_arenas_of(left, right, |equal| fields(equal, at)),
            false => fields(equal, at),
        };
        if T::is_scope(left) && !self.in_closed_term {
            return self.in_scope(left, right, at, content);
        }
        content(self, at)
    }

    /// Compares what two nodes list.
    #[inline(always)]
    fn content<T: StructuralEq + ?Sized>(&mut self, left: &'a T, right: &'a T, at: Region) -> bool {
        if const { T::HAS_ARENAS } {
            return self.within_arenas(left, right, at);
        }
        T::content(left, right, at, self)
    }

    /// Compares what is in two scopes.
    #[inline(always)]
    fn in_scope<T: StructuralEq + ?Sized>(
        &mut self,
        left: &'a T,
        right: &'a T,
        at: Region,
        compare: impl FnOnce(&mut Self, Region) -> bool,
    ) -> bool {
        if !self.relation.enter_scope() {
            return false;
        }
        let around = core::mem::replace(&mut self.depth, self.relation.depth());
        if const { T::PREDECLARES } && T::predeclares(left) {
            self.predeclare(left, right, at);
        }
        let verdict = compare(self, at.past_boundary());
        self.depth = around;
        self.leave_scope();
        verdict
    }

    #[inline(always)]
    fn leave_scope(&mut self) {
        self.now_or_later(|equal| {
            equal.relation.leave_scope();
            equal.depth = equal.relation.depth();
        });
    }

    /// Has the variables correspond that two scopes predeclare.
    #[inline(never)]
    fn predeclare<T: StructuralEq + ?Sized>(&mut self, left: &'a T, right: &'a T, at: Region) {
        let Equal { relation, slots, options, depth, .. } = self;
        let mut side = 0;
        let declarations = [left, right].map(|scope| {
            let mut lent = relation.variables().lend(side);
            let found = Pair::declared_by(scope, at, *depth, *options, &mut relation.keys, slots, &mut lent);
            relation.variables().give_back(lent);
            side += 1;
            found
        });
        relation.predeclare(declarations.each_ref().map(Vec::as_slice), |_, _| {});
    }
}

impl<'a> Suspendable<'a> for Equal<'a> {
    #[inline(always)]
    fn recursion(&mut self) -> &mut Recursion<Frame<'a, Self>> {
        &mut self.recursion
    }
}
