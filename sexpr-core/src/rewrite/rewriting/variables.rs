//! Rewriting of variables: entered where they are bound or first met, and replaced alike at all other occurrences.

use alloc::boxed::Box;
use core::{
    any::{Any, TypeId},
    marker::PhantomData,
};

use crate::{
    describe::{identity::Identity, info::Kind, names::Namespace, region::Region, structural::StructuralEq},
    rewrite::{
        containers::RewritablePointer,
        part::Part,
        parts::Parts,
        pointee::Pointee,
        rewritable::{NamePart, Rewritable},
        rewriting::{
            Rewriting, RewritingState,
            arenas::Meaning,
            copying::deep_copy,
            descent::Before,
            tasks::{Open, Step},
            tentative::{Standing, Tentative, Undecided},
        },
    },
    rules::{binding_memo::Consulted, cycles::Way, environments::Slot, occurrence::Occurrence},
    tables::index::Table,
};

/// A variable whose fields are being rewritten.
pub(super) struct Pending {
    variable: Identity,
    occurrence: Occurrence,
    at: Region,
    /// How often something was replaced before.
    writes: u64,
    /// It is visited on the way to declarations, where nothing is written.
    is_declared: bool,
    /// It was bound before its fields.
    is_bound: bool,
}

/// What replaces variables: by variable, by the binding that an occurrence refers to (none if it is free), and by what
/// holds it.
#[derive(Default)]
pub(super) struct Replacements {
    values: Table<(Identity, Option<u64>, Holder), Replacement>,
    /// Names, whatever their types.
    names: Table<(Identity, Option<u64>), Box<dyn Any>>,
    /// The free variables that were asked about, as parts of these types.
    asked: Table<(Identity, TypeId), ()>,
}

/// The type of what holds a variable. Where it is an id, also the arena that it leads into: a variable with a key is the
/// same one in all arenas, under other ids.
#[derive(Clone, Copy, PartialEq, Eq, Hash)]
pub(super) struct Holder {
    ty: TypeId,
    arena: Option<Slot>,
}

impl Holder {
    pub(super) fn of<T: 'static>() -> Self {
        Holder::of_type(TypeId::of::<T>())
    }

    fn of_type(ty: TypeId) -> Self {
        Holder { ty, arena: None }
    }

    /// An id that means this.
    pub(super) fn id<I: 'static>(meaning: &Meaning) -> Self {
        Holder { arena: Some(meaning.slot), ..Holder::of::<I>() }
    }
}

/// What replaces a variable, and what that waits for.
struct Replacement {
    value: Box<dyn Any>,
    undecided: Option<Undecided>,
}

impl Pending {
    pub(super) fn variable(&self) -> Identity {
        self.variable
    }

    /// How often something was replaced before.
    pub(super) fn writes(&self) -> u64 {
        self.writes
    }

    /// Whether it is visited on the way to declarations, where nothing is written.
    pub(super) fn is_declared(&self) -> bool {
        self.is_declared
    }
}

impl Replacements {
    /// What replaces a variable, and what that waits for.
    pub(super) fn get<T: 'static>(
        &self,
        variable: Identity,
        binding: Option<u64>,
        holder: Holder,
        tentative: &Tentative,
    ) -> Option<(&T, Option<Undecided>)> {
        let (value, undecided) = self.get_any(variable, binding, holder, tentative)?;
        Some((value.downcast_ref()?, undecided))
    }

    fn get_any(
        &self,
        variable: Identity,
        binding: Option<u64>,
        holder: Holder,
        tentative: &Tentative,
    ) -> Option<(&dyn Any, Option<Undecided>)> {
        let Replacement { value, undecided } = self.values.get(&(variable, binding, holder))?;
        (tentative.standing(*undecided) != Standing::Withdrawn).then_some((&**value, *undecided))
    }

    /// Whether an occurrence is to be asked about: where a variable is bound, and where a free one is first met as a
    /// part of this type.
    pub(super) fn asks<T: 'static>(&mut self, variable: Identity, occurrence: Occurrence) -> bool {
        match occurrence {
            Occurrence::Binds(_) => true,
            Occurrence::Bound(_) => false,
            Occurrence::Free => self.asked.insert((variable, TypeId::of::<T>()), ()).is_none(),
        }
    }

    pub(super) fn set<T: 'static>(
        &mut self,
        variable: Identity,
        binding: Option<u64>,
        holder: Holder,
        value: T,
        undecided: Option<Undecided>,
    ) {
        let replacement = Replacement { value: Box::new(value), undecided };
        self.values.insert((variable, binding, holder), replacement);
    }
}

impl Rewriting<'_> {
    /// What an occurrence of a variable is, and whether it is looked into.
    pub(super) fn look_up(&mut self, variable: Identity, at: Region) -> (Occurrence, bool) {
        let (occurrence, is_looked_into) = match self.state.around.in_key {
            // A key that is free was recorded when keys were matched.
            true => (self.state.bindings.meaning(variable).unwrap_or(Occurrence::Free), false),
            false => self.state.bindings.look_up(variable, at),
        };
        // A declaration is looked into on the way to declarations, if it is the first one.
        let is_looked_into = is_looked_into && !matches!(occurrence, Occurrence::Bound(_));
        if !occurrence.is_binding() {
            self.memo.consult(Consulted::reference(variable, Some(occurrence)));
        }
        (occurrence, is_looked_into)
    }

    /// Binds a variable that was looked into, and gives what its occurrences refer to from now on.
    pub(super) fn bind(&mut self, variable: Identity, occurrence: Occurrence, at: Region) -> Option<u64> {
        self.state.bindings.bind_after_fields(variable, occurrence, at);
        let binding = self.binding_made(variable, occurrence, at);
        if let Some(binding) = binding.filter(|_| occurrence.is_binding()) {
            self.memo.bind(variable, binding, at);
        }
        binding
    }

    /// What the occurrences of a variable refer to that was looked into and bound.
    fn binding_made(&self, variable: Identity, occurrence: Occurrence, at: Region) -> Option<u64> {
        match at.is_binding_occurrence() {
            true => occurrence.number(),
            // Its own fields may have bound it.
            false => self.state.bindings.meaning(variable).and_then(Occurrence::number),
        }
    }

    /// Binds a variable after its fields, unless that was done before, and gives what its occurrences refer to.
    pub(super) fn bind_pending(&mut self, pending: &Pending) -> Option<u64> {
        let Pending { variable, occurrence, at, is_bound, .. } = *pending;
        match is_bound {
            true => self.binding_made(variable, occurrence, at),
            false => self.bind(variable, occurrence, at),
        }
    }

    /// Binds a variable, known as such by this place, that stays what it was to other nodes on its cycle, and gives what
    /// replaces what holds it, if anything does, and what that waits for.
    pub(super) fn kept_in_version<H: Clone + 'static>(
        &mut self,
        variable: Identity,
        place: Identity,
        holder: Holder,
        occurrence: Occurrence,
        at: Region,
    ) -> Option<Option<(H, Option<Undecided>)>> {
        let component = self.component(place)?;
        let Rewriting { ids, memo, state: RewritingState { bindings, .. }, .. } = self;
        let before = ids.versions.meet_variable(component, variable, occurrence.number(), memo, bindings)?;
        self.visits_declaration = false;
        let binding = self.bind(variable, occurrence, at);
        let replacement = self.replacements.get::<H>(variable, before, holder, &self.ids.tentative);
        let Some((replacement, undecided)) = replacement else { return Some(None) };
        let replacement = replacement.clone();
        self.replacements.set(variable, binding, holder, replacement.clone(), undecided);
        Some(Some((replacement, undecided)))
    }

    /// Begins with a variable that is looked into.
    pub(super) fn begin_binding(&mut self, variable: Identity, occurrence: Occurrence, at: Region, way: Way) {
        let is_declared = core::mem::take(&mut self.visits_declaration);
        let writes = self.own_writes();
        let is_bound = way == Way::BindFirst;
        self.state.pending.push(Pending { variable, occurrence, at, writes, is_declared, is_bound });
        if is_bound {
            // Its fields may mention it.
            self.bind(variable, occurrence, at);
        }
    }
}

impl<'a> Parts<'a, '_, '_> {
    /// Visits a variable that is held by value, and known by its key; `asks` unless it was asked about before what is
    /// in it.
    pub(super) fn visit_variable<T: Rewritable>(&mut self, part: Part<'a, T>, at: Region, asks: bool) {
        if self.rewriting.passes_by_variables() {
            return;
        }
        if !self.rewriting.follows_variables {
            return self.enter(part, at, at, None, true);
        }
        self.with_variable(at, |parts| parts.visit_occurrence(part, at, asks));
    }

    fn visit_occurrence<T: Rewritable>(&mut self, part: Part<'a, T>, at: Region, asks: bool) {
        let variable = self.rewriting.state.keys.get_mut().identify(part.get());
        let (occurrence, is_looked_into) = self.rewriting.look_up(variable, at);
        let Rewriting { replacements, ids, .. } = &*self.rewriting;
        if !is_looked_into
            && let Some((value, undecided)) =
                replacements.get::<T>(variable, occurrence.number(), Holder::of::<T>(), &ids.tentative)
        {
            let value = deep_copy(value);
            return self.rewriting.write_waiting(part, Box::new(value), undecided);
        }
        if !self.rewriting.replacements.asks::<T>(variable, occurrence) {
            return;
        }
        self.rewriting.begin_binding(variable, occurrence, at, Way::Plain);
        let open = self.opened(Some(occurrence));
        self.before_end::<BindNode<T>>(part, at, open, |part, parts| {
            let Before { part, kept, goes_inside } = parts.before_if(asks, part, at, Some(occurrence));
            parts.enter(part, at, at.inside_variable(), Some(occurrence), goes_inside && is_looked_into);
            parts.end_kept(kept, at);
        });
    }

    /// Visits a variable behind a pointer; `asks` unless the pointer was asked about before what is behind it.
    pub(super) fn visit_variable_behind<P: RewritablePointer + Rewritable>(
        &mut self,
        part: Part<'a, P>,
        at: Region,
        asks: bool,
    ) {
        self.with_variable(at, |parts| parts.visit_occurrence_behind(part, at, asks));
    }

    fn visit_occurrence_behind<P: RewritablePointer + Rewritable>(
        &mut self,
        part: Part<'a, P>,
        at: Region,
        asks: bool,
    ) {
        let variable = self.rewriting.state.keys.get_mut().identify(part.get().target());
        let (occurrence, is_looked_into) = self.rewriting.look_up(variable, at);
        if !is_looked_into
            && let Some((pointer, undecided)) = self.rewriting.replaced_pointer::<P>(variable, occurrence.number())
        {
            return self.rewriting.write_waiting(part, Box::new(pointer), undecided);
        }
        if !self.rewriting.replacements.asks::<P>(variable, occurrence) {
            return;
        }
        let place = self.rewriting.place_of(part.get().target());
        if let Some(pointer) = self.rewriting.kept_in_version::<P>(variable, place, Holder::of::<P>(), occurrence, at) {
            if let Some((pointer, undecided)) = pointer {
                self.rewriting.write_waiting(part, Box::new(pointer), undecided);
            }
            return;
        }
        let is_on_cycle = self.rewriting.is_on_cycle(place);
        let way = Way::of(Kind::Var, is_on_cycle, false, P::Target::INFO.has_key());
        self.rewriting.begin_binding(variable, occurrence, at, way);
        let Before { part, kept, goes_inside } = self.before_if(asks, part, at, Some(occurrence));
        let open = self.opened(Some(occurrence));
        self.before_end_of_pointer::<BindPointer<P>>(part, at, open, |target, parts| {
            P::Target::enter_variable(target, at, occurrence, goes_inside && is_looked_into, parts);
        });
        self.end_kept(kept, at);
    }

    /// Has callbacks called before what is in a variable, unless they were.
    pub(super) fn before_if<T: StructuralEq + 'static>(
        &mut self,
        asks: bool,
        part: Part<'a, T>,
        at: Region,
        occurrence: Option<Occurrence>,
    ) -> Before<'a, T> {
        match asks {
            true => self.before(part, at, occurrence),
            false => Before::nothing(part),
        }
    }

    /// Looks into a variable behind a pointer.
    pub(crate) fn enter_variable<T: Rewritable>(
        &mut self,
        part: Part<'a, T>,
        at: Region,
        occurrence: Occurrence,
        goes_inside: bool,
    ) {
        let Before { part, kept, goes_inside: goes_further } = self.before(part, at, Some(occurrence));
        self.enter(part, at, at.inside_variable(), Some(occurrence), goes_inside && goes_further);
        self.end_kept(kept, at);
    }

    /// Visits a variable that is known by its value.
    pub(crate) fn visit_name<T: NamePart, N: Namespace>(&mut self, part: Part<'a, T>, at: Region) {
        self.with_variable(at, |parts| {
            let is_declared = core::mem::take(&mut parts.rewriting.visits_declaration);
            if let Some(name) = parts.rewriting.renamed::<T, N>(part.get(), at)
                && !is_declared
            {
                parts.rewriting.write(part, name);
            }
        });
    }
}

impl Rewriting<'_> {
    /// What replaces an occurrence of a variable that is known by its value.
    pub(super) fn renamed<T: NamePart, N: Namespace>(&mut self, name: &T, at: Region) -> Option<Box<T>> {
        if !self.follows_variables {
            return None;
        }
        let variable = self.state.keys.get_mut().identify_name::<T, N>(name);
        let (occurrence, is_looked_into) = self.look_up(variable, at);
        if !is_looked_into && let Some(replacement) = self.replacements.names.get(&(variable, occurrence.number())) {
            let mut replacement = T::like(&**replacement);
            replacement.keep_ignored(name);
            return Some(Box::new(replacement));
        }
        if !self.replacements.asks::<T>(variable, occurrence) {
            return None;
        }
        self.state.name = Some(variable);
        let replacement = self.ask_about_leaf(name, at, Some(occurrence));
        self.state.name = None;
        let binding = self.bind(variable, occurrence, at);
        if let Some(name) = &replacement {
            self.replacements.names.insert((variable, binding), Box::new(deep_copy::<T>(name)));
        }
        replacement
    }

    /// What replaces a pointer to a variable, and what that waits for.
    fn replaced_pointer<P: RewritablePointer>(
        &self,
        variable: Identity,
        binding: Option<u64>,
    ) -> Option<(P, Option<Undecided>)> {
        let Rewriting { replacements, ids, .. } = self;
        if let Some((pointer, undecided)) = replacements.get::<P>(variable, binding, Holder::of::<P>(), &ids.tentative)
        {
            return Some((pointer.clone(), undecided));
        }
        let holder = Holder::of_type(P::Target::sized_type()?);
        let (value, undecided) = replacements.get_any(variable, binding, holder, &ids.tentative)?;
        Some((P::from_boxed(P::Target::copy_of(value)?), undecided))
    }
}

/// The step after a variable that is held by value.
struct BindNode<T>(PhantomData<T>);

impl<T: Rewritable> Step for BindNode<T> {
    type Of = T;

    fn run<'a>(part: Part<'a, T>, _: Region, open: Open, parts: &mut Parts<'a, '_, '_>) {
        let rewriting = &mut *parts.rewriting;
        let Some(pending) = rewriting.state.pending.pop() else { return };
        let binding = rewriting.bind_pending(&pending);
        // What replaces a part that is only read waits in an edit.
        let edited = rewriting.edits.length() > open.first_edit;
        let value = match edited {
            true => rewriting.edits.rebuild(open.first_edit, |edits| edits.take(part.get())),
            false => None,
        };
        if rewriting.own_writes() != pending.writes {
            rewriting.keep_what_waits();
            let replacement = deep_copy(value.as_ref().unwrap_or(part.get()));
            rewriting.replacements.set(pending.variable, binding, Holder::of::<T>(), replacement, None);
        }
        match value {
            Some(value) if pending.is_declared => rewriting.retire(value),
            Some(value) => rewriting.put(part, Box::new(value)),
            None => {}
        }
    }
}

/// The step after a variable behind a pointer.
struct BindPointer<P>(PhantomData<P>);

impl<P: RewritablePointer + Rewritable> Step for BindPointer<P> {
    type Of = P;

    fn run<'a>(part: Part<'a, P>, at: Region, open: Open, parts: &mut Parts<'a, '_, '_>) {
        let rewriting = &mut *parts.rewriting;
        let Some(pending) = rewriting.state.pending.pop() else { return };
        let pointer = rewriting.pointer_after(part.get(), at, open);
        let binding = rewriting.bind_pending(&pending);
        // A pointer may also have been replaced where it is, before what is behind it.
        let is_changed =
            pointer.is_some() || rewriting.own_writes() != pending.writes && matches!(part, Part::Owned(_));
        let replacement = pointer.as_deref().unwrap_or(part.get());
        if is_changed {
            rewriting.keep_what_waits();
            rewriting.replacements.set(pending.variable, binding, Holder::of::<P>(), replacement.clone(), None);
        }
        let target = replacement.target();
        if is_changed
            && pending.variable.as_address().is_none()
            && let (Some(ty), Some(copy)) = (P::Target::sized_type(), P::Target::copied(target))
        {
            let replacement = Replacement { value: copy, undecided: None };
            rewriting.replacements.values.insert((pending.variable, binding, Holder::of_type(ty)), replacement);
        }
        if let Some(pointer) = pointer.filter(|_| !pending.is_declared) {
            rewriting.put(part, pointer);
        }
    }
}
