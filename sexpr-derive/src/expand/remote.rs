//! That a declaration which describes another type is in use, and complete.

use proc_macro2::TokenStream;
use quote::{format_ident, quote};

use super::subject;
use crate::model::{Access, Input, Variant};

/// A function that nobody calls: it makes and reads values of the declared type, of which there are none, so that lints
/// take it for used; and it names all fields of a struct that is described.
pub(super) fn declared(input: &Input) -> TokenStream {
    let Some(remote) = &input.remote else { return TokenStream::new() };
    let ty = &remote.ty;
    let (_, arguments, _) = input.generics.split_for_impl();
    let ident = &input.ident;
    let made = input.variants().iter().map(|variant| made(input, variant));
    let read = input.variants().iter().map(|variant| read(input, variant));
    let complete = (!input.is_enum()).then(|| {
        let pattern = subject::complete_pattern(input, &input.variants()[0], |_, _| None);
        quote!(let #pattern = __value;)
    });
    let given = input.fields().filter_map(|(_, field)| {
        let Access::Getter(getter) = &field.access else { return None };
        let declared = &field.declared;
        Some(quote!(let _: &#declared = #getter(__value);))
    });
    quote! {
        fn declared(__value: &#ty) {
            #complete
            #(#given)*
            #(#made)*
            if let __seq::Option::Some(__value) = __seq::Option::None::<&#ident #arguments> {
                match __value { #(#read)* }
            }
        }
    }
}

fn path(input: &Input, variant: &Variant) -> TokenStream {
    let ident = &variant.ident;
    if input.is_enum() { quote!(Self::#ident) } else { quote!(Self) }
}

/// A value of a variant, of fields that there are not.
fn made(input: &Input, variant: &Variant) -> TokenStream {
    let path = path(input, variant);
    if variant.is_rest {
        return quote!(let _ = #path;);
    }
    let names: Vec<_> = (0..variant.fields.len()).map(|position| format_ident!("__f{position}")).collect();
    let members = variant.fields.iter().map(|field| &field.member);
    quote! {
        if let __seq::Option::Some((#(#names,)*)) = __seq::Option::None {
            let _ = #path { #(#members: #names),* };
        }
    }
}

/// A pattern that reads all fields of a variant.
fn read(input: &Input, variant: &Variant) -> TokenStream {
    let path = path(input, variant);
    if variant.is_rest {
        return quote!(#path => {});
    }
    let names = (0..variant.fields.len()).map(|position| format_ident!("__f{position}"));
    let members = variant.fields.iter().map(|field| &field.member);
    quote!(#path { #(#members: #names),* } => {})
}
