//! Functions and classes.

use oxc_allocator::{Box, Vec};
use oxc_ast::ast;
use sexpr_core::StructuralEq;

use super::*;

#[derive(StructuralEq)]
#[seq(remote = "ast::Function<'a>", ..)]
pub struct Function<'a> {
    #[seq(as = "FunctionType")]
    r#type: ast::FunctionType,
    #[seq(as = "Option<BindingIdentifier<'a>>")]
    id: Option<ast::BindingIdentifier<'a>>,
    generator: bool,
    r#async: bool,
    declare: bool,
    #[seq(via = types)]
    type_parameters: Option<Box<'a, ast::TSTypeParameterDeclaration<'a>>>,
    #[seq(via = types)]
    this_param: Option<Box<'a, ast::TSThisParameter<'a>>>,
    #[seq(as = "ArenaBox<FormalParameters<'a>>")]
    params: Box<'a, ast::FormalParameters<'a>>,
    #[seq(via = types)]
    return_type: Option<Box<'a, ast::TSTypeAnnotation<'a>>>,
    #[seq(as = "Option<ArenaBox<FunctionBody<'a>>>")]
    body: Option<Box<'a, ast::FunctionBody<'a>>>,
}

#[derive(StructuralEq)]
#[seq(remote = "ast::FunctionType")]
pub enum FunctionType {
    FunctionDeclaration,
    FunctionExpression,
    #[seq(rest = shown)]
    Other,
}

#[derive(StructuralEq)]
#[seq(remote = "ast::FormalParameters<'a>", ..)]
pub struct FormalParameters<'a> {
    #[seq(as = "FormalParameterKind")]
    kind: ast::FormalParameterKind,
    #[seq(as = "ArenaVec<FormalParameter<'a>>")]
    items: Vec<'a, ast::FormalParameter<'a>>,
    #[seq(as = "Option<ArenaBox<FormalParameterRest<'a>>>")]
    rest: Option<Box<'a, ast::FormalParameterRest<'a>>>,
}

#[derive(StructuralEq)]
#[seq(remote = "ast::FormalParameter<'a>", ..)]
pub struct FormalParameter<'a> {
    #[seq(as = "ArenaVec<Decorator<'a>>")]
    decorators: Vec<'a, ast::Decorator<'a>>,
    #[seq(as = "BindingPattern<'a>")]
    pattern: ast::BindingPattern<'a>,
    #[seq(via = types)]
    type_annotation: Option<Box<'a, ast::TSTypeAnnotation<'a>>>,
    #[seq(as = "Option<ArenaBox<Expression<'a>>>")]
    initializer: Option<Box<'a, ast::Expression<'a>>>,
    optional: bool,
    #[seq(via = types)]
    accessibility: Option<ast::TSAccessibility>,
    readonly: bool,
    r#override: bool,
}

#[derive(StructuralEq)]
#[seq(remote = "ast::FormalParameterKind")]
pub enum FormalParameterKind {
    FormalParameter,
    UniqueFormalParameters,
    ArrowFormalParameters,
    Signature,
}

#[derive(StructuralEq)]
#[seq(remote = "ast::FormalParameterRest<'a>", ..)]
pub struct FormalParameterRest<'a> {
    #[seq(as = "ArenaVec<Decorator<'a>>")]
    decorators: Vec<'a, ast::Decorator<'a>>,
    #[seq(as = "BindingRestElement<'a>")]
    rest: ast::BindingRestElement<'a>,
    #[seq(via = types)]
    type_annotation: Option<Box<'a, ast::TSTypeAnnotation<'a>>>,
}

#[derive(StructuralEq)]
#[seq(remote = "ast::FunctionBody<'a>", ..)]
pub struct FunctionBody<'a> {
    #[seq(as = "ArenaVec<Directive<'a>>")]
    directives: Vec<'a, ast::Directive<'a>>,
    #[seq(as = "ArenaVec<Statement<'a>>")]
    statements: Vec<'a, ast::Statement<'a>>,
}

#[derive(StructuralEq)]
#[seq(remote = "ast::ArrowFunctionBody<'a>")]
pub enum ArrowFunctionBody<'a> {
    FunctionBody(#[seq(as = "ArenaBox<FunctionBody<'a>>")] Box<'a, ast::FunctionBody<'a>>),
    #[seq(rest = body)]
    Expression,
}

#[derive(StructuralEq)]
#[seq(remote = "ast::ArrowFunctionExpression<'a>", ..)]
pub struct ArrowFunctionExpression<'a> {
    r#async: bool,
    #[seq(via = types)]
    type_parameters: Option<Box<'a, ast::TSTypeParameterDeclaration<'a>>>,
    #[seq(as = "ArenaBox<FormalParameters<'a>>")]
    params: Box<'a, ast::FormalParameters<'a>>,
    #[seq(via = types)]
    return_type: Option<Box<'a, ast::TSTypeAnnotation<'a>>>,
    #[seq(as = "ArrowFunctionBody<'a>")]
    body: ast::ArrowFunctionBody<'a>,
}

#[derive(StructuralEq)]
#[seq(remote = "ast::Class<'a>", ..)]
pub struct Class<'a> {
    #[seq(as = "ClassType")]
    r#type: ast::ClassType,
    #[seq(as = "ArenaVec<Decorator<'a>>")]
    decorators: Vec<'a, ast::Decorator<'a>>,
    #[seq(as = "Option<BindingIdentifier<'a>>")]
    id: Option<ast::BindingIdentifier<'a>>,
    #[seq(via = types)]
    type_parameters: Option<Box<'a, ast::TSTypeParameterDeclaration<'a>>>,
    #[seq(as = "Option<ClassHeritage<'a>>")]
    heritage: Option<ast::ClassHeritage<'a>>,
    #[seq(via = shown)]
    implements: Vec<'a, ast::TSClassImplements<'a>>,
    #[seq(as = "ArenaBox<ClassBody<'a>>")]
    body: Box<'a, ast::ClassBody<'a>>,
    r#abstract: bool,
    declare: bool,
}

#[derive(StructuralEq)]
#[seq(remote = "ast::ClassHeritage<'a>")]
pub struct ClassHeritage<'a> {
    #[seq(as = "Expression<'a>")]
    expression: ast::Expression<'a>,
    #[seq(via = types)]
    type_arguments: Option<Box<'a, ast::TSTypeParameterInstantiation<'a>>>,
}

#[derive(StructuralEq)]
#[seq(remote = "ast::ClassType")]
pub enum ClassType {
    ClassDeclaration,
    ClassExpression,
}

#[derive(StructuralEq)]
#[seq(remote = "ast::ClassBody<'a>", ..)]
pub struct ClassBody<'a> {
    #[seq(as = "ArenaVec<ClassElement<'a>>")]
    body: Vec<'a, ast::ClassElement<'a>>,
}

#[derive(StructuralEq)]
#[seq(remote = "ast::ClassElement<'a>")]
pub enum ClassElement<'a> {
    StaticBlock(#[seq(as = "ArenaBox<StaticBlock<'a>>")] Box<'a, ast::StaticBlock<'a>>),
    MethodDefinition(#[seq(as = "ArenaBox<MethodDefinition<'a>>")] Box<'a, ast::MethodDefinition<'a>>),
    PropertyDefinition(#[seq(as = "ArenaBox<PropertyDefinition<'a>>")] Box<'a, ast::PropertyDefinition<'a>>),
    AccessorProperty(#[seq(as = "ArenaBox<AccessorProperty<'a>>")] Box<'a, ast::AccessorProperty<'a>>),
    #[seq(rest = shown)]
    Other,
}

#[derive(StructuralEq)]
#[seq(remote = "ast::MethodDefinition<'a>", ..)]
pub struct MethodDefinition<'a> {
    #[seq(as = "MethodDefinitionType")]
    r#type: ast::MethodDefinitionType,
    #[seq(as = "ArenaVec<Decorator<'a>>")]
    decorators: Vec<'a, ast::Decorator<'a>>,
    #[seq(as = "PropertyKey<'a>")]
    key: ast::PropertyKey<'a>,
    #[seq(as = "ArenaBox<Function<'a>>")]
    value: Box<'a, ast::Function<'a>>,
    #[seq(as = "MethodDefinitionKind")]
    kind: ast::MethodDefinitionKind,
    computed: bool,
    r#static: bool,
    r#override: bool,
    optional: bool,
    #[seq(via = types)]
    accessibility: Option<ast::TSAccessibility>,
}

#[derive(StructuralEq)]
#[seq(remote = "ast::MethodDefinitionType")]
pub enum MethodDefinitionType {
    MethodDefinition,
    #[seq(rest = shown)]
    Other,
}

#[derive(StructuralEq)]
#[seq(remote = "ast::PropertyDefinition<'a>", ..)]
pub struct PropertyDefinition<'a> {
    #[seq(as = "PropertyDefinitionType")]
    r#type: ast::PropertyDefinitionType,
    #[seq(as = "ArenaVec<Decorator<'a>>")]
    decorators: Vec<'a, ast::Decorator<'a>>,
    #[seq(as = "PropertyKey<'a>")]
    key: ast::PropertyKey<'a>,
    #[seq(via = types)]
    type_annotation: Option<Box<'a, ast::TSTypeAnnotation<'a>>>,
    #[seq(as = "Option<Expression<'a>>")]
    value: Option<ast::Expression<'a>>,
    computed: bool,
    r#static: bool,
    declare: bool,
    r#override: bool,
    optional: bool,
    definite: bool,
    readonly: bool,
    #[seq(via = types)]
    accessibility: Option<ast::TSAccessibility>,
}

#[derive(StructuralEq)]
#[seq(remote = "ast::PropertyDefinitionType")]
pub enum PropertyDefinitionType {
    PropertyDefinition,
    #[seq(rest = shown)]
    Other,
}

#[derive(StructuralEq)]
#[seq(remote = "ast::MethodDefinitionKind")]
pub enum MethodDefinitionKind {
    Constructor,
    Method,
    Get,
    Set,
}

#[derive(StructuralEq)]
#[seq(remote = "ast::StaticBlock<'a>", ..)]
pub struct StaticBlock<'a> {
    #[seq(as = "ArenaVec<Statement<'a>>")]
    body: Vec<'a, ast::Statement<'a>>,
}

#[derive(StructuralEq)]
#[seq(remote = "ast::AccessorPropertyType")]
pub enum AccessorPropertyType {
    AccessorProperty,
    #[seq(rest = shown)]
    Other,
}

#[derive(StructuralEq)]
#[seq(remote = "ast::AccessorProperty<'a>", ..)]
pub struct AccessorProperty<'a> {
    #[seq(as = "AccessorPropertyType")]
    r#type: ast::AccessorPropertyType,
    #[seq(as = "ArenaVec<Decorator<'a>>")]
    decorators: Vec<'a, ast::Decorator<'a>>,
    #[seq(as = "PropertyKey<'a>")]
    key: ast::PropertyKey<'a>,
    #[seq(via = types)]
    type_annotation: Option<Box<'a, ast::TSTypeAnnotation<'a>>>,
    #[seq(as = "Option<Expression<'a>>")]
    value: Option<ast::Expression<'a>>,
    computed: bool,
    r#static: bool,
    r#override: bool,
    definite: bool,
    #[seq(via = types)]
    accessibility: Option<ast::TSAccessibility>,
}

#[derive(StructuralEq)]
#[seq(remote = "ast::Decorator<'a>", ..)]
pub struct Decorator<'a> {
    #[seq(as = "Expression<'a>")]
    expression: ast::Expression<'a>,
}
