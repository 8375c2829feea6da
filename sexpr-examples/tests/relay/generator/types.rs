//! Types.

use std::sync::Arc;

use sexpr_examples::relay::ir::{
    BaseType, DataType, Dim, DimOp, FunctionType, GlobalTypeVar, Incomplete, Kind, Shape, Type, TypeArgument,
    TypeParam, TypeRelation,
};

use super::{Generator, TYPES};

const DATA_TYPES: [&str; 5] = ["int32", "bool", "float32", "int8x4", "bfloat16"];
const RELATIONS: [&str; 3] = ["Broadcast", "R", "List"];

impl Generator {
    pub(super) fn hole(&mut self) -> Incomplete {
        self.holes += 1;
        Incomplete { number: self.holes - 1 }
    }

    pub(super) fn data_type(&mut self) -> DataType {
        self.one_of(&DATA_TYPES).parse().expect("a data type")
    }

    /// A type parameter in scope of this kind.
    fn param(&mut self, kind: Kind) -> Option<Arc<TypeParam>> {
        let known: Vec<_> = self.params.iter().filter(|param| param.kind == kind).cloned().collect();
        if known.is_empty() { None } else { Some(self.one_of(&known)) }
    }

    pub(super) fn ty(&mut self, depth: usize) -> Type {
        match self.choose(if depth == 0 { 3 } else { 7 }) {
            0 => Type::scalar(self.data_type()),
            1 => self.param(Kind::Type).map_or_else(|| Type::tuple(Vec::new()), Type::Param),
            2 => Type::Incomplete(self.hole()),
            3 => {
                let shape = self.shape();
                let dtype = match self.choose(3) {
                    0 => BaseType::Data(self.data_type()),
                    1 => BaseType::Incomplete(self.hole()),
                    _ => self.param(Kind::BaseType).map_or(BaseType::Data(DataType::BOOL), BaseType::Param),
                };
                Type::tensor(shape, dtype)
            }
            4 => Type::tuple(self.some(3, |this| this.ty(depth - 1))),
            5 => Type::call(GlobalTypeVar::new(TYPES[0]), self.some(2, |this| this.ty(depth - 1)))
                .or_unit(self.types_defined()),
            _ => self.function_type(depth - 1).into(),
        }
    }

    /// Whether there are algebraic data types: the first one has a constructor.
    fn types_defined(&self) -> bool {
        !self.constructors.is_empty()
    }

    pub(super) fn function_type(&mut self, depth: usize) -> FunctionType {
        let outer = self.params.len();
        let type_params = self.type_params();
        let args = self.some(3, |this| this.ty(depth));
        let result = self.ty(depth);
        let constraints = self.some(2, |this| {
            let name = this.one_of(&RELATIONS).to_owned();
            let (args, attributes) = if this.decide() {
                (this.some(2, |this| this.ty(depth)), this.attributes())
            } else {
                (args.iter().chain([&result]).cloned().collect(), Default::default())
            };
            TypeRelation { name, args, attributes }
        });
        self.params.truncate(outer);
        FunctionType { type_params, args, result, constraints }
    }

    fn shape(&mut self) -> Shape {
        match self.choose(4) {
            0 => Shape::Incomplete(self.hole()),
            1 => self.param(Kind::Shape).map_or(Shape::Dims(Vec::new()), Shape::Param),
            _ => Shape::Dims(self.some(3, |this| this.dim(2))),
        }
    }

    fn dim(&mut self, depth: usize) -> Dim {
        match self.choose(if depth == 0 { 4 } else { 6 }) {
            0 => Dim::Constant(self.one_of(&[0, 1, 5, u64::MAX])),
            1 => Dim::Any,
            2 => Dim::Incomplete(self.hole()),
            3 => self.param(Kind::ShapeVar).map_or(Dim::Any, Dim::Param),
            _ => {
                let op = self.one_of(&[DimOp::Add, DimOp::Sub, DimOp::Mul, DimOp::Div]);
                let left = self.dim(depth - 1);
                Dim::binary(op, left, self.dim(depth - 1))
            }
        }
    }

    /// A type argument that the text alone tells from others.
    pub(super) fn type_argument(&mut self) -> TypeArgument {
        match self.choose(5) {
            0 => TypeArgument::Type(self.ty(2)),
            1 => TypeArgument::BaseType(match self.param(Kind::BaseType) {
                Some(param) => BaseType::Param(param),
                None => return TypeArgument::Type(Type::scalar(self.data_type())),
            }),
            2 => match self.param(Kind::Shape) {
                Some(param) => TypeArgument::Shape(Shape::Param(param)),
                None => TypeArgument::Dim(Dim::Any),
            },
            3 => {
                let mut dims = vec![Dim::Constant(3)];
                dims.extend(self.some(2, |this| this.dim(2)));
                TypeArgument::Shape(Shape::Dims(dims))
            }
            _ => match self.dim(2) {
                Dim::Incomplete(hole) => TypeArgument::Type(Type::Incomplete(hole)),
                dim => TypeArgument::Dim(dim),
            },
        }
    }
}

/// A type, if it is defined.
trait OrUnit {
    fn or_unit(self, is_defined: bool) -> Self;
}

impl OrUnit for Type {
    fn or_unit(self, is_defined: bool) -> Self {
        match self {
            Self::Call(call) if !is_defined => Self::tuple(call.args.clone()),
            ty => ty,
        }
    }
}
