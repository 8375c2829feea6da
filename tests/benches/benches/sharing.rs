//! Towers of shared nodes, beside baselines: the cases of `sexpr_benches::sharing`.

mod common;

use sexpr_benches::sharing;

fn main() {
    common::run(sharing::cases);
}
