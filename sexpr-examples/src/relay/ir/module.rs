//! Modules.

use std::sync::Arc;

use indexmap::IndexMap;
use sexpr_core::StructuralEq;

use super::{Function, FunctionType, GlobalTypeVar, GlobalVar, Location, Name, Type, TypeParam};

/// Definitions, each under its name. Their order does not matter.
#[derive(StructuralEq, Clone, Debug, Default)]
#[seq(rewrite)]
pub struct Module {
    /// The algebraic data types.
    pub types: IndexMap<GlobalTypeVar, TypeData>,
    /// The type relations, by the names of the operators that they type.
    pub relations: IndexMap<Name, Relation>,
    /// The functions.
    pub definitions: IndexMap<GlobalVar, Function>,
    /// What `meta[…][…]` means, as it is written, if anything is.
    pub metadata: Option<String>,
}

/// The definition of an algebraic data type.
#[derive(StructuralEq, Clone, Debug)]
#[seq(scope, rewrite)]
pub struct TypeData {
    /// Its parameters, all of kind `Type`.
    #[seq(def)]
    pub params: Vec<Arc<TypeParam>>,
    /// Its constructors; `None` for an `extern type`, whose constructors are unknown.
    pub constructors: Option<Vec<Constructor>>,
    /// Where it is written.
    #[seq(ignore)]
    pub span: Location,
}

/// A type relation, and the operator of its name: `relation rows<n : ShapeVar>(Tensor[(n, 3), int8], Tensor[(n), int8])`.
#[derive(StructuralEq, Clone, Debug)]
#[seq(rewrite)]
pub struct Relation {
    /// The operator's type. The relation holds between its arguments and its result, for some type parameters, where the
    /// constraints hold.
    pub ty: Arc<FunctionType>,
    /// Where it is written.
    #[seq(ignore)]
    pub span: Location,
}

/// A constructor of an algebraic data type.
#[derive(StructuralEq, Clone, Debug)]
#[seq(rewrite)]
pub struct Constructor {
    /// What it is called.
    pub name: String,
    /// The types of its arguments.
    pub args: Vec<Type>,
    /// Where it is written.
    #[seq(ignore)]
    pub span: Location,
}

impl Module {
    /// The constructor of a name, with the type that it makes values of.
    pub fn constructor(&self, name: &str) -> Option<(&GlobalTypeVar, &TypeData, &Constructor)> {
        self.types.iter().find_map(|(handle, data)| {
            let constructor = data.constructors.iter().flatten().find(|constructor| constructor.name == name)?;
            Some((handle, data, constructor))
        })
    }
}
