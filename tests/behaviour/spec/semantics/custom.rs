//! Custom traversal replaces the iteration over fields, and nothing else.

use std::{collections::BTreeMap, sync::Arc};

use sexpr_core::{
    Reason, StructuralEq,
    custom::{CustomStructural, EqualParts, HashParts, VirtualFields},
    info::Def,
};
use sexpr_test_support::check::{differ, differ_at, differ_at_paths, equal};

#[derive(StructuralEq)]
#[seq(kind = "var")]
struct Var {
    shape: Vec<Arc<Var>>,
}

fn var(shape: &[&Arc<Var>]) -> Arc<Var> {
    Arc::new(Var { shape: shape.iter().map(|dim| Arc::clone(dim)).collect() })
}

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
    fn lists_of_the_same_names_and_values_are_equal() {
        equal(&op(&[("a", 1), ("b", 2)], vec![]), &op(&[("b", 2), ("a", 1)], vec![]));
        equal(&op(&[("a", 1), ("_line", 2)], vec![]), &op(&[("a", 1), ("_line", 3)], vec![]));
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
    fn each_field_opens_the_region_it_names() {
        #[derive(StructuralEq)]
        #[seq(with = parts)]
        struct Binder {
            pattern: Option<Arc<Var>>,
            simple: Option<Arc<Var>>,
            none: Option<Arc<Var>>,
            inherit: Option<Arc<Var>>,
        }
        fn parts<'a>(node: &'a Binder, fields: &mut VirtualFields<'a>) {
            fields.field("pattern", Def::Pattern, &node.pattern);
            fields.field("simple", Def::Simple, &node.simple);
            fields.field("none", Def::None, &node.none);
            fields.field("inherit", Def::Inherit, &node.inherit);
        }
        const EMPTY: Binder = Binder { pattern: None, simple: None, none: None, inherit: None };
        let mapping = sexpr_core::Options::new().map_free_vars(true);
        let plain = sexpr_core::Options::new();
        let dimensioned = || Some(var(&[&var(&[])]));

        let pattern = || Binder { pattern: dimensioned(), ..EMPTY };
        assert!(plain.equal(&pattern(), &pattern()));
        let simple = || Binder { simple: dimensioned(), ..EMPTY };
        assert!(!plain.equal(&simple(), &simple()), "the dimension is a use");
        let simple = || Binder { simple: Some(var(&[])), ..EMPTY };
        assert!(plain.equal(&simple(), &simple()));
        let none = || Binder { none: Some(var(&[])), ..EMPTY };
        assert!(!plain.equal(&none(), &none()) && !mapping.equal(&none(), &none()));
        let inherit = || Binder { inherit: Some(var(&[])), ..EMPTY };
        assert!(!plain.equal(&inherit(), &inherit()) && mapping.equal(&inherit(), &inherit()));
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

mod kinds_stay_the_walkers {
    use super::*;

    #[derive(StructuralEq)]
    #[seq(kind = "dag", with = value)]
    struct Dag {
        value: i64,
    }

    fn value<'a>(node: &'a Dag, fields: &mut VirtualFields<'a>) {
        fields.field("value", Def::Inherit, &node.value);
    }

    #[test]
    fn a_dag_node_that_lists_its_fields_is_shared_or_not() {
        let (a, b) = (Arc::new(Dag { value: 1 }), Arc::new(Dag { value: 1 }));
        equal(&[&a, &a], &[&b, &b]);
        differ_at("[1]", &[&a, &a], &[&a, &b]);
        differ_at(".value", &a, &Arc::new(Dag { value: 2 }));
    }

    #[derive(StructuralEq)]
    #[seq(kind = "var", custom)]
    struct Var {
        ty: i64,
    }

    impl CustomStructural for Var {
        fn s_equal<'a>(&'a self, other: &'a Self, _: &mut EqualParts<'a>) -> bool {
            self.ty == other.ty
        }
        fn s_hash<'a>(&'a self, parts: &mut HashParts<'a>) {
            parts.leaf("ty", self.ty);
        }
    }

    #[derive(StructuralEq)]
    struct Fun {
        #[seq(def)]
        params: Vec<Arc<Var>>,
        body: Arc<Var>,
    }

    fn fun(types: [i64; 2], used: usize) -> Fun {
        let params: Vec<_> = types.map(|ty| Arc::new(Var { ty })).into();
        Fun { body: params[used].clone(), params }
    }

    #[test]
    fn a_variable_that_compares_itself_is_bound_or_not() {
        equal(&fun([1, 1], 0), &fun([1, 1], 0));
        differ_at(".body", &fun([1, 1], 0), &fun([1, 1], 1));
        differ_at(".params[1]", &fun([1, 1], 0), &fun([1, 2], 0));
        let free = Arc::new(Var { ty: 1 });
        equal(&free, &free);
        differ_at("", &free, &Arc::new(Var { ty: 1 }));
    }

    #[test]
    fn an_enum_can_list_its_fields() {
        #[derive(StructuralEq)]
        #[seq(with = shape)]
        enum Shape {
            Square(i64),
            Rectangle(i64, i64),
        }
        fn shape<'a>(shape: &'a Shape, fields: &mut VirtualFields<'a>) {
            let (Shape::Square(width) | Shape::Rectangle(width, _)) = shape;
            let (Shape::Square(height) | Shape::Rectangle(_, height)) = shape;
            fields.field("width", Def::Inherit, width);
            fields.field("height", Def::Inherit, height);
        }
        equal(&Shape::Rectangle(1, 2), &Shape::Rectangle(1, 2));
        differ_at(".height", &Shape::Rectangle(1, 2), &Shape::Rectangle(1, 3));
        differ_at("", &Shape::Square(1), &Shape::Rectangle(1, 1));
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

    #[test]
    fn are_compared_in_the_order_in_which_they_were_handed_over() {
        differ_at(".terms[0]", &sum(1, 2, &[3]), &sum(5, 6, &[4]));
        differ_at(".least", &sum(1, 2, &[3]), &sum(5, 6, &[3]));
    }

    /// Handing over returns nothing, so a pair handed over later may use what an earlier one binds.
    #[test]
    fn bind_for_those_handed_over_after_them() {
        #[derive(StructuralEq)]
        #[seq(custom)]
        struct Fun {
            body: Arc<Var>,
            param: Arc<Var>,
            body_first: bool,
        }
        impl CustomStructural for Fun {
            fn s_equal<'a>(&'a self, other: &'a Self, parts: &mut EqualParts<'a>) -> bool {
                if self.body_first {
                    parts.field("body", Def::Inherit, &self.body, &other.body);
                }
                parts.field("param", Def::Pattern, &self.param, &other.param);
                parts.field("body", Def::Inherit, &self.body, &other.body);
                self.body_first == other.body_first
            }
            fn s_hash<'a>(&'a self, parts: &mut HashParts<'a>) {
                if self.body_first {
                    parts.field("body", Def::Inherit, &self.body);
                }
                parts.field("param", Def::Pattern, &self.param);
                parts.field("body", Def::Inherit, &self.body);
            }
        }
        let fun = |body_first| {
            let param = var(&[]);
            Fun { body: param.clone(), param, body_first }
        };
        equal(&fun(false), &fun(false));
        differ_at(".body", &fun(true), &fun(true));
    }
}

mod scopes_stay_the_walkers {
    use sexpr_core::Field;

    use super::*;

    #[derive(StructuralEq)]
    #[seq(scope, with = parts)]
    struct Listed {
        param: Arc<Var>,
        body: Vec<Arc<Var>>,
    }

    fn parts<'a>(node: &'a Listed, fields: &mut VirtualFields<'a>) {
        fields.field("param", Def::Pattern, &node.param);
        fields.field("body", Def::Inherit, &node.body);
    }

    #[derive(StructuralEq)]
    #[seq(scope, custom)]
    struct Handed {
        param: Arc<Var>,
        body: Vec<Arc<Var>>,
    }

    impl CustomStructural for Handed {
        fn s_equal<'a>(&'a self, other: &'a Self, parts: &mut EqualParts<'a>) -> bool {
            parts.field("param", Def::Pattern, &self.param, &other.param);
            parts.field("body", Def::Inherit, &self.body, &other.body);
            true
        }
        fn s_hash<'a>(&'a self, parts: &mut HashParts<'a>) {
            parts.field("param", Def::Pattern, &self.param);
            parts.field("body", Def::Inherit, &self.body);
        }
    }

    fn binds_for_itself_alone<T: Field>(lambda: impl Fn(&Arc<Var>) -> T) {
        let (x, y) = (var(&[]), var(&[]));
        equal(&lambda(&x), &lambda(&y));
        // What it bound is forgotten when it is left.
        equal(&(lambda(&x), x.clone()), &(lambda(&y), x.clone()));
        differ_at(".1", &(lambda(&x), x.clone()), &(lambda(&y), y.clone()));
        // A binding occurrence binds anew.
        equal(&[lambda(&x), lambda(&x)], &[lambda(&x), lambda(&y)]);
    }

    #[test]
    fn of_listed_fields() {
        binds_for_itself_alone(|x| Listed { param: x.clone(), body: vec![x.clone()] });
    }

    #[test]
    fn of_handed_parts() {
        binds_for_itself_alone(|x| Handed { param: x.clone(), body: vec![x.clone()] });
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
