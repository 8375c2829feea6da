//! Rewritings of large terms that change nothing, beside functions written by hand: the cases of
//! `workloads::cases::rewrite`.

mod common;

use sexpr_tests::workloads::cases::rewrite;

fn main() {
    common::run(rewrite::cases);
}
