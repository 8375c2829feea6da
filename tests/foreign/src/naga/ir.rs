//! Mirrors of naga's representation: which parts count, and as what.
//!
//! Expressions and variables are `dag` nodes: two loads from one place may be evaluated at different times.

#![allow(missing_docs, reason = "mirrors are called as what they mirror, where that is documented")]

use std::{marker::PhantomData, sync::OnceLock};

use naga::{FastIndexMap, Range, UniqueArena};
use sexpr_core::{
    StructuralEq,
    mirror::{As, Describe, DescribeArena, DescribeId},
};

/// Stands for naga's handles and arenas of the nodes that `D` is a mirror of.
pub struct Handle<D>(PhantomData<D>);

impl<D: Describe<T> + 'static, T: 'static> DescribeId<naga::Handle<T>> for Handle<D> {
    type Node = As<D, T>;

    fn index(id: &naga::Handle<T>) -> u64 {
        id.index() as u64
    }
}
sexpr_core::id!(naga::Handle<T> as Handle<D>, [D: Describe<T> + 'static, T: 'static]);

impl<D: Describe<T> + 'static, T: 'static> DescribeArena<naga::Arena<T>, naga::Handle<T>> for Handle<D> {
    fn node<'a>(arena: &'a naga::Arena<T>, id: &naga::Handle<T>) -> Option<&'a As<D, T>> {
        arena.try_get(*id).ok().map(As::new)
    }
    fn nodes(arena: &naga::Arena<T>) -> impl Iterator<Item = &As<D, T>> {
        arena.iter().map(|(_, node)| As::new(node))
    }
}

impl<D, T> DescribeArena<UniqueArena<T>, naga::Handle<T>> for Handle<D>
where
    D: Describe<T> + 'static,
    T: Eq + std::hash::Hash + 'static,
{
    fn node<'a>(arena: &'a UniqueArena<T>, id: &naga::Handle<T>) -> Option<&'a As<D, T>> {
        arena.get_handle(*id).ok().map(As::new)
    }
    fn nodes(arena: &UniqueArena<T>) -> impl Iterator<Item = &As<D, T>> {
        arena.iter().map(|(_, node)| As::new(node))
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

#[derive(StructuralEq)]
#[seq(remote = "naga::VectorSize")]
pub enum VectorSize {
    #[seq(rest = vector_size)]
    Any,
}

#[derive(StructuralEq)]
#[seq(remote = "naga::Interpolation")]
pub enum Interpolation {
    #[seq(rest = interpolation)]
    Any,
}

#[derive(StructuralEq)]
#[seq(remote = "naga::Sampling")]
pub enum Sampling {
    #[seq(rest = sampling)]
    Any,
}

#[derive(StructuralEq)]
#[seq(remote = "naga::SwizzleComponent")]
pub enum SwizzleComponent {
    #[seq(rest = component)]
    Any,
}

#[derive(StructuralEq)]
#[seq(remote = "naga::Scalar")]
pub struct Scalar {
    #[seq(via = scalar_kind)]
    kind: naga::ScalarKind,
    width: u8,
}

#[derive(StructuralEq)]
#[seq(remote = "naga::ArraySize")]
pub enum ArraySize {
    Constant(std::num::NonZeroU32),
    Pending(#[seq(as = "Handle<Override>")] naga::Handle<naga::Override>),
    Dynamic,
}

#[derive(StructuralEq)]
#[seq(remote = "naga::AddressSpace")]
pub enum AddressSpace {
    Function,
    Private,
    WorkGroup,
    Uniform,
    Storage {
        #[seq(via = access)]
        access: naga::StorageAccess,
    },
    Handle,
    Immediate,
    TaskPayload,
    RayPayload,
    IncomingRayPayload,
}

#[derive(StructuralEq)]
#[seq(remote = "naga::ImageClass")]
pub enum ImageClass {
    Sampled {
        #[seq(via = scalar_kind)]
        kind: naga::ScalarKind,
        multi: bool,
    },
    Depth {
        multi: bool,
    },
    External,
    Storage {
        #[seq(via = storage_format)]
        format: naga::StorageFormat,
        #[seq(via = access)]
        access: naga::StorageAccess,
    },
}

#[derive(StructuralEq)]
#[seq(remote = "naga::Binding")]
pub enum Binding {
    BuiltIn(#[seq(via = built_in)] naga::BuiltIn),
    Location {
        location: u32,
        #[seq(as = "Option<Interpolation>")]
        interpolation: Option<naga::Interpolation>,
        #[seq(as = "Option<Sampling>")]
        sampling: Option<naga::Sampling>,
        blend_src: Option<u32>,
        per_primitive: bool,
    },
}

#[derive(StructuralEq)]
#[seq(remote = "naga::StructMember")]
pub struct StructMember {
    name: Option<String>,
    #[seq(as = "Handle<Type>")]
    ty: naga::Handle<naga::Type>,
    #[seq(as = "Option<Binding>")]
    binding: Option<naga::Binding>,
    offset: u32,
}

#[derive(StructuralEq)]
#[seq(remote = "naga::Type")]
pub struct Type {
    name: Option<String>,
    #[seq(as = "TypeInner")]
    inner: naga::TypeInner,
}

#[derive(StructuralEq)]
#[seq(remote = "naga::TypeInner")]
pub enum TypeInner {
    Scalar(#[seq(as = "Scalar")] naga::Scalar),
    Vector {
        #[seq(via = vector_size)]
        size: naga::VectorSize,
        #[seq(as = "Scalar")]
        scalar: naga::Scalar,
    },
    Matrix {
        #[seq(via = vector_size)]
        columns: naga::VectorSize,
        #[seq(via = vector_size)]
        rows: naga::VectorSize,
        #[seq(as = "Scalar")]
        scalar: naga::Scalar,
    },
    CooperativeMatrix {
        #[seq(via = cooperative_size)]
        columns: naga::CooperativeSize,
        #[seq(via = cooperative_size)]
        rows: naga::CooperativeSize,
        #[seq(as = "Scalar")]
        scalar: naga::Scalar,
        #[seq(via = cooperative_role)]
        role: naga::CooperativeRole,
    },
    Atomic(#[seq(as = "Scalar")] naga::Scalar),
    Pointer {
        #[seq(as = "Handle<Type>")]
        base: naga::Handle<naga::Type>,
        #[seq(as = "AddressSpace")]
        space: naga::AddressSpace,
    },
    ValuePointer {
        #[seq(as = "Option<VectorSize>")]
        size: Option<naga::VectorSize>,
        #[seq(as = "Scalar")]
        scalar: naga::Scalar,
        #[seq(as = "AddressSpace")]
        space: naga::AddressSpace,
    },
    Array {
        #[seq(as = "Handle<Type>")]
        base: naga::Handle<naga::Type>,
        #[seq(as = "ArraySize")]
        size: naga::ArraySize,
        stride: u32,
    },
    Struct {
        #[seq(as = "Vec<StructMember>")]
        members: Vec<naga::StructMember>,
        span: u32,
    },
    Image {
        #[seq(via = dimension)]
        dim: naga::ImageDimension,
        arrayed: bool,
        #[seq(as = "ImageClass")]
        class: naga::ImageClass,
    },
    Sampler {
        comparison: bool,
    },
    AccelerationStructure {
        vertex_return: bool,
    },
    RayQuery {
        vertex_return: bool,
    },
    BindingArray {
        #[seq(as = "Handle<Type>")]
        base: naga::Handle<naga::Type>,
        #[seq(as = "ArraySize")]
        size: naga::ArraySize,
    },
}

#[derive(StructuralEq)]
#[seq(remote = "naga::Literal")]
pub enum Literal {
    F64(f64),
    F32(f32),
    F16(#[seq(via = half)] half::f16),
    U32(u32),
    I32(i32),
    U64(u64),
    I64(i64),
    Bool(bool),
    AbstractInt(i64),
    AbstractFloat(f64),
}

#[derive(StructuralEq)]
#[seq(remote = "naga::Override", kind = "dag")]
pub struct Override {
    name: Option<String>,
    id: Option<u16>,
    #[seq(as = "Handle<Type>")]
    ty: naga::Handle<naga::Type>,
    #[seq(as = "Option<Handle<Expression>>")]
    init: Option<naga::Handle<naga::Expression>>,
}

#[derive(StructuralEq)]
#[seq(remote = "naga::Constant")]
pub struct Constant {
    name: Option<String>,
    #[seq(as = "Handle<Type>")]
    ty: naga::Handle<naga::Type>,
    #[seq(as = "Handle<Expression>")]
    init: naga::Handle<naga::Expression>,
}

#[derive(StructuralEq)]
#[seq(remote = "naga::ResourceBinding")]
pub struct ResourceBinding {
    group: u32,
    binding: u32,
}

#[derive(StructuralEq)]
#[seq(remote = "naga::GlobalVariable", kind = "dag")]
pub struct GlobalVariable {
    name: Option<String>,
    #[seq(as = "AddressSpace")]
    space: naga::AddressSpace,
    #[seq(as = "Option<ResourceBinding>")]
    binding: Option<naga::ResourceBinding>,
    #[seq(as = "Handle<Type>")]
    ty: naga::Handle<naga::Type>,
    #[seq(as = "Option<Handle<Expression>>")]
    init: Option<naga::Handle<naga::Expression>>,
    #[seq(via = decorations)]
    memory_decorations: naga::MemoryDecorations,
}

#[derive(StructuralEq)]
#[seq(remote = "naga::LocalVariable", kind = "dag")]
pub struct LocalVariable {
    name: Option<String>,
    #[seq(as = "Handle<Type>")]
    ty: naga::Handle<naga::Type>,
    #[seq(as = "Option<Handle<Expression>>")]
    init: Option<naga::Handle<naga::Expression>>,
}

type Operand = naga::Handle<naga::Expression>;

#[derive(StructuralEq)]
#[seq(remote = "naga::AtomicFunction")]
pub enum AtomicFunction {
    Add,
    Subtract,
    And,
    ExclusiveOr,
    InclusiveOr,
    Min,
    Max,
    Exchange {
        #[seq(as = "Option<Handle<Expression>>")]
        compare: Option<Operand>,
    },
}

#[derive(StructuralEq)]
#[seq(remote = "naga::SampleLevel")]
pub enum SampleLevel {
    Auto,
    Zero,
    Exact(#[seq(as = "Handle<Expression>")] Operand),
    Bias(#[seq(as = "Handle<Expression>")] Operand),
    Gradient {
        #[seq(as = "Handle<Expression>")]
        x: Operand,
        #[seq(as = "Handle<Expression>")]
        y: Operand,
    },
}

#[derive(StructuralEq)]
#[seq(remote = "naga::ImageQuery")]
pub enum ImageQuery {
    Size {
        #[seq(as = "Option<Handle<Expression>>")]
        level: Option<Operand>,
    },
    NumLevels,
    NumLayers,
    NumSamples,
}

#[derive(StructuralEq)]
#[seq(remote = "naga::GatherMode")]
pub enum GatherMode {
    BroadcastFirst,
    Broadcast(#[seq(as = "Handle<Expression>")] Operand),
    Shuffle(#[seq(as = "Handle<Expression>")] Operand),
    ShuffleDown(#[seq(as = "Handle<Expression>")] Operand),
    ShuffleUp(#[seq(as = "Handle<Expression>")] Operand),
    ShuffleXor(#[seq(as = "Handle<Expression>")] Operand),
    QuadBroadcast(#[seq(as = "Handle<Expression>")] Operand),
    QuadSwap(#[seq(via = direction)] naga::Direction),
}

#[derive(StructuralEq)]
#[seq(remote = "naga::CooperativeData")]
pub struct CooperativeData {
    #[seq(as = "Handle<Expression>")]
    pointer: Operand,
    #[seq(as = "Handle<Expression>")]
    stride: Operand,
    row_major: bool,
}

#[derive(StructuralEq)]
#[seq(remote = "naga::Expression", kind = "dag")]
pub enum Expression {
    Literal(#[seq(as = "Literal")] naga::Literal),
    Constant(#[seq(as = "Handle<Constant>")] naga::Handle<naga::Constant>),
    Override(#[seq(as = "Handle<Override>")] naga::Handle<naga::Override>),
    ZeroValue(#[seq(as = "Handle<Type>")] naga::Handle<naga::Type>),
    Compose {
        #[seq(as = "Handle<Type>")]
        ty: naga::Handle<naga::Type>,
        #[seq(as = "Vec<Handle<Expression>>")]
        components: Vec<Operand>,
    },
    Access {
        #[seq(as = "Handle<Expression>")]
        base: Operand,
        #[seq(as = "Handle<Expression>")]
        index: Operand,
    },
    AccessIndex {
        #[seq(as = "Handle<Expression>")]
        base: Operand,
        index: u32,
    },
    Splat {
        #[seq(via = vector_size)]
        size: naga::VectorSize,
        #[seq(as = "Handle<Expression>")]
        value: Operand,
    },
    Swizzle {
        #[seq(via = vector_size)]
        size: naga::VectorSize,
        #[seq(as = "Handle<Expression>")]
        vector: Operand,
        #[seq(as = "[SwizzleComponent; 4]")]
        pattern: [naga::SwizzleComponent; 4],
    },
    FunctionArgument(u32),
    GlobalVariable(#[seq(as = "Handle<GlobalVariable>")] naga::Handle<naga::GlobalVariable>),
    LocalVariable(#[seq(as = "Handle<LocalVariable>")] naga::Handle<naga::LocalVariable>),
    Load {
        #[seq(as = "Handle<Expression>")]
        pointer: Operand,
    },
    ImageSample {
        #[seq(as = "Handle<Expression>")]
        image: Operand,
        #[seq(as = "Handle<Expression>")]
        sampler: Operand,
        #[seq(as = "Option<SwizzleComponent>")]
        gather: Option<naga::SwizzleComponent>,
        #[seq(as = "Handle<Expression>")]
        coordinate: Operand,
        #[seq(as = "Option<Handle<Expression>>")]
        array_index: Option<Operand>,
        #[seq(as = "Option<Handle<Expression>>")]
        offset: Option<Operand>,
        #[seq(as = "SampleLevel")]
        level: naga::SampleLevel,
        #[seq(as = "Option<Handle<Expression>>")]
        depth_ref: Option<Operand>,
        clamp_to_edge: bool,
    },
    ImageLoad {
        #[seq(as = "Handle<Expression>")]
        image: Operand,
        #[seq(as = "Handle<Expression>")]
        coordinate: Operand,
        #[seq(as = "Option<Handle<Expression>>")]
        array_index: Option<Operand>,
        #[seq(as = "Option<Handle<Expression>>")]
        sample: Option<Operand>,
        #[seq(as = "Option<Handle<Expression>>")]
        level: Option<Operand>,
    },
    ImageQuery {
        #[seq(as = "Handle<Expression>")]
        image: Operand,
        #[seq(as = "ImageQuery")]
        query: naga::ImageQuery,
    },
    Unary {
        #[seq(via = unary)]
        op: naga::UnaryOperator,
        #[seq(as = "Handle<Expression>")]
        expr: Operand,
    },
    Binary {
        #[seq(via = binary)]
        op: naga::BinaryOperator,
        #[seq(as = "Handle<Expression>")]
        left: Operand,
        #[seq(as = "Handle<Expression>")]
        right: Operand,
    },
    Select {
        #[seq(as = "Handle<Expression>")]
        condition: Operand,
        #[seq(as = "Handle<Expression>")]
        accept: Operand,
        #[seq(as = "Handle<Expression>")]
        reject: Operand,
    },
    Derivative {
        #[seq(via = axis)]
        axis: naga::DerivativeAxis,
        #[seq(via = control)]
        ctrl: naga::DerivativeControl,
        #[seq(as = "Handle<Expression>")]
        expr: Operand,
    },
    Relational {
        #[seq(via = relational)]
        fun: naga::RelationalFunction,
        #[seq(as = "Handle<Expression>")]
        argument: Operand,
    },
    Math {
        #[seq(via = math)]
        fun: naga::MathFunction,
        #[seq(as = "Handle<Expression>")]
        arg: Operand,
        #[seq(as = "Option<Handle<Expression>>")]
        arg1: Option<Operand>,
        #[seq(as = "Option<Handle<Expression>>")]
        arg2: Option<Operand>,
        #[seq(as = "Option<Handle<Expression>>")]
        arg3: Option<Operand>,
    },
    As {
        #[seq(as = "Handle<Expression>")]
        expr: Operand,
        #[seq(via = scalar_kind)]
        kind: naga::ScalarKind,
        convert: Option<u8>,
    },
    CallResult(#[seq(as = "Handle<Function>")] naga::Handle<naga::Function>),
    AtomicResult {
        #[seq(as = "Handle<Type>")]
        ty: naga::Handle<naga::Type>,
        comparison: bool,
    },
    WorkGroupUniformLoadResult {
        #[seq(as = "Handle<Type>")]
        ty: naga::Handle<naga::Type>,
    },
    ArrayLength(#[seq(as = "Handle<Expression>")] Operand),
    RayQueryVertexPositions {
        #[seq(as = "Handle<Expression>")]
        query: Operand,
        committed: bool,
    },
    RayQueryProceedResult,
    RayQueryGetIntersection {
        #[seq(as = "Handle<Expression>")]
        query: Operand,
        committed: bool,
    },
    SubgroupBallotResult,
    SubgroupOperationResult {
        #[seq(as = "Handle<Type>")]
        ty: naga::Handle<naga::Type>,
    },
    CooperativeLoad {
        #[seq(via = cooperative_size)]
        columns: naga::CooperativeSize,
        #[seq(via = cooperative_size)]
        rows: naga::CooperativeSize,
        #[seq(via = cooperative_role)]
        role: naga::CooperativeRole,
        #[seq(as = "CooperativeData")]
        data: naga::CooperativeData,
    },
    CooperativeMultiplyAdd {
        #[seq(as = "Handle<Expression>")]
        a: Operand,
        #[seq(as = "Handle<Expression>")]
        b: Operand,
        #[seq(as = "Handle<Expression>")]
        c: Operand,
    },
}

#[derive(StructuralEq)]
#[seq(remote = "naga::SwitchValue")]
pub enum SwitchValue {
    I32(i32),
    U32(u32),
    Default,
}

#[derive(StructuralEq)]
#[seq(remote = "naga::SwitchCase")]
pub struct SwitchCase {
    #[seq(as = "SwitchValue")]
    value: naga::SwitchValue,
    #[seq(via = statements, as = "[Statement]")]
    body: naga::Block,
    fall_through: bool,
}

#[derive(StructuralEq)]
#[seq(remote = "naga::RayQueryFunction")]
pub enum RayQueryFunction {
    Initialize {
        #[seq(as = "Handle<Expression>")]
        acceleration_structure: Operand,
        #[seq(as = "Handle<Expression>")]
        descriptor: Operand,
    },
    Proceed {
        #[seq(as = "Handle<Expression>")]
        result: Operand,
    },
    GenerateIntersection {
        #[seq(as = "Handle<Expression>")]
        hit_t: Operand,
    },
    ConfirmIntersection,
    Terminate,
}

#[derive(StructuralEq)]
#[seq(remote = "naga::RayPipelineFunction")]
pub enum RayPipelineFunction {
    TraceRay {
        #[seq(as = "Handle<Expression>")]
        acceleration_structure: Operand,
        #[seq(as = "Handle<Expression>")]
        descriptor: Operand,
        #[seq(as = "Handle<Expression>")]
        payload: Operand,
    },
}

fn statements(block: &naga::Block) -> &[naga::Statement] {
    block
}

/// The handles of a range. They lie nowhere: a range computes them. A handle is a number, so those of all modules can lie in
/// one table for each power of two, which is made when somebody needs that many.
fn emitted(range: &Range<naga::Expression>) -> &'static [Operand] {
    static TABLES: [OnceLock<Box<[Operand]>>; 32] = [const { OnceLock::new() }; 32];
    let indices = range.index_range();
    let length = indices.end.next_power_of_two();
    let table = TABLES[length.ilog2() as usize].get_or_init(|| handles(length));
    &table[indices.start as usize..indices.end as usize]
}

/// The first handles, which only an arena gives out.
fn handles(length: u32) -> Box<[Operand]> {
    let mut arena = naga::Arena::new();
    (0..length).map(|_| arena.append(naga::Expression::RayQueryProceedResult, naga::Span::UNDEFINED)).collect()
}

#[derive(StructuralEq)]
#[seq(remote = "naga::Statement")]
pub enum Statement {
    Emit(#[seq(via = emitted, as = "[Handle<Expression>]")] Range<naga::Expression>),
    Block(#[seq(via = statements, as = "[Statement]")] naga::Block),
    If {
        #[seq(as = "Handle<Expression>")]
        condition: Operand,
        #[seq(via = statements, as = "[Statement]")]
        accept: naga::Block,
        #[seq(via = statements, as = "[Statement]")]
        reject: naga::Block,
    },
    Switch {
        #[seq(as = "Handle<Expression>")]
        selector: Operand,
        #[seq(as = "Vec<SwitchCase>")]
        cases: Vec<naga::SwitchCase>,
    },
    Loop {
        #[seq(via = statements, as = "[Statement]")]
        body: naga::Block,
        #[seq(via = statements, as = "[Statement]")]
        continuing: naga::Block,
        #[seq(as = "Option<Handle<Expression>>")]
        break_if: Option<Operand>,
    },
    Break,
    Continue,
    Return {
        #[seq(as = "Option<Handle<Expression>>")]
        value: Option<Operand>,
    },
    Kill,
    ControlBarrier(#[seq(via = barrier)] naga::Barrier),
    MemoryBarrier(#[seq(via = barrier)] naga::Barrier),
    Store {
        #[seq(as = "Handle<Expression>")]
        pointer: Operand,
        #[seq(as = "Handle<Expression>")]
        value: Operand,
    },
    ImageStore {
        #[seq(as = "Handle<Expression>")]
        image: Operand,
        #[seq(as = "Handle<Expression>")]
        coordinate: Operand,
        #[seq(as = "Option<Handle<Expression>>")]
        array_index: Option<Operand>,
        #[seq(as = "Handle<Expression>")]
        value: Operand,
    },
    Atomic {
        #[seq(as = "Handle<Expression>")]
        pointer: Operand,
        #[seq(as = "AtomicFunction")]
        fun: naga::AtomicFunction,
        #[seq(as = "Handle<Expression>")]
        value: Operand,
        #[seq(as = "Option<Handle<Expression>>")]
        result: Option<Operand>,
    },
    ImageAtomic {
        #[seq(as = "Handle<Expression>")]
        image: Operand,
        #[seq(as = "Handle<Expression>")]
        coordinate: Operand,
        #[seq(as = "Option<Handle<Expression>>")]
        array_index: Option<Operand>,
        #[seq(as = "AtomicFunction")]
        fun: naga::AtomicFunction,
        #[seq(as = "Handle<Expression>")]
        value: Operand,
    },
    WorkGroupUniformLoad {
        #[seq(as = "Handle<Expression>")]
        pointer: Operand,
        #[seq(as = "Handle<Expression>")]
        result: Operand,
    },
    Call {
        #[seq(as = "Handle<Function>")]
        function: naga::Handle<naga::Function>,
        #[seq(as = "Vec<Handle<Expression>>")]
        arguments: Vec<Operand>,
        #[seq(as = "Option<Handle<Expression>>")]
        result: Option<Operand>,
    },
    RayQuery {
        #[seq(as = "Handle<Expression>")]
        query: Operand,
        #[seq(as = "RayQueryFunction")]
        fun: naga::RayQueryFunction,
    },
    RayPipelineFunction(#[seq(as = "RayPipelineFunction")] naga::RayPipelineFunction),
    SubgroupBallot {
        #[seq(as = "Handle<Expression>")]
        result: Operand,
        #[seq(as = "Option<Handle<Expression>>")]
        predicate: Option<Operand>,
    },
    SubgroupGather {
        #[seq(as = "GatherMode")]
        mode: naga::GatherMode,
        #[seq(as = "Handle<Expression>")]
        argument: Operand,
        #[seq(as = "Handle<Expression>")]
        result: Operand,
    },
    SubgroupCollectiveOperation {
        #[seq(via = subgroup_operation)]
        op: naga::SubgroupOperation,
        #[seq(via = collective_operation)]
        collective_op: naga::CollectiveOperation,
        #[seq(as = "Handle<Expression>")]
        argument: Operand,
        #[seq(as = "Handle<Expression>")]
        result: Operand,
    },
    CooperativeStore {
        #[seq(as = "Handle<Expression>")]
        target: Operand,
        #[seq(as = "CooperativeData")]
        data: naga::CooperativeData,
    },
}

#[derive(StructuralEq)]
#[seq(remote = "naga::FunctionArgument")]
pub struct FunctionArgument {
    name: Option<String>,
    #[seq(as = "Handle<Type>")]
    ty: naga::Handle<naga::Type>,
    #[seq(as = "Option<Binding>")]
    binding: Option<naga::Binding>,
}

#[derive(StructuralEq)]
#[seq(remote = "naga::FunctionResult")]
pub struct FunctionResult {
    #[seq(as = "Handle<Type>")]
    ty: naga::Handle<naga::Type>,
    #[seq(as = "Option<Binding>")]
    binding: Option<naga::Binding>,
}

/// Names of expressions and filters of diagnostics are for people, and do not count.
#[derive(StructuralEq)]
#[seq(remote = "naga::Function")]
pub struct Function {
    name: Option<String>,
    #[seq(as = "Vec<FunctionArgument>")]
    arguments: Vec<naga::FunctionArgument>,
    #[seq(as = "Option<FunctionResult>")]
    result: Option<naga::FunctionResult>,
    #[seq(arena, as = "Handle<LocalVariable>")]
    local_variables: naga::Arena<naga::LocalVariable>,
    #[seq(arena, as = "Handle<Expression>")]
    expressions: naga::Arena<naga::Expression>,
    #[seq(ignore)]
    named_expressions: FastIndexMap<naga::Handle<naga::Expression>, String>,
    #[seq(via = statements, as = "[Statement]")]
    body: naga::Block,
    #[seq(ignore)]
    diagnostic_filter_leaf: Option<naga::Handle<naga::diagnostic_filter::DiagnosticFilterNode>>,
}

#[derive(StructuralEq)]
#[seq(remote = "naga::EarlyDepthTest")]
pub enum EarlyDepthTest {
    Force,
    Allow {
        #[seq(via = conservative)]
        conservative: naga::ConservativeDepth,
    },
}

#[derive(StructuralEq)]
#[seq(remote = "naga::MeshStageInfo")]
pub struct MeshStageInfo {
    #[seq(via = topology)]
    topology: naga::MeshOutputTopology,
    max_vertices: u32,
    #[seq(as = "Option<Handle<Expression>>")]
    max_vertices_override: Option<Operand>,
    max_primitives: u32,
    #[seq(as = "Option<Handle<Expression>>")]
    max_primitives_override: Option<Operand>,
    #[seq(as = "Handle<Type>")]
    vertex_output_type: naga::Handle<naga::Type>,
    #[seq(as = "Handle<Type>")]
    primitive_output_type: naga::Handle<naga::Type>,
    #[seq(as = "Handle<GlobalVariable>")]
    output_variable: naga::Handle<naga::GlobalVariable>,
}

#[derive(StructuralEq)]
#[seq(remote = "naga::EntryPoint")]
pub struct EntryPoint {
    name: String,
    #[seq(via = stage)]
    stage: naga::ShaderStage,
    #[seq(as = "Option<EarlyDepthTest>")]
    early_depth_test: Option<naga::EarlyDepthTest>,
    workgroup_size: [u32; 3],
    #[seq(as = "Option<[Option<Handle<Expression>>; 3]>")]
    workgroup_size_overrides: Option<[Option<Operand>; 3]>,
    #[seq(as = "Function")]
    function: naga::Function,
    #[seq(as = "Option<MeshStageInfo>")]
    mesh_info: Option<naga::MeshStageInfo>,
    #[seq(as = "Option<Handle<GlobalVariable>>")]
    task_payload: Option<naga::Handle<naga::GlobalVariable>>,
    #[seq(as = "Option<Handle<GlobalVariable>>")]
    incoming_ray_payload: Option<naga::Handle<naga::GlobalVariable>>,
}

#[derive(StructuralEq)]
#[seq(remote = "naga::PredeclaredType")]
pub enum PredeclaredType {
    AtomicCompareExchangeWeakResult(#[seq(as = "Scalar")] naga::Scalar),
    ModfResult {
        #[seq(as = "Option<VectorSize>")]
        size: Option<naga::VectorSize>,
        #[seq(as = "Scalar")]
        scalar: naga::Scalar,
    },
    FrexpResult {
        #[seq(as = "Option<VectorSize>")]
        size: Option<naga::VectorSize>,
        #[seq(as = "Scalar")]
        scalar: naga::Scalar,
    },
}

#[derive(StructuralEq)]
#[seq(remote = "naga::SpecialTypes")]
pub struct SpecialTypes {
    #[seq(as = "Option<Handle<Type>>")]
    ray_desc: Option<naga::Handle<naga::Type>>,
    #[seq(as = "Option<Handle<Type>>")]
    ray_intersection: Option<naga::Handle<naga::Type>>,
    #[seq(as = "Option<Handle<Type>>")]
    ray_vertex_return: Option<naga::Handle<naga::Type>>,
    #[seq(as = "Option<Handle<Type>>")]
    external_texture_params: Option<naga::Handle<naga::Type>>,
    #[seq(as = "Option<Handle<Type>>")]
    external_texture_transfer_function: Option<naga::Handle<naga::Type>>,
    #[seq(as = "indexmap::IndexMap<PredeclaredType, Handle<Type>>")]
    predeclared_types: FastIndexMap<naga::PredeclaredType, naga::Handle<naga::Type>>,
}

#[derive(StructuralEq)]
#[seq(remote = "naga::Module")]
pub struct Module {
    #[seq(arena, as = "Handle<Type>")]
    types: UniqueArena<naga::Type>,
    #[seq(as = "SpecialTypes")]
    special_types: naga::SpecialTypes,
    #[seq(arena, as = "Handle<Constant>")]
    constants: naga::Arena<naga::Constant>,
    #[seq(arena, as = "Handle<Override>")]
    overrides: naga::Arena<naga::Override>,
    #[seq(arena, as = "Handle<GlobalVariable>")]
    global_variables: naga::Arena<naga::GlobalVariable>,
    #[seq(arena, as = "Handle<Expression>")]
    global_expressions: naga::Arena<naga::Expression>,
    #[seq(arena, as = "Handle<Function>")]
    functions: naga::Arena<naga::Function>,
    #[seq(as = "Vec<EntryPoint>")]
    entry_points: Vec<naga::EntryPoint>,
    #[seq(ignore)]
    diagnostic_filters: naga::Arena<naga::diagnostic_filter::DiagnosticFilterNode>,
    #[seq(ignore)]
    diagnostic_filter_leaf: Option<naga::Handle<naga::diagnostic_filter::DiagnosticFilterNode>>,
    #[seq(ignore)]
    doc_comments: Option<Box<naga::DocComments>>,
}
