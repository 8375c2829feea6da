//! `NODE` and `typed`: marks values as nodes, and lets operations check their type at run time if it is `'static`.

use proc_macro2::TokenStream;
use quote::quote;
use syn::{GenericParam, Generics, Ident, Type, TypeParamBound, WherePredicate, punctuated::Punctuated, token::Plus};

use super::{inline_in_release, subject};
use crate::model::Input;

/// `NODE` for every type; `typed` and `TYPE_ID` for a type that is `'static`.
pub(super) fn typed(input: &Input, generics: &Generics) -> TokenStream {
    let seen = subject::seen(input);
    let inline = inline_in_release();
    let node = quote! {
        const NODE: __seq::bool = true;

        #inline
        fn pair<'__a>(__left: &'__a #seen, __right: &'__a #seen) -> __seq::Option<__seq::Pair<'__a>> {
            __seq::Option::Some(__seq::Pair::of(__left, __right))
        }
    };
    if !holds_no_references(generics) {
        return node;
    }
    quote! {
        #node
        const TYPE_ID: __seq::Option<__seq::TypeId> = __seq::Option::Some(__seq::TypeId::of::<#seen>());

        #inline
        fn typed(__node: &#seen) -> __seq::Option<&dyn __seq::Any> {
            __seq::Option::Some(__node)
        }
    }
}

/// Whether a type is `'static`, judged by its parameters.
fn holds_no_references(generics: &Generics) -> bool {
    generics.params.iter().all(|parameter| match parameter {
        GenericParam::Lifetime(_) => false,
        GenericParam::Const(_) => true,
        GenericParam::Type(parameter) => {
            is_static(&parameter.bounds) || {
                let predicates = generics.where_clause.iter().flat_map(|clause| &clause.predicates);
                predicates.into_iter().any(|predicate| match predicate {
                    WherePredicate::Type(predicate) => {
                        is_parameter(&predicate.bounded_ty, &parameter.ident) && is_static(&predicate.bounds)
                    }
                    _ => false,
                })
            }
        }
    })
}

fn is_parameter(ty: &Type, parameter: &Ident) -> bool {
    matches!(ty, Type::Path(path) if path.path.is_ident(parameter))
}

fn is_static(bounds: &Punctuated<TypeParamBound, Plus>) -> bool {
    bounds.iter().any(|bound| matches!(bound, TypeParamBound::Lifetime(lifetime) if lifetime.ident == "static"))
}

#[cfg(test)]
mod tests {
    use syn::{DeriveInput, parse_quote};

    use super::holds_no_references;

    #[test]
    fn parameters_tell_whether_a_type_may_hold_references() {
        let told = |input: DeriveInput| holds_no_references(&input.generics);
        assert!(told(parse_quote!(
            struct A;
        )));
        assert!(told(parse_quote!(
            struct A<const N: usize>;
        )));
        assert!(told(parse_quote!(
            struct A<T: Clone + 'static>(T);
        )));
        assert!(told(parse_quote!(
            struct A<T>(T)
            where
                T: 'static;
        )));
        assert!(!told(parse_quote!(
            struct A<'a>(&'a str);
        )));
        assert!(!told(parse_quote!(
            struct A<T>(T);
        )));
        assert!(!told(parse_quote!(
            struct A<T: 'static, U>(T, U);
        )));
        assert!(!told(parse_quote!(
            struct A<T>(T)
            where
                Vec<T>: 'static;
        )));
    }
}
