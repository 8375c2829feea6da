//! The objects of the format that are no instructions.

use super::{Field, Form, Row, UNSET};
use crate::wave::graph::Instruction;

/// Every operation that has a name of its own.
pub fn operations() -> impl Iterator<Item = &'static Row> {
    STRUCTURE.iter().chain(Instruction::<()>::OPERATIONS)
}

/// A graph.
pub static GRAPH: Row = Row {
    name: "graph",
    about: "A kernel. A file holds one.",
    fields: &[
        Field::of("name", Form::Text, Some("\"\""), "The kernel's name."),
        Field::of("nodes", Form::Region, None, "The nodes, each before its uses; the last one is an `output`."),
    ],
    example: r#"{"name": "nothing", "nodes": [{"name": "end", "op": {"output": {"values": []}}}]}"#,
};

/// A node.
pub static NODE: Row = Row {
    name: "node",
    about: "A node of a graph, or of a region.",
    fields: &[
        Field::of("name", Form::Text, None, "The node's name, unique in the graph and its regions."),
        Field::of("op", Form::Operation, None, "The operation: an object with one field, named after the operation."),
        Field::of(
            "type",
            Form::Type,
            Some(UNSET),
            "The type of the node's value. Not for operations that have a field `type`.",
        ),
        Field::of(
            "attributes",
            Form::Attributes,
            Some("{}"),
            "Further attributes of the node. The names `op` and `type` are reserved.",
        ),
    ],
    example: r#"{"name": "x", "op": {"read": {"memory": "a"}}, "type": {"space": "register", "shape": ["M"], "dtype": "f32"}, "attributes": {"index": {"M": ["$T0", 1, 1]}, "vector_shapes": {"M": 16}}}"#,
};

/// An operation without a row of its own.
pub static CALL: Row = Row {
    name: "other",
    about: "Any other operation, under its own name. It may do anything to memory.",
    fields: &[
        Field::of("operands", Form::Names, Some("[]"), "The operands."),
        Field::of("fields", Form::Attributes, Some("{}"), "The other fields of the operation."),
        Field::of("regions", Form::Regions, Some("[]"), "The regions. Their arguments are `iter_arg` nodes."),
        Field::of(
            "results",
            Form::Count,
            Some("1"),
            "The number of results. If the number is not 1, other nodes use the results only through `get_result`.",
        ),
    ],
    example: r#"{"name": "t", "op": {"topk": {"operands": ["a"], "fields": {"k": 4, "dim": "M"}, "results": 2}}}"#,
};

const CAPTURES: Field = Field::of(
    "implicit_captures",
    Form::Names,
    Some("[]"),
    "The outer nodes that the region uses. The list may be out of date, and is not compared.",
);

/// The operations that have to do with regions.
const STRUCTURE: &[Row] = &[
    Row {
        name: "placeholder",
        about: "An argument of the graph. In a region, a node that stands for one around it.",
        fields: &[
            Field::of("type", Form::Type, Some(UNSET), "The type of the value."),
            Field::optional::<()>("lifted", "The node around the region."),
        ],
        example: r#"{"name": "m", "op": {"placeholder": {"type": {"space": "global", "shape": ["M", "K"], "dtype": "f16"}}}}"#,
    },
    Row {
        name: "iter_arg",
        about: "A value that a loop carries, in the loop's region: one for each value of `init`, in this order.",
        fields: &[Field::of("type", Form::Type, Some(UNSET), "The type of the value.")],
        example: r#"{"name": "carried", "op": {"iter_arg": {"type": "f32"}}}"#,
    },
    Row {
        name: "get_result",
        about: "One result of a node that has a region, or several results.",
        fields: &[
            Field::operand::<()>("value", "The node."),
            Field::of("index", Form::Count, None, "The number of the result, from 0."),
        ],
        example: r#"{"name": "first", "op": {"get_result": {"value": "a", "index": 0}}}"#,
    },
    Row {
        name: "output",
        about: "The results of the graph or region, of which it is the last node.",
        fields: &[Field::operands::<()>("values", "The results.")],
        example: r#"{"name": "result", "op": {"output": {"values": ["a"]}}}"#,
    },
    Row {
        name: "iterate",
        about: "A loop along a dimension.",
        fields: &[
            Field::of("axis", Form::Symbol, None, "The dimension."),
            Field::operands::<()>("init", "The initial values of the carried values."),
            Field::of("body", Form::Region, None, "The region. Its outputs are carried to the next step."),
            CAPTURES,
        ],
        example: r#"{"name": "loop", "op": {"iterate": {"axis": "K", "init": ["a"], "body": [{"name": "sum", "op": {"iter_arg": {}}}, {"name": "next", "op": {"output": {"values": ["sum"]}}}]}}}"#,
    },
    Row {
        name: "conditional",
        about: "A region that runs if a condition holds.",
        fields: &[
            Field::of("guard", Form::Guard, None, "The condition."),
            Field::of("body", Form::Region, None, "The region."),
            CAPTURES,
        ],
        example: r#"{"name": "if", "op": {"conditional": {"guard": {"symbols": "$T0 < 8"}, "body": [{"name": "done", "op": {"output": {"values": []}}}]}}}"#,
    },
];
