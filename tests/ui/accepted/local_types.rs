//! Types inside functions, blocks and constants.

use std::sync::Arc;

use sexpr_core::{StructuralEq, structural_equal};

fn generic<T: sexpr_core::Field>(left: T, right: T) -> bool {
    #[derive(StructuralEq)]
    struct Local<U>(U);

    structural_equal(&Local(left), &Local(right))
}

fn main() {
    #[derive(StructuralEq)]
    #[seq(kind = "var")]
    struct Var;

    #[derive(StructuralEq)]
    struct Lambda {
        #[seq(def)]
        param: Arc<Var>,
        body: Vec<Arc<Var>>,
    }

    let lambda = || {
        let param = Arc::new(Var);
        Lambda { body: vec![param.clone()], param }
    };
    assert!(structural_equal(&lambda(), &lambda()));
    assert!(!generic(1, 2));

    const {
        #[derive(StructuralEq)]
        #[allow(dead_code)]
        struct InConstant(u32);
    }
}
