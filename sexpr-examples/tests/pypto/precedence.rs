//! Operators group as in Python, and brackets are printed exactly where they are needed.

use sexpr_core::assert_structural_equal;
use sexpr_examples::pypto::ir::{BinaryExpr, BinaryOp, Expr, Precedence, Span, Type, UnaryExpr, UnaryOp, Var};

use crate::support::{equal, error, printed};

fn assert_same(short: &str, bracketed: &str) {
    let body = |value: &str| format!("def f():\n    y = {value}\n");
    assert!(equal(&body(short), &body(bracketed)), "`{short}` is not `{bracketed}`");
    assert!(printed(&body(bracketed)).contains(&format!("y = {short}\n")), "{}", printed(&body(bracketed)));
}

#[test]
fn tighter_operators_bind_first() {
    for (short, bracketed) in [
        ("a or b xor c", "a or (b xor c)"),
        ("a xor b and c", "a xor (b and c)"),
        ("a and not b", "a and (not b)"),
        ("not a == b", "not (a == b)"),
        ("a == b | c", "a == (b | c)"),
        ("a | b ^ c", "a | (b ^ c)"),
        ("a ^ b & c", "a ^ (b & c)"),
        ("a & b << c", "a & (b << c)"),
        ("a << b + c", "a << (b + c)"),
        ("a + b * c", "a + (b * c)"),
        ("-a * b", "(-a) * b"),
        ("-a ** b", "-(a ** b)"),
        ("a ** -b", "a ** (-b)"),
        ("a ** -b ** c", "a ** (-(b ** c))"),
        ("-a[0]", "-(a[0])"),
        ("-pi.inf(a)", "-(pi.inf(a))"),
        ("a ** -pi.nan(b)", "a ** (-pi.nan(b))"),
        ("a ** b[0]", "a ** (b[0])"),
        ("(a + b)[0]", "(a + b)[0]"),
        ("-pi.const(5, pi.Int8) ** a", "-(pi.const(5, pi.Int8) ** a)"),
    ] {
        assert_same(short, bracketed);
    }
}

#[test]
fn operators_in_a_row_group_to_the_left_and_powers_to_the_right() {
    for op in BinaryOp::ALL {
        let symbol = op.symbol();
        match op.precedence() {
            Precedence::Primary | Precedence::Comparison => {}
            Precedence::Power => assert_same("a ** b ** c", "a ** (b ** c)"),
            _ => assert_same(&format!("a {symbol} b {symbol} c"), &format!("(a {symbol} b) {symbol} c")),
        }
    }
    assert_same("a - b + c", "(a - b) + c");
    assert_same("a // b * c % d / e", "(((a // b) * c) % d) / e");
}

#[test]
fn comparisons_are_not_chained() {
    for text in ["a < b < c", "a == b != c", "a < b <= c == d", "a < -b < c", "a < b + 1 < c"] {
        let message = error(&format!("def f():\n    y = {text}\n")).to_string();
        assert!(message.ends_with("comparisons cannot be chained"), "{text}: {message}");
    }
}

/// Every operation inside of every other one, on either side: printing and reading give the same again.
#[test]
fn every_pair_of_operations_reads_back() {
    use sexpr_examples::pypto::{FreeVars, ir, parse_with, print};

    let leaf = |name: &str| Expr::from(Var::new(name, Type::unknown(), Span::unknown()));
    let leaves = [leaf("a"), leaf("b"), leaf("c")];
    let ty = |dtype: Option<ir::DataType>, first: &Expr| dtype.map_or_else(|| first.ty().clone(), Type::scalar);
    let binary = |op: BinaryOp, left: &Expr, right: &Expr| {
        let node = BinaryExpr::new(ty(op.result(), left), left.clone(), right.clone(), Span::unknown());
        Expr::binary(op, node)
    };
    let unary = |op: UnaryOp, operand: &Expr| {
        Expr::unary(op, UnaryExpr::new(ty(op.result(), operand), operand.clone(), Span::unknown()))
    };
    let [a, b, c] = &leaves;
    let mut inner: Vec<Expr> = BinaryOp::ALL.iter().map(|&op| binary(op, a, b)).collect();
    inner.extend(UnaryOp::ALL.iter().map(|&op| unary(op, a)));
    let mut outer = Vec::new();
    for expr in &inner {
        outer.extend(UnaryOp::ALL.iter().map(|&op| unary(op, expr)));
        for op in BinaryOp::ALL {
            outer.push(binary(op, expr, c));
            outer.push(binary(op, c, expr));
        }
    }
    assert_eq!(outer.len(), 27 * 50);

    for expr in outer {
        let var = Var::new("y", expr.ty().clone(), Span::unknown());
        let body = ir::AssignStmt::new(var, expr, Span::unknown());
        let function = ir::Function::new("f", vec![], vec![], body, Span::unknown());
        let program = ir::Program::new([function], "", Span::unknown()).expect("one function");
        let text = print(&program);
        let again = parse_with("printed.py", &text, &mut FreeVars::of(&program)).expect(&text);
        assert_structural_equal!(again, program, "\n{text}");
        assert_no_brackets_too_many(&text, &again);
    }
}

/// Taking any pair of brackets that groups out of the text must change its meaning.
fn assert_no_brackets_too_many(text: &str, program: &sexpr_examples::pypto::ir::Program) {
    use sexpr_examples::pypto::{FreeVars, parse_with};

    let (head, line) = text.split_once("y = ").expect("an assignment");
    for bare in crate::texts::unbracketed(line) {
        let other = parse_with("bare.py", &format!("{head}y = {bare}"), &mut FreeVars::of(program));
        if let Ok(other) = other {
            assert!(!sexpr_core::structural_equal(&other, program), "needless brackets in {line}");
        }
    }
}
