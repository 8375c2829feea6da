//! Equality: two values, a verdict.

mod keys;
mod maps;
mod names;
mod visitor;

use alloc::{boxed::Box, vec::Vec};
use core::marker::PhantomData;

use self::{
    keys::{ClosedMeeting, KeyComparison},
    maps::UndecidedMaps,
};
use crate::walker::{
    closed_terms::ClosedTerms,
    descent::{Descend, Descending, Listing, Near, descend, native_address, visit_once},
    frame::{Frame, IdleFrame, Row, RowStep, Step, recycle},
    place::{Content, Place, Root, Value},
    relation::{Meeting, Relation},
};
use crate::{
    containers::Sharing,
    identity::{Identity, address},
    options::Options,
    region::Region,
    structural::{Field, StructuralEq},
    table::Kind,
};

/// One comparison.
///
/// Leaves are compared where a type lists them, children afterwards.
pub(crate) struct Equal<'a> {
    options: Options,
    relation: &'a mut Relation,
    stack: Vec<Frame<'a, Self>>,
    /// The nodes whose fields are being compared, but for those that need not be known then.
    open: Vec<Open>,
    /// Comparisons of structural keys that are under way, those inside others last.
    comparisons: Vec<KeyComparison<'a>>,
    /// Maps that wait for such a comparison to tell which of their keys match.
    undecided: Vec<Box<dyn UndecidedMaps<'a> + 'a>>,
    closed_terms: &'a mut ClosedTerms,
    /// Whether the innermost of the comparisons of keys is one of closed terms.
    in_closed_term: bool,
    /// Whether it turned out not to be.
    leaves_closed_term: bool,
    native_base: usize,
}

/// Two nodes whose fields are being compared.
#[derive(Clone, Copy, Debug)]
struct Open {
    kind: Kind,
    left: Identity,
    right: Identity,
}

/// What a comparison leaves to the next: memory, and nothing in it.
#[derive(Debug, Default)]
pub(crate) struct EqualBuffers {
    relation: Relation,
    closed_terms: ClosedTerms,
    stack: Vec<IdleFrame>,
    open: Vec<Open>,
    /// A comparison began and did not end: user code panicked.
    in_use: bool,
}

impl<'a> Descending<'a> for Equal<'a> {
    type AtHand = ();

    #[inline(always)]
    fn stack(&mut self) -> &mut Vec<Frame<'a, Self>> {
        &mut self.stack
    }
    #[inline(always)]
    fn native_base(&self) -> usize {
        self.native_base
    }
    #[inline(always)]
    fn take_at_hand(&mut self) {}
    #[inline(always)]
    fn put_back(&mut self, (): ()) {}
}

impl<'a> Equal<'a> {
    /// Whether two values are equal.
    pub(crate) fn run<T: StructuralEq + ?Sized>(
        left: &T,
        right: &T,
        options: Options,
        buffers: &mut EqualBuffers,
    ) -> bool {
        let (left, right) = (&left, &right);
        let verdict = Equal::run_in(options, buffers, |equal| {
            let verdict = equal.root::<T>(left, right);
            if !equal.relation.starts_over() {
                return verdict;
            }
            equal.stack.clear();
            equal.open.clear();
            equal.undecided.clear();
            equal.root::<T>(left, right)
        });
        buffers.closed_terms.clear();
        verdict
    }

    /// Runs a comparison with the memory of others. What it finds of closed terms is kept.
    fn run_in<'b>(options: Options, buffers: &'b mut EqualBuffers, run: impl FnOnce(&mut Equal<'b>) -> bool) -> bool {
        if buffers.in_use {
            *buffers = EqualBuffers::default();
        }
        buffers.in_use = true;
        let mut equal = Equal {
            options,
            relation: &mut buffers.relation,
            stack: recycle(core::mem::take(&mut buffers.stack)),
            open: core::mem::take(&mut buffers.open),
            comparisons: Vec::new(),
            undecided: Vec::new(),
            closed_terms: &mut buffers.closed_terms,
            in_closed_term: false,
            leaves_closed_term: false,
            native_base: native_address(),
        };
        let verdict = run(&mut equal);
        let Equal { relation, stack, mut open, .. } = equal;
        relation.clear();
        open.clear();
        buffers.stack = recycle(stack);
        buffers.open = open;
        buffers.in_use = false;
        verdict
    }

    fn root<T: StructuralEq + ?Sized>(&mut self, left: &'a &T, right: &'a &T) -> bool {
        let at = self.options.root_region();
        visit_once(self, |listing| listing.visit::<Root<'_, T>>(left, right, at)) && self.finish_all()
    }

    /// Compares all that is on the stack. A difference ends it, unless it is one of keys that need not be the same.
    fn finish_all(&mut self) -> bool {
        loop {
            if self.finish() {
                return true;
            }
            if !self.goes_on_around() {
                return false;
            }
        }
    }
}

impl<'a> Listing<'_, 'a, Equal<'a>> {
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
        let once = (P::sharing(left) == Sharing::Unique) & (P::sharing(right) == Sharing::Unique);
        let mut region = at;
        if kind != Kind::Tree || !once {
            let keys = &mut self.operation.relation.keys;
            let (one, other) = (keys.identify(l), keys.identify(r));
            if self.operation.in_closed_term {
                match self.operation.meet_closed(kind, one, other, once) {
                    ClosedMeeting::Known(verdict) => return verdict,
                    ClosedMeeting::Compare => {}
                    ClosedMeeting::CompareAndRemember => {
                        self.begin::<Remember>(Open { kind, left: one, right: other }, at);
                    }
                }
                return self.fields(l, r, at);
            }
            let kind = self.operation.relation.kind(kind, l, one == other);
            if kind == Kind::Var
                && P::Node::LEAF_FIELDS
                && let Some(met) = self.operation.relation.meet_sticky_variable(one)
            {
                return match met {
                    Some(correspondence) => self.operation.relation.is_of(correspondence, other),
                    None => self.fields(l, r, at) && self.operation.relation.relate_new_variables(one, other, at),
                };
            }
            if kind == Kind::Dag {
                self.operation.relation.note_dags([one, other], [address(l), address(r)]);
            }
            match self.operation.relation.meet(kind, one, other, at, once) {
                Meeting::Equal => return true,
                Meeting::Different(_) => return false,
                Meeting::Compare(inside) => region = inside,
                Meeting::CompareAndRemember(inside) => {
                    self.begin::<Remember>(Open { kind, left: one, right: other }, at);
                    region = inside;
                }
                Meeting::CompareAndRelate(inside) => {
                    region = inside;
                    self.begin::<Relate>(Open { kind, left: one, right: other }, at);
                }
            }
        }
        self.fields(l, r, region)
    }

    /// Leaves a last step on two nodes for when their fields are compared.
    #[inline(always)]
    fn begin<S: Step<'a, Equal<'a>, Place = ()>>(&mut self, nodes: Open, at: Region) {
        self.operation.open.push(nodes);
        self.operation.stack.push(Frame::new::<S>(&(), &(), at));
    }

    /// Compares the fields of two nodes.
    #[inline(always)]
    fn fields<T: StructuralEq + ?Sized>(&mut self, left: &'a T, right: &'a T, at: Region) -> bool {
        if T::is_scope(left) && !self.operation.in_closed_term {
            if !self.operation.relation.enter_scope() {
                return false;
            }
            self.operation.stack.push(Frame::new::<LeaveScope>(&(), &(), Region::NONE));
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
struct Remember;

impl<'a> Step<'a, Equal<'a>> for Remember {
    type Place = ();

    fn run(equal: &mut Equal<'a>, (): &'a (), (): &'a (), at: Region) -> bool {
        let Some(Open { left, right, .. }) = equal.open.pop() else { return true };
        if equal.in_closed_term {
            equal.closed_terms.note(equal.options, left, right, true);
        } else {
            equal.relation.remember(left, right, at);
        }
        true
    }
}

/// The step on two variables or dag nodes whose fields are equal.
struct Relate;

impl<'a> Step<'a, Equal<'a>> for Relate {
    type Place = ();

    fn run(equal: &mut Equal<'a>, (): &'a (), (): &'a (), at: Region) -> bool {
        let Some(Open { kind, left, right }) = equal.open.pop() else { return true };
        equal.relation.relate(kind, left, right, at).is_ok()
    }
}

/// The step on nodes.
struct Visit<P>(PhantomData<P>);

impl<'a, P: Place<'a>> RowStep<'a, Equal<'a>> for Visit<P> {
    type Place = P::Holder;

    #[inline(always)]
    fn run(equal: &mut Equal<'a>, row: Row<'a, P::Holder>) -> bool {
        descend::<_, Self>(equal, row)
    }
}

impl<'a, P: Place<'a>> Descend<'a, Equal<'a>> for Visit<P> {
    #[inline(always)]
    fn visit(listing: &mut Listing<'_, 'a, Equal<'a>>, left: &'a P::Holder, right: &'a P::Holder, at: Region) -> bool {
        listing.visit::<P>(left, right, at)
    }

    #[inline(always)]
    fn near(left: &P::Holder, right: &P::Holder) -> Near {
        [P::elsewhere(left), P::elsewhere(right)]
    }
}

/// The step on nodes whose fields are leaves.
struct VisitLeaves<P>(PhantomData<P>);

impl<'a, P: Place<'a>> Step<'a, Equal<'a>> for VisitLeaves<P> {
    type Place = P::Holder;

    #[inline(always)]
    fn run(equal: &mut Equal<'a>, left: &'a P::Holder, right: &'a P::Holder, at: Region) -> bool {
        visit_once(equal, |listing| listing.visit::<P>(left, right, at))
    }
}

/// The step on values held inline.
impl<'a, T: Field + 'a> RowStep<'a, Equal<'a>> for Value<T> {
    type Place = T;

    #[inline(always)]
    fn run(equal: &mut Equal<'a>, row: Row<'a, T>) -> bool {
        descend::<_, Self>(equal, row)
    }
}

impl<'a, T: Field + 'a> Descend<'a, Equal<'a>> for Value<T> {
    #[inline(always)]
    fn visit(listing: &mut Listing<'_, 'a, Equal<'a>>, left: &'a T, right: &'a T, at: Region) -> bool {
        T::held(left, right, at, listing)
    }
}

/// The step on the content of two nodes whose type was not known.
impl<'a, T: StructuralEq + 'a> Step<'a, Equal<'a>> for Content<T> {
    type Place = T;

    fn run(equal: &mut Equal<'a>, left: &'a T, right: &'a T, at: Region) -> bool {
        visit_once(equal, |listing| T::content(left, right, at, listing))
    }
}
