//! However a map and its keys are spelled, the type decides.

use std::{
    borrow::Cow,
    cmp::Reverse,
    collections::{BTreeMap, HashMap, HashMap as Dictionary, HashSet},
    hash::BuildHasherDefault,
    rc::Rc,
    sync::Arc,
};

use indexmap::IndexMap;
use sexpr_core::{
    ByIdentity, Field, StructuralEq, StructuralKey, StructuralKey as ByStructure, TypeInfo,
    containers::{Map, MapKey, MapOrder, MapReach}, custom::{Region, Visitor}, info::Shape,
};

#[derive(StructuralEq)]
enum Expr {
    Var(#[seq(var)] String),
    #[seq(scope)]
    Lambda(#[seq(var, def)] String, Arc<Expr>),
}

type Hasher = BuildHasherDefault<std::hash::DefaultHasher>;
type FastMap<K, V> = HashMap<K, V, Hasher>;
type Key = StructuralKey<Arc<Expr>>;
type KeyOf<T> = StructuralKey<T>;
type Table = HashMap<StructuralKey<Arc<Expr>>, u32>;
type Term = Arc<Expr>;

mod elsewhere {
    pub use std::collections::HashMap as Store;
    pub type Keys = std::collections::HashSet<super::Key>;
}

#[derive(StructuralEq)]
struct AliasOfTheMap {
    values: FastMap<StructuralKey<Arc<Expr>>, u32>,
}

#[derive(StructuralEq)]
struct AliasOfTheKey {
    values: HashMap<Key, u32>,
}

#[derive(StructuralEq)]
struct AliasOfTheKeyWithAnArgument {
    values: HashMap<KeyOf<Arc<Expr>>, u32>,
}

#[derive(StructuralEq)]
struct AliasOfTheTerm {
    values: HashMap<StructuralKey<Term>, u32>,
}

#[derive(StructuralEq)]
struct AliasOfAll {
    values: Table,
}

#[derive(StructuralEq)]
struct RenamedMap {
    values: Dictionary<StructuralKey<Arc<Expr>>, u32>,
}

#[derive(StructuralEq)]
struct RenamedKey {
    values: HashMap<ByStructure<Arc<Expr>>, u32>,
}

#[derive(StructuralEq)]
struct RenamedElsewhere {
    values: elsewhere::Store<Key, u32>,
}

#[derive(StructuralEq)]
struct Sets(elsewhere::Keys);

#[derive(StructuralEq)]
struct Ordered {
    #[seq(ordered)]
    values: IndexMap<Key, u32, Hasher>,
}

#[derive(StructuralEq)]
struct PointerToTheKey {
    values: HashMap<Arc<Key>, u32>,
}

#[derive(StructuralEq)]
struct BoxOfTheKey {
    values: HashMap<Box<Key>, u32>,
}

#[derive(StructuralEq)]
struct ReferenceToTheKey<'a> {
    values: HashMap<&'a StructuralKey<&'a Expr>, u32>,
}

#[derive(StructuralEq)]
struct KeyByIdentity {
    values: HashMap<ByIdentity<Rc<Key>>, u32>,
}

#[derive(StructuralEq)]
struct WrappedKey {
    values: HashMap<Reverse<Key>, u32>,
}

#[derive(StructuralEq)]
struct WithLifetime<'a> {
    values: HashMap<StructuralKey<&'a Expr>, &'a str>,
}

#[derive(StructuralEq)]
struct InContainers {
    values: Vec<Option<Box<Table>>>,
}

#[derive(StructuralEq)]
struct InAPointer {
    values: Arc<Table>,
}

#[derive(StructuralEq)]
struct InATuple(u8, (u8, [Table; 2]));

#[derive(StructuralEq)]
struct InAResult {
    values: Result<Table, String>,
}

#[derive(StructuralEq)]
struct InAMap {
    values: BTreeMap<String, Table>,
}

#[derive(StructuralEq)]
struct InAMapsKey {
    values: HashMap<StructuralKey<Vec<Key>>, u32>,
}

#[derive(StructuralEq)]
enum InAVariant {
    Nothing,
    Something { values: Table },
}

macro_rules! table {
    ($key:ty) => { HashMap<$key, u32> };
}

#[derive(StructuralEq)]
struct MadeByAMacro {
    values: table!(Key),
}

trait Language {
    type Key: MapKey;
    type Table: Field;
}

struct Calculus;

impl Language for Calculus {
    type Key = Key;
    type Table = Table;
}

#[derive(StructuralEq)]
struct AssociatedKey {
    values: HashMap<<Calculus as Language>::Key, u32>,
}

#[derive(StructuralEq)]
struct AssociatedTable {
    values: <Calculus as Language>::Table,
}

#[derive(StructuralEq)]
struct Environment<K, V> {
    values: HashMap<K, V>,
}

#[derive(StructuralEq)]
struct GenericOverTheKey {
    environment: Environment<Key, u32>,
}

#[derive(StructuralEq)]
struct Outer<T> {
    inner: Vec<T>,
}

#[derive(StructuralEq)]
struct GenericOverTheMap {
    environment: Outer<Table>,
}

#[derive(StructuralEq)]
#[seq(bound = "L: Language, L::Table: Field")]
struct OverALanguage<L: Language> {
    table: L::Table,
}

#[derive(StructuralEq)]
struct GenericOverALanguage {
    program: OverALanguage<Calculus>,
}

#[derive(StructuralEq)]
#[seq(bound = "T: Field")]
struct OverATerm<T> {
    table: HashMap<StructuralKey<T>, u32>,
}

#[derive(StructuralEq)]
struct GenericOverTheTerm {
    table: OverATerm<Arc<Expr>>,
}

#[derive(StructuralEq)]
struct Sized<const N: usize> {
    table: HashMap<StructuralKey<[Arc<Expr>; N]>, u32>,
}

#[derive(StructuralEq)]
struct GenericOverANumber {
    table: Sized<2>,
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
        visitor.map(left, right, at, MapOrder::ByKey)
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

#[derive(StructuralEq)]
#[seq(kind = "dag")]
struct Shared {
    #[seq(key)]
    id: u32,
}

#[derive(StructuralEq)]
struct KeyedByADagNode {
    values: FastMap<StructuralKey<Shared>, u32>,
}

/// Told of what it holds, not of this.
#[derive(StructuralEq)]
struct Innocent {
    values: AliasOfAll,
    others: Arc<AliasOfTheMap>,
    all: Vec<InAVariant>,
    pairs: Environment<u32, AliasOfTheKey>,
    recursive: Box<Recursive>,
    name: Cow<'static, str>,
    names: HashSet<String>,
}

fn main() {}
