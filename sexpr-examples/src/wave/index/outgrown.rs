//! What is left of an expression that is too large to be kept.

use std::collections::BTreeSet;
use std::fmt;
use std::sync::Arc;

use sexpr_core::{Fingerprint, structural_fingerprint};

use super::expr::Substitution;
use super::limits::Operand;
use super::symbol::Symbol;

/// A digest of what was computed, and of which symbols.
#[derive(Clone)]
pub(super) struct Outgrown {
    digest: Fingerprint,
    symbols: Arc<BTreeSet<Symbol>>,
}

impl Outgrown {
    /// An operation on operands. Equal operands give the same.
    pub(super) fn new<'e>(operation: &str, operands: impl IntoIterator<Item = Operand<'e>>) -> Self {
        let (mut content, mut symbols) = (vec![operation.to_owned()], BTreeSet::new());
        for operand in operands {
            content.push(match operand {
                Operand::Expr(expr) => expr.normal_text(),
                Operand::Condition(condition) => condition.normal_text(),
            });
            operand.collect_symbols(&mut symbols);
        }
        Self { digest: digest(&content), symbols: Arc::new(symbols) }
    }

    pub(super) fn symbols(&self) -> &BTreeSet<Symbol> {
        &self.symbols
    }

    /// What comes out of a substitution, if anything is replaced.
    pub(super) fn replaced(&self, by: &Substitution<'_>) -> Option<Self> {
        let (mut content, mut symbols) = (vec![self.digest.to_string()], BTreeSet::new());
        for symbol in &*self.symbols {
            match (by.by)(symbol) {
                Some(replacement) => {
                    content.extend([symbol.name().to_owned(), replacement.normal_text()]);
                    symbols.extend(replacement.symbols());
                }
                None => {
                    symbols.insert(symbol.clone());
                }
            }
        }
        (content.len() > 1).then(|| Self { digest: digest(&content), symbols: Arc::new(symbols) })
    }
}

/// As words that no text of an expression begins with.
impl fmt::Display for Outgrown {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "outgrown({})", self.digest)
    }
}

fn digest(content: &Vec<String>) -> Fingerprint {
    structural_fingerprint(content).expect("strings have a fingerprint")
}
