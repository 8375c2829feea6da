//! What becomes of what a type lists.

use super::{
    Equal, Visit, VisitLeaves,
    maps::{MatchByKey, MatchInOrder},
    names::VisitName,
};
use crate::walker::{
    descent::{Descend, Listing},
    frame::{Frame, VirtualPart},
    place::{Inline, Owned, Place, Pointee, Value},
};
use crate::{
    containers::{Map, MapOrder, OwningPointer, Sequence, SharedPointer},
    custom::{CustomStructural, EqualParts, EqualValues, VirtualFields, VirtualValue},
    keys::{AsKeys, AsNames, KeyValue},
    leaf::Leaf,
    names::{Names, Namespace},
    options::Options,
    region::{Level, Region},
    structural::{Field, StructuralEq, list_leaves},
    visitor::{OpaqueForms, Operation, Visitor},
};

impl<'a> Operation for Listing<'_, 'a, Equal<'a>> {
    #[inline(always)]
    fn options(&self) -> Options {
        self.operation.options
    }
    #[inline(always)]
    fn depth(&self) -> Level {
        self.operation.relation.depth()
    }
}

impl<'a> Visitor<'a> for Listing<'_, 'a, Equal<'a>> {
    #[inline(always)]
    fn variant(&mut self, _: u32) {}

    #[inline(always)]
    fn variants_differ(&mut self, _: u32, _: u32) -> bool {
        false
    }

    #[inline(always)]
    fn part<T: Field>(&mut self, _: u32, left: &'a T, right: &'a T, at: Region) -> bool {
        T::held(left, right, at, self)
    }

    #[inline(always)]
    fn opaque<T: Eq + core::hash::Hash>(&mut self, _: u32, left: &'a T, right: &'a T, _: OpaqueForms<T>) -> bool {
        left == right
    }

    #[inline(always)]
    fn ordered<M: Map + StructuralEq>(&mut self, _: u32, left: &'a M, right: &'a M, at: Region) -> bool {
        self.map(left, right, at, MapOrder::Container)
    }

    #[inline(always)]
    fn names<T: Names, N: Namespace>(&mut self, _: u32, left: &'a T, right: &'a T, at: Region) -> bool {
        T::names::<N, Self>(left, right, at, self)
    }

    #[inline(always)]
    fn name<T: KeyValue, N: Namespace>(&mut self, left: &'a T, right: &'a T, at: Region) -> bool {
        self.put_off(Frame::new::<VisitName<T, N>>(left, right, at))
    }

    fn names_in_order<S, N>(&mut self, left: &'a S, right: &'a S, at: Region) -> bool
    where
        S: Sequence<Item: Names> + ?Sized,
        N: Namespace,
    {
        left.length() == right.length()
            && left.items().rev().zip(right.items().rev()).all(|(l, r)| S::Item::names::<N, Self>(l, r, at, self))
    }

    fn names_in_set<M, N>(&mut self, left: &'a M, right: &'a M, at: Region) -> bool
    where
        M: Map<Key: KeyValue>,
        N: Namespace,
    {
        left.length() == right.length() && self.put_off(Frame::new::<MatchByKey<M, AsNames<N>>>(left, right, at))
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
        self.put_off_node::<Owned<P>>(left, right, at)
    }

    #[inline(always)]
    fn shared<P: SharedPointer>(&mut self, left: &'a P, right: &'a P, at: Region) -> bool {
        if P::Target::FLAT {
            let (left, right) = (left.target(), right.target());
            return core::ptr::eq(left, right) || list_leaves(left, right, at, self);
        }
        self.put_off_node::<Pointee<P>>(left, right, at)
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
            (Some(left), Some(right)) => S::Item::held_in_row(left, right, at, self),
            _ => left
                .items()
                .rev()
                .zip(right.items().rev())
                .all(|(l, r)| self.put_off(Frame::one::<Value<S::Item>>(l, r, at))),
        }
    }

    #[inline(always)]
    fn row<T: Field>(&mut self, left: &'a [T], right: &'a [T], at: Region) -> bool {
        self.put_off_row::<Value<T>>(left, right, at)
    }

    #[inline(always)]
    fn owning_row<P: OwningPointer>(&mut self, left: &'a [P], right: &'a [P], at: Region) -> bool {
        if P::Target::FLAT {
            return left.iter().zip(right).all(|(l, r)| self.owning(l, r, at));
        }
        self.put_off_row::<Visit<Owned<P>>>(left, right, at)
    }

    #[inline(always)]
    fn shared_row<P: SharedPointer>(&mut self, left: &'a [P], right: &'a [P], at: Region) -> bool {
        if P::Target::FLAT {
            return left.iter().zip(right).all(|(l, r)| self.shared(l, r, at));
        }
        self.put_off_row::<Visit<Pointee<P>>>(left, right, at)
    }

    #[inline(always)]
    fn map<M: Map>(&mut self, left: &'a M, right: &'a M, at: Region, order: MapOrder) -> bool {
        // Its variables are looked up when its turn comes.
        left.length() == right.length()
            && self.put_off(match order {
                MapOrder::ByKey => Frame::new::<MatchByKey<M, AsKeys>>(left, right, at),
                MapOrder::Container => Frame::new::<MatchInOrder<M>>(left, right, at),
            })
    }

    #[inline(always)]
    fn node<T: Field>(&mut self, left: &'a T, right: &'a T, at: Region) -> bool {
        self.put_off_node::<Inline<T>>(left, right, at)
    }

    fn open(&mut self, left: VirtualPart<'a>, right: VirtualPart<'a>, at: Region) -> bool {
        left.pair(&right).is_some_and(|pair| self.put_off(pair.equal.at(at)))
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
                        (VirtualValue::Part(one), VirtualValue::Part(other)) => one
                            .pair(other)
                            .is_some_and(|pair| self.put_off(pair.equal.at(at.enter(l.def, self.depth())))),
                        _ => false,
                    }
            })
    }

    fn custom<T: CustomStructural>(&mut self, left: &'a T, right: &'a T, at: Region) -> bool {
        if self.operation.is_not_closed() {
            return false;
        }
        self.operation.relation.custom_met();
        let mut parts = EqualParts::default();
        left.s_equal(right, &mut parts)
            && parts.parts.iter().rev().all(|part| match &part.values {
                EqualValues::Leaves(left, right) => left.same(right),
                EqualValues::Parts(pair) => self.put_off(pair.equal.at(at.enter(part.def, self.depth()))),
            })
    }
}

impl<'a> Listing<'_, 'a, Equal<'a>> {
    /// Puts off two nodes.
    #[inline(always)]
    fn put_off_node<P: Place<'a>>(&mut self, left: &'a P::Holder, right: &'a P::Holder, at: Region) -> bool {
        let near = <Visit<P> as Descend<'a, Equal<'a>>>::near(left, right);
        let frame = if P::Node::LEAF_FIELDS {
            Frame::new::<VisitLeaves<P>>(left, right, at)
        } else {
            Frame::one::<Visit<P>>(left, right, at)
        };
        self.put_off_near(frame, near)
    }
}
