//! `Abstraction`: a term below a scope that binds variables around it.

use alloc::vec::Vec;

use crate::describe::{
    info::{Def, FieldInfo, Kind, Roles, Shape, Style, TypeInfo, VariantInfo},
    region::Region,
    structural::{Field, StructuralEq},
    visitor::Visitor,
};

/// `λ binders. definition`, a node of its own: equal to others up to renaming of what the binders bind.
pub(super) struct Abstraction<'a, B, T> {
    pub(super) binders: Vec<&'a B>,
    pub(super) definition: &'a T,
}

const BINDERS: Roles = Roles::NONE.with_def(Def::Pattern);

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
                            FieldInfo::new("0", BINDERS, <Vec<&'b B> as Field>::TABLE),
                            FieldInfo::new("1", Roles::NONE, <&'b T as Field>::TABLE),
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

    fn content<'a, V: Visitor<'a>>(left: &'a Self, right: &'a Self, at: Region, visitor: &mut V) -> bool {
        visitor.field(0, BINDERS, &left.binders, &right.binders, at)
            && visitor.field(1, Roles::NONE, &left.definition, &right.definition, at)
    }
}
