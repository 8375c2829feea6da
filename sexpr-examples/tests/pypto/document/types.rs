//! The type system.

use insta::assert_snapshot;
use sexpr_core::structural_equal;
use sexpr_examples::pypto::ir::{DataType, Expr, TupleGetItemExpr, Type, Var};

use super::{constant, int64, nowhere, printed, printed_type, var};

#[test]
fn scalar_type() {
    let int_type = int64();
    assert_eq!(int_type.type_name(), "ScalarType");
    assert_eq!(int_type.scalar_dtype(), Some(DataType::Int64));
    assert_snapshot!(printed_type(int_type), @"pi.Int64");
}

#[test]
fn tensor_type() {
    let shape = vec![constant(10).into(), constant(20).into()];
    let tensor_type = Type::tensor(DataType::FP32, shape);
    assert_eq!(tensor_type.type_name(), "TensorType");
    assert_snapshot!(printed_type(tensor_type), @"pi.Tensor((10, 20), pi.FP32)");
}

#[test]
fn tile_type() {
    let tile_type = Type::tile(DataType::FP16, vec![constant(16).into()]).expect("one dimension");
    assert_eq!(tile_type.type_name(), "TileType");
    assert_snapshot!(printed_type(tile_type), @"pi.Tile((16,), pi.FP16)");
}

#[test]
fn unknown_type() {
    let unknown = Type::unknown();
    assert_eq!(unknown.type_name(), "UnknownType");
    assert_snapshot!(printed_type(unknown), @"pi.Unknown");
}

#[test]
fn tuple_type() {
    let empty_tuple = Type::tuple(vec![]);
    assert_eq!(empty_tuple.type_name(), "TupleType");
    assert_snapshot!(printed_type(empty_tuple), @"tuple[]");

    let scalar_tuple = Type::tuple(vec![int64(), Type::scalar(DataType::FP32)]);
    assert_snapshot!(printed_type(scalar_tuple), @"tuple[pi.Int64, pi.FP32]");

    let (dim1, dim2) = (Expr::from(var("dim1")), Expr::from(var("dim2")));
    let mixed_tuple = Type::tuple(vec![Type::tensor(DataType::FP32, vec![dim1, dim2]), Type::scalar(DataType::Int32)]);
    assert_snapshot!(printed_type(mixed_tuple), @"tuple[pi.Tensor((dim1, dim2), pi.FP32), pi.Int32]");

    let nested_tuple = Type::tuple(vec![Type::tuple(vec![int64()]), Type::scalar(DataType::FP32)]);
    assert_snapshot!(printed_type(nested_tuple), @"tuple[tuple[pi.Int64], pi.FP32]");
}

#[test]
fn tuple_element_access() {
    let tuple_type = Type::tuple(vec![int64(), Type::scalar(DataType::FP32)]);
    let tuple_var = Var::new("my_tuple", tuple_type, nowhere());

    let first_elem = Expr::from(TupleGetItemExpr::new(tuple_var.clone(), 0, nowhere()));
    assert!(structural_equal(first_elem.ty(), &int64()));
    assert_eq!(first_elem.type_name(), "TupleGetItemExpr");
    assert_snapshot!(printed(first_elem), @"my_tuple[0]");

    let second_elem = Expr::from(TupleGetItemExpr::new(tuple_var, 1, nowhere()));
    assert!(structural_equal(second_elem.ty(), &Type::scalar(DataType::FP32)));
    assert_snapshot!(printed(second_elem), @"my_tuple[1]");
}

#[test]
fn data_types() {
    let names: Vec<_> = DataType::ALL.iter().map(|dtype| dtype.name()).collect();
    assert_snapshot!(names.join(" "));
}
