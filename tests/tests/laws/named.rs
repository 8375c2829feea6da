//! A variable that is known by its name behaves like one object for each name.

use std::{collections::HashMap, sync::Arc};

use proptest::prelude::*;
use sexpr_core::{Options, Reason, StructuralEq};

/// A term over names, to be written in two ways.
#[derive(Clone, Debug)]
enum Term {
    Use(u8),
    Pair(Box<Term>, Box<Term>),
    Lambda(u8, Box<Term>),
    Let(u8, Box<Term>, Box<Term>),
}

fn term() -> impl Strategy<Value = Term> {
    let name = 0_u8..5;
    name.clone().prop_map(Term::Use).prop_recursive(5, 24, 2, move |inner| {
        let boxed = inner.prop_map(Box::new);
        prop_oneof![
            (boxed.clone(), boxed.clone()).prop_map(|(left, right)| Term::Pair(left, right)),
            (name.clone(), boxed.clone()).prop_map(|(name, body)| Term::Lambda(name, body)),
            (name.clone(), boxed.clone(), boxed).prop_map(|(name, value, body)| Term::Let(name, value, body)),
        ]
    })
}

/// A permutation of the names, or any mapping of them.
fn renaming() -> impl Strategy<Value = [u8; 5]> {
    let permutation = Just([0, 1, 2, 3, 4]).prop_shuffle();
    prop_oneof![permutation, any::<[u8; 5]>().prop_map(|to| to.map(|name| name % 5))]
}

/// Names of odd number have another type.
fn ty(name: u8) -> u8 {
    name % 2
}

impl Term {
    fn renamed(&self, renaming: &[u8; 5]) -> Term {
        let rename = |name: &u8| renaming[usize::from(*name)];
        let boxed = |term: &Term| Box::new(term.renamed(renaming));
        match self {
            Term::Use(name) => Term::Use(rename(name)),
            Term::Pair(left, right) => Term::Pair(boxed(left), boxed(right)),
            Term::Lambda(name, body) => Term::Lambda(rename(name), boxed(body)),
            Term::Let(name, value, body) => Term::Let(rename(name), boxed(value), boxed(body)),
        }
    }
}

/// The term with variables that are held inline and known by their names.
#[derive(StructuralEq)]
enum Keyed {
    Use(Name),
    Pair(Box<Keyed>, Box<Keyed>),
    Lambda(#[seq(def)] Name, Box<Keyed>),
    Let {
        value: Box<Keyed>,
        #[seq(def = "simple")]
        name: Name,
        body: Box<Keyed>,
    },
}

#[derive(StructuralEq)]
#[seq(kind = "var")]
struct Name {
    #[seq(key)]
    name: u8,
    ty: u8,
}

fn keyed(term: &Term) -> Keyed {
    let name = |name: u8| Name { name, ty: ty(name) };
    let boxed = |term: &Term| Box::new(keyed(term));
    match term {
        Term::Use(used) => Keyed::Use(name(*used)),
        Term::Pair(left, right) => Keyed::Pair(boxed(left), boxed(right)),
        Term::Lambda(bound, body) => Keyed::Lambda(name(*bound), boxed(body)),
        Term::Let(bound, value, body) => Keyed::Let { value: boxed(value), name: name(*bound), body: boxed(body) },
    }
}

/// The term with one object for each name.
#[derive(StructuralEq)]
enum Pointed {
    Use(Arc<Object>),
    Pair(Box<Pointed>, Box<Pointed>),
    Lambda(#[seq(def)] Arc<Object>, Box<Pointed>),
    Let {
        value: Box<Pointed>,
        #[seq(def = "simple")]
        name: Arc<Object>,
        body: Box<Pointed>,
    },
}

#[derive(StructuralEq)]
#[seq(kind = "var")]
struct Object {
    ty: u8,
}

fn pointed(term: &Term, objects: &HashMap<u8, Arc<Object>>) -> Pointed {
    let object = |name: &u8| objects[name].clone();
    let boxed = |term: &Term| Box::new(pointed(term, objects));
    match term {
        Term::Use(used) => Pointed::Use(object(used)),
        Term::Pair(left, right) => Pointed::Pair(boxed(left), boxed(right)),
        Term::Lambda(bound, body) => Pointed::Lambda(object(bound), boxed(body)),
        Term::Let(bound, value, body) => Pointed::Let { value: boxed(value), name: object(bound), body: boxed(body) },
    }
}

/// `PROPTEST_CASES` in the environment asks for more.
fn config() -> ProptestConfig {
    let default = ProptestConfig::default();
    ProptestConfig { cases: 8 * default.cases, failure_persistence: None, max_global_rejects: u32::MAX, ..default }
}

proptest! {
    #![proptest_config(config())]

    #[test]
    fn keyed_variables_behave_like_one_object_for_each_name(
        term in term(), renaming in renaming(), map_free_vars: bool
    ) {
        let (lhs, rhs) = (term.clone(), term.renamed(&renaming));
        let objects = (0..5).map(|name| (name, Arc::new(Object { ty: ty(name) }))).collect();
        let options = Options::new().map_free_vars(map_free_vars);
        let (one, two) = (keyed(&lhs), keyed(&rhs));
        let (three, four) = (pointed(&lhs, &objects), pointed(&rhs, &objects));

        let equal = options.equal(&one, &two);
        prop_assert_eq!(equal, options.equal(&three, &four));
        prop_assert_eq!(equal, options.hash(&one) == options.hash(&two));
        prop_assert_eq!(equal, options.hash(&three) == options.hash(&four));
        let mismatches = (options.first_mismatch(&one, &two), options.first_mismatch(&three, &four));
        prop_assert_eq!(equal, mismatches.0.is_none());
        if let (Some(keyed), Some(pointed)) = &mismatches {
            prop_assert_eq!((keyed.lhs(), keyed.rhs()), (pointed.lhs(), pointed.rhs()));
            match (keyed.reason(), pointed.reason()) {
                // Only those that have keys show them.
                (Reason::FreeVariables { .. }, Reason::FreeVariables { .. }) => {}
                (
                    Reason::BoundElsewhere { lhs, rhs, binders, .. },
                    Reason::BoundElsewhere { lhs: other_lhs, rhs: other_rhs, binders: other_binders, .. },
                ) => prop_assert_eq!((lhs, rhs, binders), (other_lhs, other_rhs, other_binders)),
                (keyed, pointed) => prop_assert_eq!(keyed, pointed),
            }
        }
    }
}
