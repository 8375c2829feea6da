//! The grammar, over tokens.
//!
//! ```text
//! expr    := "\" NAME { NAME } "." expr
//!          | "let" NAME "=" expr "in" expr
//!          | "letrec" NAME "=" expr { "and" NAME "=" expr } "in" expr
//!          | "match" expr "{" [ arm { ";" arm } [ ";" ] ] "}"
//!          | atom { atom }
//! atom    := NAME | CONSTRUCTOR | INTEGER | STRING | "(" expr ")"
//! arm     := pattern "->" expr
//! pattern := CONSTRUCTOR { part } | part
//! part    := "_" | NAME | CONSTRUCTOR | INTEGER | STRING | "(" pattern ")"
//! ```
//!
//! One token decides each time. Expressions in expressions, and patterns in patterns, are read in loops with a stack of
//! what is begun, and not by rules that call each other: a program may be as deep as memory allows.

mod pattern;

use winnow::Parser;
use winnow::combinator::repeat_till;

use super::ast::{Arm, Expr, Pattern};
use super::error::{ErrorKind, Mistake};
use super::lexer;
use super::token::{ARGUMENT, EXPRESSION, NAME, PARAMETER, TokenKind};
use crate::text::{self, Place, Source, Span, SyntaxError, Unique, elided, mistake, word};

type Input<'t, 's> = text::Input<'t, TokenKind<'s>, &'t Source>;
type Failure = text::Failure<ErrorKind>;
type Outcome<T> = Result<T, Failure>;

/// Reads a text.
pub(super) fn program(source: &Source) -> Result<Expr, Mistake> {
    text::parse(&lexer::tokens(source.text())?, source, expr)
}

/// How far an expression was read.
enum Step<'s> {
    /// To the next expression in it.
    Begun(Begun<'s>),
    /// To its end.
    Whole(Whole),
}

/// An expression that is begun, and goes on with another.
struct Begun<'s> {
    construct: Construct<'s>,
    /// The byte where it begins.
    start: usize,
}

/// What was read of it so far.
enum Construct<'s> {
    Bracket,
    /// A function; its argument follows.
    Apply(Expr),
    /// Parameters; the body follows.
    Lambda(Vec<String>),
    /// A name; its value follows.
    LetValue(String),
    /// A name and its value; the body follows.
    LetBody(String, Expr),
    /// Bindings; the last one's value follows.
    LetRecValue(Bindings<'s>),
    /// Bindings; the body follows.
    LetRecBody(Bindings<'s>),
    /// Nothing; the scrutinee follows.
    Scrutinee,
    /// A scrutinee, arms, and the next one's pattern; that one's body follows.
    Arm {
        scrutinee: Expr,
        arms: Vec<Arm>,
        pattern: Pattern,
        start: usize,
    },
}

struct Bindings<'s> {
    names: Vec<String>,
    values: Vec<Expr>,
    unique: Unique<'s>,
}

/// An expression that was read to its end.
struct Whole {
    expr: Expr,
    start: usize,
    /// Whether an atom behind it is its argument.
    takes_arguments: bool,
}

/// `expr`
fn expr(input: &mut Input<'_, '_>) -> Outcome<Expr> {
    let mut begun: Vec<Begun<'_>> = Vec::new();
    let mut step = begin(input)?;
    loop {
        step = match step {
            Step::Begun(outer) => {
                begun.push(outer);
                begin(input)?
            }
            Step::Whole(whole) => {
                let is_argument = begun.last().is_some_and(|outer| matches!(outer.construct, Construct::Apply(_)));
                if whole.takes_arguments && !is_argument && atom_follows(input, &["("], ARGUMENT) {
                    Step::Begun(Begun { construct: Construct::Apply(whole.expr), start: whole.start })
                } else if let Some(outer) = begun.pop() {
                    go_on(input, outer, whole.expr)?
                } else {
                    return Ok(whole.expr);
                }
            }
        };
    }
}

/// Reads an expression's beginning: all of an atom, or as much as stands before the first expression in it.
fn begin<'s>(input: &mut Input<'_, 's>) -> Outcome<Step<'s>> {
    let start = input.start();
    let next = input.next();
    if let Some(expr) = atom(next, input.context.span(input.here())) {
        input.take();
        return Ok(Step::Whole(Whole { expr, start, takes_arguments: true }));
    }
    if !matches!(next, TokenKind::Symbol("(" | "\\") | TokenKind::Keyword("let" | "letrec" | "match")) {
        return input.refuse(EXPRESSION);
    }
    input.take();
    let construct = match next {
        TokenKind::Symbol("(") => Construct::Bracket,
        TokenKind::Symbol(_) => {
            let (params, _) =
                repeat_till(1.., name(PARAMETER).map(|(name, _)| name.to_owned()), word(".")).parse_next(input)?;
            Construct::Lambda(params)
        }
        TokenKind::Keyword("let") => {
            let ((name, _), _) = (name(NAME), word("=")).parse_next(input)?;
            Construct::LetValue(name.to_owned())
        }
        TokenKind::Keyword("letrec") => {
            let mut bindings = Bindings { names: Vec::new(), values: Vec::new(), unique: Unique::new("binding") };
            binding(input, &mut bindings)?;
            Construct::LetRecValue(bindings)
        }
        _ => Construct::Scrutinee,
    };
    Ok(Step::Begun(Begun { construct, start }))
}

/// `NAME | CONSTRUCTOR | INTEGER | STRING`
fn atom(token: &TokenKind<'_>, span: Span) -> Option<Expr> {
    Some(match token {
        TokenKind::Name(name) => Expr::Variable { name: (*name).to_owned(), span },
        TokenKind::Constructor(name) => Expr::Constructor { name: (*name).to_owned(), span },
        TokenKind::Integer(value) => Expr::Integer { value: *value, span },
        TokenKind::String(value) => Expr::String { value: value.clone(), span },
        _ => return None,
    })
}

/// `NAME "="`
fn binding<'s>(input: &mut Input<'_, 's>, bindings: &mut Bindings<'s>) -> Outcome<()> {
    let (name, place) = name(NAME).parse_next(input)?;
    bindings.unique.add(name, place)?;
    bindings.names.push(name.to_owned());
    word("=").void().parse_next(input)
}

/// A variable's name, called so in messages, and its place.
fn name<'t, 's: 't>(label: &'static str) -> impl Parser<Input<'t, 's>, (&'s str, Place), Failure> {
    move |input: &mut Input<'t, 's>| match input.next() {
        TokenKind::Keyword(word) => Err(mistake(SyntaxError::Reserved((*word).to_owned()), input.here())),
        TokenKind::Constructor(name) => Err(mistake(ErrorKind::Capital(elided(name)), input.here())),
        _ => text::token(label, |token| match token.kind {
            TokenKind::Name(name) => Some((name, token.place.clone())),
            _ => None,
        })
        .parse_next(input),
    }
}

/// Whether an atom begins here: a word, or one of these symbols.
fn atom_follows(input: &mut Input<'_, '_>, symbols: &[&str], label: &'static str) -> bool {
    let follows = match input.next() {
        TokenKind::Name(_) | TokenKind::Constructor(_) | TokenKind::Integer(_) | TokenKind::String(_) => true,
        TokenKind::Symbol(symbol) => symbols.contains(symbol),
        _ => false,
    };
    if !follows {
        input.misses(label);
    }
    follows
}

/// Goes on with what was begun, behind the expression that it waited for.
fn go_on<'s>(input: &mut Input<'_, 's>, begun: Begun<'s>, read: Expr) -> Outcome<Step<'s>> {
    let Begun { construct, start } = begun;
    let span = span_since(input, start);
    let construct = match construct {
        Construct::Bracket => {
            word(")").parse_next(input)?;
            let mut expr = read;
            *expr.span_mut() = span_since(input, start);
            return Ok(Step::Whole(Whole { expr, start, takes_arguments: true }));
        }
        Construct::Apply(function) => {
            let expr = Expr::Apply { function: Box::new(function), argument: Box::new(read), span };
            return Ok(Step::Whole(Whole { expr, start, takes_arguments: true }));
        }
        Construct::Lambda(params) => {
            return Ok(whole(Expr::Lambda { params, body: Box::new(read), span }, start));
        }
        Construct::LetBody(name, value) => {
            return Ok(whole(Expr::Let { name, value: Box::new(value), body: Box::new(read), span }, start));
        }
        Construct::LetRecBody(Bindings { names, values, .. }) => {
            return Ok(whole(Expr::LetRec { names, values, body: Box::new(read), span }, start));
        }
        Construct::LetValue(name) => {
            word("in").parse_next(input)?;
            Construct::LetBody(name, read)
        }
        Construct::LetRecValue(mut bindings) => {
            bindings.values.push(read);
            if input.takes("and") {
                binding(input, &mut bindings)?;
                Construct::LetRecValue(bindings)
            } else {
                word("in").parse_next(input)?;
                Construct::LetRecBody(bindings)
            }
        }
        Construct::Scrutinee => {
            word("{").parse_next(input)?;
            return next_arm(input, read, Vec::new(), start);
        }
        Construct::Arm { scrutinee, mut arms, pattern, start: arm_start } => {
            arms.push(Arm { pattern, body: read, span: span_since(input, arm_start) });
            if input.takes(";") {
                return next_arm(input, scrutinee, arms, start);
            }
            word("}").parse_next(input)?;
            return Ok(matched(input, scrutinee, arms, start));
        }
    };
    Ok(Step::Begun(Begun { construct, start }))
}

/// An arm up to its body, or the end of the arms.
fn next_arm<'s>(input: &mut Input<'_, 's>, scrutinee: Expr, arms: Vec<Arm>, start: usize) -> Outcome<Step<'s>> {
    if input.takes("}") {
        return Ok(matched(input, scrutinee, arms, start));
    }
    let arm_start = input.start();
    let (pattern, _) = (pattern::pattern, word("->")).parse_next(input)?;
    let construct = Construct::Arm { scrutinee, arms, pattern, start: arm_start };
    Ok(Step::Begun(Begun { construct, start }))
}

fn matched<'s>(input: &Input<'_, 's>, scrutinee: Expr, arms: Vec<Arm>, start: usize) -> Step<'s> {
    whole(Expr::Match { scrutinee: Box::new(scrutinee), arms, span: span_since(input, start) }, start)
}

/// An expression that ends with another, to which an argument would belong.
fn whole<'s>(expr: Expr, start: usize) -> Step<'s> {
    Step::Whole(Whole { expr, start, takes_arguments: false })
}

/// From a byte to the end of the last token that was taken.
fn span_since(input: &Input<'_, '_>, start: usize) -> Span {
    input.context.span(input.place_since(start))
}
