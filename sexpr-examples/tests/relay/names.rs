//! Names that are printed: no two things in a definition share one.

use std::sync::Arc;

use sexpr_examples::relay::ir::{
    Expr, ExprKind, Function, FunctionType, GlobalTypeVar, GlobalVar, Kind, LocalVar, Location, Module, Type, TypeParam,
};

use crate::support::{assert_round_trip, module};

fn local(var: &Arc<LocalVar>) -> Expr {
    Expr::new(ExprKind::Local(var.clone()))
}

fn function(type_params: Vec<Arc<TypeParam>>, params: Vec<Arc<LocalVar>>, body: Expr) -> Function {
    Function { type_params, params, attributes: Default::default(), result: None, body, span: Location::unknown() }
}

fn only(function: Function) -> Module {
    let mut module = Module::default();
    module.definitions.insert(GlobalVar::new("f"), function);
    module
}

/// A definition's line.
#[track_caller]
fn printed(function: Function) -> String {
    let text = assert_round_trip(&only(function));
    let lines: Vec<_> = text.lines().skip(2).map(str::trim).collect();
    lines.join(" ")
}

#[test]
fn variables_of_one_name_are_told_apart() {
    let vars: Vec<_> = ["x", "x", "x_1", "x", "x_1"].map(|name| LocalVar::new(name, None)).into();
    let body = Expr::tuple(vars.iter().map(local).collect());
    assert_eq!(
        printed(function(vec![], vars, body)),
        "def @f(%x, %x_1, %x_1_1, %x_2, %x_1_2) { (%x, %x_1, %x_1_1, %x_2, %x_1_2) }"
    );
}

#[test]
fn names_are_made_valid() {
    let vars: Vec<_> = ["", "a b", "1", "let", "a.1", "%x", "é", ".a"].map(|name| LocalVar::new(name, None)).into();
    let body = local(&vars[0]);
    assert_eq!(printed(function(vec![], vars, body)), "def @f(%v, %a_b, %1, %let, %a_1, %_x, %é, %_a) { %v }");
}

#[test]
fn names_of_type_parameters_are_made_valid() {
    let reserved = ["let", "where", "int8", "inff", "Tensor"].map(|wish| (wish, format!("v{wish}")));
    let odd = [("", "v"), ("0", "v0"), ("1a", "v1a"), ("_", "v_"), ("a-b", "a_b")];
    let valid = ["List", "a", "_a", "type", "Constant", "inf", "a.b"].map(|name| (name, name));
    for (wish, name) in odd.into_iter().chain(valid).chain(reserved.iter().map(|(wish, name)| (*wish, &**name))) {
        let type_params = vec![TypeParam::new(wish, Kind::Type)];
        let ty = FunctionType { type_params, args: vec![], result: Type::tuple(vec![]), constraints: vec![] };
        assert_eq!(ty.to_string(), format!("fn[{name}]() -> ()"));
        assert_eq!(crate::support::ty(&ty.to_string()), ty.to_string());
    }
}

#[test]
fn type_parameters_are_told_from_types() {
    let mut module = module("type A { B }");
    let params: Vec<_> = ["A", "float32", "B", "B"].map(|name| TypeParam::new(name, Kind::Type)).into();
    let ty = Type::tuple(
        params.iter().cloned().map(Type::Param).chain([Type::call(GlobalTypeVar::new("A"), vec![])]).collect(),
    );
    assert_eq!(
        FunctionType { type_params: params.clone(), args: vec![], result: ty.clone(), constraints: vec![] }.to_string(),
        "fn[A_1, vfloat32, B, B_1]() -> (A_1, vfloat32, B, B_1, A)"
    );
    let x = LocalVar::new("x", Some(ty));
    let body = local(&x);
    module.definitions.insert(GlobalVar::new("f"), function(params, vec![x], body));
    assert!(assert_round_trip(&module).contains("def @f[A_1, vfloat32, B, B_1](%x: (A_1, vfloat32"));
}

#[test]
fn a_shared_type_binds_its_parameters_wherever_it_stands() {
    let a = TypeParam::new("A", Kind::Type);
    let shared: Type = FunctionType {
        type_params: vec![a.clone()],
        args: vec![Type::Param(a.clone())],
        result: Type::Param(a),
        constraints: vec![],
    }
    .into();
    let vars: Vec<_> = ["x", "y"].map(|name| LocalVar::new(name, Some(shared.clone()))).into();
    let body = local(&vars[1]);
    assert_eq!(printed(function(vec![], vars, body)), "def @f(%x: fn[A](A) -> A, %y: fn[A_1](A_1) -> A_1) { %y }");
}

#[test]
fn a_shared_variable_is_bound_wherever_it_stands() {
    let x = LocalVar::new("x", None);
    let inner = || Expr::new(function(vec![], vec![x.clone()], local(&x)));
    let body = Expr::tuple(vec![inner(), local(&x), inner()]);
    assert_eq!(
        printed(function(vec![], vec![x.clone()], body)),
        "def @f(%x) { (fn (%x_1) { %x_1 }, %x, fn (%x_2) { %x_2 }) }"
    );
}

#[test]
fn what_nothing_binds_has_a_name_too() {
    let free = only(function(vec![], vec![LocalVar::new("x", None)], local(&LocalVar::new("x", None))));
    assert!(free.to_string().ends_with("(%x) {\n  %x_1\n}\n"), "{free}");
}
