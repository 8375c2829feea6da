//! The values that options take.

use darling::{FromMeta, ast::NestedMeta};
use proc_macro2::{Span, TokenStream};
use quote::ToTokens;
use syn::{
    Expr, ExprLit, Ident, Lit, LitStr, Member, Meta, Path, Token, Type, TypePath, WherePredicate,
    parse::{ParseStream, Parser},
    punctuated::Punctuated,
};

use crate::{
    codes::Code,
    model::{Arena, Condition, Def, Kind},
    suggest::instead,
};

/// No value: the option stands alone.
pub(crate) struct Word;

/// A list of fields.
pub(crate) struct Order(pub(crate) Vec<Member>);

/// Unordered fields, and the condition for that.
pub(crate) struct Operands {
    pub(crate) fields: Vec<Member>,
    pub(crate) condition: Option<Condition>,
}

/// The condition under which elements are unordered.
pub(crate) struct Elements(pub(crate) Option<Condition>);

/// The fields that a lexical scope predeclares.
pub(crate) struct Scope(pub(crate) Vec<Member>);

/// The path of a function.
pub(crate) struct Function(pub(crate) Path);

/// The namespace of a `var` role, which separates its variables from those of other namespaces; empty for the default.
pub(crate) struct Namespace(pub(crate) String);

/// The name of a type in fingerprints, which outlive the process.
pub(crate) struct TypeKey(pub(crate) String);

/// Predicates of a where-clause.
pub(crate) struct Bound(pub(crate) Vec<WherePredicate>);

/// A type of another crate.
pub(crate) struct RemoteType(pub(crate) TypePath);

/// A type that describes the field's type.
pub(crate) struct Description(pub(crate) Type);

/// The type of the node that an id means.
pub(crate) struct NodeOfId(pub(crate) Type);

/// The path of a crate.
pub(crate) struct CratePath(pub(crate) Path);

impl FromMeta for Word {
    fn from_nested_meta(item: &NestedMeta) -> darling::Result<Self> {
        match item {
            NestedMeta::Meta(Meta::Path(_)) => Ok(Word),
            _ => Err(Code::ValueOfWord.at(item, format!("`{0}` takes no value, write `{0}` alone", name(item)))),
        }
    }
}

impl FromMeta for Kind {
    fn from_nested_meta(item: &NestedMeta) -> darling::Result<Self> {
        let literal = string(item, "kind = \"var\"", |text| Kind::from_name(text).is_some())?;
        let text = literal.value();
        Kind::from_name(&text).ok_or_else(|| {
            Code::UnknownKind.at(literal, format!("unknown kind `{text}`, {}", instead(&text, &Kind::NAMES)))
        })
    }
}

impl FromMeta for Def {
    fn from_nested_meta(item: &NestedMeta) -> darling::Result<Self> {
        if let NestedMeta::Meta(Meta::Path(_)) = item {
            return Ok(Def::Pattern);
        }
        let literal = string(item, "def = \"simple\"", |text| Def::from_name(text).is_some())?;
        let text = literal.value();
        Def::from_name(&text).ok_or_else(|| {
            Code::UnknownRegion.at(literal, format!("unknown region `{text}`, {}", instead(&text, &Def::NAMES)))
        })
    }
}

impl FromMeta for Order {
    fn from_nested_meta(item: &NestedMeta) -> darling::Result<Self> {
        let NestedMeta::Meta(Meta::List(list)) = item else {
            return Err(Code::MalformedOrder.at(item, "expected a list of fields, such as `order(value, body)`"));
        };
        let fields = Punctuated::<Member, Token![,]>::parse_terminated.parse2(list.tokens.clone());
        fields.map(|fields| Order(fields.into_iter().collect())).map_err(|at| {
            Code::MalformedOrder
                .at(at.span(), "expected the name or the index of a field, as in `order(value, body)` or `order(1, 0)`")
        })
    }
}

impl FromMeta for Operands {
    fn from_nested_meta(item: &NestedMeta) -> darling::Result<Self> {
        const FORMS: &str = "write `unordered(left, right)`, or `unordered(left, right, if = function)`";
        let NestedMeta::Meta(Meta::List(list)) = item else {
            return Err(Code::MalformedOperands
                .at(item, format!("`unordered` wants the fields among which there is no order: {FORMS}")));
        };
        let operands = |input: ParseStream<'_>| {
            let mut operands = Operands { fields: Vec::new(), condition: None };
            while !input.is_empty() {
                if input.peek(Token![if]) {
                    operands.condition = Some(condition(input)?);
                    break;
                }
                operands.fields.push(input.parse()?);
                if !input.is_empty() {
                    input.parse::<Token![,]>()?;
                }
            }
            Ok(operands)
        };
        let read = operands.parse2(list.tokens.clone());
        read.map_err(|problem| Code::MalformedOperands.at(problem.span(), format!("{problem}: {FORMS}")))
    }
}

impl FromMeta for Elements {
    fn from_nested_meta(item: &NestedMeta) -> darling::Result<Self> {
        const FORMS: &str = "write `unordered` alone, or `unordered(if = function)`";
        let list = match item {
            NestedMeta::Meta(Meta::Path(_)) => return Ok(Elements(None)),
            NestedMeta::Meta(Meta::List(list)) if !list.tokens.is_empty() => list,
            NestedMeta::Meta(Meta::List(_)) => {
                return Err(Code::MalformedElements.at(item, format!("`unordered()` says nothing: {FORMS}")));
            }
            _ => return Err(Code::MalformedElements.at(item, format!("`unordered` takes no value: {FORMS}"))),
        };
        let read = condition.parse2(list.tokens.clone());
        let read = read.map(|condition| Elements(Some(condition)));
        read.map_err(|problem| Code::MalformedElements.at(problem.span(), format!("{problem}: {FORMS}")))
    }
}

/// `if = function`, with or without `assume_tree`, the promise that elements reach no dag node and no id.
fn condition(input: ParseStream<'_>) -> syn::Result<Condition> {
    input.parse::<Token![if]>()?;
    input.parse::<Token![=]>()?;
    let mut condition = Condition { function: input.parse()?, assumes_tree: false };
    input.parse::<Option<Token![,]>>()?;
    if !input.is_empty() {
        let word: Ident = input.parse()?;
        if word != "assume_tree" {
            return Err(syn::Error::new(word.span(), format!("expected `assume_tree`, found `{word}`")));
        }
        condition.assumes_tree = true;
        input.parse::<Option<Token![,]>>()?;
    }
    Ok(condition)
}

impl FromMeta for Scope {
    fn from_nested_meta(item: &NestedMeta) -> darling::Result<Self> {
        const FORMS: &str = "write `scope` alone, or `scope(predeclare = field)`";
        let list = match item {
            NestedMeta::Meta(Meta::Path(_)) => return Ok(Scope(Vec::new())),
            NestedMeta::Meta(Meta::List(list)) => list,
            _ => return Err(Code::MalformedScope.at(item, format!("`scope` takes no value: {FORMS}"))),
        };
        let field = |input: ParseStream<'_>| {
            let word = input.parse::<Ident>()?;
            if word != "predeclare" {
                return Err(syn::Error::new(word.span(), format!("unknown option `{word}` of a scope")));
            }
            if !input.peek(Token![=]) {
                return Err(syn::Error::new(word.span(), "`predeclare` wants a field"));
            }
            input.parse::<Token![=]>()?;
            input.parse::<Member>()
        };
        let fields = |input: ParseStream<'_>| Punctuated::<Member, Token![,]>::parse_terminated_with(input, field);
        match fields.parse2(list.tokens.clone()) {
            Ok(fields) if fields.is_empty() => {
                Err(Code::MalformedScope.at(item, format!("expected a field to predeclare: {FORMS}")))
            }
            Ok(fields) => Ok(Scope(fields.into_iter().collect())),
            Err(problem) => Err(Code::MalformedScope.at(problem.span(), format!("{problem}: {FORMS}"))),
        }
    }
}

impl FromMeta for Function {
    fn from_nested_meta(item: &NestedMeta) -> darling::Result<Self> {
        if let Some(Expr::Path(path)) = value(item)
            && path.qself.is_none()
        {
            return Ok(Function(path.path.clone()));
        }
        let message = match string(item, "", |_| false).and_then(|text| Ok(text.parse::<Path>()?)) {
            Ok(path) => {
                format!("expected a path without quotes: write `{} = {}`", name(item), joined(path.to_token_stream()))
            }
            Err(_) => {
                let example = if name(item) == "with" { "list_fields" } else { "Foreign::name" };
                format!("expected the path of a function, such as `{} = {example}`", name(item))
            }
        };
        Err(Code::NoFunction.at(item, message))
    }
}

impl FromMeta for Namespace {
    fn from_nested_meta(item: &NestedMeta) -> darling::Result<Self> {
        if let NestedMeta::Meta(Meta::Path(_)) = item {
            return Ok(Namespace(String::new()));
        }
        let literal = string(item, "var = \"types\"", is_path)?;
        match literal.value() {
            text if text.is_empty() => {
                Err(Code::EmptyNamespace.at(literal, "a namespace has a name: write one, or `var` alone"))
            }
            text => Ok(Namespace(text)),
        }
    }
}

impl FromMeta for Arena {
    fn from_nested_meta(item: &NestedMeta) -> darling::Result<Self> {
        const FORMS: &str = "write `arena`, `arena = \"whole\"`, `arena(IdType)` or `arena(IdType, whole)`";
        match item {
            NestedMeta::Meta(Meta::Path(_)) => Ok(Arena { id: None, is_whole: false }),
            NestedMeta::Meta(Meta::List(list)) => {
                let arguments = |input: ParseStream<'_>| {
                    let id = input.parse::<Type>()?;
                    let is_whole = input.parse::<Option<Token![,]>>()?.is_some() && !input.is_empty();
                    if is_whole {
                        let word = input.parse::<Ident>()?;
                        if word != "whole" {
                            return Err(syn::Error::new(word.span(), "expected `whole`"));
                        }
                    }
                    Ok(Arena { id: Some(id), is_whole })
                };
                arguments
                    .parse2(list.tokens.clone())
                    .map_err(|problem| Code::MalformedArena.at(problem.span(), format!("{problem}: {FORMS}")))
            }
            _ => {
                let literal = string(item, "arena = \"whole\"", |text| text == "whole")?;
                match literal.value().as_str() {
                    "whole" => Ok(Arena { id: None, is_whole: true }),
                    _ => Err(Code::MalformedArena.at(literal, format!("unknown use of an arena: {FORMS}"))),
                }
            }
        }
    }
}

impl FromMeta for TypeKey {
    fn from_nested_meta(item: &NestedMeta) -> darling::Result<Self> {
        const EXAMPLE: &str = "type_key = \"ir::Expr\"";
        let literal = string(item, EXAMPLE, is_path)?;
        match literal.value() {
            text if text.is_empty() => {
                Err(Code::EmptyTypeKey
                    .at(literal, format!("a type's key cannot be empty: write one, such as `{EXAMPLE}`")))
            }
            text => Ok(TypeKey(text)),
        }
    }
}

impl FromMeta for Bound {
    fn from_nested_meta(item: &NestedMeta) -> darling::Result<Self> {
        let literal = string(item, "bound = \"T: sexpr_core::Field\"", |_| false)?;
        // Give spans the hygiene of macro output. Otherwise the compiler suggests adding bounds after the string.
        let predicates = LitStr::new(&literal.value(), literal.span().resolved_at(Span::call_site()));
        let predicates = predicates.parse_with(Punctuated::<WherePredicate, Token![,]>::parse_terminated);
        predicates.map(|predicates| Bound(predicates.into_iter().collect())).map_err(|problem| {
            let message = format!("expected predicates, such as `bound = \"T: sexpr_core::Field\"`: {problem}");
            Code::MalformedBound.at(literal, message)
        })
    }
}

impl FromMeta for RemoteType {
    fn from_nested_meta(item: &NestedMeta) -> darling::Result<Self> {
        const EXAMPLE: &str = "remote = \"foreign::Expr\"";
        let literal = string(item, EXAMPLE, |text| syn::parse_str::<TypePath>(text).is_ok())?;
        match literal.parse::<TypePath>() {
            Ok(ty) if ty.qself.is_none() => Ok(RemoteType(ty)),
            _ => Err(Code::MalformedRemote.at(literal, format!("expected the path of a type, such as `{EXAMPLE}`"))),
        }
    }
}

impl FromMeta for Description {
    fn from_nested_meta(item: &NestedMeta) -> darling::Result<Self> {
        const EXAMPLE: &str = "as = \"Vec<Expr>\"";
        let literal = string(item, EXAMPLE, |text| syn::parse_str::<Type>(text).is_ok())?;
        let ty = literal.parse().map(Description);
        ty.map_err(|_| {
            Code::MalformedDescription
                .at(literal, format!("expected a type that describes the field's, such as `{EXAMPLE}`"))
        })
    }
}

impl FromMeta for NodeOfId {
    fn from_nested_meta(item: &NestedMeta) -> darling::Result<Self> {
        let message = "expected the type of the node that the id means, as in `id(Expr)`";
        match item {
            NestedMeta::Meta(Meta::List(list)) => {
                let ty = list.parse_args::<Type>();
                ty.map(NodeOfId).map_err(|problem| Code::MalformedId.at(problem.span(), message))
            }
            _ => Err(Code::MalformedId.at(item, message)),
        }
    }
}

impl FromMeta for CratePath {
    fn from_nested_meta(item: &NestedMeta) -> darling::Result<Self> {
        let literal = string(item, "crate = \"other::sexpr_core\"", |_| true)?;
        literal.parse_with(Path::parse_mod_style).map(CratePath).map_err(|_| {
            Code::MalformedCratePath
                .at(literal, "expected the path of a crate, such as `crate = \"other::sexpr_core\"`")
        })
    }
}

/// The string in `name = "string"`. If quotes are all that is missing, the error adds them; otherwise it shows the
/// example.
fn string(item: &NestedMeta, example: &str, would_do: impl Fn(&str) -> bool) -> darling::Result<LitStr> {
    if let Some(Expr::Lit(ExprLit { lit: Lit::Str(literal), .. })) = value(item) {
        return Ok(literal.clone());
    }
    let written = match item {
        NestedMeta::Meta(Meta::NameValue(meta)) => meta.value.to_token_stream(),
        NestedMeta::NameValueInvalidExpr(meta) => meta.value.clone(),
        other => return Err(Code::NoString.at(other, format!("`{}` wants a value, such as `{example}`", name(item)))),
    };
    let text = joined(written.clone());
    let message = if would_do(&text) {
        format!("expected a string: write `{} = \"{text}\"`", name(item))
    } else {
        format!("expected a string, such as `{example}`")
    };
    Err(Code::NoString.at(written, message))
}

fn is_path(text: &str) -> bool {
    syn::parse_str::<Path>(text).is_ok()
}

/// The expression in `name = expression`.
fn value(item: &NestedMeta) -> Option<&Expr> {
    let NestedMeta::Meta(Meta::NameValue(meta)) = item else { return None };
    let mut value = &meta.value;
    // An argument of `macro_rules!` is in an invisible group.
    while let Expr::Group(group) = value {
        value = &group.expr;
    }
    Some(value)
}

fn name(item: &NestedMeta) -> String {
    match item {
        NestedMeta::Meta(meta) => joined(meta.path().to_token_stream()),
        NestedMeta::NameValueInvalidExpr(meta) => joined(meta.path.to_token_stream()),
        NestedMeta::Lit(literal) => literal.to_token_stream().to_string(),
    }
}

/// The text of tokens without spaces, as is usual in attributes.
fn joined(tokens: TokenStream) -> String {
    tokens.to_string().replace(' ', "")
}
