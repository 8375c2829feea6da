//! Common-subexpression elimination.

use sexpr_core::structural_equal;
use sexpr_examples::pypto::ir::{AssignStmt, BinaryExpr, DataType, Expr, Function, Program, Span, Type, Var};
use sexpr_examples::pypto::optimize::Pass;

use super::{after, only, optimized, statements_after};

const PASS: Option<Pass> = Some(Pass::CommonSubexpressions);

/// The statements of a function of these parameters, without its head, after the pass.
#[track_caller]
fn eliminated(statements: &str) -> String {
    let head = "def f(x: pi.Int64, y: pi.Int64, k: pi.Int32, b: pi.Bool, z: pi.FP32):";
    statements_after(Pass::CommonSubexpressions, &["exp"], head, statements)
}

#[test]
fn what_was_assigned_is_used_again() {
    becomes! { eliminated:
        "v = x + y\nw = (x + y) * 2\nu = x + y" => "v = x + y\nw = v * 2\nu = v";
        "v = x + y\nw = y + x" => "v = x + y\nw = y + x";
    }
}

#[test]
fn what_occurs_again_gets_a_variable() {
    becomes! { eliminated:
        "v = (x + y) * 2\nw = (x + y) * 3" => "common = x + y\nv = common * 2\nw = common * 3";
        // The part that occurs with the whole needs none of its own.
        "v = ((x + y) * 2) + 1\nw = ((x + y) * 2) + 2" => "common = (x + y) * 2\nv = common + 1\nw = common + 2";
        "v = ((x + y) * 2) + 1\nw = ((x + y) * 2) + (x + y)" =>
            "common = x + y\ncommon_1 = common * 2\nv = common_1 + 1\nw = common_1 + common";
    }
}

#[test]
fn a_copy_is_what_it_copies() {
    becomes! { eliminated:
        "v = x\nw = v + 1\nu = x + 1\nop(v)".replace("op(v)", "t = op(v)").as_str() =>
            "v = x\nw = x + 1\nu = w\nt = op(x)";
        // A variable of another type converts.
        "v: pi.Int64 = op()\nw: pi.Unknown = v\nu = op(w)" => "v: pi.Int64 = op()\nw: pi.Unknown = v\nu = op(w)";
    }
}

#[test]
fn blocks_within_see_it_and_others_do_not() {
    let text = "v = x + y\nif b:\n    w = x + y\n    u = x * y\nelse:\n    t = x * y\ns = x * y";
    assert_eq!(
        eliminated(text),
        "v = x + y\nif b:\n    w = v\n    u = x * y\nelse:\n    t = x * y\ns = x * y",
        "neither branch is before the other, nor always before what follows"
    );
}

#[test]
fn carried_values_and_counters_are_others_in_each_turn() {
    let text =
        "for i, (s,) in pi.range(x, init_values=[y]):\n    v = s + i\n    w = s + i\n    s = pi.yield(v * w)\nt = s";
    becomes! { eliminated:
        text =>
            "for i, (s,) in pi.range(x, init_values=[y]):\n    v = s + i\n    w = v\n    s = pi.yield(v * v)\nt = s";
    }
}

#[test]
fn what_may_stop_the_program_stays() {
    for text in ["v = x // y\nw = x // y", "v = x << y\nw = x << y", "v = x ** y\nw = x ** y", "v = z / z\nw = z / z"] {
        assert_eq!(eliminated(text), text);
    }
    becomes! { eliminated:
        "v = x // 2\nw = x // 2\nu = k << 31\nt = k << 31" => "v = x // 2\nw = v\nu = k << 31\nt = u";
        "u = k << 32\nt = k << 32" => "u = k << 32\nt = k << 32";
    }
}

#[test]
fn calls_of_operations_stay_unless_they_are_pure() {
    becomes! { eliminated:
        "v = load(x)\nw = load(x)" => "v = load(x)\nw = load(x)";
        "v = exp(x)\nw = exp(x)\nu = exp(x, a=1)" => "v = exp(x)\nw = v\nu = exp(x, a=1)";
        "v: pi.FP32 = exp(x)\nw: pi.FP16 = exp(x)" => "v: pi.FP32 = exp(x)\nw: pi.FP16 = exp(x)";
    }
}

#[test]
fn calls_of_functions_are_merged_if_they_do_nothing_else() {
    let text = "def f(x: pi.Int64):\n    v = g(x)\n    w = g(x)\n    u = h(x)\n    t = h(x)\n\n\
                def g(x: pi.Int64) -> pi.Int64:\n    return x + 1\n\n\
                def h(x: pi.Int64) -> pi.Int64:\n    v: pi.Int64 = load(x)\n    return v\n";
    let text = after(PASS, &["exp"], text);
    assert!(text.contains("v = g(x)\n    w = v\n    u = h(x)\n    t = h(x)\n"), "{text}");
}

#[test]
fn numbers_stay_where_they_adapt() {
    let text = "v = 2 ** 2\nw = k * 2 ** 2\nu = x * (2 ** 2 + 1) + (2 ** 2 + 1)";
    assert_eq!(eliminated(text), text);
}

#[test]
fn variables_that_types_mention_stay() {
    let text = "v = x\nt: pi.Tensor((v,), pi.FP32) = op(v)\n\
                for i, (s,) in pi.range(3, init_values=[v]):\n    u: pi.Tensor((s,), pi.FP32) = op(s)\n    s = pi.yield(v)\nr = s";
    assert_eq!(eliminated(text), text.replace("op(v)", "op(x)").replace("yield(v)", "yield(x)"));
}

/// Each level uses the one below twice.
#[test]
fn shared_nodes_get_a_variable_each() {
    let int = || Type::scalar(DataType::Int64);
    let x = Var::new("x", int(), Span::unknown());
    let add = |below: Expr, _| Expr::Add(BinaryExpr::new(int(), below.clone(), below, Span::unknown()));
    let y = Var::new("y", int(), Span::unknown());
    let body = AssignStmt::new(y, (0..50).fold(x.clone().into(), add), Span::unknown());
    let function = Function::new("f", vec![x], vec![], body, Span::unknown());
    let program = Program::new([function], "", Span::unknown()).expect("one function");
    let after = optimized(&program, &only(PASS, &[]));
    let text = after.to_string();
    assert!(text.ends_with("common_48 = common_47 + common_47\n    y = common_48 + common_48\n"), "{text}");
    assert!(structural_equal(&optimized(&after, &only(PASS, &[])), &after));
}
