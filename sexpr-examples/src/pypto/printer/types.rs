//! Types.

use super::Printer;
use super::free::shapes;
use crate::pypto::ir::{DataType, Expr, Precedence, Type};
use crate::pypto::parser::MODULE;

impl Printer {
    /// The type of a parameter, which introduces the variables in it that are not visible yet.
    pub(super) fn parameter_type(&mut self, ty: &Type) {
        let mut exprs = shapes(ty);
        exprs.reverse();
        while let Some(expr) = exprs.pop() {
            if let (Some(variable), Some(name)) = (expr.variable(), expr.name()) {
                self.names.bind(variable, name);
            }
            exprs.extend(expr.operands().rev());
        }
        self.ty(ty);
    }

    pub(super) fn ty(&mut self, ty: &Type) {
        match ty {
            Type::Scalar(scalar) => self.dtype(scalar.dtype),
            Type::Unknown(_) => {
                self.text(MODULE);
                self.text(".Unknown");
            }
            Type::Tensor(tensor) => self.shaped(".Tensor", &tensor.shape, tensor.dtype),
            Type::Tile(tile) => self.shaped(".Tile", tile.shape(), tile.dtype),
            Type::Tuple(tuple) => self.tuple(&tuple.types),
        }
    }

    /// What follows a function's parameters. Several results are written as a tuple; one that is a tuple, in two pairs
    /// of brackets.
    pub(super) fn returns(&mut self, types: &[Type]) {
        match types {
            [] => {}
            [Type::Tuple(tuple)] if tuple.types.is_empty() => {
                self.text(" -> ");
                self.tuple(&[]);
            }
            [only] if !matches!(only, Type::Tuple(_)) => {
                self.text(" -> ");
                self.ty(only);
            }
            several => {
                self.text(" -> ");
                self.tuple(several);
            }
        }
    }

    fn tuple(&mut self, types: &[Type]) {
        self.text("tuple[");
        for (i, ty) in types.iter().enumerate() {
            if i > 0 {
                self.text(", ");
            }
            self.ty(ty);
        }
        self.text("]");
    }

    fn shaped(&mut self, kind: &str, shape: &[Expr], dtype: DataType) {
        self.text(MODULE);
        self.text(kind);
        self.text("((");
        self.exprs(shape);
        self.text(if shape.len() == 1 { ",), " } else { "), " });
        self.dtype(dtype);
        self.text(")");
    }

    pub(super) fn dtype(&mut self, dtype: DataType) {
        self.text(MODULE);
        self.text(".");
        self.text(dtype.name());
    }

    /// Expressions with commas between them.
    pub(super) fn exprs(&mut self, exprs: &[Expr]) {
        for (i, expr) in exprs.iter().enumerate() {
            if i > 0 {
                self.text(", ");
            }
            self.expr(expr, Precedence::Or);
        }
    }
}
