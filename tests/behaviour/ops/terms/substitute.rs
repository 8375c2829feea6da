//! Substitution, and renaming of what is bound.

use std::sync::Arc;

use sexpr_core::{
    StructuralEq, assert_structural_equal,
    terms::{TermError, rename_bound, substitute, substitute_in},
};

use crate::lambda::{
    Expr::{self, Call},
    Var, call, lambda, used, var, variable_of,
};

/// Puts `by` in the place of `of`.
fn replace(term: Arc<Expr>, of: &Arc<Var>, by: &Arc<Expr>) -> Arc<Expr> {
    let replacement = |var: &Var| std::ptr::eq(var, &**of).then(|| by.clone());
    substitute(term, |expr: &Arc<Expr>| variable_of(expr), replacement, |var: &Var, _| var.clone())
        .expect("a copy is another variable")
}

#[test]
fn pointers_that_are_there_already_are_put_in() {
    let [x, y] = ["x", "y"].map(var);
    let by = used(&y);
    let result = replace(call([used(&x), used(&x)]), &x, &by);
    let Call(parts) = &*result else { panic!("{result:?}") };
    assert!(parts.iter().all(|part| Arc::ptr_eq(part, &by)));
}

#[test]
fn what_is_bound_stays() {
    let [x, y] = ["x", "y"].map(var);
    let term = lambda(&x, used(&x));
    assert!(Arc::ptr_eq(&replace(term.clone(), &x, &used(&y)), &term));
    let term = call([lambda(&x, used(&x)), used(&x)]);
    assert_structural_equal!(&replace(term, &x, &used(&y)), &call([lambda(&x, used(&x)), used(&y)]));
}

#[test]
fn nothing_is_captured() {
    let [x, y, z] = ["x", "y", "z"].map(var);
    // `y` for `x` in `λy. x y`.
    let term = lambda(&y, call([used(&x), used(&y)]));
    let expected = lambda(&z, call([used(&y), used(&z)]));
    assert_structural_equal!(&replace(term, &x, &used(&y)), &expected);
}

/// Variables that are written as two types.
#[derive(StructuralEq, Debug, PartialEq)]
#[seq(rewrite)]
enum Mixed {
    Var(#[seq(var)] String),
    #[seq(scope)]
    Fun(#[seq(var, def)] Arc<str>, Box<Mixed>),
}

fn name_of(term: &Mixed) -> Option<&String> {
    match term {
        Mixed::Var(name) => Some(name),
        Mixed::Fun(..) => None,
    }
}

#[test]
fn a_binder_that_cannot_be_renamed_is_an_error_where_it_would_capture() {
    let fun = |name: &str, body| Mixed::Fun(name.into(), Box::new(body));
    let var = |name: &str| Mixed::Var(name.into());
    let put = |by: &'static str| {
        let replacement = move |name: &String| (name == "x").then(|| Mixed::Var(by.into()));
        substitute(fun("y", var("x")), name_of, replacement, |name, attempt| format!("{name}{attempt}"))
    };
    assert_eq!(put("z"), Ok(fun("y", var("z"))));
    let error = put("y").expect_err("`y` would be captured");
    assert!(matches!(&error, TermError::OtherType { path, .. } if path.to_string() == ".Fun.0"));
    insta::assert_snapshot!(error);
}

#[test]
fn names_that_are_not_fresh_are_an_error() {
    let term = Mixed::Fun("x".into(), Box::new(Mixed::Var("y".into())));
    let error = rename_bound(term, |_: &Arc<str>, _| "y".into()).expect_err("`y` is free");
    insta::assert_snapshot!(error);
}

#[test]
fn fresh_names_are_not_those_written_as_another_type() {
    let term = Mixed::Fun("x".into(), Box::new(Mixed::Var("x1".into())));
    let renamed = rename_bound(term, |name: &Arc<str>, attempt| format!("{name}{attempt}").into());
    assert_eq!(renamed, Ok(Mixed::Fun("x2".into(), Box::new(Mixed::Var("x1".into())))));
}

/// Variables of two types, whose keys may be the same.
#[derive(StructuralEq, Clone, Debug, PartialEq)]
#[seq(kind = "var", rewrite)]
struct Ty(#[seq(key)] &'static str);

#[derive(StructuralEq, Clone, Debug, PartialEq)]
#[seq(kind = "var", rewrite)]
struct Tm(#[seq(key)] &'static str);

#[derive(StructuralEq, Debug, PartialEq)]
#[seq(rewrite)]
enum Poly {
    Use(Tm),
    UseType(Ty),
    #[seq(scope)]
    ForAll(#[seq(def)] Ty, Box<Poly>),
}

#[test]
fn a_variable_of_another_type_captures_nothing() {
    let term = |used| Poly::ForAll(Ty("x"), Box::new(Poly::Use(Tm(used))));
    fn variable_of(term: &Poly) -> Option<&Tm> {
        match term {
            Poly::Use(variable) => Some(variable),
            _ => None,
        }
    }
    let replacement = |variable: &Tm| (variable.0 == "y").then_some(Poly::Use(Tm("x")));
    let result = substitute(term("y"), variable_of, replacement, |_: &Tm, _| Tm("z"));
    assert_eq!(result, Ok(term("x")));
}

#[derive(StructuralEq, Debug, PartialEq)]
#[seq(rewrite)]
enum TwoNamespaces {
    Value(#[seq(var)] String),
    Type(#[seq(var = "types")] String),
    Both(Box<TwoNamespaces>, Box<TwoNamespaces>),
}

#[test]
fn replacements_are_asked_for_names_of_the_namespace_alone() {
    let both = |value: &str, ty: TwoNamespaces| {
        TwoNamespaces::Both(Box::new(TwoNamespaces::Value(value.into())), Box::new(ty))
    };
    let ty = |name: &str| TwoNamespaces::Type(name.into());
    fn type_of(term: &TwoNamespaces) -> Option<&String> {
        match term {
            TwoNamespaces::Type(name) => Some(name),
            _ => None,
        }
    }
    let replacement = |name: &String| match &**name {
        "a" => Some(TwoNamespaces::Type("b".into())),
        other => panic!("`{other}` is no type"),
    };
    let result = substitute_in("types", both("x", ty("a")), type_of, replacement, |name, _| name.clone());
    assert_eq!(result, Ok(both("x", ty("b"))));
}
