//! The codes that messages end with: each means one thing, has a section in the book's index of errors, and a case here.

use std::{
    collections::{BTreeMap, BTreeSet},
    fs,
    path::{Path, PathBuf},
};

type Codes = BTreeSet<u32>;

#[test]
fn each_code_has_a_section_in_the_book_and_each_section_a_code() {
    let book = read("../../docs/src/errors.md");
    let sections: Vec<u32> = book.lines().filter_map(|line| line.strip_prefix("### SEQ")?.parse().ok()).collect();
    assert!(sections.is_sorted_by(|one, next| one < next), "sections stand in order, each once");
    let codes: Codes = derive().union(&core().into_keys().collect()).copied().collect();
    assert!(codes.len() > 100, "the codes are where they were");
    assert_eq!(Codes::from_iter(sections), codes);
}

#[test]
fn no_two_messages_have_one_code() {
    let derive = derive();
    for (code, messages) in core() {
        assert!(!derive.contains(&code), "SEQ{code} is the derive's, and of {messages:?}");
        assert_eq!(messages.len(), 1, "SEQ{code} is of {messages:?}");
    }
}

#[test]
fn each_code_has_a_case() {
    let texts = cases().into_iter().map(|(_, text)| text);
    let shown: Codes = texts.flat_map(|text| marked(&text).map(|(_, code)| code).collect::<Codes>()).collect();
    let codes: Codes = derive().union(&core().into_keys().collect()).copied().collect();
    assert_eq!(codes.difference(&shown).collect::<Vec<_>>(), Vec::<&u32>::new(), "codes that no case shows");
}

#[test]
fn all_messages_of_the_derive_and_of_constants_have_a_code() {
    for (case, text) in cases() {
        let ours = |line: &&str| line.starts_with("error: ") || line.starts_with("error[E0080]");
        for message in text.lines().filter(ours) {
            assert_eq!(marked(message).count(), 1, "{}: {message}", case.display());
            assert!(message.ends_with(']'), "{}: {message}", case.display());
        }
    }
}

/// The codes of the derive's messages. The compiler sees to it that they differ, and that each is used.
fn derive() -> Codes {
    let table = read("../../sexpr-derive/src/codes.rs");
    let number = |line: &str| line.trim().strip_suffix(',')?.split_once(" = ")?.1.parse().ok();
    table.lines().filter_map(number).collect()
}

/// The codes of the library's own messages, and the ends of these.
fn core() -> BTreeMap<u32, BTreeSet<String>> {
    let mut codes: BTreeMap<u32, BTreeSet<String>> = BTreeMap::new();
    let mut folders = vec![PathBuf::from("../../sexpr-core/src")];
    while let Some(folder) = folders.pop() {
        for entry in fs::read_dir(&folder).expect("sources are there").filter_map(Result::ok) {
            let path = entry.path();
            if path.is_dir() {
                folders.push(path);
                continue;
            }
            let text = read(&path);
            for (line, code) in text.lines().flat_map(marked) {
                // Two traits may ask for one thing of types that they name differently.
                codes.entry(code).or_default().insert(line.trim().replace("{T}", "{Self}"));
            }
        }
    }
    codes
}

/// What a text has before each code, and the code.
fn marked(text: &str) -> impl Iterator<Item = (&str, u32)> {
    text.match_indices(" [SEQ").filter_map(|(at, mark)| {
        let (code, _) = text[at + mark.len()..].split_once(']')?;
        Some((&text[..at], code.parse().ok()?))
    })
}

/// The messages of all cases.
fn cases() -> Vec<(PathBuf, String)> {
    let entries = fs::read_dir("refused").expect("cases are there").filter_map(Result::ok);
    let files = entries.map(|entry| entry.path()).filter(|path| path.extension().is_some_and(|end| end == "stderr"));
    files.map(|path| (path.clone(), read(&path))).collect()
}

fn read(path: impl AsRef<Path>) -> String {
    let path = path.as_ref();
    fs::read_to_string(path).unwrap_or_else(|error| panic!("{}: {error}", path.display()))
}
