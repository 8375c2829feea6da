//! A node of each kind, for tests that are about something else.

use std::sync::Arc;

use sexpr_core::StructuralEq;

#[derive(StructuralEq)]
pub(crate) struct Tree {
    pub(crate) value: i64,
}

#[derive(StructuralEq)]
#[seq(kind = "dag")]
pub(crate) struct Dag {
    pub(crate) value: i64,
}

/// A variable that is known by its address.
#[derive(Debug, StructuralEq)]
#[seq(kind = "var")]
pub(crate) struct Var {
    pub(crate) ty: i64,
}

/// One that is known by its name.
#[derive(PartialEq, Eq, Hash, StructuralEq)]
#[seq(kind = "var")]
pub(crate) struct Name(#[seq(key)] pub(crate) &'static str);

/// A singleton that is known by its address.
#[derive(StructuralEq)]
#[seq(kind = "singleton")]
pub(crate) struct Singleton {
    #[allow(dead_code, reason = "gives it a size")]
    pub(crate) value: i64,
}

/// One that is known by its key.
#[derive(StructuralEq)]
#[seq(kind = "singleton")]
pub(crate) struct Known<K>(#[seq(key)] pub(crate) K);

/// A variable unlike any other.
pub(crate) fn var() -> Arc<Var> {
    Arc::new(Var { ty: 0 })
}
