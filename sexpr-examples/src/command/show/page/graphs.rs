//! Two graphs on a page: a picture of each above the texts.
//!
//! A picture has a box for each node, with its operands, type, fields and attributes, and a frame around each node that has
//! regions. Edges lead from nodes to those that use them.

use std::collections::{HashMap, HashSet};
use std::fmt::Write;
use std::sync::Arc;

use unicode_width::UnicodeWidthStr;

use super::html::Escaped;
use super::layout::{Boxes, Layout, Rectangle};
use super::marks::place_id;
use super::names::Names;
use super::{Pictures, Side, page_with};
use crate::command::show::Compared;
use crate::language::Kind;
use crate::text::elided;
use crate::wave::graph::{Graph, Node, Op, Region};
use crate::wave::{Difference, Part, PartOf, Reason, parts_of};

/// The height of a line, the width of a character, and the space around the lines of a box.
const LINE: usize = 18;
const CHARACTER: f64 = 7.3;
const PADDING: usize = 6;

/// The characters of a line of a box. Longer lines are cut, and those that differ are broken.
const WIDEST: usize = 32;

/// The most lines of a part that differs.
const TALLEST: usize = 6;

/// Where a difference is marked that is at no part of the node: at its name.
static NAME: Part = Part { of: PartOf::Operation, at: Vec::new() };

/// A page about two graphs, with their differences in the words of graphs.
pub(in crate::command) fn page_of_graphs(
    compared: &Compared,
    graphs: [&Graph; 2],
    differences: &[Difference],
) -> String {
    let mut pictures = Pictures { html: "<div class=\"graphs\">\n".to_owned(), ids: HashSet::new() };
    for (side, graph) in Side::BOTH.into_iter().zip(graphs) {
        match Picture::new(graph, side, compared, differences).svg(&mut pictures.ids) {
            Some(svg) => pictures.html.push_str(&svg),
            None => pictures.html.push_str("<p>no picture: the graph is too large to be laid out</p>\n"),
        }
    }
    pictures.html.push_str("</div>\n");
    page_with(compared, &pictures)
}

/// One graph, before it is laid out.
struct Picture<'g> {
    side: Side,
    compared: &'g Compared,
    nodes: Vec<&'g Arc<Node>>,
    places: HashMap<*const Node, usize>,
    boxes: Boxes,
    /// For each node its differences: the number, from 1, and the part of the node.
    marks: Vec<Vec<(usize, Option<&'g Part>)>>,
    /// The lines of each node's box.
    lines: Vec<Vec<Line>>,
    /// For each edge, the name of the operand.
    operands: Vec<&'static str>,
}

/// A line of a box, and the number of its difference.
struct Line {
    text: String,
    mark: Option<usize>,
}

impl<'g> Picture<'g> {
    fn new(graph: &'g Graph, side: Side, compared: &'g Compared, differences: &'g [Difference]) -> Self {
        let mut marks: HashMap<&str, Vec<_>> = HashMap::new();
        for (number, difference) in (1..).zip(differences) {
            let (node, lacks) = match side {
                Side::Left => (&difference.left, Reason::NotSetOnTheLeft),
                Side::Right => (&difference.right, Reason::LostOnTheRight),
            };
            // What the node lacks is at no part of it.
            let part = if difference.reason == lacks { Some(&NAME) } else { difference.part.as_ref() };
            if let Some(node) = node {
                marks.entry(node).or_default().push((number, part));
            }
        }
        let mut picture = Self {
            side,
            compared,
            nodes: Vec::new(),
            places: HashMap::new(),
            boxes: Boxes::default(),
            marks: Vec::new(),
            lines: Vec::new(),
            operands: Vec::new(),
        };
        picture.region(&graph.body, None, &mut marks);
        picture.connect();
        picture
    }

    /// Adds a region's nodes. A node that has regions is in a frame with them, above what they begin with.
    fn region(
        &mut self,
        region: &'g Region,
        frame: Option<usize>,
        marks: &mut HashMap<&str, Vec<(usize, Option<&'g Part>)>>,
    ) {
        for node in &region.nodes {
            let number = self.nodes.len();
            let own = marks.remove(node.name.as_str()).unwrap_or_default();
            let lines = lines(node, &own);
            let columns = lines.iter().map(|line| line.text.width()).max().unwrap_or_default();
            let width = (columns as f64 * CHARACTER).ceil() as usize + 2 * PADDING;
            let height = lines.len() * LINE + 2 * PADDING;
            let regions = node.op.regions();
            let around = if regions.is_empty() { frame } else { Some(self.boxes.frames.len()) };
            if !regions.is_empty() {
                self.boxes.frames.push(frame);
            }
            self.boxes.boxes.push((width, height, around));
            self.places.insert(Arc::as_ptr(node), number);
            self.nodes.push(node);
            self.marks.push(own);
            self.lines.push(lines);
            for inside in regions {
                self.region(inside, around, marks);
                let begins = |node: &Node| node.op.operands().iter().all(|(operand, _)| *operand == "lifted");
                let roots = inside.nodes.iter().filter(|node| begins(node)).map(Arc::as_ptr);
                self.boxes.above.extend(roots.map(|root| (number, self.places[&root])));
            }
        }
    }

    /// Adds the edges. What uses a node with regions is below these, and an end that uses nothing is the last.
    fn connect(&mut self) {
        for (user, node) in self.nodes.iter().enumerate() {
            for (operand, used) in node.op.operands() {
                let Some(&used) = self.places.get(&Arc::as_ptr(used)) else { continue };
                self.boxes.edges.push((used, user));
                self.operands.push(operand);
                let ends = self.nodes[used].op.regions().iter().filter_map(|region| region.nodes.last());
                self.boxes.above.extend(ends.map(|end| (self.places[&Arc::as_ptr(end)], user)));
            }
            if matches!(&node.op, Op::Output { values } if values.is_empty()) && user > 0 {
                self.boxes.above.push((user - 1, user));
            }
        }
    }

    /// The picture, with an element for each difference, by its id; `None` if it is too large.
    fn svg(&self, ids: &mut HashSet<String>) -> Option<String> {
        let layout = self.boxes.layout()?;
        let (side, Layout { width, height, .. }) = (self.side.name(), &layout);
        let mut out = format!(
            "<div class=\"graph\"><span class=\"name\">{}</span><br><svg class=\"{side}\" role=\"img\" aria-label=\"the {side} graph\" width=\"{width:.0}\" height=\"{height:.0}\">\n",
            Escaped(Names::of(self.compared).shown(self.side)),
        );
        for frame in &layout.frames {
            let _ = writeln!(out, "{}", rectangle("frame", frame));
        }
        for edge in 0..layout.edges.len() {
            self.edge(edge, &layout, &mut out);
        }
        for (node, rectangle) in layout.boxes.iter().enumerate() {
            self.node(node, rectangle, ids, &mut out);
        }
        out.push_str("</svg></div>\n");
        Some(out)
    }

    fn kind(&self, number: usize) -> Kind {
        self.compared.differences.all.get(number - 1).map_or(Kind::Replaced, |difference| difference.kind)
    }

    /// The difference of an edge: of the operand, or of a node at one of its ends that the other graph lacks.
    fn mark_of_edge(&self, edge: usize) -> Option<usize> {
        let (from, to) = self.boxes.edges[edge];
        let operand = self.marks[to]
            .iter()
            .find(|(_, part)| part.and_then(Part::name_and_step).is_some_and(|(name, _)| name == self.operands[edge]));
        let is_alone =
            |&&(number, part): &&(usize, Option<&Part>)| part.is_none() && self.kind(number) != Kind::Replaced;
        let ends = || [from, to].into_iter().find_map(|end| self.marks[end].iter().find(is_alone));
        operand.or_else(ends).map(|(number, _)| *number)
    }

    /// An edge with an arrow's head: from a box's lower side to another's upper side. It turns at each point on its way.
    fn edge(&self, edge: usize, layout: &Layout, out: &mut String) {
        let [start, way @ .., _] = &layout.edges[edge][..] else { return };
        let [first, last] = [way.first(), way.last()].map(|point| point.unwrap_or(start));
        let (from, to) = self.boxes.edges[edge];
        let (from, to) = (layout.boxes[from], layout.boxes[to]);
        let within = |Rectangle { left, width, .. }: Rectangle, x: f64| x.clamp(left + width * 0.1, left + width * 0.9);
        let mut path = format!("M{:.1} {:.1}", within(from, first.0), from.top + from.height);
        let end = (within(to, last.0), to.top);
        for (index, (x, y)) in way.iter().enumerate() {
            let (next_x, next_y) = way.get(index + 1).copied().unwrap_or(end);
            let _ = write!(path, "Q{x:.1} {y:.1} {:.1} {:.1}", (x + next_x) / 2.0, (y + next_y) / 2.0);
        }
        let _ = write!(path, "L{:.1} {:.1}m-3 -6l3 6l3 -6", end.0, end.1);
        let operand = self.operands[edge];
        let lifted = if operand == "lifted" { " lifted" } else { "" };
        let (class, edits) = match self.mark_of_edge(edge) {
            Some(number) => (format!(" {}", self.kind(number)), format!(" data-edits=\"{number}\"")),
            None => Default::default(),
        };
        let _ = writeln!(
            out,
            "<path class=\"edge{lifted}{class}\"{edits} d=\"{path}\"><title>{}</title></path>",
            Escaped(operand),
        );
    }

    /// A node's box. It leads to the node's text.
    fn node(&self, node: usize, place: &Rectangle, ids: &mut HashSet<String>, out: &mut String) {
        let mut content = rectangle("box", place);
        for (line, top) in self.lines[node].iter().zip((0..).map(|line| place.top + (PADDING + line * LINE) as f64)) {
            if let Some(number) = line.mark {
                let place = Rectangle { left: place.left + 1.0, top, width: place.width - 2.0, height: LINE as f64 };
                content.push_str(&rectangle(self.kind(number).name(), &place));
            }
            let (x, y) = (place.left + PADDING as f64, top + LINE as f64 * 0.72);
            let _ = write!(content, "<text x=\"{x:.1}\" y=\"{y:.1}\">{}</text>", Escaped(&line.text));
        }
        let marks = &self.marks[node];
        let title =
            all_parts(self.nodes[node]).map(|(name, text)| format!("{name} {text}")).collect::<Vec<_>>().join("\n");
        let title = format!("<title>{}</title>", Escaped(&title));
        let Some((first, _)) = marks.first() else {
            let _ = writeln!(out, "<g class=\"node\">{title}{content}</g>");
            return;
        };
        let numbers: Vec<String> = marks.iter().map(|(number, _)| number.to_string()).collect();
        for (number, _) in marks {
            let id = place_id("picture", self.side, *number);
            let _ = write!(out, "<g id=\"{id}\">");
            ids.insert(id);
        }
        let _ = writeln!(
            out,
            "<a class=\"node marked\" href=\"#{}\" data-edits=\"{}\">{title}{content}</a>{}",
            place_id("texts", self.side, *first),
            numbers.join(" "),
            "</g>".repeat(marks.len()),
        );
    }
}

fn rectangle(class: &str, Rectangle { left, top, width, height }: &Rectangle) -> String {
    format!(
        "<rect class=\"{class}\" x=\"{left:.1}\" y=\"{top:.1}\" width=\"{width:.1}\" height=\"{height:.1}\"></rect>"
    )
}

/// A node's name and operation, and its parts.
fn all_parts(node: &Node) -> impl Iterator<Item = (String, String)> {
    let head = (format!("{} =", node.name), node.op.name().to_owned());
    std::iter::once(head).chain(parts_of(node))
}

/// The lines of a node's box. Those that differ are whole; others are cut where they are too long. A difference of what the
/// node lacks is at its name.
fn lines(node: &Node, marks: &[(usize, Option<&Part>)]) -> Vec<Line> {
    let parts = parts_of(node);
    let is_at = |line: &str, part: Option<&Part>| {
        let Some((name, dim)) = part.and_then(Part::name_and_step) else { return false };
        let of_line = line.strip_prefix(name).and_then(|rest| rest.strip_prefix(' '));
        line == name || of_line.is_some_and(|of_line| dim.is_none_or(|dim| dim == of_line))
    };
    let is_nowhere = |part: Option<&Part>| !parts.iter().any(|(name, _)| is_at(name, part));
    let mark_of = |line: Option<&str>| {
        let is_there = |part: Option<&Part>| line.map_or_else(|| is_nowhere(part), |line| is_at(line, part));
        marks.iter().find(|(_, part)| is_there(*part)).map(|(number, _)| *number)
    };
    let mut lines =
        vec![Line { text: format!("{} = {}", elided(&node.name), elided(node.op.name())), mark: mark_of(None) }];
    for (name, text) in &parts {
        let text: Vec<char> = format!("{name} {text}").chars().collect();
        match mark_of(Some(name)) {
            None if text.len() > WIDEST => {
                let cut: String = text[..WIDEST - 1].iter().collect();
                lines.push(Line { text: cut + "…", mark: None });
            }
            mark => {
                let broken = text.chunks(WIDEST).take(TALLEST);
                lines.extend(broken.map(|text| Line { text: text.iter().collect(), mark }));
            }
        }
    }
    lines
}
