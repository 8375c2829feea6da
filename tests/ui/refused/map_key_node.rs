use std::collections::HashMap;

use sexpr_core::StructuralEq;

#[derive(StructuralEq, PartialEq, Eq, Hash)]
enum Expr {
    Int(i64),
    Not(Box<Expr>),
}

#[derive(StructuralEq)]
struct Node {
    names: HashMap<Box<Expr>, u32>,
}

fn main() {}
