//! The diff: all differences of two values.
//!
//! A [`Report`] that does not stop at the first difference: it notes each, treats differing nodes as corresponding, and
//! goes on. Elements of sequences are aligned before they are compared.
//!
//! - `edit`: what is reported;
//! - `moves`: elements that stand in another sequence;
//! - `sketch`: what is known of elements before they are compared; `alignment`: which belong together.
//!
//! A second pass records where each correspondence was made that an edit tells of. Ordinals are used again when a scope
//! has ended, so the place is looked up at each difference.
//!
//! Shared trees that are found equal are remembered as in a report. Two that differ are not: that a equals b and b equals
//! c says that a equals c, and nothing like that holds of differences. They are reported once, where they meet first.

mod alignment;
pub(crate) mod edit;
pub(super) mod moves;
mod sketch;

pub(super) use sketch::{Portrait, Sketching};

use alloc::{boxed::Box, vec::Vec};

use crate::{
    describe::{
        containers::Sequence, identity::Identity, info::Kind, options::Options, region::Region,
        structural::StructuralEq,
    },
    engine::{frame::Frame, path::Step, place::Value, trail::Mark},
    ops::mismatch::{
        Failure, Report, What,
        diff::{
            alignment::{Aligned, align},
            edit::{Diff, Edit, EditKind},
            moves::Likeness,
            sketch::{Sketch, Sketches},
        },
        watched::Watched,
    },
    rules::{pairs::Ordinal, relation::Difference},
    tables::index::Table,
};

/// The differences that were met, and what is known of both values.
pub(in crate::ops::mismatch) struct All {
    sketches: [Sketches; 2],
    pub(super) edits: Vec<Edit>,
    /// The elements on one side alone, by the numbers of their edits.
    lone: Vec<(usize, Likeness)>,
    /// How many more parts may be hashed of such elements: those in each other would take quadratic time.
    hashed_left: usize,
    /// How often shared trees met again that differ.
    repetitions: usize,
    /// How many more steps the paths of edits may have.
    steps_left: usize,
    is_complete: bool,
    /// The correspondences and pairs of dag nodes whose places a second pass looks up.
    asked: Vec<(Kind, [Option<Ordinal>; 2])>,
    /// The shared trees that differ, each with its partner.
    differing: Table<[Identity; 2], ()>,
    /// How many edits there were when the comparison of each pair of shared trees around began.
    before: Vec<usize>,
    /// How many more declarations are looked for in scopes that predeclare: each time, a scope is read.
    searches_left: usize,
}

impl All {
    /// The limit on the steps of all edits' paths, and on what edits take besides, in steps. The edit that exceeds it is
    /// kept. Two paths through a million nodes are within it.
    const STEPS: usize = 1 << 22;

    /// How many parts of elements on one side alone are hashed, to find out which were moved.
    const HASHED: usize = 1 << 22;

    /// What an edit takes besides the steps of its paths.
    const STEPS_OF_EDIT: usize = 16;

    /// How many declarations are shown where they are. Others are shown as their scopes.
    const SEARCHES: usize = 100;

    fn new(sketches: [Sketches; 2]) -> All {
        All {
            sketches,
            edits: Vec::new(),
            lone: Vec::new(),
            hashed_left: All::HASHED,
            repetitions: 0,
            steps_left: All::STEPS,
            is_complete: true,
            asked: Vec::new(),
            differing: Table::default(),
            before: Vec::new(),
            searches_left: All::SEARCHES,
        }
    }

    /// Notes an edit; `false` if there are too many.
    fn note(&mut self, edit: Edit) -> bool {
        self.count_steps(&edit);
        self.edits.push(edit);
        self.is_complete
    }

    /// How many differences were told, again or for the first time.
    fn told(&self) -> usize {
        self.edits.len() + self.repetitions
    }

    fn count_steps(&mut self, edit: &Edit) {
        let steps = All::STEPS_OF_EDIT + edit.lhs().steps().len() + edit.rhs().steps().len();
        self.is_complete = steps <= self.steps_left;
        self.steps_left = self.steps_left.saturating_sub(steps);
    }

    pub(super) fn start_over(&mut self) {
        self.edits.clear();
        self.lone.clear();
        self.hashed_left = All::HASHED;
        self.asked.clear();
        self.differing.clear();
        self.before.clear();
        self.repetitions = 0;
        (self.steps_left, self.is_complete, self.searches_left) = (All::STEPS, true, All::SEARCHES);
    }
}

impl<'a> Report<'a> {
    /// All differences of two values that are not equal.
    pub(crate) fn diff<T: StructuralEq + ?Sized>(left: &T, right: &T, options: Options) -> Diff {
        let mut all = All::new([Sketches::of(left, options), Sketches::of(right, options)]);
        let (left, right) = (&left, &right);
        let mut watched = Watched::default();
        loop {
            let mut report = Report::new(options, watched);
            report.all = Some(Box::new(all));
            report.first_failure::<T>(left, right);
            let Some(mut found) = report.all else { return Diff::new(Vec::new(), false) };
            if found.asked.is_empty() {
                found.join_moves();
                return Diff::new(found.edits, found.is_complete);
            }
            watched = Watched::default();
            found.asked.iter().for_each(|(kind, ordinals)| watched.watch(*kind, *ordinals));
            all = All::new(found.sketches);
        }
    }

    /// Whether two shared trees are known to differ. Nothing is told of them again.
    pub(super) fn are_known_to_differ(&self, kind: Kind, nodes: [Identity; 2]) -> bool {
        let is_tree = matches!(kind, Kind::Tree | Kind::ConstTree);
        is_tree && self.all.as_ref().is_some_and(|all| all.differing.contains_key(&nodes))
    }

    /// Notes that shared trees meet again that differ.
    pub(super) fn note_repetition(&mut self) {
        if let Some(all) = &mut self.all {
            all.repetitions += 1;
        }
    }

    /// The comparison of two shared trees begins, where all differences are wanted.
    pub(super) fn begin_trees(&mut self) {
        if let Some(all) = &mut self.all {
            all.before.push(all.told());
        }
    }

    /// It ends. Whether they were found equal.
    pub(super) fn end_trees(&mut self, nodes: [Identity; 2]) -> bool {
        let Some(all) = &mut self.all else { return true };
        let are_equal = all.before.pop() == Some(all.told());
        if !are_equal {
            all.differing.insert(nodes, ());
        }
        are_equal
    }

    /// The comparison of two elements ends that have no partner. Whether no difference was told.
    pub(super) fn end_lone(&mut self) -> bool {
        let Some(all) = &mut self.all else { return true };
        all.before.pop() == Some(all.told())
    }

    /// Whether a declaration is to be looked for, and not only its scope shown.
    pub(super) fn may_search(&mut self) -> bool {
        let Some(all) = &mut self.all else { return true };
        let may_search = all.searches_left > 0;
        all.searches_left = all.searches_left.saturating_sub(1);
        may_search
    }

    /// Notes a difference, where all are wanted; `false` if there are too many.
    pub(super) fn note_difference(&mut self, failure: Failure) -> bool {
        let asks = match &failure {
            Failure::Difference(Difference::BoundElsewhere(one, other)) => Some((Kind::Var, [*one, *other])),
            Failure::Difference(Difference::Sharing(one, other)) => Some((Kind::Dag, [*one, *other])),
            _ => None,
        };
        let made = match asks {
            Some((kind, ordinals)) => ordinals.map(|ordinal| self.watched.made(kind, ordinal)),
            None => [None, None],
        };
        let (lhs, rhs) = self.trail.paths();
        let ids = self.trail.last_ids();
        let Some(reason) = self.reason(failure, made) else { return true };
        let is_watched = self.watched.is_watching();
        let Some(all) = &mut self.all else { return false };
        if let Some(asks) = asks.filter(|_| !is_watched) {
            all.asked.push(asks);
        }
        all.note(Edit::new([lhs, rhs], ids, EditKind::Replaced(reason)))
    }

    /// Notes that an element is on one side alone, or elsewhere.
    pub(super) fn note_edit(&mut self, kind: EditKind) -> bool {
        let (lhs, rhs) = self.trail.paths();
        let ids = self.trail.last_ids();
        self.all.as_mut().is_some_and(|all| all.note(Edit::new([lhs, rhs], ids, kind)))
    }

    /// Compares the elements of two sequences that belong together, where all differences are wanted.
    #[inline(never)]
    pub(super) fn compare_aligned<S: Sequence + ?Sized>(&mut self, left: &'a S, right: &'a S, at: Region) -> bool {
        let (left, right): (Vec<_>, Vec<_>) = (left.items().collect(), right.items().collect());
        let Some(all) = &self.all else { return false };
        let sketch = |side: usize, elements: &[&'a S::Item]| -> Vec<Sketch> {
            elements.iter().map(|element| all.sketches[side].get(*element)).collect()
        };
        let sketches = [sketch(0, &left), sketch(1, &right)];
        for aligned in align(&sketches[0], &sketches[1]) {
            match aligned {
                Aligned::Both(l, r) => {
                    let mark = self.between(l, r);
                    self.put_off(mark, Frame::new::<Value<S::Item>>(left[l], right[r], at));
                }
                Aligned::Moved(l, r) => {
                    let mark = self.between(l, r);
                    self.put_off_task(mark, What::Edit(EditKind::Moved));
                    self.put_off(mark, Frame::new::<Value<S::Item>>(left[l], right[r], at));
                }
                Aligned::Removed(l, r) => {
                    let mark = self.trail.name(Step::Index(l), Step::MissingIndex(r));
                    let (size, likeness) = (sketches[0][l].size, self.likeness(left[l], &sketches[0][l]));
                    self.put_off_task(mark, What::Lone(EditKind::Removed { size }, likeness));
                }
                Aligned::Inserted(l, r) => {
                    let mark = self.trail.name(Step::MissingIndex(l), Step::Index(r));
                    let (size, likeness) = (sketches[1][r].size, self.likeness(right[r], &sketches[1][r]));
                    self.put_off_task(mark, What::Lone(EditKind::Inserted { size }, likeness));
                }
            }
        }
        true
    }

    pub(in crate::ops::mismatch) fn between(&mut self, left: usize, right: usize) -> Mark {
        if left == right { Mark::Index(left) } else { self.trail.name(Step::Index(left), Step::Index(right)) }
    }
}
