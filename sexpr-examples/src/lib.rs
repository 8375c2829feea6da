//! Real compiler IRs, annotated with `#[derive(StructuralEq)]`, and what the command `sexpr` does with them.
