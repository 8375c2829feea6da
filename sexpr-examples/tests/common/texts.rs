//! Texts that are nearly programs, and diagnostics as people see them, for the tests of several languages.

use miette::Diagnostic;
pub(crate) use sexpr_examples::command::rendered;

/// The mistakes of texts, as people see them.
pub(crate) fn messages<E: Diagnostic, const N: usize>(texts: [&str; N], error: impl Fn(&str) -> E) -> String {
    texts.map(|text| rendered(&error(text)).trim_end().to_owned()).join("\n\n────────\n\n")
}

/// Compares mistakes with a snapshot, which is without the texts: the messages quote them.
macro_rules! assert_messages {
    ($texts:expr) => {
        insta::with_settings!({ omit_expression => true }, {
            insta::assert_snapshot!(crate::texts::messages($texts, crate::support::error))
        })
    };
}
pub(crate) use assert_messages;

/// Every beginning of the programs.
pub(crate) fn beginnings<'p>(programs: &'p [&'p str]) -> impl Iterator<Item = &'p str> {
    programs.iter().flat_map(|text| text.char_indices().map(|(at, _)| &text[..at]))
}

/// The programs without one line or character.
pub(crate) fn without_one<'p>(programs: &'p [&'p str]) -> impl Iterator<Item = String> + 'p {
    let characters = |text: &'p str| {
        text.char_indices().map(move |(at, c)| format!("{}{}", &text[..at], &text[at + c.len_utf8()..]))
    };
    let lines = |text: &'p str| text.lines().map(move |line| text.replacen(line, "", 1));
    programs.iter().flat_map(move |text| characters(text).chain(lines(text)))
}
