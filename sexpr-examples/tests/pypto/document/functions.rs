//! Functions and programs.

use insta::assert_snapshot;
use sexpr_examples::pypto::ir::{AssignStmt, Call, Expr, Function, Program};

use super::{binary, int64, nowhere, var};

/// A function of two numbers that assigns to `result` what it makes of them.
fn function(name: &str, operation: impl Fn(Expr, Expr) -> Expr) -> std::sync::Arc<Function> {
    let params = vec![var("x"), var("y")];
    let result = var("result");
    let value = operation(params[0].clone().into(), params[1].clone().into());
    Function::new(name, params, vec![int64()], AssignStmt::new(result, value, nowhere()), nowhere())
}

#[test]
fn function_definition() {
    // def add(x, y) -> int: return x + y
    let params = vec![var("x"), var("y")];
    let return_types = vec![int64()];
    let result = var("result");
    let add_expr = Expr::Add(binary(params[0].clone(), params[1].clone()));
    let body = AssignStmt::new(result, add_expr, nowhere());
    let func = Function::new("add", params, return_types, body, nowhere());
    assert_eq!((func.name.as_str(), func.params.len(), func.return_types.len()), ("add", 2, 1));
    assert_snapshot!(Program::new([func], "", nowhere()).expect("one function"));
}

#[test]
fn program_basic_usage() {
    let func1 = function("multiply", |x, y| Expr::Mul(binary(x, y)));
    let func2 = function("add", |x, y| Expr::Add(binary(x, y)));
    let program = Program::new([func1.clone(), func2.clone()], "my_program", nowhere()).expect("two names");
    assert_eq!(program.name, "my_program");
    let unnamed = Program::new([func1, func2], "", nowhere()).expect("two names");
    assert_eq!(unnamed.name, "");

    // Functions are automatically sorted by name.
    let names: Vec<_> = program.functions.keys().map(|name| &*name.name).collect();
    assert_eq!(names, ["add", "multiply"]);
    assert_snapshot!(program);
}

#[test]
fn accessing_functions() {
    let program = Program::new([function("add", |x, y| Expr::Add(binary(x, y)))], "", nowhere()).expect("one name");
    let add_func = program.get_function("add").expect("it is there");
    assert_eq!(add_func.name, "add");
    let add_gvar = program.get_global_var("add").expect("it is there");
    assert_eq!(&*add_gvar.name, "add");
    assert!(program.get_function("sub").is_none() && program.get_global_var("sub").is_none());

    let all: Vec<_> = program.functions.iter().map(|(gvar, func)| (&*gvar.name, func.params.len())).collect();
    assert_eq!(all, [("add", 2)]);
}

#[test]
fn global_names_are_unique() {
    let add = || function("add", |x, y| Expr::Add(binary(x, y)));
    let error = Program::new([add(), add()], "", nowhere()).expect_err("one name");
    assert_snapshot!(error, @"the program has two functions called `add`");
}

#[test]
fn calls_within_a_program() {
    let (x, y) = (var("x"), var("y"));

    let helper_body = AssignStmt::new(y.clone(), x.clone(), nowhere());
    let helper = Function::new("helper", vec![x.clone()], vec![int64()], helper_body, nowhere());

    let program = Program::new([helper.clone()], "my_program", nowhere()).expect("one function");
    let helper_gvar = program.get_global_var("helper").expect("it is there").clone();
    let call = Call::new(helper.call_type(), helper_gvar, vec![x.clone().into()], nowhere());
    let main_body = AssignStmt::new(y, call, nowhere());
    let main = Function::new("main", vec![x], vec![int64()], main_body, nowhere());

    let program = Program::new([helper, main], "my_program", nowhere()).expect("two names");
    assert_snapshot!(program);
}
