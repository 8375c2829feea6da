//! Namespaces of variables that are identified by name, and the items of `NameField` for a value that is one name.

use proc_macro2::TokenStream;
use quote::{format_ident, quote};

use crate::model::Input;

/// A type for each namespace of a type's variables.
pub(super) fn namespaces(input: &Input) -> TokenStream {
    let namespaces = input.namespaces().into_iter().enumerate().map(|(index, name)| {
        let ident = format_ident!("__Namespace{index}");
        quote! {
            enum #ident {}
            impl __seq::Namespace for #ident {
                const NAME: &'static __seq::str = #name;
            }
        }
    });
    namespaces.collect()
}

/// The type that represents a namespace.
pub(super) fn namespace(input: &Input, name: &str) -> TokenStream {
    match input.namespaces().iter().position(|known| *known == name) {
        Some(index) => {
            let ident = format_ident!("__Namespace{index}");
            quote!(#ident)
        }
        None => quote!(__seq::NoNamespace),
    }
}

/// The items of `NameField` for a value that is one name.
pub(crate) fn one_name(seen: &TokenStream) -> TokenStream {
    quote! {
        type NamesReach = __seq::Variable;
        fn names<'__a, __N: __seq::Namespace, __V: __seq::Visitor<'__a>>(
            __left: &'__a #seen,
            __right: &'__a #seen,
            __at: __seq::Region,
            __visitor: &mut __V,
        ) -> __seq::bool {
            __seq::Visitor::name::<#seen, __N>(__visitor, __left, __right, __at)
        }
    }
}
