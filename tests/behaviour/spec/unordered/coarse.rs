//! Elements of one hash that only the `Eq` of an opaque part tells apart.

use std::{mem::ManuallyDrop, sync::Arc};

use sexpr_core::{
    Options, StructuralEq, first_structural_mismatch, mirror::IdOf, structural_diff, structural_equal, structural_hash,
};
use sexpr_test_support::{hashes::Coarse, stack::with_stack};

use crate::nodes::{Var, var};

#[derive(StructuralEq)]
#[seq(kind = "var")]
struct Name {
    #[seq(key)]
    name: u64,
    #[seq(opaque)]
    note: Coarse,
}

#[derive(StructuralEq)]
enum Term {
    Tag(#[seq(opaque)] Coarse),
    Use(Arc<Var>),
    Named(Name),
    Neg(Arc<Term>),
    Bag(#[seq(unordered)] Vec<Arc<Term>>),
    #[seq(scope)]
    Bind(#[seq(def)] Arc<Var>, Arc<Term>),
}

fn tag(of: u64) -> Arc<Term> {
    Arc::new(Term::Tag(Coarse(of)))
}

fn bag(elements: impl IntoIterator<Item = Arc<Term>>) -> Arc<Term> {
    Arc::new(Term::Bag(elements.into_iter().collect()))
}

fn check(one: &Arc<Term>, other: &Arc<Term>, expected: bool) {
    assert_eq!(structural_equal(one, other), expected);
    assert_eq!(structural_equal(other, one), expected);
    assert_eq!(first_structural_mismatch(one, other).is_none(), expected);
    assert_eq!(structural_diff(one, other).is_empty(), expected);
    if expected {
        assert_eq!(structural_hash(one), structural_hash(other));
    }
}

#[test]
fn they_belong_together_in_any_order() {
    check(&bag([1, 2, 3].map(tag)), &bag([3, 1, 2].map(tag)), true);
    check(&bag([1, 2, 3].map(tag)), &bag([3, 1, 4].map(tag)), false);
}

/// What is found of two elements that do not belong together is no news of the variables in them.
#[test]
fn what_was_compared_in_vain_leaves_nothing() {
    let variables: [_; 2] = [var(), var()];
    let bound = |tag_of: u64| {
        let variable = var();
        let body = bag([Arc::new(Term::Use(variable.clone())), Arc::new(Term::Use(variables[0].clone())), tag(tag_of)]);
        Arc::new(Term::Bind(variable, body))
    };
    let after = |of: usize| Arc::new(Term::Use(variables[of].clone()));
    let term = |tags: [u64; 3], of| bag([bag(tags.map(bound)), after(of)]);
    check(&term([1, 2, 3], 1), &term([3, 2, 1], 1), true);
    check(&term([1, 2, 3], 1), &term([3, 2, 1], 0), false);
    check(&term([1, 2, 3], 1), &term([3, 2, 2], 1), false);
}

/// A key may stand for variables with different fields, though it should not.
#[test]
fn the_fields_of_a_free_variable_count_at_each_occurrence() {
    let x = |note: u64| Arc::new(Term::Named(Name { name: 0, note: Coarse(note) }));
    check(&bag([x(1), x(2)]), &bag([x(2), x(1)]), true);
    check(&bag([x(1), x(2)]), &bag([x(1), x(3)]), false);
    check(&bag([x(1), bag([x(2)])]), &bag([bag([x(2)]), x(1)]), true);
    check(&bag([x(1), bag([x(2)])]), &bag([x(1), bag([x(3)])]), false);
    check(&bag([bag([x(2), x(1)])]), &bag([bag([x(1), x(1)])]), false);
}

/// Where free variables may correspond to others, equality of elements is no equivalence by itself.
#[test]
fn they_stand_in_order_where_free_variables_are_mapped() {
    let options = Options::new().map_free_vars(true);
    assert!(options.equal(&bag([1, 2].map(tag)), &bag([1, 2].map(tag))));
    assert!(!options.equal(&bag([1, 2].map(tag)), &bag([2, 1].map(tag))));
}

#[test]
fn many_that_are_equal_take_no_quadratic_time() {
    let many = || bag((0..20_000).map(|_| tag(1)));
    check(&many(), &many(), true);
}

/// An answer is kept. Otherwise, each level would ask twice as often.
#[test]
fn shared_elements_take_no_exponential_time() {
    let chain = |innermost: [u64; 2]| {
        let [one, other] = innermost.map(tag);
        (0..60)
            .fold([one, other], |[one, other], _| [bag([one.clone(), other.clone()]), bag([other.clone(), other, one])])
    };
    let [[one, two], [other, another], [third, _]] = [[1, 2], [1, 2], [1, 3]].map(chain);
    check(&bag([one.clone(), two]), &bag([another, other]), true);
    check(&one, &third, false);
}

/// Questions inside questions take native stack, so there is an end to them.
#[test]
fn parts_that_are_nested_deep_are_compared_without_overflow() {
    let nested = || ManuallyDrop::new((0..20_000).fold(tag(0), |inside, _| bag([inside.clone(), inside])));
    let (one, other) = (nested(), nested());
    check(&one, &other, true);
}

/// Each question is asked deep in the one before, at whatever depth.
#[test]
fn questions_inside_questions_take_one_small_stack() {
    const LEVELS: usize = 20;
    let compare = || {
        for between in 0..60 {
            let nested = || {
                let level = |inside: Arc<Term>, _| {
                    let chain = (0..between).fold(inside, |inside, _| Arc::new(Term::Neg(inside)));
                    bag([chain.clone(), chain])
                };
                (0..LEVELS).fold(tag(0), level)
            };
            check(&nested(), &nested(), true);
        }
    };
    with_stack(256, compare);
}

#[derive(StructuralEq)]
struct Leaf(i64);

type LeafId = IdOf<Leaf, u32>;

/// An element with an arena of its own, which other nodes can share.
#[derive(StructuralEq)]
struct Block {
    #[seq(arena(LeafId))]
    leaves: Arc<Vec<Leaf>>,
    used: Arc<Var>,
    #[seq(opaque)]
    note: Coarse,
}

#[derive(StructuralEq)]
struct Function {
    #[seq(arena(LeafId))]
    leaves: Arc<Vec<Leaf>>,
    #[seq(id(Leaf))]
    entry: u32,
}

#[derive(StructuralEq)]
#[seq(scope)]
struct Module {
    #[seq(arena(LeafId))]
    own: Vec<Leaf>,
    #[seq(arena(IdOf<Term, u32>))]
    terms: Vec<Term>,
    #[seq(def)]
    param: Arc<Var>,
    #[seq(unordered)]
    blocks: Vec<Block>,
    #[seq(unordered)]
    others: Vec<Block>,
    function: Function,
}

#[test]
fn arenas_of_elements_are_in_force_in_later_nodes_that_share_them() {
    let module = |order: [u64; 3], entry: i64| {
        let (param, leaves) = (var(), Arc::new(vec![Leaf(entry)]));
        let block = |note| Block { leaves: leaves.clone(), used: param.clone(), note: Coarse(note) };
        let blocks = || order.map(block).into_iter().collect();
        let function = Function { leaves: leaves.clone(), entry: 0 };
        Module { own: vec![Leaf(0)], terms: vec![], param: param.clone(), blocks: blocks(), others: blocks(), function }
    };
    assert!(structural_equal(&module([1, 2, 3], 3), &module([3, 1, 2], 3)));
    assert!(!structural_equal(&module([1, 2, 3], 3), &module([3, 1, 2], 4)), "the function's entry is another leaf");
}
