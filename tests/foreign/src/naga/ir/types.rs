//! Types, constants and variables.

use super::*;

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
