//! What a valid type's derive writes: a table, functions that list fields, and checks.

mod bounds;
mod checks;
mod content;
mod keys;
mod mention;
mod reach;
mod table;

use proc_macro2::TokenStream;
use quote::quote;

use self::mention::field_item;
use crate::model::{Field, Input, Part};

/// The implementations for a type.
pub(crate) fn expand(input: &Input) -> TokenStream {
    let Input { ident, core, .. } = input;
    let generics = bounds::generics(input);
    let (parameters, arguments, bounds) = generics.split_for_impl();

    let imports = imports(input);
    let shadow = reach::shadow(input, &generics);
    let table = table::table(input);
    let facts = [flat(input), addressless(input)];
    let methods = [content::kind(input), content::variant(input), keys::key(input), content::content(input)];
    let field = keys::field(input, &generics);
    let map_key = keys::map_key(input, &generics);
    let checks = checks::checks(input, &generics);

    in_scope(
        core,
        quote! {
            #imports
            #shadow

            #[automatically_derived]
            impl #parameters __seq::StructuralEq for #ident #arguments #bounds {
                #table
                #(#facts)*
                type Reach = __Reach #arguments;
                #(#methods)*
            }
            #field
            #map_key
            #checks
        },
    )
}

/// Puts items where nothing of the user's is shadowed and nothing of the user's interferes, lints included.
pub(crate) fn in_scope(core: &syn::Path, items: TokenStream) -> TokenStream {
    quote! {
        #[allow(
            dead_code, deprecated, private_bounds, private_interfaces, unreachable_pub, unused_qualifications,
            unused_variables, clippy::all, clippy::nursery, clippy::pedantic, clippy::restriction
        )]
        const _: () = {
            use #core::__private as __seq;
            #items
        };
    }
}

/// The traits whose constants answer where a probe's condition does not hold.
fn imports(input: &Input) -> TokenStream {
    let probe = checks::uses_probe(input).then(|| {
        quote!(
            use __seq::ProbeFallback as _;
        )
    });
    let show = input.fields().any(|(_, field)| field.part == Part::Opaque);
    let show = show.then(|| {
        quote!(
            use __seq::ShowFallback as _;
        )
    });
    quote!(#probe #show)
}

/// Whether values consist of leaves held inline, where the kind allows it.
fn flat(input: &Input) -> TokenStream {
    if !input.lists_fields() || !input.variants().iter().all(|variant| variant.kind.is_tree()) {
        return TokenStream::new();
    }
    let leaves: Vec<_> = input.types(Field::is_compared).into_iter().map(|ty| field_item(ty, "LEAVES")).collect();
    let flat = if leaves.is_empty() { quote!(true) } else { quote!(#(#leaves)&&*) };
    quote!(const FLAT: __seq::bool = #flat;)
}

/// Whether nodes that are known by their addresses have none.
fn addressless(input: &Input) -> TokenStream {
    if !input.variants().iter().any(|variant| variant.is_known_by_address()) {
        return TokenStream::new();
    }
    quote!(
        const ADDRESSLESS: __seq::bool = __seq::size_of::<Self>() == 0;
    )
}
