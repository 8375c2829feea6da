//! The hash: what enters it, and where it is the same.

use std::{
    collections::{BTreeMap, HashMap, HashSet},
    env,
    process::Command,
    sync::Arc,
};

use sexpr_core::{ByIdentity, Options, StructuralEq, StructuralKey, structural_hash};
use sexpr_test_support::check::{all_distinct, differ, equal};

#[derive(StructuralEq)]
#[seq(kind = "var")]
struct Var {
    ty: &'static str,
}

#[derive(StructuralEq)]
#[seq(kind = "dag")]
struct Block {
    instructions: Vec<String>,
}

#[derive(StructuralEq)]
#[seq(kind = "singleton")]
struct Op(#[seq(key)] &'static str);

#[derive(PartialEq, Eq, Hash, StructuralEq)]
#[seq(kind = "var")]
struct Name(#[seq(key)] &'static str);

/// Something of everything that can stand in a closed term.
#[derive(StructuralEq)]
struct Program {
    #[seq(def)]
    params: Vec<Arc<Var>>,
    body: (Arc<Var>, f64, char, Option<i128>, [u8; 3]),
    names: Vec<Name>,
    blocks: Vec<Arc<Block>>,
    op: Op,
    by_string: HashMap<String, usize>,
    by_variable: HashMap<ByIdentity<Arc<Var>>, i64>,
    by_name: HashSet<Name>,
    by_structure: HashMap<StructuralKey<Vec<u32>>, bool>,
    #[seq(ignore)]
    #[allow(dead_code, reason = "left out on purpose")]
    at: Box<i64>,
}

fn closed_program() -> Program {
    let params: Vec<_> = ["int", "float"].map(|ty| Arc::new(Var { ty })).into();
    let block = Arc::new(Block { instructions: vec!["load".into(), "store".into()] });
    Program {
        body: (params[1].clone(), f64::NAN, 'λ', Some(-1), [1, 2, 3]),
        names: vec![Name("x"), Name("y")],
        blocks: vec![block.clone(), block.clone(), Arc::new(Block { instructions: vec![] })],
        op: Op("add"),
        by_string: (0..50).map(|n| (format!("key {n}"), n)).collect(),
        by_variable: params.iter().cloned().map(ByIdentity).zip(0..).collect(),
        by_name: HashSet::from([Name("free"), Name("variable")]),
        by_structure: (0..50).map(|n| (StructuralKey::new(vec![n; 3]), n % 2 == 0)).collect(),
        params,
        at: Box::new(0),
    }
}

const IN_CHILD: &str = "SEXPR_TESTS_PRINT_HASH";

/// This test runs itself in other processes, where it prints the hash instead.
#[test]
fn a_closed_terms_hash_is_the_same_in_every_process() {
    let options = Options::new().map_free_vars(true);
    let hash = format!("hash {:#x}", options.hash(&closed_program()));
    if env::var_os(IN_CHILD).is_some() {
        println!("{hash}");
        return;
    }
    for _ in 0..3 {
        let output = Command::new(env::current_exe().unwrap())
            .args(["--exact", "semantics::hash::a_closed_terms_hash_is_the_same_in_every_process", "--nocapture"])
            .env(IN_CHILD, "1")
            .output()
            .unwrap();
        let stdout = String::from_utf8(output.stdout).unwrap();
        assert!(stdout.contains(&hash), "{hash} here, there:\n{stdout}");
    }
}

#[test]
fn a_closed_terms_hash_does_not_hang_on_addresses_or_hasher_seeds() {
    let programs: Vec<_> = (0..10).map(|_| closed_program()).collect();
    for program in &programs {
        assert_eq!(structural_hash(program), structural_hash(&programs[0]));
    }
    equal(&programs[0], &programs[9]);
}

#[test]
fn the_position_of_every_item_counts() {
    all_distinct_hashes([vec![1, 2, 3], vec![1, 3, 2], vec![2, 1, 3], vec![3, 2, 1], vec![1, 2], vec![1, 2, 3, 0]]);
    all_distinct_hashes([(vec![0], vec![]), (vec![], vec![0]), (vec![], vec![]), (vec![0], vec![0])]);
    all_distinct_hashes([Some(vec![0; 0]), None, Some(vec![0]), Some(vec![0, 0])]);
}

fn all_distinct_hashes<T: StructuralEq, const N: usize>(values: [T; N]) {
    let hashes: HashSet<u64> = values.iter().map(structural_hash).collect();
    assert_eq!(hashes.len(), N);
}

#[test]
fn small_numbers_and_their_sums_do_not_collide() {
    let mut hashes = HashSet::new();
    for a in 0..60 {
        for b in 0..60 {
            assert!(hashes.insert(structural_hash(&(a, b))));
        }
    }
}

#[test]
fn variants_enter_even_where_they_hold_the_same() {
    #[derive(StructuralEq)]
    enum Sign {
        Plus(i64),
        Minus(i64),
        Both(i64, i64),
        Neither,
    }
    use Sign::{Both, Minus, Neither, Plus};
    all_distinct("", || vec![Plus(0), Minus(0), Both(0, 0), Neither]);
}

mod variables {
    use super::*;

    #[derive(StructuralEq)]
    struct Fun {
        #[seq(def)]
        params: Vec<Arc<Var>>,
        body: Vec<Arc<Var>>,
    }

    fn fun(types: &[&'static str], body: &[usize]) -> Fun {
        let params: Vec<_> = types.iter().map(|ty| Arc::new(Var { ty })).collect();
        Fun { body: body.iter().map(|at| params[*at].clone()).collect(), params }
    }

    #[test]
    fn a_bound_variable_hashes_by_its_ordinal() {
        let bodies = [vec![0, 0], vec![0, 1], vec![1, 0], vec![1, 1], vec![0], vec![1], vec![]];
        all_distinct_hashes(bodies.clone().map(|body| fun(&["int", "int"], &body)));
        for body in bodies {
            equal(&fun(&["int", "int"], &body), &fun(&["int", "int"], &body));
        }
    }

    #[test]
    fn and_by_its_fields() {
        differ(&fun(&["int", "int"], &[0]), &fun(&["int", "float"], &[0]));
        differ(&fun(&["int", "float"], &[]), &fun(&["float", "int"], &[]));
    }

    #[test]
    fn a_free_variable_hashes_by_its_identity() {
        let (x, y) = (Arc::new(Var { ty: "int" }), Arc::new(Var { ty: "int" }));
        all_distinct_hashes([vec![x.clone()], vec![y.clone()], vec![x.clone(), y.clone()], vec![y, x]]);
    }

    #[test]
    fn free_named_variables_hash_by_their_names() {
        assert_eq!(structural_hash(&[Name("x"), Name("y")]), structural_hash(&[Name("x"), Name("y")]));
        all_distinct_hashes([[Name("x"), Name("y")], [Name("x"), Name("x")], [Name("y"), Name("x")]]);
    }

    #[test]
    fn under_map_free_vars_free_variables_hash_by_their_ordinals() {
        let mapping = Options::new().map_free_vars(true);
        let hash = |names: [&'static str; 3]| mapping.hash(&names.map(Name));
        assert_eq!(hash(["x", "y", "x"]), hash(["a", "b", "a"]));
        assert_ne!(hash(["x", "y", "x"]), hash(["a", "b", "b"]));
        assert_ne!(hash(["x", "y", "x"]), hash(["a", "a", "b"]));
    }
}

mod sharing {
    use super::*;

    fn block(instruction: &str) -> Arc<Block> {
        Arc::new(Block { instructions: vec![instruction.into()] })
    }

    #[test]
    fn a_dag_node_hashes_by_content_and_ordinal() {
        let (a, b) = (block("load"), block("load"));
        let c = block("store");
        let of = |blocks: [&Arc<Block>; 3]| structural_hash(&blocks);
        assert_eq!(of([&a, &a, &b]), of([&b, &b, &a]));
        assert_eq!(of([&a, &b, &b]), of([&b, &a, &a]));
        let hashes = [of([&a, &a, &b]), of([&a, &b, &a]), of([&a, &b, &b]), of([&a, &a, &a]), of([&a, &a, &c])];
        assert_eq!(HashSet::from(hashes).len(), 5);
    }

    #[test]
    fn a_tree_node_hashes_the_same_however_it_is_shared() {
        let node = || Arc::new(vec![Box::new(1), Box::new(2)]);
        let one = node();
        assert_eq!(structural_hash(&[one.clone(), one]), structural_hash(&[node(), node()]));
    }

    /// A node that is remembered may hold variables that are recorded at its first occurrence.
    #[test]
    fn a_shared_node_with_free_variables_hashes_as_copies_of_it_do() {
        let x = Arc::new(Var { ty: "int" });
        let node = || Arc::new(vec![x.clone(), x.clone()]);
        let one = node();
        for map in [false, true] {
            let options = Options::new().map_free_vars(map);
            assert_eq!(options.hash(&[one.clone(), one.clone()]), options.hash(&[node(), node()]));
        }
    }
}

#[test]
fn under_one_options_hash_nothing_is_said_about_another() {
    #[derive(StructuralEq)]
    struct Constant {
        dtype: u8,
        #[seq(payload)]
        data: Vec<u8>,
    }
    let constant = |data: u8| Constant { dtype: 1, data: vec![data] };
    let skipping = Options::new().skip_payload(true);
    assert_eq!(skipping.hash(&constant(1)), skipping.hash(&constant(2)));
    assert_ne!(structural_hash(&constant(1)), structural_hash(&constant(2)));
}

#[test]
fn a_maps_keys_and_values_belong_together() {
    let map = |entries: [(&'static str, i64); 2]| structural_hash(&BTreeMap::from(entries));
    let hashes =
        [map([("a", 1), ("b", 2)]), map([("a", 2), ("b", 1)]), map([("a", 1), ("c", 2)]), map([("a", 1), ("b", 1)])];
    assert_eq!(HashSet::from(hashes).len(), 4);
}
