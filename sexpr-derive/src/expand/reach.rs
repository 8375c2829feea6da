//! `Reach`: a type whose auto traits tell whether a value can reach a variable, a dag node or an id.

use proc_macro2::TokenStream;
use quote::quote;
use syn::{GenericParam, Generics};

use super::{
    bounds::is_generic,
    mention::{As, Fit, generic, has_callable},
};
use crate::model::{Field, Input, Kind, Part, Variant};

/// The struct `__Reach`, with a field for the reach of each compared field.
pub(super) fn shadow(input: &Input, generics: &Generics) -> TokenStream {
    let (parameters, arguments, bounds) = generics.split_for_impl();
    let phantom = phantom(generics);
    let parts = if input.lists_fields() { parts(input) } else { vec![quote!(__seq::Anything)] };
    // Open keys are refused at the declaration of the field only.
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

/// A `PhantomData` that uses every parameter.
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
    let has = |is_meant: fn(&Variant) -> bool| input.variants().iter().any(is_meant);
    let mut parts = Vec::new();
    if input.has_whole_arenas() {
        parts.push(quote!(__seq::Anything));
    }
    if has(|variant| variant.kind == Kind::Var) {
        parts.push(quote!(__seq::Variable));
    }
    // A variable's first occurrence would bind the variables in its own `def` fields, so it counts as a dag node.
    if has(|variant| variant.kind == Kind::Dag || variant.kind == Kind::Var && variant.binds()) {
        parts.push(quote!(__seq::DagNode));
    }
    if has(|variant| variant.binds() && !variant.is_scope) {
        parts.push(quote!(__seq::BindsAround));
    }
    let of = |field: &Field| {
        if field.part == Part::NameField {
            return generic(quote!(NamesReachOf), &field.ty, As::NameField);
        }
        let is_checked = has_arguments(input) && !is_generic(&field.ty, input);
        let reach = if is_checked { quote!(CheckedReachOf) } else { quote!(ReachOf) };
        if has_callable(&field.ty) && Fit::of(field, input) == Fit::Asked {
            let (ty, fit) = (&field.ty, generic(quote!(fit), &field.ty, As::Field));
            return quote!(__seq::#reach<__seq::If<#ty, { #fit() }>>);
        }
        generic(reach, &field.ty, As::Field)
    };
    let names_last = [Field::is_compared, |field: &Field| field.part == Part::NameField];
    for is_wanted in names_last {
        let mut seen: Vec<(&syn::Type, bool)> = Vec::new();
        for (variant, field) in input.fields().filter(|(_, field)| is_wanted(field)) {
            if seen.contains(&(&field.ty, variant.is_scope)) {
                continue;
            }
            seen.push((&field.ty, variant.is_scope));
            let reach = of(field);
            parts.push(if variant.is_scope { quote!(__seq::InScope<#reach>) } else { reach });
        }
    }
    parts
}
