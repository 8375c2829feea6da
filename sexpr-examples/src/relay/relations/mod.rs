//! Type relations: how the types of arguments and results depend on each other.
//!
//! They are an open set. A [`TypeRelation`] is asked about types as far as they are known, and may find out more; one
//! that cannot tell is asked again when one of them is known better.
//!
//! ```
//! use sexpr_examples::relay::{self, Library, ir::Type};
//!
//! // The result is a pair of what the argument is.
//! let mut library = Library::standard();
//! library.define("twice", 1, &[], |question| {
//!     let ty = question.arg(0);
//!     question.unify(1, &Type::tuple(vec![ty.clone(), ty]))
//! });
//! let module = relay::parse("twice.rly", "def @f(%x: int32) { twice(%x) }")?;
//! let inferred = relay::infer_with(&module, &library)?;
//! assert_eq!(inferred.to_string(), "@f : fn (int32) -> (int32, int32)\n");
//! # Ok::<(), Box<dyn std::error::Error>>(())
//! ```
//!
//! Several operators may share a relation: see [`Library::add_relation`] and [`Library::add_operator`].

mod attributes;
mod broadcast;
mod concatenate;
mod convolution;
mod creation;
mod defaults;
mod elementwise;
mod indexing;
mod layout;
mod library;
mod matmul;
mod normalization;
mod reduce;
mod reshape;
mod rule;
mod slicing;
mod transpose;
mod vision;

use std::sync::Arc;

pub(super) use self::defaults::is_default;
pub use self::library::{Library, Operator};
use super::infer::{Clash, Types};
use super::ir::{Attributes, BaseType, Dim, DimOp, Shape, TensorType, Type};

/// How types of arguments and results depend on each other.
pub trait TypeRelation: Send + Sync {
    /// What `where` calls it.
    fn name(&self) -> &str;

    /// How many types it is about, the result included, which is the last one.
    fn types(&self) -> usize;

    /// The attributes that calls may give it.
    fn attributes(&self) -> &[&str] {
        &[]
    }

    /// The attributes that stand for arguments, in their order: if an argument is a literal number, and the call does
    /// not give its attribute, the number is given as the attribute.
    fn arguments(&self) -> &[&str] {
        &[]
    }

    /// Says that it holds, and finds out what is not known of the types.
    ///
    /// # Errors
    ///
    /// It does not hold, or too little is known to tell.
    fn relate(&self, question: &mut Question<'_>) -> Result<(), Undecided>;
}

/// Why a relation does not say that it holds.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Undecided {
    /// Too little is known.
    Unknown,
    /// It does not hold, and why.
    Fails(String),
}

impl Undecided {
    /// It does not hold, for this reason.
    pub fn fails(reason: impl Into<String>) -> Self {
        Self::Fails(reason.into())
    }
}

/// What a relation is asked about.
pub struct Question<'t> {
    types: &'t mut Types,
    args: &'t [Type],
    attributes: &'t Attributes,
}

impl<'t> Question<'t> {
    pub(super) fn new(types: &'t mut Types, args: &'t [Type], attributes: &'t Attributes) -> Self {
        Self { types, args, attributes }
    }

    /// The index of the result's type.
    pub fn result(&self) -> usize {
        self.args.len() - 1
    }

    /// What is known of a type: what it is at its root, or a hole.
    ///
    /// # Panics
    ///
    /// The relation is not about as many types.
    pub fn arg(&self, index: usize) -> Type {
        self.types.head(&self.args[index])
    }

    /// The tensor that an argument is.
    ///
    /// # Errors
    ///
    /// Nothing is known of it, or it is something else.
    pub fn tensor(&self, index: usize) -> Result<Arc<TensorType>, Undecided> {
        self.as_tensor(&self.arg(index), &format!("argument {}", index + 1))
    }

    /// The tensor that a type is.
    ///
    /// # Errors
    ///
    /// Nothing is known of it, or it is something else.
    pub fn as_tensor(&self, ty: &Type, what: &str) -> Result<Arc<TensorType>, Undecided> {
        match self.types.head(ty) {
            Type::Tensor(tensor) => Ok(tensor),
            Type::Incomplete(_) => Err(Undecided::Unknown),
            other => Err(Undecided::fails(format!("{what} must be a tensor, found `{}`", self.types.written(&other)))),
        }
    }

    /// The dimensions of a shape.
    ///
    /// # Errors
    ///
    /// It is not known how many there are, or a type parameter stands for all of them.
    pub fn dims(&self, shape: &Shape) -> Result<Vec<Dim>, Undecided> {
        match self.types.head_of_shape(shape) {
            Shape::Dims(dims) => dims.iter().map(|dim| self.types.simplified(dim).map_err(fails)).collect(),
            Shape::Incomplete(_) => Err(Undecided::Unknown),
            Shape::Param(param) => {
                Err(Undecided::fails(format!("the shape `{}` may have any number of dimensions", param.name)))
            }
        }
    }

    /// What is known of a shape.
    pub fn shape(&self, shape: &Shape) -> Shape {
        self.types.head_of_shape(shape)
    }

    /// What is known of a base type.
    pub fn base_type(&self, base: &BaseType) -> BaseType {
        self.types.head_of_base_type(base)
    }

    /// What is computed with dimensions.
    ///
    /// # Errors
    ///
    /// It is no dimension: negative, divided by 0, or too large.
    pub fn compute(&self, op: DimOp, left: &Dim, right: &Dim) -> Result<Dim, Undecided> {
        self.types.simplified(&Dim::binary(op, left.clone(), right.clone())).map_err(fails)
    }

    /// The product of dimensions.
    ///
    /// # Errors
    ///
    /// It is too large.
    pub fn product(&self, dims: &[Dim]) -> Result<Dim, Undecided> {
        dims.iter().try_fold(Dim::Constant(1), |product, dim| self.compute(DimOp::Mul, &product, dim))
    }

    /// Whether two dimensions are known to be the same.
    pub fn same_dims(&self, left: &Dim, right: &Dim) -> bool {
        self.types.same_dims(left, right)
    }

    /// Whether a part of a dimension is not known yet.
    pub fn mentions_a_hole(&self, dim: &Dim) -> bool {
        self.types.mentions_a_hole(dim)
    }

    /// Has a type be this one.
    ///
    /// # Errors
    ///
    /// It cannot be.
    pub fn unify(&mut self, index: usize, ty: &Type) -> Result<(), Undecided> {
        let what = if index == self.result() { "the result".to_owned() } else { format!("argument {}", index + 1) };
        let outcome = self.types.unify(&self.args[index], ty);
        outcome.map_err(|clash| Undecided::fails(format!("{what} would be `{}`, but {clash}", self.types.written(ty))))
    }

    /// Has two dimensions be the same.
    ///
    /// # Errors
    ///
    /// They cannot be.
    pub fn unify_dims(&mut self, left: &Dim, right: &Dim) -> Result<(), Undecided> {
        self.types.unify_dims(left, right).map_err(fails)
    }

    /// Has two shapes be the same.
    ///
    /// # Errors
    ///
    /// They cannot be.
    pub fn unify_shapes(&mut self, left: &Shape, right: &Shape) -> Result<(), Undecided> {
        self.types.unify_shapes(left, right).map_err(fails)
    }

    /// Has two base types be the same.
    ///
    /// # Errors
    ///
    /// They cannot be.
    pub fn unify_base_types(&mut self, left: &BaseType, right: &BaseType) -> Result<(), Undecided> {
        self.types.unify_base_types(left, right).map_err(fails)
    }

    /// Has two base types be the same, unless both are known: then either may be.
    ///
    /// # Errors
    ///
    /// They cannot be.
    pub fn same_unless_known(&mut self, left: &BaseType, right: &BaseType) -> Result<(), Undecided> {
        match (self.base_type(left), self.base_type(right)) {
            (BaseType::Data(_), BaseType::Data(_)) => Ok(()),
            (left, right) => self.unify_base_types(&left, &right),
        }
    }

    /// Has an argument be a tensor like this one, of another base type perhaps, if that is known.
    ///
    /// # Errors
    ///
    /// It cannot be.
    pub fn unify_open(&mut self, index: usize, ty: &Type) -> Result<(), Undecided> {
        match (self.arg(index), ty) {
            (Type::Tensor(known), Type::Tensor(wanted)) => {
                self.same_unless_known(&wanted.dtype, &known.dtype)?;
                self.unify(index, &Type::tensor(wanted.shape.clone(), known.dtype.clone()))
            }
            _ => self.unify(index, ty),
        }
    }

    /// Has the result be a tensor.
    ///
    /// # Errors
    ///
    /// It cannot be.
    pub fn gives(&mut self, dims: Vec<Dim>, dtype: &BaseType) -> Result<(), Undecided> {
        self.unify(self.result(), &Type::tensor(Shape::Dims(dims), dtype.clone()))
    }
}

fn fails(clash: Clash) -> Undecided {
    Undecided::Fails(clash.to_string())
}
