//! Where trait objects can stand.

use std::{
    collections::{BTreeMap, HashMap, VecDeque},
    sync::Arc,
};

use sexpr_core::{
    ByIdentity, Options, StructuralEq,
    custom::{CustomStructural, EqualParts, HashParts, VirtualFields},
    info::Def,
};
use sexpr_test_support::check::{assert_reason, differ, differ_at, differ_at_paths, differ_under, equal, equal_under};

use super::{Load, Op, Store};

#[derive(StructuralEq)]
#[seq(kind = "var")]
struct Var {
    ty: i64,
}
impl Op for Var {}

/// Holds operations, and is one.
#[derive(StructuralEq)]
struct Fused {
    parts: Vec<Arc<dyn Op>>,
    last: Option<(i64, Box<dyn Op>)>,
}
impl Op for Fused {}

fn load(address: i64) -> Arc<dyn Op> {
    Arc::new(Load { address })
}

fn fused(parts: Vec<Arc<dyn Op>>) -> Arc<dyn Op> {
    Arc::new(Fused { parts, last: Some((1, Box::new(Store { address: 1 }))) })
}

#[test]
fn paths_lead_through_them() {
    let make = |address| fused(vec![load(1), fused(vec![load(2), load(address)])]);
    equal(&make(3), &make(3));
    differ_at(".parts[1].parts[1].address", &make(3), &make(4));
    let lengths = differ_at_paths(".parts[1]?", ".parts[1]", &fused(vec![load(1)]), &fused(vec![load(1), load(2)]));
    assert_reason(&lengths, &["1", "2"]);
    let other = Arc::new(Fused { parts: vec![], last: Some((1, Box::new(Load { address: 1 }))) }) as Arc<dyn Op>;
    assert_reason(&differ_at(".last.1", &fused(vec![]), &other), &["Store", "Load"]);
    let newtype = |address| {
        #[derive(StructuralEq)]
        struct Newtype(Box<dyn Op>);
        impl Op for Newtype {}
        vec![Box::new(Newtype(Box::new(Load { address })))]
    };
    differ_at("[0].address", &newtype(1), &newtype(2));
}

#[test]
fn sharing_of_tree_nodes_is_invisible() {
    let one = load(1);
    equal(&fused(vec![one.clone(), one.clone()]), &fused(vec![load(1), load(1)]));
    let tower = |levels| (0..levels).fold(load(1), |below, _| fused(vec![below.clone(), below]));
    equal(&tower(100), &tower(100));
    differ(&tower(100), &tower(99));
}

mod regions {
    use super::*;

    /// Every region, around one pointer.
    #[derive(StructuralEq)]
    struct Binder {
        #[seq(def)]
        pattern: Option<Arc<dyn Op>>,
        #[seq(def = "simple")]
        simple: Option<Arc<dyn Op>>,
        #[seq(def = "none")]
        none: Option<Arc<dyn Op>>,
        inherit: Vec<Arc<dyn Op>>,
    }

    const EMPTY: Binder = Binder { pattern: None, simple: None, none: None, inherit: vec![] };

    /// A variable with a variable in its type.
    #[derive(StructuralEq)]
    #[seq(kind = "var")]
    struct Tensor {
        dimension: Arc<dyn Op>,
    }
    impl Op for Tensor {}

    fn var() -> Arc<dyn Op> {
        Arc::new(Var { ty: 1 })
    }
    fn tensor() -> Arc<dyn Op> {
        Arc::new(Tensor { dimension: var() })
    }

    #[test]
    fn a_pattern_binds_what_is_in_the_fields_of_variables() {
        let binder = || Binder { pattern: Some(tensor()), ..EMPTY };
        equal(&binder(), &binder());
        let used = |same: bool| {
            let dimension = var();
            let inherit = vec![if same { dimension.clone() } else { var() }];
            Binder { pattern: Some(Arc::new(Tensor { dimension })), inherit, ..EMPTY }
        };
        equal(&used(true), &used(true));
        differ_at(".inherit[0]", &used(true), &used(false));
    }

    #[test]
    fn a_simple_region_does_not() {
        let binder = |op: Arc<dyn Op>| Binder { simple: Some(op), ..EMPTY };
        equal(&binder(var()), &binder(var()));
        differ_at(".simple.dimension", &binder(tensor()), &binder(tensor()));
    }

    #[test]
    fn none_and_the_one_in_force() {
        let mapping = Options::new().map_free_vars(true);
        let none = || Binder { none: Some(var()), ..EMPTY };
        differ_under(mapping, &none(), &none());
        let inherit = || Binder { inherit: vec![var()], ..EMPTY };
        differ_at(".inherit[0]", &inherit(), &inherit());
        equal_under(mapping, &inherit(), &inherit());
    }

    /// The region goes on below the trait object.
    #[test]
    fn over_trees() {
        let binder = |same: bool| {
            let var = var();
            let other = if same { var.clone() } else { self::var() };
            Binder { pattern: Some(fused(vec![load(1), var])), inherit: vec![fused(vec![other])], ..EMPTY }
        };
        equal(&binder(true), &binder(true));
        differ_at(".inherit[0].parts[0]", &binder(true), &binder(false));
    }
}

mod maps {
    use super::*;

    #[test]
    fn as_values() {
        let map = |address| HashMap::from([("a", load(1)), ("b", load(address)), ("c", fused(vec![load(3)]))]);
        equal(&map(2), &map(2));
        differ_at("[\"b\"].address", &map(1), &map(2));
        let other: HashMap<_, Arc<dyn Op>> = [("a", Arc::new(Store { address: 1 }) as _)].into();
        differ_at("[\"a\"]", &HashMap::from([("a", load(1))]), &other);
        let ordered = |address| BTreeMap::from([(1, VecDeque::from([load(address)]))]);
        equal(&ordered(1), &ordered(1));
        differ_at("[1][0].address", &ordered(1), &ordered(2));
    }

    /// A variable that is bound behind a trait object is a key by its type.
    #[test]
    fn beside_variables_as_keys() {
        #[derive(StructuralEq)]
        struct Environment {
            #[seq(def)]
            vars: Vec<Arc<dyn Op>>,
            values: HashMap<ByIdentity<Arc<Var>>, Arc<dyn Op>>,
        }
        let environment = |swapped: bool| {
            let vars = [0, 1].map(|_| Arc::new(Var { ty: 1 }));
            let value = |index: usize| load(((index == 0) == swapped).into());
            let entry = |index: usize| (ByIdentity::from(vars[index].clone()), value(index));
            Environment {
                vars: vars.iter().map(|var| var.clone() as Arc<dyn Op>).collect(),
                values: [0, 1].map(entry).into(),
            }
        };
        equal(&environment(false), &environment(false));
        differ(&environment(false), &environment(true));
    }
}

#[test]
fn listed_as_virtual_fields() {
    #[derive(StructuralEq)]
    #[seq(with = parts)]
    struct Block {
        ops: Vec<Arc<dyn Op>>,
        binds: Arc<dyn Op>,
        uses: Box<dyn Op>,
    }
    fn parts<'a>(block: &'a Block, fields: &mut VirtualFields<'a>) {
        fields.field("binds", Def::Pattern, &block.binds);
        for (index, op) in block.ops.iter().enumerate() {
            fields.field(format!("op{index}"), Def::Inherit, op);
        }
        fields.field("uses", Def::Inherit, &block.uses);
    }
    let block = |address, same: bool| {
        let var: Arc<dyn Op> = Arc::new(Var { ty: 1 });
        let used = if same { var.clone() } else { Arc::new(Var { ty: 1 }) };
        Block { ops: vec![load(1), load(address), used], binds: var, uses: Box::new(Load { address: 7 }) }
    };
    equal(&block(2, true), &block(2, true));
    differ_at(".op1.address", &block(2, true), &block(3, true));
    differ_at(".op2", &block(2, true), &block(2, false));
    let other = Block { uses: Box::new(Store { address: 7 }), ..block(2, true) };
    assert_reason(&differ_at(".uses", &block(2, true), &other), &["Load", "Store"]);
}

#[test]
fn handed_over_by_custom_comparisons() {
    #[derive(StructuralEq)]
    #[seq(custom)]
    struct Unordered([Arc<dyn Op>; 2], bool);
    impl CustomStructural for Unordered {
        fn s_equal<'a>(&'a self, other: &'a Self, parts: &mut EqualParts<'a>) -> bool {
            parts.field("one", Def::Inherit, &self.0[usize::from(self.1)], &other.0[usize::from(other.1)]);
            parts.field("other", Def::Inherit, &self.0[usize::from(!self.1)], &other.0[usize::from(!other.1)]);
            true
        }
        fn s_hash<'a>(&'a self, parts: &mut HashParts<'a>) {
            parts.field("one", Def::Inherit, &self.0[usize::from(self.1)]);
            parts.field("other", Def::Inherit, &self.0[usize::from(!self.1)]);
        }
    }
    impl Op for Unordered {}
    let unordered = |addresses: [i64; 2], swapped| -> Box<dyn Op> { Box::new(Unordered(addresses.map(load), swapped)) };
    equal(&unordered([1, 2], false), &unordered([2, 1], true));
    differ_at(".other.address", &unordered([1, 2], false), &unordered([3, 1], true));
}

#[test]
fn payload_and_ignored_fields() {
    #[derive(StructuralEq)]
    struct Annotated {
        op: Arc<dyn Op>,
        #[seq(payload)]
        content: Arc<dyn Op>,
        #[seq(ignore)]
        _from: Option<Arc<dyn Op>>,
    }
    let annotated =
        |content, from: Option<i64>| Annotated { op: load(1), content: load(content), _from: from.map(load) };
    equal(&annotated(1, None), &annotated(1, Some(2)));
    differ_at(".content.address", &annotated(1, None), &annotated(2, None));
    equal_under(Options::new().skip_payload(true), &annotated(1, None), &annotated(2, None));
}
