//! Equality: two values, a verdict.

use alloc::vec::Vec;
use core::marker::PhantomData;

use super::{
    entries::{Matching, entries, match_entries},
    frame::{Frame, IdleFrame, SLICE, SliceStep, Step, recycle},
    place::{Held, Inline, Owned, Place, Pointee, Root},
    relation::{Meeting, Relation},
};
use crate::{
    containers::{Map, MapOrder, OwningPointer, Sequence, SharedPointer, Sharing},
    custom::{CustomStructural, EqualParts, EqualValues, VirtualFields, VirtualValue},
    keys::MapKey,
    leaf::Leaf,
    options::Options,
    region::Region,
    structural::{Field, StructuralEq},
    table::{Kind, Roles},
    visitor::{Show, Visitor},
};

/// One comparison.
///
/// Leaves are compared where a type lists them. Children are put on the stack, but for the one listed last, which
/// is the first in order: it is held back and taken up next, without touching the stack.
pub(crate) struct Equal<'a> {
    options: Options,
    relation: Relation,
    stack: Vec<Frame<'a, Self>>,
    held: Option<Frame<'a, Self>>,
    /// Comparisons of closed terms, which affect nothing else, each under its own options.
    apart: Vec<Frame<'a, Self>>,
}

/// What a comparison leaves to the next: memory, and nothing in it.
#[derive(Debug, Default)]
pub(crate) struct EqualBuffers {
    relation: Relation,
    stack: Vec<IdleFrame>,
}

impl<'a> Equal<'a> {
    /// Whether two values are equal. Takes the buffers and gives them back, but not when user code panics.
    pub(crate) fn run<T: StructuralEq + ?Sized>(
        left: &T,
        right: &T,
        options: Options,
        buffers: &mut EqualBuffers,
    ) -> bool {
        let (left, right) = (&left, &right);
        let EqualBuffers { relation, stack } = core::mem::take(buffers);
        let mut equal = Equal { options, relation, stack: recycle(stack), held: None, apart: Vec::new() };
        let verdict = equal.visit::<Root<'_, T>>(left, right, options.root_region()) && equal.finish();
        let Equal { mut relation, stack, .. } = equal;
        relation.clear();
        *buffers = EqualBuffers { relation, stack: recycle(stack) };
        verdict
    }

    /// Compares what is held back and what is on the stack.
    fn finish(&mut self) -> bool {
        loop {
            let next = self.held.take().or_else(|| self.stack.pop()).or_else(|| self.apart.pop());
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
        if let Some(later) = self.held.replace(child) {
            self.stack.push(later);
        }
        true
    }

    /// Compares two nodes: what their kind asks for, then their fields.
    #[inline(always)]
    fn visit<P: Place<'a>>(&mut self, left: &'a P::Holder, right: &'a P::Holder, at: Region) -> bool {
        let (l, r) = (P::node(left), P::node(right));
        let kind = P::Node::kind(l);
        if kind != P::Node::kind(r) {
            return false;
        }
        let once = P::sharing(left) == Sharing::Unique && P::sharing(right) == Sharing::Unique;
        if kind == Kind::Tree && once {
            return P::Node::content(l, r, at, self);
        }
        let (one, other) = (self.relation.keys.identify(l), self.relation.keys.identify(r));
        match self.relation.meet(kind, one, other, at, once) {
            Meeting::Equal => true,
            Meeting::Different(_) => false,
            Meeting::Compare(region) => P::Node::content(l, r, region, self),
            Meeting::CompareAndRelate(region) => {
                self.stack.push(Frame::new::<Relate<P>>(left, right, at));
                let bottom = self.stack.len();
                if !P::Node::content(l, r, region, self) {
                    return false;
                }
                // Without nodes among the fields, this is settled at once.
                if self.held.is_none() && self.stack.len() == bottom {
                    self.stack.pop();
                    return self.relation.relate(kind, one, other, at).is_ok();
                }
                true
            }
        }
    }

    fn put_off_matched<M: Map>(&mut self, matching: Matching<'a, M>, at: Region) -> bool {
        if matching.only_left.is_some() || matching.only_right.is_some() {
            return false;
        }
        for (left, _) in &matching.pairs {
            if let Some(variable) = left.free_variable() {
                self.relation.record_free(variable);
            }
        }
        matching.pairs.iter().rev().all(|(left, right)| {
            if M::Value::LEAVES {
                M::Value::held(left.value, right.value, at, self)
            } else {
                self.put_off(Frame::new::<Held<M::Value>>(left.value, right.value, at))
            }
        })
    }
}

impl<'a> Visitor<'a> for Equal<'a> {
    #[inline(always)]
    fn variant(&mut self, _: u32) {}

    #[inline(always)]
    fn variants_differ(&mut self, _: u32, _: u32) -> bool {
        false
    }

    #[inline(always)]
    fn field<T: Field>(&mut self, _: u32, roles: Roles, left: &'a T, right: &'a T, at: Region) -> bool {
        self.options.skips(roles) || T::held(left, right, at.enter(roles.def()), self)
    }

    #[inline(always)]
    fn opaque_field<T: Eq + core::hash::Hash>(
        &mut self,
        _: u32,
        roles: Roles,
        left: &'a T,
        right: &'a T,
        _: Option<Show<T>>,
    ) -> bool {
        self.options.skips(roles) || left == right
    }

    #[inline(always)]
    fn ordered_field<M: Map + StructuralEq>(
        &mut self,
        _: u32,
        roles: Roles,
        left: &'a M,
        right: &'a M,
        at: Region,
    ) -> bool {
        self.options.skips(roles) || self.map(left, right, at.enter(roles.def()), MapOrder::Container)
    }

    #[inline(always)]
    fn leaf<L: Leaf + ?Sized>(&mut self, left: &'a L, right: &'a L) -> bool {
        left.same(right)
    }

    #[inline(always)]
    fn owning<P: OwningPointer>(&mut self, left: &'a P, right: &'a P, at: Region) -> bool {
        if P::Target::FLAT {
            return P::Target::held(left.target(), right.target(), at, self);
        }
        self.put_off(Frame::new::<Owned<P>>(left, right, at))
    }

    #[inline(always)]
    fn shared<P: SharedPointer>(&mut self, left: &'a P, right: &'a P, at: Region) -> bool {
        if P::Target::FLAT {
            let (left, right) = (left.target(), right.target());
            return core::ptr::eq(left, right) || P::Target::content(left, right, at, self);
        }
        self.put_off(Frame::new::<Visit<Pointee<P>>>(left, right, at))
    }

    #[inline(always)]
    fn sequence<S: Sequence + ?Sized>(&mut self, left: &'a S, right: &'a S, at: Region) -> bool {
        if left.length() != right.length() {
            return false;
        }
        if S::Item::FLAT {
            return left.items().zip(right.items()).all(|(l, r)| S::Item::held(l, r, at, self));
        }
        match (left.as_slice(), right.as_slice()) {
            (Some(left), Some(right)) => self.put_off_slices(left, right, at),
            _ => left
                .items()
                .rev()
                .zip(right.items().rev())
                .all(|(l, r)| self.put_off(Frame::new::<Held<S::Item>>(l, r, at))),
        }
    }

    #[inline(always)]
    fn map<M: Map>(&mut self, left: &'a M, right: &'a M, at: Region, order: MapOrder) -> bool {
        // Its variables are looked up when its turn comes.
        left.length() == right.length()
            && self.put_off(match order {
                MapOrder::ByKey => Frame::new::<MatchByKey<M>>(left, right, at),
                MapOrder::Container => Frame::new::<MatchInOrder<M>>(left, right, at),
            })
    }

    #[inline(always)]
    fn node<T: Field>(&mut self, left: &'a T, right: &'a T, at: Region) -> bool {
        self.put_off(Frame::new::<Visit<Inline<T>>>(left, right, at))
    }

    fn listed<T: ?Sized>(
        &mut self,
        left: &'a T,
        right: &'a T,
        list: fn(&'a T, &mut VirtualFields<'a>),
        at: Region,
    ) -> bool {
        let (left, right) = (VirtualFields::of(left, list), VirtualFields::of(right, list));
        left.len() == right.len()
            && left.iter().zip(&right).rev().all(|(l, r)| {
                l.name == r.name
                    && l.def == r.def
                    && match (&l.value, &r.value) {
                        (VirtualValue::Leaf(l), VirtualValue::Leaf(r)) => l.same(r),
                        (VirtualValue::Part(one), VirtualValue::Part(other)) => {
                            one.pair(other).is_some_and(|pair| self.put_off(pair.equal.at(at.enter(l.def))))
                        }
                        _ => false,
                    }
            })
    }

    fn custom<T: CustomStructural>(&mut self, left: &'a T, right: &'a T, at: Region) -> bool {
        self.relation.custom_met();
        let mut parts = EqualParts::default();
        left.s_equal(right, &mut parts)
            && parts.parts.iter().rev().all(|part| match &part.values {
                EqualValues::Leaves(left, right) => left.same(right),
                EqualValues::Parts(pair) => self.put_off(pair.equal.at(at.enter(part.def))),
            })
    }
}

impl<'a> Equal<'a> {
    /// Puts off the elements of two slices of one length.
    #[inline(always)]
    fn put_off_slices<T: Field>(&mut self, left: &'a [T], right: &'a [T], at: Region) -> bool {
        let mut parts = left.chunks(SLICE).zip(right.chunks(SLICE)).rev();
        parts.all(|(left, right)| self.put_off(Frame::slices::<Elements<T>>(left, right, at)))
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

/// The step on two maps that are matched by key.
struct MatchByKey<M>(PhantomData<M>);

impl<'a, M: Map + 'a> Step<'a, Equal<'a>> for MatchByKey<M> {
    type Place = M;

    fn run(equal: &mut Equal<'a>, left: &'a M, right: &'a M, at: Region) -> bool {
        equal.match_maps(left, right, at, MapOrder::ByKey)
    }
}

/// The step on two maps that are matched in the containers' order.
struct MatchInOrder<M>(PhantomData<M>);

impl<'a, M: Map + 'a> Step<'a, Equal<'a>> for MatchInOrder<M> {
    type Place = M;

    fn run(equal: &mut Equal<'a>, left: &'a M, right: &'a M, at: Region) -> bool {
        equal.match_maps(left, right, at, MapOrder::Container)
    }
}

impl<'a> Equal<'a> {
    fn match_maps<M: Map>(&mut self, left: &'a M, right: &'a M, at: Region, order: MapOrder) -> bool {
        let mut keys = core::mem::take(&mut self.relation.keys);
        let left = entries(left, order, &mut keys, |variable| self.relation.left_ordinal(variable));
        let right = entries(right, order, &mut keys, |variable| self.relation.right_ordinal(variable));
        self.relation.keys = keys;
        let apart = &mut self.apart;
        let matching = match_entries(left, right, order, |left, right, alone| {
            if !alone {
                return M::Key::same(left, right);
            }
            if M::Key::options(left) != M::Key::options(right) {
                return false;
            }
            // Closed terms bind nothing: they can wait, and need no native recursion.
            apart.push(Frame::new::<ClosedKey<M::Key>>(left, right, Region::NONE));
            true
        });
        self.put_off_matched(matching, at)
    }
}

/// The step on two structural keys with one hash, when all else was compared.
struct ClosedKey<K>(PhantomData<K>);

impl<'a, K: MapKey + 'a> Step<'a, Equal<'a>> for ClosedKey<K> {
    type Place = K;

    fn run(equal: &mut Equal<'a>, left: &'a K, right: &'a K, at: Region) -> bool {
        let options = K::options(left);
        if options != equal.options {
            equal.relation.forget_shared();
            equal.options = options;
        }
        K::content(left, right, at, equal)
    }
}
