//! Expressions of registers.

use sexpr_core::{StructuralEq, custom::VirtualFields};

use crate::wave::index::IndexExpr;

/// An expression of registers: `min(x0, M - 1)`. Its registers may hold floating-point numbers, for which the laws of
/// integers do not hold, so it is compared as it is written.
#[derive(StructuralEq, Clone, Debug)]
#[seq(with = written)]
pub struct Formula {
    /// The expression, which calls its registers `x0`, `x1` and so on.
    pub expr: IndexExpr,
}

fn written<'a>(formula: &'a Formula, fields: &mut VirtualFields<'a>) {
    fields.leaf("text", formula.expr.to_string());
}

impl Formula {
    /// How many registers it needs: one more than the last one that it mentions.
    pub fn registers(&self) -> usize {
        let number = |name: &str| name.strip_prefix('x')?.parse::<usize>().ok();
        let symbols = self.expr.symbols();
        symbols.iter().filter_map(|symbol| number(symbol.name())).map(|last| last.saturating_add(1)).max().unwrap_or(0)
    }
}
