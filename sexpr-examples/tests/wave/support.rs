//! Graphs to test with.

use sexpr_examples::wave::{self, Comparison, Graph, GraphProblem, GraphProblemKind};

/// A graph of these nodes.
pub(crate) fn graph(nodes: &str) -> Graph {
    let text = format!("{{\"name\": \"test\", \"nodes\": [{nodes}]}}");
    wave::read(&text).unwrap_or_else(|error| panic!("{error}\n{text}"))
}

/// The last node of a graph that gives nothing.
pub(crate) const END: &str = r#"{"name": "end", "op": {"output": {"values": []}}}"#;

/// A graph of these nodes, which gives nothing.
pub(crate) fn effects(nodes: &str) -> Graph {
    graph(&format!("{nodes}, {END}"))
}

/// A number in registers of this data type.
pub(crate) fn register(dtype: &str, value: &str) -> Graph {
    graph(&format!(
        r#"{{"name": "r", "op": {{"register": {{"type": {{"space": "register", "shape": ["M"], "dtype": "{dtype}"}}, "value": {value}}}}}}},
        {{"name": "end", "op": {{"output": {{"values": ["r"]}}}}}}"#
    ))
}

/// A program of the examples.
pub(crate) fn program(name: &str) -> Graph {
    let path = format!("{}/programs/{name}.json", env!("CARGO_MANIFEST_DIR"));
    let text = std::fs::read_to_string(&path).unwrap_or_else(|error| panic!("{path}: {error}"));
    wave::read(&text).unwrap_or_else(|error| panic!("{path}: {error}"))
}

/// What is wrong with a graph, but for the types of operands: those of random graphs do not go together.
pub(crate) fn malformations(graph: &Graph) -> Vec<GraphProblem> {
    let are_of_types = |problem: &GraphProblem| matches!(problem.kind, GraphProblemKind::Operands(_));
    wave::check(graph).into_iter().filter(|problem| !are_of_types(problem)).collect()
}

/// The first difference of two graphs, or "none". Both directions, and the hash, agree with it.
pub(crate) fn difference(left: &Graph, right: &Graph) -> String {
    let found = Comparison::new().first_difference(left, right);
    let back = Comparison::new().first_difference(right, left);
    assert_eq!(found.is_none(), back.is_none(), "{found:?} {back:?}");
    assert_eq!(found.is_none(), wave::equivalent(left, right));
    if found.is_none() {
        assert_eq!(wave::graph_hash(left), wave::graph_hash(right), "equal graphs have equal hashes");
    }
    found.map_or_else(|| "none".to_owned(), |found| found.to_string())
}

/// A comparison with numbers in place of symbols.
pub(crate) fn numbers(pairs: &[(&str, i64)]) -> Comparison {
    pairs.iter().fold(Comparison::new(), |how, (symbol, number)| {
        how.substitute((*symbol).into(), (*number).into()).expect("these are ordinary symbols, each once")
    })
}

/// The same text with parts of it replaced, each of which there is.
pub(crate) fn replaced(text: &str, changes: &[(&str, &str)]) -> String {
    changes.iter().fold(text.to_owned(), |text, (from, to)| {
        assert!(text.contains(from), "there is no {from}");
        text.replace(from, to)
    })
}

/// A product of matrices, once around a loop along `K`.
pub(crate) const MATMUL: &str = r#"
    {"name": "a", "op": {"placeholder": {"type": {"space": "global", "shape": ["M", "K"], "dtype": "f16"}}}},
    {"name": "b", "op": {"placeholder": {"type": {"space": "global", "shape": ["N", "K"], "dtype": "f16"}}}},
    {"name": "c", "op": {"placeholder": {"type": {"space": "global", "shape": ["M", "N"], "dtype": "f32"}}}},
    {"name": "zero", "op": {"register": {"type": {"space": "register", "shape": ["M", "N"], "dtype": "f32"}, "value": 0.0}}},
    {"name": "loop", "op": {"iterate": {"axis": "K", "init": ["zero"], "implicit_captures": ["a", "b"], "body": [
        {"name": "acc", "op": {"iter_arg": {}}, "attributes": {"iter_idx": 0}},
        {"name": "a_in", "op": {"placeholder": {"lifted": "a"}}},
        {"name": "b_in", "op": {"placeholder": {"lifted": "b"}}},
        {"name": "a_part", "op": {"read": {"memory": "a_in", "elements_per_thread": 4}},
            "attributes": {"index": {"M": ["$WG0 * 64 + $T0 mod 16", 1, 1], "K": ["$K0 + 4 * ($T0 // 16)", 4, 1]}}},
        {"name": "b_part", "op": {"read": {"memory": "b_in", "elements_per_thread": 4}},
            "attributes": {"index": {"N": ["$WG1 * 64 + $T0 mod 16", 1, 1], "K": ["$K0 + 4 * ($T0 // 16)", 4, 1]}}},
        {"name": "product", "op": {"mma": {"lhs": "a_part", "rhs": "b_part", "acc": "acc", "kind": "F32_16x16x16_F16"}},
            "attributes": {"reduction_dim": "K", "vector_shapes": {"M": 16, "N": 16, "K": 16}, "index": {
                "M": ["Piecewise(($T0 mod 16, ~$MMA_ACC), (4 * ($T0 // 16), $MMA_ACC))", 1, 1],
                "N": ["$T0 mod 16", 1, 1],
                "K": ["Piecewise((4 * ($T0 // 16), $MMA_LHS | $MMA_RHS))", 4, 1]}}},
        {"name": "next", "op": {"output": {"values": ["product"]}}}
    ]}}},
    {"name": "sum", "op": {"get_result": {"value": "loop", "index": 0}}, "attributes": {"vector_shapes": {"M": 16, "N": 16}}},
    {"name": "store", "op": {"write": {"value": "sum", "memory": "c", "elements_per_thread": 4}},
        "attributes": {"index": {"M": ["$WG0 * 64 + 4 * ($T0 // 16)", 4, 1], "N": ["$WG1 * 64 + $T0 mod 16", 1, 1]}, "location": "matmul.py:12"}},
    {"name": "end", "op": {"output": {"values": []}}}
"#;
