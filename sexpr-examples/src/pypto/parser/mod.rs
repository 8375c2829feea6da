//! The grammar, over tokens. One function a rule; what a rule accepts stands in its comment.

mod call;
mod expr;
mod input;
mod number;
mod stmt;
mod types;

use winnow::Parser;
use winnow::combinator::{alt, opt, preceded, repeat_till, terminated};

pub(crate) use self::call::is_operation;
use self::input::{Context, Input, Outcome, name, newline};
use super::error::Mistake;
use super::lexer;
use super::syntax::{FunctionDef, Name, Param, TypeExpr, TypeKind};
use super::token::TokenKind;
use crate::text::{self, Unique, end, labelled, list, token, word};

/// What the module of types and loops is called where no import says otherwise.
pub(crate) const MODULE: &str = "pi";

/// A whole text.
#[derive(Debug)]
pub(crate) struct Module<'s> {
    /// The program's name; empty where the text has none.
    pub(crate) name: &'s str,
    /// What it calls the module of types and loops.
    pub(crate) module: &'s str,
    pub(crate) functions: Vec<FunctionDef<'s>>,
}

/// Reads a text.
pub(crate) fn module(text: &str) -> Result<Module<'_>, Mistake> {
    let (tokens, program) = lexer::tokens(text)?;
    let module = text::parse(&tokens, Context::default(), whole)?;
    Ok(Module { name: if module.name.is_empty() { program.unwrap_or_default() } else { module.name }, ..module })
}

/// Reads a text without a function around it: as the body of one that has no name.
pub(crate) fn fragment(text: &str) -> Result<Module<'_>, Mistake> {
    let (tokens, _) = lexer::tokens(text)?;
    let body = text::parse(&tokens, Context::default(), stmt::fragment)?;
    let nowhere = body.place.start..body.place.start;
    let (name, place) = (Name { text: "", place: nowhere }, body.place.clone());
    let function = FunctionDef { name, params: Vec::new(), returns: Vec::new(), body, place };
    Ok(Module { name: "", module: MODULE, functions: vec![function] })
}

/// `program := [ import ] [ NAME ":" NEWLINE ] { function }`
fn whole<'s>(input: &mut Input<'_, 's>) -> Outcome<Module<'s>> {
    if let Some(module) = opt(import).parse_next(input)? {
        input.context.module = module;
    }
    let heading =
        matches!(input.next(), TokenKind::Name(_)) && input.is(1, ":") && *input.peek(2) == TokenKind::Newline;
    let name = if heading { terminated(name, (word(":"), newline)).parse_next(input)?.text } else { "" };
    let (functions, ()) = repeat_till(0.., function, end).parse_next(input)?;
    Ok(Module { name, module: input.context.module, functions })
}

/// `import := "import" "pypto" "." "ir" "as" NAME | "from" "pypto" "import" "ir" [ "as" NAME ]`
fn import<'s>(input: &mut Input<'_, 's>) -> Outcome<&'s str> {
    let direct =
        preceded((word("import"), named("pypto", "`pypto`"), word("."), named("ir", "`ir`"), word("as")), name)
            .map(|name| name.text);
    let from = preceded(
        (word("from"), named("pypto", "`pypto`"), word("import"), named("ir", "`ir`")),
        opt(preceded(word("as"), name)),
    )
    .map(|renamed| renamed.map_or("ir", |name| name.text));
    let module = labelled("an import", alt((direct, from))).parse_next(input)?;
    newline.parse_next(input)?;
    Ok(module)
}

/// A certain name.
fn named(name: &'static str, label: &'static str) -> impl FnMut(&mut Input<'_, '_>) -> Outcome<()> {
    move |input| token(label, |token| (token.kind == TokenKind::Name(name)).then_some(())).parse_next(input)
}

/// `function := "def" NAME "(" [ param { "," param } ] ")" [ "->" returns ] ":" block`
fn function<'s>(input: &mut Input<'_, 's>) -> Outcome<FunctionDef<'s>> {
    let start = input.start();
    labelled("a function", word("def")).parse_next(input)?;
    let name = name.parse_next(input)?;
    let params: Vec<Param<'s>> = list("(", param, ")").parse_next(input)?;
    let mut unique = Unique::new("parameter");
    for Param { name, .. } in &params {
        unique.add(name.text, name.place.clone())?;
    }
    let returns = opt(preceded(word("->"), types::returns)).parse_next(input)?;
    let body = stmt::body(input)?;
    Ok(FunctionDef { name, params, returns: returns.unwrap_or_default(), body, place: input.place_since(start) })
}

/// `param := NAME [ ":" type ]`
fn param<'s>(input: &mut Input<'_, 's>) -> Outcome<Param<'s>> {
    let name = labelled("a parameter", name).parse_next(input)?;
    let ty = opt(preceded(labelled("`:` and the parameter's type", word(":")), types::ty)).parse_next(input)?;
    let ty = ty.unwrap_or_else(|| TypeExpr { kind: TypeKind::Unknown, place: name.place.clone() });
    Ok(Param { name, ty })
}
