//! Nothing in the scope of a derive can be taken for what the expansion means.

#![no_implicit_prelude]
#![allow(dead_code, non_camel_case_types, non_upper_case_globals, unused_macros)]

mod names {
    pub struct bool;
    pub struct u32;
    pub struct usize;
    pub struct str;
    pub struct Vec;
    pub struct Option;
    pub struct Some;
    pub struct None;
    pub struct Box;
    pub struct String;
    pub struct PhantomData;
    pub struct Region;
    pub struct Roles;
    pub struct Kind;
    pub struct TypeInfo;
    pub struct KeyEncoder;
    pub trait Visitor {}
    pub trait Field {}
    pub trait MapKey {}
    pub trait Eq {}
    pub trait Hash {}
    pub trait Debug {}
    pub trait NameField {}
    pub trait Namespace {}
    pub struct NoNamespace;

    pub struct core;
    pub struct std;
    pub struct sexpr_core;

    pub const left: i8 = 0;
    pub const right: i8 = 0;
    pub const node: i8 = 0;
    pub static at: i8 = 0;
    pub static visitor: i8 = 0;
    pub static keys: i8 = 0;
}

mod trees {
    use super::names::*;
    use ::sexpr_core::StructuralEq;

    macro_rules! assert {
        ($($tokens:tt)*) => {
            compile_error!("the user's own macro")
        };
    }

    macro_rules! stringify {
        ($($tokens:tt)*) => {
            compile_error!("the user's own macro")
        };
    }

    macro_rules! module_path {
        ($($tokens:tt)*) => {
            compile_error!("the user's own macro")
        };
    }

    #[derive(StructuralEq)]
    #[seq(kind = "var")]
    pub struct Var {
        #[seq(key)]
        pub name: ::std::string::String,
        #[seq(ignore)]
        pub ignored: Option,
    }

    #[derive(StructuralEq)]
    pub enum Expr {
        Var(::std::sync::Arc<Var>),
        Lambda {
            #[seq(def)]
            params: ::std::vec::Vec<::std::sync::Arc<Var>>,
            body: ::std::boxed::Box<Expr>,
        },
        #[seq(kind = "singleton")]
        Op(#[seq(key)] i64, Vec),
        Opaque(#[seq(opaque, payload)] i64),
        #[seq(scope)]
        Named(#[seq(var, def)] ::std::string::String, #[seq(var = "types")] i64),
        Nothing,
    }

    #[derive(StructuralEq)]
    #[seq(scope)]
    pub struct Block<T, U: ?::std::marker::Sized>(#[seq(var)] pub T, pub ::std::sync::Arc<U>);

    #[derive(StructuralEq)]
    #[seq(process_local, type_key = "Symbol")]
    pub struct Symbol(pub i64);

    #[derive(StructuralEq)]
    #[seq(kind = "const-tree")]
    pub struct Constant<T, E>(pub T, pub ::std::result::Result<T, E>);

    #[derive(StructuralEq)]
    pub struct Refers<'a> {
        pub var: &'a Var,
    }
}

fn main() {
    let name = || ::std::convert::From::from("x");
    let var = |ignored| trees::Var { name: name(), ignored };
    ::std::assert!(::sexpr_core::structural_equal(&var(names::Option), &var(names::Option)));
}
