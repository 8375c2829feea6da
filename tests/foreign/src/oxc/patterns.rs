//! Patterns, and targets of assignments.

use oxc_allocator::{Box, Vec};
use oxc_ast::ast;
use sexpr_core::StructuralEq;

use super::*;

#[derive(StructuralEq)]
#[seq(remote = "ast::AssignmentTarget<'a>")]
pub enum AssignmentTarget<'a> {
    AssignmentTargetIdentifier(#[seq(as = "ArenaBox<IdentifierReference<'a>>")] Box<'a, ast::IdentifierReference<'a>>),
    ComputedMemberExpression(
        #[seq(as = "ArenaBox<ComputedMemberExpression<'a>>")] Box<'a, ast::ComputedMemberExpression<'a>>,
    ),
    StaticMemberExpression(
        #[seq(as = "ArenaBox<StaticMemberExpression<'a>>")] Box<'a, ast::StaticMemberExpression<'a>>,
    ),
    PrivateFieldExpression(
        #[seq(as = "ArenaBox<PrivateFieldExpression<'a>>")] Box<'a, ast::PrivateFieldExpression<'a>>,
    ),
    ArrayAssignmentTarget(#[seq(as = "ArenaBox<ArrayAssignmentTarget<'a>>")] Box<'a, ast::ArrayAssignmentTarget<'a>>),
    ObjectAssignmentTarget(
        #[seq(as = "ArenaBox<ObjectAssignmentTarget<'a>>")] Box<'a, ast::ObjectAssignmentTarget<'a>>,
    ),
    #[seq(rest = shown)]
    Other,
}

#[derive(StructuralEq)]
#[seq(remote = "ast::SimpleAssignmentTarget<'a>")]
pub enum SimpleAssignmentTarget<'a> {
    AssignmentTargetIdentifier(#[seq(as = "ArenaBox<IdentifierReference<'a>>")] Box<'a, ast::IdentifierReference<'a>>),
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
#[seq(remote = "ast::ArrayAssignmentTarget<'a>", ..)]
pub struct ArrayAssignmentTarget<'a> {
    #[seq(as = "ArenaVec<Option<AssignmentTargetMaybeDefault<'a>>>")]
    elements: Vec<'a, Option<ast::AssignmentTargetMaybeDefault<'a>>>,
    #[seq(as = "Option<ArenaBox<AssignmentTargetRest<'a>>>")]
    rest: Option<Box<'a, ast::AssignmentTargetRest<'a>>>,
}

#[derive(StructuralEq)]
#[seq(remote = "ast::ObjectAssignmentTarget<'a>", ..)]
pub struct ObjectAssignmentTarget<'a> {
    #[seq(as = "ArenaVec<AssignmentTargetProperty<'a>>")]
    properties: Vec<'a, ast::AssignmentTargetProperty<'a>>,
    #[seq(as = "Option<ArenaBox<AssignmentTargetRest<'a>>>")]
    rest: Option<Box<'a, ast::AssignmentTargetRest<'a>>>,
}

#[derive(StructuralEq)]
#[seq(remote = "ast::AssignmentTargetRest<'a>", ..)]
pub struct AssignmentTargetRest<'a> {
    #[seq(as = "AssignmentTarget<'a>")]
    target: ast::AssignmentTarget<'a>,
}

#[derive(StructuralEq)]
#[seq(remote = "ast::AssignmentTargetMaybeDefault<'a>")]
pub enum AssignmentTargetMaybeDefault<'a> {
    AssignmentTargetWithDefault(
        #[seq(as = "ArenaBox<AssignmentTargetWithDefault<'a>>")] Box<'a, ast::AssignmentTargetWithDefault<'a>>,
    ),
    #[seq(rest = target)]
    AssignmentTarget,
}

#[derive(StructuralEq)]
#[seq(remote = "ast::AssignmentTargetWithDefault<'a>", ..)]
pub struct AssignmentTargetWithDefault<'a> {
    #[seq(as = "AssignmentTarget<'a>")]
    binding: ast::AssignmentTarget<'a>,
    #[seq(as = "Expression<'a>")]
    init: ast::Expression<'a>,
}

#[derive(StructuralEq)]
#[seq(remote = "ast::AssignmentTargetProperty<'a>")]
pub enum AssignmentTargetProperty<'a> {
    AssignmentTargetPropertyIdentifier(
        #[seq(as = "ArenaBox<AssignmentTargetPropertyIdentifier<'a>>")]
        Box<'a, ast::AssignmentTargetPropertyIdentifier<'a>>,
    ),
    AssignmentTargetPropertyProperty(
        #[seq(as = "ArenaBox<AssignmentTargetPropertyProperty<'a>>")]
        Box<'a, ast::AssignmentTargetPropertyProperty<'a>>,
    ),
}

#[derive(StructuralEq)]
#[seq(remote = "ast::AssignmentTargetPropertyIdentifier<'a>", ..)]
pub struct AssignmentTargetPropertyIdentifier<'a> {
    #[seq(as = "IdentifierReference<'a>")]
    binding: ast::IdentifierReference<'a>,
    #[seq(as = "Option<Expression<'a>>")]
    init: Option<ast::Expression<'a>>,
}

#[derive(StructuralEq)]
#[seq(remote = "ast::AssignmentTargetPropertyProperty<'a>", ..)]
pub struct AssignmentTargetPropertyProperty<'a> {
    #[seq(as = "PropertyKey<'a>")]
    name: ast::PropertyKey<'a>,
    #[seq(as = "AssignmentTargetMaybeDefault<'a>")]
    binding: ast::AssignmentTargetMaybeDefault<'a>,
    computed: bool,
}

#[derive(StructuralEq)]
#[seq(remote = "ast::BindingPattern<'a>")]
pub enum BindingPattern<'a> {
    BindingIdentifier(#[seq(as = "ArenaBox<BindingIdentifier<'a>>")] Box<'a, ast::BindingIdentifier<'a>>),
    ObjectPattern(#[seq(as = "ArenaBox<ObjectPattern<'a>>")] Box<'a, ast::ObjectPattern<'a>>),
    ArrayPattern(#[seq(as = "ArenaBox<ArrayPattern<'a>>")] Box<'a, ast::ArrayPattern<'a>>),
    AssignmentPattern(#[seq(as = "ArenaBox<AssignmentPattern<'a>>")] Box<'a, ast::AssignmentPattern<'a>>),
}

#[derive(StructuralEq)]
#[seq(remote = "ast::AssignmentPattern<'a>", ..)]
pub struct AssignmentPattern<'a> {
    #[seq(as = "BindingPattern<'a>")]
    left: ast::BindingPattern<'a>,
    #[seq(as = "Expression<'a>")]
    right: ast::Expression<'a>,
}

#[derive(StructuralEq)]
#[seq(remote = "ast::ObjectPattern<'a>", ..)]
pub struct ObjectPattern<'a> {
    #[seq(as = "ArenaVec<BindingProperty<'a>>")]
    properties: Vec<'a, ast::BindingProperty<'a>>,
    #[seq(as = "Option<ArenaBox<BindingRestElement<'a>>>")]
    rest: Option<Box<'a, ast::BindingRestElement<'a>>>,
}

#[derive(StructuralEq)]
#[seq(remote = "ast::BindingProperty<'a>", ..)]
pub struct BindingProperty<'a> {
    #[seq(as = "PropertyKey<'a>")]
    key: ast::PropertyKey<'a>,
    #[seq(as = "BindingPattern<'a>")]
    value: ast::BindingPattern<'a>,
    shorthand: bool,
    computed: bool,
}

#[derive(StructuralEq)]
#[seq(remote = "ast::ArrayPattern<'a>", ..)]
pub struct ArrayPattern<'a> {
    #[seq(as = "ArenaVec<Option<BindingPattern<'a>>>")]
    elements: Vec<'a, Option<ast::BindingPattern<'a>>>,
    #[seq(as = "Option<ArenaBox<BindingRestElement<'a>>>")]
    rest: Option<Box<'a, ast::BindingRestElement<'a>>>,
}

#[derive(StructuralEq)]
#[seq(remote = "ast::BindingRestElement<'a>", ..)]
pub struct BindingRestElement<'a> {
    #[seq(as = "BindingPattern<'a>")]
    argument: ast::BindingPattern<'a>,
}
