//! Mirrors of naga's representation: which parts count, and as what.
//!
//! Expressions and variables are `dag` nodes: two loads from one place may be evaluated at different times.

#![allow(missing_docs, reason = "mirrors are called as what they mirror, where that is documented")]

mod expressions;
mod module;
mod statements;
mod types;

use std::marker::PhantomData;

use naga::UniqueArena;
use sexpr_core::{
    StructuralEq,
    arena::{Arena, Id},
    mirror::{As, Describe},
};

pub use self::{expressions::*, module::*, statements::*, types::*};

type Operand = naga::Handle<naga::Expression>;

/// Stands for naga's handles and arenas of the nodes that `D` is a mirror of.
pub struct Handle<D>(PhantomData<D>);

type Ids<D, T> = As<Handle<D>, naga::Handle<T>>;

impl<D: Describe<T> + 'static, T: 'static> Id<Handle<D>> for Ids<D, T> {
    type Node = As<D, T>;

    fn index(&self) -> u64 {
        self.get().index() as u64
    }
}
sexpr_core::id!(naga::Handle<T> as Handle<D>, [D: Describe<T> + 'static, T: 'static]);

impl<D: Describe<T> + 'static, T: 'static> Arena<Ids<D, T>, Handle<D>> for As<Handle<D>, naga::Arena<T>> {
    fn node(&self, id: &Ids<D, T>) -> Option<&As<D, T>> {
        self.get().try_get(*id.get()).ok().map(As::new)
    }
    fn nodes(&self) -> impl Iterator<Item = &As<D, T>> {
        self.get().iter().map(|(_, node)| As::new(node))
    }
}

impl<D, T> Arena<Ids<D, T>, Handle<D>> for As<Handle<D>, UniqueArena<T>>
where
    D: Describe<T> + 'static,
    T: Eq + std::hash::Hash + 'static,
{
    fn node(&self, id: &Ids<D, T>) -> Option<&As<D, T>> {
        self.get().get_handle(*id.get()).ok().map(As::new)
    }
    fn nodes(&self) -> impl Iterator<Item = &As<D, T>> {
        self.get().iter().map(|(_, node)| As::new(node))
    }
}

/// Enums without fields, and flags, each as a number.
macro_rules! numbers {
    ($($name:ident: $ty:ty = $number:expr;)*) => {$(
        fn $name(value: &$ty) -> u32 {
            let number: fn(&$ty) -> u32 = $number;
            number(value)
        }
    )*};
}

numbers! {
    vector_size: naga::VectorSize = |size| *size as u32;
    cooperative_size: naga::CooperativeSize = |size| *size as u32;
    cooperative_role: naga::CooperativeRole = |role| *role as u32;
    scalar_kind: naga::ScalarKind = |kind| *kind as u32;
    interpolation: naga::Interpolation = |interpolation| *interpolation as u32;
    sampling: naga::Sampling = |sampling| *sampling as u32;
    dimension: naga::ImageDimension = |dimension| *dimension as u32;
    storage_format: naga::StorageFormat = |format| *format as u32;
    access: naga::StorageAccess = |access| access.bits();
    decorations: naga::MemoryDecorations = |decorations| decorations.bits().into();
    barrier: naga::Barrier = |barrier| barrier.bits();
    stage: naga::ShaderStage = |stage| *stage as u32;
    conservative: naga::ConservativeDepth = |depth| *depth as u32;
    unary: naga::UnaryOperator = |op| *op as u32;
    binary: naga::BinaryOperator = |op| *op as u32;
    control: naga::DerivativeControl = |control| *control as u32;
    axis: naga::DerivativeAxis = |axis| *axis as u32;
    relational: naga::RelationalFunction = |function| *function as u32;
    math: naga::MathFunction = |function| *function as u32;
    component: naga::SwizzleComponent = |component| *component as u32;
    direction: naga::Direction = |direction| *direction as u32;
    subgroup_operation: naga::SubgroupOperation = |operation| *operation as u32;
    collective_operation: naga::CollectiveOperation = |operation| *operation as u32;
    topology: naga::MeshOutputTopology = |topology| *topology as u32;
}

fn built_in(built_in: &naga::BuiltIn) -> String {
    format!("{built_in:?}")
}

fn half(half: &half::f16) -> u16 {
    half.to_bits()
}

fn statements(block: &naga::Block) -> &[naga::Statement] {
    block
}
