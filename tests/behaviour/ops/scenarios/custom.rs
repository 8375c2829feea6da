//! Custom equality and hashing: the documents' `Lambda`, whose `comment` is not part of its identity.

use std::sync::Arc;

use sexpr_core::{
    Reason, StructuralEq,
    custom::{CustomStructural, EqualParts, HashParts, VirtualFields},
    reflect::Def,
};
use sexpr_test_support::check::{assert_paths, differ, differ_at, equal};

use super::ir::{Expr, Var, add, plus_one, used, var};

mod by_a_list_of_virtual_fields {
    use super::*;

    #[derive(StructuralEq)]
    #[seq(with = parts)]
    struct Lambda {
        params: Vec<Arc<Var>>,
        body: Arc<Expr>,
        #[allow(dead_code, reason = "not listed below")]
        comment: String,
    }

    fn parts<'a>(node: &'a Lambda, fields: &mut VirtualFields<'a>) {
        fields.field("params", Def::Pattern, &node.params);
        fields.field("body", Def::Inherit, &node.body);
    }

    fn lambda(params: &[&Arc<Var>], body: Arc<Expr>, comment: &str) -> Lambda {
        Lambda { params: params.iter().copied().cloned().collect(), body, comment: comment.into() }
    }

    #[test]
    fn the_comment_is_not_compared() {
        let (x, y) = (var("x"), var("y"));
        equal(&lambda(&[&x], plus_one(&x), "one"), &lambda(&[&y], plus_one(&y), "other"));
    }

    #[test]
    fn params_are_a_definition_region_and_the_body_is_not() {
        let (x, y) = (var("x"), var("y"));
        differ_at(".body.Add.lhs", &lambda(&[], plus_one(&x), ""), &lambda(&[], plus_one(&y), ""));
    }

    #[test]
    fn a_mismatch_is_named_after_the_virtual_field() {
        let [x, y, a, b] = ["x", "y", "a", "b"].map(var);
        let lhs = lambda(&[&x, &y], add(used(&x), used(&y)), "");
        let rhs = lambda(&[&a, &b], add(used(&b), used(&a)), "");
        differ_at(".body.Add.lhs", &lhs, &rhs);
    }
}

mod by_s_equal_and_s_hash {
    use super::*;

    #[derive(StructuralEq)]
    #[seq(custom)]
    struct Lambda {
        params: Vec<Arc<Var>>,
        body: Arc<Expr>,
        #[allow(dead_code, reason = "not handed over below")]
        comment: String,
        /// Looked at by `s_equal` itself.
        version: u32,
    }

    impl CustomStructural for Lambda {
        fn s_equal<'a>(&'a self, other: &'a Self, parts: &mut EqualParts<'a>) -> bool {
            parts.field("params", Def::Pattern, &self.params, &other.params);
            parts.field("body", Def::Inherit, &self.body, &other.body);
            self.version == other.version
        }

        fn s_hash<'a>(&'a self, parts: &mut HashParts<'a>) {
            parts.field("params", Def::Pattern, &self.params);
            parts.field("body", Def::Inherit, &self.body);
        }
    }

    fn lambda(params: &[&Arc<Var>], body: Arc<Expr>, comment: &str) -> Lambda {
        Lambda { params: params.iter().copied().cloned().collect(), body, comment: comment.into(), version: 1 }
    }

    #[test]
    fn the_comment_is_not_compared() {
        let (x, y) = (var("x"), var("y"));
        equal(&lambda(&[&x], plus_one(&x), "one"), &lambda(&[&y], plus_one(&y), "other"));
    }

    #[test]
    fn params_are_a_definition_region_and_the_body_is_not() {
        let (x, y) = (var("x"), var("y"));
        differ_at(".body.Add.lhs", &lambda(&[], plus_one(&x), ""), &lambda(&[], plus_one(&y), ""));
        differ(&lambda(&[&x], plus_one(&x), ""), &lambda(&[&y], plus_one(&x), ""));
    }

    #[test]
    fn where_s_equal_alone_says_no_the_reason_is_custom() {
        let x = var("x");
        let (one, mut two) = (lambda(&[&x], plus_one(&x), ""), lambda(&[&x], plus_one(&x), ""));
        two.version = 2;
        assert!(!sexpr_core::structural_equal(&one, &two));
        let mismatch = sexpr_core::first_structural_mismatch(&one, &two).unwrap();
        assert_paths("", "", &mismatch);
        assert_eq!(mismatch.reason(), &Reason::Custom);
    }

    #[test]
    fn a_handed_pair_that_differs_is_reported_rather_than_what_s_equal_said() {
        let (x, y) = (var("x"), var("y"));
        let (one, mut two) = (lambda(&[], plus_one(&x), ""), lambda(&[], plus_one(&y), ""));
        two.version = 2;
        differ_at(".body.Add.lhs", &one, &two);
    }
}
