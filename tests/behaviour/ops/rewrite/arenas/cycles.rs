//! Nodes on cycles: each stays one node, in whatever scopes it is met, as a dag node does.

use sexpr_core::{
    Options, StructuralEq,
    arena::Id,
    rewrite::{Rewrite, Site},
};

use super::FromIndex;

id!(At => Item);

#[derive(StructuralEq, Clone, Debug, PartialEq)]
#[seq(rewrite)]
enum Item {
    Leaf(u32),
    Name(#[seq(var)] String),
    List(Vec<At>),
    #[seq(scope)]
    Scope(Vec<At>),
}

use Item::{Leaf, List, Name, Scope};

#[derive(StructuralEq, Clone, Debug, PartialEq)]
#[seq(rewrite)]
struct Module {
    #[seq(arena(At))]
    items: Vec<Item>,
    roots: Vec<At>,
}

fn ids(items: &[usize]) -> Vec<At> {
    items.iter().copied().map(At).collect()
}

fn list(items: &[usize]) -> Item {
    List(ids(items))
}

fn scope(items: &[usize]) -> Item {
    Scope(ids(items))
}

/// A cycle that is met in a scope and outside of it, in both orders.
fn modules() -> impl Iterator<Item = Module> {
    let cycles = [
        vec![list(&[0]), scope(&[0])],
        vec![list(&[1]), scope(&[0])],
        vec![list(&[0, 2]), scope(&[0]), Leaf(1)],
        vec![list(&[2, 3]), scope(&[0]), list(&[0, 3]), Name("x".to_owned())],
        vec![list(&[2]), scope(&[2]), list(&[3, 4]), list(&[2]), list(&[3])],
    ];
    let with_roots =
        |items: Vec<Item>| [[0, 1], [1, 0]].map(|roots| Module { items: items.clone(), roots: ids(&roots) });
    cycles.into_iter().flat_map(with_roots)
}

#[test]
fn a_rewriting_that_replaces_nothing_leaves_them_as_they_are() {
    for before in modules() {
        for options in [Options::new(), Options::new().map_free_vars(true)] {
            let nothing = |_: &Item, _: &Site<'_, _>| None::<Item>;
            let after = Rewrite::new().options(options).with_bindings().after(nothing).run(before.clone());
            assert_eq!(after, before);
        }
    }
}

#[test]
fn what_is_replaced_by_itself_is_equal() {
    for before in modules() {
        let after = Rewrite::new().with_bindings().after(|item: &Item, _| Some(item.clone())).run(before.clone());
        assert_eq!(after, before);
    }
}

#[test]
fn what_is_replaced_on_a_cycle_is_replaced_once() {
    for before in modules() {
        let add_one = |item: &Item, _: &Site<'_, _>| match item {
            Leaf(number) => Some(Leaf(number + 1)),
            _ => None,
        };
        let after = Rewrite::new().with_bindings().after(add_one).run(before.clone());
        let numbers = |module: &Module| -> Vec<u32> {
            module.items.iter().filter_map(|item| if let Leaf(number) = item { Some(*number) } else { None }).collect()
        };
        let expected: Vec<u32> = numbers(&before).iter().map(|number| number + 1).collect();
        assert_eq!((after.items.len(), numbers(&after)), (before.items.len(), expected));
    }
}
