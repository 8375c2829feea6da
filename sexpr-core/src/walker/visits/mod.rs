//! A walk: one value, every node in it.

mod maps;
mod visitor;

use alloc::vec::Vec;
use core::{any::TypeId, marker::PhantomData};

use crate::walker::{
    bindings::Bindings,
    frame::{Frame, Step as TakeStep},
    pairs::Pairs,
    place::{Content, Place, Value},
    trail::{Mark, Trail},
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
    keys: Keys,
    bindings: Bindings,
    /// The nodes that were met, of those that may be met again.
    seen: Pairs<1, ()>,
    stack: Vec<Task<'a>>,
    trail: Trail<'a>,
    /// The nodes around, if their ends are wanted.
    open: Vec<Visit<'a>>,
    /// The variables whose fields are being visited.
    variables: Vec<(Identity, Occurrence, Region)>,
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
    pub(crate) depth: u32,
    /// Its type's index among those that are wanted, or their number.
    pub(crate) ty: u32,
}

/// What is around a place.
#[derive(Clone, Copy, Default)]
struct Around {
    nodes: u32,
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
            keys: Keys::default(),
            bindings: Bindings::default(),
            seen: Pairs::default(),
            stack: Vec::new(),
            trail: Trail::new(),
            open: Vec::new(),
            variables: Vec::new(),
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

    /// The node that is handed out.
    #[inline(always)]
    pub(crate) fn met(&self) -> Option<&Visit<'a>> {
        self.met.as_ref()
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
            let met_before = self.note(Identity::address(value));
            if met_before && self.wanted.distinct {
                return true;
            }
            self.around.met_before |= met_before;
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
        let identity = self.keys.identify(node);
        // As a key of a map, it is known by its own key, and not looked into.
        let is_key = self.around.key && kind == Kind::Dag;
        let known = if is_key { self.seen.top(0, identity).is_some() } else { self.note(identity) };
        if known && self.wanted.distinct {
            return true;
        }
        let met_before = known || self.around.met_before;
        if kind == Kind::Var {
            self.meet_variable(node, identity, at, met_before)
        } else {
            self.enter(node, at, at, None, met_before, kind != Kind::Singleton && !is_key)
        }
    }

    /// Notes that a node is met, and says whether it was before.
    fn note(&mut self, node: Identity) -> bool {
        let met_before = self.seen.top(0, node).is_some();
        if !met_before {
            self.seen.add([node], ());
        }
        met_before
    }

    fn meet_variable<T: StructuralEq + ?Sized>(
        &mut self,
        node: &'a T,
        variable: Identity,
        at: Region,
        met_before: bool,
    ) -> bool {
        let (occurrence, is_looked_into) = self.bindings.look_up(variable, at, self.around.key);
        if is_looked_into {
            self.variables.push((variable, occurrence, at));
            self.put_off(Mark::Transparent, Frame::new::<Bind>(&(), &(), at));
        }
        self.enter(node, at, at.inside_variable(), Some(occurrence), met_before, is_looked_into)
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
            visits.bindings.bind_after_fields(variable, occurrence, at);
        }
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
