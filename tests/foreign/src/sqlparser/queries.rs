//! Queries: what they select, and how that is combined.

use sexpr_core::StructuralEq;
use sqlparser::ast::{self, helpers::attached_token::AttachedToken};

use super::*;

#[derive(StructuralEq)]
#[seq(remote = "ast::Query")]
pub struct Query {
    #[seq(as = "Option<With>")]
    with: Option<ast::With>,
    #[seq(as = "Box<SetExpr>")]
    body: Box<ast::SetExpr>,
    #[seq(as = "Option<OrderBy>")]
    order_by: Option<ast::OrderBy>,
    #[seq(as = "Option<LimitClause>")]
    limit_clause: Option<ast::LimitClause>,
    #[seq(as = "Option<Fetch>")]
    fetch: Option<ast::Fetch>,
    #[seq(via = listed)]
    locks: Vec<ast::LockClause>,
    #[seq(via = optional)]
    for_clause: Option<ast::ForClause>,
    #[seq(via = settings)]
    settings: Option<Vec<ast::Setting>>,
    #[seq(via = optional)]
    format_clause: Option<ast::FormatClause>,
    #[seq(via = listed)]
    pipe_operators: Vec<ast::PipeOperator>,
}

#[derive(StructuralEq)]
#[seq(remote = "ast::With")]
pub struct With {
    #[seq(ignore)]
    with_token: AttachedToken,
    recursive: bool,
    #[seq(as = "Vec<Cte>")]
    cte_tables: Vec<ast::Cte>,
}

#[derive(StructuralEq)]
#[seq(remote = "ast::Cte")]
pub struct Cte {
    #[seq(as = "TableAlias")]
    alias: ast::TableAlias,
    #[seq(as = "Box<Query>")]
    query: Box<ast::Query>,
    #[seq(as = "Option<Ident>")]
    from: Option<ast::Ident>,
    #[seq(as = "Option<CteAsMaterialized>")]
    materialized: Option<ast::CteAsMaterialized>,
    #[seq(ignore)]
    closing_paren_token: AttachedToken,
}

#[derive(StructuralEq)]
#[seq(remote = "ast::CteAsMaterialized")]
pub enum CteAsMaterialized {
    Materialized,
    NotMaterialized,
}

#[derive(StructuralEq)]
#[seq(remote = "ast::SetExpr")]
pub enum SetExpr {
    Select(#[seq(as = "Box<Select>")] Box<ast::Select>),
    Query(#[seq(as = "Box<Query>")] Box<ast::Query>),
    SetOperation {
        #[seq(as = "Box<SetExpr>")]
        left: Box<ast::SetExpr>,
        #[seq(as = "SetOperator")]
        op: ast::SetOperator,
        #[seq(as = "SetQuantifier")]
        set_quantifier: ast::SetQuantifier,
        #[seq(as = "Box<SetExpr>")]
        right: Box<ast::SetExpr>,
    },
    Values(#[seq(as = "Values")] ast::Values),
    Insert(#[seq(as = "Statement")] ast::Statement),
    Update(#[seq(as = "Statement")] ast::Statement),
    Delete(#[seq(as = "Statement")] ast::Statement),
    Merge(#[seq(as = "Statement")] ast::Statement),
    Table(#[seq(via = shown)] Box<ast::Table>),
}

#[derive(StructuralEq)]
#[seq(remote = "ast::SetOperator")]
pub enum SetOperator {
    Union,
    Except,
    Intersect,
    Minus,
}

#[derive(StructuralEq)]
#[seq(remote = "ast::SetQuantifier")]
pub enum SetQuantifier {
    All,
    Distinct,
    ByName,
    AllByName,
    DistinctByName,
    None,
}

#[derive(StructuralEq)]
#[seq(remote = "ast::Values")]
pub struct Values {
    explicit_row: bool,
    value_keyword: bool,
    #[seq(as = "Vec<Row>")]
    rows: Vec<ast::Parens<Vec<ast::Expr>>>,
}

#[derive(StructuralEq)]
#[seq(remote = "ast::Parens<Vec<ast::Expr>>")]
pub struct Row {
    #[seq(ignore)]
    opening_token: AttachedToken,
    #[seq(as = "Vec<Expr>")]
    content: Vec<ast::Expr>,
    #[seq(ignore)]
    closing_token: AttachedToken,
}

#[derive(StructuralEq)]
#[seq(remote = "ast::Select")]
pub struct Select {
    #[seq(ignore)]
    select_token: AttachedToken,
    #[seq(via = listed)]
    optimizer_hints: Vec<ast::OptimizerHint>,
    #[seq(as = "Option<Distinct>")]
    distinct: Option<ast::Distinct>,
    #[seq(via = optional)]
    select_modifiers: Option<ast::SelectModifiers>,
    #[seq(via = optional)]
    top: Option<ast::Top>,
    top_before_distinct: bool,
    #[seq(as = "Vec<SelectItem>")]
    projection: Vec<ast::SelectItem>,
    #[seq(via = optional)]
    exclude: Option<ast::ExcludeSelectItem>,
    #[seq(via = optional)]
    into: Option<ast::SelectInto>,
    #[seq(as = "Vec<TableWithJoins>")]
    from: Vec<ast::TableWithJoins>,
    #[seq(via = listed)]
    lateral_views: Vec<ast::LateralView>,
    #[seq(as = "Option<Expr>")]
    prewhere: Option<ast::Expr>,
    #[seq(as = "Option<Expr>")]
    selection: Option<ast::Expr>,
    #[seq(via = listed)]
    connect_by: Vec<ast::ConnectByKind>,
    #[seq(as = "GroupByExpr")]
    group_by: ast::GroupByExpr,
    #[seq(as = "Vec<Expr>")]
    cluster_by: Vec<ast::Expr>,
    #[seq(as = "Vec<Expr>")]
    distribute_by: Vec<ast::Expr>,
    #[seq(as = "Vec<OrderByExpr>")]
    sort_by: Vec<ast::OrderByExpr>,
    #[seq(as = "Option<Expr>")]
    having: Option<ast::Expr>,
    #[seq(via = listed)]
    named_window: Vec<ast::NamedWindowDefinition>,
    #[seq(as = "Option<Expr>")]
    qualify: Option<ast::Expr>,
    window_before_qualify: bool,
    #[seq(via = optional)]
    value_table_mode: Option<ast::ValueTableMode>,
    #[seq(as = "SelectFlavor")]
    flavor: ast::SelectFlavor,
}

#[derive(StructuralEq)]
#[seq(remote = "ast::SelectFlavor")]
pub enum SelectFlavor {
    Standard,
    FromFirst,
    FromFirstNoSelect,
}

#[derive(StructuralEq)]
#[seq(remote = "ast::Distinct")]
pub enum Distinct {
    All,
    Distinct,
    On(#[seq(as = "Vec<Expr>")] Vec<ast::Expr>),
}

#[derive(StructuralEq)]
#[seq(remote = "ast::SelectItem")]
pub enum SelectItem {
    UnnamedExpr(#[seq(as = "Expr")] ast::Expr),
    ExprWithAlias {
        #[seq(as = "Expr")]
        expr: ast::Expr,
        #[seq(as = "Ident")]
        alias: ast::Ident,
    },
    ExprWithAliases {
        #[seq(as = "Expr")]
        expr: ast::Expr,
        #[seq(as = "Vec<Ident>")]
        aliases: Vec<ast::Ident>,
    },
    QualifiedWildcard(
        #[seq(as = "SelectItemQualifiedWildcardKind")] ast::SelectItemQualifiedWildcardKind,
        #[seq(as = "WildcardAdditionalOptions")] ast::WildcardAdditionalOptions,
    ),
    Wildcard(#[seq(as = "WildcardAdditionalOptions")] ast::WildcardAdditionalOptions),
}

#[derive(StructuralEq)]
#[seq(remote = "ast::SelectItemQualifiedWildcardKind")]
pub enum SelectItemQualifiedWildcardKind {
    ObjectName(#[seq(as = "ObjectName")] ast::ObjectName),
    Expr(#[seq(as = "Expr")] ast::Expr),
}

#[derive(StructuralEq)]
#[seq(remote = "ast::WildcardAdditionalOptions")]
pub struct WildcardAdditionalOptions {
    #[seq(ignore)]
    wildcard_token: AttachedToken,
    #[seq(via = optional)]
    opt_ilike: Option<ast::IlikeSelectItem>,
    #[seq(via = optional)]
    opt_exclude: Option<ast::ExcludeSelectItem>,
    #[seq(via = optional)]
    opt_except: Option<ast::ExceptSelectItem>,
    #[seq(via = optional)]
    opt_replace: Option<ast::ReplaceSelectItem>,
    #[seq(via = optional)]
    opt_rename: Option<ast::RenameSelectItem>,
    #[seq(as = "Option<Ident>")]
    opt_alias: Option<ast::Ident>,
}

#[derive(StructuralEq)]
#[seq(remote = "ast::GroupByExpr")]
pub enum GroupByExpr {
    All(#[seq(via = listed)] Vec<ast::GroupByWithModifier>),
    Expressions(#[seq(as = "Vec<Expr>")] Vec<ast::Expr>, #[seq(via = listed)] Vec<ast::GroupByWithModifier>),
}

#[derive(StructuralEq)]
#[seq(remote = "ast::OrderBy")]
pub struct OrderBy {
    #[seq(as = "OrderByKind")]
    kind: ast::OrderByKind,
    #[seq(via = printed)]
    interpolate: Option<ast::Interpolate>,
}

#[derive(StructuralEq)]
#[seq(remote = "ast::OrderByKind")]
pub enum OrderByKind {
    All(#[seq(as = "OrderByOptions")] ast::OrderByOptions),
    Expressions(#[seq(as = "Vec<OrderByExpr>")] Vec<ast::OrderByExpr>),
}

#[derive(StructuralEq)]
#[seq(remote = "ast::OrderByExpr")]
pub struct OrderByExpr {
    #[seq(as = "Expr")]
    expr: ast::Expr,
    #[seq(as = "OrderByOptions")]
    options: ast::OrderByOptions,
    #[seq(via = optional)]
    with_fill: Option<ast::WithFill>,
}

#[derive(StructuralEq)]
#[seq(remote = "ast::OrderByOptions")]
pub struct OrderByOptions {
    #[seq(via = printed)]
    sort: Option<ast::OrderBySort>,
    nulls_first: Option<bool>,
}

#[derive(StructuralEq)]
#[seq(remote = "ast::LimitClause")]
pub enum LimitClause {
    LimitOffset {
        #[seq(as = "Option<Expr>")]
        limit: Option<ast::Expr>,
        #[seq(as = "Option<Offset>")]
        offset: Option<ast::Offset>,
        #[seq(as = "Vec<Expr>")]
        limit_by: Vec<ast::Expr>,
    },
    OffsetCommaLimit {
        #[seq(as = "Expr")]
        offset: ast::Expr,
        #[seq(as = "Expr")]
        limit: ast::Expr,
    },
}

#[derive(StructuralEq)]
#[seq(remote = "ast::Offset")]
pub struct Offset {
    #[seq(as = "Expr")]
    value: ast::Expr,
    #[seq(as = "OffsetRows")]
    rows: ast::OffsetRows,
}

#[derive(StructuralEq)]
#[seq(remote = "ast::OffsetRows")]
pub enum OffsetRows {
    None,
    Row,
    Rows,
}

#[derive(StructuralEq)]
#[seq(remote = "ast::Fetch")]
pub struct Fetch {
    with_ties: bool,
    percent: bool,
    #[seq(as = "Option<Expr>")]
    quantity: Option<ast::Expr>,
}
