//! The BNF of the document, production by production: each text is the same program as one in the standard form.

use sexpr_core::structural_equal;

use crate::support::{equal, printed, program};

/// Checks that a text is the same program as another one, also after it was printed.
#[track_caller]
fn same(text: &str, standard: &str) {
    assert!(equal(text, standard), "{text}\nis not\n{standard}");
    assert!(structural_equal(&program(&printed(text)).functions, &program(&printed(standard)).functions));
}

#[test]
fn program_has_a_name() {
    let text = "math_operations:\ndef f(x: pi.Int64):\n    y = x\n";
    assert_eq!(program(text).name, "math_operations");
    assert!(printed(text).starts_with("# pypto.program: math_operations\n"));
    same("name:\n", "");
}

#[test]
fn function_has_parameters_and_results_without_types() {
    same("def f(x, y): z = x\n", "def f(x: pi.Unknown, y: pi.Unknown):\n    z = x\n");
    same("def f(x): yield x", "def f(x: pi.Unknown):\n    return x\n");
}

#[test]
fn type_list() {
    same(
        "def f(x) -> pi.Int64, pi.FP32:\n    return x, 1.0\n",
        "def f(x: pi.Unknown) -> tuple[pi.Int64, pi.FP32]:\n    return x, 1.0\n",
    );
}

#[test]
fn scalar_tensor_and_unknown_types() {
    same(
        "def f(n: ScalarType(INT64), x: TensorType(FP32, [n, 4]), y: UnknownType, z: UnknownType()): w = y",
        "def f(n: pi.Int64, x: pi.Tensor((n, 4), pi.FP32), y: pi.Unknown, z: pi.Unknown):\n    w = y\n",
    );
}

#[test]
fn data_types() {
    for (name, standard) in [
        ("INT32", "Int32"),
        ("UINT8", "UInt8"),
        ("BOOL", "Bool"),
        ("FLOAT32", "FP32"),
        ("FLOAT64", "FP64"),
        ("BF16", "BFloat16"),
        ("HF4", "HF4"),
    ] {
        same(&format!("def f(x: ScalarType({name})): y = x"), &format!("def f(x: pi.{standard}):\n    y = x\n"));
        same(&format!("def f(x: pi.{name}): y = x"), &format!("def f(x: pi.{standard}):\n    y = x\n"));
    }
}

#[test]
fn if_statement_names_its_values_at_its_end() {
    let standard = "def f(x):\n    if x > 0:\n        a, b = pi.yield(x, 1)\n    else:\n        a, b = pi.yield(-x, 2)\n    \
                    c = a + b\n";
    same("def f(x):\n    if x > 0: yield x, 1 else: yield -x, 2 return a, b\n    c = a + b\n", standard);
    same("def f(x):\n    if x > 0: yield x, 1\n    else: yield -x, 2\n    return a, b\n    c = a + b\n", standard);
    same(
        "def f(x):\n    if x > 0:\n        yield x, 1\n    else:\n        yield -x, 2\n    return a, b\n    c = a + b\n",
        standard,
    );
    // A `return` after branches that name their values is that of the function.
    same(
        "def f(x):\n    if x > 0: a = pi.yield(x)\n    else: a = pi.yield(-x)\n    return a\n",
        "def f(x):\n    if x > 0:\n        a = pi.yield(x)\n    else:\n        a = pi.yield(-x)\n    yield a\n",
    );
}

#[test]
fn for_statement_with_final_values_on_one_line() {
    let standard = "def f(n):\n    for i, (a, b) in pi.range(0, n, 1, init_values=[0, 1]):\n        a, b = pi.yield(b, a + b)\n    \
                    c, d = a, b\n    e = c + d\n";
    same(
        "def f(n):\n    for i, (a, b) in range(0, n, 1, init_values=[0, 1]): yield b, a + b c = a d = b\n    e = c + d\n",
        standard,
    );
    same(
        "def f(n):\n    for i, (a, b) in pi.range(0, n, 1, init_values=[0, 1]):\n        yield b, a + b\n    c = a d = b\n    \
         e = c + d\n",
        standard,
    );
}

#[test]
fn statements_on_one_line() {
    let standard = "def f(x):\n    y = x + 1\n    z = y * 2\n    return z\n";
    same("def f(x): y = x + 1; z = y * 2; return z", standard);
    same("def f(x):\n    y = x + 1; z = y * 2;\n    return z\n", standard);
    same(
        "def f(x): if x > 0: y = 1; z = 2\ndef g(x): y = x\n",
        "def f(x):\n    if x > 0:\n        y = 1\n        z = 2\n\ndef g(x):\n    y = x\n",
    );
}

#[test]
fn minimum_maximum_and_absolute_value() {
    for (text, standard) in [
        ("x min y", "min(x, y)"),
        ("x + 1 max y * 2", "max(x + 1, y * 2)"),
        ("x min y max z", "max(min(x, y), z)"),
        ("x min y < z", "min(x, y) < z"),
        ("abs x", "abs(x)"),
        ("abs -x", "abs(-x)"),
        ("abs abs x + 1", "abs(abs(x)) + 1"),
        ("-abs x ** 2", "-abs(x ** 2)"),
        ("abs (x) + 1", "abs(x) + 1"),
        ("abs min(x, y)", "abs(min(x, y))"),
        ("min(x, y) min z", "min(min(x, y), z)"),
    ] {
        same(&format!("def f(x, y, z): w = {text}"), &format!("def f(x, y, z):\n    w = {standard}\n"));
    }
}

#[test]
fn variables_may_have_the_names_of_these_operators() {
    same("def f(abs, min): w = abs - min", "def f(a, m):\n    w = a - m\n");
    same("def f(abs, x): w = abs min (x)", "def f(a, x):\n    w = min(a, x)\n");
}
