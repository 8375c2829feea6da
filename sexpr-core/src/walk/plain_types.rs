//! Types whose values a walk may visit without knowing what is bound.

use alloc::{collections::BTreeSet, vec::Vec};

use crate::describe::info::{FieldInfo, Kind, Shape, TypeInfo, VariantInfo};

/// Whether a walk meets the same nodes in the same order whatever variables are bound to. It does not where variables
/// have something in their fields, which is visited where they are bound, nor where they are keys of maps, which come
/// in the order in which they were met. Where the tables do not tell, it is taken not to.
pub(super) fn is_plain(info: &'static TypeInfo) -> bool {
    #[cfg(feature = "std")]
    {
        known::get_or_find(info, find)
    }
    #[cfg(not(feature = "std"))]
    find(info)
}

fn find(info: &'static TypeInfo) -> bool {
    let (mut reached, mut pending) = (BTreeSet::new(), Vec::from([info]));
    while let Some(info) = pending.pop() {
        if !reached.insert(core::ptr::from_ref(info).addr()) {
            continue;
        }
        let is_plain = info.tells_all()
            && match info.shape() {
                Shape::Leaf => true,
                Shape::Open | Shape::Id(_) | Shape::Map(..) | Shape::Set(_) => false,
                Shape::Struct(variant) => fields_are_plain(variant.kind(), variant.fields(), &mut pending),
                Shape::Enum(variants) => {
                    let mut variants = variants.iter();
                    variants
                        .all(|variant: &VariantInfo| fields_are_plain(variant.kind(), variant.fields(), &mut pending))
                }
                Shape::Tuple(fields) => fields_are_plain(Kind::Tree, fields, &mut pending),
                Shape::Pointer(part) | Shape::Sequence(part) => {
                    pending.push(part());
                    true
                }
            };
        if !is_plain {
            return false;
        }
    }
    true
}

fn fields_are_plain(kind: Kind, fields: &'static [FieldInfo], pending: &mut Vec<&'static TypeInfo>) -> bool {
    pending.extend(fields.iter().filter_map(FieldInfo::ty));
    let is_leaf = |field: &FieldInfo| field.ty().is_none_or(TypeInfo::is_leaf);
    fields.iter().all(|field| field.roles().var().is_none()) && (kind != Kind::Var || fields.iter().all(is_leaf))
}

/// What a thread knows of types.
#[cfg(feature = "std")]
mod known {
    use core::cell::RefCell;

    use crate::{describe::info::TypeInfo, tables::index::Table};

    std::thread_local! {
        static KNOWN: RefCell<Table<usize, bool>> = RefCell::default();
    }

    /// What is known of a type, or is found out now.
    pub(crate) fn get_or_find(info: &'static TypeInfo, find: fn(&'static TypeInfo) -> bool) -> bool {
        let address = core::ptr::from_ref(info).addr();
        let known = KNOWN.try_with(|known| {
            known.try_borrow_mut().ok().map(|mut known| *known.entry(address).or_insert_with(|| find(info)))
        });
        known.ok().flatten().unwrap_or_else(|| find(info))
    }
}
