//! What is described: the values of the declared type, or of the type of another crate that the declaration describes.
//!
//! In the first case the type implements traits of its own; in the second, those by which it describes the other, whose
//! functions are the same but for the type of their parameters.

use proc_macro2::{Ident, Span, TokenStream};
use quote::{ToTokens, quote};

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

/// The trait that is implemented, called as for a type of one's own.
pub(super) fn implements(input: &Input, name: &str) -> TokenStream {
    let Some(remote) = &input.remote else {
        let name = Ident::new(name, Span::call_site());
        return quote!(__seq::#name);
    };
    let name = match name {
        "Field" => quote!(DescribeField),
        "MapKey" => quote!(DescribeKey),
        "KeyValue" => quote!(DescribeValue),
        "NameField" => quote!(DescribeNames),
        _ => quote!(Describe),
    };
    let ty = &remote.ty;
    quote!(__seq::#name<#ty>)
}

/// A reference to a value, from what operations have.
pub(super) fn value(input: &Input, seen: TokenStream) -> TokenStream {
    match &input.remote {
        None => seen,
        Some(_) => quote!(__seq::As::get(#seen)),
    }
}

/// A reference to the field of a struct, as which it is compared.
pub(super) fn member(input: &Input, field: &Field, holder: &TokenStream) -> TokenStream {
    let holder = value(input, holder.clone());
    let member = &field.member;
    let reference = match &field.access {
        Access::Member => quote!(&#holder.#member),
        Access::Whole => holder,
        Access::Getter(getter) => quote!(#getter(#holder)),
    };
    as_seen(field, reference)
}

/// A reference to a field, as which it is compared.
pub(super) fn as_seen(field: &Field, reference: TokenStream) -> TokenStream {
    match field.via.is_some() || field.is_described {
        true => quote!(__seq::As::new(#reference)),
        false => reference,
    }
}

/// The path of a variant, or of the struct.
pub(super) fn path(input: &Input, variant: &Variant) -> TokenStream {
    let of = match &input.remote {
        None => quote!(Self),
        Some(remote) => remote.path.to_token_stream(),
    };
    let ident = &variant.ident;
    if input.is_enum() { quote!(#of::#ident) } else { of }
}

/// A pattern for a variant that looks at nothing in it.
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

/// A pattern for a variant of another crate's type: it has all fields that the type has, unless these may be left out.
pub(super) fn complete_pattern(
    input: &Input,
    variant: &Variant,
    binding: impl Fn(usize, &Field) -> Option<Ident>,
) -> TokenStream {
    let path = path(input, variant);
    let is_read = |field: &Field| !matches!(field.access, Access::Member);
    let fields = variant.fields.iter().enumerate().filter(|(_, field)| !is_read(field)).map(|(position, field)| {
        let (member, binding) = (&field.member, binding(position, field));
        let binding = binding.map_or_else(|| quote!(_), ToTokens::into_token_stream);
        quote!(#member: #binding,)
    });
    let rest = (variant.is_partial || variant.fields.iter().any(is_read)).then(|| quote!(..));
    quote!(#path { #(#fields)* #rest })
}
