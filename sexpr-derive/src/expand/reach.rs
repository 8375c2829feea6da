//! The shadow of a type, by which it is known what can be reached from it.

use proc_macro2::TokenStream;
use quote::quote;
use syn::{GenericParam, Generics};

use super::mention::{As, generic};
use crate::model::{Field, Input, Kind};

/// A struct of the shadows of all that is compared.
pub(super) fn shadow(input: &Input, generics: &Generics) -> TokenStream {
    let (parameters, _, bounds) = generics.split_for_impl();
    let phantom = phantom(generics);
    let parts = if input.lists_fields() { parts(input) } else { vec![quote!(__seq::Anything)] };
    quote! {
        #[doc(hidden)]
        pub struct __Reach #parameters (#phantom #(#parts),*) #bounds;
    }
}

/// Uses every parameter, and holds nothing.
fn phantom(generics: &Generics) -> TokenStream {
    let uses = generics.params.iter().filter_map(|parameter| match parameter {
        GenericParam::Lifetime(parameter) => {
            let lifetime = &parameter.lifetime;
            Some(quote!(__seq::PhantomData<&#lifetime ()>))
        }
        GenericParam::Type(parameter) => {
            let ident = &parameter.ident;
            Some(quote!(__seq::PhantomData<#ident>))
        }
        GenericParam::Const(_) => None,
    });
    let uses: Vec<_> = uses.collect();
    if uses.is_empty() {
        return TokenStream::new();
    }
    quote!(__seq::PhantomData<fn(#(#uses),*)>,)
}

fn parts(input: &Input) -> Vec<TokenStream> {
    let has = |kind| input.variants().iter().any(|variant| variant.kind == kind);
    let mut parts = Vec::new();
    if has(Kind::Var) || input.has_names() {
        parts.push(quote!(__seq::Variable));
    }
    if has(Kind::Dag) {
        parts.push(quote!(__seq::DagNode));
    }
    let fields = input.types(Field::is_compared).into_iter();
    parts.extend(fields.map(|ty| generic(quote!(ReachOf), ty, As::Field)));
    parts
}
