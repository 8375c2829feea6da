//! Generates `Dismantle`, which takes a value apart to drop it iteratively.

use proc_macro2::TokenStream;
use quote::{format_ident, quote};
use syn::{WherePredicate, parse_quote};

use super::mention::{As, generic};
use crate::model::{Field, Input};

/// The implementation, for a type with the option `dismantle`.
pub(super) fn dismantle(input: &Input) -> TokenStream {
    if !input.is_dismantled {
        return TokenStream::new();
    }
    let ident = &input.ident;
    let mut generics = input.generics.clone();
    let parameters: Vec<_> = input.generics.type_params().map(|parameter| parameter.ident.clone()).collect();
    let asked = parameters.iter().map(|parameter| -> WherePredicate { parse_quote!(#parameter: __seq::Dismantle) });
    let asked = input.bound.clone().unwrap_or_else(|| asked.collect());
    if !asked.is_empty() {
        generics.make_where_clause().predicates.extend(asked);
    }
    let (parameters, arguments, bounds) = generics.split_for_impl();
    let arms = input.variants().iter().map(|variant| {
        let path = if input.is_enum() {
            let ident = &variant.ident;
            quote!(Self::#ident)
        } else {
            quote!(Self)
        };
        let taken: Vec<_> = variant.fields.iter().enumerate().filter(|(_, field)| holds_pieces(field)).collect();
        let bound = taken.iter().map(|(position, field)| {
            let (member, piece) = (&field.member, format_ident!("__f{position}"));
            quote!(#member: #piece,)
        });
        let rest = (taken.len() < variant.fields.len()).then(|| quote!(..));
        let calls = taken.iter().map(|(position, field)| {
            let piece = format_ident!("__f{position}");
            if field.roles.arena.is_some() {
                return quote!(__seq::ArenaPiece(#piece).hand_over(__pieces););
            }
            let method = generic(quote!(Pieces::piece), &field.ty, As::Dismantle);
            quote!(#method(__pieces, #piece);)
        });
        quote!(#path { #(#bound)* #rest } => { #(#calls)* })
    });
    let fallback = input.has_arenas().then(|| {
        quote!(
            #[allow(unused_imports)]
            use __seq::ArenaPieceFallback as _;
        )
    });
    quote! {
        #[automatically_derived]
        impl #parameters __seq::Dismantle for #ident #arguments #bounds {
            const MAY_NEST: __seq::bool = true;

            fn dismantle(self, __pieces: &mut __seq::Pieces) {
                #fallback
                match self { #(#arms)* }
            }
        }
    }
}

/// Whether a field may hold deeply nested values.
fn holds_pieces(field: &Field) -> bool {
    field.roles.arena.is_some() || field.is_compared() && field.is_as_declared()
}
