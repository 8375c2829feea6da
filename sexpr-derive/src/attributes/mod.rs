//! What the `#[seq(...)]` attributes say, each option by itself. Whether options fit together, and fit the type,
//! is for [`validate`](crate::validate) to check.

mod options;
mod values;

use darling::{error::Accumulator, util::SpannedValue};
use syn::Attribute;

pub(crate) use self::values::{Elements, Function, Operands, Order, Scope, Word};
use self::{
    options::{Place, read},
    values::{Bound, CratePath, Description, Namespace, NodeOfId, RemoteType, TypeKey},
};
use crate::model::{Arena, Def, Kind};

/// A value with the place of its option.
pub(crate) type Given<T> = Option<SpannedValue<T>>;

/// The options of a type.
#[derive(Default)]
pub(crate) struct TypeAttributes {
    pub(crate) kind: Given<Kind>,
    pub(crate) scope: Given<Scope>,
    pub(crate) order: Given<Order>,
    pub(crate) unordered: Given<Operands>,
    pub(crate) with: Given<Function>,
    pub(crate) custom: Given<Word>,
    pub(crate) process_local: Given<Word>,
    pub(crate) rewrite: Given<Word>,
    pub(crate) dismantle: Given<Word>,
    pub(crate) type_key: Given<TypeKey>,
    pub(crate) bound: Given<Bound>,
    pub(crate) core: Given<CratePath>,
    pub(crate) remote: Given<RemoteType>,
    /// `..`: fields that are not declared are ignored.
    pub(crate) partial: Given<Word>,
}

/// The options of a variant.
#[derive(Default)]
pub(crate) struct VariantAttributes {
    pub(crate) kind: Given<Kind>,
    pub(crate) scope: Given<Scope>,
    pub(crate) order: Given<Order>,
    pub(crate) unordered: Given<Operands>,
    pub(crate) rest: Given<Function>,
    /// `..`: fields that are not declared are ignored.
    pub(crate) partial: Given<Word>,
}

/// The roles of a field.
#[derive(Default)]
pub(crate) struct FieldAttributes {
    pub(crate) ignore: Given<Word>,
    pub(crate) def: Given<Def>,
    pub(crate) var: Given<Namespace>,
    pub(crate) payload: Given<Word>,
    pub(crate) key: Given<Word>,
    pub(crate) name: Given<Word>,
    pub(crate) opaque: Given<Word>,
    pub(crate) ordered: Given<Word>,
    pub(crate) unordered: Given<Elements>,
    pub(crate) arena: Given<Arena>,
    pub(crate) via: Given<Function>,
    pub(crate) described: Given<Description>,
    pub(crate) getter: Given<Function>,
    pub(crate) id: Given<NodeOfId>,
}

impl TypeAttributes {
    pub(crate) fn read(attributes: &[Attribute], errors: &mut Accumulator) -> Self {
        let mut this = Self::default();
        for option in read(attributes, Place::Type, errors) {
            match option.name.as_str() {
                "kind" => option.set(&mut this.kind, errors),
                "scope" => option.set(&mut this.scope, errors),
                "order" => option.set(&mut this.order, errors),
                "unordered" => option.set(&mut this.unordered, errors),
                "with" => option.set(&mut this.with, errors),
                "custom" => option.set(&mut this.custom, errors),
                "process_local" => option.set(&mut this.process_local, errors),
                "rewrite" => option.set(&mut this.rewrite, errors),
                "dismantle" => option.set(&mut this.dismantle, errors),
                "type_key" => option.set(&mut this.type_key, errors),
                "bound" => option.set(&mut this.bound, errors),
                "crate" => option.set(&mut this.core, errors),
                "remote" => option.set(&mut this.remote, errors),
                ".." => option.set(&mut this.partial, errors),
                _ => errors.push(option.unknown(Place::Type)),
            }
        }
        this
    }
}

impl VariantAttributes {
    pub(crate) fn read(attributes: &[Attribute], errors: &mut Accumulator) -> Self {
        let mut this = Self::default();
        for option in read(attributes, Place::Variant, errors) {
            match option.name.as_str() {
                "kind" => option.set(&mut this.kind, errors),
                "scope" => option.set(&mut this.scope, errors),
                "order" => option.set(&mut this.order, errors),
                "unordered" => option.set(&mut this.unordered, errors),
                "rest" => option.set(&mut this.rest, errors),
                ".." => option.set(&mut this.partial, errors),
                _ => errors.push(option.unknown(Place::Variant)),
            }
        }
        this
    }
}

impl FieldAttributes {
    pub(crate) fn read(attributes: &[Attribute], errors: &mut Accumulator) -> Self {
        let mut this = Self::default();
        for option in read(attributes, Place::Field, errors) {
            match option.name.as_str() {
                "ignore" => option.set(&mut this.ignore, errors),
                "def" => option.set(&mut this.def, errors),
                "var" => option.set(&mut this.var, errors),
                "payload" => option.set(&mut this.payload, errors),
                "key" => option.set(&mut this.key, errors),
                "name" => option.set(&mut this.name, errors),
                "opaque" => option.set(&mut this.opaque, errors),
                "ordered" => option.set(&mut this.ordered, errors),
                "unordered" => option.set(&mut this.unordered, errors),
                "arena" => option.set(&mut this.arena, errors),
                "via" => option.set(&mut this.via, errors),
                "as" => option.set(&mut this.described, errors),
                "id" => option.set(&mut this.id, errors),
                "getter" => option.set(&mut this.getter, errors),
                _ => errors.push(option.unknown(Place::Field)),
            }
        }
        this
    }
}
