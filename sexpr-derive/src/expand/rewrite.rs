//! Generates `Rewritable`: visits a value's parts, and copies a value with some parts replaced.

use proc_macro2::{Ident, Literal, Span, TokenStream};
use quote::{ToTokens, format_ident, quote};
use syn::{Generics, WherePredicate, parse_quote};

use super::{
    arenas, bounds, inline_in_release,
    mention::{As, generic, generic_with},
    names::namespace,
    table::roles,
};
use crate::model::{Arena, Field, Input, Kind, Part, Shape, Variant};

/// The ways to pass parts: by `&mut`, to be replaced in place, or read-only.
const ACCESSES: [&str; 2] = [OWNED, "Read"];
const OWNED: &str = "Owned";

/// The implementation, for a type with the option `rewrite`.
pub(super) fn rewritable(input: &Input) -> TokenStream {
    if !input.is_rewritable {
        return TokenStream::new();
    }
    let ident = &input.ident;
    let generics = generics(input);
    let (parameters, arguments, bounds) = generics.split_for_impl();
    let fields = fields(input);
    let rebuild = rebuild(input);
    let is_variable = input.variants().iter().any(|variant| variant.kind == Kind::Var);
    let variable = is_variable.then(|| {
        quote! {
            #[automatically_derived]
            impl #parameters __seq::RewritableVariable for #ident #arguments #bounds {
                fn identify(&self, _: &__seq::str, __keys: &mut __seq::Keys) -> __seq::Identity {
                    __seq::Keys::identify(__keys, self)
                }
            }
        }
    });
    quote! {
        #variable
        #[automatically_derived]
        impl #parameters __seq::Rewritable for #ident #arguments #bounds {
            fn visit<'__a>(
                __part: __seq::Part<'__a, Self>,
                __at: __seq::Region,
                __parts: &mut __seq::Parts<'__a, '_, '_>,
            ) {
                __seq::Parts::node(__parts, __part, __at)
            }
            #fields
            fn rebuild(&self, __edits: &mut __seq::Edits) -> Self { #rebuild }
        }
    }
}

/// The implementations for a value that is one name.
pub(super) fn name(input: &Input, generics: &Generics) -> TokenStream {
    if !input.is_rewritable {
        return TokenStream::new();
    }
    let ident = &input.ident;
    let mut generics = generics.clone();
    generics.make_where_clause().predicates.extend(predicates(input));
    let (parameters, arguments, bounds) = generics.split_for_impl();
    let keep_ignored = keep_ignored(input);
    quote! {
        #[automatically_derived]
        impl #parameters __seq::NamePart for #ident #arguments #bounds {
            fn like(__other: &dyn __seq::Any) -> Self { __seq::same_name(__other) }
            #keep_ignored
        }
        #[automatically_derived]
        impl #parameters __seq::RewritableVariable for #ident #arguments #bounds {
            fn identify(&self, __namespace: &__seq::str, __keys: &mut __seq::Keys) -> __seq::Identity {
                __seq::Keys::identify_name_in(__keys, self, __namespace)
            }
        }
        #[automatically_derived]
        impl #parameters __seq::RewritableNames for #ident #arguments #bounds {
            fn visit_names<'__a, __N: __seq::Namespace>(
                __part: __seq::Part<'__a, Self>,
                __at: __seq::Region,
                __parts: &mut __seq::Parts<'__a, '_, '_>,
            ) {
                __seq::Parts::name::<Self, __N>(__parts, __part, __at)
            }
        }
    }
}

fn generics(input: &Input) -> Generics {
    let mut generics = bounds::generics(input);
    let added = predicates(input);
    if !added.is_empty() {
        generics.make_where_clause().predicates.extend(added);
    }
    generics
}

/// The predicates that rewriting adds to those of comparison.
fn predicates(input: &Input) -> Vec<WherePredicate> {
    if input.bound.is_some() {
        return Vec::new();
    }
    let parameters = input.generics.type_params().map(|parameter| &parameter.ident);
    let is_static = parameters.map(|parameter| -> WherePredicate { parse_quote!(#parameter: 'static) });
    let compared = bounds::rewritten(input);
    let kept = input.fields().filter(|(_, field)| is_kept(field) && bounds::is_generic(&field.declared, input));
    let kept = kept.map(|(_, field)| -> WherePredicate {
        let ty = &field.declared;
        parse_quote!(#ty: __seq::Clone)
    });
    is_static.chain(compared).chain(kept).collect()
}

/// The trait that rewriting requires of a field's type.
fn rewritten_as(field: &Field) -> As {
    match field.part {
        Part::NameField => As::RewritableNames,
        _ => As::Rewritable,
    }
}

/// Whether a rewriting copies a field as it is.
fn is_kept(field: &Field) -> bool {
    matches!(field.part, Part::Opaque | Part::Key | Part::None | Part::WholeArena)
        || !field.is_as_declared() && !field.is_id
}

/// The arena in a field, if its nodes are rewritten.
fn arena(field: &Field) -> Option<&Arena> {
    field.roles.arena.as_ref().filter(|_| field.is_as_declared())
}

/// The fields whose content may be replaced. Arenas that are not compared come last.
fn handed_over(variant: &Variant) -> impl Iterator<Item = (usize, &Field)> {
    let listed = variant.listed().filter(|(_, field)| !is_kept(field) || arena(field).is_some());
    let others = variant.fields.iter().enumerate().filter(|(_, field)| !field.is_listed() && arena(field).is_some());
    listed.chain(others)
}

/// The function that passes the fields, first to last.
fn fields(input: &Input) -> TokenStream {
    let arms: Vec<_> = input
        .variants()
        .iter()
        .enumerate()
        .filter(|(_, variant)| handed_over(variant).next().is_some())
        .flat_map(|(index, variant)| {
            ACCESSES.map(|access| {
                let access_name = Ident::new(access, Span::call_site());
                let pattern = pattern(input, variant, |field| !is_kept(field) || arena(field).is_some());
                let calls = handed_over(variant).map(|(position, field)| part(input, field, position, access));
                let ahead = ahead(variant);
                let variant = input.is_enum().then(|| {
                    let index = Literal::usize_unsuffixed(index);
                    quote!(__seq::Parts::variant(__parts, #index);)
                });
                quote!(__seq::Part::#access_name(#pattern) => { #variant #ahead #(#calls)* })
            })
        })
        .collect();
    if arms.is_empty() {
        return TokenStream::new();
    }
    let others = (arms.len() < 2 * input.variants().len()).then(|| quote!(_ => {}));
    let inline = inline_in_release();
    quote! {
        #inline
        fn fields<'__a>(
            __part: __seq::Part<'__a, Self>,
            __at: __seq::Region,
            __parts: &mut __seq::Parts<'__a, '_, '_>,
        ) {
            match __part { #(#arms)* #others }
        }
    }
}

/// The calls that announce fields after the first before any field is passed.
fn ahead(variant: &Variant) -> TokenStream {
    /// The number of announced fields.
    const AHEAD: usize = 3;

    let handed_over = variant.listed().filter(|(_, field)| !is_kept(field));
    let later = handed_over.skip(1).filter(|(_, field)| field.part == Part::Compared && !field.is_id).take(AHEAD);
    let calls = later.map(|(position, field)| {
        let (value, method) = (binding(position), generic(quote!(Parts::ahead), &field.ty, As::Field));
        quote!(#method(__parts, #value);)
    });
    calls.collect()
}

fn part(input: &Input, field: &Field, position: usize, access: &str) -> TokenStream {
    let value = binding(position);
    let position = Literal::usize_unsuffixed(position);
    let roles = roles(&field.roles);
    if let Some(arena) = arena(field) {
        let (types, access) = (arenas::types(field, arena), Ident::new(access, Span::call_site()));
        let method = if arena.is_whole { quote!(whole_arena) } else { quote!(arena) };
        return quote!(__seq::Parts::#method::<#types>(__parts, #position, #roles, __seq::Part::#access(#value), __at););
    }
    let value = match (field.is_id, access) {
        (false, _) => value.into_token_stream(),
        (true, OWNED) => quote!(__seq::As::new_mut(#value)),
        (true, _) => quote!(__seq::As::new(#value)),
    };
    let access = Ident::new(access, Span::call_site());
    let method = match field.part {
        Part::NameField => {
            let namespace = namespace(input, field.namespace().unwrap_or_default());
            generic_with(quote!(Parts::names_field), &field.ty, rewritten_as(field), &quote!(, #namespace))
        }
        Part::Ordered => generic(quote!(Parts::ordered_field), &field.ty, rewritten_as(field)),
        _ => generic(quote!(Parts::field), &field.ty, rewritten_as(field)),
    };
    quote!(#method(__parts, #position, #roles, __seq::Part::#access(#value), __at);)
}

/// The body of the function that copies a value.
fn rebuild(input: &Input) -> TokenStream {
    if let Shape::Enum { variants, .. } = &input.shape
        && variants.is_empty()
    {
        return quote!(match *self {});
    }
    let arms = input.variants().iter().map(|variant| {
        let (pattern, path) = (pattern(input, variant, |_| true), path(input, variant));
        let values = variant.fields.iter().enumerate().map(|(position, field)| {
            let (member, value) = (&field.member, binding(position));
            let copied = if let Some(arena) = arena(field) {
                let id = arenas::id(field, arena);
                let arena = generic_with(quote!(Edits::arena), &field.declared, As::Kept, &quote!(, #id));
                quote!(#arena(__edits, #value))
            } else if is_kept(field) {
                let keep = generic(quote!(keep), &field.declared, As::Kept);
                quote!(#keep(#value))
            } else {
                let method = generic(quote!(Edits::part), &field.ty, rewritten_as(field));
                match field.is_id {
                    true => quote!(__seq::As::into_value(#method(__edits, __seq::As::new(#value)))),
                    false => quote!(#method(__edits, #value)),
                }
            };
            quote!(#member: #copied)
        });
        quote!(#pattern => #path { #(#values),* })
    });
    quote!(match self { #(#arms),* })
}

/// The function that moves a replaced name's ignored fields to the new name, if there are any.
fn keep_ignored(input: &Input) -> TokenStream {
    let is_ignored = |field: &Field| field.roles.ignore;
    let having = input.variants().iter().filter(|variant| variant.fields.iter().any(is_ignored));
    let arms: Vec<_> = having
        .map(|variant| {
            let [new, old] = ["new", "old"].map(|prefix| pattern_named(input, variant, is_ignored, prefix));
            let kept = variant.fields.iter().enumerate().filter(|(_, field)| is_ignored(field));
            let kept = kept.map(|(position, field)| {
                let [new, old] = ["new", "old"].map(|prefix| format_ident!("__{prefix}{position}"));
                let keep = generic(quote!(keep), &field.declared, As::Kept);
                quote!(*#new = #keep(#old);)
            });
            quote!((#new, #old) => { #(#kept)* })
        })
        .collect();
    if arms.is_empty() {
        return TokenStream::new();
    }
    let others = input.is_enum().then(|| quote!(_ => {}));
    quote!(fn keep_ignored(&mut self, __of: &Self) { match (self, __of) { #(#arms)* #others } })
}

/// A pattern that binds the `wanted` fields of a variant.
pub(super) fn pattern(input: &Input, variant: &Variant, wanted: impl Fn(&Field) -> bool) -> TokenStream {
    pattern_named(input, variant, wanted, "f")
}

fn pattern_named(input: &Input, variant: &Variant, wanted: impl Fn(&Field) -> bool, prefix: &str) -> TokenStream {
    let path = path(input, variant);
    let fields = variant.fields.iter().enumerate().filter(|(_, field)| wanted(field)).map(|(position, field)| {
        let (member, value) = (&field.member, format_ident!("__{prefix}{position}"));
        quote!(#member: #value)
    });
    let rest = variant.fields.iter().any(|field| !wanted(field)).then(|| quote!(..));
    quote!(#path { #(#fields,)* #rest })
}

fn path(input: &Input, variant: &Variant) -> TokenStream {
    if input.is_enum() {
        let ident = &variant.ident;
        quote!(Self::#ident)
    } else {
        quote!(Self)
    }
}

pub(super) fn binding(position: usize) -> Ident {
    format_ident!("__f{position}")
}
