//! Every statement of the document "Relay's Type System" that can be checked, under the document's headings.

use std::sync::Arc;
use std::sync::atomic::{AtomicUsize, Ordering};

use sexpr_core::{structural_equal, structural_hash};
use sexpr_examples::relay::ir::{Attributes, FunctionType, GlobalTypeVar, Kind, Module, Type, TypeParam, TypeRelation};
use sexpr_examples::relay::relations::{self, Question, Undecided};
use sexpr_examples::relay::{self, Library};
use sexpr_examples::text::Source;

use crate::{assert_problems, assert_told, assert_types, module, type_of_f};

/// The document's list.
const LIST: &str = "data List<a> {
  Nil : () -> List
  Cons : (a, List[a]) -> List
}
";

fn ty(text: &str) -> Type {
    relay::parse_type(&Source::new("type.rly", text), &module(LIST)).unwrap_or_else(|error| panic!("{error}\n{text}"))
}

#[test]
fn introduction() {
    types! {
        "def @f(%x: Tensor[(1, 3), float32]) {
          let %double = fn (%y) { %y + %y };
          let %pair = (%double(%x), 1);
          %pair.0
        }" => "fn (Tensor[(1, 3), float32]) -> Tensor[(1, 3), float32]";
        // Shapes of results vary with the shapes of inputs.
        "def @f(%x: Tensor[(2, 3, 4), float32]) { nn.batch_flatten(%x) }" => "-> Tensor[(2, 12), float32]";
        "def @f(%x: Tensor[(5, 1, 7, 2), float32]) { nn.batch_flatten(%x) }" => "-> Tensor[(5, 14), float32]";
        // They are inferred through branches and calls.
        "def @g(%x: Tensor[(2, 3), float32]) { transpose(%x) }
        def @f(%c: bool, %x: Tensor[(2, 3), float32]) { if (%c) { @g(%x) } else { Constant(0, (3, 2), float32) } }" =>
            "-> Tensor[(3, 2), float32]";
    }
}

#[test]
fn tensor_types_are_data_types_and_shapes() {
    for (left, right, expected) in [
        ("Tensor[(10, 10), float32]", "Tensor[(10, 10,), float32]", true),
        ("Tensor[(10, 10), float32]", "Tensor[(10, 10), float64]", false),
        ("Tensor[(10, 10), float32]", "Tensor[(10, 5), float32]", false),
        ("float32", "float32x4", false),
        ("Tensor[(), int32]", "int32", true),
    ] {
        assert_eq!(structural_equal(&ty(left), &ty(right)), expected, "{left} and {right}");
    }
    types! {
        "def @f() { 1 }" => "fn () -> int32";
        // Shapes may include variables and arithmetic, and are assigned by solving.
        "def @f<n : ShapeVar>(%x: Tensor[(n, 2), float32], %y: Tensor[(n + 1, 2), float32]) {
          concatenate((%x, %y), axis=0)
        }" => "-> Tensor[(n * 2 + 1, 2), float32]";
        "def @rows<n : ShapeVar, m : ShapeVar>(%x: Tensor[(n, m), float32]) -> Tensor[(n * m), float32] {
          reshape(%x, newshape=[-1])
        }
        def @f() { @rows(Constant(1, (3, 4), float32)) }" => "fn () -> Tensor[(12), float32]";
    }
}

#[test]
fn tuple_types_are_the_types_of_the_members() {
    types! {
        "def @f() { (False, Constant(1, (10, 10), float32)) }" => "fn () -> (bool, Tensor[(10, 10), float32])";
        "def @f() {
          let %t = (False, Constant(1, (10, 10), float32));
          let %c = %t.1;
          %c
        }" => "fn () -> Tensor[(10, 10), float32]";
    }
    problems! {
        "def @f() { (1, 2).2 }" => "`(int32, int32)` has no member 2";
        "def @f() { (1.0).0 }" => "`float32` has no member 0";
    }
}

mod type_parameter {
    use super::*;

    #[test]
    fn a_parameter_of_kind_type_stands_for_types() {
        let text = "def @id<t : Type>(%x: t) -> t { %x } def @f() { (@id(1), @id((1, True)), @id(@id)(2f)) }";
        assert_eq!(type_of_f(text), "fn () -> (int32, (int32, bool), float32)");
    }

    #[test]
    fn a_parameter_of_kind_base_type_stands_for_base_types() {
        let text = "def @same<b : BaseType>(%x: Tensor[(2), b]) -> Tensor[(2), b] { %x }
        def @f(%x: Tensor[(2), int8]) { @same(%x) }";
        assert_eq!(type_of_f(text), "fn (Tensor[(2), int8]) -> Tensor[(2), int8]");
    }

    #[test]
    fn a_parameter_of_kind_shape_stands_for_shapes() {
        let text = "def @plus<s : Shape>(%t1 : Tensor[s, float32], %t2 : Tensor[s, float32]) {
          add(%t1, %t2)
        }
        def @f(%a: Tensor[(10, 10), float32], %b: Tensor[(10, 10), float32]) { plus<(10, 10)>(%a, %b) }";
        assert!(type_of_f(text).ends_with("-> Tensor[(10, 10), float32]"));
    }

    #[test]
    fn a_parameter_of_kind_shape_var_stands_for_dimensions() {
        let text = "def @first<n : ShapeVar>(%x: Tensor[(n, 3), float32]) -> Tensor[(n), float32] { sum(%x, axis=1) }
        def @f(%x: Tensor[(7, 3), float32]) { (@first(%x), @first<7>(%x)) }";
        assert!(type_of_f(text).ends_with("-> (Tensor[(7), float32], Tensor[(7), float32])"));
    }

    #[test]
    fn arguments_of_another_kind_are_refused() {
        assert_problems(&[(
            "def @same<s : Shape>(%x: Tensor[s, float32]) -> Tensor[s, float32] { %x }
            def @f(%x: Tensor[(2), float32]) { @same<float32>(%x) }",
            "`s` has kind Shape, but `float32` does not",
        )]);
    }
}

mod function_type {
    use super::*;

    #[test]
    fn function_types_are_equal_up_to_the_names_of_type_parameters() {
        for (left, right, expected) in [
            ("fn[A, B](A, B) -> A", "fn[X, Y](X, Y) -> X", true),
            ("fn[A, B](A, B) -> A", "fn[X, Y](X, Y) -> Y", false),
            ("fn<s : Shape>(Tensor[s, int8]) -> int8", "fn<t : Shape>(Tensor[t, int8]) -> int8", true),
            ("fn[A](fn[A](A) -> A) -> A", "fn[X](fn[Y](Y) -> Y) -> X", true),
            ("fn[A](fn[A](A) -> A) -> A", "fn[X](fn[Y](Y) -> X) -> X", false),
        ] {
            let (left, right) = (ty(left), ty(right));
            assert_eq!(structural_equal(&left, &right), expected, "{left} and {right}");
            assert!(!expected || structural_hash(&left) == structural_hash(&right));
        }
        assert_types(&[("def @f[A](%x: A, %y: int32) { (%y, %x) }", "fn[A](A, int32) -> (int32, A)")]);
    }

    #[test]
    fn constraints_must_hold_at_every_call() {
        let text = |result| {
            format!(
                "def @apply(%op: fn<t1 : Type, t2 : Type, t3 : Type>(t1, t2) -> t3 where Broadcast,
                 %x: Tensor[(2, 1), int32], %y: {result}) {{ %op(%x, %y) }}"
            )
        };
        assert_told(&[(&text("Tensor[(3), int32]"), "-> Tensor[(2, 3), int32]")]);
        let wrong = text("Tensor[(3), int64]");
        problems! {
            &wrong => "`Broadcast(";
            &wrong => "`%op` requires `";
        }
    }
}

mod type_relation {
    use super::*;

    #[test]
    fn relations_type_operators() {
        types! {
            "def @f(%x: Tensor[(2), int8]) { copy(%x) }" => "fn (Tensor[(2), int8]) -> Tensor[(2), int8]";
            "def @f<n : ShapeVar>(%x: Tensor[(n, 2, 3), int8]) { flatten(%x) }" => "-> Tensor[(n, 6), int8]";
            "def @f(%x: Tensor[(2, 3), float32]) {
              let %g = fn (%y, %z) { %y + %z };
              let %w = fn (%v) { nn.relu(%v) };
              %g(%w(%x), 1f)
            }" => "-> Tensor[(2, 3), float32]";
        }
        problems! {
            "def @f(%x: Tensor[(2, 3), float32]) { reshape(%x, newshape=[4, 2]) }" => "does not have the elements for";
            // Where nothing more is found out, annotations are asked for.
            "def @f(%x) { 1 }" => "cannot infer the type of `%x`";
        }
        assert_told(&[("def @f(%x, %y) { %x + %y }", "`add` requires `Broadcast(")]);
    }

    #[test]
    fn add_is_typed_by_broadcast() {
        let params = ["t1", "t2", "t3"].map(|name| TypeParam::new(name, Kind::Type));
        let [one, two, three] = params.each_ref().map(|param| Type::Param(param.clone()));
        let args = vec![one.clone(), two.clone(), three.clone()];
        let broadcast = TypeRelation { name: "Broadcast".to_owned(), args, attributes: Attributes::new() };
        let expected = FunctionType {
            type_params: params.into(),
            args: vec![one, two],
            result: three,
            constraints: vec![broadcast],
        };
        let library = Library::standard();
        assert!(structural_equal(&**library.operator("add").expect("there is one").ty(), &expected));
        let written = ty("fn<t1 : Type, t2 : Type, t3 : Type>(t1, t2) -> t3 where Broadcast");
        assert!(structural_equal(&written, &Type::from(expected)));
    }

    #[test]
    fn relations_are_asked_again_when_an_input_is_updated() {
        /// The result is what the argument is, as soon as that is known; counts how often it is asked.
        struct Counted(AtomicUsize);
        impl relations::TypeRelation for Counted {
            fn name(&self) -> &str {
                "Counted"
            }
            fn types(&self) -> usize {
                2
            }
            fn relate(&self, question: &mut Question<'_>) -> Result<(), Undecided> {
                self.0.fetch_add(1, Ordering::Relaxed);
                match question.arg(0) {
                    Type::Incomplete(_) => Err(Undecided::Unknown),
                    ty => question.unify(1, &ty),
                }
            }
        }
        let relation = Arc::new(Counted(AtomicUsize::new(0)));
        let mut library = Library::standard();
        library.add_relation(relation.clone());
        library.add_operator("counted", 1, "Counted");
        // Branches have all relations asked of which more is known.
        let text = "def @f(%c: bool) {
            let %g = fn (%x) { counted(%x) };
            let %a = if (%c) { 1 } else { 2 };
            let %b = if (%c) { 1 } else { 2 };
            %g(True)
        }";
        let inferred = relay::infer_with(&module(text), &library).expect("it is well typed");
        assert_eq!(inferred.to_string(), "@f : fn (bool) -> bool\n");
        assert_eq!(relation.0.load(Ordering::Relaxed), 2);
    }
}

#[test]
fn incomplete_types_are_filled_in_but_type_parameters_are_not() {
    types! {
        "def @f(%x: _) -> _ { let %y: _ = (%x, 1); %y } def @g() { @f(True) }" => "fn (bool) -> (bool, int32)";
        "def @f(%x: Tensor[_, float32], %y: Tensor[(2, _), _]) -> (_, int32) {
          let %same = if (True) { %x } else { Constant(0, (2, 3), float32) };
          let %other = if (True) { %y } else { %x };
          (%same, 1)
        }" => "fn (Tensor[(2, 3), float32], Tensor[(2, 3), float32]) -> (Tensor[(2, 3), float32], int32)";
    }
    assert_problems(&[("def @f[A](%x: A) -> int32 { %x }", "the result must be `int32`, found `A`")]);
}

mod algebraic_data_types {
    use super::*;

    #[test]
    fn types_are_told_apart_by_their_handles() {
        let text = "type One { OfOne(int32), } type Other { OfOther(int32), }
        def @f(%x: One) -> Other { %x }";
        assert_problems(&[(text, "the result must be `Other`, found `One`")]);
        let types = module(text).types;
        let [(one, of_one), (_, of_other)] = [0, 1].map(|index| types.get_index(index).expect("two types"));
        assert!(!structural_equal(of_one, of_other), "their constructors differ");
        let other = GlobalTypeVar::new("Other");
        let call = |handle: &GlobalTypeVar| Type::call(handle.clone(), Vec::new());
        assert!(!structural_equal(&call(one), &call(&other)));
        let with = |handle: &GlobalTypeVar| Module {
            types: [(handle.clone(), of_one.clone())].into_iter().collect(),
            ..Module::default()
        };
        assert!(structural_equal(&with(one), &with(&one.clone())));
        assert!(!structural_equal(&with(one), &with(&other)));
    }

    #[test]
    fn constructors_and_matches_have_types() {
        let with_list = |text: &str, ty: &str| assert_types(&[(&format!("{LIST} {text}"), ty)]);
        let tree = "type Tree[A] { Leaf, Node(Tree[A], A, Tree[A]), } def @f() { Node(Leaf, 1, Node(Leaf, 2, Leaf)) }";
        types! {
            tree => "fn () -> Tree[int32]";
            "type Unit { Is, } def @f() -> Unit { Is }" => "fn () -> Unit";
        }
        with_list(
            "def @f(%xs: List[(int32, bool)]) { match? (%xs) { Cons(%x, %rest) => (%x.1, %rest), } }",
            "-> (bool, List[(int32, bool)])",
        );
        with_list(
            "def @f() { let %c: fn (int32, List[int32]) -> List[int32] = Cons; %c(1, Nil()) }",
            "fn () -> List[int32]",
        );
        // A definition that is but a constructor has its signature.
        let signature = "fn () -> fn[a](a, List[a]) -> List[a]";
        with_list("def @f() { Cons } def @ints() -> List[int32] { @f()(1, Nil) }", signature);
        with_list("def @f() { @cons() } def @cons() { Cons }", signature);
        let inferred = relay::infer(&module(LIST)).expect("it is well typed");
        assert_eq!(inferred.constructors()["Nil"].to_string(), "fn[a]() -> List[a]");
        for (value, ty) in cases! {
            "Cons(1, Cons(2, Nil())) # List[Tensor[(), int32]]\n" => "List[int32]";
            "Cons((1, 1), Cons((2, 2), Nil())) # List[(Tensor[(), int32], Tensor[(), int32])]\n" =>
                "List[(int32, int32)]";
            "if (True) { Cons(1, Nil) } else { Nil }" => "List[int32]";
            "(Cons(1, Nil), Cons(2, Cons(1, Nil)))" => "(List[int32], List[int32])";
        } {
            with_list(&format!("def @f() {{ {value} }}"), &format!("fn () -> {ty}"));
        }
        with_list("def @f() -> (List[int32], List[bool]) { (Nil(), Nil) }", "fn () -> (List[int32], List[bool])");
    }

    #[test]
    fn what_the_document_rejects_is_rejected() {
        for (text, message) in cases! {
            "def @f(%x: List[int32]) -> List[(int32, int32)] { %x }" => "`(int32, int32)` is not `int32`";
            "type Unit { Is, } def @f() -> Unit[int32] { Is }" => "the type `Unit` takes 0 type argument(s), found 1";
            "def @f(%x: List[int32, bool]) -> int32 { 1 }" => "the type `List` takes 1 type argument(s), found 2";
            "def @f(%x: List) -> int32 { 1 }" => "the type `List` takes 1 type argument(s), found 0";
            "def @f() { let %unused = Nil(); 1 }" => "cannot infer what stands for the type parameter `a`";
            "def @f() { Cons(1, Cons((1, 1), Nil())) }" => "argument 2 of `Cons`";
            "def @f() { Cons(Cons(1, Cons(2, Nil())), Cons(Cons((1, 1), Cons((2, 2), Nil())), Nil())) }" =>
                "argument 2 of `Cons`";
        } {
            assert_problems(&[(&format!("{LIST} {text}"), message)]);
        }
    }
}
