//! The dimensions of shapes.

use std::sync::Arc;

use sexpr_core::StructuralEq;

use super::{Incomplete, TypeParam};

/// How long a tensor is in one direction.
///
/// Structurally, dimensions are equal if they are written alike; what is computed with them is in
/// [`infer`](mod@crate::relay::infer).
#[derive(StructuralEq, Clone, Debug)]
#[seq(rewrite)]
pub enum Dim {
    /// `5`
    Constant(u64),
    /// `?`: known only when the program runs.
    Any,
    /// `n`, of kind `ShapeVar`.
    Param(Arc<TypeParam>),
    /// `_`
    Incomplete(Incomplete),
    /// `n + 1`
    Binary {
        /// What is computed.
        op: DimOp,
        /// Of this.
        left: Arc<Self>,
        /// And this.
        right: Arc<Self>,
    },
}

named! {
    /// What is computed with dimensions.
    #[derive(StructuralEq, Clone, Copy, Debug, PartialEq, Eq, Hash)]
    #[seq(rewrite)]
    pub enum DimOp, sign {
        /// `+`
        Add = "+",
        /// `-`
        Sub = "-",
        /// `*`
        Mul = "*",
        /// `/`, rounded down.
        Div = "/",
    }
}

impl Dim {
    /// `left op right`
    pub fn binary(op: DimOp, left: Self, right: Self) -> Self {
        Self::Binary { op, left: Arc::new(left), right: Arc::new(right) }
    }
}
