use std::{cell::RefCell, rc::Weak};

use sexpr_core::StructuralEq;

struct Token<'a>(&'a str);

#[derive(StructuralEq)]
struct Node<'a> {
    token: Token<'a>,
    uses: RefCell<Vec<&'a str>>,
    parent: Weak<&'a str>,
    next: &'a mut Option<u32>,
    children: Vec<&'a Token<'a>>,
}

fn main() {}
