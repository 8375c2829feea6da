//! The dimensions of shapes.
//!
//! ```text
//! dim := INT | NAME | "?" | "_" | "(" dim ")" | dim ( "+" | "-" | "*" | "/" | "//" ) dim
//! ```

use super::{Deep, Outcome, Parser};
use crate::relay::ir::{Dim, DimOp};
use crate::relay::syntax::{Level, dim_level, dim_op};
use crate::relay::token::{TokenKind, WILDCARD};

/// What messages call a dimension.
const DIMENSION: &str = "a dimension";

impl Parser<'_, '_> {
    /// What stands behind the `(` of a shape.
    pub(super) fn dims(&mut self) -> Outcome<Vec<Dim>> {
        let mut dims = Vec::new();
        if self.cursor.takes(")") {
            return Ok(dims);
        }
        loop {
            dims.push(self.dim()?.node);
            if !self.cursor.goes_on(")")? {
                return Ok(dims);
            }
        }
    }

    pub(super) fn dim(&mut self) -> Outcome<Deep<Dim>> {
        self.enter()?;
        let start = self.cursor.start();
        let mut begun: Vec<(Deep<Dim>, DimOp)> = Vec::new();
        loop {
            let mut read = self.single_dim()?;
            let op = self.arithmetic_sign(0);
            let level = op.map_or(Level::Whole, dim_level);
            while let Some((left, op)) = begun.pop_if(|(_, op)| dim_level(*op) >= level) {
                let depth = self.around(start, [left.depth, read.depth])?;
                read = Deep { node: Dim::binary(op, left.node, read.node), depth };
            }
            let Some(op) = op else {
                self.leave();
                return Ok(read);
            };
            self.cursor.take();
            begun.push((read, op));
        }
    }

    /// The sign so many tokens on.
    pub(super) fn arithmetic_sign(&self, ahead: usize) -> Option<DimOp> {
        match self.cursor.peek(ahead) {
            TokenKind::Symbol(sign) => dim_op(sign),
            _ => None,
        }
    }

    fn single_dim(&mut self) -> Outcome<Deep<Dim>> {
        let node = match self.cursor.next() {
            TokenKind::Int(value, None) => {
                self.cursor.take();
                Dim::Constant(*value)
            }
            TokenKind::Symbol("?") => {
                self.cursor.take();
                Dim::Any
            }
            TokenKind::Symbol(WILDCARD) => {
                self.cursor.take();
                Dim::Incomplete(self.hole())
            }
            TokenKind::Symbol("(") => {
                self.cursor.take();
                let inner = self.dim()?;
                self.cursor.expect(")")?;
                return Ok(inner);
            }
            TokenKind::Name(name) => Dim::Param(self.param(name)?),
            _ => return self.cursor.refuse(DIMENSION),
        };
        Ok(Deep { node, depth: 1 })
    }
}
