//! Wide nodes, beside baselines: the cases of `sexpr_benches::containers`.

mod common;

use sexpr_benches::containers;

fn main() {
    common::run(containers::cases);
}
