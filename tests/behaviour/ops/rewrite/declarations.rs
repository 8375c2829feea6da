//! Searches for what scopes predeclare, while nodes are replaced.

use std::{cell::Cell, sync::Arc};

use sexpr_core::{StructuralEq, rewrite::Rewrite, walk::At};

thread_local! {
    /// How often a pair was listed on this thread.
    static LISTED: Cell<usize> = const { Cell::new(0) };
}

#[derive(StructuralEq, Clone, Debug)]
#[seq(rewrite)]
enum Term {
    Use(#[seq(var)] String),
    Number(u64),
    Pair {
        #[seq(via = listed)]
        first: Arc<Term>,
        second: Arc<Term>,
    },
    #[seq(scope(predeclare = items))]
    Block {
        items: Vec<Arc<Term>>,
    },
}

fn listed(first: &Arc<Term>) -> &Arc<Term> {
    LISTED.set(LISTED.get() + 1);
    first
}

#[test]
fn what_declares_nothing_is_not_searched_again_for_what_is_replaced() {
    const BLOCKS: usize = 50;
    const LENGTH: usize = 100;
    let leaf = Arc::new(Term::Use("free".into()));
    let shared = (0..LENGTH).fold(leaf.clone(), |second, _| Arc::new(Term::Pair { first: leaf.clone(), second }));
    let number = |number| Arc::new(Term::Number(number));
    let block = |at| Arc::new(Term::Block { items: vec![number(at as u64), shared.clone()] });
    let program = Term::Block { items: (0..BLOCKS).map(block).collect() };
    LISTED.set(0);
    let program = Rewrite::new().after(|number: &u64, _: &At<'_>| Some(number + 1)).run(program);
    assert!(LISTED.get() < 10 * LENGTH, "pairs were listed {} times", LISTED.get());
    let Term::Block { items } = program else { panic!("{program:?}") };
    let first_number = |block: &Arc<Term>| match &**block {
        Term::Block { items } => items[0].clone(),
        other => panic!("{other:?}"),
    };
    for (at, block) in items.iter().enumerate() {
        assert!(matches!(*first_number(block), Term::Number(number) if number == at as u64 + 1));
    }
}
