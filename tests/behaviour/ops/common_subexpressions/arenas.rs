//! Nodes behind ids: they are subterms like others, whatever their ids are.

mod properties;

use std::{collections::BTreeMap, sync::Arc};

use proptest::{collection::vec, prelude::*};
use sexpr_core::{
    StructuralEq,
    arena::{Arena, InArena},
    custom::VirtualFields,
    reflect::Def,
    structural_equal,
    terms::{Subterm, Subterms},
};
use sexpr_test_support::ids;

ids! { NodeId => Node; VarId => Var; }

#[derive(StructuralEq, Clone, Debug)]
#[seq(kind = "var")]
struct Var {
    width: u8,
}

#[derive(StructuralEq, Clone, Debug)]
enum Node {
    Leaf(u8),
    Use(VarId),
    Name(#[seq(var)] &'static str),
    Pair(NodeId, NodeId),
    List(Vec<NodeId>),
    #[seq(kind = "dag")]
    Dag(NodeId),
    #[seq(scope)]
    Lambda(#[seq(def)] VarId, NodeId),
    #[seq(scope)]
    Named(#[seq(var, def)] &'static str, NodeId),
    Bind(#[seq(def)] VarId, NodeId),
    #[seq(scope)]
    Block(NodeId, NodeId),
    #[seq(scope(predeclare = items))]
    Items {
        items: Vec<NodeId>,
        body: NodeId,
    },
    Table(BTreeMap<VarId, NodeId>),
    Shared(Arc<Held>),
}

/// What no id leads to.
#[derive(StructuralEq, Clone, Debug)]
struct Held {
    one: NodeId,
    other: Option<Arc<Held>>,
}

/// The same by pointers.
#[derive(StructuralEq, Debug)]
enum Pointed {
    Leaf(u8),
    Use(Arc<Var>),
    Name(#[seq(var)] &'static str),
    Pair(Arc<Pointed>, Arc<Pointed>),
    List(Vec<Arc<Pointed>>),
    #[seq(kind = "dag")]
    Dag(Arc<Pointed>),
    #[seq(scope)]
    Lambda(#[seq(def)] Arc<Var>, Arc<Pointed>),
    #[seq(scope)]
    Named(#[seq(var, def)] &'static str, Arc<Pointed>),
    Bind(#[seq(def)] Arc<Var>, Arc<Pointed>),
    #[seq(scope)]
    Block(Arc<Pointed>, Arc<Pointed>),
    #[seq(scope(predeclare = items))]
    Items {
        items: Vec<Arc<Pointed>>,
        body: Arc<Pointed>,
    },
    Table(BTreeMap<sexpr_core::ByIdentity<Arc<Var>>, Arc<Pointed>>),
    Shared(Arc<PointedHeld>),
}

#[derive(StructuralEq, Debug)]
struct PointedHeld {
    one: Arc<Pointed>,
    other: Option<Arc<PointedHeld>>,
}

/// How many variables there are.
const VARIABLES: usize = 3;
const NAMES: [&str; 2] = ["x", "y"];

/// What a node is, and what it leads to, by numbers that are taken modulo what there is.
type Raw = (u8, usize, usize);

fn raw(kinds: core::ops::Range<u8>) -> impl Strategy<Value = Raw> {
    (kinds, 0..64_usize, 0..64_usize)
}

/// Nodes that lead to earlier ones alone, unless `cyclic`; those that lead to none have no other choice.
fn nodes(raw: &[Raw], cyclic: bool) -> Vec<Node> {
    let mut held: Vec<Arc<Held>> = Vec::new();
    let mut nodes = Vec::new();
    for (number, (what, one, other)) in raw.iter().copied().enumerate() {
        let among = if cyclic { raw.len() } else { number };
        let variable = VarId(other % VARIABLES);
        // Mostly near ones, so that much is reached.
        let id = |of: usize| match (cyclic, of % 3) {
            (false, 1 | 2) => NodeId(number - 1 - of / 3 % among.min(4)),
            _ => NodeId(of / 3 % among),
        };
        nodes.push(match what {
            0 => Node::Leaf((one % 2) as u8),
            1 => Node::Use(variable),
            2 => Node::Name(NAMES[one % 2]),
            _ if among == 0 => Node::Leaf(7),
            3 | 4 => Node::Pair(id(one), id(other)),
            5 => Node::List([one, other, one + other].iter().take(one % 4).map(|of| id(*of)).collect()),
            6 => Node::Shared(match one % 2 {
                1 if !held.is_empty() => held[other % held.len()].clone(),
                _ => {
                    held.push(Arc::new(Held { one: id(one), other: held.get(other).cloned() }));
                    held[held.len() - 1].clone()
                }
            }),
            7 => Node::Lambda(variable, id(one)),
            8 => Node::Named(NAMES[other % 2], id(one)),
            9 => Node::Dag(id(one)),
            10 => Node::Bind(variable, id(one)),
            11 => Node::Block(id(one), id(other)),
            12 => Node::Items { items: vec![id(one), id(other)], body: id(one + other) },
            // Of free variables that nothing tells apart, it is chance which one comes first.
            _ => Node::Table([(variable, id(one))].into()),
        });
    }
    nodes
}

/// The same graph by pointers.
fn pointed(nodes: &[Node]) -> Vec<Arc<Pointed>> {
    let variables: Vec<Arc<Var>> = (0..VARIABLES).map(|_| Arc::new(Var { width: 8 })).collect();
    let mut made: Vec<Arc<Pointed>> = Vec::new();
    let mut held: BTreeMap<*const Held, Arc<PointedHeld>> = BTreeMap::new();
    fn hold(
        of: &Arc<Held>,
        made: &[Arc<Pointed>],
        held: &mut BTreeMap<*const Held, Arc<PointedHeld>>,
    ) -> Arc<PointedHeld> {
        if let Some(known) = held.get(&Arc::as_ptr(of)) {
            return known.clone();
        }
        let other = of.other.as_ref().map(|other| hold(other, made, held));
        let new = Arc::new(PointedHeld { one: made[of.one.0].clone(), other });
        held.insert(Arc::as_ptr(of), new.clone());
        new
    }
    for node in nodes {
        let of = |id: &NodeId| made[id.0].clone();
        let all = |ids: &[NodeId]| ids.iter().map(of).collect();
        let variable = |id: &VarId| variables[id.0].clone();
        let node = match node {
            Node::Leaf(leaf) => Pointed::Leaf(*leaf),
            Node::Use(id) => Pointed::Use(variable(id)),
            Node::Name(name) => Pointed::Name(name),
            Node::Pair(one, other) => Pointed::Pair(of(one), of(other)),
            Node::List(ids) => Pointed::List(all(ids)),
            Node::Dag(id) => Pointed::Dag(of(id)),
            Node::Lambda(id, body) => Pointed::Lambda(variable(id), of(body)),
            Node::Named(name, body) => Pointed::Named(name, of(body)),
            Node::Bind(id, body) => Pointed::Bind(variable(id), of(body)),
            Node::Block(one, other) => Pointed::Block(of(one), of(other)),
            Node::Items { items, body } => Pointed::Items { items: all(items), body: of(body) },
            Node::Table(table) => {
                let entry = |(key, value)| (sexpr_core::ByIdentity(variable(key)), of(value));
                Pointed::Table(table.iter().map(entry).collect())
            }
            Node::Shared(of) => Pointed::Shared(hold(of, &made, &mut held)),
        };
        made.push(Arc::new(node));
    }
    made
}

type Rooted<'r> = InArena<'r, Vec<Var>, InArena<'r, Vec<Node>, Vec<NodeId>, NodeId>, VarId>;

fn rooted<'r>(nodes: &'r Vec<Node>, variables: &'r Vec<Var>, roots: &[usize]) -> Rooted<'r> {
    let roots = roots.iter().copied().map(NodeId).collect();
    InArena::holding(variables, InArena::<_, _, NodeId>::holding(nodes, roots))
}

fn variables() -> Vec<Var> {
    vec![Var { width: 8 }; VARIABLES]
}

/// The paths of all members, by classes. A variable as a key is shown by its type, and not by its id.
fn paths(classes: &[Vec<Subterm<'_>>]) -> Vec<Vec<String>> {
    let shown = |path: String| (0..VARIABLES).fold(path, |path, id| path.replace(&format!("[VarId {id}]"), "[Var]"));
    let classes = classes.iter().map(|class| class.iter().map(|member| shown(member.path().to_string())).collect());
    classes.collect()
}

/// The members of classes that are nodes of an arena, by their ids.
fn ids(nodes: &[Node], classes: &[Vec<Subterm<'_>>]) -> Vec<Vec<usize>> {
    let id = |of: &Node| nodes.iter().position(|node| std::ptr::eq(node, of)).expect("it is of this arena");
    let classes = classes
        .iter()
        .map(|class| class.iter().filter_map(|member| member.node().downcast()).map(id).collect::<Vec<_>>());
    classes.filter(|class| !class.is_empty()).collect()
}

fn pair(one: usize, other: usize) -> Node {
    Node::Pair(NodeId(one), NodeId(other))
}

#[test]
fn equal_nodes_behind_different_ids_are_one_class() {
    let nodes = vec![Node::Leaf(1), Node::Leaf(1), pair(0, 1), pair(1, 0), Node::Leaf(2), pair(2, 3), pair(5, 4)];
    let root = InArena::new(&nodes, NodeId(6));
    let common = Subterms::new().common(&root);
    assert_eq!(ids(&nodes, &common), [[2, 3], [0, 1]]);
    assert_eq!(
        paths(&common),
        [[".Pair.0.Pair.0", ".Pair.0.Pair.1"], [".Pair.0.Pair.0.Pair.0", ".Pair.0.Pair.0.Pair.1"]]
    );
    assert_eq!(common[0][0].size(), 3);
}

#[test]
fn dangling_ids_are_leaves_that_are_equal_by_number() {
    let nodes = vec![pair(7, 8), pair(7, 8), pair(7, 9), pair(0, 1), pair(3, 2)];
    let root = InArena::new(&nodes, NodeId(4));
    assert_eq!(ids(&nodes, &Subterms::new().common(&root)), [[0, 1]]);
    // No arena at all.
    let root = [pair(1, 2), pair(1, 2), pair(2, 1)].map(Arc::new);
    assert_eq!(paths(&Subterms::new().common(&root)), [["[0]", "[1]"]]);
    let root = [1, 1, 2].map(|id| Arc::new(Node::Use(VarId(id))));
    assert_eq!(paths(&Subterms::new().common(&root)), [["[0]", "[1]"]]);
}

#[test]
fn what_lies_on_a_cycle_or_leads_there_is_left_out_and_the_rest_is_not() {
    let leaf = || Node::Leaf(1);
    let nodes = vec![
        pair(1, 2),
        pair(3, 0),
        pair(4, 1),
        pair(5, 6),
        pair(6, 5),
        leaf(),
        leaf(),
        // Leads to the cycle twice.
        pair(0, 3),
        pair(0, 4),
        pair(7, 8),
    ];
    let root = InArena::new(&nodes, NodeId(9));
    assert_eq!(ids(&nodes, &Subterms::new().common(&root)), [[3, 4], [5, 6]]);
}

#[test]
fn a_loop_whose_blocks_bind_in_a_function_has_common_subexpressions() {
    let variables = variables();
    // In a scope, 1 binds a variable, and leads to itself by 2.
    let nodes = vec![
        Node::Block(NodeId(1), NodeId(5)),
        Node::Bind(VarId(0), NodeId(2)),
        Node::List([3, 1, 4, 1].map(NodeId).into()),
        Node::Use(VarId(0)),
        Node::Use(VarId(0)),
        Node::List([6, 7, 1, 8, 9].map(NodeId).into()),
        Node::List(vec![NodeId(3)]),
        Node::List(vec![NodeId(4)]),
        pair(3, 4),
        pair(4, 3),
    ];
    let root = rooted(&nodes, &variables, &[0]);
    // Before they were bound, the uses referred to nothing.
    assert_eq!(ids(&nodes, &Subterms::new().common(&root)), [vec![3, 4], vec![6, 7], vec![8, 9]]);
}

#[test]
fn an_arena_all_of_whose_nodes_count_has_common_nodes() {
    #[derive(StructuralEq)]
    struct Module {
        #[seq(arena(NodeId, whole))]
        nodes: Vec<Node>,
    }
    let module = Module { nodes: vec![pair(1, 2), Node::Leaf(1), Node::Leaf(1), pair(2, 1)] };
    let common = Subterms::new().common(&module);
    assert_eq!(paths(&common), [[".nodes[0]", ".nodes[3]"], [".nodes[0].Pair.0", ".nodes[0].Pair.1"]]);
    let two = [Module { nodes: module.nodes.clone() }, module];
    assert_eq!(paths(&Subterms::new().common(&two))[0], ["[0]", "[1]"]);
}

/// Arenas in arenas.
mod nested {
    use super::*;

    ids! { FunctionId => Function; TypeId => Type; }

    #[derive(StructuralEq, Clone)]
    enum Type {
        Int,
        Pointer(TypeId),
    }

    #[derive(StructuralEq, Clone)]
    struct Function {
        #[seq(arena(NodeId))]
        nodes: Vec<Node>,
        body: NodeId,
        result: TypeId,
        constant: Option<FunctionId>,
    }

    #[derive(StructuralEq)]
    struct Module {
        #[seq(arena(TypeId))]
        types: Vec<Type>,
        #[seq(arena(FunctionId))]
        functions: Vec<Function>,
        shared: Vec<Arc<Function>>,
        exports: Vec<FunctionId>,
    }

    fn function(leaf: u8, result: usize, constant: Option<usize>) -> Function {
        let nodes = vec![Node::Leaf(leaf), Node::Leaf(leaf), pair(0, 1)];
        Function { nodes, body: NodeId(2), result: TypeId(result), constant: constant.map(FunctionId) }
    }

    fn module(functions: Vec<Function>, shared: Vec<Arc<Function>>, exports: &[usize]) -> Module {
        let types =
            vec![Type::Int, Type::Pointer(TypeId(0)), Type::Pointer(TypeId(4)), Type::Pointer(TypeId(3)), Type::Int];
        Module { types, functions, shared, exports: exports.iter().copied().map(FunctionId).collect() }
    }

    #[test]
    fn functions_with_arenas_of_their_own_are_equal_by_what_they_mean() {
        let all = vec![function(1, 1, None), function(1, 2, None), function(2, 1, None), function(1, 1, Some(2))];
        let module = module(all, vec![], &[0, 1, 2, 3]);
        let common = Subterms::new().common(&module);
        let functions: Vec<_> = paths(&common).into_iter().filter(|class| class[0].ends_with(']')).collect();
        assert_eq!(functions, [[".exports[0]", ".exports[1]"]]);
        let bodies = paths(&common).into_iter().find(|class| class[0] == ".exports[0].body").unwrap();
        assert_eq!(bodies, [".exports[0].body", ".exports[1].body", ".exports[3].body"]);
        let constant = paths(&common).into_iter().find(|class| class[0] == ".exports[2].body");
        assert_eq!(constant, None, "the constant is the function with number 2, which is one member");
        let results = paths(&common).into_iter().find(|class| class[0] == ".exports[0].result").unwrap();
        assert_eq!(results, [".exports[0].result", ".exports[1].result"]);
    }

    #[test]
    fn what_a_pointer_leads_to_is_told_apart_by_the_arenas_in_force() {
        // One object means `1` in one arena, and `2` in the other; what holds it is not equal.
        let held = Arc::new(Held { one: NodeId(0), other: None });
        let of = |leaf| vec![Node::Leaf(leaf), Node::Shared(held.clone()), Node::List(vec![NodeId(1)])];
        let (ones, twos, again) = (of(1), of(2), of(1));
        let [one, two, other] = [&ones, &twos, &again].map(|nodes| InArena::new(nodes, NodeId(2)));
        let root = (one, two, other);
        let paths = paths(&Subterms::new().common(&root));
        assert!(paths.contains(&vec![".0".into(), ".2".into()]), "{paths:?}");
        assert!(paths.iter().flatten().all(|path| !path.starts_with(".1")), "{paths:?}");
    }
}

/// Nodes in several tables.
#[test]
fn fields_in_other_tables_count() {
    ids! { Inst => &'static str; }

    struct Graph {
        names: Vec<&'static str>,
        operands: Vec<Vec<Inst>>,
    }
    impl Arena<Inst> for Graph {
        const COLUMNS: Option<for<'a> fn(&'a Self, &Inst, &mut VirtualFields<'a>)> = Some(|graph, inst, fields| {
            if let Some(operands) = graph.operands.get(inst.0) {
                fields.slice("operands", Def::Inherit, operands);
            }
        });
        fn node(&self, inst: &Inst) -> Option<&&'static str> {
            self.names.get(inst.0)
        }
        fn nodes(&self) -> impl Iterator<Item = &&'static str> {
            self.names.iter()
        }
    }
    #[derive(StructuralEq)]
    struct Statement(Inst);

    let operands = [vec![], vec![], vec![0, 1], vec![1, 0], vec![0, 0], vec![5]];
    let operands = operands.map(|operands| operands.into_iter().map(Inst).collect());
    let graph = Graph { names: vec!["x", "x", "add", "add", "sub", "add"], operands: operands.into() };
    let statements = (0..6).map(|inst| Statement(Inst(inst))).collect::<Vec<_>>();
    let root = InArena::<_, _, Inst>::holding(&graph, statements);
    assert_eq!(paths(&Subterms::new().common(&root)), [["[0]", "[1]"], ["[2]", "[3]"]]);
}

#[test]
fn functions_that_all_mention_each_other_take_polynomial_time() {
    const COUNT: usize = if cfg!(miri) { 5 } else { 16 };
    let all: Vec<NodeId> = (0..COUNT).map(NodeId).collect();
    for binds in [false, true] {
        let mention = |index| match binds {
            true => Node::Bind(VarId(index), NodeId(COUNT + index)),
            false => Node::Lambda(VarId(index), NodeId(COUNT + index)),
        };
        let uses = (0..COUNT).map(|index| Node::Use(VarId(index)));
        let others = |first: usize| {
            let mut ids = all.clone();
            ids.rotate_left(first);
            ids.extend((0..COUNT).map(|index| NodeId(2 * COUNT + index)));
            Node::List(ids)
        };
        let nodes: Vec<Node> = (0..COUNT).map(mention).chain((0..COUNT).map(others)).chain(uses).collect();
        let block = |root: usize| [Node::Block(NodeId(root), NodeId(root)), Node::Block(NodeId(root), NodeId(root))];
        let nodes = [nodes, block(0).to_vec()].concat();
        let variables = vec![Var { width: 8 }; COUNT];
        let roots = (0..nodes.len()).map(NodeId).collect::<Vec<_>>();
        let root = InArena::<_, _, VarId>::holding(&variables, InArena::<_, _, NodeId>::holding(&nodes, roots));
        for class in Subterms::new().common(&root).iter() {
            assert!(
                class.iter().filter_map(|member| member.node().downcast()).all(|node| matches!(node, Node::Use(_)))
            );
        }
    }
}

/// A scope predeclares what an arena binds that lies inside, even if no arena is around the scope.
mod predeclared {
    use super::*;

    ids! { TermId => Term; }

    #[derive(StructuralEq, Clone)]
    enum Term {
        Name(#[seq(var)] String),
        Define(#[seq(var, def)] String),
        Sum(Vec<Term>),
        Unit {
            #[seq(arena(TermId))]
            terms: Vec<Term>,
            root: TermId,
        },
    }

    #[derive(StructuralEq)]
    #[seq(scope(predeclare = terms))]
    struct Block {
        terms: Vec<Term>,
    }

    #[test]
    fn a_free_variable_is_not_one_that_an_inner_arena_declares() {
        let sum = Term::Sum(vec![Term::Name("f".into()), Term::Name("g".into())]);
        let unit = Term::Unit { terms: vec![Term::Define("f".into())], root: TermId(0) };
        let block = Block { terms: vec![sum.clone(), unit] };
        let term = (sum, block);
        let classes = Subterms::new().common(&term);
        let paths: Vec<String> =
            classes.iter().flat_map(|class| class.iter()).map(|subterm| subterm.path().to_string()).collect();
        assert_eq!(paths, [".0[1]", ".1.terms[0][1]"], "only `g` is free at both places");
    }
}
