//! Types.

use std::ops::ControlFlow;
use std::sync::Arc;

use sexpr_core::{StructuralEq, walk::Walk};

use super::{Attributes, DataType, Dim, GlobalTypeVar, Incomplete, Kind, TypeParam};

/// A type. Shared by its nodes, and cheap to clone.
#[derive(StructuralEq, Clone, Debug)]
#[seq(rewrite)]
pub enum Type {
    /// `Tensor[(10, 10), float32]`, or `int32`, which is short for `Tensor[(), int32]`.
    Tensor(Arc<TensorType>),
    /// `(int32, bool)`
    Tuple(Arc<TupleType>),
    /// `fn[A](A) -> A`
    Function(Arc<FunctionType>),
    /// `A`, of kind `Type`.
    Param(Arc<TypeParam>),
    /// `List[A]`
    Call(Arc<TypeCall>),
    /// `ref(int32)`
    Ref(Arc<RefType>),
    /// `_`
    Incomplete(Incomplete),
}

/// The type of references, whose content may be read and replaced.
#[derive(StructuralEq, Clone, Debug)]
#[seq(rewrite)]
pub struct RefType {
    /// The type of the content.
    pub content: Type,
}

/// The type of tensors.
#[derive(StructuralEq, Clone, Debug)]
#[seq(rewrite)]
pub struct TensorType {
    /// How long they are in each direction.
    pub shape: Shape,
    /// What their elements are.
    pub dtype: BaseType,
}

/// A tensor's shape.
#[derive(StructuralEq, Clone, Debug)]
#[seq(rewrite)]
pub enum Shape {
    /// `(10, 10)`, and for scalars `()`.
    Dims(Vec<Dim>),
    /// `s`, of kind `Shape`.
    Param(Arc<TypeParam>),
    /// `_`
    Incomplete(Incomplete),
}

/// What a tensor's elements are.
#[derive(StructuralEq, Clone, Debug)]
#[seq(rewrite)]
pub enum BaseType {
    /// `float32`
    Data(DataType),
    /// `t`, of kind `BaseType`.
    Param(Arc<TypeParam>),
    /// `_`
    Incomplete(Incomplete),
}

/// The type of sequences of a known length.
#[derive(StructuralEq, Clone, Debug)]
#[seq(rewrite)]
pub struct TupleType {
    /// The types of the members.
    pub fields: Vec<Type>,
}

/// The type of functions: equal up to the names of type parameters.
#[derive(StructuralEq, Clone, Debug)]
#[seq(scope, rewrite)]
pub struct FunctionType {
    /// The type parameters.
    #[seq(def)]
    pub type_params: Vec<Arc<TypeParam>>,
    /// The types of the arguments.
    pub args: Vec<Type>,
    /// The type of the result.
    pub result: Type,
    /// What must hold wherever a function of this type is called.
    pub constraints: Vec<TypeRelation>,
}

/// A relation between types that must hold: the one type constraint that there is.
#[derive(StructuralEq, Clone, Debug)]
#[seq(rewrite)]
pub struct TypeRelation {
    /// What it is called.
    pub name: String,
    /// The types it is about; the last of them are results.
    pub args: Vec<Type>,
    /// What else it depends on.
    pub attributes: Attributes,
}

/// An algebraic data type with what stands for its parameters.
#[derive(StructuralEq, Clone, Debug)]
#[seq(rewrite)]
pub struct TypeCall {
    /// Its handle.
    pub handle: GlobalTypeVar,
    /// For each parameter of its definition, a type.
    pub args: Vec<Type>,
}

/// What stands for a type parameter, in a call that says so: `plus<(10, 10)>(…)`.
///
/// Some texts may stand for several kinds. [`for_kind`](Self::for_kind) reads them as what is wanted.
#[derive(StructuralEq, Clone, Debug)]
#[seq(rewrite)]
pub enum TypeArgument {
    /// A type. `float32` and `()` may mean a base type and a shape, too.
    Type(Type),
    /// A base type.
    BaseType(BaseType),
    /// A shape.
    Shape(Shape),
    /// A dimension.
    Dim(Dim),
}

impl Type {
    /// A tensor's type.
    pub fn tensor(shape: Shape, dtype: BaseType) -> Self {
        Self::Tensor(Arc::new(TensorType { shape, dtype }))
    }

    /// A scalar's type.
    pub fn scalar(dtype: DataType) -> Self {
        Self::tensor(Shape::Dims(Vec::new()), BaseType::Data(dtype))
    }

    /// A tuple's type.
    pub fn tuple(fields: Vec<Self>) -> Self {
        Self::Tuple(Arc::new(TupleType { fields }))
    }

    /// A reference's type.
    pub fn reference(content: Self) -> Self {
        Self::Ref(Arc::new(RefType { content }))
    }

    /// A function's type, without type parameters.
    pub fn function(args: Vec<Self>, result: Self) -> Self {
        FunctionType { type_params: Vec::new(), args, result, constraints: Vec::new() }.into()
    }

    /// Whether a part of it is not written.
    pub fn has_holes(&self) -> bool {
        let walk = Walk::breakable().on(|_: &Incomplete, _| -> ControlFlow<()> { ControlFlow::Break(()) });
        walk.try_run(self).is_break()
    }

    /// An algebraic data type.
    pub fn call(handle: GlobalTypeVar, args: Vec<Self>) -> Self {
        Self::Call(Arc::new(TypeCall { handle, args }))
    }
}

parts! {
    Type:
    FunctionType => Function,
}

impl TypeArgument {
    /// A type parameter that stands for itself.
    pub fn of_param(param: &Arc<TypeParam>) -> Self {
        let itself = param.clone();
        match param.kind {
            Kind::Type | Kind::Constraint => Self::Type(Type::Param(itself)),
            Kind::BaseType => Self::BaseType(BaseType::Param(itself)),
            Kind::Shape => Self::Shape(Shape::Param(itself)),
            Kind::ShapeVar => Self::Dim(Dim::Param(itself)),
        }
    }

    /// The same, read as what may stand for a parameter of this kind; nothing, if it cannot be read so.
    pub fn for_kind(&self, kind: Kind) -> Option<Self> {
        let incomplete = match self {
            Self::Type(Type::Incomplete(hole))
            | Self::BaseType(BaseType::Incomplete(hole))
            | Self::Shape(Shape::Incomplete(hole))
            | Self::Dim(Dim::Incomplete(hole)) => Some(*hole),
            _ => None,
        };
        Some(match (kind, self) {
            (Kind::Type, Self::Type(_))
            | (Kind::BaseType, Self::BaseType(_))
            | (Kind::Shape, Self::Shape(_))
            | (Kind::ShapeVar, Self::Dim(_)) => self.clone(),
            (Kind::BaseType, Self::Type(Type::Tensor(tensor))) => match &tensor.shape {
                Shape::Dims(dims) if dims.is_empty() => Self::BaseType(tensor.dtype.clone()),
                _ => return None,
            },
            (Kind::Shape, Self::Type(Type::Tuple(tuple))) if tuple.fields.is_empty() => {
                Self::Shape(Shape::Dims(Vec::new()))
            }
            (Kind::Type, Self::Shape(Shape::Dims(dims))) if dims.is_empty() => Self::Type(Type::tuple(Vec::new())),
            (Kind::Type, _) => Self::Type(Type::Incomplete(incomplete?)),
            (Kind::BaseType, _) => Self::BaseType(BaseType::Incomplete(incomplete?)),
            (Kind::Shape, _) => Self::Shape(Shape::Incomplete(incomplete?)),
            (Kind::ShapeVar, _) => Self::Dim(Dim::Incomplete(incomplete?)),
            (Kind::Constraint, _) => return None,
        })
    }
}
