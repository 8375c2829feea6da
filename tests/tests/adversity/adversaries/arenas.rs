//! Ids and arenas that are made to cost much: what is done with them takes little of the native stack. How it grows is
//! counted with the [other cases](super::growth); the command `adversaries` does the same with larger ones.

use std::panic::{AssertUnwindSafe, catch_unwind, resume_unwind};

use sexpr_tests::{
    adversaries::{Case, Growth, SMALL_STACK, arenas::cases},
    workloads::measure::with_a_stack,
};

/// Far more nodes than there is room for calls on the stack.
const SIZE: usize = 20_000;

fn size_of(case: &Case) -> usize {
    match case.growth() {
        Growth::Linear => SIZE,
        // Still enough for the stack to overflow.
        Growth::Quadratic(_) => SIZE / 10,
    }
}

#[test]
fn no_operation_recurses() {
    for number in 0..cases().len() {
        with_a_stack(SMALL_STACK, move || {
            let case = &cases()[number];
            let values = case.build(size_of(case));
            for operation in values.operations() {
                let work = AssertUnwindSafe(values.prepare(operation));
                if let Err(panic) = catch_unwind(work) {
                    eprintln!("{operation} of {}", case.name());
                    resume_unwind(panic);
                }
            }
        });
    }
}
