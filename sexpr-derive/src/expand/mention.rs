//! Mentions of a field's type.
//!
//! The compiler merges equal errors at equal places. So that a type that lacks an implementation gives one error,
//! whatever mentions it asks for the same trait and takes the place of the type in the declaration.

use proc_macro2::{Ident, Span, TokenStream};
use quote::{ToTokens, quote, quote_spanned};
use syn::Type;

/// `<Type as __seq::Field>::NAME`.
pub(super) fn as_field(ty: &Type, name: &str) -> TokenStream {
    as_trait(ty, "Field", name)
}

/// `<Type as __seq::Trait>::NAME`.
pub(super) fn as_trait(ty: &Type, name: &str, item: &str) -> TokenStream {
    let (first, last) = ends(ty);
    let (name, item) = (Ident::new(name, last), Ident::new(item, last));
    let open = quote_spanned!(first=> <);
    let close = quote_spanned!(last=> as __seq::#name>::#item);
    quote!(#open #ty #close)
}

/// `__seq::Path::<Type>`.
pub(super) fn with_argument(path: TokenStream, ty: &Type) -> TokenStream {
    let (first, last) = ends(ty);
    let path = path.into_iter().map(|mut token| {
        token.set_span(first);
        token
    });
    let open = quote_spanned!(first=> __seq::#(#path)*::<);
    let close = quote_spanned!(last=> >);
    quote!(#open #ty #close)
}

/// The places of a type's first and last token.
pub(super) fn ends(ty: &Type) -> (Span, Span) {
    let mut spans = ty.to_token_stream().into_iter().map(|token| token.span());
    let first = spans.next().unwrap_or_else(Span::call_site);
    (first, spans.last().unwrap_or(first))
}
