//! The implementations of `MapKey`, `KeyValue` and `NameField`.

use proc_macro2::TokenStream;
use quote::{quote, quote_spanned};
use syn::{Generics, PathSegment, Type, WherePredicate, parse_quote};

use super::{bounds::arguments, mention::ends, names, rewrite, subject};
use crate::model::{Field, Input, Kind, Part, Variant};

/// The implementations of `MapKey`, `KeyValue` and `NameField`, for types that can be keys.
pub(super) fn map_key(input: &Input, generics: &Generics) -> TokenStream {
    let ident = &input.ident;
    let (parameters, arguments, bounds) = generics.split_for_impl();
    let is_node = |variant: &Variant| variant.kind == Kind::Var || variant.is_keyed();
    let seen = subject::seen(input);
    let [map_key, key_value, name_field] =
        ["MapKey", "KeyValue", "NameField"].map(|name| subject::implements(input, name));
    if !input.variants().is_empty() && input.variants().iter().all(is_node) {
        // A node that is known by its address is a key only behind a pointer.
        let key = match input.variants().iter().all(Variant::is_keyed) {
            true => map_key,
            false if input.remote.is_none() => quote!(__seq::PointeeKey),
            false => return TokenStream::new(),
        };
        let key_node = subject::implements(input, "KeyNode");
        return quote! {
            #[automatically_derived]
            impl #parameters #key for #ident #arguments #bounds {
                type Terms = ();
                fn read(__key: &#seen, __reader: &mut __seq::KeyReader<'_>) {
                    __seq::KeyReader::node(__reader, __key)
                }
            }
            #[automatically_derived]
            impl #parameters #key_node for #ident #arguments #bounds {}
        };
    }
    if !input.lists_fields() || input.has_scope() {
        return TokenStream::new();
    }
    if !is_value(input) {
        return refused(input, generics);
    }
    let mut generics = generics.clone();
    let types = input.types(Field::is_listed);
    if !types.is_empty() {
        let predicates = &mut generics.make_where_clause().predicates;
        predicates.extend(
            types.into_iter().map(|ty| -> WherePredicate { parse_quote!(for<'__x> #ty: __seq::KeyValueFor<'__x>) }),
        );
    }
    let bounds = &generics.where_clause;
    let names = names::one_name(&seen);
    let rewritten = rewrite::name(input, &generics);
    quote! {
        #[automatically_derived]
        impl #parameters #map_key for #ident #arguments #bounds {
            type Terms = ();
            fn read(__key: &#seen, __reader: &mut __seq::KeyReader<'_>) {
                __seq::KeyReader::value(__reader, __key)
            }
        }
        #[automatically_derived]
        impl #parameters #key_value for #ident #arguments #bounds {}
        #[automatically_derived]
        impl #parameters #name_field for #ident #arguments #bounds {
            #names
        }
        #rewritten
    }
}

/// For a struct with a field that cannot be part of a key: an implementation whose bound never holds. The compiler's
/// message then names the field's type.
fn refused(input: &Input, generics: &Generics) -> TokenStream {
    if input.is_enum() {
        return TokenStream::new();
    }
    let all_are_trees = input.variants().iter().all(|variant| variant.kind.is_tree());
    let Some((_, field)) = input.fields().find(|(_, field)| all_are_trees && !is_part_of_value(field, input)) else {
        return TokenStream::new();
    };
    let (ident, seen, map_key) = (&input.ident, subject::seen(input), subject::implements(input, "MapKey"));
    let (parameters, arguments, _) = generics.split_for_impl();
    let (ty, (span, _)) = (&field.ty, ends(&field.ty));
    let mut generics = generics.clone();
    let refused = quote_spanned!(span=> for<'__x> (): __seq::PartOfKey<'__x, #ident #arguments, #ty>);
    let refused: WherePredicate = syn::parse_quote!(#refused);
    generics.make_where_clause().predicates.push(refused);
    let bounds = &generics.where_clause;
    quote! {
        #[automatically_derived]
        impl #parameters #map_key for #ident #arguments #bounds {
            type Terms = ();
            fn read(_: &#seen, _: &mut __seq::KeyReader<'_>) {}
        }
    }
}

/// Whether values may consist of leaves, judged by the names of the fields' types.
fn is_value(input: &Input) -> bool {
    input.variants().iter().all(|variant| variant.kind.is_tree())
        && input.fields().all(|(_, field)| is_part_of_value(field, input))
}

fn is_part_of_value(field: &Field, input: &Input) -> bool {
    let plain = field.part == Part::Compared && field.roles.def.is_none() && !field.roles.payload;
    field.roles.ignore || plain && (!field.is_as_declared() || may_be_value(&field.ty, input))
}

/// Whether a type may be a value made of leaves. Sequences, maps, and pointers to anything but leaves are not. So nodes
/// of an IR get no implementations whose bounds could never hold.
fn may_be_value(ty: &Type, input: &Input) -> bool {
    match ty {
        Type::Path(path) => path.path.segments.last().is_some_and(|segment| {
            let arguments = arguments(segment);
            match segment.ident.to_string().as_str() {
                "Box" | "Arc" | "Rc" | "Cow" => arguments.iter().all(|ty| is_leaf(ty, input)),
                "Vec" | "VecDeque" | "LinkedList" => false,
                "HashMap" | "BTreeMap" | "IndexMap" | "HashSet" | "BTreeSet" | "IndexSet" => false,
                _ => segment.ident != input.ident && arguments.iter().all(|ty| may_be_value(ty, input)),
            }
        }),
        Type::Reference(reference) => is_leaf(&reference.elem, input),
        Type::Array(array) => may_be_value(&array.elem, input),
        Type::Tuple(tuple) => tuple.elems.iter().all(|ty| may_be_value(ty, input)),
        Type::Paren(inner) => may_be_value(&inner.elem, input),
        Type::Group(inner) => may_be_value(&inner.elem, input),
        _ => false,
    }
}

/// Whether a type has the name of a leaf, or is a type parameter.
fn is_leaf(ty: &Type, input: &Input) -> bool {
    const LEAVES: [&str; 8] = ["str", "String", "OsStr", "OsString", "Path", "PathBuf", "bool", "char"];
    const INTEGERS: [&str; 12] =
        ["u8", "u16", "u32", "u64", "u128", "usize", "i8", "i16", "i32", "i64", "i128", "isize"];
    let is_called_so = |segment: &PathSegment| {
        LEAVES.iter().chain(&INTEGERS).any(|leaf| segment.ident == leaf)
            || input.generics.type_params().any(|parameter| parameter.ident == segment.ident)
    };
    match ty {
        Type::Path(path) => path.path.segments.last().is_some_and(is_called_so),
        Type::Paren(inner) => is_leaf(&inner.elem, input),
        Type::Group(inner) => is_leaf(&inner.elem, input),
        _ => false,
    }
}
