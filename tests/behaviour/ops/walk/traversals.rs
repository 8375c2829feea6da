//! Traversals, and the nodes on paths, however deep and wide a value is.

use std::{
    collections::HashMap,
    mem::ManuallyDrop,
    time::{Duration, Instant},
};

use allocation_counter::measure;
use sexpr_core::{
    ByIdentity, Path, StructuralEq,
    arena::InArena,
    custom::VirtualFields,
    first_structural_mismatch,
    reflect::{Def, NodeRef, PartValue, Traversal},
    walk::Walk,
};
use sexpr_test_support::ids;

use crate::lambda::{Var, var};

#[derive(StructuralEq)]
enum Chain {
    Int(u64),
    Next(u64, Box<Chain>),
}

fn chain(length: u64, end: u64) -> ManuallyDrop<Chain> {
    ManuallyDrop::new((0..length).fold(Chain::Int(end), |next, level| Chain::Next(level, Box::new(next))))
}

#[test]
fn the_nodes_on_a_deep_path_take_memory_for_each_once() {
    const DEPTH: u64 = 20_000;
    let one = chain(DEPTH, 1);
    let mismatch = first_structural_mismatch(&*one, &*chain(DEPTH, 2)).unwrap();
    let mut count = 0;
    let allocated = measure(|| count = mismatch.lhs().nodes_in(&*one).len());
    assert_eq!(count as u64, DEPTH + 1);
    assert!(allocated.bytes_total < 1_000 * DEPTH, "{allocated:?}");
}

#[test]
fn the_path_to_an_entry_leads_to_its_key_and_its_value() {
    let x = ByIdentity(var("x"));
    let table = |value| HashMap::from([(x.clone(), value)]);
    let (one, other) = (table(Chain::Int(1)), table(Chain::Next(0, Box::new(Chain::Int(1)))));
    let mismatch = first_structural_mismatch(&one, &other).unwrap();
    assert_eq!(mismatch.lhs().to_string(), "[Var]");
    for map in [&one, &other] {
        assert!(std::ptr::eq(mismatch.lhs().innermost_in::<Chain>(map).unwrap(), &map[&x]));
        assert!(std::ptr::eq(mismatch.lhs().innermost_in::<Var>(map).unwrap(), &*x.0));
        assert_eq!(mismatch.lhs().nodes_in(map).len(), 2);
    }
}

#[test]
fn a_path_below_an_entry_follows_one_of_those_whose_keys_look_alike() {
    let [x, y] = ["x", "y"].map(|name| ByIdentity(var(name)));
    let next = |end| Chain::Next(0, Box::new(Chain::Int(end)));
    let table = |end| HashMap::from([(x.clone(), next(end)), (y.clone(), next(3))]);
    let (one, other) = (table(1), table(2));
    let mismatch = first_structural_mismatch(&one, &other).unwrap();
    assert_eq!(mismatch.lhs().to_string(), "[Var].Next.1");
    let nodes: Vec<_> = mismatch.lhs().nodes_in(&one).into_iter().filter_map(NodeRef::downcast::<Chain>).collect();
    let [Chain::Next(_, inner), last] = *nodes else { panic!("{} nodes", nodes.len()) };
    assert!(std::ptr::eq(&**inner, last));
}

ids! { At => Item; }

#[derive(StructuralEq)]
struct Item {
    next: Option<At>,
}

#[test]
fn a_traversal_of_a_deep_graph_takes_time_for_each_node_once() {
    const DEPTH: usize = 300_000;
    let items: Vec<Item> = (1..=DEPTH).map(|next| Item { next: Some(At(next % DEPTH)) }).collect();
    let start = Instant::now();
    let root = InArena::new(&items, At(0));
    let mut traversal = Traversal::new(&root);
    let mut deepest = 0;
    while let Some(part) = traversal.next_part() {
        deepest = deepest.max(part.depth());
    }
    assert_eq!(deepest, DEPTH + 1, "the last id leads to the first item once more, which is around");
    let elapsed = start.elapsed();
    assert!(elapsed < Duration::from_secs(10), "took {elapsed:?}");
}

#[test]
fn entries_of_variables_come_by_their_values_wherever_the_variables_lie() {
    let vars: Vec<_> = (0..8).map(|_| var("x")).collect();
    let shown = |values: [u64; 8]| {
        let entries = vars.iter().cloned().map(ByIdentity).zip(values.map(Chain::Int));
        let map: HashMap<_, _> = entries.collect();
        let mut traversal = Traversal::new(&map);
        let mut leaves = Vec::new();
        while let Some(part) = traversal.next_part() {
            if let PartValue::Leaf(text) = part.value() {
                leaves.push(text.clone());
            }
        }
        leaves
    };
    let leaves = shown([0, 1, 2, 3, 4, 5, 6, 7]);
    assert_eq!(leaves, shown([7, 6, 5, 4, 3, 2, 1, 0]));
    assert_eq!(leaves, shown([3, 1, 0, 2, 6, 7, 4, 5]));
}

/// An operation whose attributes are data.
#[derive(StructuralEq)]
#[seq(with = attributes)]
struct Op {
    name: u64,
    values: Vec<Op>,
}

fn attributes<'a>(op: &'a Op, fields: &mut VirtualFields<'a>) {
    fields.leaf("name", op.name);
    fields.slice("values", Def::Inherit, &op.values);
    fields.field("again", Def::Inherit, &op.values);
}

fn wide(count: usize, last: u64) -> Op {
    let named = |name| Op { name, values: Vec::new() };
    let values = (1..count).map(|_| named(0)).chain([named(last)]).collect();
    Op { name: 1, values }
}

#[test]
fn names_of_virtual_fields_are_kept_once() {
    const COUNT: usize = 10_000;
    let op = wide(COUNT, 0);
    let other = wide(COUNT, 1);
    let mut path = Path::default();
    let without_paths = measure(|| Walk::new().on(|_: &Op, _| ()).run(&op));
    let report = measure(|| path = first_structural_mismatch(&op, &other).unwrap().lhs().clone());
    let with_paths = measure(|| Walk::new().with_paths().on(|_: &Op, _| ()).run(&op));
    let traversal = measure(|| {
        let mut traversal = Traversal::new(&op);
        while traversal.next_part().is_some() {}
    });
    assert_eq!(path.to_string(), format!(".values[{}].name", COUNT - 1));
    assert_eq!(path.nodes_in(&op).len(), 2);
    for allocated in [without_paths, with_paths, traversal, report] {
        assert!(allocated.count_max < 100, "{allocated:?}");
    }
}

#[test]
fn elements_of_virtual_slices_are_found() {
    let one = wide(3, 0);
    let missing = first_structural_mismatch(&one, &wide(2, 0)).unwrap();
    assert_eq!([missing.lhs(), missing.rhs()].map(Path::to_string), [".values[2]", ".values[2: missing]"]);
    assert!(std::ptr::eq(missing.lhs().innermost_in::<Op>(&one).unwrap(), &one.values[2]));
}
