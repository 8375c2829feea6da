//! Inferred bounds on type parameters.

use proc_macro2::{Ident, Span};
use quote::ToTokens;
use syn::{
    GenericArgument, Generics, PathArguments, PathSegment, Type, TypePath, WherePredicate, parse_quote,
    visit::{self, Visit},
};

use crate::model::{Field, Input, Kind, Part, Variant};

/// The declared parameters and bounds, with the bounds that the implementations need.
pub(super) fn generics(input: &Input) -> Generics {
    let mut generics = input.generics.clone();
    let predicates = added(input);
    if !predicates.is_empty() {
        generics.make_where_clause().predicates.extend(predicates);
    }
    generics
}

/// The predicates added to those of the declaration.
pub(super) fn added(input: &Input) -> Vec<WherePredicate> {
    match &input.bound {
        Some(predicates) => predicates.clone(),
        None => inferred(input),
    }
}

fn inferred(input: &Input) -> Vec<WherePredicate> {
    if input.generics.type_params().next().is_none() {
        return Vec::new();
    }
    let uses = uses(input);
    let opaque = input.fields().filter(|(_, field)| field.part == Part::Opaque && is_generic(&field.ty, input));
    let opaque = opaque.map(|(_, field)| -> WherePredicate {
        let ty = &field.ty;
        parse_quote!(#ty: __seq::Eq + __seq::Hash)
    });
    let needed = uses.found.iter().map(|(ty, needs)| {
        let bounds = Need::ALL.into_iter().filter(|need| needs.contains(need) && !need.is_implied_by(needs));
        let bounds = bounds.map(Need::path);
        match ty {
            // For every lifetime, since a where-clause cannot infer that the pointee outlives a particular one.
            Type::Reference(reference) => {
                let pointee = &reference.elem;
                parse_quote!(for<'__x> &'__x #pointee: #(#bounds)+*)
            }
            _ => parse_quote!(#ty: #(#bounds)+*),
        }
    });
    needed.chain(opaque).collect()
}

/// The predicates that rewriting adds.
pub(super) fn rewritten(input: &Input) -> Vec<WherePredicate> {
    let asked = |(ty, needs): &(Type, Vec<Need>)| -> WherePredicate {
        match needs.contains(&Need::NameField) {
            true => parse_quote!(#ty: __seq::RewritableNames),
            false => parse_quote!(#ty: __seq::Rewritable),
        }
    };
    let is_kept = |ty: &Type| input.fields().any(|(_, field)| field.is_described && !field.is_id && field.ty == *ty);
    let mut uses = uses(input);
    let arenas = input.fields().filter(|(_, field)| field.roles.arena.is_some() && field.is_as_declared());
    arenas.for_each(|(_, field)| uses.ty(&field.ty, &[Need::StructuralEq]));
    uses.found.iter().filter(|(ty, _)| !is_kept(ty)).map(asked).collect()
}

/// The uses of type parameters in fields that are compared or are keys.
fn uses(input: &Input) -> Uses<'_> {
    let mut uses = Uses { input, found: Vec::new() };
    for (variant, field) in input.fields().filter(|(_, field)| field.via.is_none()) {
        if field.is_described {
            uses.described(field, variant);
            continue;
        }
        match field.part {
            Part::Compared | Part::Ordered | Part::Unordered | Part::Operand => {
                uses.ty(&field.ty, compared(input, variant))
            }
            Part::Key => uses.ty(&field.ty, &[Need::Field, Need::KeyValue]),
            Part::NameField => uses.names(&field.ty),
            Part::Opaque | Part::WholeArena | Part::None => {}
        }
    }
    uses
}

/// A trait that may be required of a type parameter.
#[derive(Clone, Copy, PartialEq, Eq)]
pub(super) enum Need {
    StructuralEq,
    Field,
    Closed,
    Reorderable,
    MapKey,
    PointeeKey,
    KeyValue,
    NameField,
}

impl Need {
    const ALL: [Need; 8] = [
        Need::StructuralEq,
        Need::Field,
        Need::Closed,
        Need::Reorderable,
        Need::MapKey,
        Need::PointeeKey,
        Need::KeyValue,
        Need::NameField,
    ];

    pub(super) fn name(self) -> &'static str {
        match self {
            Need::StructuralEq => "StructuralEq",
            Need::Field => "Field",
            Need::Closed => "Closed",
            Need::Reorderable => "Reorderable",
            Need::MapKey => "MapKey",
            Need::PointeeKey => "PointeeKey",
            Need::KeyValue => "KeyValue",
            Need::NameField => "NameField",
        }
    }

    fn path(self) -> syn::Path {
        let name = Ident::new(self.name(), Span::call_site());
        parse_quote!(__seq::#name)
    }

    fn is_implied_by(self, others: &[Need]) -> bool {
        match self {
            Need::StructuralEq => others.iter().any(|other| *other != Need::StructuralEq),
            Need::Field => {
                let fields = [Need::Closed, Need::Reorderable, Need::MapKey, Need::KeyValue, Need::NameField];
                fields.iter().any(|need| others.contains(need))
            }
            Need::MapKey => others.contains(&Need::KeyValue),
            Need::PointeeKey => others.contains(&Need::MapKey) || others.contains(&Need::KeyValue),
            Need::Closed | Need::Reorderable | Need::KeyValue | Need::NameField => false,
        }
    }
}

/// The traits required of a compared field's type.
fn compared(input: &Input, variant: &Variant) -> &'static [Need] {
    match variant.kind {
        Kind::ConstTree => &[Need::Closed],
        _ if input.fields().any(|(variant, field)| field.needs_reorderable(variant)) => &[Need::Reorderable],
        _ => &[Need::Field],
    }
}

/// Collects the uses of type parameters and of their associated types, with the required traits.
struct Uses<'i> {
    input: &'i Input,
    found: Vec<(Type, Vec<Need>)>,
}

impl Uses<'_> {
    /// Adds requirements on the `As` of a mirror and a field's type. A field of the declared type itself adds none: its
    /// bound would require itself.
    fn described(&mut self, field: &Field, variant: &Variant) {
        let is_itself = mentions(&field.ty, |ident| *ident == self.input.ident);
        if is_itself || !is_generic(&field.ty, self.input) {
            return;
        }
        let needs: &[Need] = match field.part {
            Part::Compared | Part::Ordered | Part::Unordered | Part::Operand => compared(self.input, variant),
            Part::Key => &[Need::Field, Need::KeyValue],
            Part::NameField => &[Need::NameField],
            Part::Opaque | Part::WholeArena | Part::None => return,
        };
        self.need(&field.ty, needs);
    }

    fn ty(&mut self, ty: &Type, needs: &[Need]) {
        match ty {
            Type::Path(path) if self.is_parameter(path) => self.need(ty, needs),
            Type::Path(path) => self.arguments(path, needs),
            Type::Reference(reference) => self.pointee(&reference.elem, needs),
            Type::Array(array) => self.ty(&array.elem, needs),
            Type::Slice(slice) => self.ty(&slice.elem, needs),
            Type::Tuple(tuple) => tuple.elems.iter().for_each(|ty| self.ty(ty, needs)),
            Type::Paren(inner) => self.ty(&inner.elem, needs),
            Type::Group(inner) => self.ty(&inner.elem, needs),
            // Other types need no bound, or none that their tokens show.
            _ => {}
        }
    }

    /// Adds requirements on names. Only sequences are entered: the core decides what a pointer requires of a name.
    fn names(&mut self, ty: &Type) {
        let is_sequence = |segment: &PathSegment| {
            ["Vec", "VecDeque", "LinkedList", "Option"].iter().any(|name| segment.ident == name)
        };
        match ty {
            Type::Path(path) if path.path.segments.last().is_some_and(is_sequence) => {
                path.path.segments.iter().flat_map(arguments).for_each(|ty| self.names(ty));
            }
            Type::Array(array) => self.names(&array.elem),
            Type::Slice(slice) => self.names(&slice.elem),
            Type::Paren(inner) => self.names(&inner.elem),
            Type::Group(inner) => self.names(&inner.elem),
            Type::Reference(reference) if matches!(*reference.elem, Type::Slice(_)) => self.names(&reference.elem),
            _ if is_generic(ty, self.input) => self.need(ty, &[Need::NameField]),
            _ => {}
        }
    }

    /// Adds requirements on a pointee. A parameter behind a pointer needs `StructuralEq`, not `Field`.
    fn pointee(&mut self, ty: &Type, needs: &[Need]) {
        match ty {
            Type::Path(path) if self.is_parameter(path) => {
                let needs = replaced(needs, Need::Field, Need::StructuralEq);
                self.need(ty, &replaced(&needs, Need::MapKey, Need::PointeeKey));
            }
            _ => self.ty(ty, needs),
        }
    }

    fn arguments(&mut self, path: &TypePath, needs: &[Need]) {
        for segment in &path.path.segments {
            let name = segment.ident.to_string();
            for (position, ty) in arguments(segment).into_iter().enumerate() {
                match (name.as_str(), position) {
                    ("PhantomData", _) => {}
                    ("Arc" | "Rc", 0) => self.pointee(ty, needs),
                    ("HashMap" | "BTreeMap" | "IndexMap" | "HashSet" | "BTreeSet" | "IndexSet", 0) => {
                        self.ty(ty, &[needs, &[Need::MapKey]].concat());
                    }
                    ("StructuralKey", 0) => self.ty(ty, &replaced(needs, Need::MapKey, Need::Closed)),
                    // The hasher needs no bound.
                    ("HashMap" | "IndexMap", 2) | ("HashSet" | "IndexSet", 1) => {}
                    // The type itself with its own parameters adds no requirements.
                    _ if segment.ident == self.input.ident && self.is_own_parameter(ty, position) => {}
                    _ => self.ty(ty, needs),
                }
            }
        }
    }

    fn need(&mut self, ty: &Type, needs: &[Need]) {
        let place = self.found.iter().position(|(known, _)| known == ty).unwrap_or_else(|| {
            self.found.push((ty.clone(), Vec::new()));
            self.found.len() - 1
        });
        self.found[place].1.extend(needs);
    }

    /// Whether a path is a type parameter, or its associated type.
    fn is_parameter(&self, path: &TypePath) -> bool {
        match &path.qself {
            Some(qself) => is_generic(&qself.ty, self.input),
            None => path.path.leading_colon.is_none() && is_type_parameter(&path.path.segments[0].ident, self.input),
        }
    }

    fn is_own_parameter(&self, ty: &Type, position: usize) -> bool {
        let parameter = self.input.generics.type_params().nth(position);
        parameter.is_some_and(|parameter| parameter.ident == ty.to_token_stream().to_string())
    }
}

fn replaced(needs: &[Need], old: Need, new: Need) -> Vec<Need> {
    needs.iter().map(|need| if *need == old { new } else { *need }).collect()
}

/// The types among a path segment's generic arguments.
pub(super) fn arguments(segment: &PathSegment) -> Vec<&Type> {
    let PathArguments::AngleBracketed(arguments) = &segment.arguments else { return Vec::new() };
    let types = arguments.args.iter().filter_map(|argument| match argument {
        GenericArgument::Type(ty) => Some(ty),
        _ => None,
    });
    types.collect()
}

fn is_type_parameter(ident: &Ident, input: &Input) -> bool {
    input.generics.type_params().any(|parameter| parameter.ident == *ident)
}

/// Whether a type depends on parameters other than lifetimes.
pub(super) fn is_generic(ty: &Type, input: &Input) -> bool {
    let is_constant = |ident: &Ident| input.generics.const_params().any(|parameter| parameter.ident == *ident);
    mentions(ty, |ident| is_type_parameter(ident, input) || is_constant(ident))
}

/// Whether a path in a type has a segment that is `wanted`.
pub(super) fn mentions(ty: &Type, wanted: impl Fn(&Ident) -> bool) -> bool {
    struct Search<F> {
        wanted: F,
        found: bool,
    }
    impl<'ast, F: Fn(&Ident) -> bool> Visit<'ast> for Search<F> {
        fn visit_path_segment(&mut self, segment: &'ast PathSegment) {
            self.found |= (self.wanted)(&segment.ident);
            visit::visit_path_segment(self, segment);
        }
        fn visit_macro(&mut self, mac: &'ast syn::Macro) {
            // The expansion of a macro is unknown, so search its arguments.
            for token in mac.tokens.clone() {
                if let proc_macro2::TokenTree::Ident(ident) = token {
                    self.found |= (self.wanted)(&ident);
                }
            }
        }
    }
    let mut search = Search { wanted, found: false };
    search.visit_type(ty);
    search.found
}
