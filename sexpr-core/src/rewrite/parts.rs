//! `Parts`: the interface through which a type hands over its parts to be rewritten.

use core::{fmt, marker::PhantomData};

use crate::{
    describe::{
        arena::{Arena, Id},
        containers::MapOrder,
        info::{Roles, TypeInfo},
        names::Namespace,
        region::Region,
        structural::Field,
    },
    engine::{frame::prefetch, trail::Mark},
    rewrite::{
        containers::{RewritableMap, RewritableSequence},
        part::Part,
        rewritable::{NamePart, Rewritable, RewritableNames},
        rewriting::{Rewriting, tasks::Brand},
    },
};

/// Takes the parts of a value that is rewritten, each once, first to last.
pub struct Parts<'a, 'e, 'c> {
    pub(crate) rewriting: &'e mut Rewriting<'c>,
    pub(crate) brand: Brand<'a>,
}

/// Does something with each element of a part, by its index.
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

    /// A node, held by value.
    #[doc(hidden)]
    #[inline(always)]
    pub fn node<T: Rewritable>(&mut self, part: Part<'a, T>, at: Region) {
        self.visit_node(part, at);
    }

    /// A leaf.
    #[doc(hidden)]
    pub fn leaf<T: Rewritable>(&mut self, part: Part<'a, T>, at: Region) {
        self.visit_leaf(part, at);
    }

    /// A name.
    #[doc(hidden)]
    pub fn name<T: NamePart, N: Namespace>(&mut self, part: Part<'a, T>, at: Region) {
        self.visit_name::<T, N>(part, at);
    }

    /// What is handed over next are the fields of this type.
    #[doc(hidden)]
    #[inline(always)]
    pub fn content_of(&mut self, info: &'static TypeInfo) {
        if self.rewriting.keeps_paths() {
            self.rewriting.trail_mut().content_of(info);
        }
    }

    /// What is handed over next are the fields of this variant.
    #[doc(hidden)]
    #[inline(always)]
    pub fn variant(&mut self, index: u32) {
        if self.rewriting.keeps_paths() {
            self.rewriting.trail_mut().variant(index);
        }
    }

    /// What will be handed over later: it is brought near meanwhile.
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
            self.go_to(part, mark, at);
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
            self.go_to_names::<T, N>(part, mark, at);
        }
    }

    /// A field that is a map, whose entries are in the container's order.
    #[doc(hidden)]
    pub fn ordered_field<M>(&mut self, position: u32, roles: Roles, part: Part<'a, M>, at: Region)
    where
        M: RewritableMap<Key: Rewritable, Value: Rewritable>,
    {
        if !self.skips(roles) {
            let (mark, at) = self.field_at(position, roles, at);
            self.go_to_map(part, mark, at, MapOrder::Container);
        }
    }

    /// The nodes of an arena, in a field at this position. Enclosing scopes predeclare nothing in it.
    #[doc(hidden)]
    pub fn arena<A, I>(&mut self, position: u32, roles: Roles, part: Part<'a, A>, at: Region)
    where
        A: Arena<I>,
        I: Id<Node: Rewritable>,
    {
        self.whole_arena::<A, I>(position, roles, part, at.past_boundary());
    }

    /// The same of an arena all of whose nodes are compared.
    #[doc(hidden)]
    pub fn whole_arena<A, I>(&mut self, position: u32, roles: Roles, part: Part<'a, A>, at: Region)
    where
        A: Arena<I>,
        I: Id<Node: Rewritable>,
    {
        if self.wants::<I::Node>() && !self.skips(roles) {
            let (mark, at) = self.field_at(position, roles, at);
            self.go_to_arena::<A, I>(part, mark, at);
        }
    }

    #[inline(always)]
    fn skips(&self, roles: Roles) -> bool {
        self.rewriting.options().skips(roles)
    }

    #[inline(always)]
    fn field_at(&mut self, position: u32, roles: Roles, at: Region) -> (Mark, Region) {
        let at = at.enter_field(roles, self.rewriting.scopes());
        (self.rewriting.trail_mut().field(position), at)
    }

    /// The elements of a sequence.
    #[inline(always)]
    pub(crate) fn items<S: RewritableSequence>(&mut self, part: Part<'a, S>, at: Region) {
        if self.wants::<S::Item>() {
            each!(part, items_mut, items, |index, item| self.go_to(item, Mark::Index(index), at));
        }
    }

    /// Elements that lie side by side.
    #[inline(always)]
    pub(crate) fn slice<T: Rewritable>(&mut self, part: Part<'a, [T]>, at: Region) {
        if self.wants::<T>() {
            each!(part, iter_mut, iter, |index, item| self.go_to(item, Mark::Index(index), at));
        }
    }

    /// The names in a sequence.
    pub(crate) fn names_in_items<S, N>(&mut self, part: Part<'a, S>, at: Region)
    where
        S: RewritableSequence<Item: RewritableNames>,
        N: Namespace,
    {
        each!(part, items_mut, items, |index, item| self.go_to_names::<_, N>(item, Mark::Index(index), at));
    }

    /// Names that lie side by side.
    pub(crate) fn names_in_slice<T: RewritableNames, N: Namespace>(&mut self, part: Part<'a, [T]>, at: Region) {
        each!(part, iter_mut, iter, |index, item| self.go_to_names::<_, N>(item, Mark::Index(index), at));
    }
}

impl fmt::Debug for Parts<'_, '_, '_> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_struct("Parts").finish_non_exhaustive()
    }
}
