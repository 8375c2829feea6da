//! Tables, and how they are joined.

use sexpr_core::StructuralEq;
use sqlparser::ast;

use super::*;

#[derive(StructuralEq)]
#[seq(remote = "ast::TableWithJoins")]
pub struct TableWithJoins {
    #[seq(as = "TableFactor")]
    relation: ast::TableFactor,
    #[seq(as = "Vec<Join>")]
    joins: Vec<ast::Join>,
}

#[derive(StructuralEq)]
#[seq(remote = "ast::TableFactor")]
pub enum TableFactor {
    Table {
        #[seq(as = "ObjectName")]
        name: ast::ObjectName,
        #[seq(as = "Option<TableAlias>")]
        alias: Option<ast::TableAlias>,
        #[seq(as = "Option<TableFunctionArgs>")]
        args: Option<ast::TableFunctionArgs>,
        #[seq(as = "Vec<Expr>")]
        with_hints: Vec<ast::Expr>,
        #[seq(via = optional)]
        version: Option<ast::TableVersion>,
        with_ordinality: bool,
        #[seq(as = "Vec<Ident>")]
        partitions: Vec<ast::Ident>,
        #[seq(via = optional)]
        json_path: Option<ast::JsonPath>,
        #[seq(via = printed)]
        sample: Option<ast::TableSampleKind>,
        #[seq(via = listed)]
        index_directives: Vec<ast::TableIndexDirective>,
        #[seq(via = printed)]
        inheritance: Option<ast::TableInheritance>,
    },
    Derived {
        lateral: bool,
        #[seq(as = "Box<Query>")]
        subquery: Box<ast::Query>,
        #[seq(as = "Option<TableAlias>")]
        alias: Option<ast::TableAlias>,
        #[seq(via = printed)]
        sample: Option<ast::TableSampleKind>,
    },
    TableFunction {
        #[seq(as = "Expr")]
        expr: ast::Expr,
        #[seq(as = "Option<TableAlias>")]
        alias: Option<ast::TableAlias>,
    },
    NestedJoin {
        #[seq(as = "Box<TableWithJoins>")]
        table_with_joins: Box<ast::TableWithJoins>,
        #[seq(as = "Option<TableAlias>")]
        alias: Option<ast::TableAlias>,
    },
    #[seq(rest = shown)]
    Other,
}

#[derive(StructuralEq)]
#[seq(remote = "ast::TableAlias")]
pub struct TableAlias {
    /// Whether there is an `AS`.
    #[seq(ignore)]
    explicit: bool,
    #[seq(as = "Ident")]
    name: ast::Ident,
    #[seq(as = "Vec<TableAliasColumnDef>")]
    columns: Vec<ast::TableAliasColumnDef>,
    #[seq(as = "Option<Ident>")]
    at: Option<ast::Ident>,
}

#[derive(StructuralEq)]
#[seq(remote = "ast::TableAliasColumnDef")]
pub struct TableAliasColumnDef {
    #[seq(as = "Ident")]
    name: ast::Ident,
    #[seq(via = optional)]
    data_type: Option<ast::DataType>,
}

#[derive(StructuralEq)]
#[seq(remote = "ast::TableFunctionArgs")]
pub struct TableFunctionArgs {
    #[seq(as = "Vec<FunctionArg>")]
    args: Vec<ast::FunctionArg>,
    #[seq(via = settings)]
    settings: Option<Vec<ast::Setting>>,
}

#[derive(StructuralEq)]
#[seq(remote = "ast::Join")]
pub struct Join {
    #[seq(as = "TableFactor")]
    relation: ast::TableFactor,
    global: bool,
    #[seq(as = "JoinOperator")]
    join_operator: ast::JoinOperator,
}

#[derive(StructuralEq)]
#[seq(remote = "ast::JoinOperator")]
pub enum JoinOperator {
    Join(#[seq(as = "JoinConstraint")] ast::JoinConstraint),
    Inner(#[seq(as = "JoinConstraint")] ast::JoinConstraint),
    Left(#[seq(as = "JoinConstraint")] ast::JoinConstraint),
    LeftOuter(#[seq(as = "JoinConstraint")] ast::JoinConstraint),
    Right(#[seq(as = "JoinConstraint")] ast::JoinConstraint),
    RightOuter(#[seq(as = "JoinConstraint")] ast::JoinConstraint),
    FullOuter(#[seq(as = "JoinConstraint")] ast::JoinConstraint),
    CrossJoin(#[seq(as = "JoinConstraint")] ast::JoinConstraint),
    Semi(#[seq(as = "JoinConstraint")] ast::JoinConstraint),
    LeftSemi(#[seq(as = "JoinConstraint")] ast::JoinConstraint),
    RightSemi(#[seq(as = "JoinConstraint")] ast::JoinConstraint),
    Anti(#[seq(as = "JoinConstraint")] ast::JoinConstraint),
    LeftAnti(#[seq(as = "JoinConstraint")] ast::JoinConstraint),
    RightAnti(#[seq(as = "JoinConstraint")] ast::JoinConstraint),
    CrossApply,
    OuterApply,
    AsOf {
        #[seq(as = "Expr")]
        match_condition: ast::Expr,
        #[seq(as = "JoinConstraint")]
        constraint: ast::JoinConstraint,
    },
    StraightJoin(#[seq(as = "JoinConstraint")] ast::JoinConstraint),
    ArrayJoin,
    LeftArrayJoin,
    InnerArrayJoin,
}

#[derive(StructuralEq)]
#[seq(remote = "ast::JoinConstraint")]
pub enum JoinConstraint {
    On(#[seq(as = "Expr")] ast::Expr),
    Using(#[seq(as = "Vec<ObjectName>")] Vec<ast::ObjectName>),
    UsingAlias(#[seq(as = "Vec<ObjectName>")] Vec<ast::ObjectName>, #[seq(as = "Ident")] ast::Ident),
    Natural,
    None,
}
