//! Values to call functions with.

use std::sync::Arc;

use sexpr_examples::pypto::ir::{Function, Type};

use super::value::{integer_type, width};
use super::{Value, address, made_up};

/// Arguments for a function, made up from a number: small ones, and those at the ends of their types. Tensors have the
/// extents that they say.
pub(crate) fn inputs(function: &Function, seed: u64) -> Vec<Value> {
    let params = function.params.iter().enumerate();
    let mut values: Vec<Value> = params.map(|(at, param)| input(&param.r#type, made_up(&(seed, at)))).collect();
    let known: Vec<_> = function
        .params
        .iter()
        .zip(&values)
        .map(|(param, value)| (Arc::as_ptr(param).addr(), value.integer()))
        .collect();
    for (param, value) in function.params.iter().zip(&mut values) {
        if let (Type::Tensor(tensor), Value::Tensor { extents, .. }) = (&param.r#type, value) {
            *extents = tensor
                .shape
                .iter()
                .map(|extent| match address(extent) {
                    Some(variable) => known.iter().find(|(known, _)| *known == variable).map_or(5, |(_, value)| *value),
                    None => extent.const_int().expect("extents are variables and constants").into(),
                })
                .collect();
        }
    }
    values
}

fn input(ty: &Type, seed: u64) -> Value {
    match (ty, integer_type(ty)) {
        (_, Some(dtype)) => {
            let (bits, signed) = width(dtype).expect("an integer's type");
            let end = 1_i128 << (bits - u32::from(signed));
            let least = if signed { -end } else { 0 };
            let choices = [0, 1, 2, 3, -1, 5, end - 1, least, i128::from(seed >> 8)];
            Value::wrapped(choices[(seed % choices.len() as u64) as usize], dtype)
        }
        (Type::Scalar(scalar), None) => Value::Symbol { seed, dtype: Some(scalar.dtype) },
        (Type::Tensor(_), None) => Value::Tensor { seed, extents: Vec::new() },
        _ => Value::Symbol { seed, dtype: None },
    }
}
