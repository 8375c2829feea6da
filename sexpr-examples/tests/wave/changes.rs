//! Changes to nodes that count.

use std::sync::Arc;

use sexpr_examples::wave::graph::{Attribute, Binary, Call, Guard, Instruction, Node, Op, Reduction, Type, Unary};
use sexpr_examples::wave::index::{IndexExpr, IndexSequence, Symbol};

use crate::generator::Choices;

/// Changes a node.
pub(crate) type Change = Box<dyn Fn(&mut Node)>;

/// A change to a node that counts, and what a report says of where it is.
pub(crate) fn semantic_change(choices: &mut Choices, node: &Node) -> (Change, &'static str) {
    let change_of_op: Option<(Change, &'static str)> = match &node.op {
        Op::Iterate { .. } => Some((
            Box::new(|node| {
                if let Op::Iterate { axis, .. } = &mut node.op {
                    *axis = Symbol::new("Other")
                }
            }),
            "axis",
        )),
        Op::Placeholder { lifted: None, .. } => Some((
            Box::new(|node| {
                if let Op::Placeholder { ty: Some(Type::Tensor(ty)), .. } = &mut node.op {
                    ty.dtype = "i8".to_owned()
                }
            }),
            "type",
        )),
        Op::Output { values } if !values.is_empty() => Some((
            Box::new(|node| {
                if let Op::Output { values } = &mut node.op {
                    values.push(values[0].clone())
                }
            }),
            "values",
        )),
        Op::Conditional { guard: Guard::Symbols(_), .. } => Some((
            Box::new(|node| {
                if let Op::Conditional { guard, .. } = &mut node.op {
                    *guard = Guard::Symbols("$T1 < M".parse().expect("a condition"))
                }
            }),
            "guard",
        )),
        Op::GetResult { .. } => Some((
            Box::new(|node| {
                if let Op::GetResult { index, .. } = &mut node.op {
                    *index += 7
                }
            }),
            "index",
        )),
        Op::Call(_) => match choices.among(4) {
            0 => Some((change_call(|call| call.name.push('2')), "operation")),
            1 => Some((change_call(|call| drop(call.fields.insert("dim".to_owned(), Attribute::Int(7)))), "")),
            2 => Some((change_call(|call| drop(call.fields.insert("new".to_owned(), Attribute::Flag(true)))), "")),
            _ => Some((change_call(|call| call.results += 1), "results")),
        },
        Op::Do(instruction) => match instruction {
            Instruction::Allocate { .. } => Some((
                change(|op| {
                    if let Instruction::Allocate { shape, .. } = op {
                        shape.push(IndexExpr::int(3))
                    }
                }),
                "shape",
            )),
            Instruction::Register { .. } => Some((
                change(|op| {
                    if let Instruction::Register { value, .. } = op {
                        *value += 10.0
                    }
                }),
                "value",
            )),
            Instruction::Read { .. } => Some((
                change(|op| {
                    if let Instruction::Read { elements_per_thread, .. } = op {
                        *elements_per_thread = Some(IndexExpr::int(77))
                    }
                }),
                "elements_per_thread",
            )),
            Instruction::Write { .. } => Some((
                change(|op| {
                    if let Instruction::Write { elements_per_thread, .. } = op {
                        *elements_per_thread = Some(IndexExpr::int(77))
                    }
                }),
                "elements_per_thread",
            )),
            Instruction::Mma { .. } => Some((
                change(|op| {
                    if let Instruction::Mma { kind, .. } = op {
                        *kind = Some("other".to_owned())
                    }
                }),
                "kind",
            )),
            Instruction::Reduce { init: Some(_), .. } if choices.among(2) == 0 => Some((
                change(|op| {
                    if let Instruction::Reduce { init, .. } = op {
                        *init = None
                    }
                }),
                "init",
            )),
            Instruction::Reduce { function, .. } => {
                let other = if *function == Reduction::Sum { Reduction::Max } else { Reduction::Sum };
                Some((
                    change(move |op| {
                        if let Instruction::Reduce { function, .. } = op {
                            *function = other
                        }
                    }),
                    "function",
                ))
            }
            Instruction::Unary { .. } => Some((
                change(|op| {
                    if let Instruction::Unary { function, .. } = op {
                        *function = Unary::Tanh
                    }
                }),
                "function",
            )),
            Instruction::Binary { .. } => Some((
                change(|op| {
                    if let Instruction::Binary { function, .. } = op {
                        *function = Binary::Div
                    }
                }),
                "function",
            )),
            Instruction::Cast { .. } => Some((
                change(|op| {
                    if let Instruction::Cast { dtype, .. } = op {
                        *dtype = "i8".to_owned()
                    }
                }),
                "dtype",
            )),
            Instruction::ApplyExpr { .. } => Some((
                change(|op| {
                    if let Instruction::ApplyExpr { expr, .. } = op {
                        expr.expr = IndexExpr::int(99).into()
                    }
                }),
                "expr",
            )),
            Instruction::Broadcast { .. } => Some((
                change(|op| {
                    if let Instruction::Broadcast { shape, .. } = op {
                        shape.push(IndexExpr::int(77))
                    }
                }),
                "shape",
            )),
            Instruction::Bitcast { .. } => Some((
                change(|op| {
                    if let Instruction::Bitcast { dtype, .. } = op {
                        *dtype = "i16".to_owned()
                    }
                }),
                "dtype",
            )),
            Instruction::Reshape { .. } => Some((
                change(|op| {
                    if let Instruction::Reshape { target, .. } = op {
                        target.clear()
                    }
                }),
                "target",
            )),
            Instruction::GatherToLds { .. } => Some((
                change(|op| {
                    if let Instruction::GatherToLds { dst_index, src_index, .. } = op {
                        std::mem::swap(dst_index, src_index)
                    }
                }),
                "index",
            )),
            Instruction::ScaledMma { .. } => Some((
                change(|op| {
                    if let Instruction::ScaledMma { kind, .. } = op {
                        *kind = Some("other".to_owned())
                    }
                }),
                "kind",
            )),
            Instruction::SharedMemoryBarrier { .. } | Instruction::SharedMemoryBarrierSignal { .. } => Some((
                change(|op| match op {
                    Instruction::SharedMemoryBarrier { wait_async_ops }
                    | Instruction::SharedMemoryBarrierSignal { wait_async_ops, .. } => {
                        *wait_async_ops = !*wait_async_ops
                    }
                    _ => {}
                }),
                "wait_async_ops",
            )),
            Instruction::SharedMemoryBarrierWait { .. } => Some((
                change(|op| {
                    if let Instruction::SharedMemoryBarrierWait { barrier_id } = op {
                        *barrier_id += 1
                    }
                }),
                "barrier_id",
            )),
            Instruction::Permute { .. } => Some((
                change(|op| {
                    if let Instruction::Permute { shape, .. } = op {
                        shape.push(IndexExpr::int(77))
                    }
                }),
                "shape",
            )),
            Instruction::Select { .. } => None,
        },
        _ => None,
    };
    match (change_of_op, choices.among(4)) {
        (Some(found), 0 | 1) => found,
        (_, 2) if node.attributes.get("reduction_dim").is_some() => {
            (Box::new(|node| drop(node.attributes.remove("reduction_dim"))), "reduction_dim")
        }
        (_, 3) => (
            Box::new(|node| {
                let one = IndexExpr::int(1);
                let sequence = IndexSequence { start: IndexExpr::int(12345), size: one.clone(), stride: one };
                let mut index = node.attributes.index().cloned().unwrap_or_default();
                index.insert(Symbol::new("M"), sequence);
                node.attributes.set("index", Attribute::Index(index));
            }),
            "index",
        ),
        _ => (Box::new(|node| drop(node.attributes.set("iter_idx", Attribute::Int(12345)))), "iter_idx"),
    }
}

fn change_call(change: impl Fn(&mut Call) + 'static) -> Change {
    Box::new(move |node| {
        if let Op::Call(call) = &mut node.op {
            change(call)
        }
    })
}

fn change(change: impl Fn(&mut Instruction<Arc<Node>>) + 'static) -> Change {
    Box::new(move |node| {
        if let Op::Do(instruction) = &mut node.op {
            change(instruction)
        }
    })
}
