//! Converts a declaration and its attributes to the [model](crate::model), or reports all errors.

mod fields;
mod operands;
mod order;
mod remote;
mod scope;
mod via;

use darling::{Error, error::Accumulator};
use proc_macro2::Span;
use syn::{Attribute, Data, DeriveInput, Fields, GenericParam, Generics, Ident, Path, parse_quote, spanned::Spanned};

use crate::{
    attributes::{Given, Operands, Order, Scope, TypeAttributes, VariantAttributes},
    codes::Code,
    model::{Input, Kind, Part, Remote, Shape, Style, Traversal, Variant},
    suggest::instead,
};

/// Checks everything that does not depend on other types.
pub(crate) fn validate(input: &DeriveInput) -> darling::Result<Input> {
    let mut errors = Error::accumulator();
    let attributes = TypeAttributes::read(&input.attrs, &mut errors);
    refuse_packed(&input.attrs, &mut errors);

    let traversal = traversal(&attributes, &mut errors);
    let kind = attributes.kind.as_deref().copied().unwrap_or(Kind::Tree);
    let remote = remote::remote(input, &attributes, &mut errors);
    let shape = match &input.data {
        Data::Struct(data) => {
            let is_partial = attributes.partial.is_some();
            let around = Around {
                input,
                remote: remote.as_ref(),
                is_enum: false,
                is_partial,
                variant: 0,
                kind,
                traversal: &traversal,
            };
            scope::check(&attributes.scope, kind, &mut errors);
            let options = Options {
                is_scope: attributes.scope.is_some(),
                scope: &attributes.scope,
                order: &attributes.order,
                unordered: &attributes.unordered,
            };
            Shape::Struct(variant(&input.ident, &data.fields, &around, &options, &mut errors))
        }
        Data::Enum(data) => {
            if let Some(order) = &attributes.order {
                errors.push(fields_of_enum("order(...)", order.span()));
            }
            if let Some(unordered) = &attributes.unordered {
                errors.push(fields_of_enum("unordered(...)", unordered.span()));
            }
            let all_are_scopes = attributes.scope.is_some();
            let all_are_partial = attributes.partial.is_some();
            if let Some(field) = attributes.scope.as_ref().and_then(|scope| scope.0.first()) {
                errors.push(fields_of_enum("scope(predeclare = ...)", field.span()));
            }
            let mut variants = Vec::new();
            for (position, declared) in data.variants.iter().enumerate() {
                let attributes = VariantAttributes::read(&declared.attrs, &mut errors);
                let kind = attributes.kind.as_deref().copied().unwrap_or(kind);
                let is_partial = all_are_partial || attributes.partial.is_some();
                let around = Around {
                    input,
                    remote: remote.as_ref(),
                    is_enum: true,
                    is_partial,
                    variant: position,
                    kind,
                    traversal: &traversal,
                };
                remote::check_variant(&attributes, remote.is_some(), &mut errors);
                if let Some(remote) = &remote
                    && let Some(rest) = remote::rest(&attributes, declared, &around, remote, &mut errors)
                {
                    variants.push(rest);
                    continue;
                }
                scope::check(&attributes.scope, kind, &mut errors);
                let is_scope = all_are_scopes || attributes.scope.is_some();
                let options = Options {
                    is_scope,
                    scope: &attributes.scope,
                    order: &attributes.order,
                    unordered: &attributes.unordered,
                };
                variants.push(variant(&declared.ident, &declared.fields, &around, &options, &mut errors));
            }
            remote::check_rest(&variants, &mut errors);
            scope::check_enum(&attributes.scope, kind, &variants, &mut errors);
            Shape::Enum { kind, variants }
        }
        Data::Union(data) => {
            let message = "a union cannot be compared structurally, since the active field is unknown: use an \
                           enum, or hold the union in a field marked `#[seq(opaque)]` or `#[seq(ignore)]`";
            errors.push(Code::Union.at(data.union_token, message));
            Shape::Enum { kind, variants: Vec::new() }
        }
    };
    let validated = Input {
        ident: input.ident.clone(),
        generics: without_defaults(&input.generics),
        core: core(&attributes),
        bound: attributes.bound.as_ref().map(|bound| bound.0.clone()),
        shape,
        traversal,
        type_key: attributes.type_key.as_ref().map(|key| key.0.clone()),
        is_process_local: attributes.process_local.is_some(),
        is_rewritable: attributes.rewrite.is_some(),
        is_dismantled: attributes.dismantle.is_some(),
        remote,
    };
    check_traversal(&validated, &attributes, &mut errors);
    check_process_local(&validated, &attributes, &mut errors);
    check_rewrite(&validated, &attributes, &mut errors);
    errors.finish_with(validated)
}

/// The path of `sexpr_core`.
pub(crate) fn core(attributes: &TypeAttributes) -> Path {
    attributes.core.as_ref().map_or_else(|| parse_quote!(::sexpr_core), |path| path.0.clone())
}

/// The parameters as an `impl` declares them.
pub(crate) fn without_defaults(generics: &Generics) -> Generics {
    let mut generics = generics.clone();
    for parameter in &mut generics.params {
        match parameter {
            GenericParam::Type(parameter) => parameter.default = None,
            GenericParam::Const(parameter) => parameter.default = None,
            GenericParam::Lifetime(_) => {}
        }
    }
    generics
}

/// The context of a variant's fields.
struct Around<'a> {
    input: &'a DeriveInput,
    /// The described type of another crate.
    remote: Option<&'a Remote>,
    is_enum: bool,
    /// Whether undeclared fields are ignored.
    is_partial: bool,
    /// The position of the variant, for names of items generated for its fields.
    variant: usize,
    kind: Kind,
    traversal: &'a Traversal,
}

/// The options of a variant or a struct.
struct Options<'a> {
    is_scope: bool,
    scope: &'a Given<Scope>,
    order: &'a Given<Order>,
    unordered: &'a Given<Operands>,
}

fn variant(ident: &Ident, declared: &Fields, around: &Around, options: &Options, errors: &mut Accumulator) -> Variant {
    let style = match declared {
        Fields::Named(_) => Style::Named,
        Fields::Unnamed(_) => Style::Tuple,
        Fields::Unit => Style::Unit,
    };
    let mut fields = fields::fields(declared, around, errors);
    scope::predeclare(options.scope, &mut fields, around, errors);
    let operands = operands::operands(options.unordered, &mut fields, around, errors);
    let order = order::order(options.order, &fields, around, errors);
    let (kind, is_partial, is_scope) = (around.kind, around.is_partial, options.is_scope);
    Variant { ident: ident.clone(), kind, is_scope, is_rest: false, is_partial, style, fields, order, operands }
}

/// The error for an option that names fields but is on an enum.
fn fields_of_enum(option: &str, at: Span) -> Error {
    let message = format!("fields belong to the variants of an enum: write `{option}` on the variant");
    Code::FieldsOfEnum.at(at, message)
}

/// The error for a name that no field has.
fn unknown_field(name: &str, fields: &[String], at: Span) -> Error {
    let known: Vec<&str> = fields.iter().map(String::as_str).collect();
    let message = match known.is_empty() {
        true => format!("no field is called `{name}`: there are none"),
        false => format!("no field is called `{name}`, {}", instead(name, &known)),
    };
    Code::UnknownField.at(at, message)
}

/// The error for a field that an option lists twice.
fn listed_twice(name: &str, option: &str, at: Span) -> Error {
    Code::ListedTwice.at(at, format!("`{name}` is listed twice in `{option}`: remove one"))
}

/// The error for `..` or `rest` on a declaration without `remote`.
fn partial_without_remote(option: &str, parts: &str, whereto: &str, at: Span) -> Error {
    let message = format!(
        "`{option}` leaves out {parts} of another crate's type: remove it, or name that type by `remote = \"...\"`{whereto}"
    );
    Code::PartialWithoutRemote.at(at, message)
}

fn traversal(attributes: &TypeAttributes, errors: &mut Accumulator) -> Traversal {
    match (&attributes.with, &attributes.custom) {
        (Some(_), Some(custom)) => {
            let message = "`with` and `custom` exclude each other: keep `with`, which needs one function for \
                           everything, or `custom`, with an implementation of `CustomStructural`";
            errors.push(Code::WithBesideCustom.at(custom.span(), message));
            Traversal::Fields
        }
        (Some(with), None) => Traversal::With(with.0.clone()),
        (None, Some(custom)) => Traversal::Custom(custom.span()),
        (None, None) => Traversal::Fields,
    }
}

fn check_traversal(input: &Input, attributes: &TypeAttributes, errors: &mut Accumulator) {
    let (name, span) = match (&attributes.with, &attributes.custom) {
        (Some(with), None) => ("with", with.span()),
        (None, Some(custom)) => ("custom", custom.span()),
        _ => return,
    };
    let kinds = || input.variants().iter().map(|variant| variant.kind);
    if kinds().any(|kind| kind == Kind::ConstTree) {
        let message = format!(
            "the parts that `{name}` lists might reach a variable or a dag node, which a `const-tree` \
             cannot contain: make it a `tree`"
        );
        errors.push(Code::ListedConstTree.at(span, message));
    } else if kinds().all(|kind| kind == Kind::Singleton) && kinds().count() > 0 {
        let message = format!("`{name}` has no effect: the fields of a singleton are not compared; remove it");
        errors.push(Code::ListedSingleton.at(span, message));
    }
}

fn check_process_local(input: &Input, attributes: &TypeAttributes, errors: &mut Accumulator) {
    let Some(process_local) = &attributes.process_local else { return };
    let lister = match input.traversal {
        Traversal::Fields => None,
        Traversal::With(_) => Some("with"),
        Traversal::Custom(_) => Some("custom"),
    };
    let node = input.variants().iter().map(|variant| variant.kind).find(|kind| !kind.is_tree());
    let error = if let Some(lister) = lister {
        let message = format!(
            "`process_local` is for values compared by their fields: keep either `process_local` or \
             `{lister}`, or put the value into a type of its own and mark that"
        );
        Code::ProcessLocalBesideList.at(process_local.span(), message)
    } else if let Some(kind) = node {
        let message = format!(
            "`process_local` is for values, such as the index of an interned string, but a `{}` is a node: put the \
             value into a type of its own, of kind `tree` or `const-tree`, and mark that",
            kind.name()
        );
        Code::ProcessLocalNode.at(process_local.span(), message)
    } else {
        return;
    };
    errors.push(error);
}

fn check_rewrite(input: &Input, attributes: &TypeAttributes, errors: &mut Accumulator) {
    let Some(rewrite) = &attributes.rewrite else { return };
    let lister = match input.traversal {
        Traversal::Fields => None,
        Traversal::With(_) => Some("with"),
        Traversal::Custom(_) => Some("custom"),
    };
    if let Some(lister) = lister {
        let message = format!(
            "`rewrite` is for types whose fields are listed by the derive: what `{lister}` hands over cannot be put back; \
             remove `rewrite`, or put what is to be rewritten into a type of its own"
        );
        errors.push(Code::RewrittenList.at(rewrite.span(), message));
    }
    let hidden = input.fields().find(|(_, field)| field.part == Part::NameField && !field.is_as_declared());
    if let Some((_, field)) = hidden {
        let message = format!(
            "`rewrite` cannot rename the variable in `{}`, which has another form there: remove `rewrite`, or hold the name \
             in a type that can be rewritten",
            field.name()
        );
        errors.push(Code::RewrittenProjection.at(rewrite.span(), message));
    }
    if let Some(lifetime) = input.generics.lifetimes().next() {
        let message = format!(
            "`rewrite` is for types without lifetimes, since what is borrowed cannot be replaced: remove `rewrite`, or own \
             what `{}` borrows",
            lifetime.lifetime
        );
        errors.push(Code::RewrittenBorrow.at(rewrite.span(), message));
    }
}

fn refuse_packed(attributes: &[Attribute], errors: &mut Accumulator) {
    for attribute in attributes.iter().filter(|attribute| attribute.path().is_ident("repr")) {
        let mut packed: Option<Span> = None;
        // The compiler reports errors in a `repr`.
        let _ = attribute.parse_nested_meta(|meta| {
            if meta.path.is_ident("packed") {
                packed = Some(meta.path.span());
            }
            if meta.input.peek(syn::token::Paren) {
                let arguments;
                syn::parenthesized!(arguments in meta.input);
                arguments.parse::<proc_macro2::TokenStream>()?;
            }
            Ok(())
        });
        if let Some(span) = packed {
            let message = "the fields of a packed type cannot be borrowed, and so not compared: remove `packed`, or \
                           hold the type in a field marked `#[seq(opaque)]` or `#[seq(ignore)]`";
            errors.push(Code::Packed.at(span, message));
        }
    }
}
