//! Walks: traversal of a value, node by node, with callbacks by type.

pub(crate) mod at;
pub(crate) mod context;
pub(crate) mod next;
pub(crate) mod nodes;
mod plain_types;
pub(crate) mod visits;

use alloc::{boxed::Box, vec::Vec};
use core::{any::TypeId, convert::Infallible, fmt, marker::PhantomData, ops::ControlFlow};

pub use crate::{
    describe::any_node::AnyNode,
    rules::occurrence::{Binding, Occurrence},
    walk::{
        at::At,
        context::{Context, Keeps, KnowsBindings, KnowsPaths},
        next::{IntoControl, Next},
        nodes::{NodeRefs, Nodes, node_refs, nodes},
    },
};
use crate::{
    describe::{
        containers::assert_addressable, info::Shape, options::Options, region::Region, structural::StructuralEq,
    },
    engine::frame::Places,
    walk::{
        at::Standpoint,
        visits::{Flow, Visit, VisitCallbacks, VisitState, Wanted, walk},
    },
};

/// Visits a value and everything below it, in the order of comparison, with callbacks by type.
///
/// A walk visits what equality looks at: fields with the role `ignore` are left out, as are the fields of singletons;
/// the fields of a variable are visited where it is bound, or met for the first time; `with` and `custom` say what a
/// node is made of. Callbacks get nodes, with what the walk keeps of where they stand ([`At`]): nothing, unless it is
/// asked for bindings ([`with_bindings`](Self::with_bindings)) or paths ([`with_paths`](Self::with_paths)). Those for
/// the type of a leaf, such as `String`, get the leaves that are held by value or behind a pointer; leaves that a
/// `with` function computes, and opaque fields, are no part of the value and are left out. A variable that is known by
/// its value is met as what it is written as: `on::<String>` gets a `#[seq(var)] String`.
///
/// What an occurrence of a variable refers to is found as equality finds it, but for these things. A dag node that is
/// met again is walked over again, so what binds in it, in a scope, binds anew. A variable that its own fields mention,
/// and that is bound where it and they stand, is said to be bound at both places: outside of scopes the inner one
/// counts, in a scope the outer one, which is bound last. A variable that its own fields bind is free where it is used
/// around them. And what is left out binds nothing.
///
/// Takes a bounded amount of native stack, whatever the depth of the value, and time linear in what is visited. Takes
/// memory for the way to where it is; and for the variables and for the nodes that may be met again, unless these make
/// no difference:
/// on a walk without bindings that gives no leaves and no node [once](Self::distinct), where variables have nothing but
/// leaves in their fields, and there are neither maps nor trait objects.
///
/// With one callback alone, [`on`](Self::on) a type that is no leaf, which never answers [`Next`], a walk without paths
/// finds several nodes before it calls back with them, as long as nothing is bound in between: up to 512, but no more
/// than eight times as many as before.
///
/// ```
/// use std::sync::Arc;
/// use sexpr_core::{StructuralEq, walk::Walk};
///
/// #[derive(StructuralEq)]
/// #[seq(kind = "var")]
/// struct Var { #[seq(ignore)] name: String }
///
/// #[derive(StructuralEq)]
/// enum Expr {
///     Use(Arc<Var>),
///     Add(Box<Expr>, Box<Expr>),
///     Lambda { #[seq(def)] param: Arc<Var>, body: Box<Expr> },
/// }
///
/// let [x, y] = ["x", "y"].map(|name| Arc::new(Var { name: name.into() }));
/// let sum = Expr::Add(Box::new(Expr::Use(x.clone())), Box::new(Expr::Use(y.clone())));
/// let term = Expr::Lambda { param: x, body: Box::new(sum) };
///
/// let mut free = Vec::new();
/// Walk::new()
///     .with_paths()
///     .with_bindings()
///     .on(|var: &Var, at| {
///         if at.occurrence().is_some_and(|occurrence| occurrence.binding().is_none()) {
///             free.push((var.name.as_str(), at.path().to_string()));
///         }
///     })
///     .run(&term);
/// assert_eq!(free, [("y", ".body.1".to_string())]);
/// ```
///
/// A walk may stop with a value:
///
/// ```
/// # use std::{ops::ControlFlow, sync::Arc};
/// # use sexpr_core::{StructuralEq, walk::Walk};
/// #[derive(StructuralEq)]
/// enum Expr { Int(i64), Add(Box<Expr>, Box<Expr>) }
///
/// let sum = Expr::Add(Box::new(Expr::Int(7)), Box::new(Expr::Int(-1)));
/// let negative = Walk::breakable().on(|expr: &Expr, _| match expr {
///     Expr::Int(value) if *value < 0 => ControlFlow::Break(*value),
///     _ => ControlFlow::Continue(()),
/// });
/// assert_eq!(negative.try_run(&sum), ControlFlow::Break(-1));
/// ```
pub struct Walk<'c, 'a, B = Infallible, C: Context = Keeps<false, false>> {
    pub(crate) wanted: Wanted,
    before: Vec<Callback<'c, 'a, B>>,
    after: Vec<Callback<'c, 'a, B>>,
    context: PhantomData<C>,
}

/// What is called with nodes.
struct Callback<'c, 'a, B> {
    /// Of the wanted type with this index, or of any.
    ty: Option<u32>,
    call: Box<dyn Call<'a, B> + 'c>,
}

/// A function that is called with nodes.
trait Call<'a, B>: VisitCallbacks<'a> {
    /// What it stopped the walk with.
    fn stopped(&mut self) -> Option<B>;

    /// Whether it takes nodes of one type, and never says that what is in them is to be left out.
    fn takes_batches(&self) -> bool;
}

impl<'c, 'a> Walk<'c, 'a> {
    /// A walk without callbacks, which visits every occurrence of a node, and does not stop.
    pub fn new() -> Self {
        Walk::breakable()
    }
}

impl<'a, C: Context> Walk<'_, 'a, Infallible, C> {
    /// Walks over a value.
    pub fn run<T: StructuralEq + ?Sized>(self, root: &'a T) {
        const { assert_addressable::<T>(false) };
        match self.go(root) {
            ControlFlow::Continue(()) => {}
            ControlFlow::Break(never) => match never {},
        }
    }
}

impl Default for Walk<'_, '_> {
    fn default() -> Self {
        Walk::new()
    }
}

impl<'c, 'a, B> Walk<'c, 'a, B> {
    /// A walk without callbacks, which visits every occurrence of a node, and stops when a callback answers
    /// [`ControlFlow::Break`].
    pub fn breakable() -> Self {
        Walk { wanted: Wanted::default(), before: Vec::new(), after: Vec::new(), context: PhantomData }
    }
}

impl<'c, 'a, B: 'c, C: Context> Walk<'c, 'a, B, C> {
    /// Has the walk know what variables are bound to, and which nodes it met before: for
    /// [`At::occurrence`], [`At::meaning`] and [`At::met_before`].
    pub fn with_bindings(mut self) -> Walk<'c, 'a, B, C::AndBindings> {
        self.wanted.bindings = true;
        self.keeping()
    }

    /// Visits what is behind a shared pointer once per distinct binding context, and no occurrence
    /// that would show nothing but what was shown before.
    ///
    /// So a graph with more paths than one can walk takes time linear in its nodes, as long as these depend on few
    /// variables. A node that binds something around itself is visited at each of its occurrences.
    pub(crate) fn once_per_binding(mut self) -> Walk<'c, 'a, B, C::AndBindings> {
        self.wanted.once_for_bindings = true;
        self.wanted.bindings = true;
        self.keeping()
    }

    /// Has the walk know the way to each node: for [`At::path`].
    pub fn with_paths(mut self) -> Walk<'c, 'a, B, C::AndPaths> {
        self.wanted.paths = true;
        self.keeping()
    }

    /// The same walk, which keeps something else.
    fn keeping<K: Context>(self) -> Walk<'c, 'a, B, K> {
        let Walk { wanted, before, after, context: PhantomData } = self;
        Walk { wanted, before, after, context: PhantomData }
    }

    /// Visits each node once, where it is met first: what is shared, a variable, and what has a key. All other
    /// occurrences of a variable are left out, also those where it is bound, or refer to something else; so what is in a
    /// variable is left out if it is used before its scope declares it. Uniquely owned pointees are not looked up: if a
    /// reference `&T` leads into one as well, it is visited once more.
    pub fn distinct(mut self) -> Self {
        self.wanted.distinct = true;
        self
    }

    /// Walks under these options: `skip_payload` leaves payload out, and `map_free_vars` has free variables bound where
    /// they are met.
    pub fn options(mut self, options: Options) -> Self {
        self.wanted.options = options;
        self
    }

    /// Calls back with each node of a type, before what is in it.
    ///
    /// Several callbacks are called in the order in which they were given. What is in the node is left out if one of
    /// them says so.
    pub fn on<T, A>(mut self, callback: impl FnMut(&'a T, &At<'_, 'a, C>) -> A + 'c) -> Self
    where
        T: StructuralEq + 'static,
        A: IntoControl<B> + 'c,
    {
        const { assert_known::<T>() };
        let callback = typed(self.wants::<T>(), callback);
        self.before.push(callback);
        self
    }

    /// Calls back with each node of a type, after what is in it. [`Next`] says nothing there.
    pub fn after<T, A>(mut self, callback: impl FnMut(&'a T, &At<'_, 'a, C>) -> A + 'c) -> Self
    where
        T: StructuralEq + 'static,
        A: IntoControl<B> + 'c,
    {
        const { assert_known::<T>() };
        self.wanted.ends = true;
        let callback = typed(self.wants::<T>(), callback);
        self.after.push(callback);
        self
    }

    /// Calls back with each node of any type, before what is in it. Leaves are no nodes.
    pub fn on_any<A: IntoControl<B> + 'c>(
        mut self,
        callback: impl FnMut(AnyNode<'a>, &At<'_, 'a, C>) -> A + 'c,
    ) -> Self {
        self.wanted.all_types = true;
        self.before.push(untyped(callback));
        self
    }

    /// Calls back with each node of any type, after what is in it.
    pub fn after_any<A: IntoControl<B> + 'c>(
        mut self,
        callback: impl FnMut(AnyNode<'a>, &At<'_, 'a, C>) -> A + 'c,
    ) -> Self {
        self.wanted.all_types = true;
        self.wanted.ends = true;
        self.after.push(untyped(callback));
        self
    }

    /// Has nodes of a type wanted, and gives the type's index among those that are.
    fn wants<T: StructuralEq + 'static>(&mut self) -> u32 {
        self.wanted.leaves |= matches!(T::INFO.shape(), Shape::Leaf);
        self.wanted.flat |= T::LEAF_FIELDS;
        let (ty, types) = (TypeId::of::<T>(), &mut self.wanted.types);
        let index = types.iter().position(|known| *known == ty).unwrap_or(types.len());
        if index == types.len() {
            types.push(ty);
        }
        index as u32
    }

    /// Walks over a value, until a callback stops it.
    pub fn try_run<T: StructuralEq + ?Sized>(self, root: &'a T) -> ControlFlow<B> {
        const { assert_addressable::<T>(false) };
        self.go(root)
    }

    /// Walks over a value that has an address. (Users' own calls check that: see `assert_known`.)
    fn go<T: StructuralEq + ?Sized>(mut self, root: &'a T) -> ControlFlow<B> {
        let Walk { wanted, before, after, .. } = &mut self;
        let mut wanted = core::mem::take(wanted);
        let stopped = if let ([only], []) = (&mut **before, &**after) {
            // All nodes that are wanted are for it.
            wanted.in_batches = only.call.takes_batches();
            walk(root, wanted, &mut *only.call);
            only.call.stopped()
        } else {
            let mut calling = Calling { before, after, stopped: None };
            walk(root, wanted, &mut calling);
            calling.stopped
        };
        stopped.map_or(ControlFlow::Continue(()), ControlFlow::Break)
    }
}

/// Several callbacks that are being called.
struct Calling<'w, 'c, 'a, B> {
    before: &'w mut [Callback<'c, 'a, B>],
    after: &'w mut [Callback<'c, 'a, B>],
    /// What one of them stopped the walk with.
    stopped: Option<B>,
}

impl<'a, B> VisitCallbacks<'a> for Calling<'_, '_, 'a, B> {
    fn call(&mut self, visit: &Visit<'a>, state: &VisitState<'a>) -> Flow {
        let mut flow = Flow::Inside;
        for Callback { ty, call } in if visit.is_end { &mut *self.after } else { &mut *self.before } {
            if ty.is_some_and(|ty| visit.ty != ty) {
                continue;
            }
            match call.call(visit, state) {
                Flow::Inside => {}
                Flow::Skip => flow = Flow::Skip,
                Flow::Stop => {
                    self.stopped = call.stopped();
                    return Flow::Stop;
                }
            }
        }
        flow
    }
    fn call_with_all(&mut self, _: &Places<'a>, _: Region, _: &VisitState<'a>) -> Flow {
        // Several callbacks take no batches.
        Flow::Inside
    }
}

impl<B, C: Context> fmt::Debug for Walk<'_, '_, B, C> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_struct("Walk").field("wanted", &self.wanted).finish_non_exhaustive()
    }
}

fn typed<'c, 'a, T, A, B, C>(ty: u32, callback: impl FnMut(&'a T, &At<'_, 'a, C>) -> A + 'c) -> Callback<'c, 'a, B>
where
    T: StructuralEq + 'static,
    A: IntoControl<B> + 'c,
    B: 'c,
    C: Context,
{
    Callback { ty: Some(ty), call: Box::new(Typed { callback, stopped: None, types: PhantomData::<(fn(&T) -> A, C)> }) }
}

/// A callback for nodes of one type.
struct Typed<F, B, Types> {
    callback: F,
    stopped: Option<B>,
    types: PhantomData<Types>,
}

impl<'a, T, A, B, C, F> VisitCallbacks<'a> for Typed<F, B, (fn(&T) -> A, C)>
where
    F: FnMut(&'a T, &At<'_, 'a, C>) -> A,
    T: 'static,
    A: IntoControl<B>,
    C: Context,
{
    fn call(&mut self, visit: &Visit<'a>, state: &VisitState<'a>) -> Flow {
        let Some(node) = visit.node.downcast() else { return Flow::Inside };
        let at = At { place: Standpoint::of(visit, state), context: PhantomData };
        flow((self.callback)(node, &at), &mut self.stopped)
    }

    fn call_with_all(&mut self, nodes: &Places<'a>, at: Region, state: &VisitState<'a>) -> Flow {
        let at = At { place: Standpoint::of_batch(at, state), context: PhantomData };
        for node in nodes.all() {
            if flow((self.callback)(node, &at), &mut self.stopped) == Flow::Stop {
                return Flow::Stop;
            }
        }
        Flow::Inside
    }
}

impl<'a, T, A, B, C, F> Call<'a, B> for Typed<F, B, (fn(&T) -> A, C)>
where
    F: FnMut(&'a T, &At<'_, 'a, C>) -> A,
    T: 'static,
    A: IntoControl<B>,
    C: Context,
{
    fn stopped(&mut self) -> Option<B> {
        self.stopped.take()
    }

    fn takes_batches(&self) -> bool {
        !A::MAY_SKIP
    }
}

fn untyped<'c, 'a, A, B, C>(callback: impl FnMut(AnyNode<'a>, &At<'_, 'a, C>) -> A + 'c) -> Callback<'c, 'a, B>
where
    A: IntoControl<B> + 'c,
    B: 'c,
    C: Context,
{
    Callback { ty: None, call: Box::new(Untyped { callback, stopped: None, types: PhantomData::<(fn() -> A, C)> }) }
}

/// A callback for nodes of any type.
struct Untyped<F, B, Types> {
    callback: F,
    stopped: Option<B>,
    types: PhantomData<Types>,
}

impl<'a, A, B, C, F> VisitCallbacks<'a> for Untyped<F, B, (fn() -> A, C)>
where
    F: FnMut(AnyNode<'a>, &At<'_, 'a, C>) -> A,
    A: IntoControl<B>,
    C: Context,
{
    fn call(&mut self, visit: &Visit<'a>, state: &VisitState<'a>) -> Flow {
        // Names are leaves, and variables.
        if matches!(visit.node.info.shape(), Shape::Leaf) && !visit.node.is_name() {
            return Flow::Inside;
        }
        let at = At { place: Standpoint::of(visit, state), context: PhantomData };
        flow((self.callback)(visit.node, &at), &mut self.stopped)
    }

    fn call_with_all(&mut self, _: &Places<'a>, _: Region, _: &VisitState<'a>) -> Flow {
        // Nodes of a batch are of one type.
        Flow::Inside
    }
}

impl<'a, A, B, C, F> Call<'a, B> for Untyped<F, B, (fn() -> A, C)>
where
    F: FnMut(AnyNode<'a>, &At<'_, 'a, C>) -> A,
    A: IntoControl<B>,
    C: Context,
{
    fn stopped(&mut self) -> Option<B> {
        self.stopped.take()
    }

    fn takes_batches(&self) -> bool {
        false
    }
}

/// Where a walk goes on after an answer; what it is stopped with is noted.
#[inline(always)]
fn flow<B>(answer: impl IntoControl<B>, stopped: &mut Option<B>) -> Flow {
    match answer.into_flow() {
        ControlFlow::Continue(Next::Inside) => Flow::Inside,
        ControlFlow::Continue(Next::Skip) => Flow::Skip,
        ControlFlow::Break(value) => {
            *stopped = Some(value);
            Flow::Stop
        }
    }
}

/// Refuses types whose nodes cannot be told from others. In a constant of a function that users call, the compiler names
/// that call.
const fn assert_known<T: StructuralEq>() {
    assert!(
        T::TYPE_ID.is_some(),
        "nodes of this type cannot be told from others: name a type that derives `StructuralEq`, and no pointer or container; \
         declare its type parameters `'static`, as in `struct Expr<T: 'static>`; or take each node as a `NodeRef`, by \
         `node_refs` or `Walk::on_any` [SEQ517]"
    );
}

/// Refuses types that are no nodes, too.
pub(crate) const fn assert_known_node<T: StructuralEq>() {
    assert!(
        T::NODE,
        "this type is no node, but a leaf, a pointer or a container: name a type that derives `StructuralEq` [SEQ518]"
    );
    assert_known::<T>();
}
