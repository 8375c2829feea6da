//! The shadow of a type, by which it is known what can be reached from it.

use proc_macro2::TokenStream;
use quote::quote;
use syn::{GenericParam, Generics};

use super::{
    bounds::is_generic,
    mention::{As, generic},
};
use crate::model::{Field, Input, Kind, Part};

/// A struct of the shadows of all that is compared.
pub(super) fn shadow(input: &Input, generics: &Generics) -> TokenStream {
    let (parameters, arguments, bounds) = generics.split_for_impl();
    let phantom = phantom(generics);
    let parts = if input.lists_fields() { parts(input) } else { vec![quote!(__seq::Anything)] };
    // Open keys are refused where the fields are declared, and nowhere else.
    let closed_keys = (!has_arguments(input)).then(|| {
        quote! {
            impl #parameters __seq::RefUnwindSafe for __Reach #arguments #bounds {}
        }
    });
    quote! {
        #[doc(hidden)]
        pub struct __Reach #parameters (#phantom #(#parts),*) #bounds;
        #closed_keys
    }
}

/// Whether the type has parameters that a field's type can depend on.
pub(super) fn has_arguments(input: &Input) -> bool {
    input.generics.params.iter().any(|parameter| !matches!(parameter, GenericParam::Lifetime(_)))
}

/// Uses every parameter, and holds nothing.
pub(super) fn phantom(generics: &Generics) -> TokenStream {
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
    if input.has_whole_arenas() {
        parts.push(quote!(__seq::Anything));
    }
    if has(Kind::Var) {
        parts.push(quote!(__seq::Variable));
    }
    if has(Kind::Dag) {
        parts.push(quote!(__seq::DagNode));
    }
    parts.extend(input.types(Field::is_compared).into_iter().map(|ty| {
        let is_checked = has_arguments(input) && !is_generic(ty, input);
        let reach = if is_checked { quote!(CheckedReachOf) } else { quote!(ReachOf) };
        generic(reach, ty, As::Field)
    }));
    let names = input.types(|field| field.part == Part::NameField).into_iter();
    parts.extend(names.map(|ty| generic(quote!(NamesReachOf), ty, As::NameField)));
    parts
}
