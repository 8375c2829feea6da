//! Equality of large terms, beside baselines: the cases of `sexpr_benches::equality`.

mod common;

use sexpr_benches::equality;

fn main() {
    common::run(equality::cases);
}
