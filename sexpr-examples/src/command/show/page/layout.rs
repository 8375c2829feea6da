//! Boxes in layers, such that edges lead down and avoid boxes.

use dugong::graphlib::{Graph, GraphOptions};
use dugong::{EdgeLabel, GraphLabel, LayoutError, NodeLabel, WorkControl, WorkError, layout_controlled};

/// How much work a layout may take, in the library's units: some hundred nodes.
const WORK: usize = 3_000_000;

/// The most boxes that are laid out. The library recurses along edges.
const MOST_BOXES: usize = 500;

/// What is to be laid out.
#[derive(Default)]
pub(super) struct Boxes {
    /// The width and height of each box, and the frame around it.
    pub(super) boxes: Vec<(usize, usize, Option<usize>)>,
    /// For each frame, the frame around it.
    pub(super) frames: Vec<Option<usize>>,
    /// Edges between boxes.
    pub(super) edges: Vec<(usize, usize)>,
    /// Boxes of which the first is above the second, without an edge.
    pub(super) above: Vec<(usize, usize)>,
}

/// Where everything is.
pub(super) struct Layout {
    pub(super) boxes: Vec<Rectangle>,
    pub(super) frames: Vec<Rectangle>,
    /// The points along each edge.
    pub(super) edges: Vec<Vec<(f64, f64)>>,
    pub(super) width: f64,
    pub(super) height: f64,
}

#[derive(Clone, Copy)]
pub(super) struct Rectangle {
    pub(super) left: f64,
    pub(super) top: f64,
    pub(super) width: f64,
    pub(super) height: f64,
}

/// What is left of the work that may be done.
struct Budget(usize);

impl WorkControl for Budget {
    fn charge(&mut self, units: usize) -> Result<(), WorkError> {
        self.0 = self.0.checked_sub(units).ok_or(WorkError::Interrupted)?;
        Ok(())
    }
}

impl Boxes {
    /// A place for everything; `None` if that takes too much work.
    pub(super) fn layout(&self) -> Option<Layout> {
        if self.boxes.len() > MOST_BOXES { None } else { self.try_layout().ok() }
    }

    fn try_layout(&self) -> Result<Layout, LayoutError> {
        let box_id = |number: usize| format!("box {number}");
        let frame_id = |number: usize| format!("frame {number}");
        let mut graph: Graph<NodeLabel, EdgeLabel, GraphLabel> =
            Graph::new(GraphOptions { multigraph: true, compound: true, ..Default::default() });
        let spaces = GraphLabel {
            nodesep: 16.0,
            edgesep: 10.0,
            ranksep: 36.0,
            marginx: 8.0,
            marginy: 8.0,
            ..Default::default()
        };
        graph.set_graph(spaces);
        for (number, around) in self.frames.iter().enumerate() {
            graph.set_node(frame_id(number), NodeLabel::default());
            if let Some(around) = around {
                graph.set_parent(frame_id(number), frame_id(*around));
            }
        }
        for (number, &(width, height, around)) in self.boxes.iter().enumerate() {
            let label = NodeLabel { width: width as f64, height: height as f64, ..Default::default() };
            graph.set_node(box_id(number), label);
            if let Some(around) = around {
                graph.set_parent(box_id(number), frame_id(around));
            }
        }
        for (number, (from, to)) in self.edges.iter().chain(&self.above).enumerate() {
            let label = EdgeLabel { weight: 1.0, ..Default::default() };
            graph.set_edge_named(box_id(*from), box_id(*to), Some(number.to_string()), Some(label));
        }
        layout_controlled(&mut graph, &mut Budget(WORK))?;
        let rectangle = |id: String| {
            let NodeLabel { x, y, width, height, .. } = graph.node(&id).cloned().unwrap_or_default();
            let [left, top] = [x.unwrap_or_default() - width / 2.0, y.unwrap_or_default() - height / 2.0];
            Rectangle { left, top, width, height }
        };
        let points = |(number, (from, to)): (usize, &(usize, usize))| {
            let edge = graph.edge(&box_id(*from), &box_id(*to), Some(&number.to_string()));
            edge.map(|edge| edge.points.iter().map(|point| (point.x, point.y)).collect()).unwrap_or_default()
        };
        Ok(Layout {
            boxes: (0..self.boxes.len()).map(|number| rectangle(box_id(number))).collect(),
            frames: (0..self.frames.len()).map(|number| rectangle(frame_id(number))).collect(),
            edges: self.edges.iter().enumerate().map(points).collect(),
            width: graph.graph().width,
            height: graph.graph().height,
        })
    }
}
