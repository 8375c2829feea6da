//! Variables that are names, and scopes that end what they mean: an AST of boxes and strings, annotated and compared.
//!
//! `cargo run -p sexpr-examples --example lambda`

use sexpr_core::{StructuralEq, first_structural_mismatch, structural_equal, structural_hash};

#[derive(StructuralEq)]
enum Expr {
    /// The name of a variable. What it means is decided by what is around it.
    Var(#[seq(var)] String),
    Int(i64),
    Apply(Box<Expr>, Box<Expr>),
    /// The parameter means what it means up to the end of the lambda.
    #[seq(scope)]
    Lambda {
        #[seq(var, def)]
        param: String,
        body: Box<Expr>,
    },
    /// The value is compared before the name is bound: this `let` is not recursive.
    #[seq(scope, order(value, name, body))]
    Let {
        #[seq(var, def)]
        name: String,
        value: Box<Expr>,
        body: Box<Expr>,
    },
}

fn var(name: &str) -> Box<Expr> {
    Box::new(Expr::Var(name.to_owned()))
}

fn apply(function: Box<Expr>, argument: Box<Expr>) -> Box<Expr> {
    Box::new(Expr::Apply(function, argument))
}

fn lambda(param: &str, body: Box<Expr>) -> Box<Expr> {
    Box::new(Expr::Lambda { param: param.to_owned(), body })
}

fn let_in(name: &str, value: Box<Expr>, body: Box<Expr>) -> Box<Expr> {
    Box::new(Expr::Let { name: name.to_owned(), value, body })
}

/// Two terms, each with its text.
fn compare(left: (&str, &Expr), right: (&str, &Expr)) {
    let equal = structural_equal(left.1, right.1);
    println!("{}  and  {}  {}", left.0, right.0, if equal { "are equal" } else { "differ" });
    assert_eq!(structural_hash(left.1) == structural_hash(right.1), equal);
    if let Some(mismatch) = first_structural_mismatch(left.1, right.1) {
        println!("{mismatch}");
    }
    println!();
}

fn main() {
    let shadowed = lambda("x", apply(lambda("x", var("x")), var("x")));
    let distinct = lambda("a", apply(lambda("b", var("b")), var("a")));
    let captured = lambda("a", apply(lambda("b", var("a")), var("a")));
    compare(("\\x. (\\x. x) x", &shadowed), ("\\a. (\\b. b) a", &distinct));
    compare(("\\x. (\\x. x) x", &shadowed), ("\\a. (\\b. a) a", &captured));

    let again = lambda("x", let_in("x", apply(var("f"), var("x")), var("x")));
    let renamed = lambda("x", let_in("y", apply(var("f"), var("x")), var("y")));
    let free = lambda("x", let_in("y", apply(var("f"), var("y")), var("y")));
    compare(("\\x. let x = f x in x", &again), ("\\x. let y = f x in y", &renamed));
    compare(("\\x. let x = f x in x", &again), ("\\x. let y = f y in y", &free));

    // Nothing binds `f` and `g`: they are known by their names.
    let [f, g] = ["f", "g"].map(|name| apply(var(name), Box::new(Expr::Int(1))));
    compare(("f 1", &f), ("g 1", &g));
}
