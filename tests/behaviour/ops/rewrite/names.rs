//! Names of several fields: what replaces one replaces what is compared, and leaves alone what is ignored.

use sexpr_core::{
    StructuralEq,
    rewrite::Rewrite,
    terms::{rename_bound, substitute},
};

/// A name, and the line where it stands.
#[derive(StructuralEq, Clone, Debug, PartialEq)]
#[seq(rewrite)]
struct Ident {
    text: String,
    #[seq(ignore)]
    line: u32,
}

/// A label is written as a word or as a number, in a line or in none.
#[derive(StructuralEq, Clone, Debug, PartialEq)]
#[seq(rewrite)]
enum Label {
    Word(String, #[seq(ignore)] u32),
    Number {
        number: u32,
        #[seq(ignore)]
        line: u32,
    },
    Exit,
}

#[derive(StructuralEq, Clone, Debug, PartialEq)]
#[seq(rewrite)]
enum Expr {
    Name(#[seq(var)] Ident),
    Break(#[seq(var = "labels")] Label),
    #[seq(scope)]
    Lambda(#[seq(var, def)] Ident, Box<Expr>),
    #[seq(scope)]
    Loop(#[seq(var = "labels", def)] Label, Box<Expr>),
    Call(Vec<Expr>),
}
use Expr::{Break, Call, Lambda, Loop, Name};

fn ident(text: &str, line: u32) -> Ident {
    Ident { text: text.into(), line }
}

fn lambda(text: &str, line: u32, body: Vec<Expr>) -> Expr {
    Lambda(ident(text, line), Box::new(Call(body)))
}

fn name(text: &str, line: u32) -> Expr {
    Name(ident(text, line))
}

fn numbered(ident: &Ident, attempt: usize) -> Ident {
    Ident { text: format!("{}{attempt}", ident.text), line: ident.line }
}

#[test]
fn a_renamed_variable_stays_in_its_line_at_each_use() {
    let term = lambda("x", 1, vec![name("x", 7), name("x", 9)]);
    let renamed = rename_bound(term, numbered).expect("fresh names");
    assert_eq!(renamed, lambda("x1", 1, vec![name("x1", 7), name("x1", 9)]));
}

#[test]
fn a_variable_that_is_renamed_to_avoid_a_capture_stays_in_its_line() {
    let term = lambda("y", 1, vec![name("x", 7), name("y", 9)]);
    let substituted = substitute(
        term,
        |expr: &Expr| match expr {
            Name(ident) => Some(ident),
            _ => None,
        },
        |ident: &Ident| (ident.text == "x").then(|| name("y", 100)),
        numbered,
    );
    assert_eq!(substituted.expect("fresh names"), lambda("y1", 1, vec![name("y", 100), name("y1", 9)]));
}

/// It is asked about where it is met first, and the callback says in which line it is there.
#[test]
fn a_free_variable_stays_in_its_line_wherever_it_is_met_again() {
    let term = Call(vec![name("x", 7), name("y", 8), name("x", 9)]);
    let rewrite = Rewrite::new().after(|ident: &Ident, _| (ident.text == "x").then(|| self::ident("w", 50)));
    assert_eq!(rewrite.run(term), Call(vec![name("w", 50), name("y", 8), name("w", 9)]));
}

#[test]
fn a_name_keeps_what_is_ignored_if_it_stays_the_same_variant() {
    let word = |text: &str, line| Label::Word(text.into(), line);
    let to = |label: Label| {
        let within = Call(vec![Break(word("out", 2)), Break(word("out", 3))]);
        let term = Loop(word("out", 1), Box::new(within));
        Rewrite::new().after(move |old: &Label, _| (*old == word("out", 1)).then(|| label.clone())).run(term)
    };
    let looped = |binder, uses: [Label; 2]| Loop(binder, Box::new(Call(uses.map(Break).into())));
    assert_eq!(to(word("end", 9)), looped(word("end", 9), [word("end", 2), word("end", 3)]));
    let number = || Label::Number { number: 5, line: 9 };
    assert_eq!(to(number()), looped(number(), [number(), number()]));
    assert_eq!(to(Label::Exit), looped(Label::Exit, [Label::Exit, Label::Exit]));
}
