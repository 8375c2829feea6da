//! Cycles: control flow, recursive functions and types, and binders on cycles. They pass through dag nodes, or through
//! variables that ids lead to.

use sexpr_core::{
    Reason, StructuralEq, StructuralKey,
    arena::InArena,
    first_structural_mismatch,
    report::Obstacle,
    structural_equal, structural_fingerprint, structural_hash,
    terms::Subterms,
    walk::{Walk, nodes},
};
use sexpr_test_support::{
    check::{differ, equal},
    ids,
};

ids! { NodeId => Node; }

#[derive(StructuralEq, Debug)]
enum Node {
    Leaf(i64),
    Name(#[seq(var)] &'static str),
    Pair(NodeId, NodeId),
    Held(Box<Held>),
    #[seq(scope)]
    Lambda(#[seq(var, def)] &'static str, NodeId),
    Bind(#[seq(var, def)] &'static str, NodeId),
    #[seq(kind = "dag")]
    Block(Vec<NodeId>),
}
use Node::{Bind, Lambda, Leaf, Name, Pair};

/// What no id leads to.
#[derive(StructuralEq, Debug)]
struct Held {
    next: Option<NodeId>,
}

fn held(next: usize) -> Node {
    Node::Held(Box::new(Held { next: Some(NodeId(next)) }))
}

fn block(nodes: &[usize]) -> Node {
    Node::Block(nodes.iter().copied().map(NodeId).collect())
}

fn assert_equal(left: (&Vec<Node>, usize), right: (&Vec<Node>, usize)) {
    let [left, right] = [left, right].map(|(arena, root)| InArena::new(arena, NodeId(root)));
    equal(&left, &right);
    assert_eq!(structural_fingerprint(&left), structural_fingerprint(&right));
}

fn assert_different(left: (&Vec<Node>, usize), right: (&Vec<Node>, usize)) -> Reason {
    let [left, right] = [left, right].map(|(arena, root)| InArena::new(arena, NodeId(root)));
    differ(&left, &right).reason().clone()
}

#[test]
fn a_loop_of_blocks_is_equal_to_one_that_is_allocated_otherwise() {
    let one = vec![Leaf(1), block(&[0, 2]), block(&[1, 0])];
    let other = vec![block(&[1, 3]), block(&[3, 0]), Leaf(7), Leaf(1)];
    assert_equal((&one, 1), (&other, 1));
    assert_equal((&one, 2), (&other, 0));
    assert_different((&one, 1), (&other, 0));
    assert_equal((&vec![block(&[0])], 0), (&vec![Leaf(0), block(&[1])], 1));
}

#[test]
fn a_loop_differs_from_one_that_is_unrolled_once() {
    let loops = vec![block(&[0])];
    let unrolled = vec![block(&[1]), block(&[1])];
    assert!(matches!(assert_different((&loops, 0), (&unrolled, 0)), Reason::Sharing { .. }));
}

#[test]
fn trees_on_a_cycle_are_compared_by_content() {
    // A block that holds one statement twice, or two equal ones, each of which leads back to it.
    let shared = vec![block(&[1, 1]), held(0)];
    let copies = vec![block(&[1, 2]), held(0), held(0)];
    assert_equal((&shared, 0), (&copies, 0));
    assert_equal((&shared, 1), (&copies, 2));
}

#[test]
fn binders_on_a_cycle_are_renamed() {
    let lambda = |name| vec![Lambda(name, NodeId(1)), block(&[2, 0]), Name(name)];
    assert_equal((&lambda("x"), 0), (&lambda("y"), 0));
    // `λx.(y, L2)`, `L2 = λy.(x, L1)`: where `L1` is met again, `y` is bound, and it is free at first.
    let both = |x, y| {
        let (first, second) = (Lambda(x, NodeId(1)), Lambda(y, NodeId(4)));
        vec![first, block(&[2, 3]), Name(y), second, block(&[5, 0]), Name(x)]
    };
    assert_equal((&both("x", "y"), 0), (&both("x", "y"), 0));
    assert_different((&both("x", "y"), 0), (&both("x", "z"), 0));
}

#[test]
fn what_is_found_of_a_node_on_a_cycle_is_found_anew_where_its_dag_node_is_compared_again() {
    // `(λx. B, B)` with `B = (x, λx. B)`: the second `B` is met free. On the right, it is another one.
    let shared = vec![Name("x"), block(&[0, 2]), Lambda("x", NodeId(1)), Pair(NodeId(2), NodeId(1))];
    let another = vec![Name("x"), block(&[0, 2]), Lambda("x", NodeId(1)), Pair(NodeId(2), NodeId(4)), block(&[0, 2])];
    assert_different((&shared, 3), (&another, 3));
}

#[test]
fn a_block_may_bind_one_name_twice() {
    let blocks = |first, second| {
        vec![Lambda("f", NodeId(1)), block(&[2, 3]), Bind(first, NodeId(4)), Bind(second, NodeId(4)), block(&[])]
    };
    assert_equal((&blocks("x", "y"), 0), (&blocks("x", "x"), 0));
}

#[test]
fn a_ring_of_many_blocks() {
    let count = if cfg!(miri) { 100 } else { 100_000 };
    let ring = |first: usize| -> Vec<Node> {
        let place = |place: usize| (place + first) % count;
        let mut nodes: Vec<Node> = (0..count).map(|_| Leaf(0)).collect();
        (0..count).for_each(|index| nodes[place(index)] = block(&[place(index + 1)]));
        nodes
    };
    assert_equal((&ring(0), 0), (&ring(5), 7));
    assert_eq!(nodes::<Node>(&InArena::new(&ring(0), NodeId(0))).count(), count);
}

/// A tree inside itself, with no dag node in between, is equal to nothing.
mod trees_inside_themselves {
    use super::*;

    fn assert_is_equal_to_nothing(arena: &Vec<Node>, root: usize) -> String {
        let value = InArena::new(arena, NodeId(root));
        assert!(!structural_equal(&value, &value));
        assert_eq!(structural_hash(&value), structural_hash(&value));
        let obstacle = structural_fingerprint(&value).expect_err("it has no fingerprint");
        assert_eq!(*obstacle.obstacle(), Obstacle::Cycle);
        let [key, again] = [(); 2].map(|()| StructuralKey::new(InArena::new(arena, NodeId(root))));
        assert!(key != again);
        let mismatch = first_structural_mismatch(&value, &value).expect("it differs from itself");
        assert!(matches!(mismatch.reason(), Reason::Cycle { lhs: Some(_), rhs: Some(_), .. }));
        assert_eq!(obstacle.path(), mismatch.lhs());
        mismatch.to_string()
    }

    #[test]
    fn are_reported_with_their_type_and_advice() {
        let report = assert_is_equal_to_nothing(&vec![Pair(NodeId(1), NodeId(0)), Leaf(1)], 0);
        let expected = "left:  .Pair.1 (id 0)\nright: .Pair.1 (id 0)\na `Node` is inside itself on both sides: declare \
                        `Node`, or another type on the cycle, `#[seq(kind = \"dag\")]`, without a key";
        assert_eq!(report, expected);
    }

    #[test]
    fn are_found_behind_what_ends_other_cycles_and_in_rings_of_any_size() {
        assert_is_equal_to_nothing(&vec![block(&[1]), held(2), held(1)], 0);
        let count = if cfg!(miri) { 100 } else { 1_000_000 };
        assert_is_equal_to_nothing(&(0..count).map(|index| held((index + 1) % count)).collect(), 0);
    }

    #[test]
    fn differ_from_what_is_unrolled() {
        let (endless, unrolled) = (
            vec![Pair(NodeId(1), NodeId(0)), Leaf(1)],
            vec![Pair(NodeId(1), NodeId(2)), Leaf(1), Pair(NodeId(1), NodeId(1))],
        );
        assert_different((&endless, 0), (&unrolled, 0));
    }

    #[test]
    fn are_visited_once_by_walks() {
        let arena = vec![Pair(NodeId(1), NodeId(0)), Pair(NodeId(0), NodeId(2)), Leaf(1)];
        let root = InArena::new(&arena, NodeId(0));
        let mut met = Vec::new();
        let walk = Walk::new().with_bindings().on(|node: &Node, at| met.push((format!("{node:?}"), at.met_before())));
        walk.run(&root);
        let first = format!("{:?}", arena[0]);
        let (second, leaf) = (format!("{:?}", arena[1]), format!("{:?}", arena[2]));
        let expected = [(first.clone(), false), (second, false), (first.clone(), true), (leaf, false), (first, true)];
        assert_eq!(met, expected);
        assert_eq!(nodes::<Node>(&root).count(), 3);
        assert!(Subterms::new().common(&root).is_empty());
    }
}

/// Variables whose fields mention them.
mod mentions_in_types {
    use super::*;

    ids! { ParameterId => Parameter; TypeId => Type; }

    #[derive(StructuralEq, Debug)]
    #[seq(kind = "var")]
    struct Parameter {
        bound: TypeId,
    }

    #[derive(StructuralEq, Debug)]
    enum Type {
        Unit,
        Use(ParameterId),
        Pair(TypeId, TypeId),
    }
    use Type::{Pair, Unit, Use};

    #[derive(StructuralEq, Debug)]
    struct Signature {
        #[seq(arena(ParameterId))]
        parameters: Vec<Parameter>,
        #[seq(arena(TypeId))]
        types: Vec<Type>,
        #[seq(def)]
        parameter: ParameterId,
        result: TypeId,
    }

    #[derive(StructuralEq, Debug)]
    #[seq(scope)]
    struct InScope(Signature);

    fn signature(result: usize) -> Signature {
        let pair = |one, other| Pair(TypeId(one), TypeId(other));
        let large = [Unit, pair(0, 0), pair(1, 1), pair(2, 2)];
        // `T: Bound<T, …>`, and the bound once more.
        let types = large.into_iter().chain([Use(ParameterId(0)), pair(4, 3), pair(4, 3)]).collect();
        let parameters = vec![Parameter { bound: TypeId(5) }];
        Signature { parameters, types, parameter: ParameterId(0), result: TypeId(result) }
    }

    #[test]
    fn sharing_a_variables_type_is_invisible() {
        let (shared, copy) = (signature(5), signature(6));
        equal(&shared, &copy);
        equal(&InScope(shared), &InScope(copy));
    }
}

/// Variables whose own fields bind them, or something that does.
mod binders_in_circles {
    use super::*;

    ids! { NodeId => Node; }

    #[derive(StructuralEq, Debug)]
    enum Node {
        #[seq(kind = "var")]
        Variable {
            name: u32,
            #[seq(def)]
            bound: NodeId,
        },
        #[seq(scope)]
        Lambda {
            #[seq(def)]
            parameter: NodeId,
            body: NodeId,
        },
    }

    fn variable(name: u32, bound: usize) -> Node {
        Node::Variable { name, bound: NodeId(bound) }
    }

    fn lambda(parameter: usize, body: usize) -> Node {
        Node::Lambda { parameter: NodeId(parameter), body: NodeId(body) }
    }

    #[test]
    fn a_variable_that_its_own_fields_bind_is_equal_to_nothing() {
        for bound in [0, 1] {
            let arena = vec![variable(0, bound), lambda(0, 0)];
            let root = InArena::new(&arena, NodeId(1));
            assert!(!structural_equal(&root, &root));
            assert!(first_structural_mismatch(&root, &root).is_some());
        }
    }

    #[test]
    fn walks_and_searches_end() {
        for bound in [0, 1] {
            let arena = vec![variable(0, bound), lambda(0, 0)];
            let root = InArena::new(&arena, NodeId(1));
            for walk in [Walk::new(), Walk::new().distinct()] {
                let mut met = 0;
                walk.on(|_: &Node, _: &_| met += 1).run(&root);
                assert!((2..20).contains(&met));
            }
            assert_eq!((nodes::<Node>(&root).count(), Subterms::new().common(&root).len()), (2, 0));
        }
    }
}
