//! Expressions.

use super::*;

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
