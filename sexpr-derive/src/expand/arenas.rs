//! The arenas that a node puts in force.

use proc_macro2::TokenStream;
use quote::{ToTokens, quote, quote_spanned};

use super::{
    mention::ends,
    rewrite::{binding, pattern},
};
use crate::model::{Arena, Field, Input};

/// The function that lists a node's arenas, where it has any.
pub(super) fn arenas(input: &Input) -> TokenStream {
    if !input.has_arenas() {
        return TokenStream::new();
    }
    let arms = input.variants().iter().map(|variant| {
        let pattern = pattern(input, variant, |field| field.roles.arena.is_some());
        let adds = variant.fields.iter().enumerate().filter_map(|(position, field)| {
            let (types, arena) = (types(field, field.roles.arena.as_ref()?), binding(position));
            Some(quote!(__seq::Arenas::add::<#types>(__arenas, #arena);))
        });
        quote!(#pattern => { #(#adds)* })
    });
    quote! {
        const HAS_ARENAS: __seq::bool = true;
        fn arenas<'__a>(__node: &'__a Self, __arenas: &mut __seq::Arenas<'__a>) {
            match __node { #(#arms)* }
        }
    }
}

/// The type of an arena, and that of its ids.
pub(super) fn types(field: &Field, arena: &Arena) -> TokenStream {
    let ty = &field.ty;
    let (_, last) = ends(ty);
    let id = match &arena.id {
        Some(id) => id.to_token_stream(),
        None => quote_spanned!(last=> _),
    };
    quote!(#ty, #id)
}
