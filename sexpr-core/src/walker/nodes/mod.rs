//! A search for nodes: one value, each node in it once, and nothing known of it but itself.

mod goal;
mod visitor;

use alloc::vec::Vec;
use core::marker::PhantomData;

use self::goal::Goal;
pub(crate) use self::goal::{AnyType, Holding};
use crate::walker::{
    descent::{Descend, Descending, Listing, Near, descend, native_address, visit_once},
    frame::{Frame, Places, Row, RowStep, Step},
    pairs::Pairs,
    place::{Content, Place, Value},
};
use crate::{
    containers::{Sharing, assert_addressable},
    identity::Keys,
    region::Region,
    structural::{Field, StructuralEq},
    table::Kind,
};

/// A search that is under way: finds the values of a type that can be reached from a root, in order.
///
/// What can be reached does not depend on what binds what, so neither regions nor bindings are kept, and no path. What
/// can hold nothing that is wanted is not looked at.
pub(crate) struct NodeSearch<'a, G: Goal<'a>> {
    goal: G,
    met: Met,
    stack: Vec<Frame<'a, Self>>,
    /// What was found since the last pause.
    found: Places<'a>,
    /// How much makes the next pause.
    enough: usize,
    native_base: usize,
}

/// How many values a search finds at most before it pauses, for these to be handed out: one at first, so that nothing
/// is looked at in vain, and then twice as many each time.
const ENOUGH: usize = 64;

/// The nodes that were met, of those that may be met again.
#[derive(Default)]
struct Met {
    keys: Keys,
    nodes: Pairs<1, ()>,
}

impl<'a, G: Goal<'a>> Descending<'a> for NodeSearch<'a, G> {
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
    #[inline(always)]
    fn pauses(&self) -> bool {
        self.found.length() >= self.enough || self.goal.has_parts()
    }
}

impl<'a, G: Goal<'a>> NodeSearch<'a, G> {
    /// A search below a root, which may be found itself, for values of the type of which there are none yet.
    pub(crate) fn new<T: StructuralEq + ?Sized>(goal: G, none: Places<'a>, root: &'a T) -> Self {
        const { assert_addressable::<T>(false) };
        let (met, stack) = (Met::default(), Vec::new());
        let mut search = NodeSearch { goal, met, stack, found: none, enough: 1, native_base: 0 };
        visit_once(&mut search, |listing| listing.meet(root, Sharing::Unique));
        search
    }

    /// Goes on until some more values are found, or there are no more, and gives these in the place of others.
    pub(crate) fn go_on(&mut self, found: &mut Places<'a>) {
        self.native_base = native_address();
        loop {
            G::search_parts(self);
            if self.found.length() >= self.enough || self.stack.is_empty() {
                break;
            }
            self.finish();
        }
        self.enough = (2 * self.enough).min(ENOUGH);
        found.clear();
        core::mem::swap(found, &mut self.found);
    }
}

impl<'a, G: Goal<'a>> Listing<'_, 'a, NodeSearch<'a, G>> {
    /// Meets what stands somewhere.
    #[inline(always)]
    fn meet<T: StructuralEq + ?Sized>(&mut self, value: &'a T, sharing: Sharing) -> bool {
        let kind = T::kind(value);
        if !(sharing == Sharing::Unique && kind.is_tree()) {
            let identity = self.operation.met.keys.identify(value);
            if self.operation.met.nodes.note(identity) {
                return true;
            }
        }
        self.find(value);
        kind == Kind::Singleton || T::content(value, value, Region::NONE, self)
    }

    /// Notes a value if it is of the wanted type.
    #[inline(always)]
    fn find<T: StructuralEq + ?Sized>(&mut self, value: &'a T) {
        if let Some(value) = T::as_any(value) {
            self.operation.found.add(value);
        }
    }
}

/// The step on what is behind a pointer.
struct Visit<P>(PhantomData<P>);

impl<'a, G: Goal<'a>, P: Place<'a>> RowStep<'a, NodeSearch<'a, G>> for Visit<P> {
    type Place = P::Holder;

    #[inline(always)]
    fn run(search: &mut NodeSearch<'a, G>, row: Row<'a, P::Holder>) -> bool {
        descend::<_, Self>(search, row)
    }
}

impl<'a, G: Goal<'a>, P: Place<'a>> Descend<'a, NodeSearch<'a, G>> for Visit<P> {
    #[inline(always)]
    fn visit(
        listing: &mut Listing<'_, 'a, NodeSearch<'a, G>>,
        holder: &'a P::Holder,
        _: &'a P::Holder,
        _: Region,
    ) -> bool {
        listing.meet(P::node(holder), P::sharing(holder))
    }

    #[inline(always)]
    fn near(holder: &P::Holder, _: &P::Holder) -> Near {
        [P::elsewhere(holder), None]
    }
}

/// The step on a value held inline.
impl<'a, G: Goal<'a>, T: Field + 'a> RowStep<'a, NodeSearch<'a, G>> for Value<T> {
    type Place = T;

    #[inline(always)]
    fn run(search: &mut NodeSearch<'a, G>, row: Row<'a, T>) -> bool {
        descend::<_, Self>(search, row)
    }
}

impl<'a, G: Goal<'a>, T: Field + 'a> Descend<'a, NodeSearch<'a, G>> for Value<T> {
    #[inline(always)]
    fn visit(listing: &mut Listing<'_, 'a, NodeSearch<'a, G>>, value: &'a T, _: &'a T, at: Region) -> bool {
        T::held(value, value, at, listing)
    }
}

/// The step on the content of a node whose type was not known.
impl<'a, G: Goal<'a>, T: StructuralEq + 'a> Step<'a, NodeSearch<'a, G>> for Content<T> {
    type Place = T;

    fn run(search: &mut NodeSearch<'a, G>, node: &'a T, _: &'a T, at: Region) -> bool {
        visit_once(search, |listing| T::content(node, node, at, listing))
    }
}
