//! Why two types are not the same.

use crate::relay::ir::{BaseType, Dim, Shape, Type};

/// Why two types are not the same.
#[derive(Clone, Debug, thiserror::Error)]
pub(in crate::relay) enum Clash {
    #[error("{}", types_differ(.0, .1))]
    Types(Type, Type),
    #[error("the shape `{0}` is not `{1}`")]
    Shapes(Shape, Shape),
    #[error("the dimension `{0}` is not `{1}`")]
    Dims(Dim, Dim),
    #[error("the base type `{0}` is not `{1}`")]
    BaseTypes(BaseType, BaseType),
    #[error("there are {0} and {1} members")]
    Members(usize, usize),
    #[error("there are {0} and {1} arguments")]
    Arguments(usize, usize),
    #[error("the functions have other type parameters")]
    TypeParams,
    #[error("the functions have other constraints")]
    Constraints,
    #[error("the type would contain itself")]
    Infinite,
    #[error("the type parameter `{0}` would escape the function that binds it")]
    Escapes(String),
    #[error("`{0}` is not a valid dimension")]
    NoDimension(Dim),
    #[error("the type would become too large")]
    TooLarge,
}

/// What tells two types apart, also where they are written alike.
fn types_differ(left: &Type, right: &Type) -> String {
    let (left, right) = (left.to_string(), right.to_string());
    let alike = if left == right { ", which only has the same name" } else { "" };
    format!("`{left}` is not `{right}`{alike}")
}
