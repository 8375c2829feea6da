//! `Script`: the places at which the edits of a diff are, as a tree that both values are followed along.

use alloc::{boxed::Box, vec::Vec};

use crate::{
    engine::path::Step,
    ops::mismatch::{
        diff::edit::{Edit, EditKind},
        reason::Reason,
    },
    tables::index::Table,
};

/// A place in both values, by its number.
pub(crate) type PlaceNumber = usize;

/// The places on the ways to all edits.
#[derive(Default)]
pub(crate) struct Script {
    places: Vec<Place>,
    /// The places one step further, on each side.
    next: [Table<(PlaceNumber, Step), PlaceNumber>; 2],
}

/// A place on the way to an edit, or where it is.
#[derive(Default)]
struct Place {
    around: Option<PlaceNumber>,
    /// The step on the left that leads here.
    left: Option<Step>,
    /// Whether the right value is taken from here as a whole.
    is_taken: bool,
    rows: Option<Box<Rows>>,
    entries: Option<Box<Entries>>,
}

/// How the elements of a sequence change.
#[derive(Default)]
struct Rows {
    removed: Table<usize, ()>,
    inserted: Table<usize, PlaceNumber>,
    moved: Vec<(usize, usize)>,
    /// For each element on the right, the one on the left that stands there, if one does. Known after that was met.
    partners: Vec<Option<usize>>,
    /// The elements that have partners, in the order in which they were compared.
    compared: Vec<(usize, usize)>,
}

/// How the entries of a map change.
#[derive(Default)]
pub(super) struct Entries {
    pub(super) removed: Vec<Step>,
    /// With their places.
    pub(super) inserted: Vec<(Step, PlaceNumber)>,
}

impl Script {
    pub(crate) const ROOT: PlaceNumber = 0;

    /// The places of edits, and those of each, or nothing for one that says nothing that can be done.
    pub(crate) fn new<'e>(edits: impl Iterator<Item = &'e Edit>) -> (Script, Vec<Option<[PlaceNumber; 2]>>) {
        let mut script = Script { places: Vec::from([Place::default()]), ..Script::default() };
        let places = edits.map(|edit| match edit.parts() {
            Some([removed, inserted]) => Some([script.add(removed)?, script.add(inserted)?]),
            None => script.add(edit).map(|place| [place; 2]),
        });
        let places = places.collect();
        (script, places)
    }

    fn add(&mut self, edit: &Edit) -> Option<PlaceNumber> {
        let [lhs, rhs] = [edit.lhs().steps(), edit.rhs().steps()];
        if edit.ids().is_some() || lhs.len() != rhs.len() {
            return None;
        }
        let mut place = Script::ROOT;
        let Some(((left, right), before)) = lhs.last().zip(rhs.last()).zip(lhs.len().checked_sub(1)) else {
            return self.take(place, edit);
        };
        for (left, right) in lhs[..before].iter().zip(rhs) {
            place = self.further(place, Some(left), Some(right));
        }
        match (edit.kind(), left, right) {
            (EditKind::Removed { .. }, Step::Index(left), _) => _ = self.rows(place).removed.insert(*left, ()),
            (EditKind::Inserted { .. }, _, Step::Index(index)) => self.insert(place, *index),
            (EditKind::Moved, Step::Index(left), Step::Index(right)) => self.rows(place).moved.push((*left, *right)),
            (EditKind::Replaced(Reason::Lengths { lhs, rhs }), Step::Index(_) | Step::MissingIndex(_), _) => {
                (*rhs..*lhs).for_each(|index| _ = self.rows(place).removed.insert(index, ()));
                (*lhs..*rhs).for_each(|index| self.insert(place, index));
            }
            (EditKind::Replaced(_), Step::Key(_), Step::MissingKey(_)) => {
                self.entries(place).removed.push(left.clone());
            }
            (EditKind::Replaced(_), Step::MissingKey(_), Step::Key(_)) => {
                let entry = self.further(place, None, Some(right));
                self.entries(place).inserted.push((right.clone(), entry));
            }
            (EditKind::Replaced(Reason::Keys), ..) => return None,
            (_, Step::MissingIndex(_) | Step::MissingKey(_), _)
            | (_, _, Step::MissingIndex(_) | Step::MissingKey(_)) => {
                return None;
            }
            _ => {
                place = self.further(place, Some(left), Some(right));
                return self.take(place, edit);
            }
        }
        Some(place)
    }

    /// Has the value at a place taken from the right, if an edit replaces it.
    fn take(&mut self, place: PlaceNumber, edit: &Edit) -> Option<PlaceNumber> {
        let is_replaced = matches!(edit.kind(), EditKind::Replaced(_));
        self.places[place].is_taken |= is_replaced;
        is_replaced.then_some(place)
    }

    /// Notes that the value at a place is taken from the right, with what edits say of it.
    pub(super) fn take_all(&mut self, place: Option<PlaceNumber>) {
        if let Some(place) = place {
            self.places[place].is_taken = true;
        }
    }

    fn insert(&mut self, place: PlaceNumber, index: usize) {
        let element = self.further(place, None, Some(&Step::Index(index)));
        self.places[element].is_taken = true;
        self.rows(place).inserted.insert(index, element);
    }

    /// The place one step further, on the sides that have one.
    fn further(&mut self, place: PlaceNumber, left: Option<&Step>, right: Option<&Step>) -> PlaceNumber {
        let known =
            [left, right].into_iter().zip(&self.next).find_map(|(step, next)| next.get(&(place, step?.clone())));
        if let Some(known) = known {
            return *known;
        }
        let number = self.places.len();
        self.places.push(Place { around: Some(place), left: left.cloned(), ..Place::default() });
        for (step, next) in [left, right].into_iter().zip(&mut self.next) {
            if let Some(step) = step {
                next.insert((place, step.clone()), number);
            }
        }
        number
    }

    fn rows(&mut self, place: PlaceNumber) -> &mut Rows {
        self.places[place].rows.get_or_insert_default()
    }

    fn entries(&mut self, place: PlaceNumber) -> &mut Entries {
        self.places[place].entries.get_or_insert_default()
    }

    /// The place one step further on a side.
    pub(super) fn next(&self, side: usize, place: PlaceNumber, step: &Step) -> Option<PlaceNumber> {
        self.next[side].get(&(place, step.clone())).copied()
    }

    /// Whether the right value is taken from a place as a whole.
    pub(super) fn is_taken(&self, place: PlaceNumber) -> bool {
        self.places[place].is_taken
    }

    /// Whether a place is in one that is taken as a whole.
    pub(super) fn is_in_taken(&self, place: PlaceNumber) -> bool {
        let mut around = core::iter::successors(self.places[place].around, |place| self.places[*place].around);
        around.any(|place| self.places[place].is_taken)
    }

    /// The step on the left at which an element or entry stands that a step on the right leads to.
    pub(super) fn on_the_left(&self, place: PlaceNumber, further: Option<PlaceNumber>, step: Step) -> Step {
        if let Some(left) = further.and_then(|further| self.places[further].left.clone()) {
            return left;
        }
        match (&self.places[place].rows, &step) {
            (Some(rows), Step::Index(index)) => rows.partners.get(*index).copied().flatten().map_or(step, Step::Index),
            _ => step,
        }
    }

    /// Notes how many elements the right sequence at a place has, and gives the order in which they are visited.
    pub(super) fn arrange(&mut self, place: PlaceNumber, length: usize) -> Option<Vec<usize>> {
        let rows = self.places[place].rows.as_deref_mut()?;
        rows.arrange(length);
        let compared = rows.compared.iter().map(|(_, right)| *right);
        let mut inserted: Vec<usize> = rows.inserted.keys().copied().collect();
        inserted.sort_unstable();
        Some(compared.chain(inserted).collect())
    }

    /// The order in which the elements of the left sequence at a place are visited.
    pub(super) fn order(&self, place: PlaceNumber) -> Option<Vec<usize>> {
        let rows = self.places[place].rows.as_deref()?;
        Some(rows.compared.iter().map(|(left, _)| *left).collect())
    }

    /// What the elements at a place are in the end: each from the left, by its index there, or from a place on the right.
    pub(super) fn elements(&self, place: PlaceNumber) -> Option<impl Iterator<Item = Result<usize, PlaceNumber>>> {
        let rows = self.places[place].rows.as_deref()?;
        let elements = rows.partners.iter().enumerate();
        Some(elements.filter_map(|(index, partner)| match (partner, rows.inserted.get(&index)) {
            (_, Some(place)) => Some(Err(*place)),
            (Some(left), None) => Some(Ok(*left)),
            (None, None) => None,
        }))
    }

    /// How the entries of a map at a place change.
    pub(super) fn entries_at(&self, place: PlaceNumber) -> Option<&Entries> {
        self.places[place].entries.as_deref()
    }
}

impl Rows {
    /// Finds the partners of so many elements on the right. Those that were not moved follow each other on both sides.
    fn arrange(&mut self, length: usize) {
        let from: Table<usize, ()> = self.moved.iter().map(|(left, _)| (*left, ())).collect();
        let to: Table<usize, ()> = self.moved.iter().map(|(_, right)| (*right, ())).collect();
        let stays = |index: &usize| !(self.removed.contains_key(index) || from.contains_key(index));
        let has_partner = |index: &usize| !(self.inserted.contains_key(index) || to.contains_key(index));
        let kept: Vec<(usize, usize)> = (0..).filter(stays).zip((0..length).filter(has_partner)).collect();
        let mut partners = Vec::new();
        partners.resize(length, None);
        for (left, right) in kept.iter().chain(&self.moved) {
            if let Some(partner) = partners.get_mut(*right) {
                *partner = Some(*left);
            }
        }
        // A moved element is compared in the later of the gaps between others in which it stands.
        let mut moved: Vec<(usize, (usize, usize))> = Vec::new();
        for (left, right) in &self.moved {
            let gaps = [kept.partition_point(|kept| kept.0 < *left), kept.partition_point(|kept| kept.1 < *right)];
            moved.push((gaps[0].max(gaps[1]), (*left, *right)));
        }
        moved.sort_by_key(|(gap, (left, right))| (*gap, left + right));
        let mut moved = moved.into_iter().peekable();
        self.compared.clear();
        for (gap, kept) in kept.into_iter().enumerate() {
            while let Some((_, pair)) = moved.next_if(|(of, _)| *of <= gap) {
                self.compared.push(pair);
            }
            self.compared.push(kept);
        }
        self.compared.extend(moved.map(|(_, pair)| pair));
        self.partners = partners;
    }
}
