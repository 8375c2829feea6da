//! Hints for variables behind ids: on both sides, whatever else lies in the arenas.

use sexpr_core::{StructuralEq, report::Hint};
use sexpr_test_support::{
    check::{differ, steps},
    ids,
};

ids! {
    Var => Variable;
    At => Item;
}

#[derive(StructuralEq, Debug)]
#[seq(kind = "var")]
struct Variable {
    size: u32,
}

#[derive(StructuralEq, Debug)]
enum Item {
    Use(Var),
    Declare(#[seq(def)] Var),
    #[seq(scope)]
    Scope(Vec<At>),
}

#[derive(StructuralEq, Debug)]
struct Module {
    #[seq(arena(Var))]
    variables: Vec<Variable>,
    #[seq(arena(At))]
    items: Vec<Item>,
    roots: Vec<At>,
}

#[derive(StructuralEq, Debug)]
struct Program {
    #[seq(arena(At))]
    items: Vec<Item>,
    modules: Vec<Module>,
}

/// A module over one variable, after so many that are not used.
fn module(unused: usize, items: impl Fn(Var) -> Vec<Item>, roots: &[usize]) -> Module {
    Module {
        variables: (0..=unused).map(|_| Variable { size: 1 }).collect(),
        items: items(Var(unused)),
        roots: roots.iter().copied().map(At).collect(),
    }
}

#[track_caller]
fn both_hints<T: StructuralEq>(make: impl Fn(usize) -> T) -> [Hint; 2] {
    let mismatch = differ(&make(0), &make(2));
    let [Some(left), Some(right)] = mismatch.hints() else { panic!("{mismatch}") };
    [left.clone(), right.clone()]
}

fn used_and_declared(unused: usize) -> Module {
    module(unused, |variable| vec![Item::Use(variable), Item::Declare(variable)], &[0, 1])
}

#[test]
fn a_variable_that_is_bound_later() {
    for hint in both_hints(used_and_declared) {
        let Hint::BoundLater { at, .. } = &hint else { panic!("{hint:?}") };
        assert_eq!(steps(at), ".roots[1]");
    }
}

#[test]
fn a_variable_of_a_module_inside_others() {
    let before = |unused| module(unused, |variable| vec![Item::Declare(variable)], &[0]);
    let program = |unused| Program { items: vec![], modules: vec![before(unused), used_and_declared(unused)] };
    for hint in both_hints(program) {
        let Hint::BoundLater { at, .. } = &hint else { panic!("{hint:?}") };
        assert_eq!(steps(at), ".modules[1].roots[1]");
    }
}

#[test]
fn a_variable_whose_scope_has_ended() {
    let scope = |variable| vec![Item::Use(variable), Item::Declare(variable), Item::Scope(vec![At(1)])];
    for hint in both_hints(|unused| module(unused, scope, &[2, 0])) {
        let Hint::ScopeEnded { at, .. } = &hint else { panic!("{hint:?}") };
        assert_eq!(steps(at), ".roots[0][0]");
    }
}

#[test]
fn a_variable_that_nothing_binds() {
    let uses = |variable| vec![Item::Use(variable), Item::Use(variable)];
    for hint in both_hints(|unused| module(unused, uses, &[0, 1])) {
        let Hint::NeverBound { at, .. } = &hint else { panic!("{hint:?}") };
        assert_eq!(steps(at), ".roots[1]");
    }
}
