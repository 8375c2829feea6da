//! Expressions and identifiers.

use oxc_allocator::{Box, Vec};
use oxc_ast::ast;
use oxc_str::Ident;
use oxc_syntax::operator::{AssignmentOperator, BinaryOperator, LogicalOperator, UnaryOperator, UpdateOperator};
use sexpr_core::StructuralEq;

use super::*;

#[derive(StructuralEq)]
#[seq(remote = "ast::Expression<'a>")]
pub enum Expression<'a> {
    BooleanLiteral(#[seq(as = "ArenaBox<BooleanLiteral>")] Box<'a, ast::BooleanLiteral>),
    NullLiteral(#[seq(as = "ArenaBox<NullLiteral>")] Box<'a, ast::NullLiteral>),
    NumericLiteral(#[seq(as = "ArenaBox<NumericLiteral<'a>>")] Box<'a, ast::NumericLiteral<'a>>),
    BigIntLiteral(#[seq(as = "ArenaBox<BigIntLiteral<'a>>")] Box<'a, ast::BigIntLiteral<'a>>),
    RegExpLiteral(#[seq(as = "ArenaBox<RegExpLiteral<'a>>")] Box<'a, ast::RegExpLiteral<'a>>),
    StringLiteral(#[seq(as = "ArenaBox<StringLiteral<'a>>")] Box<'a, ast::StringLiteral<'a>>),
    TemplateLiteral(#[seq(as = "ArenaBox<TemplateLiteral<'a>>")] Box<'a, ast::TemplateLiteral<'a>>),
    Identifier(#[seq(as = "ArenaBox<IdentifierReference<'a>>")] Box<'a, ast::IdentifierReference<'a>>),
    Super(#[seq(as = "ArenaBox<Super>")] Box<'a, ast::Super>),
    ArrayExpression(#[seq(as = "ArenaBox<ArrayExpression<'a>>")] Box<'a, ast::ArrayExpression<'a>>),
    ArrowFunctionExpression(
        #[seq(as = "ArenaBox<ArrowFunctionExpression<'a>>")] Box<'a, ast::ArrowFunctionExpression<'a>>,
    ),
    AssignmentExpression(#[seq(as = "ArenaBox<AssignmentExpression<'a>>")] Box<'a, ast::AssignmentExpression<'a>>),
    AwaitExpression(#[seq(as = "ArenaBox<AwaitExpression<'a>>")] Box<'a, ast::AwaitExpression<'a>>),
    BinaryExpression(#[seq(as = "ArenaBox<BinaryExpression<'a>>")] Box<'a, ast::BinaryExpression<'a>>),
    CallExpression(#[seq(as = "ArenaBox<CallExpression<'a>>")] Box<'a, ast::CallExpression<'a>>),
    ChainExpression(#[seq(as = "ArenaBox<ChainExpression<'a>>")] Box<'a, ast::ChainExpression<'a>>),
    ClassExpression(#[seq(as = "ArenaBox<Class<'a>>")] Box<'a, ast::Class<'a>>),
    ConditionalExpression(#[seq(as = "ArenaBox<ConditionalExpression<'a>>")] Box<'a, ast::ConditionalExpression<'a>>),
    FunctionExpression(#[seq(as = "ArenaBox<Function<'a>>")] Box<'a, ast::Function<'a>>),
    ImportExpression(#[seq(as = "ArenaBox<ImportExpression<'a>>")] Box<'a, ast::ImportExpression<'a>>),
    LogicalExpression(#[seq(as = "ArenaBox<LogicalExpression<'a>>")] Box<'a, ast::LogicalExpression<'a>>),
    NewExpression(#[seq(as = "ArenaBox<NewExpression<'a>>")] Box<'a, ast::NewExpression<'a>>),
    ObjectExpression(#[seq(as = "ArenaBox<ObjectExpression<'a>>")] Box<'a, ast::ObjectExpression<'a>>),
    ParenthesizedExpression(
        #[seq(as = "ArenaBox<ParenthesizedExpression<'a>>")] Box<'a, ast::ParenthesizedExpression<'a>>,
    ),
    SequenceExpression(#[seq(as = "ArenaBox<SequenceExpression<'a>>")] Box<'a, ast::SequenceExpression<'a>>),
    TaggedTemplateExpression(
        #[seq(as = "ArenaBox<TaggedTemplateExpression<'a>>")] Box<'a, ast::TaggedTemplateExpression<'a>>,
    ),
    ThisExpression(#[seq(as = "ArenaBox<ThisExpression>")] Box<'a, ast::ThisExpression>),
    UnaryExpression(#[seq(as = "ArenaBox<UnaryExpression<'a>>")] Box<'a, ast::UnaryExpression<'a>>),
    UpdateExpression(#[seq(as = "ArenaBox<UpdateExpression<'a>>")] Box<'a, ast::UpdateExpression<'a>>),
    YieldExpression(#[seq(as = "ArenaBox<YieldExpression<'a>>")] Box<'a, ast::YieldExpression<'a>>),
    PrivateInExpression(#[seq(as = "ArenaBox<PrivateInExpression<'a>>")] Box<'a, ast::PrivateInExpression<'a>>),
    ImportMeta(#[seq(as = "ArenaBox<ImportMeta>")] Box<'a, ast::ImportMeta>),
    NewTarget(#[seq(as = "ArenaBox<NewTarget>")] Box<'a, ast::NewTarget>),
    ComputedMemberExpression(
        #[seq(as = "ArenaBox<ComputedMemberExpression<'a>>")] Box<'a, ast::ComputedMemberExpression<'a>>,
    ),
    StaticMemberExpression(
        #[seq(as = "ArenaBox<StaticMemberExpression<'a>>")] Box<'a, ast::StaticMemberExpression<'a>>,
    ),
    PrivateFieldExpression(
        #[seq(as = "ArenaBox<PrivateFieldExpression<'a>>")] Box<'a, ast::PrivateFieldExpression<'a>>,
    ),
    #[seq(rest = shown)]
    Other,
}

#[derive(StructuralEq)]
#[seq(remote = "ast::IdentifierName<'a>", ..)]
pub struct IdentifierName<'a> {
    #[seq(via = Ident::as_str)]
    name: Ident<'a>,
}

#[derive(StructuralEq)]
#[seq(remote = "ast::IdentifierReference<'a>", ..)]
pub struct IdentifierReference<'a> {
    #[seq(via = Ident::as_str)]
    name: Ident<'a>,
}

#[derive(StructuralEq)]
#[seq(remote = "ast::BindingIdentifier<'a>", ..)]
pub struct BindingIdentifier<'a> {
    #[seq(via = Ident::as_str)]
    name: Ident<'a>,
}

#[derive(StructuralEq)]
#[seq(remote = "ast::LabelIdentifier<'a>", ..)]
pub struct LabelIdentifier<'a> {
    #[seq(via = Ident::as_str)]
    name: Ident<'a>,
}

#[derive(StructuralEq)]
#[seq(remote = "ast::ThisExpression", ..)]
pub struct ThisExpression {}

#[derive(StructuralEq)]
#[seq(remote = "ast::ArrayExpression<'a>", ..)]
pub struct ArrayExpression<'a> {
    #[seq(as = "ArenaVec<ArrayExpressionElement<'a>>")]
    elements: Vec<'a, ast::ArrayExpressionElement<'a>>,
}

#[derive(StructuralEq)]
#[seq(remote = "ast::ArrayExpressionElement<'a>")]
pub enum ArrayExpressionElement<'a> {
    SpreadElement(#[seq(as = "ArenaBox<SpreadElement<'a>>")] Box<'a, ast::SpreadElement<'a>>),
    Elision(#[seq(as = "ArenaBox<Elision>")] Box<'a, ast::Elision>),
    #[seq(rest = element)]
    Expression,
}

#[derive(StructuralEq)]
#[seq(remote = "ast::Elision", ..)]
pub struct Elision {}

#[derive(StructuralEq)]
#[seq(remote = "ast::ObjectExpression<'a>", ..)]
pub struct ObjectExpression<'a> {
    #[seq(as = "ArenaVec<ObjectPropertyKind<'a>>")]
    properties: Vec<'a, ast::ObjectPropertyKind<'a>>,
}

#[derive(StructuralEq)]
#[seq(remote = "ast::ObjectPropertyKind<'a>")]
pub enum ObjectPropertyKind<'a> {
    ObjectProperty(#[seq(as = "ArenaBox<ObjectProperty<'a>>")] Box<'a, ast::ObjectProperty<'a>>),
    SpreadProperty(#[seq(as = "ArenaBox<SpreadElement<'a>>")] Box<'a, ast::SpreadElement<'a>>),
}

#[derive(StructuralEq)]
#[seq(remote = "ast::ObjectProperty<'a>", ..)]
pub struct ObjectProperty<'a> {
    #[seq(as = "PropertyKind")]
    kind: ast::PropertyKind,
    #[seq(as = "PropertyKey<'a>")]
    key: ast::PropertyKey<'a>,
    #[seq(as = "Expression<'a>")]
    value: ast::Expression<'a>,
    method: bool,
    shorthand: bool,
    computed: bool,
}

#[derive(StructuralEq)]
#[seq(remote = "ast::PropertyKey<'a>")]
pub enum PropertyKey<'a> {
    StaticIdentifier(#[seq(as = "ArenaBox<IdentifierName<'a>>")] Box<'a, ast::IdentifierName<'a>>),
    PrivateIdentifier(#[seq(as = "ArenaBox<PrivateIdentifier<'a>>")] Box<'a, ast::PrivateIdentifier<'a>>),
    #[seq(rest = key)]
    Expression,
}

#[derive(StructuralEq)]
#[seq(remote = "ast::PropertyKind")]
pub enum PropertyKind {
    Init,
    Get,
    Set,
}

#[derive(StructuralEq)]
#[seq(remote = "ast::TaggedTemplateExpression<'a>", ..)]
pub struct TaggedTemplateExpression<'a> {
    #[seq(as = "Expression<'a>")]
    tag: ast::Expression<'a>,
    #[seq(via = types)]
    type_arguments: Option<Box<'a, ast::TSTypeParameterInstantiation<'a>>>,
    #[seq(as = "TemplateLiteral<'a>")]
    quasi: ast::TemplateLiteral<'a>,
}

#[derive(StructuralEq)]
#[seq(remote = "ast::ComputedMemberExpression<'a>", ..)]
pub struct ComputedMemberExpression<'a> {
    #[seq(as = "Expression<'a>")]
    object: ast::Expression<'a>,
    #[seq(as = "Expression<'a>")]
    expression: ast::Expression<'a>,
    optional: bool,
}

#[derive(StructuralEq)]
#[seq(remote = "ast::StaticMemberExpression<'a>", ..)]
pub struct StaticMemberExpression<'a> {
    #[seq(as = "Expression<'a>")]
    object: ast::Expression<'a>,
    #[seq(as = "IdentifierName<'a>")]
    property: ast::IdentifierName<'a>,
    optional: bool,
}

#[derive(StructuralEq)]
#[seq(remote = "ast::PrivateFieldExpression<'a>", ..)]
pub struct PrivateFieldExpression<'a> {
    #[seq(as = "Expression<'a>")]
    object: ast::Expression<'a>,
    #[seq(as = "PrivateIdentifier<'a>")]
    field: ast::PrivateIdentifier<'a>,
    optional: bool,
}

#[derive(StructuralEq)]
#[seq(remote = "ast::CallExpression<'a>", ..)]
pub struct CallExpression<'a> {
    #[seq(as = "Expression<'a>")]
    callee: ast::Expression<'a>,
    #[seq(via = types)]
    type_arguments: Option<Box<'a, ast::TSTypeParameterInstantiation<'a>>>,
    #[seq(as = "ArenaVec<Argument<'a>>")]
    arguments: Vec<'a, ast::Argument<'a>>,
    optional: bool,
}

#[derive(StructuralEq)]
#[seq(remote = "ast::NewExpression<'a>", ..)]
pub struct NewExpression<'a> {
    #[seq(as = "Expression<'a>")]
    callee: ast::Expression<'a>,
    #[seq(via = types)]
    type_arguments: Option<Box<'a, ast::TSTypeParameterInstantiation<'a>>>,
    #[seq(as = "ArenaVec<Argument<'a>>")]
    arguments: Vec<'a, ast::Argument<'a>>,
}

#[derive(StructuralEq)]
#[seq(remote = "ast::ImportMeta", ..)]
pub struct ImportMeta {}

#[derive(StructuralEq)]
#[seq(remote = "ast::NewTarget", ..)]
pub struct NewTarget {}

#[derive(StructuralEq)]
#[seq(remote = "ast::SpreadElement<'a>", ..)]
pub struct SpreadElement<'a> {
    #[seq(as = "Expression<'a>")]
    argument: ast::Expression<'a>,
}

#[derive(StructuralEq)]
#[seq(remote = "ast::Argument<'a>")]
pub enum Argument<'a> {
    SpreadElement(#[seq(as = "ArenaBox<SpreadElement<'a>>")] Box<'a, ast::SpreadElement<'a>>),
    #[seq(rest = argument)]
    Expression,
}

#[derive(StructuralEq)]
#[seq(remote = "ast::UpdateExpression<'a>", ..)]
pub struct UpdateExpression<'a> {
    #[seq(via = update_operator)]
    operator: UpdateOperator,
    prefix: bool,
    #[seq(as = "SimpleAssignmentTarget<'a>")]
    argument: ast::SimpleAssignmentTarget<'a>,
}

#[derive(StructuralEq)]
#[seq(remote = "ast::UnaryExpression<'a>", ..)]
pub struct UnaryExpression<'a> {
    #[seq(via = unary_operator)]
    operator: UnaryOperator,
    #[seq(as = "Expression<'a>")]
    argument: ast::Expression<'a>,
}

#[derive(StructuralEq)]
#[seq(remote = "ast::BinaryExpression<'a>", ..)]
pub struct BinaryExpression<'a> {
    #[seq(as = "Expression<'a>")]
    left: ast::Expression<'a>,
    #[seq(via = binary_operator)]
    operator: BinaryOperator,
    #[seq(as = "Expression<'a>")]
    right: ast::Expression<'a>,
}

#[derive(StructuralEq)]
#[seq(remote = "ast::PrivateInExpression<'a>", ..)]
pub struct PrivateInExpression<'a> {
    #[seq(as = "PrivateIdentifier<'a>")]
    left: ast::PrivateIdentifier<'a>,
    #[seq(as = "Expression<'a>")]
    right: ast::Expression<'a>,
}

#[derive(StructuralEq)]
#[seq(remote = "ast::LogicalExpression<'a>", ..)]
pub struct LogicalExpression<'a> {
    #[seq(as = "Expression<'a>")]
    left: ast::Expression<'a>,
    #[seq(via = logical_operator)]
    operator: LogicalOperator,
    #[seq(as = "Expression<'a>")]
    right: ast::Expression<'a>,
}

#[derive(StructuralEq)]
#[seq(remote = "ast::ConditionalExpression<'a>", ..)]
pub struct ConditionalExpression<'a> {
    #[seq(as = "Expression<'a>")]
    test: ast::Expression<'a>,
    #[seq(as = "Expression<'a>")]
    consequent: ast::Expression<'a>,
    #[seq(as = "Expression<'a>")]
    alternate: ast::Expression<'a>,
}

#[derive(StructuralEq)]
#[seq(remote = "ast::AssignmentExpression<'a>", ..)]
pub struct AssignmentExpression<'a> {
    #[seq(via = assignment_operator)]
    operator: AssignmentOperator,
    #[seq(as = "AssignmentTarget<'a>")]
    left: ast::AssignmentTarget<'a>,
    #[seq(as = "Expression<'a>")]
    right: ast::Expression<'a>,
}

#[derive(StructuralEq)]
#[seq(remote = "ast::SequenceExpression<'a>", ..)]
pub struct SequenceExpression<'a> {
    #[seq(as = "ArenaVec<Expression<'a>>")]
    expressions: Vec<'a, ast::Expression<'a>>,
}

#[derive(StructuralEq)]
#[seq(remote = "ast::Super", ..)]
pub struct Super {}

#[derive(StructuralEq)]
#[seq(remote = "ast::AwaitExpression<'a>", ..)]
pub struct AwaitExpression<'a> {
    #[seq(as = "Expression<'a>")]
    argument: ast::Expression<'a>,
}

#[derive(StructuralEq)]
#[seq(remote = "ast::ChainExpression<'a>", ..)]
pub struct ChainExpression<'a> {
    #[seq(as = "ChainElement<'a>")]
    expression: ast::ChainElement<'a>,
}

#[derive(StructuralEq)]
#[seq(remote = "ast::ChainElement<'a>")]
pub enum ChainElement<'a> {
    CallExpression(#[seq(as = "ArenaBox<CallExpression<'a>>")] Box<'a, ast::CallExpression<'a>>),
    ComputedMemberExpression(
        #[seq(as = "ArenaBox<ComputedMemberExpression<'a>>")] Box<'a, ast::ComputedMemberExpression<'a>>,
    ),
    StaticMemberExpression(
        #[seq(as = "ArenaBox<StaticMemberExpression<'a>>")] Box<'a, ast::StaticMemberExpression<'a>>,
    ),
    PrivateFieldExpression(
        #[seq(as = "ArenaBox<PrivateFieldExpression<'a>>")] Box<'a, ast::PrivateFieldExpression<'a>>,
    ),
    #[seq(rest = shown)]
    Other,
}

#[derive(StructuralEq)]
#[seq(remote = "ast::ParenthesizedExpression<'a>", ..)]
pub struct ParenthesizedExpression<'a> {
    #[seq(as = "Expression<'a>")]
    expression: ast::Expression<'a>,
}

#[derive(StructuralEq)]
#[seq(remote = "ast::YieldExpression<'a>", ..)]
pub struct YieldExpression<'a> {
    delegate: bool,
    #[seq(as = "Option<Expression<'a>>")]
    argument: Option<ast::Expression<'a>>,
}

#[derive(StructuralEq)]
#[seq(remote = "ast::PrivateIdentifier<'a>", ..)]
pub struct PrivateIdentifier<'a> {
    #[seq(via = Ident::as_str)]
    name: Ident<'a>,
}

#[derive(StructuralEq)]
#[seq(remote = "ast::ImportExpression<'a>", ..)]
pub struct ImportExpression<'a> {
    #[seq(as = "Expression<'a>")]
    source: ast::Expression<'a>,
    #[seq(as = "Option<Expression<'a>>")]
    options: Option<ast::Expression<'a>>,
    #[seq(as = "Option<ImportPhase>")]
    phase: Option<ast::ImportPhase>,
}
