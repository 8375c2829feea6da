//! What several tests need.

use std::sync::Arc;

use sexpr_core::{assert_structural_equal, structural_equal};
use sexpr_examples::pypto::ir::{
    AssignStmt, ConstInt, DataType, Expr, Function, Program, SeqStmts, Span, Stmt, Type, Var, YieldStmt,
};
use sexpr_examples::pypto::{self, FreeVars, canonical};

use crate::texts::accepted;

/// A program that is well-formed.
#[track_caller]
pub(crate) fn program(text: &str) -> Program {
    accepted(text, pypto::parse("test.py", text))
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
pub(crate) fn assignment(params: &str, line: &str) -> Arc<AssignStmt> {
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
    let [left, right] = [left, right].map(|text| accepted(text, pypto::parse_with("test.py", text, &mut free)));
    structural_equal(&left, &right)
}

/// Checks that what is printed reads back as the same program, and prints the same again. Gives the text.
#[track_caller]
pub(crate) fn assert_round_trip(program: &Program) -> String {
    let text = pypto::print(program);
    let mut free = FreeVars::of(program);
    let again = accepted(&text, pypto::parse_with("printed.py", &text, &mut free));
    assert_structural_equal!(again, canonical(program), "\n{text}");
    assert_eq!(pypto::print(&again), text, "printing is not idempotent");
    text
}

/// What is printed for a text, which must read back.
#[track_caller]
pub(crate) fn printed(text: &str) -> String {
    assert_round_trip(&program(text))
}

/// A variable of this type, which no text names.
pub(crate) fn var(name: &str, dtype: DataType) -> Arc<Var> {
    Var::new(name, Type::scalar(dtype), Span::unknown())
}

/// A number of type `Int64`.
pub(crate) fn int(value: i64) -> Expr {
    ConstInt::new(value, DataType::Int64, Span::unknown()).into()
}

pub(crate) fn assign(var: &Arc<Var>, value: impl Into<Expr>) -> Stmt {
    AssignStmt::new(var.clone(), value, Span::unknown()).into()
}

pub(crate) fn yields(values: Vec<Expr>) -> Stmt {
    YieldStmt::new(values, Span::unknown()).into()
}

pub(crate) fn seq(statements: impl IntoIterator<Item = Stmt>) -> Stmt {
    SeqStmts::new(statements.into_iter().collect(), Span::unknown()).into()
}

/// A program of one function, which has no results.
pub(crate) fn function(params: Vec<Arc<Var>>, body: impl Into<Stmt>) -> Program {
    let function = Function::new("f", params, vec![], body, Span::unknown());
    Program::new([function], "", Span::unknown()).expect("one function")
}

/// What is wrong with a text.
#[track_caller]
pub(crate) fn error(text: &str) -> pypto::ParseError {
    pypto::parse("test.py", text).expect_err(text)
}
