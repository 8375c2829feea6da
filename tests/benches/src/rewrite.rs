//! Rewritings of large terms, with a callback that replaces nothing.

use std::{cell::RefCell, hint::black_box, sync::Arc};

use sexpr_core::rewrite::Rewrite;

use crate::SIZES;
use sexpr_test_support::terms::{self, Made, Term};
use sexpr_tests::workloads::measure::{Case, Contender, Target::Times};

/// Every case.
pub fn cases() -> Vec<Case> {
    let held = [Held::Alone, Held::Shared];
    let made = [Made::WithVariables, Made::WithoutVariables];
    let of_size = |size| made.into_iter().flat_map(move |made| held.map(|held| case(held, made, size)));
    SIZES.into_iter().flat_map(of_size).collect()
}

/// Who holds the term.
#[derive(Clone, Copy, Debug, PartialEq)]
enum Held {
    /// Nobody else: it is rewritten in place.
    Alone,
    /// Somebody else, too: a copy is made where something changes.
    Shared,
}

fn case(held: Held, made: Made, size: usize) -> Case {
    let name = match (held, made) {
        (Held::Alone, Made::WithVariables) => "rewrite/in place, variables",
        (Held::Alone, Made::WithoutVariables) => "rewrite/in place, no variables",
        (Held::Shared, Made::WithVariables) => "rewrite/shared, variables",
        (Held::Shared, Made::WithoutVariables) => "rewrite/shared, no variables",
    };
    Case::new(name, size, "node", move || {
        let term = || terms::random(made, size, 1);
        let expected = term().nodes();
        let ours = contender("ours", held, term(), expected, |term, count| {
            Rewrite::new()
                .after(|_: &Term, _| {
                    *count += 1;
                    None
                })
                .run(term)
        });
        let by_hand = contender("by hand", held, term(), expected, move |mut term, count| match held {
            Held::Alone => {
                in_place(&mut term, count);
                term
            }
            Held::Shared => copied(&term, count),
        });
        vec![ours, by_hand.target(Times(2.0))]
    })
}

/// Rewrites a term again and again; counts its nodes meanwhile.
fn contender(
    name: &'static str,
    held: Held,
    term: Arc<Term>,
    expected: usize,
    rewrite: impl Fn(Arc<Term>, &mut usize) -> Arc<Term> + 'static,
) -> Contender {
    let other = (held == Held::Shared).then(|| term.clone());
    let term = RefCell::new(Some(term));
    Contender::new(name, expected, move || {
        let mut count = 0;
        let rewritten = black_box(term.take()).map(|term| rewrite(term, &mut count));
        term.replace(rewritten);
        black_box(&other);
        count
    })
}

fn in_place(term: &mut Arc<Term>, count: &mut usize) {
    if let Some(term) = Arc::get_mut(term) {
        match term {
            Term::Use(_) | Term::Int(_) => {}
            Term::Add(left, right) => {
                in_place(left, count);
                in_place(right, count);
            }
            Term::Lambda { body, .. } => in_place(body, count),
        }
    }
    *count += 1;
}

fn copied(term: &Arc<Term>, count: &mut usize) -> Arc<Term> {
    let same = |one: &Arc<Term>, other: &Arc<Term>| Arc::ptr_eq(one, other);
    let copied = match &**term {
        Term::Use(_) | Term::Int(_) => None,
        Term::Add(left, right) => {
            let (new_left, new_right) = (copied(left, count), copied(right, count));
            let is_same = same(left, &new_left) && same(right, &new_right);
            (!is_same).then_some(Term::Add(new_left, new_right))
        }
        Term::Lambda { param, body } => {
            let new = copied(body, count);
            (!same(body, &new)).then(|| Term::Lambda { param: param.clone(), body: new })
        }
    };
    *count += 1;
    copied.map_or_else(|| term.clone(), Arc::new)
}
