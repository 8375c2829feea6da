//! JavaScript, in oxc's representation, through mirrors.

use oxc_allocator::Allocator;
use oxc_ast::ast;
use oxc_parser::{ParseOptions, Parser};
use oxc_span::SourceType;
use sexpr_core::{first_structural_mismatch, mirror::As, structural_equal, structural_fingerprint, structural_hash};

use sexpr_foreign::oxc::{
    self,
    programs::{CHANGES, PROGRAMS, Program},
};

type Seen<'a> = As<oxc::Program<'a>, ast::Program<'a>>;

/// A program, or nothing if this is none. Parentheses are not kept.
fn try_parse<'a>(allocator: &'a Allocator, source: &'a str, is_module: bool) -> Option<ast::Program<'a>> {
    let source_type = if is_module { SourceType::mjs() } else { SourceType::script() };
    let options = ParseOptions { preserve_parens: false, ..ParseOptions::default() };
    let parsed = Parser::new(allocator, source, source_type).with_options(options).parse();
    parsed.diagnostics.is_empty().then_some(parsed.program)
}

fn parse<'a>(allocator: &'a Allocator, source: &'a str, is_module: bool) -> ast::Program<'a> {
    try_parse(allocator, source, is_module).unwrap_or_else(|| panic!("no program: {source}"))
}

fn assert_equal(left: &str, right: &str, is_module: bool) {
    let allocators = [Allocator::default(), Allocator::default()];
    let [one, other] =
        [(&allocators[0], left), (&allocators[1], right)].map(|(at, source)| parse(at, source, is_module));
    let (one, other) = (Seen::new(&one), Seen::new(&other));
    if let Some(mismatch) = first_structural_mismatch(one, other) {
        panic!("{mismatch}\nin {left}\nand {right}");
    }
    assert!(structural_equal(one, other), "{left}\nand {right}");
    assert_eq!(structural_hash(one), structural_hash(other), "{left}");
    let fingerprints = [one, other].map(|program| structural_fingerprint(program).unwrap());
    assert_eq!(fingerprints[0], fingerprints[1], "{left}");
}

/// Whether a program is none any more after a change, or is seen to be another one.
fn is_told(program: &Program, changed: &str) -> bool {
    let allocators = [Allocator::default(), Allocator::default()];
    let one = parse(&allocators[0], program.source, program.is_module);
    let Some(other) = try_parse(&allocators[1], changed, program.is_module) else { return false };
    let (one, other) = (Seen::new(&one), Seen::new(&other));
    assert!(!structural_equal(one, other), "{changed}");
    assert!(!structural_equal(other, one), "{changed}");
    let mismatch = first_structural_mismatch(one, other).unwrap();
    assert!(!mismatch.lhs().to_string().is_empty() && !mismatch.rhs().to_string().is_empty(), "{changed}");
    assert_ne!(structural_hash(one), structural_hash(other), "{changed}");
    let fingerprints = [one, other].map(|program| structural_fingerprint(program).unwrap());
    assert_ne!(fingerprints[0], fingerprints[1], "{changed}");
    true
}

#[test]
fn a_program_equals_itself() {
    for program in &PROGRAMS {
        assert_equal(program.source, program.source, program.is_module);
    }
}

#[test]
fn how_a_program_is_written_does_not_count() {
    for program in &PROGRAMS {
        assert_equal(program.source, program.reformatted, program.is_module);
        let airy = program.source.replace(", ", " ,\n\t/* and */ ");
        assert_equal(program.source, &airy, program.is_module);
    }
}

#[test]
fn every_single_change_counts() {
    let mut changes = 0;
    for program in &PROGRAMS {
        for (old, new) in CHANGES {
            for (at, _) in program.source.match_indices(old) {
                let changed = format!("{}{new}{}", &program.source[..at], &program.source[at + old.len()..]);
                changes += usize::from(is_told(program, &changed));
            }
        }
    }
    assert!(changes > 200, "{changes}");
}

#[test]
fn every_word_and_every_number_counts() {
    let mut changes = 0;
    for program in &PROGRAMS {
        let is_in_word = |letter: char| letter.is_alphanumeric() || letter == '_';
        for (at, word) in words(program.source, is_in_word) {
            let other = if word.starts_with(|first: char| first.is_ascii_digit()) { "987" } else { "another" };
            let changed = format!("{}{other}{}", &program.source[..at], &program.source[at + word.len()..]);
            changes += usize::from(is_told(program, &changed));
        }
    }
    assert!(changes > 500, "{changes}");
}

fn words(text: &str, is_in_word: impl Fn(char) -> bool) -> impl Iterator<Item = (usize, &str)> {
    let words = text.split(move |letter| !is_in_word(letter)).filter(|word| !word.is_empty());
    words.map(move |word| (word.as_ptr().addr() - text.as_ptr().addr(), word))
}

#[test]
fn each_statement_counts() {
    for program in &PROGRAMS {
        let allocators = [Allocator::default(), Allocator::default()];
        let one = parse(&allocators[0], program.source, program.is_module);
        for index in 0..one.body.len() {
            let mut other = parse(&allocators[1], program.source, program.is_module);
            other.body.remove(index);
            assert!(!structural_equal(Seen::new(&one), Seen::new(&other)), "{index} of {}", program.source);
        }
    }
}

#[test]
fn a_mismatch_shows_where() {
    let allocators = [Allocator::default(), Allocator::default()];
    let left = parse(&allocators[0], "f(x => [1, x.size]);", false);
    let right = parse(&allocators[1], "f(x => [1, x.length]);", false);
    let mismatch = first_structural_mismatch(Seen::new(&left), Seen::new(&right)).unwrap();
    assert_eq!(mismatch.lhs().to_string(), ".body[0].expression.arguments[0].body.elements[1].property.name");
}
