//! The types of expressions.

use std::ops::Range;
use std::sync::Arc;

use super::error::ProblemKind;
use super::solver::Unknown;
use super::value::Use;
use super::{Inference, unusable};
use crate::relay::graph::Bound;
use crate::relay::ir::{
    Attributes, BaseType, Binding, Call, Constant, DataType, Dim, Expr, ExprKind, Function, FunctionType, Literal,
    Location, Match, Shape, Type, TypeCode,
};
use crate::text::elided;

/// The types of a function's parameters and result, before its body is looked at.
pub(super) struct Head {
    pub(super) ty: Arc<FunctionType>,
    /// The holes in it.
    holes: Range<usize>,
}

impl Inference<'_> {
    /// The type of an expression. What is wanted there is a hint: the type need not be that.
    pub(super) fn expr(&mut self, expr: &Expr, wanted: Option<&Type>) -> Type {
        if let Some(ty) = self.plan.name_of(expr).and_then(|name| self.graph.get(&name)) {
            let ty = ty.clone();
            return self.instance(ty, wanted, expr);
        }
        self.depth += 1;
        let ty = self.expr_itself(expr, wanted);
        self.depth -= 1;
        if let (Some(exprs), Some(address)) = (&mut self.exprs, expr.address()) {
            exprs.insert(address, ty.clone());
        }
        ty
    }

    /// [`expr`](Self::expr) of what is not inferred yet.
    fn expr_itself(&mut self, expr: &Expr, wanted: Option<&Type>) -> Type {
        let span = &expr.span;
        match &expr.kind {
            ExprKind::Local(_) | ExprKind::Global(_) | ExprKind::Constructor(_) | ExprKind::Operator(_) => {
                self.name(expr, wanted)
            }
            ExprKind::Constant(constant) => self.constant(constant, span),
            // It agrees with everything.
            ExprKind::Meta(_) => self.solver.types.poison(span),
            ExprKind::Tuple(members) => self.tuple(members, wanted),
            ExprKind::Project(project) => self.project(&project.tuple, project.index, span),
            ExprKind::Call(call) => {
                let ty = self.call(call, span);
                let ty = self.solver.types.head(&ty);
                self.instance(ty, wanted, expr)
            }
            ExprKind::Function(function) => {
                let head = self.head(function, wanted);
                self.body(function, &head);
                self.instance(Type::Function(head.ty), wanted, expr)
            }
            ExprKind::Let(_) => self.block(expr, wanted),
            ExprKind::If(node) => {
                let found = self.expr(&node.condition, None);
                self.expect("the condition", &Type::scalar(DataType::BOOL), &found, &node.condition.span);
                let ty = self.block(&node.then, wanted);
                let other = self.block(&node.otherwise, wanted.or(Some(&ty)));
                self.both("the other branch", ty, &other, &node.otherwise.span)
            }
            ExprKind::Match(node) => self.matched(node, wanted, span),
            ExprKind::Shared(shared) => self.expr(&shared.0, wanted),
        }
    }

    /// The type of an expression that graph variables are bound in.
    pub(super) fn block(&mut self, block: &Expr, wanted: Option<&Type>) -> Type {
        let bound = self.plan.bound_in(block).to_vec();
        let mut bound = bound.into_iter().peekable();
        let is_let = self.plan.name_of(block).is_none();
        let (bindings, body) = match &block.kind {
            ExprKind::Let(node) if is_let => (&*node.bindings, &node.body),
            _ => (&[][..], block),
        };
        let outside = self.locals.mark();
        for (index, binding) in bindings.iter().enumerate() {
            while let Some(bound) = bound.next_if(|bound| bound.before <= index) {
                self.graph_binding(bound);
            }
            self.binding(binding);
        }
        bound.for_each(|bound| self.graph_binding(bound));
        let ty = self.expr(body, wanted);
        self.locals.leave(outside);
        ty
    }

    fn graph_binding(&mut self, bound: Bound<'_>) {
        let value = bound.value();
        if self.waits(bound) {
            return;
        }
        let ty = self.expr(value, None);
        let ty = self.bounded(ty, &value.span);
        if let Some(name) = self.plan.name_of(bound.expr) {
            self.graph.insert(name, ty);
        }
    }

    /// Whether a value is inferred where it is used, as if it were written there: what is wanted there may decide on the
    /// types of functions in it. A row of such values is as deep as it is long, and has this only to a limit.
    fn waits(&mut self, bound: Bound<'_>) -> bool {
        const LIMIT: usize = 100;
        let depends_on_wanted = matches!(
            bound.expr.kind,
            ExprKind::Tuple(_) | ExprKind::Function(_) | ExprKind::If(_) | ExprKind::Match(_)
        );
        let Some(name) = self.plan.name_of(bound.expr).filter(|_| depends_on_wanted) else { return false };
        let height = 1 + bound.expr.children().into_iter().map(|child| self.height(child)).max().unwrap_or(0);
        let waits = self.depth + height <= LIMIT;
        if waits {
            self.waiting.insert(name, height);
        }
        waits
    }

    /// How deep an expression is, together with the values that are inferred in it.
    fn height(&self, expr: &Expr) -> usize {
        match self.plan.name_of(expr) {
            Some(name) => self.waiting.get(&name).copied().unwrap_or(0),
            None => 1 + expr.children().into_iter().map(|child| self.height(child)).max().unwrap_or(0),
        }
    }

    /// The type of what is of one type or of another, which have to go together.
    fn both(&mut self, what: &str, ty: Type, other: &Type, span: &Location) -> Type {
        // What relations find out of the one is not to depend on what is known of the other.
        self.solver.run();
        self.expect(what, &ty, other, span);
        match self.solver.types.common(&ty, other) {
            Ok(common) => common.unwrap_or(ty),
            Err(clash) => self.mistake(unusable(&clash), span),
        }
    }

    /// A name as a value: instantiated, unless what is wanted is polymorphic itself.
    fn name(&mut self, expr: &Expr, wanted: Option<&Type>) -> Type {
        let Some(ty) = self.type_of_name(&expr.kind, &expr.span) else { return self.solver.types.poison(&expr.span) };
        let Type::Function(function) = &ty else { return ty };
        let keeps = wanted.is_some_and(
            |wanted| matches!(self.solver.types.head(wanted), Type::Function(wanted) if !wanted.type_params.is_empty()),
        );
        if keeps { ty } else { self.instantiated(function, expr) }
    }

    /// The type of a value, instantiated where a function without type parameters is wanted.
    fn instance(&mut self, ty: Type, wanted: Option<&Type>, expr: &Expr) -> Type {
        let (Type::Function(function), Some(wanted)) = (&ty, wanted) else { return ty };
        match self.solver.types.head(wanted) {
            Type::Function(wanted) if wanted.type_params.is_empty() => self.instantiated(function, expr),
            _ => ty,
        }
    }

    fn instantiated(&mut self, function: &Arc<FunctionType>, expr: &Expr) -> Type {
        if function.type_params.is_empty() {
            return Type::Function(function.clone());
        }
        let used = Use { name: called(expr), type_args: &[], attributes: &Attributes::new(), args: &[] };
        self.instantiate(function, &used, &expr.span)
    }

    fn constant(&mut self, constant: &Constant, span: &Location) -> Type {
        let (Constant::Scalar { value, dtype } | Constant::Filled { value, dtype, .. }) = constant;
        if !fits(*value, *dtype) {
            let kind = ProblemKind::Constant { value: value.to_string(), dtype: dtype.to_string() };
            return self.mistake(kind, span);
        }
        match constant {
            Constant::Scalar { dtype, .. } => Type::scalar(*dtype),
            Constant::Filled { shape, dtype, .. } => {
                let dims = shape.iter().map(|size| Dim::Constant(*size)).collect();
                Type::tensor(Shape::Dims(dims), BaseType::Data(*dtype))
            }
        }
    }

    fn tuple(&mut self, members: &[Expr], wanted: Option<&Type>) -> Type {
        let wanted = wanted.map(|wanted| self.solver.types.head(wanted));
        let wanted = match &wanted {
            Some(Type::Tuple(tuple)) if tuple.fields.len() == members.len() => Some(&tuple.fields),
            _ => None,
        };
        let member = |(index, member)| self.expr(member, wanted.map(|types| &types[index]));
        Type::tuple(members.iter().enumerate().map(member).collect())
    }

    fn project(&mut self, tuple: &Expr, index: u32, span: &Location) -> Type {
        let ty = self.expr(tuple, None);
        if let Type::Tuple(tuple) = self.solver.types.head(&ty)
            && let Some(member) = tuple.fields.get(index as usize)
        {
            return member.clone();
        }
        let member = self.unknown(Unknown::Value, span);
        self.solver.have_member(ty, index, member.clone(), span);
        member
    }

    fn call(&mut self, call: &Call, span: &Location) -> Type {
        let Call { function, type_args, args, attributes, .. } = call;
        let name = called(function);
        let operator = match &function.kind {
            ExprKind::Operator(name) => Some(&**name),
            _ => None,
        };
        let is_declared = operator.is_some_and(|name| self.is_declared(name));
        if !attributes.is_empty() && (is_declared || matches!(function.kind, ExprKind::Constructor(_))) {
            self.mistake(ProblemKind::Attributes(name.clone()), span);
        }
        let operator = operator.filter(|_| !is_declared);
        let none = Attributes::new();
        let attributes = if operator.is_some() { attributes } else { &none };
        let overloaded = operator.and_then(|name| self.library.operator_taking(name, args.len()));
        let named = match overloaded {
            Some(operator) => Some(Type::Function(operator.ty().clone())),
            None => self.type_of_name(&function.kind, &function.span),
        };
        let ty = match named {
            Some(ty) => ty,
            None => self.expr(function, None),
        };
        if !type_args.is_empty() && self.is_not_polymorphic_yet(&function.kind) {
            args.iter().for_each(|arg| drop(self.expr(arg, None)));
            return self.mistake(ProblemKind::OwnTypeArguments(name), span);
        }
        let operands = if operator.is_some() { &**args } else { &[] };
        let used = Use { name, type_args, attributes, args: operands };
        let callee = match self.solver.types.head(&ty) {
            Type::Function(function) => self.instantiate(&function, &used, span),
            Type::Incomplete(hole) if self.solver.types.is_poisoned(hole) => {
                args.iter().for_each(|arg| drop(self.expr(arg, None)));
                return ty;
            }
            Type::Incomplete(_) => {
                let args = args.iter().map(|arg| self.expr(arg, None)).collect();
                let result = self.unknown(Unknown::Value, span);
                let found = Type::function(args, result.clone());
                self.expect(&format!("{}, which is called,", used.name), &found, &ty, &function.span);
                return result;
            }
            other => {
                args.iter().for_each(|arg| drop(self.expr(arg, None)));
                let shown = self.solver.types.written(&other);
                return self.mistake(ProblemKind::NoFunction(shown), &function.span);
            }
        };
        let Type::Function(callee) = self.solver.types.head(&callee) else {
            args.iter().for_each(|arg| drop(self.expr(arg, None)));
            return callee;
        };
        if callee.args.len() != args.len() {
            args.iter().for_each(|arg| drop(self.expr(arg, None)));
            let (expected, found) = (callee.args.len(), args.len());
            self.solver.types.poison_type(&callee.result);
            return self.mistake(ProblemKind::Arguments { function: used.name, expected, found }, span);
        }
        let mut all_fit = true;
        for (index, (arg, expected)) in args.iter().zip(&callee.args).enumerate() {
            let found = self.expr(arg, Some(expected));
            let what = || format!("argument {} of {}", index + 1, used.name);
            all_fit &= self.expect_with(what, expected, &found, &arg.span);
        }
        if !all_fit {
            self.solver.types.poison_type(&callee.result);
        }
        callee.result.clone()
    }

    /// What is written of a function's types, what is wanted of them, and holes for the rest.
    pub(super) fn head(&mut self, function: &Function, wanted: Option<&Type>) -> Head {
        let wanted = wanted.map(|wanted| self.solver.types.head(wanted));
        let wanted = match &wanted {
            Some(Type::Function(wanted))
                if wanted.type_params.is_empty()
                    && function.type_params.is_empty()
                    && wanted.args.len() == function.params.len() =>
            {
                Some(wanted)
            }
            _ => None,
        };
        let first = self.solver.types.length();
        self.solver.types.enter(&function.type_params);
        let mut args = Vec::with_capacity(function.params.len());
        for (index, param) in function.params.iter().enumerate() {
            let ty = match (&param.annotation, wanted) {
                (Some(annotation), _) => self.read(annotation, &param.span),
                (None, Some(wanted)) => wanted.args[index].clone(),
                (None, None) => self.unknown(Unknown::TypeOf(param.clone()), &param.span),
            };
            args.push(ty);
        }
        let result = match &function.result {
            Some(result) => self.read(result, &function.span),
            None => self.unknown(Unknown::Result, &function.span),
        };
        self.solver.types.leave(&function.type_params);
        let type_params = function.type_params.clone();
        let ty = Arc::new(FunctionType { type_params, args, result, constraints: Vec::new() });
        Head { ty, holes: first..self.solver.types.length() }
    }

    /// Has a function's body give what its head says.
    pub(super) fn body(&mut self, function: &Function, head: &Head) {
        let first = self.solver.types.length();
        self.solver.types.enter(&function.type_params);
        let outside = self.locals.mark();
        for (param, ty) in function.params.iter().zip(&head.ty.args) {
            self.locals.bind(param, ty.clone());
        }
        let found = self.block(&function.body, Some(&head.ty.result));
        self.expect("the result", &head.ty.result, &found, result_span(&function.body));
        self.locals.leave(outside);
        if !function.type_params.is_empty() {
            // What is only known from what comes later cannot mention the type parameters.
            self.solver.run();
        }
        self.solver.types.leave(&function.type_params);
        if !function.type_params.is_empty() {
            self.solver.types.close(head.holes.clone());
            self.solver.types.close(first..self.solver.types.length());
        }
    }

    fn binding(&mut self, binding: &Binding) {
        let Binding { var, value } = binding;
        let annotation = var.annotation.as_ref().map(|annotation| self.read(annotation, &var.span));
        let outside = self.locals.mark();
        let ty = match &value.kind {
            // A function may call itself.
            ExprKind::Function(function) => {
                let head = self.head(function, annotation.as_ref());
                let own = if is_written(function) { head.ty.clone() } else { Arc::new(without_params(&head.ty)) };
                self.locals.bind(var, Type::Function(own));
                self.body(function, &head);
                Type::Function(head.ty)
            }
            _ => self.expr(value, annotation.as_ref()),
        };
        let ty = match annotation {
            None => ty,
            Some(annotation) => {
                self.expect_with(|| format!("`%{}`", elided(&var.name)), &annotation, &ty, &value.span);
                annotation
            }
        };
        let ty = self.bounded(ty, &value.span);
        self.locals.leave(outside);
        self.locals.bind(var, ty);
    }

    /// The type of what is bound: from one binding to the next, it may grow beyond all bounds.
    fn bounded(&mut self, ty: Type, span: &Location) -> Type {
        match self.solver.types.resolve(&ty) {
            Ok(ty) => ty,
            Err(clash) => self.mistake(unusable(&clash), span),
        }
    }

    fn matched(&mut self, node: &Match, wanted: Option<&Type>, span: &Location) -> Type {
        let Match { scrutinee, clauses, is_complete } = node;
        let is_complete = *is_complete;
        let scrutinee = self.expr(scrutinee, None);
        let mut result: Option<Type> = None;
        let mut are_patterns_right = true;
        for clause in clauses {
            let before = self.solver.problems.len();
            let outside = self.locals.mark();
            self.pattern(&clause.pattern, &scrutinee);
            are_patterns_right &= self.solver.problems.len() == before;
            let found = self.block(&clause.body, wanted.or(result.as_ref()));
            self.locals.leave(outside);
            result = Some(match result {
                None => found,
                Some(result) => self.both("what the cases give", result, &found, &clause.body.span),
            });
        }
        if clauses.is_empty() && is_complete {
            // What is matched decides whether anything is missing.
            self.solver.run();
            if let Type::Incomplete(hole) = self.solver.types.head(&scrutinee) {
                if !self.solver.types.is_poisoned(hole) {
                    self.mistake(ProblemKind::Incomplete("the type of what is matched".to_owned()), span);
                }
                return self.solver.types.poison(span);
            }
        }
        let is_empty = clauses.is_empty() && self.has_no_values(&scrutinee);
        if is_complete
            && are_patterns_right
            && !is_empty
            && let Some(problem) = self.missing_case(clauses)
        {
            self.mistake(problem, span);
        }
        result.unwrap_or_else(|| self.unknown(Unknown::Value, span))
    }

    /// Whether nothing makes values of a type.
    fn has_no_values(&self, ty: &Type) -> bool {
        let Type::Call(call) = self.solver.types.head(ty) else { return false };
        self.module.types.get(&call.handle).is_some_and(|data| data.constructors.as_ref().is_some_and(Vec::is_empty))
    }
}

/// Whether all types of a function are written.
pub(super) fn is_written(function: &Function) -> bool {
    let is_whole = |ty: &Option<Type>| ty.as_ref().is_some_and(|ty| !ty.has_holes());
    function.params.iter().all(|param| is_whole(&param.annotation)) && is_whole(&function.result)
}

/// The type of a function within itself, if it is not polymorphic there.
pub(super) fn without_params(function: &FunctionType) -> FunctionType {
    FunctionType { type_params: Vec::new(), ..function.clone() }
}

/// Where what a body gives is written.
fn result_span(body: &Expr) -> &Location {
    match &body.kind {
        ExprKind::Let(node) => &node.body.span,
        _ => &body.span,
    }
}

/// What messages call a function.
fn called(function: &Expr) -> String {
    match &function.kind {
        ExprKind::Local(var) => format!("`%{}`", elided(&var.name)),
        ExprKind::Global(global) => format!("`@{}`", elided(&global.name)),
        ExprKind::Constructor(name) | ExprKind::Operator(name) => format!("`{}`", elided(name)),
        _ => "this function".to_owned(),
    }
}

/// Whether a number is one of a type's values.
fn fits(value: Literal, dtype: DataType) -> bool {
    match (value, dtype.code()) {
        (Literal::Bool(_), TypeCode::Bool) => true,
        (Literal::Int(value), TypeCode::Bool) => value == 0 || value == 1,
        (Literal::Int(value), TypeCode::Int) => {
            let most = i64::MAX >> (64 - dtype.bits());
            (!most..=most).contains(&value)
        }
        (Literal::Int(value), TypeCode::UInt) => {
            u64::try_from(value).is_ok_and(|value| value <= u64::MAX >> (64 - dtype.bits()))
        }
        (Literal::Int(_) | Literal::Float(_), TypeCode::Float | TypeCode::BFloat) => true,
        _ => false,
    }
}
