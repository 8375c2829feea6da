//! From text to tokens. Line breaks mean nothing but the end of a comment.

mod comment;
mod literal;

use winnow::Parser;
use winnow::ascii::digit1;
use winnow::combinator::{not, repeat};
use winnow::error::EmptyError;
use winnow::token::one_of;

use super::error::{ErrorKind, Mistake};
use super::token::{HEADER, METADATA, TokenKind, VERSION, name, word};
use crate::text::{Scanner, Tokens, begins_name, continues_name};

/// Splits a text into tokens. Each bracket is closed by one of its kind.
pub(super) fn tokens(text: &str) -> Result<Tokens<TokenKind<'_>>, Mistake> {
    let mut lexer = Lexer { scanner: Scanner::new(text), shapes: Vec::new(), closed_shape: None };
    lexer.run()?;
    lexer.scanner.finish()
}

struct Lexer<'s> {
    scanner: Scanner<'s, TokenKind<'s>>,
    /// For each bracket that is open, whether what is in it may be dimensions.
    shapes: Vec<bool>,
    /// The number of the token behind the last bracket that might hold dimensions.
    closed_shape: Option<usize>,
}

impl<'s> Lexer<'s> {
    fn run(&mut self) -> Result<(), Mistake> {
        while let Some(c) = self.scanner.peek() {
            let rest = self.scanner.rest();
            match c {
                ' ' | '\t' | '\n' | '\r' => {
                    self.scanner.take(c);
                }
                '#' if self.header_follows() => self.symbol()?,
                '#' | 'M' if METADATA.iter().any(|word| rest.starts_with(word)) => self.metadata(),
                'v' if self.scanner.last().is_none() && self.scanner.take(old_version).is_some() => {}
                '#' => {
                    self.scanner.take_line();
                }
                '/' if rest.starts_with("//") => self.two_slashes()?,
                '/' if rest.starts_with("/*") => self.skip_comment()?,
                '%' => self.named(c, TokenKind::Local)?,
                '@' => self.named(c, TokenKind::Global)?,
                '"' => {
                    let start = self.scanner.at();
                    let value = self.scanner.string('"', literal::escape)?;
                    self.scanner.push(TokenKind::String(value), start);
                }
                '0'..='9' => literal::number(&mut self.scanner)?,
                _ if begins_name(c) => self.word(),
                _ => self.symbol()?,
            }
        }
        Ok(())
    }

    /// Whether this is the version at the head of a module, and not a comment.
    fn header_follows(&self) -> bool {
        self.scanner.last().is_none()
            && self.scanner.rest().strip_prefix(HEADER).is_some_and(|rest| rest.trim_start().starts_with(VERSION))
    }

    /// `%NAME`, `@NAME`
    fn named(&mut self, sign: char, kind: fn(&'s str) -> TokenKind<'s>) -> Result<(), Mistake> {
        let start = self.scanner.at();
        self.scanner.take(sign);
        let Some(name) = self.scanner.take(name) else {
            return Err(self.scanner.mistake(ErrorKind::Nameless(sign), start));
        };
        self.scanner.push(kind(name), start);
        Ok(())
    }

    /// `#[metadata]`, and everything behind it.
    fn metadata(&mut self) {
        let start = self.scanner.at();
        for word in METADATA {
            self.scanner.take(word);
        }
        let text = self.scanner.take_while(|_| true).trim();
        self.scanner.push(TokenKind::Metadata(text), start);
    }

    fn word(&mut self) {
        let start = self.scanner.at();
        let mut kind = word(self.scanner.take(name).unwrap_or_default());
        if kind == TokenKind::Keyword("match") && self.scanner.take('?').is_some() {
            kind = TokenKind::Keyword("match?");
        }
        self.scanner.push(kind, start);
    }

    fn symbol(&mut self) -> Result<(), Mistake> {
        let opens_shape = self.opens_shape();
        match self.scanner.symbol()? {
            "(" => self.shapes.push(opens_shape),
            "[" | "{" | HEADER => self.shapes.push(false),
            ")" | "]" | "}" if self.shapes.pop() == Some(true) => self.closed_shape = Some(self.scanner.tokens().len()),
            _ => {}
        }
        Ok(())
    }
}

/// `v0.0.4`, which older texts begin with.
fn old_version(rest: &mut &str) -> Result<(), EmptyError> {
    let number = || (digit1, repeat::<_, _, (), _, _>(1.., ('.', digit1)));
    ('v', number(), not(one_of(continues_name))).void().parse_next(rest)
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::relay::error::ErrorKind;
    use crate::text::Place;
    use crate::text::SyntaxError::{Float, Integer, Number};

    /// The tokens as messages call them.
    fn words(text: &str) -> Vec<String> {
        let tokens = tokens(text).expect("only words");
        tokens.words.iter().map(|token| token.kind.to_string().replace('`', "")).collect()
    }

    fn kind(text: &str) -> TokenKind<'_> {
        let mut tokens = tokens(text).expect("only words");
        assert_eq!(tokens.words.len(), 1, "{tokens:?}");
        tokens.words.swap_remove(0).kind
    }

    #[test]
    fn words_end_where_others_begin() {
        assert_eq!(words("%x.1"), ["%x", ".", "1"]);
        assert_eq!(words("%x.1.0.weight"), ["%x", ".", "1", ".", "0", ".", "weight"]);
        assert_eq!(words("%x.weight"), ["%x.weight"]);
        assert_eq!(words("@f.g<(1)>(%0)"), ["@f.g", "<", "(", "1", ")", ">", "(", "%0", ")"]);
        assert_eq!(words("match?(x)"), ["match?", "(", "x", ")"]);
        assert_eq!(words("match ?"), ["match", "?"]);
        assert_eq!(words("a->b=>c<=-1"), ["a", "->", "b", "=>", "c", "<=", "-", "1"]);
        assert_eq!(words("_ _a"), ["_", "_a"]);
    }

    #[test]
    fn comments() {
        assert_eq!(words("a // b\nc # d\ne"), ["a", "c", "e"]);
        assert_eq!(words("a /* b /* c */ d */ e"), ["a", "e"]);
        assert_eq!(words("#[version = \"0.0.5\"] a"), ["#[", "version", "=", "a string", "]", "a"]);
        assert_eq!(words("// x\n#[version] a"), ["#[", "version", "]", "a"]);
        assert_eq!(words("#[other]\na"), ["a"]);
        assert_eq!(words("a #[version]\nb"), ["a", "b"]);
    }

    #[test]
    fn two_slashes_divide_dimensions() {
        for text in [
            "Tensor[(n // 2), int32]",
            "@f<(n // 2)>(x)",
            "@f<(n), (n // 2)>(x)",
            "Tensor[((n + 1) // 2, 3), int32]",
            "List[(n//2,)]",
        ] {
            assert!(words(text).contains(&"//".to_owned()), "{text}");
        }
        for text in ["Tensor[(n // rows\n, m), int32]", "f(3 // three\n)", "f(x) // y)", "Tensor[(n, // 2), m\n2)]"] {
            assert!(!words(text).contains(&"//".to_owned()), "{text}");
        }
    }

    #[test]
    fn numbers() {
        let int64 = "int64".parse().ok();
        assert_eq!(kind("3"), TokenKind::Int(3, None));
        assert_eq!(kind("9223372036854775808i64"), TokenKind::Int(1 << 63, int64));
        assert_eq!(kind("3f"), TokenKind::Float(3.0, "float32".parse().ok()));
        assert_eq!(kind("1e-5f"), TokenKind::Float(1e-5, "float32".parse().ok()));
        assert_eq!(kind("1e5"), TokenKind::Float(1e5, None));
        assert_eq!(kind("2.5f16"), TokenKind::Float(2.5, "float16".parse().ok()));
        assert_eq!(kind("1bf16"), TokenKind::Float(1.0, "bfloat16".parse().ok()));
        assert_eq!(kind("inff64"), TokenKind::Float(f64::INFINITY, "float64".parse().ok()));
        for text in ["3x", "1_000", "0x10", "3.0i32", "1e5i32", "2.5.5", "3i7", "1e+", "18446744073709551616", "1e999"]
        {
            let kind = tokens(text).expect_err("no number").kind;
            assert!(matches!(kind, ErrorKind::Syntax(Number(_) | Integer(_) | Float(_))), "{text}: {kind:?}");
        }
    }

    #[test]
    fn brackets_know_where_they_close() {
        let tokens = tokens("f(g[1], {})").expect("only words");
        let closings: Vec<_> =
            tokens.words.iter().filter(|token| token.closing > 0).map(|token| token.closing).collect();
        assert_eq!(closings, [8, 2, 1]);
    }

    #[test]
    fn places_are_bytes() {
        let places = |text| -> (Vec<Place>, Place) {
            let tokens = tokens(text).expect("only words");
            (tokens.words.into_iter().map(|token| token.place).collect(), tokens.end.place)
        };
        assert_eq!(places("%é \"日\"\n// end\n"), (vec![0..3, 4..9], 9..9));
        assert_eq!(places("# nothing"), (Vec::new(), 0..0));
    }
}
