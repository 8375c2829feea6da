//! Modules, functions and what they bind.

use std::rc::Rc;
use std::sync::Arc;

use super::Printer;
use super::names::Before;
use super::types::Follower;
use crate::relay::graph::Plan;
use crate::relay::ir::{Constructor, Function, FunctionType, Kind, LocalVar, Module, Type, TypeData, TypeParam};
use crate::relay::token::{CURRENT_VERSION, METADATA};

impl<'e> Printer<'e> {
    pub(super) fn module(&mut self, module: &'e Module) {
        self.display(format_args!("#[version = \"{CURRENT_VERSION}\"]\n"));
        for (handle, data) in &module.types {
            self.forget_names();
            let word = if data.constructors.is_some() { "type" } else { "extern type" };
            self.display(format_args!("\n{word} {handle}"));
            self.type_data(data);
            self.text("\n");
        }
        for (name, relation) in &module.relations {
            self.forget_names();
            self.display(format_args!("\nrelation {name}"));
            self.relation_type(&relation.ty);
            self.text("\n");
        }
        for (name, function) in &module.definitions {
            self.forget_names();
            self.plan = Rc::new(Plan::of(&function.body));
            self.display(format_args!("\ndef {name}"));
            self.function(function);
            self.text("\n");
        }
        if let Some(metadata) = &module.metadata {
            self.display(format_args!("\n{}\n{metadata}\n", METADATA[0]));
        }
    }

    /// `[A, B](A, A, B) where Identity(A, B)`
    fn relation_type(&mut self, ty: &FunctionType) {
        let before = self.type_params(&ty.type_params);
        self.text("(");
        let types: Vec<Type> = ty.args.iter().chain([&ty.result]).cloned().collect();
        self.types(&types, Follower::Other);
        self.text(")");
        self.constraints(ty);
        self.params.leave(before);
    }

    fn type_data(&mut self, data: &TypeData) {
        let before = self.type_params(&data.params);
        match data.constructors.as_deref() {
            None => {}
            Some([]) => self.text(" {}"),
            Some(constructors) => {
                self.text(" {");
                self.indented(|this| {
                    for (index, constructor) in constructors.iter().enumerate() {
                        if index > 0 {
                            this.line_break();
                        }
                        this.constructor(constructor);
                    }
                });
                self.text("}");
            }
        }
        self.params.leave(before);
    }

    fn constructor(&mut self, constructor: &Constructor) {
        self.text(&constructor.name);
        if !constructor.args.is_empty() {
            self.text("(");
            self.types(&constructor.args, Follower::Other);
            self.text(")");
        }
        self.text(",");
    }

    /// What stands behind the word that begins a function.
    pub(super) fn function(&mut self, function: &Function) {
        let params = self.type_params(&function.type_params);
        let mut locals = Before::new();
        self.text("(");
        let last = function.params.len();
        self.list(function.params.iter().enumerate(), |this, (index, param)| {
            let is_before_name = index + 1 == last && !function.attributes.is_empty();
            this.binder(param, &mut locals, if is_before_name { Follower::Name } else { Follower::Other });
        });
        self.attributes(&function.attributes, if function.params.is_empty() { "" } else { ", " });
        self.text(")");
        if let Some(result) = &function.result {
            self.text(" -> ");
            self.ty(result, Follower::Other);
        }
        self.text(" ");
        self.block(&function.body);
        self.locals.leave(locals);
        self.params.leave(params);
    }

    /// `%x: A`, where it is bound.
    pub(super) fn binder(&mut self, var: &Arc<LocalVar>, before: &mut Before<LocalVar>, follower: Follower) {
        self.binder_as(var, &var.name, before, follower);
    }

    /// The same, with another wish for the name.
    pub(super) fn binder_as(
        &mut self,
        var: &Arc<LocalVar>,
        wish: &str,
        before: &mut Before<LocalVar>,
        follower: Follower,
    ) {
        let name = self.locals.bind(var, wish, before);
        self.display(format_args!("%{name}"));
        if let Some(annotation) = &var.annotation {
            self.text(": ");
            self.ty(annotation, follower);
        }
    }

    /// `[A, B]`, `<s : Shape>` or nothing. The caller leaves their scope.
    pub(super) fn type_params(&mut self, params: &[Arc<TypeParam>]) -> Before<TypeParam> {
        let mut before = Before::new();
        if params.is_empty() {
            return before;
        }
        let are_types = params.iter().all(|param| param.kind == Kind::Type);
        self.text(if are_types { "[" } else { "<" });
        self.list(params, |this, param| {
            let name = this.params.bind(param, &param.name, &mut before);
            this.text(&name);
            if !are_types {
                this.display(format_args!(" : {}", param.kind));
            }
        });
        self.text(if are_types { "]" } else { ">" });
        before
    }
}
