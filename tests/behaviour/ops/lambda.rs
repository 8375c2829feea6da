//! The lambda calculus, with variables that are known by their addresses, and with more ways to bind them.

use std::{collections::BTreeMap, sync::Arc};

use sexpr_core::{ByIdentity, StructuralEq};

#[derive(StructuralEq, Clone, Debug)]
#[seq(kind = "var", rewrite)]
pub(crate) struct Var {
    #[seq(ignore)]
    pub(crate) name: String,
}

#[derive(StructuralEq, Debug)]
#[seq(rewrite)]
pub(crate) enum Expr {
    Int(i64),
    Use(Arc<Var>),
    Add(Arc<Expr>, Arc<Expr>),
    Call(Vec<Arc<Expr>>),
    #[seq(scope)]
    Lambda(#[seq(def)] Arc<Var>, Arc<Expr>),
    /// Binds what stands in its first part.
    #[seq(scope)]
    Match(#[seq(def)] Arc<Expr>, Arc<Expr>),
    #[seq(scope)]
    Block(Vec<Arc<Expr>>),
    /// Binds for what comes after it.
    Bind(#[seq(def)] Arc<Var>),
    Table(BTreeMap<ByIdentity<Arc<Var>>, i64>),
}

pub(crate) fn var(name: &str) -> Arc<Var> {
    Arc::new(Var { name: name.into() })
}

pub(crate) fn used(var: &Arc<Var>) -> Arc<Expr> {
    Arc::new(Expr::Use(var.clone()))
}

pub(crate) fn lambda(var: &Arc<Var>, body: Arc<Expr>) -> Arc<Expr> {
    Arc::new(Expr::Lambda(var.clone(), body))
}

pub(crate) fn call(parts: impl IntoIterator<Item = Arc<Expr>>) -> Arc<Expr> {
    Arc::new(Expr::Call(parts.into_iter().collect()))
}

pub(crate) fn variable_of(expr: &Expr) -> Option<&Var> {
    match expr {
        Expr::Use(var) => Some(var),
        _ => None,
    }
}
