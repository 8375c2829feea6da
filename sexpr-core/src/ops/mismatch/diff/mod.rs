//! The diff: all differences of two values.
//!
//! A [`Report`] that does not stop at the first difference: it notes each, takes the nodes that differ for related, and
//! goes on. Elements of sequences are aligned before they are compared.
//!
//! - `edit`: what is reported;
//! - `sketch`: what is known of elements before they are compared; `alignment`: which belong together.
//!
//! Which correspondence a variable has is known where it differs, and where that was made is found by comparing once
//! more, as in a report. Since the numbers of correspondences are used again when scopes end, what was made is looked up
//! as each difference is met.

mod alignment;
pub(crate) mod edit;
mod sketch;

pub(super) use sketch::Sketching;

use alloc::{boxed::Box, vec::Vec};

use crate::{
    api::kept,
    describe::{containers::Sequence, info::Kind, options::Options, region::Region, structural::StructuralEq},
    engine::{
        frame::Frame,
        path::{Path, Step},
        place::Value,
        trail::Mark,
    },
    ops::{
        equal::Equal,
        mismatch::{
            Failure, Report, What,
            diff::{
                alignment::{Aligned, align},
                edit::{Change, Diff, Edit},
                sketch::{Sketch, Sketches},
            },
            watched::Watched,
        },
    },
    rules::relation::Difference,
};

/// The differences that were met, and what is known of both values.
pub(in crate::ops::mismatch) struct All {
    sketches: [Sketches; 2],
    pub(super) edits: Vec<Edit>,
    /// How many more steps the paths of edits may have.
    steps_left: usize,
    is_complete: bool,
    /// The correspondences and pairs of dag nodes of which it is asked where they were made.
    asked: Vec<(Kind, [Option<usize>; 2])>,
}

impl All {
    /// So many steps the paths of all edits of a diff have at most, and one edit more: a limit for values that have
    /// nothing in common.
    const STEPS: usize = 1 << 20;

    fn new(sketches: [Sketches; 2]) -> All {
        All { sketches, edits: Vec::new(), steps_left: All::STEPS, is_complete: true, asked: Vec::new() }
    }

    /// Notes an edit; `false` if there are too many.
    fn note(&mut self, edit: Edit) -> bool {
        let steps = 2 + edit.lhs().steps().len() + edit.rhs().steps().len();
        self.is_complete = steps <= self.steps_left;
        self.steps_left = self.steps_left.saturating_sub(steps);
        self.edits.push(edit);
        self.is_complete
    }

    pub(super) fn start_over(&mut self) {
        self.edits.clear();
        self.asked.clear();
        (self.steps_left, self.is_complete) = (All::STEPS, true);
    }
}

impl<'a> Report<'a> {
    /// All differences of two values.
    pub(crate) fn diff<T: StructuralEq + ?Sized>(left: &T, right: &T, options: Options) -> Diff {
        if kept::with(|buffers| Equal::run(left, right, options, buffers)) {
            return Diff::new(Vec::new(), true);
        }
        let mut all = All::new([Sketches::of(left, options), Sketches::of(right, options)]);
        let (left, right) = (&left, &right);
        let mut watched = Watched::default();
        loop {
            let mut report = Report::new(options, watched);
            report.all = Some(Box::new(all));
            report.first_failure::<T>(left, right);
            let Some(found) = report.all else { return Diff::new(Vec::new(), false) };
            if found.asked.is_empty() {
                return Diff::new(found.edits, found.is_complete);
            }
            watched = Watched::default();
            found.asked.iter().for_each(|(kind, ordinals)| watched.watch(*kind, *ordinals));
            all = All::new(found.sketches);
        }
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
        all.note(Edit::new([lhs, rhs], ids, Change::Replaced(reason)))
    }

    /// Notes that an element is on one side alone, or elsewhere.
    pub(super) fn note_edit(&mut self, change: Change) -> bool {
        let (lhs, rhs): (Path, Path) = self.trail.paths();
        let ids = self.trail.last_ids();
        self.all.as_mut().is_some_and(|all| all.note(Edit::new([lhs, rhs], ids, change)))
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
                    self.put_off_task(mark, What::Edit(Change::Moved));
                    self.put_off(mark, Frame::new::<Value<S::Item>>(left[l], right[r], at));
                }
                Aligned::Removed(l, r) => {
                    let mark = self.trail.name(Step::Index(l), Step::MissingIndex(r));
                    self.put_off_task(mark, What::Edit(Change::Removed { size: sketches[0][l].size }));
                }
                Aligned::Inserted(l, r) => {
                    let mark = self.trail.name(Step::MissingIndex(l), Step::Index(r));
                    self.put_off_task(mark, What::Edit(Change::Inserted { size: sketches[1][r].size }));
                }
            }
        }
        true
    }

    fn between(&mut self, left: usize, right: usize) -> Mark {
        if left == right { Mark::Index(left) } else { self.trail.name(Step::Index(left), Step::Index(right)) }
    }
}
