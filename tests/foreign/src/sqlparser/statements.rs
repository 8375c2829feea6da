//! Statements that read and write tables.

use sexpr_core::StructuralEq;
use sqlparser::ast::{self, helpers::attached_token::AttachedToken};

use super::*;

#[derive(StructuralEq)]
#[seq(remote = "ast::Statement")]
pub enum Statement {
    Query(#[seq(as = "Box<Query>")] Box<ast::Query>),
    Insert(#[seq(as = "Insert")] ast::Insert),
    Update(#[seq(as = "Update")] ast::Update),
    Delete(#[seq(as = "Delete")] ast::Delete),
    #[seq(rest = shown)]
    Other,
}

#[derive(StructuralEq)]
#[seq(remote = "ast::Insert")]
pub struct Insert {
    #[seq(ignore)]
    insert_token: AttachedToken,
    #[seq(via = listed)]
    optimizer_hints: Vec<ast::OptimizerHint>,
    #[seq(via = optional)]
    or: Option<ast::SqliteOnConflict>,
    ignore: bool,
    into: bool,
    #[seq(via = shown)]
    table: ast::TableObject,
    #[seq(via = printed)]
    table_alias: Option<ast::TableAliasWithoutColumns>,
    #[seq(as = "Vec<ObjectName>")]
    columns: Vec<ast::ObjectName>,
    by_name: bool,
    overwrite: bool,
    #[seq(as = "Option<Box<Query>>")]
    source: Option<Box<ast::Query>>,
    #[seq(as = "Vec<Assignment>")]
    assignments: Vec<ast::Assignment>,
    #[seq(as = "Option<Vec<Expr>>")]
    partitioned: Option<Vec<ast::Expr>>,
    #[seq(as = "Vec<Ident>")]
    after_columns: Vec<ast::Ident>,
    #[seq(via = optional)]
    overriding: Option<ast::InsertOverriding>,
    has_table_keyword: bool,
    #[seq(via = optional)]
    on: Option<ast::OnInsert>,
    #[seq(as = "Option<Vec<SelectItem>>")]
    returning: Option<Vec<ast::SelectItem>>,
    #[seq(via = optional)]
    output: Option<ast::OutputClause>,
    replace_into: bool,
    #[seq(via = optional)]
    priority: Option<ast::MysqlInsertPriority>,
    #[seq(via = printed)]
    insert_alias: Option<ast::InsertAliases>,
    #[seq(via = settings)]
    settings: Option<Vec<ast::Setting>>,
    #[seq(via = optional)]
    format_clause: Option<ast::InputFormatClause>,
    #[seq(via = optional)]
    multi_table_insert_type: Option<ast::MultiTableInsertType>,
    #[seq(via = listed)]
    multi_table_into_clauses: Vec<ast::MultiTableInsertIntoClause>,
    #[seq(via = listed)]
    multi_table_when_clauses: Vec<ast::MultiTableInsertWhenClause>,
    #[seq(via = printed)]
    multi_table_else_clause: Option<Vec<ast::MultiTableInsertIntoClause>>,
}

#[derive(StructuralEq)]
#[seq(remote = "ast::Delete")]
pub struct Delete {
    #[seq(ignore)]
    delete_token: AttachedToken,
    #[seq(via = listed)]
    optimizer_hints: Vec<ast::OptimizerHint>,
    #[seq(as = "Vec<ObjectName>")]
    tables: Vec<ast::ObjectName>,
    #[seq(as = "FromTable")]
    from: ast::FromTable,
    #[seq(as = "Option<Ident>")]
    on_cluster: Option<ast::Ident>,
    #[seq(as = "Option<Vec<TableWithJoins>>")]
    using: Option<Vec<ast::TableWithJoins>>,
    #[seq(as = "Option<Expr>")]
    selection: Option<ast::Expr>,
    #[seq(as = "Option<Vec<SelectItem>>")]
    returning: Option<Vec<ast::SelectItem>>,
    #[seq(via = optional)]
    output: Option<ast::OutputClause>,
    #[seq(as = "Vec<OrderByExpr>")]
    order_by: Vec<ast::OrderByExpr>,
    #[seq(as = "Option<Expr>")]
    limit: Option<ast::Expr>,
    #[seq(via = settings)]
    settings: Option<Vec<ast::Setting>>,
}

#[derive(StructuralEq)]
#[seq(remote = "ast::Update")]
pub struct Update {
    #[seq(ignore)]
    update_token: AttachedToken,
    #[seq(via = listed)]
    optimizer_hints: Vec<ast::OptimizerHint>,
    #[seq(as = "TableWithJoins")]
    table: ast::TableWithJoins,
    #[seq(as = "Option<Ident>")]
    on_cluster: Option<ast::Ident>,
    #[seq(as = "Vec<Assignment>")]
    assignments: Vec<ast::Assignment>,
    #[seq(via = printed)]
    from: Option<ast::UpdateTableFromKind>,
    #[seq(as = "Option<Expr>")]
    selection: Option<ast::Expr>,
    #[seq(as = "Option<Vec<SelectItem>>")]
    returning: Option<Vec<ast::SelectItem>>,
    #[seq(via = optional)]
    output: Option<ast::OutputClause>,
    #[seq(via = optional)]
    or: Option<ast::SqliteOnConflict>,
    #[seq(as = "Vec<OrderByExpr>")]
    order_by: Vec<ast::OrderByExpr>,
    #[seq(as = "Option<Expr>")]
    limit: Option<ast::Expr>,
    #[seq(via = settings)]
    settings: Option<Vec<ast::Setting>>,
}

#[derive(StructuralEq)]
#[seq(remote = "ast::Assignment")]
pub struct Assignment {
    #[seq(as = "AssignmentTarget")]
    target: ast::AssignmentTarget,
    #[seq(as = "Expr")]
    value: ast::Expr,
}

#[derive(StructuralEq)]
#[seq(remote = "ast::AssignmentTarget")]
pub enum AssignmentTarget {
    ColumnName(#[seq(as = "ObjectName")] ast::ObjectName),
    Tuple(#[seq(as = "Vec<ObjectName>")] Vec<ast::ObjectName>),
}

#[derive(StructuralEq)]
#[seq(remote = "ast::FromTable")]
pub enum FromTable {
    WithFromKeyword(#[seq(as = "Vec<TableWithJoins>")] Vec<ast::TableWithJoins>),
    WithoutKeyword(#[seq(as = "Vec<TableWithJoins>")] Vec<ast::TableWithJoins>),
}
