use std::{
    cell::{Cell, RefCell},
    sync::{Mutex, Weak, atomic::AtomicU32},
};

use sexpr_core::StructuralEq;

#[derive(StructuralEq)]
struct Node {
    count: Cell<u32>,
    uses: RefCell<Vec<u32>>,
    cache: Mutex<u32>,
    parent: Weak<u32>,
    number: AtomicU32,
    evaluate: fn() -> u32,
}

fn main() {}
