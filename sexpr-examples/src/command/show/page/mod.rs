//! Differences as a page: both texts side by side, in one HTML file that needs nothing else.
//!
//! Everything that comes from programs and from file names is escaped where it is written. Besides, the page's policy lets
//! no script run but its own.

mod graphs;
mod highlight;
mod html;
mod layout;
mod legend;
mod marks;
mod names;
mod rows;

use std::collections::HashSet;
use std::fmt::Write;

pub(in crate::command) use self::graphs::page_of_graphs;
use self::html::Escaped;
use self::legend::legend;
use self::marks::{Line, lines, marks, place_id};
use self::names::Names;
use self::rows::{Row, rows};
use super::Compared;
use crate::language::{Difference, Differences, Kind, Place, PlaceKind};

/// Lines around marked ones that are not folded.
const AROUND: usize = 3;

/// The fewest lines that are folded.
const FOLDED: usize = 4;

/// The most differences of which the list is not folded.
const LISTED: usize = 3;

/// The greatest indentation that the wrapped part of a line keeps.
const INDENT: usize = 32;

/// One of two programs.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
enum Side {
    Left,
    Right,
}

impl Side {
    const BOTH: [Self; 2] = [Self::Left, Self::Right];

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

/// What is above the texts, and the ids in it.
#[derive(Default)]
struct Pictures {
    html: String,
    ids: HashSet<String>,
}

/// A page about one comparison.
pub(in crate::command) fn page(compared: &Compared) -> String {
    page_with(compared, &Pictures::default())
}

/// A page about one comparison, with pictures above the texts.
fn page_with(compared: &Compared, pictures: &Pictures) -> String {
    let title = Names::of(compared).to_string();
    let mut out = String::new();
    section(&title, compared, "texts", pictures, &mut out);
    whole(&title, &out)
}

/// A page about what passes changed in a program, each with a heading, and a list of these.
pub(in crate::command) fn page_of_passes(program: &str, passes: &[(String, &Compared)]) -> String {
    let title = format!("{}, pass by pass", Names::new([program; 2]).shown(Side::Left));
    let mut out = format!("<h1>{}</h1>\n<ol>\n", Escaped(&title));
    for (number, (heading, compared)) in (1..).zip(passes) {
        let _ = writeln!(
            out,
            "<li><a href=\"#part-{number}\">{}</a> {}</li>",
            Escaped(heading),
            counted(&compared.differences.all, compared.is_all),
        );
    }
    out.push_str("</ol>\n");
    for (number, (heading, compared)) in (1..).zip(passes) {
        section(heading, compared, &format!("part-{number}"), &Pictures::default(), &mut out);
    }
    whole(&title, &out)
}

/// The page around its content.
fn whole(title: &str, content: &str) -> String {
    format!(
        include_str!("page.html"),
        title = Escaped(title),
        content = content,
        style = include_str!("page.css"),
        indents = (1..=INDENT).map(|columns| format!(".i{columns} {{ --indent: {columns}ch; }}\n")).collect::<String>(),
        script = include_str!("page.js"),
    )
}

/// A comparison: what differs, and both texts. The section's name tells its links from those of others.
fn section(heading: &str, compared: &Compared, id: &str, pictures: &Pictures, out: &mut String) {
    let Compared { language, left, right, is_all, differences } = compared;
    let Differences { all, are_complete } = differences;
    let names = Names::of(compared);
    let _ = writeln!(
        out,
        "<section id=\"{id}\">\n<h2>{}</h2>\n<p>{}: {}</p>",
        Escaped(heading),
        language.name(),
        counted(all, *is_all)
    );
    list(compared, names, id, pictures, out);
    if !are_complete {
        out.push_str("<p>What comes after the last difference was not compared: the programs differ too much.</p>\n");
    }
    out.push_str(&legend(all, !pictures.ids.is_empty()));
    out.push_str(&pictures.html);
    let texts = [(Side::Left, left), (Side::Right, right)]
        .map(|(side, source)| lines(source, *language, marks(all, names, side, id)));
    let rows = rows([left, right], language.keywords(), all);
    out.push_str("<div class=\"texts\">\n<div class=\"row heads\">");
    for side in Side::BOTH {
        let (name, side) = (names.shown(side), side.name());
        let _ =
            write!(out, "<span class=\"number {side}\"></span><span class=\"name {side}\">{}</span>", Escaped(name));
    }
    out.push_str("</div>\n");
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
    let counts = Kind::ALL.iter().map(|kind| (kind, count(kind))).filter(|(_, count)| *count > 0);
    let shown = |(kind, count): (&Kind, usize)| {
        let text = if *kind == Kind::Binding { plural(count, "binding") } else { format!("{count} {kind}") };
        format!("<span class=\"key {kind}\">{text}</span>")
    };
    counts.map(shown).collect::<Vec<_>>().join(" ")
}

/// The differences as a list with links to their places, folded if it is long.
fn list(compared: &Compared, names: Names<'_>, section: &str, pictures: &Pictures, out: &mut String) {
    let all = &compared.differences.all;
    if all.is_empty() {
        return;
    }
    let open = if all.len() <= LISTED { " open" } else { "" };
    let _ = writeln!(out, "<details{open}>\n<summary>{}</summary>\n<ol>", plural(all.len(), "difference"));
    for (number, difference) in (1..).zip(all) {
        let kind = difference.kind;
        let mut message = names.message(difference);
        if !pictures.html.is_empty() {
            // The node and its part.
            let place = if difference.left.kind == PlaceKind::Here { &difference.left } else { &difference.right };
            message = format!("{}: {message}", place.path);
        }
        let _ =
            write!(out, "<li data-edits=\"{number}\"><span class=\"key {kind}\">{kind}</span> {}", Escaped(&message));
        for side in Side::BOTH {
            let Place { source, path, range, .. } = side.of(difference);
            let (line, column) = source.line_column(range.start);
            let _ = write!(
                out,
                " <a href=\"#{}\" title=\"{}\">{}:{line}:{column}</a>",
                Escaped(&place_id(section, side, number)),
                Escaped(path),
                Escaped(names.shown(side)),
            );
            let drawn = place_id("picture", side, number);
            if pictures.ids.contains(&drawn) {
                let _ = write!(out, " (<a href=\"#{drawn}\">drawn</a>)");
            }
        }
        out.push_str("</li>\n");
    }
    out.push_str("</ol>\n</details>\n");
}

/// How many there are of something.
fn plural(count: usize, noun: &str) -> String {
    format!("{count} {noun}{}", if count == 1 { "" } else { "s" })
}

/// Writes rows; folds those far from any mark. Consecutive rows that differ form one group.
fn write_rows(rows: &[Row], texts: &[Vec<Line<'_>>; 2], out: &mut String) {
    let line = |row: &Row, side: usize| row.lines[side].map(|line| &texts[side][line]);
    let is_marked = |row: &Row| (0..2).any(|side| line(row, side).is_some_and(|line| line.is_marked));
    let text = |row: &Row, side| line(row, side).map(|line| line.text);
    let is_same = |row: &Row| text(row, 0) == text(row, 1) && !is_marked(row);
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
            // Unmarked lines may differ in names, or were not compared.
            let line = if rows.iter().all(is_same) { "equal line" } else { "unmarked line" };
            let _ = writeln!(out, "<details>\n<summary>{}</summary>", plural(rows.len(), line));
        }
        for group in rows.chunk_by(|one, other| is_same(one) == is_same(other)) {
            let class = if is_same(&group[0]) { "same" } else { "change" };
            let _ = writeln!(out, "<div class=\"{class}\">");
            group.iter().for_each(|row| write_row(row, texts, out));
            out.push_str("</div>\n");
        }
        if is_folded {
            out.push_str("</details>\n");
        }
    }
}

fn write_row(row: &Row, texts: &[Vec<Line<'_>>; 2], out: &mut String) {
    out.push_str("<div class=\"row\">");
    for (index, side) in Side::BOTH.into_iter().enumerate() {
        let side = side.name();
        let Some(number) = row.lines[index] else {
            let _ = write!(out, "<span class=\"number none {side}\"></span><span class=\"none {side}\"></span>");
            continue;
        };
        let Line { text, html, .. } = &texts[index][number];
        let columns = text.chars().take_while(|c| c.is_whitespace()).map(|c| if c == '\t' { 4 } else { 1 }).sum();
        let indent = if columns == 0 { String::new() } else { format!(" i{}", INDENT.min(columns)) };
        let number = number + 1;
        let _ =
            write!(out, "<span class=\"number {side}\">{number}</span><code class=\"{side}{indent}\">{html}</code>");
    }
    out.push_str("</div>\n");
}
