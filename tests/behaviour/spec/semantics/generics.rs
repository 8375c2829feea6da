//! Generic types.

use std::{marker::PhantomData, sync::Arc};

use sexpr_core::{Field, Options, StructuralEq};
use sexpr_test_support::check::{differ_at, equal, equal_under};

#[test]
fn recursive_types() {
    #[derive(StructuralEq)]
    enum Tree<T> {
        Leaf(T),
        Node(Vec<Tree<T>>, Option<Arc<Tree<T>>>),
    }
    let tree = |leaf| Tree::Node(vec![Tree::Leaf(0), Tree::Node(vec![], None)], Some(Arc::new(Tree::Leaf(leaf))));
    equal(&tree(1), &tree(1));
    differ_at(".Node.1", &tree(1), &tree(2));
}

/// A language whose phases annotate it differently.
trait Phase {
    type Annotation: Field;
}

struct Parsed;
struct Typed;

impl Phase for Parsed {
    type Annotation = ();
}

impl Phase for Typed {
    type Annotation = Vec<&'static str>;
}

#[test]
fn associated_types() {
    #[derive(StructuralEq)]
    #[seq(bound = "P: Phase")]
    struct Node<P: Phase> {
        value: i64,
        annotation: P::Annotation,
        children: Vec<Node<P>>,
    }
    let parsed = |value| Node::<Parsed> { value, annotation: (), children: vec![] };
    equal(&parsed(1), &parsed(1));
    differ_at(".value", &parsed(1), &parsed(2));
    let typed = |ty| Node::<Typed> {
        value: 1,
        annotation: vec![],
        children: vec![Node { value: 1, annotation: vec![ty], children: vec![] }],
    };
    equal(&typed("i32"), &typed("i32"));
    differ_at(".children[0].annotation[0]", &typed("i32"), &typed("f32"));
}

#[test]
fn a_phantom_parameter_needs_nothing() {
    struct NotComparable;
    #[derive(StructuralEq)]
    #[seq(bound = "")]
    struct Id<T> {
        index: u32,
        of: PhantomData<T>,
    }
    let id = |index| Id::<NotComparable> { index, of: PhantomData };
    equal(&id(1), &id(1));
    differ_at(".index", &id(1), &id(2));
}

#[test]
fn one_generic_type_at_two_arguments_is_two_types_of_variables() {
    #[derive(StructuralEq)]
    #[seq(kind = "var")]
    struct Var<T> {
        #[seq(key)]
        name: &'static str,
        of: PhantomData<T>,
    }
    fn var<T>(name: &'static str) -> Var<T> {
        Var { name, of: PhantomData }
    }
    let mapping = Options::new().map_free_vars(true);
    let term = |a, b| (var::<u8>(a), var::<u16>(b));
    equal_under(mapping, &term("x", "x"), &term("y", "z"));
}
