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
}

impl Lexer<'_> {
    /// Ends every block.
    pub(super) fn end_blocks(&mut self) {
        for _ in self.indentation.open.drain(..) {
            self.scanner.push(TokenKind::Dedent, self.scanner.at());
        }
    }

    /// Looks at how far the next line that is not blank is indented.
    pub(super) fn line_start(&mut self) -> Result<(), Mistake> {
        let start = self.scanner.at();
        let indent = self.scanner.take_while(|c| c == ' ' || c == '\t');
        if matches!(self.scanner.peek(), None | Some('\n' | '#')) || self.scanner.rest().starts_with("\r\n") {
            return Ok(());
        }
        let mut width = Width { wide: 0, narrow: 0 };
        for c in indent.chars() {
            width.narrow += 1;
            width.wide = if c == '\t' { (width.wide / 8 + 1) * 8 } else { width.wide + 1 };
        }
        let current = self.indentation.current();
        let order = width.wide.cmp(&current.wide);
        if order != width.narrow.cmp(&current.narrow) {
            return Err(self.scanner.mistake(ErrorKind::Tabs, start));
        }
        if order.is_gt() {
            self.indentation.open.push(width);
            self.scanner.push(TokenKind::Indent, start);
            return Ok(());
        }
        while self.indentation.current().wide > width.wide {
            self.indentation.open.pop();
            self.scanner.push(TokenKind::Dedent, self.scanner.at());
        }
        let around = self.indentation.current();
        if around.wide != width.wide {
            return Err(self.scanner.mistake(ErrorKind::Dedentation, start));
        }
        if around.narrow != width.narrow {
            return Err(self.scanner.mistake(ErrorKind::Tabs, start));
        }
        Ok(())
    }
}
