//! Examples, and what is left out.

use std::{collections::HashMap, sync::Arc};

use sexpr_core::{
    ByIdentity, StructuralEq,
    custom::{CustomStructural, DynStructural, EqualParts, HashParts, VirtualFields},
    reflect::Def,
    terms::Subterms,
};

use crate::lambda::{Var, var};

#[derive(StructuralEq)]
#[seq(kind = "dag")]
struct Cell(i64);

trait Operation: DynStructural + Send + Sync {}
sexpr_core::open!(Operation);
#[derive(StructuralEq)]
struct Load(i64);
impl Operation for Load {}
#[derive(StructuralEq)]
struct Store(i64);
impl Operation for Store {}

#[derive(StructuralEq)]
#[seq(with = parts)]
struct Listed(i64, Arc<Var>);

fn parts<'a>(node: &'a Listed, fields: &mut VirtualFields<'a>) {
    fields.leaf("number", node.0);
    fields.field("variable", Def::Inherit, &node.1);
}

#[derive(StructuralEq)]
#[seq(custom)]
struct Handed;

impl CustomStructural for Handed {
    fn s_equal<'a>(&'a self, _: &'a Self, _: &mut EqualParts<'a>) -> bool {
        false
    }
    fn s_hash<'a>(&'a self, _: &mut HashParts<'a>) {}
}

#[derive(StructuralEq)]
enum Term {
    Cell(Arc<Cell>),
    Open(Box<dyn Operation>),
    Listed(Listed),
    Handed(Handed),
    Opaque(#[seq(opaque)] char),
    Table(HashMap<ByIdentity<Arc<Var>>, i64>),
}
use Term::{Handed as HandedTerm, Listed as ListedTerm, Opaque, Open, Table};

/// How many classes there are of two terms and what is in them.
fn classes(one: Term, other: Term) -> usize {
    Subterms::new().common(&[one, other]).len()
}

#[test]
fn dag_nodes_are_told_apart_by_identity() {
    let cell = Arc::new(Cell(1));
    assert_eq!(classes(Term::Cell(cell.clone()), Term::Cell(cell)), 1);
    assert_eq!(classes(Term::Cell(Arc::new(Cell(1))), Term::Cell(Arc::new(Cell(1)))), 0);
}

#[test]
fn trait_objects_are_told_apart_by_their_types() {
    assert_eq!(classes(Open(Box::new(Load(1))), Open(Box::new(Load(1)))), 2);
    assert_eq!(classes(Open(Box::new(Load(1))), Open(Box::new(Store(1)))), 0);
}

#[test]
fn listed_fields_count_and_what_is_not_known_is_left_out() {
    let x = var("x");
    assert_eq!(classes(ListedTerm(Listed(1, x.clone())), ListedTerm(Listed(1, x.clone()))), 2);
    assert_eq!(classes(ListedTerm(Listed(1, x.clone())), ListedTerm(Listed(2, x.clone()))), 0);
    assert_eq!(classes(ListedTerm(Listed(1, x)), ListedTerm(Listed(1, var("x")))), 0);
    assert_eq!(classes(HandedTerm(Handed), HandedTerm(Handed)), 0);
    assert_eq!(classes(Opaque('a'), Opaque('a')), 0);
}

#[test]
fn maps_are_equal_whatever_their_order() {
    let (x, y) = (var("x"), var("x"));
    let table = |values: [i64; 2]| Table([&x, &y].into_iter().cloned().map(ByIdentity).zip(values).collect());
    assert_eq!(classes(table([1, 2]), table([1, 2])), 1);
    assert_eq!(classes(table([1, 2]), table([2, 1])), 0);
}
