//! The type relations that a module declares: what they say, and what they require where they must hold.

use std::collections::VecDeque;

use super::error::ProblemKind;
use super::value::Use;
use super::{Inference, unusable};
use crate::relay::ir::{Location, Name, Type, TypeArgument, TypeRelation};

/// How many relations of the module one use may require, by way of others.
const LIMIT: usize = 1000;

impl Inference<'_> {
    /// Reads the relations.
    pub(super) fn declare_relations(&mut self) {
        let module = self.module;
        for (name, relation) in &module.relations {
            self.written.clear();
            let written = Type::Function(relation.ty.clone());
            let ty = if written.has_holes() {
                self.mistake(ProblemKind::Incomplete(format!("a type of the relation `{name}`")), &relation.span)
            } else {
                self.read(&written, &relation.span)
            };
            self.relations.insert(name, ty);
        }
    }

    /// Whether the module declares a relation of this name.
    pub(super) fn is_declared(&self, name: &str) -> bool {
        self.relations.contains_key(name)
    }

    /// How many types a relation is about, the result included.
    pub(super) fn types_of_relation(&self, name: &str) -> Option<usize> {
        let types = self.module.relations.get(&Name::from(name)).map(|relation| relation.ty.args.len() + 1);
        types.or_else(|| self.library.relation(name).map(|known| known.types()))
    }

    /// Replaces relations of the module by the library's relations that they require, and unifies types with their
    /// declarations.
    pub(super) fn expanded(
        &mut self,
        constraints: Vec<TypeRelation>,
        used: &Use<'_>,
        span: &Location,
    ) -> Vec<TypeRelation> {
        let (mut open, mut expanded, mut declared) = (VecDeque::from(constraints), Vec::new(), 0);
        while let Some(constraint) = open.pop_front() {
            if !self.is_declared(&constraint.name) {
                expanded.push(constraint);
                continue;
            }
            declared += 1;
            if declared > LIMIT {
                self.mistake(ProblemKind::EndlessRelation(constraint.name), span);
                break;
            }
            open.extend(self.required(&constraint, used, span));
        }
        expanded
    }

    /// Unifies types with a relation's declaration. Returns the relations that it requires.
    fn required(&mut self, constraint: &TypeRelation, used: &Use<'_>, span: &Location) -> Vec<TypeRelation> {
        let TypeRelation { name, args, attributes } = constraint;
        let Some(Type::Function(declared)) = self.relations.get(name.as_str()).cloned() else {
            args.iter().for_each(|ty| self.solver.types.poison_type(ty));
            return Vec::new();
        };
        if !attributes.is_empty() {
            self.mistake(ProblemKind::Attributes(format!("the type relation `{name}`")), span);
        }
        let holes: Vec<TypeArgument> =
            declared.type_params.iter().map(|param| self.solver.types.fresh_argument(param, span)).collect();
        let instance = match self.solver.types.instantiate(&declared, holes.clone()) {
            Ok(instance) => instance,
            Err(clash) => {
                self.mistake(unusable(&clash), span);
                return Vec::new();
            }
        };
        let shown: Vec<String> = args.iter().map(|ty| self.solver.types.written(ty)).collect();
        for (arg, ty) in args.iter().zip(instance.args.iter().chain([&instance.result])) {
            if let Err(clash) = self.solver.unify(arg, ty, span) {
                let relation = format!("{name}({})", shown.join(", "));
                let kind = ProblemKind::Relation { relation, by: used.name.clone(), reason: clash.to_string() };
                self.mistake(kind, span);
                args.iter().for_each(|ty| self.solver.types.poison_type(ty));
                self.solver.types.poison_parts(&holes);
                return Vec::new();
            }
        }
        instance.constraints
    }
}
