//! Every statement of the document "Relay's Type System" that can be checked, under the document's headings.

use std::sync::Arc;
use std::sync::atomic::{AtomicUsize, Ordering};

use sexpr_core::{structural_equal, structural_hash};
use sexpr_examples::relay::ir::{Attributes, FunctionType, GlobalTypeVar, Kind, Module, Type, TypeParam, TypeRelation};
use sexpr_examples::relay::relations::{self, Question, Undecided};
use sexpr_examples::relay::{self, Library};
use sexpr_examples::text::Source;

use crate::{inferred, module, one_problem, type_of_f};

/// The document's list.
const LIST: &str = "data List<a> {
  Nil : () -> List
  Cons : (a, List[a]) -> List
}
";

fn ty(text: &str) -> Type {
    relay::parse_type(&Source::new("type.rly", text), &module(LIST)).unwrap_or_else(|error| panic!("{error}\n{text}"))
}

mod introduction {
    use super::*;

    #[test]
    fn programs_are_fully_typed_with_few_annotations() {
        let text = "def @f(%x: Tensor[(1, 3), float32]) {
          let %double = fn (%y) { %y + %y };
          let %pair = (%double(%x), 1);
          %pair.0
        }";
        assert_eq!(type_of_f(text), "fn (Tensor[(1, 3), float32]) -> Tensor[(1, 3), float32]");
    }

    #[test]
    fn shapes_of_results_vary_with_the_shapes_of_inputs() {
        let text = |shape| format!("def @f(%x: Tensor[{shape}, float32]) {{ nn.batch_flatten(%x) }}");
        assert!(type_of_f(&text("(2, 3, 4)")).ends_with("-> Tensor[(2, 12), float32]"));
        assert!(type_of_f(&text("(5, 1, 7, 2)")).ends_with("-> Tensor[(5, 14), float32]"));
    }

    #[test]
    fn shapes_are_inferred_through_branches_and_calls() {
        let text = "def @g(%x: Tensor[(2, 3), float32]) { transpose(%x) }
        def @f(%c: bool, %x: Tensor[(2, 3), float32]) { if (%c) { @g(%x) } else { Constant(0, (3, 2), float32) } }";
        assert!(type_of_f(text).ends_with("-> Tensor[(3, 2), float32]"));
    }
}

mod tensor_type {
    use super::*;

    #[test]
    fn tensors_are_typed_according_to_data_type_and_shape() {
        assert_eq!(ty("Tensor[(10, 10), float32]").to_string(), "Tensor[(10, 10), float32]");
        assert!(structural_equal(&ty("Tensor[(10, 10), float32]"), &ty("Tensor[(10, 10,), float32]")));
        assert!(!structural_equal(&ty("Tensor[(10, 10), float32]"), &ty("Tensor[(10, 10), float64]")));
        assert!(!structural_equal(&ty("Tensor[(10, 10), float32]"), &ty("Tensor[(10, 5), float32]")));
    }

    #[test]
    fn data_types_have_bit_widths_and_numbers_of_lanes() {
        for name in ["bool", "float32", "int8", "uint16", "float16", "int64", "float32x4", "int8x16", "bfloat16"] {
            assert_eq!(ty(&format!("Tensor[(1), {name}]")).to_string(), format!("Tensor[(1), {name}]"));
        }
        assert!(!structural_equal(&ty("float32"), &ty("float32x4")));
    }

    #[test]
    fn scalars_have_the_shape_of_no_dimensions() {
        assert!(structural_equal(&ty("Tensor[(), int32]"), &ty("int32")));
        assert_eq!(type_of_f("def @f() { 1 }"), "fn () -> int32");
    }

    #[test]
    fn shapes_may_include_variables_and_arithmetic() {
        let text = "def @f<n : ShapeVar>(%x: Tensor[(n, 2), float32], %y: Tensor[(n + 1, 2), float32]) {
          concatenate((%x, %y), axis=0)
        }";
        assert!(type_of_f(text).ends_with("-> Tensor[(n * 2 + 1, 2), float32]"));
    }

    #[test]
    fn shape_variables_are_assigned_by_solving() {
        let text = "def @rows<n : ShapeVar, m : ShapeVar>(%x: Tensor[(n, m), float32]) -> Tensor[(n * m), float32] {
          reshape(%x, newshape=[-1])
        }
        def @f() { @rows(Constant(1, (3, 4), float32)) }";
        assert_eq!(type_of_f(text), "fn () -> Tensor[(12), float32]");
    }
}

mod tuple_type {
    use super::*;

    #[test]
    fn a_tuples_type_has_the_types_of_its_members() {
        let text = "def @f() { (False, Constant(1, (10, 10), float32)) }";
        assert_eq!(type_of_f(text), "fn () -> (bool, Tensor[(10, 10), float32])");
    }

    #[test]
    fn a_projections_type_is_that_of_the_member() {
        let text = "def @f() {
          let %t = (False, Constant(1, (10, 10), float32));
          let %c = %t.1;
          %c
        }";
        assert_eq!(type_of_f(text), "fn () -> Tensor[(10, 10), float32]");
    }

    #[test]
    fn there_is_no_member_beyond_the_last() {
        assert!(one_problem("def @f() { (1, 2).2 }").contains("`(int32, int32)` has no member 2"));
        assert!(one_problem("def @f() { (1.0).0 }").contains("`float32` has no member 0"));
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
    fn a_parameter_stands_only_where_its_kind_permits_it() {
        let problem = one_problem("def @f<t : Type>(%x: Tensor[t, float32]) -> int32 { 1 }");
        assert!(problem.contains("`t` has kind Type and cannot be used as a shape"), "{problem}");
    }

    #[test]
    fn arguments_of_another_kind_are_refused() {
        let text = "def @same<s : Shape>(%x: Tensor[s, float32]) -> Tensor[s, float32] { %x }
        def @f(%x: Tensor[(2), float32]) { @same<float32>(%x) }";
        let problem = one_problem(text);
        assert!(problem.contains("`s` has kind Shape, but `float32` does not"), "{problem}");
    }
}

mod function_type {
    use super::*;

    #[test]
    fn functions_are_assigned_function_types() {
        assert_eq!(type_of_f("def @f[A](%x: A, %y: int32) { (%y, %x) }"), "fn[A](A, int32) -> (int32, A)");
    }

    #[test]
    fn function_types_are_equal_up_to_the_names_of_type_parameters() {
        let pairs = [
            ("fn[A, B](A, B) -> A", "fn[X, Y](X, Y) -> X", true),
            ("fn[A, B](A, B) -> A", "fn[X, Y](Y, X) -> Y", false),
            ("fn[A, B](A, B) -> A", "fn[X, Y](X, Y) -> Y", false),
            ("fn<s : Shape>(Tensor[s, int8]) -> int8", "fn<t : Shape>(Tensor[t, int8]) -> int8", true),
            ("fn[A](fn[A](A) -> A) -> A", "fn[X](fn[Y](Y) -> Y) -> X", true),
            ("fn[A](fn[A](A) -> A) -> A", "fn[X](fn[Y](Y) -> X) -> X", false),
        ];
        for (left, right, expected) in pairs {
            let (left, right) = (ty(left), ty(right));
            assert_eq!(structural_equal(&left, &right), expected, "{left} and {right}");
            assert!(!expected || structural_hash(&left) == structural_hash(&right));
        }
    }

    #[test]
    fn constraints_must_hold_at_every_call() {
        let text = |result| {
            format!(
                "def @apply(%op: fn<t1 : Type, t2 : Type, t3 : Type>(t1, t2) -> t3 where Broadcast,
                 %x: Tensor[(2, 1), int32], %y: {result}) {{ %op(%x, %y) }}"
            )
        };
        assert!(inferred(&text("Tensor[(3), int32]")).contains("-> Tensor[(2, 3), int32]"));
        let problem = one_problem(&text("Tensor[(3), int64]"));
        assert!(problem.contains("`Broadcast(") && problem.contains("`%op` requires `"), "{problem}");
    }

    #[test]
    fn constraints_may_take_some_of_the_types() {
        let shown = ty("fn[A, B](A, A, B) -> B where Identity(A, B)").to_string();
        assert_eq!(shown, "fn[A, B](A, A, B) -> B where Identity(A, B)");
    }
}

mod type_relation {
    use super::*;

    #[test]
    fn identity() {
        assert_eq!(
            type_of_f("def @f(%x: Tensor[(2), int8]) { copy(%x) }"),
            "fn (Tensor[(2), int8]) -> Tensor[(2), int8]"
        );
    }

    #[test]
    fn flatten_keeps_the_first_dimension_and_multiplies_the_others() {
        let text = "def @f<n : ShapeVar>(%x: Tensor[(n, 2, 3), int8]) { flatten(%x) }";
        assert!(type_of_f(text).ends_with("-> Tensor[(n, 6), int8]"));
    }

    #[test]
    fn add_is_typed_by_broadcast() {
        let (t1, t2, t3) =
            (TypeParam::new("t1", Kind::Type), TypeParam::new("t2", Kind::Type), TypeParam::new("t3", Kind::Type));
        let [one, two, three] = [&t1, &t2, &t3].map(|param| Type::Param(param.clone()));
        let broadcast = TypeRelation {
            name: "Broadcast".to_owned(),
            args: vec![one.clone(), two.clone(), three.clone()],
            attributes: Attributes::new(),
        };
        let expected = FunctionType {
            type_params: vec![t1, t2, t3],
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
    fn any_types_are_accepted_that_fulfill_the_relation() {
        for (left, right, result) in [("(2, 3)", "(3)", "(2, 3)"), ("()", "(4)", "(4)"), ("(2, 1)", "(1, 5)", "(2, 5)")]
        {
            let text = format!("def @f(%x: Tensor[{left}, int8], %y: Tensor[{right}, int8]) {{ add(%x, %y) }}");
            assert!(type_of_f(&text).ends_with(&format!("-> Tensor[{result}, int8]")), "{text}");
        }
        let problem = one_problem("def @f(%x: Tensor[(2), int8], %y: Tensor[(3), int8]) { add(%x, %y) }");
        assert!(problem.contains("the dimensions `2` and `3` cannot be broadcast together"), "{problem}");
    }

    #[test]
    fn checking_succeeds_when_all_relations_hold_and_nothing_is_incomplete() {
        let text = "def @f(%x: Tensor[(2, 3), float32]) {
          let %g = fn (%y, %z) { %y + %z };
          let %w = fn (%v) { nn.relu(%v) };
          %g(%w(%x), 1f)
        }";
        assert!(type_of_f(text).ends_with("-> Tensor[(2, 3), float32]"));
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

    #[test]
    fn a_relation_that_fails_is_a_type_error() {
        let text = "def @f(%x: Tensor[(2, 3), float32]) { reshape(%x, newshape=[4, 2]) }";
        assert!(one_problem(text).contains("does not have the elements for"));
    }

    #[test]
    fn a_fixpoint_where_something_is_incomplete_asks_for_annotations() {
        let problem = inferred("def @f(%x, %y) { %x + %y }");
        assert!(problem.contains("`add` requires `Broadcast("), "{problem}");
        let problem = one_problem("def @f(%x) { 1 }");
        assert!(problem.contains("cannot infer the type of `%x`"), "{problem}");
    }
}

mod incomplete_type {
    use super::*;

    #[test]
    fn omitted_annotations_are_filled_in() {
        let text = "def @f(%x: _) -> _ { let %y: _ = (%x, 1); %y } def @g() { @f(True) }";
        assert_eq!(type_of_f(text), "fn (bool) -> (bool, int32)");
        let text = "def @f(%x: Tensor[_, float32], %y: Tensor[(2, _), _]) -> (_, int32) {
          let %same = if (True) { %x } else { Constant(0, (2, 3), float32) };
          let %other = if (True) { %y } else { %x };
          (%same, 1)
        }";
        let shape = "Tensor[(2, 3), float32]";
        assert_eq!(type_of_f(text), format!("fn ({shape}, {shape}) -> ({shape}, int32)"));
    }

    #[test]
    fn type_parameters_are_not_filled_in() {
        let problem = one_problem("def @f[A](%x: A) -> int32 { %x }");
        assert!(problem.contains("the result must be `int32`, found `A`"), "{problem}");
    }
}

mod algebraic_data_types {
    use super::*;

    #[test]
    fn types_are_told_apart_by_their_handles() {
        let text = "type One { OfOne(int32), } type Other { OfOther(int32), }
        def @f(%x: One) -> Other { %x }";
        assert!(one_problem(text).contains("the result must be `Other`, found `One`"));
        let types = module(text).types;
        let [(one, of_one), (other, of_other)] = [0, 1].map(|index| types.get_index(index).expect("two types"));
        assert!(!structural_equal(one, other) && !structural_equal(of_one, of_other));
    }

    #[test]
    fn types_with_the_same_constructors_differ_by_their_handles() {
        let types = module("type One { Of(int32), }").types;
        let (one, data) = types.get_index(0).expect("a type");
        let other = GlobalTypeVar::new("Other");
        assert!(structural_equal(data, data) && !structural_equal(one, &other));
        let call = |handle: &GlobalTypeVar| Type::call(handle.clone(), Vec::new());
        assert!(!structural_equal(&call(one), &call(&other)));
        let with = |handle: &GlobalTypeVar| Module {
            types: [(handle.clone(), data.clone())].into_iter().collect(),
            ..Module::default()
        };
        assert!(structural_equal(&with(one), &with(&one.clone())));
        assert!(!structural_equal(&with(one), &with(&other)));
    }

    #[test]
    fn a_module_equals_itself_read_twice() {
        let text = format!("{LIST} def @f[A](%x: A) {{ Cons(%x, Nil) }}");
        assert!(structural_equal(&module(&text), &module(&text)));
    }

    #[test]
    fn a_constructor_may_take_an_instance_of_its_own_type() {
        let text = "type Tree[A] { Leaf, Node(Tree[A], A, Tree[A]), }
        def @f() { Node(Leaf, 1, Node(Leaf, 2, Leaf)) }";
        assert_eq!(type_of_f(text), "fn () -> Tree[int32]");
    }

    #[test]
    fn a_match_looks_at_the_constructors_signature() {
        let text = format!(
            "{LIST} def @f(%xs: List[(int32, bool)]) {{ match? (%xs) {{ Cons(%x, %rest) => (%x.1, %rest), }} }}"
        );
        assert!(type_of_f(&text).ends_with("-> (bool, List[(int32, bool)])"));
    }

    #[test]
    fn constructors_have_function_types() {
        let text = format!("{LIST} def @f() {{ let %c: fn (int32, List[int32]) -> List[int32] = Cons; %c(1, Nil()) }}");
        assert_eq!(type_of_f(&text), "fn () -> List[int32]");
    }

    #[test]
    fn a_definition_that_is_but_a_constructor_has_its_signature() {
        let text = format!("{LIST} def @f() {{ Cons }} def @ints() -> List[int32] {{ @f()(1, Nil) }}");
        assert_eq!(type_of_f(&text), "fn () -> fn[a](a, List[a]) -> List[a]");
        let text = format!("{LIST} def @f() {{ @cons() }} def @cons() {{ Cons }}");
        assert_eq!(type_of_f(&text), "fn () -> fn[a](a, List[a]) -> List[a]");
        let inferred = relay::infer(&module(LIST)).expect("it is well typed");
        assert_eq!(inferred.constructors()["Nil"].to_string(), "fn[a]() -> List[a]");
    }

    #[test]
    fn the_lists_of_the_document_have_their_types() {
        let f = |value: &str| type_of_f(&format!("{LIST} def @f() {{ {value} }}"));
        assert_eq!(f("Cons(1, Cons(2, Nil())) # List[Tensor[(), int32]]\n"), "fn () -> List[int32]");
        let pairs = "Cons((1, 1), Cons((2, 2), Nil())) # List[(Tensor[(), int32], Tensor[(), int32])]\n";
        assert_eq!(f(pairs), "fn () -> List[(int32, int32)]");
    }

    #[test]
    fn instances_of_other_parameters_are_other_types() {
        let text = format!("{LIST} def @f(%x: List[int32]) -> List[(int32, int32)] {{ %x }}");
        assert!(one_problem(&text).contains("`(int32, int32)` is not `int32`"), "{}", one_problem(&text));
    }

    #[test]
    fn instances_of_different_constructors_have_one_type() {
        let text = format!("{LIST} def @f(%c: bool) {{ if (%c) {{ Cons(1, Nil) }} else {{ Nil }} }}");
        assert_eq!(type_of_f(&text), "fn (bool) -> List[int32]");
        let text = format!("{LIST} def @f() {{ (Cons(1, Nil), Cons(2, Cons(1, Nil))) }}");
        assert_eq!(type_of_f(&text), "fn () -> (List[int32], List[int32])");
    }

    #[test]
    fn a_type_without_parameters_takes_no_arguments() {
        let text = |ty: &str| format!("type Unit {{ Is, }} def @f() -> {ty} {{ Is }}");
        assert_eq!(type_of_f(&text("Unit")), "fn () -> Unit");
        assert!(one_problem(&text("Unit[int32]")).contains("the type `Unit` takes 0 type argument(s), found 1"));
    }

    #[test]
    fn nil_can_be_an_instance_of_any_list() {
        let text = format!("{LIST} def @f() -> (List[int32], List[bool]) {{ (Nil(), Nil) }}");
        assert_eq!(type_of_f(&text), "fn () -> (List[int32], List[bool])");
    }

    #[test]
    fn of_a_particular_nil_the_type_parameter_must_be_known() {
        let problem = one_problem(&format!("{LIST} def @f() {{ let %unused = Nil(); 1 }}"));
        assert!(problem.contains("cannot infer what stands for the type parameter `a`"), "{problem}");
    }

    #[test]
    fn the_lists_that_the_document_rejects_are_rejected() {
        for value in [
            "Cons(1, Cons((1, 1), Nil()))",
            "Cons(Cons(1, Cons(2, Nil())), Cons(Cons((1, 1), Cons((2, 2), Nil())), Nil()))",
        ] {
            let problem = one_problem(&format!("{LIST} def @f() {{ {value} }}"));
            assert!(problem.contains("argument 2 of `Cons`"), "{problem}");
        }
    }

    #[test]
    fn a_type_call_has_one_argument_for_each_parameter() {
        let problem = one_problem(&format!("{LIST} def @f(%x: List[int32, bool]) -> int32 {{ 1 }}"));
        assert!(problem.contains("the type `List` takes 1 type argument(s), found 2"), "{problem}");
        let problem = one_problem(&format!("{LIST} def @f(%x: List) -> int32 {{ 1 }}"));
        assert!(problem.contains("the type `List` takes 1 type argument(s), found 0"), "{problem}");
    }
}
