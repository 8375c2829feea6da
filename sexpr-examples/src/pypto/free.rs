//! Free variables: names that nothing binds.

use std::collections::HashMap;
use std::sync::{Arc, Mutex, PoisonError};

use super::ir::{Expr, Program, Type, Var};
use super::printer;
use crate::text::Span;

/// The free variables of programs that are to be compared, by name.
///
/// A free variable is equal to itself only. Programs that are read with one table share their free variables: the
/// same name is the same variable. A clone is the same table, for another thread.
///
/// ```
/// use sexpr_core::structural_equal;
/// use sexpr_examples::pypto::{self, FreeVars};
///
/// let text = "def f():\n    y = x + 1\n";
/// let mut free = FreeVars::new();
/// let first = pypto::parse_with("first.py", text, &mut free)?;
/// let second = pypto::parse_with("second.py", text, &mut free)?;
/// assert!(structural_equal(&first, &second));
///
/// let elsewhere = pypto::parse("elsewhere.py", text)?;
/// assert!(!structural_equal(&first, &elsewhere));
/// # Ok::<(), pypto::ParseError>(())
/// ```
#[derive(Clone, Debug, Default)]
pub struct FreeVars {
    by_name: Arc<Mutex<HashMap<String, Expr>>>,
}

impl FreeVars {
    /// An empty table.
    pub fn new() -> Self {
        Self::default()
    }

    /// The free variables of a program: those that are used where nothing has bound them. A text that is printed
    /// from the program means the same variables when it is read with this table.
    pub fn of(program: &Program) -> Self {
        let names = printer::FreeNames::of(program);
        let by_name: HashMap<_, _> = names.into_iter().map(|(variable, name)| (name, variable)).collect();
        Self { by_name: Arc::new(Mutex::new(by_name)) }
    }

    /// The variable of that name, which nothing is known of if it is new.
    pub fn get(&mut self, name: &str) -> Expr {
        let mut by_name = self.by_name.lock().unwrap_or_else(PoisonError::into_inner);
        if let Some(known) = by_name.get(name) {
            return known.clone();
        }
        let new = Expr::from(Var::new(name, Type::unknown(), Span::unknown()));
        by_name.insert(name.to_owned(), new.clone());
        new
    }
}
