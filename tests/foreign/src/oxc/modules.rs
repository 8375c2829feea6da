//! Imports and exports.

use oxc_allocator::{Box, Vec};
use oxc_ast::ast;
use sexpr_core::StructuralEq;

use super::*;

#[derive(StructuralEq)]
#[seq(remote = "ast::ImportPhase")]
pub enum ImportPhase {
    Source,
    Defer,
}

#[derive(StructuralEq)]
#[seq(remote = "ast::ImportDeclaration<'a>", ..)]
pub struct ImportDeclaration<'a> {
    #[seq(as = "Option<ArenaVec<ImportDeclarationSpecifier<'a>>>")]
    specifiers: Option<Vec<'a, ast::ImportDeclarationSpecifier<'a>>>,
    #[seq(as = "StringLiteral<'a>")]
    source: ast::StringLiteral<'a>,
    #[seq(as = "Option<ImportPhase>")]
    phase: Option<ast::ImportPhase>,
    #[seq(as = "Option<ArenaBox<WithClause<'a>>>")]
    with_clause: Option<Box<'a, ast::WithClause<'a>>>,
    #[seq(as = "ImportOrExportKind")]
    import_kind: ast::ImportOrExportKind,
}

#[derive(StructuralEq)]
#[seq(remote = "ast::ImportDeclarationSpecifier<'a>")]
pub enum ImportDeclarationSpecifier<'a> {
    ImportSpecifier(#[seq(as = "ArenaBox<ImportSpecifier<'a>>")] Box<'a, ast::ImportSpecifier<'a>>),
    ImportDefaultSpecifier(
        #[seq(as = "ArenaBox<ImportDefaultSpecifier<'a>>")] Box<'a, ast::ImportDefaultSpecifier<'a>>,
    ),
    ImportNamespaceSpecifier(
        #[seq(as = "ArenaBox<ImportNamespaceSpecifier<'a>>")] Box<'a, ast::ImportNamespaceSpecifier<'a>>,
    ),
}

#[derive(StructuralEq)]
#[seq(remote = "ast::ImportSpecifier<'a>", ..)]
pub struct ImportSpecifier<'a> {
    #[seq(as = "ModuleExportName<'a>")]
    imported: ast::ModuleExportName<'a>,
    #[seq(as = "BindingIdentifier<'a>")]
    local: ast::BindingIdentifier<'a>,
    #[seq(as = "ImportOrExportKind")]
    import_kind: ast::ImportOrExportKind,
}

#[derive(StructuralEq)]
#[seq(remote = "ast::ImportDefaultSpecifier<'a>", ..)]
pub struct ImportDefaultSpecifier<'a> {
    #[seq(as = "BindingIdentifier<'a>")]
    local: ast::BindingIdentifier<'a>,
}

#[derive(StructuralEq)]
#[seq(remote = "ast::ImportNamespaceSpecifier<'a>", ..)]
pub struct ImportNamespaceSpecifier<'a> {
    #[seq(as = "BindingIdentifier<'a>")]
    local: ast::BindingIdentifier<'a>,
}

#[derive(StructuralEq)]
#[seq(remote = "ast::WithClause<'a>", ..)]
pub struct WithClause<'a> {
    #[seq(as = "WithClauseKeyword")]
    keyword: ast::WithClauseKeyword,
    #[seq(as = "ArenaVec<ImportAttribute<'a>>")]
    with_entries: Vec<'a, ast::ImportAttribute<'a>>,
}

#[derive(StructuralEq)]
#[seq(remote = "ast::WithClauseKeyword")]
pub enum WithClauseKeyword {
    With,
    Assert,
}

#[derive(StructuralEq)]
#[seq(remote = "ast::ImportAttribute<'a>", ..)]
pub struct ImportAttribute<'a> {
    #[seq(as = "ImportAttributeKey<'a>")]
    key: ast::ImportAttributeKey<'a>,
    #[seq(as = "StringLiteral<'a>")]
    value: ast::StringLiteral<'a>,
}

#[derive(StructuralEq)]
#[seq(remote = "ast::ImportAttributeKey<'a>")]
pub enum ImportAttributeKey<'a> {
    Identifier(#[seq(as = "IdentifierName<'a>")] ast::IdentifierName<'a>),
    StringLiteral(#[seq(as = "StringLiteral<'a>")] ast::StringLiteral<'a>),
}

#[derive(StructuralEq)]
#[seq(remote = "ast::ExportDeclaration<'a>", ..)]
pub struct ExportDeclaration<'a> {
    #[seq(as = "Declaration<'a>")]
    declaration: ast::Declaration<'a>,
}

#[derive(StructuralEq)]
#[seq(remote = "ast::ExportNamedDeclaration<'a>", ..)]
pub struct ExportNamedDeclaration<'a> {
    #[seq(as = "ArenaVec<ExportSpecifier<'a>>")]
    specifiers: Vec<'a, ast::ExportSpecifier<'a>>,
    #[seq(as = "ImportOrExportKind")]
    export_kind: ast::ImportOrExportKind,
}

#[derive(StructuralEq)]
#[seq(remote = "ast::ExportFromDeclaration<'a>", ..)]
pub struct ExportFromDeclaration<'a> {
    #[seq(as = "ArenaVec<ExportSpecifier<'a>>")]
    specifiers: Vec<'a, ast::ExportSpecifier<'a>>,
    #[seq(as = "StringLiteral<'a>")]
    source: ast::StringLiteral<'a>,
    #[seq(as = "ImportOrExportKind")]
    export_kind: ast::ImportOrExportKind,
    #[seq(as = "Option<ArenaBox<WithClause<'a>>>")]
    with_clause: Option<Box<'a, ast::WithClause<'a>>>,
}

#[derive(StructuralEq)]
#[seq(remote = "ast::ExportDefaultDeclaration<'a>", ..)]
pub struct ExportDefaultDeclaration<'a> {
    #[seq(as = "ExportDefaultDeclarationKind<'a>")]
    declaration: ast::ExportDefaultDeclarationKind<'a>,
}

#[derive(StructuralEq)]
#[seq(remote = "ast::ExportAllDeclaration<'a>", ..)]
pub struct ExportAllDeclaration<'a> {
    #[seq(as = "Option<ModuleExportName<'a>>")]
    exported: Option<ast::ModuleExportName<'a>>,
    #[seq(as = "StringLiteral<'a>")]
    source: ast::StringLiteral<'a>,
    #[seq(as = "Option<ArenaBox<WithClause<'a>>>")]
    with_clause: Option<Box<'a, ast::WithClause<'a>>>,
    #[seq(as = "ImportOrExportKind")]
    export_kind: ast::ImportOrExportKind,
}

#[derive(StructuralEq)]
#[seq(remote = "ast::ExportSpecifier<'a>", ..)]
pub struct ExportSpecifier<'a> {
    #[seq(as = "ModuleExportName<'a>")]
    local: ast::ModuleExportName<'a>,
    #[seq(as = "ModuleExportName<'a>")]
    exported: ast::ModuleExportName<'a>,
    #[seq(as = "ImportOrExportKind")]
    export_kind: ast::ImportOrExportKind,
}

#[derive(StructuralEq)]
#[seq(remote = "ast::ExportDefaultDeclarationKind<'a>")]
pub enum ExportDefaultDeclarationKind<'a> {
    FunctionDeclaration(#[seq(as = "ArenaBox<Function<'a>>")] Box<'a, ast::Function<'a>>),
    ClassDeclaration(#[seq(as = "ArenaBox<Class<'a>>")] Box<'a, ast::Class<'a>>),
    #[seq(rest = exported)]
    Expression,
}

#[derive(StructuralEq)]
#[seq(remote = "ast::ModuleExportName<'a>")]
pub enum ModuleExportName<'a> {
    IdentifierName(#[seq(as = "IdentifierName<'a>")] ast::IdentifierName<'a>),
    IdentifierReference(#[seq(as = "IdentifierReference<'a>")] ast::IdentifierReference<'a>),
    StringLiteral(#[seq(as = "StringLiteral<'a>")] ast::StringLiteral<'a>),
}
