//! Nodes in arenas: each that ids reach is rewritten in its place.

mod random;

use std::collections::BTreeMap;

use sexpr_core::{
    Options, StructuralEq,
    arena::{FromIndex, Id},
    rewrite::{Change, Rewrite, Site},
    structural_equal,
};

/// A type of ids for a type of nodes.
macro_rules! id {
    ($id:ident => $node:ty) => {
        #[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
        struct $id(usize);

        impl Id for $id {
            type Node = $node;
            fn index(&self) -> u64 {
                self.0 as u64
            }
        }
        impl FromIndex for $id {
            fn from_index(index: usize) -> Self {
                $id(index)
            }
        }
        sexpr_core::id!($id);
        sexpr_core::rewritable!(id $id);
    };
}

mod cycles;
mod keyed;
mod recursion;
mod variable_types;

id!(ExprId => Expr);

#[derive(StructuralEq, Clone, Debug, PartialEq)]
#[seq(rewrite)]
enum Expr {
    Int(i64),
    Add(ExprId, ExprId),
    Var(#[seq(var)] String),
    #[seq(scope)]
    Lambda(#[seq(var, def)] String, ExprId),
    List(Vec<ExprId>),
}
use Expr::{Add, Int, Lambda, List, Var};

#[derive(StructuralEq, Clone, Debug, PartialEq)]
#[seq(rewrite)]
struct Function {
    #[seq(arena(ExprId))]
    expressions: Vec<Expr>,
    result: ExprId,
}

fn function(expressions: impl Into<Vec<Expr>>, result: usize) -> Function {
    Function { expressions: expressions.into(), result: ExprId(result) }
}

fn add(left: usize, right: usize) -> Expr {
    Add(ExprId(left), ExprId(right))
}

fn list(ids: &[usize]) -> Expr {
    List(ids.iter().copied().map(ExprId).collect())
}

#[test]
fn nodes_are_replaced_in_their_places_and_unreached_ones_stay() {
    let before = function([Int(1), add(0, 0), Int(7), list(&[1, 0])], 3);
    let after = Rewrite::new().after(|value: &i64, _| Some(value + 1)).run(before);
    assert_eq!(after, function([Int(2), add(0, 0), Int(7), list(&[1, 0])], 3));
}

#[test]
fn each_node_is_visited_once_after_what_is_below_it() {
    let before = function([Int(1), add(0, 0), list(&[1, 1, 0]), Int(9)], 2);
    let mut met = Vec::new();
    let after = Rewrite::new()
        .after(|expr: &Expr, _| {
            met.push(expr.clone());
            None
        })
        .run(before.clone());
    assert_eq!(after, before);
    assert_eq!(met, [Int(1), add(0, 0), list(&[1, 1, 0])]);
}

#[test]
fn each_node_of_a_cycle_is_visited_once() {
    let before = function([list(&[1]), list(&[2, 0, 1]), list(&[0, 2, 1])], 0);
    let mut count = 0;
    let after = Rewrite::new()
        .after(|expr: &Expr, _| {
            count += 1;
            let List(ids) = expr else { return None };
            Some(List(ids.iter().rev().copied().collect()))
        })
        .run(before);
    assert_eq!(count, 3);
    assert_eq!(after, function([list(&[1]), list(&[1, 0, 2]), list(&[1, 2, 0])], 0));
}

#[test]
fn callbacks_look_at_nodes_as_they_are_now_and_allocate_new_ones() {
    let before = function([Int(1), Int(2), add(0, 1), add(2, 2)], 3);
    let after = Rewrite::new()
        .after(|expr: &Expr, site: &Site| {
            let Add(left, right) = *expr else { return None };
            let (Int(left), Int(right)) = (site.node(&left)?, site.node(&right)?) else { return None };
            let sum: ExprId = site.allocate(Int(left + right))?;
            assert_eq!(site.with_node(&sum, |sum| sum.clone()), Some(Int(left + right)));
            Some(List(vec![sum]))
        })
        .run(before);
    assert_eq!(after, function([Int(1), Int(2), list(&[4]), add(2, 2), Int(3)], 3));
}

#[test]
fn nothing_is_allocated_while_a_node_is_read_and_where_no_arena_is_in_force() {
    let before = function([Int(1)], 0);
    Rewrite::new()
        .after(|_: &Expr, site: &Site| {
            assert_eq!(site.with_node(&ExprId(0), |_| site.allocate::<ExprId>(Int(2))), Some(None));
            assert_eq!(site.node(&ExprId(7)), None);
            None
        })
        .after(|_: &Function, site: &Site| {
            assert_eq!((site.node(&ExprId(0)), site.allocate::<ExprId>(Int(1))), (None, None));
            None
        })
        .run(before);
}

#[test]
fn ids_are_replaced_by_others() {
    // `x + 0` is `x`.
    let before = function([Int(5), Int(0), add(0, 1), add(2, 2)], 3);
    let after = Rewrite::new()
        .after(|id: &ExprId, site: &Site| match site.node(id)? {
            Add(left, right) if site.node(&right) == Some(Int(0)) => Some(left),
            _ => None,
        })
        .run(before);
    assert_eq!(after, function([Int(5), Int(0), add(0, 1), add(0, 0)], 3));
}

#[test]
fn what_is_put_there_before_is_looked_into() {
    let before = function([Int(1), Int(2), list(&[0])], 2);
    let after = Rewrite::new()
        .on(|id: &ExprId, site: &Site| match site.node(id)? {
            Int(1) => site.allocate(add(1, 1)),
            _ => None,
        })
        .after(|value: &i64, _| Some(value * 10))
        .run(before);
    assert_eq!(after, function([Int(1), Int(20), list(&[3]), add(1, 1)], 2));
    let skipped = Rewrite::new()
        .on(|expr: &Expr, _| matches!(expr, List(_)).then(Change::skip).unwrap_or_default())
        .after(|value: &i64, _| Some(value * 10))
        .run(function([Int(1), list(&[0])], 1));
    assert_eq!(skipped, function([Int(1), list(&[0])], 1));
}

#[test]
fn names_in_nodes_are_renamed_with_their_binders() {
    // `λx. (x, λx. x)`, each of whose bodies is the same node.
    let x = || "x".to_string();
    let before = function([Var(x()), Lambda(x(), ExprId(0)), list(&[0, 1]), Lambda(x(), ExprId(2))], 3);
    let mut number = 0;
    let after = Rewrite::new()
        .with_bindings()
        .after(|name: &String, site| {
            number += usize::from(site.is_binding());
            site.is_binding().then(|| format!("{name}{number}"))
        })
        .run(before.clone());
    assert!(structural_equal(&after, &before), "{after:?}");
    // The second way in which the node's variable is bound has a node of its own.
    let var = |name: &str| Var(name.into());
    let expected =
        [var("x1"), Lambda("x2".into(), ExprId(4)), list(&[0, 1]), Lambda("x1".into(), ExprId(2)), var("x2")];
    assert_eq!(after, function(expected, 3));
}

#[test]
fn a_free_use_and_a_bound_one_of_one_node_part() {
    let x = || "x".to_string();
    let before = function([Var(x()), Lambda(x(), ExprId(0)), list(&[1, 0])], 2);
    let after = sexpr_core::terms::rename_bound(before.clone(), |_: &String, n| format!("y{n}")).unwrap();
    assert!(structural_equal(&after, &before), "{after:?}");
    assert_eq!(after.expressions[1], Lambda("y1".into(), ExprId(0)));
    assert_eq!(after.expressions[2..], [list(&[1, 3]), Var(x())]);
}

#[test]
fn a_free_use_stays_where_its_node_is_met_bound_first_on_a_cycle() {
    // `(λz. L, L)`, where `L` is `(λz. L, z)`.
    let var = || Var("z".to_string());
    let before = function([add(1, 3), Lambda("z".to_string(), ExprId(0)), add(1, 0), var()], 2);
    let after = sexpr_core::terms::rename_bound(before, |name: &String, n| format!("{name}{n}")).unwrap();
    assert_eq!(sexpr_core::terms::free_variables::<String, _>(&after), ["z"]);
}

#[test]
fn a_deep_chain_takes_no_native_stack() {
    const DEPTH: usize = if cfg!(miri) { 20 } else { 100_000 };
    let chain = core::iter::once(Int(0)).chain((0..DEPTH).map(|below| list(&[below])));
    let before = function(chain.collect::<Vec<_>>(), DEPTH);
    let after = Rewrite::new().after(|value: &i64, _| Some(value + 1)).run(before);
    assert_eq!(after.expressions[0], Int(1));
    let ring = (0..DEPTH).map(|index| list(&[(index + 1) % DEPTH])).collect::<Vec<_>>();
    let mut met = 0;
    Rewrite::new()
        .with_bindings()
        .after(|_: &Expr, _| {
            met += 1;
            None
        })
        .run(function(ring, 0));
    assert_eq!(met, DEPTH);
}

#[test]
fn nodes_that_all_mention_each_other_take_linear_time() {
    const COUNT: usize = if cfg!(miri) { 6 } else { 60 };
    let all: Vec<usize> = (0..COUNT).collect();
    let lambdas = (0..COUNT).map(|index| Lambda(format!("x{index}"), ExprId(COUNT + index)));
    let before = function(lambdas.chain((0..COUNT).map(|_| list(&all))).collect::<Vec<_>>(), 0);
    let after = sexpr_core::terms::rename_bound(before.clone(), |name: &String, n| format!("{name}_{n}")).unwrap();
    assert_eq!(after.expressions.len(), before.expressions.len());
    for index in 0..COUNT {
        assert_eq!(after.expressions[index], Lambda(format!("x{index}_1"), ExprId(COUNT + index)));
    }
}

#[test]
fn a_shared_node_with_an_arena_is_copied_where_something_in_it_changes() {
    use std::sync::Arc;
    let shared = Arc::new(function([Int(1)], 0));
    let (one, other) = (shared.clone(), shared.clone());
    let (left, right) = Rewrite::new().after(|value: &i64, _| Some(value + 1)).run((one, other));
    assert_eq!(*shared, function([Int(1)], 0));
    assert_eq!(*left, function([Int(2)], 0));
    assert!(Arc::ptr_eq(&left, &right));
    let same = Rewrite::new().after(|_: &i64, _| None).run(shared.clone());
    assert!(Arc::ptr_eq(&same, &shared));
}

#[test]
fn pointers_to_what_is_equal_become_one_where_that_holds_ids() {
    use sexpr_core::terms::hash_cons;
    use std::sync::Arc;

    let one = || Arc::new(function([Int(1)], 0));
    let pair = (one(), one(), Arc::new(String::from("a")), Arc::new(String::from("a")));
    let (left, right, ..) = hash_cons(pair);
    assert!(Arc::ptr_eq(&left, &right));
    assert_eq!(*left, *one());
}

/// Arenas in arenas.
mod scoped {
    use super::*;

    id!(ConstId => Constant);
    id!(FunctionId => Inner);

    #[derive(StructuralEq, Clone, Debug, PartialEq)]
    #[seq(rewrite)]
    struct Constant {
        name: String,
        value: ExprId,
    }

    id!(TermId => Term);
    #[derive(StructuralEq, Clone, Debug, PartialEq)]
    #[seq(rewrite)]
    enum Term {
        Constant(ConstId),
        Expr(ExprId),
    }

    #[derive(StructuralEq, Clone, Debug, PartialEq)]
    #[seq(rewrite)]
    struct Inner {
        #[seq(arena(ExprId))]
        expressions: Vec<Expr>,
        #[seq(arena(TermId))]
        terms: Vec<Term>,
        body: TermId,
        calls: Vec<FunctionId>,
    }

    #[derive(StructuralEq, Clone, Debug, PartialEq)]
    #[seq(rewrite)]
    struct Module {
        #[seq(arena(ExprId))]
        expressions: Vec<Expr>,
        #[seq(arena(ConstId))]
        constants: Vec<Constant>,
        #[seq(arena(FunctionId, whole))]
        functions: Vec<Inner>,
    }

    #[test]
    fn behind_an_id_arenas_are_those_of_its_own_arena() {
        let inner = |body, calls: &[usize]| Inner {
            expressions: vec![Int(10), Int(20)],
            terms: vec![Term::Constant(ConstId(0)), Term::Expr(ExprId(1))],
            body: TermId(body),
            calls: calls.iter().copied().map(FunctionId).collect(),
        };
        let before = Module {
            expressions: vec![Int(1), Int(2)],
            constants: vec![Constant { name: "c".into(), value: ExprId(1) }],
            functions: vec![inner(0, &[1]), inner(1, &[0, 1])],
        };
        let mut values = Vec::new();
        let after = Rewrite::new()
            .after(|value: &i64, _| {
                values.push(*value);
                Some(value + 1)
            })
            .run(before);
        assert_eq!(values, [2, 20]);
        assert_eq!(after.expressions, [Int(1), Int(3)]);
        assert_eq!(after.functions[0].expressions, [Int(10), Int(20)]);
        assert_eq!(after.functions[1].expressions, [Int(10), Int(21)]);
    }
}

/// Variables that are nodes in arenas.
mod variables {
    use super::*;

    id!(VarId => Variable);
    id!(NodeId => Node);

    #[derive(StructuralEq, Clone, Debug, PartialEq)]
    #[seq(kind = "var", rewrite)]
    struct Variable {
        #[seq(ignore)]
        name: String,
        ty: Option<NodeId>,
    }

    #[derive(StructuralEq, Clone, Debug, PartialEq)]
    #[seq(rewrite)]
    enum Node {
        Use(VarId),
        Call(Vec<NodeId>),
        #[seq(scope)]
        Lambda {
            #[seq(def)]
            parameter: VarId,
            body: NodeId,
        },
        Table(BTreeMap<VarId, NodeId>),
        #[seq(scope(predeclare = items))]
        Block {
            items: Vec<NodeId>,
        },
        Item {
            #[seq(def)]
            name: VarId,
            value: NodeId,
        },
        Unit,
    }

    #[derive(StructuralEq, Clone, Debug, PartialEq)]
    #[seq(rewrite)]
    struct Body {
        #[seq(arena(VarId))]
        variables: Vec<Variable>,
        #[seq(arena(NodeId))]
        nodes: Vec<Node>,
        root: NodeId,
    }

    fn body(variables: &[&str], nodes: Vec<Node>, root: usize) -> Body {
        let variable = |name: &&str| Variable { name: name.to_string(), ty: None };
        Body { variables: variables.iter().map(variable).collect(), nodes, root: NodeId(root) }
    }

    fn call(nodes: &[usize]) -> Node {
        Node::Call(nodes.iter().copied().map(NodeId).collect())
    }

    fn lambda(parameter: usize, body: usize) -> Node {
        Node::Lambda { parameter: VarId(parameter), body: NodeId(body) }
    }

    fn rename(body: Body) -> Body {
        let fresh = |variable: &Variable, _| Variable { name: format!("{}'", variable.name), ..variable.clone() };
        sexpr_core::terms::rename_bound(body, fresh).unwrap()
    }

    #[test]
    fn a_variable_is_replaced_under_its_id() {
        let nodes = || vec![Node::Use(VarId(0)), Node::Use(VarId(1)), call(&[0, 1]), lambda(0, 2)];
        let after = rename(body(&["x", "y"], nodes(), 3));
        assert_eq!(after, body(&["x'", "y"], nodes(), 3));
    }

    #[test]
    fn a_variable_that_is_bound_twice_becomes_two() {
        let nodes = vec![Node::Use(VarId(0)), lambda(0, 0), call(&[0, 1]), lambda(0, 2), call(&[3, 0])];
        let before = body(&["x"], nodes, 4);
        let after = rename(before.clone());
        assert!(Options::new().map_free_vars(true).equal(&before, &after), "{after:?}");
        let names: Vec<_> = after.variables.iter().map(|variable| &*variable.name).collect();
        // The inner one and the free one were other variables all the time.
        assert_eq!(names, ["x'", "x'", "x"]);
    }

    #[test]
    fn a_variable_that_its_own_type_mentions_is_replaced_there_where_it_is_met_again() {
        // The type of both is `y`, which is free where the outer one is bound.
        let variable = |name: &str| Variable { name: name.to_owned(), ty: Some(NodeId(0)) };
        let nodes = vec![Node::Use(VarId(1)), lambda(0, 2), lambda(1, 3), Node::Unit];
        let before = Body { variables: vec![variable("x"), variable("y")], nodes, root: NodeId(1) };
        let after = rename(before.clone());
        assert!(Options::new().equal(&before, &after), "{after:?}");
        // Two lambdas bind `x`, and the second one's body is the node that is the type of `x`.
        let nodes = vec![Node::Use(VarId(0)), lambda(0, 2), Node::Unit, lambda(0, 0), call(&[1, 3])];
        let before = Body { variables: vec![variable("x")], nodes, root: NodeId(4) };
        let after = rename(before.clone());
        assert!(Options::new().equal(&before, &after), "{after:?}");
    }

    #[test]
    fn meanings_are_told_by_id() {
        let nodes = vec![Node::Use(VarId(0)), Node::Use(VarId(1)), call(&[0, 1]), lambda(0, 2)];
        let mut free = Vec::new();
        Rewrite::new()
            .with_bindings()
            .after(|node: &Node, site| {
                if let Node::Use(variable) = node {
                    free.push(site.meaning_of_id(variable).unwrap().binding().is_none());
                }
                None
            })
            .run(body(&["x", "y"], nodes, 3));
        assert_eq!(free, [false, true]);
    }

    #[test]
    fn keys_of_maps_are_replaced_with_their_variables() {
        let nodes = vec![
            Node::Unit,
            Node::Table(BTreeMap::from([(VarId(0), NodeId(0))])),
            lambda(0, 1),
            Node::Use(VarId(0)),
            call(&[2, 3]),
            call(&[3, 2]),
        ];
        for root in [4, 5] {
            let before = body(&["x"], nodes.clone(), root);
            let after = rename(before.clone());
            assert!(Options::new().map_free_vars(true).equal(&before, &after), "{after:?}");
            assert!(after.variables.iter().any(|variable| variable.name == "x'"));
        }
    }

    #[test]
    fn what_a_scope_predeclares_behind_ids_is_replaced_in_what_comes_before() {
        let item = |name, value| Node::Item { name: VarId(name), value: NodeId(value) };
        let block = |items: &[usize]| Node::Block { items: items.iter().copied().map(NodeId).collect() };
        let nodes =
            vec![Node::Use(VarId(1)), item(0, 0), Node::Use(VarId(0)), item(1, 2), block(&[1, 3]), call(&[4, 4])];
        for root in [4, 5] {
            let before = body(&["f", "g"], nodes.clone(), root);
            let after = rename(before.clone());
            assert!(Options::new().map_free_vars(true).equal(&before, &after), "{after:?}");
            assert_eq!(after.variables.len(), if root == 4 { 2 } else { after.variables.len() });
            assert_eq!((&*after.variables[0].name, &*after.variables[1].name), ("f'", "g'"));
        }
    }
}

/// Ids that are numbers.
mod numbers {
    use sexpr_core::mirror::IdOf;

    use super::*;

    #[derive(StructuralEq, Clone, Debug, PartialEq)]
    #[seq(rewrite)]
    enum Number {
        Int(i64),
        Negate(#[seq(id(Number))] u32),
    }

    #[derive(StructuralEq, Clone, Debug, PartialEq)]
    #[seq(rewrite)]
    struct Numbers {
        #[seq(arena(IdOf<Number, u32>))]
        all: Box<[Number]>,
        #[seq(id(Number))]
        root: u32,
    }

    #[test]
    fn numbers_are_followed_and_replaced() {
        let all: Box<[_]> = [Number::Int(1), Number::Int(5), Number::Negate(0)].into();
        let before = Numbers { all, root: 2 };
        let after = Rewrite::new()
            .after(|value: &i64, _| Some(value + 1))
            .after(|id: &IdOf<Number, u32>, site: &Site| match site.node(id)? {
                Number::Int(value) => site.allocate(Number::Int(value * 10)),
                Number::Negate(_) => None,
            })
            .run(before);
        let all = [Number::Int(2), Number::Int(5), Number::Negate(3), Number::Int(20)];
        assert_eq!(after, Numbers { all: all.into(), root: 2 });
    }
}
