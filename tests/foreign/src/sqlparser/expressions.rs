//! Expressions and values.

use sexpr_core::StructuralEq;
use sqlparser::{
    ast::{self, helpers::attached_token::AttachedToken},
    tokenizer::Span,
};

use super::*;

#[derive(StructuralEq)]
#[seq(remote = "ast::Expr")]
pub enum Expr {
    Identifier(#[seq(as = "Ident")] ast::Ident),
    CompoundIdentifier(#[seq(as = "Vec<Ident>")] Vec<ast::Ident>),
    CompoundFieldAccess {
        #[seq(as = "Box<Expr>")]
        root: Box<ast::Expr>,
        #[seq(as = "Vec<AccessExpr>")]
        access_chain: Vec<ast::AccessExpr>,
    },
    IsFalse(#[seq(as = "Box<Expr>")] Box<ast::Expr>),
    IsNotFalse(#[seq(as = "Box<Expr>")] Box<ast::Expr>),
    IsTrue(#[seq(as = "Box<Expr>")] Box<ast::Expr>),
    IsNotTrue(#[seq(as = "Box<Expr>")] Box<ast::Expr>),
    IsNull(#[seq(as = "Box<Expr>")] Box<ast::Expr>),
    IsNotNull(#[seq(as = "Box<Expr>")] Box<ast::Expr>),
    IsUnknown(#[seq(as = "Box<Expr>")] Box<ast::Expr>),
    IsNotUnknown(#[seq(as = "Box<Expr>")] Box<ast::Expr>),
    IsDistinctFrom(#[seq(as = "Box<Expr>")] Box<ast::Expr>, #[seq(as = "Box<Expr>")] Box<ast::Expr>),
    IsNotDistinctFrom(#[seq(as = "Box<Expr>")] Box<ast::Expr>, #[seq(as = "Box<Expr>")] Box<ast::Expr>),
    In {
        #[seq(as = "Box<Expr>")]
        expr: Box<ast::Expr>,
        #[seq(as = "InTarget")]
        target: ast::InTarget,
        negated: bool,
        global: bool,
    },
    Between {
        #[seq(as = "Box<Expr>")]
        expr: Box<ast::Expr>,
        negated: bool,
        #[seq(as = "Box<Expr>")]
        low: Box<ast::Expr>,
        #[seq(as = "Box<Expr>")]
        high: Box<ast::Expr>,
    },
    BinaryOp {
        #[seq(as = "Box<Expr>")]
        left: Box<ast::Expr>,
        #[seq(via = shown)]
        op: ast::BinaryOperator,
        #[seq(as = "Box<Expr>")]
        right: Box<ast::Expr>,
    },
    Like {
        negated: bool,
        any: bool,
        #[seq(as = "Box<Expr>")]
        expr: Box<ast::Expr>,
        #[seq(as = "Box<Expr>")]
        pattern: Box<ast::Expr>,
        #[seq(as = "Option<Box<Expr>>")]
        escape_char: Option<Box<ast::Expr>>,
    },
    ILike {
        negated: bool,
        any: bool,
        #[seq(as = "Box<Expr>")]
        expr: Box<ast::Expr>,
        #[seq(as = "Box<Expr>")]
        pattern: Box<ast::Expr>,
        #[seq(as = "Option<Box<Expr>>")]
        escape_char: Option<Box<ast::Expr>>,
    },
    SimilarTo {
        negated: bool,
        #[seq(as = "Box<Expr>")]
        expr: Box<ast::Expr>,
        #[seq(as = "Box<Expr>")]
        pattern: Box<ast::Expr>,
        #[seq(as = "Option<Box<Expr>>")]
        escape_char: Option<Box<ast::Expr>>,
    },
    RLike {
        negated: bool,
        #[seq(as = "Box<Expr>")]
        expr: Box<ast::Expr>,
        #[seq(as = "Box<Expr>")]
        pattern: Box<ast::Expr>,
        regexp: bool,
    },
    AnyOp {
        #[seq(as = "Box<Expr>")]
        left: Box<ast::Expr>,
        #[seq(via = shown)]
        compare_op: ast::BinaryOperator,
        #[seq(as = "Box<Expr>")]
        right: Box<ast::Expr>,
        is_some: bool,
    },
    AllOp {
        #[seq(as = "Box<Expr>")]
        left: Box<ast::Expr>,
        #[seq(via = shown)]
        compare_op: ast::BinaryOperator,
        #[seq(as = "Box<Expr>")]
        right: Box<ast::Expr>,
    },
    UnaryOp {
        #[seq(via = shown)]
        op: ast::UnaryOperator,
        #[seq(as = "Box<Expr>")]
        expr: Box<ast::Expr>,
    },
    Cast {
        #[seq(as = "CastKind")]
        kind: ast::CastKind,
        #[seq(as = "Box<Expr>")]
        expr: Box<ast::Expr>,
        #[seq(via = shown)]
        data_type: ast::DataType,
        #[seq(via = optional)]
        format: Option<ast::CastFormat>,
    },
    AtTimeZone {
        #[seq(as = "Box<Expr>")]
        timestamp: Box<ast::Expr>,
        #[seq(as = "Box<Expr>")]
        time_zone: Box<ast::Expr>,
    },
    Extract {
        #[seq(via = shown)]
        field: ast::DateTimeField,
        #[seq(as = "ExtractSyntax")]
        syntax: ast::ExtractSyntax,
        #[seq(as = "Box<Expr>")]
        expr: Box<ast::Expr>,
    },
    Ceil {
        #[seq(as = "Box<Expr>")]
        expr: Box<ast::Expr>,
        #[seq(as = "CeilFloorKind")]
        field: ast::CeilFloorKind,
    },
    Floor {
        #[seq(as = "Box<Expr>")]
        expr: Box<ast::Expr>,
        #[seq(as = "CeilFloorKind")]
        field: ast::CeilFloorKind,
    },
    Position {
        #[seq(as = "Box<Expr>")]
        expr: Box<ast::Expr>,
        #[seq(as = "Box<Expr>")]
        r#in: Box<ast::Expr>,
    },
    Substring {
        #[seq(as = "Box<Expr>")]
        expr: Box<ast::Expr>,
        #[seq(as = "Option<Box<Expr>>")]
        substring_from: Option<Box<ast::Expr>>,
        #[seq(as = "Option<Box<Expr>>")]
        substring_for: Option<Box<ast::Expr>>,
        special: bool,
        shorthand: bool,
    },
    Trim {
        #[seq(as = "Option<TrimWhereField>")]
        trim_where: Option<ast::TrimWhereField>,
        #[seq(as = "Option<Box<Expr>>")]
        trim_what: Option<Box<ast::Expr>>,
        #[seq(as = "Box<Expr>")]
        expr: Box<ast::Expr>,
        #[seq(as = "Option<Vec<Expr>>")]
        trim_characters: Option<Vec<ast::Expr>>,
    },
    Overlay {
        #[seq(as = "Box<Expr>")]
        expr: Box<ast::Expr>,
        #[seq(as = "Box<Expr>")]
        overlay_what: Box<ast::Expr>,
        #[seq(as = "Box<Expr>")]
        overlay_from: Box<ast::Expr>,
        #[seq(as = "Option<Box<Expr>>")]
        overlay_for: Option<Box<ast::Expr>>,
    },
    Collate {
        #[seq(as = "Box<Expr>")]
        expr: Box<ast::Expr>,
        #[seq(as = "ObjectName")]
        collation: ast::ObjectName,
    },
    Nested(#[seq(as = "Box<Expr>")] Box<ast::Expr>),
    Value(#[seq(as = "ValueWithSpan")] ast::ValueWithSpan),
    TypedString(#[seq(as = "TypedString")] ast::TypedString),
    Function(#[seq(as = "Function")] ast::Function),
    Case {
        #[seq(ignore)]
        case_token: AttachedToken,
        #[seq(ignore)]
        end_token: AttachedToken,
        #[seq(as = "Option<Box<Expr>>")]
        operand: Option<Box<ast::Expr>>,
        #[seq(as = "Vec<CaseWhen>")]
        conditions: Vec<ast::CaseWhen>,
        #[seq(as = "Option<Box<Expr>>")]
        else_result: Option<Box<ast::Expr>>,
    },
    Exists {
        #[seq(as = "Box<Query>")]
        subquery: Box<ast::Query>,
        negated: bool,
    },
    Subquery(#[seq(as = "Box<Query>")] Box<ast::Query>),
    Tuple(#[seq(as = "Vec<Expr>")] Vec<ast::Expr>),
    Array(#[seq(as = "Array")] ast::Array),
    Interval(#[seq(as = "Interval")] ast::Interval),
    Wildcard(#[seq(ignore)] AttachedToken),
    QualifiedWildcard(#[seq(as = "ObjectName")] ast::ObjectName, #[seq(ignore)] AttachedToken),
    OuterJoin(#[seq(as = "Box<Expr>")] Box<ast::Expr>),
    Prior(#[seq(as = "Box<Expr>")] Box<ast::Expr>),
    #[seq(rest = shown)]
    Other,
}

#[derive(StructuralEq)]
#[seq(remote = "ast::InTarget")]
pub enum InTarget {
    List(#[seq(as = "Vec<Expr>")] Vec<ast::Expr>),
    Subquery(#[seq(as = "Box<Query>")] Box<ast::Query>),
    Unnest(#[seq(as = "Box<Expr>")] Box<ast::Expr>),
    Table {
        #[seq(as = "ObjectName")]
        name: ast::ObjectName,
        #[seq(as = "Option<Vec<FunctionArg>>")]
        args: Option<Vec<ast::FunctionArg>>,
    },
}

#[derive(StructuralEq)]
#[seq(remote = "ast::AccessExpr")]
pub enum AccessExpr {
    Dot(#[seq(as = "Expr")] ast::Expr),
    Subscript(#[seq(as = "Subscript")] ast::Subscript),
}

#[derive(StructuralEq)]
#[seq(remote = "ast::Subscript")]
pub enum Subscript {
    Index {
        #[seq(as = "Expr")]
        index: ast::Expr,
    },
    Slice {
        #[seq(as = "Option<Expr>")]
        lower_bound: Option<ast::Expr>,
        #[seq(as = "Option<Expr>")]
        upper_bound: Option<ast::Expr>,
        #[seq(as = "Option<Expr>")]
        stride: Option<ast::Expr>,
    },
}

#[derive(StructuralEq)]
#[seq(remote = "ast::CaseWhen")]
pub struct CaseWhen {
    #[seq(as = "Expr")]
    condition: ast::Expr,
    #[seq(as = "Expr")]
    result: ast::Expr,
}

#[derive(StructuralEq)]
#[seq(remote = "ast::CastKind")]
pub enum CastKind {
    Cast,
    TryCast,
    SafeCast,
    DoubleColon,
}

#[derive(StructuralEq)]
#[seq(remote = "ast::CeilFloorKind")]
pub enum CeilFloorKind {
    DateTimeField(#[seq(via = shown)] ast::DateTimeField),
    Scale(#[seq(as = "ValueWithSpan")] ast::ValueWithSpan),
}

#[derive(StructuralEq)]
#[seq(remote = "ast::ExtractSyntax")]
pub enum ExtractSyntax {
    From,
    Comma,
}

#[derive(StructuralEq)]
#[seq(remote = "ast::TrimWhereField")]
pub enum TrimWhereField {
    Both,
    Leading,
    Trailing,
}

#[derive(StructuralEq)]
#[seq(remote = "ast::Value")]
pub enum Value {
    Number(String, bool),
    SingleQuotedString(String),
    HexStringLiteral(String),
    DoubleQuotedString(String),
    Boolean(bool),
    Null,
    Placeholder(String),
    #[seq(rest = shown)]
    Other,
}

#[derive(StructuralEq)]
#[seq(remote = "ast::ValueWithSpan")]
pub struct ValueWithSpan {
    #[seq(as = "Value")]
    value: ast::Value,
    #[seq(ignore)]
    span: Span,
}

#[derive(StructuralEq)]
#[seq(remote = "ast::TypedString")]
pub struct TypedString {
    #[seq(via = shown)]
    data_type: ast::DataType,
    #[seq(as = "ValueWithSpan")]
    value: ast::ValueWithSpan,
    uses_odbc_syntax: bool,
}

#[derive(StructuralEq)]
#[seq(remote = "ast::Interval")]
pub struct Interval {
    #[seq(as = "Box<Expr>")]
    value: Box<ast::Expr>,
    #[seq(via = optional)]
    leading_field: Option<ast::DateTimeField>,
    leading_precision: Option<u64>,
    #[seq(via = optional)]
    last_field: Option<ast::DateTimeField>,
    fractional_seconds_precision: Option<u64>,
}

#[derive(StructuralEq)]
#[seq(remote = "ast::Array")]
pub struct Array {
    #[seq(as = "Vec<Expr>")]
    elem: Vec<ast::Expr>,
    named: bool,
}

#[derive(StructuralEq)]
#[seq(remote = "ast::Ident")]
pub struct Ident {
    value: String,
    quote_style: Option<char>,
    #[seq(ignore)]
    span: Span,
}

#[derive(StructuralEq)]
#[seq(remote = "ast::ObjectName")]
pub struct ObjectName(#[seq(as = "Vec<ObjectNamePart>")] Vec<ast::ObjectNamePart>);

#[derive(StructuralEq)]
#[seq(remote = "ast::ObjectNamePart")]
pub enum ObjectNamePart {
    Identifier(#[seq(as = "Ident")] ast::Ident),
    Function(#[seq(via = shown)] ast::ObjectNamePartFunction),
}
