//! Filling holes: whether something may be put into one, and what becomes of the holes in it.

use std::sync::Arc;

use super::{Clash, DEPTH_LIMIT, Hole, SIZE_LIMIT, State, Types};
use crate::relay::ir::{BaseType, Dim, FunctionType, Incomplete, Shape, Type, TypeArgument, TypeParam};

/// A search through what is to fill a hole.
struct Search {
    hole: u32,
    level: u32,
    left: usize,
    /// The type parameters that are bound within it.
    bound: Vec<*const TypeParam>,
}

impl Types {
    /// Fills an open hole, unless it would contain itself, become too large, or a type parameter would leave its scope.
    pub(super) fn fill(&mut self, hole: u32, value: TypeArgument) -> Result<(), Clash> {
        self.search += 1;
        let level = self.holes[hole as usize].level;
        let mut search = Search { hole, level, left: SIZE_LIMIT, bound: Vec::new() };
        match &value {
            TypeArgument::Type(ty) => self.admit(ty, &mut search, 0)?,
            TypeArgument::BaseType(base) => self.admit_base_type(base, &mut search)?,
            TypeArgument::Shape(shape) => self.admit_shape(shape, &mut search, 0)?,
            TypeArgument::Dim(dim) => self.admit_dim(dim, &mut search, 0)?,
        }
        self.settle(hole, State::Filled(value));
        Ok(())
    }

    /// Has a hole be the same as another one. What waits for it is asked again, and then waits for the other.
    pub(super) fn join(&mut self, hole: u32, other: u32) {
        let Hole { level, joined, oldest, .. } = self.holes[hole as usize];
        let root = &mut self.holes[other as usize];
        root.level = root.level.min(level);
        root.joined += joined;
        root.oldest = root.oldest.min(oldest);
        self.settle(hole, State::Same(other));
    }

    /// Says what a hole is, and wakes what waits for that.
    pub(super) fn settle(&mut self, hole: u32, state: State) {
        let hole = &mut self.holes[hole as usize];
        hole.state = state;
        self.woken.append(&mut hole.waiting);
    }

    /// Has all holes in a type agree with everything.
    pub(in crate::relay::infer) fn poison_type(&mut self, ty: &Type) {
        self.poison_parts(&[TypeArgument::Type(ty.clone())]);
    }

    /// Has all holes in types and parts of types agree with everything.
    pub(in crate::relay::infer) fn poison_parts(&mut self, parts: &[TypeArgument]) {
        // What is too large is left as it is.
        let Ok(holes) = self.holes_in(parts) else { return };
        for hole in holes {
            self.settle(hole.number, State::Poisoned);
        }
    }

    fn admit(&mut self, ty: &Type, search: &mut Search, depth: u32) -> Result<(), Clash> {
        search.left = search.left.checked_sub(1).ok_or(Clash::TooLarge)?;
        if depth > DEPTH_LIMIT {
            return Err(Clash::TooLarge);
        }
        match ty {
            Type::Tensor(tensor) => {
                self.admit_shape(&tensor.shape, search, depth + 1)?;
                self.admit_base_type(&tensor.dtype, search)
            }
            Type::Tuple(tuple) => tuple.fields.iter().try_for_each(|field| self.admit(field, search, depth + 1)),
            Type::Call(call) => call.args.iter().try_for_each(|arg| self.admit(arg, search, depth + 1)),
            Type::Param(param) => self.admit_param(param, search),
            Type::Ref(reference) => self.admit(&reference.content, search, depth + 1),
            Type::Function(function) => self.admit_function(function, search, depth),
            Type::Incomplete(hole) => match self.admit_hole(*hole, search)? {
                Some(TypeArgument::Type(ty)) => self.admit(&ty, search, depth + 1),
                _ => Ok(()),
            },
        }
    }

    fn admit_function(&mut self, function: &FunctionType, search: &mut Search, depth: u32) -> Result<(), Clash> {
        let outer = search.bound.len();
        search.bound.extend(function.type_params.iter().map(Arc::as_ptr));
        let in_constraints = function.constraints.iter().flat_map(|relation| &relation.args);
        let mut parts = function.args.iter().chain([&function.result]).chain(in_constraints);
        parts.try_for_each(|part| self.admit(part, search, depth + 1))?;
        search.bound.truncate(outer);
        Ok(())
    }

    fn admit_shape(&mut self, shape: &Shape, search: &mut Search, depth: u32) -> Result<(), Clash> {
        match shape {
            Shape::Dims(dims) => dims.iter().try_for_each(|dim| self.admit_dim(dim, search, depth + 1)),
            Shape::Param(param) => self.admit_param(param, search),
            Shape::Incomplete(hole) => match self.admit_hole(*hole, search)? {
                Some(TypeArgument::Shape(shape)) => self.admit_shape(&shape, search, depth + 1),
                _ => Ok(()),
            },
        }
    }

    fn admit_dim(&mut self, dim: &Dim, search: &mut Search, depth: u32) -> Result<(), Clash> {
        search.left = search.left.checked_sub(1).ok_or(Clash::TooLarge)?;
        if depth > DEPTH_LIMIT {
            return Err(Clash::TooLarge);
        }
        match dim {
            Dim::Constant(_) | Dim::Any => Ok(()),
            Dim::Param(param) => self.admit_param(param, search),
            Dim::Binary { left, right, .. } => {
                self.admit_dim(left, search, depth + 1)?;
                self.admit_dim(right, search, depth + 1)
            }
            Dim::Incomplete(hole) => match self.admit_hole(*hole, search)? {
                Some(TypeArgument::Dim(dim)) => self.admit_dim(&dim, search, depth + 1),
                _ => Ok(()),
            },
        }
    }

    fn admit_base_type(&mut self, base: &BaseType, search: &mut Search) -> Result<(), Clash> {
        match base {
            BaseType::Data(_) => Ok(()),
            BaseType::Param(param) => self.admit_param(param, search),
            BaseType::Incomplete(hole) => match self.admit_hole(*hole, search)? {
                Some(TypeArgument::BaseType(base)) => self.admit_base_type(&base, search),
                _ => Ok(()),
            },
        }
    }

    fn admit_param(&self, param: &Arc<TypeParam>, search: &Search) -> Result<(), Clash> {
        let pointer = Arc::as_ptr(param);
        match self.rigid.get(&pointer) {
            _ if search.bound.contains(&pointer) => Ok(()),
            Some(level) if *level <= search.level => Ok(()),
            _ => Err(Clash::Escapes(param.name.clone())),
        }
    }

    /// What fills a hole, the first time that it is met.
    fn admit_hole(&mut self, hole: Incomplete, search: &Search) -> Result<Option<TypeArgument>, Clash> {
        let number = self.find_mut(hole);
        if number == search.hole {
            return Err(Clash::Infinite);
        }
        let hole = &mut self.holes[number as usize];
        if hole.seen == self.search {
            return Ok(None);
        }
        hole.seen = self.search;
        match &hole.state {
            State::Filled(argument) => Ok(Some(argument.clone())),
            _ => {
                hole.level = hole.level.min(search.level);
                Ok(None)
            }
        }
    }
}
