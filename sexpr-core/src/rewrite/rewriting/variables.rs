//! Rewriting of variables. The fields of a variable are visited where it is bound or first met. All other occurrences
//! get the same replacement.
//!
//! A predeclared variable may be used before its declaration, but callbacks return its replacement at the declaration.
//! So the declarations of a scope are bound and visited before its fields (`is_declaring`). This first visit reads only
//! the field that predeclares, calls callbacks with the declared variables only, and writes nothing. The visit of the
//! fields then replaces declarations in the same way as uses.

use alloc::{boxed::Box, collections::BTreeMap, vec::Vec};
use core::any::{Any, TypeId};

use crate::{
    describe::{
        containers::Namespace,
        identity::Identity,
        info::{FieldInfo, Shape, TypeInfo, VariantInfo},
        region::Region,
        structural::StructuralEq,
    },
    reflect::node::Pair,
    rewrite::{
        containers::RewritablePointer,
        parts::{Part, Parts},
        rewritable::{NamePart, Pointee, Rewritable},
        rewriting::{Rewriting, RewritingState, edits::deep_copy, pointers::PointerEnd, tasks::OpenPart},
    },
    rules::{bindings::Occurrence, environments, memo::one_value::Consulted},
    tables::index::Table,
};

/// A variable whose fields are being visited.
pub(super) struct OpenVariable {
    pub(super) variable: Identity,
    occurrence: Occurrence,
    at: Region,
    /// The number of replacements at the beginning of the visit.
    writes: u64,
    /// Whether the variable is visited as a declaration, where nothing is written.
    is_declared: bool,
}

/// The replacements of variables, by the variable, the binding that an occurrence refers to (`None` if it is free), and
/// the type of the node or pointer.
#[derive(Default)]
pub(super) struct Replacements {
    values: Table<(Identity, Option<u64>, TypeId), Box<dyn Any>>,
    /// The replacements of names, of any type.
    names: Table<(Identity, Option<u64>), Box<dyn Any>>,
    /// The free variables that callbacks were called with, and the types of the parts.
    asked: Table<(Identity, TypeId), ()>,
}

impl Replacements {
    /// The replacement of a variable.
    fn get<T: 'static>(&self, variable: Identity, binding: Option<u64>) -> Option<&T> {
        self.get_any(variable, binding, TypeId::of::<T>())?.downcast_ref()
    }

    fn get_any(&self, variable: Identity, binding: Option<u64>, holder: TypeId) -> Option<&dyn Any> {
        self.values.get(&(variable, binding, holder)).map(|value| &**value)
    }

    /// Whether callbacks are called with an occurrence: one that binds the variable, or the first free one in a part of
    /// this type.
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
    /// Classifies an occurrence of a variable. Also returns whether its fields are visited.
    fn look_up(&mut self, variable: Identity, at: Region) -> (Occurrence, bool) {
        let (occurrence, is_looked_into) = match self.state.around.in_key {
            // The matching of keys recorded the keys that are free.
            true => (self.state.bindings.meaning(variable).unwrap_or(Occurrence::Free), false),
            false => {
                let bindings = &mut self.state.bindings;
                bindings.look_up(variable, bindings.ordinal(variable), at)
            }
        };
        // The fields of a declaration were visited with the declarations of its scope.
        let is_looked_into = is_looked_into && !matches!(occurrence, Occurrence::Bound(_));
        if !occurrence.is_binding() {
            self.memo.consult(Consulted::new(variable, Some(occurrence), false));
        }
        (occurrence, is_looked_into)
    }

    /// Binds a variable after its fields. Returns the binding to which occurrences refer from now on.
    fn bind(&mut self, variable: Identity, occurrence: Occurrence, at: Region) -> Option<u64> {
        self.state.bindings.bind_after_fields(variable, occurrence, at);
        let binding = match at.is_binding_occurrence() {
            true => occurrence.number(),
            // The fields of the variable may have bound it.
            false => self.state.bindings.meaning(variable).and_then(Occurrence::number),
        };
        if let Some(binding) = binding.filter(|_| occurrence.is_binding()) {
            self.memo.bind(variable, binding, at);
        }
        binding
    }

    /// Begins the fields of a variable.
    fn open_variable(&mut self, variable: Identity, occurrence: Occurrence, at: Region) {
        let is_declared = core::mem::take(&mut self.visits_declaration);
        let writes = self.writes;
        self.state.open_variables.push(OpenVariable { variable, occurrence, at, writes, is_declared });
    }
}

impl<'a> Parts<'a, '_, '_> {
    /// Visits the fields of a scope that was entered. The variables that they predeclare are visited first.
    pub(super) fn visit_predeclaring<T: Rewritable>(&mut self, part: Part<'a, T>, at: Region) {
        self.rewriting.predeclare(part.get(), at);
        if !self.rewriting.is_replacing() {
            return self.list_fields(part, at.past_boundary());
        }
        let open = self.open(at, None);
        self.visit_then(
            part,
            open,
            true,
            |part, parts| {
                let was_declaring = parts.rewriting.set_declaring(true);
                parts.list_fields(part.into_read(), at.past_boundary());
                parts.rewriting.set_declaring(was_declaring);
            },
            |part, open, parts| {
                let Rewriting { edits, retired, .. } = &mut *parts.rewriting;
                retired.extend(edits.forget_since(open.first_edit));
                parts.list_fields(part, open.at.past_boundary());
            },
        );
    }

    /// Visits a variable. While declarations are visited, skips all variables that are not declared here.
    pub(super) fn with_variable(&mut self, at: Region, visit: impl FnOnce(&mut Self)) {
        if !self.rewriting.state.around.is_declaring {
            return visit(self);
        }
        if at.is_predeclared() && at.is_binding_occurrence() {
            self.rewriting.set_declaring(false);
            self.rewriting.visits_declaration = true;
            visit(self);
            self.rewriting.visits_declaration = false;
            self.rewriting.set_declaring(true);
        }
    }

    /// Visits a variable that is held by value. `asks` is false if callbacks were already called before its contents.
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
        self.rewriting.open_variable(variable, occurrence, at);
        let open = self.open(at, Some(occurrence));
        self.visit_then(
            part,
            open,
            true,
            |part, parts| {
                let asked = if asks { parts.ask_before(part, at, Some(occurrence)) } else { (part, true) };
                let (part, goes_inside) = asked;
                parts.enter(part, at, at.inside_variable(), Some(occurrence), goes_inside && is_looked_into);
            },
            |part, open, parts| parts.rewriting.end_variable(part, open.first_edit),
        );
    }

    /// Visits a variable behind a pointer. `asks` is false if callbacks were already called with the pointer before its
    /// pointee.
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
        self.rewriting.open_variable(variable, occurrence, at);
        let (part, goes_inside) = if asks { self.ask_before(part, at, Some(occurrence)) } else { (part, true) };
        let goes_inside = goes_inside && is_looked_into;
        let open = OpenPart { pointer_end: PointerEnd::Variable, ..self.open(at, Some(occurrence)) };
        self.visit_target_then(part, open, |target, parts| {
            P::Target::enter_variable(target, goes_inside, parts);
        });
    }

    /// Visits the variable that was opened last and is behind a pointer. Visits its fields if `goes_inside`.
    pub(crate) fn enter_variable<T: Rewritable>(&mut self, part: Part<'a, T>, goes_inside: bool) {
        let Some(OpenVariable { at, occurrence, .. }) = self.rewriting.state.open_variables.last() else { return };
        let (at, occurrence) = (*at, Some(*occurrence));
        let (part, goes_further) = self.ask_before(part, at, occurrence);
        self.enter(part, at, at.inside_variable(), occurrence, goes_inside && goes_further);
    }

    /// A variable that is known by its value.
    #[doc(hidden)]
    pub fn name<T: NamePart, N: Namespace>(&mut self, part: Part<'a, T>, at: Region) {
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
    /// The replacement of an occurrence of a variable that is known by its value.
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

    /// The replacement of a pointer to a variable.
    fn replaced_pointer<P: RewritablePointer>(&self, variable: Identity, binding: Option<u64>) -> Option<P> {
        if let Some(pointer) = self.replacements.get::<P>(variable, binding) {
            return Some(pointer.clone());
        }
        let value = self.replacements.get_any(variable, binding, TypeId::of::<P::Target>())?;
        Some(P::from_boxed(P::Target::copy_of(value)?))
    }

    /// Binds a variable that is held by value, after its contents, and notes its replacement.
    fn end_variable<T: Rewritable>(&mut self, part: Part<'_, T>, first_edit: usize) {
        let Some(open) = self.state.open_variables.pop() else { return };
        let binding = self.bind(open.variable, open.occurrence, open.at);
        // A part that is only read has its replacement among the edits.
        let value = match self.edits.length() > first_edit {
            true => self.edits.rebuild(first_edit, |edits| edits.take(part.get())),
            false => None,
        };
        if self.writes != open.writes {
            let replacement = deep_copy(value.as_ref().unwrap_or(part.get()));
            self.replacements.set(open.variable, binding, replacement);
        }
        match value {
            Some(value) if open.is_declared => self.retire(value),
            Some(value) => self.write(part, Box::new(value)),
            None => {}
        }
    }

    /// Binds a variable behind a pointer, after its contents, and notes the replacement of the pointer.
    pub(super) fn end_pointer_to_variable<P: RewritablePointer + Rewritable>(
        &mut self,
        part: Part<'_, P>,
        pointer: Option<Box<P>>,
    ) {
        let Some(open) = self.state.open_variables.pop() else { return };
        let binding = self.bind(open.variable, open.occurrence, open.at);
        // The pointer may also have been replaced in place, before its pointee was visited.
        let is_changed = pointer.is_some() || self.writes != open.writes && matches!(part, Part::Owned(_));
        if is_changed {
            let replacement = pointer.as_deref().unwrap_or(part.get());
            if open.variable.as_address().is_none()
                && let Some(copy) = replacement.target().copied()
            {
                let by = (open.variable, binding, TypeId::of::<P::Target>());
                self.replacements.values.insert(by, copy);
            }
            self.replacements.set(open.variable, binding, replacement.clone());
        }
        if let Some(pointer) = pointer.filter(|_| !open.is_declared) {
            self.write(part, pointer);
        }
    }

    /// Binds the variables that a scope predeclares.
    fn predeclare<T: StructuralEq + ?Sized>(&mut self, scope: &T, at: Region) {
        let Rewriting { lent, state: RewritingState { keys, bindings, .. }, memo, wanted, depth, .. } = self;
        let (keys, mut slots) = (keys.get_mut(), environments::Slots::default());
        let declarations = Pair::declared_by(scope, at, *depth, wanted.options, keys, &mut slots, lent);
        bindings.predeclare(&declarations, |variable, binding, at| memo.bind(variable, binding, at));
    }

    /// Sets whether declarations are being visited, and returns the previous value. During a visit of declarations, the
    /// callbacks are put aside.
    #[inline(always)]
    pub(super) fn set_declaring(&mut self, is_declaring: bool) -> bool {
        let before = core::mem::replace(&mut self.state.around.is_declaring, is_declaring);
        if before != is_declaring {
            core::mem::swap(&mut self.callbacks, &mut self.callbacks_aside);
            self.is_detoured = is_declaring || self.wanted.paths;
        }
        before
    }

    /// Whether a shared node is known to declare nothing in this region.
    pub(super) fn declares_nothing<T: StructuralEq + ?Sized>(&self, node: &T, at: Region) -> bool {
        let place = (Identity::address(node), at.is_binding_occurrence());
        !at.is_predeclared() || self.lent.no_decls.contains_key(&place)
    }
}

/// The types of the variables in values of a type, of pointers to these variables, and of their parts. `None` if the
/// bindings of variables matter to every rewriting.
type VariableTypes = Option<Vec<&'static TypeInfo>>;

/// Whether the variables in values of type `T` can affect callbacks for the `wanted` types. If not, variables are not
/// visited.
///
/// They can if callbacks take variables, pointers to variables, or parts of variables. They also can:
///
/// - in a scope, since shared nodes are rewritten once per distinct binding context. Outside of scopes, the binding of a
///   variable never changes;
/// - in a map with variables among its keys, since these determine the order of its entries;
/// - in an arena, since tables do not list the types of its nodes.
///
/// Types are compared by name, so variables may be visited for nothing if two types have one name.
pub(crate) fn variables_matter<T: Rewritable>(mut wanted: impl Iterator<Item = &'static TypeInfo>) -> bool {
    let is_wanted = |types: Vec<&'static TypeInfo>| wanted.any(|wanted| types.iter().any(|ty| may_be_same(ty, wanted)));
    variable_types(T::INFO).is_none_or(is_wanted)
}

/// The variable types of a type. With `std`, each thread remembers them.
fn variable_types(root: &'static TypeInfo) -> VariableTypes {
    #[cfg(feature = "std")]
    {
        std::thread_local! {
            static KNOWN: core::cell::RefCell<BTreeMap<usize, VariableTypes>> = core::cell::RefCell::default();
        }
        let known = KNOWN.try_with(|known| {
            let mut known = known.try_borrow_mut().ok()?;
            Some(known.entry(address(root)).or_insert_with(|| find_variable_types(root)).clone())
        });
        if let Ok(Some(known)) = known {
            return known;
        }
    }
    find_variable_types(root)
}

fn find_variable_types(root: &'static TypeInfo) -> VariableTypes {
    let reached = reach(Vec::from([root]));
    if reached.values().any(|info| always_matters(info)) {
        return None;
    }
    let variables = reached.values().copied().filter(|info| info.may_be_variable()).collect();
    let is_pointer = |info: &&TypeInfo| matches!(info.shape(), Shape::Pointer(target) if target().may_be_variable());
    Some(reach(variables).into_values().chain(reached.into_values().filter(is_pointer)).collect())
}

/// Types, and all types of their parts, by the addresses of their tables.
fn reach(mut pending: Vec<&'static TypeInfo>) -> BTreeMap<usize, &'static TypeInfo> {
    let mut reached = BTreeMap::new();
    while let Some(info) = pending.pop() {
        if reached.insert(address(info), info).is_some() {
            continue;
        }
        match info.shape() {
            Shape::Leaf | Shape::Open => {}
            Shape::Struct(_) | Shape::Enum(_) => {
                let fields = info.variants().iter().flat_map(VariantInfo::fields);
                pending.extend(fields.filter_map(FieldInfo::ty));
            }
            Shape::Tuple(fields) => pending.extend(fields.iter().filter_map(FieldInfo::ty)),
            Shape::Pointer(part) | Shape::Sequence(part) | Shape::Set(part) | Shape::Id(part) => pending.push(part()),
            Shape::Map(key, value) => pending.extend([key(), value()]),
        }
    }
    reached
}

/// Whether a type has names, scopes, arenas or keys other than leaves, or parts that its table does not list.
fn always_matters(info: &TypeInfo) -> bool {
    let mut fields = info.variants().iter().flat_map(VariantInfo::fields);
    info.variants().iter().any(VariantInfo::is_scope)
        || fields.any(|field| field.roles().var().is_some() || field.roles().is_arena())
        || match info.shape() {
            Shape::Leaf => false,
            Shape::Map(key, _) | Shape::Set(key) => !key().is_leaf(),
            _ => !info.is_complete(),
        }
}

/// Whether two tables may be those of one type, which may have several.
fn may_be_same(one: &'static TypeInfo, other: &'static TypeInfo) -> bool {
    one.name() == other.name()
        && match (one.shape(), other.shape()) {
            (Shape::Pointer(one), Shape::Pointer(other)) => may_be_same(one(), other()),
            _ => true,
        }
}

fn address(info: &'static TypeInfo) -> usize {
    core::ptr::from_ref(info).addr()
}
