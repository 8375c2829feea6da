//! Small terms, beside baselines: the cases of `workloads::cases::small`.

mod common;

use sexpr_tests::workloads::cases::small;

fn main() {
    common::run(small::cases);
}
