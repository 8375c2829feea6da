//! Equality: two values, a verdict.

mod maps;
mod names;
mod visitor;

use alloc::vec::Vec;
use core::marker::PhantomData;

use crate::walker::{
    frame::{Frame, IdleFrame, SliceStep, Step, recycle},
    place::{Place, Root},
    relation::{Meeting, Relation},
};
use crate::{
    containers::Sharing,
    options::Options,
    region::Region,
    structural::{Field, StructuralEq},
    table::Kind,
};

/// One comparison.
///
/// Leaves are compared where a type lists them. Children are put on the stack, but for the one listed last, which
/// is the first in order: it is held back and taken up next, without touching the stack.
pub(crate) struct Equal<'a> {
    options: Options,
    relation: Relation,
    stack: Vec<Frame<'a, Self>>,
    /// The child to take up next, held back from the stack.
    next: Option<Frame<'a, Self>>,
    /// Comparisons of closed terms, which affect nothing else, each under its own options.
    apart: Vec<Frame<'a, Self>>,
}

/// What a comparison leaves to the next: memory, and nothing in it.
#[derive(Debug, Default)]
pub(crate) struct EqualBuffers(Option<(Relation, Vec<IdleFrame>)>);

impl<'a> Equal<'a> {
    /// Whether two values are equal. Takes the buffers and gives them back, but not when user code panics.
    pub(crate) fn run<T: StructuralEq + ?Sized>(
        left: &T,
        right: &T,
        options: Options,
        buffers: &mut EqualBuffers,
    ) -> bool {
        let (left, right) = (&left, &right);
        let (relation, stack) = buffers.0.take().unwrap_or_default();
        let mut equal = Equal { options, relation, stack: recycle(stack), next: None, apart: Vec::new() };
        let mut verdict = equal.visit::<Root<'_, T>>(left, right, options.root_region()) && equal.finish();
        if equal.relation.starts_over() {
            (equal.next, equal.options) = (None, options);
            equal.stack.clear();
            equal.apart.clear();
            verdict = equal.visit::<Root<'_, T>>(left, right, options.root_region()) && equal.finish();
        }
        let Equal { mut relation, stack, .. } = equal;
        relation.clear();
        buffers.0 = Some((relation, recycle(stack)));
        verdict
    }

    /// Compares what is held back and what is on the stack.
    fn finish(&mut self) -> bool {
        loop {
            let next = self.next.take().or_else(|| self.stack.pop()).or_else(|| self.apart.pop());
            match next {
                Some(frame) if frame.run(self) => {}
                Some(_) => return false,
                None => return true,
            }
        }
    }

    /// Puts off a child. Children come last one first.
    #[inline(always)]
    fn put_off(&mut self, child: Frame<'a, Self>) -> bool {
        if let Some(later) = self.next.replace(child) {
            self.stack.push(later);
        }
        true
    }

    /// Compares two nodes: what their kind asks for, then their fields.
    #[inline(always)]
    fn visit<P: Place<'a>>(&mut self, left: &'a P::Holder, right: &'a P::Holder, at: Region) -> bool {
        let (l, r) = (P::node(left), P::node(right));
        if let (Some(one), Some(other)) = (P::Node::concrete_type(l), P::Node::concrete_type(r))
            && one.id != other.id
        {
            return false;
        }
        let kind = P::Node::kind(l);
        if kind != P::Node::kind(r) {
            return false;
        }
        let once = P::sharing(left) == Sharing::Unique && P::sharing(right) == Sharing::Unique;
        if kind == Kind::Tree && once {
            return self.fields(l, r, at);
        }
        let (one, other) = (self.relation.keys.identify(l), self.relation.keys.identify(r));
        match self.relation.meet(kind, one, other, at, once) {
            Meeting::Equal => true,
            Meeting::Different(_) => false,
            Meeting::Compare(region) => self.fields(l, r, region),
            Meeting::CompareAndRemember(region) => {
                self.stack.push(Frame::new::<Remember<P>>(left, right, at));
                self.fields(l, r, region)
            }
            Meeting::CompareAndRelate(region) => {
                self.stack.push(Frame::new::<Relate<P>>(left, right, at));
                let bottom = self.stack.len();
                if !self.fields(l, r, region) {
                    return false;
                }
                // Without nodes among the fields, this is settled at once.
                if self.next.is_none() && self.stack.len() == bottom {
                    self.stack.pop();
                    return self.relation.relate(kind, one, other, at).is_ok();
                }
                true
            }
        }
    }

    /// Compares the fields of two nodes.
    #[inline(always)]
    fn fields<T: StructuralEq + ?Sized>(&mut self, left: &'a T, right: &'a T, at: Region) -> bool {
        if T::is_scope(left) {
            if !self.relation.enter_scope() {
                return false;
            }
            self.stack.push(Frame::new::<LeaveScope>(&(), &(), Region::NONE));
        }
        T::content(left, right, at, self)
    }
}

/// The step after the fields of a scope.
struct LeaveScope;

impl<'a> Step<'a, Equal<'a>> for LeaveScope {
    type Place = ();

    fn run(equal: &mut Equal<'a>, (): &'a (), (): &'a (), _: Region) -> bool {
        equal.relation.leave_scope();
        true
    }
}

/// The step on two shared `tree` nodes whose fields are equal.
struct Remember<P>(PhantomData<P>);

impl<'a, P: Place<'a>> Step<'a, Equal<'a>> for Remember<P> {
    type Place = P::Holder;

    fn run(equal: &mut Equal<'a>, left: &'a P::Holder, right: &'a P::Holder, at: Region) -> bool {
        let relation = &mut equal.relation;
        let (left, right) = (relation.keys.identify(P::node(left)), relation.keys.identify(P::node(right)));
        relation.remember(left, right, at);
        true
    }
}

/// The step on two nodes.
struct Visit<P>(PhantomData<P>);

impl<'a, P: Place<'a>> Step<'a, Equal<'a>> for Visit<P> {
    type Place = P::Holder;

    fn run(equal: &mut Equal<'a>, left: &'a P::Holder, right: &'a P::Holder, at: Region) -> bool {
        equal.visit::<P>(left, right, at)
    }
}

/// The step on two variables or dag nodes whose fields are equal.
struct Relate<P>(PhantomData<P>);

impl<'a, P: Place<'a>> Step<'a, Equal<'a>> for Relate<P> {
    type Place = P::Holder;

    fn run(equal: &mut Equal<'a>, left: &'a P::Holder, right: &'a P::Holder, at: Region) -> bool {
        let (left, right) = (P::node(left), P::node(right));
        let kind = P::Node::kind(left);
        let (left, right) = (equal.relation.keys.identify(left), equal.relation.keys.identify(right));
        equal.relation.relate(kind, left, right, at).is_ok()
    }
}

/// The step on the elements of two slices: the first, with the others left on the stack.
struct Elements<T>(PhantomData<T>);

impl<'a, T: Field + 'a> SliceStep<'a, Equal<'a>> for Elements<T> {
    type Item = T;

    fn run(equal: &mut Equal<'a>, left: &'a [T], right: &'a [T], at: Region) -> bool {
        let ([first, left @ ..], [other, right @ ..]) = (left, right) else { return true };
        if !left.is_empty() {
            equal.stack.push(Frame::slices::<Self>(left, right, at));
        }
        T::held(first, other, at, equal)
    }
}
