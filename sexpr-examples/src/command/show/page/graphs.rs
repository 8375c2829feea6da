//! Two graphs on a page, each as a picture.
//!
//! A picture has a row for each node, in the order in which nodes are listed, and a frame for each region. Curves lead from
//! nodes to those that use them.

use std::collections::{HashMap, HashSet};
use std::fmt::Write;
use std::sync::Arc;

use super::html::Escaped;
use super::{Side, whole};
use crate::text::elided;
use crate::wave::graph::{Graph, Node, Region};
use crate::wave::{Difference, Differences, Reason};

/// The height of a row, and of the box in it.
const ROW: usize = 30;
const BOX: usize = 22;

/// The width of a character, as boxes leave room for it.
const CHARACTER: usize = 8;

/// How far boxes in a region are to the right of those around.
const INDENT: usize = 24;

/// How far to the right curves go, for each row that they pass, and at most.
const BEND: usize = 6;
const WIDEST_BEND: usize = 150;

/// A page about two graphs, given with their files' names.
pub(in crate::command) fn page_of_graphs(graphs: [(&str, &Graph); 2], differences: &Differences) -> String {
    let title = format!("{} → {}", graphs[0].0, graphs[1].0);
    let Differences { all, are_complete } = differences;
    let mut out = format!("<section>\n<h1>{}</h1>\n", Escaped(&title));
    let pictures =
        [Side::Left, Side::Right].map(|side| Picture::new(graphs[usize::from(side == Side::Right)].1, side, all));
    match all.len() {
        0 => out.push_str("<p>equivalent</p>\n"),
        1 => out.push_str("<p>1 difference</p>\n"),
        count => {
            let _ = writeln!(out, "<p>{count} differences</p>");
        }
    }
    out.push_str("<ol>\n");
    for (number, difference) in (1..).zip(all) {
        let class = class(difference);
        let message = difference.to_string();
        let _ =
            write!(out, "<li data-edits=\"{number}\"><span class=\"key {class}\">{class}</span> {}", Escaped(&message));
        for picture in pictures.iter().filter(|picture| picture.has(number)) {
            let side = picture.side.name();
            let _ = write!(out, " <a href=\"#{side}-{number}\">{side}</a>");
        }
        out.push_str("</li>\n");
    }
    out.push_str("</ol>\n");
    if !are_complete {
        out.push_str("<p>What comes after the last difference was not compared: the graphs differ too much.</p>\n");
    }
    out.push_str("<div class=\"graphs\">\n");
    for (index, picture) in pictures.iter().enumerate() {
        picture.write(&pictures[1 - index], all, &mut out);
    }
    out.push_str("</div>\n</section>\n");
    whole(&title, &out)
}

/// The kind of a difference: what becomes of the left graph.
fn class(difference: &Difference) -> &'static str {
    match (&difference.reason, &difference.right) {
        (Reason::LostOnTheRight, _) | (Reason::More, None) => "removed",
        (Reason::NotSetOnTheLeft | Reason::More, _) => "inserted",
        _ => "replaced",
    }
}

/// One graph, laid out.
struct Picture<'g> {
    side: Side,
    /// The nodes and how many regions are around each.
    rows: Vec<(&'g Arc<Node>, usize)>,
    /// The first row and the row after the last one of each region in a node, and how many regions are around.
    frames: Vec<(usize, usize, usize)>,
    /// The rows of nodes.
    places: HashMap<*const Node, usize>,
    /// The numbers of the differences at each row, from 1, and all of them.
    marks: HashMap<usize, Vec<usize>>,
    numbers: HashSet<usize>,
}

impl<'g> Picture<'g> {
    fn new(graph: &'g Graph, side: Side, differences: &[Difference]) -> Self {
        let mut picture = Self {
            side,
            rows: Vec::new(),
            frames: Vec::new(),
            places: HashMap::new(),
            marks: HashMap::new(),
            numbers: HashSet::new(),
        };
        picture.region(&graph.body, 0);
        let mut by_name: HashMap<&str, usize> = HashMap::new();
        for (row, (node, _)) in picture.rows.iter().enumerate() {
            by_name.entry(&node.name).or_insert(row);
        }
        for (number, difference) in (1..).zip(differences) {
            let name = if side == Side::Left { &difference.left } else { &difference.right };
            if let Some(row) = name.as_deref().and_then(|name| by_name.get(name)) {
                picture.marks.entry(*row).or_default().push(number);
                picture.numbers.insert(number);
            }
        }
        picture
    }

    fn region(&mut self, region: &'g Region, depth: usize) {
        for node in &region.nodes {
            self.places.insert(Arc::as_ptr(node), self.rows.len());
            self.rows.push((node, depth));
            for inside in node.op.regions() {
                let first = self.rows.len();
                self.region(inside, depth + 1);
                self.frames.push((first, self.rows.len(), depth + 1));
            }
        }
    }

    /// Whether a difference has a node here.
    fn has(&self, number: usize) -> bool {
        self.numbers.contains(&number)
    }

    fn label(node: &Node) -> String {
        format!("{} = {}", elided(&node.name), elided(node.op.name()))
    }

    /// The left and the right side of a row's box.
    fn extent(&self, row: usize) -> (usize, usize) {
        let (node, depth) = self.rows[row];
        let left = INDENT / 2 + depth * INDENT;
        (left, left + (Self::label(node).chars().count() + 2) * CHARACTER)
    }

    fn write(&self, other: &Self, differences: &[Difference], out: &mut String) {
        let widest = (0..self.rows.len()).map(|row| self.extent(row).1).max().unwrap_or(0);
        let (width, height) = (widest + WIDEST_BEND + INDENT, self.rows.len() * ROW + ROW / 2);
        let side = self.side.name();
        let _ = writeln!(
            out,
            "<div class=\"graph\"><svg class=\"{side}\" role=\"img\" aria-label=\"the {side} graph\" width=\"{width}\" height=\"{height}\">"
        );
        for &(first, end, depth) in &self.frames {
            let (x, y) = (depth * INDENT, first * ROW + ROW / 4);
            let (width, height) = ((widest + INDENT / 2).saturating_sub(x), (end - first) * ROW);
            let _ = writeln!(
                out,
                "<rect class=\"frame\" x=\"{x}\" y=\"{y}\" width=\"{width}\" height=\"{height}\"></rect>"
            );
        }
        for (row, (node, _)) in self.rows.iter().enumerate() {
            for (field, used) in node.op.operands() {
                if let Some(&from) = self.places.get(&Arc::as_ptr(used)) {
                    self.curve(from, row, field, widest, out);
                }
            }
        }
        for row in 0..self.rows.len() {
            self.row(row, other, differences, out);
        }
        out.push_str("</svg></div>\n");
    }

    /// A curve from a node to one that uses it, with an arrow's head.
    fn curve(&self, from: usize, to: usize, field: &str, widest: usize, out: &mut String) {
        let middle = |row: usize| row * ROW + ROW / 2 + ROW / 4;
        let ((_, start), (_, end)) = (self.extent(from), self.extent(to));
        let bend = widest + WIDEST_BEND.min(from.abs_diff(to) * BEND + BEND);
        let class = if field == "lifted" { "edge lifted" } else { "edge" };
        let (top, bottom) = (middle(from), middle(to));
        let _ = writeln!(
            out,
            "<path class=\"{class}\" d=\"M{start} {top}C{bend} {top} {bend} {bottom} {end} {bottom}m6 -3l-6 3l6 3\"><title>{}</title></path>",
            Escaped(field),
        );
    }

    /// A node's box. It leads to the node that it is compared with.
    fn row(&self, row: usize, other: &Self, differences: &[Difference], out: &mut String) {
        let (node, _) = self.rows[row];
        let (left, right) = self.extent(row);
        let top = row * ROW + ROW / 4 + (ROW - BOX) / 2;
        let content = format!(
            "<rect x=\"{left}\" y=\"{top}\" width=\"{}\" height=\"{BOX}\" rx=\"3\"></rect><text x=\"{}\" y=\"{}\">{}</text>",
            right - left,
            left + CHARACTER,
            top + BOX * 7 / 10,
            Escaped(&Self::label(node)),
        );
        let Some(numbers) = self.marks.get(&row) else {
            let _ = writeln!(out, "<g class=\"node\">{content}</g>");
            return;
        };
        let of = |number: &usize| differences.get(number - 1);
        let titles: Vec<String> =
            numbers.iter().filter_map(|number| Some(format!("{number}. {}", of(number)?))).collect();
        let list: Vec<String> = numbers.iter().map(ToString::to_string).collect();
        let class = numbers.first().and_then(of).map_or("replaced", class);
        let (side, other_side) = (self.side.name(), other.side.name());
        let target = numbers.iter().find(|number| other.has(**number)).map(|number| format!("{other_side}-{number}"));
        let href = target.map(|target| format!(" href=\"#{}\"", Escaped(&target))).unwrap_or_default();
        for number in numbers {
            let _ = write!(out, "<g id=\"{side}-{number}\">");
        }
        let _ = write!(
            out,
            "<a class=\"node {class}\"{href} data-edits=\"{}\"><title>{}</title>{content}</a>",
            list.join(" "),
            Escaped(&titles.join("\n")),
        );
        out.push_str(&"</g>".repeat(numbers.len()));
        out.push('\n');
    }
}
