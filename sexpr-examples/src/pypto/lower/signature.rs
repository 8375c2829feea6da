//! Parameters and results of functions, and types.

use std::cell::RefCell;
use std::collections::{HashMap, HashSet};
use std::mem;
use std::rc::Rc;
use std::sync::Arc;

use super::{Lowering, Meaning, Names, Outcome, Sort, Value, above, too_nested};
use crate::pypto::error::{ErrorKind, Mistake};
use crate::pypto::ir::{Expr, ScalarType, TensorType, TileType, TupleType, Type, UnknownType, Var, Variable};
use crate::pypto::syntax::{self, FunctionDef, Name, Param, TypeExpr, TypeKind};
use crate::text::{Place, elided};

/// How far a function's signature has come.
pub(super) enum Progress<'a, 's> {
    Waiting(&'a FunctionDef<'s>),
    Begun,
    Done(Rc<Signature<'s>>),
}

/// Arguments and type of calls, by the arguments' addresses.
type Calls = HashMap<Vec<usize>, (Vec<Expr>, Sort)>;

/// What a call needs to know of a function.
pub(super) struct Signature<'s> {
    pub(super) params: Vec<Arc<Var>>,
    pub(super) returns: Vec<Sort>,
    /// What the parameter list binds, shape variables included.
    pub(super) bindings: Vec<(&'s str, Value)>,
    /// The variables that the parameter list binds.
    pub(super) own: HashSet<Variable>,
    /// The types of calls, by the addresses of the arguments, which are kept so that these stay theirs. Calls that
    /// share arguments share their type: in types of types, copies would multiply.
    pub(super) calls: RefCell<Calls>,
}

/// The parameter list that is being read. A name in a shape may be that of a later parameter.
pub(super) struct Params<'a, 's> {
    list: &'a [Param<'s>],
    by_name: HashMap<&'s str, usize>,
    begun: Vec<bool>,
    done: Vec<Option<Arc<Var>>>,
    bindings: Vec<(&'s str, Value)>,
}

impl<'a, 's> Lowering<'a, 's> {
    /// The signature of a function of the program, which may first have to be made.
    pub(super) fn signature(&mut self, name: &Name<'s>) -> Outcome<Rc<Signature<'s>>> {
        let def = match self.signatures.get_mut(name.text) {
            Some(Progress::Done(done)) => return Ok(done.clone()),
            Some(waiting @ Progress::Waiting(_)) => mem::replace(waiting, Progress::Begun),
            _ => Progress::Begun,
        };
        let Progress::Waiting(def) = def else {
            let kind = ErrorKind::Circular(elided(name.text));
            return Err(Mistake::new(kind, name.place.clone()));
        };
        let signature = self.nested(&name.place, |this| {
            let names = mem::replace(&mut this.names, Names::new());
            let params = mem::take(&mut this.params);
            let signature = this.new_signature(def);
            this.names = names;
            this.params = params;
            signature
        })?;
        let signature = Rc::new(signature);
        self.signatures.insert(name.text, Progress::Done(signature.clone()));
        Ok(signature)
    }

    fn new_signature(&mut self, def: &'a FunctionDef<'s>) -> Outcome<Signature<'s>> {
        self.names = Names::new();
        self.params = Some(Params {
            list: &def.params,
            by_name: def.params.iter().enumerate().map(|(i, param)| (param.name.text, i)).collect(),
            begun: vec![false; def.params.len()],
            done: vec![None; def.params.len()],
            bindings: Vec::new(),
        });
        let mut params = Vec::with_capacity(def.params.len());
        for index in 0..def.params.len() {
            params.push(self.param(index)?);
        }
        let bindings = self.params.take().map(|params| params.bindings).unwrap_or_default();
        let returns = def.returns.iter().map(|ty| self.ty(ty)).collect::<Outcome<_>>()?;
        let own = bindings.iter().filter_map(|(_, value)| value.expr.variable()).collect();
        Ok(Signature { params, returns, bindings, own, calls: RefCell::default() })
    }

    /// A parameter, which is made when it is first needed.
    fn param(&mut self, index: usize) -> Outcome<Arc<Var>> {
        let Some(params) = &mut self.params else {
            return Err(too_nested(0..0));
        };
        if let Some(done) = &params.done[index] {
            return Ok(done.clone());
        }
        params.begun[index] = true;
        let Param { name, ty } = &params.list[index];
        let sort = self.nested(&name.place, |this| this.ty(ty))?;
        let place = name.place.start..ty.place.end;
        let var = Var::new(name.text, sort.ty, self.span(&place));
        let value = Value::new(var.clone(), above([sort.depth], &place)?, sort.depth);
        self.bind_param(name.text, value);
        if let Some(params) = &mut self.params {
            params.done[index] = Some(var.clone());
        }
        Ok(var)
    }

    fn bind_param(&mut self, name: &'s str, value: Value) {
        self.names.bind(name, value.clone());
        if let Some(params) = &mut self.params {
            params.bindings.push((name, value));
        }
    }

    /// What a name stands for.
    pub(super) fn name(&mut self, name: &'s str, place: &Place) -> Outcome<Value> {
        match self.names.scope.get(name) {
            Some(Meaning::Value(value)) => Ok(value.clone()),
            Some(Meaning::Ended(ended)) => Err(ended.mistake(name, place)),
            Some(Meaning::Rebound { inner, .. }) => Err(self.rebound(name, inner, place)),
            None => self.unbound(name, place),
        }
    }

    /// What a name that is not bound yet stands for: in a parameter's type, a later parameter or a new shape
    /// variable; elsewhere a free variable.
    fn unbound(&mut self, name: &'s str, place: &Place) -> Outcome<Value> {
        let Some(params) = &self.params else {
            return match self.names.ended.get(name) {
                Some(ended) => Err(ended.mistake(name, place)),
                None => Ok(Value::new(self.free.get(name), 2, 1)),
            };
        };
        if let Some(&index) = params.by_name.get(name)
            && !params.begun[index]
        {
            self.param(index)?;
            if let Some(Meaning::Value(value)) = self.names.scope.get(name) {
                return Ok(value.clone());
            }
        }
        let value = Value::new(Var::new(name, self.types.int.clone(), self.span(place)), 2, 1);
        self.bind_param(name, value.clone());
        Ok(value)
    }

    /// A type that is written down.
    pub(super) fn ty(&mut self, ty: &'a TypeExpr<'s>) -> Outcome<Sort> {
        let span = self.span(&ty.place);
        let (ty, depth): (Type, usize) = match &ty.kind {
            TypeKind::Scalar(dtype) => (ScalarType::new(*dtype, span).into(), 1),
            TypeKind::Unknown => (UnknownType::new(span).into(), 1),
            TypeKind::Tensor(shape, dtype) => {
                let (shape, depth) = self.shape(shape, &ty.place)?;
                (TensorType::new(*dtype, shape, span).into(), depth)
            }
            TypeKind::Tile(shape, dtype) => {
                let (shape, depth) = self.shape(shape, &ty.place)?;
                let tile = TileType::new(*dtype, shape, span)
                    .map_err(|error| Mistake::new(ErrorKind::Tile(error.0), ty.place.clone()))?;
                (tile.into(), depth)
            }
            TypeKind::Tuple(types) => {
                let sorts: Vec<Sort> = types.iter().map(|ty| self.ty(ty)).collect::<Outcome<_>>()?;
                let depth = above(sorts.iter().map(|sort| sort.depth), &ty.place)?;
                let types = sorts.into_iter().map(|sort| sort.ty).collect();
                (TupleType::new(types, span).into(), depth)
            }
        };
        Ok(Sort { ty, depth })
    }

    fn shape(&mut self, dims: &'a [syntax::Expr<'s>], place: &Place) -> Outcome<(Vec<Expr>, usize)> {
        let dims: Vec<Value> = dims.iter().map(|dim| self.expr(dim)).collect::<Outcome<_>>()?;
        let depth = above(dims.iter().map(|dim| dim.depth), place)?;
        Ok((dims.into_iter().map(|dim| dim.expr).collect(), depth))
    }
}
