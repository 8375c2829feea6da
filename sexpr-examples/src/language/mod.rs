//! The languages that the command reads.
//!
//! A language is a type with an implementation of [`Language`], and an entry in [`LANGUAGES`].

mod difference;
mod sentence;
mod subterms;
mod wave;

use std::marker::PhantomData;

use miette::{Diagnostic, NamedSource, Report, SourceSpan};
use sexpr_core::{
    Fingerprint, Options, Path, StructuralEq,
    report::{FingerprintError, Obstacle},
};

pub use self::difference::{Bound, Difference, Differences, Kind, Place, PlaceKind};
pub use self::subterms::{Subterm, Subterms};
pub use self::wave::Wave;

use self::difference::{Change, Side, differences};
use self::subterms::{ByPath, subterms};
use crate::text::{Cursor, Source, Span, Variable};
use crate::{lambda, pypto, relay};

/// A language whose programs can be read, printed and compared.
pub trait Language {
    /// What `--language` calls it.
    const NAME: &'static str;
    /// How its files' names end, without the dot.
    const ENDINGS: &'static [&'static str];
    /// The words that cannot be names.
    const KEYWORDS: &'static [&'static str];
    /// What begins a comment, and what ends it.
    const COMMENTS: &'static [[&'static str; 2]];
    /// A program.
    type Program: StructuralEq;
    /// What texts that are read together share: free variables, where they are not known by their names alone. Clones are
    /// one and the same.
    type Shared: Clone + Default + Send;
    /// Reads a program in which the operands of commutative operators count in any order, if the language has such
    /// operators.
    const COMMUTATIVE: Option<Read<Self>> = None;

    /// Reads and prints a part of a program that stands on its own, if the language has such.
    const FRAGMENT: Option<(Read<Self>, Print<Self>)> = None;

    /// Reads a program.
    ///
    /// # Errors
    ///
    /// The text is no program.
    fn parse(source: &Source, shared: &mut Self::Shared) -> Result<Self::Program, Report>;

    /// A program's text.
    fn print(program: &Self::Program) -> String;

    /// The program's root, as a place that leads to those below it.
    fn place(program: &Self::Program) -> impl Cursor;

    /// Where in the text a path leads to.
    fn locate(program: &Self::Program, path: &Path) -> Span {
        Self::place(program).along(path).span()
    }

    /// Its entry in the table.
    fn entry() -> &'static dyn AnyLanguage
    where
        Self: Sized + Sync + 'static,
    {
        &Entry::<Self>(PhantomData)
    }

    /// A place to read texts together.
    fn session() -> Box<dyn Session>
    where
        Self: Sized + 'static,
    {
        Box::new(Texts::<Self> { shared: Self::Shared::default(), read: Self::parse, print: Self::print })
    }

    /// The variables that paths lead to; `None` for a path that leads to something else.
    fn variables(program: &Self::Program, paths: &[&Path]) -> Vec<Option<Variable>>;

    /// Everything that makes a program ill-formed. Every program is well formed, unless the language says otherwise.
    fn check(_program: &Self::Program, _source: &Source) -> Vec<Report> {
        Vec::new()
    }
}

/// A function that reads a program.
pub type Read<L> = fn(&Source, &mut <L as Language>::Shared) -> Result<<L as Language>::Program, Report>;

/// A function that prints a program.
pub type Print<L> = fn(&<L as Language>::Program) -> String;

/// A [`Language`] as an entry of a table.
pub trait AnyLanguage: Sync {
    /// What `--language` calls it.
    fn name(&self) -> &'static str;

    /// How its files' names end, without the dot.
    fn endings(&self) -> &'static [&'static str];

    /// The words that cannot be names.
    fn keywords(&self) -> &'static [&'static str] {
        &[]
    }

    /// What begins a comment, and what ends it.
    fn comments(&self) -> &'static [[&'static str; 2]] {
        &[]
    }

    /// Whether the name of a file ends so.
    fn has_ending_of(&self, path: &std::path::Path) -> bool {
        let ending = path.extension().and_then(|ending| ending.to_str());
        ending.is_some_and(|ending| self.endings().contains(&ending))
    }

    /// Whether a file with such an ending, found in a directory, looks like a program: others may use the ending, too.
    fn looks_like_one(&self, _: &std::path::Path) -> bool {
        true
    }

    /// Whether variables may be free in its programs.
    fn has_free_variables(&self) -> bool {
        true
    }

    /// A place to read texts together.
    fn session(&self) -> Box<dyn Session>;

    /// A place to read texts together in which the operands of commutative operators count in any order; `None` if the
    /// language has no such operators.
    fn commutative_session(&self) -> Option<Box<dyn Session>>;

    /// A place to read together parts of programs that stand on their own; `None` if the language has no such.
    fn fragment_session(&self) -> Option<Box<dyn Session>> {
        None
    }
}

/// Texts of one language that are read together: a name that nothing binds means one variable in all of them.
pub trait Session: Send {
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

    /// A program's fingerprint, or why it has none.
    ///
    /// # Errors
    ///
    /// The text is no program.
    fn fingerprint(&mut self, source: &Source, options: &Options)
    -> Result<Result<Fingerprint, NoFingerprint>, Report>;

    /// A program's subterms of so many nodes, at least, with their places.
    ///
    /// # Errors
    ///
    /// The text is no program.
    fn subterms(&mut self, source: &Source, least: u64) -> Result<Subterms, Report>;

    /// A program's text in standard form.
    ///
    /// # Errors
    ///
    /// The text is no program.
    fn print(&mut self, source: &Source) -> Result<String, Report>;

    /// Everything that makes a program ill-formed.
    ///
    /// # Errors
    ///
    /// The text is no program.
    fn check(&mut self, source: &Source) -> Result<Vec<Report>, Report>;

    /// Another place, for another thread, whose texts are read together with those that are read here.
    fn another(&self) -> Box<dyn Session>;
}

/// Every language.
pub static LANGUAGES: &[&dyn AnyLanguage] =
    &[&Entry::<Pypto>(PhantomData), &Entry::<Lambda>(PhantomData), &Entry::<Relay>(PhantomData), &Wave];

/// The language to which the ending of a file's name belongs.
pub fn of_path(path: &std::path::Path) -> Option<&'static dyn AnyLanguage> {
    LANGUAGES.iter().copied().find(|language| language.has_ending_of(path))
}

/// What a file found in a directory is.
///
/// ```
/// use sexpr_examples::language::Candidate;
///
/// let candidate = Candidate::of("twice.lam".as_ref(), None);
/// assert!(matches!(candidate, Candidate::Program(language) if language.name() == "lambda"));
/// assert!(matches!(Candidate::of("twice.lam".as_ref(), Some("relay")), Candidate::NotWanted));
/// ```
#[derive(Clone, Copy)]
pub enum Candidate {
    /// It looks like a program of this language.
    Program(&'static dyn AnyLanguage),
    /// It has a language's ending, but does not look like a program.
    NotAProgram,
    /// It has no language's ending, or its language is not wanted.
    NotWanted,
}

impl Candidate {
    /// What a file is, where programs of one language are wanted, or of all. Reads the file if its ending does not say that.
    pub fn of(path: &std::path::Path, wanted: Option<&str>) -> Self {
        let is_wanted = |language: &dyn AnyLanguage| wanted.is_none_or(|wanted| wanted == language.name());
        let has_ending = |language: &&dyn AnyLanguage| language.has_ending_of(path) && is_wanted(*language);
        match LANGUAGES.iter().copied().find(has_ending) {
            Some(language) if language.looks_like_one(path) => Self::Program(language),
            Some(_) => Self::NotAProgram,
            None => Self::NotWanted,
        }
    }
}

/// Why a program has no fingerprint, and where in its text.
#[derive(Debug, thiserror::Error, Diagnostic)]
#[error("{} has no fingerprint: {reason}", text.name())]
#[diagnostic(help("bind it, give `--map-free-vars`, or ask for a hash of this call by `--short`"))]
pub struct NoFingerprint {
    reason: String,
    #[source_code]
    text: NamedSource<Source>,
    #[label]
    at: SourceSpan,
}

impl NoFingerprint {
    fn new(obstacle: Obstacle, source: &Source, at: &Span) -> Self {
        let reason = match obstacle {
            Obstacle::FreeVariable => "nothing binds this variable".to_owned(),
            other => other.to_string(),
        };
        let text = NamedSource::new(source.name(), source.clone());
        Self { reason, text, at: source.range(at).into() }
    }
}

/// The language of [`crate::pypto`].
#[derive(Debug)]
pub struct Pypto;

impl Language for Pypto {
    const NAME: &'static str = "pypto";
    const ENDINGS: &'static [&'static str] = &["py", "pto"];
    const KEYWORDS: &'static [&'static str] = pypto::KEYWORDS;
    const COMMENTS: &'static [[&'static str; 2]] = &[["#", "\n"], ["\"\"\"", "\"\"\""]];
    type Program = pypto::ir::Program;
    type Shared = pypto::FreeVars;
    const COMMUTATIVE: Option<Read<Self>> = Some(|source, shared| Ok(pypto::parse_commutative(source, shared)?));
    const FRAGMENT: Option<(Read<Self>, Print<Self>)> =
        Some((|source, shared| Ok(pypto::parse_fragment(source, shared)?), pypto::print_fragment));

    fn parse(source: &Source, shared: &mut Self::Shared) -> Result<Self::Program, Report> {
        Ok(pypto::parse_source(source, shared)?)
    }

    fn print(program: &Self::Program) -> String {
        pypto::print(program)
    }

    fn place(program: &Self::Program) -> impl Cursor {
        pypto::place(program)
    }

    fn variables(program: &Self::Program, paths: &[&Path]) -> Vec<Option<Variable>> {
        pypto::variables(program, paths)
    }

    fn check(program: &Self::Program, source: &Source) -> Vec<Report> {
        pypto::check(program).iter().map(|problem| problem.reported(source).into()).collect()
    }
}

/// The language of [`crate::lambda`].
#[derive(Debug)]
pub struct Lambda;

impl Language for Lambda {
    const NAME: &'static str = "lambda";
    const ENDINGS: &'static [&'static str] = &["lam"];
    const KEYWORDS: &'static [&'static str] = lambda::KEYWORDS;
    const COMMENTS: &'static [[&'static str; 2]] = &[["--", "\n"]];
    type Program = lambda::ast::Expr;
    type Shared = ();

    fn parse(source: &Source, (): &mut Self::Shared) -> Result<Self::Program, Report> {
        Ok(lambda::parse_source(source)?)
    }

    fn print(program: &Self::Program) -> String {
        lambda::print(program)
    }

    fn place(program: &Self::Program) -> impl Cursor {
        lambda::place(program)
    }

    fn variables(program: &Self::Program, paths: &[&Path]) -> Vec<Option<Variable>> {
        lambda::variables(program, paths)
    }
}

/// The language of [`crate::relay`].
#[derive(Debug)]
pub struct Relay;

impl Language for Relay {
    const NAME: &'static str = "relay";
    const ENDINGS: &'static [&'static str] = &["rly", "relay"];
    const KEYWORDS: &'static [&'static str] = relay::KEYWORDS;
    const COMMENTS: &'static [[&'static str; 2]] = &[["/*", "*/"], ["//", "\n"]];
    type Program = relay::ir::Module;
    type Shared = ();
    const COMMUTATIVE: Option<Read<Self>> = Some(|source, ()| Ok(relay::commutative(&relay::parse_source(source)?)));

    fn parse(source: &Source, (): &mut Self::Shared) -> Result<Self::Program, Report> {
        Ok(relay::parse_source(source)?)
    }

    fn print(program: &Self::Program) -> String {
        relay::print(program)
    }

    fn place(program: &Self::Program) -> impl Cursor {
        relay::place(program)
    }

    fn variables(program: &Self::Program, paths: &[&Path]) -> Vec<Option<Variable>> {
        relay::variables(program, paths)
    }

    fn check(program: &Self::Program, source: &Source) -> Vec<Report> {
        let Err(problems) = relay::infer(program) else { return Vec::new() };
        problems.all().iter().map(|problem| problem.reported(source).into()).collect()
    }
}

/// Makes a [`Language`] an entry of the table.
struct Entry<L>(PhantomData<L>);

impl<L: Language + Sync + 'static> AnyLanguage for Entry<L> {
    fn name(&self) -> &'static str {
        L::NAME
    }

    fn endings(&self) -> &'static [&'static str] {
        L::ENDINGS
    }

    fn keywords(&self) -> &'static [&'static str] {
        L::KEYWORDS
    }

    fn comments(&self) -> &'static [[&'static str; 2]] {
        L::COMMENTS
    }

    fn session(&self) -> Box<dyn Session> {
        L::session()
    }

    fn commutative_session(&self) -> Option<Box<dyn Session>> {
        let texts =
            |read| -> Box<dyn Session> { Box::new(Texts::<L> { shared: L::Shared::default(), read, print: L::print }) };
        L::COMMUTATIVE.map(texts)
    }

    fn fragment_session(&self) -> Option<Box<dyn Session>> {
        let (read, print) = L::FRAGMENT?;
        Some(Box::new(Texts::<L> { shared: L::Shared::default(), read, print }))
    }
}

struct Texts<L: Language> {
    shared: L::Shared,
    read: Read<L>,
    print: Print<L>,
}

impl<L: Language + 'static> Session for Texts<L> {
    fn compare(&mut self, left: &Source, right: &Source, options: &Options) -> Result<Option<Difference>, Report> {
        let left_program = (self.read)(left, &mut self.shared)?;
        let right_program = (self.read)(right, &mut self.shared)?;
        let mismatch = options.first_mismatch(&left_program, &right_program);
        let changes: Vec<_> = mismatch.iter().map(Change::from).collect();
        let sides = [Side { source: left, program: &left_program }, Side { source: right, program: &right_program }];
        Ok(differences::<L>(&changes, sides).pop())
    }

    fn differences(&mut self, left: &Source, right: &Source, options: &Options) -> Result<Differences, Report> {
        let left_program = (self.read)(left, &mut self.shared)?;
        let right_program = (self.read)(right, &mut self.shared)?;
        let diff = options.diff(&left_program, &right_program);
        let changes: Vec<_> = diff.edits().iter().map(Change::from).collect();
        let sides = [Side { source: left, program: &left_program }, Side { source: right, program: &right_program }];
        Ok(Differences { all: differences::<L>(&changes, sides), are_complete: diff.is_complete() })
    }

    fn hash(&mut self, source: &Source, options: &Options) -> Result<u64, Report> {
        Ok(options.hash(&(self.read)(source, &mut self.shared)?))
    }

    fn fingerprint(
        &mut self,
        source: &Source,
        options: &Options,
    ) -> Result<Result<Fingerprint, NoFingerprint>, Report> {
        let program = (self.read)(source, &mut self.shared)?;
        let none =
            |error: FingerprintError| NoFingerprint::new(*error.obstacle(), source, &L::locate(&program, error.path()));
        Ok(options.fingerprint(&program).map_err(none))
    }

    fn subterms(&mut self, source: &Source, least: u64) -> Result<Subterms, Report> {
        let program = (self.read)(source, &mut self.shared)?;
        let fingerprint = Options::new().fingerprint(&program).ok();
        Ok(Subterms { fingerprint, all: subterms(&program, least, ByPath(L::place(&program))) })
    }

    fn print(&mut self, source: &Source) -> Result<String, Report> {
        Ok((self.print)(&(self.read)(source, &mut self.shared)?))
    }

    fn check(&mut self, source: &Source) -> Result<Vec<Report>, Report> {
        Ok(L::check(&(self.read)(source, &mut self.shared)?, source))
    }

    fn another(&self) -> Box<dyn Session> {
        Box::new(Self { shared: self.shared.clone(), read: self.read, print: self.print })
    }
}
