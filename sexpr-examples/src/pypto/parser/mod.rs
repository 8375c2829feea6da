//! The grammar, over tokens. One function a rule; what a rule accepts stands in its comment.

mod attribute;
mod expr;
mod input;
mod stmt;
mod types;

use winnow::Parser;
use winnow::combinator::{alt, delimited, opt, preceded, repeat_till, separated};

use self::input::{Input, Outcome, end, keyword, name, newline, place_since, refuse, symbol};
use super::error::{ErrorKind, Mistake};
use super::lexer::{self, Tokens};
use super::syntax::{FunctionDef, Name, Param};

/// What the module of types and loops is called where no import says otherwise.
pub(crate) const MODULE: &str = "pi";

/// A whole text.
#[derive(Debug)]
pub(crate) struct Module<'s> {
    /// The program's name; empty where the text has none.
    pub(crate) name: &'s str,
    pub(crate) functions: Vec<FunctionDef<'s>>,
}

/// Reads a text.
pub(crate) fn module(text: &str) -> Result<Module<'_>, Mistake> {
    let Tokens { tokens, program } = lexer::tokens(text)?;
    let mut input = input::new(&tokens);
    match whole.parse_next(&mut input) {
        Ok(functions) => Ok(Module { name: program.unwrap_or_default(), functions }),
        Err(failure) => Err(input::mistake(failure, &input)),
    }
}

/// `program := [ import ] { function }`
fn whole<'s>(input: &mut Input<'_, 's>) -> Outcome<Vec<FunctionDef<'s>>> {
    if let Some(module) = opt(import).parse_next(input)? {
        input.state.module = module;
    }
    let (functions, ()) = repeat_till(0.., function, end).parse_next(input)?;
    Ok(functions)
}

/// `import := "import" "pypto" "." "ir" "as" NAME | "from" "pypto" "import" "ir" [ "as" NAME ]`
fn import<'s>(input: &mut Input<'_, 's>) -> Outcome<&'s str> {
    let direct = preceded((keyword("import"), word("pypto"), symbol("."), word("ir"), keyword("as")), name);
    let from =
        (preceded((keyword("from"), word("pypto"), keyword("import")), word("ir")), opt(preceded(keyword("as"), name)))
            .map(|(ir, renamed)| renamed.unwrap_or(ir));
    let module = input::labelled("an import", alt((direct, from))).parse_next(input)?;
    newline.parse_next(input)?;
    Ok(module.text)
}

/// A certain name.
fn word<'t, 's: 't>(word: &'static str) -> impl Parser<Input<'t, 's>, Name<'s>, input::Error> {
    input::labelled(
        match word {
            "pypto" => "`pypto`",
            _ => "`ir`",
        },
        name.verify(move |name: &Name<'_>| name.text == word),
    )
}

/// `function := "def" NAME "(" [ param { "," param } ] ")" [ "->" returns ] ":" block`
fn function<'s>(input: &mut Input<'_, 's>) -> Outcome<FunctionDef<'s>> {
    let start = input::start(input);
    input::labelled("a function", keyword("def")).parse_next(input)?;
    let name = name.parse_next(input)?;
    let params: Vec<Param<'s>> =
        delimited(symbol("("), (separated(0.., param, symbol(",")), opt(symbol(","))), symbol(")"))
            .map(|(params, _)| params)
            .parse_next(input)?;
    let returns = opt(preceded(symbol("->"), types::returns)).parse_next(input)?;
    let body = stmt::block(input)?;
    if let Some(twice) = input::repeated(params.iter().map(|param| &param.name)) {
        return Err(refuse(
            ErrorKind::Duplicate { what: "the parameter", name: twice.text.to_owned() },
            twice.place.clone(),
        ));
    }
    Ok(FunctionDef { name, params, returns: returns.unwrap_or_default(), body, place: place_since(input, start) })
}

/// `param := NAME ":" type`
fn param<'s>(input: &mut Input<'_, 's>) -> Outcome<Param<'s>> {
    let name = input::labelled("a parameter", name).parse_next(input)?;
    input::labelled("`:` and the parameter's type", symbol(":")).parse_next(input)?;
    let ty = types::ty(input)?;
    Ok(Param { name, ty })
}
