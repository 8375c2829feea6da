//! Differences as a page: both texts side by side, in one HTML file that needs nothing else.
//!
//! Everything that comes from programs and from file names is escaped where it is written. Besides, the page's policy lets
//! no script run but its own.

mod graphs;
mod html;
mod marks;
mod rows;

use std::fmt::Write;

pub(in crate::command) use self::graphs::page_of_graphs;
use self::html::Escaped;
use self::marks::{Line, lines, marks, place_id};
use self::rows::{Row, rows};
use super::Compared;
use crate::language::{Difference, Differences, Kind, Place};

/// Lines around marked ones that are not folded.
const AROUND: usize = 3;

/// The fewest lines that are folded.
const FOLDED: usize = 4;

/// One of two programs.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
enum Side {
    Left,
    Right,
}

impl Side {
    fn name(self) -> &'static str {
        match self {
            Self::Left => "left",
            Self::Right => "right",
        }
    }

    fn other(self) -> Self {
        match self {
            Self::Left => Self::Right,
            Self::Right => Self::Left,
        }
    }

    fn of(self, difference: &Difference) -> &Place {
        match self {
            Self::Left => &difference.left,
            Self::Right => &difference.right,
        }
    }
}

/// A page about one comparison.
pub(in crate::command) fn page(compared: &Compared) -> String {
    let title = format!("{} → {}", compared.left.name(), compared.right.name());
    let mut out = String::new();
    section(&title, compared, "texts", &mut out);
    whole(&title, &out)
}

/// A page about several comparisons, each with a heading, and a list of these.
pub(in crate::command) fn page_of_sections(title: &str, sections: &[(String, &Compared)]) -> String {
    let mut out = format!("<h1>{}</h1>\n<ol>\n", Escaped(title));
    for (number, (heading, compared)) in (1..).zip(sections) {
        let Differences { all, .. } = &compared.differences;
        let _ = writeln!(
            out,
            "<li><a href=\"#part-{number}\">{}</a> {}</li>",
            Escaped(heading),
            counted(all, compared.is_all),
        );
    }
    out.push_str("</ol>\n");
    for (number, (heading, compared)) in (1..).zip(sections) {
        section(heading, compared, &format!("part-{number}"), &mut out);
    }
    whole(title, &out)
}

/// The page around its content.
fn whole(title: &str, content: &str) -> String {
    format!(
        "<!DOCTYPE html>\n\
         <html lang=\"en\">\n\
         <head>\n\
         <meta charset=\"utf-8\">\n\
         <meta http-equiv=\"Content-Security-Policy\" content=\"default-src 'none'; style-src 'nonce-sexpr'; script-src 'nonce-sexpr'\">\n\
         <meta name=\"viewport\" content=\"width=device-width\">\n\
         <meta name=\"color-scheme\" content=\"light dark\">\n\
         <title>{}</title>\n\
         <style nonce=\"sexpr\">\n{}</style>\n\
         </head>\n\
         <body>\n{content}<script nonce=\"sexpr\">\n{}</script>\n\
         </body>\n\
         </html>\n",
        Escaped(title),
        include_str!("page.css"),
        include_str!("page.js"),
    )
}

/// A comparison: what differs, and both texts. The section's name tells its links from those of others.
fn section(heading: &str, compared: &Compared, id: &str, out: &mut String) {
    let Compared { language, left, right, is_all, differences } = compared;
    let Differences { all, are_complete } = differences;
    let _ = writeln!(
        out,
        "<section id=\"{id}\">\n<h2>{}</h2>\n<p>{language}: {}</p>",
        Escaped(heading),
        counted(all, *is_all)
    );
    list(all, id, out);
    if !are_complete {
        out.push_str("<p>What comes after the last difference was not compared: the programs differ too much.</p>\n");
    }
    let texts = [(Side::Left, left), (Side::Right, right)].map(|(side, source)| lines(source, marks(all, side, id)));
    let rows = rows([left, right], all);
    out.push_str("<div class=\"texts\">\n");
    write_rows(&rows, &texts, out);
    out.push_str("</div>\n</section>\n");
}

/// How many differences of which kind there are.
fn counted(all: &[Difference], is_all: bool) -> String {
    if all.is_empty() {
        return "equal".to_owned();
    }
    if !is_all {
        return "different; the first difference is shown".to_owned();
    }
    let count = |kind: &Kind| all.iter().filter(|difference| difference.kind == *kind).count();
    let counts = Kind::ALL.iter().map(|kind| (kind.name(), count(kind))).filter(|(_, count)| *count > 0);
    let counts: Vec<String> =
        counts.map(|(name, count)| format!("<span class=\"key {name}\">{count} {name}</span>")).collect();
    counts.join(" ")
}

/// The differences as a list with links to their places.
fn list(all: &[Difference], section: &str, out: &mut String) {
    if all.is_empty() {
        return;
    }
    let differences = if all.len() == 1 { "1 difference".to_owned() } else { format!("{} differences", all.len()) };
    let _ = writeln!(out, "<details open>\n<summary>{differences}</summary>\n<ol>");
    for (number, difference) in (1..).zip(all) {
        let (kind, message) = (difference.kind, Escaped(message(difference)));
        let _ = write!(out, "<li data-edits=\"{number}\"><span class=\"key {kind}\">{kind}</span> {message}");
        for side in [Side::Left, Side::Right] {
            let Place { source, path, range, .. } = side.of(difference);
            let (line, column) = source.line_column(range.start);
            let _ = write!(
                out,
                " <a href=\"#{}\" title=\"{}\">{}:{line}:{column}</a>",
                Escaped(&place_id(section, side, number)),
                Escaped(path),
                Escaped(source.name()),
            );
        }
        out.push_str("</li>\n");
    }
    out.push_str("</ol>\n</details>\n");
}

/// What a difference's kind does not say.
fn message(difference: &Difference) -> &str {
    let message = difference.message.strip_prefix(difference.kind.name()).unwrap_or(&difference.message);
    message.trim_start_matches(", ")
}

/// Rows, with those folded that are far from any mark.
fn write_rows(rows: &[Row], texts: &[Vec<Line>; 2], out: &mut String) {
    let is_marked = |row: &Row| (0..2).any(|side| row.lines[side].is_some_and(|line| texts[side][line].is_marked));
    let mut shown = vec![false; rows.len()];
    for (index, _) in rows.iter().enumerate().filter(|(_, row)| is_marked(row)) {
        let end = rows.len().min(index + AROUND + 1);
        shown[index.saturating_sub(AROUND)..end].fill(true);
    }
    let mut start = 0;
    for run in shown.chunk_by(|one, other| one == other) {
        let rows = &rows[start..start + run.len()];
        start += run.len();
        let is_folded = !run[0] && rows.len() >= FOLDED;
        if is_folded {
            let _ = writeln!(out, "<details>\n<summary>{} equal lines</summary>", rows.len());
        }
        rows.iter().for_each(|row| write_row(row, texts, out));
        if is_folded {
            out.push_str("</details>\n");
        }
    }
}

fn write_row(row: &Row, texts: &[Vec<Line>; 2], out: &mut String) {
    out.push_str("<div class=\"row\">");
    for (side, lines) in [Side::Left, Side::Right].into_iter().zip(texts) {
        let side_index = usize::from(side == Side::Right);
        match row.lines[side_index] {
            Some(index) => {
                let (number, side, html) = (index + 1, side.name(), &lines[index].html);
                let _ = write!(out, "<span class=\"number\">{number}</span><code class=\"{side}\">{html}</code>");
            }
            None => out.push_str("<span class=\"number\"></span><span class=\"none\"></span>"),
        }
    }
    out.push_str("</div>\n");
}
