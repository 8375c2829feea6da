//! What names stand for: definitions, constructors, operators and variables, each polymorphic perhaps.

use std::sync::Arc;

use super::error::ProblemKind;
use super::solver::Ask;
use super::{Global, Inference, unusable};
use crate::relay::ir::{
    Attribute, Attributes, Constant, Expr, ExprKind, FunctionType, GlobalVar, Literal, LocalVar, Location, Type,
    TypeArgument,
};

/// How a polymorphic value is used.
pub(super) struct Use<'u> {
    /// What it is called in messages.
    pub(super) name: String,
    /// What stands for its type parameters, where that is written.
    pub(super) type_args: &'u [TypeArgument],
    /// What a call says to an operator.
    pub(super) attributes: &'u Attributes,
    /// The arguments of a call of an operator.
    pub(super) args: &'u [Expr],
}

impl Inference<'_> {
    /// The type of a name, with its type parameters; nothing, if the expression is no name.
    pub(super) fn type_of_name(&mut self, kind: &ExprKind, span: &Location) -> Option<Type> {
        match kind {
            ExprKind::Local(var) => Some(self.type_of_local(var, span)),
            ExprKind::Global(global) => Some(self.type_of_global(global, span)),
            ExprKind::Constructor(name) => Some(match self.constructors.get(&**name) {
                Some(constructor) => Type::Function(constructor.ty.clone()),
                None => self.unknown_constructor(name, span),
            }),
            ExprKind::Operator(name) if self.is_declared(name) => self.relations.get(&**name).cloned(),
            ExprKind::Operator(name) => Some(match self.library.operator(name) {
                Some(operator) => Type::Function(operator.ty().clone()),
                None => {
                    let constructors = self.constructors.keys().copied();
                    let like = nearest(name, self.library.operators().chain(constructors));
                    self.mistake(ProblemKind::UnknownOperator { name: name.to_string(), like }, span)
                }
            }),
            _ => None,
        }
    }

    fn type_of_local(&mut self, var: &Arc<LocalVar>, span: &Location) -> Type {
        match self.locals.get(var) {
            Some(ty) => self.solver.types.head(ty),
            None => self.mistake(ProblemKind::UnknownLocal(var.name.to_string()), span),
        }
    }

    fn type_of_global(&mut self, global: &GlobalVar, span: &Location) -> Type {
        match self.globals.get(global) {
            Some(Global::Known(ty)) => ty.clone(),
            Some(Global::Wrong) => self.solver.types.poison(span),
            None => self.mistake(ProblemKind::UnknownGlobal(global.name.to_string()), span),
        }
    }

    /// Whether a name is that of a definition whose type parameters are not known to the one that uses it, since these
    /// two are inferred together.
    pub(super) fn is_not_polymorphic_yet(&self, kind: &ExprKind) -> bool {
        let ExprKind::Global(global) = kind else { return false };
        let has_params =
            self.module.definitions.get(&**global).is_some_and(|function| !function.type_params.is_empty());
        let is_known = |known: &Global| matches!(known, Global::Known(Type::Function(ty)) if ty.type_params.is_empty());
        has_params && self.globals.get(&**global).is_some_and(is_known)
    }

    pub(super) fn unknown_constructor(&mut self, name: &str, span: &Location) -> Type {
        let like = nearest(name, self.constructors.keys().copied());
        self.mistake(ProblemKind::UnknownConstructor { name: name.to_owned(), like }, span)
    }

    /// A function's type with something in the places of its type parameters, and its constraints asked for.
    pub(super) fn instantiate(&mut self, function: &Arc<FunctionType>, used: &Use<'_>, span: &Location) -> Type {
        if function.type_params.is_empty() && function.constraints.is_empty() && used.type_args.is_empty() {
            return Type::Function(function.clone());
        }
        let Some(args) = self.type_arguments(function, used, span) else { return self.solver.types.poison(span) };
        let mut instance = match self.solver.types.instantiate(function, args) {
            Ok(instance) => instance,
            Err(clash) => return self.mistake(unusable(&clash), span),
        };
        for constraint in self.expanded(std::mem::take(&mut instance.constraints), used, span) {
            let Some(relation) = self.library.relation(&constraint.name).cloned() else {
                self.mistake(ProblemKind::UnknownRelation(constraint.name), span);
                continue;
            };
            let mut attributes = constraint.attributes;
            for (name, value) in used.attributes.iter() {
                attributes.insert(name.clone(), value.clone());
            }
            for (name, arg) in relation.arguments().iter().zip(used.args) {
                if let Some(value) = literal(arg)
                    && !attributes.contains_key(*name)
                {
                    attributes.insert((*name).to_owned(), value);
                }
            }
            let unknown = attributes.keys().find(|name| !relation.attributes().contains(&name.as_str()));
            if let Some(unknown) = unknown {
                let reason = format!("unknown attribute `{unknown}`{}", listed(relation.attributes()));
                let kind = ProblemKind::Relation { relation: constraint.name, by: used.name.clone(), reason };
                self.mistake(kind, span);
                constraint.args.iter().for_each(|ty| self.solver.types.poison_type(ty));
                continue;
            }
            self.solver.relate(Ask { relation, args: constraint.args, attributes, by: used.name.clone() }, span);
        }
        instance.into()
    }

    fn type_arguments(
        &mut self,
        function: &FunctionType,
        used: &Use<'_>,
        span: &Location,
    ) -> Option<Vec<TypeArgument>> {
        let params = &function.type_params;
        if used.type_args.is_empty() {
            return Some(params.iter().map(|param| self.solver.types.fresh_argument(param, span)).collect());
        }
        if used.type_args.len() != params.len() {
            let (expected, found) = (params.len(), used.type_args.len());
            self.mistake(ProblemKind::TypeArguments { function: used.name.clone(), expected, found }, span);
            return None;
        }
        let mut args = Vec::new();
        for (param, argument) in params.iter().zip(used.type_args) {
            let Some(fitting) = argument.for_kind(param.kind) else {
                let (param, kind, found) = (param.name.clone(), param.kind, argument.to_string());
                self.mistake(ProblemKind::TypeArgument { param, kind, found }, span);
                return None;
            };
            args.push(self.read_argument(&fitting, span)?);
        }
        Some(args)
    }
}

/// The number that a literal is, or of which it is a tensor with one element.
fn literal(expr: &Expr) -> Option<Attribute> {
    let ExprKind::Constant(constant) = &expr.kind else { return None };
    let value = match &**constant {
        Constant::Scalar { value, .. } => *value,
        Constant::Filled { value, shape, .. } if shape.iter().all(|size| *size == 1) => *value,
        Constant::Filled { .. } => return None,
    };
    match value {
        Literal::Int(value) => Some(Attribute::Int(value)),
        Literal::Float(value) => Some(Attribute::Float(value)),
        Literal::Bool(_) => None,
    }
}

/// A name that was perhaps meant.
fn nearest<'n>(name: &str, known: impl Iterator<Item = &'n str>) -> Option<String> {
    // Of longer ones, nobody means a short one.
    const LONGEST: usize = 100;
    if name.len() > LONGEST {
        return None;
    }
    let known = known.filter(|other| other.len() <= 2 * LONGEST);
    let near = known.map(|other| (strsim::damerau_levenshtein(name, other), other)).min()?;
    (near.0 <= 1 + name.len() / 4).then(|| near.1.to_owned())
}

fn listed(names: &[&str]) -> String {
    match names {
        [] => "; it takes none".to_owned(),
        names => format!("; the attributes are `{}`", names.join("`, `")),
    }
}
