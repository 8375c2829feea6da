//! Rewriting of variables: entered where they are bound or first met, and replaced alike at all other occurrences.

use alloc::boxed::Box;
use core::{
    any::{Any, TypeId},
    marker::PhantomData,
};

use crate::{
    describe::{identity::Identity, names::Namespace, region::Region, structural::StructuralEq},
    rewrite::{
        containers::RewritablePointer,
        part::Part,
        parts::Parts,
        pointee::Pointee,
        rewritable::{NamePart, Rewritable},
        rewriting::{
            Rewriting,
            copying::deep_copy,
            descent::Before,
            tasks::{PartInProgress, Step},
        },
    },
    rules::{binding_memo::Consulted, occurrence::Occurrence},
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
}

/// What replaces variables: by variable, by the binding that an occurrence refers to (none if it is free), and by the
/// type of what holds it.
#[derive(Default)]
pub(super) struct Replacements {
    values: Table<(Identity, Option<u64>, TypeId), Box<dyn Any>>,
    /// Names, whatever their types.
    names: Table<(Identity, Option<u64>), Box<dyn Any>>,
    /// The free variables that were asked about, as parts of these types.
    asked: Table<(Identity, TypeId), ()>,
}

impl Pending {
    pub(super) fn variable(&self) -> Identity {
        self.variable
    }
}

impl Replacements {
    /// What replaces a variable.
    fn get<T: 'static>(&self, variable: Identity, binding: Option<u64>) -> Option<&T> {
        self.get_any(variable, binding, TypeId::of::<T>())?.downcast_ref()
    }

    fn get_any(&self, variable: Identity, binding: Option<u64>, holder: TypeId) -> Option<&dyn Any> {
        self.values.get(&(variable, binding, holder)).map(|value| &**value)
    }

    /// Whether an occurrence is to be asked about: where a variable is bound, and where a free one is first met as a
    /// part of this type.
    fn asks<T: 'static>(&mut self, variable: Identity, occurrence: Occurrence) -> bool {
        match occurrence {
            Occurrence::Binds(_) => true,
            Occurrence::Bound(_) => false,
            Occurrence::Free => self.asked.insert((variable, TypeId::of::<T>()), ()).is_none(),
        }
    }

    fn set<T: 'static>(&mut self, variable: Identity, binding: Option<u64>, value: T) {
        self.values.insert((variable, binding, TypeId::of::<T>()), Box::new(value));
    }
}

impl Rewriting<'_> {
    /// What an occurrence of a variable is, and whether it is looked into.
    fn look_up(&mut self, variable: Identity, at: Region) -> (Occurrence, bool) {
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
    fn bind(&mut self, variable: Identity, occurrence: Occurrence, at: Region) -> Option<u64> {
        self.state.bindings.bind_after_fields(variable, occurrence, at);
        let binding = match at.is_binding_occurrence() {
            true => occurrence.number(),
            // Its own fields may have bound it.
            false => self.state.bindings.meaning(variable).and_then(Occurrence::number),
        };
        if let Some(binding) = binding.filter(|_| occurrence.is_binding()) {
            self.memo.bind(variable, binding, at);
        }
        binding
    }

    /// Begins with a variable that is looked into.
    fn begin_binding(&mut self, variable: Identity, occurrence: Occurrence, at: Region) {
        let is_declared = core::mem::take(&mut self.visits_declaration);
        let writes = self.writes;
        self.state.pending.push(Pending { variable, occurrence, at, writes, is_declared });
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
        if !is_looked_into && let Some(value) = self.rewriting.replacements.get::<T>(variable, occurrence.number()) {
            let value = deep_copy(value);
            return self.rewriting.write(part, Box::new(value));
        }
        if !self.rewriting.replacements.asks::<T>(variable, occurrence) {
            return;
        }
        self.rewriting.begin_binding(variable, occurrence, at);
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
        if !is_looked_into && let Some(pointer) = self.rewriting.replaced_pointer::<P>(variable, occurrence.number()) {
            return self.rewriting.write(part, Box::new(pointer));
        }
        if !self.rewriting.replacements.asks::<P>(variable, occurrence) {
            return;
        }
        self.rewriting.begin_binding(variable, occurrence, at);
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

    /// What replaces a pointer to a variable.
    fn replaced_pointer<P: RewritablePointer>(&self, variable: Identity, binding: Option<u64>) -> Option<P> {
        if let Some(pointer) = self.replacements.get::<P>(variable, binding) {
            return Some(pointer.clone());
        }
        let value = self.replacements.get_any(variable, binding, P::Target::sized_type()?)?;
        Some(P::from_boxed(P::Target::copy_of(value)?))
    }
}

/// The step after a variable that is held by value.
struct BindNode<T>(PhantomData<T>);

impl<T: Rewritable> Step for BindNode<T> {
    type Of = T;

    fn run<'a>(part: Part<'a, T>, _: Region, open: PartInProgress, parts: &mut Parts<'a, '_, '_>) {
        let rewriting = &mut *parts.rewriting;
        let Some(pending) = rewriting.state.pending.pop() else { return };
        let binding = rewriting.bind(pending.variable, pending.occurrence, pending.at);
        // What replaces a part that is only read waits in an edit.
        let edited = rewriting.edits.length() > open.first_edit;
        let value = match edited {
            true => rewriting.edits.rebuild(open.first_edit, |edits| edits.take(part.get())),
            false => None,
        };
        if rewriting.writes != pending.writes {
            let replacement = deep_copy(value.as_ref().unwrap_or(part.get()));
            rewriting.replacements.set(pending.variable, binding, replacement);
        }
        match value {
            Some(value) if pending.is_declared => rewriting.retire(value),
            Some(value) => rewriting.write(part, Box::new(value)),
            None => {}
        }
    }
}

/// The step after a variable behind a pointer.
struct BindPointer<P>(PhantomData<P>);

impl<P: RewritablePointer + Rewritable> Step for BindPointer<P> {
    type Of = P;

    fn run<'a>(part: Part<'a, P>, at: Region, open: PartInProgress, parts: &mut Parts<'a, '_, '_>) {
        let rewriting = &mut *parts.rewriting;
        let Some(pending) = rewriting.state.pending.pop() else { return };
        let pointer = rewriting.pointer_after(part.get(), at, open);
        let binding = rewriting.bind(pending.variable, pending.occurrence, pending.at);
        // A pointer may also have been replaced where it is, before what is behind it.
        let is_changed = pointer.is_some() || rewriting.writes != pending.writes && matches!(part, Part::Owned(_));
        let replacement = pointer.as_deref().unwrap_or(part.get());
        if is_changed {
            rewriting.replacements.set(pending.variable, binding, replacement.clone());
        }
        let target = replacement.target();
        if is_changed
            && pending.variable.as_address().is_none()
            && let (Some(ty), Some(copy)) = (P::Target::sized_type(), P::Target::copied(target))
        {
            rewriting.replacements.values.insert((pending.variable, binding, ty), copy);
        }
        if let Some(pointer) = pointer.filter(|_| !pending.is_declared) {
            rewriting.write(part, pointer);
        }
    }
}
