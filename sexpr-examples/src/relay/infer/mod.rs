//! Type inference: unification, with type relations that are asked until nothing changes any more.
//!
//! A definition whose types are all written is known by them; others are inferred after those that they use, those that
//! use each other together. A definition with type parameters is polymorphic: its body treats them as types of their
//! own, and each use replaces them anew. One without is not, and what is not known of it may be found where it is used.
//!
//! What is not known is a hole (`solver`). An expression gives a type, with holes; what stands around it has that be
//! what is wanted there. A mistake is reported once: what would have followed from the expression agrees with
//! everything.

mod definitions;
mod error;
mod exhaustive;
mod expr;
mod inferred;
mod pattern;
mod read;
mod relation;
mod scope;
mod solver;
mod value;

use std::collections::HashMap;
use std::sync::Arc;

pub use self::error::{ProblemKind, Reported, TypeProblem};
pub use self::inferred::{Inferred, Problems};
use self::read::Written;
use self::scope::Scope;
pub(in crate::relay) use self::solver::{Clash, Types};
use self::solver::{Origin, Solver, Unknown};
use super::graph::Plan;
use super::ir::{FunctionType, GlobalVar, Location, Module, Type, TypeData};
use super::relations::Library;
use crate::text::shortened;

/// Infers the types of a module, with the relations and operators of [`Library::standard`].
///
/// ```
/// use sexpr_examples::relay;
///
/// let module = relay::parse("sum.rly", "def @sum(%x: Tensor[(3, 1), float32]) { %x + Constant(1, (4,), float32) }")?;
/// let inferred = relay::infer(&module)?;
/// assert_eq!(inferred.to_string(), "@sum : fn (Tensor[(3, 1), float32]) -> Tensor[(3, 4), float32]\n");
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
///
/// # Errors
///
/// Everything that is wrong with the types, as far as one mistake does not follow from another.
pub fn infer(module: &Module) -> Result<Inferred, Problems> {
    infer_with(module, &Library::standard())
}

/// Infers the types of a module, with these relations and operators.
///
/// # Errors
///
/// Everything that is wrong with the types, as far as one mistake does not follow from another.
pub fn infer_with(module: &Module, library: &Library) -> Result<Inferred, Problems> {
    Inference::new(module, library).run()
}

/// Infers the types of a module, and of the expressions in it: see [`Inferred::expr`].
pub(in crate::relay) fn infer_exprs(module: &Module) -> Result<Inferred, Problems> {
    let library = Library::standard();
    let mut inference = Inference::new(module, &library);
    inference.exprs = Some(HashMap::new());
    inference.run()
}

/// An inference that is under way.
struct Inference<'m> {
    module: &'m Module,
    library: &'m Library,
    constructors: HashMap<&'m str, KnownConstructor<'m>>,
    /// The types of the operators that the module declares by relations; what agrees with everything where one is wrong.
    relations: HashMap<&'m str, Type>,
    solver: Solver,
    globals: HashMap<&'m GlobalVar, Global>,
    locals: Scope,
    /// The types of expressions, by address, if they are wanted.
    exprs: Option<HashMap<usize, Type>>,
    /// Where graph variables are bound in the definition at hand.
    plan: Plan<'m>,
    /// The types of what they are bound to.
    graph: HashMap<usize, Type>,
    /// What they are bound to that is inferred where it is used, and how deep it is.
    waiting: HashMap<usize, usize>,
    /// How deep the expression at hand is.
    depth: usize,
    /// What is written as `_` in the definition at hand.
    written: Written,
}

/// What is known of a definition.
#[derive(Clone)]
enum Global {
    /// Its type, for all uses.
    Known(Type),
    /// A mistake in its types was reported.
    Wrong,
}

/// A constructor.
#[derive(Clone)]
struct KnownConstructor<'m> {
    data: &'m TypeData,
    ty: Arc<FunctionType>,
}

impl<'m> Inference<'m> {
    fn new(module: &'m Module, library: &'m Library) -> Self {
        Self {
            module,
            library,
            constructors: HashMap::new(),
            relations: HashMap::new(),
            solver: Solver::default(),
            globals: HashMap::new(),
            locals: Scope::default(),
            exprs: None,
            plan: Plan::default(),
            graph: HashMap::new(),
            waiting: HashMap::new(),
            depth: 0,
            written: Written::new(),
        }
    }

    fn problem(&mut self, problem: TypeProblem) {
        self.solver.problems.push(problem);
    }

    /// Reports a mistake, and gives a type that agrees with everything.
    fn mistake(&mut self, kind: ProblemKind, span: &Location) -> Type {
        self.problem(TypeProblem::new(kind, span.span()));
        self.solver.types.poison(span)
    }

    /// A type of which nothing is known yet.
    fn unknown(&mut self, what: Unknown, span: &Location) -> Type {
        self.solver.types.fresh_type(Origin { span: span.clone(), what })
    }

    /// Has a value be of the type that is wanted; reports it, if it cannot be.
    fn expect(&mut self, what: &str, expected: &Type, found: &Type, span: &Location) {
        self.expect_with(|| what.to_owned(), expected, found, span);
    }

    /// [`expect`](Self::expect), of what is only put into words where it is needed. Says whether it can be.
    fn expect_with(&mut self, what: impl FnOnce() -> String, expected: &Type, found: &Type, span: &Location) -> bool {
        let Err(clash) = self.solver.unify(expected, found, span) else { return true };
        let (shown_expected, shown_found) = (self.solver.types.written(expected), self.solver.types.written(found));
        let kind = match &clash {
            Clash::TooLarge | Clash::NoDimension(_) => unusable(&clash),
            _ => {
                // What is written alike differs in something that is to be told.
                let is_whole = shown_expected != shown_found
                    && match &clash {
                        Clash::Types(left, right) => {
                            left.to_string() == shown_expected && right.to_string() == shown_found
                        }
                        Clash::BaseTypes(left, right) => {
                            left.to_string() == shown_expected && right.to_string() == shown_found
                        }
                        _ => false,
                    };
                let reason = (!is_whole).then(|| shortened(clash.to_string()));
                ProblemKind::Mismatch { what: what(), expected: shown_expected, found: shown_found, reason }
            }
        };
        self.problem(TypeProblem::new(kind, span.span()));
        self.solver.types.poison_type(expected);
        self.solver.types.poison_type(found);
        false
    }
}

/// What is wrong with a type that cannot be put together.
fn unusable(clash: &Clash) -> ProblemKind {
    match clash {
        Clash::NoDimension(dim) => ProblemKind::NoDimension(dim.to_string()),
        _ => ProblemKind::TooLarge,
    }
}
