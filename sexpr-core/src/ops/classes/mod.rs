//! Alpha classes: which nodes of one value are equal up to renaming of what they bind.
//!
//! A walk sums up each node at its end, from the summaries of what is in it; equal nodes have equal summaries. They
//! follow Maziarz, Ellis, Lawrence, Fitzgibbon and Peyton Jones, "Hashing Modulo Alpha-Equivalence" (PLDI 2021). A
//! summary has two parts: a *shape*, in which variables are left out, and the *uses*, a map from what a variable refers
//! to, to the *places* in the shape where it occurs. A scope takes what it bound out of the map, and adds the places to
//! the shape: so two lambdas have one summary whatever their parameters are called, and nothing is renamed. A node's
//! map is that of its child with the largest one, with the entries of the other children put in, so that a node costs
//! no more than its smaller children have variables.
//!
//! In the paper, summaries are hashes. Here shapes, places and maps are texts and trees, interned and compared by what
//! they are made of. So two nodes are in one class for certain, and no collision makes others equal.
//!
//! - `common_subexpressions` keys uses by the bindings that variables refer to (`Sought::SubtermsInPlace`).
//! - `hash_cons` keys them by the variables themselves (`Sought::Pointees`). If two nodes have the same variables,
//!   these refer to the same bindings wherever one of the nodes is. So equal pointees can replace each other without
//!   looking at what is around; `rewrite/rewriting/merging.rs` does that. A copy of a free variable would be another
//!   variable, so free variables stay, with everything behind shared pointers in them (`rewrite/rewriting/fixing.rs`).
//!
//! An id is a shared pointer to what the arena in force gives for it (`ids`). `hash_cons` refuses ids.
//! What lies on a cycle, and what leads there, is left out.
//!
//! The files: `summary` and `interned` are the data; `variables`, `meanings` and `maps` how occurrences,
//! bindings and keys enter it; `ids` what lies in arenas; `remembered` the summaries of shared nodes;
//! `unordered` what stands in no order; `end` what is done when a node ends; `found` the result; `visitor` what a type
//! lists.

pub(crate) mod end;
pub(crate) mod found;
pub(crate) mod ids;
pub(crate) mod interned;
pub(crate) mod maps;
pub(crate) mod meanings;
pub(crate) mod remembered;
pub(crate) mod summary;
pub(crate) mod unordered;
pub(crate) mod variables;
pub(crate) mod visitor;

use alloc::vec::Vec;
use core::{any::TypeId, marker::PhantomData};

use crate::{
    describe::{
        any_node::AnyNode,
        containers::{Sharing, assert_addressable},
        identity::{Identity, Keys},
        info::Kind,
        leaf::Encoder,
        options::Options,
        region::{Level, Region},
        structural::{Field, StructuralEq},
        visitor::Visitor,
    },
    engine::{
        frame::{Frame, Step as TakeStep},
        place::{Content, Place, Value},
        recursion::Recursion,
        trail::{Mark, Trail},
    },
    ops::classes::{
        end::End,
        found::{Found, SummedUp, Way, Ways},
        ids::ArenasInForce,
        interned::Text,
        meanings::Meanings,
        remembered::{Memory, Remembered},
        summary::{Children, Summary, Terms},
        variables::Pending,
    },
    rules::{predeclared::Lent, value_order::ValueOrder},
    tables::index::Table,
};

/// What is to be found.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Sought {
    /// Nodes that are equal where they stand: their variables refer to the same. Of a type, if it is given, and with so
    /// many nodes.
    SubtermsInPlace { ty: Option<TypeId>, at_least: u64 },
    /// Nodes behind shared pointers that are equal wherever they stand: they have the same variables.
    Pointees,
}

/// Tells nodes apart that are equal.
pub(crate) trait Labels {
    /// A number in which the node has to agree with those that it is equal to. Nodes of one type all have one, or none.
    fn label(&mut self, node: AnyNode<'_>) -> Option<usize>;
}

/// A walk that sums up the nodes of a value, each when all was met that is in it.
pub(crate) struct AlphaClasses<'a> {
    sought: Sought,
    options: Options,
    labels: Option<&'a mut dyn Labels>,
    keys: Keys,
    values: ValueOrder,
    meanings: Meanings,
    terms: Terms,
    remembered: Remembered,
    /// The nodes that were met, of those that may be met again.
    met: Table<Identity, ()>,
    /// What searches for declarations leave.
    lent: Lent,
    /// The variables that are free somewhere.
    free: Table<Identity, ()>,
    has_free_with_fields: bool,
    /// Free variables that have no variables in their fields.
    plain: Table<Identity, ()>,
    /// Variables whose fields are being visited, of those that these may mention.
    open_variables: Table<Identity, ()>,
    arenas: ArenasInForce<'a>,
    /// Suspended all the time: whatever a type lists is put off, but for leaves.
    recursion: Recursion<Task<'a>>,
    /// The nodes around.
    open: Vec<Open<'a>>,
    text: Text,
    children: Children,
    /// The elements of the unordered parts around, as far as they are summed up, those of the innermost part last.
    elements: Vec<Vec<Summary>>,
    around: Around,
    /// The position of the field at hand, whose value is a pointer.
    position: Option<u32>,
    /// What marks name, and the ways that were taken.
    trail: Trail<'a>,
    ways: Vec<Way>,
    found: Vec<Found<'a>>,
    /// Pointees that bind around them at one of their occurrences, and whether there may be others where they do not.
    binding: Table<Identity, bool>,
}

/// Where a place is.
#[derive(Clone, Copy, Default)]
struct Around {
    /// The number of the way that leads there, or zero at the root.
    way: usize,
    /// Nodes that are found here were found before.
    is_known: bool,
    /// A key of a map is around, in which nothing is found.
    in_key: bool,
}

/// What is still to be done, and where.
struct Task<'a> {
    mark: Mark,
    around: Around,
    frame: Frame<'a, AlphaClasses<'a>>,
}

/// A node that is being summed up.
struct Open<'a> {
    what: What<'a>,
    /// Where it is remembered.
    memory: Option<Memory>,
    around: Around,
    is_scope: bool,
    /// How many scopes are around it.
    depth: Level,
    first_of_text: usize,
    first_child: usize,
    /// How many children were met.
    met: usize,
    size: u64,
    /// The level of the outermost scope in which something in it is bound, 0 if for good.
    binds_at: Level,
    is_excluded: bool,
    /// Whether it lies on a cycle, or leads to one.
    leads_to_cycle: bool,
}

/// What is being summed up.
#[derive(Clone, Copy)]
enum What<'a> {
    /// All.
    Value,
    /// A container behind a pointer, or an element of an unordered part.
    Container,
    /// Elements that have no order.
    Part,
    Dag,
    /// A node that may be found; and its address, if it is behind a shared pointer.
    Subterm(AnyNode<'a>, Option<Identity>),
    Variable(Pending),
}

/// What led to a place.
#[derive(Clone, Copy, PartialEq, Eq)]
pub(crate) enum Behind {
    SharedPointer,
    Id,
    Nothing,
}

/// Something that begins, and may be met again.
#[derive(Clone, Copy)]
struct Begun {
    /// Where it is to be remembered, if anywhere.
    memory: Option<Memory>,
    /// Whether arenas are in force, and it may hold ids.
    is_in_arenas: bool,
}

/// With what a shape begins.
#[derive(Clone, Copy)]
pub(crate) enum Tag {
    Tree = 1,
    Container,
    Dag,
    Singleton,
    Binder,
    Use,
    Scope,
    Dangling,
    InColumns,
    Part,
}

impl<'a> AlphaClasses<'a> {
    pub(crate) fn new(sought: Sought, options: Options) -> Self {
        let mut summaries = AlphaClasses {
            sought,
            options,
            labels: None,
            keys: Keys::default(),
            values: ValueOrder::default(),
            meanings: Meanings::default(),
            terms: Terms::new(sought),
            remembered: Remembered::default(),
            met: Table::default(),
            lent: Lent::default(),
            free: Table::default(),
            has_free_with_fields: false,
            plain: Table::default(),
            open_variables: Table::default(),
            arenas: ArenasInForce::default(),
            recursion: Recursion::new(),
            open: Vec::new(),
            text: Text::default(),
            children: Children::default(),
            elements: Vec::new(),
            around: Around::default(),
            position: None,
            trail: Trail::new(),
            ways: Vec::new(),
            found: Vec::new(),
            binding: Table::default(),
        };
        summaries.begin(What::Value, None, false);
        summaries
    }

    /// Has nodes differ that have different labels.
    pub(crate) fn with_labels(self, labels: &'a mut dyn Labels) -> Self {
        AlphaClasses { labels: Some(labels), ..self }
    }

    /// Sums up the nodes of a value.
    pub(crate) fn run<T: StructuralEq + ?Sized>(mut self, root: &'a T) -> SummedUp<'a> {
        const { assert_addressable::<T>(false) };
        self.recursion.suspend();
        self.meet(root, Sharing::Unique, Behind::Nothing, Region::NONE);
        loop {
            self.recursion.resume();
            let Some(task) = self.recursion.next() else { break };
            self.recursion.suspend();
            self.around = task.around;
            self.go_on(task.mark);
            task.frame.run(&mut self);
        }
        // One that binds around it at one of its places is apart at the others, too.
        let AlphaClasses { binding, mut found, .. } = self;
        found.retain(|found| found.address.is_none_or(|address| !binding.contains_key(&address)));
        SummedUp {
            found,
            left_out: binding.values().filter(|stand_elsewhere| **stand_elsewhere).count(),
            ways: Ways { trail: self.trail, ways: self.ways },
            free: self.free,
            has_free_with_fields: self.has_free_with_fields,
        }
    }

    /// Goes on by one mark.
    #[inline(always)]
    fn go_on(&mut self, mark: Mark) {
        match mark {
            Mark::Transparent => {}
            Mark::Row(_) => self.trail.push(mark),
            mark => {
                self.ways.push(Way { before: self.around.way, mark });
                self.around.way = self.ways.len();
            }
        }
    }

    #[inline(always)]
    fn put_off(&mut self, mark: Mark, frame: Frame<'a, Self>) -> bool {
        self.recursion.put_off(Task { mark, around: self.around, frame });
        true
    }

    /// The node around.
    fn innermost(&mut self) -> &mut Open<'a> {
        match self.open.last_mut() {
            Some(open) => open,
            None => unreachable!("the value itself is around all that is in it"),
        }
    }

    /// Leaves the node around out, with all around it: what it is made of is not known for certain.
    fn exclude(&mut self) {
        self.innermost().is_excluded = true;
    }

    fn begin(&mut self, what: What<'a>, memory: Option<Memory>, is_scope: bool) {
        self.open.push(Open {
            what,
            memory,
            around: self.around,
            is_scope,
            depth: self.meanings.bindings.depth(),
            first_of_text: self.text.length(),
            first_child: self.children.length(),
            met: 0,
            size: 0,
            binds_at: Level::MAX,
            is_excluded: false,
            leads_to_cycle: false,
        });
    }

    /// Begins a part of a value, with what tells its type from others.
    fn begin_of<T: StructuralEq + ?Sized>(
        &mut self,
        node: &T,
        tag: Tag,
        what: What<'a>,
        memory: Option<Memory>,
        is_scope: bool,
    ) {
        self.begin(what, memory, is_scope);
        self.write_type(node, tag);
    }

    /// Writes what tells the type of a part from others.
    fn write_type<T: StructuralEq + ?Sized>(&mut self, node: &T, tag: Tag) {
        self.text.word(tag as u64);
        let ty = T::concrete_type(node).map_or_else(typeid::of::<T>, |concrete| concrete.id);
        let ty = self.terms.ty(ty);
        self.text.number(ty);
    }

    /// Puts off the end of the innermost part, until what it lists is summed up.
    fn put_off_end(&mut self) -> bool {
        self.put_off(Mark::Transparent, Frame::new::<End>(&(), &(), Region::NONE))
    }

    /// The same of something that may be met again.
    fn put_off_end_of(&mut self, begun: Begun) -> bool {
        if begun.is_in_arenas { self.put_off_end_in_arenas() } else { self.put_off_end() }
    }

    /// Meets what stands somewhere.
    #[inline(always)]
    fn meet<T: StructuralEq + ?Sized>(&mut self, node: &'a T, sharing: Sharing, behind: Behind, at: Region) -> bool {
        if !T::NODE {
            return self.meet_container(node, sharing, at);
        }
        match T::kind(node) {
            Kind::Var => self.meet_variable(node, behind, at),
            Kind::Singleton => {
                let node = self.keys.identify(node);
                self.deliver_singleton(node);
                true
            }
            kind => self.meet_subterm(node, kind, sharing, behind, at),
        }
    }

    /// Goes on with a leaf, or with a container behind a pointer, apart from what is around.
    fn meet_container<T: StructuralEq + ?Sized>(&mut self, value: &'a T, sharing: Sharing, at: Region) -> bool {
        self.trail.content_of(T::INFO);
        if T::INFO.is_leaf() {
            return T::content(value, value, at, self);
        }
        let Some(begun) = self.remember(value, sharing, at) else { return true };
        self.begin_of(value, Tag::Container, What::Container, begun.memory, false);
        T::content(value, value, at, self) && self.put_off_end_of(begun)
    }

    fn meet_subterm<T: StructuralEq + ?Sized>(
        &mut self,
        node: &'a T,
        kind: Kind,
        sharing: Sharing,
        behind: Behind,
        at: Region,
    ) -> bool {
        let Some(begun) = self.remember(node, sharing, at) else { return true };
        let any = AnyNode::new(node);
        if kind == Kind::Dag {
            let identity = self.identify_dag(node);
            self.begin_of(node, Tag::Dag, What::Dag, begun.memory, T::is_scope(node));
            self.write_identity(identity);
        } else {
            let address = (behind == Behind::SharedPointer).then(|| Identity::address(node));
            self.begin_of(node, Tag::Tree, What::Subterm(any, address), begun.memory, T::is_scope(node));
        }
        let inside = self.enter(node, any, at);
        self.list(node, inside) && self.put_off_end_of(begun)
    }

    /// Writes which node this is, of those that are known by their identities.
    fn write_identity(&mut self, identity: Identity) {
        let number = self.meanings.number(identity);
        self.text.number(number);
    }

    /// Enters a node that is no variable and has begun, and gives the region inside.
    fn enter<T: StructuralEq + ?Sized>(&mut self, node: &'a T, any: AnyNode<'a>, at: Region) -> Region {
        if let Some(label) = self.labels.as_mut().and_then(|labels| labels.label(any)) {
            self.text.number(label);
        }
        self.innermost().size = 1;
        let is_scope = T::is_scope(node);
        if is_scope {
            self.meanings.enter_scope();
        }
        if T::predeclares(node) {
            self.predeclare(node, at);
        }
        self.trail.content_of(any.info);
        if is_scope || any.kind == Kind::Dag { at.past_boundary() } else { at }
    }

    /// Lists what is in a node.
    #[inline(always)]
    fn list<T: StructuralEq + ?Sized>(&mut self, node: &'a T, at: Region) -> bool {
        if const { T::HAS_ARENAS } {
            return self.list_in_arenas(node, &[], at);
        }
        T::content(node, node, at, self)
    }

    /// Binds what a scope predeclares.
    fn predeclare<T: StructuralEq + ?Sized>(&mut self, scope: &'a T, at: Region) {
        let AlphaClasses { keys, options, lent, meanings, arenas, .. } = self;
        let depth = meanings.bindings.depth();
        meanings.predeclare(&arenas.declarations(scope, at, depth, *options, keys, lent));
    }

    /// Where a node that begins is to be remembered, if it may be met again; nothing if it was met before, and is
    /// the same: then it is summed up.
    fn remember<T: StructuralEq + ?Sized>(&mut self, node: &T, sharing: Sharing, at: Region) -> Option<Begun> {
        if sharing == Sharing::Unique {
            return Some(Begun { memory: None, is_in_arenas: false });
        }
        if !T::CLOSED && self.arenas.is_used() {
            return self.remember_in_arenas(node, at);
        }
        self.remember_at(Identity::address(node), at)
    }

    /// The same of something that means the same whatever arenas are in force.
    fn remember_at(&mut self, address: Identity, at: Region) -> Option<Begun> {
        let memory = self.memory(address, at);
        let recalled = self.remembered.recall(&memory, &mut self.meanings, &mut self.terms);
        if let Some(summary) = recalled {
            self.deliver(summary);
            return None;
        }
        self.note(address, Behind::SharedPointer);
        Some(Begun { memory: Some(memory), is_in_arenas: false })
    }

    fn memory(&self, place: Identity, at: Region) -> Memory {
        (place, at.class(self.meanings.bindings.depth()), self.around.in_key)
    }

    /// Notes that something is met, unless it is met in a key: it may be found elsewhere. What an id leads to may be met
    /// first in something that was met before, where other arenas are in force.
    fn note(&mut self, node: Identity, behind: Behind) {
        if !self.around.in_key {
            let was_met = self.met.insert(node, ()).is_some();
            self.around.is_known = was_met || self.around.is_known && behind != Behind::Id;
        }
    }
}

/// The step on what is behind a pointer.
struct Meet<P, const SHARED: bool>(PhantomData<P>);

impl<'a, P: Place<Holder: 'a, Node: 'a>, const SHARED: bool> TakeStep<'a, AlphaClasses<'a>> for Meet<P, SHARED> {
    type Place = P::Holder;

    #[inline(always)]
    fn run(summaries: &mut AlphaClasses<'a>, holder: &'a P::Holder, _: &'a P::Holder, at: Region) -> bool {
        let behind = if SHARED { Behind::SharedPointer } else { Behind::Nothing };
        summaries.meet(P::node(holder), P::sharing(holder), behind, at)
    }
}

/// The step on a value held inline.
impl<'a, T: Field + 'a> TakeStep<'a, AlphaClasses<'a>> for Value<T> {
    type Place = T;

    #[inline(always)]
    fn run(summaries: &mut AlphaClasses<'a>, value: &'a T, _: &'a T, at: Region) -> bool {
        summaries.content_of(T::INFO);
        T::held(value, value, at, summaries)
    }
}

/// The step on the content of a node whose type was not known.
impl<'a, T: StructuralEq + 'a> TakeStep<'a, AlphaClasses<'a>> for Content<T> {
    type Place = T;

    fn run(summaries: &mut AlphaClasses<'a>, node: &'a T, _: &'a T, at: Region) -> bool {
        summaries.content_of(T::INFO);
        summaries.list(node, at)
    }
}
