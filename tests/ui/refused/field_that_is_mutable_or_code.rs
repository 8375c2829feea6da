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
    lock: std::sync::RwLock<u8>,
    once: std::sync::OnceLock<u8>,
    cell: std::cell::UnsafeCell<u8>,
    once_on_a_thread: std::cell::OnceCell<u8>,
    raw: *mut u8,
    weak: std::rc::Weak<u8>,
    run: fn(u8, u8) -> u8,
}

fn main() {}
