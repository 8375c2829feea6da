//! The little language of the documents.

use std::sync::Arc;

use sexpr_core::StructuralEq;

#[derive(StructuralEq)]
#[seq(kind = "var")]
pub(crate) struct Var {
    #[seq(ignore)]
    #[allow(dead_code, reason = "for people")]
    pub(crate) name: String,
}

#[derive(StructuralEq)]
pub(crate) enum Expr {
    Int(i64),
    Use(Arc<Var>),
    Add { lhs: Arc<Expr>, rhs: Arc<Expr> },
    Tuple(Vec<Arc<Expr>>),
    Fun(Lambda),
}

#[derive(StructuralEq)]
pub(crate) struct Lambda {
    #[seq(def)]
    pub(crate) params: Vec<Arc<Var>>,
    pub(crate) body: Arc<Expr>,
    #[seq(ignore)]
    #[allow(dead_code, reason = "for people")]
    pub(crate) span: String,
}

/// A variable unlike any other.
pub(crate) fn var(name: &str) -> Arc<Var> {
    Arc::new(Var { name: name.into() })
}

pub(crate) fn int(value: i64) -> Arc<Expr> {
    Arc::new(Expr::Int(value))
}

pub(crate) fn used(var: &Arc<Var>) -> Arc<Expr> {
    Arc::new(Expr::Use(var.clone()))
}

pub(crate) fn add(lhs: Arc<Expr>, rhs: Arc<Expr>) -> Arc<Expr> {
    Arc::new(Expr::Add { lhs, rhs })
}

/// `x + 1`
pub(crate) fn plus_one(var: &Arc<Var>) -> Arc<Expr> {
    add(used(var), int(1))
}

pub(crate) fn tuple<const N: usize>(items: [Arc<Expr>; N]) -> Arc<Expr> {
    Arc::new(Expr::Tuple(items.into()))
}

pub(crate) fn fun<const N: usize>(params: [&Arc<Var>; N], body: Arc<Expr>) -> Arc<Expr> {
    let params = params.into_iter().cloned().collect();
    Arc::new(Expr::Fun(Lambda { params, body, span: String::new() }))
}
