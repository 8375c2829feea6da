//! Eliminates common subexpressions: binds an expression that occurs twice to a name, so that it is computed once.
//!
//! ```sh
//! cargo run -p sexpr-core --example common_subexpressions
//! ```

use std::collections::HashSet;

use sexpr_core::{
    StructuralEq,
    rewrite::Rewrite,
    terms::{Subterms, count_nodes},
};

#[derive(StructuralEq, Clone, Debug, PartialEq)]
#[seq(rewrite)]
enum Expr {
    Var(#[seq(var)] String),
    Int(i64),
    Add(Box<Expr>, Box<Expr>),
    Mul(Box<Expr>, Box<Expr>),
    #[seq(scope, order(value, name, body))]
    Let {
        #[seq(var, def)]
        name: String,
        value: Box<Expr>,
        body: Box<Expr>,
    },
}

fn var(name: &str) -> Box<Expr> {
    Box::new(Expr::Var(name.into()))
}

fn add(left: Box<Expr>, right: Box<Expr>) -> Box<Expr> {
    Box::new(Expr::Add(left, right))
}

fn mul(left: Box<Expr>, right: Box<Expr>) -> Box<Expr> {
    Box::new(Expr::Mul(left, right))
}

fn print(expr: &Expr) -> String {
    match expr {
        Expr::Var(name) => name.clone(),
        Expr::Int(value) => value.to_string(),
        Expr::Add(left, right) => format!("({} + {})", print(left), print(right)),
        Expr::Mul(left, right) => format!("{} * {}", print(left), print(right)),
        Expr::Let { name, value, body } => format!("let {name} = {}; {}", print(value), print(body)),
    }
}

/// Names the largest repeated expression of three nodes or more; `None` if there is none. Nothing is bound around the
/// repetitions, so their variables mean the same at the root.
fn name_largest(expr: &Expr, name: &str) -> Option<Expr> {
    let common = Subterms::new().of::<Expr>().at_least(3).common(expr);
    let class = common.iter().max_by_key(|class| class[0].size())?;
    let value = class[0].node().downcast::<Expr>()?.clone();
    let places: HashSet<_> = class.iter().map(|member| member.path()).collect();
    let body = Rewrite::new()
        .with_paths()
        .on(|_: &Expr, site| places.contains(&site.path()).then(|| Expr::Var(name.into())))
        .run(expr.clone());
    Some(Expr::Let { name: name.into(), value: Box::new(value), body: Box::new(body) })
}

fn main() {
    // `(a * b + 1) * (a * b + 1)`
    let factor = || add(mul(var("a"), var("b")), Box::new(Expr::Int(1)));
    let program = mul(factor(), factor());
    let smaller = name_largest(&program, "t").expect("the factors are equal");
    println!("{}\nis  {}", print(&program), print(&smaller));
    assert_eq!(smaller, Expr::Let { name: "t".into(), value: factor(), body: mul(var("t"), var("t")) });
    assert!(count_nodes(&smaller).occurrences < count_nodes(&program).occurrences);
    assert_eq!(name_largest(&smaller, "u"), None, "nothing is left to share");
}
