//! Odd inputs: the derive always returns code that parses, with errors where needed.

use proc_macro2::TokenStream;
use quote::{ToTokens, quote};

/// Texts after `#[seq`, where users may write anything.
const ATTRIBUTES: &[&str] = &[
    "",
    "()",
    "(,)",
    "(= 3)",
    "(kind)",
    "(kind = )",
    "(kind())",
    "(kind = \"\")",
    "(kind = \"var\", kind)",
    "(kind = \"singleton\", custom, with = f, order())",
    "(kind::of = 1)",
    "(::kind)",
    "(r#kind = \"var\")",
    "(def = -1)",
    "(def())",
    "(order)",
    "(order())",
    "(order(0, 0, 0))",
    "(order(-1))",
    "(order(a b))",
    "(order[a])",
    "(order(340282366920938463463374607431768211456))",
    "(bound = \"where\")",
    "(bound = \"T: Clone,,\")",
    "(bound = \"\")",
    "(crate = \"\")",
    "(crate = \"a::<b>\")",
    "(crate)",
    "(with = a::<T>::b, with)",
    "(with = <T as U>::f)",
    "(via)",
    "(via = f, key, via = a::<T>::b)",
    "(custom = custom)",
    "(scope = 1)",
    "(scope, kind = \"var\")",
    "(scope, kind = \"dag\", process_local)",
    "(var)",
    "(var = )",
    "(var = \"\")",
    "(var = 'a)",
    "(var = \"\u{1F980}\", def, payload)",
    "(type_key)",
    "(type_key = a::b)",
    "(type_key = \"\")",
    "(process_local, custom)",
    "(ignore, key, def, var, payload, opaque, ordered)",
    "(key, key)",
    "(\"\u{1F980}\", 'c', 1.5e300, b\"\")",
    "{ignore}",
    "[ignore]",
    "::path(ignore)",
    " = \"ignore\"",
];

/// Declarations, with `@` at the place of the attribute.
const DECLARATIONS: &[&str] = &[
    "@ struct A;",
    "@ struct A();",
    "@ struct A<'a, T: ?Sized = dyn Fn(&'a T) -> T, const N: usize = { 1 + 1 }>(&'a T, [u8; N]) where Self: Sized;",
    "struct A { @ a: (), @ b: ! }",
    "struct A(@ Self::B, @ <Self as C>::D, @ m!(Self), @ fn(Self) -> Self, @ *const Self, @ [Self; Self::N]);",
    "@ enum A {}",
    "@ enum A { @ B = 1, @ C(@ u8) = 2, @ D { @ a: _ } }",
    "@ union A { @ a: u8 }",
    "@ #[repr] #[repr = \"packed\"] #[repr(packed(), align(8))] struct A<T>(T::B<u8>, (dyn C + 'static));",
];

#[test]
fn whatever_the_input_the_answer_is_code() {
    let mut tried = 0;
    for declaration in DECLARATIONS {
        for attribute in ATTRIBUTES {
            let input = declaration.replace('@', &format!("#[seq{attribute}]"));
            // The compiler rejects invalid Rust before it calls the derive.
            let Ok(item) = syn::parse_str::<syn::Item>(&input) else { continue };
            tried += 1;
            let output = crate::derive(item.into_token_stream());
            assert!(syn::parse2::<syn::File>(output.clone()).is_ok(), "{input}\nexpands to\n{output}");
        }
    }
    assert!(tried > 200, "only {tried} inputs were Rust");
}

#[test]
fn what_is_no_type_is_an_error() {
    for input in [
        TokenStream::new(),
        quote!(
            fn f() {}
        ),
        quote!(struct),
        quote!(impl A {}),
    ] {
        assert!(crate::derive(input).to_string().contains("compile_error"));
    }
}
