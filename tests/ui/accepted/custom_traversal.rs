//! Nodes whose parts are listed by something else.

use std::{rc::Rc, sync::Arc};

use sexpr_core::{
    Field, StructuralEq, custom::{CustomStructural, EqualParts, HashParts, VirtualFields}, info::Def,
    structural_equal, structural_hash,
};

/// Not fit for a field: nothing looks at it.
struct Foreign(f64);

#[derive(StructuralEq)]
#[seq(with = parts::list, kind = "dag")]
struct Node<T>
where
    T: Field + 'static,
{
    value: T,
    foreign: Foreign,
}

mod parts {
    use super::*;

    pub(super) fn list<'n, T: Field + 'static>(node: &'n Node<T>, fields: &mut VirtualFields<'n>) {
        fields.field("value", Def::Inherit, &node.value);
        fields.leaf("positive", node.foreign.0 > 0.0);
    }
}

#[derive(StructuralEq)]
#[seq(with = list_either)]
enum Either {
    Left(Rc<Foreign>),
    Right(u32),
}

fn list_either<'n>(either: &'n Either, fields: &mut VirtualFields<'n>) {
    if let Either::Right(value) = either {
        fields.field("value", Def::Inherit, value);
    }
}

#[derive(StructuralEq)]
#[seq(custom, kind = "var")]
struct Named {
    #[seq(key)]
    name: String,
    #[seq(ignore)]
    foreign: Foreign,
}

impl CustomStructural for Named {
    fn s_equal<'a>(&'a self, other: &'a Self, _: &mut EqualParts<'a>) -> bool {
        (self.foreign.0 > 0.0) == (other.foreign.0 > 0.0)
    }
    fn s_hash<'a>(&'a self, parts: &mut HashParts<'a>) {
        parts.leaf("positive", self.foreign.0 > 0.0);
    }
}

fn main() {
    let node = |value, foreign| Node { value, foreign: Foreign(foreign) };
    assert!(structural_equal(&node(1, 1.0), &node(1, 2.0)));
    assert_eq!(structural_hash(&node(1, 1.0)), structural_hash(&node(1, 2.0)));
    assert!(!structural_equal(&node(1, 1.0), &node(1, -1.0)));
    let left = || Either::Left(Rc::new(Foreign(1.0)));
    assert!(structural_equal(&left(), &left()));
    assert!(!structural_equal(&left(), &Either::Right(1)));
    let named = |foreign| Arc::new(Named { name: "x".into(), foreign: Foreign(foreign) });
    assert!(structural_equal(&named(1.0), &named(2.0)));
}
