//! What looks at memory stays where it is among effects, in whatever form it has the memory.

use sexpr_examples::wave::{self, Comparison, Graph};

use crate::support::{difference, graph};

const GLOBAL: &str = r#", "type": {"space": "global", "shape": ["K", "M"], "dtype": "f16"}"#;
const REGISTER: &str = r#", "type": {"space": "register", "shape": ["K", "M"], "dtype": "f16"}"#;

/// A look at `p`, which is made of the memory `a`, before or after something is written to `a`.
fn look(p: &str, is_before: bool) -> Graph {
    look_by(r#"{"cast": {"arg": "p", "dtype": "f32"}}"#, p, is_before)
}

/// The same by another operation.
fn look_by(op: &str, p: &str, is_before: bool) -> Graph {
    let look = format!(r#"{{"name": "x", "op": {op}}},"#);
    let (before, after) = if is_before { (&*look, "") } else { ("", &*look) };
    graph(&format!(
        r#"{{"name": "a", "op": {{"placeholder": {{"type": {{"space": "global", "shape": ["M", "K"], "dtype": "f16"}}}}}}}},
        {{"name": "v", "op": {{"register": {{"type": {{"space": "register", "shape": ["M"], "dtype": "f16"}}, "value": 1.0}}}}}},
        {p}, {before}
        {{"name": "w", "op": {{"write": {{"value": "v", "memory": "a"}}}}}}, {after}
        {{"name": "end", "op": {{"output": {{"values": ["x"]}}}}}}"#
    ))
}

fn permuted(ty: &str) -> String {
    format!(r#"{{"name": "p", "op": {{"permute": {{"arg": "a", "shape": ["K", "M"]}}}}{ty}}}"#)
}

/// The memory as an operation gives it that nobody knows.
fn viewed(ty: &str) -> String {
    format!(r#"{{"name": "p", "op": {{"view": {{"operands": ["a"]}}}}{ty}}}"#)
}

/// The first result of an operation that nobody knows. What type is written of them all, and what of the first one.
fn taken(all: &str, first: &str) -> String {
    format!(
        r#"{{"name": "views", "op": {{"views": {{"operands": ["a"], "results": 2}}}}{all}}},
        {{"name": "p", "op": {{"get_result": {{"value": "views", "index": 0}}}}{first}}}"#
    )
}

#[test]
fn a_look_at_memory_is_not_moved_over_a_write() {
    let list = format!(r#", "type": [{}, "i32"]"#, GLOBAL.trim_start_matches(r#", "type": "#));
    let reshaped = format!(r#"{{"name": "p", "op": {{"reshape": {{"args": ["a"], "target": {{"M": 4}}}}}}{GLOBAL}}}"#);
    for p in [permuted(GLOBAL), permuted(""), reshaped, viewed(GLOBAL), taken("", GLOBAL), taken(&list, "")] {
        assert_ne!(difference(&look(&p, true), &look(&p, false)), "none", "{p}");
        assert_eq!(difference(&look(&p, true), &look(&p, true)), "none", "{p}");
    }
    // What is read is memory, whatever is known of it.
    let read = |is_before| look_by(r#"{"read": {"memory": "p"}}"#, &viewed(""), is_before);
    assert_ne!(difference(&read(true), &read(false)), "none");
}

#[test]
fn what_is_in_registers_may_be_looked_at_anywhere() {
    for p in [permuted(REGISTER), viewed(REGISTER), taken("", REGISTER)] {
        assert_eq!(difference(&look(&p, true), &look(&p, false)), "none", "{p}");
    }
}

#[test]
fn memory_is_memory_where_its_type_is_ignored() {
    let ignoring = Comparison::new().ignore_unset(true);
    let directional = Comparison::new().directional(true);
    for (unset, set) in
        [(viewed(""), viewed(GLOBAL)), (taken("", ""), taken("", GLOBAL)), (permuted(""), permuted(GLOBAL))]
    {
        for is_before in [true, false] {
            let (unset, same, moved) = (look(&unset, is_before), look(&set, is_before), look(&set, !is_before));
            for how in [&ignoring, &directional] {
                assert!(!how.equivalent(&unset, &moved), "{set}");
                assert_eq!(how.first_difference(&unset, &same), None, "{set}");
            }
            assert!(!ignoring.equivalent(&moved, &unset), "{set}");
        }
    }
}

#[test]
fn memory_in_another_form_may_be_read() {
    let read = |ty: &str| look_by(r#"{"read": {"memory": "p"}}"#, &permuted(ty), true);
    assert_eq!(wave::check(&read(GLOBAL)), []);
    assert_eq!(wave::check(&read("")), []);
    let problems = wave::check(&read(REGISTER));
    assert!(problems.iter().any(|problem| problem.to_string().contains("reads or writes `p`, which is no memory")));
}
