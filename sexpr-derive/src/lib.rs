//! The derive macro of `sexpr-core`, which re-exports it. Depend on that crate, not on this one.
//!
//! `attributes` reads the attributes, `validate` checks them and makes a `model` of the type, and `expand` generates
//! code from the model. For invalid input, `fallback` reports all errors at once, with implementations that keep the
//! type usable elsewhere. The derive does not know how values are compared.

use proc_macro2::TokenStream;
use syn::DeriveInput;

mod attributes;
mod codes;
mod expand;
mod fallback;
mod model;
mod receiver;
mod suggest;
mod validate;

#[cfg(test)]
mod odd_inputs;
#[cfg(test)]
mod snapshots;

/// Derives `StructuralEq` for a struct or an enum.
///
/// # Attributes
///
/// All options are in `#[seq(...)]` attributes, and none is required. Each error message ends with a code, such as
/// `[SEQ107]`, which the book's chapter "What the compiler refuses" explains.
///
/// # On a type
///
/// | option | meaning |
/// |---|---|
/// | `kind = "tree"` | The default: compared by its fields. Sharing is invisible. |
/// | `kind = "const-tree"` | As `tree`, but two pointers to one node are equal without a visit. It can reach no variable, dag node or id. |
/// | `kind = "dag"` | Compared by its fields and by identity: sharing is part of the content. |
/// | `kind = "var"` | A variable: equal to the variable that it corresponds to on the other side. |
/// | `kind = "singleton"` | Compared by identity only. |
/// | `scope` | Bindings made in a node end with the node. For `tree` and `dag`; on an enum, for all variants. |
/// | `scope(predeclare = field)` | A scope that binds the variables declared below the field when it is entered. For structs; in an enum, write it on the variant. |
/// | `order(b, a)` | The order in which fields are compared; the default is the order of declaration. Unnamed fields are named by index. |
/// | `unordered(a, b)`, `unordered(a, b, if = path)` | Fields of one type that have no order; with `if`, only where a function of the node returns true. |
/// | `with = path` | The function `path` lists the parts to compare, instead of the fields. |
/// | `custom` | The type's implementation of `CustomStructural` selects the parts to compare and hash. |
/// | `rewrite` | Values can be rewritten by a `Rewrite`; fields that are not compared must be `Clone`. |
/// | `dismantle` | Values can be dropped by `drop_iteratively`. |
/// | `process_local` | Values have a meaning in this process only, such as the index of an interned string, so they have no fingerprint. For `tree` and `const-tree`. |
/// | `type_key = "ir::Expr"` | The type's name in fingerprints, and behind trait objects, instead of its path. |
/// | `bound = "T: Bound"` | Comma-separated predicates that replace the inferred bounds on type parameters. May be empty. |
/// | `crate = "path"` | The path of `sexpr_core`, if not `::sexpr_core`. |
/// | `remote = "foreign::Expr"` | This declaration is a mirror of that type of another crate: it describes its values. |
/// | `..` | Undeclared fields of the `remote` type are ignored. |
///
/// # On a variant
///
/// | option | meaning |
/// |---|---|
/// | `kind = "..."` | The variant's kind, instead of the enum's. |
/// | `scope` | Bindings made in this variant end with the node. |
/// | `scope(predeclare = field)` | The same; variables declared below the field are bound when the scope is entered. |
/// | `order(b, a)` | The order in which the variant's fields are compared. |
/// | `unordered(a, b)`, `unordered(a, b, if = path)` | Fields that have no order, as on a type. |
/// | `..` | Undeclared fields of the `remote` variant are ignored. |
/// | `rest = path` | All undeclared variants of the `remote` type. The function returns a leaf that distinguishes them, or anything else that `via` allows. |
///
/// # On a field
///
/// | role | meaning |
/// |---|---|
/// | `ignore` | Not compared. |
/// | `name` | The node's name in reports. |
/// | `def`, `def = "pattern"` | Variables here bind, and so do unbound variables in their own fields. |
/// | `def = "simple"` | Variables here bind; variables in their own fields are uses. |
/// | `def = "none"` | Nothing binds here, in whatever region the node is. |
/// | `var`, `var = "namespace"` | A name of a variable, or a container of names. A name is a string, a number or another value made of leaves. |
/// | `payload` | Skipped under the option `skip_payload`. |
/// | `key` | The node's identity, by value: for `var`, `dag` and `singleton`. |
/// | `opaque` | Compared by its own `Eq` and `Hash`, for types of other crates. Prevents a fingerprint unless the type implements `StableBytes`. |
/// | `ordered` | A map whose entries are compared in its own order. |
/// | `unordered`, `unordered(if = path)` | A sequence whose elements have no order; with `if`, only where a function of the node returns true. |
/// | `unordered(if = path, assume_tree)` | The same; you guarantee that the elements of such nodes reach no dag node and no id. |
/// | `arena`, `arena(Id)`, `arena = "whole"` | An arena, which holds the nodes of ids in the other fields and below. |
/// | `via = path` | Compared by the result of the function `path`: a reference, a slice, a string or a leaf. |
/// | `as = "Vec<Mirror>"` | Compared as a mirror describes it. The type repeats the field's, with mirrors in place of foreign types. |
/// | `id(Node)` | An id of a `Node`, if its type does not implement `Id`, such as a number. |
/// | `getter = path` | A private field of the `remote` type, which the function reads. |
#[proc_macro_derive(StructuralEq, attributes(seq))]
pub fn derive_structural_eq(input: proc_macro::TokenStream) -> proc_macro::TokenStream {
    derive(input.into()).into()
}

fn derive(input: TokenStream) -> TokenStream {
    let input = match syn::parse2::<DeriveInput>(input) {
        Ok(input) => receiver::replace_self(input),
        Err(error) => return error.into_compile_error(),
    };
    match validate::validate(&input) {
        Ok(ty) => expand::expand(&ty),
        Err(errors) => fallback::expand(&input, errors),
    }
}
