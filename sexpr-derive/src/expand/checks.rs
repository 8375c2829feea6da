//! Checks that need types: assertions in constants that the compiler evaluates.

use proc_macro2::{Span, TokenStream};
use quote::{quote, quote_spanned};
use syn::{
    Generics, Lifetime, Type, TypeReference,
    spanned::Spanned,
    visit::{self, Visit},
    visit_mut::VisitMut,
};

use super::{
    bounds::{arguments, is_generic},
    mention::{As, ends, generic},
};
use crate::{
    codes::Code,
    model::{Field, Input, Kind, Part, Variant},
};

/// The checks of all fields.
pub(super) fn checks(input: &Input, generics: &Generics) -> TokenStream {
    let of_field = |(variant, field)| {
        let checks = [
            binds_something(input, field),
            predeclares_something(input, field),
            closed(input, generics, variant, field),
            reorderable(input, generics, variant, field),
            has_address(input, field),
            are_ids_of_an_arena(input, variant, field),
        ];
        checks.into_iter().flatten()
    };
    let of_fields = input.fields().filter(|(_, field)| field.is_compared()).flat_map(of_field);
    let of_names = input.fields().filter(|(_, field)| field.part == Part::NameField);
    let of_names = of_names.filter_map(|(_, field)| binds_something(input, field));
    of_fields.chain(of_names).chain([closed_keys(input)]).collect()
}

/// Whether any check uses a `Probe`.
pub(super) fn uses_probe(input: &Input) -> bool {
    input.fields().any(|(variant, field)| {
        let is_compared = field.is_compared();
        let is_asked_of = is_compared || field.part == Part::NameField;
        !is_generic(&field.ty, input)
            && (is_asked_of && binding_role(field).is_some()
                || is_compared && field.roles.predeclared.is_some()
                || is_compared && variant.kind == Kind::ConstTree
                || is_compared && has_reference(&field.ty)
                || field.needs_reorderable(variant)
                || asks_for_closed_keys(input, field))
    })
}

fn binding_role(field: &Field) -> Option<Span> {
    let (def, span) = field.roles.def?;
    def.binds().then_some(span)
}

/// Checks that a field with `def` can hold a variable, and not only as the key of a map.
fn binds_something(input: &Input, field: &Field) -> Option<TokenStream> {
    let span = binding_role(field)?;
    if is_generic(&field.ty, input) {
        return None;
    }
    let name = field.name();
    if field.part == Part::NameField {
        let probe = probe(&field.ty, As::NameField, input);
        let message = format!(
            "`def` on `{name}`: the members of a set are uses, so nothing would bind here; put the names into a `Vec`, or \
             remove `def`"
        );
        return Some(refuse_if(Code::DefOfSet, quote!(#probe::NAMES_BIND_NOTHING), &message, span));
    }
    let probe = probe(&field.ty, As::Field, input);
    let leaf = format!(
        "`def` on `{name}`: its type cannot hold a variable, so nothing would bind here; write `var, def` if `{name}` is a \
         variable's name, or remove `def`"
    );
    let leaf = refuse_if(Code::DefOfLeaf, quote!(#probe::LEAVES), &leaf, span);
    let no_variable =
        format!("`def` on `{name}`: its type cannot hold a variable, so nothing would bind here; remove `def`");
    let no_variable =
        refuse_if(Code::DefWithoutVariables, quote!(!#probe::LEAVES && #probe::VARIABLE_FREE), &no_variable, span);
    let keys_alone = format!(
        "`def` on `{name}`: its type can hold variables only as keys of a map, which are uses, so nothing would bind \
         here; put `def` on a sequence of the variables, or remove it"
    );
    let keys_alone =
        refuse_if(Code::DefOfKeys, quote!(!#probe::VARIABLE_FREE && #probe::BINDS_NOTHING), &keys_alone, span);
    Some(quote!(#leaf #no_variable #keys_alone))
}

/// Checks that a predeclared field can hold a variable, and is no map. The type of the field does not show whether
/// anything binds below it: a `def` field around the scope binds there as well.
fn predeclares_something(input: &Input, field: &Field) -> Option<TokenStream> {
    let span = field.roles.predeclared.filter(|_| !is_generic(&field.ty, input))?;
    let (probe, name) = (probe(&field.ty, As::Field, input), field.name());
    let no_variable = format!(
        "`predeclare = {name}`: the field's type cannot hold a variable, so it declares nothing; remove `predeclare`"
    );
    let no_variable = refuse_if(
        Code::PredeclareWithoutVariables,
        quote!(#probe::LEAVES || #probe::VARIABLE_FREE),
        &no_variable,
        span,
    );
    let map = format!(
        "`predeclare = {name}`: variables bound below a map are never predeclared, since entries have no order; use a \
         sequence of the entries, or remove `predeclare`"
    );
    let map = refuse_if(Code::PredeclareOfMap, quote!(!#probe::VARIABLE_FREE && #probe::IS_MAP), &map, span);
    Some(quote!(#no_variable #map))
}

/// Checks that ids that are numbers have the type of the ids of an arena beside them, if the nodes have one. Otherwise
/// all would dangle, and be compared as numbers.
fn are_ids_of_an_arena(input: &Input, variant: &Variant, field: &Field) -> Option<TokenStream> {
    let is_asked = field.is_described && field.roles.arena.is_none() && !is_generic(&field.ty, input);
    let ids = variant.fields.iter().filter_map(|arena| arena.roles.arena.as_ref()?.id.as_ref());
    let ids: Vec<_> = ids.filter(|id| is_asked && !is_generic(id, input)).collect();
    if ids.is_empty() {
        return None;
    }
    let (ty, name) = (without_lifetimes(&field.ty, input), field.name());
    let are = quote!({
        #[allow(unused_imports)]
        use __seq::OtherIds as _;
        (#(<__seq::NumberIds<#ids, #ty>>::ARE_OF_ONE_NODE)||*) && !(#(<__seq::SameIds<#ids, #ty>>::ARE_THE_SAME)||*)
    });
    let message = format!(
        "`{name}` has ids of another type than the arena beside it, in which all of them would dangle: mark the arena \
         `#[seq(arena(IdOf<Node, Number>))]` with the number that the field has, or give the field the arena's type of ids"
    );
    Some(refuse_if(Code::IdsOfAnotherArena, are, &message, field.declared.span()))
}

/// Checks that a `const-tree` can reach no variable, no dag node and no id.
fn closed(input: &Input, generics: &Generics, variant: &Variant, field: &Field) -> Option<TokenStream> {
    if variant.kind != Kind::ConstTree {
        return None;
    }
    if is_generic(&field.ty, input) {
        return Some(check_where_known(quote!(assert_closed), generics, field));
    }
    let is_open = |field: &Field| {
        let probe = probe(&field.ty, As::Field, input);
        quote!(#probe::IS_FIELD && !#probe::LEAVES && !#probe::CLOSED)
    };
    // A recursive field is open only if another field is. The check of the other field reports the reason, so skip this
    // one.
    let recursive = |field: &Field| holds_only(&field.ty, &input.ident);
    let told = |(of, other): &(&Variant, &Field)| {
        of.kind == Kind::ConstTree && other.is_compared() && !recursive(other) && !is_generic(&other.ty, input)
    };
    let others = input.fields().filter(|other| recursive(field) && told(other)).map(|(_, other)| other);
    let others = others.map(is_open);
    let this = is_open(field);
    let message = format!(
        "`{}` is a `const-tree`, but a variable, a dag node or an id can be reached through `{}`: make it `kind = \"tree\"`, \
         or mark the field `#[seq(ignore)]`",
        variant.ident,
        field.name()
    );
    let (span, _) = ends(&field.ty);
    Some(refuse_if(Code::OpenConstTree, quote!(#this #(&& !(#others))*), &message, span))
}

/// Checks a field whose type depends on parameters, by a trait bound that must hold for all arguments.
fn check_where_known(check: TokenStream, generics: &Generics, field: &Field) -> TokenStream {
    let (parameters, _, bounds) = generics.split_for_impl();
    let (check, ty) = (generic(check, &field.ty, As::Field), &field.ty);
    // A function may assume the bounds of its argument's type, such as `T: 'a` for `&'a T`.
    quote!(const _: () = { fn __check #parameters (_: &#ty) #bounds { #check() } };)
}

/// Checks that unordered elements bind nothing outside themselves, and reach no dag node.
fn reorderable(input: &Input, generics: &Generics, variant: &Variant, field: &Field) -> Option<TokenStream> {
    if !field.needs_reorderable(variant) {
        return None;
    }
    if is_generic(&field.ty, input) {
        return Some(check_where_known(quote!(assert_reorderable), generics, field));
    }
    let probe = probe(&field.ty, As::Field, input);
    let (span, _) = ends(&field.ty);
    if field.assumes_tree() {
        let message = format!(
            "the elements of `{}` cannot be unordered: they bind outside themselves, or reach a trait object, or a type \
             with `with` or `custom`; mark the nodes that bind `#[seq(scope)]`, or remove `unordered`",
            field.name()
        );
        let is_refused = quote!(#probe::IS_FIELD && !#probe::LEAVES && !#probe::BINDS_INSIDE);
        return Some(refuse_if(Code::NotReorderable, is_refused, &message, span));
    }
    let message = format!(
        "the elements of `{}` cannot be unordered: they bind outside themselves, or reach a dag node, an id, a trait \
         object, a variable with a `def` field, or a type with `with` or `custom`; mark the nodes that bind \
         `#[seq(scope)]`, or remove `unordered`",
        field.name()
    );
    let is_refused = quote!(#probe::IS_FIELD && !#probe::LEAVES && !#probe::REORDERABLE);
    Some(refuse_if(Code::NotReorderable, is_refused, &message, span))
}

/// Whether a type appears to be `ident`, or to consist only of pointers to it and sequences of it. Another type may
/// have the same name, so the answer only decides which of several errors is reported.
fn holds_only(ty: &Type, ident: &syn::Ident) -> bool {
    match ty {
        Type::Path(path) => path.path.segments.last().is_some_and(|segment| {
            let wrapper = ["Option", "Box", "Arc", "Rc", "Vec"].iter().any(|name| segment.ident == name);
            segment.ident == *ident || wrapper && arguments(segment).iter().all(|ty| holds_only(ty, ident))
        }),
        Type::Reference(reference) => holds_only(&reference.elem, ident),
        Type::Slice(slice) => holds_only(&slice.elem, ident),
        Type::Array(array) => holds_only(&array.elem, ident),
        Type::Tuple(tuple) => tuple.elems.iter().all(|ty| holds_only(ty, ident)),
        Type::Paren(inner) => holds_only(&inner.elem, ident),
        Type::Group(inner) => holds_only(&inner.elem, ident),
        _ => false,
    }
}

/// Checks that terms in `StructuralKey`s that are keys of maps are closed. The map's own type cannot require this:
/// whether a type that contains the map is closed would depend on itself.
fn closed_keys(input: &Input) -> TokenStream {
    let mut asked: Vec<&Type> = Vec::new();
    let mut checks = TokenStream::new();
    for (_, field) in input.fields().filter(|(_, field)| asks_for_closed_keys(input, field)) {
        if asked.contains(&&field.ty) {
            continue;
        }
        asked.push(&field.ty);
        let probe = probe(&field.ty, As::Field, input);
        let (span, _) = ends(&field.ty);
        // See `probe`.
        let unless_unknown = (without_lifetimes(&field.ty, input) != field.ty).then(|| quote!(|| !#probe::IS_FIELD));
        let are_closed = quote!(#probe::KEYS_CLOSED #unless_unknown);
        checks.extend(quote_spanned!(span=> __seq::assert_closed_keys(#are_closed);));
    }
    if checks.is_empty() { checks } else { quote!(const _: () = { #checks };) }
}

fn asks_for_closed_keys(input: &Input, field: &Field) -> bool {
    // A lifetime among a macro's arguments cannot be replaced by `'static`.
    let is_nameable = input.generics.lifetimes().next().is_none() || !has_macro(&field.ty);
    field.is_compared() && !is_generic(&field.ty, input) && is_nameable
}

fn has_macro(ty: &Type) -> bool {
    struct Search(bool);
    impl<'ast> Visit<'ast> for Search {
        fn visit_macro(&mut self, _: &'ast syn::Macro) {
            self.0 = true;
        }
    }
    let mut search = Search(false);
    search.visit_type(ty);
    search.0
}

/// Checks that references do not point to nodes of size zero, which have no address of their own.
fn has_address(input: &Input, field: &Field) -> Option<TokenStream> {
    if is_generic(&field.ty, input) || !has_reference(&field.ty) {
        return None;
    }
    let probe = probe(&field.ty, As::Field, input);
    let (span, _) = ends(&field.ty);
    let message = format!(
        "`{}` refers to nodes of size zero, which have no address to be known by: hold them behind `Arc` or `Rc`, \
         give them a field, or mark one of their fields `#[seq(key)]`",
        field.name()
    );
    Some(refuse_if(Code::NoAddress, quote!(!#probe::LEAVES && #probe::REFERS_TO_NOTHING), &message, span))
}

/// `<__seq::Probe<Type>>`, for queries about a type. If lifetimes are replaced, the type differs from its other
/// mentions, so a missing implementation would cause a second, differently worded error. The probe then returns an
/// answer that refuses nothing.
fn probe(ty: &Type, part: As, input: &Input) -> TokenStream {
    let named = without_lifetimes(ty, input);
    if named == *ty {
        let probe = generic(quote!(Probe), ty, part);
        return quote!(<#probe>);
    }
    let (first, last) = ends(&named);
    let open = quote_spanned!(first=> <__seq::Probe<);
    let close = quote_spanned!(last=> >>);
    quote!(#open #named #close)
}

/// A constant whose evaluation fails if the condition holds.
fn refuse_if(code: Code, condition: TokenStream, message: &str, at: Span) -> TokenStream {
    let message = code.message(message);
    let refuse = quote_spanned!(at=> __seq::panic!(#message));
    quote! {
        const _: () = if #condition {
            #refuse
        };
    }
}

fn has_reference(ty: &Type) -> bool {
    struct Search(bool);
    impl<'ast> Visit<'ast> for Search {
        fn visit_type_reference(&mut self, reference: &'ast TypeReference) {
            self.0 = true;
            visit::visit_type_reference(self, reference);
        }
    }
    let mut search = Search(false);
    search.visit_type(ty);
    search.0
}

/// The type with `'static` for the declared lifetimes, so that a constant can name it.
pub(super) fn without_lifetimes(ty: &Type, input: &Input) -> Type {
    struct Replace<'i>(&'i Input);
    impl VisitMut for Replace<'_> {
        fn visit_lifetime_mut(&mut self, lifetime: &mut Lifetime) {
            if self.0.generics.lifetimes().any(|declared| declared.lifetime == *lifetime) {
                *lifetime = Lifetime::new("'static", lifetime.span());
            }
        }
    }
    let mut ty = ty.clone();
    Replace(input).visit_type_mut(&mut ty);
    ty
}
