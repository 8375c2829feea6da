//! Which variables are free, and their names.

use std::collections::{HashMap, HashSet};
use std::sync::Arc;

use super::annotation::{self, Used, Yielded};
use super::names::unused;
use crate::pypto::ir::{AssignStmt, Expr, ForStmt, Function, IfStmt, Program, Stmt, Type, Var, Variable};

/// A program's free variables in the order of their first uses, each with its name. A variable keeps its own name,
/// except where two of them have one.
pub(crate) struct FreeNames {
    variables: Vec<(Expr, String)>,
}

impl FreeNames {
    pub(crate) fn of(program: &Program) -> Self {
        Self::with(program, &Used::of(program))
    }

    pub(super) fn with(program: &Program, used: &Used) -> Self {
        let mut finder =
            Finder { used, bound: HashSet::new(), blocks: Vec::new(), seen: HashSet::new(), found: Vec::new() };
        for function in program.functions.values() {
            finder.function(function);
        }
        let mut taken = HashSet::new();
        let mut numbers = HashMap::new();
        let named = |variable: Expr| {
            let name = unused(variable.name().unwrap_or_default(), &taken, &mut numbers);
            taken.insert(name.clone());
            (variable, name)
        };
        Self { variables: finder.found.into_iter().map(named).collect() }
    }
}

impl IntoIterator for FreeNames {
    type Item = (Expr, String);
    type IntoIter = std::vec::IntoIter<Self::Item>;

    fn into_iter(self) -> Self::IntoIter {
        self.variables.into_iter()
    }
}

/// Goes through a program in the order of its text, as far as that shows variables.
struct Finder<'p> {
    used: &'p Used,
    bound: HashSet<Variable>,
    /// The variables that each open block has bound.
    blocks: Vec<Vec<Variable>>,
    seen: HashSet<Variable>,
    found: Vec<Expr>,
}

impl Finder<'_> {
    fn function(&mut self, function: &Function) {
        self.blocks.push(Vec::new());
        for param in &function.params {
            self.variables(shapes(&param.r#type), Self::introduce);
            self.bind_var(param);
        }
        for ty in &function.return_types {
            self.ty(ty);
        }
        self.stmt(&function.body, Yielded::NOTHING);
        self.leave();
    }

    fn block(&mut self, stmt: &Stmt, yielded: Yielded<'_>) {
        self.blocks.push(Vec::new());
        self.stmt(stmt, yielded);
        self.leave();
    }

    fn leave(&mut self) {
        for variable in self.blocks.pop().into_iter().flatten() {
            self.bound.remove(&variable);
        }
    }

    fn stmt(&mut self, stmt: &Stmt, yielded: Yielded<'_>) {
        match stmt {
            Stmt::Assign(assign) => self.assign(assign),
            Stmt::If(node) => self.conditional(node),
            Stmt::For(node) => self.counted(node),
            Stmt::Yield(node) => {
                self.exprs(&node.values);
                yielded.annotation(node).into_iter().for_each(|ty| self.ty(ty));
            }
            Stmt::Seq(seq) => seq.statements.iter().for_each(|stmt| self.stmt(stmt, yielded)),
            Stmt::Op(ops) => ops.statements.iter().for_each(|assign| self.assign(assign)),
        }
    }

    fn assign(&mut self, assign: &AssignStmt) {
        self.exprs([&assign.value]);
        annotation::assigned(assign).into_iter().for_each(|ty| self.ty(ty));
        self.bind_var(&assign.var);
    }

    fn conditional(&mut self, node: &IfStmt) {
        self.exprs([&node.condition]);
        let yielded = Yielded::of_branches(node);
        self.block(&node.then_body, yielded);
        if let Some(body) = &node.else_body {
            self.block(body, yielded);
        }
        node.return_vars.iter().for_each(|var| self.bind_var(var));
    }

    fn counted(&mut self, node: &ForStmt) {
        self.exprs([&node.start, &node.stop, &node.step]);
        self.exprs(node.iter_args.iter().map(|arg| &arg.init_value));
        self.blocks.push(Vec::new());
        self.bind_var(&node.loop_var);
        for arg in &node.iter_args {
            self.bind(Variable::from(arg));
        }
        self.stmt(&node.body, Yielded::of_loop(node));
        self.leave();
        for last in annotation::finals(node, self.used) {
            last.ty.into_iter().for_each(|ty| self.ty(ty));
            self.bind_var(last.var);
        }
        node.return_vars.iter().for_each(|var| self.bind_var(var));
    }

    fn ty(&mut self, ty: &Type) {
        self.exprs(shapes(ty));
    }

    fn exprs<'p>(&mut self, exprs: impl IntoIterator<Item = &'p Expr>) {
        self.variables(exprs.into_iter().collect(), Self::used);
    }

    /// Calls a function for each variable in expressions, in order.
    fn variables(&mut self, mut exprs: Vec<&Expr>, act: impl Fn(&mut Self, &Expr, Variable)) {
        exprs.reverse();
        while let Some(expr) = exprs.pop() {
            if let Some(variable) = expr.variable() {
                act(self, expr, variable);
            }
            exprs.extend(expr.operands().rev());
        }
    }

    fn used(&mut self, expr: &Expr, variable: Variable) {
        if !self.bound.contains(&variable) && self.seen.insert(variable) {
            self.found.push(expr.clone());
        }
    }

    fn introduce(&mut self, _: &Expr, variable: Variable) {
        self.bind(variable);
    }

    fn bind_var(&mut self, var: &Arc<Var>) {
        self.bind(Variable::from(var));
    }

    fn bind(&mut self, variable: Variable) {
        if self.bound.insert(variable)
            && let Some(block) = self.blocks.last_mut()
        {
            block.push(variable);
        }
    }
}

/// The expressions in a type, in order.
pub(super) fn shapes(ty: &Type) -> Vec<&Expr> {
    let mut types = vec![ty];
    let mut exprs = Vec::new();
    while let Some(ty) = types.pop() {
        match ty {
            Type::Tensor(tensor) => exprs.extend(&tensor.shape),
            Type::Tile(tile) => exprs.extend(tile.shape()),
            Type::Tuple(tuple) => types.extend(tuple.types.iter().rev()),
            Type::Scalar(_) | Type::Unknown(_) => {}
        }
    }
    exprs
}
