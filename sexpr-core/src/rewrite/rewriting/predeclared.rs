//! Rewriting of what scopes predeclare.
//!
//! A variable is replaced alike at all its occurrences, by what is made of it where it is bound. One that is predeclared
//! may be used before it is declared. So when a scope is entered, what it predeclares is bound, and then visited *on the
//! way to declarations*: the scope is read once more, as far as it predeclares, and no callback is called but with the
//! variables that stand there. Nothing is written on that way. Afterwards each declaration is replaced as uses are.

use core::marker::PhantomData;

use crate::{
    describe::{identity::Identity, region::Region, structural::StructuralEq},
    reflect::declarations::DeclarationSearch,
    rewrite::{
        part::Part,
        parts::Parts,
        rewritable::Rewritable,
        rewriting::{
            Rewriting, RewritingState,
            tasks::{PartInProgress, Step},
        },
    },
    rules::environments,
};

impl<'a> Parts<'a, '_, '_> {
    /// Visits the fields of a scope that was entered, after what these predeclare.
    pub(super) fn visit_predeclaring<T: Rewritable>(&mut self, part: Part<'a, T>, at: Region) {
        self.rewriting.predeclare(part.get(), at);
        if !self.rewriting.is_replacing() {
            return self.list_fields(part, at.past_boundary());
        }
        self.before_end::<AfterDeclarations<T>>(part, at, self.opened(None), |part, parts| {
            let was_declaring = parts.rewriting.set_declaring(true);
            let part = match part {
                Part::Owned(scope) => Part::Read(&*scope),
                read => read,
            };
            parts.list_fields(part, at.past_boundary());
            parts.rewriting.set_declaring(was_declaring);
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
        let Rewriting { lent, state: RewritingState { keys, bindings, .. }, memo, wanted, depth, .. } = self;
        let (keys, mut slots) = (keys.get_mut(), environments::Slots::default());
        let declarations = DeclarationSearch::of(scope, at, *depth, wanted.options, keys, &mut slots, lent);
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
        let place = (Identity::address(node), at.is_binding_occurrence());
        !at.is_predeclared() || self.lent.no_decls.contains_key(&place)
    }
}

/// The step after what a scope predeclares.
struct AfterDeclarations<T>(PhantomData<T>);

impl<T: Rewritable> Step for AfterDeclarations<T> {
    type Of = T;

    fn run<'a>(part: Part<'a, T>, at: Region, open: PartInProgress, parts: &mut Parts<'a, '_, '_>) {
        let Rewriting { edits, retired, .. } = &mut *parts.rewriting;
        retired.extend(edits.forget_since(open.first_edit));
        parts.list_fields(part, at.past_boundary());
    }
}
