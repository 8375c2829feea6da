//! `Abstraction`: a term below a scope that binds variables around it.

use alloc::vec::Vec;

use crate::describe::{
    info::{Def, FieldInfo, Kind, Roles, Shape, Style, TypeInfo, VariantInfo},
    region::Region,
    structural::{Field, StructuralEq, held_as_content},
    visitor::Visitor,
};

/// `λ binders. definition`, a node of its own: equal to others up to renaming of what the binders bind. What they bind is
/// bound in all of them.
pub(super) struct Abstraction<'a, B, T> {
    pub(super) binders: Vec<Behind<'a, B>>,
    pub(super) definition: Behind<'a, T>,
}

/// A value behind a pointer: the one that it is itself, if it is one.
pub(super) struct Behind<'a, T>(pub(super) &'a T);

const BINDERS: Roles = Roles::NONE.with_def(Def::Pattern).with_predeclared();

impl<'b, B: StructuralEq, T: StructuralEq> StructuralEq for Abstraction<'b, B, T> {
    const INFO: &'static TypeInfo = &TypeInfo::new(
        "Abstraction",
        Kind::Tree,
        Shape::Struct(
            &const {
                VariantInfo::new(
                    "Abstraction",
                    Kind::Tree,
                    Style::Tuple,
                    &const {
                        [
                            FieldInfo::new("0", BINDERS, <Vec<Behind<'b, B>> as Field>::TABLE),
                            FieldInfo::new("1", Roles::NONE, <Behind<'b, T> as Field>::TABLE),
                        ]
                    },
                )
                .with_scope()
            },
        ),
    );
    const NODE: bool = true;
    const OPEN: bool = B::OPEN || T::OPEN;
    type Reach = (B::Reach, T::Reach);

    fn is_scope(_: &Self) -> bool {
        true
    }

    fn predeclares(_: &Self) -> bool {
        true
    }

    fn content<'a, V: Visitor<'a>>(left: &'a Self, right: &'a Self, at: Region, visitor: &mut V) -> bool {
        visitor.field(0, BINDERS, &left.binders, &right.binders, at)
            && visitor.field(1, Roles::NONE, &left.definition, &right.definition, at)
    }
}

impl<'b, T: StructuralEq> StructuralEq for Behind<'b, T> {
    const INFO: &'static TypeInfo = if T::POINTER { T::INFO } else { <&'b T as StructuralEq>::INFO };
    const POINTER: bool = true;
    const CLOSED: bool = T::CLOSED;
    const OPEN: bool = T::OPEN;
    type Reach = T::Reach;

    fn content<'a, V: Visitor<'a>>(left: &'a Self, right: &'a Self, at: Region, visitor: &mut V) -> bool {
        match T::POINTER {
            true => T::content(left.0, right.0, at, visitor),
            false => visitor.shared(&left.0, &right.0, at),
        }
    }
}

impl<T: StructuralEq> Field for Behind<'_, T> {
    held_as_content!();
}
