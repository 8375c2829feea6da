//! Expressions in place of symbols, which do not tell one dimension for another.

use sexpr_examples::wave::{Comparison, Graph, SubstitutionError};

use crate::support::{effects, numbers};

/// What is written to `c` of what is read from `a`, which is of this shape, by way of this operation.
fn copied(shape: &str, op: &str) -> Graph {
    effects(&format!(
        r#"{{"name": "a", "op": {{"placeholder": {{"type": {{"space": "global", "shape": {shape}, "dtype": "f16"}}}}}}}},
        {{"name": "c", "op": {{"placeholder": {{}}}}}},
        {{"name": "x", "op": {{"read": {{"memory": "a"}}}}}},
        {{"name": "y", "op": {op}}},
        {{"name": "w", "op": {{"write": {{"value": "y", "memory": "c"}}}}}}"#
    ))
}

fn substituting(symbol: &str, by: &str) -> Result<Comparison, SubstitutionError> {
    Comparison::new().substitute(symbol.into(), by.parse().expect("it is an expression"))
}

#[test]
fn registers_iterators_and_roles_are_not_substituted() {
    for (symbol, by, bound) in [
        ("M", "x0 + 1", "x0"),
        ("x12", "3", "x12"),
        ("M", "i0", "i0"),
        ("i1", "M", "i1"),
        ("$MMA_ACC", "1", "$MMA_ACC"),
    ] {
        assert_eq!(substituting(symbol, by).err(), Some(SubstitutionError::Bound(bound.into())));
    }
    for (symbol, by) in [("x", "i"), ("xs", "x0y"), ("$T0", "$WG0")] {
        assert!(substituting(symbol, by).is_ok(), "{symbol}={by}");
    }
}

#[test]
fn a_symbol_is_substituted_once() {
    let twice = substituting("M", "1").and_then(|how| how.substitute("M".into(), 2.into()));
    assert_eq!(twice.err(), Some(SubstitutionError::Twice("M".into())));
}

#[test]
fn a_transposition_is_not_the_identity_where_both_sizes_are_the_same() {
    let how = numbers(&[("M", 128), ("K", 128)]);
    for op in ["permute", "broadcast"] {
        let with = |shape: &str| copied(r#"["M", "K"]"#, &format!(r#"{{"{op}": {{"arg": "x", "shape": {shape}}}}}"#));
        assert!(!how.equivalent(&with(r#"["K", "M"]"#), &with(r#"["M", "K"]"#)), "{op}");
        assert!(how.equivalent(&with(r#"["K", "M"]"#), &with(r#"["K", "M"]"#)), "{op}");
    }
}

#[test]
fn types_and_allocations_of_other_dimensions_differ_where_the_sizes_are_the_same() {
    let how = numbers(&[("M", 128), ("K", 128), ("N", 64)]);
    let typed = |shape: &str| copied(shape, r#"{"unary": {"function": "exp", "arg": "x"}}"#);
    assert!(!how.equivalent(&typed(r#"["M", "K"]"#), &typed(r#"["K", "M"]"#)));
    assert!(how.equivalent(&typed(r#"["M", "K"]"#), &typed(r#"["M", "K"]"#)));
    // What has no name is compared by its size.
    assert!(how.equivalent(&typed(r#"["M", "N", "K"]"#), &typed("[128, 64, 128]")));
    assert!(how.equivalent(&typed("[128, 64]"), &typed(r#"["K", "N"]"#)));
    assert!(how.equivalent(&typed(r#"["2 * M"]"#), &typed(r#"["2 * K"]"#)));
    assert!(!how.equivalent(&typed(r#"["M", "N"]"#), &typed("[128, 128]")));
    let allocated = |shape: &str| {
        copied(r#"["B"]"#, &format!(r#"{{"allocate": {{"shape": {shape}, "dtype": "f16", "space": "shared"}}}}"#))
    };
    assert!(!how.equivalent(&allocated(r#"["M", "K"]"#), &allocated(r#"["K", "M"]"#)));
    assert!(how.equivalent(&allocated(r#"["M + 4", "K"]"#), &allocated("[132, 128]")));
}

#[test]
fn a_dimension_along_which_an_unknown_operation_works_is_not_another_one_of_its_size() {
    let how = numbers(&[("M", 128), ("K", 128)]);
    let along = |dim: &str| {
        let fields = format!(r#"{{"dim": {{"expr:": {dim}}}}}"#);
        copied(r#"["M", "K"]"#, &format!(r#"{{"cumsum": {{"operands": ["x"], "fields": {fields}}}}}"#))
    };
    assert!(!how.equivalent(&along(r#""M""#), &along(r#""K""#)));
    assert!(!how.equivalent(&along(r#"["M", "K"]"#), &along(r#"["K", "M"]"#)));
    assert!(how.equivalent(&along(r#""M""#), &along(r#""M""#)));
    assert!(how.equivalent(&along(r#""M + 1""#), &along(r#""K + 1""#)));
}

#[test]
fn a_dimension_does_not_become_another_one() {
    let how = substituting("M", "K").expect("these are ordinary symbols");
    let typed = |shape: &str| copied(shape, r#"{"unary": {"function": "exp", "arg": "x"}}"#);
    assert!(!how.equivalent(&typed(r#"["M"]"#), &typed(r#"["K"]"#)));
    assert!(how.equivalent(&typed(r#"["2 * M"]"#), &typed(r#"["2 * K"]"#)));
}

#[test]
fn a_placeholder_stands_for_its_node_once_symbols_are_substituted() {
    let with = |inside: &str, memory: &str| {
        effects(&format!(
            r#"{{"name": "a", "op": {{"placeholder": {{"type": {{"space": "global", "shape": ["M"], "dtype": "f16"}}}}}}}},
            {{"name": "loop", "op": {{"iterate": {{"axis": "K", "init": [], "body": [
                {inside}
                {{"name": "x", "op": {{"read": {{"memory": "{memory}"}}}}}},
                {{"name": "w", "op": {{"write": {{"value": "x", "memory": "{memory}"}}}}}},
                {{"name": "next", "op": {{"output": {{"values": []}}}}}}
            ]}}}}}}"#
        ))
    };
    let placeholder = r#"{"name": "p", "op": {"placeholder": {"lifted": "a", "type":
        {"space": "global", "shape": [128], "dtype": "f16"}}}},"#;
    let (lifted, direct) = (with(placeholder, "p"), with("", "a"));
    assert!(numbers(&[("M", 128)]).equivalent(&lifted, &direct));
    assert!(!numbers(&[("M", 64)]).equivalent(&lifted, &direct));
}
