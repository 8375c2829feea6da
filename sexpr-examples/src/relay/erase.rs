//! Modules with fewer types written.

use std::collections::HashSet;
use std::sync::Arc;

use sexpr_core::rewrite::Rewrite;

use super::ir::{ExprKind, Function, LocalVar, Module};

/// The module without the types that are not needed to know what a definition is: those of `let`s and patterns, and
/// those of functions within definitions, unless these are polymorphic. The results of definitions without type
/// parameters are left out, too.
///
/// Inference finds them again, but for a function whose parameters nothing tells, since it is never called.
///
/// ```
/// use sexpr_examples::relay;
///
/// let text = "def @f(%x: int32) -> int32 { let %y: int32 = %x + 1; %y }";
/// let erased = relay::erase(&relay::parse("f.rly", text)?);
/// assert!(relay::print(&erased).contains("def @f(%x: int32) {\n  let %y = %x + 1;"));
/// assert_eq!(relay::infer(&erased)?.to_string(), "@f : fn (int32) -> int32\n");
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
pub fn erase(module: &Module) -> Module {
    let mut erased = module.clone();
    for function in erased.definitions.values_mut() {
        // What a polymorphic function writes says what its type parameters are for.
        let mut kept: HashSet<*const LocalVar> = HashSet::new();
        let polymorphic = |function: &Function| !function.type_params.is_empty();
        function.body.each(|expr| {
            if let ExprKind::Function(inner) = &expr.kind
                && polymorphic(inner)
            {
                kept.extend(inner.params.iter().map(Arc::as_ptr));
            }
        });
        let rewrite = Rewrite::new()
            .with_bindings()
            .on(|var: &LocalVar, site| {
                let is_erased =
                    site.is_binding() && var.annotation.is_some() && !kept.contains(&core::ptr::from_ref(var));
                is_erased.then(|| LocalVar { annotation: None, ..var.clone() })
            })
            .after(|inner: &Function, _| {
                let is_erased = inner.result.is_some() && !polymorphic(inner);
                is_erased.then(|| Function { result: None, ..inner.clone() })
            });
        function.body = rewrite.run(function.body.clone());
        if function.type_params.is_empty() {
            function.result = None;
        }
    }
    erased
}
