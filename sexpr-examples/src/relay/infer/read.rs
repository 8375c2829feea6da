//! Reading the types that a module writes: kinds are checked, and `_` becomes a hole.

use std::collections::HashMap;
use std::sync::Arc;

use super::error::{ProblemKind, TypeProblem};
use super::solver::{Origin, Unknown};
use super::{Inference, unusable};
use crate::relay::ir::{
    BaseType, Dim, FunctionType, Incomplete, Kind, Location, Shape, Type, TypeArgument, TypeCall, TypeParam,
    TypeRelation,
};

/// A written type is read.
struct Reader<'i, 'm> {
    inference: &'i mut Inference<'m>,
    span: &'i Location,
    /// The type parameters that function types around bind.
    bound: Vec<Arc<TypeParam>>,
    is_wrong: bool,
}

/// The holes that stand for what is written as `_` in a definition, by number.
pub(super) type Written = HashMap<(Incomplete, Kind), Incomplete>;

impl Inference<'_> {
    /// A written type, with holes where it is not written. In place of one that is wrong is one that agrees with
    /// everything.
    pub(super) fn read(&mut self, ty: &Type, span: &Location) -> Type {
        let mut reader = Reader { inference: self, span, bound: Vec::new(), is_wrong: false };
        let read = reader.ty(ty);
        if reader.is_wrong { self.solver.types.poison(span) } else { read }
    }

    /// What is written for a type parameter.
    pub(super) fn read_argument(&mut self, argument: &TypeArgument, span: &Location) -> Option<TypeArgument> {
        let mut reader = Reader { inference: self, span, bound: Vec::new(), is_wrong: false };
        let read = match argument {
            TypeArgument::Type(ty) => TypeArgument::Type(reader.ty(ty)),
            TypeArgument::BaseType(base) => TypeArgument::BaseType(reader.base_type(base)),
            TypeArgument::Shape(shape) => TypeArgument::Shape(reader.shape(shape)),
            TypeArgument::Dim(dim) => TypeArgument::Dim(reader.dim(dim)),
        };
        (!reader.is_wrong).then_some(read)
    }
}

impl Reader<'_, '_> {
    fn wrong(&mut self, kind: ProblemKind) {
        self.is_wrong = true;
        self.inference.problem(TypeProblem::new(kind, self.span.span()));
    }

    fn hole(&mut self, written: Incomplete, kind: Kind) -> Incomplete {
        let Inference { solver, written: known, .. } = &mut *self.inference;
        let origin = || Origin { span: self.span.clone(), what: Unknown::Written };
        *known.entry((written, kind)).or_insert_with(|| solver.types.fresh(origin()))
    }

    fn all(&mut self, types: &[Type]) -> Vec<Type> {
        types.iter().map(|ty| self.ty(ty)).collect()
    }

    fn ty(&mut self, ty: &Type) -> Type {
        match ty {
            Type::Tensor(tensor) => {
                let (shape, dtype) = (self.shape(&tensor.shape), self.base_type(&tensor.dtype));
                Type::tensor(shape, dtype)
            }
            Type::Tuple(tuple) => Type::tuple(self.all(&tuple.fields)),
            Type::Param(param) => {
                self.param(param, Kind::Type, "a type");
                ty.clone()
            }
            Type::Call(call) => {
                self.call(call);
                Type::call(call.handle.clone(), self.all(&call.args))
            }
            Type::Function(function) => self.function(function).into(),
            Type::Ref(reference) => Type::reference(self.ty(&reference.content)),
            Type::Incomplete(hole) => Type::Incomplete(self.hole(*hole, Kind::Type)),
        }
    }

    fn call(&mut self, call: &TypeCall) {
        let Some(data) = self.inference.module.types.get(&call.handle) else {
            return self.wrong(ProblemKind::UnknownType(call.handle.name.to_string()));
        };
        let (expected, found) = (data.params.len(), call.args.len());
        if expected != found {
            self.wrong(ProblemKind::TypeParameters { name: call.handle.name.to_string(), expected, found });
        }
    }

    fn function(&mut self, function: &FunctionType) -> FunctionType {
        let outer = self.bound.len();
        self.bound.extend(function.type_params.iter().cloned());
        let read = FunctionType {
            type_params: function.type_params.clone(),
            args: self.all(&function.args),
            result: self.ty(&function.result),
            constraints: function.constraints.iter().map(|relation| self.relation(relation)).collect(),
        };
        self.bound.truncate(outer);
        read
    }

    fn relation(&mut self, relation: &TypeRelation) -> TypeRelation {
        match self.inference.types_of_relation(&relation.name) {
            None => self.wrong(ProblemKind::UnknownRelation(relation.name.clone())),
            Some(expected) if expected != relation.args.len() => {
                let found = relation.args.len();
                self.wrong(ProblemKind::RelationArguments { relation: relation.name.clone(), expected, found });
            }
            Some(_) => {}
        }
        TypeRelation { args: self.all(&relation.args), ..relation.clone() }
    }

    fn shape(&mut self, shape: &Shape) -> Shape {
        match shape {
            Shape::Dims(dims) => Shape::Dims(dims.iter().map(|dim| self.dim(dim)).collect()),
            Shape::Param(param) => {
                self.param(param, Kind::Shape, "a shape");
                shape.clone()
            }
            Shape::Incomplete(hole) => Shape::Incomplete(self.hole(*hole, Kind::Shape)),
        }
    }

    fn base_type(&mut self, base: &BaseType) -> BaseType {
        match base {
            BaseType::Data(_) => base.clone(),
            BaseType::Param(param) => {
                self.param(param, Kind::BaseType, "a base type");
                base.clone()
            }
            BaseType::Incomplete(hole) => BaseType::Incomplete(self.hole(*hole, Kind::BaseType)),
        }
    }

    /// A dimension, which has a value as a whole: `10 + (2 - 4)` is one.
    fn dim(&mut self, dim: &Dim) -> Dim {
        let read = self.part_of_dim(dim);
        if let Err(clash) = self.inference.solver.types.simplified(&read) {
            self.wrong(unusable(&clash));
        }
        read
    }

    fn part_of_dim(&mut self, dim: &Dim) -> Dim {
        match dim {
            Dim::Constant(_) | Dim::Any => dim.clone(),
            Dim::Param(param) => {
                self.param(param, Kind::ShapeVar, "a dimension");
                dim.clone()
            }
            Dim::Incomplete(hole) => Dim::Incomplete(self.hole(*hole, Kind::ShapeVar)),
            Dim::Binary { op, left, right } => Dim::binary(*op, self.part_of_dim(left), self.part_of_dim(right)),
        }
    }

    fn param(&mut self, param: &Arc<TypeParam>, wanted: Kind, place: &'static str) {
        let is_bound = self.bound.iter().any(|bound| Arc::ptr_eq(bound, param));
        if !is_bound && !self.inference.solver.types.is_in_scope(param) {
            self.wrong(ProblemKind::UnknownTypeParam(param.name.clone()));
        } else if param.kind != wanted {
            let (param, kind) = (param.name.clone(), param.kind);
            self.wrong(ProblemKind::Kind { param, kind, place, wanted });
        }
    }
}
