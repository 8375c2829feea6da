//! Loops, and the names of the values that they carry.

use std::collections::{HashMap, HashSet};
use std::iter::Peekable;
use std::slice;
use std::sync::Arc;

use sexpr_core::structural_equal;

use super::stmt::{Taker, annotated, other_type, unique};
use super::{Around, Lowering, Meaning, Outcome, Sort, Value, above};
use crate::pypto::error::{ErrorKind, Mistake};
use crate::pypto::ir::{Expr, ForStmt, IterArg, Var};
use crate::pypto::syntax::{ExprKind, ForLoop, Literal, Name, Statement, StatementKind, TypeExpr};
use crate::text::{Place, elided};

/// A value of a loop that has ended.
#[derive(Clone, Debug)]
pub(super) struct Ended<'s> {
    /// What the loop carries it as, and where that is written.
    carried: Name<'s>,
    /// What it is called after the loop.
    result: Option<&'s str>,
}

impl Ended<'_> {
    /// The name of the value is used after the loop.
    pub(super) fn mistake(&self, name: &str, place: &Place) -> Mistake {
        let kind = ErrorKind::Ended {
            name: elided(name).into(),
            carried: elided(self.carried.text).into(),
            result: self.result.map(|result| elided(result).into()),
        };
        Mistake::new(kind, place.clone()).with(self.carried.place.clone(), "carried by this loop")
    }
}

/// The values that a loop carries.
pub(super) struct Carried<'b, 's> {
    names: &'b [Name<'s>],
    args: &'b [Arc<IterArg>],
    /// The names that yields give the values, with their positions.
    yielded: &'b mut Vec<(&'s str, usize)>,
}

impl<'s> Carried<'_, 's> {
    /// Notes the names that a yield gives to its values. Those of carried ones are in the loop's order.
    pub(super) fn named(&mut self, names: &[Name<'s>], annotation: Option<Sort>, place: &Place) -> Outcome<()> {
        if self.names.is_empty() {
            return Err(Mistake::new(ErrorKind::YieldNames, place.clone()));
        }
        if self.names.len() != names.len() {
            let kind = ErrorKind::LoopNames { carried: self.names.len(), named: names.len() };
            return Err(Mistake::new(kind, place.clone()));
        }
        let all: HashSet<&str> = self.names.iter().map(|carried| carried.text).collect();
        for (at, (name, carried)) in names.iter().zip(self.names).enumerate() {
            if name.text == carried.text {
                continue;
            }
            if all.contains(name.text) {
                let kind = ErrorKind::LoopOrder { name: elided(name.text), carried: elided(carried.text) };
                return Err(Mistake::new(kind, name.place.clone()).with(carried.place.clone(), "carried at this place"));
            }
            self.yielded.push((name.text, at));
        }
        if let (Some(annotation), [name], [arg]) = (annotation, names, self.args)
            && !structural_equal(&annotation.ty, &arg.r#type)
        {
            return Err(other_type(name, &annotation.ty, &arg.r#type).with(self.names[0].place.clone(), "carried here"));
        }
        Ok(())
    }
}

impl<'a, 's> Lowering<'a, 's> {
    pub(super) fn counted(
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

        let mark = self.names.scope.mark();
        let int = Sort { ty: self.types.int.clone(), depth: 1 };
        let loop_var = self.bind(&counted.var, int, &counted.var.place)?;
        let mut iter_args = Vec::with_capacity(init_values.len());
        let mut sorts = Vec::with_capacity(init_values.len());
        for (name, init) in counted.iter_args.iter().zip(init_values) {
            let sort = init.sort();
            let span = self.span(&name.place);
            let depth = above([init.depth, sort.depth], &name.place)?;
            let arg = IterArg::new(name.text, sort.ty.clone(), init.expr, span);
            let value = Value::new(arg.clone(), depth, sort.depth);
            self.names.bind(name.text, value);
            iter_args.push(arg);
            sorts.push(sort);
        }
        let mut yielded = Vec::new();
        let carried = Carried { names: &counted.iter_args, args: &iter_args, yielded: &mut yielded };
        self.blocks.push(Around::Loop(counted));
        let body = self.block(&counted.body, &mut Taker::Loop(carried))?;
        self.blocks.pop();
        self.names.leave(mark);

        self.end(counted, &finals, &yielded);
        let end = finals.last().map_or(place.end, |last| last.end);
        let return_vars = self.results(counted, finals, sorts)?;
        let span = self.span(&(place.start..end));
        Ok(ForStmt::new(loop_var, range, iter_args, body, return_vars, span))
    }

    /// From here on, the names of the loop's values mean nothing.
    fn end(&mut self, counted: &'a ForLoop<'s>, finals: &[Final<'a, 's>], yielded: &[(&'s str, usize)]) {
        let mut results = vec![None; counted.iter_args.len()];
        for last in finals {
            results[last.at] = Some(last.name.text);
        }
        let carried = counted.iter_args.iter().enumerate().map(|(at, name)| (name.text, at));
        for (name, at) in yielded.iter().copied().chain(carried) {
            let ended = Ended { carried: counted.iter_args[at].clone(), result: results[at] };
            self.names.ended.insert(name, ended.clone());
            self.names.scope.bind(name, Meaning::Ended(ended));
        }
    }

    /// The variables that have the final values. One that the text does not name has no name.
    fn results(
        &mut self,
        counted: &'a ForLoop<'s>,
        finals: Vec<Final<'a, 's>>,
        sorts: Vec<Sort>,
    ) -> Outcome<Vec<Arc<Var>>> {
        let mut named: Vec<Option<Arc<Var>>> = vec![None; sorts.len()];
        for Final { at, name, ty, .. } in finals {
            self.refuse_again(name)?;
            let annotation = ty.map(|ty| self.ty(ty)).transpose()?;
            let sort = annotation.unwrap_or_else(|| sorts[at].clone());
            named[at] = Some(self.bind(name, sort, &annotated(name, ty))?);
        }
        let unnamed = |(at, sort): (usize, Sort)| Var::new("", sort.ty, self.span(&counted.iter_args[at].place));
        let all = named.into_iter().zip(sorts.into_iter().enumerate());
        Ok(all.map(|(named, rest)| named.unwrap_or_else(|| unnamed(rest))).collect())
    }

    /// Start, stop and step. A range that gives only its stop starts at 0; the step is 1 unless given.
    fn range(&mut self, counted: &'a ForLoop<'s>) -> Outcome<[Expr; 3]> {
        let given: Vec<Expr> = counted.range.iter().map(|bound| Ok(self.expr(bound)?.expr)).collect::<Outcome<_>>()?;
        let default = |value| self.constant(Literal::Int(value), self.types.int.clone(), &counted.head).expr;
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
pub(super) struct Final<'a, 's> {
    /// Which of the carried values.
    at: usize,
    name: &'a Name<'s>,
    ty: Option<&'a TypeExpr<'s>>,
    end: usize,
}

/// Takes the statements after a loop that name its final values: `a, b = x, y`, or one a line. A value is named once;
/// the name of a carried value that is given to a final one means that from then on.
pub(super) fn finals<'a, 's>(
    counted: &ForLoop<'s>,
    rest: &mut Peekable<slice::Iter<'a, Statement<'s>>>,
) -> Outcome<Vec<Final<'a, 's>>> {
    let mut finals: Vec<Final<'a, 's>> = Vec::new();
    // The positions of the carried values that have no other name yet, and whose own name still means them.
    let mut left: HashMap<&str, usize> =
        counted.iter_args.iter().enumerate().rev().map(|(at, carried)| (carried.text, at)).collect();
    while let Some(next) = rest.peek() {
        let end = next.place.end;
        match &next.kind {
            StatementKind::Assign { name, ty, value } => {
                let ExprKind::Name(value) = value.kind else { break };
                let Some(at) = left.remove(value) else { break };
                left.remove(name.text);
                finals.push(Final { at, name, ty: ty.as_ref(), end });
            }
            StatementKind::Finals { names, values } => {
                let mut several = Vec::with_capacity(names.len());
                for (name, value) in names.iter().zip(values) {
                    let at = left.remove(value.text);
                    several.extend(at.map(|at| Final { at, name, ty: None, end }));
                }
                if several.len() != names.len() || names.len() != values.len() {
                    return Err(Mistake::new(ErrorKind::Finals, next.place.clone()));
                }
                unique("final value", names)?;
                for name in names {
                    left.remove(name.text);
                }
                finals.append(&mut several);
            }
            _ => break,
        }
        rest.next();
    }
    Ok(finals)
}
