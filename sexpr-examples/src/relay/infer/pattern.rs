//! The types of what patterns bind.

use super::Inference;
use super::error::ProblemKind;
use super::solver::{Origin, Unknown};
use super::value::Use;
use crate::relay::ir::{Attributes, Pattern, PatternKind, Type};

impl Inference<'_> {
    /// Has a pattern fit values of a type.
    pub(super) fn pattern(&mut self, pattern: &Pattern, ty: &Type) {
        let span = &pattern.span;
        match &pattern.kind {
            PatternKind::Wildcard => {}
            PatternKind::Var(var) => {
                let annotation = var.annotation.as_ref().map(|annotation| self.read(annotation, &var.span));
                if let Some(annotation) = &annotation {
                    self.expect(&format!("`%{}`", var.name), annotation, ty, span);
                }
                self.locals.bind(var, annotation.unwrap_or_else(|| ty.clone()));
            }
            PatternKind::Tuple(members) => {
                let types: Vec<Type> = match self.solver.types.head(ty) {
                    Type::Tuple(tuple) if tuple.fields.len() == members.len() => tuple.fields.clone(),
                    _ => {
                        let origin = || Origin { span: span.clone(), what: Unknown::Value };
                        let types: Vec<_> = members.iter().map(|_| self.solver.types.fresh_type(origin())).collect();
                        self.expect("what is matched", ty, &Type::tuple(types.clone()), span);
                        types
                    }
                };
                members.iter().zip(&types).for_each(|(member, ty)| self.pattern(member, ty));
            }
            PatternKind::Constructor { name, args } => self.constructor_pattern(pattern, name, args, ty),
        }
    }

    fn constructor_pattern(&mut self, pattern: &Pattern, name: &str, args: &[Pattern], ty: &Type) {
        let span = &pattern.span;
        let Some(constructor) = self.constructors.get(name).cloned() else {
            let unknown = self.unknown_constructor(name, span);
            return args.iter().for_each(|arg| self.pattern(arg, &unknown));
        };
        let used = Use { name: format!("`{name}`"), type_args: &[], attributes: &Attributes::new(), args: &[] };
        let Type::Function(instance) = self.instantiate(&constructor.ty, &used, span) else {
            let wrong = self.solver.types.poison(span);
            return args.iter().for_each(|arg| self.pattern(arg, &wrong));
        };
        self.expect("what is matched", ty, &instance.result, span);
        if instance.args.len() != args.len() {
            let (expected, found) = (instance.args.len(), args.len());
            let wrong = self.mistake(ProblemKind::PatternArguments { name: name.to_owned(), expected, found }, span);
            return args.iter().for_each(|arg| self.pattern(arg, &wrong));
        }
        args.iter().zip(&instance.args).for_each(|(arg, ty)| self.pattern(arg, ty));
    }
}
