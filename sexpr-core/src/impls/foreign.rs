//! The types of other crates, each behind the feature of the crate's name.

#[cfg(feature = "indexmap")]
mod of_indexmap {
    use crate::impls::maps::{map, set};

    map!([S] indexmap::IndexMap<K, V, S>, "IndexMap");
    set!([S] indexmap::IndexSet<K, S>, "IndexSet");
    crate::describe::names::containers! { names_in_set: [T: crate::describe::keys::KeyValue, S] indexmap::IndexSet<T, S> => crate::describe::reach::Uses<crate::describe::reach::Variable>; }
}

#[cfg(feature = "smallvec")]
mod of_smallvec {
    use smallvec::{Array, SmallVec};

    use crate::{
        describe::{
            containers::Sequence,
            info::{Shape, TypeInfo},
            region::Region,
            structural::{Field, StructuralEq, held_as_content},
            visitor::Visitor,
        },
        impls::sequences::{sequence, side_by_side},
    };

    sequence!([A: Array<Item: Field>] SmallVec<A>, "SmallVec", A::Item);

    side_by_side!([A: Array<Item: Field>] SmallVec<A>, A::Item);
    crate::describe::names::containers! { names_in_order: [A: Array<Item: crate::describe::names::NameField>] SmallVec<A> => <A::Item as crate::describe::names::NameField>::NamesReach; }
}

#[cfg(feature = "triomphe")]
mod of_triomphe {
    use triomphe::Arc;

    use crate::{
        describe::{
            containers::{SharedPointer, Sharing},
            info::{Shape, TypeInfo},
            keys::{KeyReader, KeyValue, MapKey, PointeeKey},
            leaf::Leaf,
            region::Region,
            structural::{Field, StructuralEq, held_as_content},
            visitor::Visitor,
        },
        impls::pointers::{pointee_table, pointer_keys, shared_if, shared_pointer},
    };

    shared_pointer!([T: StructuralEq + ?Sized] Arc<T>, "Arc", distinct: true, |arc| shared_if(Arc::strong_count(arc)));
}

#[cfg(feature = "ordered-float")]
mod of_ordered_float {
    use core::fmt;

    use ordered_float::{FloatCore, NotNan, OrderedFloat};

    use crate::{
        describe::{
            info::TypeInfo,
            leaf::{Encoder, Leaf},
            structural::Field,
        },
        leaf,
    };

    /// Compared as the floats inside are: by bits, every NaN like every other.
    macro_rules! float_wrappers {
        ($($wrapper:ident)*) => {$(
            impl<F: FloatCore + Leaf> Leaf for $wrapper<F> {
                const CLASS: u64 = F::CLASS;

                fn same(&self, other: &Self) -> bool {
                    let (one, other): (&F, &F) = (self, other);
                    one.same(other)
                }
                fn encode<E: Encoder>(&self, into: &mut E) {
                    let float: &F = self;
                    float.encode(into);
                }
                fn show(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
                    let float: &F = self;
                    float.show(f)
                }
            }
            leaf!(@named $wrapper<F>, [F: FloatCore + Leaf + Field], {
                TypeInfo::leaf(stringify!($wrapper)).with_arguments(&[F::TABLE])
            });
        )*};
    }

    float_wrappers! { OrderedFloat NotNan }
}

#[cfg(any(feature = "smol_str", feature = "bytes", feature = "num-bigint"))]
use crate::describe::leaf::Encoder;
#[cfg(any(feature = "smol_str", feature = "bytes", feature = "num-bigint"))]
use crate::describe::leaf::Leaf;

#[cfg(feature = "smol_str")]
mod of_smol_str {
    use core::fmt;

    use smol_str::SmolStr;

    use super::{Encoder, Leaf};
    use crate::leaf;

    impl Leaf for SmolStr {
        fn same(&self, other: &Self) -> bool {
            self == other
        }
        fn encode<E: Encoder>(&self, into: &mut E) {
            into.bytes(self.as_bytes());
        }
        fn show(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
            fmt::Debug::fmt(self, f)
        }
        fn as_str(&self) -> Option<&str> {
            Some(self)
        }
    }
    leaf!(@foreign SmolStr);
}

#[cfg(feature = "bytes")]
mod of_bytes {
    use core::fmt;

    use bytes::{Bytes, BytesMut};

    use super::{Encoder, Leaf};
    use crate::{describe::leaf::class, leaf};

    macro_rules! byte_leaves {
        ($($ty:ty)*) => {$(
            impl Leaf for $ty {
                const CLASS: u64 = class::BYTES;

                fn same(&self, other: &Self) -> bool {
                    self == other
                }
                fn encode<E: Encoder>(&self, into: &mut E) {
                    into.bytes(self);
                }
                fn show(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
                    fmt::Debug::fmt(self, f)
                }
            }
            leaf!(@foreign $ty);
        )*};
    }

    byte_leaves! { Bytes BytesMut }
}

#[cfg(feature = "num-bigint")]
mod of_num_bigint {
    use core::fmt;

    use num_bigint::{BigInt, BigUint, Sign};

    use super::{Encoder, Leaf};
    use crate::{describe::leaf::class, leaf};

    impl Leaf for BigUint {
        const CLASS: u64 = class::of(class::BYTES, 1);

        fn same(&self, other: &Self) -> bool {
            self == other
        }
        fn encode<E: Encoder>(&self, into: &mut E) {
            into.bytes(&self.to_bytes_be());
        }
        fn show(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
            fmt::Display::fmt(self, f)
        }
    }
    leaf!(@foreign BigUint);

    impl Leaf for BigInt {
        const CLASS: u64 = class::of(class::BYTES, 2);

        fn same(&self, other: &Self) -> bool {
            self == other
        }
        fn encode<E: Encoder>(&self, into: &mut E) {
            into.word(u64::from(self.sign() != Sign::Minus));
            self.magnitude().encode(into);
        }
        fn show(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
            fmt::Display::fmt(self, f)
        }
    }
    leaf!(@foreign BigInt);
}
