//! From operands to operations, without native recursion: expressions may be deep.

use super::ir::Expr;

/// Something that is made of each expression from what was made of its operands.
pub(crate) trait BottomUp {
    /// What is made.
    type Value;

    /// What an expression gives without a look at its operands: a variable, or a node that was met before.
    fn known(&mut self, expr: &Expr) -> Option<Self::Value>;

    /// Whether to look at an operand.
    fn enters(&self, _expr: &Expr, _operand: usize) -> bool {
        true
    }

    /// What an expression gives, from what its operands gave that were looked at.
    fn made(&mut self, expr: &Expr, operands: Vec<Option<Self::Value>>) -> Self::Value;
}

/// An expression whose operands are being looked at.
struct Open<'e, T> {
    expr: &'e Expr,
    operands: Vec<&'e Expr>,
    /// What the first of them gave.
    values: Vec<Option<T>>,
}

impl<'e, T> Open<'e, T> {
    fn new(expr: &'e Expr) -> Self {
        Self { expr, operands: expr.operands().collect(), values: Vec::new() }
    }
}

/// What an expression gives.
pub(crate) fn bottom_up<B: BottomUp>(root: &Expr, making: &mut B) -> B::Value {
    if let Some(known) = making.known(root) {
        return known;
    }
    let mut around = Vec::new();
    let mut open = Open::new(root);
    loop {
        let at = open.values.len();
        match open.operands.get(at) {
            Some(_) if !making.enters(open.expr, at) => open.values.push(None),
            Some(operand) => match making.known(operand) {
                Some(known) => open.values.push(Some(known)),
                None => {
                    let inner = Open::new(operand);
                    around.push(std::mem::replace(&mut open, inner));
                }
            },
            None => {
                let value = making.made(open.expr, open.values);
                let Some(outer) = around.pop() else { return value };
                open = outer;
                open.values.push(Some(value));
            }
        }
    }
}

/// The operands of an expression: what they gave, or, where they were not looked at, they themselves.
pub(crate) fn operands_or_same(expr: &Expr, given: Vec<Option<Expr>>) -> Vec<Expr> {
    expr.operands().zip(given).map(|(operand, given)| given.unwrap_or_else(|| operand.clone())).collect()
}
