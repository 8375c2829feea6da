//! What was once wrong, each with the sentence that it broke.

use std::{borrow::Cow, collections::BTreeMap, fmt, sync::Arc};

use sexpr_core::{
    Comparer, Field, StructuralEq,
    containers::{Encoder, Leaf, SharedPointer},
    custom::{Region, Visitor},
    reflect::TypeInfo,
};
use sexpr_test_support::{check, ids};

use crate::nodes::{Name, Var, var};

#[test]
fn borrowed_cows_share() {
    #[derive(Clone, StructuralEq)]
    struct Node<'a> {
        value: i64,
        below: Cow<'a, [Node<'a>]>,
    }
    fn tower(height: usize) -> Node<'static> {
        let mut top = Node { value: 0, below: Cow::Owned(vec![]) };
        for value in 1..=height as i64 {
            let level: &'static [Node<'static>] = Box::leak(Box::new([top.clone(), top]));
            top = Node { value, below: Cow::Borrowed(level) };
        }
        top
    }
    let (one, other) = (tower(500), tower(500));
    check::equal(&one, &other);
}

#[test]
fn a_keyed_dag_node_may_be_mentioned_by_its_own_fields() {
    #[derive(StructuralEq)]
    #[seq(kind = "dag")]
    struct Node {
        #[seq(key)]
        key: u32,
        value: i32,
        below: Option<Arc<Node>>,
    }
    let node =
        |inner: i32| Node { key: 1, value: 0, below: Some(Arc::new(Node { key: 1, value: inner, below: None })) };
    check::equal(&node(1), &node(1));
    check::differ(&node(1), &node(2));
}

#[test]
fn a_slice_is_not_the_node_that_a_part_of_it_is() {
    #[derive(StructuralEq)]
    struct Node(Box<i64>);
    #[derive(StructuralEq)]
    struct Slices<'a> {
        part: &'a [Node],
        whole: &'a [Node],
    }
    let nodes = |second: i64| [Node(Box::new(1)), Node(Box::new(second))];
    let (one, other) = (nodes(2), nodes(3));
    fn slices(nodes: &[Node]) -> Slices<'_> {
        Slices { part: &nodes[..1], whole: nodes }
    }
    check::differ_at(".whole[1]", &slices(&one), &slices(&other));
    check::equal(&slices(&one), &slices(&nodes(2)));
}

#[test]
fn keys_of_leaves_that_write_any_number_of_words_are_told_apart() {
    #[derive(PartialEq, Eq, PartialOrd, Ord)]
    struct Words(Vec<u64>);
    impl Leaf for Words {
        fn same(&self, other: &Self) -> bool {
            self.0 == other.0
        }
        fn encode<E: Encoder>(&self, into: &mut E) {
            self.0.iter().for_each(|word| into.word(*word));
        }
        fn show(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
            fmt::Debug::fmt(&self.0, f)
        }
    }
    sexpr_core::leaf!(Words);

    let map = |one: &[u64], other: &[u64]| BTreeMap::from([((Words(one.to_vec()), Words(other.to_vec())), 1)]);
    check::equal(&map(&[1, 1], &[1]), &map(&[1, 1], &[1]));
    check::differ(&map(&[1, 1], &[1]), &map(&[1], &[1, 1]));
}

/// A `def` field that stands in no scope of its own: outside of all scopes, a variable below it is looked up first, and
/// in a scope it binds anew. So a term that depends on nothing outside may depend on something inside.
mod closed_outside_of_scopes_only {
    use std::sync::Arc;

    use sexpr_core::StructuralEq;
    use sexpr_test_support::check;

    #[derive(StructuralEq)]
    enum Node {
        Name(#[seq(var)] String),
        Pair(Arc<Node>, Arc<Node>),
        #[seq(scope)]
        Lambda(#[seq(def)] Arc<Node>, Arc<Node>),
        Binds(#[seq(def)] Arc<Node>),
    }

    fn name(name: &str) -> Arc<Node> {
        Arc::new(Node::Name(name.into()))
    }

    fn lambda(parameter: &str, body: Arc<Node>) -> Arc<Node> {
        Arc::new(Node::Lambda(name(parameter), body))
    }

    fn pair(left: &Arc<Node>, right: &Arc<Node>) -> Arc<Node> {
        Arc::new(Node::Pair(left.clone(), right.clone()))
    }

    /// The inner use of the name binds it for the outer lambda, when it stands in one.
    fn binds(inner: &str) -> Arc<Node> {
        Arc::new(Node::Binds(lambda(inner, name(inner))))
    }

    fn twice(inner: &str, outer: &str) -> Arc<Node> {
        let shared = binds(inner);
        pair(&shared, &lambda(outer, pair(&shared, &name(outer))))
    }

    #[test]
    fn a_shared_term_binds_in_the_lambda() {
        check::equal(&twice("x", "x"), &twice("a", "a"));
        check::differ(&twice("x", "x"), &twice("b", "a"));
    }

    #[test]
    fn sharing_it_changes_nothing() {
        let unshared = pair(&binds("x"), &lambda("x", pair(&binds("x"), &name("x"))));
        check::equal(&twice("x", "x"), &unshared);
    }
}

/// A table that is written by hand may say less than there is: what a type reaches is not to be believed of it.
#[test]
fn a_pointer_that_says_to_be_a_leaf_hides_no_variable() {
    struct Hidden<T>(Arc<T>);

    impl<T: StructuralEq> SharedPointer for Hidden<T> {
        type Target = T;
        fn target(&self) -> &T {
            &self.0
        }
    }
    impl<T: StructuralEq> StructuralEq for Hidden<T> {
        const INFO: &'static TypeInfo = &TypeInfo::leaf("Hidden");
        type Reach = T::Reach;
        fn content<'a, V: Visitor<'a>>(left: &'a Self, right: &'a Self, at: Region, visitor: &mut V) -> bool {
            visitor.shared(left, right, at)
        }
    }
    impl<T: StructuralEq> Field for Hidden<T> {}

    #[derive(StructuralEq)]
    struct Uses<T> {
        used: T,
    }
    #[derive(StructuralEq)]
    struct Lambda<T> {
        #[seq(def)]
        param: Arc<Var>,
        body: Arc<Uses<T>>,
    }
    let (bound, free) = (var(), var());
    let body = Arc::new(Uses { used: Hidden(bound.clone()) });
    let uses_its_own = Lambda { param: bound, body: body.clone() };
    let uses_another = Lambda { param: free, body };
    check::differ(&uses_its_own, &uses_another);
    check::equal(&uses_its_own, &uses_its_own);
}

/// An operation leaves nothing to the next, whatever it met before it found a difference.
#[test]
fn arenas_that_only_a_search_for_declarations_met_are_forgotten() {
    ids! { StatementId => Statement; }

    #[derive(StructuralEq)]
    struct Statement(i64);
    #[derive(StructuralEq)]
    struct Block {
        #[seq(arena(StatementId))]
        statements: Vec<Statement>,
        first: StatementId,
    }
    #[derive(StructuralEq)]
    struct Function(#[seq(def)] Name, Block);
    #[derive(StructuralEq)]
    #[seq(scope(predeclare = functions))]
    struct Program {
        version: u32,
        functions: Vec<Function>,
    }

    let block = |value| Block { statements: vec![Statement(value)], first: StatementId(0) };
    let program = |version| Program { version, functions: vec![Function(Name("f"), block(0))] };
    let mut comparer = Comparer::new();
    for _ in 0..2 {
        assert!(!comparer.equal(&program(1), &program(2)));
        assert!(!comparer.equal(&block(1), &block(2)));
        assert!(comparer.equal(&block(1), &block(1)));
    }
}
