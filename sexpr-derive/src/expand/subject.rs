//! The described type: the declared type itself or, for a mirror, the `remote` type.
//!
//! A declared type implements `StructuralEq`; a mirror implements `Describe` for the remote type. The functions of both
//! traits differ only in the type of their parameters.

use proc_macro2::{Ident, Span, TokenStream};
use quote::{ToTokens, format_ident, quote, quote_spanned};

use super::mention::ends;
use crate::model::{Access, Field, Input, Style, Variant};

/// The type of the values.
pub(super) fn seen(input: &Input) -> TokenStream {
    match &input.remote {
        None => quote!(Self),
        Some(remote) => {
            let ty = &remote.ty;
            quote!(__seq::As<Self, #ty>)
        }
    }
}

/// The trait to implement: for a declared type, the trait of that name; for a mirror, its counterpart.
pub(super) fn implements(input: &Input, name: &str) -> TokenStream {
    let Some(remote) = &input.remote else {
        let name = Ident::new(name, Span::call_site());
        return quote!(__seq::#name);
    };
    let name = match name {
        "Field" => quote!(DescribeField),
        "MapKey" => quote!(DescribeKey),
        "KeyNode" => quote!(DescribeKeyNode),
        "KeyValue" => quote!(DescribeValue),
        "NameField" => quote!(DescribeNames),
        _ => quote!(Describe),
    };
    let ty = &remote.ty;
    quote!(__seq::#name<#ty>)
}

/// A reference to the value, from the reference that operations pass.
pub(super) fn value(input: &Input, seen: TokenStream) -> TokenStream {
    match &input.remote {
        None => seen,
        Some(_) => quote!(__seq::As::get(#seen)),
    }
}

/// A statement that binds fields of a remote struct, for [`member`].
pub(super) fn bound(input: &Input, variant: &Variant, holder: &str, wanted: impl Fn(&Field) -> bool) -> TokenStream {
    let is_bound = |field: &Field| matches!(field.access, Access::Member) && wanted(field);
    if input.remote.is_none() || !variant.fields.iter().any(is_bound) {
        return TokenStream::new();
    }
    let pattern = remote_pattern(input, variant, |position, field| is_bound(field).then(|| binding(holder, position)));
    let ident = Ident::new(holder, Span::call_site());
    let value = value(input, quote!(#ident));
    quote!(let #pattern = #value;)
}

fn binding(holder: &str, position: usize) -> Ident {
    format_ident!("{holder}{position}")
}

/// A reference to a struct's field, at the type that is compared. Fields of a remote struct are [`bound`].
pub(super) fn member(input: &Input, position: usize, field: &Field, holder: &str) -> TokenStream {
    let ident = Ident::new(holder, Span::call_site());
    let member = &field.member;
    let reference = match &field.access {
        Access::Member if input.remote.is_some() => binding(holder, position).into_token_stream(),
        Access::Member => quote!(&#ident.#member),
        Access::Whole => value(input, quote!(#ident)),
        Access::Getter(getter) => {
            let holder = value(input, quote!(#ident));
            quote!(#getter(#holder))
        }
    };
    as_seen(input, field, reference)
}

/// A reference to a field, at the type that is compared. Every mention of a remote type's field states its type, so a
/// field of another type is one error.
pub(super) fn as_seen(input: &Input, field: &Field, reference: TokenStream) -> TokenStream {
    let ty = &field.ty;
    let (first, last) = ends(ty);
    match (&input.remote, field.is_as_declared()) {
        (None, true) => reference,
        (None, false) => quote!(__seq::As::new(#reference)),
        (Some(_), true) => {
            let (open, close) = (quote_spanned!(first=> __seq::exactly::<), quote_spanned!(last=> >));
            quote!(#open #ty #close(#reference))
        }
        (Some(_), false) => {
            let (open, close) = (quote_spanned!(first=> <), quote_spanned!(last=> >));
            quote!(#open #ty #close::new(#reference))
        }
    }
}

/// The path of a variant, or of the struct.
pub(super) fn path(input: &Input, variant: &Variant) -> TokenStream {
    let ident = &variant.ident;
    let span = ident.span();
    match &input.remote {
        None if input.is_enum() => quote!(Self::#ident),
        None => quote!(Self),
        Some(_) if input.is_enum() => quote_spanned!(span=> __Remote::#ident),
        Some(_) => quote_spanned!(span=> __Remote),
    }
}

/// A pattern for a variant that binds no field.
pub(super) fn any(input: &Input, variant: &Variant) -> TokenStream {
    let path = path(input, variant);
    if variant.is_rest {
        return quote!(_);
    }
    match variant.style {
        _ if input.remote.is_some() => quote!(#path { .. }),
        Style::Named => quote!(#path { .. }),
        Style::Tuple => quote!(#path(..)),
        Style::Unit => path,
    }
}

/// A pattern for a variant of a remote type, with names for some of its fields.
pub(super) fn remote_pattern(
    input: &Input,
    variant: &Variant,
    binding: impl Fn(usize, &Field) -> Option<Ident>,
) -> TokenStream {
    if variant.style == Style::Tuple && input.is_enum() {
        return tuple_pattern(input, variant, binding);
    }
    let path = path(input, variant);
    let members = variant.fields.iter().enumerate().filter(|(_, field)| is_member(field));
    let fields = members.filter_map(|(position, field)| {
        let (member, binding) = (&field.member, binding(position, field)?);
        Some(quote!(#member: #binding,))
    });
    quote!(#path { #(#fields)* .. })
}

/// A pattern for a variant of a remote type with exactly its declared fields; others are allowed if the mirror leaves
/// out fields or has private ones.
pub(super) fn complete_pattern(input: &Input, variant: &Variant) -> TokenStream {
    let (path, span) = (path(input, variant), variant.ident.span());
    match variant.style {
        // In patterns, an alias of a struct needs braces.
        Style::Tuple if input.is_enum() => tuple_pattern(input, variant, |_, _| None),
        Style::Unit if input.is_enum() && !variant.is_partial => path,
        _ => {
            let members = variant.fields.iter().filter(|field| is_member(field)).map(|field| &field.member);
            let (members, rest) = (quote!(#(#members: _),*), rest(variant));
            let comma = (rest.is_some() && !members.is_empty()).then(|| quote!(,));
            let fields = quote_spanned!(span=> { #members #comma #rest });
            quote!(#path #fields)
        }
    }
}

/// A tuple pattern. It does not name fields, so it lists all declared ones.
fn tuple_pattern(input: &Input, variant: &Variant, binding: impl Fn(usize, &Field) -> Option<Ident>) -> TokenStream {
    let path = path(input, variant);
    let fields = variant
        .fields
        .iter()
        .enumerate()
        .filter(|(_, field)| is_member(field))
        .map(|(position, field)| binding(position, field).map_or_else(|| quote!(_,), |binding| quote!(#binding,)));
    let rest = rest(variant);
    quote!(#path(#(#fields)* #rest))
}

/// `..` in a pattern, for fields that are left out or private.
fn rest(variant: &Variant) -> Option<TokenStream> {
    (variant.is_partial || !variant.fields.iter().all(is_member)).then(|| quote!(..))
}

fn is_member(field: &Field) -> bool {
    matches!(field.access, Access::Member)
}
