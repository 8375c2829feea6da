//! Forms that dumps of real programs have, beside those of every module.

use sexpr_core::structural_equal;
use sexpr_examples::relay::ir::{GlobalVar, Kind};
use sexpr_examples::relay::{erase, infer, parse};

use crate::support::{assert_round_trip, assert_same, error, expr, module, ty};

#[test]
fn attributes_of_functions() {
    assert_same(&[
        "fn (Primitive=1) { 1 }",
        "fn (%p0: Tensor[(1, 8), float32], Primitive=1, hash=\"7f\") -> Tensor[(1, 8), float32] { nn.relu(%p0) }",
        "fn (%f: (fn (A) -> A where R(A, A)), Inline=1) { %f }",
    ]);
    let text = "def @main(%x: int32, Compiler=\"dnnl\", global_symbol=\"main_0\") -> int32 {\n  %x\n}\n";
    assert!(assert_round_trip(&module(text)).ends_with(text));
    let text = "def @f(%g: fn (int32) -> int32) -> int32 {\n  %g(1, tag=\"x\")\n}\n";
    assert!(assert_round_trip(&module(text)).ends_with(text) && infer(&module(text)).is_ok());
    let [one, two] = ["def @f(%x, Primitive=1) { %x }", "def @f(%x, Primitive=0) { %x }"].map(module);
    assert!(!structural_equal(&one, &two));
    assert!(error("def @f(Primitive=1, %x) { %x }").to_string().contains("an argument follows an attribute"));
    assert!(error("def @f(%x, a=1, a=2) { %x }").to_string().contains("`a`"));
}

#[test]
fn fused_functions_are_typed() {
    let text = "
#[version = \"0.0.5\"]
def @main(%x: Tensor[(1, 8), float32] /* ty=Tensor[(1, 8), float32] */, %w: Tensor[(4, 8), float32]) -> Tensor[(1, 4), float32] {
  %1 = fn (%p0: Tensor[(1, 8), float32], %p1: Tensor[(4, 8), float32], Primitive=1) -> Tensor[(1, 4), float32] {
    %0 = nn.dense(%p0, %p1, units=None, out_dtype=\"float32\") /* ty=Tensor[(1, 4), float32] */;
    nn.relu(%0) /* ty=Tensor[(1, 4), float32] */
  };
  %1(%x, %w) /* ty=Tensor[(1, 4), float32] */
}";
    let read = module(text);
    let printed = assert_round_trip(&read);
    assert!(
        printed.contains("    %0 = nn.dense(%p0, %p1, out_dtype=\"float32\");\n    nn.relu(%0)\n  };"),
        "{printed}"
    );
    assert!(infer(&read).expect("it is well typed").to_string().ends_with("-> Tensor[(1, 4), float32]\n"));
    assert!(infer(&erase(&read)).is_ok());
}

#[test]
fn metadata_is_kept() {
    let text = "\
#[version = \"0.0.5\"]

def @main(%x: Tensor[(2), float32]) -> Tensor[(2), float32] {
  %x + meta[relay.Constant][0]
}

#[metadata]
{
  \"root\": 1, // not a comment
  \"b64ndarrays\": [\"P6G0lvBAXt0AAAAA\"]
}
";
    let read = module(text);
    assert_eq!(assert_round_trip(&read), text);
    assert!(infer(&read).is_ok());
    assert!(!structural_equal(&read, &module(&text.replace("P6G0", "P6G1"))));
    assert!(!structural_equal(&read, &module(&text.replace("Constant][0]", "Constant][1]"))));
    assert_same(&["meta[relay.Constant][0]", "f.g(meta[relay.Constant][12], a=meta[relay.attrs.A][1])"]);
    assert_eq!(module("def @f() { 1 }\nMETADATA:\n{}").metadata.as_deref(), Some("{}"));
    assert!(error("def @f() { meta[relay.Constant] }").to_string().contains("expected `[`"));
}

#[test]
fn free_variables_are_the_parameters_of_main() {
    let texts = [
        "free_var %x: Tensor[(2), float32];\nfree_var %y: float32;\n%0 = add(%x, %y);\nadd(%0, %0)",
        "#[version = \"0.0.5\"]\nfree_var %x: Tensor[(2), float32]\nfree_var %y: float32\n%0 = add(%x, %y);\n%0 + %0",
        "def @main(%x: Tensor[(2), float32], %y: float32) { %0 = %x + %y; %0 + %0 }",
    ];
    let [one, two, three] = texts.map(module);
    assert!(structural_equal(&one, &two) && structural_equal(&one, &three));
    assert_round_trip(&one);
    let alone = module("#[version = \"0.0.5\"]\nfn (%x: int32) -> int32 { %x }");
    assert!(alone.definitions.contains_key(&GlobalVar::new("main")));
    let between = "#[version = \"0.0.5\"]\nfree_var %x: Tensor[(2), float32];\n%1 = nn.relu(%x);\n\
                   free_var %y: float32\nlet %a = nn.relu(%1);\nfree_var %z: float32;\nadd(%a, add(%y, %z))";
    let main = "def @main(%x: Tensor[(2), float32], %y: float32, %z: float32) {
        let %a = nn.relu(nn.relu(%x)); %a + (%y + %z) }";
    assert!(structural_equal(&module(between), &module(main)));
    let within = "#[version = \"0.0.5\"]\nfn (%c: bool) { free_var %x: int32; if (%c) { %x } else { 0 } }";
    let main = "def @main(%x: int32) { fn (%c: bool) { if (%c) { %x } else { 0 } } }";
    assert!(structural_equal(&module(within), &module(main)));
    assert!(error("free_var %x: int32; free_var %x: int32; 1").to_string().contains("`x`"));
    assert!(error("def @f() { free_var %x: int32; %x }").to_string().contains("found `%x`"));
    assert!(error("free_var %x: int32; %y").to_string().ends_with("`%y` is not bound here"));
    assert!(error("def @main() { 1 } free_var %x: int32; %x").to_string().contains("`main`"));
}

#[test]
fn expressions_in_a_row_are_bindings_of_nothing() {
    assert_eq!(expr("@f(1); @f(2); 3"), "let %_ = @f(1); let %__1 = @f(2); 3");
    assert_eq!(expr("let %x = 1; @f(%x); %x"), "let %x = 1; let %_ = @f(%x); %x");
    assert_eq!(expr("(@f(1); 2) + 3"), "(let %_ = @f(1); 2) + 3");
    assert!(error("def @f() { 1; }").to_string().contains("expected an expression, found `}`"));
}

#[test]
fn what_is_matched_needs_no_brackets() {
    for (text, printed) in [
        ("match %a { Nil => 0, _ => 1 }", "match (%a) { Nil => 0, _ => 1, }"),
        ("match? @f(%a).0 { Nil => 0, }", "match? (@f(%a).0) { Nil => 0, }"),
        ("match (%a, %b) { (Nil, _) => 0, _ => 1 }", "match (%a, %b) { (Nil, _) => 0, _ => 1, }"),
        ("match (%t).0 { Nil => 0, _ => 1 }", "match (%t.0) { Nil => 0, _ => 1, }"),
    ] {
        assert_eq!(expr(text), printed);
    }
}

#[test]
fn extern_types() {
    let read = module("extern type Storage\nextern type Box[A];\ndef @f(%x: Box[Storage]) -> Box[Storage] { %x }");
    let printed = assert_round_trip(&read);
    assert!(printed.contains("extern type Storage\n\nextern type Box[A]\n"), "{printed}");
    assert!(infer(&read).is_ok());
    assert!(!structural_equal(&module("extern type T"), &module("type T {}")));
    assert!(error("extern type int32").to_string().contains("`int32`"));
}

#[test]
fn short_names_of_data_types() {
    for (short, long) in
        [("int", "int32"), ("uint", "uint32"), ("float", "float32"), ("Tensor[(2), float]", "Tensor[(2), float32]")]
    {
        assert_eq!(ty(short), long);
    }
    assert!(structural_equal(&module("def @f(%x: int) -> int { %x }"), &module("def @f(%x: int32) -> int32 { %x }")));
    assert_eq!(expr("(3i, 3u, 3i64)"), "(3, 3u32, 3i64)");
    assert_eq!(
        expr("(2147483647, 2147483648, -2147483648, -2147483649)"),
        "(2147483647, 2147483648i64, -2147483648, -2147483649i64)"
    );
}

#[test]
fn references() {
    assert_eq!(ty("ref(Tensor[(2), float32])"), "ref(Tensor[(2), float32])");
    assert_eq!(ty("fn[B](ref(B), B) -> ()"), "fn[B](ref(B), B) -> ()");
    let text = "
        def @main(%x: int32) -> int32 {
          let %r: ref(int32) = ref(%x);
          ref_write(%r, ref_read(%r) + 1);
          ref_read(%r)
        }";
    let read = module(text);
    assert_round_trip(&read);
    assert!(infer(&read).is_ok());
    assert!(infer(&erase(&read)).is_ok());
    let wrong = infer(&module("def @f(%r: ref(int32)) { ref_write(%r, True) }")).unwrap_err();
    assert!(wrong.to_string().contains("argument 2 of `ref_write` must be `int32`, found `bool`"), "{wrong}");
    assert!(infer(&module("def @f(%r: ref(int32)) -> ref(bool) { %r }")).is_err());
}

#[test]
fn heads_of_all_versions() {
    let plain = module("def @f(%x) { %x }");
    for head in ["#[version = \"0.0.4\"]", "#[version = \"0.0.5\"]", "v0.0.4", "v0.0.3\n// a comment"] {
        assert!(structural_equal(&module(&format!("{head}\ndef @f(%x) {{ %x }}")), &plain), "{head}");
    }
    for text in ["v0.0.4x\ndef @f(%x) { %x }", "def @f(%x) { %x } v0.0.4", "version 1"] {
        let is_wrong = parse("test.rly", text).map_or(true, |read| infer(&read).is_err());
        assert!(is_wrong, "these are no numbers, or operators that nobody knows: {text}");
    }
}

#[test]
fn constraints_are_a_kind() {
    let read = module("def @f<A : Type, c : Constraint>(%x: A) -> A { %x } def @g() -> int32 { @f(1) }");
    assert_eq!(read.definitions[&GlobalVar::new("f")].type_params[1].kind, Kind::Constraint);
    assert_round_trip(&read);
    assert!(infer(&read).is_ok());
    assert!(infer(&module("def @f<c : Constraint>(%x: c) -> c { %x }")).is_err());
}

#[test]
fn an_unwritten_type_is_none() {
    for (left, right) in [
        ("def @f(%x: _) { %x }", "def @f(%x) { %x }"),
        ("def @f(%x) -> _ { let %y: _ = %x; %y }", "def @f(%x) { let %y = %x; %y }"),
        ("def @f(%x: _, %y: Tensor[_, int8]) { %x }", "def @f(%x, %y: Tensor[_, int8]) { %x }"),
    ] {
        assert!(structural_equal(&module(left), &module(right)), "{left}");
    }
}

#[test]
fn attributes_at_their_default_say_nothing() {
    for (left, right) in cases! {
        "nn.conv2d(%a, %b, strides=[1, 1], padding=[0, 0], dilation=[1, 1], groups=1, channels=None, \
         kernel_size=None, data_layout=\"NCHW\", kernel_layout=\"OIHW\", out_layout=\"\", out_dtype=\"\")" =>
            "nn.conv2d(%a, %b)";
        "nn.softmax(%a, axis=-1)" => "nn.softmax(%a)";
        "sum(%a, axis=None, keepdims=False, exclude=False)" => "sum(%a)";
        "expand_dims(%a, axis=0, num_newaxis=1)" => "expand_dims(%a, axis=0)";
        "nn.upsampling(%a, scale_h=1, scale_w=1f)" => "nn.upsampling(%a)";
    } {
        assert_eq!(expr(left), right);
    }
    assert_same(&["nn.conv2d(%a, %b, groups=2)", "nn.softmax(%a, axis=1)", "f.g(%a, axis=-1)"]);
}
