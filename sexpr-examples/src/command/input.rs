//! What arguments stand for: files, directories, patterns and the standard input.

use std::collections::HashSet;
use std::fmt::{self, Display, Formatter};
use std::fs;
use std::io;
use std::ops::ControlFlow;
use std::path::{Path, PathBuf};

use glob::MatchOptions;
use miette::{Diagnostic, Report};

use super::console::Console;
use crate::language::{self, AnyLanguage, Candidate, LANGUAGES};
use crate::parallel;
use crate::text::{ReadError, Source};

/// A text to be read.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(super) enum Input {
    StandardInput,
    File(PathBuf),
}

/// What an argument stands for cannot be found, or not be read.
#[derive(Clone, Debug, thiserror::Error, Diagnostic)]
pub(super) enum InputError {
    #[error("the ending of {0} belongs to no language")]
    #[diagnostic(help("name the language with `--language NAME`: {}", known(None)))]
    UnknownEnding(String),
    #[error("{0} is a directory, but a file is expected here")]
    #[diagnostic(help("name a file in the directory"))]
    Directory(String),
    #[error("expected a program of {wanted}, found {file}, a program of {other}")]
    #[diagnostic(help("name a file with the ending of the language: {}", known(Some(wanted))))]
    OtherLanguage { file: String, other: &'static str, wanted: &'static str },
    #[error("the standard input has no ending that tells its language")]
    #[diagnostic(help("name the language with `--language NAME`: {}", known(None)))]
    StandardInput,
    #[error("the standard input is named twice")]
    #[diagnostic(help("it can be read only once: name it once"))]
    StandardInputAgain,
    #[error("no file matches {0}")]
    #[diagnostic(help("`*` stands for anything but `/`, and `**` for directories"))]
    NoMatch(String),
    #[error("{0} is not a pattern: {1}")]
    #[diagnostic(help("if it is the name of a file, write `[*]` for `*`, and `[[]` for `[`"))]
    NotAPattern(String, &'static str),
    #[error("there are no programs{} in the directory {directory}", wanted.as_ref().map_or(String::new(), |name| format!(" of {name}")))]
    #[diagnostic(help("files are found by their endings: {}", known(wanted.as_deref())))]
    NoPrograms { directory: String, wanted: Option<String> },
    #[error("the work on {0} panicked")]
    #[diagnostic(help("this is a mistake in the command, and no fault of the file: report it with the message above"))]
    Panicked(String),
    #[error("{0} cannot be read: {1}")]
    #[diagnostic(help("check that you may read it"))]
    Unreadable(String, String),
}

impl Input {
    /// What an argument stands for that is no directory and no pattern.
    pub(super) fn new(argument: &Path) -> Self {
        if argument.as_os_str() == "-" { Self::StandardInput } else { Self::File(argument.to_path_buf()) }
    }

    /// Its text.
    pub(super) fn read(&self) -> Result<Source, ReadError> {
        match self {
            Self::File(path) => Source::read(path),
            Self::StandardInput => Source::read_from(self.to_string(), io::stdin()),
        }
    }

    /// Its text, unless its ending is that of another language than this.
    pub(super) fn read_as(&self, wanted: &'static str) -> Result<Source, Report> {
        if let Self::File(path) = self
            && let Some(other) = language::of_path(path).map(AnyLanguage::name).filter(|other| *other != wanted)
        {
            return Err(InputError::OtherLanguage { file: self.to_string(), other, wanted }.into());
        }
        Ok(self.read()?)
    }

    /// The language that is asked for, or that the ending tells.
    pub(super) fn language(&self, wanted: Option<&str>) -> Result<&'static dyn AnyLanguage, InputError> {
        let of_name = |name| LANGUAGES.iter().copied().find(|language| language.name() == name);
        match (wanted.and_then(of_name), self) {
            (_, Self::File(path)) if path.is_dir() => Err(InputError::Directory(self.to_string())),
            (Some(language), _) => Ok(language),
            (None, Self::StandardInput) => Err(InputError::StandardInput),
            (None, Self::File(path)) => {
                language::of_path(path).ok_or_else(|| InputError::UnknownEnding(self.to_string()))
            }
        }
    }
}

/// As it is called in messages.
impl Display for Input {
    fn fmt(&self, f: &mut Formatter<'_>) -> fmt::Result {
        match self {
            Self::StandardInput => f.write_str("<stdin>"),
            Self::File(path) => path.display().fmt(f),
        }
    }
}

/// Does work on what arguments stand for, in parallel, and takes the results in order, each with the input's name and
/// whether there are several. What goes wrong with one input is reported, and does not keep the others from being treated.
/// The work ends when nobody reads the output any more. In directories, only files of the language that is wanted are treated,
/// if one is.
pub(super) fn each_input<T: Send>(
    arguments: &[PathBuf],
    wanted: Option<&str>,
    console: &mut Console,
    work: impl Fn(&Input) -> Result<T, Report> + Sync,
    mut take: impl FnMut(&mut Console, &str, bool, Result<&T, &Report>),
) {
    let Found { inputs, passed_over } = inputs(arguments, wanted);
    if passed_over > 0 {
        console.note(&format!(
            "{passed_over} file(s) passed over, which do not look like programs: name them to read them\n"
        ));
    }
    let work = |(_, input): &(String, Result<Input, InputError>)| match input {
        Ok(input) => work(input),
        Err(error) => Err(error.clone().into()),
    };
    parallel::in_order(&inputs, work, |done, result| {
        let (name, _) = &inputs[done - 1];
        let result = result.unwrap_or_else(|_| Err(InputError::Panicked(name.clone()).into()));
        if let Err(report) = &result {
            console.fail(report);
        }
        take(console, name, inputs.len() > 1, result.as_ref());
        console.progress(done, inputs.len());
        if console.is_read() { ControlFlow::Continue(()) } else { ControlFlow::Break(()) }
    });
    console.clear_progress();
}

/// What arguments stand for.
#[derive(Default)]
struct Found {
    /// With their names in messages.
    inputs: Vec<(String, Result<Input, InputError>)>,
    /// How many files in directories have a language's ending, and do not look like its programs.
    passed_over: usize,
}

impl Found {
    fn input(&mut self, input: Input) {
        self.inputs.push((input.to_string(), Ok(input)));
    }

    fn error(&mut self, name: String, error: impl Fn(String) -> InputError) {
        self.inputs.push((name.clone(), Err(error(name))));
    }
}

/// What arguments stand for, in their order, and what is wrong with those that stand for nothing. In directories, these
/// are the files of the languages that are wanted.
fn inputs(arguments: &[PathBuf], wanted: Option<&str>) -> Found {
    let mut found = Found::default();
    let mut has_standard_input = false;
    for argument in arguments {
        if argument.as_os_str() == "-" {
            match std::mem::replace(&mut has_standard_input, true) {
                true => found.error(Input::StandardInput.to_string(), |_| InputError::StandardInputAgain),
                false => found.input(Input::StandardInput),
            }
        } else if argument.is_dir() {
            in_directory(argument, wanted, &mut found);
        } else if !argument.exists() && is_pattern(argument) {
            matching(argument, wanted, &mut found);
        } else {
            // That it does not exist is found when it is read.
            found.input(Input::File(argument.clone()));
        }
    }
    found
}

fn is_pattern(argument: &Path) -> bool {
    argument.to_str().is_some_and(|text| text.contains(['*', '?', '[']))
}

/// What a pattern matches, each file once: it may match a directory, and what is in it as well. Hidden files are left out, as
/// in directories, unless the pattern names them.
fn matching(pattern: &Path, wanted: Option<&str>, all: &mut Found) {
    let name = pattern.display().to_string();
    let options = MatchOptions { require_literal_leading_dot: true, ..MatchOptions::new() };
    let paths = match glob::glob_with(&name, options) {
        Ok(paths) => paths,
        Err(error) => return all.error(name, |name| InputError::NotAPattern(name, error.msg)),
    };
    let mut found = Found::default();
    for path in paths {
        match path {
            Ok(path) if path.is_dir() => in_directory(&path, wanted, &mut found),
            Ok(path) => found.input(Input::File(path)),
            Err(error) => found.error(error.path().display().to_string(), |path| {
                InputError::Unreadable(path, error.error().to_string())
            }),
        }
    }
    if found.inputs.is_empty() {
        found.error(name, InputError::NoMatch);
    }
    all.passed_over += found.passed_over;
    let mut known = HashSet::new();
    all.inputs.extend(found.inputs.into_iter().filter(|(name, _)| known.insert(name.clone())));
}

/// The programs in a directory and those in it, in the order of their names. Hidden ones and links to directories are
/// left out, since a link may lead back; so is what is no regular file, which may never end.
fn in_directory(directory: &Path, wanted: Option<&str>, found: &mut Found) {
    let before = found.inputs.len();
    let mut pending = vec![directory.to_path_buf()];
    while let Some(path) = pending.pop() {
        let is_below = path != directory;
        if path.is_file() {
            match Candidate::of(&path, wanted) {
                Candidate::Program(_) => found.input(Input::File(path)),
                Candidate::NotAProgram => found.passed_over += 1,
                Candidate::NotWanted => {}
            }
        } else if path.is_dir() && !(is_below && path.is_symlink()) {
            match entries(&path) {
                // Taken from the end.
                Ok(entries) => pending.extend(entries.into_iter().rev()),
                Err(error) => {
                    found.error(path.display().to_string(), |path| InputError::Unreadable(path, error.to_string()));
                }
            }
        }
    }
    if found.inputs.len() == before {
        let none = |directory| InputError::NoPrograms { directory, wanted: wanted.map(str::to_owned) };
        found.error(directory.display().to_string(), none);
    }
}

/// What is in a directory and not hidden, sorted.
fn entries(directory: &Path) -> io::Result<Vec<PathBuf>> {
    let mut entries = Vec::new();
    for entry in fs::read_dir(directory)? {
        let entry = entry?;
        if !entry.file_name().as_encoded_bytes().starts_with(b".") {
            entries.push(entry.path());
        }
    }
    entries.sort();
    Ok(entries)
}

/// The languages and their endings, of one that is wanted or of all: "pypto (.py, .pto), lambda (.lam)".
fn known(wanted: Option<&str>) -> String {
    let described = LANGUAGES.iter().filter(|language| wanted.is_none_or(|wanted| wanted == language.name()));
    let described = described.map(|language| {
        let endings: Vec<String> = language.endings().iter().map(|ending| format!(".{ending}")).collect();
        format!("{} ({})", language.name(), endings.join(", "))
    });
    described.collect::<Vec<_>>().join(", ")
}
