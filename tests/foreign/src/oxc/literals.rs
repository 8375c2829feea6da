//! Literals and templates.

use oxc_allocator::Vec;
use oxc_ast::ast;
use oxc_str::Str;
use sexpr_core::StructuralEq;

use super::*;

#[derive(StructuralEq)]
#[seq(remote = "ast::BooleanLiteral", ..)]
pub struct BooleanLiteral {
    value: bool,
}

#[derive(StructuralEq)]
#[seq(remote = "ast::NullLiteral", ..)]
pub struct NullLiteral {}

#[derive(StructuralEq)]
#[seq(remote = "ast::NumericLiteral<'a>", ..)]
pub struct NumericLiteral<'a> {
    value: f64,
    #[seq(ignore)]
    raw: Option<Str<'a>>,
}

#[derive(StructuralEq)]
#[seq(remote = "ast::StringLiteral<'a>", ..)]
pub struct StringLiteral<'a> {
    #[seq(via = Str::as_str)]
    value: Str<'a>,
    #[seq(ignore)]
    raw: Option<Str<'a>>,
    lone_surrogates: bool,
}

#[derive(StructuralEq)]
#[seq(remote = "ast::BigIntLiteral<'a>", ..)]
pub struct BigIntLiteral<'a> {
    #[seq(via = Str::as_str)]
    value: Str<'a>,
    #[seq(ignore)]
    raw: Option<Str<'a>>,
}

#[derive(StructuralEq)]
#[seq(remote = "ast::RegExpLiteral<'a>", ..)]
pub struct RegExpLiteral<'a> {
    #[seq(as = "RegExp<'a>")]
    regex: ast::RegExp<'a>,
    #[seq(ignore)]
    raw: Option<Str<'a>>,
}

#[derive(StructuralEq)]
#[seq(remote = "ast::RegExp<'a>")]
pub struct RegExp<'a> {
    #[seq(as = "RegExpPattern<'a>")]
    pattern: ast::RegExpPattern<'a>,
    #[seq(via = flags)]
    flags: ast::RegExpFlags,
}

/// As it is written, which its parsed form, if there is one, says again.
#[derive(StructuralEq)]
#[seq(remote = "ast::RegExpPattern<'a>", ..)]
pub struct RegExpPattern<'a> {
    #[seq(via = Str::as_str)]
    text: Str<'a>,
}

#[derive(StructuralEq)]
#[seq(remote = "ast::TemplateLiteral<'a>", ..)]
pub struct TemplateLiteral<'a> {
    #[seq(as = "ArenaVec<TemplateElement<'a>>")]
    quasis: Vec<'a, ast::TemplateElement<'a>>,
    #[seq(as = "ArenaVec<Expression<'a>>")]
    expressions: Vec<'a, ast::Expression<'a>>,
}

#[derive(StructuralEq)]
#[seq(remote = "ast::TemplateElement<'a>", ..)]
pub struct TemplateElement<'a> {
    #[seq(as = "TemplateElementValue<'a>")]
    value: ast::TemplateElementValue<'a>,
    tail: bool,
    lone_surrogates: bool,
}

#[derive(StructuralEq)]
#[seq(remote = "ast::TemplateElementValue<'a>")]
pub struct TemplateElementValue<'a> {
    #[seq(via = Str::as_str)]
    raw: Str<'a>,
    #[seq(as = "Option<Text<'a>>")]
    cooked: Option<Str<'a>>,
}
