//! Custom traversal replaces the iteration over fields, and nothing else.

use std::collections::BTreeMap;

use sexpr_core::{
    Reason, StructuralEq,
    custom::{CustomStructural, EqualParts, HashParts, VirtualFields},
    reflect::Def,
};
use sexpr_test_support::check::{differ, differ_at, differ_at_paths, equal};

mod virtual_fields {
    use super::*;

    /// A node whose fields are data.
    #[derive(StructuralEq)]
    #[seq(with = attributes)]
    struct Op {
        attributes: BTreeMap<String, i64>,
        operands: Vec<Op>,
    }

    fn attributes<'a>(op: &'a Op, fields: &mut VirtualFields<'a>) {
        for (name, value) in &op.attributes {
            if !name.starts_with('_') {
                fields.field(name, Def::Inherit, value);
            }
        }
        fields.field("operands", Def::Inherit, &op.operands);
        fields.leaf("arity", op.operands.len());
    }

    fn op(attributes: &[(&str, i64)], operands: Vec<Op>) -> Op {
        let attributes = attributes.iter().map(|(name, value)| (name.to_string(), *value)).collect();
        Op { attributes, operands }
    }

    #[test]
    fn a_value_that_differs_is_named_by_its_field() {
        differ_at(".b", &op(&[("a", 1), ("b", 2)], vec![]), &op(&[("a", 1), ("b", 3)], vec![]));
        let nested = |value| op(&[], vec![op(&[], vec![]), op(&[("a", value)], vec![])]);
        differ_at(".operands[1].a", &nested(1), &nested(2));
    }

    #[test]
    fn lists_that_differ_in_length_or_in_a_name_are_a_mismatch() {
        for (lhs, rhs) in [(&[("a", 1)][..], &[][..]), (&[("a", 1)], &[("b", 1)]), (&[("a", 1)], &[("a", 1), ("b", 2)])]
        {
            let mismatch = differ(&op(lhs, vec![]), &op(rhs, vec![]));
            assert!(matches!(mismatch.reason(), Reason::VirtualFields { .. }), "{mismatch}");
        }
    }

    #[test]
    fn owned_leaves_are_compared_by_value() {
        #[derive(StructuralEq)]
        #[seq(with = rounded)]
        struct Angle(f64);
        fn rounded<'a>(angle: &'a Angle, fields: &mut VirtualFields<'a>) {
            fields.leaf("degrees", angle.0.round());
        }
        equal(&Angle(1.1), &Angle(0.9));
        differ_at(".degrees", &Angle(1.1), &Angle(1.9));
    }

    #[test]
    fn a_type_in_one_place_and_another_type_in_the_other_are_a_mismatch() {
        #[derive(StructuralEq)]
        #[seq(with = dynamic)]
        struct Dynamic {
            number: i64,
            text: String,
            is_text: bool,
        }
        fn dynamic<'a>(node: &'a Dynamic, fields: &mut VirtualFields<'a>) {
            if node.is_text {
                fields.field("value", Def::Inherit, &node.text);
            } else {
                fields.field("value", Def::Inherit, &node.number);
            }
        }
        let make = |is_text| Dynamic { number: 1, text: "1".into(), is_text };
        equal(&make(true), &make(true));
        let mismatch = differ_at(".value", &make(true), &make(false));
        assert!(matches!(mismatch.reason(), Reason::Types { .. }), "{mismatch}");
    }
}

mod handed_parts {
    use super::*;

    /// Operands of a commutative operation, smallest first.
    #[derive(StructuralEq)]
    #[seq(custom)]
    struct Sum {
        one: i64,
        other: i64,
        terms: Vec<i64>,
    }

    impl CustomStructural for Sum {
        fn s_equal<'a>(&'a self, other: &'a Self, parts: &mut EqualParts<'a>) -> bool {
            parts.field("terms", Def::Inherit, &self.terms, &other.terms);
            parts.leaf("least", self.one.min(self.other), other.one.min(other.other));
            parts.leaf("most", self.one.max(self.other), other.one.max(other.other));
            true
        }
        fn s_hash<'a>(&'a self, parts: &mut HashParts<'a>) {
            parts.field("terms", Def::Inherit, &self.terms);
            parts.leaf("least", self.one.min(self.other));
            parts.leaf("most", self.one.max(self.other));
        }
    }

    fn sum(one: i64, other: i64, terms: &[i64]) -> Sum {
        Sum { one, other, terms: terms.into() }
    }

    #[test]
    fn are_compared_instead_of_the_fields() {
        equal(&sum(1, 2, &[3]), &sum(2, 1, &[3]));
        differ_at(".most", &sum(1, 2, &[3]), &sum(3, 1, &[3]));
        differ_at(".terms[0]", &sum(1, 2, &[3]), &sum(1, 2, &[4]));
    }
}

#[test]
fn a_slice_that_a_function_lists_counts_as_a_sequence() {
    #[derive(StructuralEq)]
    #[seq(with = halves)]
    struct Halves {
        values: Vec<Vec<i64>>,
        middle: usize,
    }
    fn halves<'a>(halves: &'a Halves, fields: &mut VirtualFields<'a>) {
        let (first, second) = halves.values.split_at(halves.middle);
        fields.slice("first", Def::Inherit, first);
        fields.slice("second", Def::Inherit, second);
    }
    let halves = |values: &[i64], middle| Halves { values: values.iter().map(|value| vec![*value]).collect(), middle };
    equal(&halves(&[1, 2, 3], 1), &halves(&[1, 2, 3], 1));
    differ_at(".second[1][0]", &halves(&[1, 2, 3], 1), &halves(&[1, 2, 4], 1));
    differ_at_paths(".first[1]?", ".first[1]", &halves(&[1, 2, 3], 1), &halves(&[1, 2, 3], 2));
    differ_at_paths(".second[0]", ".second[0]?", &halves(&[1, 2], 1), &halves(&[1], 1));
    equal(&halves(&[], 0), &halves(&[], 0));
    let mut found = Vec::new();
    let walk = sexpr_core::walk::Walk::new().with_paths();
    let root = halves(&[1, 2, 3], 1);
    walk.on(|value: &i64, at| found.push((*value, sexpr_test_support::check::steps(&at.path())))).run(&root);
    let place = |value, path: &str| (value, path.to_owned());
    assert_eq!(found, [place(1, ".first[0][0]"), place(2, ".second[0][0]"), place(3, ".second[1][0]")]);
}
