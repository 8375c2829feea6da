//! What holds of random graphs.

use std::sync::Arc;

use proptest::prelude::*;
use sexpr_examples::wave::graph::{Attribute, Attributes, Call, Instruction, Node, Op, Space, TensorType};
use sexpr_examples::wave::index::{Index, IndexExpr};
use sexpr_examples::wave::{self, Comparison, Graph};

use crate::changes::semantic_change;
use crate::edit::{all_nodes, set_operand, with_node, with_nodes_before, with_nodes_first};
use crate::generator::{Choices, live, random_graph, telling_random_graph};
use crate::support::{difference, malformations};

fn graph() -> impl Strategy<Value = (u64, Graph)> {
    (any::<u64>(), 2_usize..14).prop_map(|(seed, size)| (seed, random_graph(seed, size)))
}

/// Graphs in which placeholders may say more than the nodes that they stand for.
fn telling_graph() -> impl Strategy<Value = Graph> {
    (any::<u64>(), 2_usize..14).prop_map(|(seed, size)| telling_random_graph(seed, size))
}

/// Graphs of both kinds.
fn any_graph() -> impl Strategy<Value = Graph> {
    prop_oneof![graph().prop_map(|(_, graph)| graph), telling_graph()]
}

/// A node that no random graph has: registers with a value, memory of a size, and what is computed nobody knows how.
fn fresh(number: u16) -> [Arc<Node>; 3] {
    let ty = TensorType { shape: Vec::new(), dtype: "f32".to_owned(), space: Space::Register };
    let size = IndexExpr::int(number.into());
    let registers = Instruction::Register { ty, value: number.into() };
    let memory = Instruction::Allocate { shape: vec![size], dtype: "f16".to_owned(), space: Space::Shared };
    [
        Node::new(format!("registers{number}"), Op::Do(registers)),
        Node::new(format!("memory{number}"), Op::Do(memory)),
        Node::new(format!("unknown{number}"), Op::Call(Call::new(format!("make{number}"), []))),
    ]
}

/// How many operands a node has that may be any value or memory.
fn free_operands(node: &Node) -> usize {
    if matches!(node.op, Op::GetResult { .. }) { 0 } else { node.op.operands().len() }
}

/// The node of this name.
fn find<'g>(graph: &'g Graph, name: &str) -> &'g Node {
    all_nodes(&graph.body).find(|node| node.name == name).expect("it is in the graph")
}

/// The name of one of the nodes that count.
fn any_name(choices: &mut Choices, graph: &Graph) -> String {
    let names = live(graph);
    names[choices.among(names.len())].clone()
}

/// Sets an attribute.
fn set_number(value: i64) -> impl Fn(&mut Node) {
    move |node| drop(node.attributes.set("iter_idx", Attribute::Int(value)))
}

proptest! {
    // Many tests change each node of a graph in turn.
    #![proptest_config(ProptestConfig { failure_persistence: None, ..ProptestConfig::with_cases(64) })]

    #[test]
    fn random_graphs_are_well_formed((_, graph) in graph()) {
        prop_assert_eq!(malformations(&graph), []);
    }

    #[test]
    fn a_round_trip_gives_an_equivalent_graph(graph in any_graph()) {
        let function = wave::to_operations(&graph).expect("it is well formed");
        prop_assert_eq!(wave::verify(&function), []);
        let back = wave::to_graph(&function).expect("it is well formed");
        prop_assert_eq!(malformations(&back), []);
        prop_assert_eq!(difference(&graph, &back), "none");
    }

    #[test]
    fn isolation_changes_nothing(graph in any_graph()) {
        let function = wave::to_operations(&graph).expect("it is well formed");
        let (isolated, open) = (wave::make_isolated(&function), wave::make_non_isolated(&function));
        let again = wave::make_non_isolated(&isolated);
        for function in [&isolated, &open, &again, &wave::make_isolated(&open)] {
            prop_assert_eq!(wave::verify(function), []);
            let back = wave::to_graph(function).expect("it is well formed");
            prop_assert_eq!(difference(&graph, &back), "none");
        }
        prop_assert!(sexpr_core::structural_equal(&open, &again));
    }

    #[test]
    fn lifting_and_hoisting_change_nothing((_, graph) in graph()) {
        for other in [wave::hoist(&graph), wave::lift(&graph), wave::lift(&wave::hoist(&graph)), wave::hoist(&wave::lift(&graph))] {
            prop_assert_eq!(difference(&graph, &other), "none");
        }
    }

    #[test]
    fn a_graph_reads_back_as_it_was_written(graph in any_graph()) {
        let text = wave::write(&graph).expect("it is well formed");
        let back = wave::read(&text).expect("it was written");
        prop_assert_eq!(difference(&graph, &back), "none");
        prop_assert_eq!(wave::write(&back).expect("it is well formed"), text);
    }

    #[test]
    fn each_change_that_counts_is_found_at_its_place((seed, graph) in graph()) {
        let mut choices = Choices::new(seed);
        let name = &any_name(&mut choices, &graph);
        let node = find(&graph, name);
        let (change, part) = semantic_change(&mut choices, node);
        let changed = with_node(&graph, name, &*change);
        let text = difference(&graph, &changed);
        // Of two nodes that take one result, either may be named, or what uses them.
        let is_taken = matches!(node.op, Op::GetResult { .. }) && text != "none";
        let is_named = text.starts_with(&format!("`{name}` and `{name}`, ")) && text.contains(part);
        prop_assert!(is_taken || is_named, "{}: {}", part, text);
    }

    #[test]
    fn each_operand_counts((seed, graph) in graph()) {
        let new = fresh(4242);
        let graph = with_nodes_first(&graph, &new.each_ref());
        for name in live(&graph) {
            let node = find(&graph, &name);
            for place in 0..free_operands(node) {
                let changed = new.each_ref().map(|by| {
                    (by, with_node(&graph, &name, &|node| set_operand(&mut node.op, place, by)))
                });
                let fits = |(_, changed): &(_, Graph)| malformations(changed).is_empty();
                let (by, changed) = changed.into_iter().find(fits).expect("it is a value or memory");
                let text = difference(&graph, &changed);
                prop_assert!(text.contains(&format!(" and `{name}`")) || text.contains(&by.name), "{}: {}", seed, text);
            }
        }
    }

    #[test]
    fn operands_are_not_exchanged((seed, graph) in graph()) {
        let ([_, _, one], [_, _, other]) = (fresh(4242), fresh(4243));
        let graph = with_nodes_first(&graph, &[&one, &other]);
        for name in live(&graph) {
            let node = find(&graph, &name);
            for place in 1..free_operands(node) {
                let [straight, crosswise] = [[&one, &other], [&other, &one]].map(|[first, second]| {
                    with_node(&graph, &name, &|node| {
                        set_operand(&mut node.op, place - 1, first);
                        set_operand(&mut node.op, place, second);
                    })
                });
                // One of the places may be for memory.
                if malformations(&straight).is_empty() {
                    let text = difference(&straight, &crosswise);
                    prop_assert!(text.contains(&one.name) && text.contains(&other.name), "{}: {}", seed, text);
                }
            }
        }
    }

    #[test]
    fn the_order_of_effects_counts((seed, graph) in graph()) {
        let ([one, memory, _], [other, _, _]) = (fresh(4242), fresh(4243));
        let graph = with_nodes_first(&graph, &[&one, &other, &memory]);
        let write = |name: &str, value: &Arc<Node>| {
            let (value, memory) = (value.clone(), memory.clone());
            let op = Op::Do(Instruction::Write { value, memory, elements_per_thread: None, mapping: None });
            Node::new(name.to_owned(), op)
        };
        for name in live(&graph) {
            if !matches!(find(&graph, &name).op, Op::Output { .. }) {
                continue;
            }
            let [straight, crosswise] = [[&one, &other], [&other, &one]].map(|[first, second]| {
                with_nodes_before(&graph, &name, &[write("first", first), write("second", second)])
            });
            prop_assert_eq!(malformations(&straight), []);
            let text = difference(&straight, &crosswise);
            prop_assert!(text.contains(&one.name) && text.contains(&other.name), "{}: {}", seed, text);
        }
    }

    #[test]
    fn no_change_that_does_not_count_is_found((seed, graph) in graph()) {
        let mut choices = Choices::new(seed);
        let name = &any_name(&mut choices, &graph);
        let changed = with_node(&graph, name, &|node| {
            node.name = "renamed".to_owned();
            node.attributes.set("location", Attribute::Text("elsewhere".to_owned()));
            node.attributes.set("scheduling_parameters", Attribute::Int(3));
            node.attributes.set("expanded_dims", Attribute::List(Vec::new()));
            if let Op::Iterate { implicit_captures, .. } = &mut node.op {
                implicit_captures.reverse();
                implicit_captures.truncate(1);
            }
        });
        prop_assert_eq!(difference(&graph, &changed), "none");
    }

    #[test]
    fn what_is_equivalent_is_so_if_what_is_not_set_is_ignored(graph in telling_graph()) {
        let ignoring = Comparison::new().ignore_unset(true);
        let lifted = wave::lift(&graph);
        prop_assert_eq!(difference(&graph, &lifted), "none");
        for (left, right) in [(&graph, &graph), (&graph, &lifted), (&lifted, &graph), (&lifted, &lifted)] {
            prop_assert_eq!(ignoring.first_difference(left, right), None);
        }
    }

    #[test]
    fn the_left_may_leave_attributes_unset_and_the_right_may_not((seed, graph) in graph()) {
        let mut choices = Choices::new(seed);
        let mut sparse = with_node(&graph, "", &|_| {});
        for _ in 0..3 {
            let name = &any_name(&mut choices, &graph);
            sparse = with_node(&sparse, name, &|node| {
                node.attributes = Attributes::new();
                if let Op::IterArg { ty } | Op::Placeholder { ty, lifted: None } = &mut node.op {
                    *ty = None;
                }
            });
        }
        let directional = Comparison::new().directional(true);
        prop_assert_eq!(directional.first_difference(&sparse, &graph), None);
        prop_assert_eq!(directional.first_difference(&sparse, &wave::hoist(&graph)), None);
        prop_assert_eq!(directional.first_difference(&wave::hoist(&sparse), &graph), None);
        // Both ways only what is equivalent is.
        prop_assert_eq!(directional.equivalent(&graph, &sparse), wave::equivalent(&graph, &sparse));
    }

    #[test]
    fn what_differs_does_so_if_the_left_may_leave_attributes_unset((seed, graph) in graph()) {
        let mut choices = Choices::new(seed);
        let name = &any_name(&mut choices, &graph);
        let (one, another) = (with_node(&graph, name, &set_number(1)), with_node(&graph, name, &set_number(2)));
        let directional = Comparison::new().directional(true);
        prop_assert!(!directional.equivalent(&one, &another));
        prop_assert!(!directional.equivalent(&one, &graph));
        prop_assert!(directional.equivalent(&graph, &one));
    }

    #[test]
    fn what_one_side_has_not_set_can_be_ignored((seed, graph) in graph()) {
        let mut choices = Choices::new(seed);
        let mut other = with_node(&graph, "", &|_| {});
        for _ in 0..3 {
            let name = &any_name(&mut choices, &graph);
            other = with_node(&other, name, &|node| node.attributes = Attributes::new());
        }
        let ignoring = Comparison::new().ignore_unset(true);
        prop_assert_eq!(ignoring.first_difference(&graph, &other), None);
        prop_assert_eq!(ignoring.first_difference(&other, &graph), None);
        let name = &any_name(&mut choices, &graph);
        let (one, another) = (with_node(&graph, name, &set_number(1)), with_node(&other, name, &set_number(2)));
        let found = ignoring.first_difference(&one, &another).expect("both have it");
        prop_assert_eq!(found.left.as_deref(), Some(name.as_str()));
    }
}

#[test]
fn an_index_that_is_empty_is_not_one_that_is_not_set() {
    for seed in 0..40 {
        let graph = random_graph(seed, 8);
        for name in live(&graph) {
            let unset = with_node(&graph, &name, &|node| drop(node.attributes.remove("index")));
            let empty = with_node(&graph, &name, &|node| {
                node.attributes.set("index", Attribute::Index(Index::new()));
            });
            let found = difference(&unset, &empty);
            // Of two nodes that take one result, what uses them may be named.
            let is_taken = matches!(find(&graph, &name).op, Op::GetResult { .. });
            let is_told = found.ends_with("attribute `index`: not set on the left");
            assert!(is_told || is_taken && found != "none", "{found}");
        }
    }
}
