//! What types and expressions refer to.

use std::fmt;
use std::ops::Deref;
use std::sync::Arc;

use sexpr_core::StructuralEq;

use super::{Location, Type};

/// A variable that a function, a `let` or a pattern binds: `%x`.
#[derive(StructuralEq, Clone, Debug)]
#[seq(kind = "var", rewrite)]
pub struct LocalVar {
    /// What it is called, without the `%`.
    #[seq(ignore, name)]
    pub name: Box<str>,
    /// Its type, where it is written.
    pub annotation: Option<Type>,
    /// Where it is bound.
    #[seq(ignore)]
    pub span: Location,
}

impl LocalVar {
    /// A variable of no file.
    pub fn new(name: impl Into<Box<str>>, annotation: Option<Type>) -> Arc<Self> {
        Arc::new(Self { name: name.into(), annotation, span: Location::unknown() })
    }
}

/// A definition's name: `@f`. It is the same wherever the name is the same.
#[derive(StructuralEq, Clone, Debug, PartialEq, Eq, Hash, PartialOrd, Ord)]
#[seq(kind = "singleton", rewrite)]
pub struct GlobalVar {
    /// What it is called, without the `@`.
    #[seq(key)]
    pub name: Arc<str>,
}

impl GlobalVar {
    /// The definition of this name.
    pub fn new(name: impl Into<Arc<str>>) -> Self {
        Self { name: name.into() }
    }
}

impl fmt::Display for GlobalVar {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "@{}", self.name)
    }
}

/// The handle of an algebraic data type. Two of them are different types, though their constructors be alike.
#[derive(StructuralEq, Clone, Debug, PartialEq, Eq, Hash, PartialOrd, Ord)]
#[seq(kind = "singleton", rewrite)]
pub struct GlobalTypeVar {
    /// What it is called.
    #[seq(key)]
    pub name: Arc<str>,
}

impl GlobalTypeVar {
    /// The type of this name.
    pub fn new(name: impl Into<Arc<str>>) -> Self {
        Self { name: name.into() }
    }
}

impl fmt::Display for GlobalTypeVar {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(&self.name)
    }
}

/// A name that is not bound: that of a constructor or an operator.
#[derive(StructuralEq, Clone, Debug, PartialEq, Eq, Hash, PartialOrd, Ord)]
#[seq(rewrite)]
pub struct Name(Arc<String>);

impl Deref for Name {
    type Target = str;

    fn deref(&self) -> &str {
        &self.0
    }
}

impl<T: Into<String>> From<T> for Name {
    fn from(name: T) -> Self {
        Self(Arc::new(name.into()))
    }
}

impl fmt::Display for Name {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(self)
    }
}

named! {
    /// What a type parameter may be replaced by.
    #[derive(StructuralEq, Clone, Copy, Debug, PartialEq, Eq, Hash)]
    #[seq(rewrite)]
    pub enum Kind, name {
        /// A type: of tensors, tuples, functions, or an algebraic data type.
        Type = "Type",
        /// What the elements of a tensor are: `float32`.
        BaseType = "BaseType",
        /// A tensor's shape: `(5, 5)`.
        Shape = "Shape",
        /// A dimension: `5`.
        ShapeVar = "ShapeVar",
        /// What must hold between types. Nothing that a module writes can stand for it.
        Constraint = "Constraint",
    }
}

impl fmt::Display for Kind {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(self.name())
    }
}

/// A type parameter of a function, a function type or an algebraic data type.
#[derive(StructuralEq, Clone, Debug)]
#[seq(kind = "var", rewrite)]
pub struct TypeParam {
    /// What it is called.
    #[seq(ignore, name)]
    pub name: String,
    /// What it may be replaced by.
    pub kind: Kind,
}

impl TypeParam {
    /// A type parameter.
    pub fn new(name: impl Into<String>, kind: Kind) -> Arc<Self> {
        Arc::new(Self { name: name.into(), kind })
    }
}

/// A type, or a part of one, that is not known: `_`. Two are the same if their numbers are.
///
/// In a module that was read they are numbered within each definition, in the order of the text.
#[derive(StructuralEq, Clone, Copy, Debug, PartialEq, Eq, Hash, PartialOrd, Ord)]
#[seq(kind = "var", rewrite)]
pub struct Incomplete {
    /// Which one it is.
    #[seq(key)]
    pub number: u32,
}
