//! The function that lists the arenas of a node.

use proc_macro2::TokenStream;
use quote::{ToTokens, quote, quote_spanned};

use super::{
    mention::ends,
    rewrite::{binding, pattern},
    subject,
};
use crate::model::{Arena, Field, Input, Shape, Variant};

/// The function that lists a node's arenas, if it has any.
pub(super) fn arenas(input: &Input) -> TokenStream {
    if !input.has_arenas() {
        return TokenStream::new();
    }
    let seen = subject::seen(input);
    let body = match &input.shape {
        Shape::Struct(variant) => {
            let bound = subject::bound(input, variant, "__node", |field| field.roles.arena.is_some());
            let adds = adds(variant, |position, field| subject::member(input, position, field, "__node"));
            quote!(#bound #adds)
        }
        Shape::Enum { variants, .. } => {
            let node = subject::value(input, quote!(__node));
            let arms = variants.iter().map(|variant| {
                let pattern = arena_pattern(input, variant);
                let adds = adds(variant, |position, field| {
                    subject::as_seen(input, field, binding(position).into_token_stream())
                });
                quote!(#pattern => { #adds })
            });
            quote!(match #node { #(#arms)* })
        }
    };
    quote! {
        const HAS_ARENAS: __seq::bool = true;
        fn arenas<'__a>(__node: &'__a #seen, __arenas: &mut __seq::Arenas<'__a>) { #body }
    }
}

/// The calls that add the arenas of a variant. `access` makes the reference to each.
fn adds(variant: &Variant, access: impl Fn(usize, &Field) -> TokenStream) -> TokenStream {
    let adds = variant.fields.iter().enumerate().filter_map(|(position, field)| {
        let (types, arena) = (types(field, field.roles.arena.as_ref()?), access(position, field));
        Some(quote!(__seq::Arenas::add::<#types>(__arenas, #arena);))
    });
    adds.collect()
}

/// A pattern that binds the arenas of a variant.
fn arena_pattern(input: &Input, variant: &Variant) -> TokenStream {
    let is_arena = |field: &Field| field.roles.arena.is_some();
    match &input.remote {
        None => pattern(input, variant, is_arena),
        Some(_) if variant.is_rest => quote!(_),
        Some(_) => {
            subject::remote_pattern(input, variant, |position, field| is_arena(field).then(|| binding(position)))
        }
    }
}

/// The types of an arena and of its ids.
pub(super) fn types(field: &Field, arena: &Arena) -> TokenStream {
    let (ty, id) = (&field.ty, id(field, arena));
    quote!(#ty, #id)
}

/// The type of an arena's ids.
pub(super) fn id(field: &Field, arena: &Arena) -> TokenStream {
    let (_, last) = ends(&field.ty);
    match &arena.id {
        Some(id) => id.to_token_stream(),
        None => quote_spanned!(last=> _),
    }
}
