use std::{cell::Cell, collections::BTreeMap};

use sexpr_core::StructuralEq;

struct Type;

#[derive(StructuralEq)]
#[seq(rewrite, dismantle)]
enum Expr {
    Cast { ty: Type, to: Vec<Box<Expr>> },
    Sum(#[seq(unordered)] Vec<Type>),
    Table(#[seq(ordered)] BTreeMap<String, Type>),
    Read(Cell<u8>),
    Names(#[seq(var)] Type),
}

fn main() {}
