//! Names for variables and type parameters, such that no two have one name in one definition.

use std::collections::{HashMap, HashSet};
use std::rc::Rc;
use std::sync::Arc;

/// The names of what is bound in one definition.
pub(super) struct Names<T> {
    /// By address. What is named lives as long as it is printed.
    names: HashMap<*const T, String>,
    /// What nothing binds.
    free: Vec<(*const T, String)>,
    taken: HashSet<String>,
    /// What stands for something else everywhere.
    reserved: Rc<HashSet<String>>,
    /// How often each name had a number appended.
    numbers: HashMap<String, usize>,
    /// From where on numbers were not looked at as names.
    next: usize,
    is_name: fn(&str) -> bool,
}

/// What something was called before it was bound again.
pub(super) struct Before<T>(Vec<(*const T, Option<String>)>);

impl<T> Before<T> {
    pub(super) fn new() -> Self {
        Self(Vec::new())
    }
}

impl<T> Names<T> {
    /// No names yet; those that are reserved stand for something else.
    pub(super) fn new(is_name: fn(&str) -> bool, reserved: Rc<HashSet<String>>) -> Self {
        Self {
            names: HashMap::new(),
            free: Vec::new(),
            taken: HashSet::new(),
            reserved,
            numbers: HashMap::new(),
            next: 0,
            is_name,
        }
    }

    /// A new name for what is bound here. A node that two places share gets one in each of them.
    pub(super) fn bind(&mut self, node: &Arc<T>, wish: &str, before: &mut Before<T>) -> String {
        let name = self.unused(wish);
        before.0.push((Arc::as_ptr(node), self.names.insert(Arc::as_ptr(node), name.clone())));
        name
    }

    /// Leaves a scope.
    pub(super) fn leave(&mut self, before: Before<T>) {
        for (node, name) in before.0.into_iter().rev() {
            if let Some(name) = name {
                self.names.insert(node, name);
            }
        }
    }

    /// Whether nothing has this name.
    pub(super) fn is_free(&self, name: &str) -> bool {
        (self.is_name)(name) && !self.reserved.contains(name) && !self.taken.contains(name)
    }

    /// The next number that is no name yet, as a name.
    pub(super) fn next_number(&mut self) -> String {
        loop {
            let name = self.next.to_string();
            self.next += 1;
            if self.takes(&name) {
                return name;
            }
        }
    }

    /// A new name for something that is known by other means.
    pub(super) fn fresh(&mut self, wish: &str) -> String {
        self.unused(wish)
    }

    /// What a node is called; a new name, if nothing binds it.
    pub(super) fn of(&mut self, node: &Arc<T>, wish: &str) -> String {
        if let Some(name) = self.names.get(&Arc::as_ptr(node)) {
            return name.clone();
        }
        self.free.push((Arc::as_ptr(node), wish.to_owned()));
        let name = self.unused(wish);
        self.names.insert(Arc::as_ptr(node), name.clone());
        name
    }

    /// What nothing binds in what was printed.
    pub(super) fn into_free(self) -> Vec<(*const T, String)> {
        self.free
    }

    /// Lets what nothing binds choose its names before all others.
    pub(super) fn prefer(&mut self, free: Vec<(*const T, String)>) {
        for (node, wish) in free {
            let name = self.unused(&wish);
            self.names.insert(node, name);
        }
    }

    /// The wish, made a name, if that is not taken; else with a number appended.
    fn unused(&mut self, wish: &str) -> String {
        let base = self.sanitized(wish);
        if self.takes(&base) {
            return base;
        }
        let mut number = self.numbers.get(&base).copied().unwrap_or(0);
        loop {
            number += 1;
            let name = format!("{base}_{number}");
            if self.takes(&name) {
                self.numbers.insert(base, number);
                return name;
            }
        }
    }

    /// Takes a name, unless it is taken.
    fn takes(&mut self, name: &str) -> bool {
        !self.reserved.contains(name) && self.taken.insert(name.to_owned())
    }

    /// A name, from a text that need not be one.
    fn sanitized(&self, wish: &str) -> String {
        if (self.is_name)(wish) {
            return wish.to_owned();
        }
        let mut name: String = wish.chars().map(|c| if c.is_alphanumeric() { c } else { '_' }).collect();
        if !(self.is_name)(&name) {
            name.insert(0, 'v');
        }
        if !(self.is_name)(&name) {
            name.push('_');
        }
        name
    }
}
