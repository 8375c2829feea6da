//! Statements.

use std::sync::Arc;

use sexpr_core::structural_equal;

use super::carry::carrying;
use super::counted::{Carried, finals};
use super::{Around, Lowering, Meaning, Outcome, Sort, Value, above};
use crate::pypto::describe::described;
use crate::pypto::error::{ErrorKind, Mistake, Remedy};
use crate::pypto::ir::{AssignStmt, Expr, IfStmt, SeqStmts, Stmt, Type, Var, YieldStmt};
use crate::pypto::syntax::{self, Block, Name, StatementKind, TypeExpr};
use crate::text::{Place, Unique, elided, shortened};

/// What takes the values that a block yields.
pub(super) enum Taker<'b, 's> {
    Function,
    Branch(&'b mut Results<'s>),
    Loop(Carried<'b, 's>),
}

/// The names of an `if`'s values, from the first yield that names them, and their types, from the first yield that is
/// annotated, else from the first one.
#[derive(Default)]
pub(super) struct Results<'s> {
    sorts: Option<Vec<Sort>>,
    annotated: Option<(Sort, Place)>,
    named: Option<Vec<Name<'s>>>,
}

impl Results<'_> {
    /// Notes the type that a yield is annotated with; those of all yields of an `if` agree.
    fn annotate(&mut self, sort: Sort, name: &Name<'_>) -> Outcome<()> {
        let Some((first, place)) = &self.annotated else {
            self.annotated = Some((sort, name.place.clone()));
            return Ok(());
        };
        if structural_equal(&first.ty, &sort.ty) {
            return Ok(());
        }
        Err(other_type(name, &sort.ty, &first.ty).with(place.clone(), "annotated here"))
    }
}

/// A yield is annotated with another type than its value is known to have.
pub(super) fn other_type(name: &Name<'_>, found: &Type, expected: &Type) -> Mistake {
    let kind = ErrorKind::YieldType {
        name: elided(name.text).into(),
        found: described(found).into(),
        expected: described(expected).into(),
    };
    Mistake::new(kind, name.place.clone())
}

/// Notes the names that a branch gives to its values; those of all yields of an `if` agree.
fn name_results<'s>(names: &[Name<'s>], results: &mut Results<'s>, place: &Place) -> Outcome<()> {
    let Some(named) = &results.named else {
        results.named = Some(names.to_vec());
        return Ok(());
    };
    if named.iter().map(|name| name.text).eq(names.iter().map(|name| name.text)) {
        return Ok(());
    }
    let joined = |names: &[Name<'s>]| shortened(names.iter().map(|name| name.text).collect::<Vec<_>>().join(", "));
    let kind = ErrorKind::BranchNames { first: joined(named), second: joined(names) };
    let mistake = Mistake::new(kind, place.clone());
    Err(match named.first() {
        Some(name) => mistake.with(name.place.clone(), "the first names"),
        None => mistake,
    })
}

impl<'a, 's> Lowering<'a, 's> {
    /// A block whose names end with it.
    pub(super) fn block(&mut self, block: &'a Block<'s>, taker: &mut Taker<'_, 's>) -> Outcome<Stmt> {
        let mark = self.names.scope.mark();
        let body = self.body(block, taker);
        self.names.leave(mark);
        body
    }

    /// A block's statements. One statement stands bare.
    pub(super) fn body(&mut self, block: &'a Block<'s>, taker: &mut Taker<'_, 's>) -> Outcome<Stmt> {
        let mut statements = Vec::with_capacity(block.statements.len());
        let mut rest = block.statements.iter().peekable();
        while let Some(statement) = rest.next() {
            let place = &statement.place;
            let lowered = match &statement.kind {
                StatementKind::Assign { name, ty, value } => self.assign(name, ty.as_ref(), value, place)?.into(),
                StatementKind::Yield { names, ty, values, .. } => {
                    self.yields(names.as_deref(), ty.as_ref(), values, taker, place)?.into()
                }
                StatementKind::If { condition, then_block, else_block } => {
                    self.conditional(condition, then_block, else_block.as_ref(), place)?.into()
                }
                StatementKind::For(counted) => {
                    let finals = finals(counted, &mut rest)?;
                    self.counted(counted, finals, place)?.into()
                }
                StatementKind::Pass => continue,
                StatementKind::Finals { .. } => {
                    return Err(Mistake::new(ErrorKind::Finals, place.clone()));
                }
            };
            statements.push(lowered);
        }
        Ok(match <[Stmt; 1]>::try_from(statements) {
            Ok([only]) => only,
            Err(statements) => SeqStmts::new(statements, self.span(&block.place)).into(),
        })
    }

    /// Makes a variable and binds its name.
    pub(super) fn bind(&mut self, name: &Name<'s>, sort: Sort, place: &Place) -> Outcome<Arc<Var>> {
        let var = Var::new(name.text, sort.ty, self.span(place));
        let value = Value::new(var.clone(), above([sort.depth], place)?, sort.depth);
        self.names.bind(name.text, value);
        Ok(var)
    }

    fn assign(
        &mut self,
        name: &Name<'s>,
        ty: Option<&'a TypeExpr<'s>>,
        value: &'a syntax::Expr<'s>,
        place: &Place,
    ) -> Outcome<Arc<AssignStmt>> {
        let annotation = ty.map(|ty| self.ty(ty)).transpose()?;
        let value = self.assigned(value, annotation.as_ref())?;
        self.refuse_again(name)?;
        let sort = annotation.unwrap_or_else(|| value.sort());
        let var = self.bind(name, sort, &annotated(name, ty))?;
        Ok(AssignStmt::new(var, value.expr, self.span(place)))
    }

    /// A mistake if a name is assigned that means a value here: in SSA form, each is assigned once.
    pub(super) fn refuse_again(&self, name: &Name<'s>) -> Outcome<()> {
        let Some(before) = self.first_assignment(name.text) else { return Ok(()) };
        let around = self.blocks.iter().rev().find(|around| around.start() > before.start);
        let module = self.module;
        let remedy = match around {
            None => Remedy::OtherName,
            Some(Around::Branch(_)) => Remedy::YieldFromBranches { module: elided(module).into() },
            Some(Around::Loop(counted)) => {
                let is_outside =
                    |name: &str| self.first_assignment(name).is_some_and(|place| place.start < counted.head.start);
                Remedy::Carry(carrying(self.source.text(), module, counted, is_outside).map(Into::into))
            }
        };
        let line = self.source.span(before.clone()).begin_line;
        let kind = ErrorKind::Again { name: elided(name.text).into(), line, remedy };
        Err(Mistake::new(kind, name.place.clone()).with(before, "it is bound here"))
    }

    /// Where a name is bound that means a value here.
    fn first_assignment(&self, name: &str) -> Option<Place> {
        match self.names.scope.get(name)? {
            Meaning::Value(value) | Meaning::Rebound { before: value, .. } => self.binding_of(value),
            Meaning::Ended(_) => None,
        }
    }

    /// Where a variable is bound.
    fn binding_of(&self, value: &Value) -> Option<Place> {
        match &value.expr {
            Expr::Var(used) => Some(self.source.range(&used.variable.span)),
            Expr::IterArg(used) => Some(self.source.range(&used.variable.span)),
            _ => None,
        }
    }

    /// A name is used after a block that bound it anew.
    pub(super) fn rebound(&self, name: &str, inner: &Value, place: &Place) -> Mistake {
        let binding = self.binding_of(inner);
        let line = binding.as_ref().map_or(0, |binding| self.source.span(binding.clone()).begin_line);
        let mistake = Mistake::new(ErrorKind::Rebound { name: elided(name).into(), line }, place.clone());
        match binding {
            Some(binding) => mistake.with(binding, "it is bound here, too"),
            None => mistake,
        }
    }

    fn yields(
        &mut self,
        names: Option<&'a [Name<'s>]>,
        ty: Option<&'a TypeExpr<'s>>,
        values: &'a [syntax::Expr<'s>],
        taker: &mut Taker<'_, 's>,
        place: &Place,
    ) -> Outcome<Arc<YieldStmt>> {
        let annotation = ty.map(|ty| self.ty(ty)).transpose()?;
        let values = values.iter().map(|value| self.assigned(value, annotation.as_ref()));
        let values: Vec<Value> = values.collect::<Outcome<_>>()?;
        if let Taker::Branch(results) = taker {
            results.sorts.get_or_insert_with(|| values.iter().map(Value::sort).collect());
        }
        if let Some(names) = names {
            unique("value", names)?;
            if names.len() != values.len() {
                let kind = ErrorKind::YieldCount { names: names.len(), values: values.len() };
                return Err(Mistake::new(kind, place.clone()));
            }
            match taker {
                Taker::Function => return Err(Mistake::new(ErrorKind::YieldNames, place.clone())),
                Taker::Loop(carried) => carried.named(names, annotation, place)?,
                Taker::Branch(results) => {
                    name_results(names, results, place)?;
                    if let (Some(annotation), [name]) = (annotation, names) {
                        results.annotate(annotation, name)?;
                    }
                }
            }
        }
        let values = values.into_iter().map(|value| value.expr).collect();
        Ok(YieldStmt::new(values, self.span(place)))
    }

    fn conditional(
        &mut self,
        condition: &'a syntax::Expr<'s>,
        then_block: &'a Block<'s>,
        else_block: Option<&'a Block<'s>>,
        place: &Place,
    ) -> Outcome<Arc<IfStmt>> {
        let condition = self.expr(condition)?.expr;
        let mut results = Results::default();
        self.blocks.push(Around::Branch(place.start));
        let then_body = self.block(then_block, &mut Taker::Branch(&mut results))?;
        let else_body = else_block.map(|block| self.block(block, &mut Taker::Branch(&mut results))).transpose()?;
        self.blocks.pop();
        let unknown = Sort { ty: self.types.unknown.clone(), depth: 1 };
        let sorts = results.annotated.map(|(sort, _)| vec![sort]).or(results.sorts);
        let sorts = sorts.unwrap_or_default().into_iter().chain(std::iter::repeat(unknown));
        let named = results.named.unwrap_or_default().into_iter().zip(sorts);
        let blocks_end = else_block.unwrap_or(then_block).place.end;
        let return_vars = named.map(|(name, sort)| {
            // Names behind the blocks, as in `return a, b`, may also be meant as those of the function's results.
            if name.place.start >= blocks_end
                && let Some(before) = self.first_assignment(name.text)
            {
                let kind = ErrorKind::ReturnOfIf(elided(name.text));
                return Err(Mistake::new(kind, name.place.clone()).with(before, "it is bound here"));
            }
            self.bind(&name, sort, &name.place)
        });
        let return_vars = return_vars.collect::<Outcome<_>>()?;
        Ok(IfStmt::new(condition, then_body, else_body, return_vars, self.span(place)))
    }
}

pub(super) fn unique<'n, 's: 'n>(what: &'static str, names: impl IntoIterator<Item = &'n Name<'s>>) -> Outcome<()> {
    let mut unique = Unique::new(what);
    names.into_iter().try_for_each(|name| unique.add(name.text, name.place.clone()))
}

/// A name with its type.
pub(super) fn annotated(name: &Name<'_>, ty: Option<&TypeExpr<'_>>) -> Place {
    name.place.start..ty.map_or(name.place.end, |ty| ty.place.end)
}
