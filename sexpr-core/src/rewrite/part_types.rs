//! `PartTypes`: the types of the parts that values of a type can have, and whether it matters what variables refer to.

use alloc::vec::Vec;
use core::any::TypeId;

use crate::{
    describe::{
        arena::{Arena, Id},
        info::{Kind, Shape, TypeInfo, VariantInfo},
    },
    rewrite::rewritable::Rewritable,
    tables::index::Table,
};

/// The types of the parts that values of a type can have.
#[derive(Default)]
pub struct PartTypes {
    numbers: Table<TypeId, usize>,
    types: Vec<PartType>,
    /// The type whose parts are being named.
    at_hand: usize,
    /// Whether a map has keys that are more than leaves.
    has_keys: bool,
}

struct PartType {
    id: TypeId,
    info: &'static TypeInfo,
    name_parts: fn(&mut PartTypes),
    /// The numbers of the types of its parts.
    parts: Vec<usize>,
}

impl PartTypes {
    /// The type at hand has parts of this type.
    pub fn add<T: Rewritable>(&mut self) {
        let number = self.number::<T>();
        if let Some(holder) = self.types.get_mut(self.at_hand) {
            holder.parts.push(number);
        }
    }

    /// The type at hand has an arena of nodes.
    pub fn arena<A: Arena<I>, I: Id<Node: Rewritable>>(&mut self) {
        self.add::<I::Node>();
    }

    /// The type at hand has keys of this type.
    pub(crate) fn add_keys<K: Rewritable>(&mut self) {
        self.has_keys |= !const { matches!(K::INFO.shape(), Shape::Leaf) };
        self.add::<K>();
    }

    fn number<T: Rewritable>(&mut self) -> usize {
        let next = self.types.len();
        let number = *self.numbers.entry(TypeId::of::<T>()).or_insert(next);
        if number == next {
            let (id, info) = (TypeId::of::<T>(), T::INFO);
            self.types.push(PartType { id, info, name_parts: T::part_types, parts: Vec::new() });
        }
        number
    }

    /// All types that parts of values of this one can have.
    fn of<T: Rewritable>() -> Self {
        let mut all = PartTypes::default();
        all.number::<T>();
        while let Some(ty) = all.types.get(all.at_hand) {
            (ty.name_parts)(&mut all);
            all.at_hand += 1;
        }
        all
    }

    fn variables(&self) -> VariableTypes {
        let variants = || self.types.iter().flat_map(|ty| ty.info.variants());
        let has_names = variants().flat_map(VariantInfo::fields).any(|field| field.roles().var().is_some());
        let mut pending: Vec<usize> = (0..self.types.len()).filter(|number| self.is_variable(*number)).collect();
        if !has_names && pending.is_empty() {
            return VariableTypes::default();
        }
        let is_pointer = |ty: &&PartType| {
            matches!(ty.info.shape(), Shape::Pointer(_)) && ty.parts.iter().any(|part| self.is_variable(*part))
        };
        let mut types: Vec<TypeId> = self.types.iter().filter(is_pointer).map(|ty| ty.id).collect();
        let mut reached = alloc::vec![false; self.types.len()];
        while let Some(number) = pending.pop() {
            if !core::mem::replace(&mut reached[number], true) {
                types.push(self.types[number].id);
                pending.extend(&self.types[number].parts);
            }
        }
        let always_matter = has_names || self.has_keys || variants().any(VariantInfo::is_scope);
        VariableTypes { always_matter, types }
    }

    fn is_variable(&self, number: usize) -> bool {
        self.types[number].info.variants().iter().any(|variant| variant.kind() == Kind::Var)
    }
}

/// Where the variables of a type are.
///
/// Where it does not matter what they refer to, they need not be visited. It does if callbacks are called with
/// variables, pointers to them, or parts of them. It also does in a scope: nodes that are shared are rewritten once for
/// each way in which their variables are bound. Outside of scopes, a variable never comes to refer to something else.
/// And the order of a map's entries depends on variables among the keys.
#[derive(Clone, Debug, Default)]
pub(crate) struct VariableTypes {
    always_matter: bool,
    /// The types of variables, of pointers to them, and of their parts.
    types: Vec<TypeId>,
}

impl VariableTypes {
    /// Whether it matters what the variables of a value of a type refer to, to callbacks that are called with parts of
    /// these types.
    pub(crate) fn matter_in<T: Rewritable>(mut wanted: impl Iterator<Item = TypeId>) -> bool {
        // There are none in a closed type.
        !T::CLOSED
            && with_variables_of::<T, _>(|variables| {
                variables.always_matter || wanted.any(|wanted| variables.types.contains(&wanted))
            })
    }
}

#[cfg(not(feature = "std"))]
fn with_variables_of<T: Rewritable, R>(ask: impl FnOnce(&VariableTypes) -> R) -> R {
    ask(&PartTypes::of::<T>().variables())
}

/// Asks about the variables of a type, which the thread remembers.
#[cfg(feature = "std")]
fn with_variables_of<T: Rewritable, R>(ask: impl FnOnce(&VariableTypes) -> R) -> R {
    use alloc::rc::Rc;
    use core::cell::RefCell;

    std::thread_local! {
        static KNOWN: RefCell<Table<TypeId, Rc<VariableTypes>>> = RefCell::default();
    }
    let find = || Rc::new(PartTypes::of::<T>().variables());
    let known = KNOWN.try_with(|known| {
        let mut known = known.try_borrow_mut().ok()?;
        Some(known.entry(TypeId::of::<T>()).or_insert_with(find).clone())
    });
    ask(&known.ok().flatten().unwrap_or_else(find))
}
