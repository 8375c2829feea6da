//! Diffs of graphs: terms with shared trees, dag nodes, and variables that are known by their addresses.

use std::{collections::BTreeMap, sync::Arc};

use proptest::prelude::*;
use sexpr_core::{Options, StructuralEq};

use super::properties::{config, is_among, places};

/// A variable that is known by its address.
#[derive(StructuralEq, Debug)]
#[seq(kind = "var")]
struct Local {
    width: i64,
}

#[derive(StructuralEq, Debug, Clone)]
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
#[seq(kind = "dag")]
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
    #![proptest_config(config())]

    #[test]
    fn there_are_edits_where_graphs_differ_and_they_are_mirrored(
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
            prop_assert_eq!(diff.is_empty(), options.equal(&left, &right));
            prop_assert_eq!(places(&diff, false), places(&options.diff(&right, &left), true));
            if let Some(mismatch) = options.first_mismatch(&left, &right) {
                prop_assert!(is_among(&mismatch, &diff), "{mismatch}\n---\n{diff}");
            }
        }
    }
}
