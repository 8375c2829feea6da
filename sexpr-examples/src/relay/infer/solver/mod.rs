//! What is known of incomplete types, and what is still to be found out.
//!
//! An incomplete type is a hole, known by its number. Holes that are the same are joined, as in Hopcroft and Karp's
//! equivalence of automata; what they are is kept once. Unification fills them; relations do, and are asked again when
//! one of the holes that they wait for is filled.

mod admit;
mod clash;
mod common;
mod constraints;
mod dims;
mod heads;
mod resolve;
mod substitute;
mod unify;

use std::collections::HashMap;
use std::ops::Range;
use std::sync::Arc;

pub(in crate::relay) use self::clash::Clash;
pub(super) use self::constraints::{Ask, Solver};
use crate::relay::ir::{BaseType, Dim, Incomplete, Kind, LocalVar, Location, Shape, Type, TypeArgument, TypeParam};

/// Types within types, and nodes of a type, are no more than this: what is inferred may grow by itself.
pub(super) const DEPTH_LIMIT: u32 = 500;
/// The most nodes that a type is made of.
pub(super) const SIZE_LIMIT: usize = 50_000;

/// What is known of holes, and of the type parameters in scope.
#[derive(Debug, Default)]
pub(in crate::relay) struct Types {
    holes: Vec<Hole>,
    /// How many functions with type parameters are around.
    level: u32,
    /// For each type parameter that stands for itself, how many functions are around what may mention it.
    rigid: HashMap<*const TypeParam, u32>,
    /// For each type parameter that was entered and not left, its level before.
    outer: Vec<Option<u32>>,
    /// The constraints that wait for holes that were filled since.
    woken: Vec<u32>,
    /// Dimensions that must be the same, and in which too many holes are to solve that.
    equations: Vec<(Dim, Dim)>,
    /// Marks holes that a search has seen.
    search: u32,
}

#[derive(Debug)]
struct Hole {
    state: State,
    /// Only type parameters of this level and those around it may come into it.
    level: u32,
    /// The constraints that are asked again when it is filled.
    waiting: Vec<u32>,
    seen: u32,
    /// How many holes it stands for, and which of these was made first.
    joined: u32,
    oldest: u32,
    origin: Origin,
}

#[derive(Clone, Debug)]
enum State {
    /// Nothing is known.
    Open,
    /// It is the same as another one.
    Same(u32),
    /// It is this.
    Filled(TypeArgument),
    /// A mistake was reported that would have said what it is: it agrees with everything.
    Poisoned,
}

/// Where a hole comes from.
#[derive(Clone, Debug)]
pub(super) struct Origin {
    pub(super) span: Location,
    pub(super) what: Unknown,
}

/// What is not known.
#[derive(Clone, Debug)]
pub(super) enum Unknown {
    /// What stands in place of `_`.
    Written,
    /// The type of a variable.
    TypeOf(Arc<LocalVar>),
    /// The result of a function.
    Result,
    /// What stands for a type parameter.
    Instance(Arc<TypeParam>),
    /// What a call, a projection or a `match` gives.
    Value,
}

impl Types {
    /// A hole.
    pub(super) fn fresh(&mut self, origin: Origin) -> Incomplete {
        // Each takes more than a hundred bytes: memory ends first.
        let number = self.holes.len() as u32;
        let (level, waiting) = (self.level, Vec::new());
        self.holes.push(Hole { state: State::Open, level, waiting, seen: 0, joined: 1, oldest: number, origin });
        Incomplete { number }
    }

    /// A type of which nothing is known.
    pub(super) fn fresh_type(&mut self, origin: Origin) -> Type {
        Type::Incomplete(self.fresh(origin))
    }

    /// A type that agrees with everything, since a mistake was reported.
    pub(super) fn poison(&mut self, span: &Location) -> Type {
        let hole = self.fresh(Origin { span: span.clone(), what: Unknown::Value });
        self.holes[hole.number as usize].state = State::Poisoned;
        Type::Incomplete(hole)
    }

    /// What stands for a type parameter whose value is not known.
    pub(super) fn fresh_argument(&mut self, param: &Arc<TypeParam>, span: &Location) -> TypeArgument {
        let origin = Origin { span: span.clone(), what: Unknown::Instance(param.clone()) };
        let hole = self.fresh(origin);
        match param.kind {
            Kind::Type => TypeArgument::Type(Type::Incomplete(hole)),
            // Nothing mentions it.
            Kind::Constraint => {
                self.poison_hole(hole);
                TypeArgument::Type(Type::Incomplete(hole))
            }
            Kind::BaseType => TypeArgument::BaseType(BaseType::Incomplete(hole)),
            Kind::Shape => TypeArgument::Shape(Shape::Incomplete(hole)),
            Kind::ShapeVar => TypeArgument::Dim(Dim::Incomplete(hole)),
        }
    }

    /// Has type parameters stand for themselves until [`leave`](Self::leave).
    pub(super) fn enter(&mut self, params: &[Arc<TypeParam>]) {
        if params.is_empty() {
            return;
        }
        self.level += 1;
        for param in params {
            let outer = self.rigid.insert(Arc::as_ptr(param), self.level);
            self.outer.push(outer);
        }
    }

    /// Ends the scope that was entered last.
    pub(super) fn leave(&mut self, params: &[Arc<TypeParam>]) {
        if params.is_empty() {
            return;
        }
        self.level -= 1;
        for param in params.iter().rev() {
            match self.outer.pop().flatten() {
                Some(level) => self.rigid.insert(Arc::as_ptr(param), level),
                None => self.rigid.remove(&Arc::as_ptr(param)),
            };
        }
    }

    /// Keeps type parameters whose scope was left out of holes that were made in it.
    pub(super) fn close(&mut self, holes: Range<usize>) {
        for hole in &mut self.holes[holes] {
            hole.level = hole.level.min(self.level);
        }
    }

    /// Whether a type parameter stands for itself here.
    pub(super) fn is_in_scope(&self, param: &Arc<TypeParam>) -> bool {
        self.rigid.contains_key(&Arc::as_ptr(param))
    }

    /// The holes that nothing fills, from a number on, with where each comes from.
    pub(super) fn open_from(&self, first: usize) -> Vec<(Incomplete, Origin)> {
        let is_open = |(_, hole): &(usize, &Hole)| matches!(hole.state, State::Open) && hole.oldest as usize >= first;
        let holes = self.holes.iter().enumerate().skip(first).filter(is_open);
        holes.map(|(number, hole)| (Incomplete { number: number as u32 }, hole.origin.clone())).collect()
    }

    /// Whether a hole, or one that is the same, was made before there were so many.
    pub(super) fn is_older(&self, hole: Incomplete, than: usize) -> bool {
        (self.holes[self.find(hole) as usize].oldest as usize) < than
    }

    /// Has a hole agree with everything.
    pub(super) fn poison_hole(&mut self, hole: Incomplete) {
        let hole = self.find_mut(hole);
        if matches!(self.holes[hole as usize].state, State::Open) {
            self.settle(hole, State::Poisoned);
        }
    }

    /// How many holes there are.
    pub(super) fn length(&self) -> usize {
        self.holes.len()
    }

    /// The hole that stands for all that are the same.
    fn find(&self, hole: Incomplete) -> u32 {
        let mut number = hole.number;
        while let State::Same(other) = self.holes[number as usize].state {
            number = other;
        }
        number
    }

    /// [`find`](Self::find), which has the next one be quicker.
    fn find_mut(&mut self, hole: Incomplete) -> u32 {
        let found = self.find(hole);
        let mut number = hole.number;
        while let State::Same(other) = self.holes[number as usize].state {
            self.holes[number as usize].state = State::Same(found);
            number = other;
        }
        found
    }

    /// Has a constraint be asked again when a hole is filled.
    fn wait(&mut self, hole: Incomplete, constraint: u32) {
        let hole = self.find_mut(hole);
        let waiting = &mut self.holes[hole as usize].waiting;
        if waiting.last() != Some(&constraint) {
            waiting.push(constraint);
        }
    }
}
