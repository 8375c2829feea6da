//! Whether terms share their parts makes no difference, though unordered parts stand in order in some of the places.

use std::sync::Arc;

use proptest::prelude::*;
use sexpr_core::{Options, StructuralEq};

/// A variable whose type may have unordered parts. They stand in order where it is bound.
#[derive(Debug, StructuralEq)]
#[seq(kind = "var")]
struct Var {
    #[seq(key)]
    name: usize,
    ty: Option<Arc<Term>>,
}

#[derive(Debug, StructuralEq)]
enum Term {
    Number(usize),
    Use(Arc<Var>),
    Pair(Arc<Term>, Arc<Term>),
    Bag(#[seq(unordered)] Vec<Arc<Term>>),
    #[seq(scope)]
    Bind(#[seq(def)] Arc<Var>, Arc<Term>),
    #[seq(scope)]
    BindSimple(#[seq(def = "simple")] Arc<Var>, Arc<Term>),
}
use Term::*;

fn var(name: usize, ty: Option<Arc<Term>>) -> Arc<Var> {
    Arc::new(Var { name, ty })
}

/// A copy that shares nothing. `rotate` says how far each bag is rotated, by its number of elements.
fn unshared(term: &Term, rotate: &mut dyn FnMut(usize) -> usize) -> Arc<Term> {
    let mut copy = |part: &Arc<Term>| unshared(part, rotate);
    Arc::new(match term {
        Number(number) => Number(*number),
        Use(used) => Use(var(used.name, used.ty.as_ref().map(copy))),
        Pair(left, right) => Pair(copy(left), copy(right)),
        Bag(elements) => {
            let mut elements: Vec<_> = elements.iter().map(copy).collect();
            let by = rotate(elements.len());
            elements.rotate_left(by);
            Bag(elements)
        }
        Bind(bound, body) => Bind(var(bound.name, bound.ty.as_ref().map(&mut copy)), copy(body)),
        BindSimple(bound, body) => BindSimple(var(bound.name, bound.ty.as_ref().map(&mut copy)), copy(body)),
    })
}

/// A node of a term; numbers of parts count backwards from it.
#[derive(Clone, Debug)]
enum Node {
    Number(usize),
    Use(usize),
    Pair(usize, usize),
    Bag(Vec<usize>),
    Bind(usize, usize, usize),
    BindSimple(usize, usize, usize),
}

fn nodes() -> impl Strategy<Value = Vec<Node>> {
    let some = || 0..4_usize;
    let node = prop_oneof![
        1 => some().prop_map(Node::Number),
        2 => some().prop_map(Node::Use),
        3 => (some(), some()).prop_map(|(left, right)| Node::Pair(left, right)),
        4 => prop::collection::vec(some(), 2..4).prop_map(Node::Bag),
        3 => (some(), some(), some()).prop_map(|(name, ty, body)| Node::Bind(name, ty, body)),
        1 => (some(), some(), some()).prop_map(|(name, ty, body)| Node::BindSimple(name, ty, body)),
    ];
    prop::collection::vec(node, 4..10)
}

/// The term of these nodes, whose free variables are bound around it. Each node is shared by all that have it, and has
/// `padding` nodes around it, as results on small nodes are not remembered.
fn shared(nodes: &[Node], padding: usize, rotate: &mut dyn FnMut(usize) -> usize) -> Arc<Term> {
    let mut terms = vec![Arc::new(Number(0)), Arc::new(Number(1))];
    for node in nodes {
        let part = |back: &usize| terms[terms.len() - 1 - back.min(&(terms.len() - 1))].clone();
        let mut term = match node {
            Node::Number(number) => Number(*number),
            Node::Use(name) => Use(var(*name, None)),
            Node::Pair(left, right) => Pair(part(left), part(right)),
            Node::Bag(elements) => {
                let mut elements: Vec<_> = elements.iter().map(part).collect();
                let by = rotate(elements.len());
                elements.rotate_left(by);
                Bag(elements)
            }
            Node::Bind(name, ty, body) => Bind(var(*name, Some(part(ty))), part(body)),
            Node::BindSimple(name, ty, body) => BindSimple(var(*name, Some(part(ty))), part(body)),
        };
        for _ in 0..padding {
            term = Pair(Arc::new(term), terms[0].clone());
        }
        terms.push(Arc::new(term));
    }
    (0..4).fold(terms[terms.len() - 1].clone(), |term, name| Arc::new(Bind(var(name, None), term)))
}

/// How many nodes a term has, if they are not many.
fn size(term: &Term) -> Option<usize> {
    let parts: Vec<&Arc<Term>> = match term {
        Number(_) => Vec::new(),
        Use(var) => var.ty.iter().collect(),
        Pair(left, right) => vec![left, right],
        Bag(elements) => elements.iter().collect(),
        Bind(var, body) | BindSimple(var, body) => var.ty.iter().chain([body]).collect(),
    };
    let below = parts.into_iter().try_fold(1, |sum: usize, part| Some(sum + size(part)?))?;
    (below < 20_000).then_some(below)
}

/// A bag that a variable's type shares with its scope.
#[test]
fn a_bag_is_hashed_in_order_in_a_binders_type_and_in_any_order_elsewhere() {
    let bag = |first, second| Arc::new(Bag(vec![Arc::new(Number(first)), Arc::new(Number(second))]));
    let pair = |left: &Arc<Term>| Arc::new(Pair(left.clone(), left.clone()));
    let both = pair(&bag(0, 1));
    let term = Bind(var(0, Some(both.clone())), both.clone());
    for options in [Options::new(), Options::new().map_free_vars(true)] {
        let copy = unshared(&term, &mut |_| 0);
        assert_eq!(options.hash(&term), options.hash(&*copy));
        let turned = Bind(var(0, Some(both.clone())), pair(&bag(1, 0)));
        assert!(options.equal(&term, &turned));
        assert_eq!(options.hash(&term), options.hash(&turned));
        let turned = Bind(var(0, Some(pair(&bag(1, 0)))), both.clone());
        assert!(!options.equal(&term, &turned));
    }
}

proptest! {
    #[test]
    fn terms_that_share_parts_are_compared_and_hashed_as_their_copies_are(
        nodes in nodes(),
        rotations in prop::collection::vec(0..4_usize, 8),
        padding in prop_oneof![Just(0), Just(9)],
    ) {
        let one = shared(&nodes, padding, &mut |_| 0);
        prop_assume!(size(&one).is_some());
        let mut next = 0;
        let mut rotate = |count: usize| {
            next += 1;
            rotations[next % rotations.len()] % count.max(1)
        };
        let turned = shared(&nodes, padding, &mut rotate);
        let terms = [unshared(&one, &mut rotate), one, turned];
        let copies = terms.each_ref().map(|term| unshared(term, &mut |_| 0));
        for options in [Options::new(), Options::new().map_free_vars(true)] {
            for (left, left_copy) in terms.iter().zip(&copies) {
                prop_assert_eq!(options.hash(&**left), options.hash(&**left_copy));
                for (right, right_copy) in terms.iter().zip(&copies) {
                    let equal = options.equal(&**left, &**right);
                    prop_assert_eq!(equal, options.equal(&**left_copy, &**right_copy));
                    prop_assert!(!equal || options.hash(&**left) == options.hash(&**right));
                }
            }
        }
    }
}
