//! Variables: replaced where they are bound, and so wherever they are used.

use std::{
    collections::{BTreeSet, HashMap},
    sync::Arc,
};

use sexpr_core::{
    StructuralEq, assert_structural_equal,
    rewrite::Rewrite,
    walk::{At, Occurrence},
};

use crate::lambda::{
    self,
    Expr::{self, Bind, Block, Call, Lambda, Table, Use},
    Var, call, lambda, used,
};

fn show(expr: &Expr) -> String {
    match expr {
        Use(var) => var.name.clone(),
        Call(parts) => format!("({})", parts.iter().map(|part| show(part)).collect::<Vec<_>>().join(" ")),
        Lambda(var, body) => format!("λ{}.{}", var.name, show(body)),
        Block(parts) => format!("[{}]", parts.iter().map(|part| show(part)).collect::<Vec<_>>().join(" ")),
        Bind(var) => format!("!{}", var.name),
        Table(table) => format!("{{{}}}", table.keys().map(|var| &*var.name).collect::<Vec<_>>().join(" ")),
        other => panic!("{other:?} is not shown"),
    }
}

/// Numbers what is bound.
fn numbered(term: Arc<Expr>) -> Arc<Expr> {
    let mut bound = 0;
    Rewrite::new()
        .with_bindings()
        .after(|var: &Var, site| {
            site.is_binding().then(|| {
                bound += 1;
                Var { name: format!("{}{bound}", var.name) }
            })
        })
        .run(term)
}

#[test]
fn uses_follow_what_they_refer_to() {
    let [x, y] = ["x", "y"].map(lambda::var);
    let term = lambda(&x, call([used(&x), lambda(&y, call([used(&x), used(&y)])), used(&x)]));
    let renamed = numbered(term.clone());
    assert_eq!(show(&renamed), "λx1.(x1 λy2.(x1 y2) x1)");
    assert_structural_equal!(&renamed, &term);
}

#[test]
fn a_shared_node_is_rewritten_once_for_each_way_its_variables_are_bound() {
    let x = lambda::var("x");
    let shared = call([used(&x)]);
    let term = call([
        shared.clone(),
        lambda(&x, call([shared.clone(), shared.clone()])),
        lambda(&x, shared.clone()),
        shared.clone(),
    ]);
    let renamed = numbered(term);
    assert_eq!(show(&renamed), "((x) λx1.((x1) (x1)) λx2.(x2) (x))");
    let Call(parts) = &*renamed else { panic!() };
    assert!(Arc::ptr_eq(&parts[0], &shared) && Arc::ptr_eq(&parts[3], &shared));
    let Lambda(_, body) = &*parts[1] else { panic!() };
    let Call(bodies) = &**body else { panic!() };
    assert!(Arc::ptr_eq(&bodies[0], &bodies[1]));
}

#[test]
fn a_shared_node_under_the_same_binding_stays_shared_after_another_scope() {
    let [x, y] = ["x", "y"].map(lambda::var);
    let shared = call([used(&x)]);
    let term =
        lambda(&x, call([shared.clone(), lambda(&y, shared.clone()), lambda(&x, shared.clone()), shared.clone()]));
    let renamed = numbered(term);
    assert_eq!(show(&renamed), "λx1.((x1) λy2.(x1) λx3.(x3) (x1))");
    let Lambda(_, body) = &*renamed else { panic!() };
    let Call(parts) = &**body else { panic!() };
    let Lambda(_, inner) = &*parts[1] else { panic!() };
    assert!(Arc::ptr_eq(&parts[0], inner) && Arc::ptr_eq(&parts[0], &parts[3]));
}

#[test]
fn what_binds_around_itself_is_rewritten_at_each_occurrence() {
    let x = lambda::var("x");
    let binds = Arc::new(Bind(x.clone()));
    let block = |parts: [Arc<Expr>; 4]| Arc::new(Block(parts.into()));
    let term = block([binds.clone(), used(&x), binds.clone(), used(&x)]);
    assert_eq!(show(&numbered(term.clone())), "[!x1 x1 !x2 x2]");
    assert_structural_equal!(&numbered(term.clone()), &term);
    // Without a scope, the second is a use of what the first has bound.
    let term = call([binds.clone(), used(&x), binds.clone(), used(&x)]);
    assert_eq!(show(&numbered(term)), "(!x1 x1 !x1 x1)");
}

#[test]
fn free_variables_are_asked_about_once_and_followed() {
    let [x, y] = ["x", "y"].map(lambda::var);
    let term = call([used(&x), lambda(&y, used(&x)), used(&x)]);
    let mut asked = Vec::new();
    let renamed = Rewrite::new()
        .with_bindings()
        .after(|var: &Var, site| {
            asked.push((var.name.clone(), site.is_binding()));
            (site.occurrence() == Some(Occurrence::Free)).then(|| Var { name: "z".into() })
        })
        .run(term);
    assert_eq!(show(&renamed), "(z λy.z z)");
    assert_eq!(asked, [("x".to_string(), false), ("y".to_string(), true)]);
}

#[test]
fn a_variable_can_be_replaced_by_one_that_is_there_already() {
    let [x, y] = ["x", "y"].map(lambda::var);
    let term = call([used(&x), lambda(&x, used(&x)), used(&x)]);
    let free = Rewrite::new()
        .with_bindings()
        .after(|_: &Arc<Var>, site| (site.occurrence() == Some(Occurrence::Free)).then(|| y.clone()))
        .run(term);
    assert_structural_equal!(&free, &call([used(&y), lambda(&x, used(&x)), used(&y)]));
}

#[test]
fn variables_that_are_keys_are_followed() {
    let [x, y] = ["x", "y"].map(lambda::var);
    let table = |vars: &[&Arc<Var>]| {
        Arc::new(Table(
            vars.iter().zip(1..).map(|(var, value)| (sexpr_core::ByIdentity((*var).clone()), value)).collect(),
        ))
    };
    let term = lambda(&x, call([table(&[&x, &y]), used(&x)]));
    let renamed = numbered(term.clone());
    assert_structural_equal!(&renamed, &term);
    let Lambda(var, body) = &*renamed else { panic!() };
    let Call(parts) = &**body else { panic!() };
    let Table(table) = &*parts[0] else { panic!() };
    assert!(table.contains_key(&sexpr_core::ByIdentity(var.clone())) && table.contains_key(&sexpr_core::ByIdentity(y)));
}

/// Variables known by their names.
#[derive(StructuralEq, Debug, PartialEq)]
#[seq(rewrite)]
enum Named {
    Var(#[seq(var)] String),
    #[seq(scope)]
    Fun(#[seq(var, def)] Vec<Arc<str>>, Box<Named>),
    App(Box<Named>, Box<Named>),
    Set(#[seq(var)] BTreeSet<String>),
    Map(HashMap<Name, i64>),
    #[seq(scope)]
    Keyed(#[seq(def)] Name, Box<Named>),
    Keys(Name),
}

/// A variable known by its key.
#[derive(StructuralEq, Debug, PartialEq, Eq, Hash, Clone)]
#[seq(kind = "var", rewrite)]
struct Name(#[seq(key)] String);

fn var(name: &str) -> Named {
    Named::Var(name.into())
}

fn fun(names: &[&str], body: Named) -> Named {
    Named::Fun(names.iter().map(|name| (*name).into()).collect(), Box::new(body))
}

fn app(one: Named, other: Named) -> Named {
    Named::App(Box::new(one), Box::new(other))
}

#[test]
fn names_are_followed_whatever_type_writes_them() {
    let term = app(fun(&["x", "y"], app(var("x"), app(fun(&["x"], var("x")), var("y")))), var("x"));
    let mut bound = 0;
    let renamed = Rewrite::new()
        .with_bindings()
        .after(|name: &Arc<str>, site| {
            site.is_binding().then(|| {
                bound += 1;
                format!("{name}{bound}").into()
            })
        })
        .run(term);
    let expected = app(fun(&["x1", "y2"], app(var("x1"), app(fun(&["x3"], var("x3")), var("y2")))), var("x"));
    assert_eq!(renamed, expected);
}

#[test]
fn names_in_sets_are_followed() {
    let set = |names: &[&str]| Named::Set(names.iter().map(ToString::to_string).collect());
    let renamed = Rewrite::new()
        .after(|name: &Arc<str>, _: &At| Some(format!("{name}'").into()))
        .run(app(fun(&["x"], set(&["x", "y"])), set(&["x"])));
    assert_eq!(renamed, app(fun(&["x'"], set(&["x'", "y"])), set(&["x"])));
}

#[test]
fn keyed_variables_are_followed_by_value_and_as_keys() {
    let keyed = |name: &str, body| Named::Keyed(Name(name.into()), Box::new(body));
    let map = |names: &[&str]| Named::Map(names.iter().map(|name| (Name((*name).into()), 1)).collect());
    let key = |name: &str| Named::Keys(Name(name.into()));
    let renamed = Rewrite::new()
        .with_bindings()
        .after(|name: &Name, site| site.is_binding().then(|| Name(format!("{}'", name.0))))
        .run(app(keyed("x", app(map(&["x", "y"]), key("x"))), key("x")));
    assert_eq!(renamed, app(keyed("x'", app(map(&["x'", "y"]), key("x'"))), key("x")));
}

#[test]
fn callbacks_learn_what_names_refer_to() {
    let mut met = Vec::new();
    Rewrite::new()
        .with_bindings()
        .after(|named: &Named, site| {
            if let Named::Var(name) = named {
                met.push(match site.meaning_in("", name) {
                    Some(Occurrence::Bound(_)) => "bound",
                    Some(Occurrence::Free) => "free",
                    _ => "unknown",
                });
            }
            None
        })
        .run(app(fun(&["x"], var("x")), var("x")));
    assert_eq!(met, ["bound", "free"]);
}
