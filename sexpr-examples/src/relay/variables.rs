//! The variables at paths, and where they are bound.

use std::collections::HashMap;

use sexpr_core::Path;
use sexpr_core::walk::Walk;

use super::ir::{LocalVar, Module};
use super::locate::local_var;
use crate::text::{Binder, Variable, innermost_field};

/// The variable of expressions that each path leads to; `None` where a path leads to something else. Takes one walk over
/// the module.
pub fn variables(module: &Module, paths: &[&Path]) -> Vec<Option<Variable>> {
    let found: Vec<_> = paths.iter().map(|path| local_var(module, path)).collect();
    let mut roles: HashMap<usize, Option<&'static str>> =
        found.iter().flatten().map(|var| (address(var), None)).collect();
    if !roles.is_empty() {
        Walk::new()
            .with_paths()
            .with_bindings()
            .distinct()
            .on(|var: &LocalVar, at| {
                if at.is_binding()
                    && let Some(known) = roles.get_mut(&address(var))
                {
                    *known = Some(if var.span.graph_var().is_some() { "graph variable" } else { role(&at.path()) });
                }
            })
            .run(module);
    }
    let variable = |var: &LocalVar| Variable {
        name: format!("%{}", var.name),
        binder: roles.get(&address(var)).copied().flatten().map(|role| Binder { role, span: var.span.span() }),
    };
    found.into_iter().map(|var| var.map(variable)).collect()
}

/// What tells a variable from others.
fn address(var: &LocalVar) -> usize {
    std::ptr::from_ref(var).addr()
}

/// What the variable is that is bound at a path.
fn role(path: &Path) -> &'static str {
    match innermost_field(path) {
        Some("params") => "parameter",
        Some("var") => "`let` variable",
        _ => "pattern variable",
    }
}
