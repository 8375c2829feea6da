//! A node's key, its name in reports, and the implementation of `Field`.

use proc_macro2::TokenStream;
use quote::{quote, quote_spanned};
use syn::{Generics, parse_quote, spanned::Spanned};

use super::{
    inline_in_release,
    mention::{As, generic},
    subject,
};
use crate::model::{Field, Input, Part, Shape, Style, Variant};

/// The function that encodes a node's key.
pub(super) fn key(input: &Input) -> TokenStream {
    let (seen, node) = (subject::seen(input), subject::value(input, quote!(__node)));
    let body = match &input.shape {
        Shape::Struct(variant) => {
            let Some(key) = variant.key() else { return TokenStream::new() };
            let position = variant.fields.iter().position(|field| field.part == Part::Key).unwrap_or(0);
            let bound = subject::bound(input, variant, "__node", |field| field.part == Part::Key);
            let value = write_key(key, subject::member(input, position, key, "__node"));
            quote!(#bound #value; true)
        }
        Shape::Enum { variants, .. } => {
            let keyed = variants.iter().filter_map(|variant| Some((variant, variant.key()?)));
            let arms: Vec<_> = keyed
                .map(|(variant, key)| {
                    let pattern = key_pattern(input, variant, key);
                    let value = write_key(key, subject::as_seen(input, key, quote!(__key)));
                    quote!(#pattern => { #value; true })
                })
                .collect();
            if arms.is_empty() {
                return TokenStream::new();
            }
            let rest = (arms.len() < variants.len()).then(|| quote!(_ => false));
            quote!(match #node { #(#arms)* #rest })
        }
    };
    let inline = inline_in_release();
    quote! {
        #inline
        fn key(__node: &#seen, __keys: &mut __seq::KeyEncoder) -> __seq::bool { #body }
    }
}

fn write_key(key: &Field, value: TokenStream) -> TokenStream {
    let write = generic(quote!(KeyEncoder::value), &key.ty, As::Key);
    quote!(#write(__keys, #value))
}

fn key_pattern(input: &Input, variant: &Variant, key: &Field) -> TokenStream {
    let path = subject::path(input, variant);
    let member = &key.member;
    if variant.style == Style::Named || input.remote.is_some() {
        return quote!(#path { #member: __key, .. });
    }
    let position = variant.fields.iter().position(|field| field.member == key.member).unwrap_or(0);
    let before = std::iter::repeat_n(quote!(_,), position);
    let rest = (position + 1 < variant.fields.len()).then(|| quote!(, ..));
    quote!(#path(#(#before)* __key #rest))
}

/// The function for a node's name in reports.
pub(super) fn display_name(input: &Input) -> TokenStream {
    let (seen, node) = (subject::seen(input), subject::value(input, quote!(__node)));
    let named = input.variants().iter().filter_map(|variant| Some((variant, variant.name()?)));
    let arms: Vec<_> = named
        .map(|(variant, name)| {
            let pattern = key_pattern(input, variant, name);
            let span = name.ty.span();
            let value = subject::as_seen(input, name, quote_spanned!(span=> __key));
            let display = quote_spanned!(span=> __seq::display_name(#value));
            quote!(#pattern => __seq::Option::Some(#display),)
        })
        .collect();
    if arms.is_empty() {
        return TokenStream::new();
    }
    let rest = (arms.len() < input.variants().len()).then(|| quote!(_ => __seq::Option::None,));
    quote! {
        fn display_name(__node: &#seen) -> __seq::Option<__seq::String> {
            match #node { #(#arms)* #rest }
        }
    }
}

/// The implementation of `Field`.
pub(super) fn field(input: &Input, generics: &Generics) -> TokenStream {
    let ident = &input.ident;
    let (parameters, arguments, _) = generics.split_for_impl();
    let mut generics = generics.clone();
    let held = if input.variants().iter().any(Variant::is_known_by_address) {
        // A bound that never holds. The error appears where the type is held inline, not here.
        let refused = parse_quote!(for<'__x> (): __seq::IdentityInline<'__x, #ident #arguments>);
        generics.make_where_clause().predicates.push(refused);
        TokenStream::new()
    } else {
        held(input)
    };
    let bounds = &generics.where_clause;
    let field = subject::implements(input, "Field");
    quote! {
        #[automatically_derived]
        impl #parameters #field for #ident #arguments #bounds { #held }
    }
}

/// The function that lists a value held inline, if some values are nodes: keyed nodes, scopes, and nodes with arenas.
fn held(input: &Input) -> TokenStream {
    let is_keyed = input.variants().iter().any(Variant::is_keyed);
    if !is_keyed && !input.has_scope() && !input.has_arenas() {
        return TokenStream::new();
    }
    let seen = subject::seen(input);
    let node = quote!(__seq::Visitor::node(__visitor, __left, __right, __at));
    let body = if is_keyed || input.has_arenas() || input.variants().iter().all(|variant| variant.is_scope) {
        node
    } else {
        quote! {
            if <#seen as __seq::StructuralEq>::is_scope(__left) || <#seen as __seq::StructuralEq>::is_scope(__right) {
                #node
            } else {
                __seq::Visitor::inline(__visitor, __left, __right, __at)
            }
        }
    };
    quote! {
        #[inline]
        fn held<'__a, __V: __seq::Visitor<'__a>>(
            __left: &'__a #seen,
            __right: &'__a #seen,
            __at: __seq::Region,
            __visitor: &mut __V,
        ) -> __seq::bool { #body }
    }
}
