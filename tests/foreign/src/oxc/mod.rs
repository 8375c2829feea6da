//! JavaScript, in oxc's representation: a tree in an arena, whose nodes borrow from it.
//!
//! What programs may differ in and be equal: spans, comments, numbers that oxc gives to nodes, and how literals are
//! written. Types of TypeScript and JSX have no mirrors: they are compared by their `Debug`, which has their spans.

#![allow(missing_docs, reason = "mirrors are called as what they mirror, where that is documented")]

use std::fmt::Debug;

use oxc_ast::ast;
use oxc_str::Str;
use oxc_syntax::operator::{AssignmentOperator, BinaryOperator, LogicalOperator, UnaryOperator, UpdateOperator};
use sexpr_core::{StructuralEq, mirror::As};

mod containers;
mod expressions;
mod functions;
mod literals;
mod modules;
mod patterns;
pub mod programs;
mod statements;

pub use containers::*;
pub use expressions::*;
pub use functions::*;
pub use literals::*;
pub use modules::*;
pub use patterns::*;
pub use statements::*;

/// What has no mirror.
fn shown(part: &impl Debug) -> String {
    format!("{part:?}")
}

/// Types, which are absent from JavaScript.
fn types(part: &Option<impl Debug>) -> String {
    part.as_ref().map(shown).unwrap_or_default()
}

/// Operators, each as it is written.
macro_rules! operators {
    ($($name:ident: $ty:ty;)*) => {$(
        fn $name(operator: &$ty) -> &'static str {
            operator.as_str()
        }
    )*};
}

operators! {
    assignment_operator: AssignmentOperator;
    binary_operator: BinaryOperator;
    logical_operator: LogicalOperator;
    unary_operator: UnaryOperator;
    update_operator: UpdateOperator;
}

fn flags(flags: &ast::RegExpFlags) -> u8 {
    flags.bits()
}

/// oxc repeats the variants of one enum in another: what has none of its own variants, seen as the enum that they are from.
macro_rules! inherited {
    ($($name:ident: $inherited:ident in $enum:ident, by $method:ident;)*) => {$(
        fn $name<'n, 'a>(node: &'n ast::$enum<'a>) -> &'n As<$inherited<'a>, ast::$inherited<'a>> {
            As::new(node.$method())
        }
    )*};
}

inherited! {
    element: Expression in ArrayExpressionElement, by to_expression;
    key: Expression in PropertyKey, by to_expression;
    argument: Expression in Argument, by to_expression;
    init: Expression in ForStatementInit, by to_expression;
    left: AssignmentTarget in ForStatementLeft, by to_assignment_target;
    target: AssignmentTarget in AssignmentTargetMaybeDefault, by to_assignment_target;
    body: Expression in ArrowFunctionBody, by to_expression;
    exported: Expression in ExportDefaultDeclarationKind, by to_expression;
}

/// A string inside of a container.
#[derive(StructuralEq)]
#[seq(remote = "Str<'a>")]
pub struct Text<'a> {
    #[seq(getter = Str::as_str)]
    text: &'a str,
}

/// Whether a module's item is one of types alone.
#[derive(StructuralEq)]
#[seq(remote = "ast::ImportOrExportKind")]
pub enum ImportOrExportKind {
    Value,
    Type,
}
