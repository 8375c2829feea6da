//! `Option`, `Result` and tuples of descriptions.

use crate::{
    describe::mirror::{
        cast::As,
        describe::{Describe, DescribeField, DescribeKey, DescribeNames, DescribeValue},
    },
    impls::{prelude::*, sums::*},
};

impl<D: DescribeField<T>, T> Describe<Option<T>> for Option<D> {
    option_of!(D);

    #[inline(always)]
    fn variant(value: &As<Self, Option<T>>) -> u32 {
        u32::from(value.get().is_some())
    }

    content!(As<Self, Option<T>>, |left, right, at, visitor| {
        list_option([left, right].map(|side| side.get().as_ref().map(As::<D, T>::new)), at, visitor)
    });
}
impl<D: DescribeField<T>, T> DescribeField<Option<T>> for Option<D> {
    described_as_content!(Option<T>);

    #[inline(always)]
    fn elsewhere(option: &As<Self, Option<T>>) -> Option<*const u8> {
        option.get().as_ref().and_then(|value| D::elsewhere(As::new(value)))
    }
}
key_made_of_described_keys!([D: DescribeValue<T>, T] Option<D> => Option<T>);
impl<D: DescribeNames<T>, T> DescribeNames<Option<T>> for Option<D> {
    type NamesReach = D::NamesReach;

    listed_names!(As<Self, Option<T>>, |left, right, at, visitor| {
        let sides = [left, right].map(|side| side.get().as_ref().map(As::<D, T>::new));
        list_names::<_, Names, Visit>(<Self as Describe<Option<T>>>::INFO, sides, at, visitor)
    });
}

impl<D: DescribeField<T>, T, E: DescribeField<F>, F> Describe<Result<T, F>> for Result<D, E> {
    result_of!(D, E);

    #[inline(always)]
    fn variant(value: &As<Self, Result<T, F>>) -> u32 {
        u32::from(value.get().is_err())
    }

    content!(As<Self, Result<T, F>>, |left, right, at, visitor| {
        let sides = [left, right].map(|side| side.get().as_ref().map(As::<D, T>::new).map_err(As::<E, F>::new));
        list_result(sides, at, visitor)
    });
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
            tuple_of!($($name $position),*);

            content!(As<Self, ($($value,)*)>, |left, right, at, visitor| {
                let (left, right) = (left.get(), right.get());
                $(visitor.field(
                    $position,
                    Roles::NONE,
                    As::<$name, _>::new(&left.$position),
                    As::<$name, _>::new(&right.$position),
                    at,
                ))&&*
            });
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
