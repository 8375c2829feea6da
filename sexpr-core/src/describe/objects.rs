//! Trait objects: `DynStructural` and `open!`.
//!
//! `open!` implements `StructuralEq` for `dyn Trait`. An operation asks for the node's kind, key, variant, scope and
//! type through the vtable. The object hands its content over to `Visitor::open` as a `VirtualPart`.

use alloc::string::String;
use core::{
    any::{Any, TypeId},
    marker::PhantomData,
};

use crate::describe::{
    custom::{Pair, VirtualPart},
    info::{ConcreteType, Kind},
    keys::KeyEncoder,
    structural::StructuralEq,
};

/// The supertrait of a trait whose objects are compared structurally.
///
/// Implemented for every `'static` type that implements [`StructuralEq`]. Make it a supertrait, and invoke
/// [`open!`](crate::open!) once for the trait. Then `Arc<dyn Operation>`, `Rc<dyn Operation>`, `Box<dyn Operation>` and
/// `&dyn Operation` are fields like any other.
///
/// Two trait objects are equal only if their concrete types are the same. A trait object counts as able to reach
/// variables and dag nodes. The identity of a concrete `var`, `dag` or `singleton` without a key is its address, even
/// in a `Box`; such a node must not have size zero.
///
/// ```
/// use std::sync::Arc;
/// use sexpr_core::{StructuralEq, custom::DynStructural, first_structural_mismatch, structural_equal};
///
/// trait Operation: DynStructural {}
/// sexpr_core::open!(Operation);
///
/// #[derive(StructuralEq)]
/// struct Load { address: u64 }
/// impl Operation for Load {}
///
/// #[derive(StructuralEq)]
/// struct Fused { parts: Vec<Arc<dyn Operation>> }
/// impl Operation for Fused {}
///
/// let fused = |address| Fused { parts: vec![Arc::new(Load { address })] };
/// assert!(structural_equal(&fused(1), &fused(1)));
/// let mismatch = first_structural_mismatch(&fused(1), &fused(2)).unwrap();
/// assert_eq!(mismatch.lhs().to_string(), ".parts[0].address");
/// ```
#[diagnostic::on_unimplemented(
    message = "`{Self}` cannot stand behind a trait object that is compared structurally [SEQ419]",
    label = "not a `'static` type that implements `StructuralEq`",
    note = "a type needs `#[derive(StructuralEq)]`; a trait passed to `open!` needs `sexpr_core::custom::DynStructural` as a supertrait"
)]
pub trait DynStructural {
    /// The node's kind.
    #[doc(hidden)]
    fn open_kind(&self) -> Kind;

    /// Whether the node is a scope.
    #[doc(hidden)]
    fn is_open_scope(&self) -> bool;

    /// The position of the node's variant.
    #[doc(hidden)]
    fn open_variant(&self) -> u32;

    /// Writes the node's key.
    #[doc(hidden)]
    fn open_key(&self, encoder: &mut KeyEncoder) -> bool;

    /// The node's name in reports.
    #[doc(hidden)]
    fn open_display_name(&self) -> Option<String>;

    /// The node's type.
    #[doc(hidden)]
    fn open_type(&self) -> ConcreteType;

    /// The node, its type erased.
    #[doc(hidden)]
    fn open_typed(&self) -> &dyn Any;

    /// The pair of this node and another one, with the type erased; `None` if their types differ.
    #[doc(hidden)]
    fn open_pair<'a>(&'a self, other: &'a dyn Any) -> Option<Pair<'a>>;

    /// The node's content, for every operation.
    #[doc(hidden)]
    fn open_content(&self) -> VirtualPart<'_>;
}

impl<T: StructuralEq + 'static> DynStructural for T {
    fn open_kind(&self) -> Kind {
        T::kind(self)
    }
    fn is_open_scope(&self) -> bool {
        T::is_scope(self)
    }
    fn open_variant(&self) -> u32 {
        T::variant(self)
    }
    fn open_key(&self, encoder: &mut KeyEncoder) -> bool {
        T::key(self, encoder)
    }
    fn open_display_name(&self) -> Option<String> {
        T::display_name(self)
    }
    fn open_type(&self) -> ConcreteType {
        ConcreteType { id: TypeId::of::<T>(), info: T::INFO }
    }
    fn open_typed(&self) -> &dyn Any {
        self
    }
    fn open_pair<'a>(&'a self, other: &'a dyn Any) -> Option<Pair<'a>> {
        Some(Pair::of(self, other.downcast_ref()?))
    }
    fn open_content(&self) -> VirtualPart<'_> {
        const {
            assert!(
                !T::ADDRESSLESS,
                "a `var`, `dag` or `singleton` of size zero cannot stand behind a trait object, which would not tell one \
                 from another: give it a field or a `#[seq(key)]` [SEQ514]"
            );
        }
        VirtualPart::content(self)
    }
}

/// A trait whose objects can be compared structurally.
#[doc(hidden)]
#[diagnostic::on_unimplemented(
    message = "the trait of `{Self}` lacks the supertrait `DynStructural` [SEQ445]",
    label = "`open!` is for traits with this supertrait",
    note = "declare it as a supertrait, as in `trait Operation: sexpr_core::custom::DynStructural`"
)]
pub trait Openable {}

#[diagnostic::do_not_recommend]
impl<T: DynStructural + ?Sized> Openable for T {}

/// A value that represents the objects of a trait in checks.
#[doc(hidden)]
pub struct Object<T: ?Sized>(PhantomData<fn(&T)>);

impl<T: Openable + ?Sized> Object<T> {
    /// Made where they can be compared, and an error where not.
    pub const OPEN: Self = Object(PhantomData);
}

/// True if the objects of a trait can be compared; a compile error otherwise.
#[doc(hidden)]
pub const fn is_open<T: ?Sized>(_: Object<T>) -> bool {
    true
}

/// Makes the objects of a trait usable as nodes. The trait must have [`DynStructural`] as a supertrait. One line per
/// trait suffices.
///
/// Covers `dyn Trait` with any lifetime, and with `Send`, `Sync` or both. Generics follow in brackets: `open!(Rule<C>,
/// [C])`. The trait may also be written as `dyn Rule<C>`.
///
/// ```
/// use sexpr_core::{StructuralEq, custom::DynStructural, structural_equal};
///
/// trait Rule<C>: DynStructural { fn applies(&self, to: &C) -> bool; }
/// sexpr_core::open!(Rule<C>, [C]);
///
/// #[derive(StructuralEq)]
/// struct Always;
/// impl Rule<u8> for Always { fn applies(&self, _: &u8) -> bool { true } }
///
/// #[derive(StructuralEq)]
/// struct Never;
/// impl Rule<u8> for Never { fn applies(&self, _: &u8) -> bool { false } }
///
/// let rules: [Box<dyn Rule<u8> + Send>; 2] = [Box::new(Always), Box::new(Never)];
/// assert!(!structural_equal(&rules[0], &rules[1]));
/// ```
#[macro_export]
macro_rules! open {
    (dyn $($of:tt)*) => {
        $crate::open!($($of)*);
    };
    ($($segment:ident)::+) => {
        $crate::open!(@forms $($segment)::+, [] [+ __seq::Send] [+ __seq::Sync] [+ __seq::Send + __seq::Sync]);
    };
    ($name:path $(, [$($generics:tt)*])?) => {
        const _: () = {
            use $crate::__private as __seq;

            /// True without a check, since constants and aliases cannot have generic parameters.
            const __OPEN: __seq::bool = true;

            /// All forms call this function, so that a missing supertrait is one error.
            fn __open<'__n, $($($generics)*)?>(
                node: &'__n (dyn $name + '__n),
            ) -> &'__n (dyn __seq::DynStructural + '__n) {
                node
            }
            $crate::open!(@form $name, [$($($generics)*)?], dyn $name + '_);
            $crate::open!(@form $name, [$($($generics)*)?], dyn $name + __seq::Send + '_);
            $crate::open!(@form $name, [$($($generics)*)?], dyn $name + __seq::Sync + '_);
            $crate::open!(@form $name, [$($($generics)*)?], dyn $name + __seq::Send + __seq::Sync + '_);
        };
    };
    // All forms are generated from one place, since the compiler merges errors that are equal in text and place.
    (@forms $name:path, $([$($also:tt)*])*) => {
        $(const _: () = {
            use $crate::__private as __seq;

            type __Object<'__o> = dyn $name + '__o;
            type __Form<'__o> = dyn $name $($also)* + '__o;

            /// True if the trait has the supertrait. A trait without objects causes no second error here.
            const __OPEN: __seq::bool = __seq::is_open(__OBJECT);
            const __OBJECT: __seq::Object<__seq::If<__Object<'static>, __HAS_OBJECTS>> = __seq::Object::OPEN;

            fn __open<'__n>(node: &'__n __seq::If<__Object<'__n>, __OPEN>) -> &'__n (dyn __seq::DynStructural + '__n) {
                node
            }
            $crate::open!(@checked $name, __Form<'_>);
        };)*
    };
    // If a constant is an error, mentions through `If` cause no further errors. The headers of implementations cannot
    // mention the form through `If`, but their error equals that of the constant in text and place, so the compiler
    // merges the two.
    (@checked $name:path, $form:ty) => {
        const __HAS_OBJECTS: __seq::bool = __seq::fit::<$form>();

        $crate::open!(@form $name, [], $form);
    };
    (@form $name:path, [$($generics:tt)*], $form:ty) => {
        impl<$($generics)*> __seq::StructuralEq for $form {
            const INFO: &'static __seq::TypeInfo =
                &__seq::TypeInfo::open(__seq::stringify!($name)).with_path(__seq::module_path!());
            const NODE: __seq::bool = true;
            const OPEN: __seq::bool = true;
            type Reach = __seq::Anything;

            fn kind(node: &__seq::If<Self, __OPEN>) -> __seq::Kind {
                __open(node).open_kind()
            }
            fn is_scope(node: &__seq::If<Self, __OPEN>) -> __seq::bool {
                __open(node).is_open_scope()
            }
            fn variant(node: &__seq::If<Self, __OPEN>) -> __seq::u32 {
                __open(node).open_variant()
            }
            fn key(node: &__seq::If<Self, __OPEN>, encoder: &mut __seq::KeyEncoder) -> __seq::bool {
                __open(node).open_key(encoder)
            }
            fn display_name(node: &__seq::If<Self, __OPEN>) -> __seq::Option<__seq::String> {
                __open(node).open_display_name()
            }
            fn concrete_type(node: &__seq::If<Self, __OPEN>) -> __seq::Option<__seq::ConcreteType> {
                __seq::Option::Some(__open(node).open_type())
            }
            fn typed(node: &__seq::If<Self, __OPEN>) -> __seq::Option<&dyn __seq::Any> {
                __seq::Option::Some(__open(node).open_typed())
            }
            fn pair<'__a>(
                left: &'__a __seq::If<Self, __OPEN>,
                right: &'__a __seq::If<Self, __OPEN>,
            ) -> __seq::Option<__seq::Pair<'__a>> {
                __open(left).open_pair(__open(right).open_typed())
            }
            fn content<'__a, __V: __seq::Visitor<'__a>>(
                left: &'__a __seq::If<Self, __OPEN>,
                right: &'__a __seq::If<Self, __OPEN>,
                at: __seq::Region,
                visitor: &mut __V,
            ) -> __seq::bool {
                __seq::Visitor::open(visitor, __open(left).open_content(), __open(right).open_content(), at)
            }
        }
        impl<$($generics)*> __seq::Field for $form {}
    };
}
