//! What is computed of registers and symbols: numbers, relations and tuples. Checked by brute force.

use proptest::prelude::*;
use sexpr_examples::wave::graph::Term;
use sexpr_examples::wave::index::{Comparison, Condition, IndexExpr, Symbol};
use sexpr_examples::wave::{self, Graph};

use crate::generator::{any_expr, small_expr};

/// Any term.
fn any_term() -> BoxedStrategy<Term> {
    let relation = (any_expr(), any_expr(), 0..6_usize)
        .prop_map(|(left, right, how)| Term::Relation(Condition::compare(Comparison::ALL[how], &left, &right)));
    let leaf = prop_oneof![any_expr().prop_map(Term::Expr), relation];
    leaf.prop_recursive(2, 6, 3, |part| proptest::collection::vec(part, 0..3).prop_map(Term::Tuple)).boxed()
}

/// A graph that applies an expression to integers that it reads.
fn applied(dtype: &str, expr: &IndexExpr) -> Graph {
    let register = |symbol: &Symbol| (symbol.name() == "x").then(|| IndexExpr::symbol("x0"));
    let expr = serde_json::to_string(&expr.substitute(&register).to_string()).expect("it is a text");
    let text = format!(
        r#"{{"nodes": [
            {{"name": "a", "op": {{"placeholder": {{"type": {{"space": "global", "shape": ["M"], "dtype": "{dtype}"}}}}}}}},
            {{"name": "r", "op": {{"read": {{"memory": "a"}}}}}},
            {{"name": "y", "op": {{"apply_expr": {{"args": ["r"], "expr": {expr}}}}}}},
            {{"name": "end", "op": {{"output": {{"values": ["y"]}}}}}}]}}"#
    );
    wave::read(&text).unwrap_or_else(|error| panic!("{error}\n{text}"))
}

proptest! {
    #![proptest_config(ProptestConfig { failure_persistence: None, ..ProptestConfig::default() })]

    #[test]
    fn a_term_reads_back_as_it_was_written(term in any_term()) {
        let written = serde_json::to_string(&term).expect("it has a text");
        let back: Term = serde_json::from_str(&written).expect("it was written");
        prop_assert_eq!(back, term);
    }

    #[test]
    fn applied_expressions_of_integers_are_equal_only_if_their_values_are(one in small_expr(), other in small_expr()) {
        if wave::equivalent(&applied("i32", &one), &applied("i32", &other)) {
            for x in -20..20 {
                let of = |expr: &IndexExpr| expr.evaluate(&|_| Some(x));
                if let (Some(one), Some(other)) = (of(&one), of(&other)) {
                    prop_assert_eq!(one, other, "{}", x);
                }
            }
        }
        // Of floats, only what is written alike is equal.
        let is_alike = one.to_string() == other.to_string();
        prop_assert_eq!(wave::equivalent(&applied("f32", &one), &applied("f32", &other)), is_alike);
    }
}
