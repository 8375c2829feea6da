//! `scope(predeclare = field)`: what binds below the field binds when the scope is entered.

use std::{collections::BTreeMap, sync::Arc};

use sexpr_core::StructuralEq;
use sexpr_test_support::check;

mod boundaries;
mod groups;
mod names;
mod places;
mod reports;
mod shared;

/// A program as the tests write it: `{…}` is a scope that predeclares its statements.
#[derive(Clone)]
enum Term {
    Use(&'static str),
    /// A declaration: the name, and a value.
    Def(&'static str, Box<Term>),
    Tuple(Vec<Term>),
    Block(Vec<Term>),
    /// A scope that predeclares nothing.
    Plain(Vec<Term>),
    Map(Vec<(u32, Term)>),
    Dag(&'static str, Vec<Term>),
}

fn def(name: &'static str, value: Term) -> Term {
    Term::Def(name, Box::new(value))
}

fn var(name: &'static str) -> Term {
    Term::Use(name)
}

/// A call, or several terms where there is one.
fn tuple<const N: usize>(items: [Term; N]) -> Term {
    Term::Tuple(items.into())
}

fn block<const N: usize>(items: [Term; N]) -> Term {
    Term::Block(items.into())
}

fn plain<const N: usize>(items: [Term; N]) -> Term {
    Term::Plain(items.into())
}

fn map<const N: usize>(entries: [(u32, Term); N]) -> Term {
    Term::Map(entries.into())
}

fn dag<const N: usize>(label: &'static str, items: [Term; N]) -> Term {
    Term::Dag(label, items.into())
}

/// Variables are names.
#[derive(StructuralEq, Clone)]
enum Named {
    Use(#[seq(var)] &'static str),
    Def(#[seq(var, def)] &'static str, Box<Named>),
    Tuple(Vec<Named>),
    #[seq(scope(predeclare = 0))]
    Block(Vec<Named>),
    #[seq(scope)]
    Plain(Vec<Named>),
    Map(BTreeMap<u32, Named>),
    Dag(Arc<NamedDag>),
}

#[derive(StructuralEq)]
#[seq(kind = "dag")]
struct NamedDag(&'static str, Vec<Named>);

fn named(term: &Term) -> Named {
    let all = |items: &[Term]| items.iter().map(named).collect();
    match term {
        Term::Use(name) => Named::Use(name),
        Term::Def(name, value) => Named::Def(name, Box::new(named(value))),
        Term::Tuple(items) => Named::Tuple(all(items)),
        Term::Block(items) => Named::Block(all(items)),
        Term::Plain(items) => Named::Plain(all(items)),
        Term::Map(entries) => Named::Map(entries.iter().map(|(key, value)| (*key, named(value))).collect()),
        Term::Dag(label, items) => Named::Dag(Arc::new(NamedDag(label, all(items)))),
    }
}

/// Variables are objects.
#[derive(StructuralEq)]
enum Pointed {
    Use(Arc<Object>),
    Def(#[seq(def)] Arc<Object>, Box<Pointed>),
    Tuple(Vec<Pointed>),
    #[seq(scope(predeclare = items))]
    Block {
        items: Vec<Pointed>,
    },
    #[seq(scope)]
    Plain(Vec<Pointed>),
    Map(BTreeMap<u32, Pointed>),
    Dag(Arc<PointedDag>),
}

#[derive(StructuralEq)]
#[seq(kind = "dag")]
struct PointedDag(&'static str, Vec<Pointed>);

#[derive(StructuralEq)]
#[seq(kind = "var")]
struct Object {
    #[seq(ignore)]
    _name: &'static str,
}

/// One object for each name.
#[derive(Default)]
struct Objects(BTreeMap<&'static str, Arc<Object>>);

impl Objects {
    fn of(&mut self, name: &'static str) -> Arc<Object> {
        self.0.entry(name).or_insert_with(|| Arc::new(Object { _name: name })).clone()
    }

    fn pointed(&mut self, term: &Term) -> Pointed {
        match term {
            Term::Use(name) => Pointed::Use(self.of(name)),
            Term::Def(name, value) => Pointed::Def(self.of(name), Box::new(self.pointed(value))),
            Term::Tuple(items) => Pointed::Tuple(self.all(items)),
            Term::Block(items) => Pointed::Block { items: self.all(items) },
            Term::Plain(items) => Pointed::Plain(self.all(items)),
            Term::Map(entries) => {
                Pointed::Map(entries.iter().map(|(key, value)| (*key, self.pointed(value))).collect())
            }
            Term::Dag(label, items) => Pointed::Dag(Arc::new(PointedDag(label, self.all(items)))),
        }
    }

    fn all(&mut self, items: &[Term]) -> Vec<Pointed> {
        items.iter().map(|item| self.pointed(item)).collect()
    }
}

/// Both terms over objects. Those whose names begin with `_` are the same on both sides.
fn pointed([one, other]: [&Term; 2]) -> [Pointed; 2] {
    let shared: BTreeMap<_, _> = ["_a", "_b"].map(|name| (name, Arc::new(Object { _name: name }))).into();
    [one, other].map(|term| Objects(shared.clone()).pointed(term))
}

#[track_caller]
fn equal(one: &Term, other: &Term) {
    check::equal(&named(one), &named(other));
    let [one, other] = pointed([one, other]);
    check::equal(&one, &other);
}

#[track_caller]
fn differ(one: &Term, other: &Term) {
    check::differ(&named(one), &named(other));
    let [one, other] = pointed([one, other]);
    check::differ(&one, &other);
}
