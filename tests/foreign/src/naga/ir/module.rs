//! Functions, entry points and modules.

use naga::{FastIndexMap, UniqueArena};

use super::*;

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
