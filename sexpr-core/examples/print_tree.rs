//! Prints any value that implements `StructuralEq` as an indented tree, with the names of its variables.
//!
//! ```sh
//! cargo run -p sexpr-core --example print_tree
//! ```

use std::fmt::Write as _;

use sexpr_core::{
    StructuralEq,
    reflect::{NodeRef, PartValue, Traversal},
};

/// The text for a node: its type, its variant if the type is an enum, and its name if it has one.
fn head(node: NodeRef<'_>) -> String {
    let mut head = node.type_info().name().to_string();
    if let Some(variant) = node.variant().filter(|variant| variant.name() != head) {
        _ = write!(head, "::{}", variant.name());
    }
    if let Some(name) = node.name() {
        _ = write!(head, " {name}");
    }
    head
}

/// The tree of a value, one part a line.
fn tree(root: &impl StructuralEq) -> String {
    let mut tree = String::new();
    let mut traversal = Traversal::new(root);
    while let Some(part) = traversal.next_part() {
        let text = match part.value() {
            PartValue::Node(node) => head(*node),
            PartValue::Leaf(text) => text.clone(),
            PartValue::Dangling(index) => format!("id {index}, dangling"),
            _ => "?".to_string(),
        };
        let steps = match part.steps().steps() {
            [] => String::new(),
            _ => format!("{}: ", part.steps()),
        };
        _ = writeln!(tree, "{}{steps}{text}", "  ".repeat(part.depth()));
    }
    tree
}

#[derive(StructuralEq)]
enum Expr {
    Int(i64),
    Name(#[seq(var)] String),
    Call {
        function: Box<Expr>,
        arguments: Vec<Expr>,
    },
    #[seq(scope)]
    Lambda {
        #[seq(var, def)]
        parameters: Vec<String>,
        body: Box<Expr>,
    },
}

fn lambda() -> Expr {
    let name = |name: &str| Expr::Name(name.into());
    let call = Expr::Call { function: Box::new(name("f")), arguments: vec![name("x"), Expr::Int(7)] };
    Expr::Lambda { parameters: vec!["f".into(), "x".into()], body: Box::new(call) }
}

fn main() {
    print!("{}", tree(&lambda()));
}

#[test]
fn each_part_has_a_line() {
    let expected = "\
Expr::Lambda
  .Lambda.parameters[0]: String \"f\"
  .Lambda.parameters[1]: String \"x\"
  .Lambda.body: Expr::Call
    .Call.function: Expr::Name
      String \"f\"
    .Call.arguments[0]: Expr::Name
      String \"x\"
    .Call.arguments[1]: Expr::Int
      7
";
    assert_eq!(tree(&lambda()), expected);
}
