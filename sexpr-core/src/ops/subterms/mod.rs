//! The nodes of one value, each with its hash as a term of its own.
//!
//! A walk sums up each node at its end, from the summaries of what is in it (`rules::subterm_summary`). A summary does not
//! depend on what is around, but for the region: so each shared node is summed up once for each region in which it
//! stands.
//!
//! **A node in the region of a `def` field is two things**: as a term of its own, it stands in the region of a root; in
//! the node around it, what it mentions is bound. So it is walked twice. The second walk, which is silent, finds nothing
//! new, and remembers whatever it sums up: a node is walked no more than once in each region, however deep such fields
//! are nested.
//!
//! What summaries do not describe (dag nodes, ids, unordered parts and so on) is hashed directly, as a fingerprint
//! hashes it: the node that holds it, and each node around. Which nodes these are is decided by what is in them, and so
//! the same for equal ones.
//!
//! The files: `visitor` is what a type lists, with `maps`; `end` what is done when a node ends.

mod end;
mod maps;
mod visitor;

use alloc::{boxed::Box, vec::Vec};
use core::any::TypeId;

use crate::{
    describe::{
        any_node::AnyNode,
        containers::{Sharing, assert_addressable},
        identity::{Identity, Keys, address},
        info::{Kind, TypeInfo},
        options::Options,
        region::Region,
        structural::StructuralEq,
    },
    engine::{
        frame::Frame,
        recursion::Recursion,
        trail::{Mark, Trail},
    },
    ops::{
        classes::found::{Way, Ways},
        hash::{Hash, buffers::HashBuffers, items::Digested},
        subterms::end::End,
    },
    rules::subterm_summary::{Child, Summaries, Summary, write_child},
    tables::index::Table,
};

/// Which nodes are sought.
#[derive(Clone, Copy, Debug, Default)]
pub(crate) struct Sought {
    pub(crate) options: Options,
    /// Of this type, if one is given.
    pub(crate) ty: Option<TypeId>,
    /// With so many nodes.
    pub(crate) at_least: u64,
}

/// A node that was found.
pub(crate) struct Found<'a> {
    pub(crate) node: AnyNode<'a>,
    pub(crate) address: usize,
    pub(crate) size: u64,
    /// Its hash as a term of its own, with that of its type.
    pub(crate) fingerprint: Option<u128>,
    /// Grows in the order in which nodes are met.
    order: usize,
    /// The order of the last node in it.
    last: usize,
    pub(crate) way: usize,
}

impl Found<'_> {
    /// Whether it is in another node of the same value, or the same.
    pub(crate) fn is_in(&self, outer: &Found<'_>) -> bool {
        (outer.order..=outer.last).contains(&self.order)
    }
}

/// The leaves of the nodes around, and the shapes of their parts.
#[derive(Default)]
struct Text(Vec<u8>);

/// Hashes a node directly.
type Direct<'a> = Box<dyn FnOnce(Options, &mut HashBuffers<Digested>) -> Option<u128> + 'a>;

/// A walk that sums up the nodes of a value.
pub(crate) struct SubtermSearch<'a> {
    sought: Sought,
    keys: Keys,
    summaries: Summaries,
    /// What was summed up of what may be met again, and whether the nodes in it were found.
    remembered: Table<(Identity, Region), (Summary, bool)>,
    buffers: HashBuffers<Digested>,
    /// The hashes of type keys, by where the tables are.
    types: Table<usize, Option<u128>>,
    /// Suspended all the time: whatever a type lists is put off, but for leaves.
    recursion: Recursion<Task<'a>>,
    /// The nodes around.
    open: Vec<Open<'a>>,
    text: Text,
    children: Vec<Child>,
    around: Around,
    /// The position of the field at hand, whose value is a pointer.
    position: Option<u32>,
    trail: Trail<'a>,
    ways: Vec<Way>,
    found: Vec<Found<'a>>,
    /// How many nodes began.
    begun: usize,
}

/// Where a place is.
#[derive(Clone, Copy, Default)]
struct Around {
    /// The number of the way that leads there, or zero at the root.
    way: usize,
    /// Nodes are found on another walk.
    is_silent: bool,
    /// What comes next is no part of what is around: another walk adds it.
    is_apart: bool,
}

/// What is still to be done, and where.
struct Task<'a> {
    mark: Mark,
    around: Around,
    work: Work<'a>,
}

enum Work<'a> {
    Frame(Frame<'a, SubtermSearch<'a>>),
    Call(Box<dyn FnOnce(&mut SubtermSearch<'a>) + 'a>),
}

/// A part that is being summed up.
struct Open<'a> {
    what: What<'a>,
    /// What it is remembered by.
    memory: Option<(Identity, Region)>,
    /// Its type, if that is known only at run time.
    concrete: Option<&'static TypeInfo>,
    around: Around,
    is_scope: bool,
    first_of_text: usize,
    first_child: usize,
    /// How many children were met.
    met: usize,
    size: u64,
    is_process_local: bool,
    is_indescribable: bool,
}

/// What is being summed up.
enum What<'a> {
    /// All, or a container behind a pointer.
    Value,
    Node,
    /// A node that is to be found.
    Sought(Box<SoughtNode<'a>>),
    /// The fields of a variable, which occurs in this region.
    Variable(Identity, Region),
}

struct SoughtNode<'a> {
    node: AnyNode<'a>,
    address: usize,
    /// The table of the type by which it stands.
    info: &'static TypeInfo,
    order: usize,
    direct: Direct<'a>,
}

/// What was found, in the order in which it was met.
pub(crate) struct Subterms<'a> {
    pub(crate) found: Vec<Found<'a>>,
    pub(crate) ways: Ways<'a>,
}

impl Subterms<'_> {
    /// How many that follow a node are in it.
    pub(crate) fn inside(&self, node: &Found<'_>) -> usize {
        let until = |order: usize| self.found.partition_point(|found| found.order <= order);
        until(node.last) - until(node.order)
    }
}

impl<'a> SubtermSearch<'a> {
    pub(crate) fn new(sought: Sought) -> Self {
        let mut search = SubtermSearch {
            sought,
            keys: Keys::default(),
            summaries: Summaries::default(),
            remembered: Table::default(),
            buffers: HashBuffers::default(),
            types: Table::default(),
            recursion: Recursion::new(),
            open: Vec::new(),
            text: Text::default(),
            children: Vec::new(),
            around: Around::default(),
            position: None,
            trail: Trail::new(),
            ways: Vec::new(),
            found: Vec::new(),
            begun: 0,
        };
        search.begin(What::Value, None, None);
        search
    }

    /// Finds the nodes of a value.
    pub(crate) fn run<T: StructuralEq + ?Sized>(mut self, root: &'a T) -> Subterms<'a> {
        const { assert_addressable::<T>(false) };
        self.recursion.suspend();
        self.meet(root, Sharing::Unique, self.root_region());
        loop {
            self.recursion.resume();
            let Some(task) = self.recursion.next() else { break };
            self.recursion.suspend();
            self.around = task.around;
            self.go_on(task.mark);
            match task.work {
                Work::Frame(frame) => {
                    frame.run(&mut self);
                }
                Work::Call(call) => call(&mut self),
            }
        }
        let SubtermSearch { mut found, trail, ways, .. } = self;
        found.sort_unstable_by_key(|found| found.order);
        Subterms { found, ways: Ways { trail, ways } }
    }

    /// The region in which a term of its own stands.
    fn root_region(&self) -> Region {
        self.sought.options.root_region()
    }

    /// Goes on by one mark.
    #[inline(always)]
    fn go_on(&mut self, mark: Mark) {
        match mark {
            Mark::Transparent => {}
            Mark::Row(_) => self.trail.push(mark),
            _ if self.around.is_silent => {}
            mark => {
                self.ways.push(Way { before: self.around.way, mark });
                self.around.way = self.ways.len();
            }
        }
    }

    #[inline(always)]
    fn put_off(&mut self, mark: Mark, frame: Frame<'a, Self>) -> bool {
        self.recursion.put_off(Task { mark, around: self.around, work: Work::Frame(frame) });
        true
    }

    /// The part around.
    fn innermost(&mut self) -> &mut Open<'a> {
        match self.open.last_mut() {
            Some(open) => open,
            None => unreachable!("the value itself is around all that is in it"),
        }
    }

    /// Notes that the part around holds something that summaries do not describe.
    fn exclude(&mut self) {
        self.innermost().is_indescribable = true;
    }

    fn begin(&mut self, what: What<'a>, memory: Option<(Identity, Region)>, concrete: Option<&'static TypeInfo>) {
        self.open.push(Open {
            what,
            memory,
            concrete,
            around: self.around,
            is_scope: false,
            first_of_text: self.text.0.len(),
            first_child: self.children.len(),
            met: 0,
            size: 0,
            is_process_local: false,
            is_indescribable: false,
        });
        self.around.is_apart = false;
    }

    fn put_off_end(&mut self) -> bool {
        self.put_off(Mark::Transparent, Frame::new::<End>(&(), &(), Region::NONE))
    }

    /// Meets what stands somewhere.
    #[inline(always)]
    fn meet<T: StructuralEq + ?Sized>(&mut self, node: &'a T, sharing: Sharing, at: Region) -> bool {
        let at = at.past_boundary();
        if !T::NODE {
            return self.meet_container(node, sharing, at);
        }
        match T::kind(node) {
            Kind::Var => self.meet_variable(node, at),
            Kind::Singleton => {
                let node = self.keys.identify(node);
                let summary = Summaries::singleton(node, &self.keys);
                self.deliver(summary);
                true
            }
            kind => self.meet_subterm(node, kind, sharing, at),
        }
    }

    /// Goes on with a leaf, or with a container behind a pointer, apart from what is around.
    fn meet_container<T: StructuralEq + ?Sized>(&mut self, value: &'a T, sharing: Sharing, at: Region) -> bool {
        self.trail.content_of(T::INFO);
        if T::INFO.is_leaf() {
            return T::content(value, value, at, self);
        }
        let memory = self.memory(value, sharing, at);
        if memory.is_some_and(|memory| self.recall(memory, None)) {
            return true;
        }
        self.begin(What::Value, memory, None);
        T::content(value, value, at, self) && self.put_off_end()
    }

    fn meet_subterm<T: StructuralEq + ?Sized>(
        &mut self,
        node: &'a T,
        kind: Kind,
        sharing: Sharing,
        at: Region,
    ) -> bool {
        if !self.around.is_silent && at != self.root_region() {
            return self.meet_twice(node, sharing, at);
        }
        let memory = self.memory(node, sharing, at);
        let concrete = T::concrete_type(node).map(|concrete| concrete.info);
        if memory.is_some_and(|memory| self.recall(memory, concrete)) {
            return true;
        }
        let any = AnyNode::new(node);
        let what = self.what(node, any);
        self.begin(what, memory, concrete);
        let is_scope = T::is_scope(node);
        let open = self.innermost();
        open.size = 1;
        open.is_scope = is_scope;
        // What a dag node is depends on where else it stands. In the region of a field, a scope does not end what is
        // bound; and what a scope predeclares is found by looking ahead.
        open.is_indescribable = kind == Kind::Dag || is_scope && at.is_binding_occurrence() || T::predeclares(node);
        self.trail.content_of(any.info);
        T::content(node, node, at, self) && self.put_off_end()
    }

    fn what<T: StructuralEq + ?Sized>(&mut self, node: &'a T, any: AnyNode<'a>) -> What<'a> {
        if self.around.is_silent || self.sought.ty.is_some_and(|ty| !any.is_of(ty)) {
            return What::Node;
        }
        self.begun += 1;
        let direct = move |options: Options, buffers: &mut HashBuffers<Digested>| {
            let hashed = Hash::run(node, options, buffers);
            (!hashed.is_process_local).then_some(hashed.value)
        };
        What::Sought(Box::new(SoughtNode {
            node: any,
            address: address(node),
            info: T::INFO,
            order: self.begun,
            direct: Box::new(direct),
        }))
    }

    /// Meets a node in the region of a field: by itself, and as a part of what is around.
    fn meet_twice<T: StructuralEq + ?Sized>(&mut self, node: &'a T, sharing: Sharing, at: Region) -> bool {
        let (around, root) = (self.around, self.root_region());
        let mut call = |around, at| {
            let work = Work::Call(Box::new(move |search: &mut Self| _ = search.meet(node, sharing, at)));
            self.recursion.put_off(Task { mark: Mark::Transparent, around, work });
        };
        call(Around { is_apart: true, ..around }, root);
        call(Around { is_silent: true, ..around }, at);
        true
    }

    /// Meets a variable that is a node.
    fn meet_variable<T: StructuralEq + ?Sized>(&mut self, node: &'a T, at: Region) -> bool {
        let variable = self.keys.identify(node);
        let has_key = variable.as_address().is_none();
        // The fields of two nodes with one key may differ, and count where the variable is first.
        if has_key && !T::LEAF_FIELDS {
            self.exclude();
        }
        let concrete = T::concrete_type(node).map(|concrete| concrete.info);
        let fields = (Identity::address(node), self.root_region());
        if let Some(summary) = self.remembered(fields) {
            let fields = self.of_type(summary, concrete);
            self.occur(variable, at, Some(fields));
            return true;
        }
        self.begin(What::Variable(variable, at), Some(fields), concrete);
        self.trail.content_of(T::concrete_type(node).map_or(T::INFO, |concrete| concrete.info));
        T::content(node, node, self.root_region(), self) && self.put_off_end()
    }

    fn occur(&mut self, variable: Identity, at: Region, fields: Option<Summary>) {
        let summary = self.summaries.occurrence(variable, &self.keys, at, fields);
        self.deliver(summary);
    }

    /// What something is remembered by, if it may be met again.
    fn memory<T: StructuralEq + ?Sized>(&self, node: &T, sharing: Sharing, at: Region) -> Option<(Identity, Region)> {
        (sharing != Sharing::Unique || self.around.is_silent).then(|| (Identity::address(node), at))
    }

    /// What is remembered, if what is in it was found, or need not be.
    fn remembered(&self, memory: (Identity, Region)) -> Option<Summary> {
        let (summary, are_found) = *self.remembered.get(&memory)?;
        (are_found || self.around.is_silent).then_some(summary)
    }

    /// Adds what is remembered to what is around, if it is.
    fn recall(&mut self, memory: (Identity, Region), concrete: Option<&'static TypeInfo>) -> bool {
        let Some(summary) = self.remembered(memory) else { return false };
        let summary = self.of_type(summary, concrete);
        self.deliver(summary);
        true
    }

    /// Adds what was summed up to the part around.
    fn deliver(&mut self, summary: Summary) {
        if core::mem::take(&mut self.around.is_apart) {
            return;
        }
        write_child(&mut self.text.0, &summary);
        let open = self.innermost();
        let position = open.met;
        open.met += 1;
        self.children.push(Child { position, summary });
    }
}
