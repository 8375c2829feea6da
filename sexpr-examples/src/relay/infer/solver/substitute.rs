//! Putting types in the places of type parameters.

use std::sync::Arc;

use super::{Clash, Types};
use crate::relay::ir::{BaseType, Dim, FunctionType, Shape, Type, TypeArgument, TypeParam, TypeRelation};

/// What stands for type parameters.
pub(super) struct Replacements {
    of: Vec<(*const TypeParam, TypeArgument)>,
}

impl Replacements {
    fn new(params: &[Arc<TypeParam>], args: Vec<TypeArgument>) -> Self {
        Self { of: params.iter().map(Arc::as_ptr).zip(args).collect() }
    }

    fn get(&self, param: &Arc<TypeParam>) -> Option<&TypeArgument> {
        let pointer = Arc::as_ptr(param);
        self.of.iter().rev().find(|(known, _)| *known == pointer).map(|(_, argument)| argument)
    }

    fn all(&self, types: &[Type]) -> Vec<Type> {
        types.iter().map(|ty| self.ty(ty)).collect()
    }

    /// A type that is resolved, with the replacements.
    fn ty(&self, ty: &Type) -> Type {
        match ty {
            Type::Incomplete(_) => ty.clone(),
            Type::Tensor(tensor) => match (&tensor.shape, &tensor.dtype) {
                (Shape::Dims(dims), BaseType::Data(_)) if dims.iter().all(|dim| matches!(dim, Dim::Constant(_))) => {
                    ty.clone()
                }
                _ => Type::tensor(self.shape(&tensor.shape), self.base_type(&tensor.dtype)),
            },
            Type::Tuple(tuple) => Type::tuple(self.all(&tuple.fields)),
            Type::Call(call) if call.args.is_empty() => ty.clone(),
            Type::Call(call) => Type::call(call.handle.clone(), self.all(&call.args)),
            Type::Ref(reference) => Type::reference(self.ty(&reference.content)),
            Type::Param(param) => match self.get(param) {
                Some(TypeArgument::Type(ty)) => ty.clone(),
                _ => ty.clone(),
            },
            Type::Function(function) if function.type_params.is_empty() => self.function(function, Vec::new()).into(),
            Type::Function(function) => self.polymorphic(function).into(),
        }
    }

    /// A function's type that is polymorphic within another. Its type parameters become new ones: what is put into it may
    /// mention those that it has.
    fn polymorphic(&self, function: &FunctionType) -> FunctionType {
        let params: Vec<Arc<TypeParam>> =
            function.type_params.iter().map(|param| Arc::new((**param).clone())).collect();
        let fresh = function.type_params.iter().map(Arc::as_ptr).zip(params.iter().map(TypeArgument::of_param));
        let inside = Self { of: self.of.iter().cloned().chain(fresh).collect() };
        inside.function(function, params)
    }

    fn function(&self, function: &FunctionType, type_params: Vec<Arc<TypeParam>>) -> FunctionType {
        let constraint = |relation: &TypeRelation| TypeRelation { args: self.all(&relation.args), ..relation.clone() };
        FunctionType {
            type_params,
            args: self.all(&function.args),
            result: self.ty(&function.result),
            constraints: function.constraints.iter().map(constraint).collect(),
        }
    }

    fn shape(&self, shape: &Shape) -> Shape {
        match shape {
            Shape::Dims(dims) => Shape::Dims(dims.iter().map(|dim| self.dim(dim)).collect()),
            Shape::Param(param) => match self.get(param) {
                Some(TypeArgument::Shape(shape)) => shape.clone(),
                _ => shape.clone(),
            },
            Shape::Incomplete(_) => shape.clone(),
        }
    }

    fn base_type(&self, base: &BaseType) -> BaseType {
        match base {
            BaseType::Param(param) => match self.get(param) {
                Some(TypeArgument::BaseType(base)) => base.clone(),
                _ => base.clone(),
            },
            BaseType::Data(_) | BaseType::Incomplete(_) => base.clone(),
        }
    }

    fn dim(&self, dim: &Dim) -> Dim {
        match dim {
            Dim::Param(param) => match self.get(param) {
                Some(TypeArgument::Dim(dim)) => dim.clone(),
                _ => dim.clone(),
            },
            Dim::Binary { op, left, right } => Dim::binary(*op, self.dim(left), self.dim(right)),
            Dim::Constant(_) | Dim::Any | Dim::Incomplete(_) => dim.clone(),
        }
    }
}

impl Types {
    /// A function's type with its type parameters replaced, and none left.
    pub(in crate::relay) fn instantiate(
        &self,
        function: &FunctionType,
        args: Vec<TypeArgument>,
    ) -> Result<FunctionType, Clash> {
        let resolved = self.resolve(&function.clone().into())?;
        let Type::Function(resolved) = &resolved else { return Ok(function.clone()) };
        Ok(Replacements::new(&function.type_params, args).function(resolved, Vec::new()))
    }
}
