//! Text in HTML.

use std::fmt;

/// A text such that nothing in it is markup, neither between tags nor in the quotes of an attribute.
pub(super) struct Escaped<'t>(pub(super) &'t str);

impl fmt::Display for Escaped<'_> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let mut rest = self.0;
        while let Some(at) = rest.find(is_special) {
            let (before, after) = rest.split_at(at);
            f.write_str(before)?;
            let mut chars = after.chars();
            match chars.next() {
                Some('<') => f.write_str("&lt;")?,
                Some('>') => f.write_str("&gt;")?,
                Some('&') => f.write_str("&amp;")?,
                Some('"') => f.write_str("&quot;")?,
                Some('\'') => f.write_str("&#39;")?,
                // Most control characters may not be in a page.
                _ => write!(f, "{}", char::REPLACEMENT_CHARACTER)?,
            }
            rest = chars.as_str();
        }
        f.write_str(rest)
    }
}

fn is_special(c: char) -> bool {
    matches!(c, '<' | '>' | '&' | '"' | '\'') || c.is_control() && !matches!(c, '\t' | '\n')
}
