//! Scopes that predeclare what ids lead to, where that may lie on cycles: what does counts as a dag node, and declares
//! nothing around it, wherever the cycle is met first.

use proptest::prelude::*;
use sexpr_core::{
    Options, StructuralEq,
    walk::{Occurrence, Walk},
};
use sexpr_test_support::check::{differ, equal_under};

ids! {
    Var => Variable;
    At => Item;
}

#[derive(StructuralEq, Debug)]
#[seq(kind = "var")]
struct Variable {
    size: u32,
}

#[derive(StructuralEq, Debug)]
#[seq(kind = "var")]
struct Name {
    #[seq(key)]
    number: usize,
}

#[derive(StructuralEq, Debug)]
enum Item {
    Use(Var),
    Declare(#[seq(def)] Var),
    UseName(Name),
    DeclareName(#[seq(def)] Name),
    List(Vec<At>),
    #[seq(scope(predeclare = 0))]
    Block(Vec<At>),
    #[seq(scope)]
    Scope(Vec<At>),
    #[seq(kind = "dag")]
    Shared(Vec<At>),
}

/// Items, of which the first is the root, and perhaps another one that is looked at before it, or after it.
#[derive(StructuralEq)]
struct Module {
    #[seq(arena(Var))]
    variables: Vec<Variable>,
    #[seq(arena(At))]
    items: Vec<Item>,
    before: Option<At>,
    root: At,
    after: Option<At>,
}

/// An item, whose variables are numbers, and so are other items.
#[derive(Clone, Debug)]
enum Plan {
    Use(usize),
    Declare(usize),
    UseName(usize),
    DeclareName(usize),
    List(Vec<usize>),
    Block(Vec<usize>),
    Scope(Vec<usize>),
    Shared(Vec<usize>),
}

const VARIABLES: usize = 3;

/// Where a list that contains itself is looked at.
#[derive(Clone, Copy, Debug)]
enum Cycle {
    Nowhere,
    Before,
    After,
}

fn module(plans: &[Plan], variables: [usize; VARIABLES], cycle: Cycle) -> Module {
    let variable = |number: &usize| Var(variables[number % VARIABLES]);
    let list = |items: &Vec<usize>| items.iter().map(|item| At(item % plans.len())).collect();
    let item = |plan: &Plan| match plan {
        Plan::Use(number) => Item::Use(variable(number)),
        Plan::Declare(number) => Item::Declare(variable(number)),
        Plan::UseName(number) => Item::UseName(Name { number: variables[number % VARIABLES] }),
        Plan::DeclareName(number) => Item::DeclareName(Name { number: variables[number % VARIABLES] }),
        Plan::List(items) => Item::List(list(items)),
        Plan::Block(items) => Item::Block(list(items)),
        Plan::Scope(items) => Item::Scope(list(items)),
        Plan::Shared(items) => Item::Shared(list(items)),
    };
    let mut items: Vec<_> = plans.iter().map(item).collect();
    let itself = At(items.len());
    items.push(Item::List(vec![itself]));
    Module {
        variables: (0..VARIABLES).map(|_| Variable { size: 1 }).collect(),
        items,
        before: matches!(cycle, Cycle::Before).then_some(itself),
        root: At(0),
        after: matches!(cycle, Cycle::After).then_some(itself),
    }
}

fn occurrences(module: &Module, options: Options) -> Vec<Occurrence> {
    let mut met = Vec::new();
    Walk::new().options(options).with_bindings().on(|_: &Variable, at| met.extend(at.occurrence())).run(module);
    met
}

fn plan() -> impl Strategy<Value = Plan> {
    let items = || prop::collection::vec(0..7_usize, 0..4);
    prop_oneof![
        1 => (0..VARIABLES).prop_map(Plan::Use),
        2 => (0..VARIABLES).prop_map(Plan::Declare),
        1 => (0..VARIABLES).prop_map(Plan::UseName),
        2 => (0..VARIABLES).prop_map(Plan::DeclareName),
        3 => items().prop_map(Plan::List),
        2 => items().prop_map(Plan::Block),
        1 => items().prop_map(Plan::Scope),
        1 => items().prop_map(Plan::Shared),
    ]
}

fn plans() -> impl Strategy<Value = Vec<Plan>> {
    let block = prop::collection::vec(1..7_usize, 1..4).prop_map(Plan::Block);
    (block, prop::collection::vec(plan(), 3..7)).prop_map(|(block, mut others)| {
        others.insert(0, block);
        others
    })
}

/// The report, if the modules differ. Equality, hashes and walks agree with it.
fn report(left: &Module, right: &Module, options: Options) -> Option<String> {
    let report = options.first_mismatch(left, right).map(|mismatch| mismatch.to_string());
    assert_eq!(options.equal(left, right), report.is_none());
    if report.is_none() {
        assert_eq!(options.hash(left), options.hash(right));
        assert_eq!(occurrences(left, options), occurrences(right, options));
    }
    report
}

fn report_stands_wherever_a_cycle_is_met(left: &[Plan], right: &[Plan], variables: [usize; VARIABLES]) {
    for options in [Options::new(), Options::new().map_free_vars(true)] {
        let [alone, before, after] = [Cycle::Nowhere, Cycle::Before, Cycle::After]
            .map(|cycle| report(&module(left, [0, 1, 2], cycle), &module(right, variables, cycle), options));
        assert_eq!(alone, before, "{options:?}");
        assert_eq!(after, before, "{options:?}");
    }
}

proptest! {
    #![proptest_config(super::config(2_000))]

    #[test]
    fn it_does_not_matter_where_a_cycle_is_met(
        plans in plans(),
        change in prop::option::of((0..7_usize, plan())),
        variables in Just([0, 1, 2]).prop_shuffle(),
    ) {
        let mut changed = plans.clone();
        if let Some((at, plan)) = change {
            let at = 1 + at % (changed.len() - 1);
            changed[at] = plan;
        }
        report_stands_wherever_a_cycle_is_met(&plans, &changed, variables);
    }
}

#[test]
fn what_lies_on_a_cycle_declares_nothing_around_it() {
    use Plan::{Block, Declare, List, Scope, Use};
    // The declarations are the last of the list, and the first: `list = [list, x, y]`, `list = [x, y, list]`.
    for cycle in [[2, 3, 4], [3, 4, 2]] {
        let swapped = cycle.map(|item| if item == 3 { 4 } else { item });
        let plans = |items: [usize; 3]| vec![Block(vec![1, 2]), Use(0), List(items.to_vec()), Declare(1), Declare(0)];
        report_stands_wherever_a_cycle_is_met(&plans(cycle), &plans(swapped), [0, 2, 1]);
        let [one, other] = [[0, 1, 2], [0, 2, 1]].map(|names| module(&plans(cycle), names, Cycle::Nowhere));
        equal_under(Options::new().map_free_vars(true), &one, &other);
    }
    let through_scope = |items: &[usize]| {
        vec![Block(vec![1, 2]), Declare(0), List(items.to_vec()), Declare(1), Declare(0), Scope(vec![2])]
    };
    for items in [[3, 5, 4], [5, 3, 4], [3, 4, 5]] {
        let swapped = items.map(|item| if item == 3 { 4 } else { item });
        report_stands_wherever_a_cycle_is_met(&through_scope(&items), &through_scope(&swapped), [0, 2, 1]);
    }
}

#[test]
fn hints_are_for_the_variable_that_differs_once_cycles_are_known() {
    use Plan::{Block, DeclareName, List, UseName};
    // As long as nothing is known of cycles, the block declares the first name of the list, and uses the last one first.
    let plans = vec![Block(vec![1, 2]), UseName(1), List(vec![3, 4, 1, 2]), DeclareName(0), UseName(2)];
    report_stands_wherever_a_cycle_is_met(&plans, &plans, [1, 2, 0]);
}

#[test]
fn walks_and_equality_agree_on_what_is_declared_on_a_cycle() {
    use Plan::{Block, Declare, List, Use};
    // A block that uses a variable, which is declared in a list that contains itself, and so not for the block.
    let plans = |used| vec![Block(vec![1, 2]), Use(used), List(vec![3, 2]), Declare(0)];
    let module = |used| module(&plans(used), [0, 1, 2], Cycle::Nowhere);
    differ(&module(0), &module(1));
    let met = occurrences(&module(0), Options::new());
    assert!(matches!(*met, [Occurrence::Free, Occurrence::Binds(_), ..]), "{met:?}");
}
