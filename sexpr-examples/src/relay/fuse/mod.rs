//! Operator fusion: operators whose intermediate results need not be stored become one *primitive* function, of which a
//! code generator makes one loop nest.
//!
//! The rules are those of TVM's pass `FuseOps` (`src/relay/pass/fuse_ops.cc`; Chen et al., "TVM: An Automated End-to-End
//! Optimizing Compiler for Deep Learning", OSDI 2018, section 3). Each operator has a pattern: *elementwise* <
//! *broadcast* < *injective* < *reduction* < *out-fusable* (convolutions and products) < *opaque*. In the dataflow graph of a
//! definition, an operator is considered together with its immediate post-dominator, the first operator that all uses of
//! its result lead to. The two, and all operators on the paths between them, become one group:
//!
//! - from an elementwise or broadcast operator, up to an operator of any pattern that works on its operand elementwise, by
//!   broadcasting, by an injective mapping or as a reduction, if the operators between are injective at most;
//! - from an out-fusable operator, if every step on the paths is elementwise: shapes tell, since a broadcast operator is
//!   elementwise in an operand that has the shape of the result;
//! - from an injective operator, after all others, if everything on the paths is injective at most;
//! - a reduction or an opaque operator ends a group.
//!
//! Inferred types decide on this: an operator whose result has an unknown shape, `?`, is opaque. So is everything that is no
//! call of an operator of the library: a `let`, a branch, a function, a call of a definition. A tuple that is written as
//! an operand, as in `concatenate((%x, %y))`, counts as its members. Operators that stay alone are left as they are.

mod dataflow;
mod function;
mod groups;
mod pattern;
mod sharing;

use sexpr_core::rewrite::Rewrite;
use sexpr_core::structural_equal;

use self::dataflow::Dataflow;
use self::function::primitive;
use self::groups::Groups;
use self::pattern::Pattern;
use self::sharing::without_single_uses;
use super::infer::{Inferred, Problems, infer, infer_exprs};
use super::ir::{Call, Expr, ExprKind, Function, Module};
use super::relations::Library;

/// Why a module is not fused.
#[derive(Clone, Debug, thiserror::Error)]
pub enum FuseError {
    /// Types decide on what is fused, and these are wrong.
    #[error("{0}")]
    IllTyped(Problems),
    /// The types of the result were checked, and are not those of the module: a bug of this pass.
    #[error("fusing would change types: {0}")]
    Changed(String),
}

/// Groups operators into primitive functions, `fn (%p0: …, Primitive=1) { … }`, by the rules of operator fusion. The types
/// of the definitions are checked to be as before.
///
/// ```
/// use sexpr_examples::relay;
///
/// let text = "def @f(%x: Tensor[(2, 3), float32], %b: Tensor[(3), float32]) { sum(nn.relu(%x + %b), axis=[1]) }";
/// let fused = relay::fuse(&relay::parse("sum.rly", text)?)?;
/// assert_eq!(
///     fused.definitions[0].body.to_string(),
///     "%fused_add_relu_sum = fn (%p0: Tensor[(2, 3), float32], %p1: Tensor[(3), float32], Primitive=1) -> \
///      Tensor[(2), float32] { sum(nn.relu(%p0 + %p1), axis=[1]) }; %fused_add_relu_sum(%x, %b)"
/// );
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
///
/// # Errors
///
/// The module is not well typed.
pub fn fuse(module: &Module) -> Result<Module, FuseError> {
    let types = infer_exprs(module).map_err(FuseError::IllTyped)?;
    let (library, mut fused) = (Library::standard(), module.clone());
    for function in fused.definitions.values_mut() {
        *function = fuse_function(function, &types, |call| pattern::of(call, module, &library));
    }
    same_types(&types, &fused)?;
    Ok(fused)
}

fn fuse_function(function: &Function, types: &Inferred, pattern: impl Fn(&Call) -> Pattern) -> Function {
    let graph = Dataflow::of(&function.body, types, pattern);
    let groups = Groups::of(&graph);
    if groups.is_empty() {
        return function.clone();
    }
    let body = Rewrite::new()
        .on(|expr: &Expr, _| {
            // A shared expression is replaced where it is shared.
            let number = graph.number(expr).filter(|_| !matches!(expr.kind, ExprKind::Shared(_)))?;
            Some(primitive(expr, groups.ending_with(number)?, &graph, types))
        })
        .run(function.body.clone());
    Function { body: without_single_uses(&body), ..function.clone() }
}

/// Checks that the definitions have the same types as before.
fn same_types(before: &Inferred, fused: &Module) -> Result<(), FuseError> {
    let after = infer(fused).map_err(|problems| FuseError::Changed(problems.to_string()))?;
    for (name, ty) in before.definitions() {
        match after.definitions().get(name) {
            Some(other) if structural_equal(ty, other) => {}
            Some(other) => {
                return Err(FuseError::Changed(format!("`{name}` is of type `{ty}`, and would be `{other}`")));
            }
            None => return Err(FuseError::Changed(format!("`{name}` would have none"))),
        }
    }
    Ok(())
}
