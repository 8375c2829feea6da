//! Statements.

use std::sync::Arc;

use super::{Lowering, Outcome, Sort, Value, above};
use crate::pypto::error::{ErrorKind, Mistake};
use crate::pypto::ir::{AssignStmt, Expr, ForStmt, IfStmt, IterArg, SeqStmts, Stmt, Var, YieldStmt};
use crate::pypto::syntax::{self, Block, ExprKind, ForLoop, Name, Statement, StatementKind, TypeExpr};
use crate::text::{Place, Unique};

/// What takes the values that a block yields.
pub(super) enum Taker<'b, 's> {
    Function,
    Branch(&'b mut Results<'s>),
    /// A loop that carries values of these names.
    Loop(&'b [Name<'s>]),
}

/// The names of an `if`'s values, from the first yield that names them, and their types, from the first yield.
#[derive(Default)]
pub(super) struct Results<'s> {
    sorts: Option<Vec<Sort>>,
    named: Option<Vec<Name<'s>>>,
}

/// The values that a loop's yield gives the names of carried ones are in the loop's order.
fn in_order(names: &[Name<'_>], carried: &[Name<'_>]) -> Outcome<()> {
    let misplaced = names.iter().zip(carried).find(|(name, at_this_place)| {
        name.text != at_this_place.text && carried.iter().any(|carried| carried.text == name.text)
    });
    misplaced.map_or(Ok(()), |(name, at_this_place)| {
        let kind = ErrorKind::LoopOrder { name: name.text.to_owned(), carried: at_this_place.text.to_owned() };
        Err(Mistake::new(kind, name.place.clone()).with(at_this_place.place.clone(), "carried at this place"))
    })
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
    let joined = |names: &[Name<'s>]| names.iter().map(|name| name.text).collect::<Vec<_>>().join(", ");
    let kind = ErrorKind::BranchNames { first: joined(named), second: joined(names) };
    let mistake = Mistake::new(kind, place.clone());
    Err(match named.first() {
        Some(name) => mistake.with(name.place.clone(), "the first names"),
        None => mistake,
    })
}

impl<'a, 's> Lowering<'a, 's> {
    /// A block whose names end with it.
    fn block(&mut self, block: &'a Block<'s>, taker: &mut Taker<'_, 's>) -> Outcome<Stmt> {
        let mark = self.scope.mark();
        let body = self.body(block, taker);
        self.scope.leave(mark);
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
                StatementKind::Yield { names, values } => self.yields(names.as_deref(), values, taker, place)?.into(),
                StatementKind::If { condition, then_block, else_block } => {
                    self.conditional(condition, then_block, else_block.as_ref(), place)?.into()
                }
                StatementKind::For(counted) => {
                    let finals = match rest.peek() {
                        Some(next) => finals(counted, next)?,
                        None => None,
                    };
                    if finals.is_some() {
                        rest.next();
                    }
                    self.counted(counted, finals.unwrap_or_default(), place)?.into()
                }
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
    fn bind(&mut self, name: &Name<'s>, sort: Sort, place: &Place) -> Outcome<Arc<Var>> {
        let var = Var::new(name.text, sort.ty, self.span(place));
        let value = Value { expr: var.clone().into(), depth: above([sort.depth], place)?, type_depth: sort.depth };
        self.scope.bind(name.text, value);
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
        let sort = annotation.unwrap_or_else(|| value.sort());
        let var = self.bind(name, sort, &annotated(name, ty))?;
        Ok(AssignStmt::new(var, value.expr, self.span(place)))
    }

    fn yields(
        &mut self,
        names: Option<&'a [Name<'s>]>,
        values: &'a [syntax::Expr<'s>],
        taker: &mut Taker<'_, 's>,
        place: &Place,
    ) -> Outcome<Arc<YieldStmt>> {
        let values: Vec<Value> = values.iter().map(|value| self.expr(value)).collect::<Outcome<_>>()?;
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
                Taker::Loop([]) => return Err(Mistake::new(ErrorKind::YieldNames, place.clone())),
                Taker::Loop(carried) if carried.len() != names.len() => {
                    let kind = ErrorKind::LoopNames { carried: carried.len(), named: names.len() };
                    return Err(Mistake::new(kind, place.clone()));
                }
                Taker::Loop(carried) => in_order(names, carried)?,
                Taker::Branch(results) => name_results(names, results, place)?,
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
        let then_body = self.block(then_block, &mut Taker::Branch(&mut results))?;
        let else_body = else_block.map(|block| self.block(block, &mut Taker::Branch(&mut results))).transpose()?;
        let unknown = Sort { ty: self.types.unknown.clone(), depth: 1 };
        let sorts = results.sorts.unwrap_or_default().into_iter().chain(std::iter::repeat(unknown));
        let named = results.named.unwrap_or_default().into_iter().zip(sorts);
        let return_vars = named.map(|(name, sort)| self.bind(&name, sort, &name.place)).collect::<Outcome<_>>()?;
        Ok(IfStmt::new(condition, then_body, else_body, return_vars, self.span(place)))
    }

    fn counted(
        &mut self,
        counted: &'a ForLoop<'s>,
        finals: Vec<Final<'a, 's>>,
        place: &Place,
    ) -> Outcome<Arc<ForStmt>> {
        let range = self.range(counted)?;
        let init_values = &counted.init_values;
        if counted.iter_args.len() != init_values.len() {
            let kind = ErrorKind::InitValues { names: counted.iter_args.len(), values: init_values.len() };
            return Err(Mistake::new(kind, counted.head.clone()));
        }
        unique("loop variable", counted.iter_args.iter().chain([&counted.var]))?;
        let init_values: Vec<Value> = init_values.iter().map(|value| self.expr(value)).collect::<Outcome<_>>()?;

        let mark = self.scope.mark();
        let int = Sort { ty: self.types.int.clone(), depth: 1 };
        let loop_var = self.bind(&counted.var, int, &counted.var.place)?;
        let mut iter_args = Vec::with_capacity(init_values.len());
        let mut sorts = Vec::with_capacity(init_values.len());
        for (name, init) in counted.iter_args.iter().zip(init_values) {
            let sort = init.sort();
            let span = self.span(&name.place);
            let depth = above([init.depth, sort.depth], &name.place)?;
            let arg = IterArg::new(name.text, sort.ty.clone(), init.expr, span);
            let value = Value { expr: arg.clone().into(), depth, type_depth: sort.depth };
            self.scope.bind(name.text, value);
            iter_args.push(arg);
            sorts.push(sort);
        }
        let body = self.block(&counted.body, &mut Taker::Loop(&counted.iter_args))?;
        self.scope.leave(mark);

        let mut return_vars = Vec::with_capacity(finals.len());
        let mut end = place.end;
        for (Final { name, ty, end: after }, sort) in finals.into_iter().zip(sorts) {
            let annotation = ty.map(|ty| self.ty(ty)).transpose()?;
            return_vars.push(self.bind(name, annotation.unwrap_or(sort), &annotated(name, ty))?);
            end = after;
        }
        let span = self.span(&(place.start..end));
        Ok(ForStmt::new(loop_var, range, iter_args, body, return_vars, span))
    }

    /// Start, stop and step. A range that gives only its stop starts at 0; the step is 1 unless given.
    fn range(&mut self, counted: &'a ForLoop<'s>) -> Outcome<[Expr; 3]> {
        let given: Vec<Expr> = counted.range.iter().map(|bound| Ok(self.expr(bound)?.expr)).collect::<Outcome<_>>()?;
        let default = |value| self.int(value, self.types.int.clone(), &counted.head).expr;
        let mut given = given.into_iter();
        Ok(match (given.next(), given.next(), given.next()) {
            (Some(start), Some(stop), Some(step)) => [start, stop, step],
            (Some(start), Some(stop), None) => [start, stop, default(1)],
            (Some(stop), ..) => [default(0), stop, default(1)],
            (None, ..) => [default(0), default(0), default(1)],
        })
    }
}

/// The name of a loop's final value, with its type if that is given, and where the statement ends.
struct Final<'a, 's> {
    name: &'a Name<'s>,
    ty: Option<&'a TypeExpr<'s>>,
    end: usize,
}

/// The names of a loop's final values, if that is what the statement after the loop gives.
fn finals<'a, 's>(counted: &ForLoop<'s>, next: &'a Statement<'s>) -> Outcome<Option<Vec<Final<'a, 's>>>> {
    let end = next.place.end;
    match (&next.kind, &*counted.iter_args) {
        (StatementKind::Assign { name, ty, value }, [only]) => {
            let names_it = matches!(value.kind, ExprKind::Name(value) if value == only.text);
            let ty = ty.as_ref();
            Ok(names_it.then(|| vec![Final { name, ty, end }]))
        }
        (StatementKind::Finals { names, values }, carried) => {
            let whole = values.iter().map(|name| name.text).eq(carried.iter().map(|name| name.text));
            if !whole || names.len() != carried.len() {
                return Err(Mistake::new(ErrorKind::Finals, next.place.clone()));
            }
            unique("final value", names)?;
            Ok(Some(names.iter().map(|name| Final { name, ty: None, end }).collect()))
        }
        _ => Ok(None),
    }
}

fn unique<'n, 's: 'n>(what: &'static str, names: impl IntoIterator<Item = &'n Name<'s>>) -> Outcome<()> {
    let mut unique = Unique::new(what);
    names.into_iter().try_for_each(|name| unique.add(name.text, name.place.clone()))
}

/// A name with its type.
fn annotated(name: &Name<'_>, ty: Option<&TypeExpr<'_>>) -> Place {
    name.place.start..ty.map_or(name.place.end, |ty| ty.place.end)
}
