//! Messages: each with a place, short, and in words that the text has, too.

use sexpr_examples::relay::{self, Library};

use crate::module;

/// Names of types of this library, which say nothing to those who write modules.
const OURS: &str =
    "ExprKind TypeArgument Incomplete GlobalVar LocalVar BaseType( Literal:: Attribute:: Some( None) Arc Span";

/// A text for each kind of mistake; `NAME` is a long name, and `MANY` a long list.
const TEXTS: [&str; 26] = [
    "def @f() { %NAME }",
    "def @f(%x: NAME) { 1 }",
    "def @f(%x: Tensor[NAME, int8]) { 1 }",
    "def @f(%x) { match (%x) { NAME(_) => 1 } }",
    "def @f[NAME](%x: NAME[int8]) { 1 }",
    "data NAME { A : () -> B }",
    "def @NAME() { 1 } def @NAME() { 2 }",
    "def @f(%x) { f.g(NAME=1, NAME=2) }",
    "def @f() { @NAME() }",
    "def @f() { NAME(1) }",
    "def @f() { nn.relu(1f, NAME=1) }",
    "def @f() { nn.softmax(1f, axis=[MANY]) }",
    "def @f() { nn.softmax(1f, axis=\"NAME\") }",
    "def @f() { (MANY) + 1 }",
    "def @f() -> int32 { (MANY) }",
    "def @f(%g: fn (int32) -> int32) { %g(MANY) }",
    "def @f(%x: Tensor[(MANY), int8], %y: Tensor[(1, MANY, 2), int8]) { %x + %y }",
    "def @f(%x: Tensor[(MANY), int8]) { reshape(%x, newshape=[MANY]) }",
    "type NAME { NAMEC(int8) } def @f(%x: NAME) { match (%x) { NAMEC(_, _) => 1 } }",
    "type T { A(int8), NAME((MANYTYPES)), } def @f(%x: T) { match (%x) { A(_) => 1 } }",
    "def @f[NAME]() -> NAME { 1 }",
    "def @f<NAME : Shape>(%x: NAME) { 1 }",
    "def @f() { @NAME } def @NAME[B](%x: B) -> B { 1 }",
    "def @f() { let %NAME: int8 = True; 1 }",
    "def @f() { fn (%NAME) { 1 } }",
    "def @f(%x: fn (int32) -> int32 where NAME) { %x }",
];

#[test]
fn no_message_is_long_or_without_a_place() {
    let (name, many) = ("n".repeat(10_000), vec!["7"; 3000].join(", "));
    let types = vec!["int8"; 3000].join(", ");
    for text in TEXTS {
        let text = text.replace("NAME", &name).replace("MANYTYPES", &types).replace("MANY", &many);
        let messages = match relay::parse("test.rly", &text) {
            Err(error) => vec![error.to_string()],
            Ok(module) => match relay::infer(&module) {
                Ok(inferred) => panic!("there is no mistake: {inferred:.300}"),
                Err(problems) => problems.all().iter().map(ToString::to_string).collect(),
            },
        };
        for message in messages {
            assert!(message.starts_with("test.rly:1:"), "{message:.300}");
            assert!(message.chars().count() < 2000, "{} characters: {message:.300}", message.chars().count());
            for ours in OURS.split(' ') {
                assert!(!message.contains(ours), "{message:.300}");
            }
        }
    }
}

/// The chapter about Relay lists the operators that there are, and no others.
#[test]
fn the_book_lists_all_operators() {
    let chapter = concat!(env!("CARGO_MANIFEST_DIR"), "/../docs/src/relay.md");
    let chapter = std::fs::read_to_string(chapter).expect("the chapter");
    let rows = chapter.lines().filter(|line| line.starts_with("| ") && line.matches('|').count() == 4);
    let listed = rows.filter_map(|row| row.split('|').nth(2)).flat_map(|cell| cell.split('`').skip(1).step_by(2));
    let mut listed: Vec<&str> = listed.collect();
    listed.sort_unstable();
    let library = Library::standard();
    let known: Vec<&str> = library.operators().collect();
    assert_eq!(listed, known);
}

#[test]
fn problems_of_metadata_are_none() {
    let read = module("#[version = \"0.0.5\"]\ndef @f() { meta[relay.Constant][0] + 1 }\n#[metadata]\n{}");
    assert!(relay::infer(&read).is_ok());
}
