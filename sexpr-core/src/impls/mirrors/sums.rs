//! `Option`, `Result` and tuples of descriptions.

use crate::{
    describe::mirror::{
        cast::As,
        describe::{Describe, DescribeField, DescribeKey, DescribeNames, DescribeValue},
    },
    impls::{prelude::*, sums::newtype},
};

impl<D: DescribeField<T>, T> Describe<Option<T>> for Option<D> {
    const INFO: &'static TypeInfo = &TypeInfo::sum(
        "Option",
        &[D::TABLE],
        &[
            VariantInfo::new("None", Kind::Tree, Style::Unit, &[]),
            newtype("Some", &[FieldInfo::new("0", Roles::NONE, D::TABLE)]),
        ],
    );
    const FLAT: bool = D::FLAT;
    const OPEN: bool = D::OPEN;
    const LISTS_FIELDS: bool = D::LISTS_FIELDS;
    const REFERS_TO_NOTHING: bool = D::REFERS_TO_NOTHING;
    type Reach = D::Reach;

    #[inline(always)]
    fn variant(value: &As<Self, Option<T>>) -> u32 {
        u32::from(value.get().is_some())
    }

    #[inline(always)]
    fn content<'a, V: Visitor<'a>>(
        left: &'a As<Self, Option<T>>,
        right: &'a As<Self, Option<T>>,
        at: Region,
        visitor: &mut V,
    ) -> bool {
        match (left.get(), right.get()) {
            (Some(one), Some(other)) => {
                visitor.variant(1);
                visitor.content_of(D::INFO);
                D::held(As::new(one), As::new(other), at, visitor)
            }
            (None, None) => {
                visitor.variant(0);
                true
            }
            _ => visitor.variants_differ(Self::variant(left), Self::variant(right)),
        }
    }
}
impl<D: DescribeField<T>, T> DescribeField<Option<T>> for Option<D> {
    #[inline(always)]
    fn held<'a, V: Visitor<'a>>(
        left: &'a As<Self, Option<T>>,
        right: &'a As<Self, Option<T>>,
        at: Region,
        visitor: &mut V,
    ) -> bool {
        Self::content(left, right, at, visitor)
    }
    #[inline(always)]
    fn elsewhere(option: &As<Self, Option<T>>) -> Option<*const u8> {
        option.get().as_ref().and_then(|value| D::elsewhere(As::new(value)))
    }
}
key_made_of_described_keys!([D: DescribeValue<T>, T] Option<D> => Option<T>);
impl<D: DescribeNames<T>, T> DescribeNames<Option<T>> for Option<D> {
    type NamesReach = D::NamesReach;

    fn names<'a, N: Namespace, V: Visitor<'a>>(
        left: &'a As<Self, Option<T>>,
        right: &'a As<Self, Option<T>>,
        at: Region,
        visitor: &mut V,
    ) -> bool {
        visitor.variant(Self::variant(left));
        match (left.get(), right.get()) {
            (Some(one), Some(other)) => D::names::<N, V>(As::new(one), As::new(other), at, visitor),
            (None, None) => true,
            _ => {
                visitor.content_of(<Self as Describe<Option<T>>>::INFO);
                visitor.variants_differ(Self::variant(left), Self::variant(right))
            }
        }
    }
}

impl<D: DescribeField<T>, T, E: DescribeField<F>, F> Describe<Result<T, F>> for Result<D, E> {
    const INFO: &'static TypeInfo = &TypeInfo::sum(
        "Result",
        &[D::TABLE, E::TABLE],
        &[
            newtype("Ok", &[FieldInfo::new("0", Roles::NONE, D::TABLE)]),
            newtype("Err", &[FieldInfo::new("0", Roles::NONE, E::TABLE)]),
        ],
    );
    const FLAT: bool = D::FLAT && E::FLAT;
    const OPEN: bool = D::OPEN || E::OPEN;
    const LISTS_FIELDS: bool = D::LISTS_FIELDS || E::LISTS_FIELDS;
    const REFERS_TO_NOTHING: bool = D::REFERS_TO_NOTHING || E::REFERS_TO_NOTHING;
    type Reach = (D::Reach, E::Reach);

    #[inline(always)]
    fn variant(value: &As<Self, Result<T, F>>) -> u32 {
        u32::from(value.get().is_err())
    }

    #[inline(always)]
    fn content<'a, V: Visitor<'a>>(
        left: &'a As<Self, Result<T, F>>,
        right: &'a As<Self, Result<T, F>>,
        at: Region,
        visitor: &mut V,
    ) -> bool {
        match (left.get(), right.get()) {
            (Ok(one), Ok(other)) => {
                visitor.variant(0);
                visitor.content_of(D::INFO);
                D::held(As::new(one), As::new(other), at, visitor)
            }
            (Err(one), Err(other)) => {
                visitor.variant(1);
                visitor.content_of(E::INFO);
                E::held(As::new(one), As::new(other), at, visitor)
            }
            _ => visitor.variants_differ(Self::variant(left), Self::variant(right)),
        }
    }
}
impl<D: DescribeField<T>, T, E: DescribeField<F>, F> DescribeField<Result<T, F>> for Result<D, E> {}
key_made_of_described_keys!(
    [D: DescribeValue<T>, T, E: DescribeValue<F>, F] Result<D, E> => Result<T, F>
);

/// Tuples, whose descriptions' elements are called as they are, and their own elements in small letters.
macro_rules! tuples {
    ($([$($name:ident $value:ident $position:tt),*];)*) => {$(
        #[allow(non_camel_case_types, reason = "one list of letters has to do for descriptions and values")]
        impl<$($name: DescribeField<$value>, $value),*> Describe<($($value,)*)> for ($($name,)*) {
            const INFO: &'static TypeInfo = &TypeInfo::known_container(
                "tuple",
                Shape::Tuple(&[$(FieldInfo::new(stringify!($position), Roles::NONE, $name::TABLE as TypeRef)),*]),
            );
            const FLAT: bool = $($name::FLAT)&&*;
            const OPEN: bool = $($name::OPEN)||*;
            const LISTS_FIELDS: bool = true;
            const REFERS_TO_NOTHING: bool = $($name::REFERS_TO_NOTHING)||*;
            type Reach = ($($name::Reach,)*);

            #[inline(always)]
            fn content<'a, Visit: Visitor<'a>>(
                left: &'a As<Self, ($($value,)*)>,
                right: &'a As<Self, ($($value,)*)>,
                at: Region,
                visitor: &mut Visit,
            ) -> bool {
                let (left, right) = (left.get(), right.get());
                $(visitor.field(
                    $position,
                    Roles::NONE,
                    As::<$name, _>::new(&left.$position),
                    As::<$name, _>::new(&right.$position),
                    at,
                ))&&*
            }
        }
        #[allow(non_camel_case_types, reason = "one list of letters has to do for descriptions and values")]
        impl<$($name: DescribeField<$value>, $value),*> DescribeField<($($value,)*)> for ($($name,)*) {}
        #[allow(non_camel_case_types, reason = "one list of letters has to do for descriptions and values")]
        impl<$($name: DescribeValue<$value>, $value),*> DescribeValue<($($value,)*)> for ($($name,)*) {}
        #[allow(non_camel_case_types, reason = "one list of letters has to do for descriptions and values")]
        impl<$($name: DescribeValue<$value>, $value),*> DescribeKey<($($value,)*)> for ($($name,)*) {
            type Terms = ();
            const IS_CONTENT: bool = true;

            fn read(key: &As<Self, ($($value,)*)>, reader: &mut KeyReader) {
                reader.value(key);
            }
        }
    )*};
}

tuples! {
    [A a 0];
    [A a 0, B b 1];
    [A a 0, B b 1, C c 2];
    [A a 0, B b 1, C c 2, D d 3];
    [A a 0, B b 1, C c 2, D d 3, E e 4];
    [A a 0, B b 1, C c 2, D d 3, E e 4, F f 5];
}
