//! The nodes: immutable, shared by `Arc`, and annotated for comparison.
//!
//! Fields stand in the order in which they are compared. `span` and names are ignored; what binds variables says so
//! with `def`. [`Op`] and [`GlobalVar`] are names and have no span: one name is one node. A sum of nodes ([`Expr`],
//! [`Stmt`], [`Type`]) is an enum of pointers, so that variables keep their identity wherever they are used.
//!
//! Nodes are shared, so terms are graphs without cycles. Comparing pointers and comparing structure are two functions:
//!
//! ```
//! use sexpr_core::structural_equal;
//! use sexpr_examples::pypto::ir::{BinaryExpr, ConstInt, DataType, Expr, Span, Type};
//!
//! let int = || Type::scalar(DataType::Int64);
//! let one = || Expr::from(ConstInt::new(1, DataType::Int64, Span::unknown()));
//! let sum = |left, right| Expr::Add(BinaryExpr::new(int(), left, right, Span::unknown()));
//! let shared = one();
//! assert!(structural_equal(&sum(shared.clone(), shared.clone()), &sum(one(), one())));
//! assert!(shared.is(&shared.clone()) && !shared.is(&one()));
//! ```
//!
//! A node does not change once it is made:
//!
//! ```compile_fail,E0594
//! use sexpr_examples::pypto::ir::{ConstInt, DataType, Span};
//!
//! let one = ConstInt::new(1, DataType::Int64, Span::unknown());
//! one.value = 2;
//! ```

mod attribute;
mod expr;
mod integers;
mod op;
mod program;
mod stmt;
mod type_name;
mod types;
mod usage;
mod variable;
mod view;

pub use crate::text::Span;
pub use attribute::AttrValue;
pub use expr::{
    BinaryExpr, Call, Callee, ConstFloat, ConstInt, Expr, GlobalVar, IterArg, Op, TupleGetItemExpr, UnaryExpr, Var,
};
pub use integers::Integers;
pub use op::{Associativity, BinaryOp, Precedence, UnaryOp};
pub(crate) use program::call_type;
pub use program::{Function, Program, ProgramError};
pub use stmt::{AssignStmt, ForStmt, IfStmt, OpStmts, SeqStmts, Stmt, YieldStmt};
pub use types::{
    DataType, ScalarType, TensorType, TileShapeError, TileType, TupleType, Type, UnknownDataType, UnknownType,
};
pub use usage::Use;
pub use variable::Variable;
pub use view::ExprView;
