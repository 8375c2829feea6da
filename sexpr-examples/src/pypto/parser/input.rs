//! The stream of tokens, and what is remembered to say what was expected where parsing stopped.

use std::ops::Range;

use winnow::Parser;
use winnow::error::{ErrMode, ParserError};
use winnow::stream::{Stateful, Stream, TokenSlice};

use super::MODULE;
use crate::pypto::error::{ErrorKind, Mistake};
use crate::pypto::limits::NEST_LIMIT;
use crate::pypto::syntax::{Name, Place};
use crate::pypto::token::{Token, TokenKind};
use crate::text::listed;

/// What rules read.
pub(super) type Input<'t, 's> = Stateful<TokenSlice<'t, Token<'s>>, State<'s>>;

/// Why a rule failed.
pub(super) type Error = ErrMode<Failure>;

/// What a rule gives.
pub(super) type Outcome<T> = Result<T, Error>;

/// A rule failed: with a mistake of its own, or because another token was expected, which the state knows.
#[derive(Debug, Default)]
pub(super) struct Failure(Option<Box<Mistake>>);

impl<I: Stream> ParserError<I> for Failure {
    type Inner = Self;

    fn from_input(_: &I) -> Self {
        Self::default()
    }

    fn into_inner(self) -> Result<Self, Self> {
        Ok(self)
    }
}

/// What is true at a place of the text, and what was looked for.
#[derive(Debug)]
pub(super) struct State<'s> {
    /// What the module of types is called.
    pub(super) module: &'s str,
    nest: usize,
    /// How many tokens are left at the furthest place where one was looked for and not found.
    furthest: usize,
    /// What was looked for there.
    expected: Vec<&'static str>,
}

pub(super) fn new<'t, 's>(tokens: &'t [Token<'s>]) -> Input<'t, 's> {
    Stateful {
        input: TokenSlice::new(tokens),
        state: State { module: MODULE, nest: 0, furthest: usize::MAX, expected: Vec::new() },
    }
}

impl State<'_> {
    fn expect(&mut self, left: usize, label: &'static str) {
        if left < self.furthest {
            self.furthest = left;
            self.expected.clear();
        }
        if left == self.furthest && !self.expected.contains(&label) {
            self.expected.push(label);
        }
    }
}

/// The tokens that are left.
pub(super) fn rest<'t, 's>(input: &Input<'t, 's>) -> &'t [Token<'s>] {
    input.input.peek_slice(input.input.len())
}

/// The kind of the token so many tokens on.
pub(super) fn peek<'t, 's>(input: &Input<'t, 's>, ahead: usize) -> Option<&'t TokenKind<'s>> {
    rest(input).get(ahead).map(|token| &token.kind)
}

/// The next token's kind; the last token is never taken.
pub(super) fn next<'t, 's>(input: &Input<'t, 's>) -> &'t TokenKind<'s> {
    peek(input, 0).unwrap_or(&TokenKind::End)
}

/// Whether the token so many tokens on is this symbol.
pub(super) fn is_symbol(input: &Input<'_, '_>, ahead: usize, symbol: &str) -> bool {
    matches!(peek(input, ahead), Some(TokenKind::Symbol(found)) if *found == symbol)
}

/// The next token's place.
pub(super) fn here(input: &Input<'_, '_>) -> Place {
    rest(input).first().map_or(0..0, |token| token.range.clone())
}

/// The byte where the next token begins.
pub(super) fn start(input: &Input<'_, '_>) -> usize {
    here(input).start
}

/// From a byte to the end of the last word before the next token.
pub(super) fn place_since(input: &Input<'_, '_>, start: usize) -> Range<usize> {
    let last = input
        .input
        .previous_tokens()
        .find(|token| !matches!(token.kind, TokenKind::Newline | TokenKind::Indent | TokenKind::Dedent));
    start..last.map_or(start, |token| token.range.end).max(start)
}

/// A token that the function accepts, called so in messages.
pub(super) fn token<'t, 's, T>(
    label: &'static str,
    pick: impl Fn(&'t Token<'s>) -> Option<T>,
) -> impl Parser<Input<'t, 's>, T, Error>
where
    's: 't,
{
    move |input: &mut Input<'t, 's>| {
        let left = rest(input);
        let Some(picked) = left.first().and_then(&pick) else {
            input.state.expect(left.len(), label);
            return Err(ErrMode::Backtrack(Failure::default()));
        };
        input.next_token();
        Ok(picked)
    }
}

/// The words that messages put around symbols and keywords.
macro_rules! quoted {
    ($word:expr; $($known:literal)*) => {
        match $word {
            $($known => concat!("`", $known, "`"),)*
            other => other,
        }
    };
}

pub(super) fn symbol<'t, 's: 't>(symbol: &'static str) -> impl Parser<Input<'t, 's>, Place, Error> {
    let label = quoted!(symbol; "(" ")" "[" "]" "," ":" "=" "->" "." "-");
    token(label, move |token| match token.kind {
        TokenKind::Symbol(found) if found == symbol => Some(token.range.clone()),
        _ => None,
    })
}

pub(super) fn keyword<'t, 's: 't>(keyword: &'static str) -> impl Parser<Input<'t, 's>, Place, Error> {
    let label = quoted!(keyword; "def" "if" "else" "for" "in" "import" "from" "as" "yield" "return");
    token(label, move |token| match token.kind {
        TokenKind::Keyword(found) if found == keyword => Some(token.range.clone()),
        _ => None,
    })
}

/// `NAME`
pub(super) fn name<'s>(input: &mut Input<'_, 's>) -> Outcome<Name<'s>> {
    token("a name", |token| match token.kind {
        TokenKind::Name(text) => Some(Name { text, place: token.range.clone() }),
        _ => None,
    })
    .parse_next(input)
}

/// The end of a line.
pub(super) fn newline(input: &mut Input<'_, '_>) -> Outcome<()> {
    token("the end of the line", |token| (token.kind == TokenKind::Newline).then_some(())).parse_next(input)
}

/// The end of the text.
pub(super) fn end(input: &mut Input<'_, '_>) -> Outcome<()> {
    token("the end of the file", |token| (token.kind == TokenKind::End).then_some(())).parse_next(input)
}

/// A rule that messages call by one name, instead of by everything that it may begin with.
pub(super) fn labelled<'t, 's: 't, T>(
    label: &'static str,
    mut rule: impl Parser<Input<'t, 's>, T, Error>,
) -> impl Parser<Input<'t, 's>, T, Error> {
    move |input: &mut Input<'t, 's>| {
        let left = rest(input).len();
        let known = if input.state.furthest == left { input.state.expected.len() } else { 0 };
        let outcome = rule.parse_next(input);
        if outcome.is_err() && input.state.furthest >= left {
            input.state.expected.truncate(known);
            input.state.expect(left, label);
        }
        outcome
    }
}

/// A rule inside of brackets or a block, which may be nested only so deep.
pub(super) fn nested<'t, 's: 't, T>(
    mut rule: impl Parser<Input<'t, 's>, T, Error>,
) -> impl Parser<Input<'t, 's>, T, Error> {
    move |input: &mut Input<'t, 's>| {
        if input.state.nest == NEST_LIMIT {
            return Err(refuse(ErrorKind::Nest, here(input)));
        }
        input.state.nest += 1;
        let outcome = rule.parse_next(input);
        input.state.nest -= 1;
        outcome
    }
}

/// The module's name and a dot, before something of the module.
pub(super) fn module(input: &mut Input<'_, '_>) -> Outcome<()> {
    let dotted = is_symbol(input, 1, ".");
    if dotted
        && let TokenKind::Name(found) = next(input)
        && *found != input.state.module
    {
        let kind = ErrorKind::Module { found: (*found).to_owned(), module: input.state.module.to_owned() };
        return Err(refuse(kind, here(input)));
    }
    // A name without a dot is refused as a whole: what is missing is not the dot.
    token("the module's name", |token| (dotted && matches!(token.kind, TokenKind::Name(_))).then_some(()))
        .parse_next(input)?;
    symbol(".").void().parse_next(input)
}

/// Fails for good.
pub(super) fn refuse(kind: ErrorKind, place: Place) -> Error {
    fail(Mistake::new(kind, place))
}

/// Fails for good.
pub(super) fn fail(mistake: Mistake) -> Error {
    ErrMode::Cut(Failure(Some(Box::new(mistake))))
}

/// The first name that stands for a second time.
pub(super) fn repeated<'a, 's: 'a>(names: impl Iterator<Item = &'a Name<'s>>) -> Option<&'a Name<'s>> {
    let mut seen = std::collections::HashSet::new();
    names.into_iter().find(|name| !seen.insert(name.text))
}

/// What to tell about a failure.
pub(super) fn mistake(failure: Error, input: &Input<'_, '_>) -> Mistake {
    let (ErrMode::Cut(failure) | ErrMode::Backtrack(failure)) = failure else {
        return Mistake::new(ErrorKind::Nest, 0..0);
    };
    if let Some(mistake) = failure.0 {
        return *mistake;
    }
    let mut whole = input.input.clone();
    whole.reset_to_start();
    let tokens: &[Token<'_>] = whole.peek_slice(whole.len());
    let at = tokens.len().saturating_sub(input.state.furthest);
    let Some(found) = tokens.get(at).or(tokens.last()) else {
        return Mistake::new(ErrorKind::Nest, 0..0);
    };
    let expected = &input.state.expected;
    let kind = match found.kind {
        TokenKind::Indent => ErrorKind::Indentation,
        TokenKind::Keyword(word) if expected == &["a name"] || expected == &["a parameter"] => {
            ErrorKind::Reserved(word.to_owned())
        }
        _ => ErrorKind::Expected {
            expected: listed(expected),
            found: found.kind.to_string(),
            help: help(&found.kind, expected),
        },
    };
    Mistake::new(kind, found.range.clone())
}

/// What messages call the number of a tuple's element.
pub(super) const INDEX: &str = "an element's index, an integer below 2³²";

/// What somebody who knows Python may have meant.
fn help(found: &TokenKind<'_>, expected: &[&str]) -> Option<&'static str> {
    let expects = |label: &str| expected.contains(&label);
    match found {
        TokenKind::Keyword("elif") => Some("write `else:`, and in its block another `if`"),
        TokenKind::Keyword("pass") => Some("a block may be empty: leave the `pass` out"),
        TokenKind::Keyword("while") => Some("loops count: `for i in pi.range(n):`"),
        TokenKind::Keyword("None") => Some("there is no `None`: a block may be empty"),
        TokenKind::Keyword("def") if !expects("a function") => Some("functions stand side by side, not in one another"),
        TokenKind::Keyword("import" | "from") => {
            Some("at most one import, before everything else: `import pypto.ir as NAME` or `from pypto import ir`")
        }
        _ if expects("`pypto`") || expects("`ir`") => {
            Some("the only import is that of the module: `import pypto.ir as NAME` or `from pypto import ir`")
        }
        TokenKind::Keyword("yield") => Some("`pi.yield(…)` stands alone after `NAMES =`"),
        _ if expects("a constant") => {
            Some("attributes are integers, floats, `True`, `False`, strings, data types, and lists of these")
        }
        TokenKind::Str(_) => Some("strings are values of attributes only: `f(x, mode=\"…\")`"),
        TokenKind::Symbol("+") if expects("an expression") => Some("leave the `+` out"),
        TokenKind::Symbol("(") if expects("`=`") => Some("give the result of a call a name: `y = f(x)`"),
        TokenKind::Symbol(".") if expects("`=`") => Some("write `y = pi.yield(x)`, or `yield x` without a name"),
        TokenKind::Symbol(",") if expects("`)`") => {
            Some("there are no tuples here: results are listed without brackets")
        }
        TokenKind::Symbol("=") => Some("compare with `==`"),
        TokenKind::Name(_) if expects("`(`") => {
            Some("carried values stand in brackets: `for i, (a, b) in pi.range(n, init_values=[x, y]):`")
        }
        _ if expects("a type") => {
            Some("types are written `pi.Int64`, `pi.Tensor((n,), pi.FP32)`, `tuple[pi.Int64]`, …")
        }
        _ if expects("a data type") => Some("data types are written `pi.FP32`, with the module's name"),
        _ if expects(INDEX) => Some("which element it is must be known: `t[0]`"),
        _ if expects("a function") => Some("programs consist of functions: `def NAME(…):`"),
        _ => None,
    }
}
