//! Shared nodes that are met in several environments in turn take no longer than there are environments and nodes.

use std::sync::Arc;

use sexpr_core::StructuralEq;
use sexpr_test_support::{
    check::{differ, equal},
    ids,
};

ids! { TypeId => Type; }

#[derive(StructuralEq, Debug)]
struct Type(&'static str);

#[derive(StructuralEq, Debug)]
enum Tree {
    Leaf(TypeId),
    Dag(Arc<Dag>),
    In {
        #[seq(arena(TypeId))]
        types: Arc<Vec<Type>>,
        tree: Arc<Tree>,
    },
    All(Vec<Arc<Tree>>),
    #[seq(scope)]
    Lambda(#[seq(var, def)] String, Arc<Tree>),
    Var(#[seq(var)] String),
}

#[derive(StructuralEq, Debug)]
#[seq(kind = "dag")]
struct Dag(TypeId);

/// How often a tree would be met that is behind so many levels, in each of which it is in three environments: more often
/// than can be waited for.
const LEVELS: usize = 40;

fn nested(innermost: Vec<Tree>, names: [&'static str; 3]) -> Tree {
    let arenas = names.map(|name| Arc::new(vec![Type(name)]));
    let mut tree = Arc::new(Tree::All(innermost.into_iter().map(Arc::new).collect()));
    for _ in 0..LEVELS {
        let in_each = arenas.iter().map(|types| Arc::new(Tree::In { types: types.clone(), tree: tree.clone() }));
        tree = Arc::new(Tree::All(in_each.collect()));
    }
    Tree::Lambda("x".into(), tree)
}

fn assert_told_apart(innermost: impl Fn() -> Vec<Tree>) {
    let nested = |names| nested(innermost(), names);
    let one = nested(["int", "char", "bool"]);
    let other = nested(["int", "char", "bool"]);
    equal(&one, &other);
    for names in [["int", "char", "float"], ["char", "int", "bool"], ["float", "char", "bool"]] {
        differ(&one, &nested(names));
    }
}

#[test]
fn trees() {
    assert_told_apart(|| vec![Tree::Leaf(TypeId(0))]);
}

#[test]
fn trees_with_variables() {
    assert_told_apart(|| vec![Tree::Var("x".into()), Tree::Leaf(TypeId(0)), Tree::Var("x".into())]);
}

#[test]
fn trees_with_dag_nodes() {
    assert_told_apart(|| {
        let dag = Arc::new(Dag(TypeId(0)));
        vec![Tree::Dag(dag.clone()), Tree::Var("x".into()), Tree::Dag(dag)]
    });
}
