//! The functions that return a value's kind and variant, and list its fields to a visitor.

use proc_macro2::{Literal, Span, TokenStream};
use quote::{ToTokens, format_ident, quote, quote_spanned};
use syn::{Type, spanned::Spanned};

use super::{
    arenas, inline_in_release,
    mention::{As, Fit, field_item, generic, generic_with},
    names::namespace,
    subject::{self, any, as_seen},
    table::{self, roles},
};
use crate::model::{Condition, Field, Input, Kind, Operands, Part, Shape, Style, Traversal, Variant};

/// The function for a value's kind, unless all variants are `tree`.
pub(super) fn kind(input: &Input) -> TokenStream {
    let (seen, node) = (subject::seen(input), subject::value(input, quote!(__node)));
    let kinds: Vec<Kind> = input.variants().iter().map(|variant| variant.kind).collect();
    if kinds.iter().all(|kind| *kind == Kind::Tree) {
        return TokenStream::new();
    }
    let body = if kinds.iter().all(|kind| *kind == kinds[0]) {
        table::kind(kinds[0])
    } else {
        let default = input.kind();
        let others = input.variants().iter().filter(|variant| variant.kind != default);
        let arms = others.map(|variant| {
            let (pattern, kind) = (any(input, variant), table::kind(variant.kind));
            quote!(#pattern => #kind,)
        });
        let rest = kinds.contains(&default).then(|| {
            let kind = table::kind(default);
            quote!(_ => #kind)
        });
        quote!(match #node { #(#arms)* #rest })
    };
    let inline = inline_in_release();
    quote! {
        #inline
        fn kind(__node: &#seen) -> __seq::Kind { #body }
    }
}

/// The function that tells whether a value is a lexical scope, if any variant is.
pub(super) fn is_scope(input: &Input) -> TokenStream {
    let is_meant = |variant: &Variant| variant.is_scope;
    if !input.variants().iter().any(is_meant) {
        return TokenStream::new();
    }
    let (seen, node) = (subject::seen(input), subject::value(input, quote!(__node)));
    let body = if input.variants().iter().all(is_meant) {
        quote!(true)
    } else {
        let meant = input.variants().iter().filter(|variant| is_meant(variant));
        let meant = meant.map(|variant| any(input, variant));
        quote!(match #node { #(#meant)|* => true, _ => false })
    };
    let inline = inline_in_release();
    quote! {
        #inline
        fn is_scope(__node: &#seen) -> __seq::bool { #body }
    }
}

/// The function for the position of a value's variant.
pub(super) fn variant(input: &Input) -> TokenStream {
    let Shape::Enum { variants, .. } = &input.shape else { return TokenStream::new() };
    if variants.is_empty() {
        return TokenStream::new();
    }
    let (seen, node) = (subject::seen(input), subject::value(input, quote!(__node)));
    let arms = variants.iter().enumerate().map(|(index, variant)| {
        let (pattern, index) = (any(input, variant), Literal::usize_unsuffixed(index));
        quote!(#pattern => #index)
    });
    let inline = inline_in_release();
    quote! {
        #inline
        fn variant(__node: &#seen) -> __seq::u32 {
            match #node { #(#arms),* }
        }
    }
}

/// The function that lists the parts of two values, pair by pair.
pub(super) fn content(input: &Input) -> TokenStream {
    let seen = subject::seen(input);
    let [left, right] = [quote!(__left), quote!(__right)].map(|side| subject::value(input, side));
    let body = match (&input.traversal, &input.shape) {
        (_, Shape::Enum { variants, .. }) if variants.is_empty() => quote!(match *#left {}),
        (Traversal::With(path), _) => {
            let same = same_variant(input);
            quote!(#same __seq::Visitor::listed(__visitor, #left, #right, #path, __at))
        }
        (Traversal::Custom(span), _) => {
            let same = same_variant(input);
            let custom = quote_spanned!(*span=> __seq::Visitor::custom);
            quote!(#same #custom(__visitor, __left, __right, __at))
        }
        (Traversal::Fields, Shape::Struct(variant)) => struct_parts(input, variant),
        (Traversal::Fields, Shape::Enum { variants, .. }) => {
            if variants.iter().all(|variant| variant.order.is_empty()) {
                let same = same_variant(input);
                quote!(#same true)
            } else {
                enum_parts(input, variants)
            }
        }
    };
    let process_local = input.is_process_local.then(|| quote!(__seq::Visitor::process_local(__visitor);));
    let inline = inline_in_release();
    quote! {
        #inline
        fn content<'__a, __V: __seq::Visitor<'__a>>(
            __left: &'__a #seen,
            __right: &'__a #seen,
            __at: __seq::Region,
            __visitor: &mut __V,
        ) -> __seq::bool { #process_local #body }
    }
}

/// For an enum whose variants are not matched: returns early if the variants of the two values differ.
fn same_variant(input: &Input) -> TokenStream {
    if !input.is_enum() {
        return TokenStream::new();
    }
    let seen = subject::seen(input);
    quote! {
        let __variant = <#seen as __seq::StructuralEq>::variant(__left);
        let __other = <#seen as __seq::StructuralEq>::variant(__right);
        if __variant != __other {
            return __seq::Visitor::variants_differ(__visitor, __variant, __other);
        }
        __seq::Visitor::variant(__visitor, __variant);
    }
}

fn struct_parts(input: &Input, variant: &Variant) -> TokenStream {
    let parts = parts(input, variant, |position| {
        let field = &variant.fields[position];
        let member = |holder| subject::member(input, position, field, holder);
        (member("__left"), member("__right"))
    });
    let bound = ["__left", "__right"].map(|holder| subject::bound(input, variant, holder, Field::is_listed));
    quote!(#(#bound)* #parts)
}

fn enum_parts(input: &Input, variants: &[Variant]) -> TokenStream {
    let seen = subject::seen(input);
    let [left, right] = [quote!(__left), quote!(__right)].map(|side| subject::value(input, side));
    let arms = variants.iter().enumerate().map(|(index, variant)| {
        let (one, other) = (pattern(input, variant, "l"), pattern(input, variant, "r"));
        let index = Literal::usize_unsuffixed(index);
        let parts = parts(input, variant, |position| bindings(input, variant, position));
        // No pattern can match the undeclared variants, so compare positions.
        let guard = (variant.is_rest && variants.len() > 1).then(|| {
            let is_rest = |side| quote!(<#seen as __seq::StructuralEq>::variant(#side) == #index);
            let (one, other) = (is_rest(quote!(__left)), is_rest(quote!(__right)));
            quote!(if #one && #other)
        });
        quote! {
            (#one, #other) #guard => {
                __seq::Visitor::variant(__visitor, #index);
                #parts
            }
        }
    });
    let differ = (variants.len() > 1).then(|| {
        quote! {
            _ => __seq::Visitor::variants_differ(
                __visitor,
                <#seen as __seq::StructuralEq>::variant(__left),
                <#seen as __seq::StructuralEq>::variant(__right),
            ),
        }
    });
    quote!(match (#left, #right) { #(#arms)* #differ })
}

/// The function that lists the parts of variants with few fields.
pub(super) fn light(input: &Input) -> TokenStream {
    /// The most fields that such a variant may have, and the most such variants. Both are small, because the function
    /// is inlined at every pointer to a value.
    const FIELDS: usize = 2;
    const VARIANTS: usize = 8;

    let Shape::Enum { variants, .. } = &input.shape else { return TokenStream::new() };
    if !input.lists_fields() || input.is_process_local || input.has_scope() || input.has_arenas() {
        return TokenStream::new();
    }
    if !variants.iter().all(|variant| variant.kind == Kind::Tree) {
        return TokenStream::new();
    }
    let seen = subject::seen(input);
    let [left, right] = [quote!(__left), quote!(__right)].map(|side| subject::value(input, side));
    let may_be_light = |variant: &Variant| {
        let listed = || variant.listed().map(|(_, field)| field);
        !variant.is_rest
            && (1..=FIELDS).contains(&listed().count())
            && variant.operands.is_none()
            && listed().all(|field| field.part == Part::Compared && !field.roles.change_comparison())
    };
    let candidates: Vec<_> = variants.iter().enumerate().filter(|(_, variant)| may_be_light(variant)).collect();
    if candidates.is_empty() || candidates.len() > VARIANTS {
        return TokenStream::new();
    }
    let arms = candidates.iter().map(|(index, variant)| {
        let index = Literal::usize_unsuffixed(*index);
        let (one, other) = (pattern(input, variant, "l"), pattern(input, variant, "r"));
        let mut types: Vec<&Type> = Vec::new();
        for (_, field) in variant.listed() {
            if !types.contains(&&field.ty) {
                types.push(&field.ty);
            }
        }
        let are_light = types.into_iter().map(|ty| field_item(ty, "LIGHT"));
        let parts = variant.listed().map(|(position, field)| {
            let (left, right) = bindings(input, variant, position);
            part(input, field, position, &left, &right)
        });
        quote! {
            (#one, #other) if #(#are_light)&&* => {
                __seq::Visitor::variant(__visitor, #index);
                __seq::Option::Some(#(#parts)&&*)
            }
        }
    });
    let rest = quote!(_ => __seq::Option::None,);
    let inline = inline_in_release();
    quote! {
        #inline
        fn light<'__a, __V: __seq::Visitor<'__a>>(
            __left: &'__a #seen,
            __right: &'__a #seen,
            __at: __seq::Region,
            __visitor: &mut __V,
        ) -> __seq::Option<__seq::bool> {
            match (#left, #right) { #(#arms)* #rest }
        }
    }
}

/// The calls that list the fields. `access` makes the two references from a field's position.
fn parts(input: &Input, variant: &Variant, access: impl Fn(usize) -> (TokenStream, TokenStream)) -> TokenStream {
    /// The number of fields announced to a visitor before they are listed.
    const AHEAD: usize = 3;

    let is_first = |position| first_operand(variant) == Some(position);
    let calls: Vec<_> = variant
        .listed()
        .filter(|(position, field)| field.part != Part::Operand || is_first(*position))
        .map(|(position, field)| {
            if let Some(operands) = variant.operands.as_ref().filter(|_| field.part == Part::Operand) {
                return unordered(input, field, operands, &access);
            }
            let (left, right) = access(position);
            part(input, field, position, &left, &right)
        })
        .collect();
    match calls.as_slice() {
        [] => quote!(true),
        [call] => quote!(#call),
        calls => {
            let later = variant.listed().skip(1).filter(|(_, field)| field.part == Part::Compared).take(AHEAD);
            let ahead = later.map(|(position, field)| {
                let (left, right) = access(position);
                let method = generic(quote!(Visitor::ahead), &field.ty, As::Field);
                quote!(#method(__visitor, #left, #right);)
            });
            quote! {
                #(#ahead)*
                #(#calls)&&*
            }
        }
    }
}

/// The first operand in the order of comparison: all operands are compared at its place.
fn first_operand(variant: &Variant) -> Option<usize> {
    variant.listed().find(|(_, field)| field.part == Part::Operand).map(|(position, _)| position)
}

/// The call that lists unordered operands.
fn unordered(
    input: &Input,
    first: &Field,
    operands: &Operands,
    access: &impl Fn(usize) -> (TokenStream, TokenStream),
) -> TokenStream {
    let method = generic(quote!(Visitor::unordered_fields), &first.ty, As::Field);
    let positions = operands.positions.iter().map(|position| Literal::usize_unsuffixed(*position));
    let (left, right): (Vec<_>, Vec<_>) = operands.positions.iter().map(|position| access(*position)).unzip();
    let commute = match &operands.condition {
        Some(condition) => answers(input, condition),
        None => [quote!(true), quote!(true)],
    };
    quote! {
        #method(
            __visitor,
            &[#(#positions),*],
            [#(#commute),*],
            &[#(#left),*],
            &[#(#right),*],
            __at,
        )
    }
}

/// The calls of a condition's function with both nodes. They have the function's span, so errors about its signature
/// point to it.
fn answers(input: &Input, condition: &Condition) -> [TokenStream; 2] {
    let function = &condition.function;
    let place = function.span().resolved_at(Span::call_site());
    [quote!(__left), quote!(__right)].map(|side| {
        let node = subject::value(input, side);
        let node = node.into_token_stream().into_iter().map(|mut token| {
            token.set_span(place);
            token
        });
        quote_spanned!(place=> #function(#(#node)*))
    })
}

fn part(input: &Input, field: &Field, position: usize, left: &TokenStream, right: &TokenStream) -> TokenStream {
    let position = Literal::usize_unsuffixed(position);
    let roles = roles(&field.roles);
    match field.part {
        Part::Opaque => {
            let method = generic(quote!(Visitor::opaque_field), &field.ty, As::Opaque);
            let probe = generic(quote!(OpaqueProbe), &field.ty, As::Opaque);
            quote!(#method(__visitor, #position, #roles, #left, #right, <#probe>::SHOW, <#probe>::STABLE))
        }
        Part::NameField => {
            let namespace = namespace(input, field.namespace().unwrap_or_default());
            let method = generic_with(quote!(Visitor::names_field), &field.ty, As::NameField, &quote!(, #namespace));
            quote!(#method(__visitor, #position, #roles, #left, #right, __at))
        }
        Part::WholeArena => {
            let types = field.roles.arena.as_ref().map(|arena| arenas::types(field, arena));
            quote!(
                __seq::Visitor::arena_field::<#types>(__visitor, #position, #roles, #left, #right, __at)
            )
        }
        Part::Ordered => {
            let method = generic(quote!(Visitor::ordered_field), &field.ty, As::Map(Fit::of(field, input)));
            quote!(#method(__visitor, #position, #roles, #left, #right, __at))
        }
        Part::Unordered => {
            let Some(condition) = &field.condition else {
                let method = generic(quote!(Visitor::unordered_field), &field.ty, As::Sequence(Fit::of(field, input)));
                return quote!(#method(__visitor, #position, #roles, #left, #right, __at));
            };
            let method = generic(quote!(Visitor::unordered_field_if), &field.ty, As::Sequence(Fit::of(field, input)));
            let commute = answers(input, condition);
            quote!(#method(__visitor, #position, #roles, [#(#commute),*], #left, #right, __at))
        }
        // A field without such roles takes a simpler call, which spares the visitor a check and shortens most builds.
        Part::Compared if !field.roles.change_comparison() => {
            let method = generic(quote!(Visitor::part), &field.ty, As::Field);
            quote!(#method(__visitor, #position, #left, #right, __at))
        }
        // Keys and fields without a part do not occur here, since they are not listed.
        Part::Compared | Part::Operand | Part::Key | Part::None => {
            let method = generic(quote!(Visitor::field), &field.ty, As::Field);
            quote!(#method(__visitor, #position, #roles, #left, #right, __at))
        }
    }
}

/// A pattern that binds the listed fields of a variant.
fn pattern(input: &Input, variant: &Variant, side: &str) -> TokenStream {
    if variant.is_rest {
        return binding(side, 0).into_token_stream();
    }
    if input.remote.is_some() {
        return subject::remote_pattern(input, variant, |position, field| {
            field.is_listed().then(|| binding(side, position))
        });
    }
    if variant.order.is_empty() {
        return any(input, variant);
    }
    let path = subject::path(input, variant);
    let names = variant.fields.iter().enumerate().map(|(position, field)| {
        let listed = field.is_listed().then(|| binding(side, position));
        (&field.member, listed)
    });
    if variant.style == Style::Named {
        let rest = variant.fields.iter().any(|field| !field.is_listed()).then(|| quote!(..));
        let listed = names.filter_map(|(member, name)| Some((member, name?)));
        let listed = listed.map(|(member, name)| quote!(#member: #name,));
        quote!(#path { #(#listed)* #rest })
    } else {
        let names = names.map(|(_, name)| name.map_or_else(|| quote!(_), ToTokens::into_token_stream));
        quote!(#path(#(#names),*))
    }
}

/// The references to a field that the patterns of both sides bind, converted to the compared type.
fn bindings(input: &Input, variant: &Variant, position: usize) -> (TokenStream, TokenStream) {
    let seen = |side| as_seen(input, &variant.fields[position], binding(side, position).into_token_stream());
    (seen("l"), seen("r"))
}

fn binding(side: &str, position: usize) -> syn::Ident {
    format_ident!("__{side}{position}")
}
