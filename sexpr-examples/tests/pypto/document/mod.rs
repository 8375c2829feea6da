//! The document that defines the IR, snippet by snippet: what it builds in Python is built here, and printed.
//!
//! Each test is called like the section in which its snippet stands.

/// Tests of what is built as it is printed: as it stands here, or in a snapshot.
macro_rules! blocks {
    (@check $printed:expr, $expected:literal) => {
        assert_eq!($printed, $expected)
    };
    (@check $printed:expr) => {
        insta::assert_snapshot!($printed)
    };
    ($(fn $name:ident() = $printed:expr $(=> $expected:literal)?;)*) => {
        $(
            #[test]
            fn $name() {
                blocks!(@check $printed $(, $expected)?);
            }
        )*
    };
}

mod examples;
mod expressions;
mod functions;
mod grammar;
mod statements;
mod texts;
mod types;

use std::sync::Arc;

use sexpr_examples::pypto::ir::{
    AssignStmt, BinaryExpr, ConstInt, DataType, Expr, Function, Program, Span, Stmt, Type, UnaryExpr, Var,
};

/// A place that is not known.
fn nowhere() -> Span {
    Span::unknown()
}

fn int64() -> Type {
    Type::scalar(DataType::Int64)
}

/// `ir.Var(name, ir.ScalarType(DataType.INT64), span)`
fn var(name: &str) -> Arc<Var> {
    Var::new(name, int64(), nowhere())
}

/// `ir.ConstInt(value, DataType.INT64, span)`
fn constant(value: i64) -> Arc<ConstInt> {
    ConstInt::new(value, DataType::Int64, nowhere())
}

/// The operands of an operation whose result is an `INT64`.
fn binary(left: impl Into<Expr>, right: impl Into<Expr>) -> Arc<BinaryExpr> {
    BinaryExpr::new(int64(), left, right, nowhere())
}

/// The operand of an operation whose result is an `INT64`.
fn unary(operand: impl Into<Expr>) -> Arc<UnaryExpr> {
    UnaryExpr::new(int64(), operand, nowhere())
}

/// The function `def name(x, y) -> int`.
fn of_two_numbers(name: &str, operation: impl Fn(Expr, Expr) -> Expr) -> Arc<Function> {
    let params = vec![var("x"), var("y")];
    let value = operation(params[0].clone().into(), params[1].clone().into());
    let body = AssignStmt::new(var("result"), value, nowhere());
    Function::new(name, params, vec![int64()], body, nowhere())
}

fn program(name: &str, functions: impl IntoIterator<Item = Arc<Function>>) -> Program {
    Program::new(functions, name, nowhere()).expect("names differ")
}

/// How a function's body is printed.
fn printed_body(params: Vec<Arc<Var>>, body: impl Into<Stmt>) -> String {
    let function = Function::new("f", params, vec![], body, nowhere());
    let text = program("", [function]).to_string();
    let (_, body) = text.split_once("):\n").expect("a function");
    body.to_owned()
}

/// How an expression is printed.
fn printed(expr: impl Into<Expr>) -> String {
    let expr = expr.into();
    let assigned = Var::new("result", expr.ty().clone(), nowhere());
    let text = printed_body(vec![], AssignStmt::new(assigned, expr, nowhere()));
    text.trim().strip_prefix("result = ").expect("an assignment").to_owned()
}

/// How a type is printed.
fn printed_type(ty: Type) -> String {
    let function = Function::new("f", vec![Var::new("x", ty, nowhere())], vec![], vec![], nowhere());
    let text = program("", [function]).to_string();
    let (_, after) = text.split_once("x: ").expect("a parameter");
    after.trim_end().strip_suffix("):\n    pass").expect("the end of the parameters").to_owned()
}
