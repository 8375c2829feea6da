//! What a module defines, known before it is read: a text may mention what comes later.

use std::collections::{HashMap, HashSet};
use std::sync::Arc;

use crate::relay::ir::{GlobalVar, Module, Name};
use crate::relay::token::{CONSTANT, TokenKind};
use crate::text::Token;

/// What is defined.
#[derive(Default)]
pub(super) struct Names<'n> {
    pub(super) definitions: HashSet<&'n str>,
    pub(super) types: HashSet<&'n str>,
    /// Each constructor, and whether it has arguments.
    pub(super) constructors: HashMap<&'n str, bool>,
    /// Whether lists are used that the text does not define.
    pub(super) uses_list: bool,
}

/// The names of the type of lists, which a text need not define.
pub(super) const LIST: &str = "List";
pub(super) const NIL: &str = "Nil";
pub(super) const CONS: &str = "Cons";

/// The names that were read, each kept once.
#[derive(Default)]
pub(super) struct Known<'s> {
    names: HashMap<&'s str, Name>,
    globals: HashMap<&'s str, Arc<GlobalVar>>,
}

impl<'s> Known<'s> {
    pub(super) fn name(&mut self, name: &'s str) -> Name {
        self.names.entry(name).or_insert_with(|| Name::from(name)).clone()
    }

    pub(super) fn global(&mut self, name: &'s str) -> Arc<GlobalVar> {
        self.globals.entry(name).or_insert_with(|| Arc::new(GlobalVar::new(name))).clone()
    }
}

/// What begins an algebraic data type.
#[derive(Clone, Copy, PartialEq, Eq)]
pub(super) enum Form {
    /// `type List[A] { Cons(A, List[A]), Nil, }`
    Type,
    /// `data List<a> { Nil : () -> List   Cons : (a, List[a]) -> List }`
    Data,
}

impl Form {
    pub(super) fn of(token: &TokenKind<'_>) -> Option<Self> {
        match token {
            TokenKind::Name("type") => Some(Self::Type),
            TokenKind::Name("data") => Some(Self::Data),
            _ => None,
        }
    }
}

impl<'n> Names<'n> {
    pub(super) fn of_module(module: &'n Module) -> Self {
        let constructors = module.types.values().flat_map(|data| data.constructors.iter().flatten());
        Self {
            definitions: module.definitions.keys().map(|global| &*global.name).collect(),
            types: module.types.keys().map(|handle| &*handle.name).collect(),
            constructors: constructors.map(|constructor| (&*constructor.name, !constructor.args.is_empty())).collect(),
            uses_list: false,
        }
    }

    pub(super) fn of_tokens(tokens: &[Token<TokenKind<'n>>]) -> Self {
        let mut names = Self::default();
        let kind = |at: usize| tokens.get(at).map_or(&TokenKind::End, |token| &token.kind);
        let mut at = 0;
        while at < tokens.len() {
            match (kind(at), kind(at + 1)) {
                (TokenKind::Keyword("def"), TokenKind::Global(name)) => {
                    names.definitions.insert(name);
                }
                (word, TokenKind::Name(name)) if Form::of(word).is_some() => {
                    names.types.insert(name);
                    if let (Some(form), Some(open)) = (Form::of(word), body(tokens, at + 2)) {
                        names.read_constructors(&tokens[open..=open + tokens[open].closing], form);
                        at = open;
                    }
                }
                _ => {}
            }
            at += tokens[at].closing + 1;
        }
        names.add_list(tokens);
        names
    }

    /// Defines lists, if the text uses them and defines nothing of these names.
    fn add_list(&mut self, tokens: &[Token<TokenKind<'n>>]) {
        let is_used = |at: usize| match tokens[at].kind {
            TokenKind::Name(NIL | CONS) => true,
            TokenKind::Name(LIST) => tokens.get(at + 1).is_some_and(|next| next.kind == TokenKind::Symbol("[")),
            _ => false,
        };
        let is_defined =
            self.types.contains(LIST) || [NIL, CONS].iter().any(|name| self.constructors.contains_key(name));
        self.uses_list = !is_defined && (0..tokens.len()).any(is_used);
        if self.uses_list {
            self.types.insert(LIST);
            self.constructors.extend([(NIL, false), (CONS, true)]);
        }
    }

    /// The constructors in a type's braces.
    fn read_constructors(&mut self, tokens: &[Token<TokenKind<'n>>], form: Form) {
        let mut at = 1;
        while let Some(token) = tokens.get(at) {
            if let TokenKind::Name(name) = token.kind {
                let is_symbol =
                    |at: usize, symbol| tokens.get(at).is_some_and(|token| token.kind == TokenKind::Symbol(symbol));
                let arguments = match form {
                    Form::Type => Some(at + 1),
                    Form::Data => is_symbol(at + 1, ":").then_some(at + 2),
                };
                if let Some(arguments) = arguments.filter(|_| name != CONSTANT) {
                    let has_arguments = is_symbol(arguments, "(") && tokens[arguments].closing > 1;
                    self.constructors.entry(name).or_insert(has_arguments);
                }
            }
            at += token.closing + 1;
        }
    }
}

/// The braces of a type whose parameters may stand here.
fn body(tokens: &[Token<TokenKind<'_>>], mut at: usize) -> Option<usize> {
    loop {
        let token = tokens.get(at)?;
        match token.kind {
            TokenKind::Symbol("{") => return Some(at),
            TokenKind::Symbol("[" | "<" | ">" | "," | ":") => {}
            TokenKind::Name(_) if Form::of(&token.kind).is_none() => {}
            _ => return None,
        }
        at += token.closing + 1;
    }
}
