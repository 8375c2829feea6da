//! Wide nodes, beside baselines: the cases of `workloads::cases::containers`.

mod common;

use sexpr_tests::workloads::cases::containers;

fn main() {
    common::run(containers::cases);
}
