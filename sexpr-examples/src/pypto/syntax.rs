//! What the grammar makes of a text, before names and types are looked at.

use super::error::{ErrorKind, Mistake};
use super::ir::{BinaryOp, DataType, UnaryOp};
use super::limits::DEPTH_LIMIT;
use crate::text::Place;

#[derive(Clone, Debug)]
pub(crate) struct Name<'s> {
    pub(crate) text: &'s str,
    pub(crate) place: Place,
}

#[derive(Debug)]
pub(crate) struct FunctionDef<'s> {
    pub(crate) name: Name<'s>,
    pub(crate) params: Vec<Param<'s>>,
    pub(crate) returns: Vec<TypeExpr<'s>>,
    pub(crate) body: Block<'s>,
    pub(crate) place: Place,
}

#[derive(Debug)]
pub(crate) struct Param<'s> {
    pub(crate) name: Name<'s>,
    pub(crate) ty: TypeExpr<'s>,
}

#[derive(Debug)]
pub(crate) struct TypeExpr<'s> {
    pub(crate) kind: TypeKind<'s>,
    pub(crate) place: Place,
}

#[derive(Debug)]
pub(crate) enum TypeKind<'s> {
    Scalar(DataType),
    Tensor(Vec<Expr<'s>>, DataType),
    Tile(Vec<Expr<'s>>, DataType),
    Tuple(Vec<TypeExpr<'s>>),
    Unknown,
}

#[derive(Debug)]
pub(crate) struct Block<'s> {
    pub(crate) statements: Vec<Statement<'s>>,
    /// Where the block is; for an empty one, where it would be.
    pub(crate) place: Place,
}

impl<'s> Block<'s> {
    /// The names that the `yield` at the block's end gives to its values, if it has values and gives none yet.
    pub(crate) fn unnamed(&mut self) -> Option<&mut Option<Vec<Name<'s>>>> {
        match self.statements.last_mut().map(|last| &mut last.kind) {
            Some(StatementKind::Yield { names: names @ None, values, is_return: false, .. }) if !values.is_empty() => {
                Some(names)
            }
            _ => None,
        }
    }
}

#[derive(Debug)]
pub(crate) struct Statement<'s> {
    pub(crate) kind: StatementKind<'s>,
    pub(crate) place: Place,
}

#[derive(Debug)]
pub(crate) enum StatementKind<'s> {
    Assign {
        name: Name<'s>,
        ty: Option<TypeExpr<'s>>,
        value: Expr<'s>,
    },
    /// Several names on either side.
    Finals {
        names: Vec<Name<'s>>,
        values: Vec<Name<'s>>,
    },
    /// Without names, as `yield` or `return`, or with them; with a type only where there is one name.
    Yield {
        names: Option<Vec<Name<'s>>>,
        ty: Option<TypeExpr<'s>>,
        values: Vec<Expr<'s>>,
        is_return: bool,
    },
    If {
        condition: Expr<'s>,
        then_block: Block<'s>,
        else_block: Option<Block<'s>>,
    },
    For(Box<ForLoop<'s>>),
    Pass,
}

#[derive(Debug)]
pub(crate) struct ForLoop<'s> {
    pub(crate) var: Name<'s>,
    pub(crate) iter_args: Vec<Name<'s>>,
    /// One to three.
    pub(crate) range: Vec<Expr<'s>>,
    pub(crate) init_values: Vec<Expr<'s>>,
    /// The loop's first line.
    pub(crate) head: Place,
    pub(crate) body: Block<'s>,
}

#[derive(Debug)]
pub(crate) struct Expr<'s> {
    pub(crate) kind: ExprKind<'s>,
    /// Includes the brackets around it.
    pub(crate) place: Place,
    /// How many operations are on the longest way into it.
    depth: usize,
}

#[derive(Debug)]
pub(crate) enum ExprKind<'s> {
    Name(&'s str),
    /// Of the type that such literals have.
    Literal(Literal),
    /// A number of a type that is written with it.
    Typed(Literal, DataType),
    Binary(BinaryOp, Box<[Expr<'s>; 2]>),
    Unary(UnaryOp, Box<Expr<'s>>),
    Call(Box<CallExpr<'s>>),
    Element(Box<Expr<'s>>, u32),
}

#[derive(Clone, Copy, Debug)]
pub(crate) enum Literal {
    Int(i64),
    Float(f64),
    Bool(bool),
}

#[derive(Debug)]
pub(crate) struct CallExpr<'s> {
    /// What is called: a name, or several with dots between them.
    pub(crate) callee: Vec<Name<'s>>,
    pub(crate) args: Vec<Expr<'s>>,
    pub(crate) attributes: Attributes<'s>,
}

/// Attributes in the order in which they are written.
pub(crate) type Attributes<'s> = Vec<(Name<'s>, Attribute<'s>)>;

/// The value of an attribute.
#[derive(Debug)]
pub(crate) enum Attribute<'s> {
    Literal(Literal),
    Str(String),
    DataType(DataType),
    Expr(Expr<'s>),
    List(Vec<Attribute<'s>>),
}

impl Attribute<'_> {
    /// How many operations are on the longest way into it.
    fn depth(&self) -> usize {
        match self {
            Self::Expr(expr) => expr.depth,
            Self::List(values) => values.iter().map(Self::depth).max().unwrap_or(0),
            Self::Literal(_) | Self::Str(_) | Self::DataType(_) => 0,
        }
    }
}

impl<'s> Expr<'s> {
    pub(crate) fn is_name(&self) -> bool {
        matches!(self.kind, ExprKind::Name(_))
    }

    /// An expression; a mistake where it is too deep.
    pub(crate) fn new(kind: ExprKind<'s>, place: Place) -> Result<Self, Mistake> {
        let depth = 1 + match &kind {
            ExprKind::Binary(_, operands) => operands[0].depth.max(operands[1].depth),
            ExprKind::Unary(_, operand) | ExprKind::Element(operand, _) => operand.depth,
            ExprKind::Call(call) => {
                let attributes = call.attributes.iter().map(|(_, value)| value.depth());
                call.args.iter().map(|arg| arg.depth).chain(attributes).max().unwrap_or(0)
            }
            _ => 0,
        };
        if depth > DEPTH_LIMIT {
            return Err(Mistake::new(ErrorKind::Depth, place));
        }
        Ok(Self { kind, place, depth })
    }
}
