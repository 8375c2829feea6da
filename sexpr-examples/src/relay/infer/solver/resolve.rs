//! Types with what is known put in the places of holes, and the holes that are left.

use super::{Clash, DEPTH_LIMIT, SIZE_LIMIT, State, Types};
use crate::relay::ir::{BaseType, Dim, FunctionType, Incomplete, Shape, Type, TypeArgument, TypeRelation};
use crate::text::shortened;

/// A type is put together, with what it may still be made of.
struct Resolver<'t> {
    types: &'t Types,
    left: usize,
}

/// What is left in types and parts of types.
#[derive(Default)]
struct Survey {
    open: Vec<Incomplete>,
    is_poisoned: bool,
}

impl Types {
    /// The type, with everything that is known of it.
    pub(in crate::relay) fn resolve(&self, ty: &Type) -> Result<Type, Clash> {
        let mut resolver = Resolver { types: self, left: SIZE_LIMIT };
        Ok(resolver.ty(ty, 0)?.unwrap_or_else(|| ty.clone()))
    }

    /// The type as a message shows it; one that is too large is shown as if nothing were known of it.
    pub(in crate::relay) fn shown(&self, ty: &Type) -> Type {
        self.resolve(ty).unwrap_or(Type::Incomplete(Incomplete { number: 0 }))
    }

    /// The type as a message shows it, cut where it is too long.
    pub(in crate::relay) fn written(&self, ty: &Type) -> String {
        shortened(self.shown(ty).to_string())
    }

    /// The shape, with everything that is known of it.
    pub(in crate::relay) fn resolve_shape(&self, shape: &Shape) -> Result<Shape, Clash> {
        let mut resolver = Resolver { types: self, left: SIZE_LIMIT };
        Ok(resolver.shape(shape)?.unwrap_or_else(|| shape.clone()))
    }

    /// The dimension, with everything that is known of it.
    pub(in crate::relay) fn resolve_dim(&self, dim: &Dim) -> Result<Dim, Clash> {
        let mut resolver = Resolver { types: self, left: SIZE_LIMIT };
        Ok(resolver.dim(dim, 0)?.unwrap_or_else(|| dim.clone()))
    }

    /// The holes in types and parts of types of which nothing is known, each once.
    pub(in crate::relay) fn holes_in(&mut self, parts: &[TypeArgument]) -> Result<Vec<Incomplete>, Clash> {
        Ok(self.survey(parts)?.open)
    }

    /// Whether something in types and parts of types agrees with everything.
    pub(super) fn mentions_poison(&mut self, parts: &[TypeArgument]) -> bool {
        self.survey(parts).is_ok_and(|found| found.is_poisoned)
    }

    fn survey(&mut self, parts: &[TypeArgument]) -> Result<Survey, Clash> {
        self.search += 1;
        let mut found = Survey::default();
        let mut left = SIZE_LIMIT;
        let mut stack = parts.to_vec();
        while let Some(part) = stack.pop() {
            left = left.checked_sub(1).ok_or(Clash::TooLarge)?;
            let hole = match part {
                TypeArgument::Type(ty) => match ty {
                    Type::Incomplete(hole) => hole,
                    Type::Param(_) => continue,
                    Type::Tensor(tensor) => {
                        stack.push(TypeArgument::Shape(tensor.shape.clone()));
                        stack.push(TypeArgument::BaseType(tensor.dtype.clone()));
                        continue;
                    }
                    Type::Tuple(tuple) => {
                        stack.extend(tuple.fields.iter().cloned().map(TypeArgument::Type));
                        continue;
                    }
                    Type::Call(call) => {
                        stack.extend(call.args.iter().cloned().map(TypeArgument::Type));
                        continue;
                    }
                    Type::Ref(reference) => {
                        stack.push(TypeArgument::Type(reference.content.clone()));
                        continue;
                    }
                    Type::Function(function) => {
                        let in_constraints = function.constraints.iter().flat_map(|relation| &relation.args);
                        let parts = function.args.iter().chain([&function.result]).chain(in_constraints);
                        stack.extend(parts.cloned().map(TypeArgument::Type));
                        continue;
                    }
                },
                TypeArgument::BaseType(BaseType::Incomplete(hole))
                | TypeArgument::Shape(Shape::Incomplete(hole))
                | TypeArgument::Dim(Dim::Incomplete(hole)) => hole,
                TypeArgument::Shape(Shape::Dims(dims)) => {
                    stack.extend(dims.into_iter().map(TypeArgument::Dim));
                    continue;
                }
                TypeArgument::Dim(Dim::Binary { left, right, .. }) => {
                    stack.extend([&left, &right].map(|dim| TypeArgument::Dim((**dim).clone())));
                    continue;
                }
                _ => continue,
            };
            let number = self.find_mut(hole);
            let hole = &mut self.holes[number as usize];
            if hole.seen == self.search {
                continue;
            }
            hole.seen = self.search;
            match &hole.state {
                State::Filled(argument) => stack.push(argument.clone()),
                State::Open => found.open.push(Incomplete { number }),
                State::Poisoned => found.is_poisoned = true,
                State::Same(_) => {}
            }
        }
        Ok(found)
    }
}

/// What replaces a part, if anything does.
type Changed<T> = Result<Option<T>, Clash>;

impl Resolver<'_> {
    fn count(&mut self, depth: u32) -> Result<(), Clash> {
        self.left = self.left.checked_sub(1).filter(|_| depth <= DEPTH_LIMIT).ok_or(Clash::TooLarge)?;
        Ok(())
    }

    fn ty(&mut self, ty: &Type, depth: u32) -> Changed<Type> {
        self.count(depth)?;
        Ok(match ty {
            Type::Param(_) => None,
            Type::Tensor(tensor) => {
                let shape = self.shape(&tensor.shape)?;
                let dtype = self.base_type(&tensor.dtype);
                (shape.is_some() || dtype.is_some()).then(|| {
                    Type::tensor(
                        shape.unwrap_or_else(|| tensor.shape.clone()),
                        dtype.unwrap_or_else(|| tensor.dtype.clone()),
                    )
                })
            }
            Type::Tuple(tuple) => self.all(&tuple.fields, depth)?.map(Type::tuple),
            Type::Call(call) => self.all(&call.args, depth)?.map(|args| Type::call(call.handle.clone(), args)),
            Type::Ref(reference) => self.ty(&reference.content, depth + 1)?.map(Type::reference),
            Type::Function(function) => self.function(function, depth)?.map(Type::from),
            Type::Incomplete(hole) => match self.types.filled(*hole) {
                Ok(TypeArgument::Type(filled)) => {
                    let filled = filled.clone();
                    Some(self.ty(&filled, depth + 1)?.unwrap_or(filled))
                }
                Ok(_) => None,
                Err(same) => (same != *hole).then_some(Type::Incomplete(same)),
            },
        })
    }

    fn all(&mut self, types: &[Type], depth: u32) -> Changed<Vec<Type>> {
        let mut changed: Option<Vec<Type>> = None;
        for (index, ty) in types.iter().enumerate() {
            match (self.ty(ty, depth + 1)?, &mut changed) {
                (Some(ty), Some(types)) => types.push(ty),
                (None, Some(types)) => types.push(ty.clone()),
                (Some(ty), none) => *none = Some(types[..index].iter().cloned().chain([ty]).collect()),
                (None, None) => {}
            }
        }
        Ok(changed)
    }

    fn function(&mut self, function: &FunctionType, depth: u32) -> Changed<FunctionType> {
        let args = self.all(&function.args, depth)?;
        let result = self.ty(&function.result, depth + 1)?;
        let mut is_changed = args.is_some() || result.is_some();
        let mut constraints = Vec::with_capacity(function.constraints.len());
        for relation in &function.constraints {
            let args = self.all(&relation.args, depth)?;
            is_changed |= args.is_some();
            constraints.push(TypeRelation { args: args.unwrap_or_else(|| relation.args.clone()), ..relation.clone() });
        }
        Ok(is_changed.then(|| FunctionType {
            type_params: function.type_params.clone(),
            args: args.unwrap_or_else(|| function.args.clone()),
            result: result.unwrap_or_else(|| function.result.clone()),
            constraints,
        }))
    }

    fn shape(&mut self, shape: &Shape) -> Changed<Shape> {
        Ok(match shape {
            Shape::Param(_) => None,
            Shape::Dims(dims) => {
                let mut is_changed = false;
                let mut resolved = Vec::with_capacity(dims.len());
                for dim in dims {
                    let changed = self.dim(dim, 0)?;
                    is_changed |= changed.is_some();
                    resolved.push(changed.unwrap_or_else(|| dim.clone()));
                }
                is_changed.then_some(Shape::Dims(resolved))
            }
            Shape::Incomplete(hole) => match self.types.filled(*hole) {
                Ok(TypeArgument::Shape(filled)) => {
                    let filled = filled.clone();
                    Some(self.shape(&filled)?.unwrap_or(filled))
                }
                Ok(_) => None,
                Err(same) => (same != *hole).then_some(Shape::Incomplete(same)),
            },
        })
    }

    fn base_type(&self, base: &BaseType) -> Option<BaseType> {
        matches!(base, BaseType::Incomplete(_)).then(|| self.types.head_of_base_type(base))
    }

    fn dim(&mut self, dim: &Dim, depth: u32) -> Changed<Dim> {
        self.count(depth)?;
        Ok(match dim {
            Dim::Constant(_) | Dim::Any | Dim::Param(_) => None,
            Dim::Binary { .. } => Some(self.types.simplified(dim)?),
            Dim::Incomplete(hole) => match self.types.filled(*hole) {
                Ok(TypeArgument::Dim(filled)) => {
                    let filled = filled.clone();
                    Some(self.dim(&filled, depth + 1)?.unwrap_or(filled))
                }
                Ok(_) => None,
                Err(same) => (same != *hole).then_some(Dim::Incomplete(same)),
            },
        })
    }
}
