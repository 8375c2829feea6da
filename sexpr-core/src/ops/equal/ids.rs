//! Equality of what lies in arenas: nodes that have arenas, and ids.

use core::any::TypeId;

use crate::{
    describe::{
        arena::{Arena, Id},
        erased_arena::{InColumns, all_nodes},
        identity::{Identity, address},
        info::Kind,
        region::Region,
        structural::StructuralEq,
    },
    engine::{
        frame::Frame,
        place::Behind,
        recursion::{EXPENSIVE, Suspendable},
    },
    ops::equal::{
        Columns, Contents, Equal, Last, Outcome, PairInProgress,
        steps::{CompareBehindIds, Follow},
    },
    ops::node::Node,
    rules::{
        environments::{Environment, Found, NodeArenas},
        relation::in_arenas::NodesInArenas,
    },
};

impl<'a> Equal<'a> {
    /// Whether the comparison has to start over. Makes what is known ready for that.
    #[inline(always)]
    pub(super) fn starts_over(&mut self) -> bool {
        let starts_over = self.relation.starts_over();
        if starts_over {
            self.slots.clear();
        }
        starts_over
    }

    /// Compares two nodes where arenas are in force.
    #[inline(never)]
    pub(super) fn meet_in_arenas(
        &mut self,
        [left, right]: &[Node; 2],
        once: bool,
        at: Region,
        contents: &Contents<'_, 'a>,
    ) -> bool {
        let is_behind_id = core::mem::take(&mut self.is_behind_id);
        let columns = core::mem::take(&mut self.columns);
        let places = self.relation.behind_ids(InColumns::known_by(columns, [left.place, right.place]));
        let has_columns = columns.iter().any(Option::is_some);
        let is_closed = !has_columns && self.relation.is_closed(left.closedness);
        let kind = match has_columns {
            true => InColumns::kind(left.kind),
            false => self.relation.kind(left.kind, left.closedness, left.identity == right.identity),
        };
        let nodes = InColumns::known_by(columns, [left.identity, right.identity]);
        let nodes = self.relation.identities_in_arenas(kind, nodes, is_behind_id, is_closed);
        if kind == Kind::Dag {
            self.relation.note_dags(nodes, InColumns::addresses(columns, [left.address, right.address]));
        }
        let action =
            self.relation.meet_in_arenas(NodesInArenas { kind, nodes, places, is_behind_id, at, once, is_closed });
        let (inside, last) = match Self::outcome(action) {
            Outcome::Known(verdict) => return verdict,
            Outcome::Compare(inside, last) => (inside, last),
        };
        let (visits, age, [left, right]) = (self.visits, self.relation.age(), nodes);
        let verdict = contents(self, inside, &columns);
        self.end(verdict, PairInProgress { kind, left, right, last, is_behind_id, age }, visits, at)
    }

    /// Compares what two nodes have in other tables.
    #[cold]
    #[inline(never)]
    pub(super) fn columns(&mut self, columns: &Columns<'a>, at: Region) -> bool {
        let [left, right] = columns.map(InColumns::fields);
        self.virtual_fields(&left, &right, at)
    }

    /// Compares what two nodes list that may have arenas.
    #[inline(never)]
    pub(super) fn within_arenas<T: StructuralEq + ?Sized>(&mut self, left: &'a T, right: &'a T, at: Region) -> bool {
        self.in_arenas_of(left, right, |equal| T::content(left, right, at, equal))
    }

    /// Compares where the arenas of two nodes are in force.
    #[inline(always)]
    pub(super) fn in_arenas_of<T: StructuralEq + ?Sized>(
        &mut self,
        left: &'a T,
        right: &'a T,
        compare: impl FnOnce(&mut Self) -> bool,
    ) -> bool {
        // No id is in a closed term.
        let Some(met) = NodeArenas::of([left, right]).filter(|_| !self.in_closed_term) else {
            return compare(self);
        };
        self.relation.variables().enter_arenas(&met, &mut self.slots);
        let verdict = compare(self);
        self.leave_environments();
        verdict
    }

    /// Returns to the environments around, or puts that off.
    fn leave_environments(&mut self) {
        self.now_or_later(|equal| equal.relation.variables().leave_environments());
    }

    /// Compares what two ids lead to, or puts that off.
    #[inline(always)]
    pub(super) fn follow<I: Id>(&mut self, left: &'a I, right: &'a I, at: Region) -> bool {
        if self.recursion.may_have_to_wait() || self.in_closed_term {
            return self.follow_or_wait(left, right, at);
        }
        self.look_behind(left, right, at)
    }

    #[cold]
    #[inline(never)]
    fn follow_or_wait<I: Id>(&mut self, left: &'a I, right: &'a I, at: Region) -> bool {
        if self.recursion.has_to_wait() {
            self.recursion.put_off(Frame::new::<Follow<I>>(left, right, at));
            return true;
        }
        !self.is_not_closed() && self.look_behind(left, right, at)
    }

    /// Compares what two ids lead to.
    #[inline(never)]
    fn look_behind<I: Id>(&mut self, left: &'a I, right: &'a I, at: Region) -> bool {
        let variables = self.relation.variables();
        variables.consult_arenas(TypeId::of::<I>());
        let [one, other] = variables.arenas_for(TypeId::of::<I>());
        let one = one.and_then(|arena| self.slots.node_in(left, arena));
        let other = other.and_then(|arena| self.slots.node_in(right, arena));
        match (one, other) {
            (None, None) => left.index() == right.index(),
            (Some(left), Some(right)) => self.compare_found(left, right, at),
            _ => false,
        }
    }

    /// Compares what two ids led to.
    #[inline(always)]
    fn compare_found<T: StructuralEq>(&mut self, left: Found<'a, T>, right: Found<'a, T>, at: Region) -> bool {
        let has_columns = left.columns.is_some() || right.columns.is_some();
        if T::concrete_type(left.node).is_none() && !has_columns && self.relation.has_arenas_alone() {
            let environments = [left.environment, right.environment];
            let verdict = match [T::kind(left.node), T::kind(right.node)] {
                [Kind::Dag, Kind::Dag] if const { !T::INFO.has_key() } => {
                    Some(self.compare_dags(left.node, right.node, environments, at))
                }
                [Kind::Tree, Kind::Tree] if address(left.node) != address(right.node) => {
                    Some(self.compare_trees(left.node, right.node, environments, at))
                }
                _ => None,
            };
            if let Some(verdict) = verdict {
                return verdict;
            }
        }
        self.columns = [left.columns, right.columns];
        let has_moved = self.relation.variables().go_to([left.environment, right.environment]);
        let verdict = self.compare_behind_ids(left.node, right.node, at);
        self.return_if(has_moved);
        verdict
    }

    /// Returns to the environments around, if they were left.
    #[inline(always)]
    fn return_if(&mut self, has_moved: bool) {
        if has_moved {
            self.leave_environments();
        }
    }

    /// Compares two dag nodes that ids led to, where nothing is tracked: what
    /// [`meet_in_arenas`](Self::meet_in_arenas) does with these, in fewer steps.
    #[inline(always)]
    fn compare_dags<T: StructuralEq>(
        &mut self,
        left: &'a T,
        right: &'a T,
        environments: [Environment; 2],
        at: Region,
    ) -> bool {
        self.visits += 1;
        let nodes = behind_ids(left, right, environments);
        match Self::outcome(self.relation.open_lasting_dags(nodes, at)) {
            Outcome::Known(verdict) => verdict,
            Outcome::Compare(inside, last) => {
                let variables = self.relation.variables();
                let has_moved = variables.go_to(environments);
                _ = variables.enter_nodes(nodes, true);
                let verdict = self.compare_opened(left, right, nodes, inside, last);
                self.return_if(has_moved);
                verdict
            }
        }
    }

    /// Compares the fields of two dag nodes that have an open record.
    #[inline(never)]
    fn compare_opened<T: StructuralEq>(
        &mut self,
        left: &'a T,
        right: &'a T,
        nodes: [Identity; 2],
        at: Region,
        last: Last,
    ) -> bool {
        let verdict = self.fields(left, right, at);
        if verdict && !self.recursion.is_suspended() {
            self.relation.close_lasting_dags();
            self.relation.variables().leave_nodes(true);
            return true;
        }
        let ([left, right], age) = (nodes, self.relation.age());
        let open = PairInProgress { kind: Kind::Dag, left, right, last, is_behind_id: true, age };
        self.end(verdict, open, self.visits, at)
    }

    /// The same for two trees that are not one.
    #[inline(always)]
    fn compare_trees<T: StructuralEq>(
        &mut self,
        left: &'a T,
        right: &'a T,
        environments: [Environment; 2],
        at: Region,
    ) -> bool {
        self.visits += 1;
        let nodes = behind_ids(left, right, environments);
        if self.relation.are_known_trees(nodes[0], nodes[1]) {
            return true;
        }
        if self.relation.variables().enter_nodes(nodes, false).is_err() {
            return false;
        }
        let has_moved = self.relation.variables().go_to(environments);
        let verdict = self.compare_entered(left, right, nodes, at);
        self.return_if(has_moved);
        verdict
    }

    /// Compares the fields of two trees that were entered.
    #[inline(never)]
    fn compare_entered<T: StructuralEq>(
        &mut self,
        left: &'a T,
        right: &'a T,
        nodes: [Identity; 2],
        at: Region,
    ) -> bool {
        let (visits, age) = (self.visits, self.relation.age());
        let verdict = self.fields(left, right, at);
        if verdict && !self.recursion.is_suspended() && self.visits - visits < EXPENSIVE {
            self.relation.variables().leave_nodes(false);
            return true;
        }
        let [left, right] = nodes;
        let open = PairInProgress { kind: Kind::Tree, left, right, last: Last::Remember, is_behind_id: true, age };
        self.end(verdict, open, visits, at)
    }

    /// Compares nodes that lie in the arenas in force.
    pub(super) fn compare_behind_ids<T: StructuralEq>(&mut self, left: &'a T, right: &'a T, at: Region) -> bool {
        self.is_behind_id = true;
        let verdict = self.visit::<Behind<T>>(left, right, at);
        (self.is_behind_id, self.columns) = (false, [None; 2]);
        verdict
    }

    /// Compares all nodes of two arenas, in order.
    pub(super) fn whole_arenas<A: Arena<I>, I: Id>(&mut self, left: &'a A, right: &'a A, at: Region) -> bool {
        _ = self.recursion.has_to_wait();
        let (mut left, mut right) = (all_nodes::<A, I>(left), all_nodes::<A, I>(right));
        loop {
            match (left.next(), right.next()) {
                (None, None) => return true,
                (Some(left), Some(right)) if self.recursion.is_suspended() => {
                    self.recursion.put_off(Frame::new::<CompareBehindIds<I::Node>>(left, right, at));
                }
                (Some(left), Some(right)) if self.compare_behind_ids(left, right, at) => {}
                _ => return false,
            }
        }
    }
}

/// What nodes are known by that ids led to.
#[inline(always)]
fn behind_ids<T: StructuralEq>(left: &T, right: &T, environments: [Environment; 2]) -> [Identity; 2] {
    [Identity::address(left).in_environment(environments[0]), Identity::address(right).in_environment(environments[1])]
}
