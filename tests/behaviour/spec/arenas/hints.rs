//! Hints for variables behind ids: on both sides, whatever else lies in the arenas.

use sexpr_core::StructuralEq;
use sexpr_test_support::{check::differ, ids};

use crate::{
    nodes::Var,
    semantics::hints::{both, hints},
};

ids! {
    VarId => Var;
    At => Item;
}

#[derive(StructuralEq, Debug)]
enum Item {
    Use(VarId),
    Declare(#[seq(def)] VarId),
    #[seq(scope)]
    Scope(Vec<At>),
}

#[derive(StructuralEq, Debug)]
struct Module {
    #[seq(arena(VarId))]
    variables: Vec<Var>,
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
fn module(unused: usize, items: impl Fn(VarId) -> Vec<Item>, roots: &[usize]) -> Module {
    Module {
        variables: (0..=unused).map(|_| Var { ty: 1 }).collect(),
        items: items(VarId(unused)),
        roots: roots.iter().copied().map(At).collect(),
    }
}

#[track_caller]
fn hints_of<T: StructuralEq>(make: impl Fn(usize) -> T) -> [Option<(&'static str, String)>; 2] {
    hints(&differ(&make(0), &make(2)))
}

fn used_and_declared(unused: usize) -> Module {
    module(unused, |variable| vec![Item::Use(variable), Item::Declare(variable)], &[0, 1])
}

#[test]
fn a_variable_that_is_bound_later() {
    assert_eq!(hints_of(used_and_declared), both("bound later", ".roots[1]"));
}

#[test]
fn a_variable_of_a_module_inside_others() {
    let before = |unused| module(unused, |variable| vec![Item::Declare(variable)], &[0]);
    let program = |unused| Program { items: vec![], modules: vec![before(unused), used_and_declared(unused)] };
    assert_eq!(hints_of(program), both("bound later", ".modules[1].roots[1]"));
}

#[test]
fn a_variable_whose_scope_has_ended() {
    let scope = |variable| vec![Item::Use(variable), Item::Declare(variable), Item::Scope(vec![At(1)])];
    assert_eq!(hints_of(|unused| module(unused, scope, &[2, 0])), both("scope ended", ".roots[0][0]"));
}

#[test]
fn a_variable_that_nothing_binds() {
    let uses = |variable| vec![Item::Use(variable), Item::Use(variable)];
    assert_eq!(hints_of(|unused| module(unused, uses, &[0, 1])), both("never bound", ".roots[1]"));
}
