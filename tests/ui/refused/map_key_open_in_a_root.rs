//! Where no derive sees a map, it is refused where the comparison is compiled.

use std::{collections::HashMap, sync::Arc};

use sexpr_core::{
    Field, StructuralEq, StructuralKey, containers::{Map, MapKey},
    custom::{Region, VirtualFields, Visitor}, reflect::{Def, Shape, TypeInfo}, structural_equal, structural_hash,
};

#[derive(StructuralEq)]
enum Expr {
    Var(#[seq(var)] String),
    #[seq(scope)]
    Lambda(#[seq(var, def)] String, Arc<Expr>),
}

#[derive(StructuralEq)]
#[seq(kind = "dag")]
struct Shared {
    #[seq(key)]
    id: u32,
}

/// A map of one's own that does not say what its keys can reach.
struct Pairs<K, V>(Vec<(K, V)>);

impl<K: MapKey, V: Field> Map for Pairs<K, V> {
    type Key = K;
    type Value = V;
    fn length(&self) -> usize {
        self.0.len()
    }
    fn entries(&self) -> impl Iterator<Item = (&K, &V)> {
        self.0.iter().map(|(key, value)| (key, value))
    }
}

impl<K: MapKey, V: Field> StructuralEq for Pairs<K, V> {
    const INFO: &'static TypeInfo = &TypeInfo::container("Pairs", Shape::Map(|| K::INFO, || V::INFO));
    type Reach = V::Reach;
    fn content<'a, W: Visitor<'a>>(left: &'a Self, right: &'a Self, at: Region, visitor: &mut W) -> bool {
        visitor.map(left, right, at)
    }
}
impl<K: MapKey, V: Field> Field for Pairs<K, V> {}

#[derive(StructuralEq)]
struct Silent {
    values: Pairs<StructuralKey<Shared>, u32>,
}

#[derive(StructuralEq)]
#[seq(with = list)]
struct Listed {
    values: HashMap<StructuralKey<Vec<Shared>>, u32>,
}

fn list<'a>(listed: &'a Listed, fields: &mut VirtualFields<'a>) {
    fields.field("values", Def::Inherit, &listed.values);
}

fn is_itself<T: StructuralEq>(value: &T) -> bool {
    structural_equal(value, value)
}

fn main() {
    let root: HashMap<StructuralKey<Arc<Expr>>, u32> = HashMap::new();
    is_itself(&root);
    structural_hash(&Silent { values: Pairs(vec![]) });
    is_itself(&Listed { values: HashMap::new() });
}
