//! What is visible at a place.

use super::Ty;

/// Variables, and expressions that were written and still mean the same.
#[derive(Default)]
pub(super) struct Scope {
    variables: Vec<(String, Ty)>,
    written: Vec<(String, Ty)>,
}

impl Scope {
    pub(super) fn bind(&mut self, name: String, ty: Ty) {
        self.variables.push((name, ty));
    }

    pub(super) fn write(&mut self, expr: String, ty: Ty) {
        self.written.push((expr, ty));
    }

    /// The names of variables of a type.
    pub(super) fn of_type(&self, ty: &Ty) -> Vec<String> {
        self.variables.iter().filter(|(_, its)| its == ty).map(|(name, _)| name.clone()).collect()
    }

    pub(super) fn written(&self, ty: &Ty) -> Vec<String> {
        self.written.iter().filter(|(_, its)| its == ty).map(|(expr, _)| expr.clone()).collect()
    }

    pub(super) fn variables(&self) -> &[(String, Ty)] {
        &self.variables
    }

    pub(super) fn mark(&self) -> (usize, usize) {
        (self.variables.len(), self.written.len())
    }

    /// Forgets what came after.
    pub(super) fn leave(&mut self, (variables, written): (usize, usize)) {
        self.variables.truncate(variables);
        self.written.truncate(written);
    }
}
