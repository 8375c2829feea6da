//! What lies in arenas: nodes that have arenas, and ids.

use core::{any::TypeId, marker::PhantomData};

use crate::{
    describe::{
        arena::{Arena, Id},
        erased_arena::{InColumns, all_nodes},
        identity::Identity,
        region::Region,
        structural::StructuralEq,
    },
    engine::{
        frame::{Frame, Step as TakeStep},
        place::{Behind, Place},
        trail::Mark,
    },
    ops::mismatch::{Failure, Report, obstacle::Obstacle, reason::Reason},
};

impl<'a> Report<'a> {
    /// Whether the comparison has to start over. Makes what is known ready for that.
    pub(super) fn starts_over(&mut self) -> bool {
        let starts_over = self.relation.starts_over();
        if starts_over {
            self.slots.clear();
        }
        starts_over
    }

    /// Two nodes of one type are inside themselves, on these sides, and nothing in between ends cycles.
    #[cold]
    pub(super) fn close_cycle<T: StructuralEq + ?Sized>(&mut self, [node, _]: [&'a T; 2], sides: [bool; 2]) -> bool {
        if self.seeks_obstacle {
            return self.obstructs(Obstacle::Cycle);
        }
        let ty = T::concrete_type(node).map_or(T::INFO, |concrete| concrete.info);
        let [lhs, rhs] = sides.map(|is_on_cycle| is_on_cycle.then_some(ty));
        self.fail_for(Reason::Cycle { lhs, rhs })
    }

    /// What two nodes are known by, at the last step on them.
    pub(super) fn end_nodes<P: Place<Holder: 'a, Node: 'a>>(&mut self) -> Option<[Identity; 2]> {
        if P::IS_BEHIND_ID {
            self.relation.variables().leave_nodes(false);
        }
        self.open_nodes.pop()
    }

    /// Compares what nodes have in other tables.
    #[cold]
    #[inline(never)]
    pub(super) fn fields_in_columns(&mut self, columns: [Option<InColumns<'a>>; 2], at: Region) -> bool {
        let [left, right] = columns.map(InColumns::fields);
        self.virtual_fields(&left, &right, at)
    }

    /// Puts off the return to the environments around.
    pub(super) fn put_off_leaving(&mut self) -> bool {
        self.put_off(Mark::Transparent, Frame::new::<LeaveEnvironments>(&(), &(), Region::NONE))
    }

    /// Compares what two ids lead to.
    pub(super) fn follow<I: Id>(&mut self, left: &'a I, right: &'a I, at: Region) -> bool {
        let is_reading = self.is_reading();
        let variables = self.relation.variables();
        variables.consult_arenas(TypeId::of::<I>());
        let nodes = variables
            .environments()
            .map(|environments| [self.slots.node(left, 0, environments), self.slots.node(right, 1, environments)]);
        let numbers = [left, right].map(Id::index);
        match nodes.unwrap_or([None, None]) {
            [None, None] if is_reading => true,
            [None, None] if numbers[0] == numbers[1] => self.obstructs(Obstacle::Dangling),
            [Some(left), Some(right)] => {
                let has_moved = variables.go_to([left.environment, right.environment]);
                self.columns = [left.columns, right.columns];
                self.trail.follow_ids(numbers);
                self.compare_behind_ids(left.node, right.node, at) && (!has_moved || self.put_off_leaving())
            }
            [one, other] => {
                let [lhs, rhs] = [one.is_none().then_some(numbers[0]), other.is_none().then_some(numbers[1])];
                self.fail_for(Reason::Dangling { lhs, rhs })
            }
        }
    }

    /// Compares nodes that lie in the arenas in force.
    fn compare_behind_ids<T: StructuralEq>(&mut self, left: &'a T, right: &'a T, at: Region) -> bool {
        self.is_behind_id = true;
        let goes_on = self.visit::<Behind<T>>(left, right, at);
        (self.is_behind_id, self.columns) = (false, [None; 2]);
        goes_on
    }
}

/// The step on two arenas, all of whose nodes count.
pub(super) struct WholeArenas<A, I>(PhantomData<(A, I)>);

impl<'a, A: Arena<I>, I: Id> TakeStep<'a, Report<'a>> for WholeArenas<A, I> {
    type Place = A;

    fn run(report: &mut Report<'a>, left: &'a A, right: &'a A, at: Region) -> bool {
        for (index, (left, right)) in all_nodes::<A, I>(left).zip(all_nodes::<A, I>(right)).enumerate() {
            report.put_off(Mark::Index(index), Frame::new::<CompareBehindIds<I::Node>>(left, right, at));
        }
        report.put_off_missing_element(all_nodes::<A, I>(left).count(), all_nodes::<A, I>(right).count());
        true
    }
}

/// The step on two nodes of the arenas in force.
struct CompareBehindIds<T>(PhantomData<T>);

impl<'a, T: StructuralEq + 'a> TakeStep<'a, Report<'a>> for CompareBehindIds<T> {
    type Place = T;

    fn run(report: &mut Report<'a>, left: &'a T, right: &'a T, at: Region) -> bool {
        report.compare_behind_ids(left, right, at)
    }
}

/// The step on two nodes whose fields are equal, and whose record was opened before.
pub(super) struct Close<P>(PhantomData<P>);

impl<'a, P: Place<Holder: 'a, Node: 'a>> TakeStep<'a, Report<'a>> for Close<P> {
    type Place = P::Holder;

    fn run(report: &mut Report<'a>, _: &'a P::Holder, _: &'a P::Holder, _: Region) -> bool {
        report.relation.variables().leave_nodes(true);
        let Some((record, nodes)) = report.open_records.pop().zip(report.open_nodes.pop()) else { return true };
        match report.relation.close_dags(record, nodes) {
            Ok(()) => true,
            Err(difference) => report.fail(Failure::Difference(difference)),
        }
    }
}

/// The step on two variables whose fields are equal, and that were bound before.
pub(super) struct EndVariables<P>(PhantomData<P>);

impl<'a, P: Place<Holder: 'a, Node: 'a>> TakeStep<'a, Report<'a>> for EndVariables<P> {
    type Place = P::Holder;

    fn run(report: &mut Report<'a>, _: &'a P::Holder, _: &'a P::Holder, at: Region) -> bool {
        report.relation.variables().leave_nodes(true);
        report.relation.end_variables(at);
        true
    }
}

/// The step after what is in other environments.
struct LeaveEnvironments;

impl<'a> TakeStep<'a, Report<'a>> for LeaveEnvironments {
    type Place = ();

    fn run(report: &mut Report<'a>, (): &'a (), (): &'a (), _: Region) -> bool {
        report.relation.variables().leave_environments();
        true
    }
}
