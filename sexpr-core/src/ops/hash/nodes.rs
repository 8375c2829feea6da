//! Hashing nodes: their fields, and the last step after these.

use crate::{
    describe::{
        containers::Sharing,
        erased_arena::InColumns,
        identity::Identity,
        info::{Kind, Shape},
        region::Region,
        structural::StructuralEq,
        virtual_part::Pair,
    },
    engine::{
        frame::{Frame, Step},
        place::{Content, Place},
        recursion::{EXPENSIVE, Suspendable},
    },
    ops::{
        hash::{Hash, Root, items::Hashing, visitor::Listing},
        node::Node,
    },
    rules::{
        numbering::{Age, Contribution},
        pairs::Ordinal,
    },
};

/// A node whose last step is still to be taken.
#[derive(Clone, Copy, Debug)]
pub(super) struct NodeInProgress<I: Hashing> {
    pub(super) node: Identity,
    pub(super) last: Last,
    /// Whether an id led to it.
    pub(super) is_behind_id: bool,
    /// When its fields began.
    pub(super) age: Age,
    /// What was there before, if its items are not gathered apart.
    pub(super) before: I::Part,
}

impl<I: Hashing> NodeInProgress<I> {
    /// A node whose items are gathered apart, and added as they are.
    pub(super) fn gathered(node: Identity) -> NodeInProgress<I> {
        NodeInProgress { node, last: Last::Gather, is_behind_id: false, age: Age::default(), before: I::EMPTY }
    }
}

/// A `tree` node that may be met again, before its fields.
pub(super) struct SharedTree<I: Hashing> {
    node: Identity,
    is_behind_id: bool,
    /// How much was hashed before.
    visits: u64,
    age: Age,
    before: I::Mark,
}

/// What is made of the items of a node.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Last {
    /// They were gathered apart, and are added as they are.
    Gather,
    /// They are among those around them, and are remembered.
    Remember,
    NumberDag,
    NumberVariable,
    /// Of the node with this record.
    CloseDag(Ordinal),
    /// Of the variable with this ordinal.
    EndVariable(Ordinal),
    /// They are one hash among those around it, which is remembered.
    RememberValue,
    /// They are an element of an unordered part, which is to be remembered or not.
    Element(bool),
}

impl Last {
    /// Whether cycles may pass through such a node.
    pub(super) fn ends_cycles(self) -> bool {
        matches!(self, Last::CloseDag(_) | Last::EndVariable(_))
    }
}

/// Hashes what is in a node, whatever its type is, and in these columns of its.
pub(super) type Contents<'c, 'a, I> = dyn Fn(&mut Hash<'a, I>, Region, Option<&InColumns<'a>>) -> bool + 'c;

/// How a node is hashed.
pub(super) enum Outcome {
    /// The computation has to start over.
    StartOver,
    /// What it contributes was added.
    Known,
    /// Its fields are, in this region.
    Fields(Region),
    /// Its fields are gathered apart, in this region.
    Apart(Region, Last),
}

impl<'a, I: Hashing> Hash<'a, I> {
    #[cold]
    #[inline(never)]
    pub(super) fn enter_or_wait<P>(&mut self, holder: &'a P::Holder, at: Region) -> bool
    where
        P: Place<Holder: 'a, Node: 'a> + 'a,
    {
        self.run_or_put_off(Frame::on(holder, Self::visit::<P>, at))
    }

    /// Hashes a node: what its kind asks for. `false` if the computation has to start over.
    #[inline(never)]
    pub(super) fn visit<P: Place<Holder: 'a, Node: 'a> + 'a>(&mut self, holder: &'a P::Holder, at: Region) -> bool {
        if I::APART && self.root == Root::Next {
            if let Shape::Pointer(_) = P::Node::INFO.shape() {
                return self.visit_pointer_to_root::<P>(holder, at);
            }
            self.root = Root::Passed;
        }
        let node = P::node(holder);
        let kind = P::Node::kind(node);
        let once = P::sharing(holder) == Sharing::Unique;
        self.visits += 1;
        let goes_on =
            if once && kind.is_tree() { self.fields_apart(node, at) } else { self.visit_again(kind, node, at) };
        if let Some(concrete) = P::Node::concrete_type(node) {
            let mut listing = Listing::new(self);
            listing.type_key(concrete.info);
            listing.end();
        }
        goes_on
    }

    #[cold]
    fn visit_pointer_to_root<P: Place<Holder: 'a, Node: 'a> + 'a>(
        &mut self,
        holder: &'a P::Holder,
        at: Region,
    ) -> bool {
        self.root = Root::BehindPointer;
        let goes_on = self.fields(P::node(holder), at);
        self.pass_root();
        if core::mem::take(&mut self.gathers_root) {
            self.end_node(NodeInProgress::gathered(Identity::address(P::node(holder))), 0, at);
        }
        goes_on
    }

    /// Notes that what is listed is no pointer: so this is what the root is made of.
    #[inline(always)]
    pub(super) fn pass_root(&mut self) {
        if I::APART && self.root == Root::BehindPointer {
            self.root = Root::Passed;
            self.gathers_root = true;
            self.items.begin();
        }
    }

    /// Whether what is visited next is below what the root is made of.
    #[inline(always)]
    pub(super) fn is_past_root(&self) -> bool {
        !I::APART || self.root == Root::Passed
    }

    /// Whether what a pointer points to is the root.
    #[inline(always)]
    pub(super) fn is_behind_root_pointer(&mut self) -> bool {
        if !I::APART || self.root != Root::BehindPointer {
            return false;
        }
        self.root = Root::Next;
        true
    }

    /// Hashes a node whose fields are leaves, or puts that off. Most are uses of variables that were met before.
    #[inline(always)]
    pub(super) fn enter_leaves<P: Place<Holder: 'a, Node: 'a> + 'a>(
        &mut self,
        holder: &'a P::Holder,
        at: Region,
    ) -> bool {
        let node = P::node(holder);
        if const { !P::Node::INFO.has_key() }
            && P::Node::kind(node) == Kind::Var
            && !self.recursion.is_suspended()
            && let Some(value) = self.numbering.first_value(Identity::address(node))
        {
            self.visits += 1;
            self.items.value(value);
            return true;
        }
        self.visit_leaves::<P>(holder, at)
    }

    #[inline(never)]
    pub(super) fn visit_leaves<P: Place<Holder: 'a, Node: 'a> + 'a>(
        &mut self,
        holder: &'a P::Holder,
        at: Region,
    ) -> bool {
        if self.recursion.is_suspended() {
            self.recursion.put_off(Frame::on(holder, Self::visit_leaves::<P>, at));
            return true;
        }
        let node = P::node(holder);
        let kind = P::Node::kind(node);
        if kind != Kind::Var {
            return self.visit::<P>(holder, at);
        }
        self.visits += 1;
        let identity = self.numbering.keys.identify(node);
        let Some(met) = self.numbering.meet_sticky_variable(identity) else {
            return self.visit_again(kind, node, at);
        };
        let value = met.unwrap_or_else(|| {
            let mut listing = Listing::new(self);
            // Leaves answer nothing.
            P::Node::content(node, node, at.inside_variable(), &mut listing);
            let words = listing.words;
            let leaves = self.items.leaves(words);
            self.numbering.number_for_good(identity, leaves, at)
        });
        self.items.value(value);
        true
    }

    /// Hashes a node that may be met again, or that is no tree.
    #[inline(never)]
    fn visit_again<T: StructuralEq + ?Sized>(&mut self, kind: Kind, node: &'a T, at: Region) -> bool {
        if kind.is_tree() && !self.numbering.has_arenas() {
            let identity = self.numbering.keys.identify(node);
            return self.meet_shared_tree(identity, None, at, |hash| hash.fields(node, at));
        }
        self.visit_by_rule(kind, node, at)
    }

    #[inline(never)]
    fn visit_by_rule<T: StructuralEq + ?Sized>(&mut self, kind: Kind, node: &'a T, at: Region) -> bool {
        let contents = |hash: &mut Self, at, columns: Option<&InColumns<'a>>| hash.contents(node, at, columns);
        let node = &Node::of(node, kind, &mut self.numbering.keys);
        if kind == Kind::Var && !T::LEAF_FIELDS && self.numbering.remembers_variables() {
            return self.meet_remembered_variable(node, at, &contents);
        }
        self.meet(node, at, &contents)
    }

    /// Hashes a variable, of which nothing is recorded here: what it contributes is remembered by where the node is.
    #[cold]
    fn meet_remembered_variable(&mut self, node: &Node, at: Region, contents: &Contents<'_, 'a, I>) -> bool {
        let place = node.place;
        if let Some(part) = self.numbering.recall(place, at) {
            self.items.part(part);
            return true;
        }
        let (visits, age, mark) = (self.visits, self.numbering.age(), self.items.mark_value());
        if !self.meet(node, at, contents) {
            return false;
        }
        let last = Last::RememberValue;
        self.end_node(
            NodeInProgress { node: place, last, is_behind_id: false, age, before: I::before(mark) },
            visits,
            at,
        );
        true
    }

    /// The same, by the rules.
    #[inline(never)]
    fn meet(&mut self, node: &Node, at: Region, contents: &Contents<'_, 'a, I>) -> bool {
        if self.numbering.has_arenas() {
            return self.meet_in_arenas(node, at, contents);
        }
        let Node { kind, identity, address, .. } = *node;
        if kind.is_tree() {
            return self.meet_shared_tree(identity, None, at, |hash| contents(hash, at, None));
        }
        if kind == Kind::Dag {
            self.numbering.note_dag(identity, address);
        }
        let contribution = self.numbering.meet(kind, identity, at);
        let (inside, open) = match self.outcome(contribution) {
            Outcome::Known => return true,
            Outcome::StartOver => return false,
            Outcome::Fields(inside) if !I::APART => return contents(self, inside, None),
            Outcome::Fields(inside) => (inside, NodeInProgress::gathered(node.place)),
            Outcome::Apart(inside, last) => {
                let age = self.numbering.age();
                (inside, NodeInProgress { node: identity, last, is_behind_id: false, age, before: I::EMPTY })
            }
        };
        self.items.begin();
        let goes_on = contents(self, inside, None);
        self.end_node(open, 0, at);
        goes_on
    }

    /// Hashes a `tree` node that may be met again, and is at this place if an id led to it.
    #[inline(always)]
    pub(super) fn meet_shared_tree(
        &mut self,
        identity: Identity,
        behind_id: Option<Identity>,
        at: Region,
        fields: impl FnOnce(&mut Self) -> bool,
    ) -> bool {
        if let Some(goes_on) = self.enter_shared_tree(identity, behind_id, at) {
            return goes_on;
        }
        let tree = self.begin_shared_tree(identity, behind_id.is_some());
        // What is to start over was not finished.
        if !fields(self) {
            return false;
        }
        self.end_shared_tree(tree, at);
        true
    }

    /// Meets a `tree` node that may be met again, and is at this place if an id led to it: `Some(true)` if its
    /// contribution was known, and added; `Some(false)` if all starts over; `None` if its fields are to be hashed.
    #[inline(always)]
    pub(super) fn enter_shared_tree(
        &mut self,
        node: Identity,
        behind_id: Option<Identity>,
        at: Region,
    ) -> Option<bool> {
        if let Some(part) = self.numbering.recall(node, at) {
            self.items.part(part);
            return Some(true);
        }
        let starts_over = behind_id.is_some_and(|place| !self.numbering.enter_in_arenas(place, true, false));
        starts_over.then_some(false)
    }

    /// Begins the fields of one that was not known.
    #[inline(always)]
    pub(super) fn begin_shared_tree(&mut self, node: Identity, is_behind_id: bool) -> SharedTree<I> {
        let (visits, age, before) = (self.visits, self.numbering.age(), self.items.mark());
        SharedTree { node, is_behind_id, visits, age, before }
    }

    /// Ends it after its fields. Most are so small that nothing is remembered of them.
    #[inline(always)]
    pub(super) fn end_shared_tree(&mut self, tree: SharedTree<I>, at: Region) {
        let SharedTree { node, is_behind_id, visits, age, before } = tree;
        let is_cheap = self.visits - visits < EXPENSIVE && !self.recursion.is_suspended();
        if I::APART || !is_cheap || is_behind_id || self.numbering.collects() {
            let node = NodeInProgress { node, last: Last::Remember, is_behind_id, age, before: I::before(before) };
            self.end_node(node, visits, at);
        }
    }

    pub(super) fn outcome(&mut self, contribution: Contribution<I>) -> Outcome {
        match contribution {
            Contribution::Value(value) => {
                self.items.value(value);
                Outcome::Known
            }
            Contribution::Fields(inside) => Outcome::Fields(inside),
            Contribution::Dag(inside) => Outcome::Apart(inside, Last::NumberDag),
            Contribution::Variable(inside) => Outcome::Apart(inside, Last::NumberVariable),
            Contribution::OpenDag(inside, record) => Outcome::Apart(inside, Last::CloseDag(record)),
            Contribution::BoundVariable(inside, ordinal) => Outcome::Apart(inside, Last::EndVariable(ordinal)),
            Contribution::StartOver => Outcome::StartOver,
        }
    }

    /// Hashes the fields of a node, gathered apart where all nodes' are.
    #[inline(always)]
    fn fields_apart<T: StructuralEq + ?Sized>(&mut self, node: &'a T, at: Region) -> bool {
        if !I::APART {
            return self.fields(node, at);
        }
        self.items.begin();
        let goes_on = self.fields(node, at);
        self.end_node(NodeInProgress::gathered(Identity::address(node)), 0, at);
        goes_on
    }

    /// Takes the last step on a node, or puts it off. `visits` is from when its fields began.
    #[inline(never)]
    pub(super) fn end_node(&mut self, node: NodeInProgress<I>, visits: u64, at: Region) {
        if self.recursion.is_suspended() {
            self.put_off.nodes.push(node);
            let last_step = |hash: &mut Self, at| {
                if let Some(node) = hash.open.nodes.pop() {
                    // What took so long that it was put off is expensive.
                    hash.take_last_step(node, at, true);
                }
                true
            };
            self.recursion.put_off(Frame::call(last_step, at));
        } else {
            let is_expensive = self.visits - visits >= EXPENSIVE;
            self.take_last_step(node, at, is_expensive);
        }
    }

    fn take_last_step(&mut self, node: NodeInProgress<I>, at: Region, is_expensive: bool) {
        let NodeInProgress { node, last, is_behind_id, age, before } = node;
        if is_behind_id || last.ends_cycles() {
            self.numbering.variables().leave_nodes(last.ends_cycles());
        }
        let value = match last {
            Last::Gather => {
                let part = self.items.end();
                return self.items.part(part);
            }
            Last::Remember => {
                let part = if I::APART || is_expensive { self.items.since(before) } else { I::EMPTY };
                return self.numbering.remember(node, part, at, age, is_expensive);
            }
            Last::RememberValue => {
                let part = self.items.since_value(before);
                return self.numbering.remember(node, part, at, age, is_expensive);
            }
            Last::Element(is_remembered) => {
                let part = self.items.end();
                if is_remembered {
                    self.numbering.remember(node, part, at, age, is_expensive);
                }
                return self.add_element(part);
            }
            Last::NumberDag => self.numbering.number_dag(node, self.items.end()),
            Last::CloseDag(record) => self.numbering.close_dag(record, self.items.end()),
            Last::NumberVariable => self.numbering.number_variable(node, self.items.end(), at),
            Last::EndVariable(ordinal) => self.numbering.end_variable(ordinal, self.items.end(), at),
        };
        self.items.value(value);
    }

    /// Hashes the fields of a node.
    #[inline(always)]
    pub(super) fn fields<T: StructuralEq + ?Sized>(&mut self, node: &'a T, at: Region) -> bool {
        if T::is_scope(node) {
            return self.contents(node, at, None);
        }
        self.content(node, at)
    }

    /// Hashes the fields of a node, and what it has in other tables.
    #[inline(never)]
    fn contents<T: StructuralEq + ?Sized>(&mut self, node: &'a T, at: Region, columns: Option<&InColumns<'a>>) -> bool {
        let fields = |hash: &mut Self, at| {
            let mut listing = Listing::new(hash);
            let goes_on =
                T::content(node, node, at, &mut listing) && columns.is_none_or(|columns| listing.columns(*columns, at));
            listing.end();
            goes_on
        };
        let content = |hash: &mut Self, at| match const { T::HAS_ARENAS } {
            true => hash.in_arenas_of(node, |hash| fields(hash, at)),
            false => fields(hash, at),
        };
        if T::is_scope(node) { self.in_scope(node, at, content) } else { content(self, at) }
    }

    /// Hashes what is in a scope.
    #[inline(always)]
    pub(super) fn in_scope<T: StructuralEq + ?Sized>(
        &mut self,
        node: &'a T,
        at: Region,
        hash: impl FnOnce(&mut Self, Region) -> bool,
    ) -> bool {
        if !self.numbering.enter_scope() {
            return false;
        }
        let around = core::mem::replace(&mut self.depth, self.numbering.depth());
        if const { T::PREDECLARES } && T::predeclares(node) && !self.numbering.is_anonymous {
            self.predeclare(node, at);
        }
        let goes_on = hash(self, at.past_boundary());
        self.depth = around;
        self.leave_scope();
        goes_on
    }

    fn leave_scope(&mut self) {
        self.now_or_later(|hash| {
            hash.numbering.leave_scope();
            hash.depth = hash.numbering.depth();
        });
    }

    /// Binds what a scope predeclares.
    #[inline(never)]
    fn predeclare<T: StructuralEq + ?Sized>(&mut self, scope: &'a T, at: Region) {
        let Hash { numbering, slots, options, depth, .. } = self;
        let mut lent = numbering.variables().lend(0);
        let declarations = Pair::declared_by(scope, at, *depth, *options, &mut numbering.keys, slots, &mut lent);
        numbering.variables().give_back(lent);
        numbering.predeclare(&declarations);
    }

    /// Hashes what a node lists.
    #[inline(always)]
    pub(super) fn content<T: StructuralEq + ?Sized>(&mut self, node: &'a T, at: Region) -> bool {
        if const { T::HAS_ARENAS } {
            return self.within_arenas(node, at);
        }
        self.list(node, at)
    }

    #[inline(always)]
    pub(super) fn list<T: StructuralEq + ?Sized>(&mut self, node: &'a T, at: Region) -> bool {
        let mut listing = Listing::new(self);
        let goes_on = T::content(node, node, at, &mut listing);
        listing.end();
        goes_on
    }
}

/// The step on the content of a node whose type was not known.
impl<'a, I: Hashing, T: StructuralEq + 'a> Step<'a, Hash<'a, I>> for Content<T> {
    type Place = T;

    fn run(hash: &mut Hash<'a, I>, node: &'a T, _: &'a T, at: Region) -> bool {
        hash.content(node, at)
    }
}
