//! Nesting has a limit and a message, and nothing up to the limit needs much stack.

use sexpr_core::structural_equal;
use sexpr_examples::pypto::optimize::{Options, optimize};
use sexpr_examples::pypto::{DEPTH_LIMIT, ErrorKind, FreeVars, NEST_LIMIT, parse, parse_with, print};
use sexpr_examples::text::SyntaxError;

/// What reading, printing, comparing, checking, optimising and dropping must make do with, in a build without
/// optimisation: what a main thread has.
const STACK: usize = 1 << 23;

/// Reads a text on little stack; if it is a program, prints it, reads that, compares and drops all. If it is well
/// formed, what is made of it can be read, too.
fn outcome(text: String) -> Result<(), ErrorKind> {
    let work = move || {
        let program = parse("deep.py", &text).map_err(|error| error.kind().clone())?;
        let again = parse_with("printed.py", &print(&program), &mut FreeVars::of(&program)).expect("printed");
        assert!(structural_equal(&again, &program));
        if let Ok(optimized) = optimize(&program, &Options::default()) {
            parse("optimized.py", &print(&optimized.program)).expect("optimised");
        }
        Ok(())
    };
    crate::texts::on_stack(STACK, work)
}

const NEST: ErrorKind = ErrorKind::Syntax(SyntaxError::Nest(NEST_LIMIT));

fn assigned(expr: &str) -> String {
    format!("def f(x: pi.Int64):\n    y = {expr}\n")
}

fn nested(open: &str, inner: &str, close: &str, depth: usize) -> String {
    format!("{}{inner}{}", open.repeat(depth), close.repeat(depth))
}

fn blocks(depth: usize) -> String {
    let mut text = String::from("def f(x: pi.Bool):\n");
    for level in 1..=depth {
        text.push_str(&format!("{}if x:\n", " ".repeat(level)));
    }
    text + &format!("{}y = x\n", " ".repeat(depth + 1))
}

#[test]
fn nesting_goes_up_to_the_limit() {
    type Text = fn(usize) -> String;
    // The function's body is a level of its own.
    let cases: [(Text, usize); 10] = [
        (|depth| assigned(&nested("(", "x", ")", depth)), NEST_LIMIT - 1),
        (|depth| assigned(&nested("g(", "x", ")", depth)), NEST_LIMIT - 1),
        (|depth| assigned(&nested("abs(", "x", ")", depth)), NEST_LIMIT - 1),
        (|depth| assigned(&nested("-(", "x", ")", depth)), NEST_LIMIT - 1),
        (|depth| assigned(&nested("1 + (", "x", ")", depth)), NEST_LIMIT - 1),
        (|depth| assigned(&nested("g(k, ", "x", ")", depth)), NEST_LIMIT - 1),
        (|depth| assigned(&format!("g(a={})", nested("[", "1", "]", depth))), NEST_LIMIT - 2),
        (|depth| assigned(&nested("g(a=[", "x", "])", depth)), NEST_LIMIT / 2 - 1),
        (|depth| format!("def f(x: {}):\n    y = x\n", nested("tuple[", "pi.Int8", "]", depth)), NEST_LIMIT),
        (|depth| blocks(depth.min(5_000)), NEST_LIMIT - 1),
    ];
    for (number, (text, most)) in cases.into_iter().enumerate() {
        assert_eq!(outcome(text(most)), Ok(()), "{number}");
        for depth in [most + 1, 10_000] {
            assert_eq!(outcome(text(depth)), Err(NEST), "{number} {depth}");
        }
    }
}

#[test]
fn operators_in_a_row_go_up_to_the_limit() {
    for next in [" + x", " ** x", " and x", " xor x", " or x", " * x", " | x", " >> x", "[0]"] {
        for around in ["…", "g(a=…)"] {
            let text = |count: usize| assigned(&around.replace('…', &("x".to_owned() + &next.repeat(count))));
            assert_eq!(outcome(text(DEPTH_LIMIT - 5)), Ok(()), "{next}");
            for count in [DEPTH_LIMIT, 10_000] {
                assert_eq!(outcome(text(count)), Err(ErrorKind::Depth), "{next} {count}");
            }
        }
    }
    for op in ["-", "~", "not ", "-~"] {
        let text = |count: usize| assigned(&(op.repeat(count) + "x"));
        assert_eq!(outcome(text((DEPTH_LIMIT - 2) / op.trim().len().min(2))), Ok(()), "{op}");
        assert_eq!(outcome(text(10_000)), Err(ErrorKind::Depth), "{op}");
    }
}

/// Each type mentions a variable whose type mentions the one before.
#[test]
fn types_that_lead_to_types_go_up_to_the_limit() {
    let text = |count: usize| {
        let mut text = String::from("def f(x0: pi.Int64):\n");
        for i in 1..=count {
            text.push_str(&format!("    x{i}: pi.Tensor((x{},), pi.FP32) = op()\n", i - 1));
        }
        text
    };
    assert_eq!(outcome(text(400)), Ok(()));
    assert_eq!(outcome(text(20_000)), Err(ErrorKind::Depth));
}

#[test]
fn parameters_that_need_one_another_go_up_to_the_limit() {
    let text = |count: usize| {
        let params: Vec<_> = (0..count).map(|i| format!("x{i}: pi.Tensor((x{},), pi.FP32)", i + 1)).collect();
        format!("def f({}):\n    return\n", params.join(", "))
    };
    assert_eq!(outcome(text(NEST_LIMIT / 2)), Ok(()));
    assert_eq!(outcome(text(20_000)), Err(NEST));
}

#[test]
fn long_programs_are_no_deep_ones() {
    let mut text = String::from("def f(x: pi.Int64):\n");
    for at in 0..5_000 {
        text.push_str(&format!("    y{at} = x + 1\n"));
    }
    assert_eq!(outcome(text), Ok(()));
    let wide = vec!["x"; 5_000].join(", ");
    assert_eq!(outcome(assigned(&format!("g({wide})"))), Ok(()));
    assert_eq!(outcome(format!("def f(x: pi.Int64):\n    return {wide}\n")), Ok(()));
}

/// Arguments that are no variables make each call's type one of its own.
#[test]
fn types_of_calls_in_types_grow_up_to_the_limit() {
    for dim in ["f(a, 1)", "f(a + a, a)", "f(-a, a)"] {
        let text = |count: usize| {
            let mut text =
                String::from("def f0(a: pi.Int64, b: pi.Int64) -> pi.Tensor((a,), pi.FP32):\n    return a\n");
            for level in 1..=count {
                let dim = dim.replacen('f', &format!("f{}", level - 1), 1);
                text.push_str(&format!(
                    "def f{level}(a: pi.Int64, b: pi.Int64) -> pi.Tensor(({dim}, {dim}), pi.FP32):\n    return a\n"
                ));
            }
            text
        };
        assert_eq!(outcome(text(7)), Ok(()), "{dim}");
        assert_eq!(outcome(text(60)), Err(ErrorKind::TypeSize), "{dim}");
    }
}

#[test]
fn types_of_nested_calls_are_shared_not_multiplied() {
    let nested = format!("{}b{}", "f(".repeat(60), ")".repeat(60));
    let program = format!(
        "def f(a: pi.Int64) -> pi.Tensor((a + a,), pi.FP32):\n    return a\n\
         def g(b: pi.Int64) -> pi.Tensor(({nested},), pi.FP32):\n    return b\n\
         def h(c: pi.Int64):\n    y = g(c)\n    return y\n"
    );
    outcome(program).expect("the program is well formed");
}
