//! Calls of operations: their names, and attributes that are expressions.

use sexpr_examples::pypto::ir::{
    AssignStmt, AttrValue, Call, Callee, ConstFloat, ConstInt, DataType, Expr, Function, GlobalVar, Op, Program,
    ProgramError, Span, Stmt, Type, Var,
};
use sexpr_examples::pypto::{check, parse, print};

use crate::support::{assert_round_trip, equal, error, printed, program, value};

fn assigned(expr: &str) -> String {
    format!("def f(x: pi.FP32, i: pi.Int64):\n    y = {expr}\n")
}

#[test]
fn names_of_operations_have_dots() {
    for name in ["tensor.matmul", "block.load", "a.b.c.d", "pi.op.tensor.exp", "pi.load", "größe.é"] {
        let Expr::Call(call) = value("x: pi.FP32", &format!("{name}(x, axis=1)")) else { panic!() };
        assert!(matches!(&call.op, Callee::Op(op) if &*op.name == name), "{name}");
        assert!(printed(&assigned(&format!("{name}(x)"))).contains(&format!("y = {name}(x)\n")));
    }
    assert!(equal(&assigned("tensor . exp(x)"), &assigned("tensor.exp(x)")));
    assert!(!equal(&assigned("tensor.exp(x)"), &assigned("exp(x)")));
    assert!(!equal(&assigned("tensor.exp(x)"), &assigned("block.exp(x)")));
}

#[test]
fn attributes_are_known_by_name_and_compared_up_to_the_names_of_variables() {
    let body = |call: &str| format!("def f(i: pi.Int64, j: pi.Int64):\n    y = {call}\n");
    for (left, right, expected) in cases! {
        "op(a=1, b=2)", "op(b=2, a=1)" => true;
        "op(a=1, b=2)", "op(a=2, b=1)" => false;
        "op(a=1)", "op(a=1.0)" => false;
        "op(a=1)", "op(a=True)" => false;
        "op(offset=[i * 64])", "op(offset=[j * 64])" => false;
        "op(offset=[i * 64])", "op(offset=[i * 32])" => false;
        // The module's name is no part of an operation's name.
        "pi.op.exp(i)", "ir.op.exp(i)" => true;
    } {
        let other = if right.starts_with("ir.") { body(right).replace("pi.", "ir.") } else { body(right) };
        let import = if right.starts_with("ir.") { "import pypto.ir as ir\n" } else { "" };
        assert_eq!(equal(&body(left), &format!("{import}{other}")), expected, "{left} {right}");
    }
    let offset = |param: &str| format!("def f({param}: pi.Int64):\n    y = op(offset=[{param} * 64])\n");
    assert!(equal(&offset("i"), &offset("k")));
    let not_imported = format!("import pypto.ir as ir\n{}", body("ir.op.exp(i)"));
    assert!(error(&not_imported).to_string().contains("`pi` is not imported"));
}

#[test]
fn a_variable_may_be_called_like_the_beginning_of_an_operation() {
    let text = "def f(tensor: pi.FP32):\n    y = tensor.exp(tensor)\n    return tensor\n";
    assert!(assert_round_trip(&program(text)).ends_with(text));
}

#[test]
fn values_of_attributes_are_expressions() {
    let call = "tensor.view(x, axis=i, dtype=pi.FP16, offset=[i * 64, 0, [-i, \"row\"]], scale=g(i + 1)[0])";
    let Expr::Call(node) = value("x: pi.FP32, i: pi.Int64", call) else { panic!() };
    assert!(matches!(&node.attributes["axis"], AttrValue::Expr(Expr::Var(i)) if i.name == "i"));
    let AttrValue::List(offset) = &node.attributes["offset"] else { panic!() };
    assert!(matches!(&**offset, [AttrValue::Expr(Expr::Mul(_)), AttrValue::Int(0), AttrValue::List(_)]));
    assert_eq!(node.attribute_exprs().len(), 4);
    assert!(printed(&assigned(call)).contains(&format!("y = {call}\n")));
}

#[test]
fn a_literal_is_a_constant_and_a_typed_one_an_expression() {
    let attribute = |text: &str| match value("", &format!("g(a={text})")) {
        Expr::Call(call) => call.attributes["a"].clone(),
        other => panic!("{other:?}"),
    };
    assert!(matches!(attribute("5"), AttrValue::Int(5)));
    assert!(matches!(attribute("(-5)"), AttrValue::Int(-5)));
    assert!(matches!(attribute("True"), AttrValue::Bool(true)));
    assert!(matches!(attribute("-pi.inf"), AttrValue::Float(f64::NEG_INFINITY)));
    assert!(matches!(attribute("pi.Int8"), AttrValue::DataType(DataType::Int8)));
    assert!(matches!(attribute("pi.const(5, pi.Int64)"), AttrValue::Expr(Expr::ConstInt(_))));
    assert!(matches!(attribute("not True"), AttrValue::Expr(Expr::Not(_))));
    assert!(!equal(&assigned("g(a=5)"), &assigned("g(a=pi.const(5, pi.Int64))")));
    let constants =
        ["pi.const(5, pi.Int64)", "pi.const(1, pi.Bool)", "pi.const(1.5, pi.FP32)", "pi.const(-5, pi.Int8)"];
    for text in constants {
        assert!(printed(&assigned(&format!("g(a={text})"))).contains(&format!("g(a={text})")), "{text}");
    }
}

#[test]
fn expressions_in_attributes_are_checked() {
    let problems = |text: &str| check(&program(text)).iter().map(ToString::to_string).collect::<Vec<_>>();
    assert_eq!(
        problems(&assigned("g(offset=[i + x, z])")),
        [
            "test.py:2:19: the operands of `+` have different types: Int64 and FP32",
            "test.py:2:26: `z` is not bound here",
        ]
    );
}

/// A program with one function of that name, which calls this.
fn calling(name: &str, op: impl Into<Callee>, attribute: &str) -> Program {
    let attributes = [(attribute.to_owned(), AttrValue::Int(1))].into();
    let call = Call::with_attributes(Type::unknown(), op, vec![], attributes, Span::unknown());
    let assign = AssignStmt::new(Var::new("y", Type::unknown(), Span::unknown()), call, Span::unknown());
    let function = Function::new(name, vec![], vec![], Stmt::from(assign), Span::unknown());
    Program { name: String::new(), functions: [(GlobalVar::new(name), function)].into(), span: Span::unknown() }
}

#[test]
fn a_function_is_not_built_with_a_name_that_is_none() {
    for name in ["if", "xor", "def", "a b", "", "1a", "a.b"] {
        let function = Function::new(name, vec![], vec![], vec![], Span::unknown());
        let error = Program::new([function], "", Span::unknown()).expect_err(name);
        assert_eq!(error, ProgramError::FunctionName(name.to_owned()));
    }
}

#[test]
fn names_that_are_none_are_printed_as_names_and_told() {
    for (name, op, attribute) in [("if", "tensor.not", "in"), ("a b", "1.é!", "a-b"), ("", "", "")] {
        let program = calling(name, Op::new(op), attribute);
        let text = print(&program);
        parse("printed.py", &text).unwrap_or_else(|error| panic!("{error}\n{text}"));
        let problems: Vec<_> = check(&program).iter().map(ToString::to_string).collect();
        assert_eq!(problems.len(), 3, "{problems:?}");
    }
    let recursive = calling("while", GlobalVar::new("while"), "a");
    assert!(print(&recursive).contains("def while_():\n    y = while_(a=1)"));
}

#[test]
fn an_operation_is_not_called_like_a_function() {
    for op in ["f", "min", "abs"] {
        let problems = check(&calling("f", Op::new(op), "a"));
        let problems: Vec<_> = problems.iter().map(ToString::to_string).collect();
        assert_eq!(problems, [format!("unknown place: the operation `{op}` has the name of a function")]);
    }
}

/// A text means something else by these.
#[test]
fn an_operation_is_not_called_like_what_the_module_has() {
    for (op, printed) in
        [("pi.const", "pi.const_"), ("pi.range", "pi.range_"), ("pi.FP32", "pi.FP32_"), ("pi.Tile", "pi.Tile_")]
    {
        let program = calling("f", Op::new(op), "a");
        let text = print(&program);
        assert!(text.contains(&format!("y = {printed}(a=1)")), "{text}");
        parse("printed.py", &text).unwrap_or_else(|error| panic!("{error}\n{text}"));
        let problems: Vec<_> = check(&program).iter().map(ToString::to_string).collect();
        assert_eq!(problems, [format!("unknown place: `{op}` cannot be the name of an operation")]);
    }
    for op in ["pi.inf", "pi.exp", "pi.range.of", "tensor.const"] {
        let program = calling("f", Op::new(op), "a");
        assert!(check(&program).is_empty(), "{op}");
        assert_round_trip(&program);
    }
}

#[test]
fn constants_in_attributes_that_are_built_read_back() {
    let constants: [Expr; 3] = [
        ConstInt::new(5, DataType::Int64, Span::unknown()).into(),
        ConstInt::new(0, DataType::Bool, Span::unknown()).into(),
        ConstFloat::new(f64::NAN, DataType::FP32, Span::unknown()).into(),
    ];
    for constant in constants {
        let attributes = [("a".to_owned(), AttrValue::List(vec![AttrValue::Expr(constant)]))].into();
        let call = Call::with_attributes(Type::unknown(), Op::new("g"), vec![], attributes, Span::unknown());
        let assign = AssignStmt::new(Var::new("y", Type::unknown(), Span::unknown()), call, Span::unknown());
        let function = Function::new("f", vec![], vec![], Stmt::from(assign), Span::unknown());
        assert_round_trip(&Program::new([function], "", Span::unknown()).expect("one function"));
    }
}
