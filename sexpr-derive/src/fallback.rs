//! Output for an invalid type: its errors, and implementations that prevent errors in types that use it.

use proc_macro2::TokenStream;
use quote::quote;
use syn::{DeriveInput, ext::IdentExt};

use crate::{
    attributes::TypeAttributes,
    expand::{in_scope, one_name},
    validate::{core, without_defaults},
};

/// The errors, and implementations that make the type a leaf.
pub(crate) fn expand(input: &DeriveInput, errors: darling::Error) -> TokenStream {
    let ident = &input.ident;
    let name = ident.unraw().to_string();
    let generics = without_defaults(&input.generics);
    let (parameters, arguments, bounds) = generics.split_for_impl();
    let errors = errors.write_errors();
    let attributes = attributes(input);
    let core = core(&attributes);
    let mirror = attributes.remote.as_ref().map(|remote| {
        let ty = &remote.0;
        quote! {
            #[automatically_derived]
            impl #parameters __seq::Describe<#ty> for #ident #arguments #bounds {
                const INFO: &'static __seq::TypeInfo = &__seq::TypeInfo::leaf(#name);
                type Reach = __seq::AfterError;
                fn content<'__a, __V: __seq::Visitor<'__a>>(
                    _: &'__a __seq::As<Self, #ty>,
                    _: &'__a __seq::As<Self, #ty>,
                    _: __seq::Region,
                    _: &mut __V,
                ) -> __seq::bool { true }
            }
            #[automatically_derived]
            impl #parameters __seq::DescribeField<#ty> for #ident #arguments #bounds {}
        }
    });
    let names = one_name(&quote!(Self));
    let implementations = in_scope(
        &core,
        quote! {
            #[automatically_derived]
            impl #parameters __seq::StructuralEq for #ident #arguments #bounds {
                const INFO: &'static __seq::TypeInfo = &__seq::TypeInfo::leaf(#name);
                type Reach = __seq::AfterError;
                fn content<'__a, __V: __seq::Visitor<'__a>>(
                    _: &'__a Self,
                    _: &'__a Self,
                    _: __seq::Region,
                    _: &mut __V,
                ) -> __seq::bool { true }
            }
            #[automatically_derived]
            impl #parameters __seq::Field for #ident #arguments #bounds {}
            #[automatically_derived]
            impl #parameters __seq::MapKey for #ident #arguments #bounds {
                type Terms = ();
                fn read(__key: &Self, __reader: &mut __seq::KeyReader<'_>) {
                    __seq::KeyReader::value(__reader, __key)
                }
            }
            #[automatically_derived]
            impl #parameters __seq::KeyValue for #ident #arguments #bounds {}
            #[automatically_derived]
            impl #parameters __seq::KeyNode for #ident #arguments #bounds {}
            #[automatically_derived]
            impl #parameters __seq::NameField for #ident #arguments #bounds {
                #names
            }
            #mirror
        },
    );
    quote!(#errors #implementations)
}

/// The options of the type that can be read.
fn attributes(input: &DeriveInput) -> TypeAttributes {
    let mut known = darling::Error::accumulator();
    let attributes = TypeAttributes::read(&input.attrs, &mut known);
    drop(known.into_inner());
    attributes
}
