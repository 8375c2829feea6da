//! Well-formedness: each rule by a program that breaks it.

use std::collections::BTreeMap;
use std::path::Path;
use std::sync::Arc;

use sexpr_examples::pypto::check::ProblemKind;
use sexpr_examples::pypto::ir::{
    AssignStmt, BinaryExpr, Call, ConstFloat, ConstInt, DataType, Expr, ForStmt, Function, GlobalVar, IfStmt, IterArg,
    OpStmts, Program, SeqStmts, Span, Stmt, Type, Var, YieldStmt,
};
use sexpr_examples::pypto::{FreeVars, check, parse_source};
use sexpr_examples::source::Source;

use crate::support::{program, rendered};

/// What is wrong with a program, one problem a line.
fn problems(text: &str) -> String {
    lines(&program(text))
}

fn lines(program: &Program) -> String {
    check(program).iter().map(ToString::to_string).collect::<Vec<_>>().join("\n")
}

/// Checks a function with some parameters of these types and statements.
#[track_caller]
fn assert_problems(statements: &str, expected: &[&str]) {
    let text = format!(
        "def f(i: pi.Int64, s: pi.Int32, x: pi.FP32, b: pi.Bool, u: pi.Unknown, t: tuple[pi.Int64, pi.FP32], \
         a: pi.Tensor((n, 4), pi.FP32)):\n    {}\n",
        statements.replace('\n', "\n    ")
    );
    assert_eq!(problems(&text), expected.join("\n"), "{text}");
}

fn var(name: &str, dtype: DataType) -> Arc<Var> {
    Var::new(name, Type::scalar(dtype), Span::unknown())
}

fn int(value: i64) -> Expr {
    ConstInt::new(value, DataType::Int64, Span::unknown()).into()
}

fn assign(var: &Arc<Var>, value: impl Into<Expr>) -> Stmt {
    AssignStmt::new(var.clone(), value, Span::unknown()).into()
}

fn yields(values: Vec<Expr>) -> Stmt {
    YieldStmt::new(values, Span::unknown()).into()
}

fn seq(statements: impl IntoIterator<Item = Stmt>) -> Stmt {
    SeqStmts::new(statements.into_iter().collect(), Span::unknown()).into()
}

/// What is wrong with a function that was built.
fn built(params: Vec<Arc<Var>>, body: Stmt) -> String {
    let function = Function::new("f", params, vec![], body, Span::unknown());
    lines(&Program::new([function], "", Span::unknown()).expect("one function"))
}

#[test]
fn the_programs_are_well_formed() {
    let mut count = 0;
    for entry in std::fs::read_dir(Path::new(env!("CARGO_MANIFEST_DIR")).join("programs")).expect("it is there") {
        let path = entry.expect("an entry").path();
        let name = path.file_name().and_then(|name| name.to_str()).expect("a name").to_owned();
        // The names of the others say that a variable is free, or more.
        if !name.ends_with(".py") || name.starts_with("free") || name.starts_with("ill_formed") {
            continue;
        }
        let source = Source::read(&path).expect("a text");
        let program = parse_source(&source, &mut FreeVars::new()).expect("a program");
        assert_eq!(lines(&program), "", "{name}");
        count += 1;
    }
    assert!(count >= 15, "only {count} programs");
}

#[test]
fn a_use_is_bound() {
    assert_problems("y = z + 1", &["test.py:2:9: nothing has bound `z`"]);
    assert_problems("y = y", &["test.py:2:9: nothing has bound `y`"]);
    assert_problems("y: pi.Tensor((k, n), pi.FP32) = op()", &["test.py:2:19: nothing has bound `k`"]);
    assert_problems("y = op(w, v)", &["test.py:2:12: nothing has bound `w`", "test.py:2:15: nothing has bound `v`"]);
}

#[test]
fn a_shape_variable_is_bound_by_the_parameter_list() {
    assert_problems("y = n + 1", &[]);
}

#[test]
fn what_a_block_binds_ends_with_it() {
    let (x, y) = (var("x", DataType::Int64), var("y", DataType::Int64));
    let condition = ConstInt::new(1, DataType::Bool, Span::unknown());
    let branch = IfStmt::new(condition, assign(&x, int(1)), None, vec![], Span::unknown());
    assert_eq!(
        built(vec![], seq([branch.into(), assign(&y, x)])),
        "unknown place: `x` is bound in a block that has ended"
    );
}

#[test]
fn a_carried_value_is_not_used_after_its_loop() {
    let carried = IterArg::new("s", Type::scalar(DataType::Int64), int(0), Span::unknown());
    let (i, s, y) = (var("i", DataType::Int64), var("s_out", DataType::Int64), var("y", DataType::Int64));
    let range = [int(0), int(3), int(1)];
    let body = yields(vec![carried.clone().into()]);
    let counted = ForStmt::new(i, range, vec![carried.clone()], body, vec![s], Span::unknown());
    assert_eq!(
        built(vec![], seq([counted.into(), assign(&y, carried)])),
        "unknown place: `s` is carried by a loop that has ended"
    );
}

#[test]
fn a_variable_is_bound_once() {
    let x = var("x", DataType::Int64);
    assert_eq!(built(vec![], seq([assign(&x, int(1)), assign(&x, int(2))])), "unknown place: `x` is bound twice");
    assert_eq!(built(vec![x.clone()], assign(&x, int(1))), "unknown place: `x` is bound twice");
    assert_eq!(built(vec![x.clone(), x], seq([])), "unknown place: `x` is bound twice");
}

#[test]
fn functions_may_share_variables() {
    let x = var("x", DataType::Int64);
    let function = |name| Function::new(name, vec![x.clone()], vec![], yields(vec![]), Span::unknown());
    assert_eq!(lines(&Program::new([function("f"), function("g")], "", Span::unknown()).expect("two names")), "");
}

#[test]
fn a_function_is_known_by_its_name_and_no_two_have_one() {
    let function = |name: &str| Function::new(name, vec![], vec![], yields(vec![]), Span::unknown());
    let functions = BTreeMap::from([(GlobalVar::new("f"), function("f")), (GlobalVar::new("g"), function("f"))]);
    let program = Program { name: String::new(), functions, span: Span::unknown() };
    assert_eq!(
        lines(&program),
        "unknown place: the function `f` is known as `g`\nunknown place: there are two functions `f`"
    );
}

#[test]
fn a_constant_is_one_of_its_types_values() {
    let y = Var::new("y", Type::unknown(), Span::unknown());
    let constant = |value, dtype| built(vec![], assign(&y, ConstInt::new(value, dtype, Span::unknown())));
    assert_eq!(constant(127, DataType::Int8), "");
    assert_eq!(constant(128, DataType::Int8), "unknown place: `128` is no Int8");
    assert_eq!(constant(-1, DataType::UInt64), "unknown place: `-1` is no UInt64");
    assert_eq!(constant(2, DataType::Bool), "unknown place: `2` is no Bool");
    assert_eq!(constant(1, DataType::FP32), "unknown place: `1` is no FP32");
    let float = ConstFloat::new(1.5, DataType::Int8, Span::unknown());
    assert_eq!(built(vec![], assign(&y, float)), "unknown place: `1.5` is no Int8");
}

#[test]
fn operands_have_the_sort_that_the_operator_takes() {
    assert_problems(
        "y = b + b",
        &["test.py:2:9: `+` takes numbers, and this is Bool", "test.py:2:13: `+` takes numbers, and this is Bool"],
    );
    assert_problems(
        "y = x & x",
        &[
            "test.py:2:9: `&` takes integers or truth values, and this is FP32",
            "test.py:2:13: `&` takes integers or truth values, and this is FP32",
        ],
    );
    assert_problems("y = b << 1", &["test.py:2:9: `<<` takes integers, and this is Bool"]);
    assert_problems("y = i and b", &["test.py:2:9: `and` takes Bool, and this is Int64"]);
    assert_problems("y = not i", &["test.py:2:13: `not` takes Bool, and this is Int64"]);
    assert_problems("y = -b", &["test.py:2:10: `-` takes numbers, and this is Bool"]);
    assert_problems("y = ~x", &["test.py:2:10: `~` takes integers or truth values, and this is FP32"]);
    assert_problems("y = abs(t)", &["test.py:2:13: `abs` takes numbers, and this is tuple[Int64, FP32]"]);
    assert_problems(
        "y = b < b",
        &["test.py:2:9: `<` takes numbers, and this is Bool", "test.py:2:13: `<` takes numbers, and this is Bool"],
    );
    assert_problems("y = b == b\nz = b & b ^ ~b | b\nv = u + u // u and u << u", &[]);
}

#[test]
fn operands_have_the_same_type() {
    assert_problems("y = i + s", &["test.py:2:9: the operands of `+` are Int64 and Int32"]);
    assert_problems("y = i < x", &["test.py:2:9: the operands of `<` are Int64 and FP32"]);
    assert_problems("y = i + x", &["test.py:2:9: the operands of `+` are Int64 and FP32"]);
    assert_problems("y = a + x", &["test.py:2:9: the operands of `+` are Tensor((n, 4), FP32) and FP32"]);
    assert_problems("y = x + 1", &["test.py:2:9: the operands of `+` are FP32 and Int64"]);
    assert_problems("y = i + i\nz = a + a\nv = u + i", &[]);
}

#[test]
fn numbers_that_are_written_out_adapt() {
    assert_problems("y = s + 1\nz = s * -(2 ** 2) // 3\nv: pi.FP16 = 1.5 / 2.0\nw: pi.UInt8 = 255", &[]);
    assert_problems("y: pi.UInt8 = 256", &["test.py:2:19: the assigned value is to be UInt8, and this is 256"]);
    assert_problems("y: pi.Int8 = 1.5", &["test.py:2:18: the assigned value is to be Int8, and this is FP32"]);
    assert_problems("y: pi.Int8 = True", &["test.py:2:18: the assigned value is to be Int8, and this is Bool"]);
}

#[test]
fn an_operation_has_the_type_that_its_operands_make() {
    let (x, y) = (var("x", DataType::Int64), Var::new("y", Type::unknown(), Span::unknown()));
    let compared = |dtype| BinaryExpr::new(Type::scalar(dtype), x.clone(), int(0), Span::unknown());
    let [bool, int] = [DataType::Bool, DataType::Int64].map(compared);
    let params = || vec![x.clone()];
    assert_eq!(built(params(), assign(&y, Expr::Gt(bool.clone()))), "");
    assert_eq!(
        built(params(), assign(&y, Expr::Gt(int.clone()))),
        "unknown place: the result of the operation is to be Bool, and this is Int64"
    );
    assert_eq!(built(params(), assign(&y, Expr::Add(int))), "");
    assert_eq!(
        built(params(), assign(&y, Expr::Add(bool))),
        "unknown place: the result of the operation is to be Int64, and this is Bool"
    );
}

#[test]
fn an_assigned_value_agrees_with_the_annotation() {
    assert_problems("y: pi.Int32 = i", &["test.py:2:19: the assigned value is to be Int32, and this is Int64"]);
    assert_problems("y: pi.Int32 = 1 + s", &["test.py:2:19: the assigned value is to be Int32, and this is Int64"]);
    assert_problems(
        "y: pi.Tensor((4, n), pi.FP32) = a",
        &["test.py:2:37: the assigned value is to be Tensor((4, n), FP32), and this is Tensor((n, 4), FP32)"],
    );
    assert_problems("y: pi.Int32 = u\nz: pi.Unknown = i\nv: tuple[pi.Int64, pi.Unknown] = t", &[]);
}

#[test]
fn a_condition_is_a_truth_value() {
    assert_problems("if i:\n    y = 1", &["test.py:2:8: the condition is to be Bool, and this is Int64"]);
    assert_problems("if u:\n    y = 1", &[]);
}

#[test]
fn bounds_of_a_loop_are_integers() {
    assert_problems(
        "for k in pi.range(x, 1.5, b):\n    y = k",
        &[
            "test.py:2:23: the start of a range is an integer, and this is FP32",
            "test.py:2:26: its stop is an integer, and this is FP32",
            "test.py:2:31: its step is an integer, and this is Bool",
        ],
    );
    assert_problems("for k in pi.range(s, i, 2):\n    y = k", &[]);
}

#[test]
fn an_extent_is_an_integer() {
    assert_problems(
        "y: pi.Tensor((x, i + 1), pi.FP32) = op()",
        &["test.py:2:19: an extent is an integer, and this is FP32"],
    );
}

#[test]
fn a_tuple_has_the_element() {
    assert_problems("y: pi.FP32 = t[1]", &[]);
    assert_problems("y = t[2]", &["test.py:2:9: tuple[Int64, FP32] has no element 2"]);
    assert_problems("y = i[0]", &["test.py:2:9: Int64 has no element 0"]);
    assert_problems("y = u[7]", &[]);
}

#[test]
fn branches_yield_as_many_values_as_the_if_has() {
    let text = "if b:\n    y = pi.yield(1)\nelse:\n    yield 1, 2";
    assert_problems(text, &["test.py:5:9: the `if` takes 1 value(s), and this yields 2"]);
    assert_problems(
        "if b:\n    y = pi.yield(1)\nelse:\n    z = 2",
        &["test.py:5:9: the `if` takes 1 value(s), and nothing is yielded"],
    );
    assert_problems("if b:\n    y = pi.yield(1)", &["test.py:2:5: this `if` has results, and no `else`"]);
    assert_problems("if b:\n    return 1", &["test.py:3:9: the `if` takes 0 value(s), and this yields 1"]);
    assert_problems("if b:\n    yield\nelse:\n    z = 2", &[]);
}

#[test]
fn values_of_branches_agree() {
    assert_problems(
        "if b:\n    y = pi.yield(i)\nelse:\n    y = pi.yield(x)",
        &["test.py:5:22: the result of the `if` is to be Int64, and this is FP32"],
    );
    assert_problems("if b:\n    y = pi.yield(s)\nelse:\n    y = pi.yield(1)", &[]);
}

#[test]
fn a_loop_yields_as_many_values_as_it_carries_and_names() {
    let counted =
        |yielded: &str, after: &str| format!("for k, (p, q) in pi.range(i, init_values=[0, x]):\n    {yielded}{after}");
    assert_problems(&counted("p, q = pi.yield(p + k, q)", "\nc, d = p, q"), &[]);
    assert_problems(
        &counted("yield p", "\nc, d = p, q"),
        &["test.py:3:9: the loop takes 2 value(s), and this yields 1"],
    );
    assert_problems(
        &counted("z = p", "\nc, d = p, q"),
        &["test.py:3:9: the loop takes 2 value(s), and nothing is yielded"],
    );
    assert_problems(
        &counted("yield p, q", ""),
        &["test.py:2:5: the loop carries 2 value(s), and 0 are named after it"],
    );
    assert_problems(
        "for k in pi.range(i):\n    yield k",
        &["test.py:3:9: the loop takes 0 value(s), and this yields 1"],
    );
}

#[test]
fn values_of_a_loop_agree() {
    assert_problems(
        "for k, (p,) in pi.range(i, init_values=[0]):\n    p = pi.yield(x)\nc: pi.Int32 = p",
        &[
            "test.py:3:22: the carried value is to be Int64, and this is FP32",
            "test.py:4:5: the final value is to be Int64, and this is Int32",
        ],
    );
    let carried = IterArg::new("s", Type::scalar(DataType::FP32), int(0), Span::unknown());
    let (k, out) = (var("k", DataType::FP32), var("out", DataType::FP32));
    let body = yields(vec![carried.clone().into()]);
    let counted = ForStmt::new(k, [int(0), int(3), int(1)], vec![carried], body, vec![out], Span::unknown());
    assert_eq!(
        built(vec![], counted.into()),
        "unknown place: the initial value is to be FP32, and this is Int64\n\
         unknown place: the counter of a loop is an integer, and this is FP32"
    );
}

#[test]
fn a_function_yields_its_results() {
    let body = |body: &str| problems(&format!("def f(x: pi.FP32) -> tuple[pi.Int64, pi.FP32]:\n    {body}\n"));
    assert_eq!(body("return 1, x"), "");
    assert_eq!(body("return x, x"), "test.py:2:12: the result is to be Int64, and this is FP32");
    assert_eq!(body("return 1"), "test.py:2:5: the function takes 2 value(s), and this yields 1");
    assert_eq!(body("y = 1"), "test.py:2:5: the function takes 2 value(s), and nothing is yielded");
    assert_problems("y = 1", &[]);
    assert_problems("return 1", &["test.py:2:5: the function takes 0 value(s), and this yields 1"]);
}

#[test]
fn nothing_follows_a_yield() {
    assert_problems(
        "yield\ny = 1\nz = 2",
        &[
            "test.py:3:5: this follows the yield that ends the block",
            "test.py:4:5: this follows the yield that ends the block",
        ],
    );
    let y = var("y", DataType::Int64);
    let assigns = OpStmts::new(vec![AssignStmt::new(y, int(1), Span::unknown())], Span::unknown());
    assert_eq!(
        built(vec![], seq([seq([yields(vec![])]), seq([assigns.into()])])),
        "unknown place: this follows the yield that ends the block"
    );
}

const CALLED: &str = "def g(v: pi.Tensor((m,), pi.FP32), k: pi.Int32) -> pi.Tensor((m, k), pi.FP32):\n    \
                      r: pi.Tensor((m, k), pi.FP32) = op(v)\n    return r\n\n";

/// The problems of a function that calls one.
fn calling(statement: &str) -> String {
    problems(&format!("{CALLED}def f(a: pi.Tensor((n,), pi.FP32), s: pi.Int32, i: pi.Int64):\n    {statement}\n"))
}

#[test]
fn a_call_gives_a_function_what_it_takes() {
    assert_eq!(calling("y: pi.Tensor((n, s), pi.FP32) = g(a, s)"), "");
    assert_eq!(calling("y: pi.Tensor((n, 3), pi.FP32) = g(a, 3)"), "");
    assert_eq!(calling("y = g(a)"), "test.py:6:9: `g` takes 2 argument(s), and here are 1");
    assert_eq!(calling("y = g(a, i)"), "test.py:6:14: the argument is to be Int32, and this is Int64");
    let of_any_extent = format!("{CALLED}def h(v: pi.Tensor((m + 1,), pi.FP32)):\n    return\n\n");
    let calling_it = |ty| problems(&format!("{of_any_extent}def f(a: {ty}):\n    y = h(a)\n"));
    assert_eq!(calling_it("pi.Tensor((8,), pi.FP32)"), "");
    assert_eq!(
        calling_it("pi.Tensor((8,), pi.FP16)"),
        "test.py:9:11: the argument is to be Tensor((…,), FP32), and this is Tensor((8,), FP16)"
    );
    assert_eq!(calling("y = g(s, s)"), "test.py:6:11: the argument is to be Tensor((m,), FP32), and this is Int32");
    assert_eq!(
        calling("y = g(a, s, axis=1)"),
        "test.py:6:9: `g` is a function of the program, which takes no attributes"
    );
    assert_eq!(
        calling("y: pi.Tensor((s, n), pi.FP32) = g(a, s)"),
        "test.py:6:37: the assigned value is to be Tensor((s, n), FP32), and this is Tensor((n, s), FP32)"
    );
}

#[test]
fn a_function_that_is_called_is_there() {
    let y = Var::new("y", Type::unknown(), Span::unknown());
    let call = Call::new(Type::unknown(), GlobalVar::new("g"), vec![], Span::unknown());
    assert_eq!(built(vec![], assign(&y, call)), "unknown place: the program has no function `g`");
}

#[test]
fn all_problems_are_found_in_the_order_of_their_places() {
    let text = "def z(x: pi.Int64) -> pi.Int64:\n    y = q\n    return y + True\n\n\
                def a(x: pi.Int64):\n    y = x + 1.5\n    if x:\n        y = w\n";
    assert_eq!(
        problems(text),
        "test.py:2:9: nothing has bound `q`\n\
         test.py:3:16: `+` takes numbers, and this is Bool\n\
         test.py:6:9: the operands of `+` are Int64 and FP32\n\
         test.py:7:8: the condition is to be Bool, and this is Int64\n\
         test.py:8:13: nothing has bound `w`"
    );
}

#[test]
fn a_problem_has_a_kind_and_an_excerpt() {
    let text = "def f(b: pi.Bool):\n    if b:\n        x, y = pi.yield(1, 2)\n    z = x + y + 1.5\n";
    let problems = check(&program(text));
    assert!(matches!(problems[0].kind(), ProblemKind::NoElse));
    let source = Source::new("test.py", text);
    let shown: Vec<_> = problems.iter().map(|problem| rendered(&problem.reported(&source))).collect();
    insta::assert_snapshot!(shown.join("\n"));
}

/// Sharing of nodes and types within types must not be multiplied.
#[test]
fn shared_nodes_are_checked_once() {
    let mut text = String::from(
        "def f0(a: pi.Int64) -> pi.Tensor((a,), pi.FP32):\n    r: pi.Tensor((a,), pi.FP32) = op()\n    return r\n",
    );
    for level in 1..60 {
        let below = level - 1;
        text.push_str(&format!(
            "def f{level}(a: pi.Int64) -> pi.Tensor((f{below}(a), f{below}(a)), pi.FP32):\n    return a\n"
        ));
    }
    assert_eq!(
        check(&program(&text)).len(),
        59 * 3,
        "two extents that are no integers, and a result that is no tensor"
    );

    let x = var("x", DataType::Int64);
    let tower = (0..60).fold(Expr::from(x.clone()), |below, _| {
        Expr::Add(BinaryExpr::new(Type::scalar(DataType::Int64), below.clone(), below, Span::unknown()))
    });
    assert_eq!(built(vec![x], assign(&var("y", DataType::Int64), tower)), "");
}
