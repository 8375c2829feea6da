//! Custom traversal, of values held inline.

#![allow(dead_code, reason = "some fields are there to be left out of comparisons")]

use std::sync::Arc;

use sexpr_core::{
    StructuralEq,
    custom::{CustomStructural, EqualParts, HashParts, VirtualFields},
    reflect::Def,
};

use super::{Term, Variable};

/// Through a list of virtual fields.
#[derive(StructuralEq)]
#[seq(with = custom_parts)]
pub struct Custom {
    pub(super) params: Vec<Variable>,
    pub(super) body: Arc<Term>,
    pub(super) note: String,
}

fn custom_parts<'a>(node: &'a Custom, fields: &mut VirtualFields<'a>) {
    fields.field("params", Def::Pattern, &node.params);
    fields.field("body", Def::Inherit, &node.body);
}

/// Through two functions, with every region, a leaf that is made for it, and a field that may be missing.
#[derive(StructuralEq)]
#[seq(custom)]
pub struct Virtual {
    pub(super) title: String,
    pub(super) extra: Option<Arc<Term>>,
    pub(super) fixed: Arc<Term>,
    pub(super) simple: Arc<Term>,
    pub(super) pattern: Arc<Term>,
    pub(super) plain: Arc<Term>,
}

impl CustomStructural for Virtual {
    fn s_equal<'a>(&'a self, other: &'a Self, parts: &mut EqualParts<'a>) -> bool {
        parts.leaf("title", self.title.clone(), other.title.clone());
        parts.field("extra", Def::Inherit, &self.extra, &other.extra);
        parts.field("fixed", Def::None, &self.fixed, &other.fixed);
        parts.field("simple", Def::Simple, &self.simple, &other.simple);
        parts.field("pattern", Def::Pattern, &self.pattern, &other.pattern);
        parts.field("plain", Def::Inherit, &self.plain, &other.plain);
        true
    }

    fn s_hash<'a>(&'a self, parts: &mut HashParts<'a>) {
        parts.leaf("title", self.title.clone());
        parts.field("extra", Def::Inherit, &self.extra);
        parts.field("fixed", Def::None, &self.fixed);
        parts.field("simple", Def::Simple, &self.simple);
        parts.field("pattern", Def::Pattern, &self.pattern);
        parts.field("plain", Def::Inherit, &self.plain);
    }
}

/// Through two functions, with a verdict of its own.
#[derive(StructuralEq)]
#[seq(custom)]
pub struct Checked {
    pub(super) number: i64,
    pub(super) value: Arc<Term>,
}

impl CustomStructural for Checked {
    fn s_equal<'a>(&'a self, other: &'a Self, parts: &mut EqualParts<'a>) -> bool {
        parts.field("value", Def::Inherit, &self.value, &other.value);
        self.number.rem_euclid(2) == other.number.rem_euclid(2)
    }

    fn s_hash<'a>(&'a self, parts: &mut HashParts<'a>) {
        parts.field("value", Def::Inherit, &self.value);
        parts.leaf("number", self.number.rem_euclid(2));
    }
}
