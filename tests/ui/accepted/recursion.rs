//! Types that contain themselves, and each other.

use std::{collections::BTreeMap, rc::Rc, sync::Arc};

use sexpr_core::{StructuralEq, structural_equal};

#[derive(StructuralEq)]
enum Stmt {
    Eval(Expr),
    Block(Vec<Stmt>),
}

#[derive(StructuralEq)]
enum Expr {
    Block(Box<Stmt>, Option<Rc<Self>>),
    Call(Arc<Function>, Vec<(String, Expr)>),
    Unit,
}

#[derive(StructuralEq)]
struct Function {
    params: Vec<Arc<Param>>,
    body: Stmt,
    closures: BTreeMap<u32, Function>,
}

#[derive(StructuralEq)]
#[seq(kind = "var")]
struct Param {
    ty: Expr,
    #[seq(def)]
    binds: Option<Arc<Param>>,
}

/// Each can be a key as far as its own fields tell, and neither is, since each contains the other.
#[derive(StructuralEq)]
struct Even(Option<Box<Odd>>);

#[derive(StructuralEq)]
struct Odd(Box<Even>);

#[derive(StructuralEq)]
enum List<T> {
    Cons(T, Arc<List<T>>),
    Nil,
}

#[derive(StructuralEq)]
struct Rose<T> {
    value: T,
    children: Arc<List<Rose<T>>>,
}

#[derive(StructuralEq)]
#[seq(kind = "const-tree")]
struct Type {
    arguments: Vec<Argument>,
}

#[derive(StructuralEq)]
#[seq(kind = "const-tree")]
enum Argument {
    Type(Arc<Type>),
    Size(u64),
}

fn main() {
    let block = |body| Stmt::Block(vec![Stmt::Eval(body)]);
    assert!(structural_equal(&block(Expr::Unit), &block(Expr::Unit)));
    assert!(!structural_equal(&block(Expr::Unit), &Stmt::Eval(Expr::Unit)));
    assert!(structural_equal(&Odd(Box::new(Even(None))), &Odd(Box::new(Even(None)))));
    let rose = |value| Rose { value, children: Arc::new(List::Nil) };
    let roses = |value| Rose { value: 0, children: Arc::new(List::Cons(rose(value), Arc::new(List::Nil))) };
    assert!(structural_equal(&roses(1), &roses(1)));
    assert!(!structural_equal(&roses(1), &roses(2)));
    let sized = |size| Type { arguments: vec![Argument::Size(size)] };
    let ty = |size| Type { arguments: vec![Argument::Type(Arc::new(sized(size)))] };
    assert!(!structural_equal(&ty(1), &ty(2)));
}
