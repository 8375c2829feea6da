//! A walk that keeps nothing of what is around nodes gives the same nodes, in the same order, as one that does.

use std::{collections::HashMap, ops::ControlFlow, sync::Arc};

use sexpr_core::{
    ByIdentity, StructuralEq,
    walk::{Next, Walk},
};
use sexpr_test_support::terms::{self, Made, Term};

/// Where the nodes of a type lie that a walk gives, and those that one gives which knows what is around them.
fn both<N: StructuralEq + 'static>(root: &impl StructuralEq) -> [Vec<*const N>; 2] {
    let (mut alone, mut in_context) = (vec![], vec![]);
    Walk::new().on(|node: &N, _| alone.push(std::ptr::from_ref(node))).run(root);
    Walk::new().with_bindings().with_paths().on(|node: &N, _| in_context.push(std::ptr::from_ref(node))).run(root);
    [alone, in_context]
}

#[track_caller]
fn gives_the_same<N: StructuralEq + 'static>(root: &impl StructuralEq, count: usize) {
    let [alone, in_context] = both::<N>(root);
    assert_eq!(alone, in_context);
    assert_eq!(alone.len(), count);
}

#[test]
fn of_random_terms() {
    for seed in 0..20 {
        for made in [Made::WithVariables, Made::WithoutVariables] {
            let term = terms::random(made, 2_000, seed);
            let nodes = term.nodes();
            gives_the_same::<Term>(&term, nodes);
            gives_the_same::<Term>(&vec![term.clone(), term], 2 * nodes);
        }
    }
}

/// Nodes of all shapes, inline and behind pointers, shared and not.
#[derive(StructuralEq)]
enum Shape {
    Leaf(u8),
    Many(Vec<Shape>),
    Inner(Box<Shape>, Option<Arc<Shape>>),
    Pair((Inline, Inline)),
    #[seq(kind = "dag")]
    Shared(#[seq(key)] u8, [Arc<Shape>; 2]),
}

#[derive(StructuralEq)]
struct Inline {
    shape: Option<Arc<Shape>>,
    count: u32,
}

#[test]
fn of_nodes_inline_and_behind_pointers() {
    let leaf = || Arc::new(Shape::Leaf(1));
    let inline = |shape: Option<Arc<Shape>>| Inline { shape, count: 0 };
    let one = leaf();
    let shared = Arc::new(Shape::Shared(1, [one.clone(), leaf()]));
    let many = Shape::Many(vec![Shape::Leaf(2), Shape::Many(vec![Shape::Leaf(3)]), Shape::Leaf(4)]);
    let pair = Shape::Pair((inline(Some(shared.clone())), inline(Some(shared.clone()))));
    let root = Shape::Inner(
        Box::new(many),
        Some(Arc::new(Shape::Many(vec![pair, Shape::Inner(Box::new(Shape::Leaf(5)), None)]))),
    );
    gives_the_same::<Shape>(&root, 16);
    gives_the_same::<Inline>(&root, 2);
}

/// The fields of a variable are visited where it is bound, or met first; maps by variables in the order in which these were
/// met.
#[test]
fn where_it_matters_what_is_bound() {
    #[derive(StructuralEq)]
    struct Type(u8);
    #[derive(StructuralEq)]
    #[seq(kind = "var")]
    struct Var {
        ty: Box<Type>,
    }
    #[derive(StructuralEq)]
    #[seq(scope)]
    struct Scope {
        #[seq(def)]
        params: Vec<Arc<Var>>,
        uses: Vec<Arc<Var>>,
        types: HashMap<ByIdentity<Arc<Var>>, Type>,
    }
    let params: Vec<_> = (0..9).map(|number| Arc::new(Var { ty: Box::new(Type(number)) })).collect();
    let scope = || {
        let types = params.iter().zip(10..).map(|(param, number)| (ByIdentity(param.clone()), Type(number))).collect();
        Scope { params: params.clone(), uses: params.iter().rev().cloned().collect(), types }
    };
    gives_the_same::<Type>(&[scope(), scope()], 2 * (9 + 9));
    gives_the_same::<Var>(&[scope(), scope()], 2 * (9 + 9 + 9));
}

#[test]
fn nothing_is_given_after_a_callback_stops_the_walk() {
    let term = terms::random(Made::WithVariables, 2_000, 1);
    for most in [1, 2, 9, 100, 1_000] {
        let mut count = 0;
        let stopped = Walk::breakable()
            .on(|_: &Term, _| {
                count += 1;
                if count == most { ControlFlow::Break(count) } else { ControlFlow::Continue(()) }
            })
            .try_run(&term);
        assert_eq!((stopped, count), (ControlFlow::Break(most), most));
    }
}

#[test]
fn what_is_in_a_node_can_be_left_out() {
    let term = terms::random(Made::WithVariables, 2_000, 1);
    let mut lambdas = 0;
    Walk::new()
        .on(|term: &Term, _| {
            lambdas += usize::from(matches!(term, Term::Lambda { .. }));
            if matches!(term, Term::Lambda { .. }) { Next::Skip } else { Next::Inside }
        })
        .run(&term);
    fn outermost(term: &Term) -> usize {
        match term {
            Term::Use(_) | Term::Int(_) => 0,
            Term::Add(left, right) => outermost(left) + outermost(right),
            Term::Lambda { .. } => 1,
        }
    }
    assert_eq!(lambdas, outermost(&term));
    assert!(lambdas > 0);
}
