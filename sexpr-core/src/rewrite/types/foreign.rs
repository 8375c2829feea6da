//! Rewriting of the types of other crates, each behind the feature of the crate's name.

#[cfg(feature = "smol_str")]
mod of_smol_str {
    crate::rewritable_leaf!(@like smol_str::SmolStr, [], crate::rewrite::types::leaves::string_like);
    crate::dismantle_leaf!(smol_str::SmolStr);
}

#[cfg(feature = "bytes")]
mod of_bytes {
    crate::rewritable_leaf!(bytes::Bytes);
    crate::dismantle_leaf!(bytes::Bytes);
    crate::rewritable_leaf!(bytes::BytesMut);
    crate::dismantle_leaf!(bytes::BytesMut);
}

#[cfg(feature = "num-bigint")]
mod of_num_bigint {
    crate::rewritable_leaf!(num_bigint::BigInt);
    crate::dismantle_leaf!(num_bigint::BigInt);
    crate::rewritable_leaf!(num_bigint::BigUint);
    crate::dismantle_leaf!(num_bigint::BigUint);
}

#[cfg(feature = "ordered-float")]
mod of_ordered_float {
    use ordered_float::{FloatCore, NotNan, OrderedFloat};

    use crate::describe::{leaf::Leaf, structural::Field};

    crate::rewritable_leaf!(OrderedFloat<F>, [F: FloatCore + Leaf + Field + 'static]);
    crate::dismantle_leaf!(OrderedFloat<F>, [F: FloatCore + Leaf + Field + 'static]);
    crate::rewritable_leaf!(NotNan<F>, [F: FloatCore + Leaf + Field + 'static]);
    crate::dismantle_leaf!(NotNan<F>, [F: FloatCore + Leaf + Field + 'static]);
}

#[cfg(feature = "smallvec")]
mod of_smallvec {
    use smallvec::{Array, SmallVec};

    use crate::rewrite::types::sequences::rewritable_sequence;

    rewritable_sequence!([A: Array<Item: crate::rewrite::rewritable::Rewritable + crate::describe::structural::Field> + 'static] SmallVec<A>, A::Item, names: [
        A: Array<Item: crate::rewrite::rewritable::RewritableNames> + 'static
    ]);
}

#[cfg(feature = "indexmap")]
mod of_indexmap {
    use core::hash::{BuildHasher, Hash};

    use crate::rewrite::types::maps::{rewritable_map, rewritable_set};

    rewritable_map!([Hash + Eq] [S: BuildHasher + Clone + 'static] indexmap::IndexMap<K, V, S>,
        |map| indexmap::IndexMap::with_capacity_and_hasher(map.len(), map.hasher().clone()));
    rewritable_set!([Hash + Eq] [S: BuildHasher + Clone + 'static] indexmap::IndexSet<K, S>,
        |set| indexmap::IndexSet::with_capacity_and_hasher(set.len(), set.hasher().clone()));
}

#[cfg(feature = "triomphe")]
mod of_triomphe {
    use alloc::boxed::Box;

    use triomphe::Arc;

    use crate::rewrite::{containers::RewritablePointer, rewritable::Rewritable};

    crate::rewritable!(shared Arc<T>, [T: Rewritable]);

    impl<T: Rewritable> RewritablePointer for Arc<T> {
        fn get_mut(&mut self) -> Option<&mut T> {
            Arc::get_mut(self)
        }
        fn from_boxed(target: Box<T>) -> Self {
            Arc::new(*target)
        }
    }
}
