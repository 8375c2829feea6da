//! Elements that bind in scopes of their own, and generic ones.

use std::{collections::VecDeque, sync::Arc};

use sexpr_core::{StructuralEq, structural_equal};

#[derive(StructuralEq)]
#[seq(kind = "var")]
struct Var;

#[derive(StructuralEq)]
struct Param {
    #[seq(def)]
    var: Arc<Var>,
    width: u64,
}

#[derive(StructuralEq)]
enum Expr<T> {
    Constant(T),
    Use(Arc<Var>),
    Sum(#[seq(unordered)] Vec<Expr<T>>),
    Product(#[seq(unordered)] [Box<Expr<T>>; 2]),
    #[seq(scope)]
    Lambda {
        params: Vec<Param>,
        body: Box<Expr<T>>,
    },
}

#[derive(StructuralEq)]
#[seq(kind = "const-tree")]
struct Shape {
    #[seq(unordered)]
    sizes: VecDeque<u64>,
}

#[derive(StructuralEq)]
struct Set<'a, T> {
    #[seq(unordered, payload)]
    members: Box<[&'a T]>,
}

fn main() {
    let sum = |reversed: bool| {
        let param = Arc::new(Var);
        let params = vec![Param { var: param.clone(), width: 8 }];
        let mut operands = vec![
            Expr::Constant(1_u64),
            Expr::Product([2, 3].map(|number| Box::new(Expr::Constant(number)))),
            Expr::Lambda { params, body: Box::new(Expr::Use(param)) },
        ];
        if reversed {
            operands.reverse();
        }
        Expr::Sum(operands)
    };
    assert!(structural_equal(&sum(false), &sum(true)));
    let shape = |sizes: [u64; 2]| Shape { sizes: sizes.into() };
    assert!(structural_equal(&shape([1, 2]), &shape([2, 1])));
    let members = [1_u64, 2];
    let set = |reversed: bool| {
        let [one, other] = [&members[0], &members[1]];
        Set { members: if reversed { [other, one].into() } else { [one, other].into() } }
    };
    assert!(structural_equal(&set(false), &set(true)));
}
