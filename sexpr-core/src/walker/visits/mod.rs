//! A walk: one value, every node in it.

mod maps;
mod visitor;

use alloc::vec::Vec;
use core::{any::TypeId, cell::RefCell, marker::PhantomData};

use crate::walker::{
    bindings::Bindings,
    findings::Findings,
    frame::{Frame, Step as TakeStep},
    pairs::Pairs,
    place::{Content, Place, Value},
    trail::{Mark, Trail},
    value_order::ValueOrder,
};
use crate::{
    containers::{Sharing, assert_addressable},
    identity::{Identity, Keys},
    options::Options,
    region::Region,
    structural::{Field, StructuralEq},
    table::{Kind, Shape},
    visitor::Visitor,
    walk::{AnyNode, Occurrence},
};

/// A walk that is under way: gives the nodes of a value one after the other, in the order of comparison.
///
/// It visits what equality looks at. What a node is made of is put off when the node is met, so that all of it can be
/// left out.
pub(crate) struct Visits<'a> {
    wanted: Wanted,
    keys: RefCell<Keys>,
    /// The variables whose meaning was asked for at the node that was given last.
    consulted: RefCell<Vec<(Identity, Option<u64>)>>,
    bindings: Bindings,
    values: ValueOrder,
    /// The nodes that were met, of those that may be met again.
    seen: Pairs<1, ()>,
    /// The shared nodes that need no second look where their variables mean the same: how many nodes occur there.
    findings: Findings<u128>,
    /// How many nodes occurred, those included that needed no second look.
    occurrences: u128,
    /// How many had, before each shared node around.
    occurred_before: Vec<u128>,
    /// The variable that was met last.
    variable: Option<Identity>,
    /// The hash of what it is written as, if it is known by its value.
    spelling: u64,
    /// The type that it is written as, lifetimes apart.
    variable_type: TypeId,
    stack: Vec<Task<'a>>,
    trail: Trail<'a>,
    /// The nodes around, if their ends are wanted.
    open: Vec<Visit<'a>>,
    /// The variables whose fields are being visited.
    variables: Vec<(Identity, Occurrence, Region)>,
    /// For each key that is pending, what it was when keys were matched, if it is a variable; the next one last.
    key_occurrences: Vec<Option<Occurrence>>,
    /// The same of the key that is being visited.
    key_occurrence: Option<Occurrence>,
    /// Where the walk is.
    around: Around,
    /// The position of the field at hand, whose value is a pointer.
    position: Option<u32>,
    /// What is handed out.
    met: Option<Visit<'a>>,
    /// How much there was on the stack below what the node handed out last is made of.
    below: usize,
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

/// What is around a place.
#[derive(Clone, Copy, Default)]
struct Around {
    nodes: usize,
    /// A node around was met before, so all in it was.
    met_before: bool,
    /// A key of a map is around, in which nothing binds.
    key: bool,
}

/// What is still to be done, and where.
struct Task<'a> {
    /// As long as a way is in nodes and containers: memory ends first.
    trail: u32,
    mark: Mark,
    around: Around,
    frame: Frame<'a, Visits<'a>>,
}

impl<'a> Visits<'a> {
    pub(crate) fn new(wanted: Wanted) -> Self {
        Visits {
            wanted,
            keys: RefCell::default(),
            consulted: RefCell::default(),
            bindings: Bindings::default(),
            values: ValueOrder::default(),
            seen: Pairs::default(),
            findings: Findings::default(),
            occurrences: 0,
            occurred_before: Vec::new(),
            variable: None,
            spelling: 0,
            variable_type: TypeId::of::<()>(),
            stack: Vec::new(),
            trail: Trail::new(),
            open: Vec::new(),
            variables: Vec::new(),
            key_occurrences: Vec::new(),
            key_occurrence: None,
            around: Around::default(),
            position: None,
            met: None,
            below: 0,
        }
    }

    /// Begins with the root, and says whether a node is handed out.
    pub(crate) fn begin<T: StructuralEq + ?Sized>(&mut self, root: &'a T) -> bool {
        const { assert_addressable::<T>(false) };
        self.meet(root, Sharing::Unique, self.wanted.options.root_region());
        self.met.is_some() || self.next()
    }

    /// Goes on to the next node, and says whether there is one.
    #[inline]
    pub(crate) fn next(&mut self) -> bool {
        self.met = None;
        if self.wanted.once_for_bindings {
            self.note_consulted();
        }
        while let Some(task) = self.stack.pop() {
            self.trail.forget_after(task.mark);
            self.trail.lead(task.trail as usize, task.mark);
            self.around = task.around;
            if !task.frame.run(self) && self.met.is_some() {
                return true;
            }
        }
        false
    }

    /// Notes that what is around the node that was given last depends on what was asked for there.
    fn note_consulted(&mut self) {
        for (variable, binding) in self.consulted.get_mut().drain(..) {
            self.findings.consult(variable, binding);
        }
    }

    /// The node that is handed out.
    #[inline(always)]
    pub(crate) fn met(&self) -> Option<&Visit<'a>> {
        self.met.as_ref()
    }

    /// The type of the variable that was given last, lifetimes apart.
    pub(crate) fn variable_type(&self) -> TypeId {
        self.variable_type
    }

    /// What a use of a variable would refer to here.
    pub(crate) fn meaning<V: StructuralEq>(&self, variable: &V) -> Option<Occurrence> {
        let variable = self.keys.borrow_mut().identify(variable);
        let meaning = self.bindings.meaning(variable);
        if self.wanted.once_for_bindings {
            self.consulted.borrow_mut().push((variable, meaning.and_then(Occurrence::number)));
        }
        meaning
    }

    /// What identifies a variable on all walks.
    pub(crate) fn across_walks(&self, variable: Identity) -> u128 {
        self.keys.borrow().hash(variable).bits
    }

    /// How many nodes occurred.
    pub(crate) fn occurrences(&self) -> u128 {
        self.occurrences
    }

    /// What the variable is written as that was given last, hashed.
    pub(crate) fn spelling(&self) -> u64 {
        self.spelling
    }

    /// The variable that was given last.
    pub(crate) fn variable(&self) -> Option<Identity> {
        self.variable
    }

    /// Leaves out what is in the node that was given last.
    pub(crate) fn skip(&mut self) {
        self.stack.truncate(self.below);
    }

    /// The way to the node that was given last.
    pub(crate) fn trail(&self) -> &Trail<'a> {
        &self.trail
    }

    #[inline(always)]
    fn put_off(&mut self, mark: Mark, frame: Frame<'a, Self>) -> bool {
        self.stack.push(Task { trail: self.trail.length() as u32, mark, around: self.around, frame });
        true
    }

    /// Meets what stands somewhere: hands a node out, and puts off what it is made of.
    #[inline(always)]
    fn meet<T: StructuralEq + ?Sized>(&mut self, node: &'a T, sharing: Sharing, at: Region) -> bool {
        let kind = T::kind(node);
        if !T::NODE {
            return self.look_through(node, sharing, at);
        }
        if sharing == Sharing::Unique && kind.is_tree() {
            return self.enter(node, at, at, None, self.around.met_before, true);
        }
        self.meet_again(node, kind, at)
    }

    /// Hands out a leaf, or goes on with what a container holds.
    #[inline(always)]
    fn look_through<T: StructuralEq + ?Sized>(&mut self, value: &'a T, sharing: Sharing, at: Region) -> bool {
        if sharing != Sharing::Unique {
            let met_before = self.seen.note(Identity::address(value));
            if met_before && self.wanted.distinct {
                return true;
            }
            self.around.met_before |= met_before;
            if self.wanted.once_for_bindings && self.needs_no_second_look(Identity::address(value), Kind::Tree, at) {
                return true;
            }
        }
        if self.wanted.leaves && matches!(T::INFO.shape(), Shape::Leaf) {
            let (node, depth) = (AnyNode::new(value), self.around.nodes);
            let met_before = self.around.met_before;
            let visit = Visit { node, is_end: false, at, occurrence: None, met_before, depth, ty: 0 };
            return self.hand_out::<T>(visit, None);
        }
        self.trail.content_of(T::INFO);
        T::content(value, value, at, self)
    }

    /// Meets a node that may have been met before.
    fn meet_again<T: StructuralEq + ?Sized>(&mut self, node: &'a T, kind: Kind, at: Region) -> bool {
        let identity = self.keys.get_mut().identify(node);
        // As a key of a map, it is known by its own key, and not looked into.
        let is_key = self.around.key && kind == Kind::Dag;
        let known = match kind {
            Kind::Var => self.note_variable(identity),
            _ if is_key => self.seen.top(0, identity).is_some(),
            _ => self.seen.note(identity),
        };
        if known && self.wanted.distinct {
            return true;
        }
        let met_before = known || self.around.met_before;
        if kind == Kind::Var {
            self.meet_variable(node, identity, at, met_before)
        } else if self.wanted.once_for_bindings && !is_key && self.needs_no_second_look(identity, kind, at) {
            true
        } else {
            self.enter(node, at, at, None, met_before, kind != Kind::Singleton && !is_key)
        }
    }

    /// Whether a shared node was met where its variables meant the same. If not, what it depends on is noted from now
    /// on.
    fn needs_no_second_look(&mut self, node: Identity, kind: Kind, at: Region) -> bool {
        if let Some(occurrences) = self.findings.find(node, kind, at, &self.bindings) {
            self.occurrences = self.occurrences.saturating_add(*occurrences);
            return true;
        }
        self.findings.begin(node, kind, at, &self.bindings);
        self.occurred_before.push(self.occurrences);
        self.put_off(Mark::Transparent, Frame::new::<EndShared>(&(), &(), Region::NONE));
        false
    }

    /// Notes that a variable is met, and says whether it was before. What it is bound to tells most of the time.
    #[inline(always)]
    fn note_variable(&mut self, variable: Identity) -> bool {
        self.bindings.tells_met(variable) || self.seen.note(variable)
    }

    fn meet_variable<T: StructuralEq + ?Sized>(
        &mut self,
        node: &'a T,
        variable: Identity,
        at: Region,
        met_before: bool,
    ) -> bool {
        self.variable_type = typeid::of::<T>();
        let (occurrence, is_looked_into) = self.look_up(variable, at);
        let is_looked_into = is_looked_into && !self.wanted.bare_variables;
        if is_looked_into {
            self.variables.push((variable, occurrence, at));
            self.put_off(Mark::Transparent, Frame::new::<Bind>(&(), &(), at));
        }
        self.enter(node, at, at.inside_variable(), Some(occurrence), met_before, is_looked_into)
    }

    /// What an occurrence of a variable is, and whether it is looked into.
    fn look_up(&mut self, variable: Identity, at: Region) -> (Occurrence, bool) {
        self.variable = Some(variable);
        let (occurrence, is_looked_into) = match self.around.key {
            true => (self.key_occurrence.unwrap_or(Occurrence::Free), false),
            false => self.bindings.look_up(variable, at),
        };
        if self.wanted.once_for_bindings && !self.wanted.bare_variables && !occurrence.is_binding() {
            self.findings.consult(variable, occurrence.number());
        }
        (occurrence, is_looked_into)
    }

    /// Binds a variable that was looked into.
    fn bind(&mut self, variable: Identity, occurrence: Occurrence, at: Region) {
        self.bindings.bind_after_fields(variable, occurrence, at);
        if let Some(binding) = occurrence.number().filter(|_| self.wanted.once_for_bindings) {
            self.findings.bind(variable, binding, at.level());
        }
    }

    /// Hands a node out if it is wanted, and puts off handing it out once more, at its end; `false` if so.
    #[inline(always)]
    fn hand_out<T: StructuralEq + ?Sized>(&mut self, visit: Visit<'a>, concrete: Option<TypeId>) -> bool {
        let Wanted { types, all_types, ends, .. } = &self.wanted;
        let id = concrete.or(T::TYPE_ID);
        let ty = types.iter().position(|ty| id == Some(*ty));
        if ty.is_none() && !all_types {
            return true;
        }
        let visit = Visit { ty: ty.unwrap_or(types.len()) as u32, ..visit };
        if *ends {
            self.open.push(visit);
            self.put_off(Mark::Transparent, Frame::new::<End>(&(), &(), visit.at));
        }
        self.met = Some(visit);
        self.below = self.stack.len();
        false
    }

    /// Hands a node out, and puts off what it is made of, `inside` it.
    #[inline(always)]
    fn enter<T: StructuralEq + ?Sized>(
        &mut self,
        node: &'a T,
        at: Region,
        inside: Region,
        occurrence: Option<Occurrence>,
        met_before: bool,
        has_content: bool,
    ) -> bool {
        self.occurrences = self.occurrences.saturating_add(1);
        let any = AnyNode::new(node);
        let depth = self.around.nodes;
        let concrete = T::concrete_type(node).map(|concrete| concrete.id);
        let visit = Visit { node: any, is_end: false, at, occurrence, met_before, depth, ty: 0 };
        let goes_on = self.hand_out::<T>(visit, concrete);
        if has_content {
            if T::is_scope(node) {
                self.bindings.enter_scope();
                self.put_off(Mark::Transparent, Frame::new::<LeaveScope>(&(), &(), Region::NONE));
                self.below = self.stack.len();
            }
            self.around.nodes += 1;
            self.around.met_before |= met_before;
            self.trail.content_of(any.info);
            T::content(node, node, inside, self);
        }
        goes_on
    }
}

/// The step after what is in a node.
struct End;

impl<'a> TakeStep<'a, Visits<'a>> for End {
    type Place = ();

    fn run(visits: &mut Visits<'a>, (): &'a (), (): &'a (), _: Region) -> bool {
        visits.met = visits.open.pop().map(|visit| Visit { is_end: true, ..visit });
        visits.below = visits.stack.len();
        false
    }
}

/// The step after the fields of a variable.
struct Bind;

impl<'a> TakeStep<'a, Visits<'a>> for Bind {
    type Place = ();

    fn run(visits: &mut Visits<'a>, (): &'a (), (): &'a (), _: Region) -> bool {
        if let Some((variable, occurrence, at)) = visits.variables.pop() {
            visits.bind(variable, occurrence, at);
        }
        true
    }
}

/// The step after what is behind a shared pointer.
struct EndShared;

impl<'a> TakeStep<'a, Visits<'a>> for EndShared {
    type Place = ();

    fn run(visits: &mut Visits<'a>, (): &'a (), (): &'a (), _: Region) -> bool {
        let before = visits.occurred_before.pop().unwrap_or_default();
        visits.findings.end(visits.occurrences - before, &visits.bindings);
        true
    }
}

/// The step after what is in a scope.
struct LeaveScope;

impl<'a> TakeStep<'a, Visits<'a>> for LeaveScope {
    type Place = ();

    fn run(visits: &mut Visits<'a>, (): &'a (), (): &'a (), _: Region) -> bool {
        visits.bindings.leave_scope();
        true
    }
}

/// The step on a node behind a pointer.
struct Meet<P>(PhantomData<P>);

impl<'a, P: Place<'a>> TakeStep<'a, Visits<'a>> for Meet<P> {
    type Place = P::Holder;

    #[inline(always)]
    fn run(visits: &mut Visits<'a>, holder: &'a P::Holder, _: &'a P::Holder, at: Region) -> bool {
        visits.meet(P::node(holder), P::sharing(holder), at)
    }
}

/// The step on a value held inline.
impl<'a, T: Field + 'a> TakeStep<'a, Visits<'a>> for Value<T> {
    type Place = T;

    #[inline(always)]
    fn run(visits: &mut Visits<'a>, value: &'a T, _: &'a T, at: Region) -> bool {
        visits.content_of(T::INFO);
        T::held(value, value, at, visits)
    }
}

/// The step on the content of a node whose type was not known.
impl<'a, T: StructuralEq + 'a> TakeStep<'a, Visits<'a>> for Content<T> {
    type Place = T;

    fn run(visits: &mut Visits<'a>, node: &'a T, _: &'a T, at: Region) -> bool {
        visits.content_of(T::INFO);
        T::content(node, node, at, visits)
    }
}
