//! The scripts in `python/`, where there is a Python to run them.

use std::path::Path;
use std::process::{Command, Output};

/// Runs a script with some arguments; nothing without Python.
pub(crate) fn python(script: &str, arguments: &[&str]) -> Option<Output> {
    let directory = Path::new(env!("CARGO_MANIFEST_DIR")).join("python");
    let mut command = Command::new("python3");
    command.arg("-B").arg(script).args(arguments).current_dir(directory);
    match command.output() {
        Ok(output) => Some(output),
        Err(error) => {
            eprintln!("skipped, python3 does not run: {error}");
            None
        }
    }
}
