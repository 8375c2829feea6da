//! Statements.

use std::sync::OnceLock;

use naga::Range;

use super::*;

#[derive(StructuralEq)]
#[seq(remote = "naga::SwitchValue")]
pub enum SwitchValue {
    I32(i32),
    U32(u32),
    Default,
}

#[derive(StructuralEq)]
#[seq(remote = "naga::SwitchCase")]
pub struct SwitchCase {
    #[seq(as = "SwitchValue")]
    value: naga::SwitchValue,
    #[seq(via = statements, as = "[Statement]")]
    body: naga::Block,
    fall_through: bool,
}

#[derive(StructuralEq)]
#[seq(remote = "naga::RayQueryFunction")]
pub enum RayQueryFunction {
    Initialize {
        #[seq(as = "Handle<Expression>")]
        acceleration_structure: Operand,
        #[seq(as = "Handle<Expression>")]
        descriptor: Operand,
    },
    Proceed {
        #[seq(as = "Handle<Expression>")]
        result: Operand,
    },
    GenerateIntersection {
        #[seq(as = "Handle<Expression>")]
        hit_t: Operand,
    },
    ConfirmIntersection,
    Terminate,
}

#[derive(StructuralEq)]
#[seq(remote = "naga::RayPipelineFunction")]
pub enum RayPipelineFunction {
    TraceRay {
        #[seq(as = "Handle<Expression>")]
        acceleration_structure: Operand,
        #[seq(as = "Handle<Expression>")]
        descriptor: Operand,
        #[seq(as = "Handle<Expression>")]
        payload: Operand,
    },
}

/// The handles of a range. They lie nowhere: a range computes them. A handle is a number, so those of all modules can lie in
/// one table for each power of two, which is made when somebody needs that many.
fn emitted(range: &Range<naga::Expression>) -> &'static [Operand] {
    static TABLES: [OnceLock<Box<[Operand]>>; 32] = [const { OnceLock::new() }; 32];
    let indices = range.index_range();
    let length = indices.end.next_power_of_two();
    let table = TABLES[length.ilog2() as usize].get_or_init(|| handles(length));
    &table[indices.start as usize..indices.end as usize]
}

/// The first handles, which only an arena gives out.
fn handles(length: u32) -> Box<[Operand]> {
    let mut arena = naga::Arena::new();
    (0..length).map(|_| arena.append(naga::Expression::RayQueryProceedResult, naga::Span::UNDEFINED)).collect()
}

#[derive(StructuralEq)]
#[seq(remote = "naga::Statement")]
pub enum Statement {
    Emit(#[seq(via = emitted, as = "[Handle<Expression>]")] Range<naga::Expression>),
    Block(#[seq(via = statements, as = "[Statement]")] naga::Block),
    If {
        #[seq(as = "Handle<Expression>")]
        condition: Operand,
        #[seq(via = statements, as = "[Statement]")]
        accept: naga::Block,
        #[seq(via = statements, as = "[Statement]")]
        reject: naga::Block,
    },
    Switch {
        #[seq(as = "Handle<Expression>")]
        selector: Operand,
        #[seq(as = "Vec<SwitchCase>")]
        cases: Vec<naga::SwitchCase>,
    },
    Loop {
        #[seq(via = statements, as = "[Statement]")]
        body: naga::Block,
        #[seq(via = statements, as = "[Statement]")]
        continuing: naga::Block,
        #[seq(as = "Option<Handle<Expression>>")]
        break_if: Option<Operand>,
    },
    Break,
    Continue,
    Return {
        #[seq(as = "Option<Handle<Expression>>")]
        value: Option<Operand>,
    },
    Kill,
    ControlBarrier(#[seq(via = barrier)] naga::Barrier),
    MemoryBarrier(#[seq(via = barrier)] naga::Barrier),
    Store {
        #[seq(as = "Handle<Expression>")]
        pointer: Operand,
        #[seq(as = "Handle<Expression>")]
        value: Operand,
    },
    ImageStore {
        #[seq(as = "Handle<Expression>")]
        image: Operand,
        #[seq(as = "Handle<Expression>")]
        coordinate: Operand,
        #[seq(as = "Option<Handle<Expression>>")]
        array_index: Option<Operand>,
        #[seq(as = "Handle<Expression>")]
        value: Operand,
    },
    Atomic {
        #[seq(as = "Handle<Expression>")]
        pointer: Operand,
        #[seq(as = "AtomicFunction")]
        fun: naga::AtomicFunction,
        #[seq(as = "Handle<Expression>")]
        value: Operand,
        #[seq(as = "Option<Handle<Expression>>")]
        result: Option<Operand>,
    },
    ImageAtomic {
        #[seq(as = "Handle<Expression>")]
        image: Operand,
        #[seq(as = "Handle<Expression>")]
        coordinate: Operand,
        #[seq(as = "Option<Handle<Expression>>")]
        array_index: Option<Operand>,
        #[seq(as = "AtomicFunction")]
        fun: naga::AtomicFunction,
        #[seq(as = "Handle<Expression>")]
        value: Operand,
    },
    WorkGroupUniformLoad {
        #[seq(as = "Handle<Expression>")]
        pointer: Operand,
        #[seq(as = "Handle<Expression>")]
        result: Operand,
    },
    Call {
        #[seq(as = "Handle<Function>")]
        function: naga::Handle<naga::Function>,
        #[seq(as = "Vec<Handle<Expression>>")]
        arguments: Vec<Operand>,
        #[seq(as = "Option<Handle<Expression>>")]
        result: Option<Operand>,
    },
    RayQuery {
        #[seq(as = "Handle<Expression>")]
        query: Operand,
        #[seq(as = "RayQueryFunction")]
        fun: naga::RayQueryFunction,
    },
    RayPipelineFunction(#[seq(as = "RayPipelineFunction")] naga::RayPipelineFunction),
    SubgroupBallot {
        #[seq(as = "Handle<Expression>")]
        result: Operand,
        #[seq(as = "Option<Handle<Expression>>")]
        predicate: Option<Operand>,
    },
    SubgroupGather {
        #[seq(as = "GatherMode")]
        mode: naga::GatherMode,
        #[seq(as = "Handle<Expression>")]
        argument: Operand,
        #[seq(as = "Handle<Expression>")]
        result: Operand,
    },
    SubgroupCollectiveOperation {
        #[seq(via = subgroup_operation)]
        op: naga::SubgroupOperation,
        #[seq(via = collective_operation)]
        collective_op: naga::CollectiveOperation,
        #[seq(as = "Handle<Expression>")]
        argument: Operand,
        #[seq(as = "Handle<Expression>")]
        result: Operand,
    },
    CooperativeStore {
        #[seq(as = "Handle<Expression>")]
        target: Operand,
        #[seq(as = "CooperativeData")]
        data: naga::CooperativeData,
    },
}
