//! Rewriting of what scopes predeclare.
//!
//! A variable is replaced alike at all its occurrences, by what is made of it where it is bound. One that is predeclared
//! may be used before it is declared. So when a scope is entered, what it predeclares is bound, and then visited *on the
//! way to declarations*: the scope is read once more, as far as it predeclares, and no callback is called but with the
//! variables that stand there. Nothing is written on that way. Afterwards each declaration is replaced as uses are.

use alloc::{boxed::Box, vec::Vec};
use core::marker::PhantomData;

use crate::{
    describe::{arena::Id, identity::Identity, info::Kind, region::Region, structural::StructuralEq},
    ops::predeclared::DeclarationSearch,
    rewrite::{
        part::Part,
        parts::Parts,
        rewritable::Rewritable,
        rewriting::{
            Rewriting, RewritingState,
            copying::deep_copy,
            tasks::{Open, Step},
        },
    },
    rules::held_arenas::HeldInForce,
    tables::index::Table,
};

/// The ways to declarations that were taken.
#[derive(Default)]
pub(super) struct Ways {
    /// How many there were.
    taken: usize,
    /// The numbers of those that did not end: one inside another leads through the fields of a declared variable.
    open: Vec<usize>,
    /// What ids led to on one of them, and whether variables bind there.
    met: Table<(usize, Identity, bool), ()>,
}

impl Ways {
    fn begin(&mut self) {
        self.taken += 1;
        self.open.push(self.taken);
    }

    fn end(&mut self) {
        self.open.pop();
    }

    /// Whether a node is met on the innermost way for the first time.
    fn is_new(&mut self, node: Identity, binds: bool) -> bool {
        self.open.last().is_some_and(|way| self.met.insert((*way, node, binds), ()).is_none())
    }
}

impl<'a> Parts<'a, '_, '_> {
    /// Visits the fields of a scope that was entered, after what these predeclare.
    pub(super) fn visit_predeclaring<T: Rewritable>(&mut self, part: Part<'a, T>, at: Region) {
        self.rewriting.predeclare(part.get(), at);
        if !self.rewriting.is_replacing() {
            return self.list_fields(part, at.past_boundary());
        }
        self.before_end::<AfterDeclarations<T>>(part, at, self.opened(None), |part, parts| {
            let was_declaring = parts.rewriting.set_declaring(true);
            parts.rewriting.ways.begin();
            let part = match part {
                Part::Owned(scope) => Part::Read(&*scope),
                read => read,
            };
            parts.list_fields(part, at.past_boundary());
            parts.rewriting.set_declaring(was_declaring);
        });
    }

    /// Visits the node of an id, no variable, on the way to declarations: once on each way.
    pub(super) fn visit_declaring_id<I: Id<Node: Rewritable>>(&mut self, part: Part<'a, I>, at: Region) {
        let Rewriting { state, ways, ids, .. } = &mut *self.rewriting;
        let arenas = state.arenas.get_mut();
        let Some(meaning) = arenas.meaning(part.get()).filter(|_| at.is_predeclared()) else { return };
        if ids.cycles.on_cycle.contains_key(&meaning.identity) {
            return;
        }
        let node = arenas.original_at(&meaning, part.get());
        let Some(node) = node.filter(|node| I::Node::kind(node) != Kind::Dag && !I::Node::is_scope(node)) else {
            return;
        };
        if !ways.is_new(meaning.identity, at.is_binding_occurrence()) {
            return;
        }
        let copy = deep_copy(node);
        let has_moved = arenas.go_to(meaning.environment);
        let open = Open { is_owned: has_moved, ..Open::default() };
        self.before_end::<EndDeclaring<I>>(part, at, open, |_, parts| {
            if let Part::Owned(node) = parts.rewriting.slots.keep(Box::new(copy), parts.brand) {
                I::Node::visit(Part::Read(node), at, parts);
            }
        });
    }

    /// Does something with a variable that stands here. On the way to declarations, only with one that is declared, and
    /// that is not on the way.
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
}

impl Rewriting<'_> {
    /// Binds what a scope predeclares.
    fn predeclare<T: StructuralEq + ?Sized>(&mut self, scope: &T, at: Region) {
        let Rewriting { lent, state, memo, wanted, depth, ids, .. } = self;
        let RewritingState { keys, bindings, arenas, .. } = state;
        let arenas = &*arenas.get_mut();
        if arenas.is_used() {
            // Other nodes may lie where there were others.
            lent.barren.clear();
        }
        let HeldInForce { environments, mut slots, known_as } = arenas.lend();
        (lent.environments, lent.known_as, lent.follows_ids) = (environments, known_as, true);
        lent.on_cycle = core::mem::take(&mut ids.cycles.on_cycle);
        let keys = keys.get_mut();
        let declarations = DeclarationSearch::run_held(scope, at, *depth, wanted.options, keys, &mut slots, lent);
        ids.cycles.on_cycle = core::mem::take(&mut lent.on_cycle);
        bindings.predeclare(&declarations, |variable, binding, at| memo.bind(variable, binding, at));
    }

    /// Says whether what is visited from now on is visited on the way to declarations, and gives whether that was so.
    #[inline(always)]
    pub(super) fn set_declaring(&mut self, is_declaring: bool) -> bool {
        let before = core::mem::replace(&mut self.state.around.is_declaring, is_declaring);
        if before != is_declaring {
            core::mem::swap(&mut self.callbacks, &mut self.callbacks_aside);
            self.is_detoured = is_declaring || self.wanted.paths;
        }
        before
    }

    /// Whether nothing is declared below a shared node in this region, as far as is known.
    pub(super) fn declares_nothing<T: StructuralEq + ?Sized>(&self, node: &T, at: Region) -> bool {
        let place = (self.state.arenas.borrow().in_force(Identity::address(node)), at.is_binding_occurrence());
        !at.is_predeclared() || self.lent.barren.contains_key(&place)
    }
}

/// The step after what a scope predeclares.
struct AfterDeclarations<T>(PhantomData<T>);

impl<T: Rewritable> Step for AfterDeclarations<T> {
    type Of = T;

    fn run<'a>(part: Part<'a, T>, at: Region, open: Open, parts: &mut Parts<'a, '_, '_>) {
        let Rewriting { edits, retired, ways, .. } = &mut *parts.rewriting;
        ways.end();
        retired.extend(edits.forget_since(open.first_edit));
        parts.list_fields(part, at.past_boundary());
    }
}

/// The step after what is behind an id on the way to declarations. It was in another environment if that is `is_owned`.
struct EndDeclaring<I>(PhantomData<I>);

impl<I: Id> Step for EndDeclaring<I> {
    type Of = I;

    fn run<'a>(_: Part<'a, I>, _: Region, open: Open, parts: &mut Parts<'a, '_, '_>) {
        if let Some(copy) = parts.rewriting.slots.take::<I::Node>() {
            parts.rewriting.retire(copy);
        }
        if open.is_owned {
            parts.rewriting.state.arenas.get_mut().come_back();
        }
    }
}
