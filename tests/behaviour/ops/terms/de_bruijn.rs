//! Named terms against terms without names: in de Bruijn's notation, substitution is arithmetic, and equality is
//! equality.

use std::sync::Arc;

use proptest::prelude::*;
use sexpr_core::{
    StructuralEq, structural_equal,
    terms::{bound_variables, free_variables, rename_bound, substitute},
};

/// A lambda term with names. Parts may be shared.
#[derive(StructuralEq, Clone, Debug)]
#[seq(rewrite)]
enum Named {
    Var(#[seq(var)] String),
    #[seq(scope)]
    Lambda(#[seq(var, def)] String, Box<Named>),
    #[seq(scope, order(value, name, body))]
    Let {
        #[seq(var, def)]
        name: String,
        value: Box<Named>,
        body: Box<Named>,
    },
    App(Box<Named>, Box<Named>),
    Shared(Arc<Named>),
}

/// The same without names of bound variables, and without sharing.
#[derive(Clone, Debug, PartialEq, Eq, Hash)]
enum Nameless {
    Bound(usize),
    Free(String),
    Lambda(Box<Nameless>),
    Let(Box<Nameless>, Box<Nameless>),
    App(Box<Nameless>, Box<Nameless>),
}

fn nameless(term: &Named, around: &mut Vec<String>) -> Nameless {
    match term {
        Named::Var(name) => match around.iter().rev().position(|bound| bound == name) {
            Some(index) => Nameless::Bound(index),
            None => Nameless::Free(name.clone()),
        },
        Named::Lambda(name, body) => Nameless::Lambda(Box::new(under(name, body, around))),
        Named::Let { name, value, body } => {
            let value = nameless(value, around);
            Nameless::Let(Box::new(value), Box::new(under(name, body, around)))
        }
        Named::App(function, argument) => {
            let function = nameless(function, around);
            Nameless::App(Box::new(function), Box::new(nameless(argument, around)))
        }
        Named::Shared(term) => nameless(term, around),
    }
}

fn under(name: &str, body: &Named, around: &mut Vec<String>) -> Nameless {
    around.push(name.into());
    let body = nameless(body, around);
    around.pop();
    body
}

/// Replaces free variables. What is put in is closed under what is around, so nothing has to be shifted.
fn substituted(term: &Nameless, replacement: &dyn Fn(&str) -> Option<Nameless>) -> Nameless {
    match term {
        Nameless::Bound(index) => Nameless::Bound(*index),
        Nameless::Free(name) => replacement(name).unwrap_or_else(|| term.clone()),
        Nameless::Lambda(body) => Nameless::Lambda(Box::new(substituted(body, replacement))),
        Nameless::Let(value, body) => {
            Nameless::Let(Box::new(substituted(value, replacement)), Box::new(substituted(body, replacement)))
        }
        Nameless::App(function, argument) => {
            Nameless::App(Box::new(substituted(function, replacement)), Box::new(substituted(argument, replacement)))
        }
    }
}

/// Of few names, so that they meet; the primes are what renaming would make of others.
const NAMES: [&str; 6] = ["x", "y", "z", "x1", "y1", "x2"];

fn name() -> impl Strategy<Value = String> {
    prop::sample::select(&NAMES[..]).prop_map(String::from)
}

fn term() -> impl Strategy<Value = Named> {
    let var = name().prop_map(Named::Var);
    var.prop_recursive(6, 40, 3, |inner| {
        let boxed = || inner.clone().prop_map(Box::new);
        prop_oneof![
            2 => (name(), boxed()).prop_map(|(name, body)| Named::Lambda(name, body)),
            1 => (name(), boxed(), boxed()).prop_map(|(name, value, body)| Named::Let { name, value, body }),
            2 => (boxed(), boxed()).prop_map(|(function, argument)| Named::App(function, argument)),
            // The same node at two places, where it may mean different things.
            2 => (name(), inner).prop_map(|(name, shared)| {
                let shared = Arc::new(shared);
                let at = || Box::new(Named::Shared(shared.clone()));
                Named::App(at(), Box::new(Named::App(Box::new(Named::Lambda(name, at())), at())))
            }),
        ]
    })
}

fn closed(term: &Named) -> Nameless {
    nameless(term, &mut Vec::new())
}

#[expect(clippy::ptr_arg, reason = "called with variables as they are written")]
fn next_name(name: &String, attempt: usize) -> String {
    format!("{}{attempt}", name.trim_end_matches(char::is_numeric))
}

fn variable_of(term: &Named) -> Option<&String> {
    match term {
        Named::Var(name) => Some(name),
        _ => None,
    }
}

proptest! {
    #![proptest_config(crate::cases(4))]

    #[test]
    fn substitution_does_what_it_does_without_names(of in term(), x in term(), y in term(), shared in any::<bool>()) {
        let replacement = |name: &String| match name.as_str() {
            "x" => Some(x.clone()),
            "y" => Some(y.clone()),
            _ => None,
        };
        let expected = substituted(&closed(&of), &|name| match name {
            "x" => Some(closed(&x)),
            "y" => Some(closed(&y)),
            _ => None,
        });
        // Owned, it is rewritten in place; shared, it is copied.
        let of = if shared { Named::Shared(Arc::new(of)) } else { of };
        let kept = shared.then(|| of.clone());
        let result = substitute(of, variable_of, replacement, next_name).unwrap();
        prop_assert_eq!(closed(&result), expected);
        drop(kept);
    }

    #[test]
    fn renaming_what_is_bound_changes_nothing_but_names(term in term()) {
        let renamed = rename_bound(term.clone(), next_name).unwrap();
        prop_assert_eq!(closed(&renamed), closed(&term));
        prop_assert!(structural_equal(&renamed, &term));
        // No two binders share a name, and none has that of a free variable.
        let free = free_variables::<String, _>(&renamed);
        let bound = bound_variables::<String, _>(&renamed);
        prop_assert!(bound.iter().all(|name| !free.contains(name)));
    }

    #[test]
    fn free_variables_are_those_that_have_names_without_names(term in term()) {
        fn names<'t>(term: &'t Nameless, found: &mut Vec<&'t str>) {
            match term {
                Nameless::Bound(_) => {}
                Nameless::Free(name) if found.contains(&name.as_str()) => {}
                Nameless::Free(name) => found.push(name),
                Nameless::Lambda(body) => names(body, found),
                Nameless::Let(one, other) | Nameless::App(one, other) => {
                    names(one, found);
                    names(other, found);
                }
            }
        }
        let nameless = closed(&term);
        let mut expected = Vec::new();
        names(&nameless, &mut expected);
        prop_assert_eq!(free_variables::<String, _>(&term), expected);
    }
}
