//! `variables_matter`: whether it makes a difference to a rewriting what variables refer to.
//!
//! Where it makes none, variables are not visited. It does if callbacks are called with variables, with pointers to these,
//! or with parts of these. It also does in a scope, since shared nodes are rewritten once per distinct binding context;
//! outside of scopes, a variable never comes to refer to something else. And the order of a map's entries depends on
//! variables among the keys. Types are compared by name, so types of one name may have variables visited for nothing.

use alloc::{collections::BTreeMap, vec::Vec};

use crate::{
    describe::info::{Kind, Shape, TypeInfo, VariantInfo},
    rewrite::rewritable::Rewritable,
};

/// The types of the variables in values of a type, of pointers to these, and of their parts.
#[derive(Clone, Debug)]
enum VariableTypes {
    /// What variables refer to matters to every rewriting.
    AlwaysMatter,
    MatterTo(Vec<&'static TypeInfo>),
}

/// Whether it makes a difference what the variables of a value of a type refer to, to callbacks that are called with parts
/// of these types.
pub(crate) fn variables_matter<T: Rewritable>(mut wanted: impl Iterator<Item = &'static TypeInfo>) -> bool {
    // There are none in a closed type.
    !T::CLOSED
        && match variable_types(T::INFO) {
            VariableTypes::AlwaysMatter => true,
            VariableTypes::MatterTo(types) => wanted.any(|wanted| types.iter().any(|ty| may_be_same(ty, wanted))),
        }
}

#[cfg(not(feature = "std"))]
fn variable_types(root: &'static TypeInfo) -> VariableTypes {
    VariableTypes::of(root)
}

/// The variable types of a type, which the thread remembers.
#[cfg(feature = "std")]
fn variable_types(root: &'static TypeInfo) -> VariableTypes {
    std::thread_local! {
        static KNOWN: core::cell::RefCell<BTreeMap<usize, VariableTypes>> = core::cell::RefCell::default();
    }
    let known = KNOWN.try_with(|known| {
        let mut known = known.try_borrow_mut().ok()?;
        Some(known.entry(address(root)).or_insert_with(|| VariableTypes::of(root)).clone())
    });
    known.ok().flatten().unwrap_or_else(|| VariableTypes::of(root))
}

impl VariableTypes {
    fn of(root: &'static TypeInfo) -> Self {
        let reached = reach(Vec::from([root]));
        if reached.values().any(|info| always_matters(info)) {
            return VariableTypes::AlwaysMatter;
        }
        let variables: Vec<_> = reached.values().copied().filter(|info| is_variable(info)).collect();
        let is_pointer = |info: &&TypeInfo| matches!(info.shape(), Shape::Pointer(target) if is_variable(target()));
        let pointers = reached.values().copied().filter(is_pointer);
        VariableTypes::MatterTo(reach(variables).into_values().chain(pointers).collect())
    }
}

/// Types, and all types of their parts, by the addresses of their tables.
fn reach(mut pending: Vec<&'static TypeInfo>) -> BTreeMap<usize, &'static TypeInfo> {
    let mut reached = BTreeMap::new();
    while let Some(info) = pending.pop() {
        if reached.insert(address(info), info).is_some() {
            continue;
        }
        let fields = info.variants().iter().flat_map(VariantInfo::fields);
        match info.shape() {
            Shape::Leaf | Shape::Open => {}
            Shape::Struct(_) | Shape::Enum(_) => pending.extend(fields.filter_map(|field| field.ty())),
            Shape::Tuple(fields) => pending.extend(fields.iter().filter_map(|field| field.ty())),
            Shape::Pointer(part) | Shape::Sequence(part) | Shape::Set(part) | Shape::Id(part) => pending.push(part()),
            Shape::Map(key, value) => pending.extend([key(), value()]),
        }
    }
    reached
}

/// Whether a type has names, scopes or keys other than leaves, or parts that its table does not list.
fn always_matters(info: &TypeInfo) -> bool {
    let mut fields = info.variants().iter().flat_map(VariantInfo::fields);
    info.variants().iter().any(VariantInfo::is_scope)
        || fields.any(|field| field.roles().var().is_some() || field.roles().is_arena())
        || match info.shape() {
            Shape::Leaf => false,
            Shape::Map(key, _) | Shape::Set(key) => !key().is_leaf(),
            _ => !info.is_complete(),
        }
}

fn is_variable(info: &TypeInfo) -> bool {
    info.variants().iter().any(|variant| variant.kind() == Kind::Var)
}

/// Whether two tables may be those of one type, which may have several.
fn may_be_same(one: &'static TypeInfo, other: &'static TypeInfo) -> bool {
    one.name() == other.name()
        && match (one.shape(), other.shape()) {
            (Shape::Pointer(one), Shape::Pointer(other)) => may_be_same(one(), other()),
            _ => true,
        }
}

fn address(info: &'static TypeInfo) -> usize {
    core::ptr::from_ref(info).addr()
}
