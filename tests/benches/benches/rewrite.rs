//! Rewritings of large terms that change nothing, beside functions written by hand: the cases of
//! `sexpr_benches::rewrite`.

mod common;

use sexpr_benches::rewrite;

fn main() {
    common::run(rewrite::cases);
}
