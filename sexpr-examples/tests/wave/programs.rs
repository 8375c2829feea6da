//! The examples' programs.

use sexpr_examples::wave;

use crate::support::{difference, program};

#[test]
fn the_examples_are_well_formed_and_converted_without_loss() {
    for name in ["matmul", "matmul_hoisted", "attention"] {
        let graph = program(name);
        assert_eq!(wave::check(&graph), [], "{name}");
        let back = wave::to_graph(&wave::to_operations(&graph).expect(name)).expect(name);
        assert_eq!(difference(&graph, &back), "none", "{name}");
    }
}

#[test]
fn hoisting_is_all_that_tells_the_two_matrix_products_apart() {
    assert_eq!(difference(&program("matmul"), &program("matmul_hoisted")), "none");
}

#[test]
fn the_changed_matrix_product_differs_in_an_index() {
    let found = difference(&program("matmul"), &program("matmul_changed"));
    assert!(found.starts_with("`b_part` and `b_part`, attribute `index`"), "{found}");
}
