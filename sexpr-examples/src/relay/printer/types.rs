//! Types and what they are made of.

use std::sync::Arc;

use sexpr_core::structural_equal;

use super::Printer;
use crate::relay::ir::{
    BaseType, Dim, FunctionType, Shape, TensorType, Type, TypeArgument, TypeCall, TypeParam, TypeRelation,
};
use crate::relay::syntax::{Level, dim_level};
use crate::relay::token::{REFERENCE, TENSOR, WILDCARD};

/// What stands behind a type.
#[derive(Clone, Copy, PartialEq, Eq)]
pub(super) enum Follower {
    /// A comma and a name, or `where`: what a function's type would take for its own.
    Name,
    Other,
}

impl Printer<'_> {
    /// A type; in brackets, if it would take what follows.
    pub(super) fn ty(&mut self, ty: &Type, follower: Follower) {
        if follower == Follower::Name && has_relations_at_end(ty) {
            self.text("(");
            self.ty(ty, Follower::Other);
            return self.text(")");
        }
        match ty {
            Type::Tensor(tensor) => self.tensor(tensor),
            Type::Tuple(tuple) => {
                self.text("(");
                self.types(&tuple.fields, Follower::Other);
                self.text(if tuple.fields.len() == 1 { ",)" } else { ")" });
            }
            Type::Function(function) => self.function_type(function),
            Type::Param(param) => self.param(param),
            Type::Call(call) => self.type_call(call),
            Type::Ref(reference) => {
                self.text(REFERENCE);
                self.text("(");
                self.ty(&reference.content, Follower::Other);
                self.text(")");
            }
            Type::Incomplete(_) => self.text(WILDCARD),
        }
    }

    /// Types with commas between them; what stands behind the last one is given.
    pub(super) fn types(&mut self, types: &[Type], last: Follower) {
        for (index, ty) in types.iter().enumerate() {
            self.text(if index == 0 { "" } else { ", " });
            self.ty(ty, types.get(index + 1).map_or(last, begin));
        }
    }

    fn tensor(&mut self, tensor: &TensorType) {
        match (&tensor.shape, &tensor.dtype) {
            (Shape::Dims(dims), BaseType::Data(dtype)) if dims.is_empty() => self.display(dtype),
            (shape, dtype) => {
                self.text(TENSOR);
                self.text("[");
                self.shape(shape);
                self.text(", ");
                self.base_type(dtype);
                self.text("]");
            }
        }
    }

    pub(super) fn shape(&mut self, shape: &Shape) {
        match shape {
            Shape::Dims(dims) => self.sizes(dims, |this, dim| this.dim(dim, Level::Whole)),
            Shape::Param(param) => self.param(param),
            Shape::Incomplete(_) => self.text(WILDCARD),
        }
    }

    pub(super) fn base_type(&mut self, dtype: &BaseType) {
        match dtype {
            BaseType::Data(dtype) => self.display(dtype),
            BaseType::Param(param) => self.param(param),
            BaseType::Incomplete(_) => self.text(WILDCARD),
        }
    }

    /// A dimension, in brackets unless it holds together so tightly.
    pub(super) fn dim(&mut self, dim: &Dim, least: Level) {
        match dim {
            Dim::Constant(value) => self.display(value),
            Dim::Any => self.text("?"),
            Dim::Param(param) => self.param(param),
            Dim::Incomplete(_) => self.text(WILDCARD),
            Dim::Binary { op, left, right } => {
                let level = dim_level(*op);
                self.text(if level < least { "(" } else { "" });
                self.dim(left, level);
                self.display(format_args!(" {} ", op.sign()));
                self.dim(right, level.tighter());
                self.text(if level < least { ")" } else { "" });
            }
        }
    }

    fn param(&mut self, param: &Arc<TypeParam>) {
        let name = self.params.of(param, &param.name);
        self.text(&name);
    }

    fn type_call(&mut self, call: &TypeCall) {
        self.text(&call.handle.name);
        self.mentioned.insert(call.handle.name.to_string());
        if !call.args.is_empty() {
            self.text("[");
            self.types(&call.args, Follower::Other);
            self.text("]");
        }
    }

    pub(super) fn function_type(&mut self, ty: &FunctionType) {
        self.text("fn");
        let before = self.type_params(&ty.type_params);
        self.text(if ty.type_params.is_empty() { " (" } else { "(" });
        self.types(&ty.args, Follower::Other);
        self.text(") -> ");
        // The relations of the function, not of the one that it gives.
        if !ty.constraints.is_empty() && matches!(ty.result, Type::Function(_)) {
            self.text("(");
            self.ty(&ty.result, Follower::Other);
            self.text(")");
        } else {
            self.ty(&ty.result, Follower::Other);
        }
        self.constraints(ty);
        self.params.leave(before);
    }

    /// ` where Identity(A, B)`, or nothing.
    pub(super) fn constraints(&mut self, ty: &FunctionType) {
        if ty.constraints.is_empty() {
            return;
        }
        self.text(" where ");
        self.list(&ty.constraints, |this, relation| {
            if is_implied(relation, ty) { this.text(&relation.name) } else { this.relation(relation) }
        });
    }

    pub(super) fn relation(&mut self, relation: &TypeRelation) {
        self.text(&relation.name);
        self.text("(");
        let last = if relation.attributes.is_empty() { Follower::Other } else { Follower::Name };
        self.types(&relation.args, last);
        let between = if relation.args.is_empty() { "" } else { ", " };
        self.attributes(&relation.attributes, between);
        self.text(")");
    }

    pub(super) fn type_arguments(&mut self, arguments: &[TypeArgument]) {
        for (index, argument) in arguments.iter().enumerate() {
            self.text(if index == 0 { "" } else { ", " });
            let follower = match arguments.get(index + 1) {
                None => Follower::Other,
                Some(TypeArgument::Type(ty)) => begin(ty),
                Some(_) => Follower::Name,
            };
            self.type_argument(argument, follower);
        }
    }

    pub(super) fn type_argument(&mut self, argument: &TypeArgument, follower: Follower) {
        match argument {
            TypeArgument::Type(ty) => self.ty(ty, follower),
            TypeArgument::BaseType(dtype) => self.base_type(dtype),
            // A single one is told from a dimension in brackets by its comma.
            TypeArgument::Shape(Shape::Dims(dims)) => self.tuple(dims, |this, dim| this.dim(dim, Level::Whole)),
            TypeArgument::Shape(shape) => self.shape(shape),
            TypeArgument::Dim(dim) => self.dim(dim, Level::Whole),
        }
    }
}

/// What a type's text begins with.
fn begin(ty: &Type) -> Follower {
    match ty {
        Type::Tensor(_) | Type::Param(_) | Type::Call(_) | Type::Ref(_) => Follower::Name,
        Type::Tuple(_) | Type::Function(_) | Type::Incomplete(_) => Follower::Other,
    }
}

/// Whether a relation is implied by the function's types, and has holes. It is written without types then, since each `_` would
/// be read as a new hole.
fn is_implied(relation: &TypeRelation, ty: &FunctionType) -> bool {
    let all = ty.args.iter().chain([&ty.result]);
    relation.attributes.is_empty()
        && relation.args.len() == ty.args.len() + 1
        && relation.args.iter().any(Type::has_holes)
        && relation.args.iter().zip(all).all(|(arg, known)| structural_equal(arg, known))
}

fn has_relations_at_end(ty: &Type) -> bool {
    let mut ty = ty;
    while let Type::Function(function) = ty {
        if !function.constraints.is_empty() {
            return true;
        }
        ty = &function.result;
    }
    false
}
