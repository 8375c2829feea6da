//! The grammar, over tokens; names get their meanings while it is read.
//!
//! ```text
//! module  := [ "#[" "version" "=" STRING "]" ]
//!            { "def" GLOBAL function | type | data | "extern" "type" NAME [ tparams ] | relation | expr } [ "#[metadata]" anything ]
//! relation := "relation" NAME [ tparams ] "(" types ")" [ "where" NAME [ "(" … ")" ] { "," … } ] [ ";" ]
//! type    := "type" NAME [ tparams ] "{" { CTOR [ "(" types ")" ] "," } "}"
//! data    := "data" NAME [ tparams ] "{" { CTOR ":" "(" types ")" "->" NAME [ "," ] } "}"
//! tparams := "[" param { "," param } "]" | "<" param { "," param } ">"         param := NAME [ ":" KIND ]
//! function := [ tparams ] "(" { LOCAL [ ":" type ] "," } { NAME "=" attribute "," } ")" [ "->" type ] "{" expr "}"
//! ```
//!
//! Expressions are in `expr`, `primary` and `call`, types in `types`. Where something nests, rules call themselves;
//! what stands in a row is read in loops.

mod attribute;
mod call;
mod constant;
mod dims;
mod expr;
mod function;
mod graph;
mod module;
mod names;
mod pattern;
mod primary;
mod relation;
mod type_arguments;
mod types;

use std::sync::Arc;

use winnow::Parser;
use winnow::combinator::{alt, opt, preceded, separated};

use self::graph::Graph;
use self::module::FreeVars;
use self::names::{Known, Names};
use super::error::{ErrorKind, Mistake};
use super::ir::{Attributes, Expr, Function, Incomplete, LocalVar, Location, Module, Type, TypeParam};
use super::lexer;
use super::limits::DEPTH_LIMIT;
use super::token::{LOCAL, TokenKind};
use crate::text::{self, Place, Rule, Scope, Source, SyntaxError, Tokens, mistake, token, word};

/// The tokens that rules read.
type Input<'t, 's> = text::Input<'t, TokenKind<'s>, Context<'t, 's>>;

/// Why a rule does not fit.
type Failure = text::Failure<ErrorKind>;

/// The result of a rule. Mistakes are boxed, and so are expressions: what calls itself needs little stack then.
type Outcome<T> = Result<T, Failure>;

/// An expression that was read.
type Read = Deep<Box<Expr>>;

/// Reads a module.
pub(super) fn module(source: &Source) -> Result<Module, Mistake> {
    let tokens = lexer::tokens(source.text())?;
    let names = Names::of_tokens(&tokens.words);
    parse(source, &tokens, &names, module::module)
}

/// Reads an expression with the names of a module.
pub(super) fn expr(source: &Source, module: &Module) -> Result<Expr, Mistake> {
    let tokens = lexer::tokens(source.text())?;
    parse(source, &tokens, &Names::of_module(module), |input: &mut Input<'_, '_>| {
        let start = input.start();
        let body = *expr::steps(input)?.node;
        let span = span_since(input, start);
        let function = Function {
            type_params: Vec::new(),
            params: Vec::new(),
            attributes: Attributes::new(),
            result: None,
            body,
            span,
        };
        Ok(graph::resolve(input, function, start)?.body)
    })
}

/// Reads a type with the names of a module.
pub(super) fn ty(source: &Source, module: &Module) -> Result<Type, Mistake> {
    let tokens = lexer::tokens(source.text())?;
    parse(source, &tokens, &Names::of_module(module), types::ty)
}

fn parse<'t, 's: 't, T>(
    source: &'t Source,
    tokens: &'t Tokens<TokenKind<'s>>,
    names: &'t Names<'t>,
    rule: impl Rule<'t, TokenKind<'s>, Context<'t, 's>, T>,
) -> Result<T, Mistake> {
    let context = Context {
        source,
        location: Location::of(source),
        names,
        locals: Scope::new(),
        params: Scope::new(),
        known: Known::default(),
        free: None,
        graph: Graph::default(),
        holes: 0,
    };
    text::parse(tokens, context, rule)
}

/// What all rules share.
struct Context<'t, 's> {
    source: &'t Source,
    /// Of the whole text.
    location: Location,
    names: &'t Names<'t>,
    locals: Scope<'s, Arc<LocalVar>>,
    params: Scope<'s, Arc<TypeParam>>,
    known: Known<'s>,
    /// The free variables of the expression at hand; `None` in a definition.
    free: Option<FreeVars<'s>>,
    /// The graph bindings of this definition so far.
    graph: Graph,
    /// How many incomplete types this definition has so far.
    holes: u32,
}

/// Something that was read, and how many of its kind are in one another.
struct Deep<T> {
    node: T,
    depth: usize,
}

/// The depth of what begins there and has parts of these depths.
fn around(input: &Input<'_, '_>, start: usize, parts: impl IntoIterator<Item = usize>) -> Outcome<usize> {
    let depth = 1 + parts.into_iter().max().unwrap_or(0);
    if depth > DEPTH_LIMIT {
        return Err(mistake(ErrorKind::Depth, input.place_since(start)));
    }
    Ok(depth)
}

/// `_`, whose token was taken.
fn hole(input: &mut Input<'_, '_>) -> Incomplete {
    let number = input.context.holes;
    input.context.holes = number.saturating_add(1);
    Incomplete { number }
}

/// From a byte to the end of the last token that was taken.
fn span_since(input: &Input<'_, '_>, start: usize) -> Location {
    input.context.location.at(input.place_since(start))
}

/// `%x`, where it is bound, and its place.
fn local<'s>(input: &mut Input<'_, 's>) -> Outcome<(&'s str, Place)> {
    token(LOCAL, |token| match token.kind {
        TokenKind::Local(name) => Some((name, token.place.clone())),
        _ => None,
    })
    .parse_next(input)
}

/// A name without a sign, called so in messages, and its place.
fn name<'s>(input: &mut Input<'_, 's>, label: &'static str) -> Outcome<(&'s str, Place)> {
    if let TokenKind::Keyword(word) = input.next() {
        return Err(mistake(SyntaxError::Reserved((*word).to_owned()), input.here()));
    }
    token(label, |token| match token.kind {
        TokenKind::Name(name) => Some((name, token.place.clone())),
        _ => None,
    })
    .parse_next(input)
}

/// What brackets hold.
enum Bracketed<T> {
    One(T),
    Tuple(Vec<T>),
}

/// `"(" [ item { "," item } [ "," ] ] ")"`: a tuple, but for one item without a comma.
fn bracketed<'t, 's: 't, T>(
    item: impl Rule<'t, TokenKind<'s>, Context<'t, 's>, T>,
) -> impl Rule<'t, TokenKind<'s>, Context<'t, 's>, Bracketed<T>> {
    let empty = word(")").map(|_| Bracketed::Tuple(Vec::new()));
    let items = (separated(1.., item, word(",")), opt(word(",")), word(")"));
    let items = items.map(|(mut items, comma, _): (Vec<T>, Option<Place>, Place)| match items.pop() {
        Some(only) if items.is_empty() && comma.is_none() => Bracketed::One(only),
        last => {
            items.extend(last);
            Bracketed::Tuple(items)
        }
    });
    preceded(word("("), alt((empty, items)))
}
