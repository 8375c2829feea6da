//! Types that borrow.

use std::borrow::Cow;

use sexpr_core::{StructuralEq, structural_equal};

#[derive(StructuralEq)]
#[seq(kind = "var")]
struct Var<'ir> {
    ty: &'ir Type<'ir>,
}

#[derive(StructuralEq)]
#[seq(kind = "const-tree")]
enum Type<'ir> {
    Int,
    Function(&'ir [Type<'ir>], &'ir Type<'ir>),
}

#[derive(StructuralEq)]
enum Expr<'ir, 'names: 'ir> {
    Var(&'ir Var<'ir>),
    Named(Cow<'names, str>),
    Lambda {
        #[seq(def)]
        param: &'ir Var<'ir>,
        body: &'ir Expr<'ir, 'names>,
    },
}

fn main() {
    let int = Type::Int;
    let ints = [Type::Int];
    let function = Type::Function(&ints, &int);
    let (x, y) = (Var { ty: &function }, Var { ty: &function });
    let (use_x, use_y) = (Expr::Var(&x), Expr::Var(&y));
    assert!(structural_equal(&Expr::Lambda { param: &x, body: &use_x }, &Expr::Lambda { param: &y, body: &use_y }));
    assert!(!structural_equal(&use_x, &use_y));
    assert!(!structural_equal(&use_x, &Expr::Named("x".into())));
}
