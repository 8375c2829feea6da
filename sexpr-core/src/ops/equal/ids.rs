//! Equality where there are arenas: nodes that have arenas, and ids.

use core::any::TypeId;

use crate::{
    describe::{
        arena::{Arena, Id, InColumns, all_nodes},
        identity::{Identity, address},
        info::Kind,
        region::Region,
        structural::StructuralEq,
    },
    engine::{frame::Frame, place::Behind, recursion::Suspendable},
    ops::{
        Node,
        equal::{Columns, Contents, Equal, PairInProgress},
    },
    rules::{
        environments::{Environment, Found, arenas_of},
        relation::{LastStep, NodesInArenas},
    },
};

impl<'a> Equal<'a> {
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
        let places = InColumns::known_by(columns, [left.place, right.place]);
        let has_columns = columns.iter().any(Option::is_some);
        let is_closed = !has_columns && self.relation.is_closed(left.closedness);
        let kind = match has_columns {
            true => InColumns::kind(left.kind),
            false => self.relation.kind(left.kind, left.closedness, left.identity == right.identity),
        };
        let nodes = InColumns::known_by(columns, [left.identity, right.identity]);
        let nodes = self.relation.variables.known_as(nodes, is_behind_id, kind == Kind::Tree && !is_closed);
        if kind == Kind::Dag {
            self.relation.note_dags(nodes, places);
        }
        let places = self.relation.variables.behind_ids(places);
        let action =
            self.relation.meet_in_arenas(NodesInArenas { kind, nodes, places, is_behind_id, at, once, is_closed });
        let (inside, last) = match action.fields() {
            Ok(fields) => fields,
            Err(verdict) => return verdict,
        };
        let (visits, age) = (self.visits, self.relation.age());
        let verdict = contents(self, inside, has_columns.then_some(&columns));
        self.end(verdict, PairInProgress { kind, nodes, last, is_behind_id, age }, visits, at)
    }

    /// Compares the fields of two nodes that lie in other tables.
    #[cold]
    #[inline(never)]
    pub(super) fn columns(&mut self, columns: &Columns<'a>, at: Region) -> bool {
        let [left, right] = columns.map(InColumns::fields);
        self.virtual_fields(&left, &right, at)
    }

    /// Enters the arenas of two nodes, if they have any.
    #[inline(never)]
    pub(super) fn enter_arenas<T: StructuralEq + ?Sized>(&mut self, nodes: [&'a T; 2]) -> bool {
        // Neither closed terms nor elements contain ids. And an environment that is entered here would lack its arenas in
        // the enclosing comparison.
        let met = arenas_of(nodes).filter(|_| !self.in_closed_term && !self.are_elements);
        if let Some(met) = &met {
            self.relation.variables.enter_arenas(met, &mut self.slots);
        }
        met.is_some()
    }

    /// Returns to the enclosing environments, now or later.
    pub(super) fn leave_environments(&mut self) {
        self.now_or_later(|equal| equal.relation.variables.leave_environments());
    }

    /// Compares the nodes of two ids, now or later.
    #[inline(never)]
    pub(super) fn follow<I: Id>(&mut self, left: &'a I, right: &'a I, at: Region) -> bool {
        if self.recursion.has_to_wait() {
            self.recursion.put_off(Frame::new(left, right, Self::follow, at));
            return true;
        }
        if self.is_not_closed() {
            return false;
        }
        let variables = &mut self.relation.variables;
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

    /// Compares the nodes of two ids.
    #[inline(always)]
    fn compare_found<T: StructuralEq>(&mut self, left: Found<'a, T>, right: Found<'a, T>, at: Region) -> bool {
        let has_columns = left.columns.is_some() || right.columns.is_some();
        let environments = [left.environment, right.environment];
        if T::concrete_type(left.node).is_none() && !has_columns && self.relation.variables.have_arenas_alone() {
            let kind = T::kind(left.node);
            let is_short = match kind {
                Kind::Dag => const { !T::INFO.has_key() },
                Kind::Tree => address(left.node) != address(right.node),
                _ => false,
            };
            if is_short && kind == T::kind(right.node) {
                return self.compare_untracked(kind, left.node, right.node, environments, at);
            }
        }
        self.columns = [left.columns, right.columns];
        let has_moved = self.relation.variables.go_to(environments);
        let verdict = self.compare_behind_ids(left.node, right.node, at);
        if has_moved {
            self.leave_environments();
        }
        verdict
    }

    /// Compares two dag nodes, or two distinct trees, to which ids led, without tracking: a short cut past
    /// [`meet_in_arenas`](Self::meet_in_arenas).
    #[inline(always)]
    fn compare_untracked<T: StructuralEq>(
        &mut self,
        kind: Kind,
        left: &'a T,
        right: &'a T,
        environments: [Environment; 2],
        at: Region,
    ) -> bool {
        self.visits += 1;
        let places = [Identity::address(left), Identity::address(right)];
        let nodes = [places[0].in_environment(environments[0]), places[1].in_environment(environments[1])];
        let last = match kind {
            Kind::Dag => match self.relation.open_lasting_dags(nodes, at).fields() {
                Ok((_, last)) => last,
                Err(verdict) => return verdict,
            },
            _ if self.relation.are_known_trees(nodes) => return true,
            _ => LastStep::Remember,
        };
        let variables = &mut self.relation.variables;
        if variables.enter_nodes(nodes, last.ends_cycles()).is_err() {
            return false;
        }
        let has_moved = variables.go_to(environments);
        let pair = PairInProgress { kind, nodes, last, is_behind_id: true, age: self.relation.age() };
        let visits = self.visits;
        let verdict = self.fields(left, right, at);
        let verdict = self.end(verdict, pair, visits, at);
        if has_moved {
            self.leave_environments();
        }
        verdict
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
                    self.recursion.put_off(Frame::new(left, right, Self::compare_behind_ids, at));
                }
                (Some(left), Some(right)) if self.compare_behind_ids(left, right, at) => {}
                _ => return false,
            }
        }
    }
}
