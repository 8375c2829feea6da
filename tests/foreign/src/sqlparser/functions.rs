//! Calls of functions, and windows.

use sexpr_core::StructuralEq;
use sqlparser::ast;

use super::*;

#[derive(StructuralEq)]
#[seq(remote = "ast::Function")]
pub struct Function {
    #[seq(as = "ObjectName")]
    name: ast::ObjectName,
    uses_odbc_syntax: bool,
    #[seq(as = "FunctionArguments")]
    parameters: ast::FunctionArguments,
    #[seq(as = "FunctionArguments")]
    args: ast::FunctionArguments,
    #[seq(as = "Vec<OrderByExpr>")]
    within_group: Vec<ast::OrderByExpr>,
    #[seq(as = "Option<Box<Expr>>")]
    filter: Option<Box<ast::Expr>>,
    #[seq(as = "Option<NullTreatment>")]
    null_treatment: Option<ast::NullTreatment>,
    #[seq(as = "Option<WindowType>")]
    over: Option<ast::WindowType>,
}

#[derive(StructuralEq)]
#[seq(remote = "ast::FunctionArguments")]
pub enum FunctionArguments {
    None,
    Subquery(#[seq(as = "Box<Query>")] Box<ast::Query>),
    List(#[seq(as = "FunctionArgumentList")] ast::FunctionArgumentList),
}

#[derive(StructuralEq)]
#[seq(remote = "ast::FunctionArgumentList")]
pub struct FunctionArgumentList {
    #[seq(as = "Option<DuplicateTreatment>")]
    duplicate_treatment: Option<ast::DuplicateTreatment>,
    #[seq(as = "Vec<FunctionArg>")]
    args: Vec<ast::FunctionArg>,
    #[seq(via = listed)]
    clauses: Vec<ast::FunctionArgumentClause>,
}

#[derive(StructuralEq)]
#[seq(remote = "ast::DuplicateTreatment")]
pub enum DuplicateTreatment {
    Distinct,
    All,
}

#[derive(StructuralEq)]
#[seq(remote = "ast::FunctionArg")]
pub enum FunctionArg {
    Named {
        #[seq(as = "Ident")]
        name: ast::Ident,
        #[seq(as = "FunctionArgExpr")]
        arg: ast::FunctionArgExpr,
        #[seq(via = shown)]
        operator: ast::FunctionArgOperator,
    },
    ExprNamed {
        #[seq(as = "Expr")]
        name: ast::Expr,
        #[seq(as = "FunctionArgExpr")]
        arg: ast::FunctionArgExpr,
        #[seq(via = shown)]
        operator: ast::FunctionArgOperator,
    },
    Unnamed(#[seq(as = "FunctionArgExpr")] ast::FunctionArgExpr),
}

#[derive(StructuralEq)]
#[seq(remote = "ast::FunctionArgExpr")]
pub enum FunctionArgExpr {
    Expr(#[seq(as = "Expr")] ast::Expr),
    QualifiedWildcard(#[seq(as = "ObjectName")] ast::ObjectName),
    Wildcard,
    WildcardWithOptions(#[seq(as = "WildcardAdditionalOptions")] ast::WildcardAdditionalOptions),
}

#[derive(StructuralEq)]
#[seq(remote = "ast::NullTreatment")]
pub enum NullTreatment {
    IgnoreNulls,
    RespectNulls,
}

#[derive(StructuralEq)]
#[seq(remote = "ast::WindowType")]
pub enum WindowType {
    WindowSpec(#[seq(as = "WindowSpec")] ast::WindowSpec),
    NamedWindow(#[seq(as = "Ident")] ast::Ident),
}

#[derive(StructuralEq)]
#[seq(remote = "ast::WindowSpec")]
pub struct WindowSpec {
    #[seq(as = "Option<Ident>")]
    window_name: Option<ast::Ident>,
    #[seq(as = "Vec<Expr>")]
    partition_by: Vec<ast::Expr>,
    #[seq(as = "Vec<OrderByExpr>")]
    order_by: Vec<ast::OrderByExpr>,
    #[seq(as = "Option<WindowFrame>")]
    window_frame: Option<ast::WindowFrame>,
}

#[derive(StructuralEq)]
#[seq(remote = "ast::WindowFrame")]
pub struct WindowFrame {
    #[seq(as = "WindowFrameUnits")]
    units: ast::WindowFrameUnits,
    #[seq(as = "WindowFrameBound")]
    start_bound: ast::WindowFrameBound,
    #[seq(as = "Option<WindowFrameBound>")]
    end_bound: Option<ast::WindowFrameBound>,
}

#[derive(StructuralEq)]
#[seq(remote = "ast::WindowFrameUnits")]
pub enum WindowFrameUnits {
    Rows,
    Range,
    Groups,
}

#[derive(StructuralEq)]
#[seq(remote = "ast::WindowFrameBound")]
pub enum WindowFrameBound {
    CurrentRow,
    Preceding(#[seq(as = "Option<Box<Expr>>")] Option<Box<ast::Expr>>),
    Following(#[seq(as = "Option<Box<Expr>>")] Option<Box<ast::Expr>>),
}
