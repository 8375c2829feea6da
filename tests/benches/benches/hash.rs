//! Hashes of large terms, beside baselines: the cases of `sexpr_benches::hash`.

mod common;

use sexpr_benches::hash;

fn main() {
    common::run(hash::cases);
}
