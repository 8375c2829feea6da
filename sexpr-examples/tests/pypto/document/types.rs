//! The type system.

use sexpr_core::structural_equal;
use sexpr_examples::pypto::ir::{DataType, Expr, TupleGetItemExpr, Type, Var};

use super::{constant, int64, nowhere, printed, printed_type, var};

/// A type's kind, and how it is printed.
fn shown(ty: Type) -> String {
    format!("{}: {}", ty.type_name(), printed_type(ty))
}

fn float32() -> Type {
    Type::scalar(DataType::FP32)
}

blocks! {
    fn scalar_type() = shown(int64()) => "ScalarType: pi.Int64";
    fn tensor_type() = shown(Type::tensor(DataType::FP32, vec![constant(10).into(), constant(20).into()]))
        => "TensorType: pi.Tensor((10, 20), pi.FP32)";
    fn tile_type() = shown(Type::tile(DataType::FP16, vec![constant(16).into()]).expect("one dimension"))
        => "TileType: pi.Tile((16,), pi.FP16)";
    fn unknown_type() = shown(Type::unknown()) => "UnknownType: pi.Unknown";
    fn data_types() = DataType::ALL.iter().map(|dtype| dtype.name()).collect::<Vec<_>>().join(" ");
}

#[test]
fn tuple_type() {
    let tensor = Type::tensor(DataType::FP32, vec![var("dim1").into(), var("dim2").into()]);
    for (types, expected) in [
        (vec![], "tuple[]"),
        (vec![int64(), float32()], "tuple[pi.Int64, pi.FP32]"),
        (vec![tensor, Type::scalar(DataType::Int32)], "tuple[pi.Tensor((dim1, dim2), pi.FP32), pi.Int32]"),
        (vec![Type::tuple(vec![int64()]), float32()], "tuple[tuple[pi.Int64], pi.FP32]"),
    ] {
        assert_eq!(shown(Type::tuple(types)), format!("TupleType: {expected}"));
    }
}

#[test]
fn tuple_element_access() {
    let tuple = Var::new("my_tuple", Type::tuple(vec![int64(), float32()]), nowhere());
    for (index, ty) in [(0, int64()), (1, float32())] {
        let element = Expr::from(TupleGetItemExpr::new(tuple.clone(), index, nowhere()));
        assert!(structural_equal(element.ty(), &ty));
        assert_eq!((element.type_name(), printed(element)), ("TupleGetItemExpr", format!("my_tuple[{index}]")));
    }
}
