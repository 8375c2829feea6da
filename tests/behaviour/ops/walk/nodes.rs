//! The nodes of a type, each of them once.

use std::{
    cell::Cell,
    collections::{BTreeMap, BTreeSet},
    panic::{AssertUnwindSafe, catch_unwind},
    ptr,
    rc::Rc,
    sync::Arc,
};

use sexpr_core::{
    StructuralEq,
    containers::Sequence,
    custom::{DynStructural, VirtualFields},
    reflect::{Def, Shape},
    terms::contains,
    walk::{Walk, nodes},
};
use sexpr_test_support::{container, stack::with_stack};

#[derive(Clone, Debug, StructuralEq)]
pub(super) enum Tree {
    Leaf(u32),
    Pair(Arc<Tree>, Arc<Tree>),
    Boxed(Box<Tree>),
    List(Vec<Tree>),
    Shared(Arc<[Arc<Tree>]>),
}

/// The numbers at the leaves, in the order in which they are found.
fn leaves(root: &(impl StructuralEq + ?Sized)) -> Vec<u32> {
    let leaf = |tree: &Tree| match tree {
        Tree::Leaf(number) => Some(*number),
        _ => None,
    };
    nodes::<Tree>(root).filter_map(leaf).collect()
}

fn leaf(number: u32) -> Arc<Tree> {
    Arc::new(Tree::Leaf(number))
}

#[test]
fn come_in_the_order_of_a_walk() {
    let list = Tree::List((0..200).map(Tree::Leaf).collect());
    let shared = Tree::Shared((200..400).map(leaf).collect());
    let boxed = Tree::Boxed(Box::new(Tree::Pair(Arc::new(list), leaf(1_000))));
    let root = Tree::Pair(Arc::new(boxed), Arc::new(Tree::Pair(Arc::new(shared), leaf(2_000))));
    let mut walked = vec![];
    Walk::new().on(|tree: &Tree, _| walked.push(ptr::from_ref(tree))).run(&root);
    let found: Vec<*const Tree> = nodes::<Tree>(&root).map(ptr::from_ref).collect();
    assert_eq!(found.len(), 1 + 1 + 1 + 201 + 1 + 1 + 201 + 1);
    assert_eq!(found, walked);
}

#[test]
fn come_once_however_often_they_are_shared() {
    let bottom = leaf(7);
    let tower = (0..1_000).fold(bottom, |below, _| Arc::new(Tree::Pair(below.clone(), below)));
    assert_eq!(nodes::<Tree>(&tower).count(), 1_001);
    assert_eq!(leaves(&tower), [7]);
}

/// A sequence that counts how often it is asked what is in it.
struct Counted(Cell<usize>, Vec<Tree>);

impl Sequence for Counted {
    type Item = Tree;
    fn length(&self) -> usize {
        self.1.len()
    }
    fn items(&self) -> impl DoubleEndedIterator<Item = &Tree> {
        self.0.set(self.0.get() + 1);
        self.1.iter()
    }
}

container!([] Counted, Shape::Sequence(|| Tree::INFO), <Tree as StructuralEq>::Reach, sequence);

#[test]
fn are_found_when_they_are_asked_for() {
    let lists: Vec<_> = (0..300).map(|number| Counted(Cell::new(0), vec![Tree::Leaf(number)])).collect();
    let looked_at = || lists.iter().map(|list| list.0.get()).sum::<usize>();
    let mut found = nodes::<Tree>(&lists);
    assert_eq!(looked_at(), 0);
    for asked in 1..=100 {
        assert!(found.next().is_some());
        let looked_at = looked_at();
        assert!(looked_at <= asked + 32, "{looked_at} after {asked}");
    }
    assert_eq!(found.count(), 200);
    assert_eq!(looked_at(), 300);
}

#[test]
fn come_once_more_by_a_reference_into_what_something_owns() {
    #[derive(StructuralEq)]
    struct View<'t> {
        whole: &'t Tree,
        part: &'t Tree,
    }
    let part = Box::new(Tree::Leaf(1));
    let whole = Tree::Boxed(part);
    let Tree::Boxed(part) = &whole else { unreachable!() };
    assert_eq!(leaves(&View { whole: &whole, part }), [1, 1]);
    assert_eq!(leaves(&View { whole: part, part }), [1]);
}

#[test]
fn may_be_leaves() {
    #[derive(StructuralEq)]
    struct Function {
        name: String,
        documentation: Option<Arc<String>>,
        #[seq(ignore)]
        #[allow(dead_code, reason = "it is left out")]
        file: String,
        #[seq(opaque)]
        note: String,
        sizes: Vec<(u32, String)>,
        alignment: Option<Result<u32, String>>,
    }
    let function = Function {
        name: "f".into(),
        documentation: Some(Arc::new("a function".into())),
        file: "f.rs".into(),
        note: "unused".into(),
        sizes: vec![(8, "width".into()), (4, "height".into())],
        alignment: Some(Ok(16)),
    };
    assert_eq!(nodes::<String>(&function).collect::<Vec<_>>(), ["f", "a function", "width", "height"]);
    assert_eq!(nodes::<u32>(&function).collect::<Vec<_>>(), [&8, &4, &16]);
    assert!(contains(&function, &16_u32));
    let unknown = Function { alignment: Some(Err("unknown".into())), ..function };
    assert_eq!(nodes::<String>(&unknown).last().map(String::as_str), Some("unknown"));
    assert_eq!(nodes::<i8>(&Some(1_i8)).collect::<Vec<_>>(), [&1]);
}

#[derive(StructuralEq)]
#[seq(kind = "var")]
struct Var {
    #[seq(ignore)]
    name: &'static str,
    ty: Option<Arc<Type>>,
}

#[derive(StructuralEq)]
enum Type {
    Int,
}

#[test]
fn are_looked_for_in_the_keys_of_maps() {
    #[derive(StructuralEq)]
    struct Registers(BTreeMap<sexpr_core::ByIdentity<Arc<Var>>, u8>);
    let a = Arc::new(Var { name: "a", ty: Some(Arc::new(Type::Int)) });
    let registers = Registers(BTreeMap::from([(sexpr_core::ByIdentity(a), 1)]));
    assert_eq!(nodes::<Var>(&registers).map(|var| var.name).collect::<Vec<_>>(), ["a"]);
    assert_eq!(nodes::<Type>(&registers).count(), 1);
    assert_eq!(nodes::<u8>(&registers).collect::<Vec<_>>(), [&1]);
}

#[test]
fn are_known_by_their_keys() {
    #[derive(StructuralEq)]
    #[seq(kind = "dag")]
    struct Block {
        #[seq(key)]
        label: u32,
        values: Vec<Tree>,
    }
    let block = |label, value| Block { label, values: vec![Tree::Leaf(value)] };
    let blocks = vec![block(1, 10), block(2, 20), block(1, 30)];
    assert_eq!(nodes::<Block>(&blocks).map(|block| block.label).collect::<Vec<_>>(), [1, 2]);
    // What has the key of another is that one.
    assert_eq!(leaves(&blocks), [10, 20]);
}

#[test]
fn of_a_name_come_once_in_each_namespace() {
    #[derive(StructuralEq)]
    enum Term {
        Use(#[seq(var)] String),
        Goto(#[seq(var = "label")] String),
        Lambda(#[seq(var, def)] Vec<String>, Box<Term>),
        Both(Box<Term>, Box<Term>),
        Declare(#[seq(var)] BTreeSet<String>),
    }
    use Term::{Both, Declare, Goto, Lambda, Use};
    let both = |one, other| Both(Box::new(one), Box::new(other));
    let names = ["x", "y", "z"].map(String::from);
    let goto = Goto("x".into());
    let body = both(Use("y".into()), both(goto, Declare(BTreeSet::from(names))));
    let term = Lambda(vec!["x".into(), "y".into()], Box::new(body));
    assert_eq!(nodes::<String>(&term).collect::<Vec<_>>(), ["x", "y", "x", "z"]);
    assert_eq!(nodes::<Term>(&term).count(), 6);
}

trait Operation: DynStructural {}
sexpr_core::open!(Operation);

#[derive(StructuralEq)]
struct Fused {
    values: Vec<Tree>,
    parts: Vec<Rc<dyn Operation>>,
    tail: Option<Box<dyn Operation>>,
}
impl Operation for Fused {}

#[test]
fn are_found_behind_trait_objects_in_order() {
    let fused = |first: u32, parts| Fused {
        values: (first..first + 100).map(Tree::Leaf).collect(),
        parts,
        tail: Some(Box::new(Fused { values: vec![Tree::Leaf(first + 100)], parts: vec![], tail: None })),
    };
    let shared: Rc<dyn Operation> = Rc::new(fused(2_000, vec![]));
    let inner: Rc<dyn Operation> = Rc::new(fused(1_000, vec![shared.clone(), shared.clone()]));
    let root = (fused(0, vec![inner, shared]), Tree::Leaf(9_999));
    let expected = (0..100).chain(1_000..1_100).chain(2_000..2_101).chain([1_100, 100, 9_999]);
    assert_eq!(leaves(&root), expected.collect::<Vec<_>>());
    // Each of the three has one more for a tail.
    assert_eq!(nodes::<Fused>(&root).count(), 6);
    let object: &dyn Operation = &root.0;
    assert_eq!(nodes::<Fused>(object).count(), 6);
}

#[test]
fn come_at_most_once_where_user_code_panics_in_between() {
    thread_local! { static PANICS: Cell<bool> = const { Cell::new(true) }; }
    #[derive(StructuralEq)]
    #[seq(with = list)]
    struct Panicking(Rc<Tree>);
    impl Operation for Panicking {}
    fn list<'a>(node: &'a Panicking, fields: &mut VirtualFields<'a>) {
        assert!(!PANICS.replace(false), "once");
        fields.field("tree", Def::Inherit, &node.0);
    }
    let shared = Rc::new(Tree::Leaf(1));
    let objects: Vec<Box<dyn Operation>> = vec![
        Box::new(Fused { values: vec![], parts: vec![Rc::new(Panicking(shared.clone()))], tail: None }),
        Box::new(Panicking(shared.clone())),
    ];
    let root = (shared.clone(), objects, Tree::Leaf(2), shared);
    let mut found = nodes::<Tree>(&root);
    let mut leaves = vec![];
    while let Some(tree) = catch_unwind(AssertUnwindSafe(|| found.next())).unwrap_or(Some(&Tree::List(vec![]))) {
        leaves.extend(if let Tree::Leaf(number) = tree { Some(*number) } else { None });
    }
    assert!(!PANICS.get());
    assert!([&[1][..], &[1, 2]].contains(&&*leaves), "{leaves:?}");
}

#[test]
fn a_million_nested_nodes_are_found_in_a_small_stack() {
    let search = || {
        let mut chain = Tree::Leaf(0);
        for level in 0..1_000_000 {
            chain = match level % 4 {
                0 => Tree::Boxed(Box::new(chain)),
                1 => Tree::Pair(leaf(1), Arc::new(chain)),
                2 => Tree::Shared(Arc::new([Arc::new(chain)])),
                _ => Tree::List(vec![chain]),
            };
        }
        let count = nodes::<Tree>(&chain).count();
        std::mem::forget(chain);
        count
    };
    assert_eq!(with_stack(64, search), 1_250_001);
}

#[test]
fn a_million_nested_nodes_behind_trait_objects_are_found_in_a_small_stack() {
    let search = || {
        let fused = |values, tail| Fused { values, parts: vec![], tail };
        let mut chain = fused(vec![Tree::Leaf(0)], None);
        for level in 1..1_000_000 {
            chain = fused(if level % 100 == 0 { vec![Tree::Leaf(level)] } else { vec![] }, Some(Box::new(chain)));
        }
        let counts = (nodes::<Fused>(&chain).count(), leaves(&chain).len());
        std::mem::forget(chain);
        counts
    };
    assert_eq!(with_stack(64, search), (1_000_000, 10_000));
}
