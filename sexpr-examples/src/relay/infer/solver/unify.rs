//! Having two types be the same.
//!
//! `?` goes with any dimension, as in a gradual type: where it meets one that is known, the program sees to it when it
//! runs, and a hole keeps what it was filled with first.

use std::sync::Arc;

use sexpr_core::structural_equal;

use super::{Clash, DEPTH_LIMIT, State, Types};
use crate::relay::ir::{BaseType, FunctionType, Incomplete, Shape, Type, TypeArgument, TypeParam};

type Outcome = Result<(), Clash>;

/// Two holes that are the same from now on, and what they hold, if that can be made the same.
pub(super) struct Joined {
    hole: u32,
    held: State,
    left: TypeArgument,
    right: TypeArgument,
}

impl Types {
    /// Has two types be the same, if they can be.
    pub(in crate::relay) fn unify(&mut self, left: &Type, right: &Type) -> Outcome {
        self.types(left, right, 0)
    }

    fn types(&mut self, left: &Type, right: &Type, depth: u32) -> Outcome {
        if depth > DEPTH_LIMIT {
            return Err(Clash::TooLarge);
        }
        match (left, right) {
            (Type::Incomplete(left), Type::Incomplete(right)) => {
                let Some(joined) = self.join_holes(*left, *right)? else { return Ok(()) };
                let outcome = match (&joined.left, &joined.right) {
                    (TypeArgument::Type(left), TypeArgument::Type(right)) => self.types(left, right, depth + 1),
                    _ => Ok(()),
                };
                self.keep_apart(joined, outcome)
            }
            (Type::Incomplete(hole), other) | (other, Type::Incomplete(hole)) => {
                let number = self.find_mut(*hole);
                match &self.holes[number as usize].state {
                    State::Filled(TypeArgument::Type(filled)) => {
                        let filled = filled.clone();
                        let is_left = matches!(left, Type::Incomplete(_));
                        let (left, right) = if is_left { (&filled, other) } else { (other, &filled) };
                        self.types(left, right, depth + 1)
                    }
                    State::Poisoned => {
                        self.poison_type(other);
                        Ok(())
                    }
                    _ => self.fill(number, TypeArgument::Type(other.clone())),
                }
            }
            (Type::Tensor(one), Type::Tensor(other)) => {
                if Arc::ptr_eq(one, other) {
                    return Ok(());
                }
                self.unify_shapes(&one.shape, &other.shape)?;
                self.unify_base_types(&one.dtype, &other.dtype)
            }
            (Type::Tuple(one), Type::Tuple(other)) => {
                if Arc::ptr_eq(one, other) {
                    return Ok(());
                }
                if one.fields.len() != other.fields.len() {
                    return Err(Clash::Members(one.fields.len(), other.fields.len()));
                }
                self.all(&one.fields, &other.fields, depth)
            }
            (Type::Call(one), Type::Call(other)) if one.handle == other.handle => {
                if Arc::ptr_eq(one, other) {
                    return Ok(());
                }
                self.all(&one.args, &other.args, depth)
            }
            (Type::Ref(one), Type::Ref(other)) => self.types(&one.content, &other.content, depth + 1),
            (Type::Param(one), Type::Param(other)) if Arc::ptr_eq(one, other) => Ok(()),
            (Type::Function(one), Type::Function(other)) => {
                if Arc::ptr_eq(one, other) {
                    return Ok(());
                }
                self.functions(one, other, depth)
            }
            _ => Err(Clash::Types(self.shown(left), self.shown(right))),
        }
    }

    fn all(&mut self, left: &[Type], right: &[Type], depth: u32) -> Outcome {
        left.iter().zip(right).try_for_each(|(left, right)| self.types(left, right, depth + 1))
    }

    fn functions(&mut self, left: &FunctionType, right: &FunctionType, depth: u32) -> Outcome {
        if left.args.len() != right.args.len() {
            return Err(Clash::Arguments(left.args.len(), right.args.len()));
        }
        let kinds = |function: &FunctionType| function.type_params.iter().map(|param| param.kind).collect::<Vec<_>>();
        if kinds(left) != kinds(right) {
            return Err(Clash::TypeParams);
        }
        if left.type_params.is_empty() {
            self.all(&left.args, &right.args, depth)?;
            self.types(&left.result, &right.result, depth + 1)?;
            return self.constraints(left, right, depth);
        }
        // Where all is known, this is equality up to the names of type parameters.
        if structural_equal(left, right) {
            return Ok(());
        }
        let params: Vec<Arc<TypeParam>> = left.type_params.iter().map(|param| Arc::new((**param).clone())).collect();
        let args = || params.iter().map(TypeArgument::of_param).collect();
        let (left, right) = (self.instantiate(left, args())?, self.instantiate(right, args())?);
        self.enter(&params);
        let outcome = self.functions(&left, &right, depth + 1);
        self.leave(&params);
        outcome
    }

    fn constraints(&mut self, left: &FunctionType, right: &FunctionType, depth: u32) -> Outcome {
        if left.constraints.len() != right.constraints.len() {
            return Err(Clash::Constraints);
        }
        for (left, right) in left.constraints.iter().zip(&right.constraints) {
            let is_alike = left.name == right.name
                && left.args.len() == right.args.len()
                && structural_equal(&left.attributes, &right.attributes);
            if !is_alike {
                return Err(Clash::Constraints);
            }
            self.all(&left.args, &right.args, depth)?;
        }
        Ok(())
    }

    /// Has two shapes be the same, if they can be.
    pub(in crate::relay) fn unify_shapes(&mut self, left: &Shape, right: &Shape) -> Outcome {
        match (left, right) {
            (Shape::Incomplete(left), Shape::Incomplete(right)) => {
                let Some(joined) = self.join_holes(*left, *right)? else { return Ok(()) };
                let outcome = match (&joined.left, &joined.right) {
                    (TypeArgument::Shape(left), TypeArgument::Shape(right)) => self.unify_shapes(left, right),
                    _ => Ok(()),
                };
                self.keep_apart(joined, outcome)
            }
            (Shape::Incomplete(hole), other) | (other, Shape::Incomplete(hole)) => {
                let number = self.find_mut(*hole);
                match &self.holes[number as usize].state {
                    State::Filled(TypeArgument::Shape(filled)) => {
                        let filled = filled.clone();
                        let is_left = matches!(left, Shape::Incomplete(_));
                        if is_left { self.unify_shapes(&filled, other) } else { self.unify_shapes(other, &filled) }
                    }
                    State::Poisoned => {
                        self.poison_parts(&[TypeArgument::Shape(other.clone())]);
                        Ok(())
                    }
                    _ => self.fill(number, TypeArgument::Shape(other.clone())),
                }
            }
            (Shape::Param(one), Shape::Param(other)) if Arc::ptr_eq(one, other) => Ok(()),
            (Shape::Dims(one), Shape::Dims(other)) if one.len() == other.len() => {
                one.iter().zip(other).try_for_each(|(left, right)| self.unify_dims(left, right))
            }
            _ => {
                let shown = |shape: &Shape| self.resolve_shape(shape).unwrap_or_else(|_| shape.clone());
                Err(Clash::Shapes(shown(left), shown(right)))
            }
        }
    }

    /// Has two base types be the same, if they can be.
    pub(in crate::relay) fn unify_base_types(&mut self, left: &BaseType, right: &BaseType) -> Outcome {
        match (self.head_of_base_type(left), self.head_of_base_type(right)) {
            (BaseType::Data(one), BaseType::Data(other)) if one == other => Ok(()),
            (BaseType::Param(one), BaseType::Param(other)) if Arc::ptr_eq(&one, &other) => Ok(()),
            (BaseType::Incomplete(one), BaseType::Incomplete(other)) => self.join_holes(one, other).map(|_| ()),
            (BaseType::Incomplete(hole), other) | (other, BaseType::Incomplete(hole)) => match self.is_poisoned(hole) {
                true => Ok(()),
                false => self.fill(hole.number, TypeArgument::BaseType(other)),
            },
            (left, right) => Err(Clash::BaseTypes(left, right)),
        }
    }

    /// Has two holes be the same. If both were filled, what they hold has to be made the same then. What fills a hole is
    /// never one itself.
    pub(super) fn join_holes(&mut self, left: Incomplete, right: Incomplete) -> Result<Option<Joined>, Clash> {
        let (one, other) = (self.find_mut(left), self.find_mut(right));
        if one == other {
            return Ok(None);
        }
        // The one that stands for more stays, so that the way to it is short.
        let is_smaller = self.holes[one as usize].joined <= self.holes[other as usize].joined;
        match (self.holes[one as usize].state.clone(), self.holes[other as usize].state.clone()) {
            (State::Filled(left), State::Filled(right)) => {
                let (hole, root) = if is_smaller { (one, other) } else { (other, one) };
                let held = self.holes[hole as usize].state.clone();
                self.join(hole, root);
                return Ok(Some(Joined { hole, held, left, right }));
            }
            (State::Open, State::Filled(argument)) => {
                self.fill(one, argument)?;
                self.join(one, other);
            }
            (State::Filled(argument), State::Open) => {
                self.fill(other, argument)?;
                self.join(other, one);
            }
            (State::Poisoned, State::Filled(filled)) | (State::Filled(filled), State::Poisoned) => {
                self.poison_parts(&[filled]);
            }
            (State::Poisoned, _) => self.settle(other, State::Poisoned),
            (_, State::Poisoned) => self.settle(one, State::Poisoned),
            _ if is_smaller => self.join(one, other),
            _ => self.join(other, one),
        }
        Ok(None)
    }

    /// Has holes that turned out not to be the same be what they were, for messages to show.
    fn keep_apart(&mut self, joined: Joined, outcome: Outcome) -> Outcome {
        if outcome.is_err() {
            self.holes[joined.hole as usize].state = joined.held;
        }
        outcome
    }
}
