//! Whether two elements of unordered parts are equal, as if each were the first. This is asked where their hashes do not
//! tell which elements belong together, and answered by a comparison of its own, in the context of the one around it.

use crate::{
    describe::{options::Options, region::Region, structural::Field},
    engine::recursion::Recursion,
    ops::{
        equal::{Equal, leaf_keys::LeafKeys},
        in_context::InContext,
    },
    rules::{memo::equal_terms::ClosedTerms, relation::Relation},
};

impl Equal<'_> {
    /// Whether two elements are equal in a context, which is left as it was.
    pub(crate) fn are_equal_elements<T: Field>(
        [left, right]: [&T; 2],
        at: Region,
        options: Options,
        relation: &mut Relation,
        in_context: &mut InContext,
    ) -> bool {
        // Around closed elements may be anything, such as a key with options of its own. It makes no difference to them.
        let apart = T::CLOSED.then(|| relation.set_aside());
        let around = relation.variables().around();
        let (mut leaf_keys, mut closed_terms) = (LeafKeys::default(), ClosedTerms::default());
        let outermost = in_context.depth_limit;
        let recursion = Recursion::inside(outermost);
        in_context.depth_limit = Some(recursion.depth_limit());
        let mut equal = Equal::new(options, relation, &mut leaf_keys, &mut closed_terms, recursion);
        equal.in_context = core::mem::take(in_context);
        equal.depth = equal.relation.depth();
        let verdict = T::held(left, right, at, &mut equal);
        let verdict = equal.finish(verdict);
        *in_context = core::mem::take(&mut equal.in_context);
        in_context.depth_limit = outermost;
        drop(equal);
        relation.variables().go_back_to(around);
        if let Some(around) = apart {
            relation.take_up(around);
        }
        verdict
    }
}
