//! A language with everything that sharing could get wrong: scopes, statements, bindings that last, dag nodes,
//! variables with terms in their fields, keyed ones and names, and variables and terms as keys of maps.

use std::{collections::BTreeMap, sync::Arc};

use sexpr_core::{ByIdentity, StructuralEq};

#[derive(StructuralEq, Debug)]
#[seq(kind = "var", rewrite)]
pub(crate) struct Var {
    #[seq(ignore)]
    pub(crate) name: String,
    pub(crate) ty: Option<Arc<Expr>>,
}

/// A variable that is known by its key, whoever writes it.
#[derive(StructuralEq, Debug)]
#[seq(kind = "var", rewrite)]
pub(crate) struct Keyed {
    #[seq(key)]
    pub(crate) key: u8,
    pub(crate) ty: Arc<Expr>,
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
    UseKeyed(Arc<Keyed>),
    UseName(#[seq(var)] String),
    Table(BTreeMap<ByIdentity<Arc<Var>>, Arc<Expr>>),
    #[seq(scope)]
    Named {
        #[seq(def)]
        keyed: Arc<Keyed>,
        #[seq(var, def)]
        name: String,
        body: Arc<Expr>,
    },
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

/// How to make a node of those before it.
pub(crate) type Recipe = (u8, [u8; 3]);

/// Variables for terms, with types in some of them.
pub(crate) fn variables(have_types: bool) -> Vec<Arc<Var>> {
    let plain = |name: &str| Arc::new(Var { name: name.into(), ty: None });
    let mut vars = vec![plain("x"), plain("y")];
    if have_types {
        let of = |var: &Arc<Var>| Arc::new(Expr::Inline(Arc::new(Expr::Use(var.clone()))));
        let typed = |ty| Arc::new(Var { name: "z".into(), ty: Some(ty) });
        vars.push(typed(Arc::new(Expr::Inline(Arc::new(Expr::Int(0))))));
        vars.push(typed(of(&vars[0])));
    }
    vars
}

/// A term, of new objects but for its variables. Those of one key may differ in their fields.
pub(crate) fn build(recipes: &[Recipe], vars: &[Arc<Var>]) -> Arc<Expr> {
    let mut nodes: Vec<(Arc<Expr>, usize)> = vec![(Arc::new(Expr::Int(0)), 1)];
    for (sort, from) in recipes {
        let var = |at: usize| vars[usize::from(from[at]) % vars.len()].clone();
        let node = |at: usize| match usize::from(from[at]) {
            near if near % 3 > 0 => nodes[nodes.len() - 1 - near / 3 % nodes.len().min(4)].clone(),
            far => nodes[far / 3 % nodes.len()].clone(),
        };
        let ((one, one_size), (other, other_size)) = (node(1), node(2));
        let size = one_size + other_size + 1;
        let keyed = |ty| Arc::new(Keyed { key: from[0] % 2, ty });
        let name = ["x", "y"][usize::from(from[0] % 2)];
        let expr = match sort % 15 {
            0 => Expr::Int(i64::from(from[0] % 2)),
            1 => Expr::Use(var(0)),
            2 | 3 => Expr::Add(one, Box::new(Expr::Inline(other))),
            4 => Expr::Lambda { param: var(0), body: one },
            5 => Expr::Simple { param: var(0), body: one },
            6 => Expr::Block(vec![Statement { var: var(0), value: one }, Statement { var: var(1), value: other }]),
            7 => Expr::Inline(one),
            8 => Expr::Cell(Arc::new(Cell { value: one })),
            9 => Expr::Match { pattern: one, body: other },
            10 => Expr::UseKeyed(keyed(one)),
            11 => Expr::UseName(name.into()),
            12 => Expr::Table([(0, one), (1, other)].map(|(at, node)| (ByIdentity(var(at)), node)).into()),
            13 => Expr::Named { keyed: keyed(other), name: name.into(), body: one },
            _ => Expr::Lasting { var: var(0), body: one },
        };
        if size < 120 {
            nodes.push((Arc::new(expr), size));
        }
    }
    let join = |all, node: Arc<Expr>| match Arc::strong_count(&node) {
        1 => Arc::new(Expr::Add(all, Box::new(Expr::Inline(node)))),
        _ => all,
    };
    nodes.into_iter().rev().map(|(node, _)| node).reduce(join).expect("there are nodes")
}
