//! The variables at paths, and where they are bound.

use std::cell::RefCell;
use std::collections::HashMap;

use sexpr_core::Path;
use sexpr_core::walk::Walk;

use super::ir::{IterArg, Program, Var};
use super::locate::{Named, named};
use crate::text::{Binder, Variable, innermost_field};

/// The variable that each path leads to; `None` where a path leads to something else. Takes one walk over the program.
pub fn variables(program: &Program, paths: &[&Path]) -> Vec<Option<Variable>> {
    let found: Vec<_> = paths.iter().map(|path| named(program, path)).collect();
    let mut roles: HashMap<usize, Option<&'static str>> =
        found.iter().flatten().map(|named| (named.address, None)).collect();
    if !roles.is_empty() {
        find_roles(program, &mut roles);
    }
    let variable = |Named { address, name, span }: Named<'_>| Variable {
        name: name.to_owned(),
        binder: roles.get(&address).copied().flatten().map(|role| Binder { role, span: span.clone() }),
    };
    found.into_iter().map(|named| named.map(variable)).collect()
}

/// Fills in what the variables at these addresses are where they are bound. Those that nothing binds are left out.
fn find_roles(program: &Program, roles: &mut HashMap<usize, Option<&'static str>>) {
    let roles = RefCell::new(roles);
    let note = |address: usize, is_binding: bool, path: &dyn Fn() -> Path| {
        if is_binding && let Some(known) = roles.borrow_mut().get_mut(&address) {
            *known = Some(role(&path()));
        }
    };
    Walk::new()
        .with_paths()
        .with_bindings()
        .distinct()
        .on(|var: &Var, at| note(std::ptr::from_ref(var).addr(), at.is_binding(), &|| at.path()))
        .on(|arg: &IterArg, at| note(std::ptr::from_ref(arg).addr(), at.is_binding(), &|| at.path()))
        .run(program);
}

/// What the variable is that is bound at a path.
fn role(path: &Path) -> &'static str {
    match innermost_field(path) {
        Some("params") => "parameter",
        Some("loop_var") => "loop variable",
        Some("iter_args") => "carried value",
        Some("return_vars") => "result",
        Some("var") => "assigned variable",
        _ => "shape variable",
    }
}
