//! Single terms, of which each shows something that random ones seldom do.

use std::{collections::HashMap, sync::Arc};

use sexpr_core::{
    ByIdentity, StructuralEq, StructuralKey, first_structural_mismatch, structural_equal,
    terms::{HashCons, hash_cons},
};

use crate::lambda::{Var, var};

#[derive(StructuralEq, Debug)]
#[seq(rewrite)]
enum Expr {
    Int(i64),
    Use(Arc<Var>),
    Add(Arc<Expr>, Arc<Expr>),
    Many(Vec<Arc<Expr>>),
    #[seq(scope)]
    Lambda {
        #[seq(def)]
        param: Arc<Var>,
        body: Arc<Expr>,
    },
    #[seq(scope)]
    Block(Vec<Statement>),
}
use Expr::{Add, Block, Int, Lambda, Many, Use};

#[derive(StructuralEq, Debug)]
#[seq(rewrite)]
enum Statement {
    Let(#[seq(def)] Arc<Var>),
    Do(Arc<Expr>),
}

fn used(var: &Arc<Var>) -> Arc<Expr> {
    Arc::new(Use(var.clone()))
}

fn lambda(param: &Arc<Var>, body: Arc<Expr>) -> Arc<Expr> {
    Arc::new(Lambda { param: param.clone(), body })
}

fn many(parts: impl IntoIterator<Item = Arc<Expr>>) -> Arc<Expr> {
    Arc::new(Many(parts.into_iter().collect()))
}

#[test]
fn however_many_variables_there_are_what_a_shared_use_refers_to_is_told_apart() {
    let [x, y, z] = ["x", "y", "z"].map(var);
    // Under Miri, which takes long, some.
    let step = if cfg!(miri) { 37 } else { 1 };
    for (free, scopes_before) in (0..20).flat_map(|free| (0..8).map(move |scopes| (free, scopes))).step_by(step) {
        let others: Vec<_> = (0..free).map(|_| var("other")).collect();
        let build = || {
            let shared = used(&x);
            let ones = (0..scopes_before).map(|_| lambda(&z, Arc::new(Int(1))));
            let lambdas = [
                lambda(&x, shared.clone()),
                lambda(&x, lambda(&y, shared.clone())),
                lambda(&z, lambda(&x, shared.clone())),
            ];
            many(others.iter().map(used).chain(ones).chain(lambdas))
        };
        let mismatch = first_structural_mismatch(&hash_cons(build()).expect("no ids"), &build());
        assert!(mismatch.is_none(), "{free} free variables, {scopes_before} scopes before: {mismatch:?}");
    }
}

#[test]
fn a_block_in_which_a_variable_is_shadowed_is_one_with_its_renaming() {
    let [x, y, z, v, w] = ["x", "y", "z", "v", "w"].map(var);
    let sum = |one: &Arc<Var>, other: &Arc<Var>| Arc::new(Add(used(one), used(other)));
    let block = |bound: &Arc<Var>| {
        Arc::new(Block(vec![
            Statement::Do(many([&v, &w, &y, &x].map(used))),
            Statement::Do(sum(&x, &y)),
            Statement::Let(bound.clone()),
            Statement::Do(sum(bound, &y)),
        ]))
    };
    let Add(one, other) = &*hash_cons(Arc::new(Add(block(&x), block(&z)))).expect("no ids") else { panic!() };
    assert!(Arc::ptr_eq(one, other));
}

#[derive(StructuralEq, Debug)]
#[seq(kind = "dag", rewrite)]
struct Cell {
    #[seq(key)]
    key: i64,
    value: Arc<Expr>,
}

/// A closed term.
#[derive(StructuralEq, Debug)]
#[seq(rewrite)]
struct Point(i64);

/// What is a key is dealt with where it stands besides, whether the map comes first or last.
#[test]
fn what_is_a_key_becomes_one_elsewhere() {
    #[derive(StructuralEq)]
    #[seq(rewrite)]
    struct Frame {
        cells_first: HashMap<ByIdentity<Arc<Cell>>, i64>,
        terms_first: HashMap<StructuralKey<Arc<Point>>, i64>,
        cells: [Arc<Cell>; 2],
        terms: [Arc<Point>; 2],
        cells_last: HashMap<ByIdentity<Arc<Cell>>, i64>,
        terms_last: HashMap<StructuralKey<Arc<Point>>, i64>,
    }
    for is_first in [true, false] {
        let make = || {
            let cells = [1, 2].map(|key| Arc::new(Cell { key, value: Arc::new(Int(1)) }));
            let terms = [(), ()].map(|()| Arc::new(Point(2)));
            let cells_as_keys =
                |are: bool| cells.iter().filter(|_| are).map(|cell| (ByIdentity(cell.clone()), 1)).collect();
            let terms_as_keys =
                |are: bool| terms[..1].iter().filter(|_| are).map(|term| (term.clone().into(), 1)).collect();
            Frame {
                cells_first: cells_as_keys(is_first),
                terms_first: terms_as_keys(is_first),
                cells_last: cells_as_keys(!is_first),
                terms_last: terms_as_keys(!is_first),
                cells,
                terms,
            }
        };
        let frame = hash_cons(make()).expect("no ids");
        assert!(structural_equal(&frame, &make()));
        assert!(Arc::ptr_eq(&frame.cells[0].value, &frame.cells[1].value), "map first: {is_first}");
        assert!(Arc::ptr_eq(&frame.terms[0], &frame.terms[1]), "map first: {is_first}");
    }
}

#[test]
fn what_a_free_variable_holds_stays_one_with_what_stands_elsewhere() {
    #[derive(StructuralEq, Debug)]
    #[seq(kind = "var", rewrite)]
    struct Typed(Vec<Arc<Type>>);
    #[derive(StructuralEq, Debug)]
    #[seq(kind = "dag", rewrite)]
    struct Shared(Arc<Point>);
    #[derive(StructuralEq, Debug)]
    #[seq(rewrite)]
    enum Type {
        Point(Arc<Point>),
        Shared(Arc<Shared>),
        Keyed(Arc<Keyed>),
        Table(HashMap<ByIdentity<Arc<Keyed>>, i64>),
        Use(Arc<Typed>),
        Bind(#[seq(def)] Arc<Typed>),
        Many(Vec<Arc<Type>>),
    }
    /// A dag node that is not looked into as a key.
    #[derive(StructuralEq, Debug)]
    #[seq(kind = "dag", rewrite)]
    struct Keyed(#[seq(key)] u8, Arc<Type>);

    let point = || Arc::new(Point(1));
    let shared = Arc::new(Shared(point()));
    let bound = Arc::new(Typed(vec![Arc::new(Type::Point(point()))]));
    let free = Arc::new(Typed(vec![Arc::new(Type::Shared(shared.clone())), Arc::new(Type::Bind(bound.clone()))]));
    let keyed = Arc::new(Keyed(1, Arc::new(Type::Use(free.clone()))));
    let parts = [
        Arc::new(Type::Point(point())),
        Arc::new(Type::Shared(shared)),
        Arc::new(Type::Use(free)),
        Arc::new(Type::Use(bound)),
        Arc::new(Type::Table(HashMap::from([(ByIdentity(keyed.clone()), 1)]))),
        Arc::new(Type::Keyed(keyed)),
    ];
    for order in [&[0, 1, 2, 3][..], &[0, 2, 1, 3], &[2, 3, 1, 0], &[4, 0, 5, 1], &[0, 1, 5, 4]] {
        let term = Arc::new(Type::Many(order.iter().map(|index| parts[*index].clone()).collect()));
        let mismatch = first_structural_mismatch(&hash_cons(term.clone()).expect("no ids"), &term);
        assert!(mismatch.is_none(), "{order:?}: {mismatch:?}");
    }
}

/// A call, from some place in a file.
#[derive(StructuralEq, Debug)]
#[seq(rewrite)]
struct Call {
    function: String,
    #[seq(ignore)]
    file: u32,
    #[seq(ignore)]
    line: u32,
    argument: Option<Arc<Call>>,
}

fn call(file: u32, line: u32, argument: Option<Arc<Call>>) -> Arc<Call> {
    Arc::new(Call { function: "f".into(), file, line, argument })
}

#[test]
fn labels_keep_equal_nodes_apart_and_all_that_holds_them() {
    let calls = || -> Vec<Arc<Call>> {
        [(1, 1), (1, 2), (2, 1), (2, 2)].map(|(file, line)| call(7, 7, Some(call(file, line, None)))).into()
    };
    let places = |calls: &[Arc<Call>]| -> Vec<_> {
        calls.iter().map(|outer| outer.argument.as_ref().map(|inner| (inner.file, inner.line))).collect()
    };
    let same = |calls: &[Arc<Call>]| -> Vec<bool> { calls.iter().map(|call| Arc::ptr_eq(call, &calls[0])).collect() };

    let shared = hash_cons(calls()).expect("no ids");
    assert_eq!(same(&shared), [true; 4]);

    let shared = HashCons::new().distinguish_by(|call: &Call| call.file).run(calls()).expect("no ids");
    assert_eq!(same(&shared), [true, true, false, false]);
    assert!(Arc::ptr_eq(&shared[2], &shared[3]));
    assert_eq!(places(&shared), [Some((1, 1)), Some((1, 1)), Some((2, 1)), Some((2, 1))]);

    let both = HashCons::new().distinguish_by(|call: &Call| call.file).distinguish_by(|call: &Call| call.line);
    let shared = both.run(calls()).expect("no ids");
    assert_eq!(places(&shared), places(&calls()));

    let shared = HashCons::new().distinguish_by(|var: &Var| var.name.clone()).run(calls()).expect("no ids");
    assert_eq!(same(&shared), [true; 4], "labels of other types change nothing");
}
