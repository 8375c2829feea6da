//! What operators do with elements, as far as fusion is concerned.

use crate::relay::ir::{Call, ExprKind, Module};
use crate::relay::relations::Library;

/// How an element of an operator's result depends on the elements of its operands. A later one allows less.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub(super) enum Pattern {
    /// On the element at the same place.
    Elementwise,
    /// On one element of each operand, at the same place but for dimensions that are repeated.
    Broadcast,
    /// On one element, at any place.
    Injective,
    /// On all elements along some dimensions.
    Reduction,
    /// On many, but what follows may be computed element by element with it.
    OutFusable,
    /// Nothing is known of it, or nothing may be fused with it.
    Opaque,
}

/// What keeps the operators before it and behind it apart.
const BARRIER: &str = "annotation.stop_fusion";

/// The pattern of a call's operator: that of its type relation in the standard library.
pub(super) fn of(call: &Call, module: &Module, library: &Library) -> Pattern {
    let ExprKind::Operator(name) = &call.function.kind else { return Pattern::Opaque };
    if &**name == BARRIER || module.relations.contains_key(name) {
        return Pattern::Opaque;
    }
    let operator = library.operator_taking(name, call.args.len());
    let relation = operator.and_then(|operator| operator.ty().constraints.first());
    match relation.map_or("", |relation| &relation.name) {
        "Elementwise" | "ElementwiseBool" | "Negation" | "Clip" | "LeakyRelu" | "Cast" | "Init" | "Full"
        | "FullLike" => Pattern::Elementwise,
        "Broadcast" | "BroadcastComp" | "BroadcastTo" | "BiasAdd" | "PRelu" | "Where" | "ExpandDims" => {
            Pattern::Broadcast
        }
        "Reshape" | "Flatten" | "Squeeze" | "Transpose" | "LayoutTransform" | "Concatenate" | "Stack"
        | "StridedSlice" | "SliceLike" | "Tile" | "Repeat" | "Reverse" | "Take" | "Gather" | "GatherND" | "Pad"
        | "PadZero" | "UpSampling" | "Resize2D" | "DepthToSpace" | "SpaceToDepth" => Pattern::Injective,
        "Reduce" | "ReduceToIndex" | "ReduceBool" | "Variance" => Pattern::Reduction,
        "MatMul" | "BatchMatMul" | "Dense" | "Conv1D" | "Conv2D" | "Conv3D" | "Conv1DTranspose" | "Conv2DTranspose"
        | "MaxPool1D" | "MaxPool2D" | "AvgPool2D" | "GlobalPool2D" | "AdaptivePool2D" => Pattern::OutFusable,
        _ => Pattern::Opaque,
    }
}
