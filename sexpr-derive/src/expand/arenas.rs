//! The arenas that a node puts in force.

use proc_macro2::TokenStream;
use quote::{ToTokens, format_ident, quote};

use super::mention::ends;
use crate::model::{Arena, Field, Input};

/// The function that lists a node's arenas, where it has any.
pub(super) fn arenas(input: &Input) -> TokenStream {
    if !input.has_arenas() {
        return TokenStream::new();
    }
    let arms = input.variants().iter().filter_map(|variant| {
        let held = variant.fields.iter().enumerate();
        let held: Vec<_> = held.filter_map(|(i, field)| Some((i, field, field.roles.arena.as_ref()?))).collect();
        if held.is_empty() {
            return None;
        }
        let path = if input.is_enum() { variant.ident.to_token_stream() } else { TokenStream::new() };
        let path = if input.is_enum() { quote!(Self::#path) } else { quote!(Self) };
        let bound = held.iter().map(|(position, field, _)| {
            let (member, name) = (&field.member, format_ident!("__f{position}"));
            quote!(#member: #name,)
        });
        let adds = held.iter().map(|(position, field, arena)| {
            let (types, name) = (types(field, arena), format_ident!("__f{position}"));
            quote!(__seq::Arenas::add::<#types>(__arenas, #name);)
        });
        Some(quote!(#path { #(#bound)* .. } => { #(#adds)* }))
    });
    let arms: Vec<_> = arms.collect();
    let rest = (arms.len() < input.variants().len()).then(|| quote!(_ => {}));
    quote! {
        const HAS_ARENAS: __seq::bool = true;
        fn arenas<'__a>(__node: &'__a Self, __arenas: &mut __seq::Arenas<'__a>) {
            match __node { #(#arms)* #rest }
        }
    }
}

/// The type of an arena, and that of its ids.
pub(super) fn types(field: &Field, arena: &Arena) -> TokenStream {
    let ty = &field.ty;
    let (_, last) = ends(ty);
    let id = match &arena.id {
        Some(id) => id.to_token_stream(),
        None => quote::quote_spanned!(last=> _),
    };
    quote!(#ty, #id)
}
