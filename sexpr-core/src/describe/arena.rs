//! Ids and arenas: `Id`, `Arena`, the macro `id!`, and `InArena` for roots; then arenas of erased types for operations:
//! the arenas of a node, the nodes of ids, and the rows of arenas with columns.
//!
//! An id is a shared pointer that does not know its target: the arena in force for the id's type finds the target.
//! `rules::environments` tracks which arenas are in force.

use alloc::vec::Vec;
use core::{
    any::{Any, TypeId},
    marker::PhantomData,
};

use crate::describe::{
    custom::{Pair, VirtualField, VirtualFields},
    identity::Identity,
    info::{FieldInfo, Kind, Roles, Shape, Style, TypeInfo, VariantInfo},
    region::Region,
    structural::{Field, StructuralEq},
    visitor::Visitor,
};

/// An id of a node in an [`Arena`].
///
/// An id represents the node that the arena in force returns for it, as a shared pointer represents its pointee. So
/// neither the number of an id nor the order of allocation counts. [`id!`](crate::id) makes the type usable as a field.
///
/// ```
/// use sexpr_core::{StructuralEq, arena::{Id, InArena}, structural_equal};
///
/// #[derive(Clone, Copy)]
/// struct ExprId(u32);
///
/// impl Id for ExprId {
///     type Node = Expr;
///     fn index(&self) -> u64 {
///         self.0.into()
///     }
/// }
/// sexpr_core::id!(ExprId);
///
/// #[derive(StructuralEq)]
/// enum Expr {
///     Number(i64),
///     Add(ExprId, ExprId),
/// }
///
/// let one = vec![Expr::Number(1), Expr::Number(2), Expr::Add(ExprId(0), ExprId(1))];
/// let other = vec![Expr::Add(ExprId(2), ExprId(1)), Expr::Number(2), Expr::Number(1)];
/// assert!(structural_equal(&InArena::new(&one, ExprId(2)), &InArena::new(&other, ExprId(0))));
/// ```
///
/// # Ids of other crates
///
/// For a [mirror](crate::mirror::Describe) `M` of ids of the type `I` and of their arenas of the type `A`, implement
/// `Id<M>` for `As<M, I>` and `Arena<As<M, I>, M>` for `As<M, A>`, and invoke [`id!`](crate::id).
///
/// ```
/// use std::marker::PhantomData;
/// use sexpr_core::{
///     StructuralEq, arena::{Arena, Id}, mirror::{As, Describe}, structural_equal,
/// };
///
/// mod foreign {
///     use std::marker::PhantomData;
///
///     pub struct Handle<T>(pub usize, pub PhantomData<T>);
///     pub struct Arena<T>(pub Vec<T>);
///
///     pub enum Expr {
///         Number(i64),
///         Negate(Handle<Expr>),
///     }
///     pub struct Function {
///         pub expressions: Arena<Expr>,
///         pub result: Handle<Expr>,
///     }
/// }
///
/// /// Stands for the handles and the arenas of nodes that `D` describes.
/// struct Handle<D>(PhantomData<D>);
///
/// impl<D: Describe<T> + 'static, T: 'static> Id<Handle<D>> for As<Handle<D>, foreign::Handle<T>> {
///     type Node = As<D, T>;
///     fn index(&self) -> u64 {
///         self.0 as u64
///     }
/// }
/// sexpr_core::id!(foreign::Handle<T> as Handle<D>, [D: Describe<T> + 'static, T: 'static]);
///
/// type Ids<D, T> = As<Handle<D>, foreign::Handle<T>>;
///
/// impl<D, T> Arena<Ids<D, T>, Handle<D>> for As<Handle<D>, foreign::Arena<T>>
/// where
///     D: Describe<T> + 'static,
///     T: 'static,
/// {
///     fn node(&self, id: &Ids<D, T>) -> Option<&As<D, T>> {
///         self.get().0.get(id.0).map(As::new)
///     }
///     fn nodes(&self) -> impl Iterator<Item = &As<D, T>> {
///         self.get().0.iter().map(As::new)
///     }
/// }
///
/// #[derive(StructuralEq)]
/// #[seq(remote = "foreign::Expr")]
/// enum Expr {
///     Number(i64),
///     Negate(#[seq(as = "Handle<Expr>")] foreign::Handle<foreign::Expr>),
/// }
///
/// #[derive(StructuralEq)]
/// #[seq(remote = "foreign::Function")]
/// struct Function {
///     #[seq(arena, as = "Handle<Expr>")]
///     expressions: foreign::Arena<foreign::Expr>,
///     #[seq(as = "Handle<Expr>")]
///     result: foreign::Handle<foreign::Expr>,
/// }
///
/// use foreign::Expr::{Negate, Number};
/// let handle = |index| foreign::Handle(index, PhantomData);
/// let function = |expressions, result| foreign::Function {
///     expressions: foreign::Arena(expressions),
///     result: handle(result),
/// };
/// let one = function(vec![Number(1), Negate(handle(0))], 1);
/// let other = function(vec![Negate(handle(2)), Number(7), Number(1)], 0);
/// assert!(structural_equal(As::<Function, _>::new(&one), As::<Function, _>::new(&other)));
/// ```
#[diagnostic::on_unimplemented(
    message = "`{Self}` is not a type of ids [SEQ428]",
    note = "for a type of your own, implement `sexpr_core::arena::Id`, and invoke `sexpr_core::id!({Self});`",
    note = "for a number, write `#[seq(arena(sexpr_core::mirror::IdOf<Node, {Self}>))]` on the arena, and `#[seq(id(Node))]` on \
            the fields that hold ids"
)]
pub trait Id<Mirror: ?Sized = Self>: 'static {
    /// The type of the nodes.
    type Node: StructuralEq + 'static;
    /// The number of the id, unique in its arena.
    fn index(&self) -> u64;
}

/// A container of nodes that gives out ids for them.
///
/// `Vec<T>` and `Box<[T]>` are arenas for every [`Id`] whose node is `T`, by index. `Box`, `Rc` and `Arc` of an arena
/// are arenas, too. Mark a field that holds an arena `#[seq(arena)]`: the arena is in force for everything that the
/// other fields of the node lead to. [`InArena`] gives a root an arena.
///
/// ```
/// use sexpr_core::{StructuralEq, arena::{Arena, Id}, structural_equal};
///
/// #[derive(Clone, Copy)]
/// struct Symbol(usize);
///
/// impl Id for Symbol {
///     type Node = String;
///     fn index(&self) -> u64 {
///         self.0 as u64
///     }
/// }
/// sexpr_core::id!(Symbol);
///
/// #[derive(Default)]
/// struct Interner(Vec<String>);
///
/// impl Arena<Symbol> for Interner {
///     fn node(&self, id: &Symbol) -> Option<&String> {
///         self.0.get(id.0)
///     }
///     fn nodes(&self) -> impl Iterator<Item = &String> {
///         self.0.iter()
///     }
/// }
///
/// #[derive(StructuralEq)]
/// struct Module {
///     #[seq(arena)]
///     symbols: Interner,
///     exports: Vec<Symbol>,
/// }
///
/// let module = |symbols: &[&str], exports: &[usize]| Module {
///     symbols: Interner(symbols.iter().map(|symbol| symbol.to_string()).collect()),
///     exports: exports.iter().copied().map(Symbol).collect(),
/// };
/// assert!(structural_equal(&module(&["a", "b"], &[1, 0]), &module(&["unused", "b", "a"], &[1, 2])));
/// ```
#[diagnostic::on_unimplemented(
    message = "`{Self}` is not an arena for ids of type `{I}` [SEQ429]",
    note = "implement `sexpr_core::arena::Arena` for it; a `Vec<T>` is one for every id whose node is `T`"
)]
pub trait Arena<I: Id, Mirror: ?Sized = Self>: 'static {
    /// The node of an id. `None` if the id belongs to another arena: such an id is *dangling*.
    ///
    /// Each call for an id returns the same node, at the same address, as long as the arena does not change.
    fn node(&self, id: &I) -> Option<&I::Node>;

    /// All nodes, in the arena's order: for a field marked `#[seq(arena = "whole")]`.
    fn nodes(&self) -> impl Iterator<Item = &I::Node>;

    /// A function that lists the fields of a node that are stored in other tables. `None` if nodes have no such fields.
    ///
    /// These fields count as further fields of the node, after its own, in the arenas in force for the node's own
    /// fields. So a node may be spread over several columns of an arena, or have lists in a pool. An arena with such
    /// fields is never compared as a whole: list the ids that count.
    ///
    /// The function lists fields like a function in `#[seq(with = path)]`, and lists the same fields each time for one
    /// id. Two ids are two nodes, even if [`node`](Self::node) returns the same reference for both.
    ///
    /// ```
    /// use sexpr_core::{
    ///     StructuralEq, arena::{Arena, Id, InArena}, custom::VirtualFields, first_structural_mismatch, reflect::Def,
    /// };
    ///
    /// #[derive(Clone, Copy)]
    /// struct Inst(usize);
    ///
    /// impl Id for Inst {
    ///     type Node = &'static str;
    ///     fn index(&self) -> u64 {
    ///         self.0 as u64
    ///     }
    /// }
    /// sexpr_core::id!(Inst);
    ///
    /// /// Of each instruction, the name, and its operands in another table.
    /// struct Graph {
    ///     names: Vec<&'static str>,
    ///     operands: Vec<Vec<Inst>>,
    /// }
    ///
    /// impl Arena<Inst> for Graph {
    ///     const COLUMNS: Option<for<'a> fn(&'a Self, &Inst, &mut VirtualFields<'a>)> = Some(|graph, inst, fields| {
    ///         if let Some(operands) = graph.operands.get(inst.0) {
    ///             fields.slice("operands", Def::Inherit, operands);
    ///         }
    ///     });
    ///
    ///     fn node(&self, inst: &Inst) -> Option<&&'static str> {
    ///         self.names.get(inst.0)
    ///     }
    ///     fn nodes(&self) -> impl Iterator<Item = &&'static str> {
    ///         self.names.iter()
    ///     }
    /// }
    ///
    /// let one = Graph { names: vec!["x", "y", "add"], operands: vec![vec![], vec![], vec![Inst(0), Inst(1)]] };
    /// let other = Graph { names: vec!["add", "x"], operands: vec![vec![Inst(1), Inst(1)], vec![]] };
    /// let mismatch =
    ///     first_structural_mismatch(&InArena::new(&one, Inst(2)), &InArena::new(&other, Inst(0))).unwrap();
    /// assert_eq!(mismatch.lhs().to_string(), ".operands[1]");
    /// ```
    const COLUMNS: Option<for<'a> fn(&'a Self, &I, &mut VirtualFields<'a>)> = None;

    /// A function that returns all nodes, in the order of [`nodes`](Self::nodes), for
    /// [rewriting](crate::rewrite::Rewrite) in place. `None` if the arena has no such function: then rewriting leaves
    /// the arena unchanged.
    ///
    /// For nodes in a `Vec` called `all`, write `Some(|arena| arena.all.iter_mut().collect())`.
    const NODES_MUT: Option<NodesMut<Self, I>> = None;

    /// The address of the arena. Two arenas with one address are the same arena, with the same nodes.
    ///
    /// A pointer to an arena, such as an `Arc` in a field, returns the address of the arena behind it.
    fn place(&self) -> *const ()
    where
        Self: Sized,
    {
        core::ptr::from_ref(self).cast()
    }
}

/// A function that returns the nodes of an arena: see [`Arena::NODES_MUT`].
pub type NodesMut<A, I> = for<'a> fn(&'a mut A) -> Vec<&'a mut <I as Id>::Node>;

/// Makes a type with an implementation of [`Id`](crate::arena::Id) usable as a field.
///
/// Generics follow in brackets: `id!(Handle<T>, [T: StructuralEq + 'static])`. Add `columns` at the end if other tables
/// of the arena hold variables ([`COLUMNS`](crate::arena::Arena::COLUMNS)) and a field with ids is marked `def`. For
/// ids of another crate, name their [mirror](crate::arena::Id#ids-of-other-crates) after the type:
/// `id!(foreign::Handle<T> as Handle<D>, […])`. Here, too, `columns` may come last.
///
/// ```
/// use std::marker::PhantomData;
/// use sexpr_core::{StructuralEq, arena::Id};
///
/// struct Handle<T>(u32, PhantomData<fn() -> T>);
///
/// impl<T: StructuralEq + 'static> Id for Handle<T> {
///     type Node = T;
///     fn index(&self) -> u64 {
///         self.0.into()
///     }
/// }
/// sexpr_core::id!(Handle<T>, [T: sexpr_core::StructuralEq + 'static]);
///
/// #[derive(StructuralEq)]
/// struct List { value: i64, next: Option<Handle<List>> }
/// ```
#[macro_export]
macro_rules! id {
    // The implementations for the ids themselves, or for a type that describes ids.
    (
        @for { $ty:ty, [$($generics:tt)*] }, $structural:ident $(<$of:ty>)?, $field:ident $(<$held:ty>)?,
        $key:ident $(<$read:ty>)?, $seen:ty, $ids:ty, $name:expr, { $($alias:tt)* } $(, $columns:ident)?
    ) => {
        const _: () = {
            use $crate::__private as __seq;

            $($alias)*
            impl<$($generics)*> __seq::$structural$(<$of>)? for $ty {
                const INFO: &'static __seq::TypeInfo = &__seq::TypeInfo::id($name, __seq::node_of_id::<$ids>);
                const OPEN: __seq::bool = true;
                type Reach = $crate::id!(@reach $ids $(, $columns)?);

                fn content<'__a, __V: __seq::Visitor<'__a>>(
                    left: &'__a $seen,
                    right: &'__a $seen,
                    at: __seq::Region,
                    visitor: &mut __V,
                ) -> __seq::bool {
                    __seq::Visitor::id::<$ids>(visitor, left, right, at)
                }
            }
            impl<$($generics)*> __seq::$field$(<$held>)? for $ty {}
            impl<$($generics)*> __seq::$key$(<$read>)? for $ty
            where
                for<'__x> <$ids as __seq::Id>::Node: __seq::KeyNodeFor<'__x>,
            {
                type Terms = ();
                const IDS: __seq::Option<__seq::TypeId> = __seq::Option::Some(__seq::TypeId::of::<$ids>());

                fn read(__key: &$seen, __reader: &mut __seq::KeyReader<'_>) {
                    __seq::KeyReader::id::<$ids>(__reader, __key)
                }
            }
        };
    };
    (@reach $ids:ty) => {
        __seq::BehindId<<<$ids as __seq::Id>::Node as __seq::StructuralEq>::Reach>
    };
    (@reach $ids:ty, columns) => {
        __seq::Anything
    };
    (@own $ty:ty, [$($generics:tt)*], $ids:ty, $alias:tt $(, $columns:ident)?) => {
        $crate::id!(
            @for { $ty, [$($generics)*] }, StructuralEq, Field, MapKey, Self, $ids, __seq::stringify!($ty), $alias
            $(, $columns)?
        );
        $crate::__rewritable_leaf!(@dropped $ty, [$($generics)*]);
    };
    ($ty:ty as $describes:ty $(, [$($generics:tt)*])? $(, $columns:ident)?) => {
        $crate::id!(
            @for { $describes, [$($($generics)*)?] }, Describe<$ty>, DescribeField<$ty>, DescribeKey<$ty>,
            __seq::As<Self, $ty>, __seq::As<Self, $ty>, __seq::stringify!($ty), {} $(, $columns)?
        );
    };
    // The alias checks once that the type is an `Id`. If the check fails, the alias is an error and causes no further errors.
    ($ty:ty $(, $columns:ident)?) => {
        $crate::id!(
            @own $ty, [], __Ids, { type __Ids = __seq::If<$ty, { __seq::are_ids::<$ty>() }>; } $(, $columns)?
        );
    };
    ($ty:ty, [$($generics:tt)*] $(, $columns:ident)?) => {
        $crate::id!(@own $ty, [$($generics)*], Self, {} $(, $columns)?);
    };
}

/// True for an [`Id`]; a compile error for any other type.
#[doc(hidden)]
pub const fn are_ids<I: Id>() -> bool {
    true
}

/// The table of the nodes of an id.
#[doc(hidden)]
pub fn node_of_id<I: Id>() -> &'static TypeInfo {
    I::Node::INFO
}

/// A value that holds ids, with the arena of these ids: a root for operations that begin at an id.
///
/// An `InArena` adds no step to a path. An `InArena` in another one puts both arenas in force.
///
/// ```
/// use sexpr_core::{StructuralEq, arena::{Id, InArena}, first_structural_mismatch};
///
/// #[derive(Clone, Copy)]
/// struct BlockId(usize);
///
/// impl Id for BlockId {
///     type Node = Block;
///     fn index(&self) -> u64 {
///         self.0 as u64
///     }
/// }
/// sexpr_core::id!(BlockId);
///
/// #[derive(StructuralEq)]
/// struct Block { value: i64, next: Option<BlockId> }
///
/// let one = vec![Block { value: 1, next: Some(BlockId(1)) }, Block { value: 2, next: None }];
/// let other = vec![Block { value: 3, next: None }, Block { value: 1, next: Some(BlockId(0)) }];
/// let mismatch =
///     first_structural_mismatch(&InArena::new(&one, BlockId(0)), &InArena::new(&other, BlockId(1))).unwrap();
/// assert_eq!(mismatch.lhs().to_string(), ".next.value");
/// ```
#[derive(Clone, Copy, Debug)]
pub struct InArena<'r, A, V, I = V> {
    arena: &'r A,
    value: V,
    ids: PhantomData<fn() -> I>,
}

impl<'r, A: Arena<I>, I: Id> InArena<'r, A, I> {
    /// An id of this arena.
    pub fn new(arena: &'r A, id: I) -> Self {
        InArena { arena, value: id, ids: PhantomData }
    }
}

impl<'r, A: Arena<I>, V, I: Id> InArena<'r, A, V, I> {
    /// A value whose ids of type `I` belong to this arena.
    pub fn holding(arena: &'r A, value: V) -> Self {
        InArena { arena, value, ids: PhantomData }
    }
}

impl<'r, A, V, I> InArena<'r, A, V, I> {
    /// The arena.
    pub fn arena(&self) -> &'r A {
        self.arena
    }

    /// The id, or the value that holds ids.
    pub fn value(&self) -> &V {
        &self.value
    }
}

impl<A: Arena<I>, V: Field, I: Id> StructuralEq for InArena<'_, A, V, I> {
    const INFO: &'static TypeInfo = &TypeInfo::new(
        "InArena",
        Kind::Tree,
        Shape::Struct(&VariantInfo::new(
            "InArena",
            Kind::Tree,
            Style::Tuple,
            &[FieldInfo::new("0", Roles::NONE, V::TABLE)],
        )),
    )
    .with_arguments(&[V::TABLE]);
    const NODE: bool = true;
    const OPEN: bool = V::OPEN;
    const HAS_ARENAS: bool = true;
    type Reach = V::Reach;

    fn arenas<'a>(node: &'a Self, arenas: &mut Arenas<'a>) {
        arenas.add::<A, I>(node.arena);
    }

    fn pair<'a>(left: &'a Self, right: &'a Self) -> Option<Pair<'a>> {
        Some(Pair::of(left, right))
    }

    fn content<'a, Visit: Visitor<'a>>(left: &'a Self, right: &'a Self, at: Region, visitor: &mut Visit) -> bool {
        visitor.part(0, &left.value, &right.value, at)
    }
}

impl<A: Arena<I>, V: Field, I: Id> Field for InArena<'_, A, V, I> {
    #[inline]
    fn held<'a, Visit: Visitor<'a>>(left: &'a Self, right: &'a Self, at: Region, visitor: &mut Visit) -> bool {
        visitor.node(left, right, at)
    }
}

/// A function in [`Arena::COLUMNS`], with all types erased.
type ListColumns = for<'a> fn(&'a dyn Any, &dyn Any, &mut VirtualFields<'a>);

/// The functions that read the rows of an arena with columns. Several rows may share a node.
struct Rows {
    list: ListColumns,
    /// The identity of the row of an id in an arena.
    identify: fn(&dyn Any, &dyn Any) -> Identity,
}

/// The row of an id in an arena with columns: its identity, and its fields in other tables.
#[derive(Clone, Copy)]
pub(crate) struct InColumns<'a> {
    arena: &'a dyn Any,
    id: &'a dyn Any,
    rows: &'static Rows,
}

impl<'a> InColumns<'a> {
    /// The fields of a row that are stored in other tables; empty without a row.
    pub(crate) fn fields(columns: Option<Self>) -> Vec<VirtualField<'a>> {
        let list =
            |InColumns { arena, id, rows }| VirtualFields::of(arena, |arena, fields| (rows.list)(arena, id, fields));
        columns.map(list).unwrap_or_default()
    }

    /// The identities of nodes. The identity of a row replaces the address of its node. A keyed node keeps its identity.
    #[inline]
    pub(crate) fn known_by<const SIDES: usize>(
        columns: [Option<Self>; SIDES],
        mut nodes: [Identity; SIDES],
    ) -> [Identity; SIDES] {
        for (node, columns) in nodes.iter_mut().zip(columns) {
            if let Some(columns) = columns {
                *node = columns.identity(*node);
            }
        }
        nodes
    }

    /// The identity of a row. `node` is the identity of its node.
    #[cold]
    fn identity(self, node: Identity) -> Identity {
        if node.as_address().is_some() { (self.rows.identify)(self.arena, self.id) } else { node }
    }

    /// The kind of a node with columns. A `const-tree` counts as a `tree`, since fields in other tables may reach variables.
    pub(crate) fn kind(kind: Kind) -> Kind {
        if kind == Kind::ConstTree { Kind::Tree } else { kind }
    }
}

/// All nodes of an arena that is compared as a whole. Refuses an arena with columns, since columns are found by id.
pub(crate) fn all_nodes<A: Arena<I>, I: Id>(arena: &A) -> impl Iterator<Item = &I::Node> {
    const {
        assert!(
            A::COLUMNS.is_none(),
            "an arena whose nodes have fields in other tables is not compared as a whole: mark it `arena` alone, and \
             list the ids that count in another field [SEQ513]"
        );
    }
    arena.nodes()
}

/// Finds the node of an id in an arena, with all types erased.
type FindErased = for<'a> fn(&'a dyn Any, &dyn Any) -> Option<&'a dyn Any>;

/// An arena of an erased type.
#[derive(Clone, Copy)]
pub(crate) struct ErasedArena<'a> {
    /// The type of its ids.
    pub(crate) id: TypeId,
    pub(crate) address: usize,
    arena: &'a dyn Any,
    find: FindErased,
    rows: Option<&'static Rows>,
}

impl<'a> ErasedArena<'a> {
    /// The node of an id, if the id belongs to this arena.
    #[inline(always)]
    pub(crate) fn node<I: Id>(&self, id: &I) -> Option<&'a I::Node> {
        (self.find)(self.arena, id)?.downcast_ref()
    }

    /// The row of an id, if the arena has columns.
    #[inline]
    pub(crate) fn columns<'i>(&self, id: &'i dyn Any) -> Option<InColumns<'i>>
    where
        'a: 'i,
    {
        self.rows.map(|rows| InColumns { arena: self.arena, id, rows })
    }

    /// [`node`](Self::node), with erased types.
    #[inline]
    pub(crate) fn erased_node(&self, id: &dyn Any) -> Option<&'a dyn Any> {
        (self.find)(self.arena, id)
    }
}

fn find_erased<'a, A: Arena<I>, I: Id>(arena: &'a dyn Any, id: &dyn Any) -> Option<&'a dyn Any> {
    let node = arena.downcast_ref::<A>()?.node(id.downcast_ref::<I>()?)?;
    Some(node)
}

fn list_columns<'a, A: Arena<I>, I: Id>(arena: &'a dyn Any, id: &dyn Any, fields: &mut VirtualFields<'a>) {
    if let (Some(list), Some(arena), Some(id)) = (A::COLUMNS, arena.downcast_ref(), id.downcast_ref()) {
        list(arena, id, fields);
    }
}

fn identify_row<A: Arena<I>, I: Id>(arena: &dyn Any, id: &dyn Any) -> Identity {
    let place = arena.downcast_ref::<A>().map_or(0, |arena| arena.place().addr());
    Identity::row(place, TypeId::of::<I>(), id.downcast_ref::<I>().map_or(0, I::index))
}

/// The node of an id in the arenas in force.
pub(crate) struct Meaning<'i> {
    /// The number of the environment that has the arena.
    pub(crate) environment: usize,
    pub(crate) node: &'i dyn Any,
    pub(crate) columns: Option<InColumns<'i>>,
}

/// The arenas in force at an occurrence, on one side.
pub(crate) trait InForce {
    /// The node of an id of this type; `None` if the id is dangling.
    fn meaning<'i>(&'i self, ty: TypeId, id: &'i dyn Any) -> Option<Meaning<'i>>;
}

/// No arena is in force, or none is known: every id is dangling.
pub(crate) struct NoArenas;

impl InForce for NoArenas {
    fn meaning<'i>(&'i self, _: TypeId, _: &'i dyn Any) -> Option<Meaning<'i>> {
        None
    }
}

/// The arenas of a node.
#[doc(hidden)]
#[derive(Default)]
pub struct Arenas<'a> {
    pub(crate) list: Vec<ErasedArena<'a>>,
}

impl<'a> Arenas<'a> {
    /// Lists the arenas of a node.
    pub(crate) fn of<T: StructuralEq + ?Sized>(node: &'a T) -> Self {
        let mut arenas = Arenas::default();
        T::arenas(node, &mut arenas);
        arenas
    }

    /// Adds an arena. Of two arenas for one type of ids, the first one counts.
    pub fn add<A: Arena<I>, I: Id>(&mut self, arena: &'a A) {
        const { assert!(size_of::<A>() != 0, "an arena of size zero has no address of its own") };
        let id = TypeId::of::<I>();
        if self.list.iter().all(|known| known.id != id) {
            let rows =
                A::COLUMNS.map(|_| &const { Rows { list: list_columns::<A, I>, identify: identify_row::<A, I> } });
            let address = arena.place().addr();
            self.list.push(ErasedArena { id, address, arena, find: find_erased::<A, I>, rows });
        }
    }
}
