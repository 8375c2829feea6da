//! Names.

use std::borrow::Borrow;
use std::fmt;
use std::sync::Arc;

use sexpr_core::StructuralEq;

use super::token::is_name;

/// A name: of a dimension, such as `M`, or of a number known later, such as `$WG0`. It is the same wherever its text
/// is.
///
/// A name begins with a letter, `_` or `$`, goes on with these and digits, and is no word of the language, such as
/// `mod`. Any other text is displayed in quotes, which [parsing](super::IndexExpr#impl-FromStr-for-IndexExpr) refuses.
///
/// ```
/// use sexpr_examples::wave::index::Symbol;
///
/// assert_eq!(Symbol::new("$WG0").to_string(), "$WG0");
/// assert_eq!(Symbol::new("x + 1").to_string(), "\"x + 1\"");
/// ```
#[derive(StructuralEq, Clone, PartialEq, Eq, Hash, PartialOrd, Ord)]
#[seq(rewrite)]
pub struct Symbol(Arc<str>);

impl Symbol {
    /// The symbol of this name.
    pub fn new(name: impl Into<Arc<str>>) -> Self {
        Self(name.into())
    }

    /// Its text.
    pub fn name(&self) -> &str {
        &self.0
    }
}

impl Borrow<str> for Symbol {
    fn borrow(&self) -> &str {
        &self.0
    }
}

impl From<&str> for Symbol {
    fn from(name: &str) -> Self {
        Self::new(name)
    }
}

impl From<String> for Symbol {
    fn from(name: String) -> Self {
        Self::new(name)
    }
}

impl From<&Self> for Symbol {
    fn from(symbol: &Self) -> Self {
        symbol.clone()
    }
}

impl fmt::Display for Symbol {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        if is_name(&self.0) { f.write_str(&self.0) } else { write!(f, "{:?}", &*self.0) }
    }
}

debug_as_displayed!(Symbol);
