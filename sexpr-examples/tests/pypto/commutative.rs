//! Programs whose commutative operators have their operands in any order.

use proptest::prelude::*;
use sexpr_core::rewrite::{Change, Rewrite};
use sexpr_core::{
    assert_structural_equal, first_structural_mismatch, structural_diff, structural_equal, structural_fingerprint,
    structural_hash,
};
use sexpr_examples::pypto::ir::{BinaryExpr, BinaryOp, Expr, ExprView, IterArg, Program, Type};
use sexpr_examples::pypto::{self, FreeVars, parse_commutative, parse_with};
use sexpr_examples::text::Source;

use crate::generator::{self, PURE};
use crate::interpreter::{Outcome, Rules, inputs, run};

/// A program whose operands count in any order.
#[track_caller]
fn read(text: &str, free: &mut FreeVars) -> Program {
    parse_commutative(&Source::new("commutative.py", text), free).unwrap_or_else(|error| panic!("{error}\nin\n{text}"))
}

/// A program whose operands count in their order.
#[track_caller]
fn read_in_order(text: &str, free: &mut FreeVars) -> Program {
    parse_with("ordered.py", text, free).unwrap_or_else(|error| panic!("{error}\nin\n{text}"))
}

/// A function of integers with this value.
fn text(value: &str) -> String {
    format!("def f(x: pi.Int64, y: pi.Int64, c: pi.Bool, d: pi.Bool):\n    z = {value}\n")
}

/// Whether a function of integers, with this value, is equal to one with that.
#[track_caller]
fn equal(one: &str, other: &str) -> bool {
    let mut free = FreeVars::new();
    let [left, right] = [one, other].map(|value| read(&text(value), &mut free));
    let verdict = structural_equal(&left, &right);
    assert_eq!(structural_hash(&left) == structural_hash(&right), verdict, "{one}, {other}");
    assert_eq!(first_structural_mismatch(&left, &right).is_none(), verdict, "{one}, {other}");
    verdict
}

/// Asks of each binary operation whether its operands are to change places. Those in types and in variables stay.
fn exchanged(program: &Program, mut wanted: impl FnMut(BinaryOp, &BinaryExpr) -> bool) -> Program {
    Rewrite::new()
        .on(|_: &Type, _| Change::skip())
        .on(|_: &IterArg, _| Change::skip())
        .after(|expr: &Expr, _| {
            let ExprView::Binary(op, node) = expr.view() else { return None };
            let new = if node.commutes() { BinaryExpr::commuting } else { BinaryExpr::new };
            wanted(op, node).then(|| {
                Expr::binary(op, new(node.r#type.clone(), node.right.clone(), node.left.clone(), node.span.clone()))
            })
        })
        .run(program.clone())
}

/// Whether the type stays when operands change places: that of an arithmetic operation is the left operand's.
fn keeps_type(op: BinaryOp, node: &BinaryExpr) -> bool {
    op.result().is_some() || structural_equal(node.left.ty(), node.right.ty())
}

/// Exchanges operands as the bits say, and checks all that holds then. Returns how many operations changed.
#[track_caller]
fn check_exchanged(text: &str, mut bits: impl FnMut() -> bool) -> usize {
    let mut free = FreeVars::new();
    let program = read(text, &mut free);
    let in_order = read_in_order(text, &mut free);
    let mut count = 0;
    let other = exchanged(&program, |op, node| {
        let is_exchanged = node.commutes() && keeps_type(op, node) && bits();
        count += usize::from(is_exchanged);
        is_exchanged
    });
    let printed = pypto::print(&other);
    let again = read(&printed, &mut free);
    assert_structural_equal!(again, program, "\n{text}\n{printed}");
    assert_eq!(structural_hash(&again), structural_hash(&program), "{text}\n{printed}");
    assert!(structural_diff(&again, &program).is_empty(), "{text}\n{printed}");
    if let Ok(fingerprint) = structural_fingerprint(&program) {
        assert_eq!(structural_fingerprint(&again), Ok(fingerprint), "{text}\n{printed}");
    }
    // In their order, operands are others exactly where the text is another.
    let again = read_in_order(&printed, &mut free);
    assert_eq!(structural_equal(&again, &in_order), pypto::print(&in_order) == printed, "{text}\n{printed}");
    count
}

#[test]
fn operands_of_commutative_operators_count_in_any_order() {
    for op in BinaryOp::ALL {
        let of = |left: &str, right: &str| match op {
            BinaryOp::Min | BinaryOp::Max => format!("{}({left}, {right})", op.symbol()),
            _ => format!("{left} {} {right}", op.symbol()),
        };
        assert_eq!(equal(&of("x", "y"), &of("y", "x")), op.is_commutative(), "{}", op.symbol());
        assert!(equal(&of("x", "y"), &of("x", "y")));
        assert!(!equal(&of("x", "y"), &of("x", "x")));
    }
}

#[test]
fn operands_of_operands_do_as_well_but_do_not_regroup() {
    assert!(equal("x * 2 + max(x, y)", "max(y, x) + 2 * x"));
    assert!(!equal("x + (y + 1)", "(x + y) + 1"));
    assert!(!equal("(x - y) * 2", "2 * (y - x)"));
}

#[test]
fn operands_stay_in_order_where_calls_may_be_told_apart() {
    // Either operand alone may call something.
    assert!(equal("load(x) == y", "y == load(x)"));
    assert!(!equal("load(x) == load(y)", "load(y) == load(x)"));
    // A program that stops before the call does not call.
    assert!(!equal("load(x) == 1 // y", "1 // y == load(x)"));
    assert!(equal("x // y + y // x", "y // x + x // y"));
    assert!(equal("load(x) == x // 2", "x // 2 == load(x)"));
}

#[test]
fn operands_of_and_and_or_stay_in_order_where_one_of_them_may_have_to_be_left_out() {
    assert!(equal("c and x < y", "x < y and c"));
    assert!(!equal("y != 0 and x // y > 1", "x // y > 1 and y != 0"));
    assert!(!equal("c or load(x)", "load(x) or c"));
    assert!(equal("c xor x // y > 1", "x // y > 1 xor c"));
}

#[test]
fn operands_in_the_types_of_variables_count_in_any_order_but_not_in_those_of_parameters() {
    let mut free = FreeVars::new();
    let mut of = |param: &str, var: &str| {
        let text = format!(
            "def f(n: pi.Int64, t: pi.Tensor(({param},), pi.FP32)):\n    u: pi.Tensor(({var},), pi.FP32) = op(t)\n"
        );
        read(&text, &mut free)
    };
    let program = of("n + 1", "n * 2");
    assert!(structural_equal(&program, &of("n + 1", "2 * n")));
    assert!(!structural_equal(&program, &of("1 + n", "n * 2")));
}

#[test]
fn operands_in_real_programs_change_places() {
    let mut count = 0;
    for source in crate::texts::programs("py", 25) {
        count += check_exchanged(source.text(), || true);
        let mut every_other = false;
        check_exchanged(source.text(), || {
            every_other = !every_other;
            every_other
        });
    }
    assert!(count > 50, "only {count} operations");
}

#[test]
fn types_of_calls_follow() {
    let mut free = FreeVars::new();
    let [one, other] = ["a + b", "b + a"].map(|size| {
        let rows = "def rows(n: pi.Int64) -> pi.Tensor((n * 2,), pi.FP32):\n    return op()\n";
        read(&format!("{rows}\ndef f(a: pi.Int64, b: pi.Int64):\n    y = rows({size})\n"), &mut free)
    });
    assert!(structural_equal(&one, &other));
}

#[test]
fn a_mismatch_has_the_places_on_both_sides() {
    let mut free = FreeVars::new();
    let texts = [&*text("x * 2 + y"), &*text("y + x * 3")];
    let marked = crate::texts::marked(texts, |source| read(source.text(), &mut free), pypto::locate);
    assert_eq!(marked, ["2", "3"]);
}

/// Checks that each function of both programs means the same, for some inputs, unless that takes too long.
fn assert_same_meaning(before: &Program, after: &Program) {
    for (name, function) in &before.functions {
        for (seed, lazy) in [(0, false), (1, true), (2, false), (3, true)] {
            let rules = Rules { pure: &PURE, lazy, commutes: true, steps: 5_000 };
            let args = inputs(function, seed);
            let [expected, found] = [before, after].map(|program| run(program, &name.name, args.clone(), rules));
            if [&expected, &found].iter().any(|meaning| meaning.outcome == Outcome::Exhausted) {
                continue;
            }
            let are_stopped = [&expected, &found].iter().all(|meaning| matches!(meaning.outcome, Outcome::Stopped(_)));
            let is_same = expected.trace == found.trace && (are_stopped || expected.outcome == found.outcome);
            assert!(is_same, "{name:?}, {args:?}\n{before}\n{after}\n{expected:?}\n{found:?}");
        }
    }
}

proptest! {
    #![proptest_config(ProptestConfig { cases: 200, failure_persistence: None, ..ProptestConfig::default() })]

    /// Whatever is called equal computes the same.
    #[test]
    fn operands_in_random_programs_change_places_and_they_mean_the_same(
        bytes in prop::collection::vec(any::<u8>(), 0..400),
        bits in prop::collection::vec(any::<bool>(), 1..20),
    ) {
        let text = generator::program(&bytes);
        let mut next = bits.iter().copied().cycle();
        check_exchanged(&text, || next.next().unwrap_or_default());
        let before = read(&text, &mut FreeVars::new());
        let mut next = bits.iter().copied().cycle();
        let after = exchanged(&before, |op, node| {
            node.commutes() && keeps_type(op, node) && next.next().unwrap_or_default()
        });
        assert_same_meaning(&before, &after);
    }

    /// One operation whose operands differ, and do not commute.
    #[test]
    fn programs_differ_where_operands_of_another_operator_are_exchanged(
        bytes in prop::collection::vec(any::<u8>(), 0..400),
        at in 0..30_usize,
    ) {
        let mut free = FreeVars::new();
        let program = read(&generator::program(&bytes), &mut free);
        let (mut seen, mut is_exchanged) = (0, false);
        let other = exchanged(&program, |op, node| {
            let may_be = !node.commutes() && keeps_type(op, node) && !structural_equal(&node.left, &node.right);
            seen += usize::from(may_be);
            let is_this = may_be && seen == at + 1;
            is_exchanged |= is_this;
            is_this
        });
        let other = read(&pypto::print(&other), &mut free);
        prop_assert_eq!(structural_equal(&program, &other), !is_exchanged);
    }
}
