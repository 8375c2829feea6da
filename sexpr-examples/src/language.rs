//! The languages that the command reads.
//!
//! A language is a type with an implementation of [`Language`], and an entry in [`LANGUAGES`].

use std::ops::Range;
use std::path::Path as FilePath;

use miette::Report;
use sexpr_core::{Edit, Options, Path, Step, StructuralEq};

use crate::text::{Source, Span};
use crate::{lambda, pypto, relay};

/// A language whose programs can be read, printed and compared.
pub trait Language {
    /// What `--language` calls it.
    const NAME: &'static str;
    /// How its files' names end, without the dot.
    const ENDINGS: &'static [&'static str];
    /// A program.
    type Program: StructuralEq;
    /// What texts that are read together share: free variables, where they are not known by their names alone.
    type Shared: Default;

    /// Reads a program.
    ///
    /// # Errors
    ///
    /// The text is no program.
    fn parse(source: &Source, shared: &mut Self::Shared) -> Result<Self::Program, Report>;

    /// A program's text.
    fn print(program: &Self::Program) -> String;

    /// Where in the text a path leads to.
    fn locate(program: &Self::Program, path: &Path) -> Span;
}

/// A [`Language`] as an entry of a table.
pub trait AnyLanguage: Sync {
    /// What `--language` calls it.
    fn name(&self) -> &'static str;

    /// How its files' names end, without the dot.
    fn endings(&self) -> &'static [&'static str];

    /// A place to read texts together.
    fn session(&self) -> Box<dyn Session>;
}

/// Texts of one language that are read together: a name that nothing binds means one variable in all of them.
pub trait Session {
    /// The first difference between two programs, if there is one.
    ///
    /// # Errors
    ///
    /// One of the texts is no program.
    fn compare(&mut self, left: &Source, right: &Source, options: &Options) -> Result<Option<Difference>, Report>;

    /// All differences of two programs.
    ///
    /// # Errors
    ///
    /// One of the texts is no program.
    fn differences(&mut self, left: &Source, right: &Source, options: &Options) -> Result<Differences, Report>;

    /// A program's hash.
    ///
    /// # Errors
    ///
    /// The text is no program.
    fn hash(&mut self, source: &Source, options: &Options) -> Result<u64, Report>;

    /// A program's text in standard form.
    ///
    /// # Errors
    ///
    /// The text is no program.
    fn print(&mut self, source: &Source) -> Result<String, Report>;
}

/// Every language, the one for unknown endings first.
pub static LANGUAGES: &[&dyn AnyLanguage] = &[&Entry(Pypto), &Entry(Lambda), &Entry(Relay)];

/// The language of a file: the one that is asked for, else by the name's ending, else the first one.
pub fn language_of(file: &FilePath, wanted: Option<&str>) -> &'static dyn AnyLanguage {
    let ending = file.extension().and_then(|ending| ending.to_str()).unwrap_or_default();
    let fits = |language: &&&dyn AnyLanguage| match wanted {
        Some(name) => language.name() == name,
        None => language.endings().contains(&ending),
    };
    LANGUAGES.iter().find(fits).copied().unwrap_or(&Entry(Pypto))
}

/// All differences of two programs.
#[derive(Clone, Debug)]
pub struct Differences {
    /// In the order of the programs.
    pub all: Vec<Difference>,
    /// Whether there are no others. Programs that have nothing in common are not compared to the end.
    pub are_complete: bool,
}

/// Where and why two programs differ.
#[derive(Clone, Debug)]
pub struct Difference {
    /// Why.
    pub reason: String,
    /// Where in the first one.
    pub left: Place,
    /// Where in the second one.
    pub right: Place,
}

/// A place in a program.
#[derive(Clone, Debug)]
pub struct Place {
    /// The program's text.
    pub source: Source,
    /// The way from the program's root.
    pub path: String,
    /// The bytes of the text, at most one line of it.
    pub range: Range<usize>,
    /// What is there to see.
    pub label: &'static str,
}

impl Place {
    fn new(source: &Source, path: &Path, span: &Span) -> Self {
        let range = source.range(span);
        let text = &source.text()[range.clone()];
        let line = text.lines().next().map_or(0, str::len);
        let label = match path.steps().last() {
            Some(Step::MissingIndex(0) | Step::MissingKey(_)) => "something is missing in this",
            Some(Step::MissingIndex(_)) => "something is missing after this",
            _ => "here",
        };
        Self { source: source.clone(), path: path.to_string(), range: range.start..range.start + line, label }
    }
}

/// The language of [`crate::pypto`].
#[derive(Debug)]
pub struct Pypto;

impl Language for Pypto {
    const NAME: &'static str = "pypto";
    const ENDINGS: &'static [&'static str] = &["py", "pto"];
    type Program = pypto::ir::Program;
    type Shared = pypto::FreeVars;

    fn parse(source: &Source, shared: &mut Self::Shared) -> Result<Self::Program, Report> {
        Ok(pypto::parse_source(source, shared)?)
    }

    fn print(program: &Self::Program) -> String {
        pypto::print(program)
    }

    fn locate(program: &Self::Program, path: &Path) -> Span {
        pypto::locate(program, path)
    }
}

/// The language of [`crate::lambda`].
#[derive(Debug)]
pub struct Lambda;

impl Language for Lambda {
    const NAME: &'static str = "lambda";
    const ENDINGS: &'static [&'static str] = &["lam"];
    type Program = lambda::ast::Expr;
    type Shared = ();

    fn parse(source: &Source, (): &mut Self::Shared) -> Result<Self::Program, Report> {
        Ok(lambda::parse_source(source)?)
    }

    fn print(program: &Self::Program) -> String {
        lambda::print(program)
    }

    fn locate(program: &Self::Program, path: &Path) -> Span {
        lambda::locate(program, path)
    }
}

/// The language of [`crate::relay`].
#[derive(Debug)]
pub struct Relay;

impl Language for Relay {
    const NAME: &'static str = "relay";
    const ENDINGS: &'static [&'static str] = &["rly", "relay"];
    type Program = relay::ir::Module;
    type Shared = ();

    fn parse(source: &Source, (): &mut Self::Shared) -> Result<Self::Program, Report> {
        Ok(relay::parse_source(source)?)
    }

    fn print(program: &Self::Program) -> String {
        relay::print(program)
    }

    fn locate(program: &Self::Program, path: &Path) -> Span {
        relay::locate(program, path)
    }
}

/// Makes a [`Language`] an entry of the table.
struct Entry<L>(L);

impl<L: Language + Sync + 'static> AnyLanguage for Entry<L> {
    fn name(&self) -> &'static str {
        L::NAME
    }

    fn endings(&self) -> &'static [&'static str] {
        L::ENDINGS
    }

    fn session(&self) -> Box<dyn Session> {
        Box::new(Texts::<L> { shared: L::Shared::default() })
    }
}

struct Texts<L: Language> {
    shared: L::Shared,
}

impl<L: Language> Session for Texts<L> {
    fn compare(&mut self, left: &Source, right: &Source, options: &Options) -> Result<Option<Difference>, Report> {
        let left_program = L::parse(left, &mut self.shared)?;
        let right_program = L::parse(right, &mut self.shared)?;
        let mismatch = options.first_mismatch(&left_program, &right_program);
        Ok(mismatch.map(|mismatch| Difference {
            reason: mismatch.reason().to_string(),
            left: Place::new(left, mismatch.lhs(), &L::locate(&left_program, mismatch.lhs())),
            right: Place::new(right, mismatch.rhs(), &L::locate(&right_program, mismatch.rhs())),
        }))
    }

    fn differences(&mut self, left: &Source, right: &Source, options: &Options) -> Result<Differences, Report> {
        let left_program = L::parse(left, &mut self.shared)?;
        let right_program = L::parse(right, &mut self.shared)?;
        let diff = options.diff(&left_program, &right_program);
        let difference = |edit: &Edit| Difference {
            reason: edit.kind().to_string(),
            left: Place::new(left, edit.lhs(), &L::locate(&left_program, edit.lhs())),
            right: Place::new(right, edit.rhs(), &L::locate(&right_program, edit.rhs())),
        };
        Ok(Differences { all: diff.iter().map(difference).collect(), are_complete: diff.is_complete() })
    }

    fn hash(&mut self, source: &Source, options: &Options) -> Result<u64, Report> {
        Ok(options.hash(&L::parse(source, &mut self.shared)?))
    }

    fn print(&mut self, source: &Source) -> Result<String, Report> {
        Ok(L::print(&L::parse(source, &mut self.shared)?))
    }
}
