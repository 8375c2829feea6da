//! Functions behind ids that call themselves and each other, each with variables of its own.

use sexpr_core::{
    StructuralEq,
    arena::{FromIndex, Id},
    assert_structural_equal,
    rewrite::Rewrite,
    terms::{bound_variables, rename_bound},
};

id!(FunctionId => Function);
id!(VariableId => Variable);
id!(ExprId => Expr);

#[derive(StructuralEq, Clone, Debug, PartialEq)]
#[seq(rewrite, kind = "var")]
struct Variable {
    #[seq(ignore)]
    name: u32,
}

#[derive(StructuralEq, Clone, Debug, PartialEq)]
#[seq(rewrite)]
enum Expr {
    Variable(VariableId),
    Call(FunctionId),
    Sequence(Vec<ExprId>),
}
use Expr::{Call, Sequence};

#[derive(StructuralEq, Clone, Debug, PartialEq)]
#[seq(rewrite, scope)]
struct Function {
    #[seq(arena(VariableId))]
    variables: Vec<Variable>,
    #[seq(arena(ExprId))]
    expressions: Vec<Expr>,
    #[seq(def)]
    parameter: VariableId,
    body: ExprId,
}

#[derive(StructuralEq, Clone, Debug, PartialEq)]
#[seq(rewrite)]
struct Module {
    #[seq(arena(FunctionId))]
    functions: Vec<Function>,
    roots: Vec<FunctionId>,
}

/// A function that evaluates these expressions in order.
fn function(expressions: Vec<Expr>) -> Function {
    let body = ExprId(expressions.len());
    let sequence = Sequence((0..expressions.len()).map(ExprId).collect());
    let expressions = expressions.into_iter().chain([sequence]).collect();
    Function { variables: vec![Variable { name: 0 }], expressions, parameter: VariableId(0), body }
}

fn call(function: usize) -> Expr {
    Call(FunctionId(function))
}

const PARAMETER: Expr = Expr::Variable(VariableId(0));

fn module(functions: Vec<Function>, roots: &[usize]) -> Module {
    Module { functions, roots: roots.iter().copied().map(FunctionId).collect() }
}

fn assert_stays(module: &Module) {
    let rewritten = Rewrite::new().with_bindings().after(|_: &Expr, _| None::<Expr>).run(module.clone());
    assert_eq!(rewritten, *module);
    let rewritten = Rewrite::new().after(|_: &Variable, _| None::<Variable>).run(module.clone());
    assert_eq!(rewritten, *module);
    let renamed =
        rename_bound(module.clone(), |_: &Variable, _| Variable { name: 7 }).expect("all have keys or fields");
    assert_structural_equal!(&renamed, module);
}

#[test]
fn a_function_that_calls_itself_stays_one_however_often_it_is_called() {
    for times in 1..4 {
        let roots = vec![0; times];
        assert_stays(&module(vec![function(vec![call(0), PARAMETER])], &roots));
        assert_stays(&module(vec![function(vec![PARAMETER, call(0)])], &roots));
    }
}

#[test]
fn functions_that_call_each_other_stay_as_many() {
    let even = || function(vec![PARAMETER, call(1), PARAMETER]);
    let odd = || function(vec![call(0), PARAMETER]);
    for roots in [vec![0, 1], vec![1, 0], vec![0, 0, 1, 1]] {
        assert_stays(&module(vec![even(), odd()], &roots));
        assert_stays(&module(vec![even(), odd(), function(vec![call(1), call(0), call(2), PARAMETER])], &roots));
    }
}

#[test]
fn recursive_functions_that_call_one_another_twice_are_each_rewritten_once() {
    const FUNCTIONS: usize = if cfg!(miri) { 6 } else { 40 };
    let functions = (0..FUNCTIONS).map(|number| {
        let next = (number + 1).min(FUNCTIONS - 1);
        function(vec![call(number), PARAMETER, call(next), call(next)])
    });
    let module = module(functions.collect(), &[0]);
    assert_stays(&module);
    assert_eq!(bound_variables::<Variable, _>(&module).len(), FUNCTIONS);
}

#[test]
fn a_function_that_a_callback_puts_there_may_be_on_a_cycle_that_was_not_reached() {
    let functions = vec![function(vec![PARAMETER]), function(vec![call(2), PARAMETER]), function(vec![call(1)])];
    let before = module(functions.clone(), &[0]);
    let after =
        Rewrite::new().with_bindings().on(|id: &FunctionId, _| (id.0 == 0).then_some(FunctionId(1))).run(before);
    assert_eq!(after, module(functions, &[1]));
}
