//! Properties of a type and of all that it can reach, computed from their tables at run time.
//!
//! A type is closed if its values reach neither a variable nor a dag node. A node of a closed type equals itself, and
//! comparing the node with itself has no effect. A `StructuralKey` that is the key of a map must hold a term of a
//! closed type. The constants [`StructuralEq::CLOSED`](crate::StructuralEq) and `OPEN` tell whether a type without
//! parameters is closed. For a generic type, its tables are searched, once for each `Comparer`.

use alloc::{
    collections::{BTreeMap, BTreeSet},
    vec::Vec,
};

use crate::describe::info::{FieldInfo, Kind, Shape, TypeInfo};

/// A property of types. A type that can reach an id, or a value that its table does not list, has none of these properties.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub(crate) enum Property {
    /// Its values reach no variable and no dag node.
    Closed,
    /// [`Closed`](Property::Closed), for the term in a structural key. This property trusts the tables of hand-written
    /// containers and leaves, as the compiler trusts their `Reach`.
    ClosedTerm,
    /// Its values hold no ids.
    WithoutIds,
    /// Its values hold neither ids nor parts that are compared by their own `Eq`.
    WithoutOpaque,
    /// A walk visits the same nodes in the same order, whatever the bindings of variables. Two cases are excluded:
    /// variables with fields other than leaves, since a walk visits these fields at the binding occurrence; and maps,
    /// since the order of entries may depend on the order in which the walk first visited variables.
    Plain,
}

/// Whether the type of a node is closed.
#[derive(Clone, Copy, Debug)]
pub(crate) enum Closedness {
    Known(bool),
    /// To be found by a search of this table.
    Asked(&'static TypeInfo),
}

/// The properties computed so far, by the addresses of the tables.
#[derive(Debug, Default)]
pub(crate) struct KnownTypes(BTreeMap<(usize, Property), bool>);

impl KnownTypes {
    /// Whether the type of a node is closed.
    #[inline]
    pub(crate) fn are_closed(&mut self, closedness: Closedness) -> bool {
        match closedness {
            Closedness::Known(is_closed) => is_closed,
            Closedness::Asked(info) => self.have(Property::Closed, info),
        }
    }

    /// Whether a type has a property. The first answer takes time linear in the number of reachable types. Hand-written
    /// tables are not trusted.
    pub(crate) fn have(&mut self, property: Property, info: &'static TypeInfo) -> bool {
        *self.0.entry((address(info), property)).or_insert_with(|| property.is_of_all(info))
    }
}

impl TypeInfo {
    /// Whether the type has a property. With `std`, each thread remembers the answers.
    pub(crate) fn has(&'static self, property: Property) -> bool {
        #[cfg(feature = "std")]
        {
            std::thread_local! {
                static KNOWN: core::cell::RefCell<KnownTypes> = core::cell::RefCell::default();
            }
            let known = KNOWN.try_with(|known| Some(known.try_borrow_mut().ok()?.have(property, self)));
            if let Ok(Some(has)) = known {
                return has;
            }
        }
        KnownTypes::default().have(property, self)
    }
}

impl Property {
    /// Whether a type, and every type that it can reach, has the property.
    fn is_of_all(self, info: &'static TypeInfo) -> bool {
        let (mut reached, mut pending) = (BTreeSet::new(), Vec::from([info]));
        while let Some(info) = pending.pop() {
            if !reached.insert(address(info)) {
                continue;
            }
            let mut is_of_fields = |kind, fields: &'static [FieldInfo]| {
                pending.extend(fields.iter().filter_map(FieldInfo::ty));
                self.is_of_fields(kind, fields)
            };
            let mut variants = info.variants().iter();
            if !self.is_of_table(info) || !variants.all(|variant| is_of_fields(variant.kind(), variant.fields())) {
                return false;
            }
            match info.shape() {
                Shape::Leaf | Shape::Struct(_) | Shape::Enum(_) => {}
                Shape::Tuple(fields) if is_of_fields(Kind::Tree, fields) => {}
                Shape::Open | Shape::Id(_) | Shape::Tuple(_) => return false,
                Shape::Pointer(part) | Shape::Sequence(part) | Shape::Set(part) => pending.push(part()),
                Shape::Map(key, value) => pending.extend([key(), value()]),
            }
        }
        true
    }

    fn is_of_table(self, info: &TypeInfo) -> bool {
        match (self, info.shape()) {
            (Property::ClosedTerm, shape) if !matches!(shape, Shape::Struct(_) | Shape::Enum(_)) => true,
            (Property::Plain, Shape::Map(..) | Shape::Set(_)) => false,
            _ => info.is_complete(),
        }
    }

    /// Whether a node of this kind has the property, judging by its own fields alone.
    fn is_of_fields(self, kind: Kind, fields: &[FieldInfo]) -> bool {
        let is_leaf = |field: &FieldInfo| field.ty().is_none_or(TypeInfo::is_leaf);
        let has_names = || fields.iter().any(|field| field.roles().var().is_some());
        match self {
            Property::Closed | Property::ClosedTerm => !matches!(kind, Kind::Var | Kind::Dag) && !has_names(),
            Property::WithoutIds => true,
            Property::WithoutOpaque => !fields.iter().any(|field| field.roles().is_opaque()),
            Property::Plain => !has_names() && (kind != Kind::Var || fields.iter().all(is_leaf)),
        }
    }
}

fn address(info: &'static TypeInfo) -> usize {
    core::ptr::from_ref(info).addr()
}
