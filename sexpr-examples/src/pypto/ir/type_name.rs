//! What nodes are called in the IR's documentation.

use std::ops::ControlFlow;

use sexpr_core::{StructuralEq, walk::Walk};

use super::{
    AssignStmt, Expr, ForStmt, IfStmt, OpStmts, ScalarType, SeqStmts, Stmt, TensorType, TileType, TupleGetItemExpr,
    TupleType, Type, UnknownType, YieldStmt,
};

impl Expr {
    /// The name of the node's type: that of an operation is the operation's, such as `Add`.
    ///
    /// ```
    /// use sexpr_examples::pypto::ir::{BinaryExpr, ConstInt, DataType, Expr, Span, Type};
    ///
    /// let one = ConstInt::new(1, DataType::Int64, Span::unknown());
    /// let sum = BinaryExpr::new(Type::scalar(DataType::Int64), one.clone(), one.clone(), Span::unknown());
    /// assert_eq!(Expr::from(one).type_name(), "ConstInt");
    /// assert_eq!(Expr::Add(sum).type_name(), "Add");
    /// ```
    pub fn type_name(&self) -> &'static str {
        match self {
            Self::TupleGetItem(_) => TupleGetItemExpr::type_info().name(),
            _ => variant_name(self),
        }
    }
}

impl Stmt {
    /// The name of the node's type.
    pub fn type_name(&self) -> &'static str {
        match self {
            Self::Assign(_) => AssignStmt::type_info(),
            Self::If(_) => IfStmt::type_info(),
            Self::For(_) => ForStmt::type_info(),
            Self::Yield(_) => YieldStmt::type_info(),
            Self::Seq(_) => SeqStmts::type_info(),
            Self::Op(_) => OpStmts::type_info(),
        }
        .name()
    }
}

impl Type {
    /// The name of the node's type.
    pub fn type_name(&self) -> &'static str {
        match self {
            Self::Scalar(_) => ScalarType::type_info(),
            Self::Tensor(_) => TensorType::type_info(),
            Self::Tile(_) => TileType::type_info(),
            Self::Tuple(_) => TupleType::type_info(),
            Self::Unknown(_) => UnknownType::type_info(),
        }
        .name()
    }
}

/// The name of an enum's variant, from the enum's table.
fn variant_name<T: StructuralEq>(node: &T) -> &'static str {
    let found = Walk::breakable()
        .on_any(|node, _| -> ControlFlow<&'static str> {
            ControlFlow::Break(node.variant().map_or(node.type_info().name(), |variant| variant.name()))
        })
        .try_run(node);
    found.break_value().unwrap_or_default()
}
