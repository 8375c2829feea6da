//! The types of a module's definitions, each after those that it uses.

use std::collections::{HashMap, HashSet};
use std::sync::Arc;

use petgraph::algo::kosaraju_scc;
use petgraph::graph::{DiGraph, NodeIndex};
use sexpr_core::terms::free_variables;

use super::error::{ProblemKind, TypeProblem};
use super::expr::{Head, is_written, without_params};
use super::solver::{Clash, Unknown};
use super::{Global, Inference, Inferred, KnownConstructor, Problems, unusable};
use crate::relay::graph::Plan;
use crate::relay::ir::{Expr, ExprKind, Function, FunctionType, GlobalVar, Kind, Location, Module, Type, TypeParam};

/// How many holes and constraints there are.
#[derive(Clone, Copy, Default)]
struct Moment {
    holes: usize,
    constraints: usize,
}

/// Definitions that use each other.
type Group<'m> = Vec<(&'m GlobalVar, &'m Function)>;

impl<'m> Inference<'m> {
    pub(super) fn run(mut self) -> Result<Inferred, Problems> {
        self.declare_types();
        self.declare_relations();
        let mut heads = HashMap::new();
        for (name, function) in &self.module.definitions {
            if is_written(function) {
                self.written.clear();
                let head = self.head(function, None);
                self.globals.insert(name, Global::Known(Type::Function(head.ty.clone())));
                heads.insert(name, head);
            }
        }
        for group in groups(self.module) {
            self.group(group, &mut heads);
        }
        self.report_what_is_left(Moment::default());
        if !self.solver.problems.is_empty() {
            return Err(Problems::new(self.solver.problems));
        }
        self.inferred()
    }

    /// The types of constructors.
    fn declare_types(&mut self) {
        let module = self.module;
        for (handle, data) in &module.types {
            self.solver.types.enter(&data.params);
            let params: Vec<Type> = data.params.iter().cloned().map(Type::Param).collect();
            for constructor in data.constructors.iter().flatten() {
                self.written.clear();
                let args: Vec<Type> = constructor.args.iter().map(|ty| self.read(ty, &constructor.span)).collect();
                if constructor.args.iter().any(Type::has_holes) {
                    args.iter().for_each(|ty| self.solver.types.poison_type(ty));
                    let what = format!("the type of an argument of `{}`", constructor.name);
                    self.mistake(ProblemKind::Incomplete(what), &constructor.span);
                }
                let ty = Arc::new(FunctionType {
                    type_params: data.params.clone(),
                    args,
                    result: Type::call(handle.clone(), params.clone()),
                    constraints: Vec::new(),
                });
                self.constructors.insert(&constructor.name, KnownConstructor { data, ty });
            }
            if let Some(param) = data.params.iter().find(|param| param.kind != Kind::Type) {
                let kind = ProblemKind::Kind {
                    param: param.name.clone(),
                    kind: param.kind,
                    place: "a parameter of an algebraic data type",
                    wanted: Kind::Type,
                };
                self.mistake(kind, &data.span);
            }
            self.solver.types.leave(&data.params);
        }
    }

    /// Infers definitions that use each other, and perhaps themselves.
    fn group(&mut self, group: Group<'m>, heads: &mut HashMap<&'m GlobalVar, Head>) {
        let began = self.now();
        let mut own = Vec::new();
        for (name, function) in &group {
            let head = heads.remove(name).unwrap_or_else(|| {
                self.written.clear();
                let head = self.head(function, None);
                self.globals.insert(name, Global::Known(Type::Function(Arc::new(without_params(&head.ty)))));
                head
            });
            own.push((*name, *function, head));
        }
        for (_, function, head) in &own {
            self.written.clear();
            self.plan = Plan::of(&function.body);
            self.graph.clear();
            self.waiting.clear();
            self.keep_polymorphic(function, head);
            self.body(function, head);
        }
        self.solver.run();
        let is_polymorphic = own.iter().any(|(_, function, _)| !function.type_params.is_empty());
        if is_polymorphic {
            // What is known of them is the same for all uses.
            self.report_what_is_left(began);
        }
        for (name, function, head) in own {
            let known = match self.solver.types.resolve(&Type::Function(head.ty)) {
                Ok(ty) => match free_variables::<TypeParam, _>(&ty).first() {
                    None => Global::Known(ty),
                    // Definitions that use each other may mix up theirs.
                    Some(param) => {
                        self.mistake(ProblemKind::Escapes(param.name.clone()), &function.span);
                        Global::Wrong
                    }
                },
                Err(clash) => {
                    self.mistake(unusable(&clash), &function.span);
                    Global::Wrong
                }
            };
            self.globals.insert(name, known);
        }
    }

    /// Gives a definition that only names a polymorphic function, such as `Cons`, the function's type with its type parameters:
    /// nothing determines arguments for them.
    fn keep_polymorphic(&mut self, function: &Function, head: &Head) {
        let Expr { kind, span } = &function.body;
        if matches!(kind, ExprKind::Global(_) | ExprKind::Constructor(_) | ExprKind::Operator(_))
            && matches!(self.solver.types.head(&head.ty.result), Type::Incomplete(_))
            && let Some(Type::Function(value)) = self.type_of_name(kind, span)
            && !value.type_params.is_empty()
        {
            self.expect("the result", &head.ty.result, &Type::Function(value), span);
        }
    }

    /// Reports what is undecided, and the holes that nothing has filled, of those that were made from a moment on.
    fn report_what_is_left(&mut self, since: Moment) {
        self.solver.run();
        for stuck in self.solver.take_stuck(since.constraints, since.holes) {
            self.problem(stuck.problem);
            stuck.holes.into_iter().for_each(|hole| self.solver.types.poison_hole(hole));
        }
        for (hole, origin) in self.solver.types.open_from(since.holes) {
            let what = match &origin.what {
                Unknown::Written => "what `_` stands for".to_owned(),
                Unknown::TypeOf(var) => format!("the type of `%{}`", var.name),
                Unknown::Result => "the type of the result".to_owned(),
                Unknown::Instance(param) => format!("what stands for the type parameter `{}`", param.name),
                Unknown::Value => "the type of this".to_owned(),
            };
            self.problem(TypeProblem::new(ProblemKind::Incomplete(what), origin.span.span()));
            self.solver.types.poison_hole(hole);
        }
    }

    fn now(&self) -> Moment {
        Moment { holes: self.solver.types.length(), constraints: self.solver.length() }
    }

    /// Everything that was found.
    fn inferred(self) -> Result<Inferred, Problems> {
        let Self { module, solver, globals, locals, exprs, constructors: known, .. } = self;
        let wrong =
            |clash: Clash, span: &Location| Problems::new(vec![TypeProblem::new(unusable(&clash), span.span())]);
        let resolve = |ty: &Type, span: &Location| solver.types.resolve(ty).map_err(|clash| wrong(clash, span));
        let mut constructors = indexmap::IndexMap::new();
        for constructor in module.types.values().flat_map(|data| data.constructors.iter().flatten()) {
            if let Some(known) = known.get(&*constructor.name) {
                let ty = resolve(&Type::Function(known.ty.clone()), &constructor.span)?;
                constructors.insert(constructor.name.clone(), ty);
            }
        }
        let mut definitions = indexmap::IndexMap::new();
        for (name, function) in &module.definitions {
            if let Some(Global::Known(ty)) = globals.get(name) {
                definitions.insert(name.clone(), resolve(ty, &function.span)?);
            }
        }
        let locals = locals.into_types();
        let mut types = HashMap::with_capacity(locals.len());
        for (var, ty) in locals {
            let ty = resolve(&ty, &var.0.span)?;
            types.insert(var, ty);
        }
        // An expression whose type is too large has none here.
        let expr_type = |(address, ty)| Some((address, solver.types.resolve(&ty).ok()?));
        let exprs = exprs.into_iter().flatten().filter_map(expr_type).collect();
        Ok(Inferred::new(constructors, definitions, types, exprs))
    }
}

/// The definitions, those that use each other together, and after those that they use. One whose types are all written
/// is known to others before.
fn groups(module: &Module) -> Vec<Group<'_>> {
    let is_open = |(_, function): &(&GlobalVar, &Function)| !is_written(function);
    let open: HashSet<&GlobalVar> = module.definitions.iter().filter(is_open).map(|(name, _)| name).collect();
    let mut graph: DiGraph<(&GlobalVar, &Function), ()> = DiGraph::new();
    let nodes: HashMap<&GlobalVar, NodeIndex> =
        module.definitions.iter().map(|(name, function)| (name, graph.add_node((name, function)))).collect();
    let users = module.definitions.iter().filter(|_| !open.is_empty());
    for (name, function) in users {
        function.body.each(|expr| {
            if let ExprKind::Global(used) = &expr.kind
                && open.contains(&**used)
            {
                graph.add_edge(nodes[name], nodes[&**used], ());
            }
        });
    }
    let groups = kosaraju_scc(&graph);
    groups.into_iter().map(|group| group.into_iter().map(|node| graph[node]).collect()).collect()
}
