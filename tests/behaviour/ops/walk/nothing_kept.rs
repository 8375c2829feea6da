//! A walk that keeps nothing of what is around nodes gives the same nodes, in the same order, as one that does.

use std::sync::Arc;

use sexpr_core::{StructuralEq, walk::Walk};
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
