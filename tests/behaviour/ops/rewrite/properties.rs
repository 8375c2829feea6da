//! What holds of every term: a walk after a rewriting sees what it saw before, changed; what nothing changes stays.

use std::{cell::RefCell, collections::BTreeMap, mem::discriminant, ops::ControlFlow, sync::Arc};

use proptest::prelude::*;
use sexpr_core::{
    ByIdentity, StructuralEq,
    report::Step,
    rewrite::Rewrite,
    walk::{At, Keeps, Walk},
};

/// A variable known by its address.
#[derive(StructuralEq, Debug)]
#[seq(kind = "var", rewrite)]
struct Var {
    #[seq(ignore)]
    name: String,
    number: i64,
}

#[derive(StructuralEq, Debug)]
#[seq(kind = "dag", rewrite)]
struct Cell {
    number: i64,
}

#[derive(StructuralEq, Debug)]
#[seq(rewrite)]
enum Term {
    Int(i64),
    Name(#[seq(var)] String),
    Use(Arc<Var>),
    Cell(Arc<Cell>),
    Pair(Arc<Term>, Arc<Term>),
    Owned(Box<(Option<Term>, [Term; 2])>),
    Many(Vec<Arc<Term>>),
    Table(BTreeMap<i64, Arc<Term>>),
    Uses(BTreeMap<ByIdentity<Arc<Var>>, i64>),
    #[seq(scope)]
    Lambda {
        #[seq(def)]
        param: Arc<Var>,
        #[seq(var, def)]
        name: String,
        body: Arc<Term>,
    },
    /// Binds for what comes after it.
    Bind(#[seq(def)] Arc<Var>),
}

/// What a step of a recipe adds, of what was made before: the numbers choose.
type Ingredient = (u8, u8, u8, u8);

/// A graph of shared terms.
fn made(recipe: &[Ingredient]) -> Arc<Term> {
    let vars: Vec<_> = (0..3).map(|n| Arc::new(Var { name: format!("v{n}"), number: 100 + n })).collect();
    let cells: Vec<_> = (0..2).map(|n| Arc::new(Cell { number: 200 + n })).collect();
    let shared = Arc::new(Term::Int(7));
    let mut terms = vec![Arc::new(Term::Int(0))];
    for &(kind, one, other, number) in recipe {
        let term = |at: u8| terms[terms.len() - 1 - usize::from(at) % terms.len()].clone();
        let var = |at: u8| vars[usize::from(at) % vars.len()].clone();
        let name = |at: u8| ["x", "y", "z"][usize::from(at) % 3].to_string();
        let number = i64::from(number);
        terms.push(Arc::new(match kind % 11 {
            0 => Term::Int(number),
            1 => Term::Name(name(one)),
            2 => Term::Use(var(one)),
            3 => Term::Cell(cells[usize::from(one) % 2].clone()),
            4 => Term::Pair(term(one), shared.clone()),
            5 => Term::Owned(Box::new((Some(Term::Int(number)), [Term::Use(var(one)), Term::Many(vec![term(other)])]))),
            6 => Term::Many(vec![term(one), term(other), term(one)]),
            7 => Term::Table([(number, term(one)), (number + 1, term(other))].into()),
            8 => Term::Uses([(ByIdentity(var(one)), number)].into()),
            9 => Term::Lambda { param: var(one), name: name(other), body: term(number as u8) },
            _ => Term::Bind(var(one)),
        }));
    }
    let last: Vec<_> = terms.iter().rev().take(3).cloned().collect();
    Arc::new(Term::Many(last))
}

/// What a walk meets, in order: the ways to nodes, numbers and names, and what variables refer to. Numbers are keys,
/// too.
fn seen(term: &Arc<Term>, number: impl Fn(i64) -> i64, name: impl Fn(&str) -> String) -> Vec<String> {
    let way = |at: &At<'_, Keeps<true, true>>| -> Vec<String> {
        let step = |step: &Step| match step {
            Step::Key(key) => match key.text().parse() {
                Ok(key) => format!("key {}", number(key)),
                Err(_) => "a variable".to_string(),
            },
            step => step.to_string(),
        };
        at.path().steps().iter().map(step).collect()
    };
    let seen = RefCell::new(Vec::new());
    let meet = |what: String| seen.borrow_mut().push(what);
    Walk::new()
        .with_bindings()
        .with_paths()
        .on(|value: &i64, at| meet(format!("{:?} {}", way(at), number(*value))))
        .on(|text: &String, at| meet(format!("{:?} {} {:?}", way(at), name(text), at.occurrence())))
        .on(|_: &Var, at| meet(format!("{:?} {:?}", way(at), at.occurrence())))
        .on(|node: &Term, at| meet(format!("{:?} {:?}", way(at), discriminant(node))))
        .run(term);
    seen.into_inner()
}

/// In the order of the numbers, so that the entries of maps stay in theirs.
fn mapped_number(number: i64) -> i64 {
    2 * number + 1
}

fn mapped_name(name: &str) -> String {
    format!("{name}'")
}

fn recipe() -> impl Strategy<Value = Vec<Ingredient>> {
    prop::collection::vec(any::<Ingredient>(), 1..14)
}

/// How often a walk may meet something, so that a test ends soon.
const MANY: usize = 5_000;

fn is_small(term: &Arc<Term>) -> bool {
    Walk::breakable()
        .on_any({
            let mut met = 0;
            move |_, _| {
                met += 1;
                if met > MANY { ControlFlow::Break(()) } else { ControlFlow::Continue(()) }
            }
        })
        .try_run(term)
        .is_continue()
}

fn config(cases: u32) -> ProptestConfig {
    ProptestConfig { failure_persistence: None, ..ProptestConfig::with_cases(if cfg!(miri) { 4 } else { cases }) }
}

proptest! {
    #![proptest_config(config(300))]

    #[test]
    fn a_walk_sees_what_it_saw_before_mapped(recipe in recipe(), is_held in any::<bool>()) {
        let term = made(&recipe);
        prop_assume!(is_small(&term));
        let expected = seen(&term, mapped_number, mapped_name);
        let before = seen(&term, |number| number, str::to_string);
        let held = is_held.then(|| term.clone());
        let mapped = Rewrite::new()
            .after(|number: &i64, _| Some(mapped_number(*number)))
            .after(|name: &String, _| Some(mapped_name(name)))
            .run(term);
        prop_assert_eq!(seen(&mapped, |number| number, str::to_string), expected);
        if let Some(held) = held {
            prop_assert_eq!(seen(&held, |number| number, str::to_string), before);
        }
    }

    #[test]
    fn what_nothing_changes_keeps_its_pointers(recipe in recipe()) {
        let term = made(&recipe);
        prop_assume!(is_small(&term));
        let pointers = |term: &Arc<Term>| {
            let mut pointers = Vec::new();
            let mut met = |at: *const Term| pointers.push(at);
            Walk::new().on(|node: &Term, _| met(node)).run(term);
            pointers
        };
        let before = pointers(&term);
        let held = term.clone();
        let same = Rewrite::new()
            .on(|_: &Term, _| None)
            .after(|_: &Term, _| None)
            .after(|_: &Arc<Term>, _| None)
            .after(|_: &Var, _| None)
            .after(|_: &i64, _| None)
            .run(term);
        prop_assert!(Arc::ptr_eq(&same, &held));
        prop_assert_eq!(pointers(&same), before);
    }
}

/// Nodes of all sorts that the root owns alone.
#[derive(StructuralEq, Debug)]
#[seq(rewrite)]
enum Owned {
    Int(i64),
    Pair(Box<Owned>, Option<Box<Owned>>),
    Many(Vec<Owned>),
    Array(Box<[Owned; 2]>),
    Counted(Arc<Owned>),
}

fn owned() -> impl Strategy<Value = Owned> {
    any::<i8>().prop_map(|value| Owned::Int(value.into())).prop_recursive(6, 60, 3, |inner| {
        let boxed = || inner.clone().prop_map(Box::new);
        prop_oneof![
            (boxed(), prop::option::of(boxed())).prop_map(|(left, right)| Owned::Pair(left, right)),
            prop::collection::vec(inner.clone(), 0..3).prop_map(Owned::Many),
            [inner.clone(), inner.clone()].prop_map(|items| Owned::Array(Box::new(items))),
            inner.clone().prop_map(|inner| Owned::Counted(Arc::new(inner))),
        ]
    })
}

/// How many allocations a rewriting makes that answers nothing.
fn allocations(term: Owned) -> u64 {
    let nothing = Rewrite::new().after(|_: &Owned, _| None);
    let mut result = None;
    let counts = allocation_counter::measure(|| result = Some(nothing.run(term)));
    drop(result);
    counts.count_total
}

proptest! {
    #![proptest_config(config(200))]

    /// But for the stacks of what is still to be done, which double.
    #[test]
    fn what_is_owned_and_stays_allocates_nothing(term in owned()) {
        let mut nodes = 0_u64;
        Walk::new().on(|_: &Owned, _| nodes += 1).run(&term);
        let stacks = 3 * u64::from(u64::BITS - nodes.leading_zeros()) + 3;
        prop_assert!(allocations(term) <= stacks);
    }
}
