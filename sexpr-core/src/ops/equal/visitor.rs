//! `Visitor` for equality.

use crate::{
    describe::{
        arena::{Arena, Id},
        containers::{Map, MapOrder, NameField, Namespace, OwningPointer, Sequence, SharedPointer},
        custom::{CustomStructural, EqualParts, EqualValues, VirtualField, VirtualFields, VirtualPart, VirtualValue},
        keys::{AsKeys, AsNames, KeyValue},
        leaf::Leaf,
        options::Options,
        region::{Level, Region},
        structural::{Field, StructuralEq, list_leaves},
        visitor::{OpaqueForms, Operation, Visitor},
    },
    engine::{
        frame::{Frame, prefetch},
        place::{Inline, Owned, Place, Pointee, Referred},
        recursion::{LARGE, Suspendable},
    },
    ops::equal::Equal,
    rules::memo::EXPENSIVE,
};

impl<'a> Operation for Equal<'a> {
    #[inline(always)]
    fn options(&self) -> Options {
        self.options
    }
    #[inline(always)]
    fn depth(&self) -> Level {
        self.depth
    }
}

impl<'a> Visitor<'a> for Equal<'a> {
    #[inline(always)]
    fn ahead<T: Field>(&mut self, left: &'a T, right: &'a T) {
        prefetch_both(left, right);
    }

    #[inline(always)]
    fn variants_differ(&mut self, _: u32, _: u32) -> bool {
        false
    }

    #[inline(always)]
    fn opaque<T: Eq + core::hash::Hash>(&mut self, _: u32, left: &'a T, right: &'a T, _: OpaqueForms<T>) -> bool {
        self.visits += LARGE;
        left == right
    }

    fn unordered<S: Sequence + Field>(&mut self, _: u32, left: &'a S, right: &'a S, at: Region) -> bool {
        self.unordered_elements(left.items().collect(), right.items().collect(), at.past_boundary())
    }

    fn operands<T: Field>(&mut self, _: &[u32], left: &[&'a T], right: &[&'a T], at: Region) -> bool {
        self.unordered_elements(left.to_vec(), right.to_vec(), at.past_boundary())
    }

    #[inline(always)]
    fn name<T: KeyValue, N: Namespace>(&mut self, left: &'a T, right: &'a T, at: Region) -> bool {
        self.visit_name::<T, N>(left, right, at)
    }

    fn names_in_order<S, N>(&mut self, left: &'a S, right: &'a S, at: Region) -> bool
    where
        S: Sequence<Item: NameField> + ?Sized,
        N: Namespace,
    {
        left.length() == right.length()
            && left.items().zip(right.items()).all(|(l, r)| S::Item::names::<N, Self>(l, r, at, self))
    }

    fn names_in_set<M, N>(&mut self, left: &'a M, right: &'a M, at: Region) -> bool
    where
        M: Map<Key: KeyValue>,
        N: Namespace,
    {
        self.maps::<M, AsNames<N>>(left, right, at, MapOrder::ByKey)
    }

    #[inline(always)]
    fn leaf<L: Leaf + ?Sized>(&mut self, left: &L, right: &L) -> bool {
        if core::mem::needs_drop::<L>() {
            self.visits += left.as_str().map_or(LARGE, |text| text.len() as u64 / 64);
        }
        left.same(right)
    }

    #[inline(always)]
    fn owning<P: OwningPointer>(&mut self, left: &'a P, right: &'a P, at: Region) -> bool {
        if P::Target::FLAT {
            return P::Target::held(left.target(), right.target(), at, self);
        }
        self.enter::<Owned<P>>(left, right, at)
    }

    #[inline(always)]
    fn shared<P: SharedPointer>(&mut self, left: &'a P, right: &'a P, at: Region) -> bool {
        self.behind_pointers::<Pointee<P>>(left, right, at)
    }

    #[inline(always)]
    fn id<I: Id>(&mut self, left: &'a I, right: &'a I, at: Region) -> bool {
        self.follow(left, right, at)
    }

    fn arena<A: Arena<I>, I: Id>(&mut self, _: u32, left: &'a A, right: &'a A, at: Region) -> bool {
        self.whole_arenas::<A, I>(left, right, at)
    }

    #[inline(always)]
    fn referred<T: StructuralEq>(&mut self, left: &'a T, right: &'a T, at: Region) -> bool {
        self.behind_pointers::<Referred<T>>(left, right, at)
    }

    #[inline(always)]
    fn sequence<S: Sequence + ?Sized>(&mut self, left: &'a S, right: &'a S, at: Region) -> bool {
        if left.length() != right.length() {
            return false;
        }
        if S::Item::FLAT {
            self.visits += left.length() as u64;
            return left.items().zip(right.items()).all(|(l, r)| S::Item::held(l, r, at, self));
        }
        if let (Some(left), Some(right)) = (left.as_slice(), right.as_slice()) {
            return S::Item::held_in_row(left, right, at, self);
        }
        self.count_row(left.length());
        _ = self.recursion.has_to_wait();
        left.items().zip(right.items()).all(|(l, r)| {
            if self.recursion.is_suspended() {
                self.recursion.put_off(Frame::one(l, r, Self::values, at));
                return true;
            }
            S::Item::held(l, r, at, self)
        })
    }

    #[inline(always)]
    fn row<T: Field>(&mut self, left: &'a [T], right: &'a [T], at: Region) -> bool {
        if left.is_empty() {
            return true;
        }
        // If the operation has to wait, `values` puts the elements off.
        _ = self.recursion.has_to_wait();
        self.values(left, right, at)
    }

    /// Compares a row of pointers. Each pointer checks whether it has to wait.
    #[inline(always)]
    fn pointer_row<P: Field>(&mut self, left: &'a [P], right: &'a [P], at: Region) -> bool {
        self.count_row(left.len());
        for (index, (l, r)) in left.iter().zip(right).enumerate() {
            if !P::held(l, r, at, self) {
                return false;
            }
            if self.recursion.is_suspended() {
                return self.put_off_values(&left[index + 1..], &right[index + 1..], at);
            }
        }
        true
    }

    #[inline(always)]
    fn entries<M: Map>(&mut self, left: &'a M, right: &'a M, at: Region, order: MapOrder) -> bool {
        self.maps::<M, AsKeys>(left, right, at.past_boundary(), order)
    }

    #[inline(always)]
    fn node<T: Field>(&mut self, left: &'a T, right: &'a T, at: Region) -> bool {
        self.enter::<Inline<T>>(left, right, at)
    }

    fn open(&mut self, left: VirtualPart<'a>, right: VirtualPart<'a>, at: Region) -> bool {
        left.pair(&right).is_some_and(|pair| self.run_or_put_off(pair.equal.at(at)))
    }

    fn listed<T: ?Sized>(
        &mut self,
        left: &'a T,
        right: &'a T,
        list: fn(&'a T, &mut VirtualFields<'a>),
        at: Region,
    ) -> bool {
        self.virtual_fields(&VirtualFields::of(left, list), &VirtualFields::of(right, list), at)
    }

    fn custom<T: CustomStructural>(&mut self, left: &'a T, right: &'a T, at: Region) -> bool {
        if self.is_not_closed() {
            return false;
        }
        self.visits += LARGE;
        self.relation.custom_met();
        let mut parts = EqualParts::default();
        left.s_equal(right, &mut parts)
            && parts.parts.iter().all(|part| match &part.value {
                EqualValues::Leaves(left, right) => left.same(right),
                EqualValues::Parts(pair) => self.run_or_put_off(pair.equal.at(at.enter(part.def, self.depth))),
            })
    }
}

impl<'a> Equal<'a> {
    /// Compares the pointees of shared pointers.
    #[inline(always)]
    fn behind_pointers<P: Place<Holder: 'a, Node: 'a>>(
        &mut self,
        left: &'a P::Holder,
        right: &'a P::Holder,
        at: Region,
    ) -> bool {
        if P::Node::FLAT {
            let (left, right) = (P::node(left), P::node(right));
            return core::ptr::eq(left, right) || list_leaves(left, right, at, self);
        }
        if P::Node::LEAF_FIELDS {
            return self.enter_leaves::<P>(left, right, at);
        }
        self.enter::<P>(left, right, at)
    }

    /// Compares virtual fields.
    pub(super) fn virtual_fields(&mut self, left: &[VirtualField<'a>], right: &[VirtualField<'a>], at: Region) -> bool {
        self.visits += left.len() as u64;
        left.len() == right.len()
            && left.iter().zip(right).all(|(l, r)| {
                let at = at.enter(l.def, self.depth);
                l.name == r.name
                    && l.def == r.def
                    && match (&l.value, &r.value) {
                        (VirtualValue::Leaf(l), VirtualValue::Leaf(r)) => l.same(r),
                        (VirtualValue::Part(one), VirtualValue::Part(other)) => {
                            one.pair(other).is_some_and(|pair| self.run_or_put_off(pair.equal.at(at)))
                        }
                        (VirtualValue::Slice(l), VirtualValue::Slice(r)) => {
                            self.visits += l.length() as u64;
                            l.ty == r.ty
                                && l.length() == r.length()
                                && l.pairs(r).all(|pair| self.run_or_put_off(pair.equal.at(at)))
                        }
                        _ => false,
                    }
            })
    }
}

impl<'a> Equal<'a> {
    /// Compares two slices of equal length, now or later.
    #[inline(never)]
    pub(crate) fn values<T: Field>(&mut self, left: &'a [T], right: &'a [T], at: Region) -> bool {
        self.count_row(left.len());
        for (index, (l, r)) in left.iter().zip(right).enumerate() {
            if self.recursion.is_suspended() {
                return self.put_off_values(&left[index..], &right[index..], at);
            }
            if let (Some(l), Some(r)) = (left.get(index + 1), right.get(index + 1)) {
                prefetch_both(l, r);
            }
            if !T::held(l, r, at, self) {
                return false;
            }
        }
        true
    }

    /// Counts a long row as visits, since its values may be too small to count themselves.
    #[inline(always)]
    pub(super) fn count_row(&mut self, length: usize) {
        if length as u64 > EXPENSIVE {
            self.visits += length as u64;
        }
    }

    #[cold]
    #[inline(never)]
    fn put_off_values<T: Field>(&mut self, left: &'a [T], right: &'a [T], at: Region) -> bool {
        self.recursion.put_off_row(left, right, Self::values, at);
        true
    }
}

/// Prefetches the pointees of two fields.
#[inline(always)]
pub(super) fn prefetch_both<T: Field>(left: &T, right: &T) {
    if let (Some(left), Some(right)) = (T::elsewhere(left), T::elsewhere(right)) {
        prefetch(left);
        prefetch(right);
    }
}
