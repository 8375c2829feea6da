//! The hash of nodes (the fields, and the last step after them), of values held inline, and of names.

use crate::{
    describe::{
        arena::InColumns,
        containers::Namespace,
        custom::Pair,
        identity::Identity,
        info::{Kind, Shape},
        keys::KeyValue,
        region::Region,
        structural::{Field, StructuralEq, predeclares},
    },
    engine::{
        frame::{Frame, prefetch},
        place::Place,
        recursion::Suspendable,
    },
    ops::{
        Node,
        hash::{Hash, Root, items::Hashing, visitor::Listing},
    },
    rules::{
        memo::EXPENSIVE,
        numbering::{Age, Contribution, LastStep},
    },
};

/// A node whose fields are being hashed.
#[derive(Clone, Copy, Debug)]
pub(super) struct NodeInProgress<I: Hashing> {
    pub(super) node: Identity,
    pub(super) last: Last,
    /// Whether an id led to the node.
    pub(super) is_behind_id: bool,
    /// The age at which the hashing of its fields began.
    pub(super) age: Age,
    /// The items before those of the node, if the latter are not gathered apart.
    pub(super) before: I::Part,
}

impl<I: Hashing> NodeInProgress<I> {
    /// A node whose items are gathered apart.
    pub(super) fn apart(node: Identity, last: LastStep, is_behind_id: bool, age: Age) -> NodeInProgress<I> {
        NodeInProgress { node, last: Last::ByRule(last), is_behind_id, age, before: I::EMPTY }
    }
}

/// The last step on a node, which handles the node's items.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Last {
    /// The items were gathered apart. The rules turn them into a contribution.
    ByRule(LastStep),
    /// The items are among the items around, and are remembered.
    Remember,
    /// The items are one hash among the items around. The hash is remembered.
    RememberValue,
    /// The items are an element of an unordered part. The flag says whether the element is remembered.
    Element(bool),
}

/// Hashes the contents of a node of any type, and the fields in these columns.
pub(super) type Contents<'c, 'a, I> = dyn Fn(&mut Hash<'a, I>, Region, Option<&InColumns<'a>>) -> bool + 'c;

impl<'a, I: Hashing> Hash<'a, I> {
    #[cold]
    #[inline(never)]
    pub(super) fn enter_or_wait<P>(&mut self, holder: &'a P::Holder, at: Region) -> bool
    where
        P: Place<Holder: 'a, Node: 'a> + 'a,
    {
        self.run_or_put_off(Frame::on(holder, Self::visit::<P>, at))
    }

    /// Hashes a node by its kind. Returns `false` if the computation has to start over.
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
        let once = P::is_unique(holder);
        self.visits += 1;
        let goes_on =
            if once && kind.is_tree() { self.fields_apart(node, at) } else { self.visit_again(kind, node, at) };
        if const { P::Node::INFO.is_open() }
            && let Some(concrete) = P::Node::concrete_type(node)
        {
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
        if self.root == Root::Gathered {
            self.root = Root::Passed;
            self.end_gathered(P::node(holder), at);
        }
        goes_on
    }

    /// Ends the search for the root behind pointers, since the node that is being listed is not a pointer.
    #[inline(always)]
    pub(super) fn pass_root(&mut self) {
        if I::APART && self.root == Root::BehindPointer {
            self.root = Root::Gathered;
            self.items.begin();
        }
    }

    /// Whether the next node is below the root.
    #[inline(always)]
    pub(super) fn is_past_root(&self) -> bool {
        !I::APART || matches!(self.root, Root::Gathered | Root::Passed)
    }

    /// Whether the pointee of the present pointer is the root.
    #[inline(always)]
    pub(super) fn is_behind_root_pointer(&mut self) -> bool {
        if !I::APART || self.root != Root::BehindPointer {
            return false;
        }
        self.root = Root::Next;
        true
    }

    /// Hashes a node whose fields are leaves, now or later. Most such nodes are uses of variables that were met before.
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
            && let Some(value) = self.numbering.variables.first_value(Identity::address(node))
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
            // For leaves, the result means nothing.
            P::Node::content(node, node, at.inside_variable(), &mut listing);
            let words = listing.words;
            let leaves = self.items.leaves(words);
            self.numbering.number_for_good(identity, leaves, at)
        });
        self.items.value(value);
        true
    }

    /// Hashes a node that may be met again, or that is not a tree.
    #[inline(never)]
    fn visit_again<T: StructuralEq + ?Sized>(&mut self, kind: Kind, node: &'a T, at: Region) -> bool {
        if kind.is_tree() && !self.numbering.variables.has_arenas() {
            let identity = self.numbering.keys.identify(node);
            return self.meet_shared_tree(identity, None, at, |hash| hash.fields(node, at));
        }
        self.visit_by_rule(kind, node, at)
    }

    #[inline(never)]
    fn visit_by_rule<T: StructuralEq + ?Sized>(&mut self, kind: Kind, node: &'a T, at: Region) -> bool {
        let contents = |hash: &mut Self, at, columns: Option<&InColumns<'a>>| hash.contents(node, at, columns);
        let node = &Node::of(node, kind, &mut self.numbering.keys);
        if kind == Kind::Var
            && !T::LEAF_FIELDS
            && !self.numbering.is_anonymous
            && self.numbering.variables.are_in_part()
        {
            return self.meet_remembered_variable(node, at, &contents);
        }
        self.meet(node, at, &contents)
    }

    /// Hashes a variable in an unordered part, where free variables are not recorded. The contribution is memoized by
    /// the variable's place.
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
        let (last, before) = (Last::RememberValue, I::before(mark));
        self.end_node(NodeInProgress { node: place, last, is_behind_id: false, age, before }, visits, at);
        true
    }

    /// Hashes a node that is not a tree, or that is met where arenas are in force.
    #[inline(never)]
    fn meet(&mut self, node: &Node, at: Region, contents: &Contents<'_, 'a, I>) -> bool {
        if self.numbering.variables.has_arenas() {
            return self.meet_in_arenas(node, at, contents);
        }
        let Node { kind, identity, place, .. } = *node;
        if kind == Kind::Dag {
            self.numbering.note_dag(identity, place);
        }
        let (inside, last) = match self.numbering.meet(kind, identity, at) {
            Contribution::Value(value) => {
                self.items.value(value);
                return true;
            }
            Contribution::StartOver => return false,
            Contribution::Fields(inside, last) => (inside, last),
        };
        let open = NodeInProgress::apart(identity, last, false, self.numbering.age());
        self.items.begin();
        let goes_on = contents(self, inside, None);
        self.end_node(open, 0, at);
        goes_on
    }

    /// Hashes a `tree` node that may be met again. `behind_id` is the node's place, if an id led to it. Most such nodes
    /// are too small to be memoized.
    #[inline(always)]
    pub(super) fn meet_shared_tree(
        &mut self,
        node: Identity,
        behind_id: Option<Identity>,
        at: Region,
        fields: impl FnOnce(&mut Self) -> bool,
    ) -> bool {
        if let Some(part) = self.numbering.recall(node, at) {
            self.items.part(part);
            return true;
        }
        if behind_id.is_some_and(|place| !self.numbering.enter_in_arenas(place, true, false)) {
            return false;
        }
        let (visits, age, before) = (self.visits, self.numbering.age(), self.items.mark());
        // An unfinished node means that the computation starts over.
        if !fields(self) {
            return false;
        }
        let is_cheap = self.visits - visits < EXPENSIVE && !self.recursion.is_suspended();
        let is_behind_id = behind_id.is_some();
        if I::APART || !is_cheap || is_behind_id || self.numbering.variables.tracking() {
            let node = NodeInProgress { node, last: Last::Remember, is_behind_id, age, before: I::before(before) };
            self.end_node(node, visits, at);
        }
        true
    }

    /// Hashes the fields of a node. They are gathered apart if `I` gathers all nodes apart.
    #[inline(always)]
    fn fields_apart<T: StructuralEq + ?Sized>(&mut self, node: &'a T, at: Region) -> bool {
        if !I::APART {
            return self.fields(node, at);
        }
        self.items.begin();
        let goes_on = self.fields(node, at);
        self.end_gathered(node, at);
        goes_on
    }

    /// Adds the items of a node, which were gathered apart, now or later.
    fn end_gathered<T: StructuralEq + ?Sized>(&mut self, node: &'a T, at: Region) {
        let node = NodeInProgress::apart(Identity::address(node), LastStep::Nothing, false, Age::default());
        self.end_node(node, 0, at);
    }

    /// Takes the last step on a node, now or later. `visits` is the count at which the node began.
    #[inline(never)]
    pub(super) fn end_node(&mut self, node: NodeInProgress<I>, visits: u64, at: Region) {
        if self.recursion.is_suspended() {
            self.open.push(node);
            let last_step = |hash: &mut Self, at| {
                if let Some(node) = hash.open.pop() {
                    // A node whose last step was put off counts as expensive.
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
        let ends_cycles = matches!(last, Last::ByRule(last) if last.ends_cycles());
        if is_behind_id || ends_cycles {
            self.numbering.variables.leave_nodes(ends_cycles);
        }
        match last {
            Last::Remember => {
                let part = if I::APART || is_expensive { self.items.since(before) } else { I::EMPTY };
                self.numbering.remember(node, part, at, age, is_expensive);
            }
            Last::RememberValue => {
                let part = self.items.since_value(before);
                self.numbering.remember(node, part, at, age, is_expensive);
            }
            Last::Element(is_remembered) => {
                let part = self.items.end();
                if is_remembered {
                    self.numbering.remember(node, part, at, age, is_expensive);
                }
                self.add_element(part);
            }
            Last::ByRule(last) => {
                let fields = self.items.end();
                let value = match last {
                    LastStep::Nothing => return self.items.part(fields),
                    LastStep::NumberDag => self.numbering.number_dag(node, fields),
                    LastStep::CloseDag(record) => self.numbering.close_dag(record, fields),
                    LastStep::NumberVariable => self.numbering.number_variable(node, fields, at),
                    LastStep::EndVariable(ordinal) => self.numbering.end_variable(ordinal, fields, at),
                };
                self.items.value(value);
            }
        }
    }

    /// Hashes the fields of a node.
    #[inline(always)]
    pub(super) fn fields<T: StructuralEq + ?Sized>(&mut self, node: &'a T, at: Region) -> bool {
        if const { T::INFO.may_be_scope() } && T::is_scope(node) {
            return self.contents(node, at, None);
        }
        self.content(node, at)
    }

    /// Hashes the fields of a node, and its fields in other tables.
    #[inline(never)]
    fn contents<T: StructuralEq + ?Sized>(&mut self, node: &'a T, at: Region, columns: Option<&InColumns<'a>>) -> bool {
        if const { !T::INFO.may_be_scope() } || !T::is_scope(node) {
            return self.parts(node, at, columns);
        }
        if !self.numbering.enter_scope() {
            return false;
        }
        let around = core::mem::replace(&mut self.depth, self.numbering.variables.depth());
        if const { T::INFO.may_predeclare() } && predeclares(node) && !self.numbering.is_anonymous {
            self.predeclare(node, at);
        }
        let goes_on = self.parts(node, at.past_boundary(), columns);
        self.depth = around;
        self.now_or_later(Self::leave_scope);
        goes_on
    }

    fn leave_scope(&mut self) {
        self.numbering.leave_scope();
        self.depth = self.numbering.variables.depth();
    }

    /// Binds the variables that a scope predeclares.
    #[inline(never)]
    fn predeclare<T: StructuralEq + ?Sized>(&mut self, scope: &'a T, at: Region) {
        let Hash { numbering, slots, options, depth, .. } = self;
        let mut lent = numbering.variables.lend(0);
        let declarations = Pair::declared_by(scope, at, *depth, *options, &mut numbering.keys, slots, &mut lent);
        numbering.variables.give_back(lent);
        numbering.variables.predeclare([&declarations], I::Value::default());
    }

    /// Hashes the parts of a node.
    #[inline(always)]
    pub(crate) fn content<T: StructuralEq + ?Sized>(&mut self, node: &'a T, at: Region) -> bool {
        self.parts(node, at, None)
    }

    /// Hashes the parts of a node, and its fields in other tables, where its arenas are in force.
    #[inline(always)]
    fn parts<T: StructuralEq + ?Sized>(&mut self, node: &'a T, at: Region, columns: Option<&InColumns<'a>>) -> bool {
        let enters_arenas = const { T::HAS_ARENAS } && self.enter_arenas(node);
        let mut listing = Listing::new(self);
        let goes_on =
            T::content(node, node, at, &mut listing) && columns.is_none_or(|columns| listing.columns(*columns, at));
        listing.end();
        if enters_arenas {
            self.leave_environment();
        }
        goes_on
    }
}

impl<'a, I: Hashing> Hash<'a, I> {
    /// Hashes a name, now or later.
    #[inline(never)]
    pub(super) fn visit_name<T: KeyValue, N: Namespace>(&mut self, name: &'a T, at: Region) -> bool {
        if self.recursion.is_suspended() {
            self.recursion.put_off(Frame::on(name, Self::visit_name::<T, N>, at));
            return true;
        }
        self.visits += 1;
        let name = self.numbering.keys.identify_name::<T, N>(name);
        let value = match self.numbering.meet(Kind::Var, name, at) {
            Contribution::Value(value) => value,
            // A name has no fields.
            _ => self.numbering.number_variable(name, I::EMPTY, at),
        };
        self.items.value(value);
        true
    }
}

impl<'a, I: Hashing> Hash<'a, I> {
    /// Hashes a value held inline. Its leaves make items of their own.
    #[inline(always)]
    pub(super) fn held<T: Field>(&mut self, value: &'a T, at: Region) -> bool {
        let mut listing = Listing::new(self);
        let goes_on = T::held(value, value, at, &mut listing);
        listing.end();
        goes_on
    }

    /// Hashes the values of a slice, now or later.
    #[inline(never)]
    pub(crate) fn values<T: Field>(&mut self, values: &'a [T], _: &'a [T], at: Region) -> bool {
        self.visits += values.len() as u64;
        for (index, value) in values.iter().enumerate() {
            if self.recursion.is_suspended() {
                return self.put_off_values(&values[index..], at);
            }
            if let Some(next) = values.get(index + 1).and_then(T::elsewhere) {
                prefetch(next);
            }
            if !self.held(value, at) {
                return false;
            }
        }
        true
    }

    #[cold]
    #[inline(never)]
    fn put_off_values<T: Field>(&mut self, values: &'a [T], at: Region) -> bool {
        self.recursion.put_off_row(values, values, Self::values, at);
        true
    }

    /// Makes an item of leaves, now or later.
    #[inline(always)]
    pub(super) fn item(&mut self, words: I::Words) {
        if self.items.are_none(&words) {
            return;
        }
        if self.recursion.is_suspended() {
            self.put_off_item(words);
        } else {
            self.items.item(words);
        }
    }

    #[cold]
    #[inline(never)]
    fn put_off_item(&mut self, words: I::Words) {
        self.words.push(words);
        let item = |hash: &mut Self, _| {
            if let Some(words) = hash.words.pop() {
                hash.items.item(words);
            }
            true
        };
        self.recursion.put_off(Frame::call(item, Region::NONE));
    }
}
