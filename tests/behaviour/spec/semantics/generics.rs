//! Generic types.

use std::{collections::HashMap, marker::PhantomData, sync::Arc};

use sexpr_core::{Field, Options, StructuralEq};
use sexpr_test_support::check::{differ, differ_at, equal, equal_under};

#[test]
fn type_parameters() {
    #[derive(StructuralEq)]
    struct Pair<A, B> {
        a: A,
        b: Vec<B>,
    }
    let pair = |b| Pair { a: "a", b: vec![Some(b)] };
    equal(&pair(1), &pair(1));
    differ_at(".b[0]", &pair(1), &pair(2));
}

#[test]
fn a_parameter_with_bounds_and_a_default() {
    #[derive(StructuralEq)]
    struct Bounded<T: Clone = i64>
    where
        T: PartialOrd,
    {
        value: T,
    }
    equal(&Bounded { value: 1 }, &Bounded { value: 1 });
    differ_at(".value", &Bounded::<f64> { value: 1.0 }, &Bounded { value: 2.0 });
}

#[test]
fn const_parameters() {
    #[derive(StructuralEq)]
    struct Matrix<const ROWS: usize, const COLUMNS: usize> {
        rows: [[i64; COLUMNS]; ROWS],
    }
    let matrix = |last| Matrix { rows: [[1, 2, 3], [4, 5, last]] };
    equal(&matrix(6), &matrix(6));
    differ_at(".rows[1][2]", &matrix(6), &matrix(7));
}

#[test]
fn lifetimes() {
    #[derive(StructuralEq)]
    struct Named<'a, T: ?Sized> {
        name: &'a str,
        value: &'a T,
    }
    let name = String::from("x");
    equal(&Named { name: &name, value: "v" }, &Named { name: "x", value: "v" });
    differ_at(".value[1]", &Named { name: "x", value: &[1, 2][..] }, &Named { name: "x", value: &[1, 3][..] });
}

#[test]
fn recursive_types() {
    #[derive(StructuralEq)]
    enum Tree<T> {
        Leaf(T),
        Node(Vec<Tree<T>>, Option<Arc<Tree<T>>>),
    }
    let tree = |leaf| Tree::Node(vec![Tree::Leaf(0), Tree::Node(vec![], None)], Some(Arc::new(Tree::Leaf(leaf))));
    equal(&tree(1), &tree(1));
    differ_at(".1", &tree(1), &tree(2));
}

#[test]
fn mutually_recursive_types() {
    #[derive(StructuralEq)]
    struct Statement<T> {
        block: Option<Block<T>>,
        value: T,
    }
    #[derive(StructuralEq)]
    struct Block<T> {
        statements: Vec<Statement<T>>,
    }
    let block = |value| Block {
        statements: vec![Statement {
            block: Some(Block { statements: vec![Statement { block: None, value }] }),
            value: 0,
        }],
    };
    equal(&block(1), &block(1));
    differ_at(".statements[0].block.statements[0].value", &block(1), &block(2));
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
fn generic_variables_and_binders() {
    #[derive(StructuralEq)]
    #[seq(kind = "var")]
    struct Var<T> {
        ty: T,
    }
    #[derive(StructuralEq)]
    struct Fun<T> {
        #[seq(def)]
        params: Vec<Arc<Var<T>>>,
        body: Vec<Arc<Var<T>>>,
    }
    let fun = |ty| {
        let params: Vec<_> = (0..2).map(|_| Arc::new(Var { ty })).collect();
        Fun { body: params.clone(), params }
    };
    equal(&fun("int"), &fun("int"));
    differ_at(".params[0].ty", &fun("int"), &fun("float"));
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

#[test]
fn generic_const_trees_hold_closed_parameters() {
    #[derive(StructuralEq)]
    #[seq(kind = "const-tree")]
    struct Interned<T> {
        value: T,
    }
    let interned = |value| Arc::new(Interned { value });
    equal(&interned(vec![1]), &interned(vec![1]));
    differ_at(".value[0]", &interned(vec![1]), &interned(vec![2]));
}

#[test]
fn generic_maps() {
    #[derive(StructuralEq)]
    struct Environment<V> {
        entries: HashMap<String, V>,
    }
    let environment = |value| Environment { entries: [("x".to_string(), Box::new(value))].into() };
    equal(&environment(1), &environment(1));
    differ(&environment(1), &environment(2));
}
