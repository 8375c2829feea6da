//! Random programs: they read back, and the library's verdict on two of them is that of a model.

use proptest::prelude::*;
use sexpr_core::Options;
use sexpr_examples::lambda::ast::{Expr, Pattern};

use crate::model::nameless;
use crate::support::{assert_round_trip, verdict};

/// Few names, so that they get in one another's way.
const NAMES: [&str; 4] = ["x", "y", "z'", "_f"];
const TEXTS: [&str; 4] = ["", "a\"b\\c", "é\n\r\t\u{1}\u{7f}\u{85}", "-- no comment"];

/// Makes a program of decisions; with none left, each is the simplest. What a program binds is called as `binder` says.
struct Maker<B> {
    decisions: Vec<u8>,
    scope: Vec<String>,
    binder: B,
}

impl<B: FnMut() -> String> Maker<B> {
    fn choose(&mut self, count: usize) -> usize {
        self.decisions.pop().map_or(0, |byte| usize::from(byte) % count)
    }

    /// A use of what is bound, which may be hidden by another binding of its name, or of another name.
    fn name(&mut self) -> String {
        let at = self.choose(NAMES.len() + self.scope.len());
        NAMES.get(at).map_or_else(|| self.scope[at - NAMES.len()].clone(), |name| (*name).to_owned())
    }

    fn bind(&mut self) -> String {
        self.scope.push((self.binder)());
        self.scope[self.scope.len() - 1].clone()
    }

    fn integer(&mut self) -> i64 {
        [0, 1, -1, i64::MAX, i64::MIN][self.choose(5)]
    }

    fn constructor(&mut self) -> &'static str {
        ["None", "Some", "Pair"][self.choose(3)]
    }

    fn expr(&mut self, depth: usize) -> Expr {
        let outer = self.scope.len();
        let expr = match self.choose(if depth == 0 { 4 } else { 10 }) {
            0 => Expr::variable(self.name()),
            1 => Expr::integer(self.integer()),
            2 => Expr::string(TEXTS[self.choose(TEXTS.len())]),
            3 => Expr::constructor(self.constructor()),
            4 | 5 => self.expr(depth - 1).apply(self.expr(depth - 1)),
            6 => {
                let params: Vec<_> = (0..=self.choose(3)).map(|_| self.bind()).collect();
                Expr::lambda(params, self.expr(depth - 1))
            }
            7 => {
                let value = self.expr(depth - 1);
                Expr::let_in(self.bind(), value, self.expr(depth - 1))
            }
            8 => {
                let mut names: Vec<_> = (0..=self.choose(2)).map(|_| self.bind()).collect();
                names.sort();
                names.dedup();
                let bindings: Vec<_> = names.into_iter().map(|name| (name, self.expr(depth - 1))).collect();
                Expr::letrec(bindings, self.expr(depth - 1))
            }
            _ => {
                let scrutinee = self.expr(depth - 1);
                let arms: Vec<_> = (0..self.choose(4))
                    .map(|_| {
                        let outer = self.scope.len();
                        let arm = (self.pattern(2, outer), self.expr(depth - 1));
                        self.scope.truncate(outer);
                        arm
                    })
                    .collect();
                Expr::match_on(scrutinee, arms)
            }
        };
        self.scope.truncate(outer);
        expr
    }

    /// A pattern that binds other names than those that are bound since.
    fn pattern(&mut self, depth: usize, outer: usize) -> Pattern {
        match self.choose(if depth == 0 { 4 } else { 6 }) {
            0 => Pattern::wildcard(),
            1 => {
                let name = self.bind();
                if self.scope[outer..self.scope.len() - 1].contains(&name) {
                    self.scope.pop();
                    return Pattern::wildcard();
                }
                Pattern::variable(name)
            }
            2 => Pattern::integer(self.integer()),
            3 => Pattern::string(TEXTS[self.choose(TEXTS.len())]),
            _ => {
                let arguments: Vec<_> = (0..self.choose(3)).map(|_| self.pattern(depth - 1, outer)).collect();
                Pattern::constructor(self.constructor(), arguments)
            }
        }
    }
}

fn program(decisions: &[u8], binder: impl FnMut() -> String, depth: usize) -> Expr {
    Maker { decisions: decisions.to_vec(), scope: Vec::new(), binder }.expr(depth)
}

/// Names that get in one another's way.
fn few_names(mut decisions: Vec<u8>) -> impl FnMut() -> String {
    move || NAMES[decisions.pop().map_or(0, usize::from) % NAMES.len()].to_owned()
}

/// Names of which no two are the same.
fn new_names(prefix: &str) -> impl FnMut() -> String {
    let mut count = 0;
    move || {
        count += 1;
        format!("{prefix}{count}")
    }
}

fn decisions(most: usize) -> impl Strategy<Value = Vec<u8>> {
    proptest::collection::vec(any::<u8>(), 0..most)
}

proptest! {
    #![proptest_config(ProptestConfig { cases: 2000, failure_persistence: None, ..ProptestConfig::default() })]

    #[test]
    fn random_programs_read_back(shape in decisions(200), names in decisions(50)) {
        assert_round_trip(&program(&shape, few_names(names), 5));
    }

    #[test]
    fn other_names_that_nothing_else_has_change_nothing(shape in decisions(200)) {
        let [program, other] = ["v", "w"].map(|prefix| program(&shape, new_names(prefix), 5));
        for options in [Options::new(), Options::new().map_free_vars(true)] {
            assert!(verdict(&program, &other, &options), "{program}   and   {other}");
        }
    }

    /// New names may capture what had another name, and then programs may differ.
    #[test]
    fn the_model_agrees_on_renamed_programs(shape in decisions(150), names in decisions(50)) {
        assert_model_agrees(&program(&shape, new_names("v"), 5), &program(&shape, few_names(names), 5));
    }

    #[test]
    fn the_model_agrees_on_small_programs(left in decisions(12), right in decisions(12), names in decisions(6)) {
        let [left, right] = [left, right].map(|shape| program(&shape, few_names(names.clone()), 3));
        assert_model_agrees(&left, &right);
    }
}

#[track_caller]
fn assert_model_agrees(left: &Expr, right: &Expr) {
    for map_free_vars in [false, true] {
        let expected = nameless(left, map_free_vars) == nameless(right, map_free_vars);
        let found = verdict(left, right, &Options::new().map_free_vars(map_free_vars));
        assert_eq!(found, expected, "{left}   and   {right}, map_free_vars: {map_free_vars}");
    }
}
