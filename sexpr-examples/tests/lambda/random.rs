//! Random programs: they read back, and the library's verdict on two of them is that of a model.

use proptest::prelude::*;
use sexpr_core::Options;
use sexpr_examples::lambda::ast::{Arm, Expr, Pattern};

use crate::model;
use crate::support::{assert_round_trip, verdict};

/// Few names, so that they get in one another's way.
const NAMES: [&str; 4] = ["x", "y", "z'", "_f"];
const TEXTS: [&str; 4] = ["", "a\"b\\c", "é\n\r\t\u{1}\u{7f}\u{85}", "-- no comment"];

/// Decisions; with none left, each is the simplest.
struct Decisions(Vec<u8>);

impl Decisions {
    fn choose(&mut self, count: usize) -> usize {
        self.0.pop().map_or(0, |byte| usize::from(byte) % count)
    }

    fn name(&mut self) -> String {
        NAMES[self.choose(NAMES.len())].to_owned()
    }

    fn integer(&mut self) -> i64 {
        [0, 1, -1, i64::MAX, i64::MIN][self.choose(5)]
    }

    fn text(&mut self) -> &'static str {
        TEXTS[self.choose(TEXTS.len())]
    }

    fn constructor(&mut self) -> &'static str {
        ["None", "Some", "Pair"][self.choose(3)]
    }

    fn expr(&mut self, depth: usize) -> Expr {
        match self.choose(if depth == 0 { 4 } else { 10 }) {
            0 => Expr::variable(self.name()),
            1 => Expr::integer(self.integer()),
            2 => Expr::string(self.text()),
            3 => Expr::constructor(self.constructor()),
            4 | 5 => self.expr(depth - 1).apply(self.expr(depth - 1)),
            6 => {
                let params: Vec<_> = (0..=self.choose(3)).map(|_| self.name()).collect();
                Expr::lambda(params, self.expr(depth - 1))
            }
            7 => Expr::let_in(self.name(), self.expr(depth - 1), self.expr(depth - 1)),
            8 => {
                let mut names: Vec<_> = (0..=self.choose(2)).map(|_| self.name()).collect();
                names.sort();
                names.dedup();
                let bindings: Vec<_> = names.into_iter().map(|name| (name, self.expr(depth - 1))).collect();
                Expr::letrec(bindings, self.expr(depth - 1))
            }
            _ => {
                let scrutinee = self.expr(depth - 1);
                let arms: Vec<_> =
                    (0..self.choose(4)).map(|_| (self.pattern(2, &mut Vec::new()), self.expr(depth - 1))).collect();
                Expr::match_on(scrutinee, arms)
            }
        }
    }

    /// A pattern that binds other names than those that are bound.
    fn pattern(&mut self, depth: usize, bound: &mut Vec<String>) -> Pattern {
        match self.choose(if depth == 0 { 4 } else { 6 }) {
            0 => Pattern::wildcard(),
            1 => {
                let name = self.name();
                if bound.contains(&name) {
                    return Pattern::wildcard();
                }
                bound.push(name.clone());
                Pattern::variable(name)
            }
            2 => Pattern::integer(self.integer()),
            3 => Pattern::string(self.text()),
            _ => {
                let arguments: Vec<_> = (0..self.choose(3)).map(|_| self.pattern(depth - 1, bound)).collect();
                Pattern::constructor(self.constructor(), arguments)
            }
        }
    }
}

/// Writes a program again with other names for what it binds, looking at what a name means and not at what the new
/// one may capture.
struct Renaming<F> {
    /// What stands in the place of what, innermost binding last.
    bound: Vec<(String, String)>,
    /// A new name.
    rename: F,
}

impl<F: FnMut() -> String> Renaming<F> {
    fn bind(&mut self, name: &str) -> String {
        let new = (self.rename)();
        self.bound.push((name.to_owned(), new.clone()));
        new
    }

    fn name(&self, name: &str) -> String {
        let renamed = self.bound.iter().rev().find(|(old, _)| old == name);
        renamed.map_or(name, |(_, new)| new).to_owned()
    }

    fn expr(&mut self, expr: &Expr) -> Expr {
        let outer = self.bound.len();
        let renamed = match expr {
            Expr::Variable { name, .. } => Expr::variable(self.name(name)),
            Expr::Constructor { name, .. } => Expr::constructor(name),
            Expr::Integer { value, .. } => Expr::integer(*value),
            Expr::String { value, .. } => Expr::string(value),
            Expr::Apply { function, argument, .. } => self.expr(function).apply(self.expr(argument)),
            Expr::Lambda { params, body, .. } => {
                let params: Vec<_> = params.iter().map(|param| self.bind(param)).collect();
                Expr::lambda(params, self.expr(body))
            }
            Expr::Let { name, value, body, .. } => {
                let value = self.expr(value);
                Expr::let_in(self.bind(name), value, self.expr(body))
            }
            Expr::LetRec { names, values, body, .. } => {
                let names: Vec<_> = names.iter().map(|name| self.bind(name)).collect();
                let values: Vec<_> = values.iter().map(|value| self.expr(value)).collect();
                Expr::letrec(names.into_iter().zip(values), self.expr(body))
            }
            Expr::Match { scrutinee, arms, .. } => {
                let scrutinee = self.expr(scrutinee);
                let arms: Vec<_> = arms.iter().map(|arm| self.arm(arm)).collect();
                Expr::match_on(scrutinee, arms)
            }
        };
        self.bound.truncate(outer);
        renamed
    }

    fn arm(&mut self, arm: &Arm) -> (Pattern, Expr) {
        let outer = self.bound.len();
        let renamed = (self.pattern(&arm.pattern), self.expr(&arm.body));
        self.bound.truncate(outer);
        renamed
    }

    fn pattern(&mut self, pattern: &Pattern) -> Pattern {
        match pattern {
            Pattern::Wildcard { .. } => Pattern::wildcard(),
            Pattern::Variable { name, .. } => Pattern::variable(self.bind(name)),
            Pattern::Integer { value, .. } => Pattern::integer(*value),
            Pattern::String { value, .. } => Pattern::string(value),
            Pattern::Constructor { name, arguments, .. } => {
                let arguments: Vec<_> = arguments.iter().map(|argument| self.pattern(argument)).collect();
                Pattern::constructor(name, arguments)
            }
        }
    }
}

fn renamed(expr: &Expr, rename: impl FnMut() -> String) -> Expr {
    Renaming { bound: Vec::new(), rename }.expr(expr)
}

fn decisions(most: usize) -> impl Strategy<Value = Vec<u8>> {
    proptest::collection::vec(any::<u8>(), 0..most)
}

proptest! {
    #![proptest_config(ProptestConfig { cases: 2000, failure_persistence: None, ..ProptestConfig::default() })]

    #[test]
    fn random_programs_read_back(decisions in decisions(200)) {
        assert_round_trip(&Decisions(decisions).expr(5));
    }

    #[test]
    fn other_names_that_nothing_else_has_change_nothing(decisions in decisions(200)) {
        let program = Decisions(decisions).expr(5);
        let mut count = 0;
        let other = renamed(&program, || {
            count += 1;
            format!("v{count}")
        });
        for options in [Options::new(), Options::new().map_free_vars(true)] {
            assert!(verdict(&program, &other, &options), "{program}   and   {other}");
        }
    }

    /// New names may capture what had another name, and then programs may differ.
    #[test]
    fn the_model_agrees_on_renamed_programs(shape in decisions(150), names in decisions(50)) {
        let program = Decisions(shape).expr(5);
        let mut names = Decisions(names);
        let other = renamed(&program, || names.name());
        assert_model_agrees(&program, &other);
    }

    #[test]
    fn the_model_agrees_on_small_programs(left in decisions(12), right in decisions(12)) {
        assert_model_agrees(&Decisions(left).expr(3), &Decisions(right).expr(3));
    }
}

#[track_caller]
fn assert_model_agrees(left: &Expr, right: &Expr) {
    for map_free_vars in [false, true] {
        let expected = model::equal(left, right, map_free_vars);
        let found = verdict(left, right, &Options::new().map_free_vars(map_free_vars));
        assert_eq!(found, expected, "{left}   and   {right}, map_free_vars: {map_free_vars}");
    }
}
