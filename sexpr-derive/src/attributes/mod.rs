//! Reads the `#[seq(...)]` attributes, each option by itself. [`validate`](crate::validate) checks whether options fit
//! together and fit the type.

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

/// Declares the options of a place: the name of each, and the field that holds its value.
macro_rules! attributes {
    (
        $(#[$doc:meta])*
        $attributes:ident of $place:ident {
            $($(#[$note:meta])* $option:literal => $field:ident: $value:ty,)*
        }
    ) => {
        $(#[$doc])*
        #[derive(Default)]
        pub(crate) struct $attributes {
            $($(#[$note])* pub(crate) $field: Given<$value>,)*
        }

        impl $attributes {
            /// The names of the options.
            const OPTIONS: &[&str] = &[$($option),*];

            pub(crate) fn read(attributes: &[Attribute], errors: &mut Accumulator) -> Self {
                let mut this = Self::default();
                for option in read(attributes, Place::$place, errors) {
                    match option.name.as_str() {
                        $($option => option.set(&mut this.$field, errors),)*
                        _ => errors.push(option.unknown(Place::$place)),
                    }
                }
                this
            }
        }
    };
}

attributes! {
    /// The options of a type.
    TypeAttributes of Type {
        "kind" => kind: Kind,
        "scope" => scope: Scope,
        "order" => order: Order,
        "unordered" => unordered: Operands,
        "with" => with: Function,
        "custom" => custom: Word,
        "process_local" => process_local: Word,
        "rewrite" => rewrite: Word,
        "dismantle" => dismantle: Word,
        "type_key" => type_key: TypeKey,
        "bound" => bound: Bound,
        "crate" => core: CratePath,
        "remote" => remote: RemoteType,
        /// Fields that are not declared are ignored.
        ".." => partial: Word,
    }
}

attributes! {
    /// The options of a variant.
    VariantAttributes of Variant {
        "kind" => kind: Kind,
        "scope" => scope: Scope,
        "order" => order: Order,
        "unordered" => unordered: Operands,
        "rest" => rest: Function,
        /// Fields that are not declared are ignored.
        ".." => partial: Word,
    }
}

attributes! {
    /// The roles of a field.
    FieldAttributes of Field {
        "ignore" => ignore: Word,
        "name" => name: Word,
        "def" => def: Def,
        "var" => var: Namespace,
        "payload" => payload: Word,
        "key" => key: Word,
        "opaque" => opaque: Word,
        "ordered" => ordered: Word,
        "unordered" => unordered: Elements,
        "arena" => arena: Arena,
        "via" => via: Function,
        "as" => described: Description,
        "id" => id: NodeOfId,
        "getter" => getter: Function,
    }
}
