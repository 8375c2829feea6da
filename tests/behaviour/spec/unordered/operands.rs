//! Fields among which there is no order.

use sexpr_core::{Reason, StructuralEq, first_structural_mismatch, structural_equal, structural_hash};

use super::check;

#[derive(Clone, Copy, Debug, PartialEq, StructuralEq)]
enum Op {
    Plus,
    Times,
    Minus,
}

#[derive(Debug, StructuralEq)]
#[seq(unordered(lhs, rhs, if = Binary::commutes))]
struct Binary {
    op: Op,
    lhs: Expr,
    rhs: Expr,
}

impl Binary {
    fn commutes(&self) -> bool {
        self.op != Op::Minus
    }
}

#[derive(Debug, StructuralEq)]
enum Expr {
    Int(i64),
    Binary(Box<Binary>),
    #[seq(unordered(0, 1))]
    Max(Box<Expr>, Box<Expr>),
    #[seq(unordered(c, a), order(b, c, a))]
    Clamp {
        a: Box<Expr>,
        b: u8,
        c: Box<Expr>,
    },
}

use Expr::{Clamp, Int, Max};

fn binary(op: Op, lhs: Expr, rhs: Expr) -> Expr {
    Expr::Binary(Box::new(Binary { op, lhs, rhs }))
}

fn max(one: Expr, other: Expr) -> Expr {
    Max(Box::new(one), Box::new(other))
}

#[test]
fn operands_change_places_where_the_node_says_so() {
    for (op, expected) in [(Op::Plus, true), (Op::Times, true), (Op::Minus, false)] {
        check(&binary(op, Int(1), Int(2)), &binary(op, Int(2), Int(1)), expected);
        check(&binary(op, Int(1), Int(2)), &binary(op, Int(1), Int(2)), true);
        check(&binary(op, Int(1), Int(2)), &binary(op, Int(1), Int(3)), false);
    }
    check(&binary(Op::Plus, Int(1), Int(2)), &binary(Op::Times, Int(1), Int(2)), false);
}

#[test]
fn all_operands_are_compared_where_the_first_of_them_stands() {
    let clamp = |a: i64, b: u8, c: i64| Clamp { a: Box::new(Int(a)), b, c: Box::new(Int(c)) };
    check(&clamp(1, 0, 2), &clamp(2, 0, 1), true);
    check(&clamp(1, 0, 2), &clamp(2, 1, 1), false);
    let mismatch = first_structural_mismatch(&clamp(1, 0, 2), &clamp(3, 1, 4)).unwrap();
    assert_eq!(mismatch.lhs().to_string(), ".Clamp.b");
}

#[test]
fn a_mismatch_names_the_fields_of_both_sides() {
    let one = binary(Op::Plus, max(Int(1), Int(2)), Int(3));
    let other = binary(Op::Plus, Int(3), max(Int(4), Int(1)));
    insta::assert_snapshot!(first_structural_mismatch(&one, &other).unwrap(), @r"
    left:  .lhs.Max.1
    right: .rhs.Max.0
    2 differs from 4
    ");
}

/// Each node says for itself whether its operands commute. Where they do not agree, they differ.
#[test]
fn nodes_that_do_not_agree_on_whether_operands_commute_differ() {
    #[derive(StructuralEq)]
    #[seq(unordered(a, b, if = Pair::is_set))]
    struct Pair {
        a: u8,
        b: u8,
        #[seq(ignore)]
        is_set: bool,
    }
    impl Pair {
        fn is_set(&self) -> bool {
            self.is_set
        }
    }
    let [set, pair] = [true, false].map(|is_set| Pair { a: 1, b: 1, is_set });
    assert!(!structural_equal(&set, &pair));
    assert_ne!(structural_hash(&set), structural_hash(&pair));
    let mismatch = first_structural_mismatch(&set, &pair).unwrap();
    assert!(matches!(mismatch.reason(), Reason::Commuting { lhs: true, rhs: false, .. }));
    insta::assert_snapshot!(mismatch, @r"
    left:  <root>
    right: <root>
    the order of the operands counts on the right, and does not on the left
    ");
}
