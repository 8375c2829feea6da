//! All nodes of an arena, which have fields in other tables.

use sexpr_core::{StructuralEq, arena::{Arena, Id}, custom::VirtualFields, reflect::Def, structural_equal};

#[derive(Clone, Copy)]
struct Inst(usize);

impl Id for Inst {
    type Node = String;
    fn index(&self) -> u64 {
        self.0 as u64
    }
}
sexpr_core::id!(Inst);

struct Graph {
    names: Vec<String>,
    operands: Vec<Vec<Inst>>,
}

impl Arena<Inst> for Graph {
    const COLUMNS: Option<for<'a> fn(&'a Self, &Inst, &mut VirtualFields<'a>)> =
        Some(|graph, inst, fields| fields.slice("operands", Def::Inherit, &graph.operands[inst.0]));

    fn node(&self, inst: &Inst) -> Option<&String> {
        self.names.get(inst.0)
    }
    fn nodes(&self) -> impl Iterator<Item = &String> {
        self.names.iter()
    }
}

#[derive(StructuralEq)]
struct Function {
    #[seq(arena(Inst, whole))]
    graph: Graph,
    results: Vec<Inst>,
}

fn main() {
    let function = Function { graph: Graph { names: vec![], operands: vec![] }, results: vec![] };
    structural_equal(&function, &function);
}
