//! The picture of a report in the README and the book.

use std::fmt::Write as _;
use std::path::Path;

use crate::command::run;

/// Where the picture is. To write it anew, run this test with `INSTA_UPDATE=always`.
const PICTURE: &str = concat!(env!("CARGO_MANIFEST_DIR"), "/../docs/src/report.svg");

/// What is compared.
const PROGRAMS: [&str; 2] = ["zip.lam", "zip_captured.lam"];

/// Longer lines are broken between words, as far as they are of one style.
const COLUMNS: usize = 98;

/// Of a character, and of a line, in units of the picture.
const WIDTH: f64 = 8.0;
const HEIGHT: usize = 20;
const MARGIN: usize = 16;

/// The colours follow the reader's choice of light or dark.
const STYLE: &str = "\
text{font:13px ui-monospace,SFMono-Regular,Menlo,Consolas,monospace;fill:#1f2328;white-space:pre}\
.back{fill:#f6f8fa;stroke:#d1d9e0}.bold{font-weight:bold}.dim{fill:#59636e}.edit{fill:#8250df;font-weight:bold}\
@media(prefers-color-scheme:dark){\
text{fill:#f0f6fc}.back{fill:#151b23;stroke:#3d444d}.dim{fill:#9198a1}.edit{fill:#d2a8ff}}";

/// A line, in pieces of one style each.
fn pieces(line: &str) -> Vec<(&'static str, &str)> {
    let mut parts = line.split("\u{1b}[");
    let mut pieces = vec![("", parts.next().unwrap_or_default())];
    for part in parts {
        let (code, text) = part.split_once('m').expect("an escape sequence sets a style");
        let style = match code {
            "0" => "",
            "1" => "bold",
            "2" => "dim",
            _ => "edit",
        };
        pieces.push((style, text));
    }
    pieces.retain(|(_, text)| !text.is_empty());
    pieces
}

/// A line, broken where it is too long.
fn broken(line: &str) -> Vec<String> {
    let [(style, text)] = pieces(line)[..] else { return vec![line.to_owned()] };
    let code = match style {
        "bold" => "1",
        "dim" => "2",
        _ => "0",
    };
    let indent = text.len() - text.trim_start().len();
    let mut lines = vec![" ".repeat(indent)];
    for word in text.split_whitespace() {
        let last = lines.len() - 1;
        let is_first = lines[last].trim().is_empty();
        if is_first || lines[last].chars().count() + 1 + word.chars().count() <= COLUMNS {
            lines[last].push_str(if is_first { "" } else { " " });
            lines[last].push_str(word);
        } else {
            lines.push(format!("{}{word}", " ".repeat(indent + 2)));
        }
    }
    lines.into_iter().map(|line| format!("\u{1b}[{code}m{line}")).collect()
}

/// The message on top, whole, however many lines it has.
fn message(lines: &[&str]) -> String {
    let bold = lines.iter().map_while(|line| match pieces(line)[..] {
        [("bold", text)] => Some(text.trim()),
        _ => None,
    });
    bold.collect::<Vec<_>>().join(" ")
}

fn picture(lines: &[&str]) -> String {
    let columns = |line: &&str| pieces(line).iter().map(|(_, text)| text.chars().count()).sum();
    let width = lines.iter().map(columns).max().unwrap_or(0) as f64 * WIDTH;
    let (width, height) = (width.ceil() as usize + 2 * MARGIN, lines.len() * HEIGHT + 2 * MARGIN);
    let mut svg = format!(
        "<svg xmlns=\"http://www.w3.org/2000/svg\" width=\"{width}\" height=\"{height}\" viewBox=\"0 0 {width} {height}\" \
         role=\"img\">\n<title>A report: {}</title>\n<style>{STYLE}</style>\n\
         <rect class=\"back\" x=\".5\" y=\".5\" width=\"{}\" height=\"{}\" rx=\"6\"/>\n",
        escaped(&message(lines)),
        width - 1,
        height - 1
    );
    for (number, line) in lines.iter().enumerate() {
        let mut column = 0;
        for (style, text) in pieces(line) {
            let length = text.chars().count();
            let (x, y) = (MARGIN as f64 + column as f64 * WIDTH, MARGIN + number * HEIGHT + 14);
            let class = if style.is_empty() { String::new() } else { format!(" class=\"{style}\"") };
            if !text.trim().is_empty() {
                let _ = writeln!(
                    svg,
                    "<text{class} x=\"{x}\" y=\"{y}\" textLength=\"{}\" xml:space=\"preserve\">{}</text>",
                    length as f64 * WIDTH,
                    escaped(text)
                );
            }
            column += length;
        }
    }
    svg.push_str("</svg>\n");
    svg
}

fn escaped(text: &str) -> String {
    text.replace('&', "&amp;").replace('<', "&lt;").replace('>', "&gt;")
}

#[test]
fn the_picture_in_the_book_shows_what_the_command_writes() {
    let arguments = ["compare", PROGRAMS[0], PROGRAMS[1], "--color", "always", "--width", "100"];
    let (out, _) = run(&arguments, 1);
    let lines: Vec<String> = out.lines().flat_map(broken).collect();
    let drawn = picture(&lines.iter().map(String::as_str).collect::<Vec<_>>());
    if std::env::var("INSTA_UPDATE").is_ok_and(|update| update == "always") {
        std::fs::write(PICTURE, &drawn).expect("the picture can be written");
    }
    let found = std::fs::read_to_string(Path::new(PICTURE)).expect("the picture can be read");
    assert_eq!(found.replace("\r\n", "\n"), drawn, "to write it anew, run this test with `INSTA_UPDATE=always`");
}
