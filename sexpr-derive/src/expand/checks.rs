//! Checks that need types: they run when the constants that hold them are evaluated.

use proc_macro2::{Span, TokenStream};
use quote::{quote, quote_spanned};
use syn::{
    Generics, Lifetime, PathSegment, Type, TypeReference,
    visit::{self, Visit},
    visit_mut::VisitMut,
};

use super::{
    bounds::{arguments, is_generic},
    mention::{As, ends, field_item, generic, item},
};
use crate::model::{Field, Input, Kind, Variant};

/// The checks of all fields.
pub(super) fn checks(input: &Input, generics: &Generics) -> TokenStream {
    let of_field = |(variant, field)| {
        let checks =
            [binds_something(input, field), closed(input, generics, variant, field), has_address(input, field)];
        checks.into_iter().flatten().chain(closed_keys(input, field))
    };
    input.fields().filter(|(_, field)| field.is_compared()).flat_map(of_field).collect()
}

/// Whether a check asks a `Probe`.
pub(super) fn uses_probe(input: &Input) -> bool {
    input.fields().any(|(variant, field)| {
        field.is_compared()
            && !is_generic(&field.ty, input)
            && (binding_role(field).is_some()
                || variant.kind == Kind::ConstTree
                || !structural_keys(&field.ty).is_empty())
    })
}

fn binding_role(field: &Field) -> Option<Span> {
    let (def, span) = field.roles.def?;
    def.binds().then_some(span)
}

/// A field that binds can hold a variable.
fn binds_something(input: &Input, field: &Field) -> Option<TokenStream> {
    let span = binding_role(field)?;
    if is_generic(&field.ty, input) {
        return None;
    }
    let ty = without_lifetimes(&field.ty, input);
    let (leaves, probe) = (field_item(&ty, "LEAVES"), generic(quote!(Probe), &ty, As::Field));
    let message =
        format!("`def` on `{}`: its type can hold no variable, so nothing would bind here; remove `def`", field.name());
    Some(refuse_if(quote!(#leaves || <#probe>::VARIABLE_FREE), &message, span))
}

/// A const-tree reaches no variable and no dag node.
fn closed(input: &Input, generics: &Generics, variant: &Variant, field: &Field) -> Option<TokenStream> {
    if variant.kind != Kind::ConstTree {
        return None;
    }
    if is_generic(&field.ty, input) {
        let (parameters, _, bounds) = generics.split_for_impl();
        let check = generic(quote!(assert_closed), &field.ty, As::Field);
        return Some(quote!(const _: () = { fn __check #parameters () #bounds { #check() } };));
    }
    let is_open = |field: &Field| {
        let ty = without_lifetimes(&field.ty, input);
        let (leaves, probe) = (field_item(&ty, "LEAVES"), generic(quote!(Probe), &ty, As::Field));
        quote!(!#leaves && !<#probe>::CLOSED)
    };
    // A field that seems to hold the type itself is open if any other field is, which then tells the reason.
    let recursive = |field: &Field| holds_only(&field.ty, &input.ident);
    let told = |(of, other): &(&Variant, &Field)| {
        of.kind == Kind::ConstTree && other.is_compared() && !recursive(other) && !is_generic(&other.ty, input)
    };
    let others = input.fields().filter(|other| recursive(field) && told(other)).map(|(_, other)| other);
    let others = others.map(is_open);
    let this = is_open(field);
    let message = format!(
        "`{}` is a `const-tree`, but a variable or a dag node can be reached through `{}`: make it `kind = \"tree\"`, \
         or mark the field `#[seq(ignore)]`",
        variant.ident,
        field.name()
    );
    let (span, _) = ends(&field.ty);
    Some(refuse_if(quote!(#this #(&& !(#others))*), &message, span))
}

/// Whether a type seems to be the one called `ident`, or made of pointers to it and sequences of it alone. Another
/// type may have the same name, so this decides only which of several errors is told.
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

/// A term that is a map's key by its structure is closed. (The type of such a map cannot ask for that itself: the
/// question whether a type that contains it is closed would depend on its own answer.)
fn closed_keys(input: &Input, field: &Field) -> Vec<TokenStream> {
    let check = |term: Type| {
        let (span, _) = ends(&term);
        let ty = without_lifetimes(&term, input);
        let (leaves, probe) = (field_item(&ty, "LEAVES"), generic(quote!(Probe), &ty, As::Field));
        let message = format!(
            "a `StructuralKey` that is a map's key must hold a closed term, but a variable or a dag node can be reached \
             through that in `{}`: use `ByIdentity` for variables, or mark the field `#[seq(ignore)]` or `#[seq(opaque)]`",
            field.name()
        );
        refuse_if(quote!(!#leaves && !<#probe>::CLOSED), &message, span)
    };
    structural_keys(&field.ty).into_iter().filter(|term| !is_generic(term, input)).map(check).collect()
}

/// What is held by the structural keys of the maps that a type mentions.
fn structural_keys(ty: &Type) -> Vec<Type> {
    struct Search {
        in_key: bool,
        found: Vec<Type>,
    }
    impl<'ast> Visit<'ast> for Search {
        fn visit_path_segment(&mut self, segment: &'ast PathSegment) {
            let is_map = ["HashMap", "BTreeMap", "IndexMap", "HashSet", "BTreeSet", "IndexSet"]
                .iter()
                .any(|name| segment.ident == name);
            for (position, argument) in arguments(segment).into_iter().enumerate() {
                if self.in_key && segment.ident == "StructuralKey" {
                    self.found.push(argument.clone());
                }
                let outer = self.in_key;
                self.in_key = is_map && position == 0 || !is_map && outer && segment.ident != "StructuralKey";
                self.visit_type(argument);
                self.in_key = outer;
            }
        }
    }
    let mut search = Search { in_key: false, found: Vec::new() };
    search.visit_type(ty);
    search.found
}

/// A reference points to something that has an address.
fn has_address(input: &Input, field: &Field) -> Option<TokenStream> {
    if is_generic(&field.ty, input) || !has_reference(&field.ty) {
        return None;
    }
    let ty = without_lifetimes(&field.ty, input);
    let (span, _) = ends(&field.ty);
    let leaves = field_item(&ty, "LEAVES");
    let refers = item(&ty, As::Field, "StructuralEq", "REFERS_TO_NOTHING");
    let message = format!(
        "`{}` refers to nodes of size zero, which have no address to be known by: hold them behind `Arc` or `Rc`, \
         give them a field, or mark one of their fields `#[seq(key)]`",
        field.name()
    );
    Some(refuse_if(quote!(!#leaves && #refers), &message, span))
}

/// A constant whose evaluation fails if the condition holds.
fn refuse_if(condition: TokenStream, message: &str, at: Span) -> TokenStream {
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

/// The type with `'static` for the lifetimes that the type declares, so that a constant can name it.
fn without_lifetimes(ty: &Type, input: &Input) -> Type {
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
