//! Maps and sets of many entries.

use std::{
    collections::{BTreeMap, BTreeSet, HashMap, HashSet},
    sync::Arc,
};

use indexmap::IndexMap;
use sexpr_core::{ByIdentity, StructuralEq, StructuralKey};

use super::{Case, Values, wide::Var};

/// A map whose keys are variables, bound before or free.
#[derive(StructuralEq)]
#[seq(rewrite)]
pub struct Environment {
    #[seq(def)]
    bound: Vec<Arc<Var>>,
    values: HashMap<ByIdentity<Arc<Var>>, i64>,
    last: i64,
}

/// A set of names, bound in the order of a list.
#[derive(StructuralEq)]
#[seq(rewrite)]
pub struct Names {
    #[seq(var, def)]
    bound: Vec<String>,
    #[seq(var)]
    used: HashSet<String>,
    last: i64,
}

/// A node with a key.
#[derive(Clone, Debug, PartialEq, Eq, Hash, PartialOrd, Ord, StructuralEq)]
#[seq(rewrite, kind = "singleton")]
pub struct Keyed {
    #[seq(key)]
    name: String,
}

/// A closed term.
#[derive(StructuralEq)]
pub enum Expr {
    /// A number.
    Int(i64),
    /// A sum.
    Add(Box<Expr>, Box<Expr>),
}

/// Maps inside each other.
#[derive(StructuralEq)]
#[seq(rewrite)]
pub enum Nested {
    /// A number.
    Int(i64),
    /// By free variables.
    Map(HashMap<ByIdentity<Arc<Var>>, Arc<Nested>>),
}

/// A tower of maps with two free variables as keys each, a number at its end, and one beside each level.
fn tower(free: &[Arc<Var>], last: i64, beside: i64) -> Nested {
    let mut tower = Nested::Int(last);
    for keys in free.chunks(2) {
        let values = [tower, Nested::Int(beside)].map(Arc::new);
        tower = Nested::Map(keys.iter().cloned().map(ByIdentity).zip(values).collect());
    }
    tower
}

fn name(number: usize) -> String {
    format!("key_{number}")
}

fn sum(number: usize) -> StructuralKey<Expr> {
    StructuralKey::new(Expr::Add(Box::new(Expr::Int(number as i64)), Box::new(Expr::Int(1))))
}

fn entries<K>(size: usize, last: i64, key: impl Fn(usize) -> K) -> impl Iterator<Item = (K, i64)> {
    (0..size).map(move |number| (key(number), if number + 1 == size { last } else { 0 }))
}

/// Members, of which one depends on the number.
fn members<K>(size: usize, last: i64, key: impl Fn(usize) -> K) -> impl Iterator<Item = K> {
    (0..size).map(move |number| key(if number + 1 == size { size + last as usize } else { number }))
}

fn environment(size: usize, last: i64, free: Option<&[Arc<Var>]>) -> Environment {
    let variables: Vec<_> = match free {
        Some(free) => free.to_vec(),
        None => (0..size).map(|_| Var::new()).collect(),
    };
    let values = variables.iter().map(|variable| (ByIdentity(variable.clone()), 0)).collect();
    Environment { bound: if free.is_some() { Vec::new() } else { variables }, values, last }
}

/// The cases.
pub fn cases() -> Vec<Case> {
    const MILLION: usize = 1_000_000;
    vec![
        Case::rewritable("maps/sorted, by strings", MILLION, |size, last| {
            entries(size, last, name).collect::<BTreeMap<_, _>>()
        }),
        Case::rewritable("maps/hashed, by numbers", MILLION, |size, last| {
            entries(size, last, |number| number as u64).collect::<HashMap<_, _>>()
        }),
        Case::rewritable("maps/hashed, by numbers with zeros below", MILLION, |size, last| {
            entries(size, last, |number| (number as u64) << 44).collect::<HashMap<_, _>>()
        }),
        Case::rewritable("maps/in the order of insertion, by tuples", MILLION, |size, last| {
            entries(size, last, |number| (number % 7, name(number))).collect::<IndexMap<_, _>>()
        }),
        Case::rewritable("maps/by keyed nodes", MILLION, |size, last| {
            entries(size, last, |number| Keyed { name: name(number) }).collect::<HashMap<_, _>>()
        }),
        Case::of("maps/by structural keys", MILLION, |size, last| entries(size, last, sum).collect::<HashMap<_, _>>()),
        Case::rewritable("maps/by bound variables", MILLION, |size, last| environment(size, last, None)),
        Case::new("maps/by free variables", MILLION, |size| {
            let free: Vec<_> = (0..size).map(|_| Var::new()).collect();
            Values::rewritable(move |last| environment(size, last, Some(&free)))
        }),
        Case::new("maps/inside each other, by free variables", MILLION / 4, |size| {
            let free: Vec<_> = (0..2 * size).map(|_| Var::new()).collect();
            Values::rewritable(move |last| tower(&free, last, 0))
        }),
        Case::new("maps/inside each other, by free variables, beside numbers", MILLION / 4, |size| {
            let free: Vec<_> = (0..2 * size).map(|_| Var::new()).collect();
            Values::rewritable(move |number| tower(&free, number, number))
        }),
        Case::of("maps/set of numbers", MILLION, |size, last| {
            members(size, last, |number| number).collect::<BTreeSet<_>>()
        }),
        Case::of("maps/set of strings", MILLION, |size, last| members(size, last, name).collect::<HashSet<_>>()),
        Case::of("maps/set of structural keys", MILLION, |size, last| members(size, last, sum).collect::<HashSet<_>>()),
        Case::rewritable("maps/set of names", MILLION, |size, last| Names {
            bound: (0..size).map(name).collect(),
            used: (0..size).map(name).collect(),
            last,
        }),
        Case::of("maps/many small ones", MILLION, |size, last| {
            let map = |value| HashMap::from([("one", 1), ("other", value)]);
            (0..size).map(|_| map(0)).chain([map(last)]).collect::<Vec<_>>()
        }),
    ]
}
