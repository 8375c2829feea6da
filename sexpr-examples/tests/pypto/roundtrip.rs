//! Programs print and read back as their canonical form whatever their variables are called, and however their
//! statements are grouped.

use std::cell::Cell;
use std::sync::Arc;

use proptest::prelude::*;
use sexpr_core::rewrite::Rewrite;
use sexpr_examples::pypto::ir::{Function, IterArg, OpStmts, Program, SeqStmts, Span, Stmt, Var};

use crate::generator;
use crate::support::{assert_round_trip, program};

/// Names that get in one another's way, and some that are none.
const NAMES: [&str; 9] = ["x", "x_1", "y", "i", "pi", "for", "a b", "", "tuple"];

/// Calls all variables by these names, in turn.
fn renamed(program: Program, names: &[&str]) -> Program {
    let next = Cell::new(0);
    let name = || names[next.replace(next.get() + 1) % names.len()].to_owned();
    Rewrite::new()
        .after(|var: &Var, _| Some(Var { name: name(), r#type: var.r#type.clone(), span: var.span.clone() }))
        .after(|arg: &IterArg, _| {
            let (r#type, init_value, span) = (arg.r#type.clone(), arg.init_value.clone(), arg.span.clone());
            Some(IterArg { name: name(), r#type, init_value, span })
        })
        .run(program)
}

/// Groups statements in other ways, where this is wanted.
fn regrouped(program: Program, mut is_wanted: impl FnMut() -> bool) -> Program {
    let seq = |statements: &[Stmt]| Stmt::from(SeqStmts::new(statements.to_vec(), Span::unknown()));
    Rewrite::new()
        .after(|stmt: &Stmt, _| match stmt {
            Stmt::Assign(assign) if is_wanted() => Some(OpStmts::new(vec![assign.clone()], Span::unknown()).into()),
            Stmt::Seq(node) if is_wanted() => {
                let (first, rest) = node.statements.split_at(node.statements.len() / 2);
                Some(seq(&[seq(first), seq(&[]), seq(rest)]))
            }
            _ => None,
        })
        .run(program)
}

/// Takes the last parameters from the last function, which no other one calls, so that these are free. What is free has
/// no type that mentions what is bound, nor the other way round.
fn with_free_variables(program: Program, is_wanted: bool) -> Program {
    let last = program.functions.keys().last().map(|name| name.name.to_string());
    Rewrite::new()
        .after(|function: &Function, _| {
            let is_scalar = |param: &Arc<Var>| param.r#type.scalar_dtype().is_some();
            let is_this = last.as_deref() == Some(&*function.name) && function.params.iter().all(is_scalar);
            let params = function.params.iter().take(1).cloned().collect();
            let (return_types, span) = (function.return_types.clone(), function.span.clone());
            (is_wanted && is_this).then(|| Function {
                name: function.name.clone(),
                params,
                return_types,
                body: function.body.clone(),
                span,
            })
        })
        .run(program)
}

proptest! {
    #![proptest_config(ProptestConfig { cases: 500, failure_persistence: None, ..ProptestConfig::default() })]

    #[test]
    fn random_programs_read_back(
        bytes in prop::collection::vec(any::<u8>(), 0..400),
        names in prop::collection::vec(prop::sample::select(&NAMES[..]), 1..30),
        groups in prop::collection::vec(any::<bool>(), 1..20),
        has_free_variables in any::<bool>(),
    ) {
        let mut groups = groups.into_iter().cycle();
        let renamed = renamed(program(&generator::program(&bytes)), &names);
        let regrouped = regrouped(renamed, || groups.next().unwrap_or_default());
        assert_round_trip(&with_free_variables(regrouped, has_free_variables));
    }
}
