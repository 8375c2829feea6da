//! The names of functions and operations.

use std::borrow::Cow;
use std::collections::{HashMap, HashSet};

use super::names::{sanitized, unused};
use crate::pypto::ir::{Callee, Program};
use crate::pypto::parser::is_operation;
use crate::pypto::token::is_name;

/// What the text calls functions that are called like nothing that it can define.
pub(super) struct Callees {
    renamed: HashMap<String, String>,
}

impl Callees {
    pub(super) fn of(program: &Program) -> Self {
        let names = || program.functions.keys().map(|function| &*function.name);
        let mut taken: HashSet<String> = names().filter(|name| is_name(name)).map(str::to_owned).collect();
        let mut numbers = HashMap::new();
        let mut renamed = HashMap::new();
        for name in names().filter(|name| !is_name(name)) {
            let new = unused(name, &taken, &mut numbers);
            taken.insert(new.clone());
            renamed.insert(name.to_owned(), new);
        }
        Self { renamed }
    }

    /// What the text calls a function.
    pub(super) fn function<'n>(&'n self, name: &'n str) -> Cow<'n, str> {
        match self.renamed.get(name) {
            Some(new) => Cow::Borrowed(new),
            None if is_name(name) => Cow::Borrowed(name),
            None => Cow::Owned(sanitized(name)),
        }
    }

    /// What the text calls what is called.
    pub(super) fn callee<'n>(&'n self, callee: &'n Callee) -> Cow<'n, str> {
        match callee {
            Callee::GlobalVar(function) => self.function(&function.name),
            Callee::Op(op) if is_operation(&op.name) => Cow::Borrowed(&op.name),
            Callee::Op(op) => {
                let mut name = op.name.split('.').map(sanitized).collect::<Vec<_>>().join(".");
                if !is_operation(&name) {
                    name.push('_');
                }
                Cow::Owned(name)
            }
        }
    }
}
