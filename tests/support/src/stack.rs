//! Work in a thread whose stack is small: it overflows where something recurses as deep as a term is.

use std::thread;

/// Does some work in a thread with a stack of so many KiB, and returns its answer.
#[track_caller]
pub fn with_stack<A: Send + 'static>(kib: usize, work: impl FnOnce() -> A + Send + 'static) -> A {
    let thread = thread::Builder::new().stack_size(kib << 10).spawn(work);
    thread.expect("a thread starts").join().expect("the work neither panics nor overflows")
}
