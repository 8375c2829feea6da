//! Each line of the grammar: what it is read as, and that it is printed so that it reads back.

use sexpr_examples::pypto::ErrorKind;
use sexpr_examples::pypto::ir::{AttrValue, Callee, DataType, Expr, ExprView, Stmt};

use crate::support::{assert_round_trip, equal, error, only_function, printed, program, statements, value};

#[test]
fn the_header_names_the_program() {
    for (text, name) in [
        ("# licence\n\n# pypto.program: demo\ndef f():\n", "demo"),
        ("# pypto.program\n", ""),
        ("def f():\n# pypto.program: late\n", ""),
    ] {
        assert_eq!(program(text).name, name);
    }
    assert!(printed("# pypto.program: demo\n").starts_with("# pypto.program: demo\n"));
}

#[test]
fn the_import_names_the_module() {
    let plain = "def f(x: pi.Int64):\n    y = x\n";
    for text in [
        "import pypto.ir as lib\ndef f(x: lib.Int64):\n    y = x\n",
        "from pypto import ir\ndef f(x: ir.Int64):\n    y = x\n",
        "from pypto import ir as lib\ndef f(x: lib.Int64):\n    y = x\n",
        "import pypto.ir as pi\ndef f(x: pi.Int64):\n    y = x\n",
    ] {
        assert!(equal(plain, text), "{text}");
    }
}

#[test]
fn a_function_has_parameters_results_and_a_body() {
    let program = program("def f(x: pi.Int64, y: pi.FP32) -> tuple[pi.Int64, pi.FP32]:\n    return x, y\n");
    let function = only_function(&program);
    assert_eq!(function.name, "f");
    assert_eq!(function.params.len(), 2);
    assert_eq!(function.return_types.len(), 2);
    assert!(matches!(&function.body, Stmt::Yield(node) if node.values.len() == 2));
    assert_eq!(
        assert_round_trip(&program),
        "# pypto.program\nimport pypto.ir as pi\n\n\
         def f(x: pi.Int64, y: pi.FP32) -> tuple[pi.Int64, pi.FP32]:\n    return x, y\n"
    );
}

#[test]
fn types_of_every_kind_read_back() {
    for ty in [
        "pi.Unknown",
        "pi.Tensor((), pi.FP32)",
        "pi.Tensor((4,), pi.FP32)",
        "pi.Tensor((n, n + 1, 2, m // 2), pi.BFloat16)",
        "pi.Tile((), pi.Int8)",
        "pi.Tile((n,), pi.Int8)",
        "pi.Tile((16, n * 2), pi.HF8)",
        "tuple[]",
        "tuple[pi.Int64]",
        "tuple[tuple[pi.Int64, pi.Tensor((n,), pi.FP4)], pi.Unknown]",
    ] {
        let text = printed(&format!("def f(x: {ty}):\n    y = x\n"));
        assert!(text.contains(&format!("x: {ty})")), "{text}");
    }
}

#[test]
fn a_comma_stands_behind_something() {
    for expr in ["g(,)", "g(x, y,,)", "g(x, a=[,])"] {
        let text = format!("def f(x: pi.Int64, y: pi.Int64):\n    z = {expr}\n");
        assert!(error(&text).to_string().ends_with("found `,`"), "{expr}");
    }
    program("def f(x: pi.Int64,):\n    z = g(x, a=[1,],)\n");
    let one_dimension = |shape: &str| format!("def f(x: pi.Tensor({shape}, pi.FP32)):\n    return\n");
    assert!(equal(&one_dimension("(4)"), &one_dimension("(4,)")), "it may be left out");
}

#[test]
fn a_block_may_be_empty() {
    let text = "def f(c: pi.Bool):\n    if c:\n        pass\n    else:\n        pass\n    for i in pi.range(3):\n        pass\n";
    let bare = text.replace("        pass\n", "");
    assert!(equal(text, &bare), "a block may be left out");
    assert!(equal(text, &text.replace("pass\n", "pass\n        # twice\n        pass\n")));
    let program = program(text);
    let [Stmt::If(branch), Stmt::For(counted)] = &*statements(only_function(&program)) else { panic!() };
    assert!(matches!(&branch.then_body, Stmt::Seq(seq) if seq.statements.is_empty()));
    assert!(matches!(&branch.else_body, Some(Stmt::Seq(seq)) if seq.statements.is_empty()));
    assert!(matches!(&counted.body, Stmt::Seq(seq) if seq.statements.is_empty()));
    assert!(assert_round_trip(&program).ends_with(text));
    assert!(!equal(text, &text.replace("    else:\n        pass\n", "")), "an empty `else` is not none");
}

#[test]
fn yields_may_have_no_names() {
    let text = "def f(x: pi.Int64):\n    yield x, 1\n    yield\n    return x\n";
    let program = program(text);
    let counts = statements(only_function(&program)).into_iter().map(|stmt| match stmt {
        Stmt::Yield(node) => node.values.len(),
        other => panic!("{other:?}"),
    });
    assert_eq!(counts.collect::<Vec<_>>(), [2, 0, 1]);
    assert!(assert_round_trip(&program).ends_with(text));
}

/// Yields without names may have any number of values, also where others have names.
#[test]
fn a_yield_of_another_number_of_values_has_no_names() {
    let text = printed(
        "def f(x: pi.Int64):\n    if x > 0:\n        y, z = pi.yield(x, 1)\n    else:\n        yield x\n    \
         for i, (s,) in range(x, init_values=[y]):\n        yield\n        yield s\n        yield s, i\n",
    );
    for expected in ["y, z = pi.yield(x, 1)\n", "yield x\n", "yield\n", "s = pi.yield(s)\n", "yield s, i\n"] {
        assert!(text.contains(&format!("        {expected}")), "{expected} is not in\n{text}");
    }
}

#[test]
fn a_loop_names_what_it_carries_in_its_order() {
    let yields = |names: &str, values: &str| {
        let text = format!(
            "def f(n: pi.Int64):\n    \
             for i, (s, t) in pi.range(n, init_values=[0, n]):\n        \
             {names} = pi.yield({values})\n    \
             a, b = s, t\n    \
             return a\n"
        );
        sexpr_examples::pypto::parse("loop.py", &text).map(drop).map_err(|error| error.kind().clone())
    };
    assert_eq!(yields("s, t", "s + 1, t"), Ok(()));
    assert_eq!(yields("s_next, t_next", "s + 1, t"), Ok(()));
    assert!(matches!(yields("t, s", "s + 1, t"), Err(ErrorKind::LoopOrder { .. })));
    assert!(matches!(yields("s, t", "s + 1"), Err(ErrorKind::YieldCount { names: 2, values: 1 })));
    assert!(matches!(yields("s", "s + 1"), Err(ErrorKind::LoopNames { carried: 2, named: 1 })));
}

#[test]
fn an_assignment_that_does_not_follow_a_loop_is_none_of_its_values() {
    let text = "def f(n: pi.Int64):\n    \
                s = 1\n    \
                for i, (t,) in pi.range(n, init_values=[s]):\n        \
                t = pi.yield(t + i)\n    \
                out = s\n    \
                return out\n";
    let program = program(text);
    let [_, Stmt::For(node), Stmt::Assign(out), _] = &*statements(only_function(&program)) else { panic!() };
    assert!(matches!(&*node.return_vars, [unnamed] if unnamed.name.is_empty()));
    assert!(matches!(&out.value, Expr::Var(var) if var.name == "s"));
    assert_round_trip(&program);
}

#[test]
fn a_range_has_defaults() {
    let body = |range: &str| format!("def f(n: pi.Int64):\n    for i in {range}:\n        y = i\n");
    for same in ["pi.range(0, n)", "pi.range(0, n, 1)", "range(n)", "range(0, n, 1)", "range(n, init_values=[])"] {
        assert!(equal(&body("pi.range(n)"), &body(same)), "{same}");
        assert!(printed(&body(same)).contains("pi.range(n)"), "{same}");
    }
    assert!(printed(&body("range(1, n)")).contains("pi.range(1, n)"));
    assert!(printed(&body("range(0, n, 2)")).contains("pi.range(0, n, 2)"));
    assert!(!equal(&body("range(n)"), &body("range(1, n)")));
}

#[test]
fn literals_of_every_form() {
    for (text, same) in [
        ("1_000", "1000"),
        ("0xff", "255"),
        ("0XFF_ff", "65535"),
        ("0o17", "15"),
        ("0b101", "5"),
        ("00", "0"),
        ("9223372036854775807", "0x7fffffffffffffff"),
        ("1.", "1.0"),
        (".5", "0.5"),
        ("1e3", "1000.0"),
        ("1_0.5E-1", "1.05"),
        ("(1)", "1"),
    ] {
        let body = |value: &str| format!("def f():\n    y = {value}\n");
        assert!(equal(&body(text), &body(same)), "{text}");
    }
    for text in ["0", "-9223372036854775808", "1.5", "-0.0", "1e300", "5e-324", "pi.inf", "-pi.inf", "pi.nan", "True"] {
        assert!(printed(&format!("def f():\n    y = {text}\n")).contains(&format!("y = {text}\n")), "{text}");
    }
}

#[test]
fn a_minus_before_a_number_is_part_of_it() {
    assert!(matches!(value("", "-5"), Expr::ConstInt(node) if node.value == -5));
    assert!(matches!(value("", "-(5)"), Expr::Neg(_)));
    assert!(matches!(value("", "- -5"), Expr::Neg(node) if matches!(&node.operand, Expr::ConstInt(_))));
    assert!(matches!(value("", "-5 ** 2"), Expr::Neg(node) if matches!(&node.operand, Expr::Pow(_))));
    assert!(matches!(value("", "1 - 5"), Expr::Sub(_)));
    for text in ["-(5)", "--5", "-5 ** 2", "(-5) ** 2", "2 ** -5", "-(1.5)", "~-5", "-True", "1 - -5", "-(pi.inf)"] {
        assert!(printed(&format!("def f():\n    y = {text}\n")).contains(&format!("y = {text}\n")), "{text}");
    }
}

#[test]
fn a_call_has_arguments_and_attributes() {
    let call =
        r#"conv(x, 1, bias=True, dtype=pi.FP16, mode="a\"\\\n'\x00é", pad=[1, -2], scale=-0.5, sizes=[[], [1.0]])"#;
    let Expr::Call(node) = value("x: pi.FP32", call) else { panic!() };
    assert!(matches!(&node.op, Callee::Op(op) if &*op.name == "conv"));
    assert_eq!(node.args.len(), 2);
    assert!(matches!(&node.attributes["mode"], AttrValue::Str(text) if text == "a\"\\\n'\0é"));
    assert!(
        matches!(&node.attributes["pad"], AttrValue::List(list) if matches!(&**list, [AttrValue::Int(1), AttrValue::Int(-2)]))
    );
    assert!(matches!(&node.attributes["dtype"], AttrValue::DataType(DataType::FP16)));
    assert!(printed(&format!("def f(x: pi.FP32):\n    y = {call}\n")).contains(call));
}

#[test]
fn strings_have_two_quotes_and_escapes() {
    let text = |literal: &str| match value("", &format!("f(s={literal})")) {
        Expr::Call(node) => match &node.attributes["s"] {
            AttrValue::Str(text) => text.clone(),
            other => panic!("{other:?}"),
        },
        other => panic!("{other:?}"),
    };
    assert_eq!(text(r#""it's""#), "it's");
    assert_eq!(text(r#"'say "hi"'"#), "say \"hi\"");
    assert_eq!(text(r"'\x41\u00e9\U0001F600\t'"), "Aé😀\t");
    assert_eq!(text("'a\\\n b'"), "a b", "a backslash joins lines");
}

#[test]
fn functions_of_the_program_are_called_by_name() {
    let text = "def g(x: pi.Int64) -> pi.Int64:\n    return x\n\ndef f(x: pi.Int64):\n    y = g(x)\n    z = h(x)\n";
    let program = program(text);
    let function = program.get_function("f").expect("f is there");
    let callees = statements(function).into_iter().map(|stmt| match stmt {
        Stmt::Assign(assign) => match assign.value.view() {
            ExprView::Call(call) => matches!(call.op, Callee::GlobalVar(_)),
            other => panic!("{other:?}"),
        },
        other => panic!("{other:?}"),
    });
    assert_eq!(callees.collect::<Vec<_>>(), [true, false]);
    assert_round_trip(&program);
}

#[test]
fn a_function_may_hide_a_built_in_one() {
    let program = program("def min(a: pi.Int64, b: pi.Int64):\n    y = min(a, b)\n");
    let Stmt::Assign(assign) = &only_function(&program).body else { panic!() };
    assert!(matches!(&assign.value, Expr::Call(call) if matches!(call.op, Callee::GlobalVar(_))));
}

#[test]
fn layout_does_not_matter() {
    let plain = "def f(a: pi.Int64, b: pi.Int64):\n    if a < b:\n        y = g(a, b)\n    z = a\n";
    for text in [
        "def f(a: pi.Int64, b: pi.Int64):\n if a < b:\n  y = g(a, b)\n z = a",
        "def f(a: pi.Int64, b: pi.Int64):\n\tif a < b:\n\t\ty = g(a, b)\n\tz = a\n",
        "def f(a: pi.Int64, b: pi.Int64):\r\n    if a < b:\r\n        y = g(a, b)\r\n    z = a\r\n",
        "\u{feff}def f(a: pi.Int64, b: pi.Int64):\n    if a < b:\n        y = g(a, b)\n    z = a\n",
        "def f(\n  a: pi.Int64, # first\n\n b: pi.Int64,\n):\n    # comment\n\n    if (a\n< b):\n        y = g(\n a, b,\n)\n  # odd\n    z = a\n\n\n",
        "def f(a: pi.Int64, b: pi.Int64):\n    if a < \\\n b:\n        y = g(a, b)\n\n    z = a  # end",
    ] {
        assert!(equal(plain, text), "{text}");
    }
}
