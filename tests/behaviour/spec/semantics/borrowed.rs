//! IRs made of plain references: the address is the identity, as behind `Arc`.

use sexpr_core::StructuralEq;
use sexpr_test_support::check::{differ_at, equal};

#[derive(StructuralEq)]
#[seq(kind = "var")]
struct Var<'ir> {
    #[seq(ignore)]
    #[allow(dead_code, reason = "for people")]
    name: &'ir str,
    ty: i64,
}

#[derive(StructuralEq)]
enum Expr<'ir> {
    Use(&'ir Var<'ir>),
    Add(&'ir Expr<'ir>, &'ir Expr<'ir>),
    Lambda {
        #[seq(def)]
        params: &'ir [&'ir Var<'ir>],
        body: &'ir Expr<'ir>,
    },
}

#[test]
fn bound_variables_can_be_renamed() {
    let (x, y) = (Var { name: "x", ty: 0 }, Var { name: "y", ty: 0 });
    let (use_x, use_y) = (Expr::Use(&x), Expr::Use(&y));
    let (body_x, body_y) = (Expr::Add(&use_x, &use_x), Expr::Add(&use_y, &use_y));
    let (params_x, params_y) = ([&x], [&y]);
    let left = Expr::Lambda { params: &params_x, body: &body_x };
    let right = Expr::Lambda { params: &params_y, body: &body_y };
    equal(&left, &right);
    differ_at(".Lambda.body.Add.0", &left, &Expr::Lambda { params: &params_y, body: &body_x });
    differ_at(".Add.0", &body_x, &body_y);
    equal(&body_x, &body_x);
}
