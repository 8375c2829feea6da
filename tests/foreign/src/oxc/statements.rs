//! Programs, statements and declarations.

use oxc_allocator::{Box, Vec};
use oxc_ast::ast;
use oxc_span::SourceType;
use oxc_str::Str;
use sexpr_core::StructuralEq;

use super::*;

#[derive(StructuralEq)]
#[seq(remote = "ast::Program<'a>", ..)]
pub struct Program<'a> {
    #[seq(via = shown)]
    source_type: SourceType,
    #[seq(as = "Option<Hashbang<'a>>")]
    hashbang: Option<ast::Hashbang<'a>>,
    #[seq(as = "ArenaVec<Directive<'a>>")]
    directives: Vec<'a, ast::Directive<'a>>,
    #[seq(as = "ArenaVec<Statement<'a>>")]
    body: Vec<'a, ast::Statement<'a>>,
}

#[derive(StructuralEq)]
#[seq(remote = "ast::Statement<'a>")]
pub enum Statement<'a> {
    BlockStatement(#[seq(as = "ArenaBox<BlockStatement<'a>>")] Box<'a, ast::BlockStatement<'a>>),
    BreakStatement(#[seq(as = "ArenaBox<BreakStatement<'a>>")] Box<'a, ast::BreakStatement<'a>>),
    ContinueStatement(#[seq(as = "ArenaBox<ContinueStatement<'a>>")] Box<'a, ast::ContinueStatement<'a>>),
    DebuggerStatement(#[seq(as = "ArenaBox<DebuggerStatement>")] Box<'a, ast::DebuggerStatement>),
    DoWhileStatement(#[seq(as = "ArenaBox<DoWhileStatement<'a>>")] Box<'a, ast::DoWhileStatement<'a>>),
    EmptyStatement(#[seq(as = "ArenaBox<EmptyStatement>")] Box<'a, ast::EmptyStatement>),
    ExpressionStatement(#[seq(as = "ArenaBox<ExpressionStatement<'a>>")] Box<'a, ast::ExpressionStatement<'a>>),
    ForInStatement(#[seq(as = "ArenaBox<ForInStatement<'a>>")] Box<'a, ast::ForInStatement<'a>>),
    ForOfStatement(#[seq(as = "ArenaBox<ForOfStatement<'a>>")] Box<'a, ast::ForOfStatement<'a>>),
    ForStatement(#[seq(as = "ArenaBox<ForStatement<'a>>")] Box<'a, ast::ForStatement<'a>>),
    IfStatement(#[seq(as = "ArenaBox<IfStatement<'a>>")] Box<'a, ast::IfStatement<'a>>),
    LabeledStatement(#[seq(as = "ArenaBox<LabeledStatement<'a>>")] Box<'a, ast::LabeledStatement<'a>>),
    ReturnStatement(#[seq(as = "ArenaBox<ReturnStatement<'a>>")] Box<'a, ast::ReturnStatement<'a>>),
    SwitchStatement(#[seq(as = "ArenaBox<SwitchStatement<'a>>")] Box<'a, ast::SwitchStatement<'a>>),
    ThrowStatement(#[seq(as = "ArenaBox<ThrowStatement<'a>>")] Box<'a, ast::ThrowStatement<'a>>),
    TryStatement(#[seq(as = "ArenaBox<TryStatement<'a>>")] Box<'a, ast::TryStatement<'a>>),
    WhileStatement(#[seq(as = "ArenaBox<WhileStatement<'a>>")] Box<'a, ast::WhileStatement<'a>>),
    WithStatement(#[seq(as = "ArenaBox<WithStatement<'a>>")] Box<'a, ast::WithStatement<'a>>),
    VariableDeclaration(#[seq(as = "ArenaBox<VariableDeclaration<'a>>")] Box<'a, ast::VariableDeclaration<'a>>),
    FunctionDeclaration(#[seq(as = "ArenaBox<Function<'a>>")] Box<'a, ast::Function<'a>>),
    ClassDeclaration(#[seq(as = "ArenaBox<Class<'a>>")] Box<'a, ast::Class<'a>>),
    ImportDeclaration(#[seq(as = "ArenaBox<ImportDeclaration<'a>>")] Box<'a, ast::ImportDeclaration<'a>>),
    ExportAllDeclaration(#[seq(as = "ArenaBox<ExportAllDeclaration<'a>>")] Box<'a, ast::ExportAllDeclaration<'a>>),
    ExportDefaultDeclaration(
        #[seq(as = "ArenaBox<ExportDefaultDeclaration<'a>>")] Box<'a, ast::ExportDefaultDeclaration<'a>>,
    ),
    ExportDeclaration(#[seq(as = "ArenaBox<ExportDeclaration<'a>>")] Box<'a, ast::ExportDeclaration<'a>>),
    ExportNamedDeclaration(
        #[seq(as = "ArenaBox<ExportNamedDeclaration<'a>>")] Box<'a, ast::ExportNamedDeclaration<'a>>,
    ),
    ExportFromDeclaration(#[seq(as = "ArenaBox<ExportFromDeclaration<'a>>")] Box<'a, ast::ExportFromDeclaration<'a>>),
    #[seq(rest = shown)]
    Other,
}

#[derive(StructuralEq)]
#[seq(remote = "ast::Directive<'a>", ..)]
pub struct Directive<'a> {
    #[seq(as = "StringLiteral<'a>")]
    expression: ast::StringLiteral<'a>,
    #[seq(via = Str::as_str)]
    directive: Str<'a>,
}

#[derive(StructuralEq)]
#[seq(remote = "ast::Hashbang<'a>", ..)]
pub struct Hashbang<'a> {
    #[seq(via = Str::as_str)]
    value: Str<'a>,
}

#[derive(StructuralEq)]
#[seq(remote = "ast::BlockStatement<'a>", ..)]
pub struct BlockStatement<'a> {
    #[seq(as = "ArenaVec<Statement<'a>>")]
    body: Vec<'a, ast::Statement<'a>>,
}

#[derive(StructuralEq)]
#[seq(remote = "ast::Declaration<'a>")]
pub enum Declaration<'a> {
    VariableDeclaration(#[seq(as = "ArenaBox<VariableDeclaration<'a>>")] Box<'a, ast::VariableDeclaration<'a>>),
    FunctionDeclaration(#[seq(as = "ArenaBox<Function<'a>>")] Box<'a, ast::Function<'a>>),
    ClassDeclaration(#[seq(as = "ArenaBox<Class<'a>>")] Box<'a, ast::Class<'a>>),
    #[seq(rest = shown)]
    Other,
}

#[derive(StructuralEq)]
#[seq(remote = "ast::VariableDeclaration<'a>", ..)]
pub struct VariableDeclaration<'a> {
    #[seq(as = "VariableDeclarationKind")]
    kind: ast::VariableDeclarationKind,
    #[seq(as = "ArenaVec<VariableDeclarator<'a>>")]
    declarations: Vec<'a, ast::VariableDeclarator<'a>>,
    declare: bool,
}

#[derive(StructuralEq)]
#[seq(remote = "ast::VariableDeclarationKind")]
pub enum VariableDeclarationKind {
    Var,
    Let,
    Const,
    Using,
    AwaitUsing,
}

#[derive(StructuralEq)]
#[seq(remote = "ast::VariableDeclarator<'a>", ..)]
pub struct VariableDeclarator<'a> {
    #[seq(as = "BindingPattern<'a>")]
    id: ast::BindingPattern<'a>,
    #[seq(via = types)]
    type_annotation: Option<Box<'a, ast::TSTypeAnnotation<'a>>>,
    #[seq(as = "Option<Expression<'a>>")]
    init: Option<ast::Expression<'a>>,
    definite: bool,
}

#[derive(StructuralEq)]
#[seq(remote = "ast::EmptyStatement", ..)]
pub struct EmptyStatement {}

#[derive(StructuralEq)]
#[seq(remote = "ast::ExpressionStatement<'a>", ..)]
pub struct ExpressionStatement<'a> {
    #[seq(as = "Expression<'a>")]
    expression: ast::Expression<'a>,
}

#[derive(StructuralEq)]
#[seq(remote = "ast::IfStatement<'a>", ..)]
pub struct IfStatement<'a> {
    #[seq(as = "Expression<'a>")]
    test: ast::Expression<'a>,
    #[seq(as = "Statement<'a>")]
    consequent: ast::Statement<'a>,
    #[seq(as = "Option<Statement<'a>>")]
    alternate: Option<ast::Statement<'a>>,
}

#[derive(StructuralEq)]
#[seq(remote = "ast::DoWhileStatement<'a>", ..)]
pub struct DoWhileStatement<'a> {
    #[seq(as = "Statement<'a>")]
    body: ast::Statement<'a>,
    #[seq(as = "Expression<'a>")]
    test: ast::Expression<'a>,
}

#[derive(StructuralEq)]
#[seq(remote = "ast::WhileStatement<'a>", ..)]
pub struct WhileStatement<'a> {
    #[seq(as = "Expression<'a>")]
    test: ast::Expression<'a>,
    #[seq(as = "Statement<'a>")]
    body: ast::Statement<'a>,
}

#[derive(StructuralEq)]
#[seq(remote = "ast::ForStatement<'a>", ..)]
pub struct ForStatement<'a> {
    #[seq(as = "Option<ForStatementInit<'a>>")]
    init: Option<ast::ForStatementInit<'a>>,
    #[seq(as = "Option<Expression<'a>>")]
    test: Option<ast::Expression<'a>>,
    #[seq(as = "Option<Expression<'a>>")]
    update: Option<ast::Expression<'a>>,
    #[seq(as = "Statement<'a>")]
    body: ast::Statement<'a>,
}

#[derive(StructuralEq)]
#[seq(remote = "ast::ForStatementInit<'a>")]
pub enum ForStatementInit<'a> {
    VariableDeclaration(#[seq(as = "ArenaBox<VariableDeclaration<'a>>")] Box<'a, ast::VariableDeclaration<'a>>),
    #[seq(rest = init)]
    Expression,
}

#[derive(StructuralEq)]
#[seq(remote = "ast::ForInStatement<'a>", ..)]
pub struct ForInStatement<'a> {
    #[seq(as = "ForStatementLeft<'a>")]
    left: ast::ForStatementLeft<'a>,
    #[seq(as = "Expression<'a>")]
    right: ast::Expression<'a>,
    #[seq(as = "Statement<'a>")]
    body: ast::Statement<'a>,
}

#[derive(StructuralEq)]
#[seq(remote = "ast::ForStatementLeft<'a>")]
pub enum ForStatementLeft<'a> {
    VariableDeclaration(#[seq(as = "ArenaBox<VariableDeclaration<'a>>")] Box<'a, ast::VariableDeclaration<'a>>),
    #[seq(rest = left)]
    AssignmentTarget,
}

#[derive(StructuralEq)]
#[seq(remote = "ast::ForOfStatement<'a>", ..)]
pub struct ForOfStatement<'a> {
    r#await: bool,
    #[seq(as = "ForStatementLeft<'a>")]
    left: ast::ForStatementLeft<'a>,
    #[seq(as = "Expression<'a>")]
    right: ast::Expression<'a>,
    #[seq(as = "Statement<'a>")]
    body: ast::Statement<'a>,
}

#[derive(StructuralEq)]
#[seq(remote = "ast::ContinueStatement<'a>", ..)]
pub struct ContinueStatement<'a> {
    #[seq(as = "Option<LabelIdentifier<'a>>")]
    label: Option<ast::LabelIdentifier<'a>>,
}

#[derive(StructuralEq)]
#[seq(remote = "ast::BreakStatement<'a>", ..)]
pub struct BreakStatement<'a> {
    #[seq(as = "Option<LabelIdentifier<'a>>")]
    label: Option<ast::LabelIdentifier<'a>>,
}

#[derive(StructuralEq)]
#[seq(remote = "ast::ReturnStatement<'a>", ..)]
pub struct ReturnStatement<'a> {
    #[seq(as = "Option<Expression<'a>>")]
    argument: Option<ast::Expression<'a>>,
}

#[derive(StructuralEq)]
#[seq(remote = "ast::WithStatement<'a>", ..)]
pub struct WithStatement<'a> {
    #[seq(as = "Expression<'a>")]
    object: ast::Expression<'a>,
    #[seq(as = "Statement<'a>")]
    body: ast::Statement<'a>,
}

#[derive(StructuralEq)]
#[seq(remote = "ast::SwitchStatement<'a>", ..)]
pub struct SwitchStatement<'a> {
    #[seq(as = "Expression<'a>")]
    discriminant: ast::Expression<'a>,
    #[seq(as = "ArenaVec<SwitchCase<'a>>")]
    cases: Vec<'a, ast::SwitchCase<'a>>,
}

#[derive(StructuralEq)]
#[seq(remote = "ast::SwitchCase<'a>", ..)]
pub struct SwitchCase<'a> {
    #[seq(as = "Option<Expression<'a>>")]
    test: Option<ast::Expression<'a>>,
    #[seq(as = "ArenaVec<Statement<'a>>")]
    consequent: Vec<'a, ast::Statement<'a>>,
}

#[derive(StructuralEq)]
#[seq(remote = "ast::LabeledStatement<'a>", ..)]
pub struct LabeledStatement<'a> {
    #[seq(as = "LabelIdentifier<'a>")]
    label: ast::LabelIdentifier<'a>,
    #[seq(as = "Statement<'a>")]
    body: ast::Statement<'a>,
}

#[derive(StructuralEq)]
#[seq(remote = "ast::ThrowStatement<'a>", ..)]
pub struct ThrowStatement<'a> {
    #[seq(as = "Expression<'a>")]
    argument: ast::Expression<'a>,
}

#[derive(StructuralEq)]
#[seq(remote = "ast::TryStatement<'a>", ..)]
pub struct TryStatement<'a> {
    #[seq(as = "ArenaBox<BlockStatement<'a>>")]
    block: Box<'a, ast::BlockStatement<'a>>,
    #[seq(as = "Option<ArenaBox<CatchClause<'a>>>")]
    handler: Option<Box<'a, ast::CatchClause<'a>>>,
    #[seq(as = "Option<ArenaBox<BlockStatement<'a>>>")]
    finalizer: Option<Box<'a, ast::BlockStatement<'a>>>,
}

#[derive(StructuralEq)]
#[seq(remote = "ast::CatchClause<'a>", ..)]
pub struct CatchClause<'a> {
    #[seq(as = "Option<CatchParameter<'a>>")]
    param: Option<ast::CatchParameter<'a>>,
    #[seq(as = "ArenaBox<BlockStatement<'a>>")]
    body: Box<'a, ast::BlockStatement<'a>>,
}

#[derive(StructuralEq)]
#[seq(remote = "ast::CatchParameter<'a>", ..)]
pub struct CatchParameter<'a> {
    #[seq(as = "BindingPattern<'a>")]
    pattern: ast::BindingPattern<'a>,
    #[seq(via = types)]
    type_annotation: Option<Box<'a, ast::TSTypeAnnotation<'a>>>,
}

#[derive(StructuralEq)]
#[seq(remote = "ast::DebuggerStatement", ..)]
pub struct DebuggerStatement {}
