//! The arguments of a command, which select what it runs.

use std::{env, process};

/// Substrings of names. A name is selected if it contains one of them, or if there are none.
pub struct Args(Vec<String>);

impl Args {
    /// The arguments of this process. If one of them occurs in no name, prints an error with all names, and exits with 2.
    pub fn from_env<'n>(names: impl Iterator<Item = &'n str> + Clone) -> Args {
        let args = Args(env::args().skip(1).collect());
        if let Some(arg) = args.0.iter().find(|arg| !names.clone().any(|name| name.contains(arg.as_str()))) {
            eprintln!("error: no name contains `{arg}`; there are");
            names.for_each(|name| eprintln!("    {name}"));
            process::exit(2);
        }
        args
    }

    /// Whether there are no arguments.
    pub fn is_empty(&self) -> bool {
        self.0.is_empty()
    }

    /// Whether a name is selected.
    pub fn select(&self, name: &str) -> bool {
        self.is_empty() || self.0.iter().any(|arg| name.contains(arg.as_str()))
    }
}
