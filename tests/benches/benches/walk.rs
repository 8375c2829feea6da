//! Walks over large terms, beside a visitor written by hand: the cases of `sexpr_benches::walk`.

mod common;

use sexpr_benches::walk;

fn main() {
    common::run(walk::cases);
}
