//! Equality up to renaming by the textbook: side by side, with a list of what is bound.

use sexpr_examples::lambda::ast::{Expr, Pattern};

/// Whether two programs are equal up to the names of what they bind; with `map_free_vars`, also up to an exchange of
/// free variables.
pub(crate) fn equal(left: &Expr, right: &Expr, map_free_vars: bool) -> bool {
    Model { bound: Vec::new(), free: Vec::new(), map_free_vars }.exprs(left, right)
}

struct Model {
    /// Names that stand for one another, innermost binding last.
    bound: Vec<(String, String)>,
    /// Free names that stand for one another.
    free: Vec<(String, String)>,
    map_free_vars: bool,
}

impl Model {
    fn bind(&mut self, left: &str, right: &str) {
        self.bound.push((left.to_owned(), right.to_owned()));
    }

    fn names(&mut self, left: &str, right: &str) -> bool {
        let left_at = self.bound.iter().rposition(|(name, _)| name == left);
        let right_at = self.bound.iter().rposition(|(_, name)| name == right);
        if left_at.is_some() || right_at.is_some() {
            return left_at == right_at;
        }
        if !self.map_free_vars {
            return left == right;
        }
        if let Some((known, other)) = self.free.iter().find(|(known, other)| known == left || other == right) {
            return known == left && other == right;
        }
        self.free.push((left.to_owned(), right.to_owned()));
        true
    }

    fn exprs(&mut self, left: &Expr, right: &Expr) -> bool {
        let outer = self.bound.len();
        let equal = match (left, right) {
            (Expr::Variable { name: left, .. }, Expr::Variable { name: right, .. }) => self.names(left, right),
            (Expr::Constructor { name: left, .. }, Expr::Constructor { name: right, .. }) => left == right,
            (Expr::Integer { value: left, .. }, Expr::Integer { value: right, .. }) => left == right,
            (Expr::String { value: left, .. }, Expr::String { value: right, .. }) => left == right,
            (
                Expr::Apply { function: left, argument: left_argument, .. },
                Expr::Apply { function: right, argument: right_argument, .. },
            ) => self.exprs(left, right) && self.exprs(left_argument, right_argument),
            (
                Expr::Lambda { params: left, body: left_body, .. },
                Expr::Lambda { params: right, body: right_body, .. },
            ) => {
                self.all(left, right, |this, left, right| {
                    this.bind(left, right);
                    true
                }) && self.exprs(left_body, right_body)
            }
            (
                Expr::Let { name: left, value: left_value, body: left_body, .. },
                Expr::Let { name: right, value: right_value, body: right_body, .. },
            ) => {
                let values = self.exprs(left_value, right_value);
                self.bind(left, right);
                values && self.exprs(left_body, right_body)
            }
            (
                Expr::LetRec { names: left, values: left_values, body: left_body, .. },
                Expr::LetRec { names: right, values: right_values, body: right_body, .. },
            ) => {
                self.all(left, right, |this, left, right| {
                    this.bind(left, right);
                    true
                }) && self.all(left_values, right_values, Self::exprs)
                    && self.exprs(left_body, right_body)
            }
            (
                Expr::Match { scrutinee: left, arms: left_arms, .. },
                Expr::Match { scrutinee: right, arms: right_arms, .. },
            ) => {
                self.exprs(left, right)
                    && self.all(left_arms, right_arms, |this, left, right| {
                        let outer = this.bound.len();
                        let equal = this.patterns(&left.pattern, &right.pattern) && this.exprs(&left.body, &right.body);
                        this.bound.truncate(outer);
                        equal
                    })
            }
            _ => false,
        };
        self.bound.truncate(outer);
        equal
    }

    fn patterns(&mut self, left: &Pattern, right: &Pattern) -> bool {
        match (left, right) {
            (Pattern::Wildcard { .. }, Pattern::Wildcard { .. }) => true,
            (Pattern::Variable { name: left, .. }, Pattern::Variable { name: right, .. }) => {
                self.bind(left, right);
                true
            }
            (Pattern::Integer { value: left, .. }, Pattern::Integer { value: right, .. }) => left == right,
            (Pattern::String { value: left, .. }, Pattern::String { value: right, .. }) => left == right,
            (
                Pattern::Constructor { name: left, arguments: left_arguments, .. },
                Pattern::Constructor { name: right, arguments: right_arguments, .. },
            ) => left == right && self.all(left_arguments, right_arguments, Self::patterns),
            _ => false,
        }
    }

    fn all<T>(&mut self, left: &[T], right: &[T], mut each: impl FnMut(&mut Self, &T, &T) -> bool) -> bool {
        left.len() == right.len() && left.iter().zip(right).all(|(left, right)| each(self, left, right))
    }
}
