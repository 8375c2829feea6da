//! `Part` and `Parts`: the interface by which a type hands over its parts to a rewriting.

use core::{fmt, marker::PhantomData};

use crate::{
    describe::{
        arena::{Arena, Id},
        containers::{MapOrder, Namespace},
        info::{Roles, TypeInfo},
        region::Region,
        structural::Field,
    },
    engine::{frame::prefetch, trail::Mark},
    rewrite::{
        containers::{RewritableMap, RewritableSequence},
        rewritable::{Rewritable, RewritableNames},
        rewriting::{Rewriting, tasks::Brand},
    },
};

/// A part of a value that is being rewritten: uniquely owned, or only read since it is shared.
///
/// Derived implementations of [`Rewritable`](crate::rewrite::Rewritable) take a part apart, and hand on each of its own
/// parts once.
#[derive(Debug)]
pub enum Part<'a, T: ?Sized> {
    /// May be replaced in place.
    Owned(&'a mut T),
    /// Is only read. Its replacement goes into a copy of the enclosing node.
    Read(&'a T),
}

impl<'a, T: ?Sized> Part<'a, T> {
    /// The part, by shared reference.
    pub fn get(&self) -> &T {
        match self {
            Part::Owned(value) => value,
            Part::Read(value) => value,
        }
    }

    /// The same part, as a part that is only read.
    pub(crate) fn into_read(self) -> Self {
        match self {
            Part::Owned(value) => Part::Read(value),
            read => read,
        }
    }

    /// A projection to a part of this part.
    pub fn project<U: ?Sized>(self, of_owned: fn(&mut T) -> &mut U, of_read: fn(&T) -> &U) -> Part<'a, U> {
        match self {
            Part::Owned(value) => Part::Owned(of_owned(value)),
            Part::Read(value) => Part::Read(of_read(value)),
        }
    }
}

/// A visitor that takes the parts of a value that is rewritten, each once, first to last.
///
/// This file has the methods for fields and elements. The methods for nodes, leaves and names (`Parts::node`, `leaf`
/// and `name`) are in `rewriting`.
pub struct Parts<'a, 'e, 'c> {
    pub(crate) rewriting: &'e mut Rewriting<'c>,
    pub(crate) brand: Brand<'a>,
}

/// Runs a block for each element of a part, with its index.
macro_rules! each {
    ($part:expr, $owned:ident, $read:ident, |$index:ident, $item:ident| $does:expr) => {
        match $part {
            Part::Owned(part) => part.$owned().map(Part::Owned).enumerate().for_each(|($index, $item)| $does),
            Part::Read(part) => part.$read().map(Part::Read).enumerate().for_each(|($index, $item)| $does),
        }
    };
}

impl<'a, 'e, 'c> Parts<'a, 'e, 'c> {
    #[inline(always)]
    pub(crate) fn new(rewriting: &'e mut Rewriting<'c>) -> Self {
        Parts { rewriting, brand: PhantomData }
    }

    /// Announces the fields of this type.
    #[doc(hidden)]
    #[inline(always)]
    pub fn content_of(&mut self, info: &'static TypeInfo) {
        if self.rewriting.wanted.paths {
            self.rewriting.state.trail.content_of(info);
        }
    }

    /// Announces the fields of this variant.
    #[doc(hidden)]
    #[inline(always)]
    pub fn variant(&mut self, index: u32) {
        if self.rewriting.wanted.paths {
            self.rewriting.state.trail.variant(index);
        }
    }

    /// Prefetches a part that is handed over later.
    #[doc(hidden)]
    #[inline(always)]
    pub fn ahead<T: Field>(&mut self, part: &T) {
        if let Some(address) = T::elsewhere(part) {
            prefetch(address);
        }
    }

    /// A field, at its position in the declaration.
    #[doc(hidden)]
    #[inline(always)]
    pub fn field<T: Rewritable>(&mut self, position: u32, roles: Roles, part: Part<'a, T>, at: Region) {
        if self.wants::<T>() && !self.skips(roles) {
            let (mark, at) = self.field_at(position, roles, at);
            self.go_to(part, mark, at, T::visit);
        }
    }

    /// A field that holds variables known by their values.
    #[doc(hidden)]
    pub fn names_field<T: RewritableNames, N: Namespace>(
        &mut self,
        position: u32,
        roles: Roles,
        part: Part<'a, T>,
        at: Region,
    ) {
        if !self.skips(roles) {
            let (mark, at) = self.field_at(position, roles, at);
            self.go_to(part, mark, at, T::visit_names::<N>);
        }
    }

    /// A field that is a map whose entries are compared in the container's order.
    #[doc(hidden)]
    pub fn ordered_field<M>(&mut self, position: u32, roles: Roles, part: Part<'a, M>, at: Region)
    where
        M: RewritableMap<Key: Rewritable, Value: Rewritable>,
    {
        if !self.skips(roles) {
            let (mark, at) = self.field_at(position, roles, at);
            self.go_to(part, mark, at, |part, at, parts| parts.visit_map(part, at, MapOrder::Container));
        }
    }

    /// The nodes of an arena, in a field at this position. Enclosing scopes predeclare nothing in an arena.
    #[doc(hidden)]
    pub fn arena<A, I>(&mut self, position: u32, roles: Roles, part: Part<'a, A>, at: Region)
    where
        A: Arena<I>,
        I: Id<Node: Rewritable>,
    {
        self.whole_arena::<A, I>(position, roles, part, at.past_boundary());
    }

    /// The nodes of an arena that is compared as a whole.
    #[doc(hidden)]
    pub fn whole_arena<A, I>(&mut self, position: u32, roles: Roles, part: Part<'a, A>, at: Region)
    where
        A: Arena<I>,
        I: Id<Node: Rewritable>,
    {
        if self.wants::<I::Node>() && !self.skips(roles) {
            let (mark, at) = self.field_at(position, roles, at);
            self.go_to(part, mark, at, |part, at, parts| parts.arena_nodes::<A, I>(part, at));
        }
    }

    #[inline(always)]
    fn skips(&self, roles: Roles) -> bool {
        self.rewriting.wanted.options.skips(roles)
    }

    #[inline(always)]
    fn field_at(&mut self, position: u32, roles: Roles, at: Region) -> (Mark, Region) {
        let at = at.enter_field(roles, self.rewriting.depth);
        (self.rewriting.state.trail.field(position), at)
    }

    /// The nodes of an arena, if the arena can hand them out.
    fn arena_nodes<A: Arena<I>, I: Id<Node: Rewritable>>(&mut self, part: Part<'a, A>, at: Region) {
        let Some(nodes_mut) = A::NODES_MUT else { return };
        match part {
            Part::Owned(arena) => {
                nodes_mut(arena)
                    .into_iter()
                    .enumerate()
                    .for_each(|(index, node)| self.element(Part::Owned(node), index, at));
            }
            Part::Read(arena) => {
                arena.nodes().enumerate().for_each(|(index, node)| self.element(Part::Read(node), index, at));
            }
        }
    }

    #[inline(always)]
    fn element<T: Rewritable>(&mut self, item: Part<'a, T>, index: usize, at: Region) {
        self.go_to(item, Mark::index(index), at, T::visit);
    }

    /// The elements of a sequence.
    #[inline(always)]
    pub(crate) fn items<S: RewritableSequence>(&mut self, part: Part<'a, S>, at: Region) {
        if self.wants::<S::Item>() {
            each!(part, items_mut, items, |index, item| self.element(item, index, at));
        }
    }

    /// Elements that lie side by side.
    #[inline(always)]
    pub(crate) fn slice<T: Rewritable>(&mut self, part: Part<'a, [T]>, at: Region) {
        if self.wants::<T>() {
            each!(part, iter_mut, iter, |index, item| self.element(item, index, at));
        }
    }

    /// The names in a sequence.
    pub(crate) fn names_in_items<S, N>(&mut self, part: Part<'a, S>, at: Region)
    where
        S: RewritableSequence<Item: RewritableNames>,
        N: Namespace,
    {
        each!(part, items_mut, items, |index, item| self.go_to(
            item,
            Mark::index(index),
            at,
            S::Item::visit_names::<N>
        ));
    }

    /// Names that lie side by side.
    pub(crate) fn names_in_slice<T: RewritableNames, N: Namespace>(&mut self, part: Part<'a, [T]>, at: Region) {
        each!(part, iter_mut, iter, |index, item| self.go_to(item, Mark::index(index), at, T::visit_names::<N>));
    }
}

impl fmt::Debug for Parts<'_, '_, '_> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_struct("Parts").finish_non_exhaustive()
    }
}
