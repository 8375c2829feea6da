//! What has no fingerprint.

use std::sync::Arc;

use sexpr_core::{
    Obstacle, StructuralEq,
    terms::{GroupError, group_fingerprint},
};

use super::{Expr, binder, group, name, run, tuple};

#[derive(StructuralEq)]
#[seq(kind = "var")]
struct Var {
    bits: u32,
}

#[test]
fn two_members_of_one_name_are_an_error() {
    let members = group([("f", name("g")), ("g", name("f")), ("f", name("f"))]);
    let error = group_fingerprint(&members).unwrap_err();
    assert_eq!(error, GroupError::SameBinder { members: [0, 2] });
    assert_eq!(
        error.to_string(),
        "members 0 and 2 of the group bind the same variable: rename it in one of them, with its uses; or, if it only occurs \
         in what they bind, as in a type, mark the field that holds that `#[seq(def = \"none\")]`"
    );
}

#[test]
fn a_bare_string_binds_nothing() {
    let error = group_fingerprint(&[("f", 1)]).unwrap_err();
    assert_eq!(error, GroupError::BindsNothing { member: 0 });
    assert_eq!(
        error.to_string(),
        "the binder of member 0 of the group binds no variable: give the variable's node, or a struct with the name in a \
         `#[seq(var)]` field"
    );
}

#[test]
fn variables_that_are_known_by_address_must_be_members() {
    let [f, g, free] = [1, 1, 1].map(|bits| Arc::new(Var { bits }));
    let call = |callee: &Arc<Var>| vec![callee.clone()];
    let closed = group_fingerprint(&[(&f, call(&g)), (&g, call(&f))]).unwrap();
    assert_eq!(closed.members()[0], closed.members()[1]);
    let error = group_fingerprint(&[(&f, call(&g)), (&g, vec![f.clone(), free])]).unwrap_err();
    assert_eq!(
        error.to_string(),
        "member 1 of the group has no fingerprint: at .1[1], a variable is free that is known by its address: bind it, or mark \
         one of its fields `#[seq(key)]`"
    );
    let GroupError::NoFingerprint { member: 1, error } = &error else { panic!("{error}") };
    assert_eq!((error.path().to_string().as_str(), error.obstacle()), (".1[1]", &Obstacle::FreeVariable));
}

#[test]
fn the_fields_of_what_binds_a_member_count() {
    let of = |bits| {
        let [f, g] = [8, bits].map(|bits| Arc::new(Var { bits }));
        group_fingerprint(&[(&f, vec![g.clone()]), (&g, vec![f.clone()])]).unwrap().fingerprint()
    };
    assert_eq!(of(16), of(16));
    assert_ne!(of(16), of(32));
}

#[test]
fn an_obstacle_in_a_binder_is_that_members() {
    #[derive(StructuralEq)]
    struct Typed(#[seq(var)] &'static str, #[seq(def = "none")] Vec<Arc<Var>>);
    let free = Arc::new(Var { bits: 1 });
    let members = [(Typed("f", vec![]), vec![Expr::Use("g".into())]), (Typed("g", vec![free]), vec![])];
    let error = group_fingerprint(&members).unwrap_err();
    let GroupError::NoFingerprint { member: 1, error } = &error else { panic!("{error}") };
    assert_eq!((error.path().to_string().as_str(), error.obstacle()), (".0[0].1[0]", &Obstacle::FreeVariable));
}

#[test]
fn binders_and_definitions_of_other_types_have_other_fingerprints() {
    #[derive(StructuralEq)]
    struct One(#[seq(var)] &'static str);
    #[derive(StructuralEq)]
    struct Other(#[seq(var)] &'static str);
    let one = group_fingerprint(&[(One("f"), One("f"))]).unwrap();
    assert_ne!(one.fingerprint(), group_fingerprint(&[(One("f"), Other("f"))]).unwrap().fingerprint());
    assert_ne!(one.fingerprint(), group_fingerprint(&[(Other("f"), One("f"))]).unwrap().fingerprint());
}

#[test]
fn behind_which_pointer_a_member_is_makes_no_difference() {
    let member = || (binder("f"), tuple([name("f"), Expr::Int(1)]));
    let inline = run(&vec![member()]);
    let (name, definition) = member();
    assert_eq!(inline, group_fingerprint(&[(&name, &definition)]).unwrap());
    assert_eq!(inline, group_fingerprint(&[(Box::new(name.clone()), Arc::new(definition.clone()))]).unwrap());
    assert_eq!(inline, group_fingerprint(&[(Arc::new(name), Box::new(definition))]).unwrap());
}

#[test]
fn deep_definitions_take_no_native_stack() {
    let deep = |callee: &str| (0..20_000).fold(name(callee), |body, _| Expr::Lambda("x".into(), Box::new(body)));
    let members = vec![(binder("f"), deep("g")), (binder("g"), tuple([deep("f")]))];
    let work = move || {
        let found = run(&members).fingerprint();
        members.into_iter().for_each(|(_, definition)| std::mem::forget(definition));
        found
    };
    std::thread::Builder::new().stack_size(512 << 10).spawn(work).unwrap().join().unwrap();
}
