//! Rewriting under options.

use std::{cell::RefCell, sync::Arc};

use sexpr_core::{
    Options, StructuralEq,
    rewrite::Rewrite,
    walk::{At, Keeps},
};

#[derive(StructuralEq, Clone, Debug, PartialEq)]
#[seq(rewrite)]
enum Expr {
    Int(i64),
    Name(#[seq(var)] String),
    Call(Vec<Arc<Expr>>),
    Noted {
        expr: Arc<Expr>,
        #[seq(payload)]
        note: Arc<Expr>,
        #[seq(payload)]
        weight: i64,
        #[seq(var, payload)]
        mentioned: Vec<String>,
    },
    #[seq(scope)]
    Lambda(#[seq(var, def)] String, Arc<Expr>),
}
use Expr::{Call, Int, Lambda, Name, Noted};

fn int(value: i64) -> Arc<Expr> {
    Arc::new(Int(value))
}

fn name(name: &str) -> Arc<Expr> {
    Arc::new(Name(name.into()))
}

fn call(parts: impl Into<Vec<Arc<Expr>>>) -> Arc<Expr> {
    Arc::new(Call(parts.into()))
}

fn noted(expr: Arc<Expr>, note: Arc<Expr>, weight: i64, mentioned: &str) -> Arc<Expr> {
    Arc::new(Noted { expr, note, weight, mentioned: vec![mentioned.into()] })
}

fn lambda(param: &str, body: Arc<Expr>) -> Arc<Expr> {
    Arc::new(Lambda(param.into(), body))
}

fn next(options: Options) -> Rewrite<'static> {
    Rewrite::new().options(options).after(|value: &i64, _| Some(value + 1))
}

#[test]
fn payload_that_is_skipped_stays_where_it_is_owned() {
    let skipping = Options::new().skip_payload(true);
    assert_eq!(next(skipping).run(noted(int(1), int(5), 8, "x")), noted(int(2), int(5), 8, "x"));
}

#[test]
fn payload_that_is_skipped_is_kept_in_copies() {
    let note = int(5);
    let term = noted(int(1), note.clone(), 8, "x");
    let rewritten = next(Options::new().skip_payload(true)).run(term.clone());
    assert_eq!(rewritten, noted(int(2), int(5), 8, "x"));
    assert_eq!(term, noted(int(1), int(5), 8, "x"));
    let Noted { note: kept, .. } = &*rewritten else { panic!("{rewritten:?} has no note") };
    assert!(Arc::ptr_eq(kept, &note), "it is the same");
}

#[test]
fn variables_in_payload_that_is_skipped_are_not_followed() {
    let rename = |options: Options| {
        let term = lambda("x", noted(name("x"), name("x"), 0, "x"));
        let rename = Rewrite::new().options(options).with_bindings();
        rename.after(|name: &String, site| site.is_binding().then(|| format!("{name}1"))).run(term)
    };
    assert_eq!(rename(Options::new()), lambda("x1", noted(name("x1"), name("x1"), 0, "x1")));
    assert_eq!(rename(Options::new().skip_payload(true)), lambda("x1", noted(name("x1"), name("x"), 0, "x")));
}

/// Renames each variable where it is asked about, and gives what was asked: what it is called, and whether it is bound
/// there.
fn asked(options: Options, term: Arc<Expr>) -> (Arc<Expr>, Vec<(String, bool)>) {
    let asked = RefCell::new(Vec::new());
    let renamed = |name: &String, site: &At<'_, Keeps<true, false>>| {
        let mut asked = asked.borrow_mut();
        asked.push((name.clone(), site.is_binding()));
        Some(format!("{name}{}", asked.len()))
    };
    let term = Rewrite::new().options(options).with_bindings().after(renamed).run(term);
    (term, asked.into_inner())
}

fn asked_about<const N: usize>(names: [(&str, bool); N]) -> Vec<(String, bool)> {
    names.map(|(name, is_bound)| (name.to_string(), is_bound)).into()
}

#[test]
fn free_variables_are_bound_where_they_are_met_if_they_are_mapped() {
    let term = || call([name("x"), lambda("x", name("x")), name("x"), name("y")]);
    let expected = call([name("x1"), lambda("x2", name("x2")), name("x1"), name("y3")]);
    let (rewritten, about) = asked(Options::new(), term());
    assert_eq!(rewritten, expected);
    assert_eq!(about, asked_about([("x", false), ("x", true), ("y", false)]));
    let (rewritten, about) = asked(Options::new().map_free_vars(true), term());
    assert_eq!(rewritten, expected);
    assert_eq!(about, asked_about([("x", true), ("x", true), ("y", true)]));
}
