//! Sequences whose elements have no order if the node says so, and the promise that elements are trees.

use std::sync::Arc;

use sexpr_core::{
    Options, Reason, StructuralEq, first_structural_mismatch, structural_diff, structural_equal,
    structural_fingerprint, structural_hash,
    terms::{Subterms, hash_cons},
};

use super::check;

#[derive(Clone, Debug, StructuralEq)]
#[seq(rewrite)]
struct Call {
    operator: String,
    #[seq(unordered(if = Call::commutes))]
    operands: Vec<Expr>,
    #[seq(ignore)]
    commutes: bool,
}

impl Call {
    fn commutes(&self) -> bool {
        self.commutes
    }
}

#[derive(Clone, Debug, StructuralEq)]
#[seq(rewrite)]
enum Expr {
    Int(i64),
    Call(Arc<Call>),
}

/// A call as it would be without a condition.
mod plain {
    use super::{Arc, StructuralEq};

    #[derive(StructuralEq)]
    pub(super) struct Call {
        pub(super) operator: String,
        pub(super) operands: Vec<Expr>,
    }

    #[derive(StructuralEq)]
    #[allow(dead_code, reason = "the variants have the numbers of the others")]
    pub(super) enum Expr {
        Int(i64),
        Call(Arc<Call>),
    }
}

use Expr::Int;

fn call(operator: &str, operands: impl Into<Vec<Expr>>, commutes: bool) -> Expr {
    Expr::Call(Arc::new(Call { operator: operator.to_owned(), operands: operands.into(), commutes }))
}

#[test]
fn elements_change_places_where_the_node_says_so() {
    for commutes in [false, true] {
        let of = |operands: [i64; 3]| call("add", operands.map(Int), commutes);
        check(&of([1, 2, 2]), &of([2, 1, 2]), commutes);
        check(&of([1, 2, 2]), &of([1, 2, 2]), true);
        check(&of([1, 2, 2]), &of([1, 1, 2]), false);
        assert!(structural_fingerprint(&of([1, 2, 2])).is_ok());
    }
}

#[test]
fn nodes_that_answer_differently_are_not_equal() {
    let [one, other] = [true, false].map(|commutes| call("add", [Int(1), Int(2)], commutes));
    check(&one, &other, false);
    let mismatch = first_structural_mismatch(&one, &other).expect("one commutes");
    assert!(matches!(mismatch.reason(), Reason::Commuting { lhs: true, rhs: false, .. }));
}

#[test]
fn a_node_that_says_no_hashes_as_if_nothing_had_been_asked() {
    let operands = || vec![plain::Expr::Int(1), plain::Expr::Int(2)];
    let plain = plain::Expr::Call(Arc::new(plain::Call { operator: "sub".to_owned(), operands: operands() }));
    let asked = call("sub", [Int(1), Int(2)], false);
    assert_eq!(structural_hash(&plain), structural_hash(&asked));
}

#[test]
fn equal_subterms_are_found_in_any_order_where_the_nodes_say_so() {
    for commutes in [false, true] {
        let of = |operands: [i64; 2]| call("add", operands.map(Int), commutes);
        let both = call("pair", [of([1, 2]), of([2, 1])], false);
        let repeated = Subterms::new()
            .common(&both)
            .iter()
            .any(|class| class.iter().filter(|member| member.node().is::<Call>()).count() == 2);
        assert_eq!(repeated, commutes);
        let Expr::Call(pair) = hash_cons(both).expect("no ids") else { panic!("a call") };
        let [Expr::Call(one), Expr::Call(other)] = &pair.operands[..] else { panic!("two calls") };
        assert_eq!(Arc::ptr_eq(one, other), commutes);
    }
}

/// Terms with dag nodes, whose functions answer for it that there are none below.
mod graphs {
    use super::*;

    #[derive(Clone, Debug, StructuralEq)]
    #[seq(rewrite)]
    struct Sum {
        #[seq(unordered(if = Sum::commutes, assume_tree))]
        operands: Vec<Term>,
    }

    #[derive(Clone, Debug, StructuralEq)]
    #[seq(rewrite, unordered(left, right, if = Max::commutes, assume_tree))]
    struct Max {
        left: Term,
        right: Term,
    }

    #[derive(Clone, Debug, StructuralEq)]
    #[seq(rewrite)]
    enum Term {
        Int(i64),
        Sum(Arc<Sum>),
        Max(Arc<Max>),
        Shared(Arc<Shared>),
        /// A sum that says that it commutes, whatever is below.
        Wrong(#[seq(unordered(if = always, assume_tree))] Vec<Term>),
    }

    #[derive(Clone, Debug, StructuralEq)]
    #[seq(kind = "dag", rewrite)]
    struct Shared(i64);

    use Term::{Int, Wrong};

    fn always(_: &Term) -> bool {
        true
    }

    impl Term {
        fn is_tree(&self) -> bool {
            match self {
                Int(_) => true,
                Term::Sum(sum) => sum.operands.iter().all(Term::is_tree),
                Term::Max(max) => max.left.is_tree() && max.right.is_tree(),
                Term::Shared(_) | Wrong(_) => false,
            }
        }
    }

    impl Sum {
        fn commutes(&self) -> bool {
            self.operands.iter().all(Term::is_tree)
        }
    }

    impl Max {
        fn commutes(&self) -> bool {
            self.left.is_tree() && self.right.is_tree()
        }
    }

    fn sum(operands: impl Into<Vec<Term>>) -> Term {
        Term::Sum(Arc::new(Sum { operands: operands.into() }))
    }

    fn max(left: Term, right: Term) -> Term {
        Term::Max(Arc::new(Max { left, right }))
    }

    fn shared(number: i64) -> Term {
        Term::Shared(Arc::new(Shared(number)))
    }

    #[test]
    fn trees_have_no_order_and_what_holds_a_dag_node_has_one() {
        let equal = |one: &Term, other: &Term| {
            assert_eq!(structural_hash(one) == structural_hash(other), structural_equal(one, other));
            structural_equal(one, other)
        };
        assert!(equal(&sum([Int(1), max(Int(2), Int(3))]), &sum([max(Int(3), Int(2)), Int(1)])));
        assert!(equal(&sum([Int(1), shared(2)]), &sum([Int(1), shared(2)])));
        assert!(!equal(&sum([Int(1), shared(2)]), &sum([shared(2), Int(1)])));
        assert!(!equal(&max(Int(1), shared(2)), &max(shared(2), Int(1))));
    }

    /// Then equal terms may be judged different, and their hashes may differ. The reverse never happens.
    #[test]
    fn a_function_that_is_wrong_never_makes_different_terms_equal() {
        let one = shared(1);
        let twice = Wrong(vec![one.clone(), one.clone()]);
        let apart = Wrong(vec![shared(1), shared(1)]);
        let [nested, other] = [&twice, &apart].map(|term| Wrong(vec![term.clone(), one.clone(), Int(1)]));
        for (left, right) in [(&twice, &apart), (&nested, &other), (&nested, &twice)] {
            for options in [Options::new(), Options::new().map_free_vars(true)] {
                assert!(!options.equal(left, right));
                assert!(!options.equal(right, left));
                assert!(options.first_mismatch(left, right).is_some());
            }
            assert!(!structural_diff(left, right).is_empty());
        }
        for term in [twice, apart, nested, other] {
            assert!(structural_equal(&term, &term));
            Subterms::new().common(&term);
            assert!(structural_equal(&hash_cons(term.clone()).expect("no ids"), &term));
        }
    }
}
