//! From text to tokens. Line breaks mean nothing but the end of a comment.

mod comment;
mod literal;

use super::error::{ErrorKind, Mistake};
use super::token::{HEADER, Place, SYMBOLS, Token, TokenKind, VERSION, begins_word, name_length, word};

/// A text's tokens. The last one is [`TokenKind::End`]. Each bracket is closed by one of its kind.
pub(super) fn tokens(text: &str) -> Result<Vec<Token<'_>>, Mistake> {
    let mut lexer = Lexer { text, at: 0, tokens: Vec::new(), brackets: Vec::new(), closed_shape: None };
    lexer.run()?;
    Ok(lexer.tokens)
}

struct Lexer<'s> {
    text: &'s str,
    at: usize,
    tokens: Vec<Token<'s>>,
    brackets: Vec<Bracket>,
    /// Which token stands behind the last bracket that might hold dimensions.
    closed_shape: Option<usize>,
}

/// A bracket that is open.
#[derive(Clone, Copy)]
struct Bracket {
    symbol: &'static str,
    /// Which token it is.
    index: usize,
    /// Whether what stands in it may be dimensions.
    is_shape: bool,
}

impl<'s> Lexer<'s> {
    fn run(&mut self) -> Result<(), Mistake> {
        while let Some(c) = self.rest().chars().next() {
            match c {
                ' ' | '\t' | '\n' | '\r' => self.at += 1,
                '#' if self.header_follows() => self.push_symbol(HEADER, "["),
                '#' => self.skip_line(),
                '/' if self.rest().starts_with("//") => self.two_slashes(),
                '/' if self.rest().starts_with("/*") => self.skip_comment()?,
                '%' => self.named(c, TokenKind::Local)?,
                '@' => self.named(c, TokenKind::Global)?,
                '"' => self.string()?,
                _ if c.is_ascii_digit() => self.number()?,
                _ if begins_word(c) => self.word(),
                _ => self.symbol(c)?,
            }
        }
        if let Some(bracket) = self.brackets.last() {
            return Err(Mistake::new(ErrorKind::Unclosed(bracket.symbol), self.tokens[bracket.index].place.clone()));
        }
        // Right behind the last word, where something can be added.
        self.at = self.tokens.last().map_or(0, |last| last.place.end);
        self.push(TokenKind::End, self.at);
        Ok(())
    }

    fn rest(&self) -> &'s str {
        &self.text[self.at..]
    }

    /// A token from there to here.
    fn push(&mut self, kind: TokenKind<'s>, start: usize) {
        self.tokens.push(Token { kind, place: start..self.at, closing: 0 });
    }

    /// Takes the longest beginning of the rest whose characters all pass.
    fn take_while(&mut self, pass: impl Fn(char) -> bool) -> &'s str {
        let rest = self.rest();
        let length = rest.find(|c| !pass(c)).unwrap_or(rest.len());
        self.at += length;
        &rest[..length]
    }

    /// Whether this is the version at the head of a module, and not a comment.
    fn header_follows(&self) -> bool {
        self.tokens.is_empty()
            && self.rest().strip_prefix(HEADER).is_some_and(|rest| rest.trim_start().starts_with(VERSION))
    }

    /// `%NAME`, `@NAME`
    fn named(&mut self, sign: char, kind: fn(&'s str) -> TokenKind<'s>) -> Result<(), Mistake> {
        let start = self.at;
        self.at += sign.len_utf8();
        let rest = self.rest();
        let name = &rest[..name_length(rest)];
        if name.is_empty() {
            return Err(Mistake::new(ErrorKind::Nameless(sign), start..self.at));
        }
        self.at += name.len();
        self.push(kind(name), start);
        Ok(())
    }

    fn word(&mut self) {
        let (start, rest) = (self.at, self.rest());
        let name = &rest[..name_length(rest)];
        self.at += name.len();
        let mut kind = word(name);
        if kind == TokenKind::Keyword("match") && self.rest().starts_with('?') {
            self.at += 1;
            kind = TokenKind::Keyword("match?");
        }
        self.push(kind, start);
    }

    fn symbol(&mut self, c: char) -> Result<(), Mistake> {
        let Some(&symbol) = SYMBOLS.iter().find(|symbol| self.rest().starts_with(**symbol)) else {
            return Err(Mistake::new(ErrorKind::Character(c), self.at..self.at + c.len_utf8()));
        };
        match symbol {
            "(" | "[" | "{" => self.push_symbol(symbol, symbol),
            ")" => self.close("(", c)?,
            "]" => self.close("[", c)?,
            "}" => self.close("{", c)?,
            _ => {}
        }
        if !matches!(symbol, "(" | "[" | "{") {
            let start = self.at;
            self.at += symbol.len();
            self.push(TokenKind::Symbol(symbol), start);
        }
        Ok(())
    }

    /// A symbol that opens a bracket.
    fn push_symbol(&mut self, symbol: &'static str, bracket: &'static str) {
        let is_shape = self.opens_shape(bracket);
        self.brackets.push(Bracket { symbol: bracket, index: self.tokens.len(), is_shape });
        let start = self.at;
        self.at += symbol.len();
        self.push(TokenKind::Symbol(symbol), start);
    }

    fn close(&mut self, opening: &'static str, closing: char) -> Result<(), Mistake> {
        let place: Place = self.at..self.at + closing.len_utf8();
        let mistake = Mistake::new(ErrorKind::Unopened(closing), place);
        match self.brackets.pop() {
            Some(bracket) if bracket.symbol == opening => {
                self.tokens[bracket.index].closing = self.tokens.len() - bracket.index;
                if bracket.is_shape {
                    self.closed_shape = Some(self.tokens.len() + 1);
                }
                Ok(())
            }
            Some(bracket) => Err(mistake.with(self.tokens[bracket.index].place.clone(), "this one is open")),
            None => Err(mistake),
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    /// The tokens as messages call them.
    fn words(text: &str) -> Vec<String> {
        let tokens = tokens(text).expect("only words");
        tokens[..tokens.len() - 1].iter().map(|token| token.kind.to_string().replace('`', "")).collect()
    }

    fn kind(text: &str) -> TokenKind<'_> {
        let mut tokens = tokens(text).expect("only words");
        assert_eq!(tokens.len(), 2, "{tokens:?}");
        tokens.swap_remove(0).kind
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
            let mistake = tokens(text).expect_err("no number");
            assert!(
                matches!(mistake.kind, ErrorKind::Number(_) | ErrorKind::TooLarge(_)),
                "{text}: {:?}",
                mistake.kind
            );
        }
    }

    #[test]
    fn brackets_know_where_they_close() {
        let tokens = tokens("f(g[1], {})").expect("only words");
        let closings: Vec<_> = tokens.iter().filter(|token| token.closing > 0).map(|token| token.closing).collect();
        assert_eq!(closings, [8, 2, 1]);
    }

    #[test]
    fn places_are_bytes() {
        let places = |text| tokens(text).expect("only words").into_iter().map(|token| token.place).collect::<Vec<_>>();
        assert_eq!(places("%é \"日\"\n// end\n"), [0..3, 4..9, 9..9]);
        assert_eq!(places("# nothing"), vec![0..0; 1]);
    }
}
