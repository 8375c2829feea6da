//! What several tests need.

use sexpr_core::{assert_structural_equal, structural_equal};
use sexpr_examples::pypto::ir::{AssignStmt, Expr, Function, Program, Stmt};
use sexpr_examples::pypto::{self, FreeVars, canonical};

use crate::texts::rendered;

/// A program that is well-formed.
#[track_caller]
pub(crate) fn program(text: &str) -> Program {
    match pypto::parse("test.py", text) {
        Ok(program) => program,
        Err(error) => panic!("{}", rendered(&error)),
    }
}

/// The program's only function.
#[track_caller]
pub(crate) fn only_function(program: &Program) -> &Function {
    assert_eq!(program.functions.len(), 1);
    program.functions.values().next().expect("there is one")
}

/// A function's statements.
pub(crate) fn statements(function: &Function) -> Vec<Stmt> {
    match &function.body {
        Stmt::Seq(seq) => seq.statements.clone(),
        only => vec![only.clone()],
    }
}

/// The value of the first statement, an assignment, of a function with these parameters.
#[track_caller]
pub(crate) fn value(params: &str, expr: &str) -> Expr {
    assignment(params, &format!("y = {expr}")).value.clone()
}

/// The first statement, an assignment, of a function with these parameters.
#[track_caller]
pub(crate) fn assignment(params: &str, line: &str) -> std::sync::Arc<AssignStmt> {
    let program = program(&format!("def f({params}):\n    {line}\n"));
    match statements(only_function(&program)).swap_remove(0) {
        Stmt::Assign(assign) => assign,
        other => panic!("{other:?} is no assignment"),
    }
}

/// Whether two texts, read with one table of free variables, are equal programs.
#[track_caller]
pub(crate) fn equal(left: &str, right: &str) -> bool {
    let mut free = FreeVars::new();
    let [left, right] = [left, right].map(|text| match pypto::parse_with("test.py", text, &mut free) {
        Ok(program) => program,
        Err(error) => panic!("{}", rendered(&error)),
    });
    structural_equal(&left, &right)
}

/// Checks that what is printed reads back as the same program, and prints the same again. Gives the text.
#[track_caller]
pub(crate) fn assert_round_trip(program: &Program) -> String {
    let text = pypto::print(program);
    let mut free = FreeVars::of(program);
    let again = match pypto::parse_with("printed.py", &text, &mut free) {
        Ok(again) => again,
        Err(error) => panic!("{}\nin\n{text}", rendered(&error)),
    };
    assert_structural_equal!(again, canonical(program), "\n{text}");
    assert_eq!(pypto::print(&again), text, "printing is not idempotent");
    text
}

/// What is printed for a text, which must read back.
#[track_caller]
pub(crate) fn printed(text: &str) -> String {
    assert_round_trip(&program(text))
}

/// What is wrong with a text.
#[track_caller]
pub(crate) fn error(text: &str) -> pypto::ParseError {
    match pypto::parse("test.py", text) {
        Ok(program) => panic!("this is read as a program:\n{text}\n{program:?}"),
        Err(error) => error,
    }
}
