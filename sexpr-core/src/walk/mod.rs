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
    walk::{
        callback::IntoControl,
        visits::{Visit, WalkState, Wanted, walk},
    },
};
pub use crate::{
    rules::bindings::{Binding, Occurrence},
    walk::{
        callback::{At, Keeps, Next},
        nodes::{node_refs, nodes},
    },
};

/// Visits the nodes of a value, in the order of comparison, with callbacks by type.
///
/// A walk visits the parts that equality compares. Fields with the role `ignore` are skipped, as are the fields of
/// singletons. The fields of a variable are visited where it is bound or first met. A node with `with` or `custom`
/// consists of the parts that its function lists. Callbacks get a node and its place ([`At`]). The place has bindings
/// only [`with_bindings`](Self::with_bindings), and a path only [`with_paths`](Self::with_paths). Callbacks for the
/// type of a leaf, such as `String`, get leaves held by value and leaves behind pointers. Leaves that a `with` function
/// computes, and opaque fields, are skipped. A variable that is known by its value is visited as the type of its field:
/// `on::<String>` gets a `#[seq(var)] String`.
///
/// Occurrences of variables refer to the same bindings as in a comparison, with these exceptions. A dag node is visited
/// at each occurrence, so a variable that it binds in a scope gets a new binding each time. A variable that its own
/// fields mention at its binding site has two bindings. Outside of scopes, the inner binding counts. In a scope, the
/// outer binding counts, since it is made last. A variable that is bound in its own fields is free where it is used
/// around them. Skipped parts bind nothing.
///
/// Takes a bounded amount of native stack, whatever the depth of the value, and time linear in the number of visited
/// parts. Takes memory for the current path, and for the variables and nodes that may be met again. The second amount
/// is zero for a walk that tracks no bindings, has no callback for leaves and is not [`distinct`](Self::distinct), if
/// the type of the value has no maps and no trait objects, and its variables have only leaves as fields.
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
pub struct Walk<'c, 'a, B = Infallible, C = Keeps<false, false>> {
    pub(crate) wanted: Wanted,
    before: Vec<Callback<'c, 'a, B>>,
    after: Vec<Callback<'c, 'a, B>>,
    context: PhantomData<C>,
}

/// A function that is called with nodes of all types, and ignores nodes of other types than its own.
type Callback<'c, 'a, B> = Box<dyn FnMut(&Visit<'a>, &WalkState<'a>) -> ControlFlow<B, Next> + 'c>;

impl<'c, 'a> Walk<'c, 'a> {
    /// A walk without callbacks. It visits every occurrence of a node, and does not stop.
    pub fn new() -> Self {
        Walk::breakable()
    }
}

impl<'a, C> Walk<'_, 'a, Infallible, C> {
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
    /// A walk without callbacks. It visits every occurrence of a node, and stops when a callback returns
    /// [`ControlFlow::Break`].
    pub fn breakable() -> Self {
        Walk { wanted: Wanted::default(), before: Vec::new(), after: Vec::new(), context: PhantomData }
    }
}

impl<'c, 'a, B, const BINDINGS: bool, const PATHS: bool> Walk<'c, 'a, B, Keeps<BINDINGS, PATHS>> {
    /// Tracks the bindings of variables, and the nodes that were met before, for [`At::occurrence`], [`At::meaning`]
    /// and [`At::met_before`].
    pub fn with_bindings(mut self) -> Walk<'c, 'a, B, Keeps<true, PATHS>> {
        self.wanted.bindings = true;
        self.keeping()
    }

    /// Visits a node behind a shared pointer once per distinct binding context.
    ///
    /// So a graph takes time linear in its nodes, and not in its paths, as long as each node depends on few variables.
    /// A node that binds variables for the parts around it is visited at each occurrence.
    pub(crate) fn once_per_binding(mut self) -> Walk<'c, 'a, B, Keeps<true, PATHS>> {
        self.wanted.once_for_bindings = true;
        self.with_bindings()
    }

    /// Tracks the path to each node, for [`At::path`] and [`At::depth`].
    pub fn with_paths(mut self) -> Walk<'c, 'a, B, Keeps<BINDINGS, true>> {
        self.wanted.paths = true;
        self.keeping()
    }

    /// The same walk, in another context.
    fn keeping<K>(self) -> Walk<'c, 'a, B, K> {
        let Walk { wanted, before, after, context: PhantomData } = self;
        Walk { wanted, before, after, context: PhantomData }
    }
}

impl<'c, 'a, B: 'c, C> Walk<'c, 'a, B, C> {
    /// Visits each node once, at its first occurrence. This applies to shared nodes, variables, and nodes with a key.
    /// All other occurrences of a variable are skipped, even binding occurrences and uses of other bindings. So if a
    /// variable is used before its scope declares it, the declaration is skipped with the fields there. Uniquely owned
    /// pointees are not looked up: a pointee that a reference `&T` leads to as well is visited once more.
    pub fn distinct(mut self) -> Self {
        self.wanted.distinct = true;
        self
    }

    /// Sets the options: `skip_payload` skips payload, and `map_free_vars` binds each free variable where it is first
    /// met.
    pub fn options(mut self, options: Options) -> Self {
        self.wanted.options = options;
        self
    }

    /// Calls back with each node of a type, before its children.
    ///
    /// The callback returns `()`, or a [`Next`] to skip the children. On a [`breakable`](Walk::breakable) walk, it may
    /// also return a [`ControlFlow`] of either, to stop the walk with a value. Several callbacks are called in the
    /// order in which they were added. The children are skipped if any of them returns [`Next::Skip`].
    pub fn on<T, A>(mut self, callback: impl FnMut(&'a T, &At<'_, C>) -> A + 'c) -> Self
    where
        T: StructuralEq + 'static,
        A: IntoControl<B> + 'c,
    {
        const { assert_known::<T>() };
        self.want::<T>();
        self.before.push(typed(callback));
        self
    }

    /// Calls back with each node of a type, after its children. [`Next`] has no effect there.
    pub fn after<T, A>(mut self, callback: impl FnMut(&'a T, &At<'_, C>) -> A + 'c) -> Self
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

    /// Calls back with each node of any type, before its children. Leaves are not nodes.
    pub fn on_any<A: IntoControl<B> + 'c>(mut self, callback: impl FnMut(NodeRef<'a>, &At<'_, C>) -> A + 'c) -> Self {
        self.wanted.all_types = true;
        self.before.push(untyped(callback));
        self
    }

    /// Calls back with each node of any type, after its children.
    pub fn after_any<A: IntoControl<B> + 'c>(
        mut self,
        callback: impl FnMut(NodeRef<'a>, &At<'_, C>) -> A + 'c,
    ) -> Self {
        self.wanted.all_types = true;
        self.wanted.ends = true;
        self.after.push(untyped(callback));
        self
    }

    /// Registers a type of interest.
    fn want<T: StructuralEq + 'static>(&mut self) {
        self.wanted.leaves |= matches!(T::INFO.shape(), Shape::Leaf);
        self.wanted.flat |= T::LEAF_FIELDS;
        let ty = TypeId::of::<T>();
        if !self.wanted.types.contains(&ty) {
            self.wanted.types.push(ty);
        }
    }

    /// Walks over a value, until a callback stops the walk.
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

impl<B, C> fmt::Debug for Walk<'_, '_, B, C> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_struct("Walk").field("wanted", &self.wanted).finish_non_exhaustive()
    }
}

/// A callback for nodes of one type.
fn typed<'c, 'a, T, A, B, C>(mut callback: impl FnMut(&'a T, &At<'_, C>) -> A + 'c) -> Callback<'c, 'a, B>
where
    T: StructuralEq + 'static,
    A: IntoControl<B>,
{
    Box::new(move |visit, state| match visit.typed.and_then(<dyn Any>::downcast_ref) {
        Some(node) => callback(node, &visit.at(state)).into_flow(),
        None => ControlFlow::Continue(Next::Inside),
    })
}

/// A callback for nodes of any type.
fn untyped<'c, 'a, A: IntoControl<B>, B, C>(
    mut callback: impl FnMut(NodeRef<'a>, &At<'_, C>) -> A + 'c,
) -> Callback<'c, 'a, B> {
    Box::new(move |visit, state| match visit.node.filter(|node| !node.info().is_leaf) {
        Some(node) => callback(NodeRef::of_erased(node), &visit.at(state)).into_flow(),
        None => ControlFlow::Continue(Next::Inside),
    })
}
