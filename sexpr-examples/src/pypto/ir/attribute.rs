//! Attributes of calls.

use sexpr_core::StructuralEq;

use super::{DataType, Expr};

/// The value of an attribute. A constant is no expression and has no type; an expression that is a constant is another
/// value.
#[derive(StructuralEq, Clone, Debug)]
#[seq(rewrite)]
#[allow(missing_docs, reason = "each is what its name says")]
pub enum AttrValue {
    Int(i64),
    Float(f64),
    Bool(bool),
    Str(String),
    DataType(DataType),
    Expr(Expr),
    List(Vec<AttrValue>),
}

impl AttrValue {
    /// The expressions in it, in order.
    ///
    /// ```
    /// use sexpr_examples::pypto::ir::{AttrValue, ConstInt, DataType, Span};
    ///
    /// let row = ConstInt::new(4, DataType::Int64, Span::unknown());
    /// let offset = AttrValue::List(vec![AttrValue::Expr(row.into()), AttrValue::Int(0)]);
    /// assert_eq!(offset.exprs().len(), 1);
    /// ```
    pub fn exprs(&self) -> Vec<&Expr> {
        let mut found = Vec::new();
        self.find_exprs(&mut found);
        found
    }

    pub(super) fn find_exprs<'a>(&'a self, found: &mut Vec<&'a Expr>) {
        match self {
            Self::Expr(expr) => found.push(expr),
            Self::List(values) => values.iter().for_each(|value| value.find_exprs(found)),
            Self::Int(_) | Self::Float(_) | Self::Bool(_) | Self::Str(_) | Self::DataType(_) => {}
        }
    }

    /// The same value with the next expressions in place of its own.
    pub(super) fn with_exprs(&self, exprs: &mut impl Iterator<Item = Expr>) -> Self {
        match self {
            Self::Expr(old) => Self::Expr(exprs.next().unwrap_or_else(|| old.clone())),
            Self::List(values) => Self::List(values.iter().map(|value| value.with_exprs(exprs)).collect()),
            constant => constant.clone(),
        }
    }
}
