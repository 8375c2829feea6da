//! What the arguments of a command ask for.

use std::{env, process};

/// Words, of which a name contains one if it is asked for. Without words, all are.
pub struct Words(Vec<String>);

impl Words {
    /// The arguments of this process. Where a word is in none of the names there are, it says so, and exits with 2.
    pub fn from_arguments<'n>(names: impl Iterator<Item = &'n str> + Clone) -> Words {
        let words = Words(env::args().skip(1).collect());
        if let Some(word) = words.0.iter().find(|word| !names.clone().any(|name| name.contains(word.as_str()))) {
            eprintln!("error: no name contains `{word}`; there are");
            names.for_each(|name| eprintln!("    {name}"));
            process::exit(2);
        }
        words
    }

    /// Whether there are none.
    pub fn are_none(&self) -> bool {
        self.0.is_empty()
    }

    /// Whether this name is asked for.
    pub fn ask_for(&self, name: &str) -> bool {
        self.are_none() || self.0.iter().any(|word| name.contains(word.as_str()))
    }
}
