//! The smallest useful IR: three types, annotated and compared.
//!
//! `cargo run -p sexpr-examples --example three_types`

use std::sync::Arc;

use sexpr_core::{StructuralEq, first_structural_mismatch, structural_equal, structural_hash};

#[derive(StructuralEq)]
enum Type {
    Int,
    Bool,
}

/// A variable is known by its address; its name is for people.
#[derive(StructuralEq)]
#[seq(kind = "var")]
struct Var {
    #[seq(ignore)]
    #[allow(dead_code, reason = "for people")]
    name: &'static str,
    ty: Type,
}

#[derive(StructuralEq)]
enum Expr {
    Use(Arc<Var>),
    Add(Arc<Expr>, Arc<Expr>),
    Lambda {
        #[seq(def)]
        params: Vec<Arc<Var>>,
        body: Arc<Expr>,
    },
}

/// `\first second. left + right`, where left and right are parameters by number.
fn lambda(names: [&'static str; 2], types: [Type; 2], left: usize, right: usize) -> Expr {
    let [first, second] = types;
    let params = vec![Arc::new(Var { name: names[0], ty: first }), Arc::new(Var { name: names[1], ty: second })];
    let [left, right] = [left, right].map(|param| Arc::new(Expr::Use(params[param].clone())));
    Expr::Lambda { params, body: Arc::new(Expr::Add(left, right)) }
}

fn main() {
    let f = lambda(["x", "y"], [Type::Int, Type::Int], 0, 1);
    let g = lambda(["a", "b"], [Type::Int, Type::Int], 0, 1);
    assert!(structural_equal(&f, &g));
    assert_eq!(structural_hash(&f), structural_hash(&g));
    println!("\\x y. x + y  and  \\a b. a + b  are equal");

    let swapped = lambda(["x", "y"], [Type::Int, Type::Int], 1, 0);
    let typed = lambda(["x", "y"], [Type::Int, Type::Bool], 0, 1);
    for (text, other) in [("\\x y. y + x", swapped), ("\\x (y: bool). x + y", typed)] {
        let mismatch = first_structural_mismatch(&f, &other).expect("these differ");
        println!("\n\\x y. x + y  and  {text}  differ\n{mismatch}");
    }
}
