//! Edits that are applied.

use std::{
    collections::{BTreeMap, VecDeque},
    sync::Arc,
};

use proptest::prelude::*;
use sexpr_core::{ApplyError, Options, StructuralEq, assert_structural_equal, structural_diff, structural_equal};

use super::{
    Expr::{Add, Call, Int, Lambda, Var},
    Stmt::{self, Block, Let, Print},
};

fn bind(name: &str, value: i64) -> Stmt {
    Let(name.into(), Int(value))
}

fn print(name: &str) -> Stmt {
    Print(Var(name.into()))
}

#[track_caller]
fn assert_applies(left: &[Stmt], right: &[Stmt], expected: &[Stmt]) {
    let (left, right) = (left.to_vec(), right.to_vec());
    let applied = structural_diff(&left, &right).apply(&left, &right).expect("every edit can be applied");
    assert_structural_equal!(&applied, &right);
    assert_eq!(format!("{applied:?}"), format!("{expected:?}"));
}

#[test]
fn what_no_edit_mentions_stays_as_it_is_on_the_left() {
    let left = [bind("x", 1), bind("y", 2), print("x")];
    let right = [bind("a", 1), bind("b", 3), print("a")];
    assert_applies(&left, &right, &[bind("x", 1), bind("y", 3), print("x")]);
    assert_applies(&left, &[bind("a", 1), bind("b", 2), print("a")], &left);
}

#[test]
fn binders_are_called_as_on_the_right_where_something_from_there_may_mention_them() {
    let left = [bind("x", 1), print("x")];
    let right = [bind("a", 1), bind("x", 2), print("a"), print("x")];
    assert_applies(&left, &right, &right);
}

#[test]
fn what_a_kept_use_means_is_not_captured_by_what_is_inserted() {
    // On the left, `y` is free. What is inserted uses the outer variable below a binder called `x`.
    let inserted = Print(Lambda(vec!["x".into()], Box::new(Add(Box::new(Var("a".into())), Box::new(Var("x".into()))))));
    let left = [bind("x", 1), print("y"), print("x")];
    let right = [bind("a", 1), inserted, print("y"), print("a")];
    assert_applies(&left, &right, &right);
}

#[test]
fn elements_come_go_and_move() {
    let long = |number| Print(Call(vec![Int(number), Int(number), Int(number)]));
    let left = [long(1), long(2), long(3), long(4), long(5)];
    let right = [long(5), long(1), long(3), long(6), long(4)];
    assert_applies(&left, &right, &right);
}

#[test]
fn elements_move_to_other_sequences() {
    let long = |number| Print(Call(vec![Int(number), Int(number), Int(number)]));
    let left = [Block(vec![long(1), long(2)]), Block(vec![long(3), Block(vec![long(4)])])];
    let right = [Block(vec![long(4), long(1)]), Block(vec![long(3), Block(vec![long(2)])])];
    assert_applies(&left, &right, &right);
}

#[test]
fn parameters_come_and_go() {
    let lambda = |names: &[&str]| {
        let names = names.iter().map(|name| name.to_string()).collect();
        [Print(Lambda(names, Box::new(Var("x".into()))))]
    };
    assert_applies(&lambda(&["x"]), &lambda(&["x", "n"]), &lambda(&["x", "n"]));
    assert_applies(&lambda(&["x", "n", "m"]), &lambda(&["x"]), &lambda(&["x"]));
}

#[test]
fn entries_of_maps_come_and_go() {
    let map = |entries: &[(&str, i64)]| -> BTreeMap<String, Vec<i64>> {
        entries.iter().map(|(key, value)| (key.to_string(), vec![*value])).collect()
    };
    let (left, right) = (map(&[("a", 1), ("b", 2), ("c", 3)]), map(&[("b", 5), ("d", 4), ("e", 6)]));
    assert_eq!(structural_diff(&left, &right).apply(&left, &right), Ok(right));
}

#[test]
fn sequences_of_all_kinds_change_their_lengths() {
    type All = (VecDeque<i64>, Box<[i64]>, Arc<[i64]>, Vec<Option<Box<i64>>>, [i64; 3]);
    let all = |numbers: &[i64], array| -> All {
        let boxed = numbers.iter().map(|number| Some(Box::new(*number)).filter(|number| **number > 1)).collect();
        (numbers.to_vec().into(), numbers.into(), numbers.into(), boxed, array)
    };
    let (left, right) = (all(&[1, 2, 3], [1, 2, 3]), all(&[2, 3, 4, 5, 1, 7], [2, 3, 4]));
    for (left, right) in [(&left, &right), (&right, &left)] {
        assert_eq!(structural_diff(left, right).apply(left, right).as_ref(), Ok(right));
    }
}

#[test]
fn what_is_equal_stays_shared_with_the_left_value() {
    let [one, two, three] = [1, 2, 3].map(|number| Arc::new(Term::Number(number)));
    let left = (one.clone(), two.clone());
    let right = (Arc::new(Term::Number(1)), three.clone());
    let applied = structural_diff(&left, &right).apply(&left, &right).expect("the only edit can be applied");
    assert!(Arc::ptr_eq(&applied.0, &one));
    assert_structural_equal!(&applied.1, &three);
}

#[test]
fn what_a_rewriting_cannot_reach_is_refused() {
    #[derive(StructuralEq, Clone, Debug, PartialEq)]
    #[seq(rewrite)]
    struct Tagged {
        #[seq(opaque)]
        tag: i32,
        values: Vec<i64>,
    }
    let tagged = |tag, value| Tagged { tag, values: vec![value] };
    let diff = structural_diff(&tagged(1, 1), &tagged(1, 2));
    assert_eq!(diff.apply(&tagged(1, 1), &tagged(1, 2)), Ok(tagged(1, 2)));
    let diff = structural_diff(&tagged(1, 1), &tagged(2, 2));
    let Err(ApplyError::Unreachable(edit)) = diff.apply(&tagged(1, 1), &tagged(2, 2)) else { panic!("it is opaque") };
    assert_eq!(edit.lhs().to_string(), ".tag");
}

#[test]
fn a_diff_of_other_values_is_refused() {
    let (left, right, other) = (vec![1, 2, 3], vec![1, 5, 3], vec![1, 5, 4]);
    let diff = structural_diff(&left, &right);
    let Err(ApplyError::Unequal(mismatch)) = diff.apply(&left, &other) else { panic!("the last element differs") };
    assert_eq!(mismatch.lhs().to_string(), "[2]");
    assert!(matches!(diff.apply(&vec![], &right), Err(ApplyError::Unreachable(_))));
}

#[test]
fn an_incomplete_diff_is_refused() {
    let numbers = |first: i64| (first..first + 300_000).collect::<Vec<i64>>();
    let (left, right) = (numbers(0), numbers(10_000_000));
    assert_eq!(structural_diff(&left, &right).apply(&left, &right), Err(ApplyError::Incomplete));
}

#[test]
fn edits_at_both_ends_of_a_deep_term_are_applied_in_a_small_stack() {
    let deep = |innermost: i64, last: i64| {
        let mut expr = Int(innermost);
        for _ in 0..200_000 {
            expr = Call(vec![expr]);
        }
        vec![Print(expr), Print(Int(last)), bind("x", last), print("x")]
    };
    let in_small_stack = move || {
        let (left, right) = (deep(1, 2), deep(3, 4));
        let diff = structural_diff(&left, &right);
        assert_eq!(diff.edits().len(), 3);
        let applied = diff.apply(&left, &right);
        assert!(applied.as_ref().is_ok_and(|applied| structural_equal(applied, &right)));
        std::mem::forget((left, right, applied));
    };
    let thread = std::thread::Builder::new().stack_size(256 << 10).spawn(in_small_stack).expect("there is a thread");
    thread.join().expect("nothing overflows");
}

/// A variable that is known by its address.
#[derive(StructuralEq, Debug)]
#[seq(kind = "var", rewrite)]
struct Local {
    width: i64,
}

#[derive(StructuralEq, Debug, Clone)]
#[seq(rewrite)]
enum Term {
    Number(i64),
    Use(Arc<Local>),
    Sum(Arc<Term>, Arc<Term>),
    Cell(Arc<Cell>),
    Call(Arc<[Term]>),
    #[seq(scope)]
    Function {
        #[seq(def)]
        params: Vec<Arc<Local>>,
        body: Arc<Term>,
        named: BTreeMap<String, Term>,
    },
}

/// A node that is not the same as another one like it.
#[derive(StructuralEq, Debug)]
#[seq(kind = "dag", rewrite)]
struct Cell {
    content: Vec<Term>,
}

/// What a random term is made of, one instruction each, with some that choose among what was made before.
#[derive(Clone, Debug)]
enum Made {
    Number(i64),
    Use(usize),
    Sum(usize, usize),
    Cell(Vec<usize>),
    CellAgain(usize),
    Call(Vec<usize>),
    Function(Vec<usize>, usize, Vec<(String, usize)>),
}

fn made() -> impl Strategy<Value = Made> {
    let some = || prop::collection::vec(0..100_usize, 0..4);
    let key = prop::sample::select(&["a", "b", "c"][..]).prop_map(str::to_string);
    prop_oneof![
        (0..3_i64).prop_map(Made::Number),
        (0..4_usize).prop_map(Made::Use),
        (0..100_usize, 0..100_usize).prop_map(|(one, other)| Made::Sum(one, other)),
        some().prop_map(Made::Cell),
        (0..100_usize).prop_map(Made::CellAgain),
        some().prop_map(Made::Call),
        (some(), 0..100_usize, prop::collection::vec((key, 0..100_usize), 0..3))
            .prop_map(|(params, body, named)| Made::Function(params, body, named)),
    ]
}

fn term(made: &[Made], locals: &[Arc<Local>]) -> Arc<Term> {
    let mut terms = vec![Arc::new(Term::Number(0))];
    let mut cells: Vec<Arc<Cell>> = Vec::new();
    // The latest are chosen more often, so that terms are deep.
    let choose = |terms: &[Arc<Term>], index: usize| terms[terms.len() - 1 - index % terms.len().min(6)].clone();
    for made in made {
        let term = match made {
            Made::Number(number) => Term::Number(*number),
            Made::Use(local) => Term::Use(locals[local % locals.len()].clone()),
            Made::Sum(one, other) => Term::Sum(choose(&terms, *one), choose(&terms, *other)),
            Made::Cell(content) => {
                let content = content.iter().map(|index| (*choose(&terms, *index)).clone()).collect();
                cells.push(Arc::new(Cell { content }));
                Term::Cell(cells[cells.len() - 1].clone())
            }
            Made::CellAgain(cell) if !cells.is_empty() => Term::Cell(cells[cell % cells.len()].clone()),
            Made::CellAgain(_) => Term::Number(7),
            Made::Call(arguments) => {
                Term::Call(arguments.iter().map(|index| (*choose(&terms, *index)).clone()).collect())
            }
            Made::Function(params, body, named) => Term::Function {
                params: params.iter().map(|local| locals[local % locals.len()].clone()).collect(),
                body: choose(&terms, *body),
                named: named.iter().map(|(key, index)| (key.clone(), (*choose(&terms, *index)).clone())).collect(),
            },
        };
        terms.push(Arc::new(term));
    }
    terms[terms.len() - 1].clone()
}

fn locals() -> Vec<Arc<Local>> {
    (0..4).map(|number| Arc::new(Local { width: number / 3 })).collect()
}

proptest! {
    #![proptest_config(super::properties::config())]

    #[test]
    fn graphs_become_equal_or_are_refused(
        before in prop::collection::vec(made(), 0..14),
        changes in prop::collection::vec((0..100_usize, made()), 0..3),
        are_other_locals in any::<bool>(),
    ) {
        let mut after = before.clone();
        for (index, made) in changes {
            match after.len() {
                0 => after.push(made),
                length if index % 3 == 0 => after.insert(index % length, made),
                length => after[index % length] = made,
            }
        }
        let left = locals();
        let right = if are_other_locals { locals() } else { left.clone() };
        let (left, right) = (term(&before, &left), term(&after, &right));
        for options in [Options::new(), Options::new().map_free_vars(true)] {
            let diff = options.diff(&left, &right);
            match diff.apply(&left, &right) {
                Ok(applied) => prop_assert!(options.equal(&applied, &right)),
                // Of nodes and variables that are shared in some ways, edits do not tell enough.
                Err(error) => prop_assert!(matches!(error, ApplyError::Unequal(_)), "{error}\n---\n{diff}"),
            }
        }
    }
}
