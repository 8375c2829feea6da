//! The same language as [`terms`](sexpr_test_support::terms), but what a lambda binds ends with it.

use std::sync::Arc;

use sexpr_core::StructuralEq;
use sexpr_test_support::terms::Var;

/// A term.
#[derive(StructuralEq)]
pub enum Term {
    /// A variable's use.
    Use(Arc<Var>),
    /// A sum.
    Add(Arc<Term>, Arc<Term>),
    /// A function of one parameter.
    #[seq(scope)]
    Lambda {
        /// What it binds.
        #[seq(def)]
        param: Arc<Var>,
        /// What may use it.
        body: Arc<Term>,
    },
}

/// Something that binds a variable outside of all scopes.
#[derive(StructuralEq)]
pub struct Program {
    /// What it binds.
    #[seq(def)]
    pub global: Arc<Var>,
    /// What may use it.
    pub body: Arc<Term>,
}
