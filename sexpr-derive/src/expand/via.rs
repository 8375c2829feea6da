//! Fields with `via`: generated code declares a type for each, which calls the function that projects the field.

use proc_macro2::TokenStream;
use quote::{quote, quote_spanned};
use syn::spanned::Spanned;

use super::{
    bounds::{added, is_generic},
    checks::without_lifetimes,
    mention::ends,
    reach::{has_arguments, phantom},
};
use crate::model::{Field, Input, Part, Via};

/// A type for each function that projects a field.
pub(super) fn functions(input: &Input) -> TokenStream {
    let is_used = |field: &Field| field.is_listed() || field.part == Part::Key;
    let used = input.fields().filter(|(_, field)| is_used(field));
    used.filter_map(|(_, field)| Some(function(input, field, field.via.as_ref()?))).collect()
}

fn function(input: &Input, field: &Field, via: &Via) -> TokenStream {
    let Via { function, ident, described, generics } = via;
    let mut generics = generics.clone();
    if is_generic(&field.declared, input) {
        generics.make_where_clause().predicates.extend(added(input));
    }
    let generics = &generics;
    let (parameters, arguments, bounds) = generics.split_for_impl();
    let (phantom, ty) = (phantom(generics), &field.declared);
    let projection = |ty: &syn::Type, known: &dyn Fn(&syn::Type) -> syn::Type| {
        let (first, last) = ends(ty);
        let span = function.span();
        let open = quote_spanned!(span=> __seq::projection::);
        let (less, more) = (quote_spanned!(first=> <), quote_spanned!(last=> , _, _>));
        match described {
            None => quote_spanned!(span=> #open #less #ty #more (#function)),
            Some(described) => {
                let described = known(described);
                quote_spanned!(span=> #open #less #ty #more (|__value| __seq::As::<#described, _>::new(#function(__value))))
            }
        }
    };
    // Constants in types cannot use parameters. So a projection that depends on parameters counts as reaching
    // everything.
    let depends = is_generic(&field.declared, input) || has_arguments(input) && !generics.params.is_empty();
    let (reach, is_value) = if depends {
        (quote!(__seq::Anything), quote!(false))
    } else {
        let known = projection(&without_lifetimes(ty, input), &|ty| without_lifetimes(ty, input));
        (quote!(__seq::ProjectedReach<{ #known.is_closed() }>), quote!({ #known.is_value() }))
    };
    let projection = projection(ty, &syn::Type::clone);
    quote! {
        #[doc(hidden)]
        pub struct #ident #parameters (#phantom) #bounds;
        #[automatically_derived]
        impl #parameters __seq::Project<#ty> for #ident #arguments #bounds {
            const FORM: __seq::Form = #projection.form();
            type Reach = #reach;
            type IsValue = __seq::IsValue<#is_value>;

            #[inline]
            fn list<'__a, __V: __seq::Visitor<'__a>>(
                __left: &'__a __seq::As<__seq::Via<Self>, #ty>,
                __right: &'__a __seq::As<__seq::Via<Self>, #ty>,
                __at: __seq::Region,
                __visitor: &mut __V,
            ) -> __seq::bool { #projection.list(__left, __right, __at, __visitor) }
        }
    }
}
