//! What is wrong with a text, and where.

use crate::support::error;

/// Checks the message of each text, in which the place is marked by `¦`.
#[track_caller]
fn assert_messages(table: &[(&str, &str)]) {
    for (marked, message) in table {
        let at = marked.find('¦').expect("a mark");
        let error = error(&marked.replacen('¦', "", 1));
        let before = &marked[..at];
        let line = before.matches('\n').count() + 1;
        let column = before.rsplit('\n').next().unwrap_or_default().chars().count() + 1;
        assert_eq!(error.to_string(), format!("test.rly:{line}:{column}: {message}"), "{marked}");
    }
}

/// The same for the body of a function.
#[track_caller]
fn assert_in_body(table: &[(&str, &str)]) {
    let around = |body: &str| format!("type T {{ C(int8), D }}\ndef @f[A](%x) {{\n  {body}\n}}");
    let texts: Vec<_> = table.iter().map(|(body, message)| (around(body), *message)).collect();
    assert_messages(&texts.iter().map(|(text, message)| (&**text, *message)).collect::<Vec<_>>());
}

#[test]
fn words() {
    assert_in_body(&[
        ("¦12ab", "`12ab` is not a number"),
        ("¦18446744073709551616", "the integer 18446744073709551616 is out of range"),
        ("¦1e999", "the number 1e999 is out of range"),
        ("f.g(a=¦\"text)", "the string has no closing quote on its line"),
        ("f.g(a=\"¦\\q\")", "`\\q` is not an escape sequence"),
        ("f.g(a=\"¦\\u{d800}\")", "`\\u{d800}` is not an escape sequence"),
        ("¦%.x", "a name must follow `%` directly"),
        ("¦% x", "a name must follow `%` directly"),
        ("¦@(1)", "a name must follow `@` directly"),
        ("%x.¦.y", "expected a member's number, found `.`"),
        ("%x.1.¦weight", "expected a member's number, found `weight`"),
        ("match ¦? (%x) {}", "expected an expression, found `?`"),
        ("(f.g(a=\"日\"), ¦%é)", "`%é` is not bound here"),
        ("%x ¦& %x", "unexpected character '&'"),
        ("¦!%x", "unexpected character '!'"),
        ("1 ¦/* /* */", "`/*` is never closed"),
        ("f.g(1¦]", "`]` closes nothing"),
        ("1¦)", "`)` closes nothing"),
    ]);
    for digits in ["3x", "1_000", "0x10", "3.0i32", "1e5i32", "2.5.5", "3i7", "1e+", "3b1", "3bf", "3f32f", "3int8"] {
        assert!(error(&format!("({digits})")).to_string().contains("is not a number"), "{digits}");
    }
}

#[test]
fn numbers_out_of_their_types() {
    assert_in_body(&[
        ("¦2147483648i32", "2147483648i32 is not a value of type int32"),
        ("¦-2147483649i", "-2147483649i is not a value of type int32"),
        ("¦256u8", "256u8 is not a value of type uint8"),
        ("¦1e39", "1e39 is not a value of type float32"),
        ("¦65520f16", "65520f16 is not a value of type float16"),
        ("¦1e39bf16", "1e39bf16 is not a value of type bfloat16"),
        ("Constant(¦1.5, (), int32)", "1.5 is not a value of type int32"),
        ("Constant(¦2, (), bool)", "2 is not a value of type bool"),
        ("Constant(¦True, (), int8)", "True is not a value of type int8"),
        ("Constant(¦1f, (), float16)", "1f is not a value of type float16"),
        ("f.g(a=¦9223372036854775808)", "the integer 9223372036854775808 is out of range"),
        ("%x.¦4294967296", "`4294967296` is not a valid tuple index"),
    ]);
    // What is rounded to the largest value is one.
    for text in ["65519f16", "3.4028235e38", "-128i8", "255u8", "-1i1", "Constant(1, (), bool)"] {
        crate::support::expr(text);
    }
}

#[test]
fn modules() {
    assert_messages(&[
        ("¦;", "expected a type, a definition or an expression, found `;`"),
        ("let %x = 1;¦\n// end\n", "expected an expression, found the end of the file"),
        ("def ¦f() { 1 }", "expected a name, `@f`, found `f`"),
        ("def @f ¦{ 1 }", "expected `[`, `<` or `(`, found `{`"),
        ("def @f(¦x) { 1 }", "expected `)` or a variable, `%x`, found `x`"),
        ("def @f(%x ¦%y) { 1 }", "expected `:`, `,` or `)`, found `%y`"),
        ("def @f() ¦{ 1", "`{` is never closed"),
        ("def @f() { g¦(1 ", "`(` is never closed"),
        ("def @f() -> ¦{ 1 }", "expected a type, found `{`"),
        ("def @f() ¦= 1", "expected `->` or `{`, found `=`"),
        ("def @f[¦](%x) { 1 }", "expected a type parameter, found `]`"),
        ("def @f<s : ¦Int>() { 1 }", "expected a kind, found `Int`"),
        ("def @f[A]¦[B]() { 1 }", "expected `(`, found `[`"),
        ("type ¦@T { }", "expected a type's name, found `@T`"),
        ("type T { A(int8)¦B }", "expected `,` or `}`, found `B`"),
        ("type T { A ¦: () -> T }", "expected `(`, `,` or `}`, found `:`"),
        ("data T { A¦(int8) }", "expected `:`, found `(`"),
        ("data T { A : (int8) -> ¦U }", "a constructor of `T` cannot return `U`"),
        ("#[version ¦5]", "expected `=`, found `5`"),
        ("#[version = ¦5]", "expected a string, found `5`"),
    ]);
}

#[test]
fn names() {
    assert_messages(&[
        ("def @f() { 1 }\ndef ¦@f() { 2 }", "duplicate definition `f`"),
        ("type T {}\ndata ¦T {}", "duplicate type `T`"),
        ("type T { A, B }\ntype U { ¦A }", "duplicate constructor `A`"),
        ("def @f[A, ¦A]() { 1 }", "duplicate type parameter `A`"),
        ("def @f(%x, ¦%x) { 1 }", "duplicate parameter `x`"),
        ("type ¦float32 {}", "`float32` is a reserved word and cannot be a name"),
        ("type T { ¦Constant }", "`Constant` is a reserved word and cannot be a name"),
        ("type T[A] {}\ntype U { C(¦A) }", "unknown type `A`"),
    ]);
    assert_in_body(&[
        ("¦%y", "`%y` is not bound here"),
        ("let %y = ¦%y; 1", "`%y` is not bound here"),
        ("(fn (%y) { %y })(¦%y)", "`%y` is not bound here"),
        ("(match (%x) { %y => 1 }, ¦%y)", "`%y` is not bound here"),
        ("((let %y = 1; %y), ¦%y)", "`%y` is not bound here"),
        ("match (%x) { (%y, ¦%y) => 1 }", "duplicate variable `y`"),
        ("match (%x) { ¦E => 1 }", "unknown constructor `E`"),
        ("fn (%y: ¦U) { 1 }", "unknown type `U`"),
        ("fn (%y: ¦A[int8]) { 1 }", "`A` is a type parameter and takes no arguments"),
        ("fn (%y: Tensor[¦s, int8]) { 1 }", "unknown type parameter `s`"),
        ("fn (%y: Tensor[(¦n,), int8]) { 1 }", "unknown type parameter `n`"),
        ("f.g(1, a=1, ¦a=2)", "duplicate attribute `a`"),
        ("fn (%y: fn (A) -> A where R(a=1, ¦A)) { 1 }", "an argument follows an attribute"),
    ]);
}

#[test]
fn expressions() {
    assert_in_body(&[
        ("1 ¦2", "expected `.`, `;` or `}`, found `2`"),
        ("let %y = 1 ¦%y", "expected `.` or `;`, found `%y`"),
        ("let ¦y = 1; 1", "expected a variable, `%x`, found `y`"),
        ("let %y ¦1", "expected `:` or `=`, found `1`"),
        ("1 + ¦let %y = 1; %y", "expected an expression, found `let`"),
        ("if ¦%x { 1 } else { 2 }", "expected `(`, found `%x`"),
        ("if (%x) ¦1 else 2", "expected `{`, found `1`"),
        ("match (%x) { ¦1 => 1 }", "expected `}` or a pattern, found `1`"),
        ("match (%x) { _ ¦-> 1 }", "expected `=>`, found `->`"),
        ("match (%x) { C(_) => 1 ¦D => 2 }", "expected `.`, `,` or `}`, found `D`"),
        ("%x.¦(1)", "expected a member's number, found `(`"),
        ("f.g<int8>¦;", "expected `(`, found `;`"),
        ("f.g<¦>(1)", "expected a type, found `>`"),
        ("f.g(1¦;)", "expected `.`, `,` or `)`, found `;`"),
        ("f.g(a=¦x)", "expected an attribute's value, found `x`"),
        ("f.g(a=-¦True)", "expected a number, found `True`"),
        ("(1, 2 ¦3)", "expected `.`, `;`, `,` or `)`, found `3`"),
        ("fn (%y) ¦1", "expected `->` or `{`, found `1`"),
        ("Constant(¦%x, (), int8)", "expected a number, found `%x`"),
        ("Constant(1, ¦5, int8)", "expected `(`, found `5`"),
        ("Constant(1, (¦?), int8)", "expected `)` or an integer, found `?`"),
        ("Constant(1, (), ¦A)", "expected a data type, found `A`"),
    ]);
}

#[test]
fn types() {
    let table = [
        ("¦1", "expected a type, found `1`"),
        ("Tensor¦", "expected `[`, found `)`"),
        ("Tensor[¦5, int8]", "expected a shape, found `5`"),
        ("Tensor[(5)¦]", "expected `,`, found `]`"),
        ("Tensor[(5), ¦(int8)]", "expected a data type, found `(`"),
        ("Tensor[(¦int8[1]), int8]", "unknown type parameter `int8`"),
        ("Tensor[(5 ¦6), int8]", "expected `,` or `)`, found `6`"),
        ("Tensor[(¦3i8), int8]", "expected `)` or a dimension, found `3i8`"),
        ("fn ¦int8 -> int8", "expected `[`, `<` or `(`, found `int8`"),
        ("fn (int8)¦", "expected `->`, found `)`"),
        ("fn (int8) -> int8 where ¦1", "expected a relation, found `1`"),
    ];
    for (ty, message) in table {
        assert_in_body(&[(&format!("fn (%y: {ty}) {{ 1 }}"), message)]);
    }
}

#[test]
fn help_says_what_to_do() {
    use miette::Diagnostic;

    for (text, help) in cases! {
        "def f() { 1 }" => "the names of definitions begin with `@`";
        "def @f(x) { 1 }" => "the names of variables begin with `%`";
        "def @f() { 3000000000i32 }" => "a larger integer says its type: `3000000000i64`";
        "def @f(%x) { match (%x) { x => 1 } }" => "constructors stand in a `type`; a variable is written `%x`";
        "def @f() { if (True) { 1 } else if (True) { 1 } else { 1 } }" =>
            "branches stand in braces: `if (…) { … } else { if (…) { … } else { … } }`";
        "def @f() { let %x = 1; }" => "a block ends with its value";
        ";" => "modules consist of `def @f(…) { … }`, `type T { … }`, `relation r(…)` and expressions";
        "data T { A : () -> U }" => "write `-> T`";
    } {
        let found = error(text).help().map(|help| help.to_string());
        assert_eq!(found.as_deref(), Some(help), "{text}");
    }
}
