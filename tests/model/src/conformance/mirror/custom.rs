//! Custom traversal.

#![allow(dead_code, reason = "some fields are there to be left out of comparisons")]

use sexpr_core::{
    StructuralEq,
    custom::{CustomStructural, EqualParts, HashParts, VirtualFields},
    reflect::Def,
};

use super::{super::P, Node, Variable};

/// Through a list of virtual fields.
#[derive(StructuralEq)]
#[seq(with = custom_parts)]
pub struct Custom {
    pub(super) params: Vec<P<Variable>>,
    pub(super) body: Node,
    pub(super) note: String,
}

fn custom_parts<'a>(node: &'a Custom, fields: &mut VirtualFields<'a>) {
    fields.field("params", Def::Pattern, &node.params);
    fields.field("body", Def::Inherit, &node.body);
}

/// Through two functions.
#[derive(StructuralEq)]
#[seq(custom)]
pub struct CustomByTrait {
    pub(super) params: Vec<P<Variable>>,
    pub(super) body: Node,
    pub(super) note: String,
}

impl CustomStructural for CustomByTrait {
    fn s_equal<'a>(&'a self, other: &'a Self, parts: &mut EqualParts<'a>) -> bool {
        parts.field("params", Def::Pattern, &self.params, &other.params);
        parts.field("body", Def::Inherit, &self.body, &other.body);
        true
    }

    fn s_hash<'a>(&'a self, parts: &mut HashParts<'a>) {
        parts.field("params", Def::Pattern, &self.params);
        parts.field("body", Def::Inherit, &self.body);
    }
}

/// Through a list with every region, a leaf that is made for it, and a field that may be missing.
#[derive(StructuralEq)]
#[seq(with = virtual_parts)]
pub struct Virtual {
    pub(super) title: String,
    pub(super) extra: Option<Node>,
    pub(super) fixed: Node,
    pub(super) simple: Node,
    pub(super) pattern: Node,
    pub(super) plain: Node,
}

fn virtual_parts<'a>(node: &'a Virtual, fields: &mut VirtualFields<'a>) {
    fields.leaf("title", node.title.clone());
    if let Some(extra) = &node.extra {
        fields.field("extra", Def::Inherit, extra);
    }
    fields.field("fixed", Def::None, &node.fixed);
    fields.field("simple", Def::Simple, &node.simple);
    fields.field("pattern", Def::Pattern, &node.pattern);
    fields.field("plain", Def::Inherit, &node.plain);
}

/// Through two functions, with a verdict of its own.
#[derive(StructuralEq)]
#[seq(custom)]
pub struct Checked {
    pub(super) number: i64,
    pub(super) value: Node,
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
