//! Grafting: the edits of a diff are applied to its left value.
//!
//! Both values are visited along the places of the edits (`script`), in three stages:
//!
//! 1. of the right value, what edits take from there is copied;
//! 2. unless nothing elsewhere depends on that, what the right value binds elsewhere is noted, by where it is;
//! 3. the left value is rewritten: parts are replaced, elements arranged, and what it binds is called as on the right.
//!
//! Where binders are called as on the right, uses are called as on the right, too. So nothing is captured that is not
//! captured there. A variable or `dag` node that is known by its address becomes the right one where something that was
//! taken mentions it; else it stays.

use alloc::{boxed::Box, vec::Vec};
use core::any::Any;

use crate::{
    api::functions::structural_equal,
    describe::{identity::Identity, options::Options},
    engine::{
        path::Step,
        trail::{Mark, ShownKey},
    },
    rewrite::{
        change::Change,
        containers::{RewritableMap, RewritablePointer},
        part::Part,
        parts::Parts,
        rewritable::Rewritable,
        rewriting::{
            Purpose, Rewriting, WantedParts,
            copying::deep_copy,
            edits::{Arranged, Arrangement},
            fixing::shared_nodes,
            script::{Entries, PlaceNumber, Script},
        },
    },
    rules::occurrence::Occurrence,
    tables::index::{Table, mix},
};

/// Edits that are being applied.
pub(crate) struct Grafting {
    script: Script,
    stage: Stage,
    /// Where each part of the way leads.
    here: Vec<Here>,
    /// What is taken from the right, by the places of it.
    taken: Table<PlaceNumber, Box<dyn Any>>,
    /// The shared nodes in that.
    shared: Table<Identity, ()>,
    /// Whether variables are in it.
    has_variables: bool,
    /// Whether edits are in variables or `dag` nodes, which change at all their occurrences.
    changes_others: bool,
    /// What the right value binds elsewhere, and its `dag` nodes, by where they are.
    variables: Table<u64, OnTheRight>,
    dags: Table<u64, OnTheRight>,
    /// Where edits were applied.
    applied: Table<PlaceNumber, ()>,
}

/// What is done in a visit.
#[derive(Clone, Copy, PartialEq, Eq)]
enum Stage {
    Taking,
    Noting,
    Applying,
}

impl Stage {
    fn side(self) -> usize {
        usize::from(self != Stage::Applying)
    }
}

/// Where a part is.
#[derive(Clone, Copy)]
struct Here {
    /// The place, if edits are there or below.
    place: Option<PlaceNumber>,
    /// A word for the way on the left, which is another one for another way.
    way: u64,
}

/// What is at a place on the right: what it is known by, and a copy of it.
struct OnTheRight {
    known_by: Identity,
    copy: Box<dyn Any>,
}

/// Applies edits to a value. What it becomes, and whether each edit was applied, by its place.
pub(crate) fn graft<T: Rewritable>(
    left: &T,
    right: &T,
    options: Options,
    (script, places): (Script, Vec<Option<[PlaceNumber; 2]>>),
) -> (T, Vec<bool>) {
    let mut grafting = Box::new(Grafting {
        script,
        stage: Stage::Taking,
        here: Vec::from([Here { place: Some(Script::ROOT), way: 0 }]),
        taken: Table::default(),
        shared: Table::default(),
        has_variables: false,
        changes_others: false,
        variables: Table::default(),
        dags: Table::default(),
        applied: Table::default(),
    });
    grafting = visit(right, options, grafting).end_grafting();
    if grafting.concerns_others() {
        grafting.stage = Stage::Noting;
        grafting = visit(right, options, grafting).end_grafting();
    }
    grafting.stage = Stage::Applying;
    let mut rewriting = visit(left, options, grafting);
    let value = rewriting.edits.rebuild(0, |edits| edits.part(left));
    let Grafting { script, applied, .. } = *rewriting.end_grafting();
    let is_applied = |place: PlaceNumber| applied.contains_key(&place) || script.is_in_taken(place);
    (value, places.into_iter().map(|places| places.is_some_and(|places| places.into_iter().all(is_applied))).collect())
}

/// Visits a value in a stage.
fn visit<T: Rewritable>(value: &T, options: Options, grafting: Box<Grafting>) -> Rewriting<'static> {
    let wanted = WantedParts { options, leaves: true, may_be_names: true, bindings: false, paths: true };
    let mut rewriting = Rewriting {
        wanted,
        is_detoured: true,
        follows_variables: true,
        asks_for_variables: true,
        grafting: Some(grafting),
        ..Rewriting::new(Purpose::Replacing)
    };
    rewriting.run_from_root(Part::Read(value));
    rewriting
}

impl<'a> Parts<'a, '_, '_> {
    /// Does to a part what edits say, where they are applied; `None` if that is all that is done to it.
    #[inline(always)]
    pub(super) fn grafted<T: Rewritable>(&mut self, part: Part<'a, T>, are_names: bool) -> Option<Part<'a, T>> {
        match self.rewriting.grafting {
            None => Some(part),
            Some(_) => self.graft(part, are_names),
        }
    }

    #[inline(never)]
    fn graft<T: Rewritable>(&mut self, part: Part<'a, T>, are_names: bool) -> Option<Part<'a, T>> {
        let here = self.rewriting.here();
        let is_declaring = self.rewriting.state.around.is_declaring;
        let is_in_variable = !self.rewriting.state.pending.is_empty();
        let grafting = self.rewriting.grafting.as_mut()?;
        let Some(place) = here.place else {
            // What is in it matters where variables or `dag` nodes become others.
            return Some(part).filter(|_| grafting.stage != Stage::Taking && grafting.concerns_others());
        };
        grafting.changes_others |= is_in_variable;
        if !grafting.script.is_taken(place) {
            return Some(part);
        }
        if is_declaring {
            return None;
        }
        match grafting.stage {
            Stage::Taking => grafting.take(place, part.get(), are_names),
            Stage::Noting => {}
            Stage::Applying => {
                if let Some(value) = grafting.taken.remove(&place).and_then(|value| value.downcast().ok()) {
                    grafting.applied.insert(place, ());
                    self.rewriting.write(part, value);
                }
            }
        }
        None
    }

    /// The order in which the elements of a sequence are visited, where edits are applied to them.
    pub(crate) fn order_of_elements<S: ?Sized + 'static>(&mut self, sequence: &S, length: usize) -> Option<Vec<usize>> {
        let place = self.rewriting.place()?;
        let is_declaring = self.rewriting.state.around.is_declaring;
        let Rewriting { grafting, edits, .. } = &mut *self.rewriting;
        let grafting = grafting.as_mut()?;
        if grafting.stage != Stage::Applying {
            return grafting.script.arrange(place, length);
        }
        let order = grafting.script.order(place)?;
        if !is_declaring {
            let Grafting { script, taken, .. } = &mut **grafting;
            let elements = script.elements(place)?.filter_map(|element| match element {
                Ok(index) => Some(Arranged::Kept(index)),
                Err(place) => taken.remove(&place).map(Arranged::New),
            });
            edits.arrange(sequence, Arrangement(elements.collect()));
            grafting.applied.insert(place, ());
        }
        Some(order)
    }

    /// Has entries of a map come and go, where edits are applied to them.
    pub(super) fn graft_entries<M>(&mut self, map: &M)
    where
        M: RewritableMap<Key: Rewritable, Value: Rewritable>,
    {
        let Some(place) = self.rewriting.place() else { return };
        let Rewriting { grafting, edits, .. } = &mut *self.rewriting;
        let Some(grafting) = grafting.as_deref_mut() else { return };
        match grafting.stage {
            Stage::Taking => grafting.take_entries(place, map),
            Stage::Noting => {}
            Stage::Applying => {
                if let Some(arrangement) = grafting.arranged_entries(place, map) {
                    grafting.applied.insert(place, ());
                    edits.arrange(map, arrangement);
                }
            }
        }
    }

    /// Deals with a pointer to a `dag` node, where edits are applied; whether it is dealt with.
    pub(super) fn graft_dag<P: RewritablePointer>(&mut self, part: &Part<'a, P>) -> Option<P> {
        let Here { place, way } = self.rewriting.here();
        let grafting = self.rewriting.grafting.as_mut()?;
        let known_by = Identity::address(part.get().target());
        match grafting.stage {
            Stage::Taking => grafting.changes_others |= place.is_some(),
            Stage::Noting => {
                let shared = &grafting.shared;
                if shared.contains_key(&known_by) {
                    let copy = Box::new(part.get().clone());
                    grafting.dags.entry(way).or_insert(OnTheRight { known_by, copy });
                }
            }
            Stage::Applying => {
                let pointer = grafting.dags.get(&way)?.copy.downcast_ref::<P>()?;
                grafting.script.take_all(place);
                return Some(pointer.clone());
            }
        }
        None
    }
}

impl Grafting {
    /// Whether variables or `dag` nodes may become others where no edits are.
    fn concerns_others(&self) -> bool {
        self.has_variables || self.changes_others || !self.shared.is_empty()
    }

    /// Takes a part of the right value.
    fn take<T: Rewritable>(&mut self, place: PlaceNumber, part: &T, are_names: bool) {
        self.note_parts(part, are_names);
        self.taken.insert(place, Box::new(deep_copy(part)));
    }

    /// Takes the entries of a map that edits insert. Those of which paths say the same are not told apart.
    fn take_entries<M>(&mut self, place: PlaceNumber, map: &M)
    where
        M: RewritableMap<Key: Rewritable, Value: Rewritable>,
    {
        let Some(Entries { inserted, .. }) = self.script.entries_at(place) else { return };
        let wanted: Table<Step, PlaceNumber> = inserted.iter().cloned().collect();
        let mut found: Table<PlaceNumber, Vec<_>> = Table::default();
        for entry in map.entries() {
            if let Some(place) = wanted.get(&Step::Key(entry.0.shown())) {
                found.entry(*place).or_default().push(entry);
            }
        }
        for (place, entries) in found {
            if let [(key, value)] = entries[..] {
                self.note_parts(key, false);
                self.note_parts(value, false);
                self.taken.insert(place, Box::new((deep_copy(key), deep_copy(value))));
            }
        }
    }

    /// The entries that a map has in the end, unless some cannot be told apart.
    fn arranged_entries<M>(&mut self, place: PlaceNumber, map: &M) -> Option<Arrangement>
    where
        M: RewritableMap<Key: Rewritable, Value: Rewritable>,
    {
        let Entries { removed, inserted } = self.script.entries_at(place)?;
        let unwanted: Table<&Step, ()> = removed.iter().map(|step| (step, ())).collect();
        let stays = |key: &M::Key| !unwanted.contains_key(&Step::Key(key.shown()));
        let kept = map.entries().enumerate().filter(|(_, (key, _))| stays(key)).map(|(index, _)| index);
        let mut arranged: Vec<Arranged> = kept.map(Arranged::Kept).collect();
        if arranged.len() + removed.len() != map.length() {
            return None;
        }
        for (_, place) in inserted {
            arranged.push(Arranged::New(self.taken.remove(place)?));
        }
        Some(Arrangement(arranged))
    }

    fn note_parts<T: Rewritable>(&mut self, part: &T, are_names: bool) {
        self.has_variables |= shared_nodes(part, &mut self.shared) || are_names;
    }
}

impl Rewriting<'_> {
    fn end_grafting(self) -> Box<Grafting> {
        let Some(grafting) = self.grafting else { unreachable!("it was put there, and nothing takes it away") };
        grafting
    }

    /// Whether edits are below what is visited.
    pub(super) fn has_edits_below(&self) -> bool {
        self.grafting.is_some() && self.place().is_some()
    }

    fn here(&self) -> Here {
        let length = self.state.trail.length();
        let here = self.grafting.as_ref().and_then(|grafting| grafting.here.get(length));
        here.copied().unwrap_or(Here { place: None, way: 0 })
    }

    fn place(&self) -> Option<PlaceNumber> {
        self.here().place
    }

    /// Notes where the last mark of the way leads, which was so long before.
    #[inline(always)]
    pub(super) fn go_along(&mut self, before: usize) {
        if self.grafting.is_some() {
            self.go_further(before, false);
        }
    }

    /// Notes that the last mark of the way leads into a key: nothing is edited there.
    #[inline(always)]
    pub(super) fn go_into_key(&mut self, before: usize) {
        if self.grafting.is_some() {
            self.go_further(before, true);
        }
    }

    #[inline(never)]
    fn go_further(&mut self, before: usize, is_key: bool) {
        let trail = &self.state.trail;
        let Some(grafting) = self.grafting.as_deref_mut().filter(|_| trail.length() > before) else { return };
        let Some(mark) = trail.last_mark() else { return };
        let Here { place, way } = grafting.here[before];
        let step = match place {
            Some(_) => trail.step_of(mark),
            None => None,
        };
        let here = match (place, step) {
            (Some(place), Some(step)) => {
                let side = grafting.stage.side();
                let next = grafting.script.next(side, place, &step).filter(|_| !is_key);
                let left = match side {
                    0 => step,
                    _ => grafting.script.on_the_left(place, next, step),
                };
                Here { place: next, way: word_of_step(way, &left) }
            }
            // The only field of a struct or variant is where that is.
            (Some(_), None) => Here { place, way },
            (None, _) => Here { place: None, way: word_of_mark(way, mark, || trail.step_of(mark)) },
        };
        grafting.here.truncate(before + 1);
        grafting.here.push(Here { way: if is_key { mix(here.way, 1) } else { here.way }, ..here });
    }

    /// What a variable becomes that is bound here, where edits are applied.
    pub(super) fn graft_variable<T: Rewritable>(&mut self, part: &T, occurrence: Occurrence) -> Change<Box<T>> {
        let Here { place, way } = self.here();
        let variable = self.state.variable();
        let (Some(grafting), Some(known_by), true) = (&mut self.grafting, variable, occurrence.is_binding()) else {
            return Change::keep();
        };
        match grafting.stage {
            Stage::Taking => {}
            Stage::Noting => {
                grafting
                    .variables
                    .entry(way)
                    .or_insert_with(|| OnTheRight { known_by, copy: Box::new(deep_copy(part)) });
            }
            Stage::Applying => {
                let Some(OnTheRight { known_by, copy }) = grafting.variables.get(&way) else { return Change::keep() };
                let is_wanted = match known_by.as_address() {
                    Some(_) => grafting.shared.contains_key(known_by),
                    None => grafting.has_variables,
                };
                if let Some(copy) = copy.downcast_ref::<T>()
                    && is_wanted
                    && !structural_equal(part, copy)
                {
                    grafting.script.take_all(place);
                    return Change::replace_and_skip(Box::new(deep_copy(copy)));
                }
            }
        }
        Change::keep()
    }
}

/// A word for a way that goes on by a step.
fn word_of_step(way: u64, step: &Step) -> u64 {
    match step {
        Step::Index(index) | Step::MissingIndex(index) => mix(way, 2 + 4 * *index as u64),
        Step::Field(name) => word_of_text(mix(way, 3), name),
        Step::Key(key) | Step::MissingKey(key) => word_of_text(mix(way, 4), key.text()),
    }
}

fn word_of_mark(way: u64, mark: Mark, step: impl FnOnce() -> Option<Step>) -> u64 {
    match mark {
        Mark::Index(index) => mix(way, 2 + 4 * index as u64),
        Mark::Field(_, variant, position) => mix(way, 5 + 8 * u64::from(position) + (u64::from(variant) << 32)),
        _ => step().map_or(way, |step| word_of_step(way, &step)),
    }
}

fn word_of_text(way: u64, text: &str) -> u64 {
    text.bytes().fold(way, |way, byte| mix(way, byte.into()))
}
