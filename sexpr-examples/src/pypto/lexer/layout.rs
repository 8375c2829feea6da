//! Blocks by indentation.

use super::Lexer;
use crate::pypto::error::{ErrorKind, Mistake};
use crate::pypto::token::TokenKind;

/// How far a line is indented, with tabs of two widths: to the next multiple of eight as in Python, and one. Lines
/// that compare differently under the two depend on the width of a tab.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
struct Width {
    wide: usize,
    narrow: usize,
}

/// The blocks around the current line.
#[derive(Debug)]
pub(super) struct Indentation {
    open: Vec<Width>,
}

impl Indentation {
    pub(super) fn new() -> Self {
        Self { open: Vec::new() }
    }

    fn current(&self) -> Width {
        self.open.last().copied().unwrap_or(Width { wide: 0, narrow: 0 })
    }

    /// Closes every block, and says how many there were.
    pub(super) fn close_all(&mut self) -> usize {
        std::mem::take(&mut self.open).len()
    }
}

impl Lexer<'_> {
    /// Looks at how far the next line that is not blank is indented.
    pub(super) fn line_start(&mut self) -> Result<(), Mistake> {
        let start = self.at;
        let indent = self.take_while(|c| c == ' ' || c == '\t');
        if matches!(self.peek(), None | Some('\n' | '#')) || self.rest().starts_with("\r\n") {
            return Ok(());
        }
        let mut width = Width { wide: 0, narrow: 0 };
        for c in indent.chars() {
            width.narrow += 1;
            width.wide = if c == '\t' { (width.wide / 8 + 1) * 8 } else { width.wide + 1 };
        }
        let range = start..self.at;
        let tabs = || Mistake::new(ErrorKind::Tabs, range.clone());

        let current = self.indentation.current();
        let order = width.wide.cmp(&current.wide);
        if order != width.narrow.cmp(&current.narrow) {
            return Err(tabs());
        }
        if order.is_gt() {
            self.indentation.open.push(width);
            self.push(TokenKind::Indent, range);
            return Ok(());
        }
        while self.indentation.current().wide > width.wide {
            self.indentation.open.pop();
            self.push(TokenKind::Dedent, self.at..self.at);
        }
        let around = self.indentation.current();
        if around.wide != width.wide {
            return Err(Mistake::new(ErrorKind::Dedentation, range));
        }
        if around.narrow != width.narrow {
            return Err(tabs());
        }
        Ok(())
    }
}
