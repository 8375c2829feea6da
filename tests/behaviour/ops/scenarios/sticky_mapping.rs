//! Fields and the sticky mapping (second edition): a variable's fields are compared at the first encounter only.

use std::sync::Arc;

use sexpr_core::{Options, StructuralEq};
use sexpr_test_support::check::{assert_paths, differ_at, differ_under, equal, equal_under};

#[derive(StructuralEq)]
enum Type {
    Int,
    Float,
}

#[derive(StructuralEq)]
#[seq(kind = "var")]
struct Var {
    #[seq(ignore)]
    #[allow(dead_code, reason = "for people")]
    name: String,
    ty: Type,
}

#[derive(StructuralEq)]
struct Fun {
    #[seq(def)]
    param: Arc<Var>,
    body: Arc<Var>,
}

fn var(name: &str, ty: Type) -> Arc<Var> {
    Arc::new(Var { name: name.into(), ty })
}

fn identity(var: Arc<Var>) -> Fun {
    Fun { param: var.clone(), body: var }
}

#[test]
fn var_x_int_vs_var_y_int_at_first_encounter_is_equal() {
    equal(&identity(var("x", Type::Int)), &identity(var("y", Type::Int)));
    equal_under(Options::new().map_free_vars(true), &var("x", Type::Int), &var("y", Type::Int));
}

#[test]
fn var_x_int_vs_var_y_float_at_first_encounter_is_not_equal() {
    differ_at(".param.ty", &identity(var("x", Type::Int)), &identity(var("y", Type::Float)));
    let mapping = Options::new().map_free_vars(true);
    let mismatch = differ_under(mapping, &var("x", Type::Int), &var("y", Type::Float));
    assert_paths(".ty", ".ty", &mismatch);
}

/// An object cannot have two types; a variable that is known by its name can be written with two.
#[test]
fn var_x_int_vs_var_y_float_when_the_two_already_correspond_is_equal() {
    #[derive(StructuralEq)]
    #[seq(kind = "var")]
    struct Named {
        #[seq(key)]
        name: &'static str,
        ty: Type,
    }

    #[derive(StructuralEq)]
    struct Fun {
        #[seq(def)]
        param: Named,
        body: Named,
    }

    let fun = |name, used| Fun { param: Named { name, ty: Type::Int }, body: Named { name, ty: used } };
    equal(&fun("x", Type::Int), &fun("y", Type::Int));
    equal(&fun("x", Type::Int), &fun("y", Type::Float));
    equal(&fun("x", Type::Float), &fun("y", Type::Int));
}
