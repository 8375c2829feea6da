//! The mismatch report: two values, the first difference, or the first obstacle to a fingerprint.
//!
//! [`Report`] puts off everything that a type lists, each part with the step of the path that leads there. To say what
//! a variable corresponds to, it runs once more and watches for the correspondence in question (`trace`). `Equal`
//! answers its questions about structural keys.
//!
//! - `visitor`, `maps`, `unordered`, `names`: what a type lists; `ids`: what lies in arenas;
//! - `reason`, `obstacle`: what is reported;
//! - `predeclared`: what scopes predeclare, and where that is shown;
//! - `hints`: why variables may be free that differ: compares once more, and looks for their other occurrences;
//! - `watched`: where correspondences are made;
//! - `diff`: all differences instead of the first.

#[cfg_attr(not(feature = "diff"), allow(dead_code, reason = "nothing asks for all differences without it"))]
pub(crate) mod diff;
pub(crate) mod hints;
mod ids;
pub(crate) mod maps;
pub(crate) mod names;
pub(crate) mod obstacle;
mod predeclared;
pub(crate) mod reason;
mod unordered;
pub(crate) mod visitor;
mod watched;

use alloc::{boxed::Box, string::String, vec::Vec};
use core::marker::PhantomData;

use crate::{
    describe::{
        containers::Sharing,
        erased_arena::InColumns,
        identity::{Identity, address},
        info::{Kind, TypeInfo},
        keys::KeyReader,
        options::Options,
        region::Region,
        structural::{Field, StructuralEq},
        visitor::Visitor,
    },
    engine::{
        frame::{Frame, Step as TakeStep},
        path::Path,
        place::{Content, Place, Root, Value},
        recursion::Recursion,
        trail::{Mark, Trail},
    },
    ops::{
        equal::EqualBuffers,
        in_context::InContext,
        mismatch::{
            diff::{All, Sketching, edit::EditKind, moves::Likeness},
            hints::{Differing, Scan},
            ids::{Close, EndVariables},
            obstacle::Obstacle,
            reason::{Mismatch, Reason},
            unordered::{LIKENESS, WaitingFields},
            watched::{Made, Watched},
        },
    },
    rules::{
        environments::{Met, Slots},
        pairs::Ordinal,
        relation::in_arenas::Meet,
        relation::{Difference, Meeting, Relation},
        shared_trees::Age,
    },
};

/// A comparison in strict order that knows where it is.
///
/// Unlike [`Equal`](crate::ops::equal::Equal), it puts off whatever a type lists, leaves included, and looks through
/// pointers at once: it is suspended all the time, so that the first difference found is the first in the order of
/// comparison. The rules are the same: those of [`Relation`].
pub(crate) struct Report<'a> {
    options: Options,
    relation: Relation,
    recursion: Recursion<Task<'a>>,
    /// When the comparison of each pair of nodes began that is to be remembered.
    ages: Vec<Age>,
    /// What the nodes around are known by that are to be remembered, or related.
    open_nodes: Vec<[Identity; 2]>,
    /// The records that are to be closed.
    open_records: Vec<Ordinal>,
    trail: Trail<'a>,
    /// The arenas that were met.
    slots: Slots<'a>,
    /// Whether what is visited next is what ids led to.
    is_behind_id: bool,
    /// What these have in other tables.
    columns: [Option<InColumns<'a>>; 2],
    found: Option<Failure>,
    /// What the variables are known by that differ.
    names: [Option<String>; 2],
    /// The variables that differ, or of which it is watched where they are bound.
    differing: Option<Differing>,
    watched: Watched,
    /// A value is not compared, but read: a variable is looked for in it.
    scan: Option<Scan>,
    /// A value is not compared, but read: the elements of its sequences are sketched.
    sketching: Option<Sketching>,
    /// All differences are wanted, and not only the first.
    all: Option<Box<All>>,
    /// A value is compared with itself, to find what is not the same in another process.
    seeks_obstacle: bool,
    /// The options around keys in which an obstacle is sought.
    outer_options: Vec<Options>,
    /// For comparisons of structural keys, each of which is a verdict by itself.
    key_buffers: EqualBuffers,
    /// What tells which elements of unordered parts belong together.
    in_context: InContext,
    /// How many more parts are looked at to find out which of these are alike.
    likeness_left: usize,
    /// Fields among which there is no order, whose steps are on the stack.
    unordered_fields: Vec<Box<dyn WaitingFields<'a> + 'a>>,
    /// Those whose steps were put off, in the order of these.
    put_off_fields: Vec<Box<dyn WaitingFields<'a> + 'a>>,
}

/// What is still to be done, and where.
struct Task<'a> {
    depth: usize,
    mark: Mark,
    what: What<'a>,
}

enum What<'a> {
    Compare(Frame<'a, Report<'a>>),
    Fail(Failure),
    /// Notes this, where all differences are wanted.
    Edit(EditKind),
    /// Notes that an element is on one side alone, and what is known of it.
    Lone(EditKind, Option<Likeness>),
}

/// Why the values differ; correspondences are not yet traced to where they were made.
enum Failure {
    Reason(Reason),
    Difference(Difference),
    /// Nothing differs, but it would in another process.
    Obstacle(Obstacle),
}

impl<'a> Report<'a> {
    /// The first thing in a value that is not the same in another process.
    pub(crate) fn obstacle<T: StructuralEq + ?Sized>(value: &T, options: Options) -> Option<(Path, Obstacle)> {
        let value = &value;
        let mut report = Report { seeks_obstacle: true, ..Report::new(options, Watched::default()) };
        match report.first_failure::<T>(value, value)? {
            Failure::Obstacle(obstacle) => Some((report.trail.paths().0, obstacle)),
            Failure::Reason(_) | Failure::Difference(_) => None,
        }
    }

    /// The first mismatch of two values.
    pub(crate) fn run<T: StructuralEq + ?Sized>(left: &T, right: &T, options: Options) -> Option<Mismatch> {
        let (left, right) = (&left, &right);
        let mut report = Report::new(options, Watched::default());
        let failure = report.first_failure::<T>(left, right)?;
        let (lhs, rhs) = report.trail.paths();
        let ids = report.trail.last_ids();
        let made = match failure {
            Failure::Difference(Difference::BoundElsewhere(one, other)) => {
                trace::<T>(left, right, options, Kind::Var, [one, other])
            }
            Failure::Difference(Difference::Sharing(one, other)) => {
                trace::<T>(left, right, options, Kind::Dag, [one, other])
            }
            _ => [None, None],
        };
        let reason = report.reason(failure, made)?;
        let are_free = match &reason {
            Reason::FreeVariables { .. } => [true, true],
            Reason::BoundElsewhere { lhs, rhs, .. } => [lhs.is_none(), rhs.is_none()],
            _ => [false, false],
        };
        let hints = report.hints::<T>([left, right], are_free, [&lhs, &rhs]);
        Some(Mismatch::new(lhs, rhs, ids, reason, hints))
    }

    /// Why values differ, with where their correspondences were made.
    fn reason(&mut self, failure: Failure, made: [Option<Made>; 2]) -> Option<Reason> {
        Some(match failure {
            Failure::Reason(reason) => reason,
            // `close_cycle` gives the reason of the second.
            Failure::Obstacle(_) | Failure::Difference(Difference::Cycle(_)) => return None,
            Failure::Difference(Difference::Shadowed) => Reason::Shadowed,
            Failure::Difference(Difference::Singletons) => Reason::Singletons { lhs: None, rhs: None },
            Failure::Difference(Difference::Free | Difference::BoundElsewhere(..)) => {
                let [left_name, right_name] = core::mem::take(&mut self.names);
                // That a free variable was met before binds it to nothing.
                match made.map(|made| made.filter(|made| made.binds)) {
                    [None, None] => Reason::FreeVariables { lhs: left_name, rhs: right_name },
                    [lhs, rhs] => {
                        let binders = [lhs.as_ref().map(|made| &made.left), rhs.as_ref().map(|made| &made.right)];
                        let binders = binders.map(Option::<&Path>::cloned);
                        let names = [left_name, right_name];
                        let (lhs, rhs) = (lhs.map(|made| made.right), rhs.map(|made| made.left));
                        Reason::BoundElsewhere { lhs, rhs, binders, names }
                    }
                }
            }
            Failure::Difference(Difference::Sharing(..)) => {
                let [lhs, rhs] = made;
                Reason::Sharing { lhs: lhs.map(|made| made.left), rhs: rhs.map(|made| made.right) }
            }
        })
    }

    fn new(options: Options, watched: Watched) -> Self {
        let mut relation = Relation::default();
        relation.variables().find_cycles_exactly();
        Report {
            options,
            relation,
            recursion: Recursion::new(),
            ages: Vec::new(),
            open_nodes: Vec::new(),
            open_records: Vec::new(),
            trail: Trail::new(),
            slots: Slots::default(),
            is_behind_id: false,
            columns: [None; 2],
            found: None,
            names: [None, None],
            differing: None,
            watched,
            scan: None,
            sketching: None,
            all: None,
            seeks_obstacle: false,
            outer_options: Vec::new(),
            key_buffers: EqualBuffers::default(),
            in_context: InContext::default(),
            likeness_left: LIKENESS,
            unordered_fields: Vec::new(),
            put_off_fields: Vec::new(),
        }
    }

    fn first_failure<T: StructuralEq + ?Sized>(&mut self, left: &'a &T, right: &'a &T) -> Option<Failure> {
        let watches_given = self.differing.is_some();
        loop {
            let at = self.options.root_region();
            let found = self.next_failure(|report| report.visit::<Root<'_, T>>(left, right, at));
            if !self.starts_over() {
                return found;
            }
            self.recursion.cut_back(0);
            self.ages.clear();
            self.open_nodes.clear();
            self.open_records.clear();
            self.in_context = InContext::default();
            self.likeness_left = LIKENESS;
            self.unordered_fields.clear();
            self.put_off_fields.clear();
            self.trail.clear();
            if let Some(options) = self.outer_options.first() {
                self.options = *options;
                self.outer_options.clear();
            }
            self.watched.start_over();
            if let Some(all) = &mut self.all {
                all.start_over();
            }
            // Variables with keys are known by numbers, which are given anew.
            self.differing.take_if(|_| !watches_given);
            if let Some(differing) = &mut self.differing {
                differing.start_over();
            }
        }
    }

    fn next_failure(&mut self, begin: impl FnOnce(&mut Self) -> bool) -> Option<Failure> {
        self.recursion.suspend();
        let mut goes_on = begin(self);
        while goes_on && self.found.is_none() {
            self.recursion.resume();
            self.unordered_fields.extend(self.put_off_fields.drain(..).rev());
            let task = self.recursion.next()?;
            self.recursion.suspend();
            self.trail.lead(task.depth, task.mark);
            goes_on = match task.what {
                What::Compare(frame) => frame.run(self),
                What::Fail(failure) => self.fail(failure),
                What::Edit(kind) => self.note_edit(kind),
                What::Lone(kind, likeness) => self.note_lone(kind, likeness),
            };
        }
        self.found.take()
    }

    /// `false` if the comparison ends here.
    fn fail(&mut self, failure: Failure) -> bool {
        if self.all.is_some() {
            return self.note_difference(failure);
        }
        self.found = Some(failure);
        false
    }

    /// Notes an obstacle, if that is what is sought; `false` if so.
    fn obstructs(&mut self, obstacle: Obstacle) -> bool {
        if self.seeks_obstacle {
            self.found.get_or_insert(Failure::Obstacle(obstacle));
        }
        !self.seeks_obstacle
    }

    /// Whether a node may be known by this.
    fn known_everywhere(&self, node: Identity) -> bool {
        !self.seeks_obstacle || !self.relation.keys.hash(node).is_process_local
    }

    /// What is wrong with a free variable, or a singleton, that is known by this.
    fn obstacle_of(node: Identity, by_address: Obstacle) -> Obstacle {
        if node.as_address().is_some() { by_address } else { Obstacle::ProcessLocal }
    }

    /// Two nodes differ that are these and are known by these keys.
    fn differ(&mut self, difference: Difference, nodes: [Identity; 2], at: Region, names: [Option<String>; 2]) -> bool {
        self.names = names;
        // Where one is about to be bound, nothing is wrong with how it is.
        if self.all.is_none() && self.differing.is_none() && !at.binds() {
            self.differing = Some(Differing::new(nodes));
        }
        self.fail(Failure::Difference(difference))
    }

    fn types_differ(&mut self, lhs: &'static TypeInfo, rhs: &'static TypeInfo) -> bool {
        self.fail_for(Reason::Types { lhs, rhs })
    }

    fn fail_for(&mut self, reason: Reason) -> bool {
        self.fail(Failure::Reason(reason))
    }

    /// Puts off a comparison of parts of the values at hand.
    fn put_off(&mut self, mark: Mark, frame: Frame<'a, Self>) -> bool {
        self.put_off_task(mark, What::Compare(frame))
    }

    fn put_off_task(&mut self, mark: Mark, what: What<'a>) -> bool {
        self.recursion.put_off(Task { depth: self.trail.length(), mark, what });
        true
    }

    /// Puts off a difference in parts of the values at hand.
    fn put_off_failure(&mut self, mark: Mark, reason: Reason) -> bool {
        self.put_off_task(mark, What::Fail(Failure::Reason(reason)))
    }

    /// Compares two nodes: what their kind asks for, then their fields.
    fn visit<P: Place<Holder: 'a, Node: 'a>>(&mut self, left: &'a P::Holder, right: &'a P::Holder, at: Region) -> bool {
        let (l, r) = (P::node(left), P::node(right));
        self.content_of(P::Node::INFO);
        if self.sketching.is_some() {
            let sharing = if P::IS_OWNED { Sharing::Unique } else { P::sharing(left) };
            return self.sketch_node(l, sharing, at);
        }
        if self.scan.is_some() {
            return self.scan_node(l, P::sharing(left), at);
        }
        if let (Some(one), Some(other)) = (P::Node::concrete_type(l), P::Node::concrete_type(r)) {
            if one.id != other.id {
                return self.types_differ(one.info, other.info);
            }
            self.content_of(one.info);
            if self.seeks_obstacle && one.info.is_named_by_compiler() {
                return self.obstructs(Obstacle::TypeName);
            }
        }
        let kind = P::Node::kind(l);
        if kind != P::Node::kind(r) {
            return self.variants_differ(P::Node::variant(l), P::Node::variant(r));
        }
        let is_unique = |holder| P::sharing(holder) == Sharing::Unique;
        let once = is_unique(left) && is_unique(right);
        let (one, other) = (self.relation.keys.identify(l), self.relation.keys.identify(r));
        let addresses = [address(l), address(r)];
        let free = self.relation.inside_free_in_part(kind, [one, other], addresses, self.options, at);
        let (kind, one, other, at) = match free {
            Some(inside) => (Kind::Tree, Identity::address(l), Identity::address(r), inside),
            None => (kind, one, other, at),
        };
        let is_behind_id = core::mem::take(&mut self.is_behind_id);
        let columns = core::mem::take(&mut self.columns);
        let has_arenas = self.relation.has_arenas();
        let kind = match kind {
            // An obstacle may be in it.
            Kind::ConstTree if self.seeks_obstacle => Kind::Tree,
            kind if self.seeks_obstacle => kind,
            kind if columns.iter().any(Option::is_some) => InColumns::kind(kind),
            kind => self.relation.kind(kind, l, one == other),
        };
        let is_closed = !has_arenas || columns.iter().all(Option::is_none) && self.relation.is_closed_type(l);
        let nodes = InColumns::known_by(columns, [one, other]);
        let [one, other] = self.relation.identities_in_arenas(kind, nodes, is_behind_id, is_closed);
        if kind == Kind::Dag {
            self.relation.note_dags([one, other], InColumns::addresses(columns, addresses));
        }
        if self.are_known_to_differ(kind, [one, other]) {
            self.note_repetition();
            return true;
        }
        let meeting = match has_arenas {
            true => {
                let places = InColumns::known_by(columns, [l, r].map(Identity::address));
                let places = self.relation.behind_ids(places);
                let nodes = [one, other];
                self.relation.meet_in_arenas(Meet { kind, nodes, places, is_behind_id, at, once, is_closed })
            }
            false => self.relation.meet(kind, one, other, at, once),
        };
        match meeting {
            Meeting::Equal if kind == Kind::Singleton && !self.known_everywhere(one) => {
                self.obstructs(Self::obstacle_of(one, Obstacle::Singleton))
            }
            Meeting::Equal => true,
            Meeting::Different(Difference::Singletons) => {
                let key = |node| KeyReader::text_of_node(node);
                self.fail_for(Reason::Singletons { lhs: key(l), rhs: key(r) })
            }
            Meeting::Different(Difference::Cycle(sides)) => self.close_cycle([l, r], sides),
            Meeting::Different(difference) => {
                self.differ(difference, [one, other], at, [l, r].map(KeyReader::text_of_node))
            }
            Meeting::Compare(region) => self.fields(l, r, region, columns),
            Meeting::CompareAndRemember(region) => {
                self.begin_trees();
                self.ages.push(self.relation.age());
                self.open_nodes.push([one, other]);
                self.fields(l, r, region, columns)
                    && self.put_off(Mark::Transparent, Frame::new::<Remember<P>>(left, right, at))
            }
            Meeting::CompareAndRelate(region) => {
                self.open_nodes.push([one, other]);
                self.fields(l, r, region, columns)
                    && self.put_off(Mark::Transparent, Frame::new::<Relate<P>>(left, right, at))
            }
            Meeting::CompareAndClose(region, record) => {
                self.open_records.push(record);
                self.open_nodes.push([one, other]);
                self.watch(Kind::Dag, [one, other], Some(record), at);
                self.fields(l, r, region, columns)
                    && self.put_off(Mark::Transparent, Frame::new::<Close<P>>(left, right, at))
            }
            Meeting::CompareAndEnd(region, made) => {
                if !at.binds() && !self.known_everywhere(one) {
                    return self.obstructs(Self::obstacle_of(one, Obstacle::FreeVariable));
                }
                self.watch(Kind::Var, [one, other], Some(made), at);
                self.fields(l, r, region, columns)
                    && self.put_off(Mark::Transparent, Frame::new::<EndVariables<P>>(left, right, at))
            }
            Meeting::StartOver => false,
        }
    }

    /// Compares the fields of two nodes.
    fn fields<T: StructuralEq + ?Sized>(
        &mut self,
        left: &'a T,
        right: &'a T,
        at: Region,
        columns: [Option<InColumns<'a>>; 2],
    ) -> bool {
        if T::is_scope(left) {
            if !self.relation.enter_scope() {
                return false;
            }
            if T::predeclares(left) {
                self.predeclare(left, right, at);
            }
            return self.content(left, right, at.past_boundary(), columns)
                && self.put_off(Mark::Transparent, Frame::new::<LeaveScope>(&(), &(), Region::NONE));
        }
        self.content(left, right, at, columns)
    }

    /// Compares what two nodes list, and what they have in other tables.
    fn content<T: StructuralEq + ?Sized>(
        &mut self,
        left: &'a T,
        right: &'a T,
        at: Region,
        columns: [Option<InColumns<'a>>; 2],
    ) -> bool {
        let met = if const { T::HAS_ARENAS } { Met::of([left, right]) } else { None };
        if let Some(met) = &met {
            self.relation.variables().enter_arenas(met, &mut self.slots);
        }
        T::content(left, right, at, self)
            && (columns.iter().all(Option::is_none) || self.fields_in_columns(columns, at))
            && (met.is_none() || self.put_off_leaving())
    }

    /// Notes where a watched correspondence was made, if it is the one that just was. Of several with one ordinal,
    /// which followed each other, the last one is meant.
    fn watch(&mut self, kind: Kind, nodes: [Identity; 2], made: Option<Ordinal>, at: Region) {
        // What is predeclared was bound when its scope was entered.
        if at.is_predeclared() && at.is_binding_occurrence() {
            return;
        }
        if made.is_some() && kind == Kind::Var && at.binds() {
            self.note_bound(nodes);
        }
        if let Some(made) = made.filter(|made| self.watched.wants(kind, *made)) {
            let (left, right) = self.trail.paths();
            self.watched.note(kind, made, Made { left, right, binds: at.binds() });
        }
    }
}

/// Where correspondences were made: compares once more, and notes it.
fn trace<T: StructuralEq + ?Sized>(
    left: &&T,
    right: &&T,
    options: Options,
    kind: Kind,
    ordinals: [Option<Ordinal>; 2],
) -> [Option<Made>; 2] {
    let mut watched = Watched::default();
    watched.watch(kind, ordinals);
    let mut report = Report::new(options, watched);
    report.first_failure::<T>(left, right);
    ordinals.map(|ordinal| report.watched.made(kind, ordinal))
}

/// The step on two values held inline.
impl<'a, T: Field + 'a> TakeStep<'a, Report<'a>> for Value<T> {
    type Place = T;

    fn run(report: &mut Report<'a>, left: &'a T, right: &'a T, at: Region) -> bool {
        report.content_of(T::INFO);
        T::held(left, right, at, report)
    }
}

/// The step on the content of two nodes whose type was not known.
impl<'a, T: StructuralEq + 'a> TakeStep<'a, Report<'a>> for Content<T> {
    type Place = T;

    fn run(report: &mut Report<'a>, left: &'a T, right: &'a T, at: Region) -> bool {
        report.content_of(T::INFO);
        report.content(left, right, at, [None; 2])
    }
}

/// The step after the fields of a scope.
struct LeaveScope;

impl<'a> TakeStep<'a, Report<'a>> for LeaveScope {
    type Place = ();

    fn run(report: &mut Report<'a>, (): &'a (), (): &'a (), _: Region) -> bool {
        report.relation.leave_scope();
        true
    }
}

/// The step on two shared `tree` nodes whose fields are equal.
struct Remember<P>(PhantomData<P>);

impl<'a, P: Place<Holder: 'a, Node: 'a>> TakeStep<'a, Report<'a>> for Remember<P> {
    type Place = P::Holder;

    fn run(report: &mut Report<'a>, _: &'a P::Holder, _: &'a P::Holder, at: Region) -> bool {
        let nodes = report.end_nodes::<P>();
        if let Some(([left, right], age)) = nodes.zip(report.ages.pop()) {
            let are_equal = report.end_trees([left, right]);
            report.relation.remember(left, right, at, age, are_equal);
        }
        true
    }
}

/// The step on two variables or dag nodes whose fields are equal.
struct Relate<P>(PhantomData<P>);

impl<'a, P: Place<Holder: 'a, Node: 'a>> TakeStep<'a, Report<'a>> for Relate<P> {
    type Place = P::Holder;

    fn run(report: &mut Report<'a>, left: &'a P::Holder, right: &'a P::Holder, at: Region) -> bool {
        let (l, r) = (P::node(left), P::node(right));
        let kind = P::Node::kind(l);
        let Some([one, other]) = report.end_nodes::<P>() else { return true };
        match report.relation.relate(kind, one, other, at) {
            Ok(Some(_)) if kind == Kind::Var && !at.binds() && !report.known_everywhere(one) => {
                report.obstructs(Report::obstacle_of(one, Obstacle::FreeVariable))
            }
            Ok(made) => {
                report.watch(kind, [one, other], made, at);
                true
            }
            Err(difference) => report.differ(difference, [one, other], at, [l, r].map(KeyReader::text_of_node)),
        }
    }
}
