//! Substitutes without capture, and renames bound variables apart.
//!
//! ```sh
//! cargo run -p sexpr-core --example substitute
//! ```

use std::error::Error;

use sexpr_core::{
    StructuralEq, structural_equal,
    terms::{free_variables, rename_bound, substitute},
};

#[derive(StructuralEq, Clone, Debug, PartialEq)]
#[seq(rewrite)]
enum Expr {
    Var(#[seq(var)] String),
    Call(Box<Expr>, Box<Expr>),
    #[seq(scope)]
    Lambda(#[seq(var, def)] String, Box<Expr>),
}

fn var(name: &str) -> Expr {
    Expr::Var(name.into())
}

fn call(function: Expr, argument: Expr) -> Expr {
    Expr::Call(Box::new(function), Box::new(argument))
}

fn lambda(name: &str, body: Expr) -> Expr {
    Expr::Lambda(name.into(), Box::new(body))
}

fn print(expr: &Expr) -> String {
    match expr {
        Expr::Var(name) => name.clone(),
        Expr::Call(function, argument) => format!("({} {})", print(function), print(argument)),
        Expr::Lambda(name, body) => format!("(λ{name}. {})", print(body)),
    }
}

/// The variable, if the expression is a use of one.
fn variable_of(expr: &Expr) -> Option<&String> {
    match expr {
        Expr::Var(name) => Some(name),
        _ => None,
    }
}

/// Another name for a variable: `x1`, `x2`, ….
fn fresh(name: &String, attempt: usize) -> String {
    format!("{name}{attempt}")
}

fn main() -> Result<(), Box<dyn Error>> {
    // Substituting `y` for `x` in `λy. x y` renames the binder.
    let term = lambda("y", call(var("x"), var("y")));
    let replacement = |name: &String| (name == "x").then(|| var("y"));
    let substituted = substitute(term.clone(), variable_of, replacement, fresh)?;
    println!("x := y in {}  is  {}", print(&term), print(&substituted));
    assert_eq!(substituted, lambda("y1", call(var("y"), var("y1"))));
    assert!(!structural_equal(&substituted, &lambda("y", call(var("y"), var("y")))), "nothing was captured");
    assert_eq!(free_variables::<String, _>(&substituted), ["y"]);

    // Both binders of `λx. (λx. x) x` have the same name.
    let shadowing = lambda("x", call(lambda("x", var("x")), var("x")));
    let apart = rename_bound(shadowing.clone(), fresh)?;
    println!("{}  with distinct names is  {}", print(&shadowing), print(&apart));
    assert_eq!(apart, lambda("x1", call(lambda("x2", var("x2")), var("x1"))));
    assert!(structural_equal(&apart, &shadowing), "renaming changes nothing else");
    Ok(())
}
