//! Modules: arenas in arenas, and what ids lead to in which; variables and dag nodes by id.

use std::sync::Arc;

use sexpr_core::{
    Reason, StructuralEq,
    arena::InArena,
    first_structural_mismatch,
    report::Obstacle,
    structural_equal, structural_fingerprint, structural_hash,
    walk::{Walk, nodes},
};
use sexpr_test_support::{
    check::{differ, equal, steps},
    ids,
};

use crate::nodes::Var;

ids! { ExprId => Expr; TypeId => Type; ConstantId => Constant; FunctionId => Function; VarId => Var; NodeId => Node; }

#[derive(StructuralEq, Debug)]
enum Expr {
    Number(i64),
    Add(ExprId, ExprId),
    Constant(ConstantId),
    Call(FunctionId, Vec<ExprId>),
}

#[derive(StructuralEq, Debug)]
enum Type {
    Int,
    Pointer(TypeId),
}

#[derive(StructuralEq, Debug)]
struct Constant {
    ty: TypeId,
    value: ExprId,
}

#[derive(StructuralEq, Debug)]
#[seq(kind = "dag")]
struct Function {
    #[seq(arena(ExprId))]
    expressions: Vec<Expr>,
    result: ExprId,
}

#[derive(StructuralEq, Debug)]
struct Module {
    #[seq(arena(TypeId))]
    types: Vec<Type>,
    #[seq(arena(ConstantId))]
    constants: Vec<Constant>,
    /// Those of constants.
    #[seq(arena(ExprId))]
    expressions: Vec<Expr>,
    #[seq(arena(FunctionId, whole))]
    functions: Vec<Function>,
}

fn assert_equal<T: StructuralEq>(left: &T, right: &T) {
    equal(left, right);
    assert_eq!(structural_fingerprint(left), structural_fingerprint(right));
}

fn assert_different<T: StructuralEq>(left: &T, right: &T) -> (String, String) {
    let mismatch = differ(left, right);
    (steps(mismatch.lhs()), steps(mismatch.rhs()))
}

/// A module with one function, which is `constant + constant`, and a constant that has an expression of its own.
fn module(value: i64, first: usize) -> Module {
    let mut expressions = vec![Expr::Number(0), Expr::Number(1)];
    expressions.push(Expr::Number(value));
    let constants =
        vec![Constant { ty: TypeId(1), value: ExprId(0) }, Constant { ty: TypeId(first), value: ExprId(2) }];
    let function = Function {
        expressions: vec![Expr::Number(7), Expr::Constant(ConstantId(1)), Expr::Add(ExprId(1), ExprId(0))],
        result: ExprId(2),
    };
    Module {
        types: vec![Type::Int, Type::Pointer(TypeId(0)), Type::Pointer(TypeId(0))],
        constants,
        expressions,
        functions: vec![function],
    }
}

#[test]
fn what_a_constant_mentions_is_the_modules_and_not_the_functions() {
    assert_equal(&module(5, 1), &module(5, 2));
    let (left, right) = assert_different(&module(5, 1), &module(7, 2));
    assert_eq!((&*left, &*right), (".functions[0].result.Add.0.value", ".functions[0].result.Add.0.value"));
    let (left, _) = assert_different(&module(5, 1), &module(5, 0));
    assert_eq!(left, ".functions[0].result.Add.0.ty");
}

#[test]
fn functions_that_call_each_other_may_be_in_any_order() {
    // `f(x) = g(1, f(2))` and `g(x) = f(3)`, and what calls `f`.
    let module = |[f, g, main]: [usize; 3], number| {
        let mut functions =
            vec![(f, vec![Expr::Number(1), Expr::Number(number), Expr::Call(FunctionId(f), vec![ExprId(1)])])];
        functions[0].1.push(Expr::Call(FunctionId(g), vec![ExprId(0), ExprId(2)]));
        functions.push((g, vec![Expr::Number(3), Expr::Call(FunctionId(f), vec![ExprId(0)])]));
        functions.push((main, vec![Expr::Call(FunctionId(f), vec![])]));
        functions.sort_by_key(|(id, _)| *id);
        let function =
            |(_, expressions): (usize, Vec<Expr>)| Function { result: ExprId(expressions.len() - 1), expressions };
        functions.into_iter().map(function).collect::<Vec<_>>()
    };
    let (one, other, changed) = (module([0, 1, 2], 2), module([2, 0, 1], 2), module([2, 0, 1], 4));
    let root = |functions, main| InArena::new(functions, FunctionId(main));
    assert_equal(&root(&one, 2), &root(&other, 1));
    assert_different(&root(&one, 2), &root(&changed, 1));
    assert_different(&root(&one, 2), &root(&other, 0));
}

#[test]
fn what_functions_have_in_arenas_of_their_own_is_looked_at_once_whoever_calls_them() {
    #[derive(StructuralEq, Debug)]
    enum Instruction {
        Number(usize),
        Add(InstructionId, InstructionId),
        Call(Arc<Routine>),
    }
    #[derive(StructuralEq, Debug)]
    struct Routine {
        #[seq(arena(InstructionId))]
        instructions: Vec<Instruction>,
        result: InstructionId,
    }
    ids! { InstructionId => Instruction; }
    // Each of two routines calls both of those below.
    let tower = |last| {
        let lowest = |number| Routine { instructions: vec![Instruction::Number(number)], result: InstructionId(0) };
        let mut below = [Arc::new(lowest(last)), Arc::new(lowest(1))];
        for _ in 0..40 {
            below = [0, 1].map(|number| {
                let mut instructions: Vec<_> = below.iter().map(|callee| Instruction::Call(callee.clone())).collect();
                instructions.push(Instruction::Add(InstructionId(0), InstructionId(1)));
                instructions.push(Instruction::Number(number));
                instructions.push(Instruction::Add(InstructionId(3), InstructionId(2)));
                Arc::new(Routine { instructions, result: InstructionId(4) })
            });
        }
        below
    };
    assert_equal(&tower(0), &tower(0));
    assert_different(&tower(0), &tower(2));
    // A routine itself is met among the arenas of each of its callers.
    assert_eq!(nodes::<Routine>(&tower(0)).count(), 2 + 2 * 2 * 40);
    assert_eq!(nodes::<Instruction>(&tower(0)).count(), 2 * (40 * 5 + 1));
    let mut visited = 0;
    Walk::new().distinct().on(|_: &Instruction, _: &_| visited += 1).run(&tower(0));
    assert_eq!(visited, 2 * (40 * 5 + 1));
}

#[test]
fn one_node_in_two_environments_is_two() {
    // A shared pointer leads to an id, which means something else in each function.
    #[derive(StructuralEq)]
    struct Shared(ExprId);
    #[derive(StructuralEq)]
    struct Body {
        #[seq(arena(ExprId))]
        expressions: Vec<Expr>,
        result: Arc<Shared>,
    }
    let shared = Arc::new(Shared(ExprId(0)));
    let body = |value, result: &Arc<Shared>| Body { expressions: vec![Expr::Number(value)], result: result.clone() };
    let again = Arc::new(Shared(ExprId(0)));
    let pair = |one, other| (body(one, &shared), body(other, &again));
    assert_equal(&(body(1, &shared), body(2, &shared)), &pair(1, 2));
    assert_different(&(body(1, &shared), body(2, &shared)), &pair(1, 1));
    assert_different(&(body(1, &shared), body(1, &shared)), &pair(1, 2));
}

#[test]
fn the_record_of_a_dag_node_holds_where_its_arenas_are_in_force() {
    #[derive(StructuralEq)]
    #[seq(kind = "dag")]
    struct Dag(TypeId);
    #[derive(StructuralEq)]
    struct Body {
        #[seq(arena(ExprId))]
        expressions: Vec<Expr>,
        #[seq(arena(TypeId))]
        types: Vec<Type>,
        dag: Arc<Dag>,
    }
    #[derive(StructuralEq)]
    struct Outer {
        #[seq(arena(ExprId))]
        expressions: Vec<Expr>,
        dag: Arc<Dag>,
    }
    #[derive(StructuralEq)]
    struct Root<T> {
        #[seq(arena(TypeId))]
        types: Vec<Type>,
        parts: Vec<T>,
    }
    let dag = || Arc::new(Dag(TypeId(0)));
    let (a, b) = (dag(), dag());
    // Where both parts read the root's types, sharing counts.
    let outer = |dag: &Arc<Dag>, value| Outer { expressions: vec![Expr::Number(value)], dag: dag.clone() };
    let root = |parts| Root { types: vec![Type::Int], parts };
    assert_equal(&root(vec![outer(&a, 1), outer(&a, 2)]), &root(vec![outer(&b, 1), outer(&b, 2)]));
    assert_different(&root(vec![outer(&a, 1), outer(&a, 2)]), &root(vec![outer(&a, 1), outer(&b, 2)]));
    // Where each reads its own, it is recorded anew.
    let body = |dag: &Arc<Dag>, ty| Body { expressions: vec![], types: vec![ty], dag: dag.clone() };
    let pair = |one: &Arc<Dag>, other| root_of(vec![body(one, Type::Int), body(other, Type::Int)]);
    fn root_of<T>(parts: Vec<T>) -> Root<T> {
        Root { types: vec![], parts }
    }
    assert_equal(&pair(&a, &a), &pair(&a, &b));
}

#[derive(StructuralEq, Debug)]
enum Node {
    Use(VarId),
    #[seq(scope)]
    Lambda(#[seq(def)] VarId, NodeId),
}

#[derive(StructuralEq)]
struct Program {
    #[seq(arena(VarId))]
    variables: Vec<Var>,
    #[seq(arena(NodeId))]
    nodes: Vec<Node>,
    root: NodeId,
}

#[test]
fn variables_by_id_bind_and_are_renamed() {
    let program = |order: [usize; 2], used: usize| {
        let mut variables = vec![Var { ty: 8 }, Var { ty: 8 }];
        variables.reverse();
        let nodes = vec![
            Node::Use(VarId(order[used])),
            Node::Lambda(VarId(order[1]), NodeId(0)),
            Node::Lambda(VarId(order[0]), NodeId(1)),
        ];
        Program { variables, nodes, root: NodeId(2) }
    };
    assert_equal(&program([0, 1], 0), &program([1, 0], 0));
    assert_different(&program([0, 1], 0), &program([0, 1], 1));
    let free = |id| Program {
        variables: vec![Var { ty: 1 }, Var { ty: 1 }],
        nodes: vec![Node::Use(VarId(id))],
        root: NodeId(0),
    };
    assert!(!structural_equal(&free(0), &free(0)), "each program has variables of its own");
    let one = free(0);
    assert!(structural_equal(&one, &one));
    assert!(structural_fingerprint(&one).is_err());
}

#[test]
fn a_dangling_id_is_equal_to_itself_alone() {
    let arena = vec![Expr::Number(1)];
    let root = |id| InArena::new(&arena, ExprId(id));
    assert!(structural_equal(&root(7), &root(7)));
    assert_eq!(structural_hash(&root(7)), structural_hash(&root(7)));
    assert_different(&root(7), &root(8));
    assert_different(&root(0), &root(8));
    let reason = first_structural_mismatch(&root(0), &root(8)).map(|mismatch| mismatch.reason().to_string());
    assert_eq!(reason.as_deref(), Some("the right id is dangling: no arena in force has 8"));
    let reason = first_structural_mismatch(&root(7), &root(8)).expect("they differ");
    assert!(matches!(reason.reason(), Reason::Dangling { lhs: Some(7), rhs: Some(8), .. }));
    assert!(matches!(structural_fingerprint(&root(7)).map_err(|error| *error.obstacle()), Err(Obstacle::Dangling)));
    // No arena is in force.
    assert!(structural_equal(&ExprId(3), &ExprId(3)) && !structural_equal(&ExprId(3), &ExprId(4)));
    let obstacle = structural_fingerprint(&ExprId(3)).map_err(|error| *error.obstacle());
    assert_eq!(obstacle, Err(Obstacle::Dangling));
}

#[test]
fn walks_and_searches_follow_ids() {
    let module = module(5, 1);
    let numbers: Vec<i64> = nodes::<Expr>(&module)
        .filter_map(|expr| match expr {
            Expr::Number(number) => Some(*number),
            _ => None,
        })
        .collect();
    assert_eq!(numbers, [5, 7]);
    let mut paths = Vec::new();
    let walk = Walk::new().with_paths().on(|expr: &Expr, at| {
        if let Expr::Number(number) = expr {
            paths.push((*number, steps(&at.path())));
        }
    });
    walk.run(&module);
    assert_eq!(
        paths,
        [(5, ".functions[0].result.Add.0.value".to_owned()), (7, ".functions[0].result.Add.1".to_owned())]
    );
}
