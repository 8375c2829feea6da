//! Texts from grammars and bytes: each byte chooses an alternative.

/// A grammar; its first rule is what a text is.
///
/// An alternative is text in which `$name` stands for what a rule gives, and `$#` for a number that is no other's. Lines
/// begin as far to the right as `$>` and `$<` say: what stands between these is one block. Each rule's first alternative
/// leads to an end: it is taken where no bytes are left, and where rules in rules are too deep.
#[derive(Debug)]
pub(super) struct Grammar(pub(super) &'static [(&'static str, &'static [&'static str])]);

/// How deep rules may stand in rules before they must come to an end.
const DEPTH: usize = 40;

/// How long a text may be before it must come to an end.
const LENGTH: usize = 4_000;

impl Grammar {
    /// The text that the bytes choose.
    pub(super) fn derive(&self, bytes: &[u8]) -> String {
        let mut derivation =
            Derivation { grammar: self, bytes: bytes.iter(), text: String::new(), indent: 0, numbers: 0 };
        derivation.rule(self.0[0].0, 0);
        derivation.text
    }

    fn alternatives(&self, name: &str) -> &'static [&'static str] {
        let rule = self.0.iter().find(|(rule, _)| *rule == name);
        rule.unwrap_or_else(|| panic!("the grammar has no rule `{name}`")).1
    }
}

struct Derivation<'a> {
    grammar: &'a Grammar,
    bytes: std::slice::Iter<'a, u8>,
    text: String,
    indent: usize,
    numbers: usize,
}

impl Derivation<'_> {
    fn rule(&mut self, name: &str, depth: usize) {
        let alternatives = self.grammar.alternatives(name);
        let choice = match alternatives {
            [_] => 0,
            _ if depth > DEPTH || self.text.len() > LENGTH => 0,
            _ => self.bytes.next().map_or(0, |byte| usize::from(*byte) % alternatives.len()),
        };
        let mut rest = alternatives[choice];
        while let Some((before, after)) = rest.split_once('$') {
            self.write(before);
            rest = match after.as_bytes().first() {
                Some(b'>') => {
                    self.indent += 1;
                    &after[1..]
                }
                Some(b'<') => {
                    self.indent -= 1;
                    &after[1..]
                }
                Some(b'#') => {
                    self.numbers += 1;
                    self.write(&self.numbers.to_string());
                    &after[1..]
                }
                _ => {
                    let end = after.find(|c: char| !c.is_ascii_lowercase()).unwrap_or(after.len());
                    self.rule(&after[..end], depth + 1);
                    &after[end..]
                }
            };
        }
        self.write(rest);
    }

    /// Writes text; where a line begins, as far to the right as it should.
    fn write(&mut self, text: &str) {
        for line in text.split_inclusive('\n') {
            if self.text.ends_with('\n') {
                self.text.extend(std::iter::repeat_n("    ", self.indent));
            }
            self.text.push_str(line);
        }
    }
}
