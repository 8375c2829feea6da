//! Small terms, beside baselines: the cases of `sexpr_benches::small`.

mod common;

use sexpr_benches::small;

fn main() {
    common::run(small::cases);
}
