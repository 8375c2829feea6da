//! Which types are closed, computed from their tables at run time.
//!
//! A type is closed if its values reach neither a variable nor a dag node. A node of a closed type that is compared
//! with itself is equal, and the comparison has no effect; the term in a `StructuralKey` that is the key of a map must
//! be of a closed type. For types without parameters, the compiler knows: [`StructuralEq::CLOSED`](crate::StructuralEq)
//! and `OPEN`. For generic types, their tables are searched, once for each `Comparer`.

use alloc::{
    collections::{BTreeMap, BTreeSet},
    vec::Vec,
};

use crate::describe::info::{FieldInfo, Kind, Shape, TypeInfo};

/// What was found out, by the tables' addresses.
#[derive(Debug, Default)]
pub(crate) struct ClosedTypes(BTreeMap<usize, bool>);

impl ClosedTypes {
    /// Whether a type is closed. To find out costs the number of types that it can reach, once. A table that is written
    /// by hand is not believed.
    pub(crate) fn contains(&mut self, info: &'static TypeInfo) -> bool {
        *self.0.entry(address(info)).or_insert_with(|| is_closed(info, false))
    }
}

/// The types of the terms that are keys of maps by their structure, by the tables' addresses: whether each is open.
#[derive(Debug, Default)]
pub(crate) struct TermTypes(BTreeMap<usize, bool>);

impl TermTypes {
    /// Whether a type is open. The tables of containers and leaves of one's own are believed, as what they say that
    /// they can reach is elsewhere.
    pub(crate) fn is_open(&mut self, info: &'static TypeInfo) -> bool {
        *self.0.entry(address(info)).or_insert_with(|| !is_closed(info, true))
    }
}

/// The types of which values may hold ids, by the tables' addresses.
#[derive(Debug, Default)]
pub(crate) struct TypesWithIds(BTreeMap<usize, bool>);

impl TypesWithIds {
    /// Whether values of a type may hold ids. A table that is written by hand is not believed.
    pub(crate) fn contains(&mut self, info: &'static TypeInfo) -> bool {
        *self.0.entry(address(info)).or_insert_with(|| may_reach(info, |_| false))
    }
}

/// The types of which values may hold parts that are compared by their own `Eq`, by the tables' addresses.
#[derive(Debug, Default)]
pub(crate) struct TypesWithOpaque(BTreeMap<usize, bool>);

impl TypesWithOpaque {
    /// Whether values of a type may hold such parts. A table that is written by hand is not believed.
    pub(crate) fn contains(&mut self, info: &'static TypeInfo) -> bool {
        *self.0.entry(address(info)).or_insert_with(|| may_reach(info, |field| field.roles().is_opaque()))
    }
}

/// Whether a type may reach a field like this, or an id.
fn may_reach(info: &'static TypeInfo, is_wanted: impl Fn(&FieldInfo) -> bool) -> bool {
    let (mut reached, mut pending) = (BTreeSet::new(), Vec::from([info]));
    while let Some(info) = pending.pop() {
        if !reached.insert(address(info)) {
            continue;
        }
        let mut is_reached = false;
        let mut add = |fields: &'static [FieldInfo]| {
            is_reached |= fields.iter().any(&is_wanted);
            pending.extend(fields.iter().filter_map(FieldInfo::ty));
        };
        match info.shape() {
            _ if !info.tells_all() => return true,
            Shape::Open | Shape::Id(_) => return true,
            Shape::Leaf => {}
            Shape::Struct(variant) => add(variant.fields()),
            Shape::Enum(variants) => variants.iter().for_each(|variant| add(variant.fields())),
            Shape::Tuple(fields) => add(fields),
            Shape::Pointer(part) | Shape::Sequence(part) | Shape::Set(part) => pending.push(part()),
            Shape::Map(key, value) => pending.extend([key(), value()]),
        }
        if is_reached {
            return true;
        }
    }
    false
}

fn address(info: &'static TypeInfo) -> usize {
    core::ptr::from_ref(info).addr()
}

fn is_closed(info: &'static TypeInfo, believes_containers: bool) -> bool {
    let (mut reached, mut pending) = (BTreeSet::new(), Vec::from([info]));
    while let Some(info) = pending.pop() {
        if !reached.insert(address(info)) {
            continue;
        }
        let lists_itself = matches!(info.shape(), Shape::Struct(_) | Shape::Enum(_));
        if !info.tells_all() && (lists_itself || !believes_containers) {
            return false;
        }
        match info.shape() {
            Shape::Leaf => {}
            Shape::Open | Shape::Id(_) => return false,
            Shape::Struct(variant) => {
                if !reaches_by_fields(variant.kind(), variant.fields(), &mut pending) {
                    return false;
                }
            }
            Shape::Enum(variants) => {
                let mut closed = variants.iter();
                if !closed.all(|variant| reaches_by_fields(variant.kind(), variant.fields(), &mut pending)) {
                    return false;
                }
            }
            Shape::Tuple(fields) => {
                if !reaches_by_fields(Kind::Tree, fields, &mut pending) {
                    return false;
                }
            }
            Shape::Pointer(part) | Shape::Sequence(part) | Shape::Set(part) => pending.push(part()),
            Shape::Map(key, value) => pending.extend([key(), value()]),
        }
    }
    true
}

/// Adds what fields reach; `false` if the node itself, or one of its fields, is a variable or a dag node.
fn reaches_by_fields(kind: Kind, fields: &'static [FieldInfo], pending: &mut Vec<&'static TypeInfo>) -> bool {
    pending.extend(fields.iter().filter_map(FieldInfo::ty));
    !matches!(kind, Kind::Var | Kind::Dag) && fields.iter().all(|field| field.roles().var().is_none())
}
