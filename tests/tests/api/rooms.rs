//! The rooms of the core, and which may import which: see the chapter "Architecture".

use std::{
    collections::{BTreeMap, BTreeSet},
    fs,
    path::{Path, PathBuf},
};

use proc_macro2::{Delimiter, TokenStream, TokenTree};

/// Each room may import those before it.
const ROOMS: [&str; 11] =
    ["tables", "describe", "rules", "engine", "ops", "reflect", "api", "walk", "rewrite", "terms", "impls"];

/// The files that import later rooms, each with the reason.
const KNOTS: [(&str, &[&str], &str); 1] = [(
    "describe/custom.rs",
    &["engine", "ops", "reflect"],
    "a trait object goes on with the operations that know its type, and rules order map entries by hashes",
)];

/// The macros of the public interface that implement something for a type.
const MACROS: [&str; 5] = ["__rewritable_leaf", "id", "leaf", "open", "rewritable"];

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
    let knots = KNOTS
        .iter()
        .flat_map(|(file, rooms, _)| rooms.iter().map(|room| (String::from(*file), String::from(*room))))
        .collect();
    let news: Vec<_> = upward.difference(&knots).collect();
    assert!(news.is_empty(), "these import a later room, of {ROOMS:?}: {news:#?}");
    let gone: Vec<_> = knots.difference(&upward).collect();
    assert!(gone.is_empty(), "these are no knots any more, take them from the list: {gone:#?}");
}

/// What a room takes from the front page might come from any room.
#[test]
fn rooms_import_each_other_and_not_the_front_page() {
    // Macros of the public interface name what their users see.
    let named_for_users = ["Options", "__assert", "__message", "__private"];
    let known =
        |segment: &str| place(segment).is_some() || MACROS.contains(&segment) || named_for_users.contains(&segment);
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

/// The header of an implementation of a trait.
struct Header {
    /// The tokens of the trait's path, and its last segment.
    path: Vec<String>,
    of: String,
    /// What the trait is implemented for: the last segment of a path, or else what it begins with.
    to: String,
    parameters: Vec<String>,
}

impl Header {
    /// Reads what follows `impl`, up to a body.
    fn read(tokens: &[TokenTree]) -> Option<Self> {
        let (mut depth, mut previous) = (0, String::new());
        let (mut parameters, mut path, mut to, mut is_past_for) = (Vec::new(), Vec::new(), Vec::new(), false);
        for token in tokens {
            let text = match token {
                TokenTree::Group(group) if group.delimiter() == Delimiter::Brace => break,
                TokenTree::Group(group) => format!("{:?}", group.delimiter()),
                token => token.to_string(),
            };
            match text.as_str() {
                "<" => depth += 1,
                ">" if previous != "-" => depth -= 1,
                "where" | ";" if depth == 0 => break,
                "for" if depth == 0 && !path.is_empty() => is_past_for = true,
                _ if depth == 0 && is_past_for => to.push(text.clone()),
                _ if depth == 0 => path.push(text.clone()),
                _ if depth == 1 && path.is_empty() && matches!(previous.as_str(), "<" | ",") => {
                    parameters.push(text.clone());
                }
                _ => {}
            }
            previous = text;
        }
        let is_path = to.iter().all(|text| text == ":" || text.starts_with(|first: char| first.is_alphabetic()));
        let to = if is_path { to.pop() } else { to.into_iter().next() };
        Some(Header { of: path.last()?.clone(), path, to: to?, parameters })
    }
}

/// What a file declares and implements, but for tests.
#[derive(Default)]
struct Content {
    traits: BTreeSet<String>,
    types: BTreeSet<String>,
    headers: Vec<Header>,
    /// The macros that implement something for a type and are called, other than by a macro for its users.
    calls: Vec<String>,
}

impl Content {
    fn read(&mut self, tokens: TokenStream) {
        let tokens: Vec<TokenTree> = tokens.into_iter().collect();
        let text = |index: usize| tokens.get(index).map(ToString::to_string).unwrap_or_default();
        for (index, token) in tokens.iter().enumerate() {
            match token {
                TokenTree::Group(group) => {
                    let is_test = index >= 2 && text(index - 1) == "tests" && text(index - 2) == "mod";
                    if !is_test {
                        self.read(group.stream());
                    }
                }
                TokenTree::Ident(ident) => match ident.to_string().as_str() {
                    "trait" => _ = self.traits.insert(text(index + 1)),
                    "struct" | "enum" | "union" => _ = self.types.insert(text(index + 1)),
                    "impl" => self.headers.extend(Header::read(&tokens[index + 1..])),
                    name => {
                        let is_of_path = index > 0 && text(index - 1) == ":";
                        let is_called = text(index + 1) == "!" && text(index + 2) != "=";
                        if MACROS.contains(&name) && is_called && !is_of_path {
                            self.calls.push(name.to_owned());
                        }
                    }
                },
                _ => {}
            }
        }
    }

    fn of_rooms(rooms: &[&str]) -> Self {
        let mut content = Content::default();
        for (_, tokens) in rooms.iter().flat_map(|room| files(&source().join(room))) {
            content.read(tokens);
        }
        content
    }

    /// The implementations of some traits for types that are not declared here.
    fn foreign<'c>(&'c self, traits: &BTreeSet<String>) -> Vec<(&'c str, &'c str)> {
        // A macro for users implements something for a type of theirs.
        let is_for_users = |header: &Header| header.path.first().is_some_and(|first| first == "__seq");
        let is_known = |header: &Header| self.types.contains(&header.to) || header.parameters.contains(&header.to);
        let foreign = self.headers.iter().filter(|header| traits.contains(&header.of));
        let foreign = foreign.filter(|header| !is_for_users(header) && !is_known(header));
        foreign.map(|header| (&*header.of, &*header.to)).collect()
    }
}

/// The traits that `impls` implements: those that a container, a pointer or a leaf has.
fn traits_of_containers(declared: &BTreeSet<String>) -> BTreeSet<String> {
    let impls = Content::of_rooms(&["impls"]);
    impls.headers.into_iter().map(|header| header.of).filter(|name| declared.contains(name)).collect()
}

/// So to add one, nothing else is touched.
#[test]
fn types_of_other_crates_are_implemented_in_one_room() {
    let [others @ .., "impls"] = ROOMS else { panic!("`impls` may import all others") };
    let others = Content::of_rooms(&others);
    let traits = traits_of_containers(&others.traits);
    for known in ["StructuralEq", "Sequence", "Map", "SharedPointer", "NameField", "Rewritable", "Dismantle"] {
        assert!(traits.contains(known), "`{known}` is found in `impls`: {traits:?}");
    }
    let foreign = others.foreign(&traits);
    assert!(foreign.is_empty(), "these belong into `impls`: {foreign:?}");
    assert!(others.calls.is_empty(), "these are called for types that belong into `impls`: {:?}", others.calls);
}

#[test]
fn a_type_of_another_crate_is_seen_whatever_is_written() {
    let mut content = Content::default();
    let text = "
        struct Own<T>(T);
        impl<T: Field> Sequence for Own<T> {}
        impl<T: ?Sized + Field> Sequence for T {}
        impl<$($generics)*> __seq::Sequence for $ty {}
        impl<T: Field, S> Sequence for std::collections::VecDeque<Own<T>, S> where T: Own {}
        impl<'a, T> describe::Sequence for &'a Own<T> {}
        macro_rules! wrappers { ($wrapper:ident) => { impl<T: Fn() -> T> Sequence for $wrapper<T> {} } }
        impl<A, B> Sequence for (A, B) {}
        impl Own<u8> { fn items(&self) -> impl Iterator<Item = u8> { for item in self {} } }
        impl Other for u8 {}
        leaf!(u8);
    ";
    content.read(text.parse().expect("these are tokens"));
    let foreign = content.foreign(&BTreeSet::from(["Sequence".to_owned()]));
    let found = ["VecDeque", "&", "$", "Parenthesis"].map(|to| ("Sequence", to));
    assert_eq!((foreign, &*content.calls), (found.into(), &["leaf".to_owned()][..]));
}
