//! Fields, variants and roles under a `cfg`.

use sexpr_core::{StructuralEq, structural_equal};

struct NotCompared;

#[derive(StructuralEq)]
#[cfg_attr(all(), seq(order(b, a)))]
struct Node {
    #[cfg(any())]
    absent: NotCompared,
    a: u32,
    #[cfg_attr(all(), seq(ignore))]
    ignored: NotCompared,
    b: u32,
}

#[derive(StructuralEq)]
enum Expr {
    #[cfg(any())]
    Absent(NotCompared),
    Int(#[cfg(any())] NotCompared, i64),
    #[cfg(all())]
    Hole,
}

fn main() {
    let node = |a| Node { a, ignored: NotCompared, b: 2 };
    assert!(structural_equal(&node(1), &node(1)));
    assert!(!structural_equal(&node(1), &node(2)));
    assert!(!structural_equal(&Expr::Int(1), &Expr::Hole));
    assert_eq!(Expr::type_info().variant(0).map(|variant| variant.name()), Some("Int"));
}
