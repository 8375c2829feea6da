//! Types of other crates, each crate behind the feature of its name.

#[cfg(feature = "indexmap")]
mod of_indexmap {
    use indexmap::{IndexMap, IndexSet};

    use crate::impls::*;

    hashed!(map IndexMap);
    hashed!(set IndexSet);
}

#[cfg(feature = "smallvec")]
mod of_smallvec {
    use smallvec::{Array, SmallVec};

    use crate::impls::*;

    sequence!([A: Array<Item:] [>] [> + 'static] SmallVec<A>, A::Item, "SmallVec", as_slice);
}

#[cfg(feature = "triomphe")]
mod of_triomphe {
    use triomphe::Arc;

    use crate::impls::*;

    counted_pointer!(
        Arc, to: [T: Rewritable], made: |target| Arc::new(*target), given_up: |arc| Arc::try_unwrap(arc).ok()
    );
}

#[cfg(feature = "ordered-float")]
mod of_ordered_float {
    use ordered_float::{FloatCore, NotNan, OrderedFloat};

    use crate::impls::*;

    /// Wrappers of floats, compared like floats: by bits, except that every NaN equals every NaN.
    macro_rules! float_wrappers {
        ($($wrapper:ident)*) => {$(
            as_leaf!(
                $wrapper<F> [F::CLASS], [F: FloatCore + Leaf], |one, other| F::same(one, other),
                |float, into| F::encode(float, into), |float, f| F::show(float, f)
            );
            whole_leaf!(
                $wrapper<F>,
                [F: FloatCore + Leaf + Field]
                [F: FloatCore + Leaf + Field + 'static]
                [F: FloatCore + Leaf + Field + 'static],
                { TypeInfo::leaf(stringify!($wrapper)).with_arguments(&[F::TABLE]) }
            );
        )*};
    }

    float_wrappers! { OrderedFloat NotNan }
}

#[cfg(feature = "smol_str")]
mod of_smol_str {
    use core::any::Any;

    use smol_str::SmolStr;

    use crate::impls::*;

    string_leaf!(SmolStr);

    pub(in crate::impls) fn text(name: &dyn Any) -> Option<&str> {
        name.downcast_ref::<SmolStr>().map(SmolStr::as_str)
    }
}

/// The text of a name whose type is a string of another crate.
#[cfg(feature = "smol_str")]
pub(super) use of_smol_str::text;
#[cfg(not(feature = "smol_str"))]
pub(super) fn text(_: &dyn core::any::Any) -> Option<&str> {
    None
}

#[cfg(feature = "bytes")]
mod of_bytes {
    use bytes::{Bytes, BytesMut};

    use crate::impls::*;

    plain_leaves! {
        Bytes [class::BYTES]: |bytes, into| into.bytes(bytes);
        BytesMut [class::BYTES]: |bytes, into| into.bytes(bytes);
    }
}

#[cfg(feature = "num-bigint")]
mod of_num_bigint {
    use num_bigint::{BigInt, BigUint, Sign};

    use crate::impls::*;

    plain_leaves! {
        BigUint [class::of(class::BYTES, 1)]: |n, into| into.bytes(&n.to_bytes_be());
        BigInt [class::of(class::BYTES, 2)]: |n, into| {
            into.word(u64::from(n.sign() != Sign::Minus));
            n.magnitude().encode(into);
        };
    }
}

#[cfg(feature = "la-arena")]
mod of_la_arena {
    use la_arena::{Arena, Idx};

    use crate::{describe::arena::Id, id, impls::*};

    impl<T: StructuralEq + 'static> Id for Idx<T> {
        type Node = T;
        fn index(&self) -> u64 {
            self.into_raw().into_u32().into()
        }
    }
    id!(Idx<T>, [T: StructuralEq + 'static]);

    arena!(
        [T: StructuralEq + 'static] Arena<T>, of Idx<T>,
        node: |arena, id| (id.index() < arena.len() as u64).then(|| &arena[*id]), nodes: |arena| arena.values(),
        nodes_mut: |arena| arena.values_mut()
    );
    rewritable!(id Idx<T>, [T: Rewritable]);
}

#[cfg(feature = "id-arena")]
mod of_id_arena {
    use id_arena::{Arena, ArenaBehavior, Id as ArenaId};

    use crate::{describe::arena::Id, id, impls::*};

    /// The number of an id excludes the number of its arena, which comes from a counter of this process.
    impl<T: StructuralEq + 'static> Id for ArenaId<T> {
        type Node = T;
        fn index(&self) -> u64 {
            ArenaId::index(self) as u64
        }
    }
    id!(ArenaId<T>, [T: StructuralEq + 'static]);

    // The arena checks whether it gave out the id: ids of other arenas are dangling.
    arena!(
        [I: Id + Copy, A: ArenaBehavior<Id = I> + 'static] Arena<I::Node, A>, of I,
        node: |arena, id| arena.get(*id), nodes: |arena| arena.iter().map(|(_, node)| node),
        nodes_mut: |arena| arena.iter_mut().map(|(_, node)| node)
    );
    rewritable!(id ArenaId<T>, [T: Rewritable]);
}

#[cfg(feature = "cranelift-entity")]
mod of_cranelift_entity {
    use cranelift_entity::{BoxedSlice, EntityRef, PrimaryMap};

    use crate::describe::arena::Id;

    arena!(
        [I: Id + EntityRef] PrimaryMap<I, I::Node>, of I,
        node: |map, id| map.get(*id), nodes: |map| map.values(), nodes_mut: |map| map.values_mut()
    );
    arena!(
        [I: Id + EntityRef] BoxedSlice<I, I::Node>, of I,
        node: |slice, id| slice.get(*id), nodes: |slice| slice.values(),
        nodes_mut: |slice| slice.values_mut()
    );
}

#[cfg(feature = "slotmap")]
mod of_slotmap {
    use slotmap::{DenseSlotMap, Key, SlotMap};

    use crate::describe::arena::Id;

    arena!(
        [I: Id + Key] SlotMap<I, I::Node>, of I,
        node: |map, id| map.get(*id), nodes: |map| map.values(), nodes_mut: |map| map.values_mut()
    );
    arena!(
        [I: Id + Key] DenseSlotMap<I, I::Node>, of I,
        node: |map, id| map.get(*id), nodes: |map| map.values(), nodes_mut: |map| map.values_mut()
    );
}

#[cfg(feature = "thunderdome")]
mod of_thunderdome {
    use thunderdome::{Arena, Index};

    use crate::describe::arena::Id;

    arena!(
        [I: Id + Copy + Into<Index>] Arena<I::Node>, of I,
        node: |arena, id| arena.get((*id).into()), nodes: |arena| arena.iter().map(|(_, node)| node),
        nodes_mut: |arena| arena.iter_mut().map(|(_, node)| node)
    );
}
