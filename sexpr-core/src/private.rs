//! The names that generated code uses. Not part of the public interface.
//!
//! Generated code imports this module as `__seq`, in a scope of its own, and names all items by that path. So generated
//! code works even if the user shadows `Option` or has no prelude. Generated code is safe.

pub use core::{
    any::{Any, TypeId, type_name},
    assert,
    clone::Clone,
    cmp::Eq,
    fmt::Debug,
    hash::Hash,
    marker::{PhantomData, Send, Sync},
    matches,
    mem::size_of,
    module_path,
    option::Option,
    panic,
    panic::RefUnwindSafe,
    primitive::{bool, str, u32, u128, usize},
    stringify,
};

pub use alloc::string::String;

pub use crate::{
    api::assert::{equality, fail, mismatch},
    describe::{
        arena::{Arenas, Id, are_ids, node_of_id},
        containers::{NameField, Namespace, NoNamespace},
        custom::{CustomStructural, Pair},
        identity::Identity,
        info::{ConcreteType, Def, FieldInfo, Kind, Roles, Shape, Style, Text, TypeInfo, VariantInfo},
        key_table::Keys,
        keys::{KeyEncoder, KeyNode, KeyNodeFor, KeyReader, KeyValue, KeyValueFor, MapKey, PointeeKey, display_name},
        mirror::{
            As, Describe, DescribeField, DescribeKey, DescribeKeyNode, DescribeNames, DescribeValue, Same,
            containers::{IdTo, NumberIds, OtherIds, SameIds},
            exactly,
            project::{Form, IsValue, Project, ProjectedReach, Via, gives, projection},
        },
        objects::{DynStructural, Object, is_open},
        reach::{
            AfterError, Anything, BehindId, BindsAround, CheckedReachOf, Closed, DagNode, InScope, NamesReachOf, Probe,
            ProbeFallback, ReachOf, Reorderable, Uses, Variable, assert_closed, assert_closed_keys, assert_reorderable,
        },
        region::Region,
        structural::{Field, StructuralEq},
        visitor::{OpaqueFallback, OpaqueProbe, Show, Stable, Visitor},
    },
    impls::mention::{
        ClonedType, DismantleOf, DismantleType, FieldType, IdentityInline, If, ItselfIf, KeptOf, KeyOf, KeyType, MapOf,
        MapType, NamesOf, NamesType, Of, OpaqueOf, OpaqueType, PartOfKey, RewritableNamesOf, RewritableNamesType,
        RewritableOf, RewritableType, SequenceOf, SequenceType, fit, table, table_of_key, table_of_names,
    },
    rewrite::{
        own_types::{
            AskedOfId, AskedOfMap, AskedOfPointer, AskedOfSequence, AskedOfWrapper, StructuralEqFor, cloned,
            copied_map, copied_sequence, copied_wrapper, same_name,
        },
        parts::{Part, Parts},
        rewritable::{
            LeafFor, MadeRewritable, NamePart, Rewritable, RewritableLeaf, RewritableNames,
            Variable as RewritableVariable, keep,
        },
        rewriting::edits::Edits,
    },
    rules::entries::{digest_of_key, shape_of_value},
    terms::dismantle::{ArenaPiece, ArenaPieceFallback, Dismantle, Pieces},
};
