//! A walk that is under way: one value, and every node in it.
//!
//! A walk visits what equality looks at, and calls back with nodes on its way. It knows what variables are bound to,
//! which nodes it met before, and the path from the root. It has the rule for variables from `rules::bindings`, and no
//! other rule.

pub(crate) mod maps;
pub(crate) mod visitor;

use alloc::{boxed::Box, vec::Vec};
use core::{any::TypeId, cell::RefCell, marker::PhantomData};

use crate::{
    describe::{
        any_node::AnyNode,
        containers::Sharing,
        identity::{Identity, Keys},
        info::{Kind, TypeInfo},
        options::Options,
        region::{Level, Region},
        structural::StructuralEq,
        visitor::Visitor,
    },
    engine::{
        frame::{Frame, Step as TakeStep, VisitPart},
        place::{Content, Place},
        recursion::Recursion,
        trail::{Mark, Trail},
    },
    impls::pointers::assert_addressable,
    rules::{
        binding_memo::BindingMemo, bindings::Bindings, occurrence::Occurrence, pairs::Pairs, value_order::ValueOrder,
    },
};

/// A walk that is under way.
pub(crate) struct Visits<'a, 'c> {
    callbacks: &'c mut dyn VisitCallbacks<'a>,
    recursion: Recursion<Task<'a, 'c>>,
    wanted: Wanted,
    state: VisitState<'a>,
    /// How many scopes are around what is listed. What is put off takes place in its turn, and so does the end of a
    /// scope.
    depth: Level,
    /// How many nodes occurred, those included that needed no second look.
    occurrences: u128,
}

/// What a walk knows of where it is, to be asked for in callbacks.
pub(crate) struct VisitState<'a> {
    keys: RefCell<Keys>,
    /// The variables whose meaning was asked for at the node that was given last, if anything is to be noted of that.
    consulted: Option<RefCell<Vec<Consulted>>>,
    bindings: Bindings,
    values: ValueOrder,
    /// The nodes that were met, of those that may be met again.
    seen: Pairs<1, ()>,
    /// The shared nodes that need no second look where their variables mean the same: how many nodes occur there.
    findings: BindingMemo<u128>,
    /// The variable that was met last.
    variable: Option<Identity>,
    /// The hash of what it is written as, if it is known by its value.
    spelling: u64,
    /// The type that it is written as, lifetimes apart.
    variable_type: TypeId,
    trail: Trail<'a>,
    around: Around,
}

/// A variable, and the number of what it is bound to, if anything.
type Consulted = (Identity, Option<u64>);

/// What is called with nodes.
pub(crate) trait VisitCallbacks<'a> {
    fn call(&mut self, visit: &Visit<'a>, state: &VisitState<'a>) -> Flow;
}

/// Where a walk goes on after a node was given.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Flow {
    Inside,
    Skip,
    Stop,
}

/// What a walk is to give.
#[derive(Clone, Debug, Default)]
pub(crate) struct Wanted {
    pub(crate) options: Options,
    /// Nodes of these types.
    pub(crate) types: Vec<TypeId>,
    /// Nodes of all types.
    pub(crate) all_types: bool,
    /// Leaves, too.
    pub(crate) leaves: bool,
    /// Nodes that have nothing but leaves inside.
    pub(crate) flat: bool,
    /// Nodes also when all was given that is in them.
    pub(crate) ends: bool,
    /// Each node once.
    pub(crate) distinct: bool,
    /// What is behind shared pointers once for each way in which its variables are bound.
    pub(crate) once_for_bindings: bool,
    /// Variables without their fields.
    pub(crate) bare_variables: bool,
    /// What the names of variables are written as, hashed.
    pub(crate) spellings: bool,
    /// The way to each node.
    pub(crate) paths: bool,
}

impl Wanted {
    /// Whether nodes of one type are wanted, and no leaves, before what is in them and at each occurrence.
    pub(crate) fn is_for_one_type(&self) -> bool {
        let Wanted { types, all_types, leaves, ends, distinct, once_for_bindings, .. } = self;
        types.len() == 1 && !(*all_types || *leaves || *ends || *distinct || *once_for_bindings)
    }
}

/// A node that is met.
#[derive(Clone, Copy)]
pub(crate) struct Visit<'a> {
    pub(crate) node: AnyNode<'a>,
    /// Whether all was given that is in it.
    pub(crate) is_end: bool,
    pub(crate) at: Region,
    pub(crate) occurrence: Option<Occurrence>,
    pub(crate) met_before: bool,
    /// How many nodes are around it.
    pub(crate) depth: usize,
    /// Its type's index among those that are wanted, or their number.
    pub(crate) ty: u32,
}

/// How a node is met.
#[derive(Clone, Copy)]
struct Meeting {
    at: Region,
    /// The region of what is in it.
    inside: Region,
    occurrence: Option<Occurrence>,
    met_before: bool,
    /// Whether what is in it is looked at.
    has_content: bool,
}

/// What is around a place.
#[derive(Clone, Copy, Default)]
struct Around {
    nodes: usize,
    /// A node around was met before, so all in it was.
    met_before: bool,
    /// A key of a map is around, in which nothing binds.
    key: bool,
    /// What that was when keys were matched, if it is a variable.
    key_occurrence: Option<Occurrence>,
}

/// What is put off, and where.
struct Task<'a, 'c> {
    /// As long as a way is in nodes and containers: memory ends first.
    trail: u32,
    mark: Mark,
    around: Around,
    what: What<'a, 'c>,
}

enum What<'a, 'c> {
    Step(Frame<'a, Visits<'a, 'c>>),
    /// Binds a variable, after its fields.
    Bind(Identity, Occurrence, Region),
    LeaveScope,
    /// Notes what was found of a shared node, of which so many nodes had occurred before.
    EndShared(Box<u128>),
    /// Gives a node once more, at its end.
    GiveEnd(Box<Visit<'a>>),
}

/// Where a walk is in what it lists.
struct Standing {
    trail: usize,
    listing: (&'static TypeInfo, u32),
}

/// Walks over a value, and answers with how many nodes occurred; nothing, if a callback stopped it.
pub(crate) fn walk<'a, T: StructuralEq + ?Sized>(
    root: &'a T,
    wanted: Wanted,
    callbacks: &mut dyn VisitCallbacks<'a>,
) -> Option<u128> {
    const { assert_addressable::<T>(false) };
    let mut visits = Visits::new(wanted, callbacks);
    let at = visits.wanted.options.root_region();
    let goes_on = visits.meet(root, Sharing::Unique, at) && visits.finish();
    goes_on.then_some(visits.occurrences)
}

impl<'a> VisitState<'a> {
    fn new(wanted: &Wanted) -> Self {
        VisitState {
            keys: RefCell::default(),
            consulted: wanted.once_for_bindings.then(RefCell::default),
            bindings: Bindings::default(),
            values: ValueOrder::default(),
            seen: Pairs::default(),
            findings: BindingMemo::default(),
            variable: None,
            spelling: 0,
            variable_type: TypeId::of::<()>(),
            trail: Trail::new(),
            around: Around::default(),
        }
    }

    /// The type of the variable that was given last, lifetimes apart.
    pub(crate) fn variable_type(&self) -> TypeId {
        self.variable_type
    }

    /// What a use of a variable would refer to here.
    pub(crate) fn meaning<V: StructuralEq>(&self, variable: &V) -> Option<Occurrence> {
        let variable = self.keys.borrow_mut().identify(variable);
        let meaning = self.bindings.meaning(variable);
        if let Some(consulted) = &self.consulted {
            consulted.borrow_mut().push((variable, meaning.and_then(Occurrence::number)));
        }
        meaning
    }

    /// What identifies a variable on all walks.
    pub(crate) fn across_walks(&self, variable: Identity) -> u128 {
        self.keys.borrow().hash(variable).bits
    }

    /// What the variable is written as that was given last, hashed.
    pub(crate) fn spelling(&self) -> u64 {
        self.spelling
    }

    /// The variable that was given last.
    pub(crate) fn variable(&self) -> Option<Identity> {
        self.variable
    }

    /// The way to the node that was given last.
    pub(crate) fn trail(&self) -> &Trail<'a> {
        &self.trail
    }

    /// Notes that a variable is met, and says whether it was before. What it is bound to tells most of the time.
    #[inline(always)]
    fn note_variable(&mut self, variable: Identity) -> bool {
        self.bindings.tells_met(variable) || self.seen.note(variable)
    }
}

impl<'a, 'c> Visits<'a, 'c> {
    fn new(wanted: Wanted, callbacks: &'c mut dyn VisitCallbacks<'a>) -> Self {
        let state = VisitState::new(&wanted);
        Visits { callbacks, recursion: Recursion::new(), wanted, state, depth: 0, occurrences: 0 }
    }

    /// Does all that was put off, unless a callback stops it.
    fn finish(&mut self) -> bool {
        loop {
            if self.recursion.is_suspended() {
                self.recursion.resume();
            }
            let Some(task) = self.recursion.next() else { return true };
            self.state.trail.lead(task.trail as usize, task.mark);
            self.state.around = task.around;
            self.depth = self.state.bindings.depth();
            let goes_on = match task.what {
                What::Step(frame) => frame.run(self),
                What::Bind(variable, occurrence, at) => self.bind(variable, occurrence, at),
                What::LeaveScope => self.leave_scope(),
                What::EndShared(before) => self.end_shared(*before),
                What::GiveEnd(visit) => self.give(&visit) != Flow::Stop,
            };
            if !goes_on {
                return false;
            }
        }
    }

    /// Puts something off. The walk is suspended.
    #[cold]
    #[inline(never)]
    fn put_off(&mut self, mark: Mark, what: What<'a, 'c>) -> bool {
        let VisitState { trail, around, .. } = &self.state;
        self.recursion.put_off(Task { trail: trail.length() as u32, mark, around: *around, what });
        true
    }

    /// Puts a step off if the native stack is too deep; if not, there is nothing to be said of it.
    #[inline(always)]
    fn waits<S: TakeStep<'a, Self>>(&mut self, place: &'a S::Place, at: Region) -> bool {
        self.recursion.may_have_to_wait(at)
            && self.recursion.has_to_wait()
            && self.put_off(Mark::Transparent, What::Step(Frame::new::<S>(place, place, at)))
    }

    #[inline(always)]
    fn go_on(&mut self, mark: Mark) -> Option<Standing> {
        if !self.wanted.paths {
            return None;
        }
        let trail = &mut self.state.trail;
        let standing = Standing { trail: trail.length(), listing: trail.listing() };
        trail.push(mark);
        Some(standing)
    }

    #[inline(always)]
    fn go_back(&mut self, standing: Option<Standing>) {
        if let Some(Standing { trail, listing }) = standing {
            self.state.trail.shorten(trail);
            self.state.trail.list(listing);
        }
    }

    /// Goes one step further, takes a step there, and comes back; or puts that off.
    #[inline(always)]
    fn at_mark<S: TakeStep<'a, Self>>(&mut self, mark: Mark, place: &'a S::Place, at: Region) -> bool {
        if self.recursion.is_suspended() {
            return self.put_off(mark, What::Step(Frame::new::<S>(place, place, at)));
        }
        let standing = self.go_on(mark);
        let goes_on = S::run(self, place, place, at);
        self.go_back(standing);
        goes_on
    }

    /// The same for a step whose type was not known.
    fn at_mark_of(&mut self, mark: Mark, part: &VisitPart<'a>, at: Region) -> bool {
        let frame = part.frame(at);
        if self.recursion.is_suspended() {
            return self.put_off(mark, What::Step(frame));
        }
        let standing = self.go_on(mark);
        let goes_on = frame.run(self);
        self.go_back(standing);
        goes_on
    }

    /// Forgets what marks name that were made since these were so many, unless something with such a mark was put off.
    fn forget_names(&mut self, names: (usize, usize)) -> bool {
        if !self.recursion.is_suspended() {
            self.state.trail.forget_names(names);
        }
        true
    }

    /// Goes on to what a pointer points to.
    #[inline(always)]
    fn follow<P: Place<'a>>(&mut self, holder: &'a P::Holder, at: Region) -> bool {
        let at = at.one_call_down();
        if self.recursion.may_have_to_wait(at) {
            return self.meet_or_wait::<P>(holder, at);
        }
        self.meet(P::node(holder), P::sharing(holder), at)
    }

    #[cold]
    #[inline(never)]
    fn meet_or_wait<P: Place<'a>>(&mut self, holder: &'a P::Holder, at: Region) -> bool {
        if self.recursion.has_to_wait() {
            return self.put_off(Mark::Transparent, What::Step(Frame::new::<Meet<P>>(holder, holder, at)));
        }
        self.meet(P::node(holder), P::sharing(holder), at)
    }

    /// Meets what stands somewhere.
    #[inline(always)]
    fn meet<T: StructuralEq + ?Sized>(&mut self, node: &'a T, sharing: Sharing, at: Region) -> bool {
        if !T::NODE {
            return self.look_through(node, sharing, at);
        }
        let kind = T::kind(node);
        if sharing == Sharing::Unique && kind.is_tree() {
            let met_before = self.state.around.met_before;
            return self.enter(node, Meeting { at, inside: at, occurrence: None, met_before, has_content: true });
        }
        self.meet_again(node, kind, at)
    }

    /// Gives a leaf, or goes on with what a container holds.
    #[inline(always)]
    fn look_through<T: StructuralEq + ?Sized>(&mut self, value: &'a T, sharing: Sharing, at: Region) -> bool {
        if sharing == Sharing::Unique {
            return self.list(value, at);
        }
        let identity = Identity::address(value);
        let met_before = self.state.seen.note(identity);
        if met_before && self.wanted.distinct {
            return true;
        }
        let around = self.state.around.met_before;
        self.state.around.met_before |= met_before;
        let goes_on = self.once(identity, Kind::Tree, at, |visits| visits.list(value, at));
        self.state.around.met_before = around;
        goes_on
    }

    /// Gives a value that is a leaf, or lists what is in it.
    #[inline(always)]
    fn list<T: StructuralEq + ?Sized>(&mut self, value: &'a T, at: Region) -> bool {
        if const { T::INFO.is_leaf() } {
            if !self.wanted.leaves {
                return true;
            }
            let met_before = self.state.around.met_before;
            let leaf = Meeting { at, inside: at, occurrence: None, met_before, has_content: false };
            return self.offer(value, leaf, AnyNode::new) != Flow::Stop
                && (!self.wanted.ends || self.offer_end(value, leaf, AnyNode::new));
        }
        self.state.trail.content_of(T::INFO);
        T::content(value, value, at, self)
    }

    /// Meets a node that may have been met before.
    #[inline(never)]
    fn meet_again<T: StructuralEq + ?Sized>(&mut self, node: &'a T, kind: Kind, at: Region) -> bool {
        // As a key of a map, a dag node is known by its own key, and not looked into.
        let is_key = self.state.around.key && kind == Kind::Dag;
        let identity = self.state.keys.get_mut().identify(node);
        let known = match kind {
            Kind::Var => self.state.note_variable(identity),
            _ if is_key => self.state.seen.top(0, identity).is_some(),
            _ => self.state.seen.note(identity),
        };
        if known && self.wanted.distinct {
            return true;
        }
        let met_before = known || self.state.around.met_before;
        if kind == Kind::Var {
            return self.meet_variable(node, identity, at, met_before);
        }
        let has_content = kind.has_content() && !is_key;
        let meeting = Meeting { at, inside: at, occurrence: None, met_before, has_content };
        if is_key {
            return self.enter(node, meeting);
        }
        self.once(identity, kind, at, |visits| visits.enter(node, meeting))
    }

    /// Visits a shared node, unless it was met where its variables meant the same, if these are to be left out.
    #[inline(always)]
    fn once(&mut self, node: Identity, kind: Kind, at: Region, visit: impl FnOnce(&mut Self) -> bool) -> bool {
        if !self.wanted.once_for_bindings {
            return visit(self);
        }
        let VisitState { findings, bindings, .. } = &mut self.state;
        if let Some(occurrences) = findings.find(node, kind, at, bindings) {
            self.occurrences = self.occurrences.saturating_add(*occurrences);
            return true;
        }
        findings.begin(node, kind, at, bindings);
        let before = self.occurrences;
        visit(self) && self.end_shared(before)
    }

    fn end_shared(&mut self, before: u128) -> bool {
        if self.recursion.is_suspended() {
            return self.put_off(Mark::Transparent, What::EndShared(Box::new(before)));
        }
        self.state.findings.end(self.occurrences - before, &self.state.bindings);
        true
    }

    fn meet_variable<T: StructuralEq + ?Sized>(
        &mut self,
        node: &'a T,
        variable: Identity,
        at: Region,
        met_before: bool,
    ) -> bool {
        self.state.variable_type = typeid::of::<T>();
        let (occurrence, is_looked_into) = self.look_up(variable, at);
        let has_content = is_looked_into && !self.wanted.bare_variables;
        let inside = at.inside_variable();
        self.enter(node, Meeting { at, inside, occurrence: Some(occurrence), met_before, has_content })
            && (!has_content || self.bind(variable, occurrence, at))
    }

    /// What an occurrence of a variable is, and whether it is looked into.
    fn look_up(&mut self, variable: Identity, at: Region) -> (Occurrence, bool) {
        let VisitState { bindings, findings, around, .. } = &mut self.state;
        let (occurrence, is_looked_into) = match around.key {
            true => (around.key_occurrence.unwrap_or(Occurrence::Free), false),
            false => bindings.look_up(variable, at),
        };
        if self.wanted.once_for_bindings && !self.wanted.bare_variables && !occurrence.is_binding() {
            findings.consult(variable, occurrence.number());
        }
        self.state.variable = Some(variable);
        (occurrence, is_looked_into)
    }

    /// Binds a variable that was looked into.
    fn bind(&mut self, variable: Identity, occurrence: Occurrence, at: Region) -> bool {
        if self.recursion.is_suspended() {
            return self.put_off(Mark::Transparent, What::Bind(variable, occurrence, at));
        }
        self.state.bindings.bind_after_fields(variable, occurrence, at);
        if let Some(binding) = occurrence.number().filter(|_| self.wanted.once_for_bindings) {
            self.state.findings.bind(variable, binding, at.level());
        }
        true
    }

    fn leave_scope(&mut self) -> bool {
        if self.recursion.is_suspended() {
            return self.put_off(Mark::Transparent, What::LeaveScope);
        }
        self.state.bindings.leave_scope();
        true
    }

    /// Counts a node, if it may not be visited at each of its occurrences.
    #[inline(always)]
    fn count(&mut self) {
        if self.wanted.once_for_bindings {
            self.occurrences = self.occurrences.saturating_add(1);
        }
    }

    /// Gives a node if it is wanted, then what it is made of, and itself once more.
    #[inline(always)]
    fn enter<T: StructuralEq + ?Sized>(&mut self, node: &'a T, meeting: Meeting) -> bool {
        self.count();
        let flow = self.offer(node, meeting, AnyNode::new);
        if flow == Flow::Stop {
            return false;
        }
        if meeting.has_content && flow == Flow::Inside && !self.fields(node, meeting.inside, meeting.met_before) {
            return false;
        }
        !self.wanted.ends || self.offer_end(node, meeting, AnyNode::new)
    }

    /// Visits what a node is made of.
    #[inline(never)]
    fn fields<T: StructuralEq + ?Sized>(&mut self, node: &'a T, inside: Region, met_before: bool) -> bool {
        let is_scope = T::is_scope(node);
        if is_scope {
            self.state.bindings.enter_scope();
            self.depth += 1;
        }
        let around_met_before = self.state.around.met_before;
        self.state.around.nodes += 1;
        self.state.around.met_before |= met_before;
        if self.wanted.paths {
            self.state.trail.content_of(T::concrete_type(node).map_or(T::INFO, |concrete| concrete.info));
        }
        let goes_on = T::content(node, node, inside, self);
        self.state.around.nodes -= 1;
        self.state.around.met_before = around_met_before;
        if is_scope {
            self.depth -= 1;
        }
        goes_on && (!is_scope || self.leave_scope())
    }

    /// Gives a node if it is wanted.
    #[inline(always)]
    fn offer<T: StructuralEq + ?Sized>(
        &mut self,
        node: &'a T,
        meeting: Meeting,
        any: impl FnOnce(&'a T) -> AnyNode<'a>,
    ) -> Flow {
        match self.index_of(node) {
            Some(ty) => self.give(&self.visit(any(node), meeting, ty)),
            None => Flow::Inside,
        }
    }

    /// Gives a node at its end if it is wanted, when that has come.
    #[inline(never)]
    fn offer_end<T: StructuralEq + ?Sized>(
        &mut self,
        node: &'a T,
        meeting: Meeting,
        any: impl FnOnce(&'a T) -> AnyNode<'a>,
    ) -> bool {
        let Some(ty) = self.index_of(node) else { return true };
        self.give_end(Visit { is_end: true, ..self.visit(any(node), meeting, ty) })
    }

    fn give_end(&mut self, visit: Visit<'a>) -> bool {
        if self.recursion.is_suspended() {
            return self.put_off(Mark::Transparent, What::GiveEnd(Box::new(visit)));
        }
        self.give(&visit) != Flow::Stop
    }

    #[inline(always)]
    fn visit(&self, node: AnyNode<'a>, meeting: Meeting, ty: u32) -> Visit<'a> {
        let Meeting { at, occurrence, met_before, .. } = meeting;
        Visit { node, is_end: false, at, occurrence, met_before, depth: self.state.around.nodes, ty }
    }

    /// The index of a node's type among those that are wanted, or their number where all are.
    #[inline(always)]
    fn index_of<T: StructuralEq + ?Sized>(&self, node: &T) -> Option<u32> {
        let Wanted { types, all_types, .. } = &self.wanted;
        let id = T::concrete_type(node).map(|concrete| concrete.id).or(T::TYPE_ID);
        match types.first() {
            Some(ty) if id == Some(*ty) => Some(0),
            _ => {
                let index = types.iter().skip(1).position(|ty| id == Some(*ty)).map(|index| index + 1);
                index.or(all_types.then_some(types.len())).map(|index| index as u32)
            }
        }
    }

    #[inline(never)]
    fn give(&mut self, visit: &Visit<'a>) -> Flow {
        let flow = self.callbacks.call(visit, &self.state);
        let VisitState { consulted, findings, .. } = &mut self.state;
        if let Some(consulted) = consulted {
            consulted.get_mut().drain(..).for_each(|(variable, binding)| findings.consult(variable, binding));
        }
        flow
    }
}

/// The step on a node behind a pointer.
struct Meet<P>(PhantomData<P>);

impl<'a, P: Place<'a>> TakeStep<'a, Visits<'a, '_>> for Meet<P> {
    type Place = P::Holder;

    fn run(visits: &mut Visits<'a, '_>, holder: &'a P::Holder, _: &'a P::Holder, at: Region) -> bool {
        visits.meet(P::node(holder), P::sharing(holder), at)
    }
}

/// The step on the content of a node whose type was not known.
impl<'a, T: StructuralEq + 'a> TakeStep<'a, Visits<'a, '_>> for Content<T> {
    type Place = T;

    fn run(visits: &mut Visits<'a, '_>, node: &'a T, _: &'a T, at: Region) -> bool {
        visits.content_of(T::INFO);
        T::content(node, node, at, visits)
    }
}
