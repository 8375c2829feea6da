//! From syntax to nodes: names become variables, and expressions get types.

mod carry;
mod counted;
mod expr;
mod instantiate;
mod signature;
mod stmt;

use std::collections::{BTreeMap, HashMap};
use std::rc::Rc;
use std::sync::Arc;

use self::counted::Ended;
use self::signature::{Params, Progress, Signature};
use super::error::{ErrorKind, Mistake};
use super::free::FreeVars;
use super::ir::{BinaryOp, DataType, Expr, Function, GlobalVar, Program, Span, Type};
use super::limits::{DEPTH_LIMIT, NEST_LIMIT};
use super::parser::Module;
use super::syntax::{ForLoop, FunctionDef};
use crate::text::{Mark, Place, Scope, Source, SyntaxError, Unique};

/// What a rule of this module gives.
type Outcome<T> = Result<T, Mistake>;

/// Makes a program of what the parser read. `commutes` says whether operands of commutative operators count in any order.
pub(crate) fn program(source: &Source, module: &Module<'_>, free: &mut FreeVars, commutes: bool) -> Outcome<Program> {
    let mut signatures = HashMap::new();
    let mut unique = Unique::new("function");
    for def in &module.functions {
        unique.add(def.name.text, def.name.place.clone())?;
        signatures.insert(def.name.text, Progress::Waiting(def));
    }
    let mut lowering = Lowering {
        source,
        free,
        signatures,
        names: Names::new(),
        params: None,
        blocks: Vec::new(),
        module: module.module,
        nest: 0,
        types: Types::default(),
        commutes,
    };
    let mut functions = BTreeMap::new();
    for def in &module.functions {
        functions.insert(GlobalVar::new(def.name.text), lowering.function(def)?);
    }
    Ok(Program { name: module.name.to_owned(), functions, span: source.span(0..source.text().len()) })
}

/// An expression, and how deep it and its type are. Types count, since dropping an expression may drop its type.
#[derive(Clone, Debug)]
struct Value {
    expr: Expr,
    depth: usize,
    type_depth: usize,
    effect: Effect,
}

/// What computing a value may do besides.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
enum Effect {
    Nothing,
    /// It may stop the program.
    Stops,
    /// It calls something, which may do anything.
    Calls,
}

impl Effect {
    /// Whether operands that do this and that may be computed in either order. Of two that may stop the program, it makes
    /// no difference which does.
    fn commutes_with(self, other: Self, op: BinaryOp) -> bool {
        match (self.min(other), self.max(other)) {
            (_, most) if op.may_skip_right() => most == Self::Nothing,
            (least, most) => least == Self::Nothing || most < Self::Calls,
        }
    }
}

impl Value {
    /// A variable, or a constant: computing it does nothing.
    fn new(expr: impl Into<Expr>, depth: usize, type_depth: usize) -> Self {
        Self { expr: expr.into(), depth, type_depth, effect: Effect::Nothing }
    }

    /// A variable that is used at a place.
    fn used_at(mut self, span: Span) -> Self {
        match &mut self.expr {
            Expr::Var(used) => used.span = span,
            Expr::IterArg(used) => used.span = span,
            _ => {}
        }
        self
    }

    fn sort(&self) -> Sort {
        Sort { ty: self.expr.ty().clone(), depth: self.type_depth }
    }
}

/// A type, and how deep it is.
#[derive(Clone, Debug)]
struct Sort {
    ty: Type,
    depth: usize,
}

/// The types of literals and results that need no place of their own, made once.
struct Types {
    bool: Type,
    int: Type,
    float: Type,
    unknown: Type,
}

impl Types {
    fn of(&self, dtype: DataType) -> Type {
        match dtype {
            DataType::Bool => self.bool.clone(),
            DataType::Int64 => self.int.clone(),
            DataType::FP32 => self.float.clone(),
            dtype => Type::scalar(dtype),
        }
    }
}

impl Default for Types {
    fn default() -> Self {
        Self {
            bool: Type::scalar(DataType::Bool),
            int: Type::scalar(DataType::Int64),
            float: Type::scalar(DataType::FP32),
            unknown: Type::unknown(),
        }
    }
}

/// What names mean at a place of a function.
struct Names<'s> {
    scope: Scope<'s, Meaning<'s>>,
    /// The names of values of loops that have ended, perhaps in a block that has ended, too.
    ended: HashMap<&'s str, Ended<'s>>,
}

enum Meaning<'s> {
    Value(Value),
    /// A value that a loop carries, by the name that the loop or a yield gives it, after the loop.
    Ended(Ended<'s>),
    /// A value that a block binds anew which has ended, and the value from before: both are expressions of variables.
    Rebound {
        inner: Value,
        before: Value,
    },
}

impl<'s> Names<'s> {
    fn new() -> Self {
        Self { scope: Scope::new(), ended: HashMap::new() }
    }

    fn bind(&mut self, name: &'s str, value: Value) {
        self.scope.bind(name, Meaning::Value(value));
    }

    /// Ends a block. A name that it bound anew has no clear meaning after it: to a reader in Python, that of the block.
    fn leave(&mut self, mark: Mark) {
        for (name, inner) in self.scope.leave(mark) {
            let Some(Meaning::Value(before)) = self.scope.get(name) else { continue };
            let meaning = match inner {
                Meaning::Value(inner) | Meaning::Rebound { inner, .. } => {
                    Meaning::Rebound { inner, before: before.clone() }
                }
                Meaning::Ended(ended) => Meaning::Ended(ended),
            };
            self.scope.bind(name, meaning);
        }
    }
}

/// A block around a statement, and where what it belongs to begins.
enum Around<'a, 's> {
    Loop(&'a ForLoop<'s>),
    Branch(usize),
}

impl Around<'_, '_> {
    fn start(&self) -> usize {
        match self {
            Self::Loop(counted) => counted.head.start,
            Self::Branch(start) => *start,
        }
    }
}

struct Lowering<'a, 's> {
    source: &'a Source,
    free: &'a mut FreeVars,
    signatures: HashMap<&'s str, Progress<'a, 's>>,
    names: Names<'s>,
    /// The parameter list that is being read.
    params: Option<Params<'a, 's>>,
    /// The loops and branches around, from the outermost.
    blocks: Vec<Around<'a, 's>>,
    /// What the text calls the module.
    module: &'s str,
    /// How many signatures and parameters wait for others.
    nest: usize,
    types: Types,
    /// Whether operands of commutative operators count in any order.
    commutes: bool,
}

impl<'a, 's> Lowering<'a, 's> {
    fn span(&self, place: &Place) -> Span {
        self.source.span(place.clone())
    }

    fn function(&mut self, def: &'a FunctionDef<'s>) -> Outcome<Arc<Function>> {
        let signature: Rc<Signature<'s>> = self.signature(&def.name)?;
        self.names = Names::new();
        for (name, value) in &signature.bindings {
            self.names.bind(name, value.clone());
        }
        let body = self.body(&def.body, &mut stmt::Taker::Function)?;
        Ok(Function::new(
            def.name.text,
            signature.params.clone(),
            signature.returns.iter().map(|sort| sort.ty.clone()).collect(),
            body,
            self.span(&def.place),
        ))
    }

    /// Does something that may lead to itself again, which may be so only so often.
    fn nested<T>(&mut self, place: &Place, act: impl FnOnce(&mut Self) -> Outcome<T>) -> Outcome<T> {
        if self.nest == NEST_LIMIT {
            return Err(too_nested(place.clone()));
        }
        self.nest += 1;
        let outcome = act(self);
        self.nest -= 1;
        outcome
    }
}

/// One more than the deepest of the parts; a mistake where that is too deep.
fn above(parts: impl IntoIterator<Item = usize>, place: &Place) -> Outcome<usize> {
    let depth = 1 + parts.into_iter().max().unwrap_or(0);
    if depth > DEPTH_LIMIT {
        return Err(Mistake::new(ErrorKind::Depth, place.clone()));
    }
    Ok(depth)
}

fn too_nested(place: Place) -> Mistake {
    Mistake::new(SyntaxError::Nest(NEST_LIMIT).into(), place)
}
