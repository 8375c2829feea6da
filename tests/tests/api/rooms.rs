//! The rooms of the core, and which may import which: see the chapter "Architecture".

use std::{
    collections::{BTreeMap, BTreeSet},
    fs,
    path::{Path, PathBuf},
};

use proc_macro2::{TokenStream, TokenTree};

/// Each room may import those before it.
const ROOMS: [&str; 10] = ["tables", "describe", "impls", "rules", "engine", "ops", "api", "walk", "rewrite", "terms"];

/// The files that import a later room, each with the reason.
const KNOTS: [(&str, &str, &str); 9] = [
    ("describe/custom.rs", "engine", "a function that lists parts hands over erased steps, one for each operation"),
    ("describe/keys.rs", "engine", "the encoder of keys is a visitor, and so takes erased steps"),
    ("describe/open.rs", "engine", "a trait object hands over its content as erased steps"),
    ("describe/visitor.rs", "engine", "a visitor takes erased steps"),
    ("describe/mention.rs", "rewrite", "generated code mentions the type of a field that is rewritten"),
    ("describe/mention.rs", "terms", "generated code mentions the type of a field that is dismantled"),
    ("engine/frame.rs", "ops", "the list of operations, for each of which there is an erased step"),
    ("engine/frame.rs", "walk", "a walk is one of the operations in that list"),
    ("rules/value_order.rs", "ops", "values are ordered by a hash"),
];

fn source() -> PathBuf {
    Path::new(env!("CARGO_MANIFEST_DIR")).join("../sexpr-core/src")
}

/// The files of a folder and of those in it, with their paths from the source.
fn files(folder: &Path) -> Vec<(String, TokenStream)> {
    let mut found = Vec::new();
    let mut folders = vec![folder.to_owned()];
    while let Some(folder) = folders.pop() {
        for entry in fs::read_dir(&folder).expect("the folder can be read") {
            let path = entry.expect("the entry can be read").path();
            if path.is_dir() {
                folders.push(path);
            } else if path.extension().is_some_and(|extension| extension == "rs") {
                let text = fs::read_to_string(&path).expect("the file can be read");
                let name =
                    path.strip_prefix(source()).expect("it lies in the source").to_string_lossy().replace('\\', "/");
                found.push((name, text.parse().expect("the compiler reads it, too")));
            }
        }
    }
    found
}

/// The first segments of all paths that begin with `crate`, but for tests and for what macros name for their users.
fn imported(tokens: TokenStream, into: &mut BTreeSet<String>) {
    let tokens: Vec<TokenTree> = tokens.into_iter().collect();
    let is_ident =
        |index: usize, text: &str| matches!(tokens.get(index), Some(TokenTree::Ident(ident)) if ident == text);
    for (index, token) in tokens.iter().enumerate() {
        match token {
            TokenTree::Group(group) => {
                let is_test = index >= 2 && is_ident(index - 1, "tests") && is_ident(index - 2, "mod");
                if !is_test {
                    imported(group.stream(), into);
                }
            }
            TokenTree::Ident(ident) if ident == "crate" => match tokens.get(index + 3) {
                Some(TokenTree::Ident(segment)) => _ = into.insert(segment.to_string()),
                Some(TokenTree::Group(group)) => into.extend(first_segments(group.stream())),
                _ => {}
            },
            _ => {}
        }
    }
}

/// What the items of a list of imports begin with.
fn first_segments(list: TokenStream) -> Vec<String> {
    let mut segments = Vec::new();
    let mut begins = true;
    for token in list {
        match token {
            TokenTree::Ident(ident) if begins => {
                segments.push(ident.to_string());
                begins = false;
            }
            TokenTree::Punct(punct) => begins = punct.as_char() == ',',
            _ => {}
        }
    }
    segments
}

/// All imports from one room into another: the file, and the room that it imports.
fn imports() -> BTreeMap<(String, String), String> {
    let mut imports = BTreeMap::new();
    for room in ROOMS {
        for (file, tokens) in files(&source().join(room)) {
            let mut segments = BTreeSet::new();
            imported(tokens, &mut segments);
            for segment in segments.into_iter().filter(|segment| segment != room) {
                imports.insert((file.clone(), segment), room.to_owned());
            }
        }
    }
    imports
}

fn place(room: &str) -> Option<usize> {
    ROOMS.iter().position(|other| *other == room)
}

#[test]
fn imports_between_rooms_run_one_way() {
    let upward: BTreeSet<(String, String)> = imports()
        .into_iter()
        .filter(|((_, imported), room)| place(imported).is_some_and(|imported| imported > place(room).expect("a room")))
        .map(|(import, _)| import)
        .collect();
    let knots = KNOTS.iter().map(|(file, room, _)| (String::from(*file), String::from(*room))).collect();
    let news: Vec<_> = upward.difference(&knots).collect();
    assert!(news.is_empty(), "these import a later room, of {ROOMS:?}: {news:#?}");
    let gone: Vec<_> = knots.difference(&upward).collect();
    assert!(gone.is_empty(), "these are no knots any more, take them from the list: {gone:#?}");
}

/// What a room takes from the front page might come from any room.
#[test]
fn rooms_import_each_other_and_not_the_front_page() {
    let macros = ["dismantle_leaf", "leaf", "open", "rewritable", "rewritable_leaf"];
    // Macros of the public interface name what their users see.
    let named_for_users = ["Options", "__message", "__private", "assert_structural_equal", "assert_structural_ne"];
    let known =
        |segment: &str| place(segment).is_some() || macros.contains(&segment) || named_for_users.contains(&segment);
    let others: Vec<_> = imports().into_keys().filter(|(_, segment)| !known(segment)).collect();
    assert!(others.is_empty(), "import these from the room that has them: {others:#?}");
}

#[test]
fn every_folder_of_the_core_is_a_room() {
    let entries = fs::read_dir(source()).expect("the source can be read").map(|entry| entry.expect("it can be read"));
    let folders: BTreeSet<String> = entries
        .filter(|entry| entry.path().is_dir())
        .map(|entry| entry.file_name().to_string_lossy().into_owned())
        .collect();
    assert_eq!(folders, ROOMS.map(String::from).into());
}
