//! Hashes of large terms, beside baselines: the cases of `workloads::cases::hash`.

mod common;

use sexpr_tests::workloads::cases::hash;

fn main() {
    common::run(hash::cases);
}
