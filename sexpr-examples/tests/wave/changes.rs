//! Changes to nodes that count.

use sexpr_examples::wave::graph::{Attribute, Binary, Guard, Instruction, Node, Op, Reduction, Type, Unary};
use sexpr_examples::wave::index::{IndexExpr, IndexSequence, Symbol};

use crate::generator::Choices;

/// Changes a node.
pub(crate) type Change = Box<dyn Fn(&mut Node)>;

/// For the first pattern that fits an operation: how to change what the pattern binds, and what a report says of it.
macro_rules! first_change {
    ($op:expr; $($pattern:pat $(if $guard:expr)? => $change:expr, $part:literal;)*) => {
        match $op {
            $($pattern $(if $guard)? => {
                let change: Change = Box::new(move |node| if let $pattern = &mut node.op { $change });
                Some((change, $part))
            })*
            _ => None,
        }
    };
}

/// A change to a node that counts, and what a report says of where it is.
#[allow(unused_variables, reason = "what patterns bind is changed later")]
pub(crate) fn semantic_change(choices: &mut Choices, node: &Node) -> (Change, &'static str) {
    use Instruction as I;

    let int = IndexExpr::int;
    let part_of_call = choices.among(4);
    let change_of_op = first_change! { &node.op;
        Op::Iterate { axis, .. } => *axis = Symbol::new("Other"), "axis";
        Op::Placeholder { lifted: None, ty: Some(Type::Tensor(ty)) } => ty.dtype = "i8".to_owned(), "type";
        Op::Output { values } if !values.is_empty() => values.push(values[0].clone()), "values";
        Op::Conditional { guard: Guard::Symbols(guard), .. } => *guard = "$T1 < M".parse().expect("a condition"), "guard";
        Op::GetResult { index, .. } => *index += 7, "index";
        Op::Call(call) if part_of_call == 0 => call.name.push('2'), "operation";
        Op::Call(call) if part_of_call == 1 => drop(call.fields.insert("dim".to_owned(), Attribute::Int(7))), "";
        Op::Call(call) if part_of_call == 2 => drop(call.fields.insert("new".to_owned(), Attribute::Flag(true))), "";
        Op::Call(call) => call.results += 1, "results";
        Op::Do(I::Allocate { shape, .. }) => shape.push(int(3)), "shape";
        Op::Do(I::Register { value, .. }) => *value += 10.0, "value";
        Op::Do(I::Read { elements_per_thread, .. } | I::Write { elements_per_thread, .. }) =>
            *elements_per_thread = Some(int(77)), "elements_per_thread";
        Op::Do(I::Mma { kind, .. } | I::ScaledMma { kind, .. }) => *kind = Some("other".to_owned()), "kind";
        Op::Do(I::Reduce { init: init @ Some(_), .. }) if choices.among(2) == 0 => *init = None, "init";
        Op::Do(I::Reduce { function, .. }) =>
            *function = if *function == Reduction::Sum { Reduction::Max } else { Reduction::Sum }, "function";
        Op::Do(I::Unary { function, .. }) => *function = Unary::Tanh, "function";
        Op::Do(I::Binary { function, .. }) => *function = Binary::Div, "function";
        Op::Do(I::Cast { dtype, .. }) => *dtype = "i8".to_owned(), "dtype";
        Op::Do(I::Bitcast { dtype, .. }) => *dtype = "i16".to_owned(), "dtype";
        Op::Do(I::ApplyExpr { expr, .. }) => expr.expr = int(99).into(), "expr";
        Op::Do(I::Broadcast { shape, .. } | I::Permute { shape, .. }) => shape.push(int(77)), "shape";
        Op::Do(I::Reshape { target, .. }) => target.clear(), "target";
        Op::Do(I::GatherToLds { dst_index, src_index, .. }) => std::mem::swap(dst_index, src_index), "index";
        Op::Do(I::SharedMemoryBarrier { wait_async_ops } | I::SharedMemoryBarrierSignal { wait_async_ops, .. }) =>
            *wait_async_ops = !*wait_async_ops, "wait_async_ops";
        Op::Do(I::SharedMemoryBarrierWait { barrier_id }) => *barrier_id += 1, "barrier_id";
    };
    match (change_of_op, choices.among(4)) {
        (Some(found), 0 | 1) => found,
        (_, 2) if node.attributes.get("reduction_dim").is_some() => {
            (Box::new(|node| drop(node.attributes.remove("reduction_dim"))), "reduction_dim")
        }
        (_, 3) => (
            Box::new(|node| {
                let mut index = node.attributes.index().cloned().unwrap_or_default();
                index.insert(Symbol::new("M"), IndexSequence::new(IndexExpr::int(12345), 1, 1));
                node.attributes.set("index", Attribute::Index(index));
            }),
            "index",
        ),
        _ => (Box::new(|node| drop(node.attributes.set("iter_idx", Attribute::Int(12345)))), "iter_idx"),
    }
}
