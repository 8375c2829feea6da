//! Towers of shared nodes, beside baselines: the cases of `workloads::cases::sharing`.

mod common;

use sexpr_tests::workloads::cases::sharing;

fn main() {
    common::run(sharing::cases);
}
