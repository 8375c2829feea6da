//! A language with everything that sharing could get wrong: scopes, statements, bindings that last, dag nodes, and
//! variables with terms in their fields.

use std::sync::Arc;

use sexpr_core::StructuralEq;

#[derive(StructuralEq, Debug)]
#[seq(kind = "var", rewrite)]
pub(crate) struct Var {
    #[seq(ignore)]
    pub(crate) name: String,
    pub(crate) ty: Option<Arc<Expr>>,
}

#[derive(StructuralEq, Debug)]
#[seq(kind = "dag", rewrite)]
pub(crate) struct Cell {
    pub(crate) value: Arc<Expr>,
}

#[derive(StructuralEq, Debug)]
#[seq(rewrite)]
pub(crate) enum Expr {
    Int(i64),
    Use(Arc<Var>),
    Add(Arc<Expr>, Box<Expr>),
    Inline(Arc<Expr>),
    Cell(Arc<Cell>),
    #[seq(scope)]
    Lambda {
        #[seq(def)]
        param: Arc<Var>,
        body: Arc<Expr>,
    },
    #[seq(scope)]
    Simple {
        #[seq(def = "simple")]
        param: Arc<Var>,
        body: Arc<Expr>,
    },
    #[seq(scope)]
    Match {
        #[seq(def)]
        pattern: Arc<Expr>,
        body: Arc<Expr>,
    },
    #[seq(scope)]
    Block(Vec<Statement>),
    Lasting {
        #[seq(def)]
        var: Arc<Var>,
        body: Arc<Expr>,
    },
}

#[derive(StructuralEq, Debug)]
#[seq(rewrite, order(value, var))]
pub(crate) struct Statement {
    #[seq(def)]
    pub(crate) var: Arc<Var>,
    pub(crate) value: Arc<Expr>,
}
