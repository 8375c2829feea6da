//! Operations that are not in the list of instructions: read, checked, converted and compared by their form.

use sexpr_examples::wave;

use crate::support::{difference, effects, graph, replaced};

const TOPK: &str = r#"
    {"name": "a", "op": {"placeholder": {"type": {"space": "global", "shape": ["M", "N"], "dtype": "f32"}}}},
    {"name": "x", "op": {"read": {"memory": "a"}}, "type": {"space": "register", "shape": ["M", "N"], "dtype": "f32"}},
    {"name": "y", "op": {"unary": {"function": "neg", "arg": "x"}}},
    {"name": "top", "op": {"topk": {"operands": ["x", "y"], "fields": {"k": {"expr:": "M * 2"}, "dim": "N"}, "results": 2}},
        "type": [{"space": "register", "shape": ["M"], "dtype": "f32"}, {"space": "register", "shape": ["M"], "dtype": "i32"}]},
    {"name": "values", "op": {"get_result": {"value": "top", "index": 0}}},
    {"name": "places", "op": {"get_result": {"value": "top", "index": 1}}},
    {"name": "scan", "op": {"masked_region": {"operands": ["values"], "regions": [[
        {"name": "element", "op": {"iter_arg": {}}},
        {"name": "sum", "op": {"binary": {"function": "add", "lhs": "element", "rhs": "y"}}},
        {"name": "inner_end", "op": {"output": {"values": ["sum", "element"]}}}
    ], [{"name": "other_end", "op": {"output": {"values": []}}}]]}}},
    {"name": "end", "op": {"output": {"values": ["scan", "places"]}}}"#;

#[test]
fn each_part_of_a_call_counts() {
    for (from, to, expected) in cases! {
        r#"{"topk": "#, r#"{"bottomk": "# => r#"`top` and `top`, operation: `topk` differs from `bottomk`"#;
        r#""operands": ["x", "y"]"#, r#""operands": ["y", "x"]"# =>
            "`top` and `top`, operation: operands 0 and 1 are swapped";
        r#""operands": ["x", "y"]"#, r#""operands": ["x"]"# => "`top` and `top`, field `operands`";
        r#""M * 2""#, r#""M * 3""# => "`top` and `top`, field `k`";
        r#""dim": "N""#, r#""dim": "M""# => "`top` and `top`, field `dim`";
        r#", "dim": "N""#, "" => "`top` and `top`, field";
        r#""dtype": "i32""#, r#""dtype": "i64""# => "`top` and `top`, attribute `type`";
        r#"["scan", "places"]"#, r#"["places", "scan"]"# => "`end` and `end`, field `values`";
        r#"["sum", "element"]"#, r#"["element", "sum"]"# => "`inner_end` and `inner_end`, field `values`";
        r#""lhs": "element", "rhs": "y""#, r#""lhs": "y", "rhs": "element""# =>
            "`sum` and `sum`, operation: operands `lhs` and";
        r#", [{"name": "other_end", "op": {"output": {"values": []}}}]]"#, "]" => "`scan` and `scan`, field `regions`";
    } {
        let found = difference(&graph(TOPK), &graph(&replaced(TOPK, &[(from, to)])));
        assert!(found.starts_with(expected), "{to}: {found}");
    }
    assert_eq!(difference(&graph(TOPK), &graph(&replaced(TOPK, &[(r#""M * 2""#, r#""M + M""#)]))), "none");
}

#[test]
fn a_field_is_named_that_differs_and_none_whose_name_is_part_of_its_name() {
    let with = |fields: &str| {
        effects(&format!(r#"{{"name": "c", "op": {{"call": {{"fields": {{"k": 1, "top": 2, {fields}"z": 3}}}}}}}}"#))
    };
    for (one, other) in [(r#""topk": 1, "#, r#""topk": 2, "#), (r#""topk": 1, "#, ""), ("", r#""topk": 1, "#)] {
        let found = difference(&with(one), &with(other));
        assert!(found.starts_with("`c` and `c`, field `topk`: "), "{found}");
    }
}

#[test]
fn a_call_without_fields_is_an_effect_at_its_place() {
    let log = |name: &str| format!(r#"{{"name": "{name}", "op": {{"{name}": {{"results": 0}}}}}}"#);
    let in_order = |first: &str, second: &str| effects(&format!("{}, {}", log(first), log(second)));
    assert_eq!(difference(&in_order("one", "two"), &in_order("one", "two")), "none");
    assert!(difference(&in_order("one", "two"), &in_order("two", "one")).contains("operation"));
    assert!(difference(&in_order("one", "two"), &effects(&log("one"))).starts_with("`two` and `end`"));
}

#[test]
fn what_is_known_of_calls_and_types_is_checked() {
    for (from, to, expected) in cases! {
        r#""index": 1}"#, r#""index": 2}"# => "`places`: it takes result 2 of `top`, which gives 2";
        r#""lhs": "element""#, r#""lhs": "top""# => "`sum`: it uses `top`, which has no value of its own";
        r#""results": 2"#, r#""results": 3"# => "`top`: its type is of 2 value(s), and it has 3";
        r#"["scan", "places"]}}}"#, r#"["scan"]}}, "type": "f32"}"# =>
            "`end`: a type is written of it, and it has no value";
    } {
        let found: Vec<String> =
            wave::check(&graph(&replaced(TOPK, &[(from, to)]))).iter().map(ToString::to_string).collect();
        assert!(found.iter().any(|problem| problem.starts_with(expected)), "{to}: {found:?}");
    }
}

#[test]
fn instructions_of_the_original_are_checked_as_far_as_types_are_known() {
    let with = |node: &str| {
        let graph = effects(&format!(
            r#"{{"name": "g", "op": {{"placeholder": {{"type": {{"space": "global", "shape": ["M", "N"], "dtype": "f16"}}}}}}}},
            {{"name": "s", "op": {{"allocate": {{"shape": ["M * 2"], "dtype": "f16", "space": "shared"}}}}}},
            {{"name": "x", "op": {{"read": {{"memory": "g"}}}}, "type": {{"space": "register", "shape": ["M", "N"], "dtype": "f16"}}}},
            {{"name": "t", "op": {node}}}"#
        ));
        let text = wave::write(&graph).expect("it can be read again");
        assert_eq!(difference(&graph, &wave::read(&text).expect("it was written")), "none");
        wave::check(&graph).iter().map(ToString::to_string).collect::<Vec<_>>().join("; ")
    };
    for node in [
        r#"{"scaled_mma": {"lhs": "x", "lhs_scale": "x", "rhs": "x", "rhs_scale": "x", "acc": "x", "kind": "F32_16x16x128_F8F6F4"}}"#,
        r#"{"reshape": {"args": ["x", "x"], "target": {"M": 2, "N": "N // 2"}}}"#,
        r#"{"permute": {"arg": "x", "shape": ["N", "M"]}}"#,
        r#"{"bitcast": {"arg": "x", "dtype": "i16"}}, "type": {"space": "register", "shape": ["M", "N"], "dtype": "i16"}"#,
        r#"{"binary": {"function": "gt", "lhs": "x", "rhs": "x"}}"#,
        r#"{"unary": {"function": "tanh_approx", "arg": "x"}}"#,
        r#"{"gather_to_lds": {"src": "g", "dst": "s", "src_index": {"M": ["$T0", 4, 1]}, "dtype": "f16"}}"#,
        r#"{"shared_memory_barrier": {"wait_async_ops": true}}"#,
        r#"{"shared_memory_barrier_signal": {"barrier_id": 3}}"#,
        r#"{"shared_memory_barrier_wait": {"barrier_id": 3}}"#,
    ] {
        assert_eq!(with(node), "", "{node}");
    }
    for (node, expected) in cases! {
        r#"{"reshape": {"args": [], "target": {}}}"# => "`t`: it reshapes no values";
        r#"{"permute": {"arg": "x", "shape": ["N", "K"]}}"# =>
            "`t`: it permutes the dimensions of `x`, which are [M, N], and has [N, K]";
        r#"{"select": {"cond": "x", "if_true": "x", "if_false": "x"}}"# =>
            "`t`: it chooses by `x`, whose elements are f16";
        r#"{"bitcast": {"arg": "x", "dtype": "i16"}}, "type": "i8""# =>
            "`t`: the elements of its type are i8, and its operation makes i16";
        r#"{"gather_to_lds": {"src": "g", "dst": "g", "dtype": "f16"}}"# =>
            "`t`: it copies to `g`, which is no shared memory";
        r#"{"gather_to_lds": {"src": "x", "dst": "s", "dtype": "f16"}}"# =>
            "`t`: it reads or writes `x`, which is no memory";
        r#"{"shared_memory_barrier": {}}, "type": "f16""# => "`t`: a type is written of it, and it has no value";
        r#"{"read": {"memory": "g"}}, "type": {"space": "shared", "shape": [], "dtype": "f16"}"# =>
            "`t`: its type is in shared memory, and its value is in registers";
    } {
        assert!(with(node).starts_with(expected), "{node}: {}", with(node));
    }
}
