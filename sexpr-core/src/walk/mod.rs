//! Walks: a value and everything below it, node by node.

mod at;
mod next;
mod node;
mod nodes;
mod occurrence;

use alloc::{boxed::Box, vec::Vec};
use core::{any::TypeId, convert::Infallible, fmt, ops::ControlFlow};

pub use self::{
    at::At,
    next::{Answer, Next},
    node::AnyNode,
    nodes::{Nodes, nodes},
    occurrence::{Binding, Occurrence},
};
use crate::{
    options::Options,
    structural::StructuralEq,
    table::Shape,
    walker::{Visits, Wanted},
};

/// Visits a value and everything below it, in the order of comparison, with callbacks by type.
///
/// A walk visits what equality looks at: fields with the role `ignore` are left out, as are the fields of singletons;
/// the fields of a variable are visited where it is bound, or met for the first time; `with` and `custom` say what a
/// node is made of. Callbacks get nodes, with where they stand ([`At`]). Those for the type of a leaf, such as
/// `String`, get the leaves that are held by value or behind a pointer; leaves that a `with` function computes, and
/// opaque fields, are no part of the value and are left out. A variable that is known by its value is met as what it is
/// written as: `on::<String>` gets a `#[seq(var)] String`.
///
/// What an occurrence of a variable refers to is found as equality finds it, but for these things. A dag node that is
/// met again is walked over again, so what binds in it, in a scope, binds anew. A variable that its own fields mention,
/// and that is bound where it and they stand, is said to be bound at both places: outside of scopes the inner one
/// counts, in a scope the outer one, which is bound last. One that its own fields bind, where it is used, is said to be
/// free there. And what is left out binds nothing.
///
/// Takes no native stack, whatever the depth of the value; time linear in what is visited, and memory for what is
/// pending (64 bytes for each part), for the nodes that may be met again, and for the variables.
///
/// ```
/// use std::sync::Arc;
/// use sexpr_core::{StructuralEq, Walk};
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
/// # use sexpr_core::{StructuralEq, Walk};
/// #[derive(StructuralEq)]
/// enum Expr { Int(i64), Add(Box<Expr>, Box<Expr>) }
///
/// let sum = Expr::Add(Box::new(Expr::Int(7)), Box::new(Expr::Int(-1)));
/// let negative = Walk::until().on(|expr: &Expr, _| match expr {
///     Expr::Int(value) if *value < 0 => ControlFlow::Break(*value),
///     _ => ControlFlow::Continue(()),
/// });
/// assert_eq!(negative.try_run(&sum), ControlFlow::Break(-1));
/// ```
pub struct Walk<'c, 'a, B = Infallible> {
    pub(crate) wanted: Wanted,
    before: Vec<Callback<'c, 'a, B>>,
    after: Vec<Callback<'c, 'a, B>>,
}

/// What is called with nodes.
struct Callback<'c, 'a, B> {
    /// Of the wanted type with this index, or of any.
    ty: Option<u32>,
    call: Call<'c, 'a, B>,
}

type Call<'c, 'a, B> = Box<dyn FnMut(&At<'_, 'a>) -> ControlFlow<B, Next> + 'c>;

impl<'c, 'a> Walk<'c, 'a> {
    /// A walk without callbacks, which visits every occurrence of a node, and does not stop.
    pub fn new() -> Self {
        Walk::until()
    }

    /// Walks over a value.
    pub fn run<T: StructuralEq + ?Sized>(self, root: &'a T) {
        match self.try_run(root) {
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
    pub fn until() -> Self {
        Walk { wanted: Wanted::default(), before: Vec::new(), after: Vec::new() }
    }

    /// Visits each node once, where it is met first: what is shared, a variable, and what has a key. All other
    /// occurrences of a variable are left out, also those where it is bound, or refer to something else. What a pointer
    /// says is its own is not looked up: if a reference `&T` leads into it as well, it is visited once more.
    pub fn distinct(mut self) -> Self {
        self.wanted.distinct = true;
        self
    }

    /// Visits what is behind a shared pointer once for each way in which its variables are bound, and no occurrence
    /// that would show nothing but what was shown before.
    ///
    /// So a graph with more paths than one can walk takes time linear in its nodes, as long as these depend on few
    /// variables; and all that [`distinct`](Self::distinct) leaves out is still met where it means something else. A
    /// node that binds something around itself is visited at each of its occurrences.
    pub fn without_repeats(mut self) -> Self {
        self.wanted.once_for_bindings = true;
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
    pub fn on<T, A>(mut self, callback: impl FnMut(&'a T, &At<'_, 'a>) -> A + 'c) -> Self
    where
        T: StructuralEq + 'static,
        A: Answer<B>,
    {
        let callback = typed(self.wants::<T>(), callback);
        self.before.push(callback);
        self
    }

    /// Calls back with each node of a type, after what is in it. [`Next`] says nothing there.
    pub fn after<T, A>(mut self, callback: impl FnMut(&'a T, &At<'_, 'a>) -> A + 'c) -> Self
    where
        T: StructuralEq + 'static,
        A: Answer<B>,
    {
        self.wanted.ends = true;
        let callback = typed(self.wants::<T>(), callback);
        self.after.push(callback);
        self
    }

    /// Calls back with each node of any type, before what is in it. Leaves are no nodes.
    pub fn on_any<A: Answer<B>>(mut self, callback: impl FnMut(AnyNode<'a>, &At<'_, 'a>) -> A + 'c) -> Self {
        self.wanted.all_types = true;
        self.before.push(untyped(callback));
        self
    }

    /// Calls back with each node of any type, after what is in it.
    pub fn after_any<A: Answer<B>>(mut self, callback: impl FnMut(AnyNode<'a>, &At<'_, 'a>) -> A + 'c) -> Self {
        self.wanted.all_types = true;
        self.wanted.ends = true;
        self.after.push(untyped(callback));
        self
    }

    /// Has nodes of a type wanted, and gives the type's index among those that are.
    fn wants<T: StructuralEq + 'static>(&mut self) -> u32 {
        self.wanted.leaves |= matches!(T::INFO.shape(), Shape::Leaf);
        let (ty, types) = (TypeId::of::<T>(), &mut self.wanted.types);
        let index = types.iter().position(|known| *known == ty).unwrap_or(types.len());
        if index == types.len() {
            types.push(ty);
        }
        index as u32
    }

    /// Walks over a value, until a callback stops it.
    pub fn try_run<T: StructuralEq + ?Sized>(mut self, root: &'a T) -> ControlFlow<B> {
        let mut visits = Visits::new(self.wanted);
        let mut goes_on = visits.begin(root);
        while let Some(visit) = visits.met().filter(|_| goes_on) {
            let callbacks = if visit.is_end { &mut self.after } else { &mut self.before };
            let mut next = Next::Inside;
            for Callback { ty, call } in callbacks {
                if ty.is_none_or(|ty| visit.ty == ty) && call(&At { visits: &visits, visit })? == Next::Skip {
                    next = Next::Skip;
                }
            }
            if next == Next::Skip {
                visits.skip();
            }
            goes_on = visits.next();
        }
        ControlFlow::Continue(())
    }
}

impl<B> fmt::Debug for Walk<'_, '_, B> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_struct("Walk").field("wanted", &self.wanted).finish_non_exhaustive()
    }
}

fn typed<'c, 'a, T, A, B>(ty: u32, mut callback: impl FnMut(&'a T, &At<'_, 'a>) -> A + 'c) -> Callback<'c, 'a, B>
where
    T: StructuralEq + 'static,
    A: Answer<B>,
{
    const { assert_known::<T>() };
    let call = move |at: &At<'_, 'a>| match at.visit.node.downcast() {
        Some(node) => callback(node, at).into_flow(),
        None => ControlFlow::Continue(Next::Inside),
    };
    Callback { ty: Some(ty), call: Box::new(call) }
}

fn untyped<'c, 'a, A: Answer<B>, B>(
    mut callback: impl FnMut(AnyNode<'a>, &At<'_, 'a>) -> A + 'c,
) -> Callback<'c, 'a, B> {
    let call = move |at: &At<'_, 'a>| {
        let node = at.visit.node;
        // Names are leaves, and variables.
        if matches!(node.info.shape(), Shape::Leaf) && at.visit.occurrence.is_none() {
            return ControlFlow::Continue(Next::Inside);
        }
        callback(node, at).into_flow()
    };
    Callback { ty: None, call: Box::new(call) }
}

/// Refuses types whose nodes cannot be told from others.
const fn assert_known<T: StructuralEq>() {
    assert!(
        T::TYPE_ID.is_some(),
        "neither a walk nor a search can tell nodes of this type, which has a lifetime, a type parameter that is not \
         declared `'static`, or no derived `StructuralEq`: declare its parameters `'static`, or use `Walk::on_any`"
    );
}
