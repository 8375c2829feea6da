//! A crate that re-exports the library.

mod ir {
    pub mod reexport {
        pub use ::sexpr_core;
    }

    pub use ::sexpr_core::StructuralEq as Derived;
}

use ir::Derived;

#[derive(Derived)]
#[seq(crate = "crate::ir::reexport::sexpr_core")]
struct Point {
    x: i64,
    y: i64,
}

mod inner {
    use super::ir::reexport::sexpr_core as renamed;

    #[derive(renamed::StructuralEq)]
    #[seq(crate = "renamed", kind = "var")]
    pub struct Var<T>(#[seq(key)] pub T);
}

fn main() {
    let point = |y| Point { x: 1, y };
    assert!(!sexpr_core::structural_equal(&point(1), &point(2)));
    assert!(!sexpr_core::structural_equal(&inner::Var(1), &inner::Var(2)));
}
