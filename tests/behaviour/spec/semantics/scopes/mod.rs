//! Lexical scopes: what a scope binds is forgotten when it is left, and shadows what was bound before.
//!
//! The tests write terms over names. Each is compared in three forms: with variables that are known by name and hold a
//! type, with one object for each name, and with bare names.

use std::{collections::HashMap, sync::Arc};

use sexpr_core::StructuralEq;
use sexpr_test_support::check;

mod binding;
mod dag;
mod fields;
mod names;
mod predeclared;
mod remembered;

/// A term as the tests write it.
#[derive(Clone)]
enum Term {
    Use(&'static str),
    Tuple(Vec<Term>),
    Lambda(Param, Box<Term>),
    /// A lambda whose parameter stands in a `simple` region.
    Simple(Param, Box<Term>),
    Let(&'static str, Box<Term>, Box<Term>),
}

/// A parameter, maybe with a type.
#[derive(Clone)]
struct Param(&'static str, Option<Box<Term>>);

impl From<&'static str> for Param {
    fn from(name: &'static str) -> Param {
        Param(name, None)
    }
}

impl From<(&'static str, Term)> for Param {
    fn from((name, ty): (&'static str, Term)) -> Param {
        Param(name, Some(Box::new(ty)))
    }
}

impl From<&'static str> for Term {
    fn from(name: &'static str) -> Term {
        Term::Use(name)
    }
}

fn lambda(param: impl Into<Param>, body: impl Into<Term>) -> Term {
    Term::Lambda(param.into(), Box::new(body.into()))
}

fn simple(param: impl Into<Param>, body: impl Into<Term>) -> Term {
    Term::Simple(param.into(), Box::new(body.into()))
}

/// `let name = value in body`, not recursive.
fn bind(name: &'static str, value: impl Into<Term>, body: impl Into<Term>) -> Term {
    Term::Let(name, Box::new(value.into()), Box::new(body.into()))
}

/// Also an application.
fn pair(one: impl Into<Term>, other: impl Into<Term>) -> Term {
    Term::Tuple(vec![one.into(), other.into()])
}

/// Variables that are known by their names, held inline.
#[derive(StructuralEq)]
enum Named {
    Use(Name),
    Tuple(Vec<Named>),
    #[seq(scope)]
    Lambda {
        #[seq(def)]
        param: Name,
        body: Box<Named>,
    },
    #[seq(scope)]
    Simple {
        #[seq(def = "simple")]
        param: Name,
        body: Box<Named>,
    },
    #[seq(scope, order(value, param, body))]
    Let {
        #[seq(def)]
        param: Name,
        value: Box<Named>,
        body: Box<Named>,
    },
}

#[derive(StructuralEq)]
#[seq(kind = "var")]
struct Name {
    #[seq(key)]
    name: &'static str,
    ty: Option<Box<Named>>,
}

fn named(term: &Term) -> Named {
    let name = |Param(name, ty): &Param| Name { name, ty: ty.as_ref().map(|ty| Box::new(named(ty))) };
    let boxed = |term: &Term| Box::new(named(term));
    match term {
        Term::Use(used) => Named::Use(name(&(*used).into())),
        Term::Tuple(items) => Named::Tuple(items.iter().map(named).collect()),
        Term::Lambda(param, body) => Named::Lambda { param: name(param), body: boxed(body) },
        Term::Simple(param, body) => Named::Simple { param: name(param), body: boxed(body) },
        Term::Let(bound, value, body) => {
            Named::Let { param: name(&(*bound).into()), value: boxed(value), body: boxed(body) }
        }
    }
}

/// Variables that are objects.
#[derive(StructuralEq)]
enum Pointed {
    Use(Arc<Object>),
    Tuple(Vec<Pointed>),
    #[seq(scope)]
    Lambda {
        #[seq(def)]
        param: Arc<Object>,
        body: Arc<Pointed>,
    },
    #[seq(scope)]
    Simple {
        #[seq(def = "simple")]
        param: Arc<Object>,
        body: Arc<Pointed>,
    },
    #[seq(scope, order(value, param, body))]
    Let {
        #[seq(def)]
        param: Arc<Object>,
        value: Arc<Pointed>,
        body: Arc<Pointed>,
    },
}

#[derive(StructuralEq)]
#[seq(kind = "var")]
struct Object {
    ty: Option<Arc<Pointed>>,
}

/// One object for each name, which has the type that is written first.
#[derive(Default)]
struct Objects(HashMap<&'static str, Arc<Object>>);

impl Objects {
    fn object(&mut self, Param(name, ty): &Param) -> Arc<Object> {
        if let Some(object) = self.0.get(name) {
            return object.clone();
        }
        let object = Arc::new(Object { ty: ty.as_ref().map(|ty| self.pointed(ty)) });
        self.0.insert(name, object.clone());
        object
    }

    fn pointed(&mut self, term: &Term) -> Arc<Pointed> {
        Arc::new(self.node(term))
    }

    fn node(&mut self, term: &Term) -> Pointed {
        match term {
            Term::Use(used) => Pointed::Use(self.object(&(*used).into())),
            Term::Tuple(items) => Pointed::Tuple(items.iter().map(|item| self.node(item)).collect()),
            Term::Lambda(param, body) => Pointed::Lambda { param: self.object(param), body: self.pointed(body) },
            Term::Simple(param, body) => Pointed::Simple { param: self.object(param), body: self.pointed(body) },
            Term::Let(bound, value, body) => Pointed::Let {
                param: self.object(&(*bound).into()),
                value: self.pointed(value),
                body: self.pointed(body),
            },
        }
    }
}

/// Bare names.
#[derive(StructuralEq)]
enum Bare {
    Use(#[seq(var)] String),
    Tuple(Vec<Bare>),
    #[seq(scope)]
    Lambda {
        #[seq(var, def)]
        param: String,
        body: Box<Bare>,
    },
    #[seq(scope)]
    Simple {
        #[seq(var, def = "simple")]
        param: String,
        body: Box<Bare>,
    },
    #[seq(scope, order(value, param, body))]
    Let {
        #[seq(var, def)]
        param: String,
        value: Box<Bare>,
        body: Box<Bare>,
    },
}

/// Nothing if there are types, which bare names have none of.
fn bare(term: &Term) -> Option<Bare> {
    let boxed = |term: &Term| bare(term).map(Box::new);
    let name = |Param(name, ty): &Param| ty.is_none().then(|| (*name).to_string());
    Some(match term {
        Term::Use(used) => Bare::Use((*used).into()),
        Term::Tuple(items) => Bare::Tuple(items.iter().map(bare).collect::<Option<_>>()?),
        Term::Lambda(param, body) => Bare::Lambda { param: name(param)?, body: boxed(body)? },
        Term::Simple(param, body) => Bare::Simple { param: name(param)?, body: boxed(body)? },
        Term::Let(bound, value, body) => Bare::Let { param: (*bound).into(), value: boxed(value)?, body: boxed(body)? },
    })
}

/// The terms are equal in every form.
#[track_caller]
fn same(lhs: impl Into<Term>, rhs: impl Into<Term>) {
    let (lhs, rhs) = (lhs.into(), rhs.into());
    check::equal(&named(&lhs), &named(&rhs));
    let mut objects = Objects::default();
    check::equal(&*objects.pointed(&lhs), &*objects.pointed(&rhs));
    if let (Some(lhs), Some(rhs)) = (bare(&lhs), bare(&rhs)) {
        check::equal(&lhs, &rhs);
    }
}

/// The terms differ in every form, at this path on both sides.
#[track_caller]
fn apart(path: &str, lhs: impl Into<Term>, rhs: impl Into<Term>) {
    let (lhs, rhs) = (lhs.into(), rhs.into());
    check::differ_at(path, &named(&lhs), &named(&rhs));
    let mut objects = Objects::default();
    check::differ_at(path, &*objects.pointed(&lhs), &*objects.pointed(&rhs));
    if let (Some(lhs), Some(rhs)) = (bare(&lhs), bare(&rhs)) {
        check::differ_at(path, &lhs, &rhs);
    }
}
