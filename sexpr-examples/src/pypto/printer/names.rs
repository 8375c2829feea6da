//! Names for variables, such that no use means another variable than its node says.

use std::collections::{HashMap, HashSet};
use std::sync::Arc;

use super::free::FreeNames;
use crate::pypto::ir::{IterArg, Var, Variable};
use crate::pypto::parser::MODULE;
use crate::pypto::token::is_name;
use crate::text::{begins_name, continues_name};

/// The names of the variables that are visible at a place, and those of free variables, which are reserved
/// everywhere.
pub(super) struct Names {
    free: HashMap<Variable, String>,
    taken: HashSet<String>,
    visible: HashMap<Variable, String>,
    /// The variables that each open block has bound.
    blocks: Vec<Vec<Variable>>,
    /// How often each name had a number appended.
    numbers: HashMap<String, usize>,
}

impl Names {
    pub(super) fn new(free: FreeNames) -> Self {
        let free: HashMap<Variable, String> =
            free.into_iter().filter_map(|(variable, name)| Some((variable.variable()?, name))).collect();
        let mut taken: HashSet<String> = free.values().cloned().collect();
        taken.insert(MODULE.to_owned());
        Self { free, taken, visible: HashMap::new(), blocks: Vec::new(), numbers: HashMap::new() }
    }

    pub(super) fn enter_function(&mut self) {
        self.numbers.clear();
        self.enter();
    }

    pub(super) fn enter(&mut self) {
        self.blocks.push(Vec::new());
    }

    /// Ends a block: what it has bound is visible no more.
    pub(super) fn leave(&mut self) {
        for variable in self.blocks.pop().into_iter().flatten() {
            if let Some(name) = self.visible.remove(&variable) {
                self.taken.remove(&name);
            }
        }
    }

    pub(super) fn bind_var(&mut self, var: &Arc<Var>) -> String {
        self.bind(Variable::from(var), &var.name)
    }

    pub(super) fn bind_iter_arg(&mut self, arg: &Arc<IterArg>) -> String {
        self.bind(Variable::from(arg), &arg.name)
    }

    /// The name of a variable that is bound here. One that is visible already, or free elsewhere, keeps its name.
    pub(super) fn bind(&mut self, variable: Variable, wish: &str) -> String {
        if let Some(name) = self.known(variable) {
            return name.to_owned();
        }
        let name = unused(wish, &self.taken, &mut self.numbers);
        self.bind_as(variable, name.clone());
        name
    }

    /// Binds a variable whose name is chosen already, unless it is visible.
    pub(super) fn bind_as(&mut self, variable: Variable, name: String) {
        if self.known(variable).is_some() {
            return;
        }
        self.taken.insert(name.clone());
        self.visible.insert(variable, name);
        if let Some(block) = self.blocks.last_mut() {
            block.push(variable);
        }
    }

    /// Reserves names: no variable that is bound gets one until they are released.
    pub(super) fn reserve<'n>(&mut self, names: &'n [String]) -> HashSet<&'n str> {
        let free = names.iter().filter(|name| self.taken.insert((*name).clone()));
        free.map(String::as_str).collect()
    }

    /// Binds a variable, which may have this one of the reserved names.
    pub(super) fn bind_reserved<'n>(
        &mut self,
        reserved: &mut HashSet<&'n str>,
        own: &'n str,
        var: &Arc<Var>,
    ) -> String {
        let is_reserved = reserved.remove(own);
        if is_reserved {
            self.taken.remove(own);
        }
        let name = self.bind_var(var);
        // If it was not taken, no later variable may have it either.
        if is_reserved && self.taken.insert(own.to_owned()) {
            reserved.insert(own);
        }
        name
    }

    /// Ends [`reserve`](Self::reserve).
    pub(super) fn release(&mut self, reserved: HashSet<&str>) {
        for name in reserved {
            self.taken.remove(name);
        }
    }

    /// The name of a variable that is visible or free.
    pub(super) fn known(&self, variable: Variable) -> Option<&str> {
        self.visible.get(&variable).or_else(|| self.free.get(&variable)).map(String::as_str)
    }
}

/// The wish, made a name, if that is not taken; else with a number appended.
pub(super) fn unused(wish: &str, taken: &HashSet<String>, numbers: &mut HashMap<String, usize>) -> String {
    let base = sanitized(wish);
    if !taken.contains(&base) {
        return base;
    }
    let number = numbers.entry(base.clone()).or_insert(0);
    loop {
        *number += 1;
        let name = format!("{base}_{number}");
        if !taken.contains(&name) {
            return name;
        }
    }
}

/// A word that may be a name, from one that need not.
pub(super) fn sanitized(wish: &str) -> String {
    if is_name(wish) {
        return wish.to_owned();
    }
    let mut name: String = wish.chars().map(|c| if continues_name(c) { c } else { '_' }).collect();
    if !name.starts_with(begins_name) {
        name.insert(0, 'v');
    }
    if !is_name(&name) {
        name.push('_');
    }
    name
}
