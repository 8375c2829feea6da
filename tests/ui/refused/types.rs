use sexpr_core::StructuralEq;

#[derive(StructuralEq)]
#[seq(bound = "T")]
struct BoundIsNotAPredicate<T>(Vec<T>);

#[derive(StructuralEq)]
#[seq(crate = "not a path")]
struct CrateIsNotAPath(u32);

#[derive(StructuralEq)]
#[seq(type_key = "")]
struct TypeKeyEmpty(u32);

#[derive(StructuralEq)]
#[repr(C, packed(2))]
struct Packed {
    tag: u8,
    length: u32,
}

#[derive(StructuralEq)]
union Bits {
    int: u32,
    float: f32,
}

#[derive(StructuralEq)]
#[seq(scope)]
enum ScopeOfEnumWithVar {
    Int(i64),
    #[seq(kind = "var")]
    Var(#[seq(key)] String),
    Lambda(#[seq(def)] Box<ScopeOfEnumWithVar>, Box<ScopeOfEnumWithVar>),
}

#[derive(StructuralEq)]
#[seq(kind = "const-tree")]
enum ScopeOfVariants {
    #[seq(scope)]
    Constant(i64),
    #[seq(kind = "var", scope)]
    Var(#[seq(key)] String),
    #[seq(scope, kind = "singleton")]
    Op(#[seq(key)] String),
    #[seq(kind = "tree", scope)]
    Lambda(#[seq(def)] Box<ScopeOfVariants>, Box<ScopeOfVariants>),
}

fn main() {}
