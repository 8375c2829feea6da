//! What must hold, and is asked again whenever more is known.

use std::collections::VecDeque;
use std::sync::Arc;

use super::{Clash, Types};
use crate::relay::infer::error::{ProblemKind, TypeProblem};
use crate::relay::ir::{Attributes, Dim, Incomplete, Location, Type, TypeArgument};
use crate::relay::relations::{Question, TypeRelation, Undecided};

/// Finds out what holes are, by what must hold between them.
#[derive(Default)]
pub(in crate::relay::infer) struct Solver {
    pub(in crate::relay::infer) types: Types,
    constraints: Vec<Option<Constraint>>,
    queue: VecDeque<u32>,
    is_queued: Vec<bool>,
    pub(in crate::relay::infer) problems: Vec<TypeProblem>,
}

struct Constraint {
    what: Must,
    span: Location,
}

/// What must hold.
enum Must {
    /// A relation, which a call or a value asks for.
    Relate(Ask),
    /// A tuple has a member, of this type.
    HaveMember { tuple: Type, index: u32, member: Type },
    /// Two dimensions are the same.
    BeEqual(Dim, Dim),
}

/// A relation, and who asks for it.
pub(in crate::relay::infer) struct Ask {
    pub(in crate::relay::infer) relation: Arc<dyn TypeRelation>,
    pub(in crate::relay::infer) args: Vec<Type>,
    pub(in crate::relay::infer) attributes: Attributes,
    /// What is called.
    pub(in crate::relay::infer) by: String,
}

/// What could not be decided.
pub(in crate::relay::infer) struct Stuck {
    pub(in crate::relay::infer) holes: Vec<Incomplete>,
    pub(in crate::relay::infer) problem: TypeProblem,
}

impl Solver {
    /// Has a relation hold.
    pub(in crate::relay::infer) fn relate(&mut self, ask: Ask, span: &Location) {
        self.add(Must::Relate(ask), span);
    }

    /// Has a tuple have a member.
    pub(in crate::relay::infer) fn have_member(&mut self, tuple: Type, index: u32, member: Type, span: &Location) {
        self.add(Must::HaveMember { tuple, index, member }, span);
    }

    fn add(&mut self, what: Must, span: &Location) {
        // Each takes more than a hundred bytes: memory ends first.
        let number = self.constraints.len() as u32;
        self.constraints.push(Some(Constraint { what, span: span.clone() }));
        self.is_queued.push(true);
        self.queue.push_back(number);
    }

    /// Has two types be the same, if they can be.
    pub(in crate::relay::infer) fn unify(&mut self, left: &Type, right: &Type, span: &Location) -> Result<(), Clash> {
        let outcome = self.types.unify(left, right);
        self.take_over(span);
        outcome
    }

    /// Takes over what unification leaves to be done.
    fn take_over(&mut self, span: &Location) {
        for (left, right) in std::mem::take(&mut self.types.equations) {
            self.add(Must::BeEqual(left, right), span);
        }
        while let Some(number) = self.types.woken.pop() {
            let is_queued = &mut self.is_queued[number as usize];
            if !*is_queued {
                *is_queued = true;
                self.queue.push_back(number);
            }
        }
    }

    /// Asks all that may have changed, until nothing does any more.
    pub(in crate::relay::infer) fn run(&mut self) {
        while let Some(number) = self.queue.pop_front() {
            self.is_queued[number as usize] = false;
            let Some(constraint) = self.constraints[number as usize].take() else { continue };
            let outcome = self.ask(&constraint);
            self.take_over(&constraint.span);
            match outcome {
                Ok(()) => {}
                Err(Undecided::Fails(reason)) => self.fail(&constraint, reason),
                Err(Undecided::Unknown) => {
                    // What is too large for its holes to be found is not asked again, and found to be so at the end.
                    let holes = self.types.holes_in(&constraint.what.parts()).unwrap_or_default();
                    self.constraints[number as usize] = Some(constraint);
                    for hole in holes {
                        self.types.wait(hole, number);
                    }
                }
            }
        }
    }

    /// How many constraints there are.
    pub(in crate::relay::infer) fn length(&self) -> usize {
        self.constraints.len()
    }

    /// What is still undecided of the constraints from a number on. It is not asked again. What is about holes that were
    /// made before there were so many may be decided later, and is left.
    pub(in crate::relay::infer) fn take_stuck(&mut self, first: usize, first_hole: usize) -> Vec<Stuck> {
        while self.poison_what_follows(first, first_hole) {
            self.run();
        }
        let mut stuck = Vec::new();
        for constraint in &mut self.constraints[first..] {
            let Some(parts) = constraint.as_ref().map(|constraint| constraint.what.parts()) else { continue };
            let holes = self.types.holes_in(&parts).unwrap_or_default();
            if !holes.iter().any(|hole| self.types.is_older(*hole, first_hole)) {
                stuck.extend(constraint.take().map(|constraint| (constraint, holes)));
            }
        }
        stuck
            .into_iter()
            .map(|(constraint, holes)| {
                let kind = match &constraint.what {
                    Must::Relate(ask) => ProblemKind::Undecided { relation: self.written(ask), by: ask.by.clone() },
                    Must::HaveMember { index, .. } => ProblemKind::UnknownTuple { index: *index },
                    Must::BeEqual(left, right) => {
                        ProblemKind::Equation { left: self.dim(left).to_string(), right: self.dim(right).to_string() }
                    }
                };
                Stuck { holes, problem: TypeProblem::new(kind, constraint.span.span()) }
            })
            .collect()
    }

    /// Drops what is undecided since a mistake was reported, and has what it is about agree with everything. Says whether
    /// there was something.
    fn poison_what_follows(&mut self, first: usize, first_hole: usize) -> bool {
        let mut found = false;
        for constraint in &mut self.constraints[first..] {
            let Some(parts) = constraint.as_ref().map(|constraint| constraint.what.parts()) else { continue };
            let holes = self.types.holes_in(&parts).unwrap_or_default();
            let is_later = holes.iter().any(|hole| self.types.is_older(*hole, first_hole));
            if !is_later && self.types.mentions_poison(&parts) {
                *constraint = None;
                self.types.poison_parts(&parts);
                found = true;
            }
        }
        found
    }

    fn dim(&self, dim: &Dim) -> Dim {
        self.types.resolve_dim(dim).unwrap_or_else(|_| dim.clone())
    }

    fn written(&self, ask: &Ask) -> String {
        let args: Vec<String> = ask.args.iter().map(|ty| self.types.written(ty)).collect();
        format!("{}({})", ask.relation.name(), args.join(", "))
    }

    fn ask(&mut self, constraint: &Constraint) -> Result<(), Undecided> {
        match &constraint.what {
            Must::Relate(ask) => {
                let is_poisoned =
                    |ty: &Type| matches!(self.types.head(ty), Type::Incomplete(hole) if self.types.is_poisoned(hole));
                if ask.args.iter().any(is_poisoned) {
                    ask.args.iter().for_each(|ty| self.types.poison_type(ty));
                    return Ok(());
                }
                ask.relation.relate(&mut Question::new(&mut self.types, &ask.args, &ask.attributes))
            }
            Must::HaveMember { tuple, index, member } => match self.types.head(tuple) {
                Type::Incomplete(hole) if self.types.is_poisoned(hole) => {
                    self.types.poison_type(member);
                    Ok(())
                }
                Type::Incomplete(_) => Err(Undecided::Unknown),
                Type::Tuple(tuple) if (*index as usize) < tuple.fields.len() => {
                    let outcome = self.types.unify(member, &tuple.fields[*index as usize]);
                    outcome.map_err(|clash| Undecided::Fails(clash.to_string()))
                }
                _ => Err(Undecided::Fails(String::new())),
            },
            Must::BeEqual(left, right) => {
                let before = self.types.equations.len();
                let outcome = self.types.unify_dims(left, right);
                // It is still this one that is asked again.
                let is_undecided = self.types.equations.len() > before;
                self.types.equations.truncate(before);
                match outcome {
                    Err(clash) => Err(Undecided::Fails(clash.to_string())),
                    Ok(()) if is_undecided => Err(Undecided::Unknown),
                    Ok(()) => Ok(()),
                }
            }
        }
    }

    fn fail(&mut self, constraint: &Constraint, reason: String) {
        let kind = match &constraint.what {
            Must::Relate(ask) => ProblemKind::Relation { relation: self.written(ask), by: ask.by.clone(), reason },
            Must::HaveMember { tuple, index, member } => match self.types.head(tuple) {
                Type::Tuple(tuple) if (*index as usize) < tuple.fields.len() => ProblemKind::Mismatch {
                    what: format!("member {index}"),
                    expected: self.types.written(member),
                    found: self.types.written(&tuple.fields[*index as usize]),
                    reason: None,
                },
                other => ProblemKind::NoMember { ty: self.types.written(&other), index: *index },
            },
            Must::BeEqual(left, right) => {
                ProblemKind::Equation { left: self.dim(left).to_string(), right: self.dim(right).to_string() }
            }
        };
        self.problems.push(TypeProblem::new(kind, constraint.span.span()));
        self.types.poison_parts(&constraint.what.parts());
        self.take_over(&constraint.span);
    }
}

impl Must {
    /// The types that it is about.
    fn parts(&self) -> Vec<TypeArgument> {
        match self {
            Self::Relate(ask) => ask.args.iter().cloned().map(TypeArgument::Type).collect(),
            Self::HaveMember { tuple, member, .. } => [tuple, member].map(|ty| TypeArgument::Type(ty.clone())).to_vec(),
            Self::BeEqual(left, right) => [left, right].map(|dim| TypeArgument::Dim(dim.clone())).to_vec(),
        }
    }
}
