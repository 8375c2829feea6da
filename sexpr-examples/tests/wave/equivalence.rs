//! When graphs are equivalent, and what is said when they are not.

use sexpr_examples::wave::{Comparison, Graph};

use crate::support::{END, MATMUL, difference, effects, graph, replaced};

const TWO_READS: &str = r#"
    {"name": "a", "op": {"placeholder": {}}}, {"name": "b", "op": {"placeholder": {}}},
    {"name": "x", "op": {"read": {"memory": "a"}}},
    {"name": "y", "op": {"unary": {"function": "neg", "arg": "x"}}},
    {"name": "z", "op": {"unary": {"function": "abs", "arg": "x"}}},
    {"name": "w", "op": {"binary": {"function": "add", "lhs": "y", "rhs": "z"}}},
    {"name": "s", "op": {"write": {"value": "w", "memory": "b"}}},
    {"name": "end", "op": {"output": {"values": []}}}"#;

#[test]
fn the_order_of_what_has_no_effect_does_not_count() {
    let (y, z) = (
        r#"{"name": "y", "op": {"unary": {"function": "neg", "arg": "x"}}},"#,
        r#"{"name": "z", "op": {"unary": {"function": "abs", "arg": "x"}}},"#,
    );
    let swapped = replaced(TWO_READS, &[(y, ""), (z, &format!("{z}{y}"))]);
    assert_eq!(difference(&graph(TWO_READS), &graph(&swapped)), "none");
    let unused = replaced(
        TWO_READS,
        &[(y, &format!(r#"{y} {{"name": "u", "op": {{"unary": {{"function": "sqrt", "arg": "x"}}}}}},"#))],
    );
    assert_eq!(difference(&graph(TWO_READS), &graph(&unused)), "none");
}

#[test]
fn the_order_of_what_touches_memory_counts() {
    let (read, write) = (
        r#"{"name": "x", "op": {"read": {"memory": "a"}}},"#,
        r#"{"name": "v", "op": {"register": {"type": {"space": "register", "shape": [], "dtype": "f32"}, "value": 1}}},
           {"name": "t", "op": {"write": {"value": "v", "memory": "a"}}},"#,
    );
    let before = replaced(TWO_READS, &[(read, &format!("{write}{read}"))]);
    let after = replaced(TWO_READS, &[(read, &format!("{read}{write}"))]);
    assert_ne!(difference(&graph(&before), &graph(&after)), "none");
}

#[test]
fn sharing_counts() {
    let twice = replaced(
        TWO_READS,
        &[
            (r#"{"name": "y","#, r#"{"name": "x2", "op": {"read": {"memory": "a"}}}, {"name": "y","#),
            (r#"{"function": "abs", "arg": "x"}"#, r#"{"function": "abs", "arg": "x2"}"#),
        ],
    );
    assert_ne!(difference(&graph(TWO_READS), &graph(&twice)), "none");
    let pure = |arg: &str| {
        replaced(
            TWO_READS,
            &[
                (
                    r#"{"name": "w","#,
                    r#"{"name": "y2", "op": {"unary": {"function": "neg", "arg": "x"}}}, {"name": "w","#,
                ),
                (r#""lhs": "y", "rhs": "z""#, arg),
            ],
        )
    };
    let (one, two) = (pure(r#""lhs": "y", "rhs": "y""#), pure(r#""lhs": "y", "rhs": "y2""#));
    assert_eq!(difference(&graph(&one), &graph(&two)).split(": ").next(), Some("`w` and `w`, field `rhs`"));
}

#[test]
fn a_graph_or_region_that_does_more_or_less_is_told_apart() {
    for (text, from, to, expected) in cases! {
        TWO_READS, END, &*format!(r#"{{"name": "t", "op": {{"write": {{"value": "y", "memory": "b"}}}}}}, {END}"#) =>
            "`end` and `t`, ";
        TWO_READS, ",\n    {\"name\": \"end\", \"op\": {\"output\": {\"values\": []}}}", "" =>
            "`end` on the left: the other graph does nothing there";
        MATMUL, END, &END.replace("[]", r#"["sum"]"#) => "`end` and `end`, field `values`";
        MATMUL, r#"{"name": "next","#,
        r#"{"name": "spill", "op": {"write": {"value": "product", "memory": "c"}}}, {"name": "next","# =>
            "`next` and `spill`";
    } {
        let found = difference(&graph(text), &graph(&replaced(text, &[(from, to)])));
        assert!(found.starts_with(expected), "{found}");
    }
}

/// A loop along `K` that writes `x`, and nodes before it and in it.
fn around_a_loop(before: &str, inside: &str) -> Graph {
    effects(&format!(
        r#"{{"name": "m", "op": {{"placeholder": {{}}}}}}, {before}
        {{"name": "loop", "op": {{"iterate": {{"axis": "K", "init": [], "body": [{inside}
            {{"name": "w", "op": {{"write": {{"value": "x", "memory": "m"}}}}}},
            {{"name": "inner_end", "op": {{"output": {{"values": []}}}}}}]}}}}}}"#
    ))
}

#[test]
fn what_is_computed_in_a_loop_is_not_what_is_computed_before_it() {
    let x = r#"{"name": "x", "op": {"apply_expr": {"args": [], "expr": "$K2"}}},"#;
    assert_eq!(difference(&around_a_loop(x, ""), &around_a_loop(x, "")), "none");
    let found = difference(&around_a_loop(x, ""), &around_a_loop("", x));
    assert_eq!(found, "`x` and `x`: regions around it: 0 on the left, 1 on the right");
}

#[test]
fn what_looks_at_memory_does_so_before_or_after_it_is_written() {
    let x = r#"{"name": "x", "op": {"unary": {"function": "neg", "arg": "m"}}},"#;
    let write = r#"{"name": "one", "op": {"register": {"type": {"space": "register", "shape": [], "dtype": "f32"}, "value": 1}}},
        {"name": "v", "op": {"write": {"value": "one", "memory": "m"}}},"#;
    let (before, after) = (format!("{x}{write}"), format!("{write}{x}"));
    assert_ne!(difference(&around_a_loop(&before, ""), &around_a_loop(&after, "")), "none");
}

#[test]
fn a_long_chain_is_compared_lifted_and_dropped_without_much_stack() {
    let mut text = String::from(r#"{"name": "x0", "op": {"read": {"memory": "m"}}},"#);
    for number in 1..=20_000 {
        text.push_str(&format!(
            r#"{{"name": "x{number}", "op": {{"unary": {{"function": "neg", "arg": "x{}"}}}}}},"#,
            number - 1
        ));
    }
    text.push_str(r#"{"name": "x", "op": {"unary": {"function": "abs", "arg": "x20000"}}},"#);
    let test = move || {
        let one = around_a_loop("", &text);
        let lifted = sexpr_examples::wave::lift(&one);
        assert!(sexpr_examples::wave::equivalent(&one, &lifted));
        assert!(Comparison::new().ignore_unset(true).equivalent(&lifted, &one));
    };
    let thread = std::thread::Builder::new().stack_size(1 << 20).spawn(test).expect("a thread can be had");
    thread.join().expect("the stack is enough");
}

/// Two loops, which carry `a` and `b`, a conditional region in which something is done, and something that follows.
fn results_taken(inside: &str, after: &str) -> Graph {
    let looped = |name: &str, init: &str| {
        format!(
            r#"{{"name": "{name}", "op": {{"iterate": {{"axis": "K", "init": ["{init}"], "body": [
            {{"name": "{name}_arg", "op": {{"iter_arg": {{}}}}}},
            {{"name": "{name}_end", "op": {{"output": {{"values": ["{name}_arg"]}}}}}}]}}}}}}"#
        )
    };
    graph(&format!(
        r#"{{"name": "a", "op": {{"placeholder": {{}}}}}}, {{"name": "b", "op": {{"placeholder": {{}}}}}},
        {}, {},
        {{"name": "c", "op": {{"conditional": {{"guard": {{"symbols": "k"}}, "body": [{inside}
            {{"name": "c_end", "op": {{"output": {{"values": []}}}}}}]}}}}}}, {after}
        {{"name": "end", "op": {{"output": {{"values": []}}}}}}"#,
        looped("one", "a"),
        looped("other", "b"),
    ))
}

fn take(name: &str, of: &str) -> String {
    format!(r#"{{"name": "{name}", "op": {{"get_result": {{"value": "{of}", "index": 0}}}}}},"#)
}

fn write_of(name: &str) -> String {
    format!(r#"{{"name": "write_{name}", "op": {{"write": {{"value": "{name}", "memory": "a"}}}}}},"#)
}

#[test]
fn results_that_are_taken_in_two_regions_are_told_apart_by_what_they_are_taken_of() {
    let inside = [take("g", "one"), take("h", "other"), write_of("g"), write_of("h")].concat();
    let [one, other] = ["one", "other"].map(|of| results_taken(&inside, &(take("r", of) + &write_of("r"))));
    for ignore_unset in [false, true] {
        let comparison = Comparison::new().ignore_unset(ignore_unset);
        assert!(comparison.equivalent(&one, &one));
        let found = comparison.first_difference(&one, &other).expect("another loop's result is written");
        assert_eq!(found.left.as_deref(), Some("write_r"), "{found}");
    }
}

#[test]
fn a_result_may_be_taken_in_each_region_or_once_for_all() {
    let each = results_taken(&(take("g", "one") + &write_of("g")), &(take("r", "one") + &write_of("r")));
    let once = graph(
        r#"{"name": "a", "op": {"placeholder": {}}}, {"name": "b", "op": {"placeholder": {}}},
        {"name": "one", "op": {"iterate": {"axis": "K", "init": ["a"], "body": [
            {"name": "p", "op": {"iter_arg": {}}}, {"name": "p_end", "op": {"output": {"values": ["p"]}}}]}}},
        {"name": "g", "op": {"get_result": {"value": "one", "index": 0}}},
        {"name": "other", "op": {"iterate": {"axis": "K", "init": ["b"], "body": [
            {"name": "q", "op": {"iter_arg": {}}}, {"name": "q_end", "op": {"output": {"values": ["q"]}}}]}}},
        {"name": "c", "op": {"conditional": {"guard": {"symbols": "k"}, "body": [
            {"name": "v", "op": {"write": {"value": "g", "memory": "a"}}},
            {"name": "c_end", "op": {"output": {"values": []}}}]}}},
        {"name": "w", "op": {"write": {"value": "g", "memory": "a"}}},
        {"name": "end", "op": {"output": {"values": []}}}"#,
    );
    assert_eq!(difference(&each, &once), "none");
    let found = Comparison::new().ignore_unset(true).first_difference(&each, &once);
    assert_eq!(found, None);
}

/// A loop that uses `x` through a placeholder, or itself; both have attributes, as given.
fn through_a_placeholder(outer: &str, placeholder: Option<&str>) -> Graph {
    let (lifted, used) = match placeholder {
        Some(attributes) => (
            format!(r#"{{"name": "p", "op": {{"placeholder": {{"lifted": "x"}}}}, "attributes": {{{attributes}}}}},"#),
            "p",
        ),
        None => (String::new(), "x"),
    };
    effects(&format!(
        r#"{{"name": "a", "op": {{"placeholder": {{}}}}}},
        {{"name": "x", "op": {{"read": {{"memory": "a"}}}}, "attributes": {{{outer}}}}},
        {{"name": "loop", "op": {{"iterate": {{"axis": "K", "init": ["x"], "body": [
            {{"name": "acc", "op": {{"iter_arg": {{}}}}}}, {lifted}
            {{"name": "s", "op": {{"binary": {{"function": "sub", "lhs": "acc", "rhs": "{used}"}}}}}},
            {{"name": "loop_end", "op": {{"output": {{"values": ["s"]}}}}}}]}}}}}},
        {{"name": "g", "op": {{"get_result": {{"value": "loop", "index": 0}}}}}},
        {{"name": "w", "op": {{"write": {{"value": "g", "memory": "a"}}}}}}"#
    ))
}

#[test]
fn what_placeholders_say_is_compared_where_both_say_it() {
    let ignoring = Comparison::new().ignore_unset(true);
    let (small, large) = (r#""iter_idx": 16"#, r#""iter_idx": 32"#);
    for (left, right, are_equivalent) in [
        (("", Some(small)), ("", Some(large)), false),
        (("", Some(small)), ("", Some(small)), true),
        (("", Some(small)), (large, Some(large)), false),
        (("", Some(small)), ("", Some("")), true),
        ((large, Some(small)), (large, Some("")), true),
        ((large, Some(small)), (large, None), false),
        ((large, Some(large)), (large, None), true),
        (("", Some(small)), ("", None), true),
        // What `x` has on the right, it has not on the left, and so the placeholder cannot be asked for it.
        (("", Some(small)), (small, None), true),
        (("", Some(small)), (large, None), true),
        ((small, Some("")), (large, None), false),
        ((small, None), (large, Some("")), false),
    ] {
        let [one, other] = [left, right].map(|(outer, placeholder)| through_a_placeholder(outer, placeholder));
        assert_eq!(ignoring.equivalent(&one, &other), are_equivalent, "{left:?} {right:?}");
        assert_eq!(ignoring.equivalent(&other, &one), are_equivalent, "{right:?} {left:?}");
        assert!(!Comparison::new().equivalent(&one, &other) || are_equivalent, "it only ignores");
    }
}

#[test]
fn memory_is_known_also_where_loops_carry_it() {
    let carried = |argument: &str, effects: &str, after: &str| {
        graph(&format!(
            r#"{{"name": "a", "op": {{"placeholder": {{}}}}}}, {{"name": "x", "op": {{"read": {{"memory": "a"}}}}}},
            {{"name": "s", "op": {{"allocate": {{"shape": ["M"], "dtype": "f16", "space": "shared"}}}}}},
            {{"name": "loop", "op": {{"iterate": {{"axis": "K", "init": ["s"], "body": [
                {{"name": "m", "op": {{"iter_arg": {argument}}}}}, {effects}
                {{"name": "loop_end", "op": {{"output": {{"values": ["m"]}}}}}}]}}}}}},
            {{"name": "r", "op": {{"get_result": {{"value": "loop", "index": 0}}}}}}, {after}
            {{"name": "end", "op": {{"output": {{"values": []}}}}}}"#
        ))
    };
    let write = |value: &str, memory: &str| {
        let name = format!("{value}_to_{memory}");
        format!(r#"{{"name": "{name}", "op": {{"write": {{"value": "{value}", "memory": "{memory}"}}}}}},"#)
    };
    let look =
        |memory: &str| format!(r#"{{"name": "u", "op": {{"unary": {{"function": "neg", "arg": "{memory}"}}}}}},"#);
    let orders = |memory: &str| {
        [look(memory) + &write("x", memory), write("x", memory) + &look(memory)].map(|text| text + &write("u", "a"))
    };
    for argument in ["{}", r#"{"type": {"space": "shared", "shape": ["M"], "dtype": "f16"}}"#] {
        let [before, after] = orders("m").map(|effects| carried(argument, &effects, ""));
        assert_ne!(difference(&before, &after), "none", "of an argument {argument}");
    }
    let [before, after] = orders("r").map(|effects| carried("{}", "", &effects));
    assert_ne!(difference(&before, &after), "none", "of a result");
}
