//! What the command writes to: the standard output, the error output, and between them, how far long work has come.

use std::io::{self, IsTerminal, Write};
use std::process::ExitCode;
use std::time::{Duration, Instant};

use miette::{Diagnostic, Report};

use super::Verdict;
use super::show::{ColorChoice, Screen};

/// How long work takes before its progress is shown.
const PATIENCE: Duration = Duration::from_millis(500);

/// What was found cannot be written.
#[derive(Debug, thiserror::Error, Diagnostic)]
#[error("the output cannot be written: {0}")]
#[diagnostic(help("check that there is room where it goes to"))]
struct OutputLost(io::Error);

/// Both outputs, and whether something went wrong.
pub(super) struct Console {
    screen: Screen,
    errors: Screen,
    is_quiet: bool,
    /// Whether anybody reads the standard output.
    is_read: bool,
    has_failed: bool,
    has_remarked: bool,
    shows_progress: bool,
    start: Instant,
}

impl Console {
    pub(super) fn new(color: ColorChoice, is_quiet: bool) -> Self {
        Self {
            screen: Screen::stdout(color),
            errors: Screen::stderr(color),
            is_quiet,
            is_read: true,
            has_failed: false,
            has_remarked: false,
            shows_progress: false,
            start: Instant::now(),
        }
    }

    /// The standard output's width and colours.
    pub(super) fn screen(&self) -> Screen {
        self.screen
    }

    /// Whether anybody reads the standard output, as far as is known.
    pub(super) fn is_read(&self) -> bool {
        self.is_read
    }

    /// Writes to the standard output.
    pub(super) fn print(&mut self, text: &str) {
        self.clear_progress();
        if !self.is_read {
            return;
        }
        let mut stdout = io::stdout().lock();
        if let Err(error) = stdout.write_all(text.as_bytes()).and_then(|()| stdout.flush()) {
            drop(stdout);
            self.is_read = false;
            // Nobody has to read the output to its end.
            if error.kind() != io::ErrorKind::BrokenPipe {
                self.fail(&OutputLost(error).into());
            }
        }
    }

    /// Writes an object to the standard output.
    pub(super) fn print_json(&mut self, object: serde_json::Result<String>) {
        match object {
            Ok(text) => self.print(&text),
            Err(error) => self.fail(&miette::miette!("{error}")),
        }
    }

    /// Writes what is good news to the standard output.
    pub(super) fn print_success(&mut self, text: &str) {
        if !self.is_quiet {
            self.print(text);
        }
    }

    /// Writes what is good to know to the error output.
    pub(super) fn note(&mut self, text: &str) {
        if !self.is_quiet {
            self.write_error(text);
        }
    }

    /// Writes what was found about a program to the error output.
    pub(super) fn remark(&mut self, report: &Report) {
        let separator = if std::mem::replace(&mut self.has_remarked, true) { "\n" } else { "" };
        self.write_error(&format!("{separator}{}", self.errors.mistake(&**report)));
    }

    /// Writes what went wrong to the error output. The exit code will be 2.
    pub(super) fn fail(&mut self, report: &Report) {
        self.has_failed = true;
        self.remark(report);
    }

    /// Shows how many of several files are done, where a person waits for that.
    pub(super) fn progress(&mut self, done: usize, all: usize) {
        if !self.is_quiet && self.start.elapsed() > PATIENCE && io::stderr().is_terminal() {
            let _ = write!(io::stderr(), "{CLEAR_LINE}{done} of {all} files");
            self.shows_progress = true;
        }
    }

    /// Shows how many rows of tables have been scanned, where a person waits for that.
    #[cfg(feature = "corpus-sql")]
    pub(super) fn progress_of_rows(&mut self, rows: u64) {
        if !self.is_quiet && self.start.elapsed() > PATIENCE && io::stderr().is_terminal() {
            let _ = write!(io::stderr(), "{CLEAR_LINE}{rows} rows scanned, {} s", self.start.elapsed().as_secs());
            self.shows_progress = true;
        }
    }

    /// Removes the line with the progress.
    pub(super) fn clear_progress(&mut self) {
        if std::mem::take(&mut self.shows_progress) {
            let _ = write!(io::stderr(), "{CLEAR_LINE}");
        }
    }

    fn write_error(&mut self, text: &str) {
        self.clear_progress();
        let _ = io::stderr().write_all(text.as_bytes());
    }

    /// The exit code, once all is done.
    pub(super) fn exit_code(mut self, outcome: Result<Verdict, Report>) -> ExitCode {
        self.clear_progress();
        match outcome {
            Err(report) => {
                self.fail(&report);
                ExitCode::from(2)
            }
            Ok(_) if self.has_failed => ExitCode::from(2),
            Ok(Verdict::Fine) => ExitCode::SUCCESS,
            Ok(Verdict::Amiss) => ExitCode::from(1),
        }
    }
}

/// To the beginning of the line, and erase it.
const CLEAR_LINE: &str = "\r\x1b[K";
