//! However a map and its keys are spelled, the type decides.

use std::{
    borrow::Cow,
    collections::{HashMap, HashSet},
    hash::BuildHasherDefault,
    sync::Arc,
};

use indexmap::IndexMap;
use sexpr_core::{
    Field, StructuralEq, StructuralKey, containers::{Map, MapKey, MapReach}, custom::{Region, Visitor},
    reflect::{Shape, TypeInfo},
};

#[derive(StructuralEq)]
enum Expr {
    Var(#[seq(var)] String),
    #[seq(scope)]
    Lambda(#[seq(var, def)] String, Arc<Expr>),
}

type Hasher = BuildHasherDefault<std::hash::DefaultHasher>;
type Key = StructuralKey<Arc<Expr>>;
type Table = HashMap<StructuralKey<Arc<Expr>>, u32>;

#[derive(StructuralEq)]
struct AliasOfAll {
    values: Table,
}

#[derive(StructuralEq)]
struct Ordered {
    #[seq(ordered)]
    values: IndexMap<Key, u32, Hasher>,
}

#[derive(StructuralEq)]
struct ReferenceToTheKey<'a> {
    values: HashMap<&'a StructuralKey<&'a Expr>, u32>,
}

#[derive(StructuralEq)]
struct InATuple(u8, (u8, [Table; 2]));

#[derive(StructuralEq)]
struct InAMapsKey {
    values: HashMap<StructuralKey<Vec<Key>>, u32>,
}

#[derive(StructuralEq)]
enum InAVariant {
    Nothing,
    Something { values: Table },
}

trait Language {
    type Key: MapKey;
}

struct Calculus;

impl Language for Calculus {
    type Key = Key;
}

#[derive(StructuralEq)]
struct AssociatedKey {
    values: HashMap<<Calculus as Language>::Key, u32>,
}

#[derive(StructuralEq)]
struct Environment<K, V> {
    values: HashMap<K, V>,
}

#[derive(StructuralEq)]
struct GenericOverTheKey {
    environment: Environment<Key, u32>,
}

/// A map of one's own.
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
    type Reach = MapReach<K, V>;
    fn content<'a, W: Visitor<'a>>(left: &'a Self, right: &'a Self, at: Region, visitor: &mut W) -> bool {
        visitor.map(left, right, at)
    }
}
impl<K: MapKey, V: Field> Field for Pairs<K, V> {}

#[derive(StructuralEq)]
struct OnesOwnMap {
    values: Pairs<Key, u32>,
}

/// Holds itself in the map.
#[derive(StructuralEq)]
struct Recursive {
    #[seq(var)]
    name: String,
    below: HashMap<StructuralKey<Arc<Recursive>>, u32>,
}

/// Told of what it holds, not of this.
#[derive(StructuralEq)]
struct Innocent {
    values: AliasOfAll,
    all: Vec<InAVariant>,
    pairs: Environment<u32, Arc<AliasOfAll>>,
    recursive: Box<Recursive>,
    name: Cow<'static, str>,
    names: HashSet<String>,
}

fn main() {}
