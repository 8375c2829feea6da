//! Walks over large terms, beside a visitor written by hand: the cases of `workloads::cases::walk`.

mod common;

use sexpr_tests::workloads::cases::walk;

fn main() {
    common::run(walk::cases);
}
