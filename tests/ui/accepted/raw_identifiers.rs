//! Raw identifiers are named without `r#`, in tables and in attributes.

use sexpr_core::StructuralEq;

#[derive(StructuralEq)]
#[seq(order(r#type, r#match))]
#[allow(non_camel_case_types)]
struct r#struct {
    r#match: u32,
    r#type: u32,
}

#[derive(StructuralEq)]
#[allow(non_camel_case_types)]
enum r#enum {
    r#loop { r#in: u32, body: u32 },
    r#break(u32),
}

fn main() {
    let table = r#struct::type_info().to_string();
    assert!(table.starts_with("struct struct (tree) { match: "), "{table}");
    let left = r#enum::r#loop { r#in: 1, body: 2 };
    let right = r#enum::r#loop { r#in: 1, body: 3 };
    let mismatch = sexpr_core::first_structural_mismatch(&left, &right).unwrap();
    assert_eq!(mismatch.lhs().to_string(), ".loop.body");
    assert!(!sexpr_core::structural_equal(&left, &r#enum::r#break(1)));
    assert!(sexpr_core::structural_equal(&r#struct { r#match: 1, r#type: 2 }, &r#struct { r#match: 1, r#type: 2 }));
}
