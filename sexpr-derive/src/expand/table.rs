//! `INFO`: the type's table of names, kinds and roles.

use proc_macro2::TokenStream;
use quote::quote;
use syn::ext::IdentExt;

use super::{
    arguments,
    mention::{As, generic},
};
use crate::model::{Def, Field, Input, Kind, Part, Roles, Shape, Style, Variant};

/// The constant that names kinds, variants, fields and roles.
pub(super) fn table(input: &Input) -> TokenStream {
    let name = input.ident.unraw().to_string();
    let kind = kind(input.kind());
    let shape = match &input.shape {
        Shape::Struct(declared) => {
            let declared = variant(declared);
            quote!(Struct(&#declared))
        }
        Shape::Enum { variants, .. } => {
            let variants = variants.iter().map(variant);
            quote!(Enum(&[#(#variants),*]))
        }
    };
    let key = match &input.type_key {
        Some(key) => quote!(with_key(#key)),
        None => quote!(with_path(__seq::module_path!())),
    };
    let (tables, texts) = arguments::arguments(input);
    let arguments = (!tables.is_empty()).then(|| quote!(.with_arguments(&[#(#tables),*])));
    let texts = (!texts.is_empty()).then(|| quote!(.with_texts(&[#(#texts),*])));
    let incomplete = (!input.lists_fields() || input.has_whole_arenas()).then(|| quote!(.incomplete()));
    quote! {
        const INFO: &'static __seq::TypeInfo =
            &__seq::TypeInfo::new(#name, #kind, __seq::Shape::#shape).#key #arguments #texts #incomplete;
    }
}

fn variant(variant: &Variant) -> TokenStream {
    let name = variant.ident.unraw().to_string();
    let kind = kind(variant.kind);
    let style = match variant.style {
        Style::Named => quote!(Named),
        Style::Tuple => quote!(Tuple),
        Style::Unit => quote!(Unit),
    };
    let fields = variant.fields.iter().map(field);
    let scope = variant.is_scope.then(|| quote!(.with_scope()));
    quote!(__seq::VariantInfo::new(#name, #kind, __seq::Style::#style, &[#(#fields),*]) #scope)
}

fn field(field: &Field) -> TokenStream {
    let name = field.name();
    let roles = roles(&field.roles);
    match field.part {
        Part::Compared | Part::Ordered | Part::Unordered | Part::Operand => {
            let table = generic(quote!(table), &field.ty, As::Field);
            quote!(__seq::FieldInfo::new(#name, #roles, #table()))
        }
        Part::Key => {
            let table = generic(quote!(table_of_key), &field.ty, As::Key);
            quote!(__seq::FieldInfo::new(#name, #roles, #table))
        }
        Part::NameField => {
            let table = generic(quote!(table_of_names), &field.ty, As::NameField);
            quote!(__seq::FieldInfo::new(#name, #roles, #table))
        }
        Part::Opaque | Part::WholeArena | Part::None => quote!(__seq::FieldInfo::untyped(#name, #roles)),
    }
}

/// The path of a kind in the core.
pub(super) fn kind(kind: Kind) -> TokenStream {
    match kind {
        Kind::Tree => quote!(__seq::Kind::Tree),
        Kind::ConstTree => quote!(__seq::Kind::ConstTree),
        Kind::Dag => quote!(__seq::Kind::Dag),
        Kind::Var => quote!(__seq::Kind::Var),
        Kind::Singleton => quote!(__seq::Kind::Singleton),
    }
}

/// A field's roles as a constant.
pub(super) fn roles(roles: &Roles) -> TokenStream {
    let mut tokens = quote!(__seq::Roles::NONE);
    let flags = [
        (roles.ignore, quote!(with_ignore)),
        (roles.payload, quote!(with_payload)),
        (roles.key, quote!(with_key)),
        (roles.name, quote!(with_name)),
        (roles.opaque, quote!(with_opaque)),
        (roles.ordered, quote!(with_ordered)),
        (roles.unordered, quote!(with_unordered)),
        (roles.arena.is_some(), quote!(with_arena)),
        (roles.predeclared.is_some(), quote!(with_predeclared)),
    ];
    if let Some((def, _)) = roles.def {
        let def = match def {
            Def::Pattern => quote!(Pattern),
            Def::Simple => quote!(Simple),
            Def::None => quote!(None),
        };
        tokens.extend(quote!(.with_def(__seq::Def::#def)));
    }
    if let Some(namespace) = &roles.var {
        tokens.extend(quote!(.with_var(#namespace)));
    }
    for (_, with) in flags.iter().filter(|(given, _)| *given) {
        tokens.extend(quote!(.#with()));
    }
    tokens
}
