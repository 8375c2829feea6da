//! What people change, and the edits that say so.

use std::{collections::BTreeMap, sync::Arc};

use sexpr_core::{Comparer, Options, StructuralEq, arena::InArena, report::EditKind, structural_diff};
use sexpr_test_support::{ids, stack::with_stack};

use super::{
    Expr::{self, Add, Call, Int, Lambda, Var},
    Stmt::{self, Block, Let, Print},
    edits,
};

fn var(name: &str) -> Expr {
    Var(name.into())
}

fn add(one: Expr, other: Expr) -> Expr {
    Add(Box::new(one), Box::new(other))
}

fn bind(name: &str, value: Expr) -> Stmt {
    Let(name.into(), value)
}

/// `x = 1; y = x + 2; { print y; print x }`
fn program() -> Vec<Stmt> {
    vec![bind("x", Int(1)), bind("y", add(var("x"), Int(2))), Block(vec![Print(var("y")), Print(var("x"))])]
}

#[track_caller]
fn assert_edits(left: &[Stmt], right: &[Stmt], expected: &[&str]) {
    assert_eq!(edits(&structural_diff(left, right)), expected);
}

#[test]
fn equal_values_have_none() {
    let renamed =
        vec![bind("a", Int(1)), bind("b", add(var("a"), Int(2))), Block(vec![Print(var("b")), Print(var("a"))])];
    let diff = structural_diff(&program(), &renamed);
    assert!(diff.is_empty() && diff.is_complete());
}

#[test]
fn a_changed_leaf_is_one() {
    let mut changed = program();
    changed[1] = bind("y", add(var("x"), Int(3)));
    assert_edits(&program(), &changed, &["[1].Let.1.Add.1 | [1].Let.1.Add.1: 2 differs from 3"]);
}

#[test]
fn an_inserted_statement_is_one_and_what_comes_after_it_is_none() {
    let mut changed = program();
    changed.insert(1, bind("z", Int(7)));
    assert_edits(&program(), &changed, &["[1: missing] | [1]: inserted"]);
    assert_edits(&changed, &program(), &["[1] | [1: missing]: removed"]);
}

#[test]
fn a_parameter_that_is_inserted_before_others_is_one() {
    let lambda = |names: &[&str]| {
        let names = names.iter().map(|name| name.to_string()).collect();
        vec![Print(Lambda(names, Box::new(add(var("x"), var("x")))))]
    };
    let diff = structural_diff(&lambda(&["x"]), &lambda(&["x", "n"]));
    assert_eq!(edits(&diff), ["[0].Lambda.0[1: missing] | [0].Lambda.0[1]: length 1 differs from length 2"]);
}

#[test]
fn a_statement_that_stands_elsewhere_was_moved() {
    let statements: Vec<Stmt> = (0..5).map(|number| Print(add(Int(number), Int(10 * number)))).collect();
    let mut moved = statements.clone();
    let last = moved.pop();
    moved.insert(1, last.expect("there are five"));
    assert_edits(&statements, &moved, &["[4] | [1]: moved"]);
}

#[test]
fn statements_that_are_alike_are_partners_in_their_order() {
    let statements = |numbers: &[i64]| numbers.iter().map(|number| Print(Int(*number))).collect::<Vec<_>>();
    let (left, right) = (statements(&[1, 2, 1, 2, 4, 5]), statements(&[1, 2, 3, 1, 2, 5]));
    assert_edits(&left, &right, &["[2: missing] | [2]: inserted", "[4] | [5: missing]: removed"]);
}

/// What variables are does not count if they are bound around; but their fields do, and which of them are the same.
#[test]
fn an_element_that_differs_in_more_than_names_was_not_moved() {
    #[derive(StructuralEq)]
    #[seq(kind = "var")]
    struct Typed(u8);
    #[derive(StructuralEq)]
    #[seq(kind = "singleton")]
    struct Op {
        _code: u8,
    }
    #[derive(StructuralEq)]
    struct Item(Arc<Typed>, Arc<Typed>, Arc<Op>, Vec<u8>);

    let [one, same, other] = [1, 1, 2].map(|ty| Arc::new(Typed(ty)));
    let [add, sub] = [0, 0].map(|of| Arc::new(Op { _code: of }));
    let item = |first: &Arc<Typed>, second: &Arc<Typed>, op: &Arc<Op>, numbers: [u8; 3]| {
        Item(first.clone(), second.clone(), op.clone(), numbers.to_vec())
    };
    let is_moved = |first, second, op| {
        let stays = |number| item(&one, &one, &add, [number; 3]);
        let left = (vec![item(&one, &one, &add, [1, 2, 3]), stays(4)], vec![stays(5)]);
        let right = (vec![stays(4)], vec![stays(5), item(first, second, op, [1, 2, 3])]);
        structural_diff(&left, &right).edits().iter().any(|edit| *edit.kind() == EditKind::Moved)
    };
    assert!(is_moved(&one, &one, &add));
    assert!(is_moved(&same, &same, &add));
    assert!(!is_moved(&one, &same, &add));
    assert!(!is_moved(&other, &other, &add));
    assert!(!is_moved(&one, &one, &sub));
}

#[test]
fn a_statement_that_stands_in_another_block_was_moved() {
    let program = |name: &str, blocks: [&[i64]; 2]| {
        let long = |number: &i64| Print(add(Int(*number), add(Int(10 * number), var(name))));
        let blocks = blocks.map(|block| Block(block.iter().map(long).collect()));
        [bind(name, Int(0))].into_iter().chain(blocks).collect::<Vec<_>>()
    };
    let left = program("x", [&[1, 2], &[3, 4]]);
    assert_edits(&left, &program("x", [&[1], &[3, 2, 4]]), &["[1][1] | [2][1]: moved"]);
    assert_edits(&left, &program("y", [&[1, 2, 4], &[3]]), &["[2][1] | [1][2]: moved"]);
}

#[test]
fn a_use_of_another_variable_names_both_binders() {
    let mut changed = program();
    changed[2] = Block(vec![Print(var("x")), Print(var("x"))]);
    assert_edits(
        &program(),
        &changed,
        &["[2][0] | [2][0]: the variables are bound differently: the left one, \"y\", is bound at `[1].Let.0`, the \
             right one, \"x\", is bound at `[0].Let.0`"],
    );
}

#[test]
fn other_variants_are_replaced_as_a_whole() {
    let mut changed = program();
    changed[1] = bind("y", Call(vec![var("x")]));
    assert_edits(&program(), &changed, &["[1].Let.1 | [1].Let.1: variant `Add` differs from variant `Call`"]);
}

#[test]
fn each_key_that_one_side_lacks_is_one() {
    let map = |entries: &[(&'static str, i64)]| entries.iter().copied().collect::<BTreeMap<_, _>>();
    let diff = structural_diff(&map(&[("a", 1), ("b", 2), ("c", 3)]), &map(&[("b", 5), ("d", 4), ("e", 6)]));
    let expected = [
        "[\"b\"] | [\"b\"]: 2 differs from 5",
        "[\"a\"] | [\"a\": missing]: one side lacks the key",
        "[\"c\"] | [\"c\": missing]: one side lacks the key",
        "[\"d\": missing] | [\"d\"]: one side lacks the key",
        "[\"e\": missing] | [\"e\"]: one side lacks the key",
    ];
    let mut found = edits(&diff);
    found.sort();
    let mut expected = expected.map(String::from);
    expected.sort();
    assert_eq!(found, expected);
}

#[derive(StructuralEq)]
#[seq(kind = "dag")]
struct Shared(i64);

#[test]
fn nodes_that_are_shared_differently_are_told_with_where_they_were_met() {
    let [one, other] = [0, 0].map(|number| Arc::new(Shared(number)));
    let diff = structural_diff(&[one.clone(), one.clone(), one.clone()], &[one.clone(), other, one]);
    let why = "the nodes are shared differently: ";
    assert_eq!(
        edits(&diff),
        [format!("[1] | [1]: {why}the left one was met at `[0]`, the right one is met for the first time")]
    );
}

#[derive(StructuralEq, Debug)]
struct Tree(i64);

#[test]
fn shared_trees_that_differ_are_told_once_for_each_partner() {
    let [a, b, c, d] = [1, 1, 1, 2].map(|number| Arc::new(Tree(number)));
    let left = (a.clone(), a.clone(), b.clone(), b, a);
    let right = (c.clone(), d.clone(), c, d.clone(), d);
    let why = "1 differs from 2";
    assert_eq!(edits(&structural_diff(&left, &right)), [format!(".1 | .1: {why}"), format!(".3 | .3: {why}")]);
}

#[test]
fn nodes_around_trees_that_differ_are_not_taken_for_equal_where_that_is_not_told_again() {
    let leaf = |number| Arc::new(Pair::Leaf(number));
    let twice = |tree: &Arc<Pair>| Arc::new(Pair::Both(tree.clone(), tree.clone()));
    let (one, two) = (leaf(1), leaf(2));
    let (twice_one, twice_two) = (twice(&one), twice(&two));
    // Equal to `twice_two`, and to each other.
    let (equal, equal_too) = (twice(&leaf(2)), twice(&leaf(2)));
    let left = (one, twice_one.clone(), equal.clone(), equal, twice_one);
    let right = (two, twice_two.clone(), twice_two, equal_too.clone(), equal_too);
    let why = "1 differs from 2";
    assert_eq!(
        edits(&structural_diff(&left, &right)),
        [format!(".0 | .0: {why}"), format!(".4.Both.0 | .4.Both.0: {why}")]
    );
}

#[derive(StructuralEq)]
enum Pair {
    Leaf(i64),
    Both(Arc<Pair>, Arc<Pair>),
}

ids! { NodeId => Node; }

#[derive(StructuralEq)]
#[seq(kind = "dag")]
struct Node {
    value: i64,
    next: Vec<NodeId>,
}

#[test]
fn nodes_in_arenas_are_aligned_by_what_they_are() {
    let node = |value, next: &[usize]| Node { value, next: next.iter().copied().map(NodeId).collect() };
    let left = [node(0, &[1, 2]), node(10, &[0]), node(20, &[])].into_iter().collect::<Vec<_>>();
    let right = [node(20, &[]), node(11, &[]), node(0, &[3, 1, 0]), node(10, &[2])].into_iter().collect::<Vec<_>>();
    let diff = structural_diff(&InArena::new(&left, NodeId(0)), &InArena::new(&right, NodeId(2)));
    assert_eq!(edits(&diff), [".next[1: missing] | .next[1]: inserted"]);
}

#[test]
fn options_and_comparers_have_diffs() {
    let free = |name: &str| vec![Print(var(name)), Print(add(var(name), Int(1)))];
    assert_eq!(structural_diff(&free("x"), &free("y")).edits().len(), 2);
    let options = Options::new().map_free_vars(true);
    assert!(options.diff(&free("x"), &free("y")).is_empty());
    assert!(Comparer::with_options(options).diff(&free("x"), &free("y")).is_empty());
}

#[test]
fn a_diff_is_written_as_reports_are() {
    let mut changed = program();
    changed.remove(0);
    changed.insert(0, bind("x", Int(4)));
    changed.push(Print(Int(0)));
    let expected = "left:  [0].Let.1\nright: [0].Let.1\n1 differs from 4\n\
                    left:  [3: missing]\nright: [3]\ninserted, 3 parts";
    assert_eq!(structural_diff(&program(), &changed).to_string(), expected);
}

#[test]
fn edits_at_both_ends_of_a_million_nested_nodes_are_found_in_a_small_stack() {
    #[derive(StructuralEq)]
    struct Chain {
        number: i64,
        next: Option<Box<Chain>>,
        last: i64,
    }
    let chain = |inner: i64, outer: i64| {
        let mut chain = Chain { number: inner, next: None, last: 0 };
        for depth in 1..1_000_000 {
            let last = if depth == 999_999 { outer } else { 0 };
            chain = Chain { number: 0, next: Some(Box::new(chain)), last };
        }
        chain
    };
    with_stack(256, move || {
        let (left, right) = (chain(1, 2), chain(3, 4));
        let diff = structural_diff(&left, &right);
        assert!(diff.is_complete());
        let depths: Vec<usize> = diff.edits().iter().map(|edit| edit.lhs().steps().len()).collect();
        assert_eq!(depths, [1_000_000, 1]);
        std::mem::forget((left, right));
    });
}

#[test]
fn a_long_sequence_in_another_order_takes_no_native_stack() {
    with_stack(256, || {
        let numbers: Vec<u64> = (0..200_000).collect();
        let mut shuffled = numbers.clone();
        shuffled.sort_by_key(|number| number.wrapping_mul(0x9e37_79b9_7f4a_7c15));
        assert!(!structural_diff(&numbers, &shuffled).is_empty());
    });
}

#[test]
fn where_nothing_is_alike_it_stops_and_says_so() {
    let numbers = |first: i64| (first..first + 300_000).collect::<Vec<i64>>();
    let diff = structural_diff(&numbers(0), &numbers(10_000_000));
    assert!(!diff.is_complete() && !diff.is_empty());
    assert!(diff.to_string().ends_with("what comes after this was not compared: the values differ too much"));
}

#[test]
fn elements_are_alike_however_many_pointers_there_are_to_their_parts() {
    let number = |value| Arc::new(Pair::Leaf(value));
    let sum = |one: &Arc<Pair>, other| Arc::new(Pair::Both(one.clone(), number(other)));
    let one = number(1);
    // On the left, the last sum's operand is the element before as well. The first sum has the same shape.
    let left = vec![sum(&number(3), 4), one.clone(), sum(&one, 2)];
    let right = vec![sum(&number(1), 2)];
    let removed = ["[0] | [0: missing]: removed", "[1] | [0: missing]: removed"];
    assert_eq!(edits(&structural_diff(&left, &right)), removed);
    let inserted = ["[0: missing] | [0]: inserted", "[0: missing] | [1]: inserted"];
    assert_eq!(edits(&structural_diff(&right, &left)), inserted);
}

#[test]
fn trees_that_differ_at_the_bottom_of_a_high_tower_are_told_once() {
    const FLOORS: usize = 5_000;
    let tower =
        |ground| (0..FLOORS).fold(Arc::new(Pair::Leaf(ground)), |below, _| Arc::new(Pair::Both(below.clone(), below)));
    let diff = structural_diff(&(tower(1), 3), &(tower(2), 4));
    assert!(diff.is_complete());
    assert_eq!(diff.edits().len(), 2);
}

#[test]
fn many_elements_in_each_other_that_are_removed_take_no_quadratic_time() {
    const ELEMENTS: usize = 100_000;

    #[derive(StructuralEq)]
    enum Chain {
        End,
        Link(Arc<Chain>),
    }

    let mut elements = vec![Arc::new(Chain::End)];
    for number in 0..ELEMENTS {
        elements.push(Arc::new(Chain::Link(elements[number].clone())));
    }
    let diff = structural_diff(&elements, &vec![]);
    assert!(diff.edits().iter().all(|edit| matches!(edit.kind(), EditKind::Removed { .. })));
    assert_eq!(diff.edits().len(), ELEMENTS + 1);
    // From the longest on, so that no destructor goes down far.
    while elements.pop().is_some() {}
}

#[test]
fn frequent_elements_do_not_outvote_those_that_occur_once() {
    let left: Vec<Stmt> = (1..=50).flat_map(|n| [0, 0, n].map(|n| Print(Int(n)))).collect();
    let mut right = left[1..].to_vec();
    *right.last_mut().expect("there are statements") = Print(Int(999));
    assert_eq!(structural_diff(&left, &right).edits().len(), 2, "one is removed, and one differs");
}
