//! The nodes: types, expressions and modules, annotated for comparison.
//!
//! Variables and type parameters are shared nodes, equal up to renaming where something binds them. What a module
//! defines is known by its name.

mod attributes;
mod children;
mod constant;
mod data_type;
mod dim;
mod expr;
mod location;
mod module;
mod names;
mod pattern;
mod types;

pub use attributes::{Attribute, Attributes};
pub use constant::{Constant, Literal};
pub use data_type::{DataType, TypeCode, UnknownDataType};
pub use dim::{Dim, DimOp};
pub use expr::{Binding, Call, Clause, Expr, ExprKind, Function, If, Let, Match, Meta, Project, Shared};
pub use location::Location;
pub use module::{Constructor, Module, Relation, TypeData};
pub use names::{GlobalTypeVar, GlobalVar, Incomplete, Kind, LocalVar, Name, TypeParam};
pub use pattern::{Pattern, PatternKind};
pub use types::{
    BaseType, FunctionType, RefType, Shape, TensorType, TupleType, Type, TypeArgument, TypeCall, TypeRelation,
};
