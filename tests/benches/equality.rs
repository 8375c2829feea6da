//! Equality of large terms, beside baselines: the cases of `workloads::cases::equality`.

mod common;

use sexpr_tests::workloads::cases::equality;

fn main() {
    common::run(equality::cases);
}
