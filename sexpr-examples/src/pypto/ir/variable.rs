//! What tells variables apart.

use std::sync::Arc;

use super::{IterArg, Var};

/// Which variable: its node, whatever it is called. It says nothing any more when the node is gone.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, PartialOrd, Ord)]
pub struct Variable(usize);

impl From<&Arc<Var>> for Variable {
    fn from(var: &Arc<Var>) -> Self {
        Self(Arc::as_ptr(var).addr())
    }
}

impl From<&Arc<IterArg>> for Variable {
    fn from(arg: &Arc<IterArg>) -> Self {
        Self(Arc::as_ptr(arg).addr())
    }
}
