//! The diff: all differences of two values.
//!
//! A diff is a [`Report`] that continues after a difference: it notes each difference, and treats the differing nodes
//! as corresponding. Elements of sequences are aligned before they are compared.
//!
//! - `profile`: hashes of elements, for their alignment;
//! - `alignment`: the partners of elements.
//!
//! An element that is removed from one sequence and inserted into another was moved. Such elements are found by hashes
//! in which variables bound outside the element count by the order of first occurrence. In three cases, an element does
//! not count as moved: if several elements are alike; if the element is small, since an equal small element is easily
//! inserted elsewhere; or if the limit on hashed parts is exceeded.
//!
//! Equal shared trees are memoized as in a report. Shared trees that differ are memoized in pairs, since differences
//! are not transitive. Their differences are reported only where a pair is first compared.

mod alignment;
mod profile;

pub(super) use profile::Sketch;

use alloc::{boxed::Box, vec::Vec};
use core::any::TypeId;

use crate::{
    describe::{identity::Identity, info::Kind, options::Options, region::Region, structural::StructuralEq},
    engine::{frame::Frame, path::Step, place::Root, trail::Mark},
    reflect::{
        containers::Items,
        lister::Lister,
        node::Pair,
        report::{
            Deferred, Report,
            diff::{
                alignment::{Aligned, align, once_on_each_side},
                profile::{Profile, Profiles},
            },
            reason::{Diff, Edit, EditKind},
        },
    },
    tables::index::Table,
};

/// The state of a diff: the edits, and the profiles of both values.
#[derive(Default)]
pub(super) struct All {
    pub(super) profiles: [Profiles; 2],
    edits: Vec<Edit>,
    /// The elements on one side only that may have been moved, by the indices of their edits.
    lone: Vec<(usize, Likeness)>,
    /// The number of parts of lone elements that were hashed. Without a limit, nested elements would take quadratic
    /// time.
    hashed: usize,
    /// The number of repeated comparisons of shared trees that differ.
    repetitions: usize,
    /// The memory for the edits, in steps of paths.
    steps: usize,
    /// The shared trees that differ, each with its partner.
    differing: Table<[Identity; 2], ()>,
}

impl All {
    /// The limit on the memory for the edits, in steps of paths. The edit that exceeds the limit is kept. Two paths
    /// through a million nodes are within the limit.
    const STEPS: usize = 1 << 22;

    /// The limit on the number of parts that are hashed to find moved elements.
    const HASHED: usize = 1 << 22;

    /// The memory for an edit without its paths, in steps of paths.
    const STEPS_OF_EDIT: usize = 16;

    pub(super) fn new(profiles: [Profiles; 2]) -> All {
        All { profiles, ..All::default() }
    }

    fn is_complete(&self) -> bool {
        self.steps <= All::STEPS
    }
}

impl<'a> Report<'a> {
    /// All differences of two values that are not equal.
    pub(crate) fn diff<T: StructuralEq + ?Sized>(left: &T, right: &T, options: Options) -> Diff {
        Report::all_differences(Pair::new::<Root<'_, T>>(&left, &right), options)
    }

    fn all_differences(root: Pair<'a>, options: Options) -> Diff {
        let profiles = root.sides().map(|root| Profiles::of(root, options));
        let mut report = Report { all: Some(Box::new(All::new(profiles))), ..Report::new(options) };
        report.lister.config.aligned = true;
        report.first_failure(root);
        let Some(mut found) = report.all else { return Diff::new(Vec::new(), false) };
        found.join_moves();
        let is_complete = found.is_complete();
        Diff::new(found.edits, is_complete)
    }

    /// Whether two shared trees are known to differ. If so, their differences were noted before.
    pub(super) fn are_known_to_differ(&mut self, kind: Kind, nodes: [Identity; 2]) -> bool {
        let Some(all) = self.all.as_mut().filter(|_| matches!(kind, Kind::Tree | Kind::ConstTree)) else {
            return false;
        };
        let are_known = all.differing.contains_key(&nodes);
        all.repetitions += usize::from(are_known);
        are_known
    }

    /// The number of differences so far, repetitions included.
    pub(super) fn differences(&self) -> usize {
        self.all.as_ref().map_or(0, |all| all.edits.len() + all.repetitions)
    }

    /// Ends the comparison of two shared trees, given the number of differences before it. Returns whether the trees
    /// are equal.
    pub(super) fn end_trees(&mut self, nodes: [Identity; 2], before: usize) -> bool {
        let are_equal = self.differences() == before;
        if let Some(all) = self.all.as_mut().filter(|_| !are_equal) {
            all.differing.insert(nodes, ());
        }
        are_equal
    }

    /// Notes an edit: a difference, or an element that is on one side only or was moved. Returns `false` if there are
    /// too many edits.
    pub(super) fn note_edit(&mut self, kind: EditKind, likeness: Option<Likeness>) -> bool {
        let edit = Edit::new(self.places(), kind);
        let Some(all) = &mut self.all else { return false };
        let number = all.edits.len();
        all.lone.extend(likeness.map(|likeness| (number, likeness)));
        all.steps += All::STEPS_OF_EDIT + edit.lhs().steps().len() + edit.rhs().steps().len();
        all.edits.push(edit);
        all.is_complete()
    }

    /// Aligns the elements of two sequences, and compares partners.
    pub(super) fn compare_aligned(&mut self, items: &dyn Items<'a>, at: Region) {
        let Some(all) = &self.all else { return };
        let profiles = [0, 1].map(|side| -> Vec<Profile> {
            (0..items.length(side)).map(|index| all.profiles[side].get(items.place(side, index))).collect()
        });
        let aligned = align(&profiles[0], &profiles[1]);
        self.list_in_order(|report| {
            for aligned in aligned {
                let (side, index, [lhs, rhs]) = match aligned {
                    Aligned::Both(l, r) | Aligned::Moved(l, r) => {
                        let mark = match l == r {
                            true => Mark::index(l),
                            false => report.lister.trail.name(Step::Index(l), Step::Index(r)),
                        };
                        if matches!(aligned, Aligned::Moved(..)) {
                            report.defer_at(mark, Deferred::Edit(Box::new((EditKind::Moved, None))));
                        }
                        report.lister.push_more(mark, items.pair(l, r, at));
                        continue;
                    }
                    Aligned::Removed(l, r) => (0, l, [Step::Index(l), Step::MissingIndex(r)]),
                    Aligned::Inserted(l, r) => (1, r, [Step::MissingIndex(l), Step::Index(r)]),
                };
                let profile = &profiles[side][index];
                let size = profile.size;
                let kind = if side == 0 { EditKind::Removed { size } } else { EditKind::Inserted { size } };
                let element = items.one(side, index, Region::NONE);
                let likeness = report.likeness(items.ty(), element, profile);
                let mark = report.lister.trail.name(lhs, rhs);
                report.defer_at(mark, Deferred::Edit(Box::new((kind, likeness))));
            }
        });
    }
}

/// A key by which a moved element is found: its type, its labelled profile, and its hash.
pub(crate) type Likeness = (TypeId, u64, u64);

impl<'a> Report<'a> {
    /// The likeness of an element that is on one side only; `None` if the element cannot have been moved, or is too
    /// small. An id cannot be moved, since its meaning depends on its place.
    fn likeness(&mut self, ty: TypeId, element: Frame<'a, Lister<'a>>, profile: &Profile) -> Option<Likeness> {
        let is_known = profile.size >= Profile::WORTH_MOVING && !self.relation.variables.has_arenas();
        let all = self.all.as_mut().filter(|all| is_known && all.hashed.saturating_add(profile.size) <= All::HASHED)?;
        all.hashed += profile.size;
        let hash = Sketch::hash_of(element, self.lister.options)?;
        Some((ty, profile.alike[Profile::LABELLED], hash))
    }
}

impl All {
    /// Replaces a removal and an insertion by a move, if their elements are alike and no other element is like them.
    pub(super) fn join_moves(&mut self) {
        let All { edits, lone, .. } = &*self;
        let alike = once_on_each_side([false, true].map(|inserted| {
            let is_on_side = move |number: usize| matches!(edits[number].kind(), EditKind::Inserted { .. }) == inserted;
            lone.iter().filter(move |(number, _)| is_on_side(*number)).map(|(number, likeness)| (*likeness, *number))
        }));
        let mut edits: Vec<Option<Edit>> = core::mem::take(&mut self.edits).into_iter().map(Some).collect();
        for [removed, inserted] in alike.into_values() {
            let both = edits[removed].take().zip(edits[inserted].take());
            // The move takes the place of the later edit.
            edits[removed.max(inserted)] = both.map(|(removed, inserted)| Edit::moved(removed, inserted));
        }
        self.edits = edits.into_iter().flatten().collect();
    }
}
