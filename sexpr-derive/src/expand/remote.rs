//! Code by which the compiler checks that a mirror is complete, and counts its declaration as used.

use proc_macro2::TokenStream;
use quote::{format_ident, quote, quote_spanned};
use syn::spanned::Spanned;

use super::subject;
use crate::model::{Access, Field, Input, Shape, Variant};

/// The alias that names the described type.
pub(super) fn alias(input: &Input) -> TokenStream {
    let Some(remote) = &input.remote else { return TokenStream::new() };
    let (written, (parameters, ..)) = (&remote.written, remote.generics.split_for_impl());
    quote!(type __Remote #parameters = #written;)
}

/// A function that is never called. It constructs and reads values of the mirror, so that lints count the mirror as
/// used, and it names all fields of the described type.
pub(super) fn declared(input: &Input) -> TokenStream {
    let Some(remote) = &input.remote else { return TokenStream::new() };
    let ty = &remote.ty;
    let (_, arguments, _) = input.generics.split_for_impl();
    let ident = &input.ident;
    let made = input.variants().iter().map(|variant| made(input, variant));
    let read = (!input.variants().is_empty()).then(|| {
        let arms = input.variants().iter().map(|variant| read(input, variant));
        quote! {
            if let __seq::Option::Some(__value) = __seq::Option::None::<&#ident #arguments> {
                match __value { #(#arms)* }
            }
        }
    });
    let complete = complete(input);
    let gives = |(variant, field): (&Variant, &Field)| {
        let (written, getter) = match (&field.access, &field.via) {
            (Access::Whole, Some(via)) if !variant.is_rest => (&field.written, &via.function),
            (Access::Getter(getter), _) => (&field.written, getter),
            _ => return None,
        };
        let span = getter.span();
        let gives = quote_spanned!(span=> __seq::gives);
        Some(quote_spanned!(span=> #gives::<#written, _>(#getter(__value));))
    };
    let given: TokenStream = input.fields().filter_map(gives).collect();
    quote! {
        fn declared(__value: &#ty) {
            #complete
            #given
            #(#made)*
            #read
        }
    }
}

/// Patterns that name all fields of all variants of the described type.
fn complete(input: &Input) -> TokenStream {
    let variants = input.variants();
    match &input.shape {
        Shape::Struct(variant) => {
            let pattern = subject::complete_pattern(input, variant);
            quote!(let #pattern = __value;)
        }
        Shape::Enum { .. } if variants.is_empty() => quote!(match *__value {}),
        Shape::Enum { .. } => {
            let patterns = variants.iter().map(|variant| match variant.is_rest {
                true => quote!(_),
                false => subject::complete_pattern(input, variant),
            });
            quote!(match __value { #(#patterns => {})* })
        }
    }
}

fn path(input: &Input, variant: &Variant) -> TokenStream {
    let ident = &variant.ident;
    if input.is_enum() { quote!(Self::#ident) } else { quote!(Self) }
}

/// An expression that constructs a variant of the mirror.
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

/// A match arm that reads all fields of a variant of the mirror.
fn read(input: &Input, variant: &Variant) -> TokenStream {
    let path = path(input, variant);
    if variant.is_rest {
        return quote!(#path => {});
    }
    let names = (0..variant.fields.len()).map(|position| format_ident!("__f{position}"));
    let members = variant.fields.iter().map(|field| &field.member);
    quote!(#path { #(#members: #names),* } => {})
}
