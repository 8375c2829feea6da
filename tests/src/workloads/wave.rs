//! Graphs of Wave: loops around products of matrices, one after the other, each of which goes on from the one before.

use sexpr_examples::wave::{self, Graph};

/// How many nodes there are for each loop.
const NODES: usize = 14;

/// A graph with about so many nodes. Loops use what is around them through placeholders; each loop's index has other
/// numbers in it.
pub fn graph(nodes: usize) -> Graph {
    let mut text = String::from(HEAD);
    for number in 0..nodes.div_ceil(NODES) {
        let before = if number == 0 { String::from("zero") } else { format!("scaled{}", number - 1) };
        text.push_str(&LOOP.replace("BEFORE", &before).replace('#', &number.to_string()));
    }
    text.push_str(r#"{"name": "end", "op": {"output": {"values": []}}}]}"#);
    wave::read(&text).unwrap_or_else(|error| panic!("the text is a graph: {error}"))
}

const HEAD: &str = r#"{"name": "products", "nodes": [
{"name": "a", "op": {"placeholder": {"type": {"space": "global", "shape": ["M", "K"], "dtype": "f16"}}}},
{"name": "b", "op": {"placeholder": {"type": {"space": "global", "shape": ["N", "K"], "dtype": "f16"}}}},
{"name": "c", "op": {"placeholder": {"type": {"space": "global", "shape": ["M", "N"], "dtype": "f32"}}}},
{"name": "zero", "op": {"register": {"type": {"space": "register", "shape": ["M", "N"], "dtype": "f32"}, "value": 0.0}}},
"#;

const LOOP: &str = r#"
{"name": "loop#", "op": {"iterate": {"axis": "K", "init": ["BEFORE"], "body": [
  {"name": "acc#", "op": {"iter_arg": {}}, "attributes": {"iter_idx": 0}},
  {"name": "a_in#", "op": {"placeholder": {"lifted": "a"}}},
  {"name": "b_in#", "op": {"placeholder": {"lifted": "b"}}},
  {"name": "x#", "op": {"read": {"memory": "a_in#", "elements_per_thread": 4}},
    "attributes": {"index": {"M": ["$WG0 * 64 + $T0 mod 16 + #", 1, 1], "K": ["$K0 + 4 * ($T0 // 16)", 4, 1]}}},
  {"name": "y#", "op": {"read": {"memory": "b_in#", "elements_per_thread": 4}},
    "attributes": {"index": {"N": ["$WG1 * 64 + $T0 mod 16 + #", 1, 1], "K": ["$K0 + 4 * ($T0 // 16)", 4, 1]}}},
  {"name": "product#", "op": {"mma": {"lhs": "x#", "rhs": "y#", "acc": "acc#"}}, "attributes": {
    "reduction_dim": "K", "vector_shapes": {"M": 16, "N": 16, "K": 16}, "index": {
      "M": ["Piecewise(($T0 mod 16, ~$MMA_ACC), (4 * ($T0 // 16) + #, $MMA_ACC))", 1, 1],
      "N": ["$T0 mod 16", 1, 1], "K": ["Piecewise((4 * ($T0 // 16), ~$MMA_ACC))", 4, 1]}}},
  {"name": "half#", "op": {"cast": {"arg": "product#", "dtype": "f32"}}},
  {"name": "next#", "op": {"output": {"values": ["half#"]}}}
]}}},
{"name": "sum#", "op": {"get_result": {"value": "loop#", "index": 0}}, "attributes": {"vector_shapes": {"M": 16}}},
{"name": "scaled#", "op": {"binary": {"function": "mul", "lhs": "sum#", "rhs": "zero"}}},
{"name": "store#", "op": {"write": {"value": "scaled#", "memory": "c", "elements_per_thread": 4}},
  "attributes": {"index": {"M": ["$WG0 * 64 + 4 * ($T0 // 16)", 4, 1], "N": ["$WG1 * 64 + $T0 mod 16", 1, 1]}}},
{"name": "again#", "op": {"unary": {"function": "exp2", "arg": "scaled#"}}},
"#;
