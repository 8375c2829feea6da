//! A PyPTO program built node by node: printed, read back, and compared with one that was written by hand.
//!
//! `cargo run -p sexpr-examples --example pypto_nodes`

use sexpr_core::assert_structural_equal;
use sexpr_examples::pypto::ir::{
    BinaryExpr, ConstInt, DataType, Expr, ForStmt, Function, IterArg, Program, SeqStmts, Span, Type, Var, YieldStmt,
};
use sexpr_examples::pypto::{self, canonical};

/// The sum of the integers below `n`.
fn sum() -> Program {
    let int = || Type::scalar(DataType::Int64);
    let here = Span::unknown;
    let number = |value| Expr::from(ConstInt::new(value, DataType::Int64, here()));

    let n = Var::new("n", int(), here());
    let i = Var::new("i", int(), here());
    let total = IterArg::new("total", int(), number(0), here());
    let result = Var::new("result", int(), here());
    let next = Expr::Add(BinaryExpr::new(int(), total.clone(), i.clone(), here()));
    let turn = YieldStmt::new(vec![next], here());
    let range = [number(0), n.clone().into(), number(1)];
    let counted = ForStmt::new(i, range, vec![total], turn, vec![result.clone()], here());
    let results = YieldStmt::new(vec![result.into()], here());
    let body = SeqStmts::new(vec![counted.into(), results.into()], here());
    let function = Function::new("sum", vec![n], vec![int()], body, here());
    Program::new([function], "sums", here()).expect("one function has one name")
}

const BY_HAND: &str = "\
def sum(count: pi.Int64) -> pi.Int64:
    for k, (acc,) in pi.range(count, init_values=[0]):
        acc = pi.yield(acc + k)
    out = acc
    return out
";

fn main() -> Result<(), pypto::ParseError> {
    let built = sum();
    let text = pypto::print(&built);
    print!("{text}");
    assert_structural_equal!(pypto::parse("printed.py", &text)?, canonical(&built));
    assert_structural_equal!(pypto::parse("by_hand.py", BY_HAND)?, built);
    println!("\nThe same program, written by hand with other names, is equal:\n\n{BY_HAND}");
    Ok(())
}
