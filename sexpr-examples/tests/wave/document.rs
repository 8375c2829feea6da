//! What the document "IR Design Notes" says, under its headings, beside what `random.rs` shows of all graphs.

use sexpr_examples::wave::graph::{Instruction, Node, Op};
use sexpr_examples::wave::index::roles::split;
use sexpr_examples::wave::index::{Index, IndexExpr};
use sexpr_examples::wave::operations::{Operation, OperationKind, ViolationKind};
use sexpr_examples::wave::{self, Graph};

use crate::edit::all_nodes;
use crate::support::{MATMUL, difference, effects, graph, replaced};

fn matmul() -> Graph {
    graph(MATMUL)
}

/// The matrix product with parts of its text replaced.
fn changed(changes: &[(&str, &str)]) -> Graph {
    graph(&replaced(MATMUL, changes))
}

/// The node of this name, in the graph or in its loops.
fn node<'g>(graph: &'g Graph, name: &str) -> &'g Node {
    all_nodes(&graph.body).find(|node| node.name == name).unwrap_or_else(|| panic!("there is no {name}"))
}

/// The operations within the loop of a function.
fn in_loop(function: &wave::operations::Function) -> Vec<Operation> {
    let mut regions = function.body.operations.iter().filter_map(|operation| operation.regions.first());
    regions.next().expect("there is a loop").operations.clone()
}

mod fx_node_attributes_dataclass_fields_vs_dynamic_attributes {
    use super::*;

    #[test]
    fn dynamic_attributes_are_compared_though_no_field_declares_them() {
        for (from, to, expected) in cases! {
            r#""reduction_dim": "K", "#, "" => "`product` and `product`, attribute `reduction_dim`: lost on the right";
            r#""vector_shapes": {"M": 16, "N": 16, "K": 16}"#, r#""vector_shapes": {"M": 16, "N": 16, "K": 8}"# =>
                "`product` and `product`, attribute `vector_shapes` at K: 16 differs from 8";
            "$WG0 * 64 + 4", "$WG0 * 32 + 4" => "`store` and `store`, attribute `index`";
        } {
            let found = difference(&matmul(), &changed(&[(from, to)]));
            assert!(found.contains(expected), "{from}: {found}");
        }
        let found = difference(&changed(&[(r#""reduction_dim": "K", "#, "")]), &matmul());
        assert_eq!(found, "`product` and `product`, attribute `reduction_dim`: not set on the left");
    }

    #[test]
    fn an_attribute_of_a_name_that_nobody_knows_is_compared() {
        let found = difference(&matmul(), &changed(&[(r#""iter_idx": 0"#, r#""iter_idx": 0, "new_one": 1"#)]));
        assert_eq!(found, "`acc` and `acc`, attribute `new_one`: not set on the left");
    }

    #[test]
    fn location_expanded_dims_and_scheduling_parameters_are_not_compared() {
        let other = changed(&[
            ("matmul.py:12", "elsewhere.py:3"),
            (r#""iter_idx": 0"#, r#""iter_idx": 0, "expanded_dims": {"M": 1}, "scheduling_parameters": {"stage": 2}"#),
        ]);
        assert_eq!(difference(&matmul(), &other), "none");
    }
}

mod mma_index_representation {
    use super::*;

    /// The index entries of the product, as its operation has them.
    fn entries(graph: &Graph) -> Vec<Index> {
        let function = wave::to_operations(graph).expect("the graph is well formed");
        let is_product = |operation: &&Operation| matches!(operation.kind, OperationKind::Do(Instruction::Mma { .. }));
        in_loop(&function).iter().find(is_product).expect("there is a product").index.clone()
    }

    fn texts(index: &Index) -> Vec<String> {
        index
            .iter()
            .map(|(dim, sequence)| format!("{dim}: {}", sequence.components().map(IndexExpr::normal_text).join(" : ")))
            .collect()
    }

    #[test]
    fn the_results_entry_is_identical_to_the_accumulators() {
        let entries = entries(&matmul());
        assert_eq!(texts(&entries[2]), texts(&entries[3]));
        let mut function = wave::to_operations(&matmul()).expect("the graph is well formed");
        let operation = |function: &mut wave::operations::Function, change: &dyn Fn(&mut Operation)| {
            let region = function.body.operations.iter_mut().find_map(|operation| operation.regions.first_mut());
            for operation in &mut region.expect("there is a loop").operations {
                if matches!(operation.kind, OperationKind::Do(Instruction::Mma { .. })) {
                    change(operation);
                }
            }
        };
        operation(&mut function, &|product| product.index[3] = product.index[0].clone());
        let kinds =
            |function: &_| wave::verify(function).into_iter().map(|violation| violation.kind).collect::<Vec<_>>();
        assert_eq!(kinds(&function), [ViolationKind::ResultEntry]);
        assert!(
            wave::to_graph(&function).is_err_and(|error| error.to_string().contains("wave.mma that gives %product"))
        );
        operation(&mut function, &|product| product.index.truncate(3));
        assert_eq!(kinds(&function), [ViolationKind::ProductEntries(3)]);
        operation(&mut function, &|product| product.index.clear());
        assert_eq!(kinds(&function), []);
    }

    #[test]
    fn on_the_python_side_one_index_tells_by_cases() {
        let graph = matmul();
        let product = node(&graph, "product");
        let parts = split(product.attributes.index().expect("it has an index"));
        assert_eq!(texts(&parts.lhs), texts(&parts.rhs));
        let other = changed(&[(
            "Piecewise(($T0 mod 16, ~$MMA_ACC), (4 * ($T0 // 16), $MMA_ACC))",
            "Piecewise(($T0 mod 16, $MMA_LHS), ($T0 - 16 * ($T0 // 16), $MMA_RHS), (4 * ($T0 // 16), $MMA_ACC), (7, True))",
        )]);
        assert_eq!(difference(&matmul(), &other), "none");
        let other = changed(&[("($T0 mod 16, ~$MMA_ACC)", "($T0 mod 8, ~$MMA_ACC)")]);
        let found = difference(&matmul(), &other);
        assert!(found.starts_with("`product` and `product`, attribute `index of lhs along M`"), "{found}");
    }
}

mod implicit_captures_in_iterate_subgraphs {
    use super::*;
    use sexpr_examples::wave::captures::captures;

    /// The loop's list of captures, and what it captures.
    fn listed_and_found(graph: &Graph) -> (Vec<String>, Vec<String>) {
        let names = |nodes: &[std::sync::Arc<Node>]| nodes.iter().map(|node| node.name.clone()).collect();
        let looped = node(graph, "loop");
        (names(looped.op.implicit_captures()), names(&captures(looped.op.region().expect("a loop has a region"))))
    }

    #[test]
    fn lifted_placeholders_and_direct_references_are_the_same() {
        let (lifted, direct) = (matmul(), wave::hoist(&matmul()));
        assert!(lifted.length() > direct.length());
        for (left, right) in [(&lifted, &direct), (&direct, &lifted), (&direct, &direct), (&lifted, &lifted)] {
            assert_eq!(difference(left, right), "none");
        }
        assert_eq!(difference(&lifted, &wave::lift(&direct)), "none");
        let mixed = changed(&[(r#""memory": "a_in""#, r#""memory": "a""#)]);
        assert_eq!(difference(&lifted, &mixed), "none");
        assert_eq!(difference(&direct, &mixed), "none");
        let other = changed(&[(r#""lifted": "b""#, r#""lifted": "a""#)]);
        assert_ne!(difference(&lifted, &other), "none");
        assert_ne!(difference(&direct, &other), "none");
    }

    #[test]
    fn the_converter_produces_direct_references() {
        let function = wave::to_operations(&matmul()).expect("the graph is well formed");
        let back = wave::to_graph(&function).expect("the operations are well formed");
        let looped = node(&back, "iterate");
        let is_lifted = |node: &std::sync::Arc<Node>| matches!(&node.op, Op::Placeholder { lifted: Some(_), .. });
        assert!(!looped.op.region().expect("a loop has a region").nodes.iter().any(is_lifted));
    }

    #[test]
    fn after_hoisting_the_list_of_captures_is_no_source_of_truth() {
        let (listed, found) = listed_and_found(&matmul());
        assert_eq!(listed, found);
        let (listed, found) = listed_and_found(&wave::hoist(&matmul()));
        assert_eq!((listed.len(), found), (0, vec!["a".to_owned(), "b".to_owned()]));
    }

    #[test]
    fn the_imported_graph_may_list_more_captures_in_another_order() {
        let hoisted = wave::hoist(&matmul());
        let function = wave::make_isolated(&wave::to_operations(&hoisted).expect("the graph is well formed"));
        let imported = wave::to_graph(&function).expect("the operations are well formed");
        let looped = node(&imported, "iterate");
        assert_eq!(looped.op.implicit_captures().len(), 2);
        assert_eq!(difference(&hoisted, &imported), "none");
        let other = changed(&[(r#""implicit_captures": ["a", "b"]"#, r#""implicit_captures": ["c", "b", "a"]"#)]);
        assert_eq!(difference(&matmul(), &other), "none");
    }
}

mod index_mapping {
    use super::*;

    /// A graph that reads by a mapping.
    fn reading_by(inputs: &str, outputs: &str) -> Graph {
        graph(&format!(
            r#"{{"name": "a", "op": {{"placeholder": {{"type": {{"space": "global", "shape": ["A", "B", "C", "D"], "dtype": "f32"}}}}}}}},
            {{"name": "x", "op": {{"read": {{"memory": "a", "mapping": {{"iterators": 4, "inputs": [{inputs}], "outputs": [{outputs}]}}}}}}}},
            {{"name": "end", "op": {{"output": {{"values": ["x"]}}}}}}"#
        ))
    }

    /// What is wrong with such a graph.
    fn wrong_with(inputs: &str, outputs: &str) -> Vec<String> {
        wave::check(&reading_by(inputs, outputs)).iter().map(ToString::to_string).collect()
    }

    const IDENTITY: &str = r#"["A", "i0"], ["B", "i1"], ["C", "i2"], ["D", "i3"]"#;

    #[test]
    fn the_order_of_entries_is_compared() {
        let [one, other] =
            [IDENTITY, r#"["B", "i1"], ["A", "i0"], ["C", "i2"], ["D", "i3"]"#].map(|inputs| reading_by(inputs, ""));
        assert_eq!(difference(&one, &one), "none");
        assert!(difference(&one, &other).contains("field `mapping`"));
    }

    #[test]
    fn of_a_read_the_outputs_are_the_identity() {
        assert_eq!(wrong_with(r#"["A", "i0"], ["B", "i3"], ["C", "i2"], ["D", "i1"]"#, IDENTITY), [""; 0]);
        let wrong = wrong_with(IDENTITY, r#"["A", "i1"], ["B", "i0"], ["C", "i2"], ["D", "i3"]"#);
        assert!(
            !wrong.is_empty() && wrong.iter().all(|problem| problem.starts_with("`x`: its mapping: ")),
            "{wrong:?}"
        );
    }

    #[test]
    fn of_a_write_the_inputs_are_the_identity() {
        let wrong_with = |inputs: &str| {
            let graph = effects(&format!(
                r#"{{"name": "a", "op": {{"placeholder": {{"type": {{"space": "global", "shape": ["A", "B"], "dtype": "f32"}}}}}}}},
                {{"name": "v", "op": {{"register": {{"type": {{"space": "register", "shape": ["A", "B"], "dtype": "f32"}}, "value": 0}}}}}},
                {{"name": "w", "op": {{"write": {{"value": "v", "memory": "a", "mapping":
                    {{"iterators": 2, "inputs": [{inputs}], "outputs": [["A", "i1"], ["B", "i0"]]}}}}}}}}"#
            ));
            wave::check(&graph).len()
        };
        assert_eq!(wrong_with(r#"["A", "i0"], ["B", "i1"]"#), 0);
        assert_ne!(wrong_with(r#"["A", "i1"], ["B", "i0"]"#), 0);
        assert_ne!(wrong_with(r#"["B", "i0"], ["A", "i1"]"#), 0);
    }

    #[test]
    fn a_lone_iterator_is_extracted_from_an_expression() {
        assert_eq!(wrong_with(r#"["A", "i0"], ["B", "2 * i3 + M"], ["C", "i2"], ["D", "i1"]"#, IDENTITY), [""; 0]);
    }

    #[test]
    fn what_used_to_hit_assertions_is_an_error_of_its_own() {
        let problems = [
            r#"["A", "i0"], ["B", "i3"], ["C", "i2"], ["D", "i7"]"#,
            r#"["A", "i0"], ["B", "i3"], ["C", "i2"], ["E", "i1"]"#,
            r#"["A", "i0 + i1"], ["B", "i3"], ["C", "i2"], ["D", "i1"]"#,
            r#"["A", "i0"], ["B", "M"], ["C", "i2"], ["D", "i1"]"#,
            r#"["A", "i0"], ["A", "i3"], ["C", "i2"], ["D", "i1"]"#,
        ]
        .map(|inputs| wrong_with(inputs, IDENTITY));
        for (place, found) in problems.iter().enumerate() {
            assert!(!found.is_empty(), "{place}");
            assert!(!problems[..place].contains(found), "{found:?}");
        }
    }
}
