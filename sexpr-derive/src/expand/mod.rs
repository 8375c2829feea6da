//! Code generation for a valid type: a table, functions that list fields, and checks.

mod arenas;
mod arguments;
mod bounds;
mod checks;
mod content;
mod dismantle;
mod keys;
mod map_key;
mod mention;
mod names;
mod reach;
mod remote;
mod rewrite;
mod subject;
mod table;
mod typed;
mod via;

use proc_macro2::{Ident, TokenStream};
use quote::quote;
use syn::{Type, TypePath};

use self::{bounds::arguments, mention::field_item};
pub(crate) use self::{mention::ends, names::one_name};
use crate::model::{Field, Input, Kind, Part, Variant};

/// The implementations for a type.
pub(crate) fn expand(input: &Input) -> TokenStream {
    let Input { ident, core, .. } = input;
    let generics = bounds::generics(input);
    let (parameters, arguments, bounds) = generics.split_for_impl();

    let (imports, alias) = (imports(input), remote::alias(input));
    let shadow = reach::shadow(input, &generics);
    let namespaces = names::namespaces(input);
    let functions = via::functions(input);
    let table = table::table(input);
    let facts = [flat(input), closed(input, &generics), open(input), addressless(input)];
    let methods = [
        content::kind(input),
        content::is_scope(input),
        content::variant(input),
        typed::typed(input, &generics),
        keys::key(input),
        keys::display_name(input),
        arenas::arenas(input),
        content::light(input),
        content::content(input),
        remote::declared(input),
    ];
    let field = keys::field(input, &generics);
    let map_key = map_key::map_key(input, &generics);
    let aliases = mention::aliases(input);
    let rewritable = rewrite::rewritable(input);
    let dismantle = dismantle::dismantle(input);
    let checks = checks::checks(input, &generics);
    let structural_eq = subject::implements(input, "StructuralEq");

    in_scope(
        core,
        quote! {
            #imports
            #alias
            #shadow
            #namespaces
            #functions

            #[automatically_derived]
            impl #parameters #structural_eq for #ident #arguments #bounds {
                #table
                #(#facts)*
                type Reach = __Reach #arguments;
                #(#methods)*
            }
            #field
            #map_key
            #aliases
            #rewritable
            #dismantle
            #checks
        },
    )
}

/// Attributes that inline a function in optimized builds, so that an operation's loop contains the listing of all
/// fields. In builds without optimization, inlining would only duplicate code, and triple the build time.
fn inline_in_release() -> TokenStream {
    quote! {
        #[cfg_attr(debug_assertions, inline)]
        #[cfg_attr(not(debug_assertions), inline(always))]
    }
}

/// Wraps items so that they shadow none of the user's. Allows lints in the items: the declaration already gets the
/// warnings about the user's types.
pub(crate) fn in_scope(core: &syn::Path, items: TokenStream) -> TokenStream {
    quote! {
        #[allow(
            deprecated, unused_qualifications,
            clippy::all, clippy::nursery, clippy::pedantic, clippy::restriction
        )]
        const _: () = {
            use #core::__private as __seq;
            #items
        };
    }
}

/// Imports of the traits whose constants apply where a probe's condition does not hold.
fn imports(input: &Input) -> TokenStream {
    let has_opaque = input.fields().any(|(_, field)| field.part == Part::Opaque);
    let traits = [
        (checks::uses_probe(input) || tells_reach(input), quote!(ProbeFallback)),
        (has_opaque, quote!(OpaqueFallback)),
    ];
    let used = traits.iter().filter(|(is_used, _)| *is_used).map(|(_, name)| quote!(use __seq::#name as _;));
    used.collect()
}

/// The constants that tell whether the fields are leaves held inline, and, if the kind allows it, whether values
/// consist of leaves.
fn flat(input: &Input) -> TokenStream {
    if !input.lists_fields() || input.has_names() || input.has_scope() || input.has_arenas() {
        return TokenStream::new();
    }
    // The compiler refuses such a type. The constant would cause a second error, about a cycle.
    if input.fields().any(|(_, field)| holds_inline(&field.ty, &input.ident)) {
        return TokenStream::new();
    }
    let leaves: Vec<_> = input.types(Field::is_compared).into_iter().map(|ty| field_item(ty, "LEAVES")).collect();
    let leaves = if leaves.is_empty() { quote!(true) } else { quote!(#(#leaves)&&*) };
    let are_trees = input.variants().iter().all(|variant| variant.kind.is_tree());
    if are_trees {
        quote!(const FLAT: __seq::bool = #leaves;)
    } else {
        quote!(const LEAF_FIELDS: __seq::bool = #leaves;)
    }
}

/// Whether values of a type appear to hold values of `ident` without a pointer. A type parameter may have the same
/// name. Then the type does not count as flat, which only costs time.
fn holds_inline(ty: &Type, ident: &Ident) -> bool {
    match ty {
        Type::Path(TypePath { qself: None, path, .. }) => path.segments.last().is_some_and(|segment| {
            let is_alone = path.segments.len() == 1;
            is_alone && segment.ident == *ident
                || segment.ident == "Option" && arguments(segment).iter().any(|ty| holds_inline(ty, ident))
        }),
        Type::Array(array) => holds_inline(&array.elem, ident),
        Type::Tuple(tuple) => tuple.elems.iter().any(|ty| holds_inline(ty, ident)),
        Type::Paren(inner) => holds_inline(&inner.elem, ident),
        Type::Group(inner) => holds_inline(&inner.elem, ident),
        _ => false,
    }
}

/// The constant that tells whether values reach neither a variable nor a dag node, if the type shows it.
fn closed(input: &Input, generics: &syn::Generics) -> TokenStream {
    if !tells_reach(input) {
        return TokenStream::new();
    }
    let (_, arguments, _) = generics.split_for_impl();
    let ident = &input.ident;
    let ty = match &input.remote {
        None => quote!(#ident #arguments),
        Some(_) => subject::seen(input),
    };
    quote!(const CLOSED: __seq::bool = <__seq::Probe<#ty>>::CLOSED;)
}

/// The constant that tells whether values reach a variable or a dag node, if the type shows it.
fn open(input: &Input) -> TokenStream {
    let is_open = |variant: &Variant| matches!(variant.kind, Kind::Var | Kind::Dag);
    if tells_reach(input) {
        let seen = subject::seen(input);
        quote!(
            const OPEN: __seq::bool = !<#seen as __seq::StructuralEq>::CLOSED;
        )
    } else if !input.lists_fields() || input.has_names() || input.variants().iter().any(is_open) {
        quote!(
            const OPEN: __seq::bool = true;
        )
    } else {
        TokenStream::new()
    }
}

/// Whether the type, without arguments, shows what its nodes of kind `tree` can reach.
fn tells_reach(input: &Input) -> bool {
    let may_be_closed = |variant: &Variant| variant.kind == Kind::Tree;
    input.generics.type_params().next().is_none() && input.lists_fields() && input.variants().iter().any(may_be_closed)
}

/// The constant that tells whether nodes known by address have size zero, and so no address of their own.
fn addressless(input: &Input) -> TokenStream {
    if !input.variants().iter().any(|variant| variant.is_known_by_address()) {
        return TokenStream::new();
    }
    let seen = subject::seen(input);
    quote!(
        const ADDRESSLESS: __seq::bool = __seq::size_of::<#seen>() == 0;
    )
}
