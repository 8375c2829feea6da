//! Walks: traversal of a value, node by node, with callbacks by type.

pub(crate) mod callback;
pub(crate) mod nodes;
pub(crate) mod visits;

use alloc::{boxed::Box, vec::Vec};
use core::{
    any::{Any, TypeId},
    convert::Infallible,
    fmt,
    marker::PhantomData,
    ops::ControlFlow,
};

use crate::{
    describe::{containers::assert_addressable, info::Shape, options::Options, structural::StructuralEq},
    reflect::{NodeRef, node_ref::assert_known},
    walk::visits::{Visit, WalkState, Wanted, walk},
};
pub use crate::{
    rules::bindings::{Binding, Occurrence},
    walk::{
        callback::{At, Context, IntoControl, Keeps, KnowsBindings, KnowsPaths, Next},
        nodes::{node_refs, nodes},
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
/// assert_eq!(free, [("y", ".Lambda.body.Add.1".to_string())]);
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

/// A function that is called with nodes, and skips those of other types than its own.
type Callback<'c, 'a, B> = Box<dyn FnMut(&Visit<'a>, &WalkState<'a>) -> ControlFlow<B, Next> + 'c>;

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
        self.want::<T>();
        self.before.push(typed(callback));
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
        self.want::<T>();
        self.after.push(typed(callback));
        self
    }

    /// Calls back with each node of any type, before what is in it. Leaves are not nodes.
    pub fn on_any<A: IntoControl<B> + 'c>(
        mut self,
        callback: impl FnMut(NodeRef<'a>, &At<'_, 'a, C>) -> A + 'c,
    ) -> Self {
        self.wanted.all_types = true;
        self.before.push(untyped(callback));
        self
    }

    /// Calls back with each node of any type, after what is in it.
    pub fn after_any<A: IntoControl<B> + 'c>(
        mut self,
        callback: impl FnMut(NodeRef<'a>, &At<'_, 'a, C>) -> A + 'c,
    ) -> Self {
        self.wanted.all_types = true;
        self.wanted.ends = true;
        self.after.push(untyped(callback));
        self
    }

    /// Has callbacks called with nodes of a type.
    fn want<T: StructuralEq + 'static>(&mut self) {
        self.wanted.leaves |= matches!(T::INFO.shape(), Shape::Leaf);
        self.wanted.flat |= T::LEAF_FIELDS;
        let ty = TypeId::of::<T>();
        if !self.wanted.types.contains(&ty) {
            self.wanted.types.push(ty);
        }
    }

    /// Walks over a value, until a callback stops it.
    pub fn try_run<T: StructuralEq + ?Sized>(self, root: &'a T) -> ControlFlow<B> {
        const { assert_addressable::<T>(false) };
        self.go(root)
    }

    /// Walks over a value that has an address. (Users' own calls check that: see `assert_known`.)
    fn go<T: StructuralEq + ?Sized>(self, root: &'a T) -> ControlFlow<B> {
        let Walk { wanted, mut before, mut after, .. } = self;
        let mut stopped = ControlFlow::Continue(());
        walk(root, wanted, &mut |visit, state| {
            let mut next = Next::Inside;
            let callbacks = if visit.is_end { &mut after } else { &mut before };
            for callback in callbacks {
                match callback(visit, state) {
                    ControlFlow::Continue(Next::Inside) => {}
                    ControlFlow::Continue(Next::Skip) => next = Next::Skip,
                    ControlFlow::Break(value) => {
                        stopped = ControlFlow::Break(value);
                        return ControlFlow::Break(());
                    }
                }
            }
            ControlFlow::Continue(next)
        });
        stopped
    }
}

impl<B, C: Context> fmt::Debug for Walk<'_, '_, B, C> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_struct("Walk").field("wanted", &self.wanted).finish_non_exhaustive()
    }
}

/// A callback for nodes of one type.
fn typed<'c, 'a, T, A, B, C>(mut callback: impl FnMut(&'a T, &At<'_, 'a, C>) -> A + 'c) -> Callback<'c, 'a, B>
where
    T: StructuralEq + 'static,
    A: IntoControl<B>,
    C: Context,
{
    Box::new(move |visit, state| match visit.typed.and_then(<dyn Any>::downcast_ref) {
        Some(node) => callback(node, &At { visit, state, context: PhantomData }).into_flow(),
        None => ControlFlow::Continue(Next::Inside),
    })
}

/// A callback for nodes of any type.
fn untyped<'c, 'a, A, B, C>(mut callback: impl FnMut(NodeRef<'a>, &At<'_, 'a, C>) -> A + 'c) -> Callback<'c, 'a, B>
where
    A: IntoControl<B>,
    C: Context,
{
    Box::new(move |visit, state| match visit.node.filter(|node| !node.info().is_leaf) {
        Some(node) => callback(NodeRef::of_erased(node), &At { visit, state, context: PhantomData }).into_flow(),
        None => ControlFlow::Continue(Next::Inside),
    })
}
