//! Equality up to renaming by the textbook: two programs are equal if they are written alike without names.

use sexpr_examples::lambda::ast::{Expr, Pattern};

/// The program with the number of bindings since its own in the place of each bound variable (de Bruijn, "Lambda calculus
/// notation with nameless dummies", 1972). With `map_free_vars`, free variables are numbered by their first uses.
pub(crate) fn nameless(expr: &Expr, map_free_vars: bool) -> String {
    let mut writer = Writer { bound: Vec::new(), free: map_free_vars.then(Vec::new), text: String::new() };
    writer.expr(expr);
    writer.text
}

struct Writer {
    bound: Vec<String>,
    free: Option<Vec<String>>,
    text: String,
}

impl Writer {
    fn word(&mut self, word: impl std::fmt::Display) {
        self.text += &format!("{word} ");
    }

    fn expr(&mut self, expr: &Expr) {
        let outer = self.bound.len();
        match expr {
            Expr::Variable { name, .. } => {
                let known = self.bound.iter().rev().position(|bound| bound == name).map(|at| format!("bound{at}"));
                let number = |free: &mut Vec<String>| {
                    let at = free.iter().position(|known| known == name);
                    format!("free{}", at.unwrap_or_else(|| (free.push(name.clone()), free.len() - 1).1))
                };
                let word = known.or_else(|| self.free.as_mut().map(number));
                self.word(word.unwrap_or_else(|| format!("free {name}")));
            }
            Expr::Constructor { name, .. } => self.word(name),
            Expr::Integer { value, .. } => self.word(value),
            Expr::String { value, .. } => self.word(format!("{value:?}")),
            Expr::Apply { function, argument, .. } => {
                self.word("apply");
                self.expr(function);
                self.expr(argument);
            }
            Expr::Lambda { params, body, .. } => {
                self.word(format!("lambda {}", params.len()));
                self.bound.extend(params.iter().cloned());
                self.expr(body);
            }
            Expr::Let { name, value, body, .. } => {
                self.word("let");
                self.expr(value);
                self.bound.push(name.clone());
                self.expr(body);
            }
            Expr::LetRec { names, values, body, .. } => {
                self.word(format!("letrec {}", names.len()));
                self.bound.extend(names.iter().cloned());
                values.iter().for_each(|value| self.expr(value));
                self.expr(body);
            }
            Expr::Match { scrutinee, arms, .. } => {
                self.word(format!("match {}", arms.len()));
                self.expr(scrutinee);
                for arm in arms {
                    let outer = self.bound.len();
                    self.pattern(&arm.pattern);
                    self.expr(&arm.body);
                    self.bound.truncate(outer);
                }
            }
        }
        self.bound.truncate(outer);
    }

    fn pattern(&mut self, pattern: &Pattern) {
        match pattern {
            Pattern::Wildcard { .. } => self.word("_"),
            Pattern::Variable { name, .. } => {
                self.word("binds");
                self.bound.push(name.clone());
            }
            Pattern::Integer { value, .. } => self.word(value),
            Pattern::String { value, .. } => self.word(format!("{value:?}")),
            Pattern::Constructor { name, arguments, .. } => {
                self.word(format!("{name} {}", arguments.len()));
                arguments.iter().for_each(|argument| self.pattern(argument));
            }
        }
    }
}
