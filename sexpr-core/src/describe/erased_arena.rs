//! Arenas of erased types, as operations see them: those of a node, the nodes of ids, and rows in columns.

use alloc::vec::Vec;
use core::any::{Any, TypeId};

use crate::describe::{
    arena::{Arena, Id},
    custom::{VirtualField, VirtualFields},
    identity::Identity,
    info::Kind,
    structural::StructuralEq,
};

/// [`Columns`](crate::arena::Columns), with all types erased.
type ListColumns = for<'a> fn(&'a dyn Any, &dyn Any, &mut VirtualFields<'a>);

/// The functions that read the rows of an arena with columns. Several rows may share a node.
struct Rows {
    list: ListColumns,
    /// The identity of an id's row in an arena.
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
    /// The fields of a row that lie in other tables; none without a row.
    pub(crate) fn fields(columns: Option<Self>) -> Vec<VirtualField<'a>> {
        let mut fields = VirtualFields::default();
        if let Some(InColumns { arena, id, rows }) = columns {
            (rows.list)(arena, id, &mut fields);
        }
        fields.into_fields()
    }

    /// The identities of nodes. A node with a row has that of the row in place of its address. A keyed node keeps its own.
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

    /// The identity of a row whose node has this one.
    #[cold]
    fn identity(self, node: Identity) -> Identity {
        if node.as_address().is_some() { (self.rows.identify)(self.arena, self.id) } else { node }
    }

    /// The kind of a node with columns: fields in other tables may reach variables, even those of a `const-tree`.
    pub(crate) fn kind(kind: Kind) -> Kind {
        if kind == Kind::ConstTree { Kind::Tree } else { kind }
    }
}

/// All nodes of an arena that is compared as a whole. An arena with columns is refused, since these are found by id.
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

/// Finds a node in an arena, both of erased types.
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
    /// The node of an id, if it is one of this arena.
    #[inline(always)]
    pub(crate) fn node<I: Id>(&self, id: &I) -> Option<&'a I::Node> {
        (self.find)(self.arena, id)?.downcast_ref()
    }

    /// The row of an id, if ids have rows.
    #[inline]
    pub(crate) fn columns<'i>(&self, id: &'i dyn Any) -> Option<InColumns<'i>>
    where
        'a: 'i,
    {
        self.rows.map(|rows| InColumns { arena: self.arena, id, rows })
    }

    /// [`node`](Self::node), of erased types.
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

/// The arenas in force somewhere, on one side.
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

/// The arenas that a node has.
#[doc(hidden)]
#[derive(Default)]
pub struct Arenas<'a> {
    pub(crate) list: Vec<ErasedArena<'a>>,
}

impl<'a> Arenas<'a> {
    /// The arenas of a node.
    pub(crate) fn of<T: StructuralEq + ?Sized>(node: &'a T) -> Self {
        let mut arenas = Arenas::default();
        T::arenas(node, &mut arenas);
        arenas
    }

    /// Adds an arena. Of two for one type of ids, the first one counts.
    pub fn add<A: Arena<I>, I: Id>(&mut self, arena: &'a A) {
        const { assert!(size_of::<A>() != 0, "an arena of size zero has no place that tells it from others") };
        let id = TypeId::of::<I>();
        if self.list.iter().all(|known| known.id != id) {
            let rows =
                A::COLUMNS.map(|_| &const { Rows { list: list_columns::<A, I>, identify: identify_row::<A, I> } });
            let address = arena.place().addr();
            self.list.push(ErasedArena { id, address, arena, find: find_erased::<A, I>, rows });
        }
    }
}
