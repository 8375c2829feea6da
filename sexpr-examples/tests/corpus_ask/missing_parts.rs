//! Parts that are deleted between opening an index and reading it, as `sexpr corpus index` does at the same time.

use std::fs;

use sexpr_examples::corpus::ask::{self, AskError};
use sexpr_examples::lambda::ast::Expr;

use crate::corpus::{Corpus, EVERYTHING, rows};

#[test]
fn a_part_that_is_gone_is_a_mistake_and_no_empty_one() {
    let program = Expr::lambda(["f", "x"], Expr::variable("f").apply(Expr::variable("x")));
    for missing in [&[0][..], &[1], &[0, 1]] {
        let corpus = Corpus::new([("a.lam", &program), ("b.lam", &program)]);
        for part in missing {
            fs::remove_file(&corpus.parts[*part]).expect("it is there");
        }
        let duplicates = ask::duplicates(&corpus.parts, &EVERYTHING, |_| {});
        let found = ask::find(&corpus.parts, rows("c.lam", &program), None, &EVERYTHING, |_| {});
        for answer in [duplicates, found] {
            let Err(AskError::NoPart(part)) = answer else { panic!("{missing:?}: {answer:?}") };
            assert_eq!(part, corpus.parts[missing[0]]);
        }
    }
}
