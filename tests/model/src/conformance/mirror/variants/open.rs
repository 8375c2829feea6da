//! What stands behind trait objects.

use std::sync::Arc;

use sexpr_core::{StructuralEq, custom::DynStructural};

use super::Term;

/// A node behind a trait object.
pub trait Object: DynStructural + Send + Sync {}
sexpr_core::open!(Object);

/// A tree node.
#[derive(StructuralEq)]
pub(super) struct OpenTree {
    pub(super) value: Arc<Term>,
}
impl Object for OpenTree {}

/// Nodes with an address.
#[derive(StructuralEq)]
#[allow(missing_docs, reason = "the variants are of the kinds of their names")]
pub(super) enum OpenNode {
    #[seq(kind = "dag")]
    Dag { value: Arc<Term> },
    #[seq(kind = "var")]
    Var { value: Arc<Term> },
}
impl Object for OpenNode {}
