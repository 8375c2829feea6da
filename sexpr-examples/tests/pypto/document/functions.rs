//! Functions and programs.

use sexpr_examples::pypto::ir::{AssignStmt, Call, Expr, Function, Program};

use super::{binary, int64, nowhere, of_two_numbers, program, var};

fn sum(x: Expr, y: Expr) -> Expr {
    Expr::Add(binary(x, y))
}

fn product(x: Expr, y: Expr) -> Expr {
    Expr::Mul(binary(x, y))
}

/// `def main(x) -> int: y = helper(x)`, with its helper.
fn main_and_helper() -> Program {
    let (x, y) = (var("x"), var("y"));
    let body = AssignStmt::new(y.clone(), x.clone(), nowhere());
    let helper = Function::new("helper", vec![x.clone()], vec![int64()], body, nowhere());
    let alone = program("my_program", [helper.clone()]);
    let helper_gvar = alone.get_global_var("helper").expect("it is there").clone();
    let call = Call::new(helper.call_type(), helper_gvar, vec![x.clone().into()], nowhere());
    let main = Function::new("main", vec![x], vec![int64()], AssignStmt::new(y, call, nowhere()), nowhere());
    program("my_program", [helper, main])
}

blocks! {
    fn function_definition() = program("", [of_two_numbers("add", sum)]);
    // Functions are sorted by name.
    fn program_basic_usage() =
        program("my_program", [of_two_numbers("multiply", product), of_two_numbers("add", sum)]);
    fn calls_within_a_program() = main_and_helper();
    fn global_names_are_unique() =
        Program::new([(); 2].map(|()| of_two_numbers("add", sum)), "", nowhere()).expect_err("one name").to_string()
            => "the program has two functions called `add`";
}

#[test]
fn accessing_functions() {
    let program = program("", [of_two_numbers("add", sum)]);
    assert_eq!((program.name.as_str(), &*program.get_function("add").expect("it is there").name), ("", "add"));
    assert_eq!(&*program.get_global_var("add").expect("it is there").name, "add");
    assert!(program.get_function("sub").is_none() && program.get_global_var("sub").is_none());
    let all: Vec<_> = program.functions.iter().map(|(gvar, func)| (&*gvar.name, func.params.len())).collect();
    assert_eq!(all, [("add", 2)]);
}
